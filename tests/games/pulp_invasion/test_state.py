"""Sections 14 and 16: what a table begins with, and by which numbers the rules know things."""

from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.state import Zone
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
from tests.resting import begins, counted, counts, named, unseen


@rule("PI-2.11", "PI-14.1", "PI-16.2", "PI-20.4")
def test_a_table_begins_with_nothing_under_way() -> None:
    assert begins(Table) == {"reduced": [0, 0, 0], "decks": 3}


@rule("PI-1.6", "PI-19.1")
def test_colours_kinds_and_filters_are_known_by_their_names() -> None:
    assert named(content, "BLACK WHITE YELLOW", COLOURS)
    assert named(content, "GUARDFORCE AGENT EVENT", KINDS)
    assert named(content, "LEFTMOST RIGHTMOST JOINED", FILTERS)
    others = [content.ALL_CARDS, content.GUARDFORCES, content.AGENTS]
    assert [FILTERS[n] for n in others] == ["all", "guardforce", "agents"]
    assert len(ABILITIES) == 3
    # Marks that are not an ability: any of them, or the one that the card shows.
    assert len({NONE, ANY, OWN_ICON, 0, 1, 2}) == 5 and NONE == ANY == -1
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
    windows = "AT_CHOICE AT_ENGAGE AT_EVADE AT_SEARCH AT_YELLOW AT_BORROWED WINDOW_COUNT"
    assert counted(content, windows)


@rule("PI-14.4", "PI-16.1", "PI-17.5")
def test_fates_families_and_random_streams_are_told_apart() -> None:
    assert counted(state, "WAITING ENGAGED EVADED")
    assert counted(state, "ENCOUNTERS PLANETS WEAPONS")
    assert counted(state, "CARD_STREAM DICE_STREAM CUBE_STREAM")
    assert STREAMS == ("cards", "dice", "cubes")


@rule("PI-16.2", "PI-1.4", "PI-12.1", "PI-14.1", "PI-14.4", "PI-18.3", "PI-20.3", "PI-20.4")
@rule("PI-4.1", "PI-5.3", "PI-7.2", "PI-9.15")
def test_every_number_on_the_table_is_open() -> None:
    for observer in (0, 1):
        s = GAME.deal(1, GAME.configure(1, {}), Chance(seed_bytes(3), GAME.streams))
        assert unseen(s, observer, lambda table: [table]) == set()


@rule("PI-16.1", "PI-16.2", "PI-14.4")
def test_all_cards_but_the_decks_and_the_box_lie_open() -> None:
    s = GAME.deal(1, GAME.configure(1, {}), Chance(seed_bytes(3), GAME.streams))
    closed = {zone.name for zone in s.zones() if isinstance(zone, Zone) and zone.sight != -1}
    assert closed == {"deck:1", "deck:2", "deck:3", "planet_deck", "weapon_deck", "weapon_box"}


@rule("PI-18.8")
def test_a_game_is_twelve_rounds_of_so_many_choices() -> None:
    assert GAME.bound(1, {}) == 12 * 160


@rule("PI-15.2", "PI-15.3")
def test_everything_that_can_be_named_has_its_options() -> None:
    """What loses the game at once can be named apart from what does not."""
    dice, weapons, planets, abilities, colours = 5, 6, 12, 3, 5
    things = {
        "keep": 10,  # pairs of five dice
        "visit": planets, "boost": dice * abilities, "borrow": dice * dice, "turn": 6,
        "fire": weapons, "aim": weapons * abilities, "understand": weapons, "claim": weapons,
        "place": weapons, "raise": abilities, "remove": colours, "drop": 2,
        "study": weapons * abilities, "spend": 10**abilities, "spend_fatal": 10**abilities,
        **dict.fromkeys(("lose", "lose_fatal", "gain", "gain_fatal"), abilities),
        **dict.fromkeys(("overhaul", "tune", "seek", "sweep", "swap", "reroll", "scan", "extract",
                         "fathom", "probe", "give", "take", "roll", "upgrade"), dice),
    }  # fmt: skip
    assert counts(GAME) == things
