"""What follows from the SHAPE of a state: plain data and back, digests, views, and its checks."""

from typing import ClassVar

import msgspec
import pytest

import starhall
from starhall.engine.errors import RecordError, RulesFault
from starhall.engine.game import Game
from starhall.engine.knowledge.views import (
    blank,
    check_shape,
    digest,
    encode,
    fill,
    neutral,
    to_bytes,
    undeclared,
    view,
)
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import HIDDEN, OPEN, OWNER, Part, State, Strand, Zone
from tests.engine.toys import expedition, lanterns
from tests.engine.toys.course import TOYS, course
from tests.engine.toys.lanterns import Hall


class Note(Part):
    """A passing part that comes and goes."""

    __slots__ = ("lines", "private")
    SHAPE: ClassVar[dict[str, object]] = {"seat": OPEN, "lines": OPEN, "private": OWNER}

    def __init__(self, seat: int = -1) -> None:
        super().__init__(seat)
        self.lines: list[list[int]] = []
        self.private = ""


class Desk(State):
    """One field of every sort."""

    __slots__ = ("drawer", "flag", "mood", "note", "notes", "numbers", "secret", "weight")
    SHAPE: ClassVar[dict[str, object]] = {
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "strands": [Strand],
        "flag": OPEN,
        "numbers": OPEN,
        "mood": OPEN,
        "secret": HIDDEN,
        "weight": HIDDEN,
        "note": Note,
        "notes": [Note],
        "drawer": Zone,
    }

    def __init__(self, seats: int = 2, chance: Chance | None = None) -> None:
        super().__init__(seats, chance or Chance(seed_bytes(1), ("one", "two")))
        self.flag = False
        self.numbers: list[list[int]] = []
        self.mood = ""
        self.secret = 0
        self.weight = 0.0
        self.note: Note | None = None
        self.notes: list[Note] = []
        self.drawer = Zone(0, "drawer", 0, -1, 0b01)

    def copy(self) -> "Desk":
        twin = Desk(self.seats)
        fill(twin, encode(self))
        twin.over = self.over
        return twin

    def zones(self) -> list[Zone]:
        return [self.drawer]


def full_desk() -> Desk:
    s = Desk()
    s.flag = True
    s.numbers = [[1, 2], [3]]
    s.mood = "calm"
    s.secret = 42
    s.weight = 1.5
    s.note = Note(1)
    s.note.private = "mine"
    s.notes = [Note(0), Note(1)]
    s.notes[0].lines = [[5]]
    s.notes[0].private = "hers"
    s.drawer.cards = [4, 5]
    s.strands = [Strand(3, 1)]
    s.chance.streams[0].below(256)
    return s


# Plain data and back


def test_all_that_is_declared_becomes_plain_data():
    data = encode(full_desk())
    assert msgspec.json.decode(msgspec.json.encode(data)) == data
    assert data["numbers"] == [[1, 2], [3]] and data["secret"] == 42
    assert data["note"] == {"seat": 1, "lines": [], "private": "mine"}
    assert data["drawer"] == [0b01, [4, 5]]
    assert data["chance"] == [[1, 1], [0, 0]]


def test_plain_data_becomes_the_same_state_again():
    s = full_desk()
    filled = Desk()
    fill(filled, msgspec.json.decode(to_bytes(s)))
    assert to_bytes(filled) == to_bytes(s) and digest(filled) == digest(s)
    ahead = [s.chance.streams[0].below(256) for _ in range(100)]
    assert [filled.chance.streams[0].below(256) for _ in range(100)] == ahead


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_states_of_games_survive_it_and_play_on_alike(game: Game[State]):
    for match in course(game, 3):
        if match.over or not match.play.fresh:
            continue
        filled = game.setup(match.seats, match.settings, Chance(match.seed, game.streams))
        fill(filled, msgspec.json.decode(to_bytes(match.state)))
        assert to_bytes(filled) == to_bytes(match.state)
        asked = [repr(decision) for decision in Play(game, filled).decisions]
        assert asked == [repr(decision) for decision in match.decisions]


@pytest.mark.parametrize("used", [0, 1, 63, 64, 65, 128, 200])
def test_chance_is_taken_up_at_the_very_byte(used: int):
    s = Desk()
    for _ in range(used):
        s.chance.streams[1].below(256)
    filled = Desk()
    fill(filled, encode(s))
    assert filled.chance.used == s.chance.used == used
    ahead = [s.chance.streams[1].below(256) for _ in range(70)]
    assert [filled.chance.streams[1].below(256) for _ in range(70)] == ahead


def test_saved_data_and_living_state_share_nothing():
    s = full_desk()
    data = encode(s)
    before = msgspec.json.encode(data)
    s.numbers[0].append(9)
    s.drawer.cards.append(9)
    s.notes[0].lines[0].append(9)
    assert msgspec.json.encode(data) == before
    filled = Desk()
    fill(filled, data)
    filled.numbers[0].append(9)
    filled.drawer.cards.append(9)
    filled.notes[0].lines[0].append(9)
    assert msgspec.json.encode(data) == before


