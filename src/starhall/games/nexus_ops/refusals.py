"""What a player of Nexus Ops might expect to be offered, and the rule that forbids it."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason, Refusal
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import BOARDS, HEXES, hexes_of
from starhall.games.nexus_ops.cards import (
    CARDS,
    DRAGON,
    EVAC,
    FIRST_ENERGIZE,
    IS_BATTLE,
    ONE_PER_HOME,
    REINFORCE,
    SLOT_COUNT,
    TERRAINS,
    UNITS,
    VERB,
    WHEN,
)
from starhall.games.nexus_ops.content import WHEN as MOMENTS
from starhall.games.nexus_ops.control import contested_mask, enemy_mask, homes, may_enter
from starhall.games.nexus_ops.deployment import free_homes, price
from starhall.games.nexus_ops.missions import mission_source
from starhall.games.nexus_ops.movement import MARCH_GROUP
from starhall.games.nexus_ops.stacks import count, slots
from starhall.games.nexus_ops.state import Player, Table
from starhall.games.nexus_ops.window import side_of
from starhall.games.nexus_ops.words import (
    BREATHE,
    BUY,
    D_BATTLE_HEX,
    D_BATTLE_MISSION,
    D_BREATH,
    D_DEPLOY,
    D_DEST,
    D_MOVE,
    D_OBJECTIVE,
    D_PLACE,
    D_WINDOW,
    GO,
    MOVE,
    PASS,
    PLACE,
    PLAY,
    SCORE,
    UNIT_COUNT,
)

Values = dict[str, object]


def refusals(view: Table, decision: Decision) -> list[Refusal]:
    """For each kind of decision, the options that are missing and why."""
    player = view.players[decision.seat]
    kind = decision.kind
    if kind == D_DEPLOY:
        found = _buying(view, player) + _playing(view, decision, player)
    elif kind == D_PLACE:
        found = _placing(view, player)
    elif kind == D_MOVE:
        found = _moving(view, player)
    elif kind == D_DEST:
        found = _going(view)
    elif kind == D_BREATH:
        found = _breathing(view, player)
    elif kind == D_BATTLE_HEX:
        found = [Refusal(PASS, Reason("NX-8.1", "must_fight"))]
    elif kind == D_WINDOW:
        found = _playing(view, decision, player)
    elif kind in (D_OBJECTIVE, D_BATTLE_MISSION):
        found = _scoring(view, kind)
    else:
        found = []
    return [refusal for refusal in found if refusal.option not in decision.options]


def _buying(view: Table, player: Player) -> list[Refusal]:
    """NX-4.2, NX-17.23: the price, the figures, the Clones of this turn."""
    found = []
    for slot in range(SLOT_COUNT):
        unit = UNITS[slot + view.alternate]
        option = BUY[slot + view.alternate]
        cost = price(view, slot)
        if not count(player.supply, slot):
            found.append(Refusal(option, Reason("NX-1.5", "no_figure", {"unit": unit})))
        elif not free_homes(view, slot):
            found.append(Refusal(option, Reason("NX-17.23", "clone_limit", {"unit": unit})))
        elif cost > player.rubium:
            values: Values = {"unit": unit, "cost": cost, "rubium": player.rubium}
            found.append(Refusal(option, Reason("NX-4.2", "too_dear", values)))
    return found


def _playing(view: Table, decision: Decision, player: Player) -> list[Refusal]:
    """NX-4.5, NX-11.12, NX-4.6: the moment, the side, something to work on."""
    found = []
    moment = 0
    if decision.kind == D_WINDOW and view.fight is not None:
        moment = 2 if view.fight.dice != [[], []] else 1
    for card in sorted(set(player.energize.cards)):
        values: Values = {"card": CARDS[card]}
        if WHEN[card] != moment:
            values["moment"] = view_moment(card)
            reason = Reason("NX-11.12", "wrong_moment", values)
        elif VERB[card] in (EVAC, REINFORCE) and not _fights(view, player.seat):
            reason = Reason("NX-16.9", "not_fighting", values)
        else:
            reason = Reason("NX-4.6", "no_choice", values)
        found.append(Refusal(PLAY[card - FIRST_ENERGIZE], reason))
    return found


def view_moment(card: int) -> str:
    return MOMENTS[WHEN[card]]


def _fights(view: Table, seat: int) -> bool:
    return view.fight is not None and side_of(view.fight, seat) >= 0


def _placing(view: Table, player: Player) -> list[Refusal]:
    """NX-4.3: only on the own home hexes."""
    found = []
    own = homes(view, player.seat)
    clones = ONE_PER_HOME[view.buying + view.alternate]
    for hex in BOARDS[view.board].hexes:
        values: Values = {"hex": HEXES[hex]}
        if hex not in own:
            found.append(Refusal(PLACE[hex], Reason("NX-4.3", "not_home", values)))
        elif clones and (view.cloned >> hex) & 1:
            found.append(Refusal(PLACE[hex], Reason("NX-17.23", "clone_here", values)))
    return found


def _moving(view: Table, player: Player) -> list[Refusal]:
    """NX-5.1, NX-5.14: units that have moved, and units that cannot go anywhere."""
    found = []
    for hex in hexes_of(player.mask):
        for slot in slots(player.stacks[hex]):
            option = MOVE[hex * UNIT_COUNT + slot + view.alternate]
            values: Values = {"unit": UNITS[slot + view.alternate], "hex": HEXES[hex]}
            due = view.ready and count(view.ready[hex], slot)
            reason = Reason("NX-5.14", "no_way", values)
            if not due:
                reason = Reason("NX-5.1", "has_moved", values)
            found.append(Refusal(option, reason))
    return found


def _going(view: Table) -> list[Refusal]:
    """NX-5.4, NX-5.6, NX-5.14: why a hex is no destination."""
    group = view.moving % MARCH_GROUP
    hex, slot = group >> 3, group & 7
    unit = UNITS[slot + view.alternate]
    enter = may_enter(view, view.active, slot)
    contested = contested_mask(view)
    barred = contested | enemy_mask(view, view.active)
    bound = (contested >> hex) & 1
    near = BOARDS[view.board].near[hex]
    found = []
    for goal in BOARDS[view.board].hexes:
        if goal == hex:
            continue
        values: Values = {"unit": unit, "hex": HEXES[goal]}
        if not (enter >> goal) & 1:
            values["terrain"] = TERRAINS[view.terrain[goal]]
            rule = "NX-17.9" if values["terrain"] == "vortex" else "NX-5.6"
            reason = Reason(rule, "no_entry", values)
        elif bound and (barred >> goal) & 1 and (near >> goal) & 1:
            reason = Reason("NX-5.4", "both_contested", values)
        else:
            reason = Reason("NX-5.14", "out_of_reach", values)
        found.append(Refusal(GO[goal], reason))
    return found


def _breathing(view: Table, player: Player) -> list[Refusal]:
    """NX-6.2, NX-6.3, NX-6.6: pinned, done, or without a target."""
    found = []
    contested = contested_mask(view)
    for hex in hexes_of(player.mask):
        dragons = count(player.stacks[hex], DRAGON)
        values: Values = {"unit": UNITS[DRAGON + view.alternate], "hex": HEXES[hex]}
        if not dragons:
            continue
        reason = Reason("NX-6.3", "no_target", values)
        if (contested >> hex) & 1:
            reason = Reason("NX-6.2", "dragon_pinned", values)
        elif view.breathed.count(hex) >= dragons:
            reason = Reason("NX-6.2", "dragon_done", values)
        found.append(Refusal(BREATHE[hex], reason))
    return found


def _scoring(view: Table, kind: str) -> list[Refusal]:
    """NX-11.6, NX-11.7: missions in hand or in the line that cannot be scored now."""
    found = []
    for mission in sorted(set(mission_source(view).cards)):
        values: Values = {"card": CARDS[mission]}
        option: Option = SCORE[mission]
        if kind == D_OBJECTIVE and IS_BATTLE[mission]:
            found.append(Refusal(option, Reason("NX-11.6", "battle_only", values)))
        else:
            rule = "NX-11.7" if kind == D_OBJECTIVE else "NX-8.29"
            found.append(Refusal(option, Reason(rule, "not_fulfilled", values)))
    return found
