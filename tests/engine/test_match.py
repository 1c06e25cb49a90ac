"""The contract of a match: choosing, refusing, looking, forking, going back."""

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import starhall
from starhall.engine.errors import BadSetting, IllegalChoice, RulesFault, UnknownGame
from starhall.engine.game import Game, Value
from starhall.engine.knowledge.views import digest, to_bytes
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Procedure
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State, Strand
from tests.engine.toys import convoy, expedition, lanterns, sealed
from tests.engine.toys.course import TOYS, course, standing
from tests.engine.toys.lanterns import Hall
from tests.engine.toys.sealed import Auction


def evening(seats: int = 2, seed: int = 1, **settings: Any) -> starhall.Match[Any]:
    return starhall.new(lanterns.GAME, seats, seed=seed, **settings)


def hand(match: starhall.Match[Any], seat: int) -> list[str]:
    assert isinstance(match.state, Hall)
    return [lanterns.CARDS[card] for card in match.state.players[seat].hand.cards]


def held(match: starhall.Match[Any], verb: str) -> Option:
    """Some option of the first decision with that verb."""
    return next(option for option in match.decision.options if option.verb == verb)


# The contract, as the design page states it


def test_the_contract_word_for_word(tmp_path: Path) -> None:
    match = starhall.new("cyberstrife", seats=4, seed=7)
    while not match.over:
        d = match.decision
        assert d is match.decisions[0]
        match.choose(d.options[0])
        if match.ply > 60:
            other = match.decisions[-1]
            match.choose(other.options[-1], seat=other.seat)
            if match.ply == 90:
                break
    assert match.result is None
    match.view(seat=2)
    match.scene(seat=2)
    assert digest(match.fork().state) == digest(match.state)
    assert match.at(ply=40).ply == 40
    match.save(tmp_path / "evening.json")
    again = starhall.load(tmp_path / "evening.json")
    assert standing(again) == standing(match)


def test_a_whole_game_has_a_result() -> None:
    match = evening()
    while not match.over:
        d = match.decision
        match.choose(d.options[0])
    result = match.result
    assert result is not None
    assert sorted(result.ranks)[0] == 1 and len(result.scores) == 2
    assert result.winners == [seat for seat, rank in enumerate(result.ranks) if rank == 1]
    assert result.reason == "dawn"


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_same_seed_same_choices_same_game_to_the_byte(game: Game[State]) -> None:
    for seed in range(5):
        *_, one = course(game, seed)
        *_, other = course(game, seed)
        assert standing(one) == standing(other)
        assert one.record().to_json() == other.record().to_json()


def test_another_seed_is_another_game() -> None:
    deals = {to_bytes(evening(seed=seed).state) for seed in range(20)}
    assert len(deals) == 20


def test_without_a_seed_every_game_is_another() -> None:
    assert len({starhall.new(lanterns.GAME).seed for _ in range(5)}) == 5


# Making a match


def test_unknown_games_are_refused_with_the_closest() -> None:
    with pytest.raises(UnknownGame, match="no game 'cyberstife'; did you mean 'cyberstrife'"):
        starhall.new("cyberstife")


def test_seats_and_settings_are_checked() -> None:
    with pytest.raises(BadSetting, match="lanterns is for 2 to 4 players, not 5"):
        evening(seats=5)
    with pytest.raises(BadSetting, match="rounds is from 1 to 9, or one of 50; not 10"):
        evening(rounds=10)
    with pytest.raises(BadSetting, match="no option 'round'.*did you mean rounds"):
        evening(round=3)
    with pytest.raises(BadSetting, match="a seed has 32 bytes, not 3"):
        starhall.new(lanterns.GAME, seed=b"abc")


def test_names_make_seats_and_the_rest_are_numbered() -> None:
    assert starhall.new(lanterns.GAME, names=["Ann", "Bob", "Cy"]).seats == 3
    assert starhall.new(lanterns.GAME, 3, names=["Ann"]).names == ["Ann", "Player 2", "Player 3"]


# Choosing


def test_an_option_its_token_and_its_number_are_the_same_choice() -> None:
    by_option, by_token, by_number = evening(), evening(), evening()
    by_option.choose(lanterns.ROLL)
    by_token.choose("roll")
    by_number.choose(lanterns.ROLL.number)
    assert standing(by_option) == standing(by_token) == standing(by_number)


def test_forced_decisions_do_not_enter_the_record() -> None:
    match = evening()
    match.choose("pass")
    match.choose("pass")
    assert [str(step) for step in match.choices] == ["0 pass", "0 pass"]
    assert match.decision.seat == 1 and match.decision.kind == "action"


