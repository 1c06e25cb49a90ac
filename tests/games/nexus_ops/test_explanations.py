"""What the table says: options with price and effect, the log, and the reasons of refusals."""

import pytest

from starhall.engine.match.match import Match
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.state import Table
from tests.games.nexus_ops.tables import BEGIN, BREATH, DRAW, HAND_OVER, MOVE, Arranged, dealt


def choose(match: Match[Table], *tokens: str) -> list[str]:
    """Choose, and read what happens."""
    before = len(match.sentences(0))
    for token in tokens:
        match.choose(token)
    return match.sentences(0)[before:]


def labels(match: Match[Table]) -> dict[str, str]:
    decision = match.decision
    return {option.token: decision.sentence(option) for option in decision.options}


def why(match: Match[Table]) -> dict[str, str]:
    return {r.option.token: match.reason(r) for r in match.decision.refusals()}


# Options


@rule("NX-4.2", "NX-16.3")
def test_a_purchase_names_its_price() -> None:
    match = Arranged().rubium(12, 0).hand(0, "en_bulk_contract").match()
    assert labels(match)["buy human"] == "Buy a Human (2 rubium)"
    said = choose(match, "play en_bulk_contract")
    assert said == [
        "Mira plays Bulk Contract.",
        "Units cost Mira 1 rubium less in this phase, but at least 1.",
    ]
    assert labels(match)["buy dragon"] == "Buy a Rubium Dragon (11 rubium)"
    said = choose(match, "buy dragon", "place hb0_rear")
    assert said == [
        "Mira buys a Rubium Dragon for 11 rubium.",
        "Mira places the Rubium Dragon on Base 1 rear.",
    ]


@rule("NX-1.6", "NX-16.9")
def test_a_card_names_its_effect_with_the_units_of_the_sheet_in_use() -> None:
    for sheet, units in (("off", "Humans"), ("on", "Clones")):
        match = Arranged(alternate_units=sheet).rubium(2, 0).hand(0, "en_orbital_drop").match()
        assert labels(match)["play en_orbital_drop"] == (
            f"Play Orbital Drop: Deployment. Place up to 2 {units} in a hex you control that they "
            "may enter, or on a home hex of yours."
        )


@rule("NX-5.1", "NX-8.1")
def test_a_move_names_where_from_and_what_it_meets() -> None:
    table = Arranged(3).units(0, "in0", strider=1).units(1, "in1", human=1).token("co0", "ex_ref2")
    table.units(1, "ed0", human=1).units(2, "ed0", human=1).refinery("ed5", 2)
    match = table.rubium(9, 9, 9).at(MOVE).match()
    match.choose("move in0/strider")
    assert match.decision.prompt() == "Movement: where does the Rock Strider in Inner 1 go?"
    said = labels(match)
    assert said["go in1"] == "Move to Inner 2: attacks Bo (50% to win so far)"
    assert said["go ed0"] == "Move to Edge 1: attacks one of Bo and Cleo"
    assert said["go co0"] == "Move to Corner 1 (unexplored)"
    assert said["go ed5"] == "Move to Edge 6 (refinery 2)"
    assert said["go mono"] == "Move to the Monolith"
    assert said["go in1"] in match.text(0)


@rule("NX-8.1", "NX-8.3", "NX-8.14")
def test_a_battle_names_the_enemy_and_the_chance() -> None:
    table = Arranged(3).units(0, "in0", strider=1).units(1, "in0", human=1)
    table.units(0, "in3", human=6).units(1, "in3", human=1).units(2, "in3", human=2)
    match = table.rubium(9, 9, 9).battle().match()
    assert labels(match) == {
        "fight in0": "Fight in Inner 1 against Bo (50% to win)",
        "fight in3": "Fight in Inner 4 against one of Bo and Cleo",
    }
    match.choose("fight in3")
    assert match.decision.kind == "defender"
    assert labels(match)["rival black_helix"] == "Bo, Black Helix Industries (67% to win)"
    huge = Arranged().units(0, "in0", human=12, fungoid=8).units(1, "in0", human=12, fungoid=8)
    huge.units(0, "in3", strider=1).units(1, "in3", strider=1)
    match = huge.rubium(9, 9).battle().match()
    assert labels(match)["fight in0"] == "Fight in Inner 1 against Bo"


