"""Reaction windows: who may answer what happens, and with which card (CY-17.9)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Param, Verbs
from starhall.games.cysmic.options import D_REACT
from starhall.games.cysmic.state import NONE, Table

WINDOWS: Final[dict[str, Verbs[None]]] = {}  # by name: what a card may do in it


def window(name: str, verb: str, *params: Param) -> str:
    """Declare a window, beside the rule that opens it and carries out the verb."""
    verbs: Verbs[None] = Verbs()
    verbs.verb(verb, *params)(None)
    WINDOWS[name] = verbs
    return name


async def react(s: Table, seat: int, window: str, target: str = "") -> int:
    """D38: the card this player uses in the window, already discarded, or NONE.

    Only holders of a fitting card are asked (a lone `pass` is not worth it). `target` narrows it
    to cards for that target.
    """
    player = s.players[seat]
    options: list[Option] = []
    for card in player.cards.cards:
        if s.content.window[card] == window and (
            target == "" or s.content.ability[card][0].words[0] == target
        ):
            option = s.options.react[card]
            if option not in options:
                options.append(option)
    if not options and s.auto_single:
        return NONE
    options.append(s.options.skip)
    choice = await Decision(seat, D_REACT, options, window)
    if choice is s.options.skip:
        return NONE
    card = choice.value
    discard(s, seat, card)
    if s.witness is not None:
        s.witness.tell("reacts", who=seat, card=s.content.cards[card])
    return card


async def anybody(s: Table, window: str, seats: list[int]) -> int:
    """Ask these players in turn until one uses a card; the seat that did, or NONE."""
    for seat in seats:
        if s.players[seat].cards.cards and await react(s, seat, window) != NONE:
            return seat
    return NONE


def discard(s: Table, seat: int, card: int) -> None:
    """A Discovery card is used or thrown away."""
    s.move(card, s.players[seat].cards, s.discovery_pile)
