"""Sections 6 and 8: the steps of a battle and what comes after it."""

import itertools

import pytest

from starhall.engine.errors import IllegalChoice
from starhall.engine.rules.fields import EVERYONE
from starhall.engine.text.rulebook import rule
from tests.games.cyberstrife.lineups import battle, check
from tests.games.cyberstrife.tables import D4, D5, D7, D9, D10, Arranged, Game, card


def raid(attackers: str, defenders: str, hands: tuple[str, str] = ("", ""), **more: str) -> Game:
    """Seat 1 of three has attacked seat 2; `hands` are what both keep back."""
    units = [name.strip() for name in attackers.split("/") if name.strip() != "-"]
    table = Arranged(3).lanes(2, defenders).hand(1, ", ".join(units)).active(1)
    table.hand(1, hands[0]).hand(2, hands[1]).deck(more.get("deck", ""))
    table.traits(1, more.get("traits", "")).traits(2, more.get("enemy_traits", ""))
    game = table.play()
    game.choose(1, "done")
    game.attack(1, attackers)
    return game


# The steps


@rule("CS-6.1", "CS-15.1")
def test_all_defenders_are_revealed_at_once() -> None:
    game = raid("breacher / saboteur / -", "spymaster / headhunter / -", ("breacher", "ghostwire"))
    assert game.asked == {1: D5}
    assert game.told("reveals") == [
        {"who": 1, "units": ["spymaster", "headhunter"], "lanes": ["1", "2"]}
    ]
    for seat in (0, 2, None):
        lanes = game.match.view(seat).zones()[6:9]
        assert [lane.cards for lane in lanes] == [[card("spymaster")], [card("headhunter")], []]
    assert all(lane.sight == EVERYONE for lane in game.player(2).lanes)


@rule("CS-6.2", "CS-6.4")
def test_reveal_then_exchange_then_duplicates() -> None:
    game = raid(
        "breacher / saboteur / -",
        "spymaster / headhunter / -",
        ("breacher", "spymaster"),
        enemy_traits="rapid_redeploy",
    )
    assert (game.asked, len(game.told("reveals"))) == ({2: D4}, 1)
    assert game.offered(2) == ["swap 1/2", "keep"]
    with pytest.raises(IllegalChoice, match=r"Only lanes with a defender.*CS-18\.15"):
        game.choose(2, "swap 1/3")
    game.choose(2, "swap 1/2")
    assert (game.lanes(2), game.asked) == ("headhunter / spymaster / -", {1: D5})
    game.choose(1, "done")
    assert game.asked == {2: D5}
    assert game.offered(2) == ["stack 2", "done"]


@rule("CS-6.2", "CS-18.15")
def test_no_exchange_with_a_single_defender_or_as_attacker() -> None:
    game = raid(
        "breacher / saboteur / -",
        "spymaster / - / -",
        ("", "ghostwire"),
        traits="rapid_redeploy",
        enemy_traits="pincer",
    )
    assert D4 not in game.asked.values()
    assert game.told("battle_won")
    game = raid(
        "- / breacher / -", "- / spymaster / -", ("saboteur", ""), enemy_traits="rapid_redeploy"
    )
    assert D4 not in game.asked.values()
    assert game.told("battle_won")


@rule("CS-6.5")
def test_the_attacker_places_duplicates_first_and_has_no_second_chance() -> None:
    game = raid(
        "breacher / - / -", "spymaster / - / -", ("breacher, breacher", "spymaster, spymaster")
    )
    game.choose(1, "stack 1", "done")
    assert (game.asked, game.hand(1)) == ({2: D5}, ["breacher"])
    game.choose(2, "stack 1")
    assert game.asked == {2: D5}
    game.choose(2, "done")
    # The attacker still holds a duplicate, but the battle is decided.
    assert game.told("battle_won")
    scores = game.told("lane_won")[0]
    assert (scores["own"], scores["enemy"]) == (13, 8)


@rule("CS-6.3", "CS-6.8")
def test_a_duplicate_has_the_same_name_and_goes_on_an_own_unit() -> None:
    game = raid("breacher / saboteur / -", "spymaster / ghostwire / -", ("spymaster, saboteur", ""))
    assert game.offered(1) == ["stack 2", "done"]
    with pytest.raises(IllegalChoice, match=r"no further Breacher.*CS-6\.3"):
        game.choose(1, "stack 1")
    with pytest.raises(IllegalChoice, match=r"no unit in the third lane.*CS-6\.3"):
        game.choose(1, "stack 3")


@rule("CS-6.8")
def test_the_owner_chooses_the_lane_of_each_duplicate() -> None:
    game = raid(
        "datamite_swarm / datamite_swarm / -", "spymaster / - / ghostwire", ("datamite_swarm", "")
    )
    assert game.offered(1) == ["stack 1", "done"]  # lane 2 was not to be had: no dodging
    game = raid("saboteur / saboteur / -", "spymaster / ghostwire / -", ("saboteur", ""))
    assert game.offered(1) == ["stack 1", "stack 2", "done"]
    game.choose(1, "stack 2")
    assert [told["own"] for told in game.told("lane_won")][1] == 9


