"""The table of Cysmic as one seat sees it, made from its view alone."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.steps import within
from starhall.engine.scene.elements import (
    Badge,
    Card,
    Die,
    DieFace,
    Element,
    Note,
    Panel,
    Piece,
    Pile,
    Scene,
    SeatInfo,
    Space,
    Stat,
    Track,
)
from starhall.engine.scene.elements import (
    Table as Grid,
)
from starhall.games.cysmic.content import (
    COLOURS,
    DIE_COLOURS,
    ROWS,
    STRIKE_FACES,
    TOKEN_BIOME,
    TOKEN_RING,
)
from starhall.games.cysmic.geometry import HEX_IDS, RINGS
from starhall.games.cysmic.rules import setup, turn
from starhall.games.cysmic.rules.bonus import bonus
from starhall.games.cysmic.rules.commands import SECTIONS
from starhall.games.cysmic.rules.launch import launch
from starhall.games.cysmic.rules.trading import gifts, wishes
from starhall.games.cysmic.scene.painting import Painting
from starhall.games.cysmic.scene.planet import planet
from starhall.games.cysmic.scene.side import other_side, own_side
from starhall.games.cysmic.state import FRACTURE_SPACE, NONE, TRACK, Fight, Offer, Table

PLACES = [
    (name, turn.GAME.find(step))
    for name, step in (
        ("factions", setup.pick_factions),
        ("ships", setup.place_ship),
        ("goods", setup.take_goods),
        ("units", setup.place_units),
        ("free_1", turn.first_window),
        ("burn", turn.burn),
        ("play", turn.play_command),
        ("sections", SECTIONS),
        ("free_2", turn.second_window),
        ("bonus", bonus),
        ("launch", launch),
    )
]
SPACES = ("6", "5", "4", "3", "2", "a", "b", "fracture")


class TablePainter(Painting):
    """Puts the areas of the table together."""

    def paint(self) -> Scene:
        """What is being fought or offered, the planet, the track, the sides, the decks."""
        view = self.view
        areas: list[Element] = []
        if view.fight is not None:
            areas.append(fight(self, view.fight))
        if view.offer is not None:
            areas.append(offer(self, view.offer))
        areas += [planet(self), tremors(self)]
        for seat in self.clockwise(view.first):
            areas += own_side(self, seat) if seat == self.seat else [other_side(self, seat)]
        areas += [rings(self), bonus_grid(self), decks(self)]
        seats = [_seat(self, seat) for seat in range(view.seats)]
        return Scene(subtitle=_subtitle(self), seats=seats, areas=areas)


def _subtitle(art: Painting) -> str:
    view = art.view
    if view.over:
        return art.say("over")
    return art.say(
        "subtitle", round=view.round, column=view.column(), who=view.active, step=_step(view)
    )


def _step(view: Table) -> str:
    """The name of the current step of setup or turn."""
    for name, place in PLACES:
        if within(view.strands[0], place):
            return name
    return "end"


def _seat(art: Painting, seat: int) -> SeatInfo:
    player = art.view.players[seat]
    status = ""
    if player.faction != NONE:
        status = art.name("faction", art.view.content.factions[player.faction])
    return SeatInfo(
        name=art.names[seat],
        colour=f"seat_{COLOURS[player.colour]}",
        status=status,
        active=seat == art.view.active and not art.view.over,
    )


# The track


def tremors(art: Painting) -> Panel:
    """How near the next fracture is, and which rings have broken."""
    view = art.view
    spaces = []
    for place in range(TRACK):
        pieces = []
        if place < view.singles:
            pieces.append(Piece(id=f"tremor:{place}", label=art.say("tremor_token"), symbol="T"))
        if place == view.stack_at:
            pieces.append(
                Piece(
                    id="tremor:stack",
                    label=art.say("stack"),
                    symbol="T",
                    count=view.stack,
                    tone="red",
                )
            )
        spaces.append(
            Space(
                id=f"space:{SPACES[place]}",
                label=art.name("space", SPACES[place]),
                icon="fracture" if place == FRACTURE_SPACE else "",
                pieces=pieces,
            )
        )
    children: list[Element] = [
        Track(id="track", title=art.say("track"), spaces=spaces),
        Stat(
            id="next",
            label=art.say("to_fracture"),
            value=FRACTURE_SPACE - view.stack_at,
            icon="fracture",
        ),
    ]
    for token in view.drawn:
        children.append(
            Piece(
                id=f"drawn:{view.content.tokens[token]}",
                touch=(f"token:{view.content.tokens[token]}",),
                label=art.name("token", art.view.content.tokens[token]),
                tone="red",
            )
        )
    if view.dust:
        children.append(Note(id="dust", text=art.say("dust")))
    if view.flare:
        children.append(Note(id="flare", text=art.say("flare")))
    return Panel(id="tremors", title=art.say("tremors"), children=children, place="below")


def rings(art: Painting) -> Panel:
    """Where the next fracture may strike: the tokens left in the bag, by biome and ring."""
    view = art.view
    rows = []
    for sector, biome in enumerate(view.sectors):
        left = [
            sum(TOKEN_BIOME[token] == biome and TOKEN_RING[token] == ring for token in view.bag)
            for ring in range(1, RINGS + 1)
        ]
        rows.append(
            [
                f"{art.name('biome', view.content.biomes[biome])} ({sector})",
                *[str(count) for count in left],
            ]
        )
    columns = [art.say("biome"), *[str(ring) for ring in range(1, RINGS + 1)]]
    title = art.say("bag", n=len(view.bag))
    grid = Grid(id="bag", title="", columns=columns, rows=rows)
    return Panel(id="rings", title=title, children=[grid], place="drawer")


# What is being fought and offered


def fight(art: Painting, under_way: Fight) -> Panel:
    """The dice on the table, who strikes, and which dice have been touched."""
    dice: list[Element] = []
    for i, value in enumerate(under_way.values):
        colour = DIE_COLOURS[under_way.colours[i]]
        badges = []
        if under_way.shielded[i]:
            badges.append(Badge(label=art.say("shielded"), tone="blue"))
        if under_way.changed[i]:
            badges.append(Badge(label=art.say("modified"), tone="violet"))
        dice.append(
            Die(
                id=f"die:{i + 1}",
                touch=(f"die:{i + 1}",),
                owner=under_way.striker,
                face=str(value),
                label=f"{i + 1}: {art.name('die_colour', colour)}",
                sides=12,
                tone=colour,
                badges=badges,
            )
        )
    if under_way.face != NONE and under_way.values:
        face = STRIKE_FACES[under_way.face]
        dice.append(
            Die(
                id="strike_die",
                face=art.name("face", face),
                icon=f"face:{face}",
                label=art.say("strike_die"),
                owner=under_way.striker,
                faces=[DieFace(face=art.name("face", name), text="") for name in STRIKE_FACES],
            )
        )
    key = "parting" if under_way.parting else "fight"
    title = art.say(key, who=under_way.striker, foe=under_way.other, hex=HEX_IDS[under_way.hex])
    return Panel(id="fight", title=title, children=dice, active=True, place="beside")


def offer(art: Painting, made: Offer) -> Panel:
    """What is offered for what."""
    children: list[Element] = [
        Note(id="give", text=art.say("gives", who=made.seat, what=gifts(made))),
        Note(id="get", text=art.say("gets", who=made.seat, what=wishes(made))),
    ]
    for i, card in enumerate(made.cards):
        children.append(art.discovery(card, f"offered:{i}"))
    for i, card in enumerate(made.relics):
        children.append(art.relic(card, f"offered_relic:{i}"))
    title = art.say("offer", who=made.seat, foe=made.partner)
    return Panel(
        id="offer", title=title, children=children, layout="column", active=True, place="beside"
    )


# Reference


def bonus_grid(art: Painting) -> Panel:
    """All thirty cells; the rows of the card being played are marked."""
    view = art.view
    open_rows = art.view.content.card_rows[view.command] if view.command != NONE else []
    rows = []
    for row, id in enumerate(ROWS):
        mark = " *" if row in open_rows else ""
        cells = [art.name("cell", f"{id}/{column}") for column in range(1, 6)]
        rows.append([art.name("row", id) + mark, *cells])
    columns = [
        art.say("row"),
        *[f"{column}{' *' if column == view.column() else ''}" for column in range(1, 6)],
    ]
    grid = Grid(id="bonus", title=art.say("bonus"), columns=columns, rows=rows)
    note = Note(id="bonus_note", text=art.say("bonus_note"))
    return Panel(
        id="bonus_panel",
        title=art.say("bonus"),
        children=[grid, note],
        layout="column",
        place="drawer",
    )


def decks(art: Painting) -> Panel:
    """Decks, discards, supplies, and an Espionage card just shown."""
    view = art.view
    children: list[Element] = [
        Stat(id="ore_supply", label=art.say("ore_supply"), value=view.ore, icon="ore"),
        Stat(
            id="relic_tokens",
            label=art.say("relic_tokens"),
            value=view.relic_tokens,
            icon="relic_token",
        ),
    ]
    for deck, pile, kind in (
        (view.discovery_deck, view.discovery_pile, "discovery"),
        (view.relic_deck, view.relic_pile, "relic"),
        (view.espionage_deck, view.espionage_pile, "espionage"),
    ):
        children.append(
            Pile(
                id=f"{kind}_deck",
                title=art.say(f"{kind}_deck"),
                count=len(deck.cards),
                icon=f"deck:{kind}",
            )
        )
        top = art.card(pile.cards[-1], f"{kind}_top") if pile.cards else None
        children.append(
            Pile(
                id=f"{kind}_pile",
                title=art.say(f"{kind}_pile"),
                count=len(pile.cards),
                icon=f"deck:{kind}",
                top=top,
            )
        )
    for i, card in enumerate(view.shown.cards):
        children.append(shown(art, card, i))
    for i, card in enumerate(view.aside.cards):
        children.append(art.discovery(card, f"event:{i}"))
    return Panel(id="decks", title=art.say("decks"), children=children, place="drawer")


def shown(art: Painting, card: int, number: int) -> Card:
    """An Espionage card with both sides to read."""
    id = art.view.content.espionage[card - art.view.content.first_espionage]
    sides = art.say("sides", sabotage=art.side_text(card, 0), exploit=art.side_text(card, 1))
    return Card(
        id=f"shown:{number}",
        title=art.name("espionage", id),
        text=sides,
        tone="espionage",
        icon=f"espionage:{id}",
    )
