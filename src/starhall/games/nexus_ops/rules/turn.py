"""Section 3: the course of the game, and a turn with its six phases."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import Steps
from starhall.games.nexus_ops.content import NONE
from starhall.games.nexus_ops.rules.battle import (
    BATTLE,
    battle_is_due,
    choose_defender,
    choose_hex,
)
from starhall.games.nexus_ops.rules.deployment import deployment
from starhall.games.nexus_ops.rules.drawing import (
    draw_missions,
    end_turn,
    hand_over,
    keep_mission,
    monolith_draw,
)
from starhall.games.nexus_ops.rules.ending import eliminations, is_in, reach_cap
from starhall.games.nexus_ops.rules.exploration import explore, mine
from starhall.games.nexus_ops.rules.legality import QUESTIONS, ask
from starhall.games.nexus_ops.rules.missions import checkpoint
from starhall.games.nexus_ops.rules.movement import movement, ready_units
from starhall.games.nexus_ops.rules.special_attacks import SPECIAL_ATTACK
from starhall.games.nexus_ops.rules.vortex import vortex
from starhall.games.nexus_ops.state import Table


async def choose_factions(s: Table) -> None:
    """NX-2.13: beginning with the first player, each takes a free faction."""
    for position in range(s.seats):
        player = s.players[(s.first + position) % s.seats]
        if player.faction != NONE:
            continue
        choice = await ask(s, player.seat, "faction")
        player.faction = choice.value
        if s.witness is not None:
            s.witness.tell("leads", who=player.seat, faction=choice.arg)
    if s.teams and s.witness is not None:
        s.witness.tell("teams", team=[0, 2], others=[1, 3])


@QUESTIONS.rule("faction", lambda s, _: s.options.lead)
def why_not_lead(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-2.13: a free faction."""
    for player in s.players:
        if player.faction == option.value:
            values: dict[str, object] = {"who": player.seat, "faction": option.arg}
            return Reason("NX-2.13", "faction_taken", values)
    return None


def begin_turn(s: Table) -> None:
    if s.witness is not None:
        s.witness.tell("turn", who=s.active, n=s.round)


def pass_on(s: Table) -> None:
    """NX-3.2, NX-15.7, NX-15.8: the next player's turn; eliminated players are skipped."""
    s.clear("turn")
    while True:
        s.active = (s.active + 1) % s.seats
        if s.active == s.first:
            if s.round == s.round_cap:
                reach_cap(s)
            s.round += 1
            if s.vortex:
                break  # even if the first player is out, the Vortex stirs in his place
        if is_in(s):
            break


def whose_turn(s: Table) -> dict[str, object]:
    return {"who": s.active, "n": s.round}


# NX-3.1, NX-3.3, NX-3.4: six phases, with checkpoints for Objectives and elimination checks

NEXT_BATTLE: Final = Steps(
    "",
    choose_hex,
    choose_defender,
    BATTLE,
    checkpoint,
    eliminations,
    as_long_as=battle_is_due,
)

TURN: Final = Steps(
    "turn",
    begin_turn,
    Steps("deployment", deployment, checkpoint, eliminations),
    Steps("movement", ready_units, movement, SPECIAL_ATTACK, checkpoint, eliminations, when=is_in),
    Steps("exploration", explore, checkpoint, when=is_in),
    Steps("battles", NEXT_BATTLE, when=battle_is_due),
    Steps("mining", mine, checkpoint, when=is_in),
    Steps(
        "draw",
        draw_missions,
        keep_mission,
        monolith_draw,
        checkpoint,
        hand_over,
        Steps("end_of_turn", end_turn, eliminations),
        when=is_in,
    ),
    when=is_in,
    about=whose_turn,
)

GAME_STEPS: Final = Steps(
    "",
    choose_factions,
    Steps("", vortex, TURN, pass_on, as_long_as=lambda s: True),  # until somebody wins
)


def phase_of(s: Table) -> str:
    """The innermost current list of steps: `movement`, `battle`."""
    names = GAME_STEPS.names(s.strands[0].cursor)
    return names[-1] if names else "setup"
