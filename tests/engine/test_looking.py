"""What can be seen of a match: views, events, sentences, and what a decision tells."""

from typing import Any

import pytest

import starhall
from starhall.engine.errors import IllegalChoice, RulesFault
from starhall.engine.rules.decision import Decision, Procedure, Refusal, Remark
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import UNKNOWN, State, Strand
from tests.engine.toys import lanterns, sealed
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


# Views and events


def test_a_view_shows_what_the_seat_may_know() -> None:
    match = evening(seats=3)
    buried = held(match, "bury")
    match.choose(buried)
    own, other, outside = match.view(0), match.view(1), match.view()
    assert isinstance(own, Hall) and isinstance(other, Hall) and isinstance(outside, Hall)
    assert isinstance(match.state, Hall)
    mine = match.state.players[0]
    assert own.players[0].hand.cards == mine.hand.cards
    assert own.players[0].dug == own.players[0].cellar.cards == [buried.value]
    for view in (other, outside):
        assert view.players[0].hand.cards == [UNKNOWN]
        assert view.players[0].cellar.cards == [UNKNOWN] and view.players[0].dug == []
        assert view.deck.cards == [UNKNOWN] * len(match.state.deck.cards)
    assert other.players[1].hand.cards == match.state.players[1].hand.cards
    assert outside.players[1].hand.cards == [UNKNOWN] * 2


def test_a_view_tells_nothing_of_the_seed() -> None:
    match = evening()
    match.choose("roll")
    assert match.view(0).chance.seed == bytes(32)
    assert match.view(0).chance.used == 0
    assert match.view(0).witness is None


def test_when_the_game_is_over_everything_is_shown() -> None:
    match = evening(seats=3)
    match.choose(held(match, "bury"))
    while not match.over:
        match.choose("pass")
    view = match.view()
    assert isinstance(view, Hall) and isinstance(match.state, Hall)
    assert [zone.cards for zone in view.zones()] == [zone.cards for zone in match.state.zones()]
    assert view.players[0].dug == match.state.players[0].dug != []


def test_events_are_shown_to_those_entitled_and_cards_hidden_from_others() -> None:
    match = evening()
    buried = held(match, "bury")
    match.choose(buried)
    match.choose("pass")
    mine = [event.what for _, event in match.events(0)]
    theirs = [event.what for _, event in match.events(1)]
    assert mine == ["move", "acts", "buries", "acts"]
    assert theirs == ["move", "acts", "acts"]
    moved = {"card": buried.value, "src": 0, "dst": 2}
    assert match.events(0)[0][1].values == moved
    assert match.events(1)[0][1].values == {**moved, "card": -1}
    assert match.events()[0][1].values == {**moved, "card": -1}
    assert [ply for ply, _ in match.events(0)] == [1, 1, 1, 2]
    assert [event.what for _, event in match.events(0, since=2)] == ["acts"]


def test_the_log_in_words() -> None:
    match = starhall.new(lanterns.GAME, seed=1, names=["Ann", "Bob"])
    buried = held(match, "bury")
    match.choose(buried)
    name = buried.arg.capitalize()
    assert match.sentences(0) == ["Ann does bury.", f"Ann buries the {name}."]
    assert match.sentences(1) == ["Ann does bury."]


def test_who_is_being_waited_for() -> None:
    match = starhall.new(sealed.GAME, 3, seed=1)
    assert match.waiting() == [0, 1, 2]
    match.choose(match.decision.options[0])
    assert match.waiting(0) == match.waiting() == [1, 2]


class Whispering(sealed.Sealed):
    """The bids are asked for in secret."""

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Auction)
        return whispering(state, strand)


async def whispering(s: Auction, strand: Strand) -> None:
    for bidder in s.bidders:
        options = [sealed.BID[card] for card in sorted(set(bidder.hand.cards))]
        await Decision(bidder.seat, "bid", options, secret=True)


def test_a_secret_decision_shows_only_to_the_seat_that_is_asked() -> None:
    match = starhall.new(Whispering(), 2, seed=1)
    assert match.waiting(0) == [0]
    assert match.waiting(1) == [] and match.waiting() == []
    with pytest.raises(IllegalChoice, match="waiting for nobody"):
        match.choose("bid 1", seat=1)


