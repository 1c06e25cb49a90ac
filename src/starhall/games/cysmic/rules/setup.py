"""Setting up: planet, decks, factions, ships, goods and units (CY-2)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Procedure, Reason, Together
from starhall.engine.rules.fields import EVERYONE
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Strand
from starhall.engine.rules.steps import AGAIN, Steps
from starhall.games.cysmic.content import (
    CITY_LEVEL,
    COMMANDS,
    EVENT,
    HARVESTER,
    KNOWN,
    LEVELS,
    MINER,
    MISSING,
    POWERMECH,
    SOLDIER,
    SPEAKER,
    TYPES,
)
from starhall.games.cysmic.geometry import CITY, DISTANCE, HEX_IDS, HEXES, INNER, RINGS_1_3, SECTOR
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import pick_hex
from starhall.games.cysmic.rules.board import (
    gain_ore,
    habitat_at,
    land_ship,
    put,
    quiet,
    reserve_piece,
    room,
    set_flag,
    spawn_points,
    tell_card,
)
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    at_hex,
    every_hex,
    question,
    why_impassable,
    why_no_place,
)
from starhall.games.cysmic.rules.powers import refresh
from starhall.games.cysmic.state import (
    CARD_STREAM,
    CAVE,
    CITY_GROUND,
    MOUNTAIN,
    NONE,
    ORE_DEPOSIT,
    PLAIN,
    PLANET_STREAM,
    RESERVE,
    SEAT_STREAM,
    SITE,
    WATER,
    Player,
    Table,
)

DEALT: Final = 3
HEXES_PER_BIOME: Final = 21
# Camp, outpost and settlement are sites for a Habitat; then the grounds in the order of FEATURES.
FEATURE_GROUND: Final[list[int]] = [SITE, SITE, SITE, ORE_DEPOSIT, CAVE, MOUNTAIN, WATER, PLAIN]
PLACING_ORDER: Final[list[int]] = [POWERMECH, HARVESTER, SOLDIER, MINER, SPEAKER]  # CY-2.20


def set_up(s: Table, chance: Chance, first: int) -> None:
    """CY-2.1 to CY-2.11, in the order of CY-23.1; the rest is decided by the players."""
    seats = s.seats
    streams = chance.streams
    s.first = first if first >= 0 else streams[SEAT_STREAM].below(seats)
    s.holder = s.active = s.first
    _seat_players(s)
    colours = list(range(6))
    streams[SEAT_STREAM].shuffle(colours)
    for player in s.players:
        player.colour = colours[player.seat]
    _lay_planet(s)
    s.singles = s.stack_at = 6 - seats
    s.stack = 2 + seats
    s.bag = list(range(len(s.content.tokens)))
    _shuffle_decks(s)
    _deal_factions(s)
    _blueprints(s)
    refresh(s)
    s.strands = [Strand()]


def _seat_players(s: Table) -> None:
    """CY-2.21: every player holds all Command Cards, which cannot be mistaken for another's."""
    commands = [s.content.first_command + card for card in range(len(COMMANDS))]
    for seat in range(s.seats):
        player = Player(seat=seat, where=[RESERVE] * len(s.content.type_of))
        player.hand.cards = commands[:]
        for zone in (player.hand, player.burned, player.played):
            zone.family += seat
        s.players.append(player)


def _lay_planet(s: Table) -> None:
    """CY-2.3 to CY-2.6: biomes to sectors, hexes to positions, Habitats, the under-layer."""
    stream = s.chance.streams[PLANET_STREAM]
    biomes = list(range(len(s.content.biomes)))
    stream.shuffle(biomes)
    s.sectors = biomes
    tiles = [0] * HEXES
    for biome in range(len(s.content.biomes)):
        stack = list(range(1 + HEXES_PER_BIOME * biome, 1 + HEXES_PER_BIOME * (biome + 1)))
        stream.shuffle(stack)
        start = 1 + HEXES_PER_BIOME * biomes.index(biome)
        for place, tile in enumerate(stack):
            tiles[start + place] = tile
    s.tiles = tiles
    ground, level = [CITY_GROUND] * HEXES, [0] * HEXES
    for hex in range(1, HEXES):
        feature = s.content.tile_feature[tiles[hex]]
        ground[hex] = FEATURE_GROUND[feature]
        if ground[hex] == SITE:
            level[hex] = feature + 1
        elif ground[hex] == CAVE:
            s.caves.append(hex)
    level[CITY] = CITY_LEVEL
    s.ground, s.level = ground, level
    s.under = [stream.below(ring) for _ in range(6) for ring in range(2, 7)]
    if s.open_ridge:
        s.under = []


