"""Objects say what they are when they are printed, in a line that can be read."""

from __future__ import annotations

import starhall
from starhall.bots import Sight


def test_a_view_shows_what_is_set_and_hides_what_is_hidden() -> None:
    match = starhall.new("cyberstrife", seats=2, seed=7)
    view = match.view(0)
    assert repr(view).startswith("<Table seats=2 ")
    assert "players[2]" in repr(view)
    other = repr(getattr(view, "players")[1])  # noqa: B009 - the type of the view is that of any game
    assert other.startswith("<Player seat=1 ") and "hand=[-1, -1, -1, -1, -1, -1]" in other


def test_a_decision_shows_its_first_options() -> None:
    match = starhall.new("cyberstrife", seats=2, seed=7)
    asked = match.decision
    tokens = ", ".join([option.token for option in asked.options[:8]])
    assert repr(asked) == f"<Decision seat {asked.seat} mark_discard: {tokens} and 1 more>"
    assert repr(asked.options[-1]) == "<Option done>"
    assert repr(match) == f"<Match cyberstrife, 2 seats, ply 0: {asked!r}>"
    assert repr(Sight(match, asked.seat)).startswith("<Sight cyberstrife, seat ")


def test_no_game_has_a_state_that_fills_the_screen() -> None:
    for game in starhall.installed():
        match = starhall.new(game, seed=3)
        for _ in range(60):
            if not match.over:
                match.choose(match.decision.options[0])
        assert len(repr(match.view(0))) < 2000
