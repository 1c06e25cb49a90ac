"""Sections 3, 4 and 11: the course of a turn, phase by phase."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Until
from starhall.engine.rules.steps import LEAVE, StrandSteps
from starhall.games.cyberstrife.options import D_MARK
from starhall.games.cyberstrife.rules.asking import ask
from starhall.games.cyberstrife.rules.battle import BATTLE, close_at_cap
from starhall.games.cyberstrife.rules.deploying import deploy_defenders
from starhall.games.cyberstrife.rules.drawing import draw_trait, draw_unit
from starhall.games.cyberstrife.rules.legality import markable
from starhall.games.cyberstrife.rules.passing import holds_turn, next_player, pass_turn
from starhall.games.cyberstrife.state import ACTIVE, ENDED, FIRST, REDEPLOY, Player, Table, Turn


async def begin(s: Table, turn: Turn) -> None:
    """CS-11.13, CS-3.5: when the player is free: bind, and take all defenders back unseen."""
    player = s.players[turn.seat]
    if player.bound != 0:
        await Until(lambda: player.bound == 0)
    player.bound = turn.number
    if s.witness is not None:
        s.witness.tell(BEGINS[turn.kind], who=turn.seat)
        if player.deployed():
            s.witness.tell("recalls", who=turn.seat)
    for lane in player.lanes:
        s.gather(lane, player.hand)


BEGINS: Final[dict[int, str]] = {
    FIRST: "begins_first_turn",
    ACTIVE: "begins_turn",
    REDEPLOY: "redeploys",
}


# Phase 1: Discard and Draw


async def discard_and_draw(s: Table, turn: Turn) -> None:
    """CS-4.1 to CS-4.5: mark any number of units and traits, discard them together, draw."""
    player = s.players[turn.seat]
    first_trait = s.content.first_trait
    while True:
        choice = await ask(s, Decision(turn.seat, D_MARK, markable(s, player)))
        if choice is s.options.done:
            break
        trait = choice.verb == "mark_trait"
        player.marks.append(choice.value + first_trait if trait else choice.value)
    marks, player.marks = player.marks, []
    exchange(s, player, marks)


def exchange(s: Table, player: Player, marks: list[int]) -> None:
    """CS-4.2 to CS-4.5: all discards first, then the units, then the traits."""
    copy = s.copies[player.copy_number]
    units = [card for card in marks if card < s.content.first_trait]
    traits = [card for card in marks if card >= s.content.first_trait]
    for unit in units:
        s.move(unit, player.hand, copy.unit_pile)
    for trait in traits:
        s.move(trait, player.traits, copy.trait_pile)
    if s.witness is not None:
        if not marks:
            s.witness.tell("keeps_all", who=player.seat)
        if units:
            names = [s.content.cards[unit] for unit in units]
            s.witness.tell("discards_units", who=player.seat, n=len(units), units=names)
        if traits:
            names = [s.content.cards[trait] for trait in traits]
            s.witness.tell("discards_traits", who=player.seat, traits=names)
    for _ in units:
        draw_unit(s, player)
    for _ in traits:
        draw_trait(s, player)
    if s.witness is not None and traits:
        drawn = [s.content.cards[trait] for trait in player.traits.cards[-len(traits) :]]
        s.witness.tell("draws_traits", who=player.seat, traits=drawn)


# Whom to attack


async def wait_for_target(s: Table, turn: Turn) -> None:
    """CS-11.14: until the next player holds no turn, is free and has defenders out (CS-19.2)."""
    if not may_attack(s, turn):
        await Until(lambda: may_attack(s, turn))
    target = next_player(s, turn.seat)
    if turn.expiring or target == turn.seat:
        return  # CS-11.7: the attack is left out
    turn.target = target
    turn.fighting = True
    s.players[target].bound = turn.number
    turn.sudden = 0 < s.sudden_death <= s.round()


def may_attack(s: Table, turn: Turn) -> bool:
    """Is the wait over? The next player is looked up each time."""
    target = next_player(s, turn.seat)
    if turn.expiring or target == turn.seat:
        return True
    player = s.players[target]
    return player.bound == 0 and player.deployed() and not holds_turn(s, target)


# The end


def go_on(s: Table, turn: Turn) -> int | None:
    """CS-10.4: if the active player is out, the turn ends here."""
    return LEAVE if turn.kind == ENDED else None


def count_turn(s: Table, turn: Turn) -> None:
    """CS-3.9: the turn is completed."""
    s.players[turn.seat].turns += 1


def check_cap(s: Table, turn: Turn) -> None:
    close_at_cap(s)


# The whole of it


def whose(s: Table, turn: Turn) -> dict[str, object]:
    return {"who": turn.seat}


# CS-3.2: a first turn has only the first and the last phase.
FIRST_TURN: Final = StrandSteps(
    "first_turn",
    begin,
    discard_and_draw,
    deploy_defenders,
    count_turn,
    pass_turn,
    check_cap,
    about=whose,
)
# CS-3.1, and the end-of-turn order of section 10.
TURN: Final = StrandSteps(
    "turn",
    begin,
    discard_and_draw,
    wait_for_target,
    BATTLE,
    go_on,
    deploy_defenders,
    count_turn,
    pass_turn,
    check_cap,
    about=whose,
)
# CS-10.9
REDEPLOYMENT: Final = StrandSteps("redeployment", begin, deploy_defenders, pass_turn, about=whose)

STRANDS: Final[dict[int, StrandSteps]] = {
    FIRST: FIRST_TURN,
    ACTIVE: TURN,
    REDEPLOY: REDEPLOYMENT,
}


def step_of(turn: Turn) -> str:
    """The name of the current step of a strand: `discard_and_draw`."""
    return STRANDS[turn.kind].at(turn)
