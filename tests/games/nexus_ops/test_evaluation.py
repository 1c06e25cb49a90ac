"""Section 19: what a bot values, and the figures of a game that can be followed."""

from starhall.bots import Sight, make
from starhall.engine.match.opening import new
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.bot.evaluation import evaluate
from starhall.games.nexus_ops.game import GAME
from tests.games.nexus_ops.tables import MOVE, Arranged


def base() -> Arranged:
    table = Arranged().units(0, "hb0_l", human=1).units(0, "in0", strider=1)
    return table.units(1, "hb3_l", human=1, strider=1).rubium(5, 5)


def worth(table: Arranged, seat: int = 0) -> float:
    return evaluate(table.s, seat)


@rule("NX-19.1")
def test_more_of_what_matters_is_better() -> None:
    plain = worth(base())
    assert 0.0 < plain < 1.0
    assert worth(base().points(1, 0)) > plain > worth(base().points(0, 1))
    refinery = worth(base().refinery("in1", 2).units(0, "in1", human=1))
    assert refinery > worth(base().units(0, "hb0_l", human=1)) > plain
    assert worth(base().hand(0, "en_ambush")) > worth(base().rubium(6, 5)) > plain
    assert worth(base().units(0, "mono", strider=1)) > worth(base().units(0, "in1", strider=1))
    assert worth(base().points(1, 0)) > worth(base().hand(0, "en_ambush"))
    fulfilled = base().units(0, "mono", strider=2)
    before = worth(base().units(0, "mono", strider=2).hand(0, "sm_land_grab"))
    assert worth(fulfilled.hand(0, "sm_secure_the_monolith")) > before


@rule("NX-19.1", "NX-19.2")
def test_attacks_are_judged_by_their_odds() -> None:
    def attack(own: dict[str, int], theirs: dict[str, int]) -> float:
        table = base().units(0, "in1", **own).units(1, "in1", **theirs).at(MOVE)
        aside = base().units(0, "in1", **own).units(1, "in3", **theirs).at(MOVE)
        return worth(table) - worth(aside)

    strong = attack({"dragon": 2, "strider": 2}, {"human": 1})
    weak = attack({"human": 1}, {"dragon": 2, "strider": 2})
    assert strong > 0 > weak
    slayer = base().units(0, "in1", dragon=2).units(1, "in1", human=2).at(MOVE)
    mission = base().units(0, "in1", dragon=2).units(1, "in1", human=2).at(MOVE)
    gain = worth(mission.hand(0, "sm_human_slayer")) - worth(slayer.hand(0, "sm_leaper_hunt"))
    assert gain > 0  # the battle would fulfil the one and not the other


def test_a_unit_in_hand_is_judged_by_its_best_goal() -> None:
    # Picking up a Human that can explore is worth more than picking up one that cannot.
    table = base().units(0, "co3", human=1).token("ed0", "ex_ref2")
    game = table.at(MOVE).play().choose("move hb0_l/human")
    near = evaluate(game.s, 0)
    far = base().units(0, "co3", human=1).token("ed0", "ex_ref2").at(MOVE).play()
    assert near > evaluate(far.choose("move co3/human").s, 0)


def test_winning_and_losing() -> None:
    game = base().points(11, 0).units(0, "in1", dragon=1).units(1, "in1", human=1).battle(6).play()
    assert game.over
    assert (evaluate(game.s, 0), evaluate(game.s, 1)) == (1.0, 0.0)


@rule("NX-19.3")
def test_figures_to_follow() -> None:
    table = base().points(2, 3).refinery("in0", 2).units(0, "in0", human=1)
    assert GAME.measures(table.s) == {
        "points": [2.0, 3.0],
        "rubium": [5.0, 5.0],
        "income": [4.0, 2.0],
        "units": [3.0, 2.0],
        "hexes": [2.0, 1.0],
    }


def test_greedy_beats_random() -> None:
    match = new("nexus-ops", seats=2, seed=6, vp_target="10")
    bots = [make("greedy", 1), make("random", 2)]
    while not match.over:
        seat = match.decision.seat
        match.choose(bots[seat].choose(Sight(match, seat)), seat)
    assert match.result is not None
    assert match.result.winners == [0] and match.result.reason == "target"
