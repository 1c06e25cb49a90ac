"""Section 9: how Space Objects are taken, requisitioned and turned over."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Number, one_of
from starhall.games.cassiopeia.content import (
    EARTH,
    KINDS,
    MOST_OF_A_KIND,
    NONE,
    SIDES,
    STATION,
    Clause,
    Content,
    usable,
)
from starhall.games.cassiopeia.options import D_OBJECT, D_REQUISITION
from starhall.games.cassiopeia.rules.legality import QUESTIONS, passing
from starhall.games.cassiopeia.rules.payment import owe_coins, pay
from starhall.games.cassiopeia.rules.purchases import money_of
from starhall.games.cassiopeia.rules.resources import eligible, why_not_attack
from starhall.games.cassiopeia.rules.verbs import ACTS, COUNT, OFFERS, POWERS, Offer
from starhall.games.cassiopeia.state import Player, Table


@POWERS.verb("symbols", one_of(*SIDES), COUNT, when=lambda window, logistics: window == "base")
def show_symbols(content: Content, side: int, logistics: bool, numbers: list[int]) -> None:
    """CA-16.17: a base moves the margin towards Earth or Mars."""
    shown, number = numbers
    content.base_symbols[side + 1] = number if shown == EARTH else -number


@ACTS.verb("take_object", one_of(*KINDS), Number(0, MOST_OF_A_KIND))
async def take_object(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.14: take one from the reserve, requisition one, or turn over your own."""
    kind, fee = clause.numbers
    if player.objects[kind] != NONE:
        await turn_own(s, player, kind)
        return
    if s.good == NONE:
        if money_of(player) < fee:
            return
        if s.object_reserve[kind] == 0 and s.victim == NONE:
            await requisition(s, player, kind)
            if s.victim == NONE:
                return
        options = s.options.build[kind * 2 : kind * 2 + 2]
        if s.victim == NONE:
            options.append(s.options.pass_)
        about = f"{'take' if s.victim == NONE else 'requisition'}/{KINDS[kind]}"
        choice = await Decision(player.seat, D_OBJECT, options, about)
        if choice is s.options.pass_:
            return
        s.good = choice.value - kind * 2
        owe_coins(s, fee)
        if s.witness is not None:
            s.witness.tell("picks_object", who=player.seat, kind=KINDS[kind], face=choice.arg)
    await pay(s, player)
    receive_object(s, player, kind)


async def turn_own(s: Table, player: Player, kind: int) -> None:
    """CA-16.14 (c): no fee."""
    side = 1 - player.objects[kind]
    options = [s.options.turn[kind * 2 + side], s.options.pass_]
    choice = await Decision(player.seat, D_OBJECT, options, f"turn/{KINDS[kind]}")
    if choice is not s.options.pass_:
        turn_over(s, player, kind)


def turn_over(s: Table, player: Player, kind: int) -> None:
    """CA-16.15: the other side faces up."""
    side = 1 - player.objects[kind]
    player.objects[kind] = side
    if s.witness is not None:
        face = s.content.faces[kind * 2 + side]
        s.witness.tell("turns_over", who=player.seat, kind=KINDS[kind], face=face)


def turn_station(s: Table, player: Player, clause: Clause) -> None:
    turn_over(s, player, STATION)


OFFERS.verb("turn_over")(Offer(usable, turn_station))


async def requisition(s: Table, player: Player, kind: int) -> None:
    """CA-16.14 (b): from an eligible owner, if the reserve has none of the kind."""
    if not owners(s, player, kind):
        return
    choice = await QUESTIONS.ask(s, player.seat, D_REQUISITION, KINDS[kind])
    if choice is not s.options.pass_:
        s.victim = s.of_colour(choice.value).seat
        if s.witness is not None:
            s.witness.tell("picks_owner", who=player.seat, victim=s.victim, kind=KINDS[kind])


def owners(s: Table, player: Player, kind: int) -> list[Player]:
    """The opponents from whom an object of the kind can be requisitioned (CA-10.2)."""
    return [
        other
        for other in s.others(player)
        if other.objects[kind] != NONE and eligible(player, other)
    ]


def receive_object(s: Table, player: Player, kind: int) -> None:
    """The object comes from the reserve or from its owner, with the chosen side up."""
    if s.victim == NONE:
        s.object_reserve[kind] -= 1
    else:
        s.players[s.victim].objects[kind] = NONE
    if s.witness is not None:
        face, name = s.content.faces[kind * 2 + s.good], KINDS[kind]
        if s.victim == NONE:
            s.witness.tell("takes_object", who=player.seat, kind=name, face=face)
        else:
            s.witness.tell("requisitions", who=player.seat, victim=s.victim, kind=name, face=face)
    player.objects[kind] = s.good
    s.good = NONE
    s.victim = NONE


# What may be chosen


def kind_of(decision: Decision) -> int:
    return KINDS.index(decision.about.rpartition("/")[2])


def builds(s: Table, decision: Decision) -> list[Option]:
    kind = kind_of(decision)
    return s.options.build[kind * 2 : kind * 2 + 2]


def turns(s: Table, decision: Decision) -> list[Option]:
    kind = kind_of(decision)
    return s.options.turn[kind * 2 : kind * 2 + 2]


def requisitions(s: Table, decision: Decision) -> list[Option]:
    return [s.options.requisition[other.colour] for other in s.others(s.players[decision.seat])]


@QUESTIONS.rule(D_REQUISITION, builds)
@QUESTIONS.rule(D_OBJECT, builds)
def why_not_build(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-16.14 (a), or (b) after the owner was named; the fee can be paid by then."""
    kind = kind_of(decision)
    values: dict[str, object] = {"kind": KINDS[kind]}
    if s.players[decision.seat].objects[kind] != NONE:
        return Reason("CA-9.3", "owns_one", values)
    if s.object_reserve[kind] == 0 and s.victim == NONE:
        return Reason("CA-16.14", "none_in_reserve", values)
    return None


@QUESTIONS.rule(D_OBJECT, turns)
def why_not_turn(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-16.14 (c): only your own, and to its other side."""
    kind = kind_of(decision)
    side = s.players[decision.seat].objects[kind]
    values: dict[str, object] = {"kind": KINDS[kind]}
    if side == NONE:
        return Reason("CA-16.14", "none_to_turn", values)
    if option.value == kind * 2 + side:
        return Reason("CA-16.15", "side_is_up", values)
    return None


@QUESTIONS.rule(D_OBJECT, requisitions)
@QUESTIONS.rule(D_REQUISITION, requisitions)
def why_not_requisition(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-16.14 (b): an owner who can be attacked, if the reserve has none of the kind."""
    kind = kind_of(decision)
    player = s.players[decision.seat]
    other = s.of_colour(option.value)
    values: dict[str, object] = {"who": other.seat, "kind": KINDS[kind]}
    if player.objects[kind] != NONE:
        return Reason("CA-9.3", "owns_one", values)
    if s.object_reserve[kind] > 0:
        return Reason("CA-9.8", "reserve_has_one", values)
    if other.objects[kind] == NONE:
        return Reason("CA-16.14", "owns_none", values)
    if s.victim != NONE:
        return Reason("CA-16.14", "must_requisition")
    return why_not_attack(player, other)


QUESTIONS.free(D_REQUISITION, passing)


@QUESTIONS.rule(D_OBJECT, passing)
def why_not_leave(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-16.14: no pass after an object was requisitioned from somebody."""
    return Reason("CA-16.14", "must_requisition") if s.victim != NONE else None