@rule("NX-8.20", "NX-8.23")
def test_a_casualty_names_its_cost_and_whether_it_has_rolled() -> None:
    table = Arranged().units(0, "in0", strider=1).units(1, "in0", leaper=1, human=1)
    match = table.units(0, "hb0_l", human=1).rubium(9, 9).battle(1, 4).match()
    assert labels(match) == {
        "lose human": "Lose a Human (costs 2 rubium)",
        "lose leaper": "Lose a Lava Leaper (costs 8 rubium, has rolled)",
    }


@rule("NX-6.4")
def test_a_special_attack_names_its_victims() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=1).units(1, "in5", human=1)
    match = table.rubium(9, 9).at(BREATH, 4).match()
    assert match.decision.prompt() == "Special attacks: which Rubium Dragon strikes?"
    match.choose("breathe in0")
    assert labels(match)["aim in1"] == "Strike at Inner 2 (Bo, hits on 4 or more)"
    assert choose(match, "aim in1")[:2] == [
        "A Rubium Dragon of Mira strikes from Inner 1 at Inner 2 and rolls 4, needing 4 or more.",
        "Bo loses a Human in Inner 2.",
    ]


@rule("NX-16.7", "NX-16.9")
def test_a_battle_card_names_the_players() -> None:
    table = Arranged().units(0, "in0", strider=2).units(1, "in0", strider=2).rubium(9, 9)
    cards = ("en_targeting_link", "en_overdrive", "en_second_look")
    match = table.hand(0, *cards).battle(3, 1, 2, 6, 5, 5, 1, 1, 6).match()
    match.choose("play en_targeting_link")
    assert match.decision.prompt() == "Targeting Link: whose dice change?"
    assert list(labels(match).values()) == [
        "Choose the attacker, Mira (+1 on every die)",
        "Choose the defender, Bo (+1 on every die)",
    ]
    assert choose(match, "side attacker") == ["Mira adds 1 to every die in this battle."]
    match.choose("play en_overdrive")
    assert match.decision.prompt() == "Overdrive: whose units roll more dice?"
    assert list(labels(match).values()) == ["Choose the attacker, Mira", "Choose the defender, Bo"]
    assert choose(match, "side defender") == [
        "The Rock Striders of Bo roll twice as many dice in this battle.",
        "Mira rolls 3 and 1 (Rock Strider, needing 3 or more): 1 hit.",
        "Bo rolls 2, 6, 5 and 5 (Rock Strider, needing 4 or more): 3 hits.",
    ]
    match.choose("play en_second_look")
    assert labels(match)["dice defender/hits"] == "The hits of the defender, Bo (3 dice)"
    assert choose(match, "dice defender/hits")[:2] == [
        "Dice of Bo are rolled again.",
        "Bo rolls 2, 1, 1 and 6 (Rock Strider, needing 4 or more): 1 hit.",
    ]


# The log


@rule("NX-16.7")
def test_deployment_cards_tell_their_effect() -> None:
    table = Arranged().units(0, "in0", human=1).rubium(9, 9).refinery("in0", 2)
    table.hand(0, "en_emergency_funds", "en_orbital_drop", "en_heat_suits", "en_deep_vein")
    match = table.hand(0, "en_forced_march").match()
    assert choose(match, "play en_emergency_funds")[1:] == ["Mira takes 5 rubium."]
    match.choose("play en_orbital_drop")
    assert match.decision.prompt() == "Orbital Drop: in which hex do the figures land?"
    match.choose("at in0")
    assert match.decision.prompt() == "Orbital Drop: how many figures land?"
    assert choose(match, "number 2") == ["Mira drops a Human on Inner 1."] * 2
    assert choose(match, "play en_heat_suits")[1:] == [
        "Units of Mira may enter Magma Pools and the Monolith this turn."
    ]
    assert choose(match, "play en_deep_vein", "at in0")[1:] == [
        "If Mira mines in Inner 1 this turn, the refinery pays twice."
    ]
    assert choose(match, "play en_forced_march", "take human")[1:] == [
        "After its move each Human of Mira may take one more step this turn."
    ]


