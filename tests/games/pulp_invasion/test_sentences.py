"""What the player reads: the log in the order of events, prices and effects, true reasons."""

from __future__ import annotations

import re

import pytest

from starhall.engine.scene.elements import Card
from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import BLACK
from starhall.games.pulp_invasion.game import GAME
from tests.games.pulp_invasion.tables import (
    Desk,
    draws,
    line,
    new_round,
    search,
    table,
    take,
    witnessed,
)


def reasons(desk: Desk) -> dict[str, tuple[str, str]]:
    """By token: the rule and the sentence of every refusal."""
    found = GAME.refusals(desk.s, desk.play.decisions[0])
    return {
        refusal.option.token: (
            refusal.reason.rule,
            GAME.text.say(f"refusal.{refusal.reason.key}", refusal.reason.values),
        )
        for refusal in found
    }


# The log


@rule("PI-7.2")
def test_an_evade_is_told_before_what_it_costs() -> None:
    s = witnessed(table("kah", bag={"blue": 1, "black": 1}))
    desk = line(s, "countess_of_comets", "guardforce_01").choose("evade", "lose combat")
    assert desk.log[:2] == ["The Countess of Comets is evaded.", "You pay 1 Combat."]
    assert set(desk.log[2:]) == {
        "You draw a blue cube and lose 1 Diplomacy.",
        "You draw a black cube, which does no harm.",
    }


@rule("PI-4.9", "PI-19.9")
def test_a_location_among_reinforcements_does_not_join_the_line() -> None:
    s = witnessed(table())
    cards = ("reinforcements", "guardforce_01", "guardforce_02", "guardforce_04", "oracle_pit")
    desk = draws(s, *cards)
    told = "\n".join(desk.log)
    assert "Pit of the Oracle, a Location, is drawn as a reinforcement." in told
    assert "The Location is now Pit of the Oracle." in told
    assert "joins the line" not in told


@rule("PI-3.5")
def test_cubes_that_leave_the_quietus_are_told() -> None:
    for cubes, sentence in (
        (1, "its 1 black cube goes to the supply."),
        (5, "its 5 black cubes go to the supply."),
    ):
        s = witnessed(table("quietus", quietus=cubes))
        s.gather(s.decks[0], s.discard)
        log = new_round(s).log
        assert f"You leave the Sector of The Quietus: {sentence}" in log
    s = witnessed(table("quietus"))
    s.gather(s.decks[0], s.discard)
    assert not [line for line in new_round(s).log if "The Quietus:" in line]


@rule("PI-8.13", "PI-10.8")
def test_scanning_6_is_told() -> None:
    s = witnessed(table("kah", dice={"scanning": 6}, bag={"yellow": 1}))
    desk = search(s, "guardforce_17").choose("use", "turn 1")
    assert desk.log[-3:] == [
        "You use the Scanning Technology die at 6.",
        "The Scanning Technology die is turned down to 1.",
        "You look through the 5 Super Weapons that are left and choose one.",
    ]


@rule("PI-9.19", "PI-9.14")
def test_cubes_that_go_back_into_the_bag_are_told() -> None:
    s = witnessed(table("synod", planet="choir_world", bag={"white": 1, "black": 1}))
    desk = search(s, "guardforce_10")
    assert "1 white cube goes back into the bag." in desk.log
    assert "1 black cube goes back into the bag." in desk.log


@rule("PI-8.9", "PI-10.9")
def test_what_a_die_or_a_weapon_does_is_told() -> None:
    s = witnessed(table(dice={"weapons": 6}, understood=["gravity_harpoon"], points=(9, 9, 9)))
    desk = line(s, "guardforce_05", "guardforce_02").choose(
        "engage", "boost weapons/combat", "turn 4", "aim gravity_harpoon/combat"
    )
    assert desk.log == [
        "You use the Weapons Specialist die at 6.",
        "The demand for Combat falls by 3.",
        "The Weapons Specialist die is turned down to 4.",
        "You use the Gravity Harpoon.",
        "The demand for Combat falls by 2.",
    ]


