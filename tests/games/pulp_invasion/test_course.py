"""Section 3: the order of a round, of an encounter and of a search."""

from starhall.engine.text.rulebook import rule
from tests.course import check_order, course, parts

STORY = ("pulp-invasion", 1, 25, 120)


@rule("PI-2.4", "PI-3.1", "PI-3.6", "PI-4.1", "PI-18.2")
def test_a_round_visits_a_planet_meets_the_line_and_searches() -> None:
    story = course(*STORY)
    check_order([story], "?choose_dice, keeps_dice", "round")
    check_order(
        parts(story, "round"),
        "round",
        "?choose_planet",
        "visits",
        "line",
        "location",
        "[encounter], ?encounter_choice, evades, engages",
        "[search], searches",
    )


@rule("PI-5.1", "PI-5.2", "PI-6.2", "PI-7.2")
def test_a_card_is_engaged_or_evaded() -> None:
    cards = parts(course(*STORY), "[encounter]", "[search]")
    engaged = [card for card in cards if "engages" in card]
    check_order(engaged, "?encounter_choice", "?engage_boost", "?pay_demand, pays", "engages")
    evaded = [card for card in cards if "evades" in card]
    check_order(evaded, "?encounter_choice", "evades", "?evade_pay", "pays_point", "evade_cube")
    assert not [card for card in cards if "engages" in card and "evades" in card]


@rule("PI-9.1", "PI-9.3", "PI-9.7", "PI-9.11")
def test_a_search_draws_then_resolves_by_colour() -> None:
    searches = parts(course(*STORY), "[search]", "round")
    check_order(searches, "?search_action", "searches", "finds", "quietus_grows", "unused_cube")
