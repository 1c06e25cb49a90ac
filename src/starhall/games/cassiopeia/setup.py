"""Sections 2 and 14: colours, systems, the Specialist row and all the randomness of the game."""

from __future__ import annotations

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import Strand
from starhall.games.cassiopeia.cards import (
    COLOURS,
    EARTH,
    LOGISTICS_CARD,
    OBJECT_CARD,
    OBJECT_COPIES,
    PLANETS,
    ROW,
    SPECIALIST_CARDS,
    SPECIALISTS,
    SYSTEMS,
)
from starhall.games.cassiopeia.state import (
    ALL_RANDOM,
    CHOOSING,
    COLOURING,
    CORE_RANDOM,
    DEALING,
    LOWEST,
    NONE,
    PICKED,
    PICKING,
    SETTLING_SYSTEMS,
    Player,
    Table,
    ask,
)
from starhall.games.cassiopeia.words import COLOUR, D_COLOUR, D_PICK, D_SYSTEM, PICK, SYSTEM

HOST = 0  # the seat that picks the Specialist cards (D0)
CORE = 4  # cards I to IV are always in the row (CA-2.6)


def set_up(
    seats: int,
    chance: Chance,
    row_size: int,
    flipped_at_setup: int,
    selection: int,
    random_systems: bool,
    first: int,
    round_cap: int,
) -> Table:
    """The table before anybody has decided anything: all cards in the box, all tokens ready."""
    s = Table(seats, chance)
    s.row_size = row_size
    s.flipped_at_setup = flipped_at_setup
    s.selection = selection
    s.random_systems = random_systems
    s.first = first
    s.round_cap = round_cap
    s.players = [Player(seat) for seat in range(seats)]
    s.logistics = EARTH  # CA-2.11
    s.box_specialists = list(range(len(SPECIALIST_CARDS)))
    s.start(Strand(0))
    return s


async def prepare(s: Table) -> None:
    """The decisions of setup (D0, D1, D2), then everything that chance decides."""
    if s.phase == PICKING:
        if s.selection == PICKED:
            await pick_specialists(s)
        s.phase = COLOURING
    if s.phase == COLOURING:
        await choose_colours(s)
        s.phase = SETTLING_SYSTEMS
    if s.phase == SETTLING_SYSTEMS:
        if not s.random_systems:
            await choose_systems(s)
        s.phase = DEALING
    deal(s)
    s.phase = CHOOSING


async def pick_specialists(s: Table) -> None:
    """D0: card IV is in; the host picks the others, as long as there is a real choice."""
    if not s.row:
        put_in_row(s, LOGISTICS_CARD)
    while len(s.row) < s.row_size:
        if len(s.row) + len(s.box_specialists) == s.row_size:
            for card in s.box_specialists:
                put_in_row(s, card)
            return
        choice = await ask(s, HOST, D_PICK, [PICK[card] for card in s.box_specialists])
        put_in_row(s, choice.value)
        if s.witness is not None:
            s.witness.tell("picks", who=HOST, card=choice.arg)


def put_in_row(s: Table, card: int) -> None:
    """A chosen Specialist card, its A side up for now (CA-2.8)."""
    s.row.append(card * 2)
    s.box_specialists = [other for other in s.box_specialists if other != card]


async def choose_colours(s: Table) -> None:
    """CA-2.2, D1: in seat order each player takes a free colour."""
    for player in s.players:
        if player.colour == NONE:
            taken = [other.colour for other in s.players]
            free = [COLOUR[colour] for colour in range(len(COLOURS)) if colour not in taken]
            choice = await ask(s, player.seat, D_COLOUR, free)
            player.colour = choice.value
            if s.witness is not None:
                s.witness.tell("takes_colour", who=player.seat, colour=choice.arg)


async def choose_systems(s: Table) -> None:
    """CA-2.3, D2: in seat order each player takes a free system."""
    for player in s.players:
        if player.system == NONE:
            free = [SYSTEM[system] for system in s.box_systems]
            choice = await ask(s, player.seat, D_SYSTEM, free)
            take_system(s, player, choice.value)


def take_system(s: Table, player: Player, system: int) -> None:
    player.system = system
    s.box_systems = [other for other in s.box_systems if other != system]
    if s.witness is not None:
        s.witness.tell("takes_system", who=player.seat, system=SYSTEMS[system])


def deal(s: Table) -> None:
    """Section 14: systems, planets, cards, flips, row, first player, in this order."""
    stream = s.chance.streams[0]
    for player in s.players:  # CA-14.1
        if player.system == NONE:
            take_system(s, player, s.box_systems[stream.below(len(s.box_systems))])
    for player in s.players:  # CA-14.2
        player.row = list(range(ROW))
        stream.shuffle(player.row)
    for card in drawn_cards(s):  # CA-14.3
        put_in_row(s, card)
    s.row.sort()
    for place in stream.sample(list(range(s.row_size)), s.flipped_at_setup):  # CA-14.4
        s.row[place] ^= 1
    stream.shuffle(s.row)  # CA-14.5
    s.coins = [0] * s.row_size
    s.on = [NONE] * s.row_size
    use_objects(s)
    first = s.first if s.first != NONE else stream.below(s.seats)  # CA-14.6, CA-2.13
    s.order = [(first + i) % s.seats for i in range(s.seats)]  # CA-3.2
    s.round = 1
    if s.witness is not None:
        tell_deal(s)


def drawn_cards(s: Table) -> list[int]:
    """CA-2.6, CA-2.7: the Specialist cards that go into the row by rule or by chance."""
    stream = s.chance.streams[0]
    if s.selection == PICKED:
        return []
    if s.selection == LOWEST:
        return list(range(s.row_size))
    core = [LOGISTICS_CARD] if s.selection == ALL_RANDOM else list(range(CORE))
    rest = [card for card in range(len(SPECIALIST_CARDS)) if card not in core]
    return core + stream.sample(rest, s.row_size - len(core))


def use_objects(s: Table) -> None:
    """CA-2.9, CA-2.10: the Space Objects that the cards in the row can bring."""
    cards = [specialist // 2 for specialist in s.row]
    used = [card in cards for card in OBJECT_CARD]
    s.object_reserve = [n if use else 0 for n, use in zip(OBJECT_COPIES, used, strict=True)]
    s.box_objects = [0 if use else n for n, use in zip(OBJECT_COPIES, used, strict=True)]


def tell_deal(s: Table) -> None:
    """CA-13.2: what chance has decided becomes public now."""
    assert s.witness is not None
    for player in s.players:
        planets = [PLANETS[player.planet(type)] for type in player.row]
        s.witness.tell("lays_planets", who=player.seat, planets=planets)
    s.witness.tell("lays_row", row=[SPECIALISTS[specialist] for specialist in s.row])
    s.witness.tell("goes_first", who=s.order[0])


SELECTIONS = {
    "core_random": CORE_RANDOM,
    "lowest": LOWEST,
    "all_random": ALL_RANDOM,
    "pick": PICKED,
}
