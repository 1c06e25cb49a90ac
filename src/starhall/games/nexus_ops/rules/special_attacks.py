"""Section 6: special attacks at the end of the Movement phase."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import LEAVE, Steps
from starhall.games.nexus_ops.boards import HEXES, MONO, hexes_of
from starhall.games.nexus_ops.content import DRAGON, MONOLITH, NONE, SLOT_COUNT
from starhall.games.nexus_ops.rules.control import (
    contested_mask,
    destroy,
    enemies_at,
    enemy_mask,
    seat_of,
)
from starhall.games.nexus_ops.rules.legality import QUESTIONS, not_an_enemy_there, rivals
from starhall.games.nexus_ops.stacks import ALL_OF, ONE, count, slots
from starhall.games.nexus_ops.state import Player, Table


def can_breathe(s: Table) -> bool:
    return bool(breathers(s, s.players[s.active]))


def breathers(s: Table, player: Player) -> list[int]:
    """NX-6.2: hexes, not contested, with a dragon that has not breathed and has a target."""
    if player.supply & ALL_OF[DRAGON] == s.content.count[DRAGON] * ONE[DRAGON]:
        return []
    enemy = enemy_mask(s, s.active)
    found: list[int] = []
    for hex in hexes_of(player.mask & ~contested_mask(s)):
        if player.stacks[hex] & ALL_OF[DRAGON] and targets(s, hex, enemy):
            if count(player.stacks[hex], DRAGON) > s.breathed.count(hex):
                found.append(hex)
    return found


def targets(s: Table, hex: int, enemy: int) -> int:
    """NX-6.3: adjacent hexes with enemies; from the Monolith every such hex of the board."""
    if hex == MONO and s.terrain[MONO] == MONOLITH:
        return enemy
    return enemy & s.board.near[hex]


async def choose_dragon(s: Table) -> int | None:
    """NX-6.6: one at a time, each seeing what came before."""
    options = [s.options.breathe[hex] for hex in breathers(s, s.players[s.active])]
    about = s.content.units[DRAGON + s.alternate]
    choice = await Decision(s.active, "breath", [*options, s.options.finish], about)
    if choice is s.options.finish:
        return LEAVE
    s.breather = choice.value
    return None


async def take_aim(s: Table) -> None:
    options = [
        s.options.aim[hex] for hex in hexes_of(targets(s, s.breather, enemy_mask(s, s.active)))
    ]
    choice = await Decision(s.active, "breath_target", options, HEXES[s.breather])
    s.aim = choice.value
    s.breathed.append(s.breather)


def has_target(s: Table) -> bool:
    return (enemy_mask(s, s.active) >> s.aim) & 1 == 1


def breathe(s: Table) -> int | None:
    """NX-6.4: one die."""
    die = s.chance.streams[0].roll()
    needs = s.content.breath[DRAGON + s.alternate]
    if s.witness is not None:
        s.witness.tell(
            "breathes", who=s.active, unit=s.content.units[DRAGON + s.alternate],
            origin=HEXES[s.breather], goal=HEXES[s.aim], die=die, needs=needs,
        )  # fmt: skip
    return None if die >= needs else LEAVE


async def name_victim(s: Table) -> None:
    """NX-6.5: the active player names the victim."""
    options = [s.options.rival[s.players[seat].faction] for seat in enemies_at(s, s.active, s.aim)]
    choice = await Decision(s.active, "breath_victim", options, HEXES[s.aim])
    s.victim = seat_of(s, choice.value)


async def suffer(s: Table) -> int | None:
    """NX-6.5: the victim chooses the unit. NX-17.31, NX-17.32: a Wyrm must roll again."""
    victim = s.players[s.victim]
    options = [s.options.lose[slot + s.alternate] for slot in slots(victim.stacks[s.aim])]
    choice = await Decision(s.victim, "casualty", options, HEXES[s.aim])
    destroy(victim, s.aim, ONE[choice.value % SLOT_COUNT])
    if s.witness is not None:
        unit = s.content.units[choice.value]
        s.witness.tell("loses", who=victim.seat, unit=unit, hex=HEXES[s.aim])
    s.victim = NONE
    s.kills += 1
    return None if s.content.chains[DRAGON + s.alternate] else LEAVE


def lower_head(s: Table) -> None:
    s.breather = NONE
    s.aim = NONE


SPECIAL_ATTACK: Final = Steps(
    "special_attack",
    choose_dragon,
    take_aim,
    Steps("", breathe, name_victim, suffer, as_long_as=has_target),
    lower_head,
    as_long_as=can_breathe,
)


# What is legal


def own_dragons(s: Table, decision: Decision) -> list[Option]:
    player = s.players[decision.seat]
    hexes = [hex for hex in hexes_of(player.mask) if count(player.stacks[hex], DRAGON)]
    return [s.options.breathe[hex] for hex in hexes]


@QUESTIONS.rule("breath", own_dragons)
def why_not_breathe(s: Table, decision: Decision, option: Option) -> Reason | None:
    """NX-6.2, NX-6.3, NX-6.6: pinned, done, or without a target."""
    hex = option.value
    values: dict[str, object] = {"unit": s.content.units[DRAGON + s.alternate], "hex": HEXES[hex]}
    if (contested_mask(s) >> hex) & 1:
        return Reason("NX-6.2", "dragon_pinned", values)
    if s.breathed.count(hex) >= count(s.players[decision.seat].stacks[hex], DRAGON):
        return Reason("NX-6.2", "dragon_done", values)
    if not targets(s, hex, enemy_mask(s, decision.seat)):
        return Reason("NX-6.3", "no_target", values)
    return None


QUESTIONS.free("breath", lambda s, _: [s.options.finish])


def enemy_hexes(s: Table, decision: Decision) -> list[Option]:
    return [s.options.aim[hex] for hex in hexes_of(enemy_mask(s, decision.seat))]


@QUESTIONS.rule("breath_target", enemy_hexes)
def why_not_aim(s: Table, decision: Decision, option: Option) -> Reason | None:
    if (targets(s, s.breather, enemy_mask(s, decision.seat)) >> option.value) & 1:
        return None
    values: dict[str, object] = {"goal": HEXES[option.value], "hex": HEXES[s.breather]}
    return Reason("NX-6.3", "not_adjacent", values)


@QUESTIONS.rule("breath_victim", rivals)
def why_not_victim(s: Table, decision: Decision, option: Option) -> Reason | None:
    return not_an_enemy_there(s, decision.seat, seat_of(s, option.value), s.aim)