@rule("NX-7.3", "NX-7.7")
def test_a_found_figure_joins_or_is_not_in_supply() -> None:
    table = Arranged().units(0, "in0", human=1).token("in0", "ex_ref1_strider").rubium(9, 9)
    said = choose(table.at(MOVE).match(), "end_movement")
    assert said[:2] == [
        "Mira explores Inner 1 and finds a refinery of value 1 and a Rock Strider.",
        "The Rock Strider in Inner 1 joins Mira. It is dormant this turn.",
    ]
    table = Arranged().units(0, "in0", strider=6).token("in0", "ex_strider").rubium(9, 9)
    said = choose(table.at(MOVE).match(), "end_movement")
    assert said[:2] == [
        "Mira explores Inner 1 and finds a Rock Strider.",
        "All Rock Strider figures of Mira are on the board, so nobody joins in Inner 1.",
    ]


@rule("NX-17.4", "NX-17.5")
def test_everybody_else_draws_when_there_is_a_king_of_the_hill() -> None:
    table = Arranged(3, king_of_the_hill="on").units(0, "mono", strider=1).rubium(9, 9, 9)
    said = choose(table.at(DRAW).match(), "take_hill")
    assert said[:3] == [
        "Mira takes a King of the Hill card (1 point).",
        "Bo draws 1 Energize card.",
        "Cleo draws 1 Energize card.",
    ]


@rule("NX-10.2", "NX-11.1")
def test_cards_that_cannot_be_drawn_are_told() -> None:
    table = Arranged(king_of_the_hill="on").units(0, "mono", strider=1).rubium(9, 9)
    table.s.gather(table.s.energize_deck, table.s.spare)
    said = choose(table.at(DRAW).match(), "draw_energize")
    assert said[:2] == [
        "Mira controls the Monolith.",
        "No Energize card is left for Mira to draw.",
    ]


@rule("NX-17.13", "NX-17.14")
def test_the_line_tells_what_is_added() -> None:
    table = Arranged(2, transmissions="on").units(0, "in0", human=1).rubium(9, 9)
    table.line("sm_fungicide", "sm_land_grab").next_card("sm_stone_claim", "sm_human_slayer")
    match = table.hand(0, "en_ambush").at(DRAW).match()
    assert match.sentences(1)[0] == (
        "Mira adds Stone Claim and Human Slayer to the transmission line."
    )


@rule("NX-17.6", "NX-13.4")
def test_top_priority_tells_what_everybody_sees() -> None:
    table = Arranged(2, top_priority="on").units(0, "in0", human=1).rubium(9, 9)
    match = table.next_card("sm_stone_claim", "sm_land_grab").at(DRAW).match()
    assert labels(match)["keep sm_land_grab"] == "Keep Land Grab (1 point)"
    match.choose("keep sm_land_grab")
    assert match.sentences(1)[:2] == [
        "Mira looks at 2 Secret Missions.",
        "Mira keeps one of them and puts the other below the deck.",
    ]


@rule("NX-17.10", "NX-17.12")
def test_the_vortex_tells_what_it_moves_and_burns() -> None:
    def stirred(*dice: int) -> list[str]:
        table = Arranged(vortex="on").units(0, "in0", human=2).units(1, "in2", human=1)
        table.s.round = 2
        return table.rubium(9, 9).at(BEGIN, *dice).match().sentences(0)

    assert stirred(1, 2, 3) == [
        "The Vortex sucks in everything in Inner 1 and blows it out to Inner 2.",
        "2 units of Mira land in Inner 2.",
        "The Vortex burns Inner 3.",
        "Bo loses 1 unit in Inner 3 to the Vortex.",
        "Mira controls Inner 2 beside the Vortex.",
        "Mira draws 1 Energize card.",
        "Round 2: Mira begins a turn.",
    ]
    assert stirred(1, 1, 3)[0] == "The Vortex rolls the same number twice: nothing moves."


@rule("NX-17.15", "NX-17.17")
def test_partners_are_named() -> None:
    match = Match(Arranged().match().game, 4, {"teams": "on"}, 1, ["Mira", "Bo", "Cleo", "Dan"])
    for _ in range(4):
        match.choose(match.decision.options[0])
    assert "Mira and Cleo play together against Bo and Dan." in match.sentences(None)
    assert "partner of Cleo" in match.text(0) and "partner of Dan" in match.text(None)
    table = Arranged(4, teams="on").units(0, "in0", human=1).hand(2, "en_ambush")
    match = table.rubium(9, 9, 9, 9).at(HAND_OVER).match()
    assert match.decision.prompt() == "Pass a card to your partner Mira?"


# Alternate units and the Vortex


