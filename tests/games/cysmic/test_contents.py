"""Content belongs to a match: another content of the game is played in the same process."""

import pytest

import starhall
from starhall.engine.errors import ContentError
from starhall.engine.text.catalogue import Catalogue
from starhall.games.cysmic.game import GAME
from tests.games.cysmic.tables import table
from tests.packs import changed, packed, rewritten


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
        ("relics.toml", "trait(mercy_engine)", "trait(mercy_engin)", "mercy_engine"),
        ("command.toml", "march(1, combat, 1)", "marhc(1, combat, 1)", "did you mean 'march'"),
        ("discovery.toml", "odd(riots)", "odd(riot)", "riots"),
        ("units.toml", 'id = "soldier"', 'id = "guard"', "the units must be soldier"),
        ("discovery.toml", 'window = "tremor"', 'window = "tremors"', "must be one of"),
        (
            "discovery.toml",
            'gain = "draw(1)"',
            'gain = "tremor(1)"',
            "gain 'tremor' must be one of",
        ),
        ("discovery.toml", 'gain = "draw(1)"', 'gain = "draw(1); draw(1)"', "one gain, not 2"),
        ("factions.toml", "trait(hover_jets)", "trait(hover_jets, 2)", "takes 1 argument"),
        ("factions.toml", "garrison(1)", "garrison()", "takes 1 argument"),
        ("command.toml", "manual(0, -1)", "manual(0, 1)", "at most 0"),
    ],
)
def test_what_no_rule_knows_is_refused(file: str, old: str, new: str, said: str) -> None:
    with pytest.raises(ContentError, match=said):
        changed(GAME, file, (old, new))


def test_a_soldier_moves_as_far_as_the_pack_says() -> None:
    fast = changed(GAME, "units.toml", ("cost = 1\nmove = 4", "cost = 1\nmove = 6"))
    for settings, move in (({}, 6), ({"soldier_move": 3}, 3)):
        assert table(starhall.Match(fast, 2, settings, seed=1).state).soldier_move == move
    assert "A Soldier has a Move of 6." in fast.rules_text


def test_a_cell_of_the_bonus_grid_that_does_something_else_needs_its_text() -> None:
    files = {"content/command.toml": rewritten(GAME, "command.toml", ("deploy(1)", "gain_ore(2)"))}
    with pytest.raises(ContentError, match="name.cell.orange/1"):
        packed(GAME, files)
    text = '[name.cell]\n"orange/1" = "Gain {=command.orange.cells.1.1} ore"\n'
    other = packed(GAME, files | {"text/en.toml": text})
    assert "| orange | Gain 2 ore | Deploy Troops worth 2 |" in other.rules_text


def test_what_a_faction_does_is_said_with_its_numbers() -> None:
    strong = changed(GAME, "factions.toml", ("garrison(1)", "garrison(2)"))
    assert "Garrison: Soldiers on your Habitats have 2 more health." in strong.rules_text
    german = Catalogue.load(strong.package, "de", strong.files)
    assert "haben 2 Lebenspunkte mehr" in german.say("card.faction.aegis")
