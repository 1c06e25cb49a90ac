"""What may be chosen at each decision, worked out a second time from the rules.

Nothing here calls the rules: the judge counts symbols, funds, protection and payments itself, from
the printed tables. For every option it knows all reasons that speak against it, as `rule key`.
It also checks what the question says that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product

from starhall.engine.rules.decision import Decision
from starhall.games.cassiopeia.state import Player, Table

TOKENS = ("coin", "bot", "lens", "cell", "capsule")
COIN, BOT, LENS, CELL, CAPSULE = range(5)
PRICES = {BOT: 2, LENS: 3, CELL: 4}
TRADE, BANKING, ENGINEERING, GENETIC, ROBOTICS, DEFENCE, SUPPLY = range(7)
COSTS = [  # coins, bots, lenses, cells that a planet shows: uninhabited, inhabited
    ((0, 2, 1, 0), (0, 2, 2, 0)),
    ((2, 0, 0, 1), (2, 0, 0, 2)),
    ((0, 2, 0, 1), (0, 2, 0, 2)),
    ((1, 0, 0, 2), (1, 0, 0, 3)),
    ((0, 1, 2, 0), (0, 1, 3, 0)),
    ((1, 0, 2, 0), (2, 0, 3, 0)),
    ((0, 1, 1, 1), (0, 2, 1, 1)),
]
SYSTEMS = ("shedar", "caph", "ruchbah", "segin", "achird")
COLOURS = ("red", "blue", "yellow", "green", "black")
FACES = ("lunar_base", "phobos", "cruiser", "transporter", "alien_station", "signal_relay")
KINDS = ("base", "ship", "station")
BASE, SHIP, STATION = range(3)
CARDS = [
    "engineer",
    "installer",
    "programmer",
    "cyberneticist",
    "geneticist",
    "ecologist",
    "martian",
    "earthman",
    "tax_officer",
    "broker",
    "archaeologist",
    "prospector",
    "planetologist",
    "foreman",
    "intendant",
    "captain",
    "commander",
    "xenologist",
]
SOLD = {"ecologist": CELL, "prospector": CAPSULE}

Against = dict[str, set[str]]  # what speaks against an option, by its token
Tokens = tuple[int, int, int, int]


# The position


def has(player: Player, complex: int) -> bool:
    return player.inhabited >> complex & 1 == 1


def fund(player: Player) -> int:
    """CA-10.1."""
    return sum(not has(player, complex) for complex in range(7))


def optimized(s: Table, player: Player) -> bool:
    """CA-6.1."""
    earth, mars = symbols_of(player, "earth"), symbols_of(player, "mars")
    return earth > mars if s.logistics == 0 else mars > earth


def symbols_of(player: Player, side: str) -> int:
    """How many symbols of the row show this side (CA-16.29, CA-9.5)."""
    earth = [complex in (0, 2, 5, 6) for complex in range(7)]
    earth[1] = SYSTEMS[player.system] in ("ruchbah", "achird")
    shown = [earth[complex] != has(player, complex) for complex in range(7)]
    if player.objects[BASE] != -1:
        shown += [player.objects[BASE] == 0] * 2
    return shown.count(side == "earth")


def unprotected(player: Player) -> list[int]:
    """CA-10.7 to CA-10.9: without 3 coins, without the two dearest other tokens."""
    coins = player.held[COIN] - (3 if has(player, BANKING) else 0)
    others = sorted([t for t in (BOT, LENS, CELL) for _ in range(player.held[t])])
    if has(player, DEFENCE):
        others = others[:-2]
    return [max(coins, 0), *[others.count(token) for token in (BOT, LENS, CELL)]]


def price(player: Player, token: int) -> int:
    """CA-4.9, CA-16.28."""
    return PRICES[token] - has(player, SUPPLY)


def cost(player: Player, complex: int) -> Tokens:
    """CA-7.2, CA-7.3: what the left neighbour shows, in a circle."""
    left = player.row[(player.row.index(complex) + 6) % 7]
    return COSTS[left][has(player, left)]


def changes(s: Table, player: Player) -> int:
    """CA-16.24: how many bots and lenses may become coins."""
    return (2 if optimized(s, player) else 1) if has(player, ENGINEERING) else 0


@cache
def payable(held: tuple[int, ...], due: Tokens, drops: int, turns: int) -> bool:
    """CA-5.12 by trying everything: drops come first, and all that are possible are made."""
    if drops and sum(due):
        return any(payable(held, less(due, t), drops - 1, turns) for t in range(4) if due[t])
    if turns and any(payable(held, swapped(due, t), 0, turns - 1) for t in (1, 2) if due[t]):
        return True
    return sum(max(0, due[t] - held[t]) for t in range(4)) <= held[CAPSULE]


def less(due: Tokens, token: int) -> Tokens:
    coin, bot, lens, cell = (n - (t == token) for t, n in enumerate(due))
    return coin, bot, lens, cell


def swapped(due: Tokens, token: int) -> Tokens:
    coin, bot, lens, cell = less(due, token)
    return coin + 1, bot, lens, cell


# What speaks against the options, decision by decision


def choose_specialist(s: Table, me: Player, about: str) -> Against:
    """CA-3.3: a free card, on the side that is up."""
    up = [CARDS[n] for n in s.row]
    found: Against = {"pass": {"CA-3.4 must_choose"}}
    for number, name in enumerate(CARDS):
        against = set()
        if name in up:
            if any(s.on[up.index(name)] == player.seat for player in s.players):
                against.add("CA-3.3 specialist_taken")
        elif CARDS[number + 1 if number % 2 == 0 else number - 1] in up:
            against.add("CA-3.3 specialist_down")
        else:
            against.add("CA-2.5 specialist_boxed")
        found[f"choose {name}"] = against
    return found


def start_effects(s: Table, me: Player, about: str) -> Against:
    """CA-4.4: each card once a turn, if it can be used (CA-16.25, CA-16.56, CA-16.57)."""
    used = [bool(s.used >> n & 1) for n in range(5)]
    station, cruiser, transporter, lens, bot = (set[str]() for _ in range(5))
    if me.objects[STATION] == -1:
        station.add("CA-9.1 no_object")
    elif s.reserve[CAPSULE if me.objects[STATION] == 0 else COIN] == 0:
        station.add("CA-16.56 reserve_empty")
    for side, against in ((0, cruiser), (1, transporter)):
        if me.objects[SHIP] == -1:
            against.add("CA-9.1 no_object")
        elif me.objects[SHIP] != side:
            against.add("CA-9.1 no_object_side")
    if not any(attackable(me, other) and any(unprotected(other)) for other in rivals(s, me)):
        cruiser.add("CA-16.57 no_target")
    for token, against in ((LENS, lens), (BOT, bot)):
        if not has(me, GENETIC):
            against.add("CA-4.2 not_inhabited")
        if me.held[token] == 0:
            against.add("CA-16.6 none_held")
        if s.reserve[CELL] == 0:
            against.add("CA-16.6 reserve_empty")
    if not optimized(s, me):
        bot.add("CA-6.3 not_optimized")
    for together in ([0], [1, 2], [3, 4]):
        if any(used[n] for n in together):
            for n in together:
                (station, cruiser, transporter, lens, bot)[n].add("CA-4.4 used_already")
    return {
        "use station": station,
        "use cruiser": cruiser,
        "use transporter": transporter,
        "use genetic_lens": lens,
        "use genetic_bot": bot,
        "done": set(),
    }


def rivals(s: Table, me: Player) -> list[Player]:
    return [player for player in s.players if player.seat != me.seat]


def attackable(me: Player, other: Player) -> bool:
    """CA-10.2."""
    return fund(other) <= fund(me)


def choose_target(s: Table, me: Player, about: str) -> Against:
    """CA-10.2, CA-10.5; only a raid can be declined."""
    assert about == ("raid/commander" if s.using == -1 else "extort/cruiser")
    found: Against = {"pass": set() if about.startswith("raid") else {"CA-16.10 must_extort"}}
    for other in rivals(s, me):
        against = set()
        if not attackable(me, other):
            against.add("CA-10.2 fund_higher")
        if not any(unprotected(other)):
            against.add("CA-10.5 all_protected")
        found[f"target {COLOURS[other.colour]}"] = against
    return found


def losing(verb: str, owner: Player, reason: str, must: str) -> Against:
    """CA-10.4, CA-10.6: something unprotected, and something it must be."""
    free = unprotected(owner)
    found: Against = {f"{verb} {TOKENS[t]}": set() if free[t] else {reason} for t in range(4)}
    return found | {"pass": {must}}


def give(s: Table, me: Player, about: str) -> Against:
    assert about == str(s.order[s.turn] + 1) != str(me.seat + 1)
    return losing("give", me, "CA-10.4 own_unprotected", "CA-16.10 must_give")


def take(s: Table, me: Player, about: str) -> Against:
    assert about == str(s.victim + 1)
    victim = s.players[s.victim]
    return losing("take", victim, "CA-10.4 none_unprotected", "CA-16.9 must_take")


def discard(s: Table, me: Player, about: str) -> Against:
    assert sum(unprotected(me)) > 3 and about == str(sum(unprotected(me)))  # CA-6.6
    return losing("discard", me, "CA-10.6 own_unprotected", "CA-6.6 must_discard")


def swap_neighbours(s: Table, me: Player, about: str) -> Against:
    """CA-16.13."""
    found: Against = {f"swap {place}": set() for place in range(1, 8)}
    return found | {"pass": {"CA-16.13 must_swap"}}


def purchases(s: Table, me: Player) -> Against:
    """CA-4.13: with coins and capsules, from the reserve."""
    found: Against = {}
    money = me.held[COIN] + me.held[CAPSULE]
    for token in PRICES:
        against = set()
        if s.reserve[token] == 0:
            against.add("CA-4.13 reserve_empty")
        if money < price(me, token):
            against.add("CA-4.13 too_dear" if money else "CA-4.13 too_dear_without")
        found[f"purchase {TOKENS[token]}"] = against
    return found


def phase_2(s: Table, me: Player, about: str) -> Against:
    assert about == CARDS[s.row[me.place]]
    return purchases(s, me) | {"effect": set(), "skip": set()}


def purchase(s: Table, me: Player, about: str) -> Against:
    by_broker = CARDS[s.row[me.place]] == "broker" and s.part == 1
    assert about == ("specialist/broker" if by_broker else "complex/supply_complex")
    return purchases(s, me) | {"pass": set()}


def buy(s: Table, me: Player, about: str) -> Against:
    """CA-16.4: one kind of token, for 3 coins."""
    sold = SOLD[CARDS[s.row[me.place]]]
    assert about == f"{TOKENS[sold]}/coin_3"
    assert s.reserve[sold] and me.held[COIN] + me.held[CAPSULE] >= 3
    found: Against = {
        f"buy {TOKENS[t]}": set() if t == sold else {"CA-16.4 not_sold"}
        for t in (BOT, LENS, CELL, CAPSULE)
    }
    return found | {"stop": set()}


def upgrade(s: Table, me: Player, about: str) -> Against:
    """CA-16.5."""
    found: Against = {"pass": set()}
    for token in (COIN, BOT, LENS):
        against = set()
        if me.held[token] == 0:
            against.add("CA-16.5 none_held")
        if s.reserve[token + 1] == 0:
            against.add("CA-16.5 reserve_empty")
        found[f"upgrade {TOKENS[token]}"] = against
    return found


def objects(s: Table, me: Player, kind: int, requisitioning: bool) -> Against:
    """CA-16.14: from the reserve, from an opponent, or turn over what you have."""
    found: Against = {}
    own = me.objects[kind] != -1
    for face in FACES[kind * 2 : kind * 2 + 2]:
        against = set()
        if own:
            against.add("CA-9.3 owns_one")
        if s.object_reserve[kind] == 0 and s.victim == -1:
            against.add("CA-16.14 none_in_reserve")
        found[f"build {face}"] = against
    for other in rivals(s, me):
        against = set()
        if own:
            against.add("CA-9.3 owns_one")
        if s.object_reserve[kind]:
            against.add("CA-9.8 reserve_has_one")
        if other.objects[kind] == -1:
            against.add("CA-16.14 owns_none")
        if not attackable(me, other):
            against.add("CA-10.2 fund_higher")
        if not requisitioning:
            against.add("CA-16.14 must_requisition")
        found[f"requisition {COLOURS[other.colour]}"] = against
    return found


def take_object(s: Table, me: Player, about: str) -> Against:
    how, _, name = about.partition("/")
    kind = KINDS.index(name)
    own = me.objects[kind] != -1
    assert how == ("turn" if own else "take" if s.victim == -1 else "requisition")
    found = objects(s, me, kind, requisitioning=False)
    for side, face in enumerate(FACES[kind * 2 : kind * 2 + 2]):
        against = set()
        if me.objects[kind] == -1:
            against.add("CA-16.14 none_to_turn")
        if me.objects[kind] == side:
            against.add("CA-16.15 side_is_up")
        found[f"turn {face}"] = against
    return found | {"pass": {"CA-16.14 must_requisition"} if s.victim != -1 else set()}


def requisition(s: Table, me: Player, about: str) -> Against:
    return objects(s, me, KINDS.index(about), requisitioning=True) | {"pass": set()}


def terraform(s: Table, me: Player, about: str) -> Against:
    """CA-7.1: what can be paid in any way."""
    found: Against = {"pass": set()}
    short = "CA-7.1 cannot_pay_discounted" if s.discount else "CA-7.1 cannot_pay"
    for complex in range(7):
        against = set()
        if has(me, complex):
            against.add("CA-7.10 is_inhabited")
        elif not payable(tuple(me.held), cost(me, complex), s.discount, changes(s, me)):
            against.add(short)
        found[f"terraform {SYSTEMS[me.system]}_{complex + 1}"] = against
    return found


def due(s: Table) -> Tokens:
    coin, bot, lens, cell = s.due
    return coin, bot, lens, cell


def owed(s: Table, me: Player) -> str:
    """The planet that is paid, and the tokens that are due."""
    tokens = "+".join(f"{TOKENS[t]}_{n}" for t, n in enumerate(due(s)) if n)
    return f"{SYSTEMS[me.system]}_{s.target + 1}/{tokens}"


def drop(s: Table, me: Player, about: str) -> Against:
    """CA-5.11, CA-5.12: a token of the cost, such that the rest can be paid."""
    assert about == owed(s, me)
    found: Against = {"pass": {"CA-12.2 must_resolve"}}
    for token in range(4):
        against = set()
        if due(s)[token] == 0:
            against.add("CA-5.12 not_in_cost")
        elif not payable(tuple(me.held), less(due(s), token), s.drops - 1, changes(s, me)):
            against.add("CA-5.11 rest_unpayable")
        found[f"drop {TOKENS[token]}"] = against
    return found


def substitute(s: Table, me: Player, about: str) -> Against:
    """CA-16.24; CA-5.11: stopping counts as well."""
    assert about == owed(s, me)
    found: Against = {"pass": {"CA-12.2 must_resolve"}}
    for token in (BOT, LENS):
        against = set()
        if due(s)[token] == 0:
            against.add("CA-5.12 not_in_cost")
        elif not payable(tuple(me.held), swapped(due(s), token), 0, s.substitutions - 1):
            against.add("CA-5.11 rest_unpayable")
        found[f"substitute {TOKENS[token]}"] = against
    enough = payable(tuple(me.held), due(s), 0, 0)
    return found | {"stop": set() if enough else {"CA-5.11 rest_unpayable"}}


def capsules(s: Table, me: Player, about: str) -> Against:
    """CA-5.12, step 3, by trying every number for this token and those to come."""
    token = len(s.by_capsule)
    later = range(token + 1, 4)
    held = me.held
    left = held[CAPSULE] - sum(s.by_capsule)
    possible = {
        number
        for number in range(due(s)[token] + 1)
        for others in product(*[range(due(s)[t] + 1) for t in later])
        if number + sum(others) <= left and due(s)[token] - number <= held[token]
        if all(due(s)[t] - n <= held[t] for t, n in zip(later, others, strict=True))
    }
    assert about == f"{TOKENS[token]}_{due(s)[token]}"
    found: Against = {}
    for number in range(5):
        against = set()
        if number > due(s)[token]:
            against.add("CA-5.12 capsules_beyond_cost")
        elif number < min(possible):
            against.add("CA-5.12 capsules_too_few")
        elif number > max(possible):
            against.add("CA-5.11 capsules_too_many")
        found[f"capsules {number}"] = against
    return found


JUDGES: Iterable[Callable[[Table, Player, str], Against]] = (
    choose_specialist,
    start_effects,
    choose_target,
    give,
    take,
    discard,
    swap_neighbours,
    phase_2,
    purchase,
    buy,
    upgrade,
    take_object,
    requisition,
    terraform,
    drop,
    substitute,
    capsules,
)
BY_KIND = {judge.__name__: judge for judge in JUDGES}


def judged(s: Table, decision: Decision) -> Against:
    """All options that belong to the decision, with what speaks against them."""
    return BY_KIND[decision.kind](s, s.players[decision.seat], decision.about)
