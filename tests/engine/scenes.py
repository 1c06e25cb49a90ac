"""Example scenes for tests: one table for each game the hall opens with; the maps are apart."""

from starhall.engine.scene.elements import (
    Badge,
    Card,
    Die,
    DieFace,
    Element,
    Link,
    Panel,
    Piece,
    Pile,
    Scene,
    SceneOption,
    SeatInfo,
    Space,
    Track,
    Value,
)
from tests.engine.map_scenes import cysmic, nexus_ops

UNITS = {
    "breacher": ("Breacher", "Operative / Heavy", 10, 6, "Gains +4/+0 vs a Heavy or Engineer."),
    "juggernaut": ("Juggernaut", "Cyborg / Heavy", 11, 9, "Gets -3/-3 vs a Hacker."),
    "ghostwire": (
        "Ghostwire",
        "Operative / Hacker",
        7,
        6,
        "The text of the unit opposite is blank.",
    ),
    "bulwark": (
        "Bulwark Crew",
        "Heavy / Engineer",
        6,
        9,
        "Friendly units in adjacent lanes gain +0/+3.",
    ),
    "datamite": (
        "Datamite Swarm",
        "Hacker / Drone",
        6,
        6,
        "Gains +2/+2 for each other friendly Drone or Hacker. A duplicate on it is worth +6/+6,"
        " not +3/+3.",
    ),
    "sapper": ("Combat Sapper", "Trooper / Engineer", 7, 7, "The unit opposite gets -3/+0."),
}


def unit(key: str, place: str, owner: int | None = None, score: str = "") -> Card:
    title, types, attack, defense, text = UNITS[key]
    return Card(
        id=f"{place}:{key}",
        touch=(f"unit:{key}",),
        owner=owner,
        title=title,
        subtitle=types,
        text=text,
        tone="blue",
        values=[
            Value(label="Attack", value=attack, note=score, tone="red"),
            Value(label="Defense", value=defense, tone="teal"),
        ],
        rule="CS-18.20",
    )


def trait(seat: int, title: str, text: str) -> Card:
    return Card(id=f"trait:{seat}:{title}", title=title, text=text, tone="green", owner=seat)


def hidden(place: str, owner: int) -> Card:
    return Card(id=place, face_up=False, owner=owner, tone="violet", touch=(place,))


def cyberstrife() -> Scene:
    """A battle: three lanes against three, hands, traits, decks."""
    stacked = unit("datamite", "lane1", 0, "6 + 6 + 2")
    stacked.pieces = [Piece(id="stack1", label="Duplicate", count=2, tone="violet")]
    jammed = unit("bulwark", "lane2d", 1)
    jammed.badges = [Badge(label="text blank", tone="orange")]
    lanes: list[Element] = [
        Panel(
            id=f"lane:{n}",
            touch=(f"lane:{n}",),
            title=title,
            layout="column",
            active=n == 2,
            children=children,
        )
        for n, title, children in (
            (1, "Left flank", [stacked, unit("juggernaut", "lane1d", 1)]),
            (2, "Centre", [unit("ghostwire", "lane2", 0), jammed]),
            (3, "Right flank", [hidden("lane3", 0), hidden("lane3d", 1)]),
        )
    ]
    return Scene(
        title="Cyberstrife",
        subtitle="Round 3. Ann attacks Boris: the attackers are being placed.",
        viewer=0,
        seats=[
            SeatInfo(name="Ann", status="6 units", active=True),
            SeatInfo(name="Boris", status="5 units"),
            SeatInfo(name="Chiyo", status="4 units"),
            SeatInfo(name="Dmitri", status="eliminated in round 2"),
        ],
        areas=[
            Panel(id="battle", title="The battle", layout="grid", columns=3, children=lanes),
            Panel(
                id="hand:0",
                title="Your hand",
                owner=0,
                children=[unit("breacher", "hand", 0), unit("sapper", "hand", 0)],
            ),
            Panel(
                id="traits:0",
                title="Traits of Ann",
                owner=0,
                children=[
                    trait(0, "Chain of Command", "Your Officers gain +3/+3."),
                    trait(0, "Unit Cohesion", "Each of your units that shares a type gains +2/+1."),
                ],
            ),
            Panel(
                id="boris",
                title="Boris",
                owner=1,
                children=[
                    Panel(
                        id="hand:1",
                        title="Hand",
                        children=[hidden("h1a", 1), hidden("h1b", 1)],
                    ),
                    trait(1, "Clone Vats", "Each duplicate on your units is worth +6/+6."),
                ],
            ),
            Panel(
                id="decks",
                title="The middle of the table",
                children=[
                    Pile(id="deck:unit", title="Unit deck", count=40, tone="blue"),
                    Pile(
                        id="discard:unit",
                        title="Unit discard",
                        count=3,
                        tone="blue",
                        top=Card(id="discard:top", title="Spymaster", subtitle="Officer"),
                    ),
                    Pile(id="deck:trait", title="Trait deck", count=20, tone="green"),
                    Pile(id="discard:trait", title="Trait discard", count=0, tone="green"),
                ],
            ),
        ],
        prompt="Which unit attacks in the right flank?",
        options=[
            SceneOption(
                number=1,
                token="deploy breacher",
                label="Breacher, 10 against a face-down defender",
                targets=("unit:breacher",),
            ),
            SceneOption(
                number=2,
                token="deploy combat_sapper",
                label="Combat Sapper, 7 against a face-down defender",
                targets=("unit:sapper",),
            ),
            SceneOption(number=3, token="empty", label="Leave it empty", targets=("lane:3",)),
        ],
        log=[
            "Ann discards 2 units and draws 2.",
            "Ann places Datamite Swarm in the left flank.",
            "Ann places Ghostwire in the centre.",
        ],
    )


