"""The lists of steps: some steps neither ask nor tell, so no game shows their order."""

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.rules.encounter import ENCOUNTER
from starhall.games.pulp_invasion.rules.rounds import GAME
from starhall.games.pulp_invasion.rules.search import SEARCH
from tests.course import listed


@rule("PI-2.4", "PI-3.1", "PI-3.6", "PI-4.1", "PI-18.2")
def test_a_game_is_rounds_until_the_decks_are_empty() -> None:
    assert listed(GAME) == (
        "choose_dice, round as long as encounters_left ("
        "start_round, choose_planet, form_line, reveal, "
        "encounter as long as cards_left (turn_to_next, choose_encounter, "
        "when engaging (boost_engage, pay_demands, engage), "
        "when evading (boost_evade, pay_evade, evade)), "
        "search (begin_search, search_actions, draw_cubes, leads, shadows, insights, false_leads), "
        "end_round), run_out_of_time"
    )


@rule("PI-5.1", "PI-5.2", "PI-6.2", "PI-7.2")
def test_a_card_is_engaged_or_evaded() -> None:
    assert listed(ENCOUNTER) == (
        "turn_to_next, choose_encounter, "
        "when engaging (boost_engage, pay_demands, engage), "
        "when evading (boost_evade, pay_evade, evade)"
    )


@rule("PI-9.1", "PI-9.3", "PI-9.7", "PI-9.11")
def test_a_search_draws_then_resolves_by_colour() -> None:
    assert listed(SEARCH) == (
        "begin_search, search_actions, draw_cubes, leads, shadows, insights, false_leads"
    )
