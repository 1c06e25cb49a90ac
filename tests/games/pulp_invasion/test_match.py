"""Sections 15 to 18 and 22: what is known, chance, the end, the scene, the odds, the bots."""

from __future__ import annotations

from itertools import permutations

import pytest

import starhall
from starhall.bots import Sight, make
from starhall.engine.knowledge.memory import Witness
from starhall.engine.knowledge.views import digest, undeclared, view
from starhall.engine.match.match import Match
from starhall.engine.match.story import Group
from starhall.engine.rules.chance import Stream, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import UNKNOWN, State
from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.bot.evaluation import points
from starhall.games.pulp_invasion.bot.odds import (
    colour_odds,
    evade_outcomes,
    evade_risk,
    lead_odds,
    ways_to_pay,
)
from starhall.games.pulp_invasion.content import BLACK, NONE, YELLOW
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.rules.dice import draw_cube, roll
from starhall.games.pulp_invasion.state import (
    CARD_STREAM,
    CUBE_STREAM,
    DICE_STREAM,
    STREAMS,
    Table,
)
from tests.games.pulp_invasion.tables import CONTENT, RED, Desk, deal, line, search, table


def played(seed: int, choices: int, **settings: str) -> Match[Table]:
    """A match after some choices that keep the player alive as long as possible."""
    match = Match(GAME, 1, settings, seed=seed)
    bot = make("greedy", seed)
    while not match.over and match.ply < choices:
        match.choose(bot.choose(Sight(match, 0)))
    return match


def reasons(desk: Desk) -> dict[str, str]:
    """By token: the text key and rule of every refusal."""
    decision = desk.play.decision
    assert decision is not None
    found = GAME.refusals(desk.s, decision)
    assert not [refusal for refusal in found if refusal.option in decision.options]
    for refusal in found:
        GAME.text.say(f"refusal.{refusal.reason.key}", refusal.reason.values)
        GAME.rulebook.find(refusal.reason.rule)
    return {refusal.option.token: refusal.reason.key for refusal in found}


# Decisions and knowledge


@rule("PI-15.3", "PI-D3")
def test_options_stand_in_a_fixed_order() -> None:
    s = table(
        "kah",
        dice={"infiltration": 3, "scanning": 3},
        weapons=["void_bell", "nova_lance"],
        bag={"black": 1},
    )
    desk = line(s, "guardforce_02", "guardforce_01")
    assert desk.asked == "encounter_choice"
    assert desk.tokens == [
        "engage",
        "evade",
        "seek infiltration",
        "fathom scanning",
        "fire void_bell",
    ]
    desk.choose("fire void_bell", "seek infiltration", "turn 1")
    assert desk.tokens == ["engage", "evade"]  # asked again, without what was used


@rule("PI-16.1", "PI-16.2")
def test_hidden_zones_are_masked_and_nothing_else() -> None:
    match = played(3, 30)
    s = match.state
    for observer in (0, None):
        seen = match.view(observer)
        assert isinstance(seen, Table)
        hidden = {zone.name for zone in seen.zones() if UNKNOWN in zone.cards}
        allowed = {"deck:1", "deck:2", "deck:3", "planet_deck", "weapon_deck", "weapon_box"}
        assert hidden == {zone.name for zone in s.zones() if zone.cards} & allowed
        assert seen.bag == s.bag and seen.dice == s.dice and seen.hand.cards == s.hand.cards
    assert undeclared(s) == []


@rule("PI-16.1", "PI-17.5")
def test_imagined_worlds_do_not_depend_on_the_truth() -> None:
    """Whatever the hidden cards are, an imagined world is the same for the same stream."""
    worlds = set()
    match = played(5, 12)
    for seed in range(4):
        s = match.state
        Stream(seed_bytes(seed)).shuffle(s.decks[2].cards)
        Stream(seed_bytes(seed)).shuffle(s.planet_deck.cards)
        play = match.imagine(0, Stream(seed_bytes(99)))
        worlds.add(digest(play.state))
    assert len(worlds) == 1


