"""Sections 6, 9 and 10: logistics, Space Objects, attacks and protection."""

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.rules.resources import loose
from tests.games.cassiopeia.tables import (
    ACHIRD,
    CAPH,
    CONTENT,
    RUCHBAH,
    SEGIN,
    SHEDAR,
    active,
    asked,
    begin,
    choose,
    chosen,
    holds,
    objects,
    offered,
    own,
    seat,
    settle,
    solo,
    symbols,
    table,
)

# Logistics


@rule("CA-6.1", "CA-6.2")
def test_most_means_more_than_the_others() -> None:
    s = table(seat(0, SHEDAR), seat(1, settle(CAPH, "Zarya")))
    assert [symbols(s, player) for player in s.players] == ["4E/3M", "3E/4M"]
    assert [s.optimized(player) for player in s.players] == [True, False]
    s.logistics = 1
    assert [s.optimized(player) for player in s.players] == [False, True]


@rule("CA-6.2")
def test_a_tie_cannot_occur() -> None:
    assert all(margin % 2 == 1 for margin in CONTENT.margin)
    assert all(symbols % 2 == 0 for symbols in CONTENT.base_symbols)


@rule("CA-6.3", "CA-6.4", "CA-6.5", "CA-16.38", "CA-16.39", "CA-16.7")
@pytest.mark.parametrize(
    ("specialist", "before", "after"), [("martian", "earth", 1), ("earthman", "mars", 0)]
)
def test_the_clause_looks_at_the_new_side(specialist: str, before: str, after: int) -> None:
    row = settle(SHEDAR, "Tsathoggua") if after == 1 else SHEDAR
    me = seat(0, row)
    s = solo(specialist, me, seat(1, CAPH), logistics=before)
    assert not s.optimized(me)
    choose(begin(s), "effect")
    assert s.logistics == after and holds(me) == {"coin": 1}


@rule("CA-6.3")
def test_who_is_not_optimized_after_the_flip_gets_nothing() -> None:
    me = seat(0, SHEDAR)
    s = solo("martian", me, seat(1, CAPH))
    choose(begin(s), "effect")
    assert s.logistics == 1 and holds(me) == {}


@rule("CA-6.6", "CA-6.7")
def test_each_player_finishes_before_the_next() -> None:
    a = seat(0, SHEDAR, bot=3, lens=2)
    b = seat(1, CAPH, bot=9)
    c = seat(2, RUCHBAH, cell=2, coin=3)
    s = table(a, b, c, row="programmer martian installer geneticist broker foreman")
    chosen(s, "programmer", "martian", "installer")
    active(s, 1)
    play = begin(s)
    choose(play, "effect")
    assert asked(play) == (2, "discard")
    choose(play, "discard coin")
    assert asked(play) == (2, "discard")
    choose(play, "discard cell")
    assert asked(play) == (0, "discard")
    choose(play, "discard bot", "discard lens")
    assert holds(a) == {"bot": 2, "lens": 1} and holds(c) == {"coin": 2, "cell": 1}
    assert holds(b)["bot"] == 9  # the player who caused it keeps everything


@rule("CA-6.8", "CA-16.7")
def test_setting_the_side_that_is_up_does_nothing() -> None:
    s = solo("earthman", seat(0, SHEDAR), seat(1, CAPH, bot=9))
    choose(begin(s), "effect")
    assert s.logistics == 0
    assert holds(s.players[1]) == {"bot": 9} and holds(s.players[0]) == {"coin": 1}


@rule("CA-6.9")
def test_fund_does_not_protect_from_the_flip() -> None:
    s = solo("martian", seat(0, settle(SHEDAR, "Yig")), seat(1, CAPH, bot=5))
    assert s.players[1].fund() > s.players[0].fund()
    choose(begin(s), "effect")
    assert holds(s.players[1]) == {"bot": 3}


# Space Objects


@rule("CA-9.2", "CA-16.46", "CA-16.47", "CA-16.49", "CA-16.14")
@pytest.mark.parametrize(
    ("specialist", "faces", "coins", "fee"),
    [
        ("intendant", ("lunar_base", "phobos"), 1, 1),
        ("captain", ("cruiser", "transporter"), 1, 2),
        ("xenologist", ("alien_station", "signal_relay"), 3, 3),
    ],
)
def test_each_kind_has_its_specialist_and_fee(
    specialist: str, faces: tuple[str, str], coins: int, fee: int
) -> None:
    for side, face in enumerate(faces):
        me = seat(0, SHEDAR, coin=coins)
        s = solo(specialist, me, seat(1, CAPH), logistics="mars")
        gained = 1 if specialist == "captain" else 0
        play = begin(s)
        choose(play, "effect")
        assert offered(play) == [f"build {faces[0]}", f"build {faces[1]}", "pass"]
        choose(play, f"build {face}")
        assert objects(me) == [face]
        extra = 1 if face == "phobos" else 0  # that optimizes for Mars
        assert me.held[0] == coins + gained - fee + extra
        assert s.object_reserve.count(1) == 1
        assert me.objects[s.object_reserve.index(1)] == side


