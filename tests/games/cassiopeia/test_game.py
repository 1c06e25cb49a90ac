"""The package as a whole: resuming, text, scene, refusals, rule citations."""

import random
from pathlib import Path

import pytest

import starhall
from starhall.bots import Sight, make
from starhall.engine.errors import IllegalChoice
from starhall.engine.game import Value
from starhall.engine.knowledge.views import to_bytes
from starhall.engine.match.match import Match
from starhall.engine.rules.play import Play
from starhall.engine.scene.elements import Card, Panel, Scene
from starhall.engine.text.rulebook import citations, coverage, rule, unknown
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.bot import evaluate
from starhall.games.cassiopeia.rules.legality import QUESTIONS
from starhall.games.cassiopeia.state import Table
from tests.games.cassiopeia.tables import (
    CAPH,
    RUCHBAH,
    SHEDAR,
    begin,
    choose,
    own,
    seat,
    settle,
    solo,
    table,
)

TESTS = Path(__file__).parent


def test_every_rule_is_cited_by_a_test() -> None:
    cited = citations([TESTS])
    assert coverage(GAME.rulebook, cited) == []
    assert unknown(GAME.rulebook, cited) == []


def test_every_decision_can_be_taken_up_again_from_the_state() -> None:
    """A copy of the state comes to the very same decision, in the middle of any payment."""
    rng = random.Random(6)
    kinds = set()
    for seed in range(12):
        match = starhall.new(GAME, 2 + seed % 4, seed=seed, row_size=9, watched=False)
        while not match.over:
            decision = match.decision
            twin = match.play.fork()
            copy = twin.decision
            assert copy is not None
            assert (copy.seat, copy.kind, copy.options) == (
                decision.seat,
                decision.kind,
                decision.options,
            )
            assert to_bytes(twin.state) == to_bytes(match.state)
            kinds.add(decision.kind)
            match.choose(rng.choice(decision.options))
    assert len(kinds) >= 17


def test_every_sentence_is_filled_in() -> None:
    """Prompts, labels, refusals and the log read as text over some random games."""
    rng = random.Random(7)
    cases: list[dict[str, Value]] = [
        {"specialist_selection": "pick", "row_size": 7},
        {"system_assignment": "choose"},
    ]
    for seed, settings in enumerate(cases):
        match = Match(GAME, 3, settings, seed, ["Ada", "Ben", "Cleo"])
        while not match.over:
            decision = match.decision
            told = [match.prompt(decision)]
            told += [match.label(option, decision) for option in decision.options]
            for refusal in match.refusals():
                assert refusal.option not in decision.options
                assert refusal.reason.rule in GAME.rulebook.rules
                told.append(match.reason(refusal))
            assert all(sentence.strip() and "{" not in sentence for sentence in told)
            match.choose(rng.choice(decision.options))
        for sentence in match.sentences():
            assert sentence.endswith(".") and "{" not in sentence
        assert match.ending().endswith("wins.")


# Refusals


def refused(play: Play, token: str) -> tuple[str, dict[str, object]]:
    """The reason for which an option is not offered."""
    decision = play.decision
    assert decision is not None and isinstance(play.state, Table)
    for refusal in GAME.refusals(play.state, decision):
        if refusal.option.token == token:
            return f"{refusal.reason.rule} {refusal.reason.key}", refusal.reason.values
    raise AssertionError(f"nothing is said about '{token}'")


@rule("CA-4.3", "CA-4.4", "CA-4.13", "CA-6.3", "CA-7.1", "CA-9.1", "CA-10.2")
def test_refusals_name_the_rule_and_the_numbers() -> None:
    s = solo("installer", seat(0, CAPH, coin=2), seat(1, SHEDAR))
    reason, values = refused(begin(s), "purchase cell")
    assert reason == "CA-4.13 too_dear"
    assert values == {"resource": "cell", "price": "coin_4", "held": ["coin_2"]}

    s = solo("commander", seat(0, settle(CAPH, "Mir")), seat(1, SHEDAR, bot=1), seat(2, RUCHBAH))
    s.players[2].inhabited = 3
    s.players[2].held[1] = 1
    play = begin(s)
    choose(play, "effect")
    reason, values = refused(play, "target blue")
    assert reason == "CA-10.2 fund_higher"
    assert (values["fund"], values["own"]) == (7, 6)

    s = solo("installer", seat(0, settle(CAPH, "Almaz"), lens=1, bot=1), seat(1, SHEDAR))
    s.logistics = 1
    reason, values = refused(begin(s), "use genetic_bot")
    assert reason == "CA-6.3 not_optimized"
    assert values == {"side": "mars", "other": "earth", "n": 5, "all": 7}
    assert refused(begin(s), "use cruiser")[0] == "CA-9.1 no_object"

    s = solo("installer", seat(0, CAPH, bot=2, lens=1), seat(1, SHEDAR))
    play = begin(s)
    choose(play, "skip")
    reason, values = refused(play, "terraform caph_7")
    assert reason == "CA-7.1 cannot_pay"
    assert values["missing"] == ["lens_1"]