def _shuffle_decks(s: Table) -> None:
    """CY-2.8."""
    stream = s.chance.streams[CARD_STREAM]
    for card, copies in enumerate(s.content.discovery_copies):
        s.discovery_deck.cards += [card] * copies
    for relic, copies in enumerate(s.content.relic_copies):
        s.relic_deck.cards += [s.content.first_relic + relic] * copies
    s.espionage_deck.cards = [
        s.content.first_espionage + spy for spy in range(len(s.content.espionage))
    ]
    stream.shuffle(s.discovery_deck.cards)
    stream.shuffle(s.relic_deck.cards)
    stream.shuffle(s.espionage_deck.cards)


def _deal_factions(s: Table) -> None:
    """CY-2.9, CY-2.10: three boards each that fit the number of players (or one, if random)."""
    boards = [
        s.content.first_faction + i
        for i in range(len(s.content.factions))
        if s.content.faction_seats[i] <= s.seats
    ]
    s.chance.streams[CARD_STREAM].shuffle(boards)
    s.boards.cards = boards
    for player in s.players:
        for _ in range(1 if s.random_faction else DEALT):
            s.draw(s.boards, player.dealt)


def _blueprints(s: Table) -> None:
    """CY-2.11: the player's colour and the colours not in play are known."""
    in_play = [player.colour for player in s.players]
    for player in s.players:
        player.modules = [
            MISSING if module in in_play and module != player.colour else KNOWN
            for module in range(6)
        ]


# What the players decide


def seat_to_act(s: Table) -> int:
    return (s.first + s.position) % s.seats


def next_seat(s: Table) -> int | None:
    """The step is for the next player, unless all have had their part."""
    s.position += 1
    if s.position < s.seats:
        return AGAIN
    s.position = 0
    return None


async def pick_factions(s: Table) -> None:
    """CY-2.9, CY-2.10: everybody chooses at the same time; the choices are shown together."""
    waiting: list[Procedure] = [
        _pick_faction(s, player) for player in s.players if not player.chosen
    ]
    if waiting:
        await Together(waiting)
    for player in s.players:
        cards = player.dealt.cards
        faction = player.pick - 1
        first = s.content.first_faction
        if first + faction not in cards:  # an imagined world does not know the secret
            faction = cards[s.chance.streams[CARD_STREAM].below(len(cards))] - first
        for card in sorted(cards):
            if card != first + faction:
                s.move(card, player.dealt, s.boards)
        player.faction = faction
        player.pick = 0
        s.reveal(player.dealt, EVERYONE)
        if s.witness is not None:
            s.witness.tell("leads", who=player.seat, faction=s.content.factions[faction])
    s.reveal(s.boards, EVERYONE)
    refresh(s)


async def _pick_faction(s: Table, player: Player) -> None:
    choice = await question(s, player.seat, Ask.FACTION)
    player.pick = choice.value + 1
    player.chosen = True


