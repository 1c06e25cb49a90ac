"""Section 2 and the setup steps of section 17: the map, the decks, the tokens, the rubium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starhall.engine.rules.chance import Chance, Stream
from starhall.engine.rules.state import Strand
from starhall.games.nexus_ops.boards import HEX_COUNT, MONO, Board, mask_of
from starhall.games.nexus_ops.content import (
    HOME,
    MAGMA,
    MONOLITH,
    NONE,
    SLOT_COUNT,
    TERRAIN_COUNT,
    VORTEX,
    Content,
)
from starhall.games.nexus_ops.options import Options
from starhall.games.nexus_ops.rules.missions import ABOUT_THE_MONOLITH
from starhall.games.nexus_ops.state import Player, Table

TEAM_TARGET: Final = 20  # NX-17.15
FIRST_RUBIUM: Final = 8  # NX-2.19
MORE_RUBIUM: Final = 3
FULL_BOARD: Final = 18
FLOOR_18: Final = 16  # NX-17.8
FLOOR_12: Final = 10
TRIES: Final = 100


def set_up(
    seats: int,
    settings: Mapping[str, int | str],
    chance: Chance,
    content: Content,
    options: Options,
    swaps: list[tuple[int, int]],
) -> Table:
    """NX-2.12 to NX-2.21, the draws of chance in the order of NX-14.1."""
    s = Table(
        seats=seats,
        chance=chance,
        content=content,
        options=options,
        board=board_for(content, seats, str(settings["two_player_board"])),
        teams=settings["teams"] == "on",
        vortex=settings["vortex"] == "on",
        hill=settings["king_of_the_hill"] == "on",
        top_priority=settings["top_priority"] == "on",
        transmissions=settings["transmissions"] == "on",
        alternate=SLOT_COUNT if settings["alternate_units"] == "on" else 0,
        target=TEAM_TARGET if settings["teams"] == "on" else int(settings["vp_target"]),
        round_cap=int(settings["round_cap"]),
    )
    s.players = [Player(seat=seat, supply=content.figures) for seat in range(seats)]
    stream = chance.streams[0]
    s.first = stream.below(seats)
    s.active = s.first
    lay_terrain(s, stream)
    shuffle_decks(s, stream)
    lay_tokens(s, stream, str(settings["extra_tokens"]), swaps)
    for position in range(seats):
        player = s.players[(s.first + position) % seats]
        player.rubium = FIRST_RUBIUM + MORE_RUBIUM * position
        if settings["executive_orders"] == "on":
            s.draw(s.mission_deck, player.missions)  # NX-17.3
    if s.transmissions:
        s.line_size = seats + 2  # NX-17.13
        for _ in range(s.line_size):
            s.draw(s.mission_deck, s.line)
    s.strands.append(Strand())
    return s


# The map


def board_for(content: Content, seats: int, name: str) -> Board:
    """NX-2.1, NX-17.34: the standard board for so many players, or one that has a name."""
    wanted = f"standard_{seats}" if name == "standard" else name
    return next(board for board in content.boards if board.id == wanted)


def lay_terrain(s: Table, stream: Stream) -> None:
    """NX-2.14 to NX-2.16: centre, singles, doubles with their orientation, home bases."""
    board = s.board
    content = s.content
    singles = content.singles[:]
    stream.shuffle(singles)
    doubles = list(range(len(content.doubles)))
    stream.shuffle(doubles)
    bits = [stream.below(2) for _ in board.doubles]
    terrain = [NONE] * HEX_COUNT
    terrain[MONO] = VORTEX if s.vortex else MONOLITH
    for hex, ground in zip(board.singles, singles, strict=False):
        terrain[hex] = ground
    for (one, other), tile, bit in zip(board.doubles, doubles, bits, strict=False):
        halves = content.doubles[tile]
        terrain[one] = halves[bit]
        terrain[other] = halves[1 - bit]
    keep_apart(board, terrain)
    s.refinery = [0] * HEX_COUNT
    for home in board.homes:
        for hex, value in zip(home, content.home_refineries, strict=True):
            terrain[hex] = HOME
            s.refinery[hex] = value
            s.refineries |= 1 << hex
    know_terrain(s, terrain)


def know_terrain(s: Table, terrain: list[int]) -> None:
    """What follows from the map: the hexes of each terrain, and where each slot may go."""
    board = s.board
    s.terrain = terrain
    s.grounds = [
        mask_of([hex for hex in board.hexes if terrain[hex] == ground])
        for ground in range(TERRAIN_COUNT)
    ]
    s.enter = []
    for slot in range(SLOT_COUNT):
        mask = board.whole & ~s.grounds[VORTEX]
        for ground in s.content.barred[slot + s.alternate]:
            mask &= ~s.grounds[ground]
        s.enter.append(mask)


def keep_apart(board: Board, terrain: list[int]) -> None:
    """NX-17.36: if two Magma Pools would shut off a home base, one double is turned round."""
    for one, other in board.apart:
        if terrain[one] == MAGMA and terrain[other] == MAGMA:
            for pair in board.doubles:
                if other in pair:
                    a, b = pair
                    terrain[a], terrain[b] = terrain[b], terrain[a]


# Decks and tokens


def shuffle_decks(s: Table, stream: Stream) -> None:
    """NX-2.17; NX-17.9: a game with the Vortex leaves out two missions about the Monolith."""
    content = s.content
    for card, copies in enumerate(content.copies):
        if card >= content.first_energize:
            s.energize_deck.cards += [card] * copies
        elif s.vortex and content.verb[card] in ABOUT_THE_MONOLITH:
            s.mission_box.cards += [card] * copies
        else:
            s.mission_deck.cards += [card] * copies
    stream.shuffle(s.mission_deck.cards)
    stream.shuffle(s.energize_deck.cards)


def refinery_total(content: Content, tokens: list[int]) -> int:
    return sum([content.token_refinery[token] for token in tokens])


def lay_tokens(s: Table, stream: Stream, extra_tokens: str, swaps: list[tuple[int, int]]) -> None:
    """NX-2.18, NX-17.7, NX-17.8: one token face down on each field hex but the Monolith."""
    content = s.content
    need = len(s.board.field)
    floor = FLOOR_18 if need == FULL_BOARD else FLOOR_12
    pool = content.all_tokens(green=extra_tokens == "random")
    if extra_tokens == "custom":
        for old, new in swaps:
            pool.remove(old)
            pool.append(new)
        floor = 0
    s.token_box.cards = content.all_tokens(green=True)
    for token in pool:
        s.token_box.cards.remove(token)
    chosen = choose_tokens(content, stream, pool, need, floor)
    s.ground.cards = chosen
    for token in chosen:
        pool.remove(token)
    # NX-13.9: what chance left out stays hidden.
    s.spare.cards = pool
    s.unexplored = s.board.field[:]


def choose_tokens(
    content: Content, stream: Stream, pool: list[int], need: int, floor: int
) -> list[int]:
    """NX-17.8: shuffle until refineries reach the floor; failing that, use the standard ones."""
    for _ in range(TRIES):
        tokens = pool[:]
        stream.shuffle(tokens)
        if refinery_total(content, tokens[:need]) >= floor:
            return tokens[:need]
    standard = content.all_tokens(green=False)
    rich = [token for token in standard if content.token_refinery[token]]
    poor = [token for token in standard if not content.token_refinery[token]]
    last = (rich + poor)[:need]
    stream.shuffle(last)
    return last
