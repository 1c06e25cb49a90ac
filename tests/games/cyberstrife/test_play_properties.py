"""What must hold after every choice of every game, whoever answers when, concessions included."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from starhall.engine.game import Value, find
from starhall.engine.knowledge.views import digest
from starhall.engine.match.match import Match
from starhall.engine.rules.play import Play
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.game import GAME
from starhall.games.cyberstrife.state import (
    ACTIVE,
    FIRST,
    REDEPLOY,
    Table,
)
from tests.games.cyberstrife.tables import Game

MOST_OPTIONS = {
    "mark_discard": 9,
    "peek_lane": 4,
    "place_attacker": 7,
    "swap_lanes": 4,
    "stack_duplicate": 4,
    "defeat_discard": 6,
    "sift_discard": 9,
    "limit_discard": 7,
    "place_defender": 7,
}
ALWAYS_OFFERED = {
    "mark_discard": "done",
    "peek_lane": "skip",
    "swap_lanes": "keep",
    "stack_duplicate": "done",
}


@st.composite
def openings(draw: st.DrawFn, seats: st.SearchStrategy[int]) -> tuple[Game, Random]:
    """A match with any settings, and a source of choices."""
    count = draw(seats)
    chosen: dict[str, Value] = {
        "simultaneous_turns": draw(st.sampled_from(["on", "on", "off"])),
        "start_seat": draw(st.integers(0, count)),
        "large_game": draw(st.sampled_from(["pools", "merged"])),
        "round_cap": 20,
        "auto_single": draw(st.sampled_from(["on", "off"])),
        "sudden_death_round": draw(st.sampled_from([0, 0, 2, 5])),
    }
    seed = draw(st.integers(0, 10**6))
    return Game(Match(find(GAME.id), count, chosen, seed, watched=False)), Random(seed)


def step(game: Game, chance: Random, concessions: float) -> None:
    """One choice of anybody who is asked, in any order, or a concession of anybody at all."""
    match = game.match
    if chance.random() < concessions:
        seat = chance.randrange(match.seats)
        if match.interjections(seat):
            match.choose("concede", seat)
            return
    decision = chance.choice(match.decisions)
    match.choose(chance.choice(decision.options), decision.seat)


def check_cards(state: Table) -> None:
    """CS-1.1, CS-12.4, CS-4.9, CS-13.5: every card is somewhere, nobody has too many."""
    assert GAME.census(state) == GAME.stock(state)
    fighting = {
        seat for turn in state.turns() if turn.fighting for seat in (turn.seat, turn.target)
    }
    for player in state.players:
        if not player.alive:
            assert player.owned() == len(player.traits.cards) == 0
            continue
        assert len(player.traits.cards) == 2
        assert player.owned() <= (9 if player.seat in fighting else 6)
        assert player.owned() > 0 or player.seat in fighting
        if player.seat not in fighting:
            assert all(len(lane.cards) <= 1 for lane in player.lanes)


def check_decisions(game: Game) -> None:
    """CS-11.10, CS-11.15, CS-13.7 and the table of section 14."""
    decisions = game.match.decisions
    assert decisions
    seats = [decision.seat for decision in decisions]
    assert len(seats) == len(set(seats))
    for decision in decisions:
        player = game.state.players[decision.seat]
        tokens = [option.token for option in decision.options]
        assert player.alive
        assert not player.conceding
        assert player.bound != 0
        assert len(tokens) == len(set(tokens)) <= MOST_OPTIONS[decision.kind]
        assert ALWAYS_OFFERED.get(decision.kind, tokens[-1]) == tokens[-1]
        if decision.kind == "place_attacker":
            turn = next(turn for turn in game.state.turns() if turn.number == player.bound)
            lanes = [len(lane.cards) for lane in game.state.players[turn.target].lanes]
            assert 1 <= sum(lanes) <= 3 and max(lanes) == 1  # CS-5.9


def check_strands(state: Table) -> None:
    """CS-11.2, CS-11.7, CS-11.12, CS-11.13, CS-10.9."""
    turns = state.turns()
    numbers = [turn.number for turn in turns]
    assert numbers == sorted(set(numbers))
    assert all(number <= state.strands_begun for number in numbers)
    for player in state.players:
        bound = [turn for turn in turns if turn.number == player.bound]
        assert len(bound) == (player.bound != 0)
        for turn in bound:
            assert player.seat in (turn.seat, turn.target)
    for number, ring in enumerate(state.rings):
        lasting = [
            turn
            for turn in turns
            if turn.kind == ACTIVE and not turn.expiring and turn.seat in ring.sitting
        ]
        assert len(lasting) <= max(1, len(ring.sitting) // 2)
        if not state.simultaneous or len(ring.sitting) < 4:
            assert len(lasting) <= 1
        assert all(state.players[seat].ring == number for seat in ring.sitting)
        if ring.started and len(ring.sitting) > 1:
            assert lasting
        for seat in ring.sitting:
            player = state.players[seat]
            held = [turn for turn in turns if turn.seat == seat and turn.kind == ACTIVE]
            if player.turns > 0 and player.bound == 0 and not held:
                assert player.deployed()
    for turn in turns:
        if turn.kind in (FIRST, REDEPLOY):
            assert turn.target < 0
        if turn.fighting:
            assert state.players[turn.seat].bound == state.players[turn.target].bound == turn.number


def check_resumable(game: Game) -> None:
    """Every strand can be taken up again from the state: same questions, same state."""
    assert game.match.play.fresh
    again = Play(find(GAME.id), game.state.copy())
    asked = [(d.seat, d.kind, d.about, d.options) for d in game.match.decisions]
    assert [(d.seat, d.kind, d.about, d.options) for d in again.decisions] == asked
    assert digest(again.state) == digest(game.state)


@rule("CS-4.9", "CS-5.9", "CS-10.9", "CS-11.7", "CS-11.10", "CS-11.12", "CS-11.13", "CS-11.15")
@rule("CS-12.4", "CS-13.4", "CS-13.5", "CS-13.8", "CS-1.1")
@given(
    openings(st.sampled_from([2, 3, 4, 5, 6, 7, 9, 12, 13, 14, 16])), st.sampled_from([0.0, 0.02])
)
@settings(max_examples=40)
def test_nothing_ever_goes_wrong(opening: tuple[Game, Random], concessions: float) -> None:
    game, chance = opening
    begun = 0
    for number in range(160):
        if game.match.over:
            break
        check_cards(game.state)
        check_decisions(game)
        check_strands(game.state)
        if number % 8 == 0:
            check_resumable(game)
        assert game.state.strands_begun >= begun
        begun = game.state.strands_begun
        step(game, chance, concessions)
    assert GAME.census(game.state) == GAME.stock(game.state)


@rule("CS-17.1", "CS-17.2", "CS-17.4", "CS-17.5", "CS-17.6", "CS-17.7", "CS-11.10")
@given(openings(st.sampled_from([2, 3, 4, 6, 13])), st.sampled_from([0.0, 0.01]))
@settings(max_examples=25)
def test_every_game_ends_with_a_winner(opening: tuple[Game, Random], concessions: float) -> None:
    game, chance = opening
    match = game.match
    bound = GAME.bound(match.seats, match.settings)
    while not match.over:
        assert match.ply < bound
        step(game, chance, concessions)
    result = match.result
    assert result is not None
    state = game.state
    living = [seat for seat in range(match.seats) if state.players[seat].alive]
    assert result.winners
    assert set(result.winners) <= set(living)
    assert sorted(state.living()) == living
    if result.reason == "last":
        assert len(living) == 1
    else:
        assert all(state.players[seat].turns >= 20 for seat in living)
    # Those who are out stand behind the living, in the reverse order of leaving.
    gone = [seat for seat in range(match.seats) if seat not in living]
    gone.sort(key=lambda seat: -state.players[seat].left)
    assert [result.ranks[seat] for seat in gone] == list(range(len(living) + 1, match.seats + 1))
    assert GAME.census(state) == GAME.stock(state)


@rule("CS-11.19", "CS-16.2")
@given(openings(st.sampled_from([2, 4, 5, 13])))
@settings(max_examples=12)
def test_the_same_choices_in_the_same_order_give_the_same_game(
    opening: tuple[Game, Random],
) -> None:
    game, chance = opening
    match = game.match
    for _ in range(80):
        if not match.over:
            step(game, chance, 0.02)
    again = Match(match.game, match.seats, match.settings, match.seed, watched=False)
    for line in match.record().choices:
        seat, token = line.split(" ", 1)
        again.choose(token, int(seat))
    assert digest(again.state) == digest(match.state)
