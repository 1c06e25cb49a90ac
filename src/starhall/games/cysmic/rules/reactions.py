"""Reaction windows: who may answer what happens, and with which card (CY-17.9)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Param, Verbs
from starhall.games.cysmic.content import REACTION
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.legality import QUESTIONS, Question, given, own_cards
from starhall.games.cysmic.state import NONE, Table

WINDOWS: Final[dict[str, Verbs[None]]] = {}  # by name: what a card may do in it


TARGETS: Final[list[str]] = ["", "troop", "vehicle"]  # what a card in a window may be for


def window(name: str, verb: str, *params: Param) -> str:
    """Declare a window, beside the rule that opens it and carries out the verb."""
    verbs: Verbs[None] = Verbs()
    verbs.verb(verb, *params)(None)
    WINDOWS[name] = verbs
    return name


async def react(s: Table, seat: int, window: str, about: str = "", target: str = "") -> int:
    """CY-17.9: the card this player uses in the window, already discarded, or NONE.

    Only holders of a fitting card are asked (a lone `pass` is not worth it). `about` says what
    has opened the window; `target` narrows it to cards for that target.
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
    given = [TARGETS.index(target)]
    choice = await Question(seat, Ask.REACT, options, f"{window}/{about}", given, s.options.skip)
    if choice is s.options.skip:
        return NONE
    card = choice.value
    discard(s, seat, card)
    if s.witness is not None:
        s.witness.tell("reacts", who=seat, card=s.content.cards[card])
    return card


@QUESTIONS.rule(Ask.REACT, lambda s, d: own_cards(s, s.options.react, d.seat))
def why_no_reaction(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-17.5, CY-17.9: a Reaction for this window, and for the target given, if any."""
    card = option.value
    if s.content.card_type[card] != REACTION:
        return Reason("CY-17.5", "not_reaction", {"card": option.arg})
    if s.content.window[card] != decision.about.split("/")[0]:
        return Reason("CY-17.9", "other_window", {"card": option.arg})
    target = TARGETS[given(decision)[0]]
    if target and s.content.ability[card][0].words[0] != target:
        return Reason("CY-17.9", "other_target", {"card": option.arg})
    return None


async def anybody(s: Table, window: str, seats: list[int], about: str) -> int:
    """Ask these players in turn until one uses a card; return that seat, or NONE."""
    for seat in seats:
        if s.players[seat].cards.cards and await react(s, seat, window, about) != NONE:
            return seat
    return NONE


def discard(s: Table, seat: int, card: int) -> None:
    """A Discovery card is used or thrown away."""
    s.move(card, s.players[seat].cards, s.discovery_pile)


def throw_away(s: Table, seat: int, card: int) -> None:
    """A Discovery card is discarded without being used."""
    discard(s, seat, card)
    if s.witness is not None:
        s.witness.tell("discards", who=seat, card=s.content.cards[card])
