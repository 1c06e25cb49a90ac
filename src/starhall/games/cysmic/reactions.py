"""Reaction windows: who may answer what happens, and with which card (CY-17.9)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.cysmic.cards import CARDS, REACTS, WINDOW, WINDOWS
from starhall.games.cysmic.state import NONE
from starhall.games.cysmic.table import Table
from starhall.games.cysmic.words import D_REACT, PASS, REACT

W_TREMOR: Final = WINDOWS.index("tremor")
W_FRACTURE: Final = WINDOWS.index("fracture_drawn")
W_COLLAPSE: Final = WINDOWS.index("collapse")
W_ROLLED: Final = WINDOWS.index("strike_rolled")
W_FINAL: Final = WINDOWS.index("strike_final")
W_CAPTURE: Final = WINDOWS.index("would_capture")
W_CAPTURED: Final = WINDOWS.index("captured")
W_FLEEING: Final = WINDOWS.index("fleeing")
W_PURSUING: Final = WINDOWS.index("pursuing")
W_WON: Final = WINDOWS.index("combat_won")
W_HACKED: Final = WINDOWS.index("hack_hit")
W_ACTION: Final = WINDOWS.index("action_played")
W_FLAG: Final = WINDOWS.index("flag_threat")
W_DUG: Final = WINDOWS.index("ore_dug")


async def react(s: Table, seat: int, window: int, target: int = NONE) -> int:
    """D38: the card this player uses in the window, already discarded, or NONE.

    Only holders of a fitting card are asked (a lone `pass` is not worth it). `target` narrows it
    to cards for that target.
    """
    player = s.players[seat]
    options: list[Option] = []
    for card in player.cards.cards:
        if WINDOW[card] == window and (target == NONE or REACTS[card].a == target):
            option = REACT[card]
            if option not in options:
                options.append(option)
    if not options and s.auto_single:
        return NONE
    options.append(PASS)
    choice = await Decision(seat, D_REACT, options, WINDOWS[window])
    if choice is PASS:
        return NONE
    card = choice.value
    discard(s, seat, card)
    if s.witness is not None:
        s.witness.tell("reacts", who=seat, card=CARDS[card])
    return card


async def anybody(s: Table, window: int, seats: list[int]) -> int:
    """Ask these players in turn until one uses a card; the seat that did, or NONE."""
    for seat in seats:
        if s.players[seat].cards.cards and await react(s, seat, window) != NONE:
            return seat
    return NONE


def discard(s: Table, seat: int, card: int) -> None:
    """A Discovery card is used or thrown away."""
    s.move(card, s.players[seat].cards, s.discovery_pile)