def test_an_observer_is_a_seat_or_the_spectator() -> None:
    match = evening(seats=3)
    assert [match.observer(seat) for seat in (0, 2, None)] == [0, 2, 3]
    with pytest.raises(IllegalChoice, match="there is no seat 3"):
        match.view(3)


# What a decision tells


def test_a_decision_tells_its_prompt_and_the_sentences_of_its_options() -> None:
    match = starhall.new(lanterns.GAME, seed=1)
    decision = match.decision
    assert decision.prompt() == "What do you do?"
    assert decision.sentence(lanterns.PLAY[2]) == "Play the Torch"
    assert decision.sentence(lanterns.PASS) == "Let it be"  # reads differently in this decision
    assert match.label(lanterns.PASS) == "Do nothing"
    assert decision.labels() == [match.label(option, decision) for option in decision.options]


def test_a_decision_tells_what_one_might_have_expected_and_why_it_is_not_there() -> None:
    match = evening()
    refusals = match.decision.refusals()
    missing = [card for card in lanterns.CARDS if card not in hand(match, 0)]
    assert [refusal.option.token for refusal in refusals] == [f"play {card}" for card in missing]
    assert match.reason(refusals[0]) == f"You hold no {missing[0].capitalize()}. (LA-2)"
    for decision in (match.decisions[0], match.decision_of(0)):
        assert decision is not None
        assert repr(decision.refusals()) == repr(refusals) == repr(match.refusals(0))
    assert match.refusals(1) == []


class Bright(lanterns.Lanterns):
    """Says how much light a card gives, and what each card in view is worth."""

    def run(self, state: State, strand: Strand) -> Procedure:
        return self._ask(state)

    async def _ask(self, s: State) -> None:
        await Decision(0, "swap", [lanterns.PLAY[0], lanterns.PASS], "ember/torch+beacon")
        await Decision(0, "look", [lanterns.PLAY[0], lanterns.PASS], "cellar")

    def remark(self, view: lanterns.Hall, decision: Decision, option: Option) -> Remark | None:
        if option.verb != "play":
            return None
        return Remark("light", {"n": option.value, "hidden": view.players[1].hand.cards.count(-1)})


def test_an_option_tells_its_effect_as_its_seat_knows_it() -> None:
    match = starhall.new(Bright(), seed=1)
    decision = match.decision
    assert decision.sentence(lanterns.PLAY[1]) == "Play the Candle (1 light, 2 cards unseen)"
    assert decision.sentence(lanterns.PASS) == "Do nothing"
    assert [option.label for option in match.scene(0).options] == decision.labels()
    assert match.fork().decision.labels() == decision.labels()


def test_a_prompt_names_all_that_it_is_about() -> None:
    match = starhall.new(Bright(), seed=1)
    assert match.decision.prompt() == "Swap the Ember for the Torch and Beacon?"
    match.choose("pass")
    assert match.decision.prompt() == "Look into the cellar?"  # by its first part


class Reluctant(lanterns.Lanterns):
    """Counts how often it is asked for its reasons."""

    asked = 0

    def refusals(self, view: Hall, decision: Decision) -> list[Refusal]:
        type(self).asked += 1
        return []


def test_refusals_are_worked_out_only_when_asked_for() -> None:
    match = starhall.new(Reluctant(), 2, seed=1)
    while not match.over:
        match.choose(match.decision.options[-1])
    assert Reluctant.asked == 0


def test_a_decision_of_bare_rules_says_that_it_has_no_words() -> None:
    world = evening().fork_play().decision
    assert world is not None
    with pytest.raises(RulesFault, match="'action' of seat 0 belongs to no match"):
        world.refusals()


def test_a_match_shows_where_it_stands() -> None:
    match = evening()
    assert repr(match).startswith("<Match lanterns, 2 seats, ply 0: <Decision seat 0 action")
    match.choose("concede", 0)
    assert repr(match) == "<Match lanterns, 2 seats, ply 1: over>"
    assert match.ending() == "Player 2 is the last."
