"""Section 9: how Space Objects are taken, requisitioned and turned over."""

from __future__ import annotations

from starhall.engine.rules.options import Option
from starhall.games.cassiopeia.cards import CAPSULE, COIN, FACES, KINDS
from starhall.games.cassiopeia.resources import eligible, owe_coins, pay
from starhall.games.cassiopeia.state import NONE, PAID, Player, Table, ask
from starhall.games.cassiopeia.words import (
    D_OBJECT,
    D_REQUISITION,
    PASS,
    REQUISITION,
    TAKE_FACE,
    TURN_OVER,
)


async def take_object(s: Table, player: Player, kind: int, fee: int) -> None:
    """CA-16.14: take one from the reserve, requisition one, or turn over your own."""
    if player.objects[kind] != NONE:
        await turn_own(s, player, kind)
        return
    if s.payment == PAID:
        if player.held[COIN] + player.held[CAPSULE] < fee:
            return
        if s.object_reserve[kind] == 0 and s.victim == NONE:
            await requisition(s, player, kind)
            if s.victim == NONE:
                return
        options: list[Option] = [TAKE_FACE[kind * 2], TAKE_FACE[kind * 2 + 1]]
        if s.victim == NONE:
            options.append(PASS)
        choice = await ask(s, player.seat, D_OBJECT, options, KINDS[kind])
        if choice is PASS:
            return
        s.good = choice.value - kind * 2
        owe_coins(s, fee)
    await pay(s, player)
    receive_object(s, player, kind)


async def turn_own(s: Table, player: Player, kind: int) -> None:
    """CA-16.14 (c), D13: no fee."""
    side = 1 - player.objects[kind]
    options = [TURN_OVER[kind * 2 + side], PASS]
    choice = await ask(s, player.seat, D_OBJECT, options, KINDS[kind])
    if choice is not PASS:
        turn_over(s, player, kind)


def turn_over(s: Table, player: Player, kind: int) -> None:
    """CA-16.15: the other side faces up."""
    side = 1 - player.objects[kind]
    player.objects[kind] = side
    if s.witness is not None:
        s.witness.tell("turns_over", who=player.seat, face=FACES[kind * 2 + side])


async def requisition(s: Table, player: Player, kind: int) -> None:
    """CA-16.14 (b), D14: from an eligible owner, if the reserve has none of the kind."""
    options = [REQUISITION[other.colour] for other in owners(s, player, kind)]
    if not options:
        return
    options.append(PASS)
    choice = await ask(s, player.seat, D_REQUISITION, options, KINDS[kind])
    if choice is not PASS:
        s.victim = s.of_colour(choice.value).seat


def owners(s: Table, player: Player, kind: int) -> list[Player]:
    """The opponents from whom an object of the kind can be requisitioned (CA-10.2)."""
    return [
        other
        for other in s.others(player)
        if other.objects[kind] != NONE and eligible(player, other)
    ]


def receive_object(s: Table, player: Player, kind: int) -> None:
    """The object comes from the reserve or from its owner, with the chosen side up."""
    face = FACES[kind * 2 + s.good]
    if s.victim == NONE:
        s.object_reserve[kind] -= 1
        if s.witness is not None:
            s.witness.tell("takes_object", who=player.seat, face=face)
    else:
        s.players[s.victim].objects[kind] = NONE
        if s.witness is not None:
            s.witness.tell("requisitions", who=player.seat, victim=s.victim, face=face)
    player.objects[kind] = s.good
    s.good = NONE
    s.victim = NONE