@rule("CA-7.1", "CA-5.11", "CA-16.24")
def test_what_is_missing_counts_discounts_and_the_engineering_complex() -> None:
    # Freedom costs 1 bot and 2 lenses: one lens is dropped, the other may become a coin.
    s = solo("planetologist", seat(0, settle(CAPH, "Salyut"), bot=2, cell=1), seat(1, SHEDAR))
    s.reserve[0] = 0  # so that the Planetologist brings no coin
    play = begin(s)
    choose(play, "effect")
    assert refused(play, "terraform caph_7")[1]["missing"] == ["coin_1"]
    s.discount = 0
    assert refused(play, "terraform caph_7")[1]["missing"] == ["coin_1", "lens_1"]


@rule(
    "CA-2.2",
    "CA-2.3",
    "CA-4.13",
    "CA-5.1",
    "CA-5.11",
    "CA-5.12",
    "CA-16.4",
    "CA-16.5",
    "CA-16.9",
    "CA-16.10",
    "CA-16.14",
    "CA-9.2",
)
def test_every_question_says_why_not() -> None:
    """At every kind of decision a wish that is not granted gets a reason that can be read."""
    rng = random.Random(5)
    refused: dict[str, set[str]] = {}
    for seed in range(24):
        settings: dict[str, Value] = {"row_size": 9, "system_assignment": "choose"}
        if seed % 2:
            settings |= {"specialist_selection": "pick", "row_size": 8}
        match = Match(GAME, 2 + seed % 4, settings, seed)
        while not match.over:
            decision = match.decision
            found = refused.setdefault(decision.kind, set())
            for refusal in match.refusals():
                assert match.reason(refusal).endswith(f"({refusal.reason.rule})")
                found.add(refusal.reason.key)
            match.choose(rng.choice(decision.options))
    assert refused.keys() == QUESTIONS.rules.keys()
    assert all(refused.values())
    # Questions of setup speak of what they are about.
    assert refused["choose_colour"] == {"colour_taken"}
    assert refused["choose_system"] == {"system_taken"}


@rule("CA-4.4")
def test_the_effect_that_was_used_is_named() -> None:
    s = solo("installer", seat(0, settle(CAPH, "Almaz"), lens=2, bot=1), seat(1, SHEDAR))
    own(s, 0, "transporter")
    play = begin(s)
    choose(play, "use genetic_lens")
    for token in ("use genetic_lens", "use genetic_bot"):
        assert refused(play, token) == ("CA-4.4 used_already", {"effect": "genetic_lens"})


@rule("CA-9.1", "CA-9.2", "CA-9.4", "CA-16.14")
def test_refusals_about_space_objects_are_true() -> None:
    s = solo("intendant", seat(0, settle(CAPH, "Mir"), coin=2), seat(1, SHEDAR), seat(2, RUCHBAH))
    s.players[2].inhabited = 8
    own(s, 1, "phobos")
    play = begin(s)
    choose(play, "effect")
    assert refused(play, "requisition blue")[0] == "CA-9.8 reserve_has_one"
    own(s, 2, "phobos")
    play.restart()
    reason, values = refused(play, "requisition blue")
    assert reason == "CA-10.2 fund_higher" and (values["fund"], values["own"]) == (7, 6)
    choose(play, "requisition yellow")
    assert refused(play, "pass")[0] == "CA-16.14 must_requisition"

    s = solo("captain", seat(0, CAPH, coin=2), seat(1, SHEDAR))
    own(s, 0, "cruiser")
    play = begin(s)
    choose(play, "effect")
    assert refused(play, "build transporter")[0] == "CA-9.3 owns_one"


def test_a_refused_choice_is_told_in_a_sentence() -> None:
    match = starhall.new(GAME, 2, seed=2, names=["Ada", "Ben"])
    match.choose("colour red")
    match.choose("colour blue")
    row = match.state.row
    up = GAME.vocabulary.find("choose engineer").value
    if up not in row and up ^ 1 not in row:
        raise AssertionError("card I is always in the row")
    down = "choose installer" if up in row else "choose engineer"
    with pytest.raises(IllegalChoice, match=r"on the side that faces down.*\(CA-3\.3\)"):
        match.choose(down)


