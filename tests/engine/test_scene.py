import json
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from starhall.engine.errors import SceneError
from starhall.engine.scene import words
from starhall.engine.scene.elements import (
    Badge,
    Card,
    Cell,
    Hexmap,
    Link,
    Note,
    Panel,
    Piece,
    Pile,
    Scene,
    SceneOption,
    SeatInfo,
    Stat,
    Table,
    Value,
)
from starhall.engine.scene.svg import render as svg
from tests.engine import scenes

every_scene = pytest.mark.parametrize("make", scenes.ALL, ids=lambda make: make.__name__)


def ids_in(node: object) -> Iterator[str]:
    """All ids of the JSON, wherever they stand."""
    if isinstance(node, dict):
        fields = cast(dict[str, object], node)
        if "id" in fields:
            yield str(fields["id"])
        for value in fields.values():
            yield from ids_in(value)
    elif isinstance(node, list):
        for value in node:
            yield from ids_in(value)


@every_scene
def test_json_round_trip(make: Callable[[], Scene]) -> None:
    scene = make().check()
    assert Scene.from_json(scene.to_json()) == scene


@every_scene
def test_things_are_all_that_has_an_id(make: Callable[[], Scene]) -> None:
    scene = make()
    found = sorted(thing.id for thing in scene.things())
    assert found == sorted(ids_in(json.loads(scene.to_json())))


def test_json_names_the_kind_and_leaves_out_what_is_usual() -> None:
    scene = Scene(title="T", areas=[Stat(id="vp", label="VP", value=3)])
    assert json.loads(scene.to_json()) == {
        "title": "T",
        "areas": [{"kind": "stat", "id": "vp", "label": "VP", "value": 3}],
    }


@pytest.mark.parametrize("text", ["", "[]", '{"title": "T", "areas": [{"kind": "dragon"}]}'])
def test_what_is_no_scene_is_refused(text: str) -> None:
    with pytest.raises(SceneError, match="not the JSON of a scene"):
        Scene.from_json(text)


def test_glowing_lists_every_option_that_touches_a_thing() -> None:
    scene = Scene(
        title="T",
        areas=[
            Card(id="a", title="A", touch=("unit:x", "lane:1")),
            Card(id="b", title="B", touch=("unit:x",)),
            Card(id="c", title="C", touch=("unit:y",)),
            Card(id="d", title="D"),
        ],
        options=[
            SceneOption(number=4, token="x", label="X", targets=("unit:x",)),
            SceneOption(number=2, token="one", label="One", targets=("lane:1", "unit:x")),
            SceneOption(number=3, token="pass", label="Pass"),
        ],
    )
    assert scene.glowing() == {"a": (2, 4), "b": (2, 4)}


def test_marks_tell_all_seats_of_the_largest_table_apart() -> None:
    scene = Scene(title="T", seats=[SeatInfo(name=str(n)) for n in range(48)])
    marks = [scene.seat_mark(n) for n in range(48)]
    assert len(set(marks)) == 48
    assert (marks[0], marks[25], marks[26]) == ("A", "Z", "A2")
    scene.seats[3].mark = "Ω"
    assert scene.seat_mark(3) == "Ω"


def test_colours_come_from_the_seat_then_the_game_then_the_common_tones() -> None:
    seats = [
        SeatInfo(name="a", colour="#123456"),
        SeatInfo(name="b", colour="red"),
        SeatInfo(name="c", colour="forest"),
        SeatInfo(name="d"),
        SeatInfo(name="e"),
    ]
    scene = Scene(title="T", seats=seats, tones={"red": "#aa0000", "forest": "#00aa00"}).check()
    assert [scene.seat_colour(n) for n in range(3)] == ["#123456", "#aa0000", "#00aa00"]
    assert scene.seat_colour(3) != scene.seat_colour(4)


def test_a_scene_shows_itself() -> None:
    scene = scenes.pulp_invasion()
    assert str(scene) == words.render(scene)
    assert scene._repr_svg_() == svg.render(scene)


