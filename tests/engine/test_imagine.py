"""Imagined worlds: consistent with what a seat knows, and the same whatever the truth is."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import starhall
from starhall.engine.errors import RulesFault
from starhall.engine.game import Game
from starhall.engine.knowledge.memory import Fact, Witness
from starhall.engine.knowledge.views import to_bytes, view
from starhall.engine.knowledge.worlds import redeal
from starhall.engine.rules.chance import Stream, seed_bytes
from starhall.engine.rules.decision import Decision, Procedure
from starhall.engine.rules.fields import EVERYONE, NOBODY, part
from starhall.engine.rules.state import EVERYWHERE, State, Strand
from tests.engine.toys import expedition, lanterns, sealed
from tests.engine.toys.cards import Cards, satisfied, walk, watched_table
from tests.engine.toys.course import TOYS, course, standing, step
from tests.engine.toys.lanterns import Hall
from tests.engine.toys.sealed import Auction

ANN, BOB, OUTSIDE = 0, 1, 2


def stream(number: int = 0) -> Stream:
    return Stream(seed_bytes(number))


# Dealing anew


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_a_deal_is_always_found_and_satisfies_what_is_remembered(first: int) -> None:
    for seed in range(first, first + 100):
        for number, s in enumerate(walk(seed)):
            observer = number % 3
            world = s.copy()
            redeal(world, observer, stream(seed))
            assert satisfied(world, observer)
            pool: Counter[int] = Counter()
            for zone, dealt in zip(s.piles, world.piles, strict=True):
                assert len(dealt.cards) == len(zone.cards)
                if (zone.sight >> observer) & 1:
                    assert dealt.cards == zone.cards
                pool.update(zone.cards)
                pool.subtract(dealt.cards)
            assert not any(pool.values())
            assert to_bytes(view(world, observer)) == to_bytes(view(s, observer))


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_whatever_the_truth_is_the_same_stream_deals_the_same_world(first: int) -> None:
    for seed in range(first, first + 100):
        for number, s in enumerate(walk(seed)):
            observer = number % 3
            one, other = s.copy(), s.copy()
            redeal(other, observer, stream(seed))  # another truth that looks the same
            redeal(one, observer, stream(seed + 1))
            redeal(other, observer, stream(seed + 1))
            assert to_bytes(one) == to_bytes(other)
            assert one.chance.seed == other.chance.seed


def test_cards_stay_within_their_family() -> None:
    s = watched_table()
    units, more = s.lay(NOBODY, 1, 2, 3), s.lay(1 << ANN, 4)
    traits, others = s.lay(NOBODY, 11, 12, family=1), s.lay(1 << ANN, 13, family=1)
    for seed in range(30):
        world = s.copy()
        redeal(world, BOB, stream(seed))
        dealt = [zone.cards for zone in world.piles]
        assert sorted(dealt[units.key] + dealt[more.key]) == [1, 2, 3, 4]
        assert sorted(dealt[traits.key] + dealt[others.key]) == [11, 12, 13]


@part
class Events(Cards):
    """Cards from 7 on are carried out when they are drawn: no hand keeps one."""

    def homes(self, card: int) -> int:
        return 0b11 if card >= 7 else EVERYWHERE


def test_no_card_is_dealt_where_the_rules_never_leave_it() -> None:
    s = Events(seats=2, witness=Witness(3))
    deck, pile = s.lay(NOBODY, 8, 2, 3, 4), s.lay(EVERYONE, 7, 7, 5)
    hand = s.lay(1 << ANN, 1, 6)
    s.gather(pile, deck)  # all saw what went in, ...
    s.move(2, deck, hand)  # ... but not what came out: by itself it might have been a 7
    hands: Counter[int] = Counter()
    for seed in range(300):
        world = s.copy()
        redeal(world, BOB, stream(seed))
        assert sorted(world.piles[deck.key].cards + world.piles[hand.key].cards) == [
            1, 2, 3, 4, 5, 6, 7, 7, 8,
        ]  # fmt: skip
        hands.update(world.piles[hand.key].cards)
    assert set(hands) == {1, 2, 3, 4, 5, 6}


def test_every_card_a_seat_knows_nothing_of_is_equally_likely_everywhere() -> None:
    s = watched_table()
    s.lay(NOBODY, *range(1, 10))
    hand = s.lay(1 << ANN, 0)
    counts: Counter[int] = Counter()
    for seed in range(2000):
        world = s.copy()
        redeal(world, BOB, stream(seed))
        counts[world.piles[hand.key].cards[0]] += 1
    assert set(counts) == set(range(10))
    assert all(130 < count < 270 for count in counts.values())


def test_so_is_every_card_of_a_reshuffled_pile() -> None:
    """All saw the pile that became the deck; then Ann drew two: any two, not the lowest."""
    s = watched_table()
    pile = s.lay(EVERYONE, *range(10))
    deck, hand = s.lay(NOBODY), s.lay(1 << ANN)
    s.gather(pile, deck)
    s.draw(deck, hand)
    s.draw(deck, hand)
    counts: Counter[int] = Counter()
    for seed in range(2000):
        world = s.copy()
        redeal(world, BOB, stream(seed))
        counts.update(world.piles[hand.key].cards)
    assert set(counts) == set(range(10))
    assert all(320 < count < 480 for count in counts.values())


def test_what_is_known_for_certain_is_in_every_world() -> None:
    s = watched_table()
    table, hand = s.lay(EVERYONE, 7), s.lay(1 << ANN, 1, 2)
    s.lay(NOBODY, 3, 4, 5)
    s.move(7, table, hand)
    places = set()
    for seed in range(30):
        world = s.copy()
        redeal(world, BOB, stream(seed))
        assert len(world.piles[hand.key].cards) == 3
        places.add(world.piles[hand.key].cards.index(7))
    assert places == {0, 1, 2}  # in which place it lies is not known


@pytest.mark.parametrize(
    ("cards", "facts"),
    [
        ([2, 1, 3], [(1, 0b011), (2, 0b101), (3, 0b101)]),
        ([1, 2, 3, 4], [(2, 0b0011), (3, 0b0110), (4, 0b1100), (1, 0b1001)]),
        ([4, 1, 2, 3], [(1, 0b0011), (2, 0b0101), (3, 0b1001), (4, 0b1101)]),
    ],
)
def test_earlier_facts_make_room_for_later_ones(
    cards: list[int], facts: list[tuple[int, int]]
) -> None:
    """As many cards as places: few deals fit, and what is tried first is often in the way."""
    s = watched_table()
    for card in cards:
        s.lay(1 << ANN, card)
    assert s.witness is not None
    s.witness.facts[BOB] = [Fact(card, where) for card, where in facts]
    for seed in range(60):
        world = s.copy()
        redeal(world, BOB, stream(seed))
        assert satisfied(world, BOB)
        assert [len(zone.cards) for zone in world.piles] == [1] * len(cards)


def test_facts_that_cannot_be_true_are_a_fault_of_the_rules() -> None:
    s = watched_table()
    s.lay(1 << ANN, 1)
    s.lay(1 << ANN, 1)
    assert s.witness is not None
    s.witness.facts[BOB] = [Fact(1, 0b01), Fact(1, 0b01)]
    with pytest.raises(RulesFault, match="what the seat remembers cannot all be true"):
        redeal(s, BOB, stream())


# Worlds of a match


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_an_imagined_world_looks_like_the_real_one_and_can_be_played_to_its_end(
    game: Game[State],
) -> None:
    for seed in range(4):
        dice = random.Random(seed)
        for match in course(game, seed):
            if match.over:
                break
            seat = match.decision.seat
            here = standing(match)
            world = match.imagine(seat, stream(seed))
            assert to_bytes(view(with_memory(world.state, match), seat)) == to_bytes(
                match.view(seat)
            )
            mine, real = world.decision_of(seat), match.decision_of(seat)
            assert mine is not None and real is not None
            assert (mine.kind, mine.options) == (real.kind, real.options)
            while not world.over:
                decision = dice.choice(world.decisions)
                world.choose(decision, dice.choice(decision.options))
            assert standing(match) == here


def with_memory(state: State, match: starhall.Match[Any]) -> State:
    """A world has no witness; its seat still remembers what it saw."""
    twin = state.copy()
    assert match.state.witness is not None
    twin.witness = match.state.witness.copy()
    return twin


def test_the_future_of_an_imagined_world_is_another() -> None:
    match = starhall.new(lanterns.GAME, 2, seed=1)
    seeds = {match.imagine(0, stream(seed)).state.chance.seed for seed in range(10)}
    assert len(seeds) == 10 and match.seed not in seeds
    rolls = set()
    for seed in range(30):
        world = match.imagine(0, stream(seed))
        assert world.decision is not None
        world.choose(world.decision, lanterns.ROLL)
        assert isinstance(world.state, Hall)
        rolls.add(world.state.players[0].pips)
    assert rolls == {1, 2, 3, 4, 5, 6}


def test_hidden_hands_vary_and_ones_own_stays() -> None:
    match = starhall.new(lanterns.GAME, 2, seed=1)
    assert isinstance(match.state, Hall)
    others = set()
    for seed in range(40):
        world = match.imagine(0, stream(seed)).state
        assert isinstance(world, Hall)
        assert world.players[0].hand.cards == match.state.players[0].hand.cards
        others.add(tuple(sorted(world.players[1].hand.cards)))
    assert len(others) > 5


def test_what_others_keep_to_themselves_is_blank() -> None:
    match = starhall.new(lanterns.GAME, 2, seed=1)
    bury = next(option for option in match.decision.options if option.verb == "bury")
    match.choose(bury)
    match.choose("pass")
    world, own = match.imagine(1, stream()).state, match.imagine(0, stream()).state
    assert isinstance(world, Hall) and isinstance(own, Hall)
    assert world.players[0].dug == []
    assert own.players[0].dug == [bury.value]


def test_a_world_keeps_no_memory_and_no_log() -> None:
    assert starhall.new(lanterns.GAME, seed=1).imagine(0, stream()).state.witness is None


def test_the_same_stream_gives_the_same_world_another_another() -> None:
    match = starhall.new(lanterns.GAME, 2, seed=1)
    one, same, other = (match.imagine(0, stream(seed)).state for seed in (1, 1, 2))
    assert to_bytes(one) == to_bytes(same) != to_bytes(other)
    assert one.chance.seed == same.chance.seed != other.chance.seed


def test_an_alternative_is_what_the_seat_cannot_tell_from_the_truth() -> None:
    for match in course(lanterns.GAME, 4):
        if match.over:
            break
        for seat in range(match.seats):
            state = match.alternative(seat, stream(match.ply))
            assert to_bytes(view(state, seat)) == to_bytes(match.view(seat))


def test_who_has_laid_a_card_has_laid_one_in_every_world() -> None:
    """Simultaneous bids: who still owes one is seen by all, what was bid by nobody."""
    match = starhall.new(sealed.GAME, 3, seed=2)
    second = match.decision_of(1)
    assert second is not None
    match.choose(second.options[0], 1)
    laid = set()
    for seed in range(40):
        world = match.imagine(0, stream(seed))
        assert [decision.seat for decision in world.decisions] == [0, 2]
        assert isinstance(world.state, Auction)
        assert len(world.state.bidders[1].bid.cards) == 1
        laid.add(world.state.bidders[1].bid.cards[0])
    assert len(laid) > 2


def test_inside_a_phase_the_running_rule_goes_on_in_the_imagined_world() -> None:
    match = starhall.new(expedition.GAME, seed=3)
    match.choose("go cave")
    match.choose(match.decision.options[0])
    assert not match.play.fresh
    hands = set()
    for seed in range(20):
        world = match.imagine(0, stream(seed))
        decision = world.decision
        assert decision is not None and decision.kind == "far"
        world.choose(decision, expedition.PUSH)
        assert isinstance(world.state, expedition.Land)
        assert world.state.diary[0][0] == "cave"
        assert world.state.diary[0][1].startswith("cave ")
        hands.add(tuple(world.state.explorers[1].hand.cards))
    assert len(hands) > 5


def test_inside_a_phase_of_another_seat_nobody_can_imagine() -> None:
    match = starhall.new(expedition.GAME, seed=3)
    match.choose("go cave")
    with pytest.raises(RulesFault, match="seat 1 cannot imagine while seat 0 decides inside a"):
        match.imagine(1, stream())


def test_an_unwatched_match_cannot_imagine() -> None:
    match = starhall.new(lanterns.GAME, seed=1, watched=False)
    with pytest.raises(RulesFault, match="an unwatched match keeps no memory"):
        match.imagine(0, stream())
    with pytest.raises(RulesFault, match="an unwatched match keeps no memory"):
        match.alternative(0, stream())


def test_when_the_game_is_over_there_is_nothing_left_to_imagine() -> None:
    match = starhall.new(lanterns.GAME, 2, seed=1)
    match.choose("concede", 0)
    world = match.imagine(1, stream())
    assert world.over and to_bytes(world.state) == to_bytes(match.state)


class Telltale(lanterns.Lanterns):
    """Whether the second seat is asked first shows that it holds a beacon."""

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Hall)
        return telltale(state, strand)


async def telltale(s: Hall, strand: Strand) -> None:
    beacon = lanterns.CARDS.index("beacon")
    asked = 1 if beacon in s.players[1].hand.cards else 0
    strand.fresh = True
    await Decision(asked, "action", [lanterns.PASS, lanterns.ROLL])


@pytest.mark.parametrize("seed", range(6))
def test_worlds_in_which_another_would_be_asked_are_drawn_again(seed: int) -> None:
    match = starhall.new(Telltale(), 2, seed=seed)
    asked = match.decision.seat
    beacon = lanterns.CARDS.index("beacon")
    for number in range(20):
        world = match.imagine(0, stream(number))
        assert [decision.seat for decision in world.decisions] == [asked]
        assert isinstance(world.state, Hall)
        assert (beacon in world.state.players[1].hand.cards) == (asked == 1)


class Window(lanterns.Lanterns):
    """The second seat is asked once more before all else if it holds a beacon."""

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Hall)
        return window(state, strand)


async def window(s: Hall, strand: Strand) -> None:
    beacon = lanterns.CARDS.index("beacon")
    if not s.woken:
        strand.fresh = True
        if beacon in s.players[1].hand.cards:
            await Decision(1, "window", [lanterns.PASS, lanterns.PLAY[beacon]])
        s.woken = True
    strand.fresh = True
    await Decision(1, "action", [lanterns.PASS, lanterns.ROLL])


@pytest.mark.parametrize("seed", range(6))
def test_so_are_worlds_in_which_the_same_seat_is_asked_but_the_game_has_gone_on(seed: int) -> None:
    match = starhall.new(Window(), 2, seed=seed)
    assert isinstance(match.state, Hall)
    kind, woken = match.decision.kind, match.state.woken
    beacon = lanterns.CARDS.index("beacon")
    held = set()
    for number in range(20):
        world = match.imagine(0, stream(number))
        assert world.decision is not None and world.decision.kind == kind
        assert isinstance(world.state, Hall) and world.state.woken == woken
        assert to_bytes(view(with_memory(world.state, match), 0)) == to_bytes(match.view(0))
        held.add(beacon in world.state.players[1].hand.cards)
    assert held == ({True} if kind == "window" else {True, False})


class Impossible(lanterns.Lanterns):
    """Asks by something that lies outside the state."""

    calls = 0

    def run(self, state: State, strand: Strand) -> Procedure:
        type(self).calls += 1
        return impossible(strand, 0 if self.calls == 1 else 1)


async def impossible(strand: Strand, seat: int) -> None:
    strand.fresh = True
    await Decision(seat, "action", [lanterns.PASS, lanterns.ROLL])


def test_if_no_world_fits_the_rules_are_at_fault() -> None:
    match = starhall.new(Impossible(), 2, seed=1)
    with pytest.raises(RulesFault, match="no world consistent with what seat 0 sees was found"):
        match.imagine(0, stream())


def test_a_real_game_imagines_at_every_decision() -> None:
    match = starhall.new("cyberstrife", seats=3, seed=3)
    dice = random.Random(3)
    while not match.over and match.ply < 150:
        for decision in match.decisions:
            world = match.imagine(decision.seat, stream(match.ply))
            seen = view(with_memory(world.state, match), decision.seat)
            assert to_bytes(seen) == to_bytes(match.view(decision.seat))
        step(match, dice, interject=0.0)