@rule("CS-6.8", "CS-6.3")
def test_any_number_of_duplicates_on_one_unit() -> None:
    game = raid("breacher / - / -", "spymaster / headhunter / -", ("breacher, breacher", ""))
    game.choose(1, "stack 1", "stack 1")
    won = game.told("lane_won")[0]
    assert (won["who"], won["own"]) == (0, 16)


@rule("CS-6.6", "CS-6.7")
def test_a_stack_is_one_unit_with_one_text_and_one_pair_of_types() -> None:
    check("signals_commander+2 / - / -", "orbital_commando / - / -", "13 - - : 5 - -")
    # Counting sees a stacked drone once; so does "fewer units in the battle".
    check("picket_drone / braincase_sentinel+1 / -", "orbital_commando / - / -", "7 11 - : 6 - -")
    check("bulwark_crew+2 / - / - with last_stand", "breacher / railgun_team / -", "17 - - : 6 5 -")


@rule("CS-6.7", "CS-7.16")
def test_each_duplicate_is_still_an_owned_card() -> None:
    game = raid(
        "breacher / - / -",
        "spymaster / - / -",
        ("breacher, breacher", "ghostwire"),
        traits="underdog_funding",
    )
    game.choose(1, "stack 1", "stack 1")
    # Three cards against two: no help, although the hand is empty.
    assert game.told("lane_won")[0]["own"] == 10 + 6
    assert game.owned(1) == [4]


# Fights and result


@rule("CS-6.9", "CS-6.15")
def test_all_lanes_are_resolved_in_order() -> None:
    game = raid("breacher / juggernaut / goliath_walker", "spymaster / headhunter / field_coder")
    lanes = [event for _, event in game.match.events() if event.what.startswith("lane_")]
    assert [event.values["lane"] for event in lanes] == ["1", "2", "3"]
    game = raid("breacher / - / juggernaut", "spymaster / headhunter / field_coder")
    lanes = [event for _, event in game.match.events() if event.what.startswith("lane_")]
    assert [(event.values["lane"], event.what) for event in lanes] == [
        ("1", "lane_won"),
        ("2", "lane_unopposed"),
        ("3", "lane_won"),
    ]


@rule("CS-6.12")
def test_a_lane_empty_on_both_sides_is_nobodys() -> None:
    fought = battle("breacher / - / -", "- / - / spymaster")
    assert (fought.lanes, fought.winner) == ("A-D", "D")
    game = raid("breacher / - / -", "spymaster / - / -", ("saboteur", "ghostwire"))
    assert [told["lane"] for told in game.told("lane_won")] == ["1"]
    assert game.told("lane_unopposed") == []


# By lane: who stands there and who wins the fight if both do. Strong enough, or tied.
WON = ("juggernaut", "orbital_commando")
LOST = ("bulwark_crew", "orbital_commando")
OUTCOMES = {
    (1, 1): 1, (1, 2): 9, (1, 3): 9,
    (2, 1): 1, (2, 2): 2, (2, 3): 2,
    (3, 1): 0, (3, 2): 1, (3, 3): 2,
}  # fmt: skip


@rule("CS-6.10", "CS-6.11", "CS-6.13", "CS-6.14")
@pytest.mark.parametrize(("attackers", "defenders"), OUTCOMES)
def test_the_table_of_section_6(attackers: int, defenders: int) -> None:
    """Every number of units on both sides, every result of the fights (no dodging, CS-5.5)."""
    fights = min(attackers, defenders)
    for results in itertools.product((True, False), repeat=fights):
        lanes = [WON if won else LOST for won in results]
        left = [pair[0] for pair in lanes] + ["bulwark_crew"] * (attackers - fights)
        right = [pair[1] for pair in lanes] + ["railgun_team"] * (defenders - fights)
        line_up = [" / ".join((side + ["-"] * 3)[:3]) for side in (left, right)]
        fought = battle(line_up[0], line_up[1])
        assert fought.lanes.count("A") == sum(results) + attackers - fights
        expected = "A" if sum(results) >= OUTCOMES[attackers, defenders] else "D"
        assert fought.winner == expected, line_up


@rule("CS-6.16")
def test_a_beaten_unit_stays_until_the_battle_is_over() -> None:
    game = raid(
        "field_coder / breacher / -", "combat_sapper / spymaster / strike_captain", ("saboteur", "")
    )
    assert game.asked == {1: D7}
    assert game.lanes(1) == "field_coder / breacher / -"
    assert game.offered(1) == ["discard breacher", "discard field_coder"]