def cell(name: str, q: int = 0, r: int = 0) -> Cell:
    return Cell(id=name, q=q, r=r, label=name)


WRONG = {
    "a card and a piece share an id": (
        Scene(
            title="T",
            areas=[
                Card(id="x", title="X"),
                Hexmap(id="m", title="", cells=[Cell(id="c", q=0, r=0, label="c", pieces=[])]),
                Card(id="y", title="Y", pieces=[Piece(id="x", label="coin")]),
            ],
        ),
        r"id 'x' \(a card and a piece\)",
    ),
    "empty id": (Scene(title="T", areas=[Note(id="", text="hello")]), "note .* empty id"),
    "link to nothing": (
        Scene(
            title="T",
            areas=[
                Panel(
                    id="p",
                    title="P",
                    children=[
                        Card(id="a", title="A"),
                        Link(id="l", source="a", target="b"),
                    ],
                )
            ],
        ),
        "link 'l' ends at 'b'",
    ),
    "map link from nothing": (
        Scene(
            title="T",
            areas=[
                Hexmap(
                    id="m",
                    title="",
                    cells=[cell("c")],
                    links=[Link(id="l", source="z", target="c")],
                )
            ],
        ),
        "link 'l' ends at 'z'",
    ),
    "owner without a seat": (
        Scene(
            title="T", seats=[SeatInfo(name="a")], areas=[Pile(id="p", title="", count=1, owner=1)]
        ),
        "pile 'p' belongs to seat 1, but the scene has 1 seats",
    ),
    "viewer without a seat": (Scene(title="T", viewer=0), "viewer is seat 0"),
    "unknown tone": (
        Scene(title="T", areas=[Card(id="c", title="C", tone="mauve")]),
        "card 'c' has the tone 'mauve'",
    ),
    "unknown tone of a value": (
        Scene(
            title="T",
            areas=[Card(id="c", title="C", values=[Value(label="A", value=1, tone="mauve")])],
        ),
        "card 'c' has the tone 'mauve'",
    ),
    "unknown tone of a highlight": (
        Scene(
            title="T",
            areas=[
                Hexmap(
                    id="m",
                    title="",
                    cells=[
                        Cell(id="c", q=0, r=0, label="", highlights=[Badge(label="h", tone="?")])
                    ],
                )
            ],
        ),
        "cell 'c' has the tone",
    ),
    "colour that is none": (Scene(title="T", tones={"sea": "blue"}), "tone 'sea' is 'blue'"),
    "seat colour that is none": (
        Scene(title="T", seats=[SeatInfo(name="a", colour="#12345")]),
        "Seat 0 has the colour '#12345'",
    ),
    "short row": (
        Scene(
            title="T", areas=[Table(id="t", title="", columns=["a", "b"], rows=[["1", "2"], ["1"]])]
        ),
        "1 entries in row 2, but 2 columns",
    ),
    "two cells in one place": (
        Scene(
            title="T", areas=[Hexmap(id="m", title="", cells=[cell("a", 1, 2), cell("b", 1, 2)])]
        ),
        r"both 'a' and 'b' at \(1, 2\)",
    ),
    "two options with one number": (
        Scene(title="T", options=[SceneOption(number=7, token=t, label=t) for t in "ab"]),
        "number 7",
    ),
    "unknown label": (Scene(title="T", labels={"colour": "Farbe"}), "label 'colour'"),
    "negative count": (
        Scene(title="T", areas=[Piece(id="p", label="coin", count=-1)]),
        "piece 'p' has the count -1",
    ),
    "no columns": (
        Scene(title="T", areas=[Panel(id="p", title="", children=[], layout="grid", columns=0)]),
        "panel 'p' has 0 columns",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_contradiction_is_told_in_a_sentence(name: str) -> None:
    scene, sentence = WRONG[name]
    with pytest.raises(SceneError, match=sentence) as caught:
        scene.check()
    assert str(caught.value).endswith(".")
