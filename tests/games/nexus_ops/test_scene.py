"""The table in words and the reasons of refusals, from what a seat may know."""

import random
import tomllib
from importlib.resources import files

import pytest

from starhall.engine.errors import IllegalChoice
from starhall.engine.match.match import Match
from starhall.engine.match.opening import new
from starhall.engine.rules.decision import Refusal
from starhall.engine.scene.stage import dress
from starhall.engine.scene.svg.render import render
from starhall.games.nexus_ops.boards import HEXES
from starhall.games.nexus_ops.game import GAME
from tests.games.nexus_ops.tables import BREATH, CONTENT, MOVE, MOVED, Arranged, Running


def words(game: Running, seat: int = 0) -> str:
    from starhall.engine.scene.words import render as in_words

    names = [f"Player {i + 1}" for i in range(game.s.seats)]
    decision = game.decision if game.seat == seat else None
    scene = GAME.scene(game.s, seat, names, decision)
    dress(scene, GAME.look)
    return in_words(scene.check())


def why(game: Running) -> dict[str, str]:
    """Token -> reason, with its rule."""
    names = [f"Player {i + 1}" for i in range(game.s.seats)]

    def said(refusal: Refusal) -> str:
        sentence = GAME.text.say(f"refusal.{refusal.reason.key}", refusal.reason.values, names)
        return f"{sentence} ({refusal.reason.rule})"

    return {refusal.option.token: said(refusal) for refusal in GAME.refusals(game.s, game.decision)}


def test_the_map_in_words() -> None:
    table = Arranged().ground(in0="magma_pool", in1="rock_plains").refinery("in0", 2)
    table.units(0, "in0", leaper=2, human=1).units(1, "in0", strider=1).token("in1", "ex_ref2")
    said = words(table.at(MOVE).play())
    assert "Inner 1: Magma Pool [contested] [refinery 2]" in said
    assert "Player 1: Human [1 can move], 2 Lava Leapers [2 can move]" in said
    assert "Player 2: Rock Strider" in said
    assert "Inner 2: Rock Plains [unexplored]" in said
    assert "Base 1 left: Home base. Home of Player 1 [refinery 2]" in said


def test_the_reach_of_the_unit_being_moved() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "hb3_l", human=1)
    game = table.at(MOVE).play().choose("move in0/human")
    said = words(game)
    assert said.count("[in reach]") == len(game.offered) == 5
    assert "A Human moves from Inner 1." in said
    assert words(game, 1).count("[in reach]") == 5  # everybody can work it out


def test_the_hand_shows_what_is_fulfilled() -> None:
    table = Arranged().units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    game = table.hand(0, "sm_secure_the_monolith", "sm_land_grab").at(MOVED).play()
    lines = words(game).splitlines()
    secure = next(line for line in lines if "Secure the Monolith (Secret" in line)
    land = next(line for line in lines if "Land Grab (Secret" in line)
    assert "[fulfilled now]" in secure and "VP 2" in secure
    assert "[fulfilled now]" not in land


def test_the_battle_in_words() -> None:
    table = Arranged().ground(in0="liquifungus_forest").units(0, "in0", fungoid=2)
    table.units(1, "in0", human=1, crystalline=1).rubium(9, 9).hand(1, "en_second_look")
    game = table.battle(1, 4, 2).play().choose("pass")
    said = words(game, 1)
    assert "Player 1 attacks Player 2 in Inner 1 (Liquifungus Forest)" in said
    assert "Fungoid shows 4, needs 4+ (5+, +1) [hit]" in said
    assert "Fungoid shows 2, needs 4+ (5+, +1) [miss]" in said
    order = [line.split()[0] for line in said.splitlines() if line.strip().endswith("now")]
    assert order == ["Fungoid"]
    assert "that the attacker destroys all defenders" in said


def test_effects_and_odds_of_cards() -> None:
    table = Arranged().units(0, "in0", human=1).units(1, "in0", human=1).rubium(9, 9)
    game = table.hand(0, "en_targeting_link", "en_overdrive", "en_ambush").battle().play()
    assert "17% that the attacker" in words(game)
    game.choose("play en_targeting_link", "side attacker")
    said = words(game)
    assert "all dice +1" in said and "33% that the attacker" in said