# Scene


def find_card(scene: Scene, id: str) -> Card:
    return next(thing for thing in scene.things() if thing.id == id and isinstance(thing, Card))


def planet_badges(match: Match[Table], planet: str) -> list[str]:
    return [badge.label for badge in find_card(match.scene(0), f"planet:{planet}").badges]


def test_the_scene_shows_what_can_be_terraformed_and_what_is_missing() -> None:
    match = starhall.new(GAME, 2, seed=2)
    match.choose("colour red")
    match.choose("colour blue")
    s = match.state
    s.players[0] = seat(0, settle(CAPH, "Almaz"), bot=2, lens=1, coin=1, capsule=1)
    assert planet_badges(match, "caph_3") == ["Earth", "affordable"]
    assert planet_badges(match, "caph_4") == ["Earth", "inhabited"]
    assert planet_badges(match, "caph_1") == ["Earth"]
    card = find_card(match.scene(0), "planet:caph_1")
    price = [(value.label, value.value, value.note) for value in card.values]
    assert price == [("Coins", 1, ""), ("Cells", 3, "2 short")]
    assert card.text.splitlines()[-1] == "Its right neighbour costs 2 bots and 1 lens."
    told = match.text(0)
    assert "Logistics: Earth" in told and "5 Earth, 2 Mars [logistics optimized]" in told


def test_the_scene_shows_coins_tokens_and_protection() -> None:
    match = starhall.new(GAME, 2, seed=2, names=["Ada", "Ben"])
    match.choose("colour red")
    match.choose("colour blue")
    s = match.state
    s.coins[0] = 3
    s.players[1].inhabited = 2
    s.players[1].held[0] = 4
    first = match.decision.options[0]
    chooser = match.names[match.decision.seat]
    match.choose(first)
    card = find_card(match.scene(1), f"specialist:{first.arg}")
    assert card.values[0].value == 3
    assert [badge.label for badge in card.badges] == [f"chosen by {chooser}"]
    assert "Coins: 4 [3 protected]" in match.text(0)
    titles = [thing.title for thing in match.scene(0).areas if isinstance(thing, Panel)]
    assert titles[:3] == ["The round", "Specialist row", "Ada (Red, " + _system(s) + ")"]


def _system(s: Table) -> str:
    return GAME.text.name("system", GAME.content.planets[s.players[0].planet(0)].split("_")[0])


def test_every_option_touches_something_on_the_table() -> None:
    """What an option names glows; answers about amounts and passes touch nothing."""
    rng = random.Random(8)
    abstract = {"done", "effect", "skip", "pass", "stop", "capsules"}
    payment = {"drop", "substitute"}
    for seed in range(4):
        match = starhall.new(GAME, 4, seed=seed, row_size=9)
        while not match.over:
            decision = match.decision
            if rng.random() < 0.15:
                scene = match.scene(decision.seat)
                glowing = {number for numbers in scene.glowing().values() for number in numbers}
                for option in decision.options:
                    if option.verb not in abstract | payment:
                        assert option.number in glowing, option
            match.choose(rng.choice(decision.options))


# Bots


def test_the_evaluation_prefers_planets_and_winning() -> None:
    s = table(seat(0, CAPH), seat(1, SHEDAR))
    even = evaluate(s, 0)
    s.players[0].inhabited = 1
    ahead = evaluate(s, 0)
    assert 0.0 < evaluate(s, 1) < even < ahead < 1.0
    s.players[1].held[3] = 3
    assert evaluate(s, 0) < ahead
    s.over, s.winner = True, 1
    assert (evaluate(s, 0), evaluate(s, 1)) == (0.0, 1.0)


def test_greedy_beats_random_and_ends_in_time() -> None:
    won, rounds = 0, []
    for seed in range(20):
        names = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        match = starhall.new(GAME, 2, seed=seed)
        bots = [make(name, seed) for name in names]
        while not match.over:
            decision = match.decision
            match.choose(bots[decision.seat].choose(Sight(match, decision.seat)))
        state = match.state
        won += names[state.winner] == "greedy"
        rounds.append(state.round)
    assert won >= 19
    assert 6 <= sum(rounds) / len(rounds) <= 15


def test_the_default_declines_or_takes_the_first() -> None:
    s = solo("installer", seat(0, settle(CAPH, "Almaz"), lens=1), seat(1, SHEDAR))
    own(s, 0, "transporter")
    play = begin(s)
    assert play.decision is not None
    assert GAME.default(play.decision).token == "done"
    choose(play, "use transporter")
    assert GAME.default(play.decision).token == "swap 1"