OPEN_ZONES = ("line", "location", "hand", "discard", "row", "planet", "searched", "found")
HIDDEN_ZONES = ("planet_deck", "weapon_deck", "weapon_box")
CHANGED: dict[str, object] = {
    "cause": "time",
    "fates": [1],
    "reduced": [1, 2, 3],
    "owed": [3, 2, 1],
    "drawn": [1] * 6,
    "last_search": [2] * 6,
    "on_weapons": [1] * 18,
}


@rule("PI-16.1", "PI-16.2", "PI-14.4")
@pytest.mark.parametrize("observer", [0, 1])
def test_all_but_the_decks_and_the_box_is_open_to_player_and_spectator(observer: int) -> None:
    s = table(location="oracle_pit", hand=["guardforce_02"], weapons=["void_bell"])
    s.witness = Witness(2)
    skipped = {*State.SHAPE, *OPEN_ZONES, *HIDDEN_ZONES, "decks"}
    numbers = [name for name in Table.SHAPE if name not in skipped]
    for name in numbers:  # no default, which a hidden field would show
        value = getattr(s, name)
        if type(value) is bool:
            setattr(s, name, not value)
        elif type(value) is int:
            setattr(s, name, 1)
        elif name in CHANGED:
            setattr(s, name, CHANGED[name])
    for number, name in enumerate(OPEN_ZONES):
        zone = getattr(s, name)
        zone.cards = zone.cards or [s.decks[2].cards[number]]
    seen = view(s, observer)
    assert isinstance(seen, Table)
    for name in OPEN_ZONES:
        assert getattr(seen, name).cards == getattr(s, name).cards, name
    for name in HIDDEN_ZONES:
        assert set(getattr(seen, name).cards) <= {UNKNOWN}, name
    for deck in seen.decks:
        assert set(deck.cards) == {UNKNOWN}
    for name in numbers:
        assert getattr(seen, name) == getattr(s, name), name


@rule("PI-17.5", "PI-17.4", "PI-16.1", "PI-14.1")
def test_dice_cubes_and_cards_have_a_chance_of_their_own() -> None:
    assert sorted([CARD_STREAM, DICE_STREAM, CUBE_STREAM]) == list(range(len(STREAMS)))
    rolls = []
    for cubes in (0, 2):
        s = table("kah", bag={"red": 5, "blue": 5}, dice={"ai": 1})
        for _ in range(cubes):
            draw_cube(s, sum(s.bag))
        rolls.append([roll(s, 0) for _ in range(8)])
    assert rolls[0] == rolls[1]


@rule("PI-16.3", "PI-10.8")
def test_a_shown_weapon_deck_is_remembered_without_its_order() -> None:
    s = table("kah", dice={"scanning": 6}, bag={"yellow": 1})
    s.witness = Witness(2)
    desk = search(s, "guardforce_17").choose("use", "turn 1")
    desk.choose(desk.tokens[0])
    rest = sorted(s.weapon_deck.cards)
    seen = view(s, 0)
    assert isinstance(seen, Table)
    assert seen.weapon_deck.cards == rest and seen.weapon_deck.sight == 0
    orders = set()
    for seed in range(30):
        twin = table("kah", dice={"scanning": 6}, bag={"yellow": 1}, seed=1)
        twin.chance.streams[0] = Stream(seed_bytes(seed))
        other = search(twin, "guardforce_17").choose("use", "turn 1")
        other.choose(other.tokens[0])
        orders.add(tuple(twin.weapon_deck.cards))
    assert len(orders) > 10


@rule("PI-17.5")
def test_seed_and_choices_tell_the_whole_game() -> None:
    match = played(8, 200)
    again = starhall.load(match.record())
    assert digest(again.state) == digest(match.state)
    assert match.sentences(0) == again.sentences(0)
    other = starhall.new(GAME, seed=9)
    assert digest(other.state) != digest(starhall.new(GAME, seed=8).state)


@rule("PI-17.5")
def test_a_fork_goes_the_same_way_from_every_choice() -> None:
    match = played(11, 500)
    final = digest(match.state)
    for ply in range(0, match.ply, 7):
        twin = match.at(ply).fork()
        for step in match.choices[ply:]:
            twin.choose(step.option)
        assert digest(twin.state) == final


