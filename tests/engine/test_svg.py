import re
from collections.abc import Callable, Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starhall.engine.scene.elements import (
    SEAT_COLOURS,
    TONES,
    Badge,
    Card,
    Cell,
    Die,
    Hexmap,
    Link,
    Note,
    Panel,
    Piece,
    Pile,
    Scene,
    SceneOption,
    SeatInfo,
    Space,
    Stat,
    Table,
    Thing,
    Track,
)
from starhall.engine.scene.svg.canvas import (
    GLOW,
    contrast,
    emblem,
    ink_on,
    shorten,
    text_width,
    wrap,
)
from starhall.engine.scene.svg.pen import Pen, short_symbols
from starhall.engine.scene.svg.render import render
from starhall.engine.scene.svg.shapes import Artist
from tests.engine import map_scenes, scenes

NS = "{http://www.w3.org/2000/svg}"
every_scene = pytest.mark.parametrize("make", scenes.ALL, ids=lambda make: make.__name__)
widths = pytest.mark.parametrize("width", [1200, 760, 480])
anything = st.text(max_size=60)


def drawn(scene: Scene, width: int = 1200) -> ElementTree.Element:
    return ElementTree.fromstring(render(scene, width))


def group(root: ElementTree.Element, name: str) -> ElementTree.Element:
    (found,) = [node for node in root.iter(f"{NS}g") if node.get("data-id") == name]
    return found


def letters(node: ElementTree.Element) -> str:
    """What is written in a drawing, lines joined."""
    return " ".join(text.text or "" for text in node.iter(f"{NS}text"))


