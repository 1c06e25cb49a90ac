"""What players read: prices and effects of options, a true log, reasons with the right numbers."""

from __future__ import annotations

from starhall.engine.knowledge.memory import GROUP, Witness
from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision, Remark
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.text.rulebook import rule
from starhall.engine.text.sentences import Telling
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.content import COIN
from starhall.games.cassiopeia.state import Table
from tests.games.cassiopeia.tables import (
    CAPH,
    RUCHBAH,
    SHEDAR,
    asked,
    begin,
    choose,
    chosen,
    offered,
    own,
    seat,
    settle,
    solo,
    table,
)

NAMES = ["Ada", "Bo", "Cy"]
SIX = "programmer installer foreman martian geneticist broker"


class Voice(Telling):
    """Puts a position into words."""

    def __init__(self, play: Play) -> None:
        self.game = GAME
        self.names = NAMES
        self.play = play

    def remark_on(self, option: Option, decision: Decision) -> Remark | None:
        assert isinstance(self.play.state, Table)
        return GAME.remark(self.play.state, decision, option)


def prompt(play: Play) -> str:
    return Voice(play).prompt(play.decisions[0])


def labels(play: Play) -> list[str]:
    decision = play.decisions[0]
    return [Voice(play).label(option, decision) for option in decision.options]


def why_not(play: Play, token: str) -> str:
    assert isinstance(play.state, Table)
    found = GAME.refusals(play.state, play.decisions[0])
    return next(Voice(play).reason(one) for one in found if one.option.token == token)


def refused(play: Play) -> list[str]:
    """All reasons at the pending decision."""
    assert isinstance(play.state, Table)
    found = GAME.refusals(play.state, play.decisions[0])
    return [Voice(play).reason(one) for one in found]


def log(s: Table) -> list[str]:
    assert s.witness is not None
    told = [event for event in s.witness.events if event.what not in ("move", GROUP)]
    return [GAME.text.say(f"event.{event.what}", event.values, NAMES) for event in told]


# Prices and effects


@rule("CA-3.3", "CA-4.7")
def test_a_specialist_says_how_many_coins_lie_on_the_card() -> None:
    play = begin(table(seat(0, SHEDAR), seat(1, CAPH), row=SIX, coins="0 1 2 0 0 0"))
    assert labels(play)[:3] == [
        "Choose the Programmer",
        "Choose the Installer (1 coin on the card)",
        "Choose the Foreman (2 coins on the card)",
    ]


@rule("CA-4.9", "CA-16.28")
def test_a_purchase_says_its_price() -> None:
    play = begin(solo("installer", seat(0, SHEDAR, coin=4), seat(1, CAPH)))
    assert labels(play) == [
        "Let the Installer work: Gain 1 lens. Logistics: gain 1 bot and 1 coin.",
        "Purchase a bot (2 coins)",
        "Purchase a lens (3 coins)",
        "Purchase a cell (4 coins)",
        "Do neither",
    ]
    supplied = seat(0, settle(CAPH, "Freedom"), coin=1)
    play = begin(solo("installer", supplied, seat(1, SHEDAR)))
    assert labels(play)[1] == "Purchase a bot (1 coin)"


@rule("CA-16.4", "CA-5.7")
def test_what_a_specialist_sells_has_a_price() -> None:
    play = begin(solo("prospector", seat(0, SHEDAR, coin=3), seat(1, CAPH)))
    choose(play, "effect")
    assert prompt(play) == "Do you buy a capsule for 3 coins?"
    assert labels(play) == ["Buy a capsule (3 coins)", "Buy no more"]


@rule("CA-16.14")
def test_a_space_object_says_its_fee() -> None:
    play = begin(solo("intendant", seat(0, SHEDAR, coin=3), seat(1, CAPH)))
    choose(play, "effect")
    assert prompt(play) == "Do you take a base, and which side faces up?"
    assert labels(play) == [
        "Take it as Lunar Base (1 coin): Counts as 2 Earth symbols in your row.",
        "Take it as Phobos (1 coin): Counts as 2 Mars symbols in your row.",
        "Leave it",
    ]


