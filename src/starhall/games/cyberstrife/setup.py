"""Section 2 and section 12: seats, pools, decks and the deal."""

from __future__ import annotations

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import EVERYONE, NOBODY, Zone
from starhall.games.cyberstrife.cards import COPIES, FIRST_TRAIT, UNIT_COUNT
from starhall.games.cyberstrife.passing import begin_first_turns
from starhall.games.cyberstrife.state import (
    HAND_LIMIT,
    SEAT_STREAM,
    TRAIT_STREAM,
    UNIT_STREAM,
    Copy,
    Player,
    Ring,
    Table,
)

UNITS_FAMILY = 0
TRAITS_FAMILY = 1
SEATS_PER_COPY = 12  # CS-1.5
FIRST_TRAITS = 2  # CS-2.4


def copies_needed(seats: int) -> int:
    """CS-12.1: one more copy for each further 12 players or part of 12."""
    return (seats + SEATS_PER_COPY - 1) // SEATS_PER_COPY


def pool_sizes(seats: int, pools: int) -> list[int]:
    """CS-12.3: as equal as possible, larger pools first."""
    return [seats // pools + (1 if pool < seats % pools else 0) for pool in range(pools)]


def set_up(
    seats: int,
    chance: Chance,
    start_seat: int,
    merged: bool,
    simultaneous: bool,
    round_cap: int,
    sudden_death: int,
    auto_single: bool,
) -> Table:
    """CS-2.1 to CS-2.7: who is seat 1, the shuffles, the deal, the first turns."""
    s = Table(seats, chance)
    s.simultaneous = simultaneous
    s.round_cap = round_cap
    s.sudden_death = sudden_death
    s.auto_single = auto_single
    s.first = start_seat if start_seat >= 0 else chance.streams[SEAT_STREAM].below(seats)
    copies = copies_needed(seats)
    pools = 1 if merged else copies
    _lay_out(s, seats, pools)
    clockwise = [(s.first + i) % seats for i in range(seats)]
    for pool, size in enumerate(pool_sizes(seats, pools)):
        sitting, clockwise = clockwise[:size], clockwise[size:]
        s.rings.append(Ring(sitting))
        for seat in sitting:
            s.players[seat].ring = pool
            s.players[seat].copy_number = pool
    for number, copy in enumerate(s.copies):
        _shuffle(s, copy, copies if merged else 1)
        _deal(s, copy, s.rings[number].sitting)
    begin_first_turns(s)
    return s


def _lay_out(s: Table, seats: int, pools: int) -> None:
    """The zones, numbered; families keep the cards of different copies and backs apart."""
    keys = 0
    sizes = pool_sizes(seats, pools)
    pool_of = [pool for pool, size in enumerate(sizes) for _ in range(size)]
    for seat in range(seats):
        units = 2 * pool_of[(seat - s.first) % seats] + UNITS_FAMILY
        traits = 2 * pool_of[(seat - s.first) % seats] + TRAITS_FAMILY
        own = 1 << seat
        hand = Zone(keys, f"hand:{seat}", units, seat, own)
        lanes = [
            Zone(keys + 1 + lane, f"lane:{seat}/{lane + 1}", units, seat, own) for lane in range(3)
        ]
        row = Zone(keys + 4, f"traits:{seat}", traits, seat, EVERYONE)
        s.players.append(Player(seat, hand, lanes, row))
        keys += 5
    for pool in range(pools):
        units = 2 * pool + UNITS_FAMILY
        traits = 2 * pool + TRAITS_FAMILY
        s.copies.append(
            Copy(
                [
                    Zone(keys, f"unit_deck:{pool}", units, -1, NOBODY),
                    Zone(keys + 1, f"unit_pile:{pool}", units, -1, EVERYONE),
                    Zone(keys + 2, f"trait_deck:{pool}", traits, -1, NOBODY),
                    Zone(keys + 3, f"trait_pile:{pool}", traits, -1, EVERYONE),
                ]
            )
        )
        keys += 4


def _shuffle(s: Table, copy: Copy, boxes: int) -> None:
    """CS-1.2, CS-2.2: all cards of the copy (merged: of all copies), shuffled."""
    for card, count in enumerate(COPIES):
        deck = copy.unit_deck if card < UNIT_COUNT else copy.trait_deck
        deck.cards += [card] * (count * boxes)
    s.chance.streams[UNIT_STREAM].shuffle(copy.unit_deck.cards)
    s.chance.streams[TRAIT_STREAM].shuffle(copy.trait_deck.cards)


def _deal(s: Table, copy: Copy, sitting: list[int]) -> None:
    """CS-2.6: units one at a time, six times round; then traits, twice round."""
    for _ in range(HAND_LIMIT):
        for seat in sitting:
            s.draw(copy.unit_deck, s.players[seat].hand)
    for _ in range(FIRST_TRAITS):
        for seat in sitting:
            s.draw(copy.trait_deck, s.players[seat].traits)


def is_trait(card: int) -> bool:
    return card >= FIRST_TRAIT