def texts(node: ElementTree.Element, x: float = 0) -> Iterator[tuple[float, float, str]]:
    """Left and right end of every line of text, in the coordinates of the outermost node."""
    if node.tag == f"{NS}text":
        bold = node.get("font-weight") == "700"
        said = node.text or ""
        length = text_width(said, float(node.get("font-size", "0")), bold)
        anchor = {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor", ""), 0.0)
        left = x + float(node.get("x", "0")) - anchor * length
        yield left, left + length, said
    moved = re.match(r"translate\(([-\d.]+)", node.get("transform", ""))
    for child in node:
        yield from texts(child, x + (float(moved[1]) if moved else 0))


@every_scene
@widths
def test_everything_is_drawn_once(make: Callable[[], Scene], width: int) -> None:
    scene = make()
    found = [node.get("data-id") for node in drawn(scene, width).iter(f"{NS}g")]
    for thing in scene.things():
        assert found.count(thing.id) == 1, thing.id


@every_scene
@widths
def test_all_text_stays_in_the_picture(make: Callable[[], Scene], width: int) -> None:
    root = drawn(make(), width)
    assert float(root.get("width", "0")) == width
    assert [line for line in texts(root) if line[0] < 0 or line[1] > width] == []


@every_scene
@widths
def test_things_side_by_side_do_not_overlap(make: Callable[[], Scene], width: int) -> None:
    scene = make()
    artist = Artist(Pen(scene))
    for area in scene.areas:
        spots = artist.area(area, width).spots
        solid: list[type[Thing]] = [Card, Pile, Stat, Space, Die, Note, Table, Track]
        names = [t.id for t in scene.things() if type(t) in solid and t.id in spots]
        inside = {t.id for t in scene.things() if isinstance(t, Space)}
        tops = {t.top.id for t in scene.things() if isinstance(t, Pile) and t.top}
        names = [n for n in names if n not in tops]
        for a, b in combinations(names, 2):
            if (a in inside) != (b in inside):
                continue  # a space lies inside its track
            (ax, ay, aw, ah), (bx, by, bw, bh) = spots[a], spots[b]
            apart = ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay
            assert apart, (a, b)
        for name in names:
            left, top, wide, _ = spots[name]
            assert left >= 0 and top >= 0 and left + wide <= width, name


@every_scene
def test_the_picture_stands_alone(make: Callable[[], Scene]) -> None:
    source = render(make())
    tags = {node.tag.removeprefix(NS) for node in ElementTree.fromstring(source).iter()}
    assert tags <= {
        "svg", "title", "defs", "pattern", "g", "rect", "circle", "path", "polygon", "text",
    }  # fmt: skip
    assert source.count("http") == 1  # the namespace
    assert "href" not in source
    assert {
        ref for ref in re.findall(r"url\(([^)]*)\)", source) if not ref.startswith("#")
    } == set()


@given(anything, anything, anything)
def test_any_text_is_drawn_as_text(title: str, text: str, name: str) -> None:
    scene = Scene(
        title=title,
        subtitle=text,
        prompt=text,
        seats=[SeatInfo(name=name, status=text)],
        areas=[
            Panel(
                id="p",
                title=title,
                icon=name,
                touch=(name,),
                badges=[Badge(label=text)],
                children=[
                    Card(id="c", title=title, text=text, owner=0),
                    Stat(id="s", label=text, value=title),
                    Die(id="d", face=text, label=name),
                    Table(id="t", title=name, columns=[title], rows=[[text]]),
                ],
            )
        ],
        options=[SceneOption(number=1, token=name, label=text, targets=(name,))],
        log=[text],
    )
    expected = drawn(Scene(title="x", areas=[Card(id="c", title="x")]))
    tags = {node.tag for node in drawn(scene).iter()}
    assert tags <= {node.tag for node in expected.iter()} | {f"{NS}rect", f"{NS}circle"}


def test_text_cannot_break_out_of_its_element() -> None:
    nasty = '</text><script>alert("1")</script> & \'x\' "'
    scene = Scene(title=nasty, areas=[Card(id='c" onload="x', title=nasty, touch=('"',))])
    source = render(scene)
    assert "<script" not in source
    card = group(ElementTree.fromstring(source), 'c" onload="x')
    assert card.get("onload") is None
    assert letters(card).replace(" ", "") == nasty.replace(" ", "")


def test_a_card_shows_all_it_has() -> None:
    scene = scenes.cyberstrife()
    said = letters(group(drawn(scene), "lane1:datamite"))
    for part in ("Datamite Swarm", "Hacker / Drone", "Attack", "Defense", "6 + 6 + 2", "CS-18.20"):
        assert part in said
    assert "worth +6/+6, not +3/+3." in said
    assert "2 Duplicate" in said


def test_an_unknown_card_says_only_that_it_is_face_down() -> None:
    assert letters(group(drawn(scenes.cyberstrife()), "h1a")) == "face down"


def test_what_an_option_touches_glows_and_bears_its_number() -> None:
    scene = scenes.cyberstrife()
    root = drawn(scene)
    plain = drawn(Scene(title="", seats=scene.seats, areas=scene.areas))
    touched = {"hand:breacher": "1", "hand:sapper": "2", "lane:3": "3"}
    for thing in scene.things():
        if not isinstance(thing, Card | Pile):
            continue
        glows = GLOW in ElementTree.tostring(group(root, thing.id), "unicode")
        assert glows == (thing.id in touched), thing.id
        assert GLOW not in ElementTree.tostring(group(plain, thing.id), "unicode")
    for name, number in touched.items():
        assert number in letters(group(root, name)).split()


def test_touched_hexes_bear_numbers() -> None:
    root = drawn(map_scenes.nexus_ops())
    assert "2" in letters(group(root, "ed5")).split()
    assert letters(group(root, "ed4")) == "ed4 ?"


def test_pieces_show_count_and_state() -> None:
    root = drawn(map_scenes.nexus_ops())
    assert letters(group(root, "ed0:1:Human:4")) == "Hu 12"
    assert letters(group(root, "ed3:2:Rock Strider:0")) == "RS D"
    said = letters(root)
    for entry in ("Rock Strider", "Magma Pool", "in reach", "contested", "dormant"):
        assert entry in said


def test_seats_differ_in_shape_and_letter_not_only_in_colour() -> None:
    shapes = {re.sub(r'fill="[^"]*"', "", emblem(0, 0, 10, "#ffffff", n)) for n in range(6)}
    assert len(shapes) == 6
    scene = Scene(title="", seats=[SeatInfo(name="", colour="red") for _ in range(12)])
    pen = Pen(scene)
    assert len({pen.seat(0, 0, 10, n) for n in range(12)}) == 12


def test_terrain_differs_in_pattern_not_only_in_colour() -> None:
    cells = [Cell(id=t, q=n, r=0, label="", terrain=t) for n, t in enumerate(("Rock", "Magma"))]
    source = render(Scene(title="", areas=[Hexmap(id="m", title="", cells=cells)]))
    assert len(set(re.findall(r'fill="url\(#([^)]*)\)"', source))) == 2


def centres(flat: bool) -> dict[str, tuple[float, float]]:
    cells = [Cell(id=f"{q},{r}", q=q, r=r, label="") for q, r in ((0, 0), (1, 0), (0, 1))]
    scene = Scene(title="", areas=[Hexmap(id="m", title="", cells=cells, flat=flat)])
    spots = Artist(Pen(scene)).area(scene.areas[0], 600).spots
    return {cell.id: (spots[cell.id][0], spots[cell.id][1]) for cell in cells}


def test_hexes_lie_as_their_coordinates_say() -> None:
    pointy = centres(flat=False)
    (x, y), (ex, ey), (sx, sy) = pointy["0,0"], pointy["1,0"], pointy["0,1"]
    assert ey == y and sy > y
    assert ex - x == pytest.approx(2 * (sx - x))
    (x, y), (ex, ey), (sx, sy) = centres(flat=True).values()
    assert sx == x and ex > x
    assert sy - y == pytest.approx(2 * (ey - y))


def test_links_of_a_row_run_below_it() -> None:
    root = drawn(scenes.pulp_invasion())
    assert letters(group(root, "take:0")) == "takes Diplomacy"
    heads = list(group(root, "take:0").iter(f"{NS}polygon"))
    assert len(heads) == 1
    scene = scenes.pulp_invasion()
    for thing in scene.things():
        if isinstance(thing, Link):
            thing.arrow = False
    assert list(group(drawn(scene), "take:0").iter(f"{NS}polygon")) == []


def test_a_linked_row_of_cards_narrows_rather_than_wraps() -> None:
    scene = scenes.cassiopeia()
    spots = Artist(Pen(scene)).area(scene.areas[1], 900).spots
    assert len({spots[f"planet:{n}"][1] for n in range(7)}) == 1


@given(st.lists(st.text(min_size=1, max_size=12), max_size=30))
def test_symbols_of_pieces_are_short_and_all_different(labels: list[str]) -> None:
    symbols = short_symbols(labels)
    assert symbols.keys() == set(labels)
    assert len(set(symbols.values())) == len(symbols)
    assert max(map(len, symbols.values()), default=0) <= 3


def test_symbols_are_initials_where_they_can_be() -> None:
    assert short_symbols(["Rock Strider", "Human", "Hunter", "Human"]) == {
        "Rock Strider": "RS",
        "Human": "Hu",
        "Hunter": "Hun",
    }


@given(st.text(max_size=200), st.floats(min_value=20, max_value=300), st.booleans())
def test_wrapping_keeps_every_letter_and_the_width(text: str, width: float, bold: bool) -> None:
    lines = wrap(text, width, 12, bold)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(text_width(line, 12, bold) <= width or len(line) == 1 for line in lines)


@given(st.text(max_size=80), st.floats(min_value=20, max_value=300))
def test_shortening_keeps_the_width(text: str, width: float) -> None:
    said = shorten(text, width, 12)
    assert said == text or (said.endswith("…") and text_width(said, 12) <= width)


@pytest.mark.parametrize("colour", [*TONES.values(), *SEAT_COLOURS])
def test_letters_stand_out_on_every_colour(colour: str) -> None:
    assert contrast(ink_on(colour), colour) >= 4.5


def test_a_piece_lies_in_front_of_its_owner() -> None:
    piece = Piece(id="p", label="Cube", owner=1)
    seats = [SeatInfo(name="a"), SeatInfo(name="b", colour="#123456")]
    source = ElementTree.tostring(group(drawn(Scene(title="", seats=seats, areas=[piece])), "p"))
    assert b"#123456" in source
