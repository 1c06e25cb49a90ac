"""Sections 5 and 10: gaining, protection, and who may be attacked."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import one_of
from starhall.games.cassiopeia.content import (
    BOT,
    CELL,
    COIN,
    LENS,
    NONE,
    RESOURCES,
    Clause,
    Content,
)
from starhall.games.cassiopeia.options import D_TARGET
from starhall.games.cassiopeia.rules.legality import QUESTIONS
from starhall.games.cassiopeia.rules.verbs import (
    ACTS,
    AUTOMATIC,
    COUNT,
    OFFERS,
    POWERS,
    RESOURCE,
    Offer,
)
from starhall.games.cassiopeia.state import Player, Table

# Gaining


def gain(s: Table, player: Player, resource: int, amount: int, bit: int = 0) -> None:
    """CA-16.1, CA-5.2: as much as the reserve holds; `bit` is that of the complex that gives it."""
    got = min(amount, s.reserve[resource])
    s.reserve[resource] -= got
    player.held[resource] += got
    if s.witness is not None and got > 0:
        gained = f"{RESOURCES[resource]}_{got}"
        if bit:
            complex = s.content.complexes[bit.bit_length() - 1]
            s.witness.tell("gains_from", who=player.seat, amount=gained, complex=complex)
        else:
            s.witness.tell("gains", who=player.seat, amount=gained)


@AUTOMATIC.verb("gain", RESOURCE, COUNT)
@ACTS.verb("gain", RESOURCE, COUNT)
def gain_tokens(s: Table, player: Player, clause: Clause) -> None:
    gain(s, player, clause.numbers[0], clause.numbers[1], clause.bit)


@AUTOMATIC.verb("interest", RESOURCE, COUNT, COUNT)
def gain_interest(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.23: only for a player who holds enough already."""
    resource, needed, amount = clause.numbers
    if player.held[resource] >= needed:
        gain(s, player, resource, amount, clause.bit)


def why_not_gain(s: Table, player: Player, clause: Clause) -> Reason | None:
    """CA-16.56: only if the reserve holds the token."""
    resource = clause.numbers[0]
    if s.reserve[resource] == 0:
        return Reason("CA-16.56", "reserve_empty", {"resource": RESOURCES[resource]})
    return None


OFFERS.verb("gain", RESOURCE, COUNT)(Offer(why_not_gain, gain_tokens))


def give_back(s: Table, player: Player, resource: int) -> None:
    """CA-5.1: one token goes to the reserve."""
    player.held[resource] -= 1
    s.reserve[resource] += 1


def exchange(s: Table, player: Player, given: int, taken: int) -> None:
    """CA-16.6: return one token and take another."""
    give_back(s, player, given)
    s.reserve[taken] -= 1
    player.held[taken] += 1
    if s.witness is not None:
        s.witness.tell("exchanges", who=player.seat, given=RESOURCES[given], taken=RESOURCES[taken])


def why_not_exchange(s: Table, player: Player, given: int, taken: int, rule: str) -> Reason | None:
    """The player needs a token to return, and the reserve must hold the other one."""
    if player.held[given] == 0:
        return Reason(rule, "none_held", {"resource": RESOURCES[given]})
    if s.reserve[taken] == 0:
        return Reason(rule, "reserve_empty", {"resource": RESOURCES[taken]})
    return None


def use_exchange(s: Table, player: Player, clause: Clause) -> None:
    exchange(s, player, clause.numbers[0], clause.numbers[1])


def why_not_use_exchange(s: Table, player: Player, clause: Clause) -> Reason | None:
    return why_not_exchange(s, player, clause.numbers[0], clause.numbers[1], "CA-16.6")


OFFERS.verb("exchange", RESOURCE, RESOURCE)(Offer(why_not_use_exchange, use_exchange))


# Protection


def loose(s: Table, player: Player) -> list[int]:
    """CA-10.9: the unprotected coins, bots, lenses and cells; capsules never are."""
    content = s.content
    held = player.held
    found = [held[COIN], held[BOT], held[LENS], held[CELL]]
    if player.inhabited & content.bank:  # CA-10.7
        found[COIN] -= min(content.protected_coins, found[COIN])
    if player.inhabited & content.defence:  # CA-10.8: the most expensive first
        left = content.protected_best
        for resource in (CELL, LENS, BOT):
            kept = min(left, found[resource])
            found[resource] -= kept
            left -= kept
    return found


def always(window: str, logistics: bool) -> bool:
    return window == "always" and not logistics


@POWERS.verb("protect", one_of("coin"), COUNT, when=always)
def protect(content: Content, bit: int, logistics: bool, numbers: list[int]) -> None:
    content.bank, content.protected_coins = bit, numbers[1]


@POWERS.verb("protect_best", COUNT, when=always)
def protect_best(content: Content, bit: int, logistics: bool, numbers: list[int]) -> None:
    content.defence, content.protected_best = bit, numbers[0]


def mask_of(found: list[int]) -> int:
    """Which of coin, bot, lens and cell there are, as bits."""
    mask = 0
    if found[COIN]:
        mask = 1
    if found[BOT]:
        mask |= 2
    if found[LENS]:
        mask |= 4
    if found[CELL]:
        mask |= 8
    return mask


def why_not_lose(
    s: Table, owner: Player, resource: int, rule: str, own: bool = True
) -> Reason | None:
    """CA-10.4, CA-10.6: only unprotected tokens are given, taken or discarded."""
    if loose(s, owner)[resource] > 0:
        return None
    key = "own_unprotected" if own else "none_unprotected"
    return Reason(rule, key, {"who": owner.seat, "resource": RESOURCES[resource]})


# Attacks


def eligible(player: Player, other: Player) -> bool:
    """CA-10.2: only an opponent whose fund is not higher."""
    return other.planets() >= player.planets()


def why_not_attack(player: Player, other: Player) -> Reason | None:
    if eligible(player, other):
        return None
    values: dict[str, object] = {"who": other.seat, "fund": other.fund(), "own": player.fund()}
    return Reason("CA-10.2", "fund_higher", values)


def targets(s: Table, player: Player) -> list[Player]:
    """CA-10.3 to CA-10.5: the eligible opponents with something unprotected."""
    return [
        other
        for other in s.others(player)
        if eligible(player, other) and mask_of(loose(s, other)) != 0
    ]


def opponents(s: Table, decision: Decision) -> list[Option]:
    return [s.options.target[other.colour] for other in s.others(s.players[decision.seat])]


@QUESTIONS.rule(D_TARGET, opponents)
def why_not_target(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-10.5: whom an aggressive action can be aimed at."""
    victim = s.of_colour(option.value)
    reason = why_not_attack(s.players[decision.seat], victim)
    if reason is None and mask_of(loose(s, victim)) == 0:
        return Reason("CA-10.5", "all_protected", {"who": victim.seat})
    return reason


def rob(s: Table, player: Player, victim: Player, resource: int, amount: int) -> None:
    """Tokens change hands."""
    victim.held[resource] -= amount
    player.held[resource] += amount
    s.victim = NONE
    if s.witness is not None and amount > 0:
        taken = f"{RESOURCES[resource]}_{amount}"
        s.witness.tell("takes", who=player.seat, victim=victim.seat, amount=taken)


def token_names(tokens: list[int]) -> list[str]:
    """The tokens as the text catalogue names amounts: `coin_2`, `cell_1`."""
    return [f"{RESOURCES[r]}_{n}" for r, n in enumerate(tokens) if n > 0]