def test_every_kind_of_decision_can_be_read_by_its_seat() -> None:
    """Random matches over the options: prompt, options and table are complete sentences."""
    seen = set()
    plans: list[tuple[int, dict[str, str]]] = [
        (2, {"alternate_units": "on", "top_priority": "on"}),
        (4, {"teams": "on", "king_of_the_hill": "on"}),
        (3, {"executive_orders": "on"}),
        (2, {"vortex": "on", "two_player_board": "rift_corridor"}),
    ]
    for seed, (seats, settings) in enumerate(plans):
        match = Match(GAME, seats, {"round_cap": 14, **settings}, seed)
        chance = random.Random(seed)
        while not match.over:
            decision = match.decision
            if decision.kind not in seen or chance.random() < 0.01:
                seen.add(decision.kind)
                said = match.text(decision.seat)
                for option in decision.options:
                    assert match.label(option, decision) in said
                assert "{" not in said
                render(match.scene(None))
            kept = [o for o in decision.options if o.verb not in ("exchange", "done")]
            match.choose(chance.choice(kept or decision.options))
        assert match.ending() in match.text(0)
    assert {"move", "dest", "window", "casualty", "objective", "top", "hill", "pass_card"} <= seen


def test_every_id_has_a_text() -> None:
    needed = [f"name.card.{id}" for id in CONTENT.cards] + [f"card.{id}" for id in CONTENT.cards]
    needed += [f"name.unit.{id}" for id in CONTENT.units] + [
        f"ability.{id}" for id in CONTENT.units
    ]
    needed += [f"name.hex.{id}" for id in HEXES] + [f"name.token.{id}" for id in CONTENT.tokens]
    needed += [f"name.faction.{id}" for id in CONTENT.factions]
    needed += [f"option.any.{option.verb}" for option in GAME.vocabulary.options]
    for setting in GAME.settings:
        needed.append(f"setting.{setting.id}.name")
        needed += [f"setting.{setting.id}.value.{choice}" for choice in setting.choices]
    assert GAME.text.check(needed) == []
    source = files("starhall.games.nexus_ops").joinpath("text/en.toml").read_text("utf-8")
    assert set(tomllib.loads(source)["prompt"]) >= {"deploy", "window", "creep_number"}


# Refusals


def test_why_not_buy() -> None:
    game = Arranged().units(0, "hb0_l", leaper=4).rubium(9, 9).play()
    reasons = why(game)
    assert reasons["buy dragon"] == "A Rubium Dragon costs 12 rubium, and you have 9. (NX-4.2)"
    assert reasons["buy leaper"] == "All your Lava Leaper figures are on the board. (NX-1.5)"
    clones = Arranged(alternate_units="on").rubium(9, 9).play()
    clones.choose("buy clone", "place hb0_l")
    clones.choose("buy clone")
    assert "Only one Clone a turn" in why(clones)["place hb0_l"]
    assert "one of your home hexes" in why(clones)["place in0"]
    clones.choose("place hb0_r", "buy clone")
    assert "NX-17.23" in why(clones)["buy clone"]


def test_why_not_play() -> None:
    table = Arranged().hand(0, "en_ambush", "en_warp_gate").rubium(9, 9)
    reasons = why(table.play())
    assert "in a battle before the dice" in reasons["play en_ambush"]
    assert "and you have none" in reasons["play en_warp_gate"]
    fight = Arranged(3).units(0, "in0", human=1).units(1, "in0", human=1).rubium(9, 9, 9)
    fight.hand(2, "en_evac_shuttle", "en_static_storm", "en_second_look")
    reasons = why(fight.battle().play())
    assert "attacker or the defender" in reasons["play en_evac_shuttle"]
    assert "after dice are rolled" in reasons["play en_second_look"]


