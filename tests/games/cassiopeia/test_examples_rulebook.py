"""The examples of the rulebook (18.1): X1, X2 and the third round with three players, X3."""

from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia.content import NONE
from starhall.games.cassiopeia.state import Table
from tests.games.cassiopeia.tables import (
    CAPH,
    RUCHBAH,
    SHEDAR,
    asked,
    balance,
    begin,
    choose,
    chosen,
    holds,
    objects,
    offered,
    own,
    reserve,
    row_names,
    seat,
    settle,
    solo,
    specialists,
    symbols,
    table,
)

RED_ROW = "Tsathoggua* Dagon Hastur Cthulhu Yig Azathoth Ithaqua"
YELLOW_ROW = "Kirin* Dryad Halfling Gryphon Djinn Leviathan Basilisk"
RED, BLUE, YELLOW = 0, 1, 2


@rule("CA-6.1", "CA-16.32")
def test_x1_logistics_gives_red_a_second_lens() -> None:
    for side, lenses in (("mars", 2), ("earth", 1)):
        red = seat(RED, settle(SHEDAR, "Tsathoggua"))
        s = solo("engineer", red, seat(BLUE, CAPH), seat(YELLOW, RUCHBAH), logistics=side)
        assert symbols(s, red) == "3E/4M"
        choose(begin(s), "effect")
        assert [holds(player) for player in s.players] == [
            {"lens": lenses},
            {"lens": 1},
            {"lens": 1},
        ]


@rule("CA-7.2", "CA-7.6")
def test_x2_salyut_costs_what_tiangong_shows() -> None:
    s = solo("engineer", seat(0, CAPH, bot=2, lens=1), seat(1, SHEDAR))
    play = begin(s)
    choose(play, "skip")
    assert offered(play) == ["terraform caph_3", "pass"]
    choose(play, "terraform caph_3")
    assert holds(s.players[0]) == {}
    assert row_names(s.players[0]) == settle(CAPH, "Salyut")


def third_round() -> Table:
    """The position before choosing."""
    red = seat(RED, RED_ROW, cell=1)
    blue = seat(BLUE, CAPH, coin=1, lens=1, cell=1, capsule=1)
    yellow = seat(YELLOW, YELLOW_ROW)
    row = "programmer geneticist engineer tax_officer martian intendant commander"
    s = table(red, blue, yellow, row=row, coins="0 0 1 1 2 1 0")
    own(s, RED, "cruiser")
    own(s, YELLOW, "alien_station")
    red.place, blue.place, yellow.place = 0, 1, 6
    s.round = 3
    balance(s)
    return s


def before_turns() -> Table:
    s = third_round()
    return chosen(s, "martian", "intendant", "engineer")


def yellow_done() -> Table:
    s = before_turns()
    choose(begin(s), "use station", "effect", "terraform ruchbah_2", *["capsules 0"] * 2)
    return s


def red_done() -> Table:
    s = yellow_done()
    choose(begin(s), "effect", "discard lens", "terraform shedar_7")
    return s


@rule("CA-10.1", "CA-6.1")
def test_x3_the_position_is_the_one_of_the_rulebook() -> None:
    s = third_round()
    assert [symbols(s, player) for player in s.players] == ["3E/4M", "4E/3M", "4E/3M"]
    assert [player.fund() for player in s.players] == [6, 7, 6]
    assert reserve(s) == {"coin": 22, "bot": 20, "lens": 19, "cell": 18, "capsule": 9}
    assert s.object_reserve == [2, 1, 1]


@rule("CA-3.2", "CA-3.3", "CA-3.4", "CA-3.5")
def test_x3a_choosing() -> None:
    s = third_round()
    play = begin(s)
    assert asked(play) == (RED, "choose_specialist")
    choose(play, "choose martian")
    assert asked(play) == (BLUE, "choose_specialist")
    assert "choose martian" not in offered(play)
    choose(play, "choose intendant")
    assert asked(play) == (YELLOW, "choose_specialist")
    choose(play, "choose engineer")
    assert s.order == [YELLOW, RED, BLUE]
    assert asked(play)[0] == YELLOW


