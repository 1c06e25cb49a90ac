"""Sections 1, 2, 19 and 20: what is in the box, how it is laid out, and the settings."""

from __future__ import annotations

from collections import Counter

import pytest

import starhall
from starhall.engine.errors import BadSetting, ContentError
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.text.content import Effect
from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion import cards as c
from starhall.games.pulp_invasion import content
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.setup import set_up
from starhall.games.pulp_invasion.state import STREAMS, Table
from tests.games.pulp_invasion.desk import Desk, line, search, table

RANDOM = -1


def fresh(
    level: str = "normal", captain: str = "", seed: int = 0, per_round: bool = False
) -> Table:
    number = c.CAPTAINS.index(captain) if captain else RANDOM
    chance = Chance(seed_bytes(seed), STREAMS)
    return set_up(chance, c.LEVELS.index(level), number, per_round, False)


# Components


@rule("PI-1.1")
def test_one_player() -> None:
    assert list(GAME.seats) == [1]
    with pytest.raises(BadSetting, match="1 players, not 2"):
        starhall.new("pulp-invasion", seats=2)


@rule("PI-1.2", "PI-1.3", "PI-1.5", "PI-19.11")
def test_counts_of_cards_and_dice() -> None:
    kinds = Counter(c.KINDS)
    locations = c.ENCOUNTER_CARDS - c.FIRST_LOCATION
    assert [kinds[c.GUARDFORCE], kinds[c.AGENT], kinds[c.EVENT], locations] == [18, 12, 6, 12]
    assert [len(c.PLANETS), len(c.CAPTAINS), len(c.ALIENS), len(c.WEAPONS)] == [12, 6, 3, 6]
    tracking_cards = 3
    assert c.CARD_COUNT + len(c.CAPTAINS) + len(c.ALIENS) + tracking_cards == 78
    assert c.DICE == ["ai", "engineer", "infiltration", "scanning", "weapons"]
    assert [die for die, system in zip(c.DICE, c.SYSTEM, strict=True) if system] == [
        "ai",
        "scanning",
    ]


@rule("PI-19.11", "PI-19.7", "PI-19.8", "PI-19.9", "PI-19.10", "PI-1.11")
def test_check_sums_of_the_line_cards() -> None:
    assert Counter(c.ENGAGE_ICONS) == {c.COMBAT: 12, c.DIPLOMACY: 12, c.SCIENCE: 12}
    icons = c.PLANET_ICONS
    assert [sum(icons[:18]), sum(icons[18:30]), sum(icons[30:])] == [28, 20, 6]
    marks = Counter(c.CARD_MARKS)
    assert marks[c.CODE] == 9 and marks[c.KEY] == 9
    printed = Counter(colour for cubes in c.CARD_CUBES for colour in cubes)
    assert printed == {c.RED: 13, c.BLUE: 13, c.ORANGE: 13, c.BLACK: 15, c.WHITE: 6}
    assert c.STRENGTHS[c.CARDS.index("guardforce_05")] == 4
    assert sum(len(c.FACES[7 * die + v].parts) > 0 for die in range(5) for v in range(1, 7)) == 30


@rule("PI-1.4", "PI-14.1")
def test_seventy_six_cubes() -> None:
    assert dict(zip(c.COLOURS, c.CUBES, strict=True)) == {
        "red": 15,
        "blue": 15,
        "orange": 15,
        "black": 15,
        "white": 10,
        "yellow": 6,
    }
    assert sum(c.CUBES) == 76
    assert len(set(c.SYMBOLS)) == 6


@rule("PI-1.6")
def test_each_ability_has_the_number_of_its_colour() -> None:
    abilities = {cube.id: cube.ability for cube in content.CUBES}
    assert abilities["red"] == "combat" == c.ABILITIES[c.RED]
    assert abilities["blue"] == "diplomacy" == c.ABILITIES[c.BLUE]
    assert abilities["orange"] == "science" == c.ABILITIES[c.ORANGE]
    assert abilities["yellow"] == abilities["white"] == abilities["black"] == ""


@rule("PI-1.7", "PI-1.5")
def test_colours_of_dice() -> None:
    colours = dict(zip(c.DICE, c.DIE_COLOURS, strict=True))
    assert colours == {
        "ai": "grey",
        "engineer": "orange",
        "infiltration": "blue",
        "scanning": "orange",
        "weapons": "red",
    }


