"""Sections 3 to 7: rounds, the line, engaging and evading."""

from __future__ import annotations

from starhall.engine.match.match import Match
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import Zone
from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import BLACK
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.rules.encounter import form_line
from starhall.games.pulp_invasion.rules.payment import payable
from starhall.games.pulp_invasion.rules.reckoning import (
    STRENGTH_NOW,
    bill,
    evade_cost,
    evade_draw,
    planet_icons,
    search_draw,
)
from starhall.games.pulp_invasion.rules.rounds import GAME as COURSE
from starhall.games.pulp_invasion.rules.rounds import ROUND
from starhall.games.pulp_invasion.state import EVADED, Table
from tests.games.pulp_invasion.tables import (
    Desk,
    at,
    draws,
    finish_round,
    line,
    new_round,
    search,
    table,
    take,
)
from tests.packs import changed

# Rounds and Sectors


@rule("PI-3.1", "PI-9.1", "PI-11.6", "PI-5.1")
def test_the_course_of_a_round() -> None:
    s = table("kah", bag={"white": 5, "yellow": 1}, auto=False)
    desk = new_round(s)
    asked = []
    while s.rounds < 3:
        asked.append(desk.asked)
        tokens = desk.tokens
        wanted = [token for token in ("evade", "go", "draw") if token in tokens]
        s.abilities = [9, 9, 9]
        desk.choose(wanted[0] if wanted else tokens[0])
    cards = asked.count("encounter_choice")
    assert asked[0] == "choose_planet"
    assert asked.index("search_action") > max(
        i for i, kind in enumerate(asked) if kind == "encounter_choice"
    )
    assert asked.count("evade_boost") == cards


@rule("PI-3.1", "PI-4.13", "PI-4.14", "PI-9.1")
def test_the_steps_of_a_round_come_in_order() -> None:
    """The line is formed, revealed, encountered, searched, then cleared away."""
    s = table(location="nine_moon_bazaar", planet="lumen_reach", bag={"yellow": 1, "white": 5})
    s.planet_deck.cards.append(s.planet.cards.pop())
    desk = at(s, ROUND)
    for card in ("guardforce_01", "guardforce_02", "guardforce_03", "hypno_herald"):
        take(s, card, s.decks[0])
    desk.choose(desk.tokens[0])
    assert desk.asked == "gain_ability"  # the Location, after the line was formed ...
    assert len(s.line.cards) == 4
    assert desk.bag("black") == 3  # ... and revealed: two of the Herald, one of Guardforce 3
    desk.choose("gain diplomacy")
    assert desk.asked == "encounter_choice" and desk.about == "hypno_herald"
    assert not s.searching
    for _ in range(4):
        assert desk.asked == "encounter_choice"
        desk.choose("evade", "lose diplomacy")
    assert desk.asked == "choose_planet"  # the Search had nothing to ask
    assert s.rounds == 3 and not s.line.cards and not s.searching


@rule("PI-3.5", "PI-12.6")
def test_the_cubes_of_the_quietus_go_when_its_sector_is_left() -> None:
    s = table("quietus", quietus=5)
    s.gather(s.decks[0], s.discard)
    black = s.supply[BLACK]
    new_round(s)
    assert s.sector == 1 and s.quietus == 0
    assert s.supply[BLACK] == black + 5


@rule("PI-12.6", "PI-3.5")
def test_other_sectors_leave_the_cubes_on_the_quietus() -> None:
    s = table("kah", quietus=5)
    s.gather(s.decks[0], s.discard)
    new_round(s)
    assert s.sector == 1 and s.quietus == 5


@rule("PI-4.1", "PI-D2")
def test_one_of_the_open_planets_is_searched() -> None:
    s = table(planet="terminus_gate")
    for planet in ("ashkar", "verdigris", "glacius"):
        take(s, planet, s.row)
    desk = new_round(s)
    assert desk.tokens == ["visit ashkar", "visit verdigris", "visit glacius"]
    desk.choose("visit glacius")
    assert desk.names(s.planet) == ["glacius"]
    assert desk.names(s.row) == ["ashkar", "verdigris"]
    assert s.planet_text().no_die


@rule("PI-4.3")
def test_an_empty_planet_deck_is_made_from_the_searched_ones() -> None:
    s = table()
    s.gather(s.planet_deck, s.searched)
    new_round(s)
    assert len(s.row) == 3 and len(s.planet_deck) == 9 and not s.searched.cards
    s = table(auto=False)
    s.gather(s.planet_deck, s.searched)
    s.draw(s.searched, s.planet_deck)
    new_round(s)
    assert len(s.row) == 1


