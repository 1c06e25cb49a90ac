"""One player's side of the table: cards, columns, modules, captives, numbers."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.state import UNKNOWN
from starhall.engine.scene.elements import (
    Badge,
    Card,
    Element,
    Panel,
    Piece,
    Pile,
    Space,
    Stat,
    Track,
)
from starhall.engine.scene.elements import Table as Grid
from starhall.engine.scene.elements import Value as CardValue
from starhall.games.cysmic.content import COLOURS, COMMANDS, INSTALLED, KNOWN, TYPES
from starhall.games.cysmic.rules.board import count_at, load
from starhall.games.cysmic.rules.captives import held_by
from starhall.games.cysmic.rules.powers import (
    hand_limit,
    holding,
    influence,
    ore_capacity,
    relic_limit,
    relic_slots,
)
from starhall.games.cysmic.scene.painting import Painting
from starhall.games.cysmic.state import NONE, RESERVE, Player

STATES = ("missing", "known", "installed")
STATE_TONES = ("red", "yellow", "green")


def own_side(art: Painting, seat: int) -> list[Element]:
    """The viewer's side: columns, the cards in hand to read, and the rest in a drawer."""
    player = art.view.players[seat]
    hand: list[Element] = [art.command(card, f"hand:{card}") for card in sorted(player.hand.cards)]
    children: list[Element] = [
        *_stats(art, player),
        Panel(id="hand", title=art.say("hand"), children=hand, layout="column"),
    ]
    cards: list[Element] = [
        art.discovery(card, f"card:{i}") for i, card in enumerate(sorted(player.cards.cards))
    ]
    title = art.say("cards", n=len(cards), most=hand_limit(player))
    children.append(Panel(id="cards", title=title, children=cards, layout="column"))
    if player.relics.cards or player.found.cards:
        relics: list[Element] = [
            art.relic(card, f"relic:{i}") for i, card in enumerate(sorted(player.relics.cards))
        ]
        relics += [
            art.relic(card, f"found:{i}") for i, card in enumerate(sorted(player.found.cards))
        ]
        children.append(
            Panel(id="relics", title=art.say("relics"), children=relics, layout="column")
        )
    if player.faction == NONE:
        boards: list[Element] = [
            _faction(art, card - art.view.content.first_faction, f"dealt:{card}")
            for card in sorted(player.dealt.cards)
        ]
        children.append(Panel(id="dealt", title=art.say("dealt"), children=boards, layout="column"))
    side = Panel(
        id=f"side:{seat}",
        touch=(f"seat:{seat + 1}",),
        title=art.say("your_side", who=seat),
        owner=seat,
        badges=_first(art, seat),
        children=children,
        layout="column",
        active=seat == art.view.active,
        place="beside",
    )
    board = Panel(
        id=f"board:{seat}",
        title=art.say("your_board"),
        owner=seat,
        children=_board(art, player),
        layout="column",
        place="drawer",
    )
    columns = Panel(
        id="own_columns",
        title=art.say("columns"),
        children=[_own_columns(art, player)],
        place="below",
    )
    return [columns, side, board]


def other_side(art: Painting, seat: int) -> Panel:
    """Another player's side: hands appear as numbers, with what is remembered of them."""
    player = art.view.players[seat]
    children = [
        *_stats(art, player),
        _columns(art, player, art.say("columns"), art.say("column")),
        *_board(art, player),
    ]
    piles: list[Element] = []
    for zone, key, icon in (
        (player.hand, "hand", "hand"),
        (player.cards, "their_cards", "deck:discovery"),
        (player.relics, "relics", "deck:relic"),
    ):
        known = [card for card in zone.cards if card != UNKNOWN]
        piles.append(
            Pile(
                id=f"{key}:{seat}",
                title=art.say(key),
                count=len(zone.cards),
                owner=seat,
                icon=icon,
            )
        )
        shown: list[Element] = [art.card(card, f"{key}:{seat}/{i}") for i, card in enumerate(known)]
        if shown and key != "hand":
            children.append(
                Panel(id=f"{key}_known:{seat}", title=art.say("remembered"), children=shown)
            )
    children.append(Panel(id=f"piles:{seat}", title="", children=piles))
    return Panel(
        id=f"side:{seat}",
        touch=(f"seat:{seat + 1}",),
        title=art.names[seat],
        owner=seat,
        badges=_first(art, seat),
        children=children,
        layout="column",
        active=seat == art.view.active,
        place="drawer",
    )


def _board(art: Painting, player: Player) -> list[Element]:
    children: list[Element] = []
    if player.faction != NONE:
        children.append(_faction(art, player.faction, f"faction:{player.seat}"))
    children.append(_modules(art, player))
    children.append(_pieces(art, player))
    active = _active(art, player)
    if active.children:
        children.append(active)
    return children


def _stats(art: Painting, player: Player) -> list[Element]:
    view, seat = art.view, player.seat
    return [
        Stat(
            id=f"installed:{seat}",
            label=art.say("installed_modules"),
            value=player.modules.count(INSTALLED),
            max=len(player.modules),
            icon="modules",
        ),
        Stat(
            id=f"ore:{seat}",
            label=art.say("ore"),
            value=player.ore,
            max=ore_capacity(view, seat),
            icon="ore",
        ),
        Stat(
            id=f"influence:{seat}",
            label=art.say("influence"),
            value=influence(view, seat),
            icon="influence",
        ),
        Stat(
            id=f"holding:{seat}",
            label=art.say("holding"),
            value=load(view, seat),
            max=holding(player),
            icon="holding",
        ),
        Stat(
            id=f"relic_count:{seat}",
            label=art.say("relics"),
            value=len(player.relics.cards) + len(player.slots.cards),
            max=relic_limit(player),
            icon="relics",
        ),
    ]


