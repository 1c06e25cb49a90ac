"""What the rules know about an option, for its sentence: unit values, what a duplicate adds."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Remark
from starhall.engine.rules.options import Option
from starhall.games.cyberstrife.options import D_ATTACK, D_DEFEND, SWAPPED
from starhall.games.cyberstrife.rules.battle import lineup
from starhall.games.cyberstrife.rules.scores import resolve
from starhall.games.cyberstrife.state import Table


def remark(view: Table, decision: Decision, option: Option) -> Remark | None:
    """The remark on an option, by its verb."""
    if option not in decision.options:  # a refused option has no effect
        return None
    content = view.content
    if decision.kind == D_ATTACK and option.verb == "place":
        return Remark("attack", {"n": content.attack[option.value]})
    if decision.kind == D_DEFEND and option.verb == "place":
        return Remark("defense", {"n": content.defense[option.value]})
    if option.verb in ("mark", "discard"):
        values = {"attack": content.attack[option.value], "defense": content.defense[option.value]}
        return Remark("values", dict(values))
    if option.verb == "stack":
        return stacked(view, decision.seat, option.value)
    if option.verb == "swap":
        lanes = view.players[decision.seat].lanes
        units = [content.units[lanes[lane].cards[0]] for lane in SWAPPED[option.value]]
        return Remark("units", {"units": units})
    return None


def stacked(view: Table, seat: int, lane: int) -> Remark:
    """CS-7.14, CS-18.13: what one more duplicate adds to the score of the unit."""
    turn = view.turn_of(seat)
    place = lane if seat == turn.seat else lane + 3
    line = lineup(view, turn)
    before = resolve(line).scores[place]
    line.stacked[place] += 1
    added = resolve(line).scores[place] - before
    return Remark("stacked", {"unit": view.content.units[line.units[place]], "n": added})
