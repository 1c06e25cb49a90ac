"""Content belongs to a match: another content of the game is played in the same process."""

from pathlib import Path

import pytest

import starhall
from starhall.engine.errors import ContentError
from starhall.games.cysmic.game import GAME, Cysmic
from tests.games.cysmic.tables import table

FILES = Path(__file__).parents[3] / "src/starhall/games/cysmic/content"


def changed(folder: Path, file: str, old: str, new: str) -> Cysmic:
    """The game with one of its content files changed."""
    text = (FILES / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    return Cysmic(folder)


def test_two_contents_play_side_by_side(tmp_path: Path) -> None:
    other = changed(tmp_path, "units.toml", "copies = 10\ncost = 1", "copies = 8\ncost = 2")
    assert other.content.hash != GAME.content.hash
    assert other.vocabulary is not GAME.vocabulary
    assert len(other.vocabulary) == len(GAME.vocabulary)
    matches = [starhall.Match(game, 3, seed=4) for game in (GAME, other)]
    for ply in range(300):
        for match in matches:
            options = match.decision.options
            match.choose(options[ply % len(options)])
    pieces = [len(table(match.state).players[0].where) for match in matches]
    assert pieces == [25, 23]
    for match in matches:
        assert match.game.census(match.state) == match.game.stock(match.state)


def test_a_card_may_be_added(tmp_path: Path) -> None:
    card = '[[relic]]\nid = "moon_dial"\ncopies = 1\neffects = "cap_ore(+9)"\n\n[[relic]]'
    text = (FILES / "relics.toml").read_text()
    total = sum(GAME.tables.relic_copies)
    assert f"total = {total}" in text
    text = text.replace(f"total = {total}", f"total = {total + 1}").replace("[[relic]]", card, 1)
    (tmp_path / "relics.toml").write_text(text)
    other = Cysmic(tmp_path)
    assert "activate moon_dial" in other.vocabulary.tokens
    assert "activate moon_dial" not in GAME.vocabulary.tokens
    assert len(table(starhall.Match(other, 2, seed=1).state).relic_deck.cards) > 0


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("relics.toml", "trait(first_module)", "trait(first_modul)", "first_module"),
        ("command.toml", "march(1, combat, 1)", "marhc(1, combat, 1)", "did you mean 'march'"),
        ("discovery.toml", "odd(riots)", "odd(riot)", "riots"),
        ("units.toml", 'id = "soldier"', 'id = "guard"', "the units must be soldier"),
        ("discovery.toml", 'window = "tremor"', 'window = "tremors"', "must be one of"),
    ],
)
def test_what_no_rule_knows_is_refused(
    tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    with pytest.raises(ContentError, match=said):
        changed(tmp_path, file, old, new)
