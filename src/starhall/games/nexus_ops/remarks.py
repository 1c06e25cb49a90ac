"""What the rules know about an option, for its sentence: the price, the effect, the odds."""

# mypyc: off

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Decision, Remark
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import MONO
from starhall.games.nexus_ops.bot.odds import odds
from starhall.games.nexus_ops.content import CRYSTALLINE, DRAGON, NONE, SLOT_COUNT, SLOTS
from starhall.games.nexus_ops.rules.battle_cards import dice_of_group
from starhall.games.nexus_ops.rules.control import awake, enemies_at, seat_of
from starhall.games.nexus_ops.rules.deployment import price
from starhall.games.nexus_ops.rules.dice import hits
from starhall.games.nexus_ops.stacks import ONE, total
from starhall.games.nexus_ops.state import Table

MOST_UNITS: Final = 30  # up to here the odds of a battle take a few hundredths of a second

Remarks = Callable[[Table, Decision, Option], Remark | None]


def remark(view: Table, decision: Decision, option: Option) -> Remark | None:
    """The remark on an option, by its verb."""
    if view.vortex and option.kinds == ("hex",) and option.value == MONO:
        return Remark("vortex")  # NX-17.9: the hex of the Monolith
    about = REMARKS.get(option.verb)
    if about is None or option not in decision.options:  # a refused option has no effect
        return None
    return about(view, decision, option)


def units_by_slot(view: Table) -> dict[str, object]:
    """NX-1.6: cards name kinds of figures; the sheet says which units they are."""
    units = view.content.units
    return {slot: units[i + view.alternate] for i, slot in enumerate(SLOTS)}


def played(view: Table, decision: Decision, option: Option) -> Remark | None:
    """NX-16.9: what the card does."""
    return Remark("card", {"what": {"key": f"card.{option.arg}", **units_by_slot(view)}})


def bought(view: Table, decision: Decision, option: Option) -> Remark | None:
    return Remark("price", {"n": price(view, option.value % SLOT_COUNT)})


def ground(view: Table, decision: Decision, option: Option) -> Remark | None:
    """What lies in a hex: a token, a refinery."""
    hex = option.value
    if hex in view.unexplored:
        return Remark("unexplored")
    return Remark("refinery", {"n": view.refinery[hex]}) if view.refinery[hex] else None


def entered(view: Table, decision: Decision, option: Option) -> Remark | None:
    """NX-8.1: moving to a hex with enemies means attacking them."""
    hex = option.value
    whom = [] if (view.fought >> hex) & 1 else enemies_at(view, decision.seat, hex)
    if not whom:
        return ground(view, decision, option)
    if len(whom) > 1:
        return Remark("attacks_one", {"who": whom})
    if view.moving == NONE:  # how many Sporlings creep is not known yet
        return Remark("attacks", {"who": whom})
    attackers = view.players[decision.seat].stacks[hex] + ONE[view.moving & 7]
    return with_chance("attacks", whom, chance(view, attackers, whom[0], hex))


def fought(view: Table, decision: Decision, option: Option) -> Remark | None:
    hex = option.value
    whom = enemies_at(view, decision.seat, hex)
    if len(whom) != 1:
        return Remark("against_one", {"who": whom})
    attackers = awake(view, view.players[decision.seat], hex)
    return with_chance("against", whom, chance(view, attackers, whom[0], hex))


def with_chance(key: str, whom: list[int], win: str) -> Remark:
    return Remark(f"{key}_at", {"who": whom, "win": win}) if win else Remark(key, {"who": whom})


def chance(view: Table, attackers: int, defender: int, hex: int) -> str:
    """The chance to win a battle without cards, in per cent; for huge battles it takes too long."""
    defenders = view.players[defender].stacks[hex]
    if total(attackers) + total(defenders) > MOST_UNITS:
        return ""
    found = odds(view.content, attackers, defenders, view.terrain[hex], view.alternate)
    return f"{100 * found.win:.0f}"


def named(view: Table, decision: Decision, option: Option) -> Remark | None:
    """Who leads a faction, and what it means to choose him."""
    other = seat_of(view, option.value)
    values: dict[str, object] = {"who": other}
    if decision.kind == "card_player":
        return Remark("hand", {**values, "n": len(view.players[other].energize.cards)})
    if decision.kind == "defender" and view.fight is not None:
        hex = view.fight.hex
        attackers = awake(view, view.players[decision.seat], hex)
        win = chance(view, attackers, other, hex)
        return Remark("defender", {**values, "win": win}) if win else Remark("leader", values)
    return Remark("leader", values)


def aimed(view: Table, decision: Decision, option: Option) -> Remark | None:
    """NX-6.4: whom a special attack meets, and what it needs."""
    needs = view.content.breath[DRAGON + view.alternate]
    return Remark("aimed", {"who": enemies_at(view, decision.seat, option.value), "n": needs})


def lost(view: Table, decision: Decision, option: Option) -> Remark | None:
    """What a unit costs, and whether it has rolled in this battle."""
    values: dict[str, object] = {"n": view.content.cost[option.value]}
    fight = view.fight
    if fight is None:
        return Remark("worth", values)
    side = fight.side_of(decision.seat)
    side = 1 - side if option.verb == "strike" else side
    early = (fight.rolled[side] >> (option.value % SLOT_COUNT)) & 1
    rolled = early or view.content.step[option.value] <= fight.step
    return Remark("worth_rolled" if rolled else "worth", values)


def scored(view: Table, decision: Decision, option: Option) -> Remark | None:
    return Remark("points", {"n": view.content.points[option.value]})


def shattered(view: Table, decision: Decision, option: Option) -> Remark | None:
    """NX-17.26: what it costs, and what it needs."""
    return Remark("shatters", {"n": view.content.shatter[CRYSTALLINE + view.alternate]})


def on_side(view: Table, decision: Decision, option: Option) -> Remark | None:
    """NX-16.7: who is meant, and what a card does to his dice or to the hits against him."""
    fight = view.battle()
    values: dict[str, object] = {"who": fight.seat_of(option.value)}
    verb, amount = view.content.verb[view.card], view.content.amount[view.card]
    if verb == "mod":
        return Remark("side_dice", {**values, "n": f"{amount:+d}"})
    if verb == "cancel":
        against = len(hits(view, fight, 1 - option.value))
        return Remark("side_hits", {**values, "n": min(amount, against)})
    return Remark("side", values)


def rolled_again(view: Table, decision: Decision, option: Option) -> Remark | None:
    who = view.battle().seat_of(option.value // 2)
    return Remark("dice", {"who": who, "n": len(dice_of_group(view, option.value))})


REMARKS: Final[dict[str, Remarks]] = {
    "play": played,
    "buy": bought,
    "place": ground,
    "at": ground,
    "go": entered,
    "creep": entered,
    "fight": fought,
    "rival": named,
    "aim": aimed,
    "lose": lost,
    "strike": lost,
    "shatter": shattered,
    "score": scored,
    "keep": scored,
    "side": on_side,
    "dice": rolled_again,
}