@rule("CA-16.14", "CA-9.8")
def test_a_requisition_says_its_fee_and_what_it_is_about() -> None:
    s = solo("captain", seat(0, SHEDAR, coin=3), seat(1, CAPH), seat(2, RUCHBAH))
    own(s, 1, "cruiser")
    own(s, 2, "cruiser")
    s.witness = Witness(3)
    play = begin(s)
    choose(play, "effect")
    assert prompt(play) == "The reserve has no ship left: from whom do you requisition one?"
    assert labels(play)[0] == "Requisition it from Bo (Blue) for 2 coins"
    choose(play, "requisition blue")
    assert prompt(play) == "You requisition a ship: which side faces up?"
    choose(play, "build transporter")
    assert log(s)[-4:-2] == ["Ada pays 2 coins.",
                             "Ada requisitions the ship of Bo, Transporter side up."]  # fmt: skip


@rule("CA-16.14", "CA-16.15")
def test_turning_an_object_over_says_what_it_does_then() -> None:
    s = solo("intendant", seat(0, SHEDAR, coin=3), seat(1, CAPH))
    own(s, 0, "lunar_base")
    s.witness = Witness(3)
    play = begin(s)
    choose(play, "effect")
    assert prompt(play) == "Do you turn your base over?"
    label = "Turn it over to Phobos: Counts as 2 Mars symbols in your row."
    assert labels(play) == [label, "Leave it"]
    choose(play, "turn phobos")
    assert "Ada turns the base over: it shows Phobos now." in log(s)


@rule("CA-4.4", "CA-16.25", "CA-16.53", "CA-16.54")
def test_an_effect_of_start_says_what_it_does() -> None:
    s = solo("programmer", seat(0, settle(SHEDAR, "Yig"), lens=1, bot=1), seat(1, CAPH))
    own(s, 0, "transporter")
    own(s, 0, "alien_station")
    assert labels(begin(s)) == [
        "Use the station: gain 1 capsule",
        "Use the Transporter: two neighbouring planets change places",
        "Use the Genetic Complex on a lens: it becomes a cell",
        "Use the Genetic Complex on a bot: it becomes a cell",
        "Use no more effects",
    ]
    s = solo("programmer", seat(0, SHEDAR), seat(1, settle(CAPH, "Mir"), lens=1))
    own(s, 0, "cruiser")
    assert labels(begin(s))[0] == "Use the Cruiser: an opponent gives you a token"


@rule("CA-16.3", "CA-16.28", "CA-16.41")
def test_a_purchase_says_which_card_allows_it() -> None:
    play = begin(solo("broker", seat(0, SHEDAR), seat(1, CAPH)))
    choose(play, "effect")
    assert prompt(play) == "The Broker: what do you purchase?"
    me = seat(0, settle(SHEDAR, "Cthulhu", "Yig"), coin=6)
    play = begin(solo("installer", me, seat(1, CAPH)))
    choose(play, "purchase bot")
    assert prompt(play) == "Your Supply Complex allows another purchase: what do you purchase?"


@rule("CA-5.12", "CA-16.11", "CA-16.24")
def test_a_payment_names_the_planet_and_what_is_owed() -> None:
    """Freedom costs 1 bot and 2 lenses; Salyut is an Engineering Complex."""
    me = seat(0, settle(CAPH, "Salyut"), coin=3, bot=1, lens=2)
    play = begin(solo("planetologist", me, seat(1, SHEDAR)))
    choose(play, "effect", "terraform caph_7")
    assert prompt(play) == (
        "Freedom costs 1 bot and 2 lenses, but a token less for you: which one do you leave out?"
    )
    choose(play, "drop bot")
    assert prompt(play) == (
        "You owe 2 lenses for Freedom. Which token do you pay with a coin instead, "
        "thanks to your Engineering Complex?"
    )


@rule("CA-6.6")
def test_a_discard_says_how_many_are_too_many() -> None:
    play = begin(solo("martian", seat(0, SHEDAR), seat(1, CAPH, bot=3, lens=2)))
    choose(play, "effect")
    asks = "The Logistics card was flipped: you have {} unprotected resources and may keep 3. "
    asks += "Which one do you discard?"
    assert prompt(play) == asks.format(5)
    choose(play, "discard bot")
    assert prompt(play) == asks.format(4)