@rule("PI-18.6", "PI-18.1", "PI-18.3")
def test_results() -> None:
    s = table("kah", level="basic", weapons=["nova_lance", "mind_loom", "void_bell"])
    s.bag[YELLOW] = 1
    s.supply[YELLOW] = 2
    s.bag[:5] = [0, 0, 0, 0, 0]
    s.supply[:5] = [14, 14, 14, 15, 10]
    desk = search(s, "guardforce_17")
    result = GAME.result(desk.s)
    assert result.winners == [0] and result.scores == [1.0] and result.reason == "won"
    s = table("kah", points=(1, 1, 0))
    line(s, "guardforce_14", "guardforce_01").choose("lose_fatal combat")
    result = GAME.result(s)
    assert s.over and result.winners == [] and result.scores == [0.0]
    assert result.reason == "exhaustion"


@rule("PI-18.7")
def test_the_report_of_a_finished_game() -> None:
    match = starhall.new(GAME, seed=2, captain="silas_marr", level="basic")
    while not match.over:
        match.choose(match.decision.options[-1])
    report = next(thing for thing in match.scene(0).things() if thing.id == "report")
    rows = dict(getattr(report, "rows", []))
    s = match.state
    assert rows["Level"] == "Basic" and rows["Captain"] == "Silas Marr"
    assert rows["Weapons found"] == f"{len(s.found.cards)} / 4"
    assert rows["Weapons understood"] == str(s.understood.bit_count())
    assert rows["Rounds played"] == str(s.rounds)
    assert rows["Outcome"] == "lost by exhaustion"
    assert match.ending().startswith("Two of your abilities")


# The numbers a player needs


def test_ways_to_pay_name_every_sensible_payment() -> None:
    s = table("kah", points=(1, 6, 3))
    line(s, "guardforce_05", "guardforce_18").choose("engage")
    ways = {way.cost: way.fatal for way in ways_to_pay(s)}
    assert ways == {
        (1, 2, 3): True,
        (1, 4, 2): False,
        (1, 6, 1): True,
        (0, 4, 3): False,
        (0, 6, 2): False,
    }


def test_evade_odds_are_those_of_the_draw() -> None:
    s = table("kah", points=(1, 1, 3), bag={"red": 2, "blue": 1, "black": 1, "white": 4})
    line(s, "countess_of_comets", "guardforce_01")
    outcomes = {tuple(o.cubes[:4]): round(o.chance, 6) for o in evade_outcomes(s)}
    assert outcomes == {
        (2, 0, 0, 0): round(1 / 6, 6),
        (1, 1, 0, 0): round(2 / 6, 6),
        (1, 0, 0, 1): round(2 / 6, 6),
        (0, 1, 0, 1): round(1 / 6, 6),
    }
    draws = list(permutations(["red", "red", "blue", "black"], 2))
    lost = sum({"red", "blue"} <= set(pair) for pair in draws) / len(draws)
    assert evade_risk(s, (0, 0, 1)) == pytest.approx(lost)
    assert evade_risk(s, (1, 0, 0)) == pytest.approx(
        sum("blue" in pair for pair in draws) / len(draws)
    )


def test_search_odds_are_hypergeometric() -> None:
    s = table(bag={"yellow": 2, "white": 3})
    assert lead_odds(s, 2) == pytest.approx([3 / 10, 6 / 10, 1 / 10])
    assert lead_odds(s, 9) == pytest.approx([0, 0, 1])
    assert colour_odds(s, YELLOW, 2) == pytest.approx((0.8, 0.7))
    assert colour_odds(s, RED, 2) == (0.0, 0.0)


def test_the_text_alone_suffices_to_play() -> None:
    match = starhall.new(GAME, seed=5, captain="rex_halloran")
    match.choose("keep engineer/weapons")
    match.choose(match.decision.options[0])
    text = match.text(0)
    s = match.state
    for card in s.line.cards:
        assert GAME.text.name("card", CONTENT.cards[card]) in text
    for word in ("Ways to pay", "Evading:", "Chance that this Evade", "Weapons found by this"):
        assert word in text
    for option in match.decision.options:
        assert match.label(option, match.decision) in text
    links = [thing for thing in match.scene(0).things() if thing.id.startswith("link:")]
    assert len(links) >= len(s.line.cards) - 1


