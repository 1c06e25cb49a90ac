"""Sections 1, 2, 19 and 20: what is in the box, how it is laid out, and the settings."""

from __future__ import annotations

from collections import Counter

import pytest

import starhall
from starhall.engine.errors import BadSetting, ContentError, RecordError
from starhall.engine.knowledge.views import digest
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.text.content import OneOf
from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    AGENT,
    BLACK,
    COLOURS,
    EVENT,
    GUARDFORCE,
    MARKS,
    WHITE,
)
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.reading import CaptainEntry, CubeEntry
from starhall.games.pulp_invasion.rules.dice import FACES
from starhall.games.pulp_invasion.rules.effects import HAPPENING
from starhall.games.pulp_invasion.rules.reckoning import SEARCHING, STANDING
from starhall.games.pulp_invasion.rules.weapons import POWERS
from starhall.games.pulp_invasion.state import Table
from tests.games.pulp_invasion.tables import (
    BLUE,
    CODE,
    COMBAT,
    CONTENT,
    DIPLOMACY,
    KEY,
    ORANGE,
    RED,
    SCIENCE,
    Desk,
    deal,
    line,
    search,
    table,
)
from tests.packs import changed, packed, rewritten

# Components


@rule("PI-1.1")
def test_one_player() -> None:
    assert list(GAME.seats) == [1]
    with pytest.raises(BadSetting, match="is for 1 player, not 2"):
        starhall.new("pulp-invasion", seats=2)


@rule("PI-1.2", "PI-1.3", "PI-1.5", "PI-19.11")
def test_counts_of_cards_and_dice() -> None:
    kinds = Counter(CONTENT.kinds)
    locations = CONTENT.first_planet - CONTENT.first_location
    assert [kinds[GUARDFORCE], kinds[AGENT], kinds[EVENT], locations] == [18, 12, 6, 12]
    assert [
        len(CONTENT.planets),
        len(CONTENT.captains),
        len(CONTENT.aliens),
        len(CONTENT.weapons),
    ] == [12, 6, 3, 6]
    tracking_cards = 3
    assert len(CONTENT.cards) + len(CONTENT.captains) + len(CONTENT.aliens) + tracking_cards == 78
    assert CONTENT.dice == ["ai", "engineer", "infiltration", "scanning", "weapons"]
    assert [die for die, system in zip(CONTENT.dice, CONTENT.system, strict=True) if system] == [
        "ai",
        "scanning",
    ]


@rule("PI-19.11", "PI-19.7", "PI-19.8", "PI-19.9", "PI-19.10", "PI-1.11")
def test_check_sums_of_the_line_cards() -> None:
    assert Counter(CONTENT.engage_icons) == {COMBAT: 12, DIPLOMACY: 12, SCIENCE: 12}
    icons = CONTENT.planet_icons
    assert [sum(icons[:18]), sum(icons[18:30]), sum(icons[30:])] == [28, 20, 6]
    marks = Counter(CONTENT.marks)
    assert marks[CODE] == 9 and marks[KEY] == 9
    printed = Counter(colour for cubes in CONTENT.printed_cubes for colour in cubes)
    assert printed == {RED: 13, BLUE: 13, ORANGE: 13, BLACK: 15, WHITE: 6}
    assert CONTENT.strengths[CONTENT.cards.index("guardforce_05")] == 4
    assert (
        sum(len(CONTENT.faces[7 * die + v].parts) > 0 for die in range(5) for v in range(1, 7))
        == 30
    )


@rule("PI-1.4", "PI-14.1")
def test_seventy_six_cubes() -> None:
    assert dict(zip(COLOURS, CONTENT.cubes, strict=True)) == {
        "red": 15,
        "blue": 15,
        "orange": 15,
        "black": 15,
        "white": 10,
        "yellow": 6,
    }
    assert sum(CONTENT.cubes) == 76
    assert len(set(CONTENT.symbols)) == 6


@rule("PI-1.6")
def test_each_ability_has_the_number_of_its_colour() -> None:
    cubes = GAME.files.load("cubes.toml", "cube", CubeEntry)
    abilities = {cube.id: cube.ability for cube in cubes}
    assert abilities["red"] == "combat" == ABILITIES[RED]
    assert abilities["blue"] == "diplomacy" == ABILITIES[BLUE]
    assert abilities["orange"] == "science" == ABILITIES[ORANGE]
    assert abilities["yellow"] == abilities["white"] == abilities["black"] == ""


@rule("PI-1.7", "PI-1.5")
def test_colours_of_dice() -> None:
    colours = dict(zip(CONTENT.dice, CONTENT.die_colours, strict=True))
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
    assert "7 (orange), 8 (not available), 9 (not available)" in scene  # of Doc Thrace
    assert all(1 <= number <= 9 for numbers in CONTENT.captain_numbers for number in numbers)


