"""What the texts of the games promise: tips that fit their questions, hexes that can be found."""

from __future__ import annotations

import pytest
from sentences import tip_faults

from starhall.engine.game import find, installed
from starhall.games.cysmic.geometry import COORDS, HEX_IDS


@pytest.mark.parametrize("id", sorted(installed()))
def test_every_tip_belongs_to_a_question_and_cites_a_rule_that_speaks_of_the_same(id: str) -> None:
    game = find(id)
    tips = [key[4:] for key in game.text.templates if key.startswith("tip.")]
    assert tips
    for kind in tips:
        prompts = [key for key in game.text.templates if f"{key}.".startswith(f"prompt.{kind}.")]
        assert prompts, kind
    assert tip_faults(game) == {}


def test_a_hex_of_cysmic_is_found_by_its_row_and_its_place_in_it() -> None:
    text = find("cysmic").text
    for id, (q, r) in zip(HEX_IDS, COORDS, strict=True):
        if id != "city":
            left = sum(other < q for other, row in COORDS if row == r)
            assert text.name("hex", id) == f"{'ABCDEFGHIJKLM'[r + 6]}{left + 1}"