@rule("CA-16.14")
def test_taking_an_object_may_be_declined() -> None:
    me = seat(0, SHEDAR, coin=5)
    choose(begin(solo("intendant", me, seat(1, CAPH))), "effect", "pass")
    assert objects(me) == [] and holds(me) == {"coin": 6}


@rule("CA-9.3", "CA-16.14", "CA-16.15")
def test_a_second_of_a_kind_cannot_be_had_but_yours_turned_over() -> None:
    me = seat(0, SHEDAR, coin=5)
    s = solo("captain", me, seat(1, CAPH))
    own(s, 0, "cruiser")
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["turn transporter", "pass"]
    choose(play, "turn transporter")
    assert objects(me) == ["transporter"] and s.object_reserve[1] == 1
    assert me.held[0] == 6


@rule("CA-9.4", "CA-9.5", "CA-16.17", "CA-16.52", "CA-7.5")
def test_a_base_counts_two_symbols_and_is_no_planet() -> None:
    me = seat(0, CAPH, coin=1, lens=2)
    s = solo("installer", me, seat(1, SHEDAR))
    for face, expected in (("lunar_base", "6E/3M"), ("phobos", "4E/5M")):
        own(s, 0, face)
        assert symbols(s, me) == expected
        assert me.fund() == 7 and me.planets() == 0
    choose(begin(s), "skip", "terraform caph_2")  # the cost is still Zarya's
    assert me.planets() == 1


@rule("CA-9.6")
def test_ships_and_stations_show_no_symbol() -> None:
    s = table(seat(0, SHEDAR), seat(1, CAPH))
    for face in ("cruiser", "transporter", "alien_station", "signal_relay"):
        own(s, 0, face)
        assert symbols(s, s.players[0]) == "4E/3M"


@rule("CA-9.7", "CA-16.54", "CA-16.56", "CA-16.15")
def test_a_station_turns_over_with_every_use_and_rests() -> None:
    me = seat(0, SHEDAR)
    s = solo("installer", me, seat(1, CAPH))
    own(s, 0, "signal_relay")
    play = begin(s)
    choose(play, "use station")
    assert objects(me) == ["alien_station"]
    assert asked(play) == (0, "phase_2")  # not again in this turn
    assert holds(me) == {"coin": 1}


@rule("CA-9.8", "CA-16.14", "CA-10.3")
def test_requisition_only_when_the_reserve_is_empty() -> None:
    me, owner = seat(0, SHEDAR, coin=3), seat(1, CAPH)
    s = solo("intendant", me, owner)
    own(s, 1, "phobos")
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["build lunar_base", "build phobos", "pass"]
    s = solo("intendant", seat(0, SHEDAR, coin=3), seat(1, CAPH))
    own(s, 1, "phobos")
    s.object_reserve[0] = 0
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["requisition blue", "pass"]
    choose(play, "pass")
    assert objects(s.players[1]) == ["phobos"] and holds(s.players[0]) == {"coin": 4}


@rule("CA-9.9", "CA-4.5")
def test_a_ship_taken_now_waits_for_the_next_start() -> None:
    me = seat(0, SHEDAR, coin=2)
    s = solo("captain", me, seat(1, CAPH, bot=2))
    play = begin(s)
    choose(play, "effect", "build cruiser")
    assert asked(play)[0] == 1 and holds(s.players[1]) == {"bot": 2}
    while asked(play) != (0, "start_effects"):
        choose(play, offered(play)[0] if asked(play)[1] == "choose_specialist" else "skip")
    assert offered(play) == ["use cruiser", "done"]


# Attacks


@rule("CA-10.2", "CA-10.3", "CA-16.9")
def test_fund_is_compared_when_the_raid_happens() -> None:
    me = seat(0, settle(SHEDAR, "Hastur"))
    higher = seat(1, CAPH, cell=1)
    equal = seat(2, settle(RUCHBAH, "Dryad"), lens=1)
    lower = seat(3, settle(SEGIN, "Tycho", "Kepler"), bot=1)
    s = solo("commander", me, higher, equal, lower)
    play = begin(s)
    choose(play, "effect")
    assert offered(play) == ["target yellow", "target green", "pass"]
    choose(play, "target yellow")
    assert holds(me)["lens"] == 1 and holds(equal) == {}
    assert offered(play) == ["target green", "pass"]


@rule("CA-16.9")
def test_a_raid_goes_on_until_it_has_happened_as_often_as_it_may() -> None:
    me, victim = seat(0, SHEDAR), seat(1, CAPH, bot=1, lens=1, cell=1)
    s = solo("commander", me, victim, logistics="mars")
    play = begin(s)
    choose(play, "effect")
    s.left = 2  # as if the card said so: it raids once, and once more for logistics
    for taken, left in (("bot", 1), ("lens", 0)):
        choose(play, "target blue", f"take {taken}")
        assert s.left == left and holds(me)[taken] == 1
    assert asked(play) != (0, "choose_target") and holds(victim) == {"cell": 1}


