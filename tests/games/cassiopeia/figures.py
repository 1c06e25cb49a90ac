"""The names and numbers that a reason must give, worked out a second time from the rules."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.games.cassiopeia.state import Player, Table
from tests.games.cassiopeia.judge import (
    CAPSULE,
    CARDS,
    CELL,
    COIN,
    COLOURS,
    KINDS,
    SHIP,
    STATION,
    TOKENS,
    changes,
    cost,
    due,
    fund,
    optimized,
    payable,
    price,
    symbols_of,
    unprotected,
)

EFFECTS = ("station", "cruiser", "transporter", "genetic_lens", "genetic_bot")


def amounts(tokens: tuple[int, ...]) -> list[str]:
    return [f"{TOKENS[t]}_{n}" for t, n in enumerate(tokens) if n]


def true(s: Table, decision: Decision, token: str, reason: Reason) -> bool:
    """Are all names and numbers of the reason what they should be?"""
    me = s.players[decision.seat]
    verb, _, arg = token.partition(" ")
    said = dict(reason.values)
    if reason.key in ("cannot_pay", "cannot_pay_discounted"):
        return true_shortage(s, me, arg, said)
    return said == expected(s, me, decision, verb, arg, reason.key)


def expected(
    s: Table, me: Player, decision: Decision, verb: str, arg: str, key: str
) -> dict[str, object]:
    if verb == "choose":
        return of_specialist(s, arg, key)
    if verb in ("target", "requisition"):
        return of_opponent(s, me, decision, arg, key)
    if verb in ("build", "turn"):
        return {"kind": decision.about.rpartition("/")[2]}
    if verb == "use":
        return of_effect(s, me, arg, key)
    if verb in ("purchase", "upgrade", "buy"):
        return of_token(s, me, verb, TOKENS.index(arg), key)
    if verb in ("give", "take", "discard"):
        owner = s.victim if verb == "take" else me.seat
        return {"who": owner, "resource": arg}
    if verb == "terraform":
        return {"planet": arg}
    if verb == "capsules":
        return of_capsules(s, me, key)
    if key == "not_in_cost":
        return {"resource": arg}
    if key == "must_discard":
        return {"n": sum(unprotected(me)), "limit": 3}
    return {}


def of_specialist(s: Table, name: str, key: str) -> dict[str, object]:
    number = CARDS.index(name)
    values: dict[str, object] = {"specialist": name}
    if key == "specialist_taken":
        values["who"] = s.on[s.row.index(number)]
    if key == "specialist_down":
        values["up"] = CARDS[number + 1 if number % 2 == 0 else number - 1]
    return values


def of_opponent(
    s: Table, me: Player, decision: Decision, colour: str, key: str
) -> dict[str, object]:
    (other,) = [player for player in s.players if COLOURS[player.colour] == colour]
    if key == "fund_higher":
        return {"who": other.seat, "fund": fund(other), "own": fund(me)}
    if key == "all_protected":
        return {"who": other.seat}
    if key == "must_requisition":
        return {}
    return {"who": other.seat, "kind": decision.about.rpartition("/")[2]}


def of_effect(s: Table, me: Player, name: str, key: str) -> dict[str, object]:
    if key in ("no_object", "no_object_side"):
        return {"kind": KINDS[STATION if name == "station" else SHIP]}
    if key == "not_inhabited":
        return {"complex": "genetic_complex"}
    if key == "used_already":
        pair = {"station": [0], "cruiser": [1, 2], "transporter": [1, 2]}.get(name, [3, 4])
        return {"effect": next(EFFECTS[n] for n in pair if s.used >> n & 1)}
    if key == "no_target":
        return {"fund": fund(me)}
    if key == "none_held":
        return {"resource": name.removeprefix("genetic_")}
    if key == "reserve_empty":
        lacking = COIN if me.objects[STATION] == 1 else CAPSULE
        return {"resource": TOKENS[lacking if name == "station" else CELL]}
    assert key == "not_optimized" and not optimized(s, me)
    side, other = ("earth", "mars") if s.logistics == 0 else ("mars", "earth")
    symbols = 7 if me.objects[0] == -1 else 9
    return {"side": side, "other": other, "n": symbols_of(me, other), "all": symbols}


def of_token(s: Table, me: Player, verb: str, token: int, key: str) -> dict[str, object]:
    if key == "not_sold":
        return {"sold": "cell" if CARDS[s.row[me.place]] == "ecologist" else "capsule"}
    if key == "reserve_empty":
        return {"resource": TOKENS[token + (verb == "upgrade")]}
    values: dict[str, object] = {"resource": TOKENS[token]}
    if key in ("too_dear", "too_dear_without"):
        held = amounts((me.held[COIN], 0, 0, 0, me.held[CAPSULE]))
        values |= {"price": f"coin_{price(me, token)}", "held": held}
    return values


def of_capsules(s: Table, me: Player, key: str) -> dict[str, object]:
    token = len(s.by_capsule)
    owed = due(s)[token]
    if key == "capsules_beyond_cost":
        return {"due": f"{TOKENS[token]}_{owed}"}
    if key == "capsules_too_few":
        short = owed - me.held[token]
        return {"short": f"{TOKENS[token]}_{short}", "low": short}
    left = me.held[CAPSULE] - sum(s.by_capsule)
    later = sum(max(0, due(s)[t] - me.held[t]) for t in range(token + 1, 4))
    return {"high": min(owed, left - later)}


def true_shortage(s: Table, me: Player, planet: str, said: dict[str, object]) -> bool:
    """With the missing tokens the planet can be paid, with all but one of them it cannot."""
    complex = int(planet[-1]) - 1
    owed = cost(me, complex)
    missing = said["missing"]
    assert isinstance(missing, list)
    lacking = [0] * 5
    for word in missing:
        name, _, number = word.partition("_")
        lacking[TOKENS.index(name)] = int(number)
    turns = changes(s, me)

    def enough(without: int) -> bool:
        held = [n + lacking[t] - (t == without) for t, n in enumerate(me.held)]
        return payable(tuple(held), owed, s.discount, turns)

    least = enough(-1) and not any(enough(t) for t in range(5) if lacking[t])
    right = said["planet"] == planet and said["cost"] == amounts(owed)
    return least and right and said["n"] == s.discount