@rule("CA-7.2", "CA-16.11")
def test_a_planet_says_its_cost() -> None:
    rich = {"coin": 9, "bot": 9, "lens": 9, "cell": 9}
    play = begin(solo("planetologist", seat(0, CAPH, **rich), seat(1, SHEDAR)))
    choose(play, "skip")
    assert "Terraform Freedom (1 bot and 2 lenses)" in labels(play)
    play = begin(solo("planetologist", seat(0, CAPH, **rich), seat(1, SHEDAR)))
    choose(play, "effect")
    assert "Terraform Freedom (1 bot and 2 lenses, 1 token less)" in labels(play)


@rule("CA-16.5", "CA-16.13", "CA-16.10")
def test_upgrades_swaps_and_targets_name_their_objects() -> None:
    play = begin(solo("cyberneticist", seat(0, SHEDAR, coin=1, lens=1), seat(1, CAPH)))
    choose(play, "effect")
    assert labels(play)[:3] == [
        "Upgrade a coin to a bot",
        "Upgrade a bot to a lens",
        "Upgrade a lens to a cell",
    ]
    s = solo("programmer", seat(0, SHEDAR), seat(1, CAPH, lens=1, bot=1))
    own(s, 0, "transporter")
    play = begin(s)
    choose(play, "use transporter")
    assert (
        labels(play)[0] == "Swap Dagon and Hastur" and labels(play)[6] == "Swap Cthulhu and Dagon"
    )
    s = solo("commander", seat(0, SHEDAR), seat(1, CAPH, lens=1, bot=1), seat(2, RUCHBAH, bot=1))
    play = begin(s)
    choose(play, "effect")
    assert labels(play)[0] == "Take from Bo (Blue)"
    assert prompt(play) == "The Commander: from whom do you take a token?"
    choose(play, "target blue")
    assert prompt(play) == "What do you take from Bo?"
    s = solo("programmer", seat(0, SHEDAR), seat(1, CAPH, lens=1), seat(2, RUCHBAH, bot=1))
    own(s, 0, "cruiser")
    play = begin(s)
    choose(play, "use cruiser")
    assert prompt(play) == "The Cruiser: who has to give you a token?"
    s = solo("programmer", seat(0, SHEDAR), seat(1, CAPH, lens=1, bot=1))
    own(s, 0, "cruiser")
    play = begin(s)
    choose(play, "use cruiser")
    assert prompt(play) == "The Cruiser of Ada takes a token from you. Which one do you give?"


@rule("CA-5.12")
def test_a_question_about_capsules_names_what_is_owed() -> None:
    play = begin(solo("intendant", seat(0, SHEDAR, coin=1, capsule=1), seat(1, CAPH)))
    choose(play, "effect", "build phobos")
    assert prompt(play) == "You owe 1 coin. How much of that do you pay with capsules?"


# The log


@rule("CA-11.3", "CA-11.5")
def test_the_log_tells_only_coins_that_are_laid() -> None:
    for left, sentence in (
        (6, ["Foreman, Earthman, Geneticist and Broker each get a coin."]),
        (1, ["Foreman gets a coin."]),
        (0, []),
    ):
        row = SIX.replace("martian", "earthman")
        s = chosen(table(seat(0, SHEDAR), seat(1, CAPH), row=row), "programmer", "installer")
        s.reserve[COIN] = left
        s.witness = Witness(3)
        choose(begin(s), "skip", "skip")
        told = log(s)
        end = told.index(
            "Round 1 is over. The used cards are flipped to Cyberneticist and Engineer."
        )
        assert [line for line in told[end + 1 :] if "coin" in line] == sentence


@rule("CA-16.11", "CA-16.12", "CA-4.4", "CA-4.12")
def test_the_log_tells_what_a_player_chose() -> None:
    s = solo("foreman", seat(0, SHEDAR), seat(1, CAPH))
    s.witness = Witness(3)
    choose(begin(s), "effect")
    assert "Ada may terraform 1 more planet this turn." in log(s)
    s = solo("planetologist", seat(0, SHEDAR), seat(1, CAPH))
    s.witness = Witness(3)
    choose(begin(s), "effect", "skip")
    assert "Ada's first planet this turn costs 1 token less." in log(s)
    assert "Bo neither lets the Installer work nor purchases anything." in log(s)
    s = solo("programmer", seat(0, SHEDAR), seat(1, CAPH))
    own(s, 0, "signal_relay")
    s.witness = Witness(3)
    choose(begin(s), "use station")
    told = log(s)
    assert told.index("Ada uses the station.") < told.index("Ada gains 1 coin.")


