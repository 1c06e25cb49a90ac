"""Legality is a reason: what is not offered is explained with rule and numbers."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.commands import build
from tests.games.cysmic.tables import BLUE, RED, Laid


def why(game: Laid, token: str) -> tuple[str, str]:
    """The rule and the sentence for an option that is not offered."""
    for refusal in GAME.refusals(game.s, game.decision):
        if refusal.option.token == token:
            reason = refusal.reason
            return reason.rule, GAME.text.say(f"refusal.{reason.key}", reason.values)
    raise AssertionError(f"no reason for {token}")


@rule("CY-5.1", "CY-5.2", "CY-5.4", "CY-5.5", "CY-5.7")
def test_why_a_unit_cannot_go_there() -> None:
    game = Laid(2).unit(RED, "miner", "0.4.1").ground("water", "0.3.0").ship(BLUE, "0.3.1")
    game.unit(BLUE, "soldier", "0.4.2").unit(RED, "soldier", "0.5.1", 3).card(RED, "miner_card")
    game.choose("unit miner/0.4.1")
    assert why(game, "hex 0.3.0") == ("CY-5.2", "Nobody can stop on G10 (water).")
    assert why(game, "hex 0.3.1")[0] == "CY-5.4"
    assert why(game, "hex 0.4.2")[0] == "CY-5.7"
    assert why(game, "hex 0.5.1")[0] == "CY-5.5"
    assert why(game, "hex 3.1.0") == (
        "CY-5.1",
        "The unit cannot reach G6 with 3 moves left.",
    )


@rule("CY-9.10", "CY-12.11")
def test_why_a_module_cannot_be_built() -> None:
    game = (
        Laid(2).ship(RED, "0.4.2").ore(RED, 4).modules(RED, 1).card(RED, "ship_card").section(build)
    )
    assert why(game, "build crew_bridge")[0] == "CY-12.11"
    assert why(game, "build control_systems")[0] == "CY-9.10"
    assert why(game, "build warp_drive")[1] == "You need 5 ore for the Warp Drive and have 4."


@rule("CY-10.1", "CY-10.4", "CY-7.1", "CY-4.21")
def test_why_a_bonus_or_troop_is_not_offered() -> None:
    game = Laid(2).card(RED, "miner_card")
    assert why(game, "bonus red/1")[0] == "CY-10.1"
    assert why(game, "bonus grey/1")[0] == "CY-10.4"
    recruit = Laid(2).ship(RED, "0.4.2").influence(RED, 2).card(RED, "recruit")
    assert why(recruit, "type miner")[1] == "A Miner costs 3 influence and 2 is left."
    locked = Laid(2).unit(RED, "soldier", "0.4.1").unit(BLUE, "soldier", "0.4.1")
    locked.unit(RED, "soldier", "0.2.0").card(RED, "soldier_card")
    assert why(locked, "unit soldier/0.4.1")[0] == "CY-4.21"


@rule("CY-21.1")
def test_every_kind_of_decision_has_its_rule() -> None:
    kinds = {kind for name, kind in vars(Ask).items() if name.isupper()}
    assert len(kinds) == 77
    assert set(GAME.questions.rules) == kinds


@rule("CY-9.10", "CY-25.21")
def test_why_not_counts_reductions() -> None:
    """A bonus action or an Event that makes something cheaper says so."""
    game = Laid(2).ship(RED, "0.4.2").ore(RED, 1).relics(RED, "builder_glyph")
    game.card(RED, "ship_card").section(build)
    rule, sentence = why(game, "build power_core")
    dear = GAME.tables.module_ore[GAME.tables.modules.index("power_core")]
    assert rule == "CY-9.10" and f"You need {dear - 1} ore" in sentence


@rule("CY-25.24", "CY-21.1")
def test_why_not_among_what_effects_ask() -> None:
    """The same kind of question, and each effect has its own reasons."""
    game = Laid(2).unit(RED, "soldier", "0.4.1").unit(BLUE, "miner", "0.4.2")
    game.unit(BLUE, "soldier", "0.5.1").unit(BLUE, "harvester", "0.5.2")
    game.unit(BLUE, "speaker", "3.2.0").spy_deck("fifth_column").card(RED, "negotiate")
    game.until("espionage_side").choose("sabotage")
    assert game.offered() == ["foe 2/soldier/0.5.1", "foe 2/miner/0.4.2"]
    assert why(game, "foe 2/harvester/0.5.2") == ("CY-25.24", "A Harvester is not a Troop.")
    assert why(game, "foe 2/speaker/3.2.0")[1].startswith("No unit of yours is beside")


@rule("CY-11.21")
def test_why_a_card_does_not_change_a_die() -> None:
    game = Laid(2).unit(RED, "powermech", "0.4.1").unit(BLUE, "soldier", "0.4.1")
    game.cards(RED, "dampener, tunnel_rats").roll("1 2 3", face="reroll_yellow")
    game.card(RED, "battle").choose("strike")
    assert (game.kind, game.asked) == ("modifier", RED)
    assert why(game, "modify tunnel_rats")[0] == "CY-11.21"
