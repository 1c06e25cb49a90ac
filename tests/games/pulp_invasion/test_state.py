"""Sections 14 and 16: what a table begins with, and by which numbers the rules know things."""

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion import content, state
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    ANY,
    COLOURS,
    FILTERS,
    KINDS,
    NONE,
    OWN_ICON,
    Content,
    Text,
)
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.state import STREAMS, Table
from tests.resting import begins, verbs


@rule("PI-2.11", "PI-14.1", "PI-16.2", "PI-20.4")
def test_a_table_begins_with_nothing_under_way() -> None:
    assert begins(Table) == {"reduced": [0, 0, 0], "decks": 3}


@rule("PI-1.6", "PI-19.1")
def test_colours_kinds_and_filters_have_their_numbers() -> None:
    assert [COLOURS[n] for n in (content.BLACK, content.WHITE, content.YELLOW)] == COLOURS[3:]
    assert len(ABILITIES) == 3
    kinds = [content.GUARDFORCE, content.AGENT, content.EVENT]
    assert [KINDS[n] for n in kinds] == ["guardforce", "agent", "event"]
    filters = [content.ALL_CARDS, content.GUARDFORCES, content.AGENTS]
    filters += [content.LEFTMOST, content.RIGHTMOST, content.JOINED]
    assert [FILTERS[n] for n in filters] == FILTERS
    assert (NONE, ANY, OWN_ICON) == (-1, -1, -2)
    assert content.SYSTEM_DICE == 1


@rule("PI-1.6", "PI-19.1")
def test_a_content_and_a_text_begin_empty() -> None:
    empty = Content()
    numbers = [empty.first_location, empty.first_planet, empty.first_weapon, empty.quietus]
    assert numbers == [0, 0, 0, 0]
    text = Text()
    flags = [text.changes_engage, text.no_die, text.free_die, text.black_back]
    assert not any(flags)
    assert [text.cheap_convert, text.keep_evaded, text.search] == [0, 0, 0]


@rule("PI-8.3", "PI-19.5", "PI-1.6", "PI-D3", "PI-D4", "PI-D6", "PI-D9", "PI-D12", "PI-D15")
def test_every_window_is_a_window_of_its_own() -> None:
    windows = [content.AT_CHOICE, content.AT_ENGAGE, content.AT_EVADE]
    windows += [content.AT_SEARCH, content.AT_YELLOW, content.AT_BORROWED]
    assert windows == list(range(content.WINDOW_COUNT))


@rule("PI-14.4", "PI-16.1", "PI-17.5")
def test_fates_families_and_random_streams_are_told_apart() -> None:
    assert [state.WAITING, state.ENGAGED, state.EVADED] == [0, 1, 2]
    assert [state.ENCOUNTERS, state.PLANETS, state.WEAPONS] == [0, 1, 2]
    streams = [state.CARD_STREAM, state.DICE_STREAM, state.CUBE_STREAM]
    assert [STREAMS[n] for n in streams] == ["cards", "dice", "cubes"]


@rule("PI-18.8")
def test_a_game_is_twelve_rounds_of_so_many_choices() -> None:
    assert GAME.bound(1, {}) == 12 * 160


VERBS = """
keep 10, visit 12, engage 1, evade 1, pay 1, evade_instead 1, go 1, boost 15, overhaul
5, tune 5, seek 5, sweep 5, borrow 25, swap 5, reroll 5, scan 5, extract 5, fathom 5,
probe 5, turn 6, give 5, take 5, roll 5, upgrade 5, understand 6, decline 1, fire 6, aim
18, toll_bag 1, toll_quietus 1, lose 3, lose_fatal 3, gain 3, remove 5, stop 1, drop 2,
study 18, draw 1, act 1, use 1, no 1, claim 6, raise 3, place 6, spend 1000, spend_fatal
1000, pay_fatal 1, gain_fatal 3
"""


@rule("PI-15.2", "PI-15.3")
def test_every_verb_has_its_options_in_order() -> None:
    assert verbs(GAME) == " ".join(VERBS.split())