@rule("PI-13.4", "PI-12.4", "PI-4.13", "PI-4.14")
def test_what_sets_off_an_effect_is_told_unless_it_is_the_card_at_hand() -> None:
    s = witnessed(table("synod", bag={"white": 1}))
    desk = line(s, "guardforce_13", "guardforce_01").choose("evade", "lose combat")
    assert desk.log[2:] == [
        "1 black cube goes into the bag.",  # the text of the card itself
        "The Synod of Masks takes effect.",
        "1 black cube goes into the bag.",
    ]
    s = witnessed(table("quietus", location="mirror_palace", quietus=1, bag={"white": 1}))
    desk = line(s, "guardforce_02", "guardforce_10", "guardforce_01")
    desk.choose("evade", "lose combat", "evade", "lose combat")
    effect = ["Mirror Palace takes effect.", "1 black cube leaves The Quietus."]
    assert [told for told in desk.log if told in effect] == effect  # with no cube left, nothing
    s = witnessed(table(location="nine_moon_bazaar", maxima=(6, 5, 5)))
    desk = draws(s, "hypno_herald", "guardforce_01", "guardforce_02", "guardforce_04")
    assert desk.log[-4:] == [
        "The Hypno-Herald takes effect.",
        "1 black cube goes into the bag.",
        "Nine-Moon Bazaar takes effect.",
        "You gain 1 Combat.",
    ]


@rule("PI-19.1", "PI-14.3", "PI-12.4")
@pytest.mark.parametrize("there", [0, 1])
def test_an_effect_that_moves_nothing_is_not_told(there: int) -> None:
    s = witnessed(table("synod", bag={"white": 1}))
    s.quietus, s.supply[BLACK] = 15 - there, there
    desk = line(s, "guardforce_02", "guardforce_01").choose("evade", "lose combat")
    assert ("The Synod of Masks takes effect." in desk.log) == bool(there)
    assert s.bag[BLACK] == there
    s = witnessed(table("quietus", location="ghost_barracks", quietus=there))
    desk = line(s, "guardforce_01", "guardforce_02").choose("engage", "pay", "spend 1/0/0")
    assert ("Ghost Barracks takes effect." in desk.log) == bool(there) and s.quietus == 0
    s = witnessed(table())
    cards = ("reinforcements", "guardforce_01", "guardforce_02", "guardforce_03")
    for card in s.decks[0].cards[:]:
        s.move(card, s.decks[0], s.discard)
    desk = draws(s, *cards, *["guardforce_04"][:there])
    assert ("Reinforcements! takes effect." in desk.log) == bool(there)
    assert len(s.line.cards) == 4 + there


@rule("PI-7.7", "PI-7.8")
def test_why_a_cube_does_no_harm_is_told() -> None:
    s = witnessed(table("kah", points=(0, 4, 4), bag={"red": 1, "black": 1}))
    desk = line(s, "guardforce_01", "guardforce_02").choose("evade", "lose science")
    assert set(desk.log[2:]) == {
        "You draw a red cube, which does no harm: Combat is at 0 already.",
        "You draw a black cube, which does no harm.",
    }


# Questions