@rule("PI-1.8")
def test_tracks_end_at_nine() -> None:
    scene = starhall.new("pulp-invasion", seed=1, captain="orrin_thrace").text(0)
    assert "8 (orange), 9 (not available)" in scene  # Super Science of Doc Thrace is 8
    assert all(1 <= number <= 9 for numbers in c.CAPTAIN_NUMBERS for number in numbers)


@rule("PI-1.9", "PI-1.10")
def test_printed_cubes() -> None:
    assert all(len(cubes) == 1 for cubes in c.CARD_CUBES[: c.FIRST_LOCATION])
    assert all(len(cubes) == 2 for cubes in c.CARD_CUBES[c.FIRST_LOCATION :])


@rule("PI-1.10")
def test_what_names_agents_leaves_events_alone() -> None:
    desk = line(table(planet="nyx_anchorage"), "professor_nul", "distress_beacon", "guardforce_04")
    assert desk.demand("professor_nul") == "1D"
    assert desk.demand("distress_beacon") == "2S"


@rule("PI-1.13", "PI-19.2", "PI-1.17", "PI-1.16")
def test_captains() -> None:
    numbers = dict(zip(c.CAPTAINS, c.CAPTAIN_NUMBERS, strict=True))
    assert numbers == {
        "mina_tormelson": [5, 5, 5],
        "rex_halloran": [7, 4, 6],
        "juno_valdaine": [6, 7, 4],
        "orrin_thrace": [7, 6, 8],
        "silas_marr": [6, 6, 5],
        "zephyra_quill": [5, 6, 6],
    }
    assert all(len(set(dice)) == 3 for dice in c.CAPTAIN_DICE)
    assert [c.CAPTAINS[i] for i in range(6) if c.CAPTAIN_KEEPS[i] == 3] == ["mina_tormelson"]
    fields = set(content.CaptainEntry.__struct_fields__)
    assert fields == {"id", "combat", "diplomacy", "science", "dice", "keep"}  # no text


@rule("PI-1.14")
def test_a_card_beats_the_rules() -> None:
    """PI-8.4 turns every used die down; the Orrery says otherwise."""
    desk = line(table(planet="orrery", dice={"weapons": 6}), "guardforce_02", "guardforce_01")
    desk.choose("engage", "boost weapons/combat")
    assert desk.asked == "engage_boost" and desk.die("weapons") == 6


@rule("PI-1.15")
def test_every_icon_has_a_name() -> None:
    text = GAME.text
    for kind, ids in (
        ("ability", c.ABILITIES),
        ("mark", c.MARKS),
        ("kind", ["guardforce", "agent", "event", "location"]),
    ):
        assert len({text.name(kind, id) for id in ids}) == len(ids)


@rule("PI-1.18")
def test_the_scene_shows_the_dice_that_are_kept_and_those_in_the_box() -> None:
    match = starhall.new("pulp-invasion", seed=1, captain="rex_halloran")
    match.choose("keep engineer/weapons")
    dice = {thing.id: thing for thing in match.scene(0).things() if thing.id.startswith("die:")}
    faces = {id: getattr(die, "face", "") for id, die in dice.items()}
    assert faces == {
        "die:ai": "-",
        "die:engineer": "6",
        "die:infiltration": "-",
        "die:scanning": "-",
        "die:weapons": "6",
    }


# Setup


@rule("PI-2.1", "PI-2.12")
def test_aliens_lie_in_any_order_and_the_leftmost_is_first() -> None:
    orders = {tuple(fresh(seed=seed).aliens) for seed in range(60)}
    assert len(orders) == 6
    assert fresh().sector == 0


@rule("PI-2.2", "PI-2.3", "PI-2.13")
def test_captain_and_tracks() -> None:
    assert {fresh(seed=seed).captain for seed in range(60)} == set(range(6))
    s = fresh(captain="juno_valdaine")
    assert s.abilities == s.maxima == [6, 7, 4]
    assert [s.bag[i] + s.supply[i] for i in range(3)] == [14, 14, 14]