def test_with_auto_single_off_they_are_asked_and_recorded() -> None:
    match = evening(forced="ask")
    assert match.decision.kind == "morning" and match.decision.options == [lanterns.WAKE]
    match.choose("wake")
    assert [str(step) for step in match.choices] == ["0 wake"]
    assert match.decision.kind == "action"


def refused(match: starhall.Match[Any], words: str, *choice: object, **more: object) -> None:
    """The choice is refused with these words, and nothing has changed."""
    before, asked = standing(match), match.play.decisions
    with pytest.raises(IllegalChoice, match=words):
        match.choose(*choice, **more)  # type: ignore[arg-type]
    assert standing(match) == before
    assert match.play.decisions == asked  # the very same ones: nothing was played again


def test_a_seat_that_is_not_asked_cannot_choose() -> None:
    refused(evening(), "Player 2 is not asked anything now.*waiting for Player 1", "pass", seat=1)


def test_there_are_only_so_many_seats() -> None:
    refused(evening(), "there is no seat 2: seats are 0 to 1", "pass", seat=2)
    refused(evening(), "there is no seat -1", "pass", seat=-1)


def test_unknown_options_are_refused_with_the_closest() -> None:
    refused(evening(), "'pas' is not an option of this game; did you mean 'pass'", "pas")
    refused(evening(), "options are numbered 0 to 12, not 13", 13)
    refused(evening(), "options are numbered 0 to 12, not -1", -1)


def test_an_option_of_another_game_is_refused() -> None:
    refused(evening(), "'sail' is an option of another game", convoy.SAIL)
    far = convoy.WORDS.options[-1]
    assert starhall.find("cyberstrife").vocabulary.options[far.number] is not far
    refused(starhall.new("cyberstrife", seed=1), "is an option of another game", far)


def test_an_option_that_is_not_offered_is_refused_with_the_reason() -> None:
    match = evening()
    missing = next(card for card in lanterns.CARDS if card not in hand(match, 0))
    name = missing.capitalize()
    refused(match, rf"'play {missing}': You hold no {name}\. \(LA-2\) Offered: ", f"play {missing}")


def test_an_option_that_is_not_offered_is_refused_with_what_is() -> None:
    refused(evening(), r"'wake' is not offered to Player 1 \(action\): .*roll, pass", "wake")


def test_when_the_game_is_over_nothing_can_be_chosen() -> None:
    match = evening()
    match.choose("concede", seat=1)
    assert match.over
    refused(match, "the game is over", "pass")
    with pytest.raises(IllegalChoice, match="the game is over: nobody is asked anything"):
        _ = match.decision
    assert match.decisions == [] and match.interjections(0) == []


# Stale answers


def test_an_answer_to_an_older_ply_is_refused() -> None:
    match = evening()
    match.choose("pass", ply=0)
    refused(match, "this answers ply 0, but Player 1 was asked at ply 1", "pass", ply=0)
    match.choose("pass", ply=1)
    assert match.ply == 2


def test_an_answer_to_a_ply_that_has_not_come_is_refused() -> None:
    refused(evening(), "this answers ply 1.*the match is at ply 0", "pass", ply=1)


def auction(seats: int = 3, seed: int = 1) -> starhall.Match[Any]:
    return starhall.new(sealed.GAME, seats, seed=seed)


def test_a_pending_decision_stays_valid_while_others_answer() -> None:
    match = auction()
    pending = match.decision_of(2)
    assert pending is not None
    for seat in (1, 0):
        decision = match.decision_of(seat)
        assert decision is not None
        match.choose(decision.options[0], seat, ply=0)
    assert match.ply == 2
    match.choose(pending.options[0], 2, ply=0)
    assert match.ply == 3


def test_an_answered_decision_cannot_be_answered_again() -> None:
    match = auction()
    decision = match.decision_of(1)
    assert decision is not None
    match.choose(decision.options[0], 1, ply=0)
    refused(match, "Player 2 is not asked anything now", decision.options[1], seat=1, ply=0)


def test_an_answer_of_the_last_round_is_stale_in_the_next() -> None:
    """Two equal cards: the same option is offered again, but it is another question."""
    match = next(
        match
        for match in (auction(2, seed) for seed in range(100))
        if isinstance(match.state, Auction)
        and all(len(set(bidder.hand.cards)) == 2 for bidder in match.state.bidders)
    )
    for seat in (0, 1):
        decision = match.decision_of(seat)
        assert decision is not None and isinstance(match.state, Auction)
        cards = match.state.bidders[seat].hand.cards
        twice = max(cards, key=cards.count)
        match.choose(sealed.BID[twice], seat, ply=0)
    again = match.decision_of(0)
    assert again is not None and match.ply == 2
    refused(match, "this answers ply 0, but Player 1 was asked at ply 2", again.options[0], 0, 0)
    refused(match, "this answers ply 1, but Player 1 was asked at ply 2", again.options[0], 0, 1)
    match.choose(again.options[0], 0, 2)


