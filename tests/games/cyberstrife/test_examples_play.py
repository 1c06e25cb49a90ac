"""The worked examples of section 20 that are played: one turn at a time."""

from starhall.engine.text.rulebook import rule
from tests.games.cyberstrife.tables import Arranged, Game, deal


def raid(attackers: str, defenders: str, **more: str) -> Game:
    """Three players; seat 1 has attacked seat 2 with these line-ups and nothing else in hand."""
    table = Arranged(3).lanes(2, defenders).active(1)
    units = [name.strip() for name in attackers.split("/") if name.strip() != "-"]
    table.hand(1, ", ".join(units) + ", " + more.get("attacker_hand", ""))
    table.hand(2, more.get("defender_hand", ""))
    table.traits(1, more.get("attacker_traits", "")).traits(2, more.get("defender_traits", ""))
    table.deck(more.get("deck", ""))
    game = table.play()
    game.choose(1, "done")
    game.attack(1, attackers)
    return game


@rule("CS-3.2", "CS-4.1", "CS-4.2", "CS-4.3", "CS-4.4", "CS-9.1")
def test_cs_20_1_first_turn() -> None:
    game = deal(2)
    hand, traits = game.hand(1), game.traits(1)
    assert (len(hand), len(traits)) == (6, 2)
    top_units = game.state.copies[0].unit_deck.cards[-2:]
    top_trait = game.state.copies[0].trait_deck.cards[-1]
    game.choose(1, f"mark {hand[0]}", f"mark {hand[1]}", f"mark_trait {traits[0]}")
    assert (game.sizes(), game.traits(1)) == ((64, 0), traits)
    game.choose(1, "done")
    assert game.sizes() == (62, 2)
    assert game.pile() == sorted(hand[:2])
    assert game.trait_pile() == [traits[0]]
    assert all(unit in game.player(1).hand.cards for unit in top_units)
    assert game.player(1).traits.cards[-1] == top_trait
    assert game.asked == {1: "place_defender"}
    while 1 in game.asked:
        game.choose(1, game.offered(1)[0])
    assert (len(game.hand(1)), game.owned(1), len(game.traits(1))) == (3, [6], 2)
    assert game.lanes(1).count("-") == 0
    assert game.battles == []
    assert game.asked == {2: "mark_discard"}


@rule("CS-8.1", "CS-8.2", "CS-8.4", "CS-8.5", "CS-8.6", "CS-8.7", "CS-8.8")
def test_cs_20_2_full_battle_and_what_follows() -> None:
    game = raid(
        "orbital_commando / chrome_colonel / breacher",
        "bulwark_crew / braincase_sentinel / combat_sapper",
        attacker_hand="spymaster, saboteur, ghostwire",
        defender_hand="juggernaut, picket_drone, headhunter",
        attacker_traits="aggressive_contracts",
        defender_traits="hardened_perimeter",
        deck="goliath_walker",
    )
    assert game.told("battle_won") == [{"who": 0, "loser": 1}]
    assert game.owned(1, 2) == [7, 6]
    assert "goliath_walker" in game.hand(1)
    assert game.asked == {2: "defeat_discard"}
    assert sorted(game.offered(2)) == [
        "discard braincase_sentinel",
        "discard bulwark_crew",
        "discard combat_sapper",
    ]
    game.choose(2, "discard combat_sapper")
    assert game.owned(1, 2) == [7, 5]
    assert (game.lanes(1), game.lanes(2)) == ("- / - / -", "- / - / -")
    assert game.asked == {1: "limit_discard"}
    assert len(game.offered(1)) == 7
    game.choose(1, "discard goliath_walker")
    assert game.owned(1, 2) == [6, 5]
    assert game.pile() == ["combat_sapper", "goliath_walker"]
    assert game.asked == {1: "place_defender"}