@rule("CA-10.2", "CA-16.53", "CA-16.10")
def test_the_victim_of_the_cruiser_chooses_what_to_give() -> None:
    me, victim = seat(0, SHEDAR), seat(1, CAPH, coin=1, cell=1)
    s = solo("installer", me, victim, seat(2, RUCHBAH, bot=1))
    own(s, 0, "cruiser")
    play = begin(s)
    choose(play, "use cruiser")
    assert offered(play) == ["target blue", "target yellow"]
    choose(play, "target blue")
    assert asked(play) == (1, "give")
    assert offered(play) == ["give coin", "give cell"]
    choose(play, "give coin")
    assert holds(me) == {"coin": 1} and holds(victim) == {"cell": 1}


@rule("CA-10.5")
def test_without_a_target_the_rest_goes_on() -> None:
    me = seat(0, SHEDAR)
    choose(begin(solo("commander", me, seat(1, CAPH))), "effect")
    assert holds(me) == {"coin": 1}
    me = seat(0, SHEDAR)
    choose(begin(solo("tax_officer", me, seat(1, CAPH, bot=3))), "effect")
    assert holds(me) == {"coin": 4}  # 2, no levy, 2 for Logistics


@rule("CA-10.4", "CA-10.6", "CA-10.9", "CA-16.16", "CA-16.23", "CA-16.27")
def test_what_is_unprotected() -> None:
    plain = seat(0, CAPH, coin=5, bot=3, lens=2, cell=1, capsule=4)
    assert loose(table(plain), plain) == [5, 3, 2, 1]
    banked = seat(0, settle(CAPH, "Mir"), coin=5, bot=3, lens=2, cell=1, capsule=4)
    assert loose(table(banked), banked) == [2, 3, 2, 1]
    defended = seat(0, settle(CAPH, "Zarya"), coin=5, bot=3, lens=2, cell=1, capsule=4)
    assert loose(table(defended), defended) == [5, 3, 1, 0]
    both = seat(0, settle(CAPH, "Zarya", "Mir"), coin=2, bot=3)
    assert loose(table(both), both) == [0, 1, 0, 0]


@rule("CA-10.4", "CA-10.8")
def test_a_raid_finds_only_what_is_unprotected() -> None:
    me = seat(0, settle(SHEDAR, "Hastur"))
    victim = seat(1, settle(CAPH, "Zarya"), bot=1, lens=1, cell=1)
    s = solo("commander", me, victim, logistics="mars")
    play = begin(s)
    choose(play, "effect", "target blue")
    assert holds(me) == {"coin": 1, "bot": 1}
    assert holds(victim) == {"lens": 1, "cell": 1}


@rule("CA-10.10")
def test_protection_does_not_save_objects_nor_stop_gains() -> None:
    owner = seat(1, settle(CAPH, "Mir", "Zarya"), coin=2)
    s = solo("intendant", seat(0, settle(SHEDAR, "Yig"), coin=1), owner)
    own(s, 1, "phobos")
    s.object_reserve[0] = 0
    play = begin(s)
    choose(play, "effect", "requisition blue", "build phobos")
    assert objects(owner) == []
    s = solo("engineer", seat(0, SHEDAR), owner)
    choose(begin(s), "effect")
    assert holds(owner) == {"coin": 2, "lens": 1}


@rule("CA-16.8", "CA-16.40", "CA-10.3")
def test_the_levy_takes_one_unprotected_coin_from_each_eligible() -> None:
    me = seat(0, settle(SHEDAR, "Hastur"))
    poor = seat(1, settle(CAPH, "Almaz"), coin=1)
    high = seat(2, RUCHBAH, coin=3)
    safe = seat(3, settle(SEGIN, "Tycho"), coin=3)
    rich = seat(4, settle(ACHIRD, "Atlantis", "Avalon"), coin=5)
    s = solo("tax_officer", me, poor, high, safe, rich, logistics="mars")
    choose(begin(s), "effect")
    assert [player.held[0] for player in s.players] == [4, 0, 3, 3, 4]


@rule("CA-16.14")
def test_an_object_is_taken_after_its_fee_is_paid() -> None:
    s = solo("intendant", seat(0, SHEDAR, coin=1, capsule=1), seat(1, CAPH))
    play = begin(s)
    choose(play, "effect", "build phobos")
    assert asked(play) == (0, "capsules")
    assert objects(s.players[0]) == [] and s.object_reserve[0] == 2
    choose(play, "capsules 0")
    assert objects(s.players[0]) == ["phobos"] and s.object_reserve[0] == 1


@rule("CA-10.6", "CA-6.6")
def test_only_unprotected_tokens_can_be_discarded() -> None:
    """The Banking Complex protects 3 coins, the Defence Complex is not there."""
    victim = seat(1, settle(CAPH, "Mir"), coin=3, bot=2, lens=2)
    s = solo("martian", seat(0, SHEDAR), victim)
    play = begin(s)
    choose(play, "effect")
    assert asked(play) == (1, "discard")
    assert offered(play) == ["discard bot", "discard lens"]
    found = {one.option.token: one.reason for one in GAME.refusals(s, play.decisions[0])}
    assert {token: reason.rule for token, reason in found.items()} == {
        "discard coin": "CA-10.6",
        "discard cell": "CA-10.6",
        "pass": "CA-6.6",
    }
