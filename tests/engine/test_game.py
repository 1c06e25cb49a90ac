"""The declaration of a game: its settings, and how installed games are found."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import starhall
from starhall.engine.errors import BadSetting, RulesFault, UnknownGame
from starhall.engine.game import Game, Setting, broken, installed, scan, seat_names
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.state import State
from tests.engine.toys import convoy, lanterns

# Settings


def test_a_setting_of_words_takes_its_words() -> None:
    setting = Setting("pace", "slow", choices=("slow", "fast"))
    assert setting.read("fast") == "fast"
    with pytest.raises(BadSetting, match="pace is slow, fast, not 'quick'"):
        setting.read("quick")
    assert setting.samples() == ["slow", "fast"]


def test_a_setting_of_numbers_takes_numbers_within_its_limits() -> None:
    setting = Setting("rounds", 5, low=3, high=9, also=(0, 50))
    assert [setting.read(value) for value in (3, "9", 0, "50")] == [3, 9, 0, 50]
    for wrong in (2, 10, "49", -3):
        limits = "rounds is from 3 to 9, or one of 0, 50"
        with pytest.raises(BadSetting, match=f"{limits}; not {wrong}"):
            setting.read(wrong)
    assert setting.samples() == [0, 3, 9, 50]


@pytest.mark.parametrize("wrong", ["many", "", "3.5", None])
def test_what_is_no_number_is_refused(wrong: str) -> None:
    with pytest.raises(BadSetting, match=f"rounds is a number, not '{wrong}'"):
        Setting("rounds", 5, low=3, high=9).read(wrong)


def test_settings_that_are_not_given_have_their_defaults() -> None:
    assert lanterns.GAME.configure(2, {}) == {"rounds": 3, "forced": "skip"}
    assert lanterns.GAME.configure(2, {"rounds": "7"}) == {"rounds": 7, "forced": "skip"}


class Stretched(lanterns.Lanterns):
    """The number of rounds hangs on the number of players."""

    settings = (Setting("rounds", None, low=1, high=9), Setting("forced", "skip", ("skip", "ask")))

    def defaults(self, seats: int, settings: dict[str, int | str]) -> None:
        settings.setdefault("rounds", seats + 1)


def test_a_default_may_hang_on_the_others() -> None:
    assert Stretched().configure(3, {})["rounds"] == 4
    assert Stretched().configure(3, {"rounds": 2})["rounds"] == 2


def test_unknown_settings_are_refused_with_the_known_and_the_closest() -> None:
    with pytest.raises(BadSetting) as refused:
        lanterns.GAME.configure(2, {"round": 3})
    assert str(refused.value) == (
        "lanterns has no option 'round' (it has: rounds, forced); did you mean rounds?"
    )
    with pytest.raises(BadSetting, match="convoy has no option 'rounds' .it has: none.$"):
        convoy.GAME.configure(2, {"rounds": 3})


@pytest.mark.parametrize("seats", [0, 1, 5, -2])
def test_seat_counts_are_checked(seats: int) -> None:
    with pytest.raises(BadSetting, match=f"lanterns is for 2 to 4 players, not {seats}"):
        lanterns.GAME.configure(seats, {})


def test_settings_that_exclude_each_other_are_refused_in_words_with_the_rule() -> None:
    with pytest.raises(BadSetting, match=r"^9 rounds are too long for so many\. \(LA-0\)$"):
        lanterns.GAME.configure(4, {"rounds": 9})


def test_seats_without_names_are_numbered_from_one() -> None:
    assert seat_names(3, ["Ann"]) == ["Ann", "Player 2", "Player 3"]


# What a game must define


class Bare(Game[State]):
    """Defines nothing."""

    id = "bare"
    package = "tests.engine.toys"
    words = Vocabulary()


def test_what_a_game_must_define_is_named_when_it_is_missing() -> None:
    bare, state = Bare(), State(seats=2)
    chance = Chance(bytes(32), ())
    calls: dict[str, Callable[[], object]] = {
        "setup": lambda: bare.setup(2, {}, chance),
        "result": lambda: bare.result(state),
        "scene": lambda: bare.scene(state, None, [], None),
        "bound": lambda: bare.bound(2, {}),
    }
    for missing, call in calls.items():
        with pytest.raises(RulesFault, match=rf"Bare must define {missing}\(\)"):
            call()
    with pytest.raises(RulesFault, match="Bare offers interjections but has no interject"):
        bare.interject(state, 0, Option(0, "pass", "", 0, ()))


def test_what_a_game_need_not_define_has_a_sensible_meaning() -> None:
    bare, state = Bare(), State(seats=2)
    assert bare.interjections(state, 0) == []
    assert bare.refusals(state, Decision(0, "ask", [])) == []
    assert bare.conflict(2, {}) is None and bare.measures(state) == {}
    assert bare.card_name(7) == "7" and bare.census(state) == Counter()


def test_the_census_counts_the_cards_in_all_zones() -> None:
    for match in (starhall.new(lanterns.GAME, seats, seed=1) for seats in (2, 3, 4)):
        assert isinstance(match.state, lanterns.Hall)
        assert lanterns.GAME.census(match.state) == lanterns.GAME.stock(match.state)
        match.state.deck.cards.pop()
        assert lanterns.GAME.census(match.state) != lanterns.GAME.stock(match.state)


def test_by_default_a_game_is_judged_by_its_result() -> None:
    match = starhall.new(lanterns.GAME, 2, seed=1)
    match.choose("concede", 0)
    assert isinstance(match.state, lanterns.Hall)
    assert [lanterns.GAME.evaluate(match.state, seat) for seat in (0, 1)] == [0.0, 1.0]


# Finding games


@pytest.fixture(autouse=True)
def scanned_again() -> Iterator[None]:
    yield
    scan.cache_clear()


def test_games_below_starhall_games_are_found_by_themselves() -> None:
    found = installed()
    assert "cyberstrife" in found and list(found) == sorted(found)
    assert starhall.find("cyberstrife") is found["cyberstrife"]


def test_an_unknown_game_is_refused_with_the_known_and_the_closest() -> None:
    with pytest.raises(UnknownGame) as refused:
        starhall.find("ciberstrive")
    assert "there is no game 'ciberstrive'; did you mean 'cyberstrife'? Known: " in str(
        refused.value
    )
    with pytest.raises(UnknownGame, match=r"there is no game 'zzz'\. Known: .*cyberstrife"):
        starhall.find("zzz")


OUTSIDE = """
from tests.engine.toys.lanterns import Lanterns