@rule("PI-D9", "PI-D11", "PI-D13", "PI-D14", "PI-D17")
def test_a_question_names_what_asks_it() -> None:
    desk = line(table(), "vox_the_smuggler").choose("engage", "pay", "spend 0/2/0")
    assert desk.prompt == "Vox, Smuggler King raises one of your abilities by up to 1. Which one?"
    s = table("kah", dice={"weapons": 3, "ai": 5}, bag={"white": 1})
    desk = line(s, "time_slip").choose("lose combat")
    assert desk.prompt == "Time Slip lets you turn one of your dice up by 2. Which one?"
    s = table(dice={"engineer": 2, "ai": 3, "scanning": 4})
    desk = line(s, "guardforce_01").choose("tune engineer")
    assert desk.prompt == "The Engineer die lets you turn a System die up by 1. Which one?"
    desk = line(table(weapons=["mind_loom"]), "professor_nul")
    desk.choose("engage", "pay", "spend 0/0/2")
    assert desk.prompt == (
        "Professor Nul lets you put a cube from the supply on a Super Weapon. "
        "Which cube, on which weapon?"
    )
    s = table("kah", hand=["guardforce_02", "guardforce_03"], bag={"white": 1})
    desk = line(s, "agent_scarlet").choose("evade", "lose combat")
    assert desk.prompt == "Agent Scarlet makes you discard a card from your hand. Which one?"
    desk = search(table(planet="terminus_gate", hand=["guardforce_02"]), "guardforce_01")
    removes = "lets you remove a cube from the bag. Which one?"
    assert desk.choose("act").prompt == f"Terminus Gate {removes}"
    for die, value, use in (("scanning", 2, "extract"), ("infiltration", 6, "sweep")):
        desk = line(table(dice={die: value}, auto=False), "guardforce_01").choose("evade")
        name = GAME.text.name("die", die)
        desk.choose(f"{use} {die}", "turn 1")
        assert desk.prompt == f"The {name} die {removes}"


@rule("PI-D9", "PI-8.14", "PI-8.16", "PI-8.17")
def test_a_question_about_a_die_names_the_die() -> None:
    desk = line(table(dice={"ai": 1}), "guardforce_05").choose("engage").rig_roll(4)
    desk.choose("borrow ai/weapons")
    assert desk.prompt == (
        "The Weapons Specialist die was rolled for you and shows 4. Do you use this face?"
    )
    ai = "The Artificial Intelligence die"
    desk = line(table(dice={"ai": 2, "weapons": 1}), "guardforce_05").choose("engage", "swap ai")
    assert desk.prompt == (
        f"{ai} swaps one of your dice for one in the box. Which do you give back?"
    )
    desk = line(table(dice={"ai": 6, "weapons": 1}), "guardforce_05").choose("engage", "reroll ai")
    assert desk.prompt == (
        "You use the Artificial Intelligence die. To which value do you turn it down?"
    )
    assert desk.choose("turn 1").prompt == f"{ai} lets you roll one of your dice again. Which one?"
    s = table(dice={"scanning": 3}, weapons=["mind_loom", "nova_lance"])
    desk = line(s, "guardforce_05").choose("fathom scanning", "turn 1")
    assert desk.prompt == (
        "The Scanning Technology die lets you understand a Super Weapon. Which one?"
    )


# Prices and effects


@rule("PI-8.8", "PI-21.41")
def test_a_face_with_two_parts_names_those_that_are_possible() -> None:
    def label(card: str, dice: dict[str, int]) -> str:
        desk = line(table(dice={"engineer": 6, **dice}), "guardforce_02", card).choose("engage")
        return desk.labels[desk.tokens.index("overhaul engineer")]

    turns = "turn a System die up by 2"
    assert label("guardforce_04", {}) == "Engineer at 6: 2 less Super Science to pay"
    assert label("guardforce_01", {"ai": 3}) == f"Engineer at 6: {turns}"
    both = f"Engineer at 6: 2 less Super Science to pay, and {turns}"
    assert label("guardforce_04", {"ai": 3}) == both