@QUESTIONS.rule(Ask.FACTION, lambda s, d: s.options.faction)
def why_no_faction(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-2.9, CY-2.10: one of those dealt to the player."""
    if s.content.first_faction + option.value in s.players[decision.seat].dealt.cards:
        return None
    least = s.content.faction_seats[option.value]
    values: dict[str, object] = {"faction": option.arg, "seats": least}
    if least > s.seats:
        return Reason("CY-2.10", "faction_seats", values)
    return Reason("CY-2.9", "faction_not_dealt", values)


@QUESTIONS.rule(Ask.SHIP_START, every_hex)
def why_not_here(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-2.12, CY-2.13: legal inner hexes of biomes without a ship."""
    hex = option.value
    sector = SECTOR[hex]
    if hex not in (RINGS_1_3[sector] if s.rings_start else INNER[sector]):
        return at_hex("CY-2.13", "not_inner", hex)
    for player in s.players:
        if player.ship != NONE and SECTOR[player.ship] == sector:
            return at_hex("CY-2.12", "biome_taken", hex)
    return why_impassable(s, hex)


async def place_ship(s: Table) -> int | None:
    """CY-2.12, CY-2.13: each player places the ship, clockwise."""
    seat = seat_to_act(s)
    choice = await question(s, seat, Ask.SHIP_START)
    land_ship(s, seat, choice.value)
    return next_seat(s)


async def take_goods(s: Table) -> int | None:
    """CY-2.14 to CY-2.17: Habitats, ore, Discovery cards, Relics of the Faction board."""
    seat = seat_to_act(s)
    player = s.players[seat]
    while level := habitat_due(s, seat):
        hexes = nearest_habitats(s, seat, level)
        hex = await pick_hex(s, seat, Ask.HABITAT, hexes, None, LEVELS[level])
        set_flag(s, hex, seat)
        if s.witness is not None:
            s.witness.tell("persuades", who=seat, hex=HEX_IDS[hex], habitat=habitat_at(s, hex))
    gain_ore(s, seat, s.content.faction_ore[player.faction])
    for _ in range(s.content.faction_discovery[player.faction]):
        while s.content.card_type[s.discovery_deck.cards[-1]] == EVENT:
            event = s.draw(s.discovery_deck, s.aside)
            if s.witness is not None:
                s.witness.tell("sets_aside", who=seat, card=s.content.cards[event])
        card = s.draw(s.discovery_deck, player.cards)
        tell_card(s, "draws", 1 << seat, card, who=seat)
    for _ in range(s.content.faction_relics[player.faction]):
        card = s.draw(s.relic_deck, player.relics)
        tell_card(s, "finds_relic", 1 << seat, card, who=seat)
    return next_seat(s)


def habitat_due(s: Table, seat: int) -> int:
    """CY-2.16: the level of the next Habitat due, the highest first; 0 when all are taken."""
    player = s.players[seat]
    due = s.content.faction_habitats[player.faction]
    for level in (3, 2, 1):
        held = [hex for hex in player.holds if s.level[hex] == level]
        if len(held) < due[level] and neutral_habitats(s, level):
            return level
    return 0


def neutral_habitats(s: Table, level: int) -> list[int]:
    return [hex for hex in range(1, HEXES) if s.level[hex] == level and s.flag[hex] == NONE]


def nearest_habitats(s: Table, seat: int, level: int) -> list[int]:
    """CY-2.16: the closest neutral Habitats of that level; ties by choice."""
    ship = s.players[seat].ship
    free = neutral_habitats(s, level)
    nearest = min([DISTANCE[ship][hex] for hex in free])
    return [hex for hex in free if DISTANCE[ship][hex] == nearest]


@QUESTIONS.rule(Ask.HABITAT, every_hex)
def why_not_this_habitat(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-2.16."""
    hex, level = option.value, habitat_due(s, decision.seat)
    if s.level[hex] != level or hex == CITY:
        values: dict[str, object] = {"hex": HEX_IDS[hex], "level": LEVELS[level]}
        return Reason("CY-2.16", "other_level", values)
    if s.flag[hex] != NONE:
        return at_hex("CY-2.16", "has_flag", hex)
    if hex not in nearest_habitats(s, decision.seat, level):
        return at_hex("CY-2.16", "closer_habitat", hex)
    return None


def start_places(s: Table, seat: int, type: int) -> list[int]:
    """CY-2.19, CY-2.20: the player's Habitats and hexes touching the ship, without others."""
    player = s.players[seat]
    return [hex for hex in spawn_points(s, seat) if quiet(s, seat, hex) and room(player, hex, type)]


@QUESTIONS.rule(Ask.START_UNIT, every_hex)
def why_no_start_place(s: Table, decision: Decision, option: Option) -> Reason | None:
    if option.value not in spawn_points(s, decision.seat):
        return at_hex("CY-2.19", "not_spawn", option.value)
    type = TYPES.index(decision.about.split("/")[0])
    return why_no_place(s, decision.seat, type, option.value, "CY-2.20")


async def place_units(s: Table) -> int | None:
    """CY-2.20: one unit at a time, type by type."""
    seat = seat_to_act(s)
    player = s.players[seat]
    for type in PLACING_ORDER:
        wanted = s.content.faction_units[player.faction][type]
        while (placed := _placed(s, player, type)) < wanted:
            hexes = start_places(s, seat, type)
            if not hexes:
                break  # the rest stays in reserve
            about = f"{TYPES[type]}/{placed + 1}/{wanted}"
            hex = await pick_hex(s, seat, Ask.START_UNIT, hexes, None, about)
            put(s, seat, reserve_piece(s, seat, type), hex)
            if s.witness is not None:
                s.witness.tell("deploys", who=seat, unit=TYPES[type], hex=HEX_IDS[hex])
    return next_seat(s)


def _placed(s: Table, player: Player, type: int) -> int:
    """How many stand on the map; a lesson can begin with captives."""
    places = player.where[s.content.first_piece[type] : s.content.end_piece[type]]
    return sum([place >= 0 for place in places])


def put_events_back(s: Table) -> None:
    """CY-2.17."""
    if s.aside.cards and s.witness is not None:
        s.witness.tell("events_back", n=len(s.aside.cards))
    s.gather(s.aside, s.discovery_deck)
    s.chance.streams[CARD_STREAM].shuffle(s.discovery_deck.cards)


# It has no name: the rounds are deeper lists of the same game and would stand in its group.
SETUP: Final = Steps("", pick_factions, place_ship, take_goods, place_units, put_events_back)