@rule("PI-4.14", "PI-D11", "PI-19.1")
def test_a_location_works_on_every_new_line() -> None:
    s = table(location="nine_moon_bazaar")
    desk = draws(s, "guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05")
    assert desk.asked == "gain_ability"
    assert desk.tokens == ["gain combat", "gain diplomacy", "gain science"]
    desk.choose("gain diplomacy")
    assert desk.points == "5/6/5" and desk.asked == "encounter_choice"


@rule("PI-4.14", "PI-D10", "PI-15.2", "PI-4.15", "PI-19.1")
def test_a_loss_when_the_line_lies_can_be_fatal() -> None:
    s = table("quietus", location="radium_mine", points=(1, 0, 3))
    desk = draws(s, "guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05")
    assert desk.asked == "lose_ability"
    assert desk.prompt == "Radium Mine costs you a point. Of which ability?"
    assert desk.tokens == ["lose_fatal combat", "lose science"]
    desk.choose("lose_fatal combat")
    assert desk.play.over and s.cause == "exhaustion"


@rule("PI-4.14", "PI-4.10")
def test_a_location_that_stayed_works_once_in_every_round() -> None:
    s = table(location="nine_moon_bazaar", points=(5, 5, 5), bag={"yellow": 1, "white": 5})
    cards = ("guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05")
    desk = draws(s, *cards).choose("gain diplomacy")
    assert desk.points == "5/6/5" and desk.asked == "encounter_choice"
    finish_round(desk)
    s.abilities = [5, 5, 5]
    for card in ("guardforce_06", "guardforce_07", "guardforce_08", "guardforce_10"):
        take(s, card, s.decks[s.sector])
    desk.choose(desk.tokens[0])
    assert desk.asked == "gain_ability"
    assert desk.names(s.location) == ["nine_moon_bazaar"]


@rule("PI-4.14", "PI-13.4")
def test_the_location_works_before_the_planet() -> None:
    """A Planet of another content gives a point of Combat when the line lies."""
    change = ('passive = ["search: search(+1)"]', 'passive = ["line: gain(combat, 1)"]')
    other = changed(GAME, "planets.toml", change)
    match = Match(other, 1, {}, seed=1)
    s = match.state
    texts = [text for text in other.content.texts if text.line]
    assert len(texts) == 1
    planet = other.content.texts.index(texts[0])
    bazaar = other.content.cards.index("nine_moon_bazaar")
    place(s, planet, s.planet)
    place(s, bazaar, s.location)
    s.aliens = [other.content.aliens.index(alien) for alien in ("synod", "kah", "quietus")]
    s.maxima, s.abilities = [9, 9, 9], [5, 5, 5]
    for card in ("guardforce_01", "guardforce_02", "guardforce_03", "guardforce_05"):
        place(s, other.content.cards.index(card), s.decks[0])
    s.strands[0].cursor = COURSE.find(form_line)
    play = Play(other, s)
    decision = play.decision
    assert decision is not None and decision.kind == "gain_ability"
    assert s.abilities == [5, 5, 5]  # the Planet has yet to work
    play.choose(decision, s.options.gain[0])
    assert s.abilities == [7, 5, 5]


def place(s: Table, card: int, target: Zone) -> None:
    for zone in s.zones():
        if card in zone.cards:
            zone.cards.remove(card)
    target.cards.append(card)


@rule("PI-4.13", "PI-19.8", "PI-19.1")
def test_the_hypno_herald_seeds_when_revealed() -> None:
    s = table(bag={})
    draws(s, "hypno_herald", "guardforce_01", "guardforce_02", "guardforce_04")
    assert s.bag == [2, 0, 1, 2, 0, 0]


@rule("PI-4.13", "PI-19.9", "PI-19.1")
def test_a_location_among_reinforcements_takes_its_place() -> None:
    s = table(location="garden_of_thorns", bag={})
    cards = ("reinforcements", "guardforce_01", "guardforce_02", "guardforce_04", "oracle_pit")
    desk = draws(s, *cards)
    assert desk.names(s.line) == list(cards[:4])
    assert desk.names(s.location) == ["oracle_pit"]
    assert desk.names(s.discard) == ["garden_of_thorns"]
    assert s.bag == [2, 1, 2, 1, 0, 0]


# Reading a card


@rule("PI-5.2", "PI-13.1", "PI-13.3")
def test_location_then_planet() -> None:
    """Mirror Palace makes everything Diplomacy; Terminus Gate adds to that."""
    s = table("kah", location="mirror_palace", planet="terminus_gate")
    desk = line(s, "guardforce_04", "guardforce_02")
    assert desk.demand("guardforce_04") == "1C 4D"