@rule("NX-1.6", "NX-17.21")
def test_cards_name_the_units_of_the_sheet_in_use() -> None:
    cards = ("sm_human_slayer", "sm_giant_killers", "en_orbital_drop")
    standard = Arranged().hand(0, *cards).match().text(0)
    assert "at least 2 defending Humans were destroyed" in standard
    said = Arranged(alternate_units="on").hand(0, *cards).match().text(0)
    assert "at least 2 defending Clones were destroyed" in said
    assert "a hit of your Clones destroyed a Monolith Wyrm" in said
    assert "Place up to 2 Clones" in said
    assert "Human figure" in said and "Human figure" not in standard


@rule("NX-17.9", "NX-5.6")
def test_the_middle_is_the_monolith_or_the_vortex() -> None:
    table = Arranged().units(0, "in0", human=1).rubium(9, 9).at(MOVE)
    match = table.match()
    match.choose("move in0/human")
    assert why(match)["go mono"] == "A Human cannot enter the Monolith. (NX-5.6)"
    match = Arranged(vortex="on").units(0, "in0", human=1).rubium(9, 9).at(MOVE).match()
    match.choose("move in0/human")
    assert why(match)["go mono"] == "No unit can enter the Vortex. (NX-17.9)"
    refusal = next(r for r in match.refusals() if r.option.token == "go mono")
    assert match.label(refusal.option, match.decision) == "Enter the Vortex"
    assert "Monolith:" not in match.text(0) and "Vortex:" in match.text(0)


def test_every_hex_has_a_name_without_coordinates() -> None:
    table = dealt(2, two_player_board="rift_corridor")
    text = Arranged().match().game.text
    names = [text.name("hex", hex) for hex in ("(3,0)", "(2,1)", "(-3,1)", "(-3,0)", "(-2,-1)")]
    assert names == [f"Rift {n}" for n in range(1, 6)] and table.seats == 2


# Reasons


@rule("NX-5.3", "NX-5.5", "NX-5.9")
def test_the_reason_names_what_ends_the_way() -> None:
    table = Arranged().ground(in0="magma_pool").units(0, "in0", leaper=1).units(1, "in0", human=1)
    match = table.units(1, "ed0", human=1).rubium(9, 9).at(MOVE).match()
    match.choose("move in0/leaper")
    reasons = why(match)
    assert "cannot leap over enemies" in reasons["go hb0_r"] and "(NX-5.5)" in reasons["go hb0_r"]
    assert "(NX-5.4)" in reasons["go ed0"] and "(NX-5.14)" in reasons["go hb3_l"]
    table = Arranged().ground(ed0="rock_plains").units(0, "in0", strider=1)
    match = table.units(1, "ed0", human=1).rubium(9, 9).at(MOVE).match()
    match.choose("move in0/strider")
    reasons = why(match)
    assert "must stop at the first enemies" in reasons["go hb0_l"]
    assert "(NX-5.3)" in reasons["go hb0_l"]
    assert "only if one of them is Rock Plains" in reasons["go in2"]
    assert "(NX-5.9)" in reasons["go in2"]
    assert "(NX-5.14)" in reasons["go hb3_l"]


@rule("NX-4.6")
@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("en_corporate_spies", "no enemy holds one"),
        ("en_warp_gate", "you have none"),
        ("en_orbital_drop", "not on the board yet"),
    ],
)
def test_the_reason_names_what_a_card_needs(card: str, words: str) -> None:
    table = Arranged().rubium(9, 9).hand(0, card)
    if card == "en_orbital_drop":
        table.units(0, "in0", human=12)
    reason = why(table.match())[f"play {card}"]
    assert words in reason and reason.endswith("(NX-4.6)")


@rule("NX-6.2", "NX-6.3", "NX-6.6")
def test_the_reason_names_why_a_dragon_cannot_strike() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=2).units(0, "co5", dragon=1)
    table.units(0, "in3", dragon=1).units(1, "in3", human=1).units(0, "in2", dragon=1)
    match = table.rubium(9, 9).at(BREATH, 1).match()
    reasons = why(match)
    assert reasons["breathe in3"] == "A Rubium Dragon in a contested hex cannot strike. (NX-6.2)"
    assert reasons["breathe co5"] == "There is no enemy within reach of Corner 6. (NX-6.3)"
    choose(match, "breathe in0")
    if match.decision.kind == "breath_target":
        choose(match, "aim in1")
    assert why(match)["breathe in0"] == "The Rubium Dragon in Inner 1 has struck already. (NX-6.2)"