@rule("CS-7.2", "CS-7.16", "CS-18.9", "CS-6.9")
def test_the_final_line_up_of_a_battle_that_is_played() -> None:
    """Stacks, an empty lane, and the units owned when the fights begin."""
    game = raid(
        "breacher / saboteur / -",
        "spymaster / bulwark_crew / headhunter",
        ("breacher, breacher", "field_coder, ghostwire"),
        traits="underdog_funding",
    )
    game.choose(1, "stack 1", "stack 1")
    # Underdog Funding: 4 units against 5. The Headhunter helps vs Operatives, the Bulwark Crew its
    # neighbour; the Saboteur weakens the Bulwark Crew, a Heavy.
    assert [(told["who"], told["own"], told["enemy"]) for told in game.told("lane_won")] == [
        (0, 10 + 3 + 6, 5 + 4 + 3),
        (1, 9 + 4 - 3, 6 + 3),
    ]
    turn = game.active(1)
    assert turn.lanes_won == [0, 1, 1]
    assert (turn.counted, turn.winner) == ([4, 5], 1)
    assert [(game.player(seat).won, game.player(seat).lost) for seat in (1, 2, 3)] == [
        (0, 1),
        (1, 0),
        (0, 0),
    ]


# After the battle


@rule("CS-8.1", "CS-8.2", "CS-8.3")
def test_the_winner_draws_one_unit_and_no_trait() -> None:
    game = raid(
        "breacher / juggernaut / -",
        "spymaster / headhunter / -",
        ("", "saboteur"),
        traits="pincer, emp_grid",
        deck="ghostwire",
    )
    assert (game.asked, game.owned(1, 2)) == ({2: D7}, [3, 3])
    assert game.hand(1) == ["ghostwire"]
    assert game.traits(1) == ["pincer", "emp_grid"]
    assert len(game.state.copies[0].trait_deck.cards) == 30


@rule("CS-8.4", "CS-8.5")
def test_the_defeated_player_chooses_one_unit_that_took_part() -> None:
    game = raid("juggernaut / breacher / -", "spymaster / field_coder / -", ("", "saboteur"))
    assert game.offered(2) == ["discard spymaster", "discard field_coder"]
    with pytest.raises(IllegalChoice, match=r"did not take part.*CS-8\.4"):
        game.choose(2, "discard saboteur")
    game.choose(2, "discard spymaster")
    assert (game.hand(2), game.pile()) == (["field_coder", "saboteur"], ["spymaster"])


@rule("CS-8.5", "CS-8.6")
def test_a_stack_loses_one_card() -> None:
    game = raid("field_coder / - / -", "juggernaut / headhunter / -", ("field_coder, saboteur", ""))
    game.choose(1, "stack 1")
    assert (game.hand(1), game.pile()) == (["field_coder", "saboteur"], ["field_coder"])
    assert game.lanes(1) == game.lanes(2) == "- / - / -"
    assert game.asked == {1: D10}
    assert "place field_coder" in game.offered(1)


@rule("CS-8.6", "CS-8.1")
def test_survivors_of_both_sides_return_to_hand() -> None:
    game = raid(
        "juggernaut / breacher / -", "spymaster / field_coder / -", ("ghostwire", "saboteur")
    )
    game.choose(2, "discard field_coder")
    assert {"juggernaut", "breacher", "ghostwire"} < set(game.hand(1))
    assert game.hand(2) == ["saboteur", "spymaster"]
    assert game.lanes(1) == game.lanes(2) == "- / - / -"


@rule("CS-8.7", "CS-8.8", "CS-13.5")
def test_down_to_six_of_any_units_owned() -> None:
    game = raid(
        "juggernaut / breacher / saboteur",
        "spymaster / - / -",
        ("ghostwire, ghostwire, headhunter", "field_coder"),
        deck="picket_drone",
    )
    assert (game.owned(1), game.asked) == ([7], {1: D9})
    assert game.offered(1) == [
        "discard ghostwire",
        "discard headhunter",
        "discard breacher",
        "discard saboteur",
        "discard picket_drone",
        "discard juggernaut",
    ]
    with pytest.raises(IllegalChoice, match=r"You own 7 units.*CS-8\.7"):
        game.choose(1, "done")
    game.choose(1, "discard picket_drone")
    assert (game.owned(1), game.asked) == ([6], {1: D10})


@rule("CS-8.7")
def test_no_discard_at_six() -> None:
    hand = "ghostwire, headhunter"
    game = raid("juggernaut / breacher / saboteur", "spymaster / - / -", (hand, "field_coder"))
    assert (game.owned(1), game.asked) == ([6], {1: D10})


@rule("CS-8.10", "CS-13.3")
def test_the_lost_unit_is_not_yet_in_the_pile_for_the_winners_draw() -> None:
    table = Arranged(3).lanes(2, "spymaster / - / -").hand(2, "field_coder").active(1)
    game = table.hand(1, "juggernaut, breacher, saboteur").play()
    copy = game.state.copies[0]
    copy.unit_deck.cards.clear()
    copy.unit_pile.cards[:] = [card("goliath_walker")]
    game.choose(1, "done")
    game.attack(1, "juggernaut / breacher / saboteur")
    assert game.hand(1) == ["breacher", "goliath_walker", "juggernaut", "saboteur"]
    assert (game.pile(), game.sizes()) == (["spymaster"], (0, 1))
