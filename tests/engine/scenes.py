"""Example scenes for tests: one table for each kind of game the hall opens with."""

from starhall.engine.hexes import DIRECTIONS, ring, spiral, step
from starhall.engine.scene import (
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
        palette="cyberstrife",
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


TERRAINS = (
    ("Liquifungus Forest", "forest"),
    ("Crystal Spires", "spires"),
    ("Rock Plains", "plains"),
    ("Magma Pool", "magma"),
)


def _nexus_cells() -> list[Cell]:
    cells = [Cell(id="mono", q=0, r=0, label="mono", terrain="Monolith", tone="monolith")]
    for k in range(6):
        d, e = DIRECTIONS[k], DIRECTIONS[(k + 1) % 6]
        near = {"in": d, "co": (2 * d[0], 2 * d[1]), "ed": (d[0] + e[0], d[1] + e[1])}
        for i, (name, (q, r)) in enumerate(near.items()):
            terrain, tone = TERRAINS[(k + i * 2) % 4]
            label = f"{name}{k}"
            cells.append(Cell(id=label, q=q, r=r, label=label, terrain=terrain, tone=tone))
        if k in (0, 1, 3, 4):
            home = {
                "l": (2 * d[0] + e[0], 2 * d[1] + e[1]),
                "r": (d[0] + 2 * e[0], d[1] + 2 * e[1]),
                "rear": (2 * d[0] + 2 * e[0], 2 * d[1] + 2 * e[1]),
            }
            owner = (0, 1, 3, 4).index(k)
            for part, (q, r) in home.items():
                label = f"hb{k}_{part}"
                refinery = Badge(label=f"refinery {3 if part == 'rear' else 2}", tone="pink")
                cell = Cell(id=label, q=q, r=r, label=label, terrain="Home", tone="home")
                cell.owner, cell.badges = owner, [refinery]
                cells.append(cell)
    for cell in cells:
        cell.touch = (f"hex:{cell.id}",)
    return cells


def stack(cell: Cell, owner: int, label: str, count: int = 1, *badges: str) -> None:
    name = f"{cell.id}:{owner}:{label}:{len(cell.pieces)}"
    marks = [Badge(label=badge) for badge in badges]
    cell.pieces.append(Piece(id=name, owner=owner, label=label, count=count, badges=marks))


def nexus_ops() -> Scene:
    """A map with units, tokens, reach, a contested hex, and a battle with dice."""
    cells = _nexus_cells()
    at = {cell.id: cell for cell in cells}
    for cell in cells:
        if cell.terrain not in ("Home", "Monolith") and cell.id not in ("ed0", "co0", "ed3"):
            token = Piece(id=f"token:{cell.id}", label="Exploration token", symbol="?")
            cell.pieces = [token]
    for label, count in (("Human", 3), ("Fungoid", 1), ("Crystalline", 2), ("Rock Strider", 1)):
        stack(at["ed0"], 0, label, count)
    for label, count in (("Human", 12), ("Lava Leaper", 1), ("Fungoid", 4)):
        stack(at["ed0"], 1, label, count)
    at["ed0"].highlights = [Badge(label="contested", tone="red")]
    at["ed0"].badges = [Badge(label="mine 2", tone="pink")]
    stack(at["mono"], 2, "Rubium Dragon", 2)
    stack(at["ed3"], 2, "Rock Strider", 1, "dormant")
    stack(at["co0"], 0, "Rubium Dragon")
    stack(at["hb0_rear"], 0, "Human", 2)
    stack(at["hb1_l"], 1, "Fungoid", 2)
    stack(at["hb3_l"], 2, "Human", 5)
    stack(at["hb4_rear"], 3, "Lava Leaper", 4)
    stack(at["hb4_rear"], 3, "Crystalline", 8)
    reach = ("in0", "ed5", "in1")
    for name in reach:
        at[name].highlights.append(Badge(label="in reach", tone="teal"))
    return Scene(
        title="Nexus Ops",
        subtitle="Round 4, Movement. Ares Inc. moves a Rubium Dragon.",
        palette="nexus-ops",
        viewer=0,
        tones={
            "forest": "#3f9b54",
            "spires": "#9a7be0",
            "plains": "#b08a5c",
            "magma": "#d9482b",
            "monolith": "#4a5068",
            "home": "#4f6b8f",
        },
        seats=[
            SeatInfo(name="Ares Inc.", status="4 VP, 11 rubium", active=True),
            SeatInfo(name="Black Helix", status="6 VP, 3 rubium"),
            SeatInfo(name="Galactic Syndicate", status="2 VP, 8 rubium"),
            SeatInfo(name="Zyborg", status="0 VP, 17 rubium"),
        ],
        areas=[
            Panel(
                id="map",
                title="The moon",
                children=[
                    Hexmap(
                        id="board",
                        title="",
                        cells=cells,
                        links=[Link(id="path", source="co0", target="in0", label="move")],
                    )
                ],
            ),
            Panel(
                id="battle",
                title="Battle in ed0",
                layout="column",
                children=[
                    Note(
                        id="battle:note", text="Rock Striders roll: Ares Inc. against Black Helix."
                    ),
                    Panel(
                        id="dice",
                        title="Ares Inc.",
                        owner=0,
                        children=[
                            Die(
                                id="d1",
                                face="5",
                                tone="black",
                                needs="4+",
                                badges=[Badge(label="hit", tone="green")],
                            ),
                            Die(id="d2", face="2", tone="black", needs="4+"),
                            Die(
                                id="d3",
                                face="6",
                                needs="5+",
                                label="Fungoid",
                                text="+1 in the forest",
                            ),
                        ],
                    ),
                    Table(
                        id="order",
                        title="Battle order",
                        columns=["Unit", "Cost", "Hits on", "Ares Inc.", "Black Helix"],
                        rows=[
                            ["Rubium Dragon", "12", "2+", "0", "0"],
                            ["Lava Leaper", "8", "3+", "0", "1"],
                            ["Human", "2", "6+", "3", "12"],
                        ],
                    ),
                ],
            ),
            Panel(
                id="me",
                title="Ares Inc.",
                owner=0,
                layout="column",
                children=[
                    Panel(
                        id="stats",
                        title="",
                        children=[
                            Stat(id="vp", label="Victory points", value=4, max=12),
                            Stat(id="rubium", label="Rubium", value=11, icon="crystal-growth"),
                        ],
                    ),
                    Pile(id="missions", title="Secret Missions", count=3),
                ],
            ),
        ],
        prompt="Where does the Rubium Dragon go?",
        options=[
            SceneOption(
                number=i, token=f"step {name}", label=f"To {name}", targets=(f"hex:{name}",)
            )
            for i, name in enumerate(reach, 1)
        ]
        + [SceneOption(number=9, token="stay", label="It stays")],
        log=["Ares Inc. buys a Rubium Dragon for 12 rubium.", "Ares Inc. draws no card."],
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
        palette="cassiopeia",
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
        palette="pulp-invasion",
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


def cysmic() -> Scene:
    """A planet of 127 hexes with six biomes, edge arrows, caves and units."""
    biomes = ("Jungle", "Tundra", "Desert", "Swamp", "Volcano", "Steppe")
    tones = ("green", "white", "yellow", "teal", "red", "brown")
    arrows = ("white", "yellow", "orange", "red", "violet", "blue")
    edge = ring(6)
    cells = []
    for i, (q, r) in enumerate(spiral(6)):
        sector = i % 6
        cell = Cell(
            id=f"hex:{i}", q=q, r=r, label=str(i), terrain=biomes[sector], tone=tones[sector]
        )
        if (q, r) in edge:
            colour = arrows[edge.index((q, r)) % 6]
            cell.badges = [Badge(label=f"{colour} arrow", tone=colour)]
        elif i % 11 == 0:
            cell.badges = [Badge(label="cave", tone="grey")]
        cells.append(cell)
    here = next(cell for cell in cells if (cell.q, cell.r) == step((0, 0), 0, 3))
    for label in ("Soldier", "Miner", "Speaker", "Powermech", "Colony Ship"):
        stack(here, 0, label, 2)
        stack(here, 1, label)
    modules: list[Element] = [
        Card(
            id=f"module:{name}",
            title=name,
            subtitle=state,
            tone="violet",
            dim=state == "missing",
            values=[Value(label="Ore", value=cost)],
        )
        for name, state, cost in (
            ("Drill", "built", 4),
            ("Beacon", "known", 6),
            ("Dome", "missing", 8),
        )
    ]
    return Scene(
        title="Cysmic",
        palette="cysmic",
        seats=[SeatInfo(name="Violet", colour="violet"), SeatInfo(name="Orange", colour="orange")],
        areas=[
            Hexmap(id="planet", title="Planet", cells=cells),
            Track(
                id="tremors",
                title="Tremors",
                spaces=[
                    Space(
                        id=f"tremor:{n}",
                        label=str(n),
                        text="fracture" if n == 8 else "",
                        pieces=[
                            Piece(id=f"tt:{n}", label="Tremor Token", count=9 - n, tone="orange")
                        ],
                    )
                    for n in range(2, 9)
                ],
            ),
            Panel(id="modules", title="Modules", owner=0, children=modules),
        ],
    )


ALL = (cyberstrife, nexus_ops, cassiopeia, pulp_invasion, cysmic)