@rule("PI-13.3", "PI-5.16")
def test_a_location_beats_the_text_of_a_card() -> None:
    s = table("kah", location="mirror_palace")
    desk = line(s, "countess_of_comets", "madame_parallax", "guardforce_02")
    assert desk.demand("madame_parallax") == "2D"
    s = table("kah", location="frozen_embassy")
    desk = line(s, "guardforce_11", "guardforce_02")
    assert desk.demand("guardforce_11") == "2C 2D"


@rule("PI-5.16", "PI-5.14")
def test_nothing_gives_a_printed_zero_any_strength_or_demand() -> None:
    s = table("kah", location="ghost_barracks", planet="terminus_gate", auto=False)
    desk = line(s, "guardforce_14", "guardforce_01")
    assert desk.demand("guardforce_14") == ""  # +1, +1, and Kah's extra demand
    assert bill(s, 0)[STRENGTH_NOW] == 0
    assert desk.tokens == ["evade"]
    s = table("quietus", location="antigrav_dockyard", quietus=6, auto=False)
    desk = line(s, "guardforce_14", "guardforce_01")
    assert desk.demand("guardforce_14") == "" and desk.tokens == ["evade"]


@rule("PI-5.16", "PI-13.5")
def test_strength_stops_at_one_after_each_step() -> None:
    s = table("kah", location="crashed_dreadnought", planet="terminus_gate")
    desk = line(s, "countess_of_comets", "guardforce_01", "guardforce_02")
    assert desk.demand("guardforce_01") == "3C"  # 1 - 1 is 1, then 2, and 1 for Kah
    s = table(location="radium_mine", planet="saffron_waste")
    desk = line(s, "guardforce_01", "guardforce_02")
    assert desk.demand("guardforce_02") == "1C"  # 2 - 1 - 2


@rule("PI-19.1", "PI-19.7")
def test_the_clone_levy_looks_for_another_guardforce() -> None:
    desk = line(table(), "guardforce_08", "countess_of_comets", "agent_scarlet")
    assert desk.demand("guardforce_08") == "1D"
    desk = line(table(), "guardforce_08", "countess_of_comets", "guardforce_01")
    assert desk.demand("guardforce_08") == "2D"
    desk = line(table(), "guardforce_01", "guardforce_08", "countess_of_comets")
    assert desk.demand("guardforce_08") == "2D"


@rule("PI-19.1", "PI-19.10")
def test_the_icons_that_a_location_adds() -> None:
    s = table(location="garden_of_thorns", planet="ashkar")
    line(s, "countess_of_comets", "guardforce_01", "distress_beacon")
    assert [planet_icons(s, place) for place in range(3)] == [3, 1, 1]
    s = table(location="crashed_dreadnought", planet="ashkar")
    line(s, "countess_of_comets", "guardforce_01", "distress_beacon")
    assert [planet_icons(s, place) for place in range(3)] == [2, 2, 1]


@rule("PI-5.13")
def test_equal_demands_are_added_together() -> None:
    s = table("quietus", location="antigrav_dockyard", quietus=4)
    desk = line(s, "guardforce_16", "guardforce_04")
    assert desk.demand("guardforce_16") == "6S"  # 2 + 1 text + 2 Quietus + 1 Location
    desk.s.reduced = [9, 0, 4]
    desk.s.active = 0
    assert desk.demand("guardforce_16") == "2S"
    desk.s.reduced = [0, 0, 9]
    assert desk.demand("guardforce_16") == ""


@rule("PI-5.17")
def test_values_follow_the_position() -> None:
    s = table("quietus", quietus=4)
    desk = line(s, "guardforce_01", "guardforce_02")
    assert desk.demand("guardforce_01") == "1C 2S"
    s.quietus = 2
    assert desk.demand("guardforce_01") == "1C 1S"


@rule("PI-12.5")
def test_the_demand_of_the_quietus_does_not_move() -> None:
    desk = line(table("quietus", quietus=6), "guardforce_14", "guardforce_01", fates="v")
    assert desk.demand("guardforce_01") == "1C"


# Engage


@rule("PI-6.1", "PI-6.9")
def test_engage_needs_points_or_help() -> None:
    s = table(points=(1, 1, 1), auto=False)
    assert line(s, "guardforce_02", "guardforce_01").tokens == ["evade"]
    s = table(points=(1, 1, 1), dice={"weapons": 1})
    desk = line(s, "guardforce_02", "guardforce_01")
    assert desk.tokens == ["engage", "evade"]
    desk.choose("engage")
    assert desk.tokens == ["boost weapons/combat", "evade_instead"]
    desk.choose("boost weapons/combat")
    assert "pay" in desk.tokens


