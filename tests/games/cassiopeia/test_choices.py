"""What is offered and what is refused, compared with a second reading of the rules.

Random positions with little in the reserve are played for a turn; at every decision of the kind in
question the judge says what must be offered, and which reasons for a refusal are true. The same
choice from a copy of the state, in the middle of any effect or payment, must have the same outcome.
Nobody is asked whose only choice is to decline (CA-12.1).
"""

from __future__ import annotations

import random

from starhall.engine.knowledge.views import to_bytes
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.state import Table
from tests.games.cassiopeia.figures import true
from tests.games.cassiopeia.judge import CARDS, FACES, judged
from tests.games.cassiopeia.tables import (
    ACHIRD,
    CAPH,
    RUCHBAH,
    SEGIN,
    SHEDAR,
    balance,
    begin,
    own,
    seat,
    table,
)

DECLINES = ("done", "pass", "skip", "stop")
ROWS = (SHEDAR, CAPH, RUCHBAH, SEGIN, ACHIRD)


def position(rng: random.Random, specialist: str, faces: str) -> Table:
    """Four players before they choose: planets, tokens and objects as chance wants them."""
    players = []
    for number, row in enumerate(rng.sample(ROWS, 4)):
        planets = rng.sample(row.split(), 7)
        settled = rng.sample(planets, rng.randrange(6))
        held = {name: rng.randrange(4) for name in ("coin", "bot", "lens", "cell")}
        held["capsule"] = rng.choice((0, 0, 0, 1, 2))
        words = [f"{planet}*" if planet in settled else planet for planet in planets]
        players.append(seat(number, " ".join(words), **held))
    cards = [n for n in range(9) if n != CARDS.index(specialist) // 2]
    names = [CARDS[card * 2 + rng.randrange(2)] for card in rng.sample(cards, 6)]
    side = rng.choice(("earth", "mars"))
    s = table(*players, row=" ".join([specialist, *names]), logistics=side)
    for player in s.players:
        for face in rng.sample(FACES, 3) if faces == "any" else faces.split():
            if player.objects[FACES.index(face) // 2] == -1 and rng.random() < 0.6:
                if s.object_reserve[FACES.index(face) // 2]:
                    own(s, player.seat, face)
    balance(s)
    for token in range(5):
        if rng.random() < 0.2:
            s.reserve[token] = rng.randrange(2)
    s.auto_single = False
    return s


def compare(
    kind: str, *specialists: str, faces: str = "", turns: int = 40, least: int = 10
) -> dict[str, int]:
    """Play turns with these specialists; how often was each reason given at this decision?"""
    rng = random.Random(f"{kind} {specialists}")
    reasons: dict[str, int] = {}
    seen = 0
    for number in range(turns):
        specialist = specialists[number % len(specialists)]
        play = begin(position(rng, specialist, faces))
        s = play.state
        assert isinstance(s, Table)
        while play.decision is not None and s.round == 1:
            decision = play.decision
            wanted = [o for o in decision.options if o.arg == specialist or o.verb == "effect"]
            choice = rng.choice(wanted or decision.options)
            twin = None
            if decision.kind == kind:
                seen += 1
                check(s, decision, reasons)
                twin = taken_up(play, choice)
            play.choose(decision, choice)
            assert twin is None or to_bytes(twin.state) == to_bytes(s)
    assert seen >= least, seen
    return reasons


def taken_up(play: Play, choice: Option) -> Play:
    """The same choice from a copy of the state, which comes to the same decision first."""
    twin = play.fork()
    mine, other = play.decisions[0], twin.decisions[0]
    assert (mine.seat, mine.kind, mine.about) == (other.seat, other.kind, other.about)
    assert mine.options == other.options
    twin.choose(other, choice)
    return twin


def check(s: Table, decision: Decision, reasons: dict[str, int]) -> None:
    against = judged(s, decision)
    if decision.kind != "substitute":  # which is left to the engine if only stopping is possible
        assert any(option.verb not in DECLINES for option in decision.options)  # CA-12.1
    offered = {option.token for option in decision.options}
    assert offered == {token for token, spoken in against.items() if not spoken}
    refused = GAME.refusals(s, decision)
    assert {one.option.token for one in refused} == set(against) - offered
    for one in refused:
        said = f"{one.reason.rule} {one.reason.key}"
        assert said in against[one.option.token], one.option.token
        assert true(s, decision, one.option.token, one.reason), one
        reasons[said] = reasons.get(said, 0) + 1


@rule("CA-3.3", "CA-3.4", "CA-2.5")
def test_choosing_a_specialist() -> None:
    assert set(compare("choose_specialist", "martian")) == {
        "CA-3.3 specialist_taken",
        "CA-3.3 specialist_down",
        "CA-2.5 specialist_boxed",
        "CA-3.4 must_choose",
    }


@rule("CA-4.2", "CA-4.3", "CA-4.4", "CA-6.3", "CA-9.1", "CA-16.6", "CA-16.25")
@rule("CA-16.53", "CA-16.54", "CA-16.56", "CA-16.57", "CA-12.1")
def test_using_effects_in_start() -> None:
    assert set(compare("start_effects", "programmer", faces="any", turns=120)) == {
        "CA-9.1 no_object",
        "CA-9.1 no_object_side",
        "CA-4.2 not_inhabited",
        "CA-4.4 used_already",
        "CA-6.3 not_optimized",
        "CA-16.6 none_held",
        "CA-16.6 reserve_empty",
        "CA-16.56 reserve_empty",
        "CA-16.57 no_target",
    }


@rule("CA-10.1", "CA-10.2", "CA-10.3", "CA-10.5", "CA-10.6", "CA-10.9", "CA-16.9", "CA-16.10")
def test_whom_to_attack() -> None:
    assert set(compare("choose_target", "commander", faces="cruiser", turns=80)) == {
        "CA-10.2 fund_higher",
        "CA-10.5 all_protected",
        "CA-16.10 must_extort",
    }


@rule("CA-10.4", "CA-10.6", "CA-10.7", "CA-10.8", "CA-10.9", "CA-16.9", "CA-16.16", "CA-16.27")
def test_what_to_take() -> None:
    found = compare("take", "commander", turns=60)
    assert set(found) == {"CA-10.4 none_unprotected", "CA-16.9 must_take"}


@rule("CA-10.4", "CA-10.6", "CA-10.7", "CA-10.8", "CA-10.9", "CA-16.10", "CA-4.6")
def test_what_to_give() -> None:
    found = compare("give", "programmer", faces="cruiser", turns=60)
    assert set(found) == {"CA-10.4 own_unprotected", "CA-16.10 must_give"}


@rule("CA-6.6", "CA-6.7", "CA-10.6", "CA-10.7", "CA-10.8", "CA-10.9", "CA-16.7")
def test_what_to_discard() -> None:
    found = compare("discard", "martian", "earthman", turns=40)
    assert set(found) == {"CA-10.6 own_unprotected", "CA-6.6 must_discard"}


@rule("CA-16.13", "CA-16.53")
def test_which_planets_to_swap() -> None:
    found = compare("swap_neighbours", "programmer", faces="transporter")
    assert set(found) == {"CA-16.13 must_swap"}


@rule("CA-4.9", "CA-4.10", "CA-4.12", "CA-4.13", "CA-5.6", "CA-8.4", "CA-16.28")
def test_phase_2() -> None:
    assert set(compare("phase_2", "programmer", "foreman")) == {
        "CA-4.13 reserve_empty",
        "CA-4.13 too_dear",
        "CA-4.13 too_dear_without",
    }


@rule("CA-4.13", "CA-5.6", "CA-16.3", "CA-16.28", "CA-16.41")
def test_what_the_broker_sells() -> None:
    found = compare("purchase", "broker")
    assert set(found) == {"CA-4.13 reserve_empty", "CA-4.13 too_dear"}


@rule("CA-5.6", "CA-5.7", "CA-16.4", "CA-16.37", "CA-16.43")
def test_what_a_specialist_sells() -> None:
    assert set(compare("buy", "ecologist", "prospector")) == {"CA-16.4 not_sold"}


@rule("CA-16.5", "CA-16.6", "CA-16.35")
def test_what_to_upgrade() -> None:
    found = compare("upgrade", "cyberneticist")
    assert set(found) == {"CA-16.5 none_held", "CA-16.5 reserve_empty"}


TAKERS = ("intendant", "captain", "xenologist")


@rule("CA-9.2", "CA-9.3", "CA-9.8", "CA-16.14", "CA-16.15")
def test_taking_space_objects() -> None:
    assert set(compare("take_object", *TAKERS, faces="any", turns=120)) == {
        "CA-9.3 owns_one",
        "CA-9.8 reserve_has_one",
        "CA-16.14 owns_none",
        "CA-16.14 none_to_turn",
        "CA-16.14 must_requisition",
        "CA-16.15 side_is_up",
    }


@rule("CA-9.3", "CA-9.8", "CA-10.2", "CA-10.3", "CA-16.14")
def test_requisitioning_space_objects() -> None:
    faces = "phobos lunar_base cruiser transporter alien_station signal_relay"
    assert set(compare("requisition", *TAKERS, faces=faces, turns=160)) == {
        "CA-10.2 fund_higher",
        "CA-16.14 none_in_reserve",
        "CA-16.14 owns_none",
    }


BUILDERS = ("planetologist", "foreman", "geneticist")


@rule("CA-5.5", "CA-5.11", "CA-7.1", "CA-7.2", "CA-7.3", "CA-7.4", "CA-7.8", "CA-7.9", "CA-7.10")
@rule("CA-16.11", "CA-16.12", "CA-16.24")
def test_which_planet_to_terraform() -> None:
    assert set(compare("terraform", *BUILDERS, turns=80)) == {
        "CA-7.1 cannot_pay",
        "CA-7.1 cannot_pay_discounted",
        "CA-7.10 is_inhabited",
    }


@rule("CA-5.11", "CA-5.12", "CA-12.2", "CA-16.11")
def test_which_token_to_leave_out() -> None:
    assert set(compare("drop", "planetologist", turns=80)) == {
        "CA-5.11 rest_unpayable",
        "CA-5.12 not_in_cost",
        "CA-12.2 must_resolve",
    }


@rule("CA-5.11", "CA-5.12", "CA-12.2", "CA-16.24")
def test_which_token_to_pay_with_a_coin() -> None:
    assert set(compare("substitute", *BUILDERS, turns=160)) == {
        "CA-5.11 rest_unpayable",
        "CA-5.12 not_in_cost",
        "CA-12.2 must_resolve",
    }


@rule("CA-5.5", "CA-5.10", "CA-5.11", "CA-5.12", "CA-5.13")
def test_how_many_capsules_to_use() -> None:
    assert set(compare("capsules", *BUILDERS, turns=160)) == {
        "CA-5.11 capsules_too_many",
        "CA-5.12 capsules_beyond_cost",
        "CA-5.12 capsules_too_few",
    }