def test_scenes_of_whole_games_are_sound() -> None:
    for seed in (1, 2):
        match = starhall.new(GAME, seed=seed)
        stream = Stream(seed_bytes(seed))
        while not match.over:
            scene = match.scene(0)  # checked by the engine: ids, links, tones
            assert len(scene.options) == len(match.decision.options)
            match.choose(match.decision.options[stream.below(len(match.decision.options))])
        assert match.scene(None).prompt == match.ending()


# Refusals


@rule("PI-5.14", "PI-6.1", "PI-6.9", "PI-8.2", "PI-8.3", "PI-10.1", "PI-10.9")
def test_refusals_when_encountering() -> None:
    s = table(points=(1, 1, 1), dice={"infiltration": 2}, weapons=["void_bell"], auto=False)
    s.bag[BLACK] = 0
    s.supply[BLACK] = 15
    assert reasons(line(s, "guardforce_02", "guardforce_01")) == {
        "engage": "cannot_pay",
        "fire void_bell": "weapon_idle",
    }
    s = table(auto=False)
    assert reasons(line(s, "ion_storm", "guardforce_01")) == {"engage": "strength_zero"}
    s = table(points=(1, 1, 1), dice={"weapons": 1}, weapons=["nova_lance"])
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage")
    assert reasons(desk) == {"pay": "cannot_pay_yet", "fire nova_lance": "weapon_unknown"}
    desk.choose("boost weapons/combat")
    assert reasons(desk)["boost weapons/combat"] == "die_spent"


@rule("PI-8.2", "PI-8.3", "PI-10.4", "PI-19.4", "PI-19.8", "PI-20.3")
def test_refusals_of_dice_and_weapons() -> None:
    s = table(dice={"weapons": 6, "scanning": 1}, planet="glacius")
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage")
    assert reasons(desk) == {"boost weapons/combat": "no_dice_planet"}
    s = table(dice={"weapons": 6})
    desk = line(s, "rogue_cyberneticist", "guardforce_01").choose("engage")
    assert reasons(desk) == {"boost weapons/combat": "no_dice_card"}
    s = table(dice={"engineer": 5}, understood=["gravity_harpoon"])
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage", "aim gravity_harpoon/combat")
    assert reasons(desk) == {
        "boost engineer/science": "no_demand",
        "aim gravity_harpoon/combat": "weapon_fired",
        "aim gravity_harpoon/diplomacy": "weapon_fired",
        "aim gravity_harpoon/science": "weapon_fired",
    }
    s = table(dice={"weapons": 6}, per_round=True)
    s.die_spent = True
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage")
    assert reasons(desk) == {"boost weapons/combat": "die_spent_round"}


@rule("PI-8.2", "PI-9.3", "PI-9.5", "PI-D12", "PI-9.17", "PI-10.2")
def test_refusals_in_the_search() -> None:
    s = table(dice={"infiltration": 1}, hand=["guardforce_02"], auto=False)
    desk = search(s, "guardforce_01")
    assert reasons(desk) == {"act": "planet_price"}
    desk.choose("seek infiltration")
    assert reasons(desk)["seek infiltration"] == "die_spent_search"
    s = table(hand=["guardforce_03"], auto=False)
    desk = search(s, "guardforce_01").choose("act")
    assert reasons(desk) == {"act": "planet_paid"}
    s = table(planet="ashkar", hand=["guardforce_02"], points=(9, 5, 5), auto=False)
    assert reasons(search(s, "guardforce_01")) == {"act": "planet_idle"}
    weapons = ["nova_lance", "gravity_harpoon", "chronal_vault"]
    s = table("kah", maxima=(5, 5, 5), weapons=weapons, bag={"red": 1})
    assert reasons(search(s, "guardforce_17")) == {
        "raise combat": "at_maximum",
        "place chronal_vault": "not_missing",
    }