def test_an_interjection_that_leaves_a_question_as_it_is_leaves_its_answer_valid() -> None:
    match = evening(seats=3)
    match.choose("concede", seat=2)
    match.choose("pass", seat=0, ply=0)
    assert match.ply == 2


def test_a_question_is_as_old_as_its_being_asked() -> None:
    match = evening(seats=3)
    match.choose("pass")
    match.choose("concede", seat=0)
    assert match.decision.seat == 1
    refused(match, "this answers ply 1, but Player 2 was asked at ply 2", "pass", 1, 1)
    match.choose("pass", 1, 2)


class Rousing(lanterns.Lanterns):
    """After a concession the next question to the same seat is another one."""

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Hall)
        return rousing(state, strand)


async def rousing(s: Hall, strand: Strand) -> None:
    strand.fresh = True
    calm = len(s.living()) == s.seats
    options = [lanterns.PASS, lanterns.ROLL] if calm else [lanterns.PASS, lanterns.TAKE]
    await Decision(0, "action", options)


def test_the_same_option_of_a_changed_question_is_stale() -> None:
    match = starhall.new(Rousing(), 3, seed=1)
    match.choose("concede", seat=2)
    assert match.decision.options == [lanterns.PASS, lanterns.TAKE]
    refused(match, "this answers ply 0, but Player 1 was asked at ply 1", "pass", 0, 0)
    match.choose("pass", 0, 1)


# Several seats, several strands


def test_simultaneous_answers_lead_to_the_same_table_and_the_record_keeps_their_order() -> None:
    tables, orders = set(), set()
    for order in itertools.permutations(range(3)):
        match = auction()
        for seat in order:
            decision = match.decision_of(seat)
            assert decision is not None
            match.choose(decision.options[-1], seat)
        assert [step.seat for step in match.choices] == list(order)
        again = starhall.load(match.record(), sealed.GAME)
        assert standing(again) == standing(match)
        tables.add(to_bytes(match.state))
        orders.add(tuple(match.record().choices))
    assert len(tables) == 1 and len(orders) == 6


def diary(match: starhall.Match[Any]) -> list[str]:
    assert isinstance(match.state, convoy.Sea)
    return match.state.diary


def test_a_strand_that_waits_asks_nothing_until_its_condition_holds() -> None:
    match = starhall.new(convoy.GAME, 3, seed=1)
    assert match.waiting() == [0]
    refused(match, "Player 2 is not asked anything now", "sail", seat=1)
    match.choose("sail", 0)
    assert match.waiting() == [0, 1]
    match.choose("sail", 1)
    assert match.waiting() == [0, 2]
    match.choose("ram 1", 0)  # the one ahead of ship 2 is gone, and nobody is before it any more
    for _ in range(3):
        match.choose("sail", 2)
    assert match.waiting() == [0]


def test_a_strand_called_later_runs_when_its_time_comes() -> None:
    match = starhall.new(convoy.GAME, 2, seed=1)
    match.choose("call", 0)
    for _ in range(3):
        match.choose("sail", 0)
    assert match.decision_of(0) is not None and match.decisions[-1].kind == "tug"
    match.choose("tow", 0)
    assert diary(match) == ["0 call", "0 sail", "0 sail", "0 sail", "0 tow"]


def test_the_game_ends_in_the_depth_of_a_rule() -> None:
    match = starhall.new(convoy.GAME, 3, seed=1)
    match.choose("sail", 0)
    match.choose("flare", 1)
    assert match.over and match.decisions == [] and diary(match) == ["0 sail"]


# Interjections


def test_what_a_seat_may_choose_without_being_asked() -> None:
    match = evening(seats=3)
    assert match.interjections(2) == [lanterns.CONCEDE]
    match.choose("concede", seat=2)
    assert [str(step) for step in match.choices] == ["2 concede"]
    assert match.interjections(2) == []
    refused(match, "Player 3 is not asked anything now", "concede", seat=2)


def test_an_interjection_may_come_at_any_ply_and_takes_no_stale_one_amiss() -> None:
    match = evening(seats=3)
    match.choose("pass")
    match.choose("concede", seat=1, ply=0)
    assert match.ply == 2