@rule("NX-6.5", "NX-1.9")
def test_the_reason_names_who_cannot_be_the_victim() -> None:
    table = Arranged(4, teams="on").units(0, "in0", dragon=1)
    table.units(1, "in1", human=1).units(2, "in1", human=1).units(3, "in1", human=1)
    match = table.rubium(9, 9, 9, 9).at(BREATH, 6).match()
    choose(match, "breathe in0")
    assert match.decision.kind == "breath_victim"
    assert "Cleo is your partner. (NX-1.9)" in why(match).values()


@rule("NX-1.9", "NX-16.7")
def test_the_reason_names_whom_spies_cannot_rob() -> None:
    table = Arranged(4, teams="on").hand(0, "en_corporate_spies").hand(2, "en_ambush")
    table.hand(1, "en_overdrive").hand(3, "en_second_look")
    match = table.match()
    choose(match, "play en_corporate_spies")
    assert match.decision.kind == "card_player"
    assert [*why(match).values()] == ["Cleo is your partner. (NX-1.9)"]
    poor = Arranged(3).hand(0, "en_corporate_spies").hand(1, "en_overdrive").match()
    choose(poor, "play en_corporate_spies")
    assert not poor.over and "Mira takes an Energize card from Bo." in poor.sentences(0)


@rule("NX-17.9", "NX-4.3", "NX-16.7", "NX-17.24")
def test_reasons_call_the_middle_by_its_name() -> None:
    def reason(table: Arranged, token: str, *tokens: str) -> str:
        match = table.units(1, "hb3_l", human=1).rubium(9, 9).match()
        choose(match, *tokens)
        return why(match)[token]

    def plain() -> Arranged:
        return Arranged(vortex="on", alternate_units="on").hand(
            0, "en_orbital_drop", "en_deep_vein"
        )

    def battle() -> Arranged:
        table = plain().units(0, "co0", fungoid=2, dragon=1).units(1, "co0", human=1)
        return table.hand(0, "en_evac_shuttle").battle(6, 6, 6)

    home = "The unit must start on one of your home hexes, and the Vortex is not one. (NX-4.3)"
    assert reason(plain(), "place mono", "buy sporling") == home
    assert reason(plain(), "at mono", "play en_orbital_drop") == (
        "You do not control the Vortex. (NX-16.7)"
    )
    assert reason(plain(), "at mono", "play en_deep_vein") == (
        "There is no refinery in the Vortex. (NX-16.7)"
    )
    beside = "Only hexes beside Corner 1 can be chosen, and the Vortex is not one."
    assert reason(battle(), "at mono", "play en_evac_shuttle") == f"{beside} (NX-16.7)"
    assert reason(battle(), "creep mono", "pass") == f"{beside} (NX-17.24)"
    monolith = Arranged().hand(0, "en_deep_vein")
    assert "refinery in the Monolith." in reason(monolith, "at mono", "play en_deep_vein")


@rule("NX-17.26")
def test_shattering_names_its_price_and_its_chance() -> None:
    table = Arranged(alternate_units="on").units(0, "in0", crystalline=1).rubium(9, 9)
    match = table.units(1, "in0", strider=1).battle().match()
    assert labels(match)["shatter"] == (
        "Shatter a Shardian: it is destroyed, and on 3 or more so is an enemy unit"
    )


@rule("NX-16.7")
def test_a_deflector_screen_names_how_many_hits_it_removes() -> None:
    table = Arranged().units(0, "in0", strider=3).units(1, "in0", strider=2).rubium(9, 9)
    match = table.hand(0, "en_deflector_screen").battle(4, 5, 6, 4, 1).match()
    match.choose("play en_deflector_screen")
    assert list(labels(match).values()) == [
        "Choose the attacker, Mira (removes 1 hit)",
        "Choose the defender, Bo (removes 2 hits)",
    ]
    storm = Arranged().units(0, "in0", strider=1).units(1, "in0", strider=1).rubium(9, 9)
    match = storm.hand(0, "en_static_storm").battle().match()
    match.choose("play en_static_storm")
    assert labels(match)["side defender"] == "Choose the defender, Bo (-1 on every die)"
