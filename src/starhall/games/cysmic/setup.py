"""Setting up: planet, decks, factions, ships, goods and units (CY-2)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Procedure, Together
from starhall.engine.rules.state import EVERYONE, NOBODY, Strand, Zone
from starhall.games.cysmic.asking import pick_hex
from starhall.games.cysmic.board import (
    gain_ore,
    land_ship,
    put,
    quiet,
    reserve_piece,
    room,
    set_flag,
    spawn_points,
)
from starhall.games.cysmic.cards import (
    BIOMES,
    CARD_TYPE,
    CITY_LEVEL,
    COMMANDS,
    DISCOVERY_COPIES,
    ESPIONAGE,
    EVENT,
    FACTION_DISCOVERY,
    FACTION_HABITATS,
    FACTION_MIN,
    FACTION_ORE,
    FACTION_RELICS,
    FACTION_UNITS,
    FACTIONS,
    FIRST_COMMAND,
    FIRST_ESPIONAGE,
    FIRST_FACTION,
    FIRST_RELIC,
    HARVESTER,
    KNOWN,
    MINER,
    MISSING,
    POWERMECH,
    RELIC_COPIES,
    SOLDIER,
    SPEAKER,
    TILE_FEATURE,
    TOKENS,
    TYPE_OF,
    TYPES,
)
from starhall.games.cysmic.geometry import CITY, DISTANCE, HEXES, INNER, RINGS_1_3
from starhall.games.cysmic.powers import refresh
from starhall.games.cysmic.state import (
    CARD_STREAM,
    CAVE,
    CITY_GROUND,
    COMMAND_FAMILY,
    DEVASTATED,
    DISCOVERY_FAMILY,
    ESPIONAGE_FAMILY,
    FACTION_FAMILY,
    MOUNTAIN,
    NONE,
    ORE_DEPOSIT,
    PICK_FACTIONS,
    PLACE_SHIPS,
    PLAIN,
    PLANET_STREAM,
    RELIC_FAMILY,
    SEAT_STREAM,
    SITE,
    START,
    TAKE_GOODS,
    WATER,
    Player,
)
from starhall.games.cysmic.table import Table
from starhall.games.cysmic.words import (
    D_FACTION,
    D_HABITAT,
    D_SHIP_START,
    D_START_UNIT,
    FACTION,
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
    _lay_zones(s)
    colours = list(range(6))
    streams[SEAT_STREAM].shuffle(colours)
    for player in s.players:
        player.colour = colours[player.seat]
    _lay_planet(s)
    s.singles = s.stack_at = 6 - seats
    s.stack = 2 + seats
    s.bag = list(range(len(TOKENS)))
    _shuffle_decks(s)
    _deal_factions(s)
    _blueprints(s)
    s.strands = [Strand(0)]


def _lay_zones(s: Table) -> None:
    keys = 0
    for seat in range(s.seats):
        own = 1 << seat
        command = COMMAND_FAMILY + seat
        zones: list[Zone] = []
        for name, family, sight in (
            ("dealt", FACTION_FAMILY, own),
            ("hand", command, own),
            ("burned", command, own),
            ("played", command, EVERYONE),
            ("cards", DISCOVERY_FAMILY, own),
            ("relics", RELIC_FAMILY, own),
            ("slots", RELIC_FAMILY, EVERYONE),
            ("found", RELIC_FAMILY, own),
            ("spy", ESPIONAGE_FAMILY, EVERYONE),
        ):
            zones.append(Zone(keys, f"{name}:{seat}", family, seat, sight))
            keys += 1
        player = Player(seat, zones)
        player.hand.cards = [FIRST_COMMAND + card for card in range(len(COMMANDS))]
        s.players.append(player)
    s.discovery_deck = Zone(keys, "discovery_deck", DISCOVERY_FAMILY, NONE, NOBODY)
    s.discovery_pile = Zone(keys + 1, "discovery_pile", DISCOVERY_FAMILY, NONE, EVERYONE)
    s.relic_deck = Zone(keys + 2, "relic_deck", RELIC_FAMILY, NONE, NOBODY)
    s.relic_pile = Zone(keys + 3, "relic_pile", RELIC_FAMILY, NONE, EVERYONE)
    s.espionage_deck = Zone(keys + 4, "espionage_deck", ESPIONAGE_FAMILY, NONE, NOBODY)
    s.espionage_pile = Zone(keys + 5, "espionage_pile", ESPIONAGE_FAMILY, NONE, EVERYONE)
    s.shown = Zone(keys + 6, "shown", ESPIONAGE_FAMILY, NONE, EVERYONE)
    s.boards = Zone(keys + 7, "boards", FACTION_FAMILY, NONE, NOBODY)
    s.aside = Zone(keys + 8, "aside", DISCOVERY_FAMILY, NONE, EVERYONE)


def _lay_planet(s: Table) -> None:
    """CY-2.3 to CY-2.6: biomes to sectors, hexes to positions, Habitats, the under-layer."""
    stream = s.chance.streams[PLANET_STREAM]
    biomes = list(range(len(BIOMES)))
    stream.shuffle(biomes)
    s.sectors = biomes
    tiles = [0] * HEXES
    for biome in range(len(BIOMES)):
        stack = list(range(1 + HEXES_PER_BIOME * biome, 1 + HEXES_PER_BIOME * (biome + 1)))
        stream.shuffle(stack)
        start = 1 + HEXES_PER_BIOME * biomes.index(biome)
        for place, tile in enumerate(stack):
            tiles[start + place] = tile
    s.tiles = tiles
    for hex in range(1, HEXES):
        feature = TILE_FEATURE[tiles[hex]]
        s.ground[hex] = FEATURE_GROUND[feature]
        if s.ground[hex] == SITE:
            s.level[hex] = feature + 1
        elif s.ground[hex] == CAVE:
            s.caves.append(hex)
    s.ground[CITY] = CITY_GROUND
    s.level[CITY] = CITY_LEVEL
    s.under = [stream.below(ring) for _ in range(6) for ring in range(2, 7)]
    if s.open_ridge:
        s.under = []


def _shuffle_decks(s: Table) -> None:
    """CY-2.8."""
    stream = s.chance.streams[CARD_STREAM]
    for card, copies in enumerate(DISCOVERY_COPIES):
        s.discovery_deck.cards += [card] * copies
    for relic, copies in enumerate(RELIC_COPIES):
        s.relic_deck.cards += [FIRST_RELIC + relic] * copies
    s.espionage_deck.cards = [FIRST_ESPIONAGE + spy for spy in range(len(ESPIONAGE))]
    stream.shuffle(s.discovery_deck.cards)
    stream.shuffle(s.relic_deck.cards)
    stream.shuffle(s.espionage_deck.cards)


def _deal_factions(s: Table) -> None:
    """CY-2.9, CY-2.10: three boards each that fit the number of players (or one, if random)."""
    boards = [FIRST_FACTION + i for i in range(len(FACTIONS)) if FACTION_MIN[i] <= s.seats]
    s.chance.streams[CARD_STREAM].shuffle(boards)
    s.boards.cards = boards
    for player in s.players:
        for _ in range(1 if s.random_faction else DEALT):
            s.draw(s.boards, player.dealt)


def _blueprints(s: Table) -> None:
    """CY-2.11: own colour and colours not in play are known."""
    in_play = [player.colour for player in s.players]
    for player in s.players:
        player.modules = [
            MISSING if module in in_play and module != player.colour else KNOWN
            for module in range(6)
        ]


# What the players decide


async def set_up_step(s: Table) -> None:
    """One step of setup, or one player's part of it."""
    if s.step == PICK_FACTIONS:
        await pick_factions(s)
        s.step = PLACE_SHIPS
        return
    seat = (s.first + s.position) % s.seats
    if s.step == PLACE_SHIPS:
        await place_ship(s, seat)
    elif s.step == TAKE_GOODS:
        await take_goods(s, seat)
    else:
        await place_units(s, seat)
    s.position += 1
    if s.position == s.seats:
        s.position = 0
        s.step += 1
        if s.step == START:
            _put_events_back(s)