def _first(art: Painting, seat: int) -> list[Badge]:
    """Who holds the First Player token."""
    return [Badge(label=art.say("first_player"))] if art.view.holder == seat else []


def _faction(art: Painting, faction: int, id: str) -> Card:
    name = art.view.content.factions[faction]
    return Card(
        id=id,
        touch=(f"faction:{name}",),
        title=art.name("faction", name),
        subtitle=art.text.say(f"leader.{name}"),
        text=art.text.say(f"card.faction.{name}"),
        icon=f"faction:{name}",
    )


def _columns(art: Painting, player: Player, title: str, head: str) -> Grid:
    """The five command columns: what was burned and what was played."""
    burned = [""] * 5
    played = [""] * 5
    for card, column in zip(player.burned.cards, player.burned_columns, strict=True):
        burned[column - 1] = _command(art, card)
    for card, column in zip(player.played.cards, player.played_columns, strict=True):
        played[column - 1] = _command(art, card)
    return Grid(
        id=f"columns:{player.seat}",
        title=title,
        columns=[head, "1", "2", "3", "4", "5"],
        rows=[[art.say("burned"), *burned], [art.say("played"), *played]],
    )


def _own_columns(art: Painting, player: Player) -> Track:
    """The same as a track: on each column what was burned there and what was played."""
    spaces = [
        Space(
            id=f"column:{column}",
            label=str(column),
            tone="orange" if column == art.view.column() else "neutral",
        )
        for column in range(1, 6)
    ]
    for zone, places, key, tone in (
        (player.burned, player.burned_columns, "burned", "grey"),
        (player.played, player.played_columns, "played", "command"),
    ):
        for card, column in zip(zone.cards, places, strict=True):
            piece = Piece(
                id=f"{key}:{column}",
                label=f"{art.say(key)}: {_command(art, card)}",
                icon=art.command(card, "").icon,
                symbol=art.say(key)[:1],
                tone=tone,
            )
            spaces[column - 1].pieces = [*spaces[column - 1].pieces, piece]
    return Track(id=f"columns:{player.seat}", title=art.say("columns"), spaces=spaces)


def _command(art: Painting, card: int) -> str:
    if card == UNKNOWN:
        return art.say("face_down")
    return art.name("command", COMMANDS[card - art.view.content.first_command])


def _modules(art: Painting, player: Player) -> Panel:
    cards: list[Element] = []
    for module, id in enumerate(art.view.content.modules):
        state = player.modules[module]
        cards.append(
            Card(
                id=f"module:{player.seat}/{id}",
                touch=(f"module:{id}",) if player.seat == art.seat else (),
                title=f"{module + 1} {art.name('module', id)}",
                subtitle=art.say("native", colour=COLOURS[module]),
                values=[
                    CardValue(label=art.say("ore"), value=art.view.content.module_ore[module]),
                    CardValue(
                        label=art.say("workers"), value=art.view.content.module_workers[module]
                    ),
                ],
                badges=[Badge(label=art.say(STATES[state]), tone=STATE_TONES[state])],
                tone="module",
                icon=f"module:{id}",
                dim=state not in (KNOWN, INSTALLED),
            )
        )
    title = art.say("modules", n=player.modules.count(INSTALLED))
    return Panel(id=f"modules:{player.seat}", title=title, children=cards, layout="grid", columns=6)


def _pieces(art: Painting, player: Player) -> Panel:
    """Reserve, and the captives in prison and salvage."""
    pieces: list[Element] = []
    for type, name in enumerate(TYPES):
        count = count_at(art.view, player.seat, type, RESERVE)
        touch = (f"unit:{name}",) if player.seat == art.seat else ()
        pieces.append(
            Piece(
                id=f"reserve:{player.seat}/{name}",
                touch=touch,
                label=art.say("in_reserve", unit=name),
                icon=f"unit:{name}",
                count=count,
                owner=player.seat,
                text=art.say("of_all", n=art.view.content.count[type]),
            )
        )
    for owner, types in enumerate(held_by(art.view, player.seat)):
        for type, count in enumerate(types):
            if count:
                pieces.append(
                    Piece(
                        id=f"held:{player.seat}/{owner}/{TYPES[type]}",
                        label=art.say("captive", unit=TYPES[type]),
                        icon=f"unit:{TYPES[type]}",
                        count=count,
                        owner=owner,
                    )
                )
    return Panel(id=f"pieces:{player.seat}", title=art.say("pieces"), children=pieces)


def _active(art: Painting, player: Player) -> Panel:
    """Active Relics and the Espionage card in force."""
    cards: list[Element] = [
        art.relic(card, f"slot:{player.seat}/{i}") for i, card in enumerate(player.slots.cards)
    ]
    cards += [
        art.espionage(card, f"spy:{player.seat}", player.spy_side) for card in player.spy.cards
    ]
    title = art.say("in_force", n=len(player.slots.cards), most=relic_slots(player))
    return Panel(id=f"active:{player.seat}", title=title, children=cards)
