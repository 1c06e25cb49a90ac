"""Every check of the conformance kit can fail, and fails for its own reason."""

from __future__ import annotations

import msgspec
import pytest

from starhall.engine.conformance import CHECKS, Report, check_cases, check_game, walk
from starhall.engine.conformance.looks import difference
from starhall.engine.conformance.plan import cases
from starhall.engine.conformance.run import Tally
from starhall.engine.errors import BadSetting
from starhall.engine.knowledge.views import digest
from starhall.engine.rules.fields import part, public
from tests.engine.conformance.broken import TOYS, Toy
from tests.engine.conformance.broken.play import LosesACard
from tests.engine.conformance.broken.secrets import OpenLeak
from tests.engine.conformance.broken.telling import BadScene, SilentScore
from tests.engine.conformance.comet import COMET, Player

GAMES = 4
SEED = 1


@part
class QuietPlayer(Player):
    score: int = public(0, untold="a test")


class QuietScore(SilentScore):
    player = QuietPlayer


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.__name__)
def test_a_broken_game_is_caught_by_the_right_check(toy: type[Toy]) -> None:
    report = check_game(toy(), games=toy.games, seed=SEED)
    assert toy.caught_by in report.causes, str(report)
    assert {*report.causes} <= {toy.caught_by, *toy.also}, str(report)
    sentences = [str(failure) for failure in report.failures if failure.check == toy.caught_by]
    assert any(toy.saying in sentence for sentence in sentences), "\n".join(sentences)


def test_every_check_has_a_broken_game() -> None:
    assert {toy.caught_by for toy in TOYS} == set(CHECKS)


def test_the_honest_game_passes_all() -> None:
    report = check_game(COMET, games=GAMES)
    assert report.ok, str(report)
    assert report.failures == []
    assert all(outcome.runs > 0 for outcome in report.outcomes)


@pytest.mark.parametrize("toy", [LosesACard, OpenLeak, BadScene], ids=lambda toy: toy.__name__)
def test_a_failure_can_be_seen_again(toy: type[Toy]) -> None:
    first = check_game(toy(), games=toy.games, seed=SEED).failures[0]
    again = check_game(toy(), seats=first.seats, settings=first.settings, seed=first.seed)
    assert first in again.failures
    assert again.games == 1


def test_a_failure_names_the_game_the_place_and_the_way_to_see_it_again() -> None:
    report = check_game(LosesACard(), seats=3, settings={"wild": "on"}, seed=5)
    failure = report.failures[0]
    assert failure.ply is not None
    place = f"(3 seats, wild=on, seed 5, ply {failure.ply})"
    call = "check_game('comet', seats=3, settings={'wild': 'on'}, seed=5)"
    assert str(failure).startswith(f"comet fails 'conservation' {place}: there are 3 of '")
    assert str(failure).endswith(f"Reproduce: {call}")


def test_what_only_follows_is_told_apart_from_its_cause() -> None:
    tally = Tally()
    for name in ("shape", "save_load", "text"):
        tally.outcomes[name].failed = 1
    report = tally.report(cases(COMET, games=1))
    assert report.causes == ["shape", "text"]
    assert {outcome.check: outcome.follows for outcome in report.outcomes if outcome.follows} == {
        "save_load": ["shape"]
    }
    assert "'save_load' fails too, but may only follow from shape." in str(report)


def test_the_report_is_plain_data() -> None:
    report = check_game(LosesACard(), games=2, seed=SEED)
    assert msgspec.json.decode(msgspec.json.encode(report), type=Report) == report


def test_progress_is_told_before_every_game_and_at_the_end() -> None:
    calls: list[tuple[int, int, str]] = []
    check_game(COMET, games=3, progress=lambda *call: calls.append(call))
    assert [call[:2] for call in calls] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert "2 seats" in calls[0][2]


def test_only_the_named_checks_run() -> None:
    report = check_game(LosesACard(), games=1, seed=SEED, checks=["result", "told"])
    assert [outcome.check for outcome in report.outcomes] == ["result", "told"]
    assert report.ok, str(report)
    with pytest.raises(BadSetting, match="there is no check 'luck'; there are: determinism, "):
        check_game(COMET, games=1, checks=["luck"])


def test_a_field_may_be_declared_as_untold() -> None:
    report = check_game(QuietScore(), games=QuietScore.games, seed=SEED, checks=["told"])
    assert report.ok, str(report)


def test_settings_that_the_game_refuses_are_told() -> None:
    with pytest.raises(BadSetting, match="rounds is from 2 to 5, not 9"):
        check_game(COMET, settings={"rounds": 9})
    with pytest.raises(BadSetting, match="for 2 to 4 players, not 7"):
        check_game(COMET, seats=7, settings={})


def test_a_difference_is_told_by_its_place() -> None:
    one = {"players": [{"hand": [1, 2]}, {"hand": [3]}], "round": 1}
    other = {"players": [{"hand": [1, 2]}, {"hand": [4]}], "round": 2}
    assert difference(one, other) == "players[1].hand[0]: 3 became 4"
    assert difference({"hand": [1]}, {"hand": []}) == "hand: [1] became []"


def test_a_long_game_may_be_watched_from_a_later_point_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "EFFORT", 16)
    case = cases(COMET, seats=2, settings={}, games=2)[1]
    dealt = case.match()
    walk.open_later(case)
    begun = case.match()
    assert case.skipped > 0
    assert begun.ply == dealt.ply == 0
    assert digest(begun.state) != digest(dealt.state)
    report = check_cases([case])
    assert report.ok, str(report)
    assert 0 < report.plies <= 8


def test_the_start_of_a_long_game_is_watched_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "EFFORT", 16)
    case = cases(COMET, seats=2, settings={}, games=3)[2]
    walk.open_later(case)
    assert case.skipped == 0
