"""Section 6: flipping the Logistics card and what the others must discard then."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import one_of
from starhall.games.cassiopeia.content import BASE, NONE, ROW, SIDES, Clause
from starhall.games.cassiopeia.options import D_DISCARD
from starhall.games.cassiopeia.rules.legality import QUESTIONS, passing
from starhall.games.cassiopeia.rules.resources import give_back, loose, mask_of, why_not_lose
from starhall.games.cassiopeia.rules.verbs import ACTS
from starhall.games.cassiopeia.state import Player, Table

LIMIT: Final = 3  # unprotected resources that survive a flip (CA-6.6)


@ACTS.verb("set_logistics", one_of(*SIDES))
async def set_logistics(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.7: flip the card and let the others discard; CA-6.8: or do nothing at all."""
    side = clause.numbers[0]
    if s.logistics != side:
        s.logistics = side
        s.discarding = True
        if s.witness is not None:
            s.witness.tell("flips_logistics", who=player.seat, side=SIDES[side])
    if s.discarding:
        for other in s.others(player):  # CA-6.7
            await discard_down(s, other)
        s.discarding = False


async def discard_down(s: Table, player: Player) -> None:
    """CA-6.6: the owner discards one token at a time until three are left."""
    while True:
        found = loose(s, player)
        count = sum(found)
        if count <= LIMIT:
            return
        options = s.options.discard_any[mask_of(found)]
        choice = await Decision(player.seat, D_DISCARD, options, str(count))
        give_back(s, player, choice.value)
        if s.witness is not None:
            s.witness.tell("discards", who=player.seat, resource=choice.arg)


@QUESTIONS.rule(D_DISCARD, lambda s, decision: s.options.discard)
def why_not_discard(s: Table, decision: Decision, option: Option) -> Reason | None:
    return why_not_lose(s, s.players[decision.seat], option.value, "CA-10.6")


@QUESTIONS.rule(D_DISCARD, passing)
def why_not_keep(s: Table, decision: Decision, option: Option) -> Reason | None:
    count = sum(loose(s, s.players[decision.seat]))
    return Reason("CA-6.6", "must_discard", {"n": count, "limit": LIMIT})


def symbols(s: Table, player: Player) -> tuple[int, int]:
    """Earth and Mars symbols in the row, those of a base included (CA-9.5)."""
    side = player.objects[BASE]
    count = ROW if side == NONE else ROW + abs(s.content.base_symbols[side + 1])
    margin = s.margin(player)
    return (count + margin) // 2, (count - margin) // 2


def unoptimized(s: Table, player: Player) -> Reason:
    """CA-6.3, with the symbols that are counted."""
    shown, side = symbols(s, player), s.logistics
    values: dict[str, object] = {
        "side": SIDES[side],
        "other": SIDES[1 - side],
        "n": shown[1 - side],
        "all": sum(shown),
    }
    return Reason("CA-6.3", "not_optimized", values)