@rule("PI-1.9", "PI-1.10")
def test_printed_cubes() -> None:
    assert all(len(cubes) == 1 for cubes in CONTENT.printed_cubes[: CONTENT.first_location])
    assert all(len(cubes) == 2 for cubes in CONTENT.printed_cubes[CONTENT.first_location :])


@rule("PI-1.10")
def test_what_names_agents_leaves_events_alone() -> None:
    desk = line(table(planet="nyx_anchorage"), "professor_nul", "distress_beacon", "guardforce_04")
    assert desk.demand("professor_nul") == "1D"
    assert desk.demand("distress_beacon") == "2S"


@rule("PI-1.13", "PI-19.2", "PI-1.17", "PI-1.16")
def test_captains() -> None:
    numbers = dict(zip(CONTENT.captains, CONTENT.captain_numbers, strict=True))
    assert numbers == {
        "mina_tormelson": [5, 5, 5],
        "rex_halloran": [7, 4, 6],
        "juno_valdaine": [6, 7, 4],
        "orrin_thrace": [6, 6, 7],
        "silas_marr": [6, 6, 5],
        "zephyra_quill": [6, 6, 6],
    }
    assert all(len(set(dice)) == 3 for dice in CONTENT.captain_dice)
    assert [CONTENT.captains[i] for i in range(6) if CONTENT.captain_keeps[i] == 3] == [
        "mina_tormelson"
    ]
    fields = set(CaptainEntry.__struct_fields__)
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
        ("ability", ABILITIES),
        ("mark", MARKS),
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
    orders = {tuple(deal(seed=seed).aliens) for seed in range(60)}
    assert len(orders) == 6
    assert deal().sector == 0


@rule("PI-2.2", "PI-2.3", "PI-2.13")
def test_captain_and_tracks() -> None:
    assert {deal(seed=seed).captain for seed in range(60)} == set(range(6))
    s = deal(captain="juno_valdaine")
    assert s.abilities == s.maxima == [6, 7, 4]
    assert [s.bag[i] + s.supply[i] for i in range(3)] == [14, 14, 14]


@rule("PI-2.4", "PI-2.5", "PI-D1", "PI-17.1")
def test_dice_of_a_captain() -> None:
    desk = Desk(deal(captain="zephyra_quill"))
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
        Desk(deal(captain="orrin_thrace", seed=seed)).choose("keep ai/scanning").die("ai")
        for seed in range(60)
    }
    assert rolls == {1, 2, 3, 4, 5, 6}


@rule("PI-2.4")
def test_mina_keeps_three_dice_unasked() -> None:
    desk = Desk(deal(captain="mina_tormelson"))
    assert desk.asked == "choose_planet"
    assert desk.die("weapons") == desk.die("infiltration") == 6 and desk.die("scanning") > 0


@rule("PI-2.6", "PI-2.7", "PI-20.1", "PI-14.2")
@pytest.mark.parametrize(("level", "n"), [("basic", 4), ("normal", 5), ("advanced", 6)])
def test_bag_and_supply_by_level(level: str, n: int) -> None:
    s = deal(level)
    assert s.bag == [4, 4, 4, 4, n, n]
    assert s.supply == [10, 10, 10, 11, 10 - n, 6 - n]
    assert s.wanted == len(s.weapon_deck) == n
    assert GAME.census(s) == GAME.stock(s)


@rule("PI-2.8", "PI-2.9", "PI-2.10", "PI-2.11", "PI-14.4")
def test_decks() -> None:
    desk = Desk(deal(captain="mina_tormelson"))
    s = desk.s
    assert [len(deck) for deck in s.decks] == [16, 16, 16]
    assert sorted(s.decks[0].cards + s.decks[1].cards + s.decks[2].cards) == list(range(48))
    assert len(s.weapon_deck) == 5 and len(s.weapon_box) == 1
    assert len(s.row) == 3 and len(s.planet_deck) == 9
    assert not s.location.cards and not s.hand.cards and not s.discard.cards
    tops = {deal(seed=seed).decks[0].cards[-1] for seed in range(80)}
    assert len(tops) > 25


# Content


@rule("PI-19.3", "PI-12.2")
def test_aliens() -> None:
    icons = {CONTENT.aliens[i]: ABILITIES[CONTENT.alien_icons[i]] for i in range(3)}
    assert icons == {"kah": "combat", "synod": "diplomacy", "quietus": "science"}


