"""The table as numbers: what a seat may know, nothing else, and a legend for every number."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import starhall
from starhall.engine.conformance.secrecy import dealt_again
from starhall.engine.knowledge.encoding import Encoding
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream
from starhall.engine.rules.codes import Page
from starhall.engine.rules.decision import Decision
from starhall.kit import (
    EVERYONE,
    LEFT_OUT,
    NOBODY,
    OWN,
    SEAT,
    SEATS,
    Chance,
    Part,
    State,
    Zone,
    bits,
    each,
    hidden,
    in_order,
    joined,
    members,
    number,
    one_hot,
    packed,
    part,
    private,
    public,
    zone,
    zones,
)
from tests.envs.suites import GAMES


def seats_of(game: str) -> int:
    return min(starhall.find(game).seats.stop - 1, 4)


def told(encoding: Encoding, page: Page) -> dict[str, float]:
    """The numbers that are not 0, by what they are."""
    pairs = zip(encoding.legend, page.numbers, strict=True)
    return {str(entry): value for entry, value in pairs if value}


def some_decision(match: Match[Any], chance: random.Random) -> Decision:
    return chance.choice(match.decisions)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_what_the_view_holds(game: str) -> None:
    """It does not matter whether it is written from the state or the view, and what was on it."""
    seats, chance = seats_of(game), random.Random(7)
    match = starhall.new(game, seats=seats, seed=7)
    encoding = match.game.encoding(seats)
    used = [encoding.page(seat) for seat in range(seats)]
    for turn in range(80):
        if match.over:
            break
        decision = some_decision(match, chance)
        for seat in range(seats) if turn % 8 == 0 else [decision.seat]:
            seen, new = encoding.page(seat), encoding.page(seat)
            encoding.write(used[seat], match.state, decision)
            encoding.write(new, match.state, decision)
            encoding.write_view(seen, match.view(seat), decision)
            assert told(encoding, used[seat]) == told(encoding, new) == told(encoding, seen)
            assert used[seat].mask == new.mask == seen.mask
            assert all(-1 <= value <= 1 for value in new.numbers)
        match.choose(chance.choice(decision.options), decision.seat)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_stays_the_same_when_what_is_hidden_is_dealt_again(game: str) -> None:
    seats = seats_of(game)
    match = starhall.new(game, seats=seats, seed=6)
    encoding = starhall.find(game).encoding(seats)
    chance, stream = random.Random(2), Stream(bytes(32))
    compared = 0
    for _ in range(120):
        if match.over:
            break
        for seat in range(seats):
            other = dealt_again(match.state, seat, stream)
            if other is not None:
                one, two = encoding.page(seat), encoding.page(seat)
                encoding.write(one, match.state)
                encoding.write(two, other)
                assert told(encoding, one) == told(encoding, two)
                compared += 1
        decision = some_decision(match, chance)
        match.choose(chance.choice(decision.options), seat=decision.seat)
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_our_games_has_a_place_or_is_left_out_on_purpose(game: str) -> None:
    for seats in starhall.find(game).seats:
        if seats <= 6:
            assert starhall.find(game).encoding(seats).left_out == []


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_a_name_of_its_own(game: str) -> None:
    encoding = starhall.find(game).encoding(seats_of(game), events=2)
    names = Counter(str(entry) for entry in encoding.legend)
    assert [name for name, count in names.items() if count > 1] == []
    assert encoding.size == len(encoding.page(0).numbers)


def test_seats_are_counted_from_the_observer() -> None:
    match = starhall.new("comet-run", seats=3, seed=1)
    match.state.ships[1].at = 5  # type: ignore[attr-defined]
    encoding = match.game.encoding(3)
    first, second = encoding.page(0), encoding.page(1)
    encoding.write(first, match.state)
    encoding.write(second, match.state)
    assert told(encoding, first)["active own"] == told(encoding, second)["active seat +2"] == 1
    assert told(encoding, first)["ships[seat +1].at is 5"] == 1
    assert told(encoding, second)["ships[own].at is 5"] == 1


def test_the_decision_and_its_options_are_for_the_seat_that_is_asked() -> None:
    match = starhall.new("black-market", seats=2, seed=1)
    encoding = match.game.encoding(2)
    own, other = encoding.page(0), encoding.page(1)
    decision = match.decision_of(0)
    assert decision is not None
    encoding.write(own, match.state, decision)
    encoding.write(other, match.state, decision)
    assert told(encoding, own)["decision bid"] == 1 and sum(own.mask) == len(decision.options)
    assert "decision bid" not in told(encoding, other) and sum(other.mask) == 0


def test_cards_of_others_are_hidden_until_they_are_shown() -> None:
    match = starhall.new("black-market", seats=2, seed=1)
    encoding = match.game.encoding(2)
    page = encoding.page(0)
    match.choose(match.decision_of(0).options[0], 0)  # type: ignore[union-attr]
    encoding.write(page, match.state)
    names = [name for name in told(encoding, page) if name.startswith("traders[seat +1].hand")]
    assert names == ["traders[seat +1].hand cards"]


def test_what_a_seat_remembers_is_on_its_page_only() -> None:
    match = starhall.new("black-market", seats=2, seed=1)
    state: Any = match.state
    card = state.cargo_deck.cards[-1]
    state.show(state.cargo_deck, card, 0)
    encoding = match.game.encoding(2)
    name = f"cargo_deck card {match.game.card_name(card)}"
    for seat, expected in ((0, 1.0), (1, 0.0)):
        page = encoding.page(seat)
        encoding.write(page, match.state)
        assert told(encoding, page).get(name, 0.0) == expected


def test_the_latest_events_are_a_window_of_what_the_seat_heard() -> None:
    match = starhall.new("comet-run", seats=2, seed=1)
    encoding = match.game.encoding(2, events=3)
    plain = match.game.encoding(2)
    assert encoding.legend[: plain.size] == plain.legend
    match.choose(match.decision.options[0])
    page = encoding.page(1)
    heard = [event for _, event in match.events(1)]
    encoding.write_events(page, heard)
    found = [name for name in told(encoding, page) if "is '" in name]
    assert found == [f"events[-{i + 1}] is '{event.what}'" for i, event in enumerate(heard[:-4:-1])]
    assert told(encoding, page)["events[-1] by own"] == 1  # it is the second seat's roll


def test_the_numbers_are_the_memory_of_the_page() -> None:
    match = starhall.new("comet-run", seed=1)
    encoding = match.game.encoding(2)
    page = encoding.page(0)
    array = np.asarray(page.numbers)
    encoding.write(page, match.state)
    assert array.dtype == np.float32 and array.tolist() == list(page.numbers) and array.any()


# Codes


@part
class Inner(Part):
    level: int = public(0, coded=one_hot(3))
    secret: int = private(0, coded=number(10))
    notes: list[int] = private([], coded=each(2, number(4)))


@part
class Board(State):
    plain: int = public(0)
    flag: bool = public(False)
    share: int = public(0, coded=number(10))
    kind: int = public(-1, coded=one_hot(3, first=1))
    mask: int = public(0, coded=bits(3))
    stack: int = public(0, coded=packed(2, 4, 5))
    pair: int = public(-1, coded=joined(8, one_hot(2), number(4)))
    whose: int = public(-1, coded=SEAT)
    present: int = public(0, coded=SEATS)
    constant: int = public(9, coded=LEFT_OUT)
    unseen: int = hidden(3)
    dice: list[int] = public([], coded=each(2, one_hot(2, first=1)))
    nested: list[list[int]] = public([[], []], coded=each(2, each(2, number(2))))
    places: list[int] = public([], coded=members(4))
    fixed: list[int] = public([0, 0])
    open_ended: list[int] = public([])
    inner: Inner | None = public(None)
    own: list[Inner] = public([])
    deck: Zone = zone(0, NOBODY)
    row: Zone = zone(0, EVERYONE, coded=in_order(2))
    hands: list[Zone] = zones(2, 0, OWN)


class Rules:
    """As much of a game as an encoding asks for."""

    streams = ("chance",)
    text = starhall.find("cassiopeia").text
    questions = starhall.find("cassiopeia").questions
    vocabulary: list[object] = []

    def deal(self, seats: int, settings: object, chance: Chance) -> Board:
        board = Board(seats=seats, chance=chance, own=[Inner(seat=s) for s in range(seats)])
        board.deck.cards = [4, 5, 5]
        board.number_zones()
        return board

    def card_name(self, card: int) -> str:
        return f"c{card}"


@pytest.fixture
def encoding() -> Encoding:
    return Encoding(Rules(), 2, {})  # type: ignore[arg-type]


def names(encoding: Encoding, board: Board, seat: int = 0) -> dict[str, float]:
    page = encoding.page(seat)
    encoding.write(page, board)
    return told(encoding, page)


def dealt() -> Board:
    return Rules().deal(2, {}, Chance(bytes(32), ()))


def without(numbers: dict[str, float], *beginnings: str) -> dict[str, float]:
    return {name: n for name, n in numbers.items() if not name.startswith(beginnings)}


def test_the_code_of_each_kind_of_value(encoding: Encoding) -> None:
    board = dealt()
    board.plain, board.flag, board.share, board.kind = 8, True, 5, 3
    board.mask, board.stack, board.pair, board.whose = 0b101, 5 | 2 << 4, 1 + 8 * 2, 1
    board.present = 0b10
    assert without(names(encoding, board, 1), "deck", "own") == pytest.approx(
        {
            "plain": 0.5,
            "flag": 1,
            "share": 0.5,
            "kind is 3": 1,
            "mask bit 0": 1,
            "mask bit 2": 1,
            "stack digit 0": 1,
            "stack digit 1": 0.4,
            "pair low is 1": 1,
            "pair high": 0.5,
            "whose own": 1,
            "present own": 1,
        }
    )


def test_lists_are_padded_and_cut(encoding: Encoding) -> None:
    board = dealt()
    board.dice, board.nested, board.places, board.fixed = [2], [[1], [2, 1, 2]], [3, 1, 9], [8, 0]
    assert without(names(encoding, board), "deck", "own") == {
        "dice[0] is 2": 1,
        "nested[0][0]": 0.5,
        "nested[1][0]": 1,
        "nested[1][1]": 0.5,
        "places has 1": 1,
        "places has 3": 1,
        "fixed[0]": 0.5,
    }
    assert encoding.left_out == ["open_ended"]


def test_values_beyond_the_declared_range_are_cut(encoding: Encoding) -> None:
    board = dealt()
    board.share, board.kind, board.mask, board.whose = 99, 7, 0b1000, -1
    assert without(names(encoding, board), "deck", "own") == {"share": 1}


def test_private_fields_are_for_their_owner(encoding: Encoding) -> None:
    board = dealt()
    board.own[1].secret, board.own[1].notes = 5, [4]
    assert "own[seat +1].secret" not in names(encoding, board, 0)
    assert names(encoding, board, 1)["own[own].secret"] == 0.5
    assert names(encoding, board, 1)["own[own].notes[0]"] == 1
    board.over = True
    assert names(encoding, board, 0)["own[seat +1].secret"] == 0.5


def test_a_part_that_comes_and_goes(encoding: Encoding) -> None:
    board, page = dealt(), encoding.page(0)
    encoding.write(page, board)
    before = told(encoding, page)
    board.inner = Inner(seat=1, level=2, secret=3)
    encoding.write(page, board)
    added = {name: n for name, n in told(encoding, page).items() if name not in before}
    assert added == {"inner is there": 1, "inner.seat seat +1": 1, "inner.level is 2": 1}
    board.inner = None
    encoding.write(page, board)
    assert told(encoding, page) == before


def test_zones_by_kind_and_by_place(encoding: Encoding) -> None:
    board = dealt()
    board.row.cards, board.deck.cards, board.hands[0].cards = [5, 4], [], [5]
    assert names(encoding, board) == pytest.approx(
        {
            "own[own].level is 0": 1,
            "own[seat +1].level is 0": 1,
            "row cards": 2 / 3,
            "row[0] card c5": 1,
            "row[1] card c4": 1,
            "hands[0] cards": 1 / 3,
        }
    )
    board.reveal(board.hands[0], EVERYONE)
    assert names(encoding, board)["hands[0] card c5"] == 0.5
