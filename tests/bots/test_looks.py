"""One look ahead: where neither chance nor a hidden card comes into play, one world is enough."""

from __future__ import annotations

import pytest

import starhall
from starhall.bots import Need, Sight, ask, make
from starhall.engine.knowledge.views import to_bytes, view

ALL = 99  # options
ANY = 2.0  # the margin: values lie between 0 and 1


@pytest.mark.parametrize(
    ("game", "seats", "plies"), [("pulp-invasion", 1, 90), ("cassiopeia", 3, 60)]
)
def test_what_is_decided_by_one_world_is_the_same_in_another(
    game: str, seats: int, plies: int
) -> None:
    match = starhall.new(game, seats=seats, seed=3)
    bots = [make("random", seat) for seat in range(seats)]
    decided = undecided = 0
    while not match.over and match.ply < plies:
        decision = match.decision
        if match.fresh:
            sight = Sight(match, decision.seat, bytes(32), 2 * ALL, Need.WORLDS)
            first, second = (sight.look(number, decision.options) for number in range(2))
            if first.undecided(ALL, ANY):
                undecided += 1
            else:
                assert first.values == second.values, decision
                decided += 1
        match.choose(bots[decision.seat].choose(Sight.of_options(match.game, decision, match.ply)))
    assert decided > 5 and (undecided > 2 or game == "cassiopeia")


def test_the_best_options_are_compared_again_and_no_others() -> None:
    match = starhall.new("pulp-invasion", seats=1, seed=1, captain="orrin_thrace")
    options = match.decision.options
    assert [option.token for option in options][1:] == [
        "keep ai/scanning",
        "keep engineer/scanning",
    ]
    sight = Sight(match, 0, bytes(32), ALL, Need.WORLDS)
    look, other = sight.look(0, options), sight.look(1, options[1:])
    look.values, other.values = [0.3, 0.5, 0.49], [0.1, 0.2]
    assert look.undecided(ALL, 0.001) == []  # one is clearly the best
    assert look.undecided(ALL, 0.1) == [1, 2]  # Systems are rolled
    assert look.undecided(2, 1.0) == [1, 2]
    assert look.leaders(2) == [1, 2]
    look.again([1, 2], other)
    assert look.best() == [2]


def test_a_guess_is_better_than_one_world_says() -> None:
    match = starhall.new("cyberstrife", seats=2, seed=7)
    (placing,) = match.game.guesses
    bots = [make("quick", seat) for seat in range(2)]
    one_world = quick = guesses = 0.0
    while not match.over:
        decision = match.decision
        seat, options = decision.seat, decision.options
        chosen = ask(bots[seat], match, seat)
        if decision.kind == placing:
            sight = Sight(match, seat, bytes(32), 24 * len(options), Need.WORLDS)
            looks = [sight.look(number, options).values for number in range(24)]
            worth = [sum(values) for values in zip(*looks, strict=True)]
            best = [worth[values.index(max(values))] for values in looks]
            one_world += max(worth) - sum(best) / len(best)
            quick += max(worth) - worth[options.index(chosen)]
            guesses += 1
        match.choose(chosen)
    assert guesses > 10 and quick < one_world / 2


@pytest.mark.parametrize(
    ("game", "seats"),
    [("pulp-invasion", 1), ("cassiopeia", 2), ("nexus-ops", 2), ("cyberstrife", 2), ("cysmic", 2)],
)
def test_the_world_of_the_last_look_looks_like_the_table(game: str, seats: int) -> None:
    match = starhall.new(game, seats=seats, seed=5)
    bots = [make("quick", seat) for seat in range(seats)]
    foreseen = 0
    while not match.over and foreseen < 12:
        decision = match.decision
        seat, known = decision.seat, bots[decision.seat].foreseen
        if known is not None and match.fresh and known.holds(match.choices, decision):
            foreseen += 1
            there = view(known.world.state, seat)
            here = match.state.copy()
            here.witness = None  # an imagined world remembers nothing
            assert to_bytes(view(here, seat)) == to_bytes(there)
        match.choose(ask(bots[seat], match, seat))
    assert foreseen == 12


def test_a_world_is_not_used_after_something_else_has_happened() -> None:
    match = starhall.new("cassiopeia", seats=2, seed=5)
    bots = [make("quick", seat) for seat in range(2)]
    while True:
        seat = match.decision.seat
        chosen = ask(bots[seat], match, seat)
        known = bots[seat].foreseen
        others = [option for option in match.decision.options if option is not chosen]
        other = match.fork()
        match.choose(chosen)
        if known is not None and not match.over and known.holds(match.choices, match.decision):
            break
    other.choose(others[0])
    assert other.over or not known.holds(other.choices, other.decision)
    match.choose(match.decision.options[0])
    assert match.over or not known.holds(match.choices, match.decision)
