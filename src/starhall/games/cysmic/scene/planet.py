"""The planet as a map: ground, Habitats, units, ships, combats, arrows, caves, reach."""

# mypyc: off

from __future__ import annotations

from starhall.engine.scene.elements import Badge, Cell, Hexmap, Link, Panel, Piece
from starhall.games.cysmic.content import LEVELS, TYPES
from starhall.games.cysmic.geometry import (
    ARROW_COLOURS,
    COORDS,
    HEX_IDS,
    HEXES,
    INDEX,
    RING,
    RINGS,
    SECTOR,
    TOUCH,
)
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.board import arrow_links, count_at, locked
from starhall.games.cysmic.rules.movement import CROSS, OPEN, Walk, entry, reach
from starhall.games.cysmic.scene.painting import Painting
from starhall.games.cysmic.state import ABYSS, CAVE, DEVASTATED, GROUNDS, NONE, ORE_DEPOSIT

SYMBOLS = ("So", "Sp", "Mi", "Ha", "Po")
LEVEL_SYMBOLS = ("", "C", "O", "S", "", "CC")


def planet(art: Painting) -> Panel:
    """All 127 positions, and the links that help the moving unit along."""
    cells = [_cell(art, hex) for hex in range(HEXES)]
    links = reach_links(art)
    hexmap = Hexmap(id="planet", title="", cells=cells, links=links)
    return Panel(id="planet_panel", title=art.say("planet"), children=[hexmap])


def _cell(art: Painting, hex: int) -> Cell:
    view = art.view
    ground = view.ground[hex]
    q, r = COORDS[hex]
    badges = []
    ends = ""
    if RING[hex] == RINGS and ground != ABYSS:
        colour = "white" if view.antipodal else ARROW_COLOURS[INDEX[hex]]
        badges.append(Badge(label=art.say("arrow", colour=colour), tone=colour, icon="arrow"))
        goals = [other for other in arrow_links(view, hex) if view.ground[other] != ABYSS]
        ends = art.say("arrow_to", goals=[HEX_IDS[other] for other in goals])
    if ground == ORE_DEPOSIT:
        badges.append(Badge(label=art.say("ore_deposit"), tone="pink", icon="ground:ore"))
    if ground == CAVE:
        badges.append(Badge(label=art.say("cave"), tone="grey", icon="ground:cave"))
    if locked(view, hex):
        who = art.say("combat", who=view.attacker[hex])
        badges.append(Badge(label=who, tone="red", icon="combat"))
    if view.open_ridge and RING[hex] > 1 and INDEX[hex] == RING[hex] // 2 and ground < DEVASTATED:
        badges.append(Badge(label=art.say("ridge"), tone="brown", icon="ridge"))
    return Cell(
        id=f"hex:{HEX_IDS[hex]}",
        touch=(f"hex:{HEX_IDS[hex]}",),
        q=q,
        r=r,
        label=art.name("hex", HEX_IDS[hex]),
        terrain=_terrain(art, hex),
        text=ends,
        rule=art.say(f"ground_{GROUNDS[ground]}"),
        tone=_tone(art, hex),
        icon=f"ground:{GROUNDS[ground]}",
        badges=badges,
        pieces=_pieces(art, hex),
    )


def _tone(art: Painting, hex: int) -> str:
    ground = GROUNDS[art.view.ground[hex]]
    if ground in ("mountain", "water", "devastated", "abyss"):
        return ground
    return art.view.content.biomes[art.view.sectors[SECTOR[hex]]] if hex else "city_ground"


def _terrain(art: Painting, hex: int) -> str:
    """The biome; ground that has fallen or cannot be walked on is named first."""
    name = GROUNDS[art.view.ground[hex]]
    if hex == 0:
        return art.name("ground", name)
    biome = art.name("biome", art.view.content.biomes[art.view.sectors[SECTOR[hex]]])
    if name in ("mountain", "water", "devastated", "abyss"):
        return f"{art.name('ground', name)} ({biome})"
    return biome


def _pieces(art: Painting, hex: int) -> list[Piece]:
    view = art.view
    id = HEX_IDS[hex]
    found: list[Piece] = []
    if view.level[hex]:
        level = view.level[hex]
        owner = view.flag[hex] if view.flag[hex] != NONE else None
        label = art.name("level", LEVELS[level])
        text = art.say("flag", who=owner) if owner is not None else art.say("neutral")
        found.append(
            Piece(
                id=f"habitat:{id}",
                label=label,
                symbol=LEVEL_SYMBOLS[level],
                icon=f"level:{LEVELS[level]}",
                owner=owner,
                text=text,
            )
        )
    if view.tokens[hex]:
        found.append(
            Piece(
                id=f"token:{id}",
                label=art.say("relic_token"),
                symbol="R",
                icon="relic_token",
                tone="violet",
            )
        )
    if view.ship_at[hex] != NONE:
        seat = view.ship_at[hex]
        label = art.say("ship")
        found.append(Piece(id=f"ship:{seat}", label=label, symbol="SHP", icon="ship", owner=seat))
    for player in view.players:
        if player.here[hex] == 0:
            continue
        for type, name in enumerate(TYPES):
            count = count_at(view, player.seat, type, hex)
            if count:
                found.append(
                    Piece(
                        id=f"units:{player.seat}/{name}/{id}",
                        label=art.name("unit", name),
                        symbol=SYMBOLS[type],
                        icon=f"unit:{name}",
                        count=count,
                        owner=player.seat,
                    )
                )
    return found


def reach_links(art: Painting) -> list[Link]:
    """The cave and arrow steps that shorten the way of the moving unit.

    One for each hex that no step from a touching hex reaches as soon. Links to all of them would
    hide the planet.
    """
    view, decision = art.view, art.decision
    if decision is None or decision.kind != Ask.LEG or view.moving == NONE:
        return []
    here = view.players[decision.seat].where[view.moving]
    walk = Walk(view, decision.seat, view.content.type_of[view.moving])
    cost = reach(view, walk, here, view.moves_left, walk.free).cost
    passable = {
        hex
        for hex in range(HEXES)
        if hex == here or (cost[hex] != NONE and entry(view, walk, hex) in (OPEN, CROSS))
    }
    cost[here] = 0
    found = []
    for goal in sorted([option.value for option in decision.options if option.verb == "hex"]):
        before = [hex for hex in passable if hex != goal and cost[hex] < cost[goal]]
        if any(hex in TOUCH[goal] for hex in before):
            continue
        arrows = sorted(set(before) & set(arrow_links(view, goal)))
        caves = sorted(set(before) & set(view.caves)) if view.ground[goal] == CAVE else []
        if arrows:
            found.append(_link(art, arrows[0], goal, "by_arrow"))
        elif caves:
            found.append(_link(art, caves[0], goal, "by_cave"))
    return found


def _link(art: Painting, hex: int, other: int, how: str) -> Link:
    return Link(
        id=f"{how}:{HEX_IDS[hex]}-{HEX_IDS[other]}",
        source=f"hex:{HEX_IDS[hex]}",
        target=f"hex:{HEX_IDS[other]}",
        arrow=True,
        tone="orange" if how == "by_arrow" else "grey",
    )