@rule("PI-19.4")
def test_planet_prices() -> None:
    prices = {
        planet: [MARKS[mark] for mark in price]
        for planet, price in zip(CONTENT.planets, CONTENT.planet_prices, strict=True)
    }
    assert prices["nyx_anchorage"] == ["key", "code"]
    single = Counter(price[0] for price in prices.values() if len(price) == 1)
    assert single == {"code": 6, "key": 5}


@rule("PI-19.5", "PI-10.3")
def test_needs_of_weapons() -> None:
    needs = {w: CONTENT.needs[3 * i : 3 * i + 3] for i, w in enumerate(CONTENT.weapons)}
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
        weapon = CONTENT.cards[card]
        assert desk.understood(weapon) == (sum(needs[weapon]) == 0)


@rule("PI-19.1")
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("engaged: explode(any, 2)", "there is no verb 'explode'"),
        ("engaged: gian(any, 2)", "there is no verb 'gian'.*'gain'"),
        ("engagd: gain(any, 2)", "the trigger is 'engagd'.*'engaged'"),
        ("while agent: strength(+1)", "the filter is 'agent'"),
        ("gain(any, 2)", "must read"),
        ("while: gain(any, 2)", "there is no verb 'gain'"),
        ("search: gain(any, 2)", "there is no verb 'gain'"),
    ],
)
def test_a_text_without_a_rule_is_refused(text: str, problem: str) -> None:
    said = f"agents.toml, line .*, agent agent_scarlet.*{problem}"
    with pytest.raises(ContentError, match=said):
        changed(GAME, "agents.toml", ("evaded: drop(1)", text))


@rule("PI-19.1")
def test_every_verb_has_a_sentence() -> None:
    for verbs in (STANDING, SEARCHING, HAPPENING, FACES, POWERS):
        for verb in verbs.known.values():
            words = [param.words for param in verb.params if isinstance(param, OneOf)]
            keys = [f"verb.{verb.name}_{word}" for word in (words[0] if words else [])]
            assert GAME.text.has(f"verb.{verb.name}") or not GAME.text.check(keys), verb.name


def test_two_contents_are_played_side_by_side() -> None:
    """A Captain and a die of another content change nothing in the game beside it."""
    files = {
        "content/captains.toml": rewritten(GAME, "captains.toml", ("rex_halloran", "ruby_blake")),
        "content/dice.toml": rewritten(GAME, "dice.toml", ('"bonus(combat, 3)"', '"search(+2)"')),
        "text/en.toml": '[name.captain]\nruby_blake = "Ruby Blake"\n',
    }
    other = packed(GAME, files)
    assert other.content.hash != GAME.content.hash
    assert "ruby_blake" in other.setting("captain").choices
    assert "ruby_blake" not in GAME.setting("captain").choices
    mine = Match(GAME, 1, {"captain": "rex_halloran"}, seed=5)
    theirs = Match(other, 1, {"captain": "ruby_blake"}, seed=5)
    for match in (mine, theirs):
        match.choose("keep engineer/weapons")
        match.choose(match.decision.options[0])
    assert "seek weapons" not in [option.token for option in mine.decision.options]
    assert "seek weapons" in [option.token for option in theirs.decision.options]
    theirs.choose("seek weapons")
    again = starhall.load(theirs.record(), other)
    assert digest(again.state) == digest(theirs.state)
    with pytest.raises(RecordError):
        starhall.load(theirs.record(), GAME)


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
    assert s.bag[WHITE] == 2
    s = table(points=(5, 5, 5), maxima=(9, 9, 9))
    desk = line(s, "guardforce_17", "guardforce_01").choose("engage", "pay", "spend 1/0/0")
    assert desk.points == "4/6/5"


# Settings


@rule("PI-20.2")
def test_a_captain_may_be_named() -> None:
    match = starhall.new("pulp-invasion", seed=4, captain="silas_marr")
    assert isinstance(match.state, Table)
    assert CONTENT.captains[match.state.captain] == "silas_marr"
    with pytest.raises(BadSetting, match="captain is random, mina_tormelson"):
        starhall.new("pulp-invasion", captain="nobody")


@rule("PI-20.3")
def test_one_die_a_round_goes_with_higher_numbers() -> None:
    assert deal(captain="rex_halloran", per_round=True).maxima == [9, 6, 8]
    assert deal(captain="orrin_thrace", per_round=True).maxima == [8, 8, 9]


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
        match = starhall.new(GAME, seed=seed, watched=False)
        play = Play(GAME, match.state)
        stream = Chance(seed_bytes(seed), ("moves",)).streams[0]
        choices = 0
        while (decision := play.decision) is not None:
            play.choose(decision, decision.options[stream.below(len(decision.options))])
            assert GAME.census(match.state) == GAME.stock(match.state)
            choices += 1
        assert match.state.rounds <= 12 and choices <= bound