@rule("PI-6.3", "PI-8.23", "PI-D4", "PI-7.2")
def test_what_was_used_stays_used_when_evading_after_all() -> None:
    s = table(dice={"weapons": 6, "scanning": 2}, understood=["nova_lance", "gravity_harpoon"])
    desk = line(s, "guardforce_05", "guardforce_01").choose("engage")
    assert desk.tokens == [
        "pay",
        "boost weapons/combat",
        "aim gravity_harpoon/combat",
        "fire nova_lance",
        "evade_instead",
    ]
    desk.choose("boost weapons/combat", "turn 4", "aim gravity_harpoon/combat", "evade_instead")
    assert desk.asked == "evade_pay"  # no second die on this card
    assert s.fates[0] == EVADED
    assert desk.die("weapons") == 4 and s.fired


@rule("PI-6.4", "PI-8.9", "PI-D5")
def test_a_demand_may_be_paid_by_a_die_and_points() -> None:
    s = table(dice={"weapons": 3})
    desk = line(s, "guardforce_05", "guardforce_01")
    desk.choose("engage", "boost weapons/combat", "turn 1", "pay", "spend 2/0/0")
    assert desk.points == "3/5/5"


@rule("PI-6.13")
def test_port_meridian_discounts_the_first_conversion_of_the_round() -> None:
    s = table(planet="port_meridian", points=(0, 4, 4), auto=False)
    desk = line(s, "guardforce_02", "guardforce_01", "guardforce_10", "reinforcements")
    desk.choose("engage", "pay")
    # Two converted points, one of them at half price
    assert desk.tokens == ["spend 0/3/0", "spend 0/2/1", "spend 0/1/2", "spend 0/0/3"]
    desk.choose("spend 0/2/1", "engage", "pay")
    assert s.meridian == 0
    assert desk.tokens == ["spend_fatal 0/2/0", "spend 0/0/2"]


@rule("PI-6.13", "PI-19.5")
def test_star_mirror_goes_first_and_serves_all_demands() -> None:
    s = table(
        "kah", planet="port_meridian", points=(0, 5, 3), weapons=["star_mirror"], maxima=(9, 9, 9)
    )
    desk = line(s, "guardforce_01", "guardforce_15").choose("engage", "fire star_mirror", "pay")
    assert desk.demand("guardforce_01") == "1C 1D"
    desk.choose("spend 0/0/1")
    assert (s.mirror, s.meridian) == (1, 1)
    desk.choose("spend 0/0/1")
    assert (s.mirror, s.meridian) == (0, 1)
    assert desk.points == "0/5/1"


@rule("PI-6.13", "PI-6.12")
def test_equal_payments_are_offered_once() -> None:
    s = table(points=(0, 9, 9), weapons=["star_mirror"])
    desk = line(s, "guardforce_18", "guardforce_01").choose("engage", "fire star_mirror", "pay")
    assert len(desk.tokens) == len(set(desk.tokens))
    assert "spend 0/2/4" in desk.tokens
    costs = [tuple(map(int, token.split()[1].split("/"))) for token in desk.tokens]
    assert not any(
        a != b and all(x <= y for x, y in zip(a, b, strict=True)) for a in costs for b in costs
    )


@rule("PI-6.5", "PI-6.6")
def test_payable() -> None:
    assert payable([2, 0, 0], [0, 1, 0], 0)
    assert not payable([1, 0, 1], [0, 1, 0], 0)  # both points of one ability
    assert payable([1, 0, 0], [0, 1, 0], 1)
    assert not payable([3, 0, 0], [2, 1, 0], 0)
    assert payable([4, 0, 0], [2, 1, 0], 0)
    assert payable([3, 0, 3], [0, 4, 0], 2)
    assert not payable([3, 0, 3], [0, 5, 0], 2)


# Evade


@rule("PI-7.1", "PI-5.14", "PI-15.1")
def test_a_card_of_strength_zero_is_evaded_without_asking() -> None:
    desk = line(table("kah"), "guardforce_14", "guardforce_01")
    assert desk.asked == "evade_pay" and desk.about == "guardforce_14"


@rule("PI-7.12", "PI-9.7")
def test_an_evaded_card_gives_no_icon_and_no_cubes() -> None:
    s = table(planet="ashkar", auto=False)
    search(s, "guardforce_05", "guardforce_10", fates="vn")
    assert search_draw(s) == 2
    desk = line(table(), "guardforce_04", "guardforce_10", "guardforce_01", fates="v")
    assert desk.demand("guardforce_01") == "1C"  # of guardforce_10, not S of guardforce_04