@rule("PI-19.5", "PI-10.9", "PI-4.1")
def test_weapons_and_planets_say_what_they_do() -> None:
    s = table(understood=["gravity_harpoon", "mind_loom", "star_mirror"])
    assert line(s, "guardforce_05").choose("engage").labels[1:-1] == [
        "Use Gravity Harpoon: 2 less Combat to pay",
        "Use Mind Loom: Engage Strength -1, and the card is engaged with Combat",
        "Use Mind Loom: Engage Strength -1, and the card is engaged with Diplomacy",
        "Use Mind Loom: Engage Strength -1, and the card is engaged with Super Science",
        "Use Star Mirror: up to 2 converted points of this payment cost 1 instead of 2",
    ]
    s = table(dice={"scanning": 3}, weapons=["chronal_vault", "nova_lance"])
    desk = line(s, "guardforce_05").choose("fathom scanning", "turn 1")
    assert desk.labels == [
        "Understand Chronal Vault: an Evade draws no cubes",
        "Understand Nova Lance: a demand for Combat falls by 3",
    ]
    s = table(planet="terminus_gate")
    for planet in ("glacius", "ashkar"):
        take(s, planet, s.row)
    assert new_round(s).labels == [
        "Search Glacius (no dice; Search: +2 cubes)",
        "Search Ashkar, the Furnace World (each Guardforce: Engage Strength -1)",
    ]


@rule("PI-6.2", "PI-7.3", "PI-7.5")
def test_a_card_says_what_it_costs_to_engage_and_to_evade() -> None:
    s = table("kah", points=(1, 6, 3), bag={"red": 1})
    desk = line(s, "guardforce_05", "guardforce_18")
    assert desk.labels == [
        "Engage: it demands 1 Combat and 4 Super Science",
        "Evade: 1 point and 1 cube from the bag",
    ]
    desk.choose("engage")
    assert desk.labels[0] == "Pay 1 Combat and 4 Super Science"
    desk.choose("pay")
    assert desk.prompt == "Guardforce 5: Iron Praetors demands 1 Combat. How do you pay?"
    assert desk.labels == ["Pay 1 Combat", "Pay 2 Diplomacy", "Pay 2 Super Science"]
    desk = line(table("kah", points=(1, 6, 3)), "guardforce_05", "guardforce_18").choose("evade")
    assert desk.labels == [
        "Pay 1 Combat (0 left)",
        "Pay 1 Diplomacy (5 left)",
        "Pay 1 Super Science (2 left)",
    ]


@rule("PI-15.2")
def test_the_sentence_of_a_fatal_option_says_so() -> None:
    s = table("kah", points=(1, 0, 3))
    desk = line(s, "guardforce_02", "guardforce_18").choose("engage")
    assert desk.labels[0] == "Pay 1 Combat and 2 Super Science: this loses the game"
    assert desk.choose("pay_fatal").labels == ["Pay 1 Combat: this loses the game"]
    desk = line(table("kah", points=(0, 1, 4)), "guardforce_14", "guardforce_02")
    assert desk.labels == ["Pay 1 Diplomacy: this loses the game", "Pay 1 Super Science (3 left)"]
    s = table(location="nine_moon_bazaar", points=(0, 0, 4))
    desk = draws(s, "guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05")
    assert desk.labels == [
        "Raise Combat from 0 to 1",
        "Raise Diplomacy from 0 to 1",
        "Raise Super Science: this loses the game",
    ]


@rule("PI-8.8", "PI-8.12")
def test_dice_say_what_they_do() -> None:
    s = table(dice={"weapons": 4, "engineer": 2, "scanning": 5}, points=(9, 9, 9))
    desk = line(s, "guardforce_05", "guardforce_02")
    assert "Engineer at 2: turn a System die up by 1" in desk.labels
    desk.choose("engage")
    assert "Weapons Specialist at 4: 2 less Combat to pay" in desk.labels
    desk.choose("boost weapons/combat")
    assert desk.labels[-1] == "Turn it to 1 (+1 against Combat)"


@rule("PI-D18")
def test_the_void_bell_counts_the_cubes_that_are_there() -> None:
    s = table("quietus", weapons=["void_bell"], bag={"black": 1, "red": 3}, quietus=4)
    desk = line(s, "guardforce_01", "guardforce_02").choose("fire void_bell")
    assert desk.labels == ["1 black cube from the bag", "2 black cubes from The Quietus"]


