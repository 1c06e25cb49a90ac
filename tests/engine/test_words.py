import json
from collections.abc import Callable, Iterator

import pytest

from starhall.engine.scene.elements import (
    Badge,
    Card,
    Cell,
    Die,
    DieFace,
    Element,
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
    Track,
    Value,
)
from starhall.engine.scene.words import number_ranges, render
from tests.engine import scenes

every_scene = pytest.mark.parametrize("make", scenes.ALL, ids=lambda make: make.__name__)

# Fields that only name or decorate; everything else in a scene is meant to be read.
NOT_READ = {
    "kind", "id", "touch", "targets", "tone", "tones", "icon", "palette", "colour", "symbol",
    "layout", "labels", "source", "target",
}  # fmt: skip


def read_strings(node: object) -> Iterator[str]:
    """Every string and number of a scene's JSON that a reader must be told."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in NOT_READ:
                yield from read_strings(value)
    elif isinstance(node, list):
        for value in node:
            yield from read_strings(value)
    elif isinstance(node, str):
        yield " ".join(node.split())


@every_scene
def test_nothing_is_dropped(make: Callable[[], Scene]) -> None:
    scene = make()
    text = render(scene)
    assert [s for s in read_strings(json.loads(scene.to_json())) if s not in text] == []


@every_scene
def test_indentation_is_consistent(make: Callable[[], Scene]) -> None:
    depth = 0
    for line in render(make()).split("\n"):
        assert line == line.rstrip()
        inner = len(line) - len(line.lstrip(" "))
        if line.startswith("   ") and line.lstrip()[:1].isdigit() and "." in line[:6]:
            continue  # option numbers are aligned to the right
        assert inner % 2 == 0
        assert inner // 2 <= depth + 1
        depth = inner // 2


def table(*areas: Element, **more: object) -> str:
    """The words of areas alone, without the head of the scene."""
    seats = [SeatInfo(name="Ann"), SeatInfo(name="Al")]
    scene = Scene(title="T", seats=seats, areas=list(areas))
    for field, value in more.items():
        setattr(scene, field, value)
    text = render(scene.check())
    return text.split("B Al\n\n", 1)[1].rstrip("\n")


def test_the_whole_page() -> None:
    scene = Scene(
        title="Duel",
        subtitle="Round 2.",
        viewer=1,
        seats=[SeatInfo(name="Ann", status="3 cards"), SeatInfo(name="Bo", active=True)],
        areas=[
            Panel(
                id="hand",
                title="Hand",
                owner=1,
                active=True,
                children=[
                    Card(
                        id="c1",
                        touch=("card:1",),
                        owner=1,
                        title="Breacher",
                        subtitle="Heavy",
                        text="Gains +4/+0\nvs a Heavy",
                        values=[Value(label="Attack", value=14, note="10 + 4")],
                        badges=[Badge(label="leads")],
                        rule="CS-1.1",
                        pieces=[Piece(id="d", label="coin", count=2)],
                    ),
                    Card(id="c2", owner=1, title="Mole", face_up=False, dim=True),
                ],
            ),
            Pile(id="deck", title="Deck", count=0),
            Note(id="note", text="The moon is full."),
        ],
        log=["Ann passes."],
        prompt="Which card?",
        options=[
            SceneOption(number=9, token="play 1", label="Play Breacher", targets=("card:1",)),
            SceneOption(number=10, token="Pass", label="Pass"),
        ],
    )
    assert (
        render(scene)
        == """\
Duel
Round 2.
You are Bo (B).

Seats
  A Ann: 3 cards
  B Bo, you, to act

Hand (Bo) (in play)
  Breacher (Heavy) [leads] (option 9): Attack 14 (10 + 4). Gains +4/+0 vs a Heavy. (rule CS-1.1)
    2 coin
  Mole, face down, not available

Deck: empty

The moon is full.

Log
  Ann passes.

Which card?

Options
   9. Play Breacher  (play 1)
  10. Pass