@rule("PI-D7", "PI-D10", "PI-9.17", "PI-D14", "PI-8.11", "PI-19.1")
def test_refusals_of_points_cubes_and_upgrades() -> None:
    s = table("kah", points=(0, 3, 3))
    assert reasons(line(s, "guardforce_14", "guardforce_01")) == {"lose combat": "at_zero"}
    s = table(points=(9, 8, 5), planet="choir_world", hand=["guardforce_03"])
    assert reasons(search(s, "guardforce_01").choose("act")) == {"gain combat": "at_maximum"}
    s = table("kah", dice={"scanning": 2}, bag={"red": 1, "white": 1, "yellow": 2})
    desk = line(s, "guardforce_14", "guardforce_01").choose("extract scanning")
    assert set(reasons(desk).values()) == {"no_cube_in_bag"} and len(reasons(desk)) == 3
    s = table(dice={"engineer": 2, "scanning": 2, "ai": 3})
    desk = line(s, "countess_of_comets", "guardforce_01").choose("tune engineer")
    assert reasons(desk) == {
        "upgrade engineer": "only_system",
        "upgrade infiltration": "die_in_box",
        "upgrade weapons": "die_in_box",
    }
    s = table("kah", dice={"weapons": 6, "ai": 5, "engineer": 1}, bag={"white": 1})
    desk = line(s, "time_slip", "guardforce_01").choose("lose combat")
    assert reasons(desk) == {
        "upgrade weapons": "die_at_top",
        "upgrade infiltration": "die_in_box",
        "upgrade scanning": "die_in_box",
    }


@rule("PI-8.22")
def test_a_die_gives_its_cube_for_the_search_once_in_a_round() -> None:
    s = table(dice={"infiltration": 1}, auto=False)
    s.die_sought = True
    desk = line(s, "guardforce_02", "guardforce_01")
    decision = desk.play.decision
    assert decision is not None
    [refusal] = GAME.refusals(s, decision)
    assert (refusal.option.token, refusal.reason.rule) == ("seek infiltration", "PI-8.22")


@rule("PI-8.13", "PI-8.20", "PI-8.19", "PI-8.8", "PI-8.11")
def test_refusals_of_dice_that_have_nothing_to_do() -> None:
    s = table(dice={"ai": 4}, auto=False)
    assert reasons(line(s, "guardforce_02", "guardforce_01").choose("engage")) == {
        "reroll ai": "needs_agent"
    }
    s = table(dice={"ai": 6}, auto=False)
    assert reasons(line(s, "guardforce_17", "guardforce_01").choose("engage")) == {
        "reroll ai": "needs_guardforce"
    }
    s = table(dice={"scanning": 1}, auto=False)
    assert reasons(search(s, "guardforce_01"))["scan scanning"] == "no_icons"
    s = table(dice={"scanning": 4, "weapons": 5}, bag={"yellow": 2}, auto=False)
    assert reasons(line(s, "ion_storm", "guardforce_01").choose("evade")) == {
        "probe scanning": "only_yellow",
        "sweep weapons": "no_cube_in_bag",
    }
    s = table(dice={"scanning": 3, "engineer": 2}, auto=False)
    s.dice[CONTENT.dice.index("scanning")] = 6
    assert reasons(line(s, "guardforce_02", "guardforce_01")) == {
        "tune engineer": "nothing_to_upgrade"
    }


@rule("PI-6.4", "PI-6.12")
def test_refusals_of_payments() -> None:
    s = table(points=(3, 4, 2))
    desk = line(s, "guardforce_04", "guardforce_18").choose("engage", "pay")
    assert reasons(desk) == {
        "spend 0/0/3": "too_few_points",
        "spend 4/0/1": "too_few_points",
        "spend 6/0/0": "too_few_points",
        "spend 4/2/0": "too_few_points",
        "spend 0/6/0": "too_few_points",
    }
    s = table("kah", points=(1, 0, 3), auto=False)
    desk = line(s, "guardforce_02", "guardforce_18").choose("engage", "pay_fatal")
    assert desk.tokens == ["spend_fatal 1/0/0"]
    assert reasons(desk) == {"spend 0/2/0": "at_zero", "spend 0/0/2": "rest_unpaid"}


