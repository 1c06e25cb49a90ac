"""What seats remember: facts that are always true, and as narrow as what was seen allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from starhall.engine.knowledge.views import remembered, view
from starhall.engine.rules.fields import EVERYONE, NOBODY
from starhall.engine.rules.state import UNKNOWN, Zone
from tests.engine.toys.cards import Cards, satisfied, walk, watched_table

ANN, BOB, OUTSIDE = 0, 1, 2  # the observers of a table of two: the seats, and the spectators
FIRST = 1 << ANN
SECOND = 1 << BOB


def seen_by(s: Cards, observer: int, zone: Zone) -> list[int]:
    looked = view(s, observer)
    assert isinstance(looked, Cards)
    return looked.piles[zone.key].cards


# Facts come and go


def test_a_card_that_was_shown_and_then_hidden_is_remembered() -> None:
    s = watched_table()
    table, hand = s.lay(EVERYONE, 7, 8), s.lay(FIRST, 1)
    s.move(7, table, hand)
    for observer in (BOB, OUTSIDE):
        assert s.known(observer) == [(7, [hand.key])]
        assert seen_by(s, observer, hand) == [7, UNKNOWN]
    assert s.known(ANN) == []
    assert seen_by(s, ANN, hand) == [1, 7]


def test_a_card_that_nobody_saw_is_not() -> None:
    s = watched_table()
    deck, hand = s.lay(NOBODY, 7, 8), s.lay(FIRST)
    s.draw(deck, hand)
    assert [s.known(observer) for observer in (ANN, BOB, OUTSIDE)] == [[], [], []]
    assert seen_by(s, BOB, hand) == [UNKNOWN]


def test_hidden_moves_blur_what_was_known() -> None:
    s = watched_table()
    table, hand, lane = s.lay(EVERYONE, 7), s.lay(FIRST, 1), s.lay(FIRST)
    s.move(7, table, hand)
    s.move(1, hand, lane)  # Ann lays one of her two cards face down; which, only she sees
    assert s.known(BOB) == [(7, [hand.key, lane.key])]
    assert seen_by(s, BOB, hand) == [UNKNOWN] and seen_by(s, BOB, lane) == [UNKNOWN]


def test_an_emptied_zone_narrows_them_again() -> None:
    s = watched_table()
    table, hand, lane = s.lay(EVERYONE, 7), s.lay(FIRST, 1), s.lay(FIRST)
    s.move(7, table, hand)
    s.move(1, hand, lane)
    s.move(7, hand, lane)
    assert s.known(BOB) == [(7, [lane.key])]
    assert seen_by(s, BOB, lane) == [7, UNKNOWN]


def test_a_zone_that_empties_before_all_eyes_narrows_them_too() -> None:
    s = watched_table()
    table, hand, lane = s.lay(EVERYONE, 7), s.lay(FIRST, 1), s.lay(FIRST)
    s.move(7, table, hand)
    s.move(7, hand, lane)
    s.move(1, hand, table)
    assert s.known(BOB) == [(7, [lane.key])]


def test_turning_a_zone_up_uses_up_its_facts_and_rules_it_out_for_the_others() -> None:
    s = watched_table()
    table, hand, lane = s.lay(EVERYONE, 7), s.lay(FIRST, 1), s.lay(FIRST)
    s.move(7, table, hand)
    s.move(1, hand, lane)
    s.reveal(lane, EVERYONE)  # it is the 1: so the 7 must still be in the hand
    assert s.known(BOB) == [(7, [hand.key])]

    s = watched_table()
    table, hand, lane = s.lay(EVERYONE, 7), s.lay(FIRST, 1), s.lay(FIRST)
    s.move(7, table, hand)
    s.move(7, hand, lane)
    s.reveal(lane, EVERYONE)
    assert s.known(BOB) == []


def test_turning_a_zone_down_makes_facts_of_all_its_cards() -> None:
    s = watched_table()
    lane = s.lay(EVERYONE, 7, 7, 8)
    s.reveal(lane, FIRST)
    assert s.known(BOB) == s.known(OUTSIDE) == [(7, [0]), (7, [0]), (8, [0])]
    assert s.known(ANN) == []


def test_a_card_that_shows_again_is_no_fact_any_more() -> None:
    s = watched_table()
    table, hand = s.lay(EVERYONE, 7), s.lay(FIRST, 1)
    s.move(7, table, hand)
    s.move(7, hand, table)
    assert s.known(BOB) == [] and seen_by(s, BOB, table) == [7]


def test_of_equal_cards_any_may_have_been_the_one() -> None:
    """Two sevens may lie in the cellar; one comes out of it: the other is where either was."""
    s = watched_table()
    table, cellar = s.lay(EVERYONE, 7, 7), s.lay(FIRST)
    hand, lane = s.lay(FIRST, 1), s.lay(FIRST, 2)
    s.move(7, table, hand)
    s.move(1, hand, cellar)
    s.move(7, table, lane)
    s.move(7, lane, cellar)
    assert s.known(BOB) == [(7, [cellar.key, hand.key]), (7, [cellar.key, lane.key])]
    s.move(7, cellar, table)  # it was the second, but nobody else can tell
    assert s.known(BOB) == [(7, [cellar.key, hand.key, lane.key])]
    assert satisfied(s, BOB)


def test_as_many_equal_cards_are_remembered_as_were_seen() -> None:
    s = watched_table()
    table, hand = s.lay(EVERYONE, 7, 7, 7), s.lay(FIRST)
    s.gather(table, hand)
    assert s.known(BOB) == [(7, [hand.key])] * 3
    s.move(7, hand, table)
    assert s.known(BOB) == [(7, [hand.key])] * 2


def test_a_look_at_one_card_is_remembered_by_who_looked() -> None:
    s = watched_table()
    lane = s.lay(FIRST, 7, 8)
    s.show(lane, 8, BOB)
    assert s.known(BOB) == [(8, [lane.key])]
    assert s.known(ANN) == s.known(OUTSIDE) == []
    assert seen_by(s, BOB, lane) == [8, UNKNOWN]


def test_looking_twice_at_the_same_card_makes_one_fact() -> None:
    s = watched_table()
    lane = s.lay(FIRST, 7, 8)
    s.show(lane, 8, BOB)
    s.show(lane, 8, BOB)
    assert s.known(BOB) == [(8, [lane.key])]


def test_who_sees_the_zone_anyway_remembers_nothing() -> None:
    s = watched_table()
    lane = s.lay(FIRST, 7, 8)
    s.show(lane, 8, ANN)
    assert s.known(ANN) == []


def test_spectators_remember_only_what_everybody_sees() -> None:
    s = watched_table()
    both, hand = s.lay(FIRST | SECOND, 7), s.lay(FIRST)
    s.move(7, both, hand)
    assert s.known(BOB) == [(7, [hand.key])]
    assert s.known(OUTSIDE) == []


def test_a_seat_that_is_out_knows_what_a_spectator_does() -> None:
    s = watched_table()
    both, hand, table = s.lay(FIRST | SECOND, 7), s.lay(FIRST), s.lay(EVERYONE, 3)
    s.move(7, both, hand)
    s.move(3, table, hand)
    assert s.witness is not None
    s.witness.forget(BOB)
    assert s.known(BOB) == s.known(OUTSIDE) == [(3, [hand.key])]
    s.move(3, hand, table)
    assert s.known(BOB) == s.known(OUTSIDE) == []


def test_nothing_is_remembered_where_nobody_watches() -> None:
    s = watched_table()
    s.witness = None
    table, hand = s.lay(EVERYONE, 7), s.lay(FIRST, 1)
    s.move(7, table, hand)
    s.reveal(hand, EVERYONE)
    s.show(hand, 7, BOB)
    assert s.witness is None and hand.cards == [1, 7] and hand.sight == EVERYONE
    assert remembered(s, BOB) == {}


def test_a_copy_remembers_for_itself() -> None:
    s = watched_table()
    table, hand = s.lay(EVERYONE, 7, 8), s.lay(FIRST)
    s.move(7, table, hand)
    twin = s.copy()
    twin.move(8, twin.piles[0], twin.piles[1])
    assert s.known(BOB) == [(7, [1])]
    assert twin.known(BOB) == [(7, [1]), (8, [1])]


# Who has learned something


def learned(act: Callable[[Cards], None]) -> list[int]:
    """The observers who have seen something new."""
    s = watched_table()
    s.lay(NOBODY, 1, 2)
    s.lay(FIRST, 3, 4)
    s.lay(EVERYONE, 5, 6)
    act(s)
    assert s.witness is not None
    return [observer for observer in (ANN, BOB, OUTSIDE) if (s.witness.revealed >> observer) & 1]


def test_who_learns_by_what() -> None:
    assert learned(lambda s: s.move(2, s.piles[0], s.piles[1])) == [ANN]
    assert learned(lambda s: s.move(3, s.piles[1], s.piles[2])) == [BOB, OUTSIDE]
    assert learned(lambda s: s.move(5, s.piles[2], s.piles[1])) == []
    assert learned(lambda s: s.move(3, s.piles[1], s.piles[0])) == []
    assert learned(lambda s: s.move(1, s.piles[0], s.piles[2])) == [ANN, BOB, OUTSIDE]
    assert learned(lambda s: s.reveal(s.piles[1], FIRST | SECOND)) == [BOB]
    assert learned(lambda s: s.reveal(s.piles[2], NOBODY)) == []
    assert learned(lambda s: s.show(s.piles[0], 1, BOB)) == [BOB]
    assert learned(lambda s: s.show(s.piles[1], 3, ANN)) == []


def test_turning_up_an_empty_zone_shows_nothing() -> None:
    s = watched_table()
    s.reveal(s.lay(NOBODY), EVERYONE)
    assert s.witness is not None and s.witness.revealed == 0


# Events


def test_a_move_is_told_to_all_and_its_card_to_those_who_see_either_end() -> None:
    s = watched_table()
    deck, hand = s.lay(NOBODY, 7), s.lay(FIRST)
    s.draw(deck, hand)
    assert s.witness is not None
    (event,) = s.witness.events
    assert (event.what, event.values) == ("move", {"card": 7, "src": 0, "dst": 1})
    assert [event.visible(observer) for observer in (ANN, BOB, OUTSIDE)] == [True, False, False]


def test_a_sentence_is_told_to_those_entitled() -> None:
    s = watched_table()
    assert s.witness is not None
    s.witness.tell("greets", who=1)
    s.witness.tell("whispers", to=SECOND, word="hush")
    loud, hushed = s.witness.events
    assert [loud.visible(observer) for observer in (ANN, BOB, OUTSIDE)] == [True, True, True]
    assert [hushed.visible(observer) for observer in (ANN, BOB, OUTSIDE)] == [False, True, False]
    assert hushed.values == {"word": "hush"}


# Whatever happens, what is remembered is true


@pytest.mark.parametrize("first", range(0, 2000, 250))
def test_the_truth_always_satisfies_what_is_remembered(first: int) -> None:
    for seed in range(first, first + 250):
        for s in walk(seed):
            for observer in (ANN, BOB, OUTSIDE):
                assert satisfied(s, observer), (seed, s.piles, s.known(observer))


def test_a_view_shows_as_many_cards_as_there_are_and_only_true_ones() -> None:
    for seed in range(300):
        *_, s = walk(seed)
        for observer in (ANN, BOB, OUTSIDE):
            for zone in s.piles:
                shown = seen_by(s, observer, zone)
                assert len(shown) == len(zone.cards)
                if (zone.sight >> observer) & 1:
                    assert shown == zone.cards
                known = Counter(card for card in shown if card != UNKNOWN)
                assert known <= Counter(zone.cards)