class Far(Lanterns):
    id = "far-away"

GAME = Far()
OTHER = 7
"""


def install(root: Path, monkeypatch: pytest.MonkeyPatch, entry: str, source: str = OUTSIDE) -> None:
    """A package outside this repository that declares a game by an entry point."""
    info = root / "far_away-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: far-away\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[starhall.games]\nfar = {entry}\n")
    package = entry.partition(":")[0]
    (root / f"{package}.py").write_text(source)
    monkeypatch.syspath_prepend(str(root))
    scan.cache_clear()


@pytest.mark.parametrize("entry", ["far_away_one", "far_away_two:GAME"])
def test_a_game_outside_is_found_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    install(tmp_path, monkeypatch, entry)
    assert starhall.find("far-away").id == "far-away"
    match = starhall.new("far-away", seed=1)
    match.choose("roll")
    assert match.ply == 1


@pytest.mark.parametrize(
    ("entry", "source", "why"),
    [
        ("far_away_3", "import no_such_module", "ModuleNotFoundError: No module named"),
        ("far_away_4", "", "has no attribute 'GAME'"),
        ("far_away_5:OTHER", OUTSIDE, "OTHER must be an instance of Game"),
        (
            "far_away_6",
            OUTSIDE.replace("far-away", "cyberstrife"),
            "starhall.games.cyberstrife is called 'cyberstrife' already",
        ),
    ],
)
def test_a_broken_game_outside_is_reported_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str, source: str, why: str
) -> None:
    install(tmp_path, monkeypatch, entry, source)
    assert why in broken()[entry]
    assert starhall.new("cyberstrife", seed=1).ply == 0
    assert "far-away" not in installed()
    with pytest.raises(UnknownGame, match=f"{entry} could not be loaded: "):
        starhall.find("far-away")