@rule("PI-2.4", "PI-4.1", "PI-8.16", "PI-8.4", "PI-10.8")
def test_refusals_of_planets_dice_and_weapons_that_are_not_there() -> None:
    desk = Desk(deal(captain="zephyra_quill"))
    assert reasons(desk)["keep ai/weapons"] == "die_not_shown"
    desk.choose("keep engineer/scanning")
    found = reasons(desk)
    assert len(found) == 9 and set(found.values()) == {"planet_face_down"}
    s = table(dice={"ai": 2, "weapons": 4})
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage", "swap ai")
    assert reasons(desk)["give engineer"] == "die_in_box"
    desk.choose("give ai")
    assert reasons(desk) == {"take ai": "die_owned", "take weapons": "die_owned"}
    s = table(dice={"weapons": 4})
    desk = line(s, "guardforce_05", "guardforce_01").choose("engage", "boost weapons/combat")
    assert reasons(desk) == {"turn 4": "not_lower", "turn 5": "not_lower"}
    assert desk.choose("turn 2").s.turning == NONE
    s = table("kah", dice={"scanning": 6}, weapons=["nova_lance"], bag={"yellow": 1})
    desk = search(s, "guardforce_17").choose("use", "turn 1")
    assert reasons(desk)["claim nova_lance"] == "weapon_found"
    s = table("kah", hand=["guardforce_02", "guardforce_05"], bag={"white": 1}, auto=False)
    desk = line(s, "agent_scarlet", "guardforce_01").choose("evade", "go", "lose combat")
    assert reasons(desk) == {"drop code": "mark_not_held"}


def test_every_kind_of_decision_says_what_is_legal() -> None:
    kinds = {key.split(".")[1] for key in GAME.text.templates if key.startswith("prompt.")}
    assert kinds == set(GAME.questions.rules)


# The log


def test_the_log_tells_rounds_cards_and_searches() -> None:
    match = played(3, 60)
    groups = [item for item in match.story() if isinstance(item, Group)]
    assert groups[0].name == "round" and groups[0].values == {"n": 1}
    inside = [item.name for item in groups[0].items if isinstance(item, Group)]
    assert inside.count("search") == 1 and set(inside) == {"encounter", "search"}
    assert [group.values["n"] for group in groups] == list(range(1, len(groups) + 1))


# Bots


@rule("PI-22.1")
def test_the_second_lowest_ability_is_worth_most() -> None:
    assert points(5, 5, 1) > points(9, 1, 1)
    assert points(3, 3, 3) - points(3, 3, 2) < points(3, 3, 0) - points(3, 2, 0)
    before = line(table(), "guardforce_05", "guardforce_01").s
    assert 0 < GAME.evaluate(before, 0) < 1
    richer = line(table(weapons=["nova_lance"]), "guardforce_05", "guardforce_01").s
    assert GAME.evaluate(richer, 0) > GAME.evaluate(before, 0)
    weaker = line(table(points=(4, 5, 5)), "guardforce_05", "guardforce_01").s
    assert GAME.evaluate(weaker, 0) < GAME.evaluate(before, 0)
    sharper = line(table(dice={"weapons": 6}), "guardforce_05", "guardforce_01").s
    duller = line(table(dice={"weapons": 2}), "guardforce_05", "guardforce_01").s
    assert GAME.evaluate(sharper, 0) > GAME.evaluate(duller, 0)


@rule("PI-22.2", "PI-22.3")
def test_greedy_goes_further_than_random() -> None:
    """Greedy finds weapons; random play is exhausted before it finds any number of them."""
    greedy, chance = 0, 0
    for seed in range(5):
        greedy += len(played(seed, 1000, level="basic").state.found.cards)
        match = starhall.new(GAME, seed=seed, level="basic", watched=False)
        play = Play(GAME, match.state)
        stream = Stream(seed_bytes(seed))
        while (decision := play.decision) is not None:
            play.choose(decision, decision.options[stream.below(len(decision.options))])
        chance += len(match.state.found.cards)
    assert greedy > chance + 5


def test_defaults_pass_or_survive() -> None:
    desk = line(table(points=(2, 3, 0)), "guardforce_03", "guardforce_02", fates="v")
    desk.choose("engage", "pay")
    decision = desk.play.decision
    assert decision is not None
    assert GAME.default(decision).token == "spend 1/2/0"
    desk = search(table(hand=["guardforce_03"]), "guardforce_01")
    decision = desk.play.decision
    assert decision is not None
    assert GAME.default(decision).token == "draw"
