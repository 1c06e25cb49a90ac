"""Section 2 and the setup steps of section 17: the map, the decks, the tokens, the rubium."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.chance import Chance, Stream
from starhall.engine.rules.state import Strand
from starhall.games.nexus_ops.boards import BOARDS, HEX_COUNT, MONO, Board, mask_of
from starhall.games.nexus_ops.cards import (
    BARRED,
    COPIES,
    DOUBLES,
    FIRST_ENERGIZE,
    GREEN,
    HOME,
    HOME_REFINERIES,
    MAGMA,
    MISSION_COUNT,
    MONOLITH,
    MONOLITH_MISSIONS,
    NONE,
    SINGLES,
    SLOT_COUNT,
    TERRAINS,
    TOKEN_COPIES,
    TOKEN_REFINERY,
    VORTEX,
)
from starhall.games.nexus_ops.state import Player, Table

FIRST_RUBIUM: Final = 8  # NX-2.19
MORE_RUBIUM: Final = 3
FULL_BOARD: Final = 18
FLOOR_18: Final = 16  # NX-17.8
FLOOR_12: Final = 10
TRIES: Final = 100

STANDARD: Final[list[int]] = [
    token for token, n in enumerate(TOKEN_COPIES) if not GREEN[token] for _ in range(n)
]
ALL_TOKENS: Final[list[int]] = [token for token, n in enumerate(TOKEN_COPIES) for _ in range(n)]


def set_up(
    seats: int,
    chance: Chance,
    board: int,
    extra_tokens: str,
    swaps: list[tuple[int, int]],
    executive_orders: bool,
    vortex: bool,
    alternate: bool,
    transmissions: bool,
) -> Table:
    """NX-2.12 to NX-2.21, the draws of chance in the order of NX-14.1."""
    s = Table(seats=seats, chance=chance)
    s.players = [Player(seat=seat) for seat in range(seats)]
    s.board = board
    s.vortex = vortex
    s.alternate = SLOT_COUNT if alternate else 0
    s.transmissions = transmissions
    stream = chance.streams[0]
    s.first = stream.below(seats)
    s.active = s.first
    lay_terrain(s, stream)
    shuffle_decks(s, stream)
    lay_tokens(s, stream, extra_tokens, swaps)
    for position in range(seats):
        player = s.players[(s.first + position) % seats]
        player.rubium = FIRST_RUBIUM + MORE_RUBIUM * position
        if executive_orders:
            s.draw(s.mission_deck, player.missions)  # NX-17.3
    if transmissions:
        s.line_size = seats + 2  # NX-17.13
        for _ in range(s.line_size):
            s.draw(s.mission_deck, s.line)
    s.strands.append(Strand())
    return s


# The map


def lay_terrain(s: Table, stream: Stream) -> None:
    """NX-2.14 to NX-2.16: centre, singles, doubles with their orientation, home bases."""
    board = BOARDS[s.board]
    singles = SINGLES[:]
    stream.shuffle(singles)
    doubles = list(range(len(DOUBLES)))
    stream.shuffle(doubles)
    bits = [stream.below(2) for _ in board.doubles]
    terrain = [NONE] * HEX_COUNT
    terrain[MONO] = VORTEX if s.vortex else MONOLITH
    for hex, ground in zip(board.singles, singles, strict=False):
        terrain[hex] = ground
    for (one, other), tile, bit in zip(board.doubles, doubles, bits, strict=False):
        halves = DOUBLES[tile]
        terrain[one] = halves[bit]
        terrain[other] = halves[1 - bit]
    _keep_apart(board, terrain)
    s.refinery = [0] * HEX_COUNT
    for home in board.homes:
        for hex, value in zip(home, HOME_REFINERIES, strict=True):
            terrain[hex] = HOME
            s.refinery[hex] = value
            s.refineries |= 1 << hex
    know_terrain(s, terrain)


def know_terrain(s: Table, terrain: list[int]) -> None:
    """What follows from the map: the hexes of each terrain, and where each slot may go."""
    board = BOARDS[s.board]
    s.terrain = terrain
    s.grounds = [
        mask_of([hex for hex in board.hexes if terrain[hex] == ground])
        for ground in range(len(TERRAINS))
    ]
    s.enter = []
    for slot in range(SLOT_COUNT):
        mask = board.whole & ~s.grounds[VORTEX]
        for ground in BARRED[slot + s.alternate]:
            mask &= ~s.grounds[ground]
        s.enter.append(mask)


def _keep_apart(board: Board, terrain: list[int]) -> None:
    """NX-17.36: where two Magma Pools would shut a home base off, one double is turned round."""
    for one, other in board.apart:
        if terrain[one] == MAGMA and terrain[other] == MAGMA:
            for pair in board.doubles:
                if other in pair:
                    a, b = pair
                    terrain[a], terrain[b] = terrain[b], terrain[a]


# Decks and tokens


def shuffle_decks(s: Table, stream: Stream) -> None:
    """NX-2.17; NX-17.9: two missions about the Monolith leave a game with the Vortex."""
    for mission in range(MISSION_COUNT):
        away = s.vortex and mission in MONOLITH_MISSIONS
        (s.mission_box if away else s.mission_deck).cards += [mission] * COPIES[mission]
    for card in range(FIRST_ENERGIZE, len(COPIES)):
        s.energize_deck.cards += [card] * COPIES[card]
    stream.shuffle(s.mission_deck.cards)
    stream.shuffle(s.energize_deck.cards)


def refinery_total(tokens: list[int]) -> int:
    total = 0
    for token in tokens:
        total += TOKEN_REFINERY[token]
    return total


def lay_tokens(s: Table, stream: Stream, extra_tokens: str, swaps: list[tuple[int, int]]) -> None:
    """NX-2.18, NX-17.7, NX-17.8: one token face down on each field hex but the Monolith."""
    need = BOARDS[s.board].tokens
    floor = FLOOR_18 if need == FULL_BOARD else FLOOR_12
    pool = STANDARD[:]
    if extra_tokens == "random":
        pool = ALL_TOKENS[:]
    elif extra_tokens == "custom":
        for old, new in swaps:
            pool.remove(old)
            pool.append(new)
        floor = 0
    s.token_box.cards = ALL_TOKENS[:]
    for token in pool:
        s.token_box.cards.remove(token)
    chosen = choose_tokens(stream, pool, need, floor)
    s.ground.cards = chosen
    for token in chosen:
        pool.remove(token)
    # NX-13.9: what chance left out stays hidden.
    s.spare.cards = pool
    s.unexplored = BOARDS[s.board].field[:]


def choose_tokens(stream: Stream, pool: list[int], need: int, floor: int) -> list[int]:
    """NX-17.8: shuffled again until the refineries reach the floor; at last the standard ones."""
    for _ in range(TRIES):
        tokens = pool[:]
        stream.shuffle(tokens)
        if refinery_total(tokens[:need]) >= floor:
            return tokens[:need]
    rich = [token for token in STANDARD if TOKEN_REFINERY[token]]
    poor = [token for token in STANDARD if not TOKEN_REFINERY[token]]
    last = (rich + poor)[:need]
    stream.shuffle(last)
    return last
