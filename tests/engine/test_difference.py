"""The difference between two scenes, applied to the first, gives the second."""

from __future__ import annotations

import random
import typing
from typing import Any

import msgspec
import pytest

import starhall
from starhall.engine.game import installed
from starhall.engine.scene import elements
from starhall.engine.scene.difference import SceneChange, apply, difference
from starhall.engine.scene.elements import (
    PARTS,
    Badge,
    Card,
    Hexmap,
    Note,
    Panel,
    Piece,
    Pile,
    Scene,
    Thing,
)


def json_of(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def moved_on(old: Scene, new: Scene) -> Scene:
    """The new scene as a client gets it that has the old one."""
    change = difference(old, new)
    made = json_of(old) if change is None else apply(json_of(old), json_of(change))
    return msgspec.convert(made, Scene)


def panel(id: str, *children: Any, **more: Any) -> Panel:
    return Panel(id=id, title=id, children=list(children), **more)


def scene(*areas: Any, **more: Any) -> Scene:
    return Scene(title="T", areas=list(areas), **more)


def change_between(old: Scene, new: Scene) -> SceneChange:
    assert moved_on(old, new) == new
    change = difference(old, new)
    assert change is not None
    return change


def test_the_same_scene_needs_nothing() -> None:
    assert difference(scene(Note(id="n", text="x")), scene(Note(id="n", text="x"))) is None


def test_only_changed_fields_are_named() -> None:
    old = scene(panel("p", Card(id="a", title="Ace"), Card(id="b", title="Bee", dim=True)))
    new = scene(panel("p", Card(id="a", title="Ace"), Card(id="b", title="Bee", text="!")))
    change = change_between(old, new)
    assert change == SceneChange(things={"b": {"dim": None, "text": "!"}})


def test_a_thing_that_moves_is_not_described_again() -> None:
    card = Card(id="a", title="Ace", text="A long text.")
    old = scene(panel("hand", card), panel("table"))
    new = scene(panel("hand"), panel("table", msgspec.structs.replace(card, dim=True)))
    change = change_between(old, new)
    expected = {"hand": {"children": []}, "table": {"children": ["a"]}, "a": {"dim": True}}
    assert change.things == expected


def test_new_gone_and_reordered_things() -> None:
    a, b, c = [Piece(id=id, label=id) for id in "abc"]
    change = change_between(scene(a, b), scene(b, c))
    assert change.fields == {"areas": ["b", c]}
    assert change_between(scene(a, b), scene(b, a)).fields == {"areas": ["b", "a"]}
    assert change_between(scene(a), scene()).fields == {"areas": None}


def test_an_id_that_becomes_another_kind_of_thing_is_new() -> None:
    note = Note(id="x", text="gone")
    assert change_between(scene(Piece(id="x", label="x")), scene(note)).fields == {"areas": [note]}


def test_the_top_of_a_pile_comes_and_goes() -> None:
    top = Card(id="top", title="Top")
    bare, topped = [Pile(id="p", title="P", count=3, top=card) for card in (None, top)]
    assert change_between(scene(bare), scene(topped)).things == {"p": {"top": top}}
    assert change_between(scene(topped), scene(bare)).things == {"p": {"top": None}}
    loose = scene(bare, top)
    assert change_between(loose, scene(topped)).things == {"p": {"top": "top"}}


def test_fields_of_the_scene_itself() -> None:
    change = change_between(scene(tip="old", viewer=None), scene(viewer=0))
    assert change.fields == {"tip": None, "viewer": 0}


def test_a_map_in_which_one_cell_changes() -> None:
    cells = [elements.Cell(id=f"c{q}", q=q, r=0, label="Hex") for q in range(5)]
    marked = [msgspec.structs.replace(c, badges=[Badge(label="!")] * (c.q == 2)) for c in cells]
    old, new = [scene(Hexmap(id="m", title="M", cells=each)) for each in (cells, marked)]
    assert list(change_between(old, new).things) == ["c2"]


def test_every_field_that_contains_things_is_a_part() -> None:
    kinds = [k for k in vars(elements).values() if isinstance(k, type) and issubclass(k, Thing)]
    holding = {
        field.name
        for kind in kinds
        for field in msgspec.structs.fields(kind)
        if any(_mentions(field.type, other) for other in kinds)
    }
    assert holding == set(PARTS)


def _mentions(annotation: Any, kind: type) -> bool:
    return annotation is kind or any(_mentions(a, kind) for a in typing.get_args(annotation))


@pytest.mark.parametrize("game", sorted(installed()))
def test_whole_games(game: str) -> None:
    """From frame to frame, and over gaps, for a seat and for the spectators."""
    dice = random.Random(game)
    match = starhall.new(game)
    watched = {seat: match.scene(seat) for seat in (0, None)}
    for _ in range(60):
        if match.over:
            break
        decision = match.decision
        match.choose(dice.choice(decision.options), decision.seat)
        for seat, old in watched.items():
            if dice.random() < 0.4:
                new = match.scene(seat)
                assert moved_on(old, new) == new
                watched[seat] = new