def test_why_not_go() -> None:
    table = Arranged().ground(in1="magma_pool").units(0, "in0", human=2).units(1, "in0", human=1)
    table.units(1, "ed0", human=1)
    game = table.at(MOVE).play().choose("move in0/human")
    reasons = why(game)
    assert reasons["go in1"] == "A Human cannot enter Inner 2 (Magma Pool). (NX-5.6)"
    assert "(NX-5.4)" in reasons["go ed0"]
    assert reasons["go in3"] == "The Human in Inner 1 cannot get as far as Inner 4. (NX-5.14)"
    game.choose("go in5")
    assert "has moved already" in why(game)["move in5/human"]


def test_why_not_breathe_or_score() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in1", human=2).units(0, "in3", dragon=1)
    table.units(0, "ed4", dragon=1).units(1, "ed4", human=1)
    game = table.rubium(9, 9).at(BREATH).play()
    assert "no enemy within reach" in why(game)["breathe in3"]
    assert "contested hex" in why(game)["breathe ed4"]
    table = Arranged().units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    table.hand(0, "sm_secure_the_monolith", "sm_land_grab", "sm_fungicide")
    reasons = why(table.at(MOVED).play())
    assert "not fulfilled" in reasons["score sm_land_grab"]
    assert "after winning a battle" in reasons["score sm_fungicide"]


def test_an_objective_is_not_the_mission_of_a_battle() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in0", human=1).rubium(9, 9)
    table.units(0, "mono", strider=2).units(1, "hb3_l", human=1)
    table.hand(0, "sm_secure_the_monolith", "sm_shatter_the_spires", "sm_stone_claim")
    game = table.battle(6).play()
    assert game.kind == "battle_mission"
    reasons = why(game)
    assert "is an Objective" in reasons["score sm_secure_the_monolith"]
    assert reasons["score sm_stone_claim"] == "This battle does not fulfil Stone Claim. (NX-8.29)"
    assert "score sm_shatter_the_spires" not in reasons


def test_why_a_unit_cannot_leave_a_contested_hex_for_another() -> None:
    table = Arranged().ground(in0="rock_plains").units(0, "co0", strider=1)
    table.units(1, "co0", human=1).units(1, "in1", human=1).units(1, "hb3_l", human=1)
    reasons = why(table.at(MOVE).play().choose("move co0/strider"))
    assert "(NX-5.4)" in reasons["go in1"]  # two hexes away, and within its reach
    assert "(NX-5.14)" in reasons["go hb3_l"]
    held = Arranged().units(0, "hb0_rear", human=1)
    for hex in ("hb0_rear", "hb0_l", "hb0_r"):
        held.units(1, hex, human=1)
    game = held.rubium(9, 9).hand(0, "en_ambush").at(MOVE).play()
    assert "(NX-5.4)" in why(game)["move hb0_rear/human"]


def test_why_a_card_does_not_work_there() -> None:
    table = Arranged().units(0, "in0", human=1, fungoid=1).units(1, "in1", human=1).rubium(9, 9)
    table.hand(0, "en_orbital_drop", "en_warp_gate")
    game = table.play().choose("play en_orbital_drop")
    assert "You do not control Inner 2." in why(game)["at in1"]
    game.choose("at in0", "number 1", "play en_warp_gate")
    reasons = why(game)
    assert "There are enemies" in reasons["at in1"] and "already" in reasons["at in0"]
    assert "A Human cannot enter the Monolith." in reasons["at mono"]
    assert "At least one unit" in why(game.choose("at in2"))["stop"]


def test_every_kind_of_decision_has_rules() -> None:
    text = tomllib.loads(files(GAME.package).joinpath("text/en.toml").read_text("utf-8"))
    assert set(GAME.questions.rules) == set(text["prompt"])


def test_a_bad_choice_changes_nothing() -> None:
    match = new("nexus-ops", seats=2, seed=1)
    match.choose("lead ares_inc")
    match.choose("lead zyborg_tech")
    with pytest.raises(IllegalChoice, match="costs 12 rubium"):
        match.choose("buy dragon")
    with pytest.raises(IllegalChoice, match="did you mean"):
        match.choose("buy humam")
    with pytest.raises(IllegalChoice, match="another|not asked"):
        match.choose("buy human", seat=1 - match.decision.seat)
    assert match.ply == 2 and match.decision.kind == "deploy"
