"""A match on the stage: the game's scene with the seat's prompt, options and log."""

from typing import Any

import pytest

import starhall
from starhall.engine.errors import IllegalChoice
from starhall.engine.rules.decision import Decision, Procedure
from starhall.engine.rules.state import State, Strand
from starhall.engine.scene.elements import Note, Pile, Scene
from starhall.engine.scene.stage import LOG_LINES
from tests.engine.toys import lanterns


def evening() -> starhall.Match[Any]:
    return starhall.new(lanterns.GAME, 3, seed=1, names=["Ann", "Bob", "Cy"])


def hands(scene: Scene) -> list[str]:
    return [area.text for area in scene.areas if isinstance(area, Note)]


def test_the_seat_that_is_asked_sees_its_prompt_and_its_options() -> None:
    match = evening()
    scene = match.scene(0)
    decision = match.decision
    assert scene.viewer == 0 and scene.prompt == "What do you do?"
    assert [option.token for option in scene.options] == [o.token for o in decision.options]
    assert [option.number for option in scene.options] == [o.number for o in decision.options]
    assert [option.label for option in scene.options] == decision.labels()
    bury = next(option for option in scene.options if option.token.startswith("bury "))
    assert bury.targets == (f"card:{bury.token.removeprefix('bury ')}",)


@pytest.mark.parametrize("seat", [1, None])
def test_the_others_see_whom_they_are_waiting_for(seat: int | None) -> None:
    scene = evening().scene(seat)
    assert scene.viewer == seat and scene.options == []
    assert scene.prompt == "Waiting for Ann."
    assert [info.active for info in scene.seats] == [True, False, False]


def test_every_seat_sees_its_own_cards_and_only_those() -> None:
    match = evening()
    assert isinstance(match.state, lanterns.Hall)
    for seat in (0, 1, 2, None):
        for owner, text in enumerate(hands(match.scene(seat))):
            cards = match.state.players[owner].hand.cards
            assert text == (" ".join(map(str, cards)) if owner == seat else "-1 -1")


def test_the_log_is_the_seat_s_own_and_its_last_lines() -> None:
    match = evening()
    bury = next(option for option in match.decision.options if option.verb == "bury")
    match.choose(bury)
    assert match.scene(0).log == ["Ann does bury.", f"Ann buries the {bury.arg.capitalize()}."]
    assert match.scene(1).log == match.scene().log == ["Ann does bury."]
    while match.ply < 16:
        match.choose("pass")
    assert len(match.scene(0).log) == LOG_LINES
    assert match.scene(0).log == match.sentences(0)[-LOG_LINES:]


def test_at_the_end_the_prompt_says_who_won() -> None:
    match = evening()
    match.choose("concede", 0)
    match.choose("concede", 2)
    for seat in (0, 1, None):
        scene = match.scene(seat)
        assert scene.prompt == "Bob is the last." and scene.options == []
        assert not any(info.active for info in scene.seats)


def test_only_seats_and_spectators_look() -> None:
    with pytest.raises(IllegalChoice, match="there is no seat 3"):
        evening().scene(3)


class Whispering(lanterns.Lanterns):
    """Asks in secret."""

    def run(self, state: State, strand: Strand) -> Procedure:
        return whispering(strand)


async def whispering(strand: Strand) -> None:
    strand.fresh = True
    await Decision(1, "action", [lanterns.PASS, lanterns.ROLL], secret=True)


def test_a_secret_question_does_not_show_whom_it_goes_to() -> None:
    match = starhall.new(Whispering(), 3, seed=1)
    assert match.scene(1).prompt == "What do you do?"
    for seat in (0, 2, None):
        scene = match.scene(seat)
        assert scene.prompt == "Waiting for an answer."
        assert not any(info.active for info in scene.seats)


def test_the_table_in_words_and_as_a_picture_are_the_same_scene() -> None:
    match = evening()
    words = match.text(0)
    assert "What do you do?" in words and "Roll the die" in words
    picture = match._repr_svg_()
    assert picture.startswith("<svg") and "Waiting for Ann." in picture
    pile = match.scene(0).areas[0]
    assert isinstance(pile, Pile) and pile.count == 10
