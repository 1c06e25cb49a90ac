# mypyc: off
"""Checks on play: games repeat, accept offered options, keep their pieces, and end."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from typing import Any

from starhall.engine.conformance.elsewhere import trace_elsewhere
from starhall.engine.conformance.looks import Broken, portrait, same, some
from starhall.engine.conformance.registry import END, EVERY_PLY, ONCE, POSITION, check
from starhall.engine.conformance.walk import Spot, choices_left, marks
from starhall.engine.errors import IllegalChoice, Phrase, RulesFault
from starhall.engine.knowledge.views import digest
from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State

OFFERS = 12  # options tried at one decision
STRANGERS = 300  # options tried that are not offered
ASKED = 2  # decisions looked at if many are pending


# Determinism


@check("determinism", EVERY_PLY)
def repeats(spot: Spot) -> None:
    """The same seed and the same choices give the same game, to the byte."""
    match = spot.match
    first = spot.trial.moments[match.ply].marks
    for what, mark in marks(match, spot.news).items():
        if mark != first[what]:
            raise Broken("fault.again", what=what)


@check("determinism", END)
def same_when_unwatched(spot: Spot) -> None:
    """The rules behave in the same way without a witness."""
    alone = spot.case.match(watched=False)
    for seat, option in spot.trial.steps:
        alone.choose(option, seat)
    if digest(alone.state) != digest(spot.match.state):
        raise Broken("fault.unwatched")


@check("determinism", ONCE)
def same_elsewhere(spot: Spot) -> None:
    """Another Python process with another hash seed plays the same game."""
    here, there = trace_elsewhere(spot.trial)
    if here != there:
        raise Broken("fault.hash_seed")


# Standing orders


@check("orders", ONCE)
def orders_have_sentences(spot: Spot) -> None:
    game = spot.match.game
    for order in game.orders:
        if not game.text.has(f"order.{order.id}"):
            raise Broken("fault.order_text", id=order.id)


@check("orders", EVERY_PLY)
def orders_choose_what_is_offered(spot: Spot) -> None:
    """An order is only asked with the view of its seat, so it cannot use a secret."""
    match = spot.match
    for decision in match.decisions:
        for order in match.game.orders:
            if decision.kind in order.kinds:
                try:
                    order.answer(match.view(decision.seat), decision)
                except RulesFault as error:
                    raise Broken("fault.error", error=error) from None


# Options


@check("options", POSITION)
def offered_is_taken(spot: Spot) -> None:
    """Every offered option is accepted; everything else is refused and changes nothing."""
    match = spot.match
    seats = [decision.seat for decision in match.decisions]
    twice = [seat for seat, count in Counter(seats).items() if count > 1]
    if twice:
        raise Broken("fault.pending", seat=twice[0], n=seats.count(twice[0]))
    for decision in some(match.decisions, spot.stream, ASKED):
        options = decision.options
        if len(set(options)) != len(options):
            raise Broken("fault.offered_twice", kind=decision.kind, decision=repr(decision))
        for option in options:
            if option not in match.game.vocabulary.options:
                raise Broken("fault.foreign", token=option.token)
        for option in some(options, spot.stream, OFFERS):
            _try(match, decision, option)


def _try(match: Match[Any], decision: Decision, option: Option) -> None:
    """Choose an option on a fork, then send it again: the second time it must be refused."""
    fork = match.fork()
    seat = decision.seat
    try:
        fork.choose(option.token, seat, match.ply)
    except Exception as error:
        raise Broken(
            "fault.offered_fails", token=option.token, seat=seat, error=repr(error)
        ) from error
    if fork.ply != match.ply + 1:
        raise Broken("fault.choices", token=option.token, n=fork.ply - match.ply)
    if not fork.over and option not in match.game.interjections(fork.state, seat):
        _refused(fork, option, seat, match.ply, Phrase("fault.why_given"))


@check("options", POSITION)
def others_are_refused(spot: Spot) -> None:
    """Options that are not offered are refused for every seat and at any time."""
    match = spot.match.fork()
    before = portrait(match)
    vocabulary = match.game.vocabulary.options
    for decision in some(match.decisions, spot.stream, ASKED):
        seat = decision.seat
        option = decision.options[0]
        allowed = decision.options + match.game.interjections(match.state, seat)
        strangers = [other for other in vocabulary if other not in allowed]
        for other in some(strangers, spot.stream, STRANGERS):
            _refused(match, other, seat, None, Phrase("fault.why_offered"))
        if option not in match.game.interjections(match.state, seat):
            _refused(match, option, seat, match.ply + 1, Phrase("fault.why_future"))
            _refused(match, option, seat, -1, Phrase("fault.why_past"))
        for idle in range(match.seats):
            free = match.game.interjections(match.state, idle)
            if match.decision_of(idle) is None and option not in free:
                _refused(match, option, idle, None, Phrase("fault.why_unasked"))
                break
    same(before, portrait(match), Phrase("fault.refused_changed"))


def _refused(match: Match[Any], option: Option, seat: int, ply: int | None, why: Phrase) -> None:
    try:
        match.choose(option, seat, ply)
    except IllegalChoice:
        return
    raise Broken("fault.accepted", token=option.token, seat=seat, why=why)


# Legality


@check("legality", EVERY_PLY)
def offered_is_what_is_legal(spot: Spot) -> None:
    """The options are exactly the candidates without a reason; all others have one."""
    match = spot.match
    for decision in some(match.decisions, spot.stream, ASKED):
        if decision.kind not in match.game.questions.rules:
            raise Broken("fault.no_legality", kind=decision.kind)
        view = match.view(decision.seat)
        reasons = dict(match.game.questions.verdicts(view, decision))
        for option in decision.options:
            if option not in reasons:
                raise Broken("fault.no_candidate", kind=decision.kind, token=option.token)
            if (reason := reasons[option]) is not None:
                raise Broken(
                    "fault.against", kind=decision.kind, token=option.token, reason=repr(reason)
                )
        for option, reason in reasons.items():
            if reason is None and option not in decision.options:
                raise Broken("fault.kept_back", kind=decision.kind, token=option.token)


# Pieces


@check("conservation", EVERY_PLY)
def nothing_is_lost(spot: Spot) -> None:
    """Every card and piece exists exactly once: the census equals the stock."""
    _check_pieces(spot, spot.match.state)


@check("conservation", END)
def nothing_was_lost(spot: Spot) -> None:
    """Nothing is lost at the end."""
    _check_pieces(spot, spot.ending.state)


def _check_pieces(spot: Spot, state: State) -> None:
    for name, there, due in spot.miscounted(state):
        raise Broken("fault.pieces", there=there, name=name, due=due)


# The end


@check("termination", END)
def it_ends(spot: Spot) -> None:
    """Every game ends within the number of choices that the game states."""
    left = choices_left(spot.case)
    if not spot.ending.over or spot.match.ply > left:
        most = left + spot.case.skipped
        raise Broken("fault.endless", most=most)


@check("result", EVERY_PLY)
def none_before_the_end(spot: Spot) -> None:
    """Ranks, scores and winners fit together, and there are none before the end."""
    if not spot.match.over and spot.match.result is not None:
        raise Broken("fault.early_result")


@check("result", END)
def ranks_are_sound(spot: Spot) -> None:
    """Competition ranking: the rank counts how many are better; winners have rank 1.

    If nobody wins, the game itself has rank 1 (a lost solo game).
    """
    if not spot.ending.over:
        return
    result, seats = spot.case.game.result(spot.ending.state), spot.case.seats
    ranks = result.ranks
    if len(ranks) != seats or len(result.scores) != seats:
        raise Broken("fault.rank_count", seats=seats, ranks=str(ranks), scores=str(result.scores))
    for seat, rank in enumerate(ranks):
        better = len([other for other in ranks if other < rank]) + (not result.winners)
        if rank != better + 1:
            raise Broken("fault.rank", seat=seat, rank=rank, better=better, ranks=str(ranks))
    best = [seat for seat, rank in enumerate(ranks) if rank == 1]
    if result.winners != best:
        raise Broken("fault.winners", winners=str(result.winners), best=str(best), ranks=str(ranks))
    if not all([isfinite(score) for score in result.scores]):
        raise Broken("fault.score", scores=str(result.scores))