@rule("PI-2.4", "PI-2.5", "PI-D1", "PI-17.1")
def test_dice_of_a_captain() -> None:
    desk = Desk(fresh(captain="zephyra_quill"))
    assert desk.asked == "choose_dice"
    assert desk.tokens == [
        "keep engineer/infiltration",
        "keep engineer/scanning",
        "keep infiltration/scanning",
    ]
    desk.choose("keep engineer/scanning")
    assert desk.die("engineer") == 6 and 1 <= desk.die("scanning") <= 6
    assert desk.die("infiltration") == desk.die("ai") == desk.die("weapons") == 0
    rolls = {
        Desk(fresh(captain="orrin_thrace", seed=seed)).choose("keep ai/scanning").die("ai")
        for seed in range(60)
    }
    assert rolls == {1, 2, 3, 4, 5, 6}


@rule("PI-2.4")
def test_mina_keeps_three_dice_unasked() -> None:
    desk = Desk(fresh(captain="mina_tormelson"))
    assert desk.asked == "choose_planet"
    assert desk.die("weapons") == desk.die("infiltration") == 6 and desk.die("scanning") > 0


@rule("PI-2.6", "PI-2.7", "PI-20.1", "PI-14.2")
@pytest.mark.parametrize(("level", "n"), [("basic", 4), ("normal", 5), ("advanced", 6)])
def test_bag_and_supply_by_level(level: str, n: int) -> None:
    s = fresh(level)
    assert s.bag == [4, 4, 4, 4, n, n]
    assert s.supply == [10, 10, 10, 11, 10 - n, 6 - n]
    assert s.wanted == len(s.weapon_deck) == n
    assert GAME.census(s) == GAME.stock(s)


@rule("PI-2.8", "PI-2.9", "PI-2.10", "PI-2.11", "PI-14.4")
def test_decks() -> None:
    desk = Desk(fresh(captain="mina_tormelson"))
    s = desk.s
    assert [len(deck) for deck in s.decks] == [16, 16, 16]
    assert sorted(s.decks[0].cards + s.decks[1].cards + s.decks[2].cards) == list(range(48))
    assert len(s.weapon_deck) == 5 and len(s.weapon_box) == 1
    assert len(s.row) == 3 and len(s.planet_deck) == 9
    assert not s.location.cards and not s.hand.cards and not s.discard.cards
    tops = {fresh(seed=seed).decks[0].cards[-1] for seed in range(80)}
    assert len(tops) > 25


# Content


@rule("PI-19.3", "PI-12.2")
def test_aliens() -> None:
    icons = {c.ALIENS[i]: c.ABILITIES[c.ALIEN_ICONS[i]] for i in range(3)}
    assert icons == {"kah": "combat", "synod": "diplomacy", "quietus": "science"}


@rule("PI-19.4")
def test_planet_prices() -> None:
    prices = {
        planet: [c.MARKS[mark] for mark in price]
        for planet, price in zip(c.PLANETS, c.PLANET_PRICES, strict=True)
    }
    assert prices["nyx_anchorage"] == ["key", "code"]
    single = Counter(price[0] for price in prices.values() if len(price) == 1)
    assert single == {"code": 6, "key": 5}


@rule("PI-19.5", "PI-10.3")
def test_needs_of_weapons() -> None:
    needs = {w: c.NEEDS[3 * i : 3 * i + 3] for i, w in enumerate(c.WEAPONS)}
    assert needs == {
        "chronal_vault": [0, 1, 2],
        "gravity_harpoon": [1, 1, 1],
        "mind_loom": [1, 2, 0],
        "nova_lance": [2, 0, 1],
        "star_mirror": [0, 0, 0],
        "void_bell": [0, 0, 0],
    }
    s = table(bag={"yellow": 1}, weapons=["nova_lance"])
    s.weapon_deck.cards.append(s.weapon_deck.cards.pop(0))
    desk = search(s, "guardforce_17")
    for card in s.found.cards:
        weapon = c.CARDS[card]
        assert desk.understood(weapon) == (sum(needs[weapon]) == 0)


