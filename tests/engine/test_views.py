"""What follows from the fields of a state: plain data and back, digests, views."""

from __future__ import annotations

import msgspec
import pytest

from starhall.engine.errors import RecordError, RulesFault
from starhall.engine.game import Game
from starhall.engine.knowledge.views import (
    blank,
    digest,
    encode,
    fill,
    neutral,
    to_bytes,
    view,
)
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.fields import hidden, part, private, public, zone, zones
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import Part, State, Strand, Zone
from tests.engine.toys.course import TOYS, course


@part
class Note(Part):
    """A passing part that comes and goes."""

    lines: list[list[int]] = public([])
    mine: str = private("")


@part
class Desk(State):
    """One field of every sort."""

    flag: bool = public(False)
    numbers: list[list[int]] = public([])
    mood: str = public("")
    secret: int = hidden(0)
    weight: float = hidden(0.0)
    note: Note | None = public(None)
    notes: list[Note] = public([])
    drawer: Zone = zone(0, 0b01)


def empty_desk() -> Desk:
    return Desk(seats=2, chance=Chance(seed_bytes(1), ("one", "two")))


def full_desk() -> Desk:
    s = empty_desk()
    s.flag = True
    s.numbers = [[1, 2], [3]]
    s.mood = "calm"
    s.secret = 42
    s.weight = 1.5
    s.note = Note(seat=1)
    s.note.mine = "mine"
    s.notes = [Note(seat=0), Note(seat=1)]
    s.notes[0].lines = [[5]]
    s.notes[0].mine = "hers"
    s.drawer.cards = [4, 5]
    s.strands = [Strand(number=3, seat=1)]
    s.chance.streams[0].below(256)
    return s


# Plain data and back


def test_all_that_is_declared_becomes_plain_data() -> None:
    data = encode(full_desk())
    assert msgspec.json.decode(msgspec.json.encode(data)) == data
    assert data["numbers"] == [[1, 2], [3]] and data["secret"] == 42
    assert data["note"] == {"seat": 1, "lines": [], "mine": "mine"}
    assert data["drawer"] == [0b01, [4, 5]]
    assert data["chance"] == [[1, 1], [0, 0]]


def test_plain_data_becomes_the_same_state_again() -> None:
    s = full_desk()
    filled = empty_desk()
    fill(filled, msgspec.json.decode(to_bytes(s)))
    assert to_bytes(filled) == to_bytes(s) and digest(filled) == digest(s)
    ahead = [s.chance.streams[0].below(256) for _ in range(100)]
    assert [filled.chance.streams[0].below(256) for _ in range(100)] == ahead


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_states_of_games_survive_it_and_play_on_alike(game: Game[State]) -> None:
    for match in course(game, 3):
        if match.over or not match.play.fresh:
            continue
        filled = game.setup(match.seats, match.settings, Chance(match.seed, game.streams))
        fill(filled, msgspec.json.decode(to_bytes(match.state)))
        assert to_bytes(filled) == to_bytes(match.state)
        asked = [repr(decision) for decision in Play(game, filled).decisions]
        assert asked == [repr(decision) for decision in match.decisions]


@pytest.mark.parametrize("used", [0, 1, 63, 64, 65, 128, 200])
def test_chance_is_taken_up_at_the_very_byte(used: int) -> None:
    s = empty_desk()
    for _ in range(used):
        s.chance.streams[1].below(256)
    filled = empty_desk()
    fill(filled, encode(s))
    assert filled.chance.used == s.chance.used == used
    ahead = [s.chance.streams[1].below(256) for _ in range(70)]
    assert [filled.chance.streams[1].below(256) for _ in range(70)] == ahead


def test_saved_data_and_living_state_share_nothing() -> None:
    s = full_desk()
    data = encode(s)
    before = msgspec.json.encode(data)
    s.numbers[0].append(9)
    s.drawer.cards.append(9)
    s.notes[0].lines[0].append(9)
    assert msgspec.json.encode(data) == before
    filled = empty_desk()
    fill(filled, data)
    filled.numbers[0].append(9)
    filled.drawer.cards.append(9)
    filled.notes[0].lines[0].append(9)
    assert msgspec.json.encode(data) == before