@rule("CS-6.3", "CS-6.5", "CS-8.7", "CS-7.14")
def test_cs_20_6_duplicates_are_placed_and_come_back() -> None:
    game = raid(
        "datamite_swarm / breacher / saboteur",
        "bulwark_crew / juggernaut / mimic_drone",
        attacker_hand="datamite_swarm, datamite_swarm, breacher",
        defender_hand="mimic_drone",
    )
    assert game.asked == {1: "stack_duplicate"}
    assert game.offered(1) == ["stack 1", "stack 2", "done"]
    game.choose(1, "stack 1", "stack 2", "stack 1")
    # The hand is empty, so nothing is left to ask the attacker; the defender follows.
    assert game.asked == {2: "stack_duplicate"}
    assert (game.lanes(1), game.hand(1)) == ("datamite_swarm+2 / breacher+1 / saboteur", [])
    game.choose(2, "stack 3")
    lanes = [
        (told["who"], told["lane"], told["own"], told["enemy"]) for told in game.told("lane_won")
    ]
    assert lanes == [(0, "1", 18, 6), (0, "2", 17, 9), (1, "3", 8, 6)]
    assert (game.owned(1, 2), game.asked) == ([7, 4], {2: "defeat_discard"})
    game.choose(2, "discard mimic_drone")
    assert (game.owned(1, 2), game.asked) == ([7, 3], {1: "limit_discard"})
    assert game.hand(2) == ["bulwark_crew", "juggernaut", "mimic_drone"]


@rule("CS-6.14", "CS-8.2", "CS-8.4")
def test_cs_20_7_level_battle_goes_to_the_defender() -> None:
    game = raid("breacher / ghostwire / -", "combat_sapper / juggernaut / -")
    assert game.told("battle_won") == [{"who": 1, "loser": 0}]
    assert game.owned(1, 2) == [2, 3]
    assert game.asked == {1: "defeat_discard"}
    assert game.offered(1) == ["discard ghostwire", "discard breacher"]
    game.choose(1, "discard breacher")
    assert (game.owned(1, 2), game.pile()) == ([1, 3], ["breacher"])


@rule("CS-6.11", "CS-8.9", "CS-10.1", "CS-10.2", "CS-10.3")
def test_cs_20_8_three_against_one_eliminates() -> None:
    game = raid(
        "spymaster / works_director / siege_marshal",
        "- / goliath_walker / -",
        defender_traits="emp_grid, pincer",
    )
    unopposed = [(told["who"], told["lane"]) for told in game.told("lane_unopposed")]
    assert unopposed == [(0, "1"), (0, "3")]
    # The only option is taken by the program: the defeated player is not asked.
    assert game.pile() == ["goliath_walker"]
    assert not game.player(2).alive
    assert game.trait_pile() == ["emp_grid", "pincer"]
    assert game.owned(1) == [4]
    assert game.player(1).eliminations == 1
    assert game.asked == {1: "place_defender"}


@rule("CS-6.11")
def test_cs_20_9_one_against_three_loses_the_only_attacker() -> None:
    game = raid(
        "- / juggernaut / -",
        "repair_drone / splice_surgeon / strike_captain",
        attacker_hand="breacher",
    )
    told = [(lane["who"], lane["lane"]) for lane in game.told("lane_unopposed")]
    assert told == [(1, "1"), (1, "3")]
    fight = game.told("lane_won")[0]
    assert (fight["who"], fight["own"], fight["enemy"]) == (0, 11, 7)
    assert game.told("battle_won") == [{"who": 1, "loser": 0}]
    assert (game.pile(), game.hand(1)) == (["juggernaut"], ["breacher"])
    assert game.asked == {1: "place_defender"}


@rule("CS-6.14")
def test_cs_20_10_two_against_one_in_play() -> None:
    game = raid(
        "repair_drone / breacher / -", "braincase_sentinel / - / -", defender_hand="ghostwire"
    )
    assert game.told("battle_won") == [{"who": 1, "loser": 0}]
    game = raid(
        "breacher / repair_drone / -", "braincase_sentinel / - / -", defender_hand="ghostwire"
    )
    assert game.told("battle_won") == [{"who": 0, "loser": 1}]


