"""Records of another version of the rules or of other content: taken up, or refused clearly."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

import starhall
from starhall.engine.errors import RecordError
from starhall.engine.game import Game
from starhall.engine.knowledge.views import digest
from starhall.engine.match.match import Match
from starhall.engine.match.record import parse
from starhall.engine.rules.decision import Decision, Procedure
from starhall.engine.rules.fields import part, public
from starhall.engine.rules.state import State, Strand
from tests.engine.packages import Packages
from tests.engine.toys import expedition, lanterns
from tests.engine.toys.course import standing
from tests.engine.toys.expedition import CAMP, GO, PUSH, Expedition, Explorer, Land, arrive
from tests.engine.toys.lanterns import Hall, Lanterns


def load(match: Match[Any], game: Game[Any]) -> Match[Any]:
    return starhall.load(parse(match.record().to_json()), game)


def travelled(plies: int, seed: int = 3) -> Match[Any]:
    """An expedition under way: every fourth choice or so begins a new one."""
    match = starhall.new(expedition.GAME, seed=seed)
    while match.ply < plies:
        match.choose(match.decision.options[0])
    return match


# A new phase


class Dusk(Lanterns):
    """Version 2 asks once more before the actions of each turn."""

    version: ClassVar[str] = "2"

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Hall)
        return with_dusk(state, strand)


async def with_dusk(s: Hall, strand: Strand) -> None:
    if s.actions == 0:
        strand.fresh = True
        await Decision(s.active, "dusk", [lanterns.PASS, lanterns.WAKE])
    await lanterns.evening(s, strand)


def test_a_game_goes_on_under_rules_with_a_new_phase() -> None:
    match = starhall.new(lanterns.GAME, seed=1, names=["Ann", "Bob"])
    for token in ("roll", "pass", "take", "pass"):
        match.choose(token)
    taken = load(match, Dusk())
    assert taken.decision.kind == "dusk" and taken.decision.seat == 0
    assert digest(taken.state) == digest(match.state)
    assert taken.ply == 4 and taken.names == ["Ann", "Bob"] and taken.seed == match.seed
    assert taken.notice == (
        f"this record of lanterns was made with rules 1, content {match.game.content.hash[:8]}; "
        f"installed are rules 2, content {match.game.content.hash[:8]}. The game goes on from its "
        "last checkpoint (choice 4): 0 later choices were made again, 0 were lost."
    )


def test_what_seats_remembered_is_taken_along() -> None:
    match = starhall.new("cyberstrife", seats=2, seed=4)
    assert match.state.witness is not None
    while not any(match.state.witness.facts):
        match.choose(match.decision.options[0])
        assert match.state.witness is not None
    record = match.record()
    record.rules = "0.9"
    taken = starhall.load(record)
    assert taken.state.witness is not None
    assert repr(taken.state.witness.facts) == repr(match.state.witness.facts)
    assert standing(taken)["views"] == standing(match)["views"]


# A phase that has become shorter


class Short(Expedition):
    """Version 2 no longer asks what to load."""

    version: ClassVar[str] = "2"

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Land)
        return short(state, strand)


async def short(s: Land, strand: Strand) -> None:
    while s.turn < expedition.TURNS:
        strand.fresh = True
        explorer: Explorer = s.explorers[s.turn % s.seats]
        route = await Decision(explorer.seat, "route", GO)
        s.diary.append([route.arg])
        gain = 2 if await Decision(explorer.seat, "far", [PUSH, CAMP]) is PUSH else 1
        await arrive(s, explorer, gain)
        s.turn += 1


def test_choices_since_the_checkpoint_are_made_again_as_far_as_they_go() -> None:
    match = travelled(6)
    checkpoint = match.record().checkpoint
    assert checkpoint is not None and checkpoint.ply == 4
    assert [str(step) for step in match.choices[4:]] == ["1 go ridge", "1 load 1"]
    taken = load(match, Short())
    assert taken.notice.endswith(
        "The game goes on from its last checkpoint (choice 4): 1 later choice was made again, "
        "1 was lost."
    )
    assert taken.ply == 5 and taken.decision.kind == "far"


def test_a_game_that_was_taken_up_is_saved_and_loaded_like_any_other(tmp_path: Path) -> None:
    taken = load(travelled(6), Short())
    taken.choose("push")
    taken.save(tmp_path / "new.json")
    again = starhall.load(tmp_path / "new.json", Short())
    assert standing(again) == standing(taken)
    assert again.notice == ""
    assert again.record().to_json() == taken.record().to_json()
    assert again.record().rules == "2"


def test_a_game_that_was_taken_up_can_be_taken_back_to_where_it_was_taken_up() -> None:
    match = travelled(6)
    taken = load(match, Short())
    start = standing(taken.at(4))
    for _ in range(5):
        taken.choose(taken.decision.options[0])
    for _ in range(3):
        taken.undo(taken.choices[-1].seat, consent=True)
    here = standing(taken)
    assert standing(taken.fork()) == here == standing(taken.at(taken.ply))
    assert standing(taken.at(4)) == start  # playing on has not touched the checkpoint
    with pytest.raises(starhall.StarhallError, match="there is no ply 3: this match knows 4 to"):
        taken.at(3)
    assert taken.notice.startswith("this record of expedition was made with rules 1")


def test_a_game_can_be_taken_up_twice() -> None:
    class Shorter(Short):
        version: ClassVar[str] = "3"

    taken = load(travelled(6), Short())
    for _ in range(4):
        taken.choose(taken.decision.options[0])
    third = load(taken, Shorter())
    assert "made with rules 2" in third.notice and "installed are rules 3" in third.notice
    assert digest(third.state) == digest(taken.state)
    assert third.ply == taken.ply


# Fields that changed


@part
class Renamed(Land):
    """Counts days, too."""

    day: int = public(0)


@part
class Retyped(Land):
    """Keeps the signals as a list of seats, no longer as a number."""

    signals: list[int] = public([])  # type: ignore[assignment]


def other_state(cls: Any) -> Game[Any]:
    class Other(Expedition):
        version: ClassVar[str] = "2"

        def setup(self, seats: int, settings: Any, chance: Any) -> Land:
            old = super().setup(seats, settings, chance)
            new: Land = cls(seats=seats, chance=chance)
            new.explorers, new.deck, new.pile = old.explorers, old.deck, old.pile
            new.start(Strand())
            return new

    return Other()


@pytest.mark.parametrize(
    ("cls", "why"),
    [
        (Renamed, "the saved position has no 'day' of a Renamed"),
        (Retyped, "the saved position has '0' as 'signals' of a Retyped, which is not the kind"),
    ],
)
def test_a_position_with_other_fields_is_refused_and_both_versions_are_named(
    cls: type[Land], why: str
) -> None:
    with pytest.raises(RecordError) as refused:
        load(travelled(6), other_state(cls))
    said = str(refused.value)
    assert said.startswith("this record of expedition was made with rules 1, content ")
    assert "; installed are rules 2, content " in said
    assert "and its last checkpoint does not fit: " in said and why in said


class Brittle(Expedition):
    """Version 2 cannot go on from old positions."""

    version: ClassVar[str] = "2"

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Land)
        return brittle(state)


async def brittle(s: Land) -> None:
    if s.turn > 0:
        raise IndexError("no such turn")
    await Decision(0, "route", GO)


def test_rules_that_fail_on_an_old_position_are_a_sentence_too() -> None:
    with pytest.raises(RecordError, match="checkpoint does not fit: .*no such turn"):
        load(travelled(6), Brittle())


# Without a checkpoint


def test_without_a_checkpoint_another_version_is_refused() -> None:
    unwatched = starhall.new(lanterns.GAME, seed=1, watched=False)
    unwatched.choose("roll")
    with pytest.raises(RecordError, match="and it carries no checkpoint to go on from"):
        load(unwatched, Dusk())


def test_a_finished_game_of_another_version_is_not_replayed() -> None:
    match = starhall.new(lanterns.GAME, seed=1)
    match.choose("concede", 0)
    with pytest.raises(RecordError, match="rules 1.*installed are rules 2.*no checkpoint"):
        load(match, Dusk())


# Other content


def test_other_content_is_told_like_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = Packages(tmp_path, monkeypatch)
    text = {"text/en.toml": 'seat = "Player {n}"\n'}
    old = packages.make({**text, "content/cards.toml": "ember = 1\n"})
    new = packages.make({**text, "content/cards.toml": "ember = 2\n"})

    class Old(Lanterns):
        package: ClassVar[str] = old

    class New(Lanterns):
        package: ClassVar[str] = new

    match = starhall.new(Old(), seed=1)
    match.choose("roll")
    assert Old().content.hash != New().content.hash
    taken = load(match, New())
    assert f"made with rules 1, content {Old().content.hash[:8]}" in taken.notice
    assert f"installed are rules 1, content {New().content.hash[:8]}" in taken.notice
    assert digest(taken.state) == digest(match.state)


# Checkpoints edited by hand


@pytest.mark.parametrize(
    "change",
    [
        lambda point: point.update(ply=99),
        lambda point: point.update(ply=-1),
        lambda point: point["facts"].append([[1, "1"]]),
        lambda point: point.update(facts=[[[1, "zz"]], [], []]),
        lambda point: point["state"].update(seats=7),
        lambda point: point["state"].update(chance=[]),
        lambda point: point["state"].update(chance=[["a", "b"]]),
        lambda point: point["state"].pop("chance"),
        lambda point: point["state"].update(deck=[1]),
        lambda point: point["state"].update(explorers=[{}]),
        lambda point: point["state"].update(explorers=[]),
        lambda point: point["state"].update(strands=[None]),
        lambda point: point["state"].update(turn="soon"),
    ],
)
def test_a_damaged_checkpoint_is_refused(change: Callable[[Any], None]) -> None:
    data = json.loads(travelled(6).record().to_json())
    change(data["checkpoint"])
    with pytest.raises(RecordError, match="made with rules 1.*installed are rules 2"):
        starhall.load(parse(json.dumps(data).encode()), Short())


@pytest.mark.parametrize(
    "change",
    [
        lambda point: point.update(facts=[[[1, "zz"]]]),
        lambda point: point["state"].update(explorers=[]),
        lambda point: point["state"].pop("diary"),
        lambda point: point["state"].update(turn=2),
    ],
)
def test_a_damaged_origin_is_refused(change: Callable[[Any], None]) -> None:
    taken = load(travelled(6), Short())
    data = json.loads(taken.record().to_json())
    change(data["origin"])
    with pytest.raises(starhall.StarhallError):
        starhall.load(parse(json.dumps(data).encode()), Short())