"""
    )


def test_a_spectator_is_told_so() -> None:
    assert render(Scene(title="T")) == "T\nYou are watching.\n"


def test_unknown_cards_are_counted_where_nothing_tells_them_apart() -> None:
    hidden = [Card(id=f"h{n}", face_up=False, owner=0) for n in range(5)]
    hidden[3].badges = [Badge(label="seen")]
    assert table(Panel(id="p", title="Ann's hand", owner=0, children=hidden)) == (
        "Ann's hand\n"
        "  3 cards, face down\n"
        "  card, face down [seen]\n"
        "  card, face down"
    )  # fmt: skip


def test_unknown_cards_that_different_options_touch_stay_apart() -> None:
    cards = [Card(id=f"h{n}", face_up=False, touch=(f"lane:{n}",)) for n in range(2)]
    options = [
        SceneOption(number=n, token=f"peek {n}", label="Peek", targets=(f"lane:{n}",))
        for n in range(2)
    ]
    text = table(Panel(id="p", title="Lanes", children=cards), options=options)
    assert text.startswith("Lanes\n  card, face down (option 0)\n  card, face down (option 1)\n")


def test_an_owner_is_named_once_and_only_left_out_where_already_said() -> None:
    assert table(Pile(id="p", title="Alien deck", count=4, owner=1)) == "Alien deck (Al): 4"
    assert table(Pile(id="p", title="Deck of Al", count=4, owner=1)) == "Deck of Al: 4"
    children = [Piece(id="a", label="cube", owner=0), Piece(id="b", label="cube", owner=1)]
    assert table(Panel(id="p", title="Ship", owner=0, children=children)) == (
        "Ship (Ann)\n  cube\n  cube (Al)"
    )


def test_links_tell_things_of_one_name_apart() -> None:
    cards: list[Element] = [Card(id=f"g{n}", title="Guard") for n in range(2)]
    link = Link(id="l", source="g1", target="g0", label="takes a Key")
    mutual = Link(id="m", source="g0", target="agent", arrow=False)
    panel = Panel(
        id="p", title="Line", children=[*cards, Card(id="agent", title="Agent"), link, mutual]
    )
    assert table(panel) == (
        "Line\n"
        "  Guard #1\n"
        "  Guard #2\n"
        "  Agent\n"
        "  Guard #2 -> Guard #1: takes a Key\n"
        "  Guard #1 -- Agent"
    )  # fmt: skip


def test_numbers_share_a_line() -> None:
    stats = [
        Stat(id="c", label="Combat", value=4, max=6, badges=[Badge(label="weak")]),
        Stat(id="r", label="Rubium", value="11", owner=1),
    ]
    assert table(Panel(id="p", title="Ship", children=stats)) == (
        "Ship\n  Combat: 4 of 6 [weak]; Rubium (Al): 11"
    )


def test_a_bag_and_a_top_card() -> None:
    bag = Pile(
        id="b",
        title="Bag",
        count=5,
        top=Card(id="t", title="Spymaster", text="Spies."),
        contents=[Piece(id="r", label="red", count=4), Piece(id="w", label="white", count=1)],
    )
    assert table(bag) == "Bag: 5\n  top: Spymaster: Spies.\n  4 red, white"


def test_a_track_is_one_line_unless_its_spaces_have_something_to_say() -> None:
    cube = Piece(id="cube", label="cube", owner=0)
    spaces = [
        Space(id="s0", label="0"),
        Space(id="s1", label="1", pieces=[cube]),
        Space(id="s2", label="2", dim=True),
    ]
    track = Track(id="t", title="Combat", spaces=spaces)
    assert table(track) == "Combat: 0, 1 (Ann: cube), 2 (not available)"
    spaces[0].text = "You lose."
    assert table(track) == "Combat\n  0: You lose.\n  1 (Ann: cube)\n  2 (not available)"


def test_dice() -> None:
    die = Die(id="d", face="5", needs="4+", badges=[Badge(label="hit")])
    crew = Die(
        id="e",
        face="2",
        label="Engineer",
        text="Repair 2.",
        faces=[DieFace(face="1", text="Repair 1"), DieFace(face="2", text="Repair 2")],
    )
    assert table(Panel(id="p", title="Dice", children=[die, crew])) == (
        "Dice\n"
        "  die shows 5, needs 4+ [hit]\n"
        "  Engineer shows 2: Repair 2.\n"
        "    faces: 1 Repair 1; 2 Repair 2"
    )  # fmt: skip


def test_a_table_is_aligned() -> None:
    odds = Table(
        id="t", title="Odds", columns=["Lane", "Win"], rows=[["centre", "60 %"], ["left", "5 %"]]
    )
    assert table(odds) == "Odds\n  Lane    Win\n  centre  60 %\n  left    5 %"


def neighbours(text: str) -> dict[str, dict[str, str]]:
    """Cell by cell, which cell lies in which direction."""
    found: dict[str, dict[str, str]] = {}
    name = ""
    for line in text.split("\n"):
        if line.startswith("  ") and not line.startswith("   "):
            name = line.split(":")[0].strip()
        if "next to: " in line:
            pairs = line.split("next to: ")[1].split(", ")
            found[name] = dict(pair.split(" ", 1) for pair in pairs)
    return found


@pytest.mark.parametrize(
    ("flat", "opposite"),
    [
        (False, {"E": "W", "SE": "NW", "SW": "NE", "W": "E", "NW": "SE", "NE": "SW"}),
        (True, {"S": "N", "SE": "NW", "SW": "NE", "N": "S", "NW": "SE", "NE": "SW"}),
    ],
)
def test_neighbours_lie_in_opposite_directions(flat: bool, opposite: dict[str, str]) -> None:
    cells = [Cell(id=f"{q} {r}", q=q, r=r, label=f"{q}/{r}") for q in range(3) for r in range(3)]
    found = neighbours(table(Hexmap(id="m", title="Map", cells=cells, flat=flat)))
    pairs = [(here, way, there) for here, ways in found.items() for way, there in ways.items()]
    assert len(pairs) == 2 * 16
    for here, way, there in pairs:
        assert found[there][opposite[way]] == here
    assert found["0/0"] == ({"SE": "1/0", "S": "0/1"} if flat else {"E": "1/0", "SE": "0/1"})


def test_a_hex_tells_ground_pieces_by_owner_marks_and_links() -> None:
    here = Cell(
        id="a",
        q=0,
        r=0,
        label="ed3",
        terrain="Magma Pool",
        text="Hot.",
        owner=1,
        highlights=[Badge(label="contested")],
        badges=[Badge(label="mine 2")],
        pieces=[
            Piece(id="1", label="Human", count=3, owner=1),
            Piece(id="2", label="token"),
            Piece(
                id="3", label="Dragon", owner=0, badges=[Badge(label="dormant")], text="2 damage"
            ),
            Piece(id="4", label="Leaper", count=2, owner=1),
        ],
    )
    there = Cell(id="b", q=5, r=5, label="far")
    links = [Link(id="l", source="b", target="a", label="tunnel")]
    board = Hexmap(id="m", title="", cells=[here, there], links=links)
    assert table(board) == (
        "ed3: Magma Pool. Hot. [contested] (Al) [mine 2]\n"
        "  token\n"
        "  Ann: Dragon (2 damage) [dormant]\n"
        "  Al: 3 Human, 2 Leaper\n"
        "  far -> ed3: tunnel\n"
        "far\n"
        "  far -> ed3: tunnel"
    )  # fmt: skip


def test_labels_can_be_said_in_another_language() -> None:
    text = table(
        Panel(id="p", title="Hand", children=[Card(id=c, face_up=False) for c in "ab"]),
        labels={"cards": "Karten", "face_down": "verdeckt"},
    )
    assert text == "Hand\n  2 Karten, verdeckt"


@pytest.mark.parametrize(
    ("numbers", "said"),
    [((), ""), ((4,), "4"), ((3, 1, 2), "1-3"), ((1, 2, 5, 7, 8, 9), "1-2, 5, 7-9")],
)
def test_number_ranges(numbers: tuple[int, ...], said: str) -> None:
    assert number_ranges(numbers) == said