@rule("CS-5.5", "CS-5.6")
def test_cs_20_11_no_dodging() -> None:
    hand = "breacher, ghostwire, saboteur, juggernaut"
    table = Arranged(3).lanes(2, "spymaster / - / headhunter").hand(1, hand).active(1)
    game = table.play()
    game.choose(1, "done")
    places = [f"place {unit}" for unit in ("ghostwire", "breacher", "saboteur", "juggernaut")]
    other = Game(game.match.fork())

    assert (game.lane(1), game.offered(1)) == ("1", [*places, "leave_empty"])
    game.choose(1, "place breacher")
    left = [place for place in places if place != "place breacher"]
    assert (game.lane(1), game.offered(1)) == ("3", [*left, "leave_empty"])
    game.choose(1, "place saboteur")
    assert game.lane(1) == "2"
    assert game.offered(1) == ["place ghostwire", "place juggernaut", "leave_empty"]
    game.choose(1, "leave_empty")
    assert game.battles == ["1-2"]

    other.choose(1, "leave_empty")
    assert (other.lane(1), other.offered(1)) == ("3", places)
    other.choose(1, "place breacher")
    assert other.told("attacks")[0]["units"] == ["breacher"]
    assert [told["lane"] for told in other.told("lane_unopposed")] == ["1"]
    assert [told["lane"] for told in other.told("lane_won")] == ["3"]


@rule("CS-6.2", "CS-18.15")
def test_cs_20_20_rapid_redeploy() -> None:
    attackers = "juggernaut / field_coder / orbital_commando"
    defenders = "chrome_colonel / turret_hijacker / repair_drone"
    game = raid(attackers, defenders, defender_traits="rapid_redeploy")
    assert game.asked == {2: "swap_lanes"}
    assert game.offered(2) == ["swap 1/2", "swap 1/3", "swap 2/3", "keep"]
    other = Game(game.match.fork())
    game.choose(2, "keep")
    assert game.told("battle_won") == [{"who": 0, "loser": 1}]
    other.choose(2, "swap 1/2")
    assert other.lanes(2) == "turret_hijacker / chrome_colonel / repair_drone"
    lanes = [(told["who"], told["own"], told["enemy"]) for told in other.told("lane_won")]
    assert lanes == [(1, 12, 5), (1, 15, 7), (0, 15, 5)]
    assert other.told("battle_won") == [{"who": 1, "loser": 0}]


@rule("CS-8.1", "CS-8.8", "CS-10.5")
def test_cs_20_23_defender_wins_at_six_units() -> None:
    game = raid(
        "- / field_coder / -",
        "repair_drone / juggernaut / strike_captain",
        attacker_hand="spymaster, breacher",
        defender_hand="ghostwire, picket_drone, saboteur",
        deck="headhunter",
    )
    assert game.owned(1, 2) == [2, 7]
    assert game.lanes(1) == game.lanes(2) == "- / - / -"
    assert game.asked == {2: "limit_discard"}
    assert len(game.offered(2)) == 7
    assert "discard headhunter" in game.offered(2)
    game.choose(2, "discard saboteur")
    assert (game.owned(2), len(game.hand(2)), game.lanes(2)) == ([6], 6, "- / - / -")
    game.defend(1, "spymaster / - / breacher")
    assert (game.asked, game.holders) == ({2: "mark_discard"}, {1: 2})


@rule("CS-18.17", "CS-8.1")
def test_cs_20_24_talent_scouts() -> None:
    game = raid(
        "breacher / juggernaut / ghostwire",
        "- / spymaster / -",
        attacker_hand="saboteur, headhunter, picket_drone",
        defender_hand="siege_marshal",
        attacker_traits="talent_scouts",
        deck="goliath_walker, field_coder, repair_drone",
    )
    # (a) two units, (b) the only defender, (c) all back: then (d), then (e).
    assert (game.owned(1), game.lanes(1)) == ([8], "- / - / -")
    assert {"goliath_walker", "field_coder"} < set(game.hand(1))
    assert game.asked == {1: "sift_discard"}
    assert len(game.offered(1)) == 8
    game.choose(1, "discard field_coder")
    assert (game.owned(1), game.asked) == ([7], {1: "limit_discard"})
    game.choose(1, "discard spymaster" if "spymaster" in game.hand(1) else "discard headhunter")
    assert (game.owned(1), game.asked) == ([6], {1: "place_defender"})

    small = raid(
        "breacher / juggernaut / ghostwire",
        "- / spymaster / -",
        attacker_hand="saboteur",
        defender_hand="siege_marshal",
        attacker_traits="talent_scouts",
    )
    assert (small.owned(1), small.asked) == ([6], {1: "sift_discard"})
    small.choose(1, "discard saboteur")
    assert (small.owned(1), small.asked) == ([5], {1: "place_defender"})