@rule("CA-4.16", "CA-16.22", "CA-16.23", "CA-16.26")
def test_the_log_names_the_complex_that_gives_something() -> None:
    me = seat(0, settle(SHEDAR, "Dagon", "Hastur", "Azathoth"), coin=2)
    s = solo("installer", me, seat(1, CAPH))
    assert s.optimized(me)
    s.witness = Witness(3)
    choose(begin(s), "skip")
    assert [line for line in log(s) if "Complex" in line] == [
        "Ada gains 1 bot from the Robotics Complex.",
        "Ada gains 1 coin from the Trade Complex.",
        "Ada gains 1 coin from the Banking Complex.",
    ]


@rule("CA-4.7", "CA-4.17")
def test_the_log_tells_coins_only_where_some_lie() -> None:
    for coins, sentences in (("2", ["Ada takes 2 coins from the card."]), ("0", [])):
        s = solo("martian", seat(0, SHEDAR), seat(1, CAPH), coins=f"{coins} 0 0 0 0 0 0")
        s.witness = Witness(3)
        begin(s)
        assert [line for line in log(s) if "coin" in line] == sentences


@rule("CA-16.9", "CA-16.10", "CA-16.13")
def test_the_log_tells_raids_extortions_and_swaps_apart() -> None:
    s = solo("commander", seat(0, SHEDAR), seat(1, CAPH, bot=1, lens=1), logistics="mars")
    own(s, 0, "cruiser")
    s.witness = Witness(3)
    play = begin(s)
    choose(play, "use cruiser", "give bot", "effect", "target blue")
    told = log(s)
    at = told.index("Ada demands a token from Bo.")
    assert told[at + 1] == "Ada takes 1 bot from Bo."
    at = told.index("Ada raids Bo.")
    assert told[at + 1] == "Ada takes 1 lens from Bo."
    s = solo("commander", seat(0, SHEDAR), seat(1, CAPH))
    own(s, 0, "transporter")
    s.witness = Witness(3)
    choose(begin(s), "use transporter", "swap 7")
    assert "Ada swaps Cthulhu and Dagon." in log(s)


@rule("CA-15.4")
def test_the_log_tells_what_decides_at_the_round_cap() -> None:
    for first, second, sentence in (
        (seat(0, settle(SHEDAR, "Hastur")), seat(1, CAPH, capsule=5),
         "Ada has the most inhabited planets: 1."),
        (seat(0, SHEDAR, bot=2), seat(1, CAPH, cell=1, coin=1),
         "Nobody has an inhabited planet. Of all who are level, "
         "Bo has the most valuable tokens: 5 in all."),
        (seat(0, SHEDAR, bot=2), seat(1, CAPH, cell=1),
         "Ada has no inhabited planet and tokens worth 4. Nobody has more, "
         "and Ada comes first in the choosing order."),
    ):  # fmt: skip
        s = chosen(table(first, second, row=SIX), "programmer", "installer")
        s.round = 60
        s.witness = Witness(3)
        play = begin(s)
        while not play.over:
            choose(play, offered(play)[-1])
        assert log(s)[-1] == sentence


# Reasons


@rule("CA-5.11", "CA-5.12")
def test_reasons_about_capsules_count_what_is_owed() -> None:
    """Mir costs 1 coin and 2 lenses."""
    play = begin(solo("installer", seat(0, CAPH, coin=1, lens=1, capsule=2), seat(1, SHEDAR)))
    choose(play, "skip", "terraform caph_2")
    assert prompt(play) == "You owe 1 coin. How much of that do you pay with capsules?"
    assert why_not(play, "capsules 2") == "You owe only 1 coin. (CA-5.12)"
    choose(play, "capsules 0")
    assert prompt(play) == "You owe 2 lenses. How much of that do you pay with capsules?"
    assert why_not(play, "capsules 0") == (
        "You are short of 1 lens; at least 1 capsule must stand in. (CA-5.12)"
    )


