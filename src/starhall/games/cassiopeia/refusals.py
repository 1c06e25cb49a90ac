"""What a player of Cassiopeia might expect to be offered, and the rule that forbids it."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason, Refusal
from starhall.games.cassiopeia.cards import (
    BOT,
    CAPSULE,
    CLAUSES,
    COIN,
    COLOURS,
    COMPLEXES,
    EXCHANGES,
    KINDS,
    LENS,
    PLANETS,
    RESOURCES,
    ROW,
    SHIP,
    SIDES,
    SPECIALIST_CARDS,
    SPECIALISTS,
    STATION,
    STATION_RESOURCE,
    SYSTEMS,
)
from starhall.games.cassiopeia.logistics import LIMIT
from starhall.games.cassiopeia.resources import (
    eligible,
    loose,
    mask_of,
    price_of,
    token_names,
)
from starhall.games.cassiopeia.state import NONE, Player, Table
from starhall.games.cassiopeia.turn import cost_of
from starhall.games.cassiopeia.words import (
    CHOOSE,
    COLOUR,
    CRUISER_EFFECT,
    D_CHOOSE,
    D_COLOUR,
    D_DISCARD,
    D_DROP,
    D_GIVE,
    D_OBJECT,
    D_PHASE_2,
    D_PICK,
    D_PURCHASE,
    D_REQUISITION,
    D_START,
    D_SUBSTITUTE,
    D_SYSTEM,
    D_TAKE,
    D_TARGET,
    D_TERRAFORM,
    D_UPGRADE,
    DISCARD,
    DROP,
    EXCHANGE_EFFECT,
    GIVE,
    PASS,
    PICK,
    PURCHASES,
    REQUISITION,
    START_EFFECTS,
    STATION_EFFECT,
    STOP,
    SUBSTITUTE,
    SYSTEM,
    TAKE,
    TAKE_FACE,
    TARGET,
    TERRAFORM,
    TRANSPORTER_EFFECT,
    UPGRADES,
    USE,
)


def refusals(view: Table, decision: Decision) -> list[Refusal]:
    """For each kind of decision, the options that are missing and why."""
    player = view.players[decision.seat]
    kind = decision.kind
    found: list[Refusal] = []
    if kind in (D_PICK, D_COLOUR, D_SYSTEM):
        found = _setup(view)
    elif kind == D_CHOOSE:
        found = _specialists(view)
    elif kind == D_START:
        found = _start(view, player)
    elif kind == D_TARGET:
        found = _targets(view, player)
    elif kind in (D_GIVE, D_TAKE, D_DISCARD):
        found = _tokens(view, player, kind)
    elif kind in (D_PHASE_2, D_PURCHASE):
        found = _purchases(view, player)
    elif kind == D_UPGRADE:
        found = _upgrades(view, player)
    elif kind in (D_OBJECT, D_REQUISITION):
        found = _objects(view, player)
    elif kind == D_TERRAFORM:
        found = _planets(view, player)
    elif kind in (D_DROP, D_SUBSTITUTE):
        found = _payment(view)
    return [refusal for refusal in found if refusal.option not in decision.options]


def _setup(view: Table) -> list[Refusal]:
    """CA-2.2, CA-2.3: colours and systems are free or taken; a card is in the row once."""
    found = []
    for specialist in view.row:
        card = specialist // 2
        reason = Reason("CA-2.7", "in_row", {"card": SPECIALIST_CARDS[card]})
        found.append(Refusal(PICK[card], reason))
    for other in view.players:
        if other.colour != NONE:
            values = {"who": other.seat, "colour": COLOURS[other.colour]}
            found.append(Refusal(COLOUR[other.colour], Reason("CA-2.2", "colour_taken", values)))
        if other.system != NONE:
            values = {"who": other.seat, "system": SYSTEMS[other.system]}
            found.append(Refusal(SYSTEM[other.system], Reason("CA-2.3", "system_taken", values)))
    return found


def _specialists(view: Table) -> list[Refusal]:
    """CA-3.3: one token on a card, and only the side facing up."""
    found = []
    for option, specialist in zip(CHOOSE, SPECIALISTS, strict=True):
        values: dict[str, object] = {"specialist": specialist}
        if option.value in view.row:
            place = view.row.index(option.value)
            values["who"] = view.on[place]
            found.append(Refusal(option, Reason("CA-3.3", "specialist_taken", values)))
        elif option.value ^ 1 in view.row:
            values["up"] = SPECIALISTS[option.value ^ 1]
            found.append(Refusal(option, Reason("CA-3.3", "specialist_down", values)))
        else:
            found.append(Refusal(option, Reason("CA-2.5", "specialist_boxed", values)))
    return [refusal for refusal in found if refusal.reason.values.get("who") != NONE]


def _unoptimized(view: Table, player: Player) -> Reason:
    """CA-6.3, with the symbols that are counted."""
    earth, mars = symbols(player)
    values = {"side": SIDES[view.logistics], "earth": earth, "mars": mars}
    return Reason("CA-6.3", "not_optimized", values)


def symbols(player: Player) -> tuple[int, int]:
    """Earth and Mars symbols in the row, a base counting twice (CA-9.5)."""
    count = ROW if player.objects[0] == NONE else ROW + 2
    return (count + player.margin()) // 2, (count - player.margin()) // 2


def _start(view: Table, player: Player) -> list[Refusal]:
    """CA-4.4: why an effect of the START window cannot be used now."""
    found = []
    for number in range(len(START_EFFECTS)):
        reason = _start_reason(view, player, number)
        if reason is not None:
            found.append(Refusal(USE[number], reason))
    return found


def _start_reason(view: Table, player: Player, number: int) -> Reason | None:
    if number >= EXCHANGE_EFFECT:
        return _exchange_reason(view, player, number)
    kind = STATION if number == STATION_EFFECT else SHIP
    side = player.objects[kind]
    wanted = {CRUISER_EFFECT: 0, TRANSPORTER_EFFECT: 1}.get(number, side)
    if side == NONE or side != wanted:
        return Reason("CA-9.1", "no_object", {"kind": KINDS[kind]})
    if view.used >> number & 1:
        return Reason("CA-4.4", "used_already", {"effect": START_EFFECTS[number]})
    if number == STATION_EFFECT:
        resource = RESOURCES[STATION_RESOURCE[side]]
        return Reason("CA-16.56", "reserve_empty", {"resource": resource})
    return Reason("CA-16.57", "no_target", {"fund": player.fund()})


def _exchange_reason(view: Table, player: Player, number: int) -> Reason:
    effect = EXCHANGES[number - EXCHANGE_EFFECT]
    if not player.inhabited & effect.bit:
        complex = COMPLEXES[effect.bit.bit_length() - 1]
        return Reason("CA-4.2", "not_inhabited", {"complex": complex})
    if view.used >> EXCHANGE_EFFECT:
        return Reason("CA-16.25", "used_already", {"effect": START_EFFECTS[number]})
    if player.held[effect.given] == 0:
        return Reason("CA-16.6", "none_held", {"resource": RESOURCES[effect.given]})
    if view.reserve[effect.taken] == 0:
        return Reason("CA-16.6", "reserve_empty", {"resource": RESOURCES[effect.taken]})
    return _unoptimized(view, player)


def _targets(view: Table, player: Player) -> list[Refusal]:
    """CA-10.2, CA-10.5: whom an aggressive action cannot be aimed at."""
    found = []
    for other in view.others(player):
        values: dict[str, object] = {"who": other.seat}
        if not eligible(player, other):
            values |= {"fund": other.fund(), "own": player.fund()}
            found.append(Refusal(TARGET[other.colour], Reason("CA-10.2", "fund_higher", values)))
        elif mask_of(loose(other)) == 0:
            found.append(Refusal(TARGET[other.colour], Reason("CA-10.5", "all_protected", values)))
    return found


def _tokens(view: Table, player: Player, kind: str) -> list[Refusal]:
    """CA-10.4, CA-10.9: only unprotected tokens are given, taken or discarded."""
    table = {D_GIVE: GIVE, D_TAKE: TAKE, D_DISCARD: DISCARD}[kind]
    owner = view.players[view.victim] if kind == D_TAKE else player
    found = []
    for resource, option in enumerate(table):
        values = {"who": owner.seat, "resource": RESOURCES[resource]}
        found.append(Refusal(option, Reason("CA-10.4", "none_unprotected", values)))
    if kind == D_DISCARD:
        numbers: dict[str, object] = {"n": sum(loose(player)), "limit": LIMIT}
        found.append(Refusal(PASS, Reason("CA-6.6", "must_discard", numbers)))
    return found


def _purchases(view: Table, player: Player) -> list[Refusal]:
    """CA-4.13: what cannot be paid or is not in the reserve."""
    found = []
    for option in PURCHASES:
        resource = option.value + BOT
        name = RESOURCES[resource]
        if view.reserve[resource] == 0:
            found.append(Refusal(option, Reason("CA-4.13", "reserve_empty", {"resource": name})))
            continue
        values = {
            "resource": name,
            "price": price_of(player, resource),
            "coins": player.held[COIN],
            "capsules": player.held[CAPSULE],
        }
        found.append(Refusal(option, Reason("CA-4.13", "too_dear", values)))
    return found


def _upgrades(view: Table, player: Player) -> list[Refusal]:
    """CA-16.5: a token to return, and the better one in the reserve."""
    found = []
    for resource, option in enumerate(UPGRADES):
        if player.held[resource] == 0:
            reason = Reason("CA-16.5", "none_held", {"resource": RESOURCES[resource]})
        else:
            reason = Reason("CA-16.5", "reserve_empty", {"resource": RESOURCES[resource + 1]})
        found.append(Refusal(option, reason))
    return found


def _objects(view: Table, player: Player) -> list[Refusal]:
    """CA-16.14: what cannot be taken, from whom, and why."""
    kind = CLAUSES[view.row[player.place]][view.part].thing
    values: dict[str, object] = {"kind": KINDS[kind]}
    found = []
    if player.objects[kind] != NONE:
        own = Reason("CA-9.3", "owns_one", values)
        found = [Refusal(TAKE_FACE[kind * 2 + side], own) for side in (0, 1)]
    if view.victim != NONE:
        found.append(Refusal(PASS, Reason("CA-16.14", "must_requisition")))
    for other in view.others(player):
        found.append(Refusal(REQUISITION[other.colour], _requisition(view, player, other, kind)))
    return found


def _requisition(view: Table, player: Player, other: Player, kind: int) -> Reason:
    values: dict[str, object] = {"who": other.seat, "kind": KINDS[kind]}
    if player.objects[kind] != NONE:
        return Reason("CA-9.3", "owns_one", values)
    if view.object_reserve[kind] > 0:
        return Reason("CA-9.8", "reserve_has_one", values)
    if other.objects[kind] == NONE:
        return Reason("CA-16.14", "owns_none", values)
    if view.victim != NONE:
        return Reason("CA-16.14", "must_requisition")
    return Reason("CA-10.2", "fund_higher", values | {"fund": other.fund(), "own": player.fund()})


def _planets(view: Table, player: Player) -> list[Refusal]:
    """CA-7.1: which planets are settled already, and what the others still miss."""
    found = []
    for place, type in enumerate(player.row):
        planet = player.planet(type)
        values: dict[str, object] = {"planet": PLANETS[planet]}
        if player.inhabited >> type & 1:
            found.append(Refusal(TERRAFORM[planet], Reason("CA-7.10", "is_inhabited", values)))
        else:
            cost = list(cost_of(player, place))
            values["cost"] = token_names(cost)
            values["missing"] = token_names(missing(player, cost))
            found.append(Refusal(TERRAFORM[planet], Reason("CA-7.1", "cannot_pay", values)))
    return found


def missing(player: Player, cost: list[int]) -> list[int]:
    """The tokens that are short, after capsules have stood in for the dearest of them."""
    short = [max(0, cost[resource] - player.held[resource]) for resource in range(CAPSULE)]
    capsules = player.held[CAPSULE]
    for resource in reversed(range(CAPSULE)):
        joker = min(capsules, short[resource])
        short[resource] -= joker
        capsules -= joker
    return short


def _payment(view: Table) -> list[Refusal]:
    """CA-5.11, CA-12.2: only choices from which the rest can still be paid."""
    found = []
    tables = [(DROP[resource], resource) for resource in range(CAPSULE)]
    tables += [(SUBSTITUTE[resource - BOT], resource) for resource in (BOT, LENS)]
    for option, resource in tables:
        if view.due[resource] == 0:
            reason = Reason("CA-5.12", "not_in_cost", {"resource": RESOURCES[resource]})
        else:
            reason = Reason("CA-5.11", "rest_unpayable")
        found.append(Refusal(option, reason))
    found.append(Refusal(STOP, Reason("CA-5.11", "rest_unpayable")))
    found.append(Refusal(PASS, Reason("CA-12.2", "must_resolve")))
    return found