def test_a_digest_tells_states_apart() -> None:
    s, other = full_desk(), full_desk()
    assert digest(s) == digest(other)
    other.secret += 1
    assert digest(s) != digest(other)
    other = full_desk()
    other.chance.streams[1].below(256)
    assert digest(s) != digest(other)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("mood", 7, "'7' as 'mood' of a Desk, which is not the kind of value"),
        ("secret", True, "'True' as 'secret' of a Desk"),
        ("flag", 1, "'1' as 'flag' of a Desk"),
        ("numbers", "no list", "'no list' as 'numbers'"),
        ("notes", {"seat": 1}, "as 'notes' of a Desk"),
        ("note", [1], "as 'note' of a Desk"),
        ("note", {"seat": 1, "lines": []}, "has no 'mine' of a Note"),
        ("drawer", {"cards": []}, "as 'drawer' of a Desk"),
    ],
)
def test_data_that_does_not_fit_is_refused(name: str, value: object, words: str) -> None:
    data = encode(full_desk())
    data[name] = value
    with pytest.raises(RecordError) as refused:
        fill(empty_desk(), data)
    assert words in str(refused.value)


def test_data_that_lacks_a_field_is_refused() -> None:
    data = encode(full_desk())
    del data["mood"]
    with pytest.raises(RecordError, match="the saved position has no 'mood' of a Desk"):
        fill(empty_desk(), data)


@part
class Bags(Desk):
    """Zones that come and go, which no saved position can bring back."""

    bags: list[Zone] = zones(0, 0, 0)


def test_zones_are_filled_and_never_made() -> None:
    s = Bags(seats=2)
    with pytest.raises(RulesFault, match="zones belong in parts that setup makes"):
        fill(s, {**encode(s), "bags": [[1, [2]]]})
    s.bags = [Zone(1, "bag")]
    fill(s, {**encode(s), "bags": [[1, [2]]]})
    assert (s.bags[0].name, s.bags[0].sight, s.bags[0].cards) == ("bag", 1, [2])


# Views


def test_a_view_blanks_what_is_hidden_and_what_belongs_to_others() -> None:
    s = full_desk()
    first, second, outside = (view(s, observer) for observer in (0, 1, 2))
    assert isinstance(first, Desk) and isinstance(second, Desk) and isinstance(outside, Desk)
    for looked in (first, second, outside):
        assert looked.secret == 0 and looked.weight == 0.0 and type(looked.weight) is float
        assert looked.mood == "calm" and looked.numbers == [[1, 2], [3]]
        assert looked.notes[0].lines == [[5]]
    assert first.notes[0].mine == "hers" and second.notes[0].mine == ""
    assert second.note is not None and second.note.mine == "mine"
    assert first.note is not None and first.note.mine == ""
    assert outside.notes[0].mine == "" and outside.note is not None
    assert outside.note.mine == ""
    assert first.drawer.cards == [4, 5] and outside.drawer.cards == [-1, -1]
    assert s.secret == 42 and s.notes[0].mine == "hers"  # the truth is left alone


def test_when_the_game_is_over_a_view_is_the_truth() -> None:
    s = full_desk()
    s.over = True
    looked = view(s, 2)
    assert isinstance(looked, Desk)
    assert looked.secret == 42 and looked.drawer.cards == [4, 5]


@part
class Shared(Note):
    """A note of the first two seats."""

    def owners(self) -> int:
        return 0b11


def test_owners_are_the_seat_of_the_part_unless_it_names_others() -> None:
    def read(note: Note, observer: int) -> str:
        note.mine = "ours"
        blank(note, observer)
        return note.mine

    assert [read(Note(seat=1), observer) for observer in range(3)] == ["", "ours", ""]
    assert [read(Note(), observer) for observer in range(3)] == ["", "", ""]
    assert [read(Shared(seat=0), observer) for observer in range(3)] == ["ours", "ours", ""]


@pytest.mark.parametrize(
    ("value", "nothing"),
    [(True, False), (7, 0), (1.5, 0.0), ("x", ""), ([1], []), (None, None), (Note(), None)],
)
def test_the_neutral_value_tells_nothing(value: object, nothing: object) -> None:
    assert neutral(value) == nothing and type(neutral(value)) is type(nothing)
