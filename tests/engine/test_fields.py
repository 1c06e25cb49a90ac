"""A field is one line: what follows from it, in plain Python and in the expanded source."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

import starhall
from starhall.engine.errors import RulesFault
from starhall.engine.knowledge.views import encode, undeclared
from starhall.engine.rules.fields import (
    EVERYONE,
    NOBODY,
    OWN,
    Field,
    Fields,
    copied,
    hidden,
    internal,
    part,
    private,
    public,
    zone,
    zones,
)
from starhall.engine.rules.state import Part, State, Strand, Zone
from tests.engine.toys import lanterns

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import expand  # noqa: E402


@part
class Ship(Part):
    """One field of every sort."""

    name: str = public("nameless")
    log: list[list[int]] = private([[1]])
    fuel: int = hidden(7)
    chart: list[int] = public([1, 2], shared=True)
    steps: int = public(3, lasts="turn", untold="a countdown")
    seen: list[int] = public([], lasts="turn")
    hold: Zone = zone(2, OWN)
    decks: list[Zone] = zones(2, 1, EVERYONE)
    cache: list[int] = internal([], fresh=True)


@part
class Fleet(State):
    """Parts in parts."""

    ships: list[Ship] = public([])
    flag: Ship | None = public(None)
    harbour: Zone = zone(0, NOBODY, untold="out of sight")


def test_every_instance_has_values_of_its_own() -> None:
    one, other = Ship(seat=1), Ship()
    one.log[0].append(2)
    one.seen.append(1)
    assert (other.log, other.seen, other.name) == ([[1]], [], "nameless")
    assert one.chart is other.chart


def test_a_copy_shares_nothing_that_changes() -> None:
    one = Ship(seat=1, fuel=2)
    one.hold.cards = [4]
    one.cache.append(1)
    twin = one.copy()
    assert encode(twin) == encode(one) and twin.cache == []
    assert twin.chart is one.chart
    twin.log[0].append(9)
    twin.hold.cards.append(5)
    twin.decks[1].cards.append(6)
    assert (one.log, one.hold.cards, one.decks[1].cards) == ([[1]], [4], [])


def test_zones_are_named_by_their_line_and_numbered_in_order() -> None:
    fleet = Fleet(seats=2, ships=[Ship(seat=0), Ship(seat=1)])
    fleet.number_zones()
    found = [(zone.key, zone.name, zone.family, zone.sight) for zone in fleet.zones()]
    assert found == [
        (0, "hold:0", 2, 0b01),
        (1, "decks:0:0", 1, EVERYONE),
        (2, "decks:1:0", 1, EVERYONE),
        (3, "hold:1", 2, 0b10),
        (4, "decks:0:1", 1, EVERYONE),
        (5, "decks:1:1", 1, EVERYONE),
        (6, "harbour", 0, NOBODY),
    ]


def test_what_lasts_for_a_span_is_cleared_with_it() -> None:
    ship = Ship(steps=0, seen=[1], fuel=1)
    ship.clear("turn")
    assert (ship.steps, ship.seen, ship.fuel) == (3, [], 1)
    with pytest.raises(RulesFault, match="no field that lasts for a day"):
        lanterns.Player().clear("day")


def test_a_field_may_say_why_it_is_not_told() -> None:
    untold = {
        field.name: field.declared.untold
        for cls in (Ship, Fleet)
        for field in cls.FIELDS
        if field.declared.untold
    }
    assert untold == {"steps": "a countdown", "harbour": "out of sight"}


def test_no_other_field_can_be_set() -> None:
    with pytest.raises(AttributeError):
        Ship().speed = 3  # type: ignore[attr-defined]


def test_a_field_must_say_who_sees_it() -> None:
    with pytest.raises(RulesFault, match="Loose.rumour does not say who may see it"):

        @part
        class Loose(Part):
            rumour: int = 3


def test_a_type_that_cannot_be_copied_is_refused() -> None:
    with pytest.raises(RulesFault, match="cannot be of type dict"):
        copied("dict[int, int]", "value")


class Careless(lanterns.Player):
    """Is not declared."""

    __slots__ = ("diary",)


def test_classes_that_are_not_declared_are_found() -> None:
    s = starhall.new(lanterns.GAME, 2, seed=1).state
    assert isinstance(s, lanterns.Hall)
    assert undeclared(s) == []
    s.players[1] = Careless(seat=1)
    assert undeclared(s) == ["Careless"]


# The build


def test_the_build_reads_the_same_fields_from_the_source() -> None:
    source = expand.Source(ROOT, "tests.engine.test_fields")
    for cls in (Ship, Fleet):
        fields, _ = source.fields(source.classes[cls.__name__])
        live: list[Field] = cls.FIELDS
        assert [field.name for field in fields.all] == [field.name for field in live]
        scope = {**globals(), "Strand": Strand}
        shapes = {name: eval(shape, scope) for name, shape in fields.shapes().items()}
        assert shapes == cls.SHAPE


def test_the_values_for_pages_in_the_order_of_the_declaration() -> None:
    ship = Ship(seat=1, log=[[2], [3]], steps=4)
    ship.decks[1].cards = [6]
    sights = [0b10, EVERYONE, EVERYONE]
    assert ship.seen_by_all() == [1, [1, 2], 4, [], [], [], [6], *sights]
    assert ship.seen_by_owners() == [[[2], [3]]]
    fleet = Fleet(seats=2)
    assert fleet.seen_by_all() == [-1, False, [], NOBODY]  # `seats` and `auto_single` left out
    assert fleet.seen_by_owners() == []


@pytest.mark.parametrize("game", ["cassiopeia", "cyberstrife", "cysmic", "nexus_ops"])
def test_the_build_lists_the_same_values_for_pages(game: str) -> None:
    name = f"starhall.games.{game}.state"
    source = expand.Source(ROOT / "src", name)
    for node in source.declared():
        live = Fields(node.name, getattr(import_module(name), node.name).FIELDS, [])
        built, _ = source.fields(node)
        for method in ("seen_by_all", "seen_by_owners"):
            assert built.methods()[method] == live.methods()[method]


def test_the_expanded_source_plays_like_the_declaration(tmp_path: Path) -> None:
    source = expand.Source(ROOT, "tests.engine.test_fields")
    text = source.expanded()
    assert "@part" not in text.split("# The build")[0].split("class Ship")[1].split("def test")[0]
    scope: dict[str, object] = {"__name__": __name__, "__file__": __file__}
    head = text[: text.index("def test_every_instance")]
    exec(compile(head, "expanded", "exec"), scope)
    ship_class, fleet_class = scope["Ship"], scope["Fleet"]
    assert callable(ship_class) and callable(fleet_class)
    fleet = fleet_class(seats=2, ships=[ship_class(seat=1, fuel=3)])
    fleet.number_zones()
    plain = Fleet(seats=2, ships=[Ship(seat=1, fuel=3)])
    plain.number_zones()
    assert encode(fleet) == encode(plain) == encode(fleet.copy())
    fleet.ships[0].steps = 0
    fleet.ships[0].clear("turn")
    assert fleet.ships[0].steps == 3


def test_methods_that_a_class_writes_itself_are_kept() -> None:
    assert Fields("Part", [], []).methods()["collect"] == ""
    assert Part.collect is not Ship.collect