async def pick_factions(s: Table) -> None:
    """D01: all at the same time, shown together."""
    waiting: list[Procedure] = [
        _pick_faction(s, player) for player in s.players if not player.chosen
    ]
    if waiting:
        await Together(waiting)
    for player in s.players:
        cards = player.dealt.cards
        faction = player.pick - 1
        if FIRST_FACTION + faction not in cards:  # an imagined world does not know the secret
            faction = cards[s.chance.streams[CARD_STREAM].below(len(cards))] - FIRST_FACTION
        for card in sorted(cards):
            if card != FIRST_FACTION + faction:
                s.move(card, player.dealt, s.boards)
        player.faction = faction
        player.pick = 0
        s.reveal(player.dealt, EVERYONE)
        if s.witness is not None:
            s.witness.tell("leads", who=player.seat, faction=FACTIONS[faction])
    s.reveal(s.boards, EVERYONE)
    refresh(s)


async def _pick_faction(s: Table, player: Player) -> None:
    options = [FACTION[card - FIRST_FACTION] for card in sorted(player.dealt.cards)]
    choice = await Decision(player.seat, D_FACTION, options)
    player.pick = choice.value + 1
    player.chosen = True
    s.strands[0].fresh = True


def start_hexes(s: Table) -> list[int]:
    """CY-2.12, CY-2.13: legal inner hexes of biomes without a ship."""
    found: list[int] = []
    for sector in range(6):
        zone = RINGS_1_3[sector] if s.rings_start else INNER[sector]
        start = 1 + HEXES_PER_BIOME * sector
        taken = any([s.ship_at[hex] != NONE for hex in range(start, start + HEXES_PER_BIOME)])
        if not taken:
            found += [hex for hex in zone if s.ground[hex] <= DEVASTATED]
    return found