@rule("PI-19.1")
def test_a_text_without_a_rule_is_refused() -> None:
    with pytest.raises(ContentError, match="no rule behind it"):
        c.clause_of(Effect("explode"))
    with pytest.raises(ContentError, match="there is no verb 'gian'.*'gain'"):
        content.clauses(["engaged: gian(any, 2)"], "agents.toml, agent nobody")
    with pytest.raises(ContentError, match="the trigger is 'engagd'.*'engaged'"):
        content.clauses(["engagd: gain(any, 2)"], "agents.toml, agent nobody")
    with pytest.raises(ContentError, match="the filter is 'agent'"):
        content.clauses(["while agent: strength(+1)"], "agents.toml, agent nobody")
    with pytest.raises(ContentError, match="must read"):
        content.clauses(["gain(any, 2)"], "agents.toml, agent nobody")
    with pytest.raises(ContentError, match="there is no verb 'gain'"):
        content.clauses(["while: gain(any, 2)"], "agents.toml, agent nobody")


@rule("PI-19.12", "PI-19.8")
def test_cards_of_their_own_kind() -> None:
    for found, strength in (([], 1), (["nova_lance", "void_bell"], 2)):
        desk = line(table(weapons=found), "your_perfect_double", "guardforce_01")
        assert desk.demand("your_perfect_double") == f"{strength}C"
    four = ["nova_lance", "void_bell", "star_mirror", "mind_loom"]
    desk = line(table(weapons=four), "your_perfect_double", "guardforce_01")
    assert desk.demand("your_perfect_double") == "3C"
    desk = line(table(), "madame_parallax", "guardforce_01")
    assert desk.demand("madame_parallax") == "2D"


@rule("PI-19.7")
def test_texts_of_the_guardforce() -> None:
    desk = line(table(), "guardforce_08", "professor_nul")
    assert desk.demand("guardforce_08") == "1S"
    desk = line(table(), "guardforce_08", "guardforce_04")
    assert desk.demand("guardforce_08") == "2S"
    desk = line(table(), "guardforce_11", "guardforce_04")
    assert desk.demand("guardforce_11") == "1C 2S"
    desk = line(table(), "guardforce_16", "guardforce_17")
    assert desk.demand("guardforce_16") == "2D 1S"
    desk = line(table(), "guardforce_17", "guardforce_16")
    assert desk.demand("guardforce_16") == "2D"
    s = table(points=(5, 5, 5), bag={"white": 3, "yellow": 1})
    line(s, "guardforce_12", "guardforce_01").choose("engage", "pay", "spend 2/0/0")
    assert s.bag[c.WHITE] == 2
    s = table(points=(5, 5, 5), maxima=(9, 9, 9))
    desk = line(s, "guardforce_17", "guardforce_01").choose("engage", "pay", "spend 1/0/0")
    assert desk.points == "4/6/5"


# Settings


@rule("PI-20.2")
def test_a_captain_may_be_named() -> None:
    match = starhall.new("pulp-invasion", seed=4, captain="silas_marr")
    assert isinstance(match.state, Table)
    assert c.CAPTAINS[match.state.captain] == "silas_marr"
    with pytest.raises(BadSetting, match="captain is random, mina_tormelson"):
        starhall.new("pulp-invasion", captain="nobody")


@rule("PI-20.3")
def test_one_die_a_round_goes_with_higher_numbers() -> None:
    assert fresh(captain="rex_halloran", per_round=True).maxima == [9, 6, 8]
    assert fresh(captain="orrin_thrace", per_round=True).maxima == [9, 8, 9]


@rule("PI-20.4", "PI-7.6")
def test_black_cubes_may_be_drawn_again() -> None:
    s = table("kah", bag={"black": 9, "blue": 2}, black_redraw=True)
    desk = line(s, "countess_of_comets", "guardforce_01").choose("evade", "lose science")
    assert desk.points == "5/3/4"
    assert desk.bag("black") == 9


@rule("PI-18.8", "PI-3.4", "PI-14.1", "PI-14.4")
def test_random_games_end_within_the_bound_and_keep_every_piece() -> None:
    bound = GAME.bound(1, {})
    for seed in range(30):
        match = starhall.new("pulp-invasion", seed=seed, watched=False)
        play = Play(GAME, match.state)
        stream = Chance(seed_bytes(seed), ("moves",)).streams[0]
        choices = 0
        while (decision := play.decision) is not None:
            play.choose(decision, decision.options[stream.below(len(decision.options))])
            assert GAME.census(match.state) == GAME.stock(match.state)
            choices += 1
        assert isinstance(match.state, Table)
        assert match.state.rounds <= 12 and choices <= bound
