"""Content belongs to a match: another content of the game is played in the same process."""

import pytest

import starhall
from starhall.engine.errors import ContentError
from starhall.games.cysmic.game import GAME
from tests.games.cysmic.tables import table
from tests.packs import changed, packed


def test_two_contents_play_side_by_side() -> None:
    other = changed(GAME, "units.toml", ("copies = 10\ncost = 1", "copies = 8\ncost = 2"))
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


def test_a_card_may_be_added() -> None:
    total = sum(GAME.tables.relic_copies)
    relics = f"""total = {total + 1}
[[relic]]
id = "moon_dial"
copies = 1
effects = "cap_ore(+9)"
before = "gravity_boots"
"""
    texts = """
[name.relic]
moon_dial = "Moon Dial"
[card.relic]
moon_dial = "Store {=relics.moon_dial.effects.1} ore."
"""
    other = packed(GAME, {"content/relics.toml": relics, "text/en.toml": texts})
    assert other.tables.relics.index("moon_dial") == GAME.tables.relics.index("gravity_boots")
    assert other.text.say("card.relic.moon_dial") == "Store +9 ore."
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
def test_what_no_rule_knows_is_refused(file: str, old: str, new: str, said: str) -> None:
    with pytest.raises(ContentError, match=said):
        changed(GAME, file, (old, new))