async def place_ship(s: Table, seat: int) -> None:
    """D02."""
    land_ship(s, seat, await pick_hex(seat, D_SHIP_START, start_hexes(s)))


async def take_goods(s: Table, seat: int) -> None:
    """CY-2.14 to CY-2.17: Habitats, ore, Discovery cards, Relics of the Faction board."""
    player = s.players[seat]
    faction = player.faction
    s.strands[0].fresh = False
    for level in (3, 2, 1):
        for _ in range(FACTION_HABITATS[faction][level]):
            await _take_habitat(s, seat, level)
    gain_ore(s, seat, FACTION_ORE[faction])
    for _ in range(FACTION_DISCOVERY[faction]):
        while CARD_TYPE[s.discovery_deck.cards[-1]] == EVENT:
            s.draw(s.discovery_deck, s.aside)
        s.draw(s.discovery_deck, player.cards)
    for _ in range(FACTION_RELICS[faction]):
        s.draw(s.relic_deck, player.relics)


async def _take_habitat(s: Table, seat: int, level: int) -> None:
    """D03: the closest neutral Habitat of that level; ties by choice."""
    ship = s.players[seat].ship
    free = [hex for hex in range(1, HEXES) if s.level[hex] == level and s.flag[hex] == NONE]
    if not free:
        return
    nearest = min([DISTANCE[ship][hex] for hex in free])
    ties = [hex for hex in free if DISTANCE[ship][hex] == nearest]
    set_flag(s, await pick_hex(seat, D_HABITAT, ties), seat)


def start_places(s: Table, seat: int, type: int) -> list[int]:
    """CY-2.19, CY-2.20: own Habitats and hexes touching the ship, without anybody else."""
    player = s.players[seat]
    return [hex for hex in spawn_points(s, seat) if quiet(s, seat, hex) and room(player, hex, type)]


async def place_units(s: Table, seat: int) -> None:
    """D04: one unit at a time, in the order of CY-2.20."""
    player = s.players[seat]
    for type in PLACING_ORDER:
        wanted = FACTION_UNITS[player.faction][type]
        while _placed(player, type) < wanted:
            hexes = start_places(s, seat, type)
            if not hexes:
                break  # the rest stays in reserve
            s.strands[0].fresh = True
            hex = await pick_hex(seat, D_START_UNIT, hexes, None, TYPES[type])
            put(s, seat, reserve_piece(player, type), hex)


def _placed(player: Player, type: int) -> int:
    return sum([1 for piece, hex in enumerate(player.where) if hex >= 0 and TYPE_OF[piece] == type])


def _put_events_back(s: Table) -> None:
    """CY-2.17."""
    s.gather(s.aside, s.discovery_deck)
    s.chance.streams[CARD_STREAM].shuffle(s.discovery_deck.cards)