@rule("CA-4.1", "CA-4.5", "CA-16.54", "CA-10.7")
def test_x3b_yellow() -> None:
    s = before_turns()
    play = begin(s)
    yellow = s.players[YELLOW]
    choose(play, "use station")
    assert objects(yellow) == ["signal_relay"]
    # The coin of the card and the one of Kirin's Trade Complex.
    assert holds(yellow) == {"coin": 2, "capsule": 1}
    choose(play, "effect")
    assert holds(yellow) == {"coin": 2, "lens": 2, "capsule": 1}
    assert holds(s.players[RED]) == {"lens": 1, "cell": 1}
    assert holds(s.players[BLUE]) == {"coin": 1, "lens": 2, "cell": 1, "capsule": 1}
    choose(play, "terraform ruchbah_2")
    assert offered(play) == ["capsules 0", "capsules 1"]
    choose(play, "capsules 0", "capsules 0")
    assert holds(yellow) == {"coin": 1, "capsule": 1}
    assert symbols(s, yellow) == "3E/4M"
    assert yellow.fund() == 5
    assert s.on[2] == NONE and yellow.place == 2


@rule("CA-6.5", "CA-6.6", "CA-6.9", "CA-10.2", "CA-16.38", "CA-16.57")
def test_x3c_red() -> None:
    s = yellow_done()
    play = begin(s)
    red = s.players[RED]
    # No Cruiser: yellow has nothing unprotected, blue's fund is higher.
    assert asked(play) == (RED, "phase_2")
    assert holds(red) == {"coin": 2, "lens": 1, "cell": 1}
    choose(play, "effect")
    assert asked(play) == (BLUE, "discard")
    assert offered(play) == ["discard coin", "discard lens", "discard cell"]
    choose(play, "discard lens")
    assert holds(red) == {"coin": 3, "lens": 1, "cell": 1}
    assert asked(play) == (RED, "terraform")
    choose(play, "terraform shedar_7")
    assert holds(red) == {"coin": 1, "lens": 1}
    assert symbols(s, red) == "2E/5M"
    assert red.fund() == 5


@rule("CA-9.5", "CA-16.46", "CA-5.5")
def test_x3d_blue() -> None:
    s = red_done()
    play = begin(s)
    blue = s.players[BLUE]
    assert holds(blue) == {"coin": 2, "lens": 1, "cell": 1, "capsule": 1}
    choose(play, "effect")
    assert offered(play) == ["build lunar_base", "build phobos", "pass"]
    choose(play, "build phobos", "capsules 0")
    assert symbols(s, blue) == "4E/5M"
    assert holds(blue) == {"coin": 2, "lens": 1, "cell": 1, "capsule": 1}
    # Tiangong costs 1 coin and 2 cells; the second cell must be the capsule.
    choose(play, "terraform caph_1")
    assert holds(blue) == {"coin": 1, "lens": 1}
    assert symbols(s, blue) == "3E/6M"
    assert blue.fund() == 6


@rule("CA-11.1", "CA-11.2", "CA-11.3", "CA-11.4", "CA-5.15")
def test_x3e_round_end() -> None:
    s = red_done()
    play = begin(s)
    choose(play, "effect", "build phobos", "capsules 0", "terraform caph_1")
    assert s.choosing() and s.round == 4
    assert specialists(s) == (
        "programmer geneticist installer tax_officer earthman captain commander"
    )
    assert s.coins == [1, 1, 0, 2, 0, 0, 1]
    assert s.order == [YELLOW, RED, BLUE]
    assert asked(play) == (YELLOW, "choose_specialist")
    assert reserve(s) == {"coin": 20, "bot": 20, "lens": 18, "cell": 20, "capsule": 9}