def cassiopeia() -> Scene:
    """A row of planets, each with the cost it puts on its right neighbour; the specialists."""
    names = ["Mir", "Almaz", "Tiangong", "Salyut", "Skylab", "Freedom", "Zarya"]
    planets: list[Element] = [
        Card(
            id=f"planet:{i}",
            touch=(f"planet:{i}",),
            title=name,
            subtitle="inhabited" if i == 2 else "uninhabited",
            text="Gain a bot when you take a turn." if i == 2 else "",
            tone="blue" if i == 2 else "orange",
            values=[
                Value(label="Fund", value=0 if i == 2 else 1),
                Value(label="Side", value="Mars" if i % 2 else "Earth"),
            ],
        )
        for i, name in enumerate(names)
    ]
    planets += [
        Link(
            id=f"cost:{i}",
            source=f"planet:{i}",
            target=f"planet:{(i + 1) % 7}",
            label="2 bots, 1 lens" if i % 2 else "3 coins, 2 cells",
            tone="yellow",
        )
        for i in range(7)
    ]
    row: list[Element] = [
        Card(
            id=f"specialist:{name}",
            touch=(f"specialist:{name}",),
            title=name,
            subtitle=number,
            text="Each player gains 1 lens.",
            tone="teal",
            pieces=[
                Piece(id=f"coins:{name}", label="coin", count=2, tone="yellow"),
                Piece(id=f"token:{name}", label="token", owner=owner, symbol="T"),
            ],
        )
        for owner, (number, name) in enumerate([("I", "Engineer"), ("IV", "Martian")])
    ]
    return Scene(
        title="Cassiopeia",
        subtitle="Round 2: choosing specialists.",
        viewer=1,
        seats=[SeatInfo(name="Red", colour="red"), SeatInfo(name="Blue", colour="#3366cc")],
        areas=[
            Panel(id="row", title="Specialists", children=row),
            Panel(id="system", title="Shedar", owner=1, children=planets),
        ],
    )


def pulp_invasion() -> Scene:
    """An encounter line with links, ability tracks with maxima, dice with faces, a bag."""
    line: list[Element] = [
        Card(
            id=f"line:{i}",
            title=title,
            subtitle=kind,
            tone=tone,
            values=[Value(label="Strength", value=n)],
        )
        for i, (title, kind, tone, n) in enumerate(
            [
                ("Guardforce", "Combat", "red", 4),
                ("Guardforce", "Diplomacy", "blue", 3),
                ("Agent Zero", "Super Science", "orange", 5),
            ]
        )
    ]
    line += [
        Link(id="take:0", source="line:0", target="line:1", label="takes Diplomacy", tone="blue"),
        Link(id="take:1", source="line:1", target="line:2", label="takes Super Science"),
    ]
    faces = [DieFace(face=str(n), text=f"remove {n} white cubes") for n in range(1, 4)]
    cubes = (("red", 4, "▲"), ("orange", 4, "●"), ("yellow", 5, "★"), ("black", 4, "■"))
    return Scene(
        title="Pulp Invasion!",
        viewer=0,
        seats=[SeatInfo(name="Mina", active=True)],
        areas=[
            Panel(id="line", title="Encounter line", children=line),
            Panel(
                id="ship",
                title="Ship and crew",
                layout="column",
                children=[
                    Track(
                        id="combat",
                        title="Combat",
                        tone="red",
                        spaces=[
                            Space(
                                id=f"combat:{n}",
                                label=str(n),
                                dim=n > 6,
                                pieces=[
                                    Piece(
                                        id="cube:combat", label="red cube", tone="red", symbol="▲"
                                    )
                                ]
                                if n == 4
                                else [],
                            )
                            for n in range(10)
                        ],
                    ),
                    Die(
                        id="ai",
                        label="Artificial Intelligence",
                        face="2",
                        text="Remove 2 white cubes from the bag.",
                        tone="grey",
                        faces=faces,
                        touch=("die:ai",),
                    ),
                ],
            ),
            Pile(
                id="bag",
                title="Bag",
                count=17,
                contents=[
                    Piece(id=f"bag:{c}", label=c, count=n, tone=c, symbol=s) for c, n, s in cubes
                ],
            ),
        ],
        prompt="Use the die?",
        options=[
            SceneOption(number=1, token="use ai", label="Use it", targets=("die:ai",)),
            SceneOption(number=2, token="pass", label="Keep it"),
        ],
    )


ALL = (cyberstrife, nexus_ops, cassiopeia, pulp_invasion, cysmic)
