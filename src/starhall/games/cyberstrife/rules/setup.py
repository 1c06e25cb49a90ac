"""Section 2 and section 12: seats, pools, decks and the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.state import Part, Zone
from starhall.games.cyberstrife.content import Content
from starhall.games.cyberstrife.options import LANES, Options
from starhall.games.cyberstrife.rules.passing import begin_first_turns
from starhall.games.cyberstrife.state import (
    FAMILIES,
    HAND_LIMIT,
    SEAT_STREAM,
    TRAIT_STREAM,
    UNIT_STREAM,
    Copy,
    Player,
    Ring,
    Table,
)

SEATS_PER_COPY: Final = 12  # CS-1.5
FIRST_TRAITS: Final = 2  # CS-2.4


def copies_needed(seats: int) -> int:
    """CS-12.1: one more copy for each further 12 players or part of 12."""
    return (seats + SEATS_PER_COPY - 1) // SEATS_PER_COPY


def pool_sizes(seats: int, pools: int) -> list[int]:
    """CS-12.3: as equal as possible, larger pools first."""
    return [seats // pools + (1 if pool < seats % pools else 0) for pool in range(pools)]


def set_up(
    seats: int,
    settings: Mapping[str, int | str],
    chance: Chance,
    content: Content,
    options: Options,
) -> Table:
    """CS-2.1 to CS-2.8: who is seat 1, the shuffles, the deal, the first turns."""
    named = int(settings["start_seat"])
    s = Table(
        seats=seats,
        chance=chance,
        content=content,
        options=options,
        first=named - 1 if named else chance.streams[SEAT_STREAM].below(seats),
        simultaneous=settings["simultaneous_turns"] == "on",
        round_cap=int(settings["round_cap"]),
        sudden_death=int(settings["sudden_death_round"]),
        auto_single=settings["auto_single"] == "on",
    )
    merged = settings["large_game"] == "merged"
    boxes = copies_needed(seats)
    _lay_out(s, pool_sizes(seats, 1 if merged else boxes))
    for copy, ring in zip(s.copies, s.rings, strict=True):
        _shuffle(s, copy, boxes if merged else 1)
        _deal(s, copy, ring.sitting)
    begin_first_turns(s)
    return s


def _lay_out(s: Table, pools: list[int]) -> None:
    """CS-12.3: rings filled in seat order, each with its own copy of the game."""
    s.players = [Player(seat=seat) for seat in range(s.seats)]
    clockwise = [(s.first + i) % s.seats for i in range(s.seats)]
    for pool, size in enumerate(pools):
        sitting, clockwise = clockwise[:size], clockwise[size:]
        s.rings.append(Ring(sitting=sitting))
        copy = Copy()
        for zone in _of_copy(copy, pool):
            zone.name = f"{zone.name}:{pool}"
        s.copies.append(copy)
        for seat in sitting:
            player = s.players[seat]
            player.ring = pool
            player.copy_number = pool
            _of_copy(player, pool)
            for lane, zone in zip(LANES, player.lanes, strict=True):
                zone.name = f"lane:{seat}/{lane}"


def _of_copy(part: Part, number: int) -> list[Zone]:
    """CS-12.4: cards of different copies never mix; their zones are families of their own."""
    zones: list[Zone] = []
    part.collect(zones)
    for zone in zones:
        zone.family += FAMILIES * number
    return zones


def _shuffle(s: Table, copy: Copy, boxes: int) -> None:
    """CS-1.2, CS-2.2: all cards of the copy (merged: of all copies), shuffled."""
    for card, count in enumerate(s.content.copies):
        deck = copy.unit_deck if card < s.content.first_trait else copy.trait_deck
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
