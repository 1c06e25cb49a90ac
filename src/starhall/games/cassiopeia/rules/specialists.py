"""Sections 8 and 16: resolving an effect clause by clause, and the verbs of specialists."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import one_of
from starhall.games.cassiopeia.content import BOT, COIN, LENS, NONE, Clause
from starhall.games.cassiopeia.options import D_TAKE, D_TARGET, D_UPGRADE
from starhall.games.cassiopeia.rules.legality import QUESTIONS, must, passing
from starhall.games.cassiopeia.rules.resources import (
    eligible,
    exchange,
    gain,
    loose,
    mask_of,
    rob,
    targets,
    why_not_exchange,
    why_not_lose,
)
from starhall.games.cassiopeia.rules.verbs import ACTS, COUNT, RESOURCE
from starhall.games.cassiopeia.state import Player, Table


def begin_part(s: Table, clauses: list[Clause], part: int) -> None:
    """`left` counts the repetitions of the clause, so that it can be resumed in the middle."""
    s.part = part
    s.left = clauses[part].times if part < len(clauses) else 0


async def resolve(s: Table, player: Player, clauses: list[Clause]) -> None:
    """CA-4.10, CA-4.11: in written order, each part as far as possible, Logistics last."""
    while s.part < len(clauses):
        clause = clauses[s.part]
        if clause.logistics and not s.optimized(player):
            begin_part(s, clauses, len(clauses))  # CA-6.3: the clause does not exist
            return
        asking = clause.act(s, player, clause)
        if asking is not None:
            await asking
        begin_part(s, clauses, s.part + 1)


# The verbs


@ACTS.verb("each_gain", RESOURCE, COUNT)
def each_gain(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.2, CA-5.3: you first, then the others in turn order after you."""
    resource, amount = clause.numbers
    gain(s, player, resource, amount)
    for other in s.others(player):
        gain(s, other, resource, amount)


@ACTS.verb("discount", COUNT)
def discount(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.11: the first planet of this turn costs less."""
    s.discount += clause.numbers[0]
    if s.witness is not None:
        s.witness.tell("discounts", who=player.seat, n=clause.numbers[0])


@ACTS.verb("extra_terraform", COUNT)
def extra_terraform(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.12: more than one planet this turn."""
    s.planets_left += clause.numbers[0]
    if s.witness is not None:
        s.witness.tell("extra", who=player.seat, n=clause.numbers[0])


@ACTS.verb("levy", one_of("coin"), COUNT)
def levy(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.8: every eligible opponent gives unprotected coins; nobody chooses."""
    for other in s.others(player):
        if eligible(player, other):
            rob(s, player, other, COIN, min(clause.numbers[1], loose(s, other)[COIN]))


@ACTS.verb("upgrade", COUNT)
async def upgrade(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.5: up to `left` times, return a token and gain the next better one."""
    held = player.held
    while s.left > 0:
        mask = 0
        for resource in (COIN, BOT, LENS):
            if held[resource] and s.reserve[resource + 1]:
                mask |= 1 << resource
        if mask == 0:
            return
        options = s.options.upgrade_any[mask]
        choice = await Decision(player.seat, D_UPGRADE, options, str(s.left))
        if choice is s.options.pass_:
            return
        exchange(s, player, choice.value, choice.value + 1)
        s.left -= 1


@QUESTIONS.rule(D_UPGRADE, lambda s, decision: s.options.upgrade)
def why_not_upgrade(s: Table, decision: Decision, option: Option) -> Reason | None:
    player = s.players[decision.seat]
    return why_not_exchange(s, player, option.value, option.value + 1, "CA-16.5")


QUESTIONS.free(D_UPGRADE, passing)


@ACTS.verb("raid", COUNT)
async def raid(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.9: up to `left` times, take one unprotected token from an opponent."""
    while s.left > 0:
        if s.victim == NONE:
            options = [s.options.target[other.colour] for other in targets(s, player)]
            if not options:
                return
            options.append(s.options.pass_)
            about = f"raid/{s.content.specialists[s.row[player.place]]}"
            choice = await Decision(player.seat, D_TARGET, options, about)
            if choice is s.options.pass_:
                return
            aim(s, player, choice, "raids")
        victim = s.players[s.victim]
        options = s.options.take_any[mask_of(loose(s, victim))]
        choice = await Decision(player.seat, D_TAKE, options, str(victim.seat + 1))
        rob(s, player, victim, choice.value, 1)
        s.left -= 1


def aim(s: Table, player: Player, choice: Option, how: str) -> None:
    """The opponent who loses a token is named."""
    s.victim = s.of_colour(choice.value).seat
    if s.witness is not None:
        s.witness.tell(how, who=player.seat, victim=s.victim)


@QUESTIONS.rule(D_TARGET, passing)
def why_not_spare(s: Table, decision: Decision, option: Option) -> Reason | None:
    """A raid may be declined; an effect of START is declined before it is used (CA-4.4)."""
    return Reason("CA-16.10", "must_extort") if s.using != NONE else None


@QUESTIONS.rule(D_TAKE, lambda s, decision: s.options.take)
def why_not_take(s: Table, decision: Decision, option: Option) -> Reason | None:
    return why_not_lose(s, s.players[s.victim], option.value, "CA-10.4", own=False)


must(D_TAKE, "CA-16.9", "must_take")
