"""At the end everything is shown, unless a game keeps hidden cards hidden."""

from __future__ import annotations

from typing import ClassVar

import pytest

from starhall.engine.conformance import check_game
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream
from starhall.engine.rules.fields import part
from starhall.engine.rules.state import UNKNOWN
from tests.engine.conformance.comet import Comet, Table


@part
class ClosedTable(Table):
    shown_at_end: ClassVar[bool] = False


class Closed(Comet):
    table = ClosedTable


def played(game: Comet, seed: int = 3) -> Match[Table]:
    """A game to its end; the first option every time, so that hands are not empty."""
    match = Match(game, 2, {}, seed)
    while not match.over:
        match.choose(match.decision.options[0], match.decision.seat)
    assert all(player.hand.cards for player in match.state.players)
    return match


def heard(match: Match[Table], seat: int | None) -> list[str]:
    return [sentence for sentence in match.sentences(seat) if sentence.startswith("You draw")]


def test_at_the_end_everybody_sees_all_cards() -> None:
    match = played(Comet())
    assert match.all_shown
    for seat in (None, 0, 1):
        assert match.view(seat).players[1].hand.cards == match.state.players[1].hand.cards
    assert heard(match, None) == heard(match, 0)
    assert match.record(public=True).seed == match.seed.hex()


def test_a_game_may_keep_hidden_cards_hidden() -> None:
    match = played(Closed())
    hand = match.state.players[1].hand.cards
    assert match.over and not match.all_shown
    assert match.view(1).players[1].hand.cards == hand
    for seat in (None, 0):
        assert match.view(seat).players[1].hand.cards == [UNKNOWN] * len(hand)
        assert {*match.view(seat).deck.cards} == {UNKNOWN}
    shown = [area for area in match.scene(0).areas if area.id.startswith("hand-1")]
    assert shown and not any(getattr(card, "face_up", False) for card in shown)


def test_events_that_one_seat_heard_stay_with_it() -> None:
    match = played(Closed())
    assert heard(match, 0) and heard(match, 1)
    assert heard(match, None) == []
    cards = [event.values["card"] for _, event in match.events(None) if event.what == "move"]
    assert -1 in cards


def test_a_public_record_does_not_give_the_cards_away() -> None:
    record = played(Closed()).record(public=True)
    assert record.seed is None and record.choices == [] and record.digest == ""
    assert record.result is not None


@pytest.mark.parametrize("seed", range(3))
def test_what_is_imagined_at_the_end_is_not_the_truth(seed: int) -> None:
    match = played(Closed())
    worlds = [match.imagine(0, Stream(bytes([seed, n]))).state.zones() for n in range(6)]
    hands = [[zone.cards for zone in zones if zone.name == "hand:1"][0] for zones in worlds]
    assert any(hand != match.state.players[1].hand.cards for hand in hands)


def test_the_closed_game_passes_the_kit() -> None:
    report = check_game(Closed(), games=2)
    assert report.ok, str(report)