@rule("PI-9.3", "PI-9.7")
def test_the_search_says_how_many_cubes_and_what_the_action_costs() -> None:
    s = table(planet="nyx_anchorage", hand=["guardforce_02", "guardforce_03"])
    desk = search(s, "guardforce_05")
    assert desk.labels == [
        "Draw 3 cubes",
        "Pay a Key and a Code: +3 cubes in this round's Search",
    ]


# Reasons


@rule("PI-8.22")
def test_a_second_cube_by_a_die_is_refused_by_its_own_rule() -> None:
    s = table(dice={"infiltration": 3})
    s.die_sought = True
    desk = line(s, "guardforce_01", "guardforce_02")
    why = ("PI-8.22", "A die has already added a cube to this round's Search.")
    assert reasons(desk)["seek infiltration"] == why
    s = table(dice={"infiltration": 3}, auto=False)
    s.die_sought = True
    assert reasons(search(s, "guardforce_01"))["seek infiltration"] == why


@rule("PI-8.13", "PI-8.21")
def test_a_die_against_a_kind_of_card_is_refused_by_the_rule_of_that_kind() -> None:
    for value, card, rule_id, kind in (
        (4, "guardforce_01", "PI-8.13", "an Agent"),
        (4, "distress_beacon", "PI-8.13", "an Agent"),
        (6, "countess_of_comets", "PI-8.13", "a Guardforce with a Planet icon"),
        (6, "guardforce_17", "PI-8.21", "a Guardforce with a Planet icon"),
    ):
        desk = line(table(dice={"ai": value}), card, "guardforce_02").choose("engage")
        why = f"The Artificial Intelligence die at {value} works only against {kind}."
        assert reasons(desk)["reroll ai"] == (rule_id, why)


@rule("PI-19.7", "PI-19.8", "PI-19.9")
def test_cards_of_the_line_cite_the_rule_of_their_kind() -> None:
    s = table()
    line(s, "guardforce_01", "countess_of_comets", "distress_beacon")
    scene = GAME.scene(s, 0, ["Ada"], None)
    cards = [card for card in scene.things() if isinstance(card, Card)]
    found = {card.id: card.rule for card in cards}
    assert found["card:guardforce_01"] == "PI-19.7"
    assert found["card:countess_of_comets"] == "PI-19.8"
    assert found["card:distress_beacon"] == "PI-19.9"


@rule("PI-9.3")
def test_a_price_has_an_article() -> None:
    desk = search(table(planet="ashkar", auto=False), "guardforce_01")
    sentence = "The action of Ashkar, the Furnace World costs a Key, and you have no Key in hand."
    assert reasons(desk)["act"] == ("PI-9.3", sentence)
    for hand, lacking in ((["guardforce_02"], "no Code"), ([], "no Key and no Code")):
        desk = search(table(planet="nyx_anchorage", hand=hand, auto=False), "guardforce_01")
        costs = "The action of Nyx Anchorage costs a Key and a Code, and you have"
        assert reasons(desk)["act"] == ("PI-9.3", f"{costs} {lacking} in hand.")


def test_a_name_that_ends_with_a_mark_does_not_stand_before_a_full_stop() -> None:
    """The card Reinforcements! is named by prompts and events."""
    for key, template in GAME.text.templates.items():
        if key.startswith(("prompt.", "event.", "refusal.", "remark.")):
            source = "".join(
                part if isinstance(part, str) else f"<{part.kind}>" for part in template.parts
            )
            if key not in ("event.keeps_card", "event.pays_card", "event.location"):
                assert not re.search(r"<card>[.?!]", source), key
    take(s := table(), "reinforcements", s.hand)
    assert GAME.content.marks[s.hand.cards[0]] < 0  # it is never kept or paid with