@rule("PI-7.14", "PI-13.4", "PI-19.1")
def test_evade_effects_come_from_card_alien_and_location() -> None:
    s = table("synod", location="garden_of_thorns", bag={"white": 1})
    line(s, "guardforce_13", "guardforce_01").choose("evade", "lose combat")
    assert s.bag[BLACK] == 2  # the card and the Synod; the Garden works with Kah
    s = table("kah", location="garden_of_thorns", bag={"white": 1})
    line(s, "guardforce_13", "guardforce_01").choose("evade", "lose combat")
    assert s.bag[BLACK] == 2  # the card and the Garden
    s = table("quietus", location="mirror_palace", quietus=3, bag={"white": 1})
    line(s, "guardforce_02", "guardforce_01").choose("evade", "lose combat")
    assert s.quietus == 2


@rule("PI-13.4", "PI-19.10", "PI-19.1")
def test_engage_effects_and_the_first_engage_of_a_round() -> None:
    s = table("kah", location="radium_mine", points=(3, 5, 5))
    desk = line(s, "countess_of_comets", "envoy_seventh_star", "guardforce_03")
    desk.choose("engage", "pay", "spend 0/1/0")
    assert desk.points == "4/4/5"
    desk.choose("engage", "pay", "spend 0/1/0")
    assert desk.points == "4/3/5"
    s = table("quietus", location="ghost_barracks", quietus=3)
    line(s, "guardforce_01", "guardforce_02").choose("engage", "pay", "spend 1/0/0", "spend 0/0/1")
    assert s.quietus == 2


@rule("PI-13.5", "PI-7.4", "PI-D7")
def test_costs_and_draws_add_up() -> None:
    s = table("quietus", location="nine_moon_bazaar", bag={"white": 2})
    desk = line(s, "guardforce_02", "guardforce_01")
    assert evade_cost(s, 0) == 2
    desk.choose("evade", "lose combat", "lose science")
    assert desk.points == "4/5/4"
    s = table("kah", location="smugglers_cave")
    line(s, "meteor_swarm", "guardforce_01")
    assert evade_cost(s, 0) == 0  # 1 - 1 - 1
    s = table("quietus", location="garden_of_thorns", planet="carcosa_drift")
    line(s, "glass_assassin", "guardforce_01")
    assert evade_draw(s, 0) == 3  # 2 + 1 - 1 + 1
    s = table("quietus", location="garden_of_thorns")
    line(s, "ion_storm", "guardforce_01")
    assert evade_draw(s, 0) == 0


@rule("PI-19.8", "PI-D13", "PI-15.4")
def test_agent_scarlet_takes_a_card() -> None:
    hand = ["guardforce_02", "guardforce_03", "guardforce_05"]
    s = table("kah", hand=hand, bag={"white": 1})
    desk = line(s, "agent_scarlet", "guardforce_01").choose("evade", "lose combat")
    assert desk.tokens == ["drop code", "drop key"]
    desk.choose("drop key")
    assert desk.names(s.hand) == ["guardforce_03", "guardforce_05"]
    assert "guardforce_02" in desk.names(s.discard)
    s = table("kah", hand=[], bag={"white": 1})
    desk = line(s, "agent_scarlet", "guardforce_01").choose("evade", "lose combat")
    assert desk.asked == "encounter_choice"


@rule("PI-19.9", "PI-19.1")
def test_time_slip_upgrades_a_die() -> None:
    s = table("kah", dice={"weapons": 3, "ai": 5}, bag={"white": 1})
    desk: Desk = line(s, "time_slip", "guardforce_01").choose("lose combat")
    assert desk.tokens == ["upgrade ai", "upgrade weapons"]
    desk.choose("upgrade ai")
    assert desk.die("ai") == 6


@rule("PI-19.10")
def test_location_effects_on_the_ends_of_the_line() -> None:
    s = table("synod", location="sunken_observatory")
    desk = line(s, "guardforce_04", "guardforce_05")
    assert desk.demand("guardforce_04") == "2C" and desk.demand("guardforce_05") == "4S"
    s = table("quietus", location="sunken_observatory")
    desk = line(s, "guardforce_04", "guardforce_05")
    assert desk.demand("guardforce_04") == "3C" and desk.demand("guardforce_05") == "5S"
    s = table("synod", planet="saffron_waste")
    desk = line(s, "guardforce_04", "guardforce_05")
    assert desk.demand("guardforce_05") == "2S"
