"""What a player of Cysmic might expect to be offered, and the rule that forbids it."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason, Refusal
from starhall.games.cysmic.content import (
    ACTION,
    COMMANDS,
    INSTALLED,
    IS_COMBAT,
    MISSING,
    ROWS,
    TROOP_TYPES,
    TYPES,
)
from starhall.games.cysmic.geometry import HEX_IDS, HEXES
from starhall.games.cysmic.options import (
    D_BONUS,
    D_BUILD,
    D_BURN,
    D_DISCOVERY,
    D_LEG,
    D_PLAY,
    D_RECRUIT,
    D_STRIKE,
    D_UNIT,
    D_WORK_MODULE,
)
from starhall.games.cysmic.rules.asking import piece_options
from starhall.games.cysmic.rules.board import locked, reserve_piece, room
from starhall.games.cysmic.rules.construction import (
    affordable,
    module_price,
    workers,
    workers_needed,
)
from starhall.games.cysmic.rules.deploying import deploy_hexes, troop_price
from starhall.games.cysmic.rules.verbs import possible
from starhall.games.cysmic.state import DEVASTATED, GROUNDS, NONE, Table


def refusals(view: Table, decision: Decision) -> list[Refusal]:
    """For each kind of decision, the options that are missing and why."""
    kind = decision.kind
    if kind == D_LEG:
        found = _moving(view, decision)
    elif kind in (D_BUILD, D_WORK_MODULE):
        found = _building(view, decision)
    elif kind == D_RECRUIT:
        found = _recruiting(view, decision)
    elif kind == D_BONUS:
        found = _bonus(view)
    elif kind in (D_BURN, D_PLAY):
        found = _commands(view, decision)
    elif kind == D_STRIKE:
        found = [Refusal(view.options.flee, Reason("CY-11.30", "no_flight"))]
    elif kind == D_DISCOVERY:
        found = _discoveries(view, decision)
    elif kind == D_UNIT:
        found = _locked_units(view, decision)
    else:
        found = []
    return [refusal for refusal in found if refusal.option not in decision.options]


def _moving(view: Table, decision: Decision) -> list[Refusal]:
    return [
        Refusal(
            view.options.hex[hex],
            _no_entry(view, decision.seat, view.content.type_of[view.moving], hex),
        )
        for hex in range(HEXES)
    ]


def _no_entry(view: Table, seat: int, type: int, hex: int) -> Reason:
    """Why this unit cannot end a leg there."""
    ground = view.ground[hex]
    name = HEX_IDS[hex]
    if ground > DEVASTATED:
        return Reason("CY-5.2", "blocked_ground", {"hex": name, "ground": GROUNDS[ground]})
    if view.ship_at[hex] != NONE:
        return Reason("CY-5.4", "ship_there", {"hex": name})
    player = view.players[seat]
    if locked(view, hex) and player.here[hex] == 0:
        return Reason("CY-5.9", "others_fight", {"hex": name})
    foes = view.present[hex] & ~(1 << seat)
    if foes and player.here[hex] == 0 and not IS_COMBAT[type]:
        return Reason("CY-5.7", "enemy_there", {"hex": name})
    if player.here[hex] and not room(player, hex, type):
        return Reason("CY-5.5", "full", {"hex": name})
    return Reason("CY-5.1", "out_of_reach", {"hex": name, "moves": view.moves_left})


def _building(view: Table, decision: Decision) -> list[Refusal]:
    found = []
    player = view.players[decision.seat]
    worth = sum(
        view.content.cost[view.content.type_of[piece]] for piece in workers(view, decision.seat)
    )
    for module, name in enumerate(view.content.modules):
        state = player.modules[module]
        price = module_price(view, decision.seat, module, 0)
        if state == INSTALLED:
            reason = Reason("CY-12.11", "installed", {"module": name})
        elif state == MISSING:
            reason = Reason("CY-9.10", "blueprint_missing", {"module": name})
        elif module not in affordable(view, decision.seat, 0):
            reason = Reason(
                "CY-9.10", "not_enough_ore", {"module": name, "price": price, "ore": player.ore}
            )
        else:
            needed = workers_needed(view, decision.seat, module, 0)
            reason = Reason(
                "CY-10.5", "not_enough_workers", {"module": name, "needed": needed, "worth": worth}
            )
        found.append(Refusal(view.options.build[module], reason))
    return found


def _recruiting(view: Table, decision: Decision) -> list[Refusal]:
    found = []
    left = int(decision.about)
    for type in TROOP_TYPES:
        cost = troop_price(view, decision.seat, type, False)
        unit: dict[str, object] = {"unit": TYPES[type]}
        if reserve_piece(view, decision.seat, type) == NONE:
            reason = Reason("CY-7.1", "none_in_reserve", unit)
        elif cost > left:
            reason = Reason("CY-7.1", "too_dear", {**unit, "cost": cost, "left": left})
        elif not deploy_hexes(view, decision.seat, type):
            reason = Reason("CY-7.4", "no_room_for", unit)
        else:
            continue
        found.append(Refusal(view.options.type[type], reason))
    return found


def _bonus(view: Table) -> list[Refusal]:
    found = []
    column = view.column() - 1
    for row, name in enumerate(ROWS):
        if row not in view.content.card_rows[view.command]:
            values: dict[str, object] = {"row": name, "card": COMMANDS[view.command]}
            reason = Reason("CY-10.1", "wrong_colour", values)
        elif not possible(view, view.active, view.content.cells[row][column]):
            reason = Reason("CY-10.4", "nothing_to_do", {"row": name})
        else:
            continue
        found.append(Refusal(view.options.cell[row * 5 + column], reason))
    return found


def _commands(view: Table, decision: Decision) -> list[Refusal]:
    table = view.options.burn if decision.kind == D_BURN else view.options.play
    hand = view.players[decision.seat].hand.cards
    return [
        Refusal(option, Reason("CY-3.11", "not_hand", {"card": COMMANDS[card]}))
        for card, option in enumerate(table)
        if view.content.first_command + card not in hand
    ]


def _discoveries(view: Table, decision: Decision) -> list[Refusal]:
    found = []
    for card in sorted(set(view.players[decision.seat].cards.cards)):
        if view.content.card_type[card] == ACTION and not possible(
            view, decision.seat, view.content.ability[card]
        ):
            reason = Reason("CY-17.6", "nothing_usable", {"card": view.content.cards[card]})
            found.append(
                Refusal(
                    view.options.use[view.content.discoveries.index(view.content.cards[card])],
                    reason,
                )
            )
    return found


def _locked_units(view: Table, decision: Decision) -> list[Refusal]:
    """Units of the type that are locked in a combat."""
    type = TYPES.index(decision.about)
    where = view.players[decision.seat].where
    pieces = [
        piece
        for piece, hex in enumerate(where)
        if hex >= 0 and view.content.type_of[piece] == type and locked(view, hex)
    ]
    return [
        Refusal(option, Reason("CY-4.21", "is_locked", {"hex": option.parts[1]}))
        for option in piece_options(view, decision.seat, pieces)
    ]