@rule("CA-6.3", "CA-9.1")
def test_reasons_against_effects_say_what_is_wrong() -> None:
    s = solo("installer", seat(0, settle(CAPH, "Almaz"), lens=1, bot=1), seat(1, SHEDAR))
    s.logistics = 1
    play = begin(s)
    assert why_not(play, "use genetic_bot") == (
        "Your logistics is not optimized: the card shows Mars, but 5 of your 7 symbols show "
        "Earth. (CA-6.3)"
    )
    assert why_not(play, "use station") == "You do not have a station. (CA-9.1)"


@rule("CA-7.1", "CA-16.11", "CA-16.24")
def test_what_is_missing_counts_the_discount_and_the_engineering_complex() -> None:
    """Freedom costs 1 bot and 2 lenses."""
    play = begin(solo("programmer", seat(0, CAPH, coin=2, lens=1, bot=9), seat(1, SHEDAR)))
    choose(play, "skip")
    plain = "Freedom costs 1 bot and 2 lenses; you still need 1 lens. (CA-7.1)"
    assert why_not(play, "terraform caph_7") == plain
    play = begin(solo("planetologist", seat(0, CAPH, bot=3), seat(1, SHEDAR)))
    choose(play, "effect")
    assert why_not(play, "terraform caph_7") == (
        "Freedom costs 1 bot and 2 lenses, 1 token less this turn; you still need 1 lens. (CA-7.1)"
    )
    built = settle(CAPH, "Salyut")
    s = solo("programmer", seat(0, built, coin=1, bot=2, cell=2), seat(1, SHEDAR))
    play = begin(s)
    assert not s.optimized(s.players[0])  # one lens may be a coin
    choose(play, "skip")
    assert why_not(play, "terraform caph_7") == plain


@rule("CA-2.2", "CA-2.3")
def test_colours_and_systems_are_refused_by_their_own_rules() -> None:
    match = Match(GAME, 2, {"system_assignment": "choose"}, seed=1)
    match.choose("colour red")
    tokens = {refusal.option.token for refusal in match.refusals()}
    assert tokens == {"colour red"}
    match.choose("colour blue")
    match.choose("system caph")
    assert {refusal.option.token for refusal in match.refusals()} == {"system caph"}


@rule("CA-2.7")
def test_the_table_shows_what_is_chosen_in_setup_only() -> None:
    def panels(settings: dict[str, str]) -> list[str]:
        scene = Match(GAME, 2, settings, seed=1).scene(0)
        return [thing.id for thing in scene.things() if thing.id in ("colours", "systems", "cards")]

    assert panels({}) == ["colours"]
    assert panels({"system_assignment": "choose"}) == ["colours", "systems"]
    assert panels({"specialist_selection": "pick"}) == ["colours", "cards"]


@rule("CA-4.2", "CA-4.4", "CA-9.1")
def test_an_effect_is_refused_by_what_is_missing() -> None:
    s = solo("programmer", seat(0, SHEDAR), seat(1, CAPH, bot=1))
    own(s, 0, "transporter")
    play = begin(s)
    assert why_not(play, "use cruiser") == "You do not have a ship that shows this side. (CA-9.1)"
    complexes = [token for token in refused(play) if "not inhabited yet. (CA-4.2)" in token]
    assert complexes


@rule("CA-10.5", "CA-16.10")
def test_whoever_has_nothing_unprotected_is_refused_as_a_target() -> None:
    s = solo("commander", seat(0, SHEDAR), seat(1, CAPH, bot=1), seat(2, RUCHBAH))
    play = begin(s)
    choose(play, "effect")
    assert why_not(play, "target yellow") == "Cy has nothing unprotected. (CA-10.5)"


@rule("CA-16.14", "CA-16.15")
def test_an_object_is_not_turned_to_the_side_that_is_up() -> None:
    s = solo("captain", seat(0, SHEDAR, coin=3), seat(1, CAPH))
    own(s, 0, "cruiser")
    play = begin(s)
    if asked(play)[1] == "start_effects":
        choose(play, "done")
    choose(play, "effect")
    assert offered(play) == ["turn transporter", "pass"]
    assert why_not(play, "turn cruiser") == "Your ship already shows this side. (CA-16.15)"