def test_an_interjection_inside_a_phase_leaves_the_phase_where_it_is() -> None:
    match = starhall.new(expedition.GAME, seed=3)
    match.choose("go marsh")
    kind = match.decision.kind
    match.choose("signal", seat=1)
    assert match.decision.kind == kind
    assert standing(match.fork()) == standing(match)
    assert standing(match.at(match.ply)) == standing(match)


# Combined lists


def test_a_list_of_answers_is_taken_as_a_whole() -> None:
    match, single = evening(), evening()
    first, second = (f"bury {card}" for card in hand(match, 0))
    match.choose_all([first, second], seat=0)
    single.choose(first)
    single.choose(second)
    assert standing(match) == standing(single)


@pytest.mark.parametrize("wrong", ["wake", "no such thing", 99])
def test_a_list_with_one_wrong_answer_is_refused_as_a_whole(wrong: str | int) -> None:
    match = evening()
    match.choose("pass")
    before = standing(match)
    with pytest.raises(IllegalChoice):
        match.choose_all([held(match, "bury"), wrong], seat=0)
    assert standing(match) == before
    match.choose("pass")
    assert match.decision.seat == 1


def test_a_list_stops_where_another_seat_is_asked() -> None:
    match = evening()
    before = standing(match)
    with pytest.raises(IllegalChoice, match="Player 1 is not asked anything now"):
        match.choose_all(["pass", "pass", "pass"], seat=0)
    assert standing(match) == before


@pytest.mark.parametrize("learning", ["take", "roll"])
def test_a_list_cannot_look_into_the_future(learning: str) -> None:
    """Refused after the draw, with what was drawn in the message, it would be a free look."""
    sayings = set()
    for seed in range(8):
        match = evening(seed=seed)
        with pytest.raises(IllegalChoice, match="choice 2 of the list comes after") as stopped:
            match.choose_all([learning, "wake"], seat=0)
        assert match.ply == 0
        sayings.add(str(stopped.value))
    assert len(sayings) == 1


def test_a_list_may_end_with_a_look_and_may_show_ones_own_cards() -> None:
    match = evening(seed=3)
    first, second = (f"play {card}" for card in hand(match, 0))
    match.choose_all([first, second], seat=0)
    match.choose_all([f"bury {hand(match, 1)[0]}", "take"], seat=1)
    assert match.ply == 4


def test_a_list_is_stale_like_a_single_answer() -> None:
    match = evening()
    match.choose("pass")
    with pytest.raises(IllegalChoice, match="this answers ply 0"):
        match.choose_all(["pass"], seat=0, ply=0)
    match.choose_all(["pass"], seat=0, ply=1)


# Rules that fail


class Failing(lanterns.Lanterns):
    """Rolling the die breaks the rules, after they have changed the state."""

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Hall)
        return failing(state, strand)


async def failing(s: Hall, strand: Strand) -> None:
    while True:
        strand.fresh = True
        choice = await Decision(0, "action", [lanterns.PASS, lanterns.ROLL, lanterns.WAKE])
        s.draw(s.deck, s.players[0].hand)
        if choice is lanterns.ROLL:
            raise ZeroDivisionError("a die without sides")
        if choice is lanterns.WAKE:
            await Decision(0, "nothing", [])


def test_an_error_in_the_rules_leaves_the_match_unchanged_and_names_the_ply() -> None:
    match = starhall.new(Failing(), 2, seed=1)
    match.choose("pass")
    before = standing(match)
    with pytest.raises(
        RulesFault, match="lanterns failed at ply 1, '0 roll'.*die without"
    ) as fault:
        match.choose("roll")
    assert isinstance(fault.value.__cause__, ZeroDivisionError)
    assert standing(match) == before
    with pytest.raises(RulesFault, match="failed at ply 1, '0 wake': seat 0 .* without options"):
        match.choose("wake")
    assert standing(match) == before
    match.choose("pass")
    assert match.ply == 2


class Broken(lanterns.Lanterns):
    """Fails before anything is asked."""

    def run(self, state: State, strand: Strand) -> Procedure:
        return broken()


async def broken() -> None:
    raise KeyError("no board")


def test_rules_that_fail_at_once_are_named_too() -> None:
    with pytest.raises(RulesFault, match="lanterns failed at ply 0, at once: KeyError.'no board'"):
        starhall.new(Broken(), 2, seed=1)


class Doubled(lanterns.Lanterns):
    """Asks one seat two things at the same time."""

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Hall:
        s = super().setup(seats, settings, chance)
        s.start(Strand(number=1))
        return s


def test_a_seat_has_one_decision_at_most() -> None:
    with pytest.raises(RulesFault, match="seat 0 is asked 'action' and 'action' at the same time"):
        starhall.new(Doubled(), 2, seed=1)
