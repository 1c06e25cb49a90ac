"""Example scenes with maps: a moon of 31 hexes and a planet of 127."""

from starhall.engine.hexes import DIRECTIONS, ring, spiral, step
from starhall.engine.scene.elements import (
    Badge,
    Card,
    Cell,
    Die,
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