@rule("CS-18.18", "CS-8.4")
def test_cs_20_25_golden_parachute() -> None:
    attackers = "augmented_rifles / orbital_commando / combat_sapper"
    defenders = "spymaster / headhunter / repair_drone"
    hand = "ghostwire, saboteur"
    free = raid(attackers, defenders, defender_hand=hand, defender_traits="golden_parachute")
    assert free.asked == {2: "defeat_discard"}
    assert sorted(free.offered(2)) == sorted(
        f"discard {unit}"
        for unit in ("ghostwire", "headhunter", "repair_drone", "saboteur", "spymaster")
    )
    free.choose(2, "discard ghostwire")
    assert free.hand(2) == ["headhunter", "repair_drone", "saboteur", "spymaster"]
    bound = raid(attackers, defenders, defender_hand=hand)
    assert sorted(bound.offered(2)) == [
        "discard headhunter",
        "discard repair_drone",
        "discard spymaster",
    ]


@rule("CS-4.5", "CS-13.3")
def test_cs_20_26_empty_deck() -> None:
    game = deal(12)
    assert game.sizes() == (4, 0)
    deck = list(game.state.copies[0].unit_deck.cards)
    discarded = sorted(game.player(1).hand.cards)
    while game.player(1).hand.cards != game.player(1).marks:
        marks = [token for token in game.offered(1) if token.startswith("mark ")]
        if not marks:
            break
        game.choose(1, marks[0])
    game.choose(1, "done")
    assert game.sizes() == (4, 0)
    hand = sorted(game.player(1).hand.cards)
    assert len(hand) == 6
    # The four that were there, and two of the six that had just been discarded.
    for unit in deck:
        hand.remove(unit)
    assert len(hand) == 2
    assert sorted(hand + game.state.copies[0].unit_deck.cards) == discarded


@rule("CS-10.4", "CS-10.6", "CS-8.9")
def test_cs_20_27_attacker_eliminated() -> None:
    game = Arranged(3).hand(1, "headhunter").active(1).play()
    game.choose(1, "done")
    game.attack(1, "headhunter / - / -")
    # Its only unit is gone (b), seat 2 has drawn (a) and keeps six (e): then seat 1 is out (f).
    assert (game.owned(1, 2), game.asked) == ([0, 7], {2: "limit_discard"})
    assert game.player(1).alive
    game.calm(2)
    assert not game.player(1).alive
    assert (game.owned(2), game.player(2).eliminations) == ([6], 1)
    # No phase 4; the turn is with seat 2, and its target is seat 3.
    assert (game.holders, game.asked) == ({1: 2}, {2: "mark_discard"})
    game.until(lambda: len(game.battles) == 2)
    assert game.battles == ["1-2", "2-3"]


@rule("CS-10.6", "CS-3.5", "CS-4.7")
def test_cs_20_28_target_eliminated() -> None:
    table = Arranged(3).lanes(2, "- / spymaster / -").lanes(3, "saboteur / ghostwire / juggernaut")
    game = (
        table.hand(3, "breacher")
        .hand(1, "goliath_walker, picket_drone, headhunter")
        .active(1)
        .play()
    )
    game.choose(1, "done")
    game.attack(1, "goliath_walker / picket_drone / headhunter")
    assert not game.player(2).alive
    assert game.asked == {1: "place_defender"}
    game.calm_through(1)
    assert (game.holders, game.asked) == ({1: 3}, {3: "mark_discard"})
    # Recalled: they can be discarded ...
    assert (game.lanes(3), len(game.hand(3))) == ("- / - / -", 4)
    assert {"mark saboteur", "mark ghostwire", "mark juggernaut"} < set(game.offered(3))
    # ... unseen: seat 1 still does not know any of them,
    view = game.match.view(0)
    assert view.zones()[10].cards == [-1, -1, -1, -1]
    game.choose(3, "mark saboteur", "done")
    # ... or attack, and the target is seat 1.
    assert "place juggernaut" in game.offered(3)
    game.attack(3, "juggernaut / ghostwire / breacher")
    assert game.battles == ["1-2", "3-1"]