def test_a_digest_tells_states_apart():
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
        ("note", {"seat": 1, "lines": []}, "has no 'private' of a Note"),
        ("drawer", {"cards": []}, "as 'drawer' of a Desk"),
    ],
)
def test_data_that_does_not_fit_is_refused(name: str, value: object, words: str):
    data = encode(full_desk())
    data[name] = value
    with pytest.raises(RecordError) as refused:
        fill(Desk(), data)
    assert words in str(refused.value)


def test_data_that_lacks_a_field_is_refused():
    data = encode(full_desk())
    del data["mood"]
    with pytest.raises(RecordError, match="the saved position has no 'mood' of a Desk"):
        fill(Desk(), data)


class Bags(Desk):
    """Zones that come and go, which no saved position can bring back."""

    __slots__ = ("bags",)
    SHAPE: ClassVar[dict[str, object]] = {**Desk.SHAPE, "bags": [Zone]}

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats)
        self.bags: list[Zone] = []


def test_zones_are_filled_and_never_made():
    s = Bags()
    with pytest.raises(RulesFault, match="zones live in parts that setup makes"):
        fill(s, {**encode(s), "bags": [[1, [2]]]})
    s.bags = [Zone(1, "bag")]
    fill(s, {**encode(s), "bags": [[1, [2]]]})
    assert (s.bags[0].name, s.bags[0].sight, s.bags[0].cards) == ("bag", 1, [2])


# Views


def test_a_view_blanks_what_is_hidden_and_what_belongs_to_others():
    s = full_desk()
    first, second, outside = (view(s, observer) for observer in (0, 1, 2))
    assert isinstance(first, Desk) and isinstance(second, Desk) and isinstance(outside, Desk)
    for looked in (first, second, outside):
        assert looked.secret == 0 and looked.weight == 0.0 and type(looked.weight) is float
        assert looked.mood == "calm" and looked.numbers == [[1, 2], [3]]
        assert looked.notes[0].lines == [[5]]
    assert first.notes[0].private == "hers" and second.notes[0].private == ""
    assert second.note is not None and second.note.private == "mine"
    assert first.note is not None and first.note.private == ""
    assert outside.notes[0].private == "" and outside.note is not None
    assert outside.note.private == ""
    assert first.drawer.cards == [4, 5] and outside.drawer.cards == [-1, -1]
    assert s.secret == 42 and s.notes[0].private == "hers"  # the truth is left alone


def test_when_the_game_is_over_a_view_is_the_truth():
    s = full_desk()
    s.over = True
    looked = view(s, 2)
    assert isinstance(looked, Desk)
    assert looked.secret == 42 and looked.drawer.cards == [4, 5]


class Shared(Note):
    """A note of the first two seats."""

    def owners(self) -> int:
        return 0b11


def test_owners_are_the_seat_of_the_part_unless_it_names_others():
    def read(note: Note, observer: int) -> str:
        note.private = "ours"
        blank(note, observer)
        return note.private

    assert [read(Note(1), observer) for observer in range(3)] == ["", "ours", ""]
    assert [read(Note(-1), observer) for observer in range(3)] == ["", "", ""]
    assert [read(Shared(0), observer) for observer in range(3)] == ["ours", "ours", ""]


@pytest.mark.parametrize(
    ("value", "nothing"),
    [(True, False), (7, 0), (1.5, 0.0), ("x", ""), ([1], []), (None, None), (Note(), None)],
)
def test_the_neutral_value_tells_nothing(value: object, nothing: object):
    assert neutral(value) == nothing and type(neutral(value)) is type(nothing)


# Checks of the declaration itself


class Careless(lanterns.Player):
    """Has a field that nobody declared."""

    __slots__ = ("diary",)

    def __init__(self, seat: int = 0) -> None:
        super().__init__(seat)
        self.diary: list[int] = []


def test_fields_that_nobody_declared_are_found():
    s = starhall.new(lanterns.GAME, 2, seed=1).state
    assert isinstance(s, Hall)
    assert undeclared(s) == []
    s.players[1] = Careless(1)
    assert undeclared(s) == ["Careless.diary"]
    assert "diary" not in encode(s)["players"][1]


@pytest.mark.parametrize("cls", [Hall, lanterns.Player, Strand, expedition.Land, Desk, Note])
def test_honest_shapes_pass(cls: type[Part]):
    check_shape(cls)


class Wrong(Part):
    """A field that says neither who sees it nor what it is made of."""

    SHAPE: ClassVar[dict[str, object]] = {"seat": OPEN, "cards": "everybody"}


class Wronger(Part):
    """A list of two shapes."""

    SHAPE: ClassVar[dict[str, object]] = {"seat": OPEN, "cards": [Zone, Zone]}


class Wrongest(Part):
    """A list of visibilities: whether its items are hidden would be anybody's guess."""

    SHAPE: ClassVar[dict[str, object]] = {"seat": OPEN, "cards": [HIDDEN]}


@pytest.mark.parametrize("cls", [Wrong, Wronger, Wrongest])
def test_a_shape_that_is_no_visibility_is_refused(cls: type[Part]):
    with pytest.raises(RulesFault, match=rf"{cls.__name__}.SHAPE\['cards'\] is .*not a visibility"):
        check_shape(cls)
