# mypyc: off
"""Snapshots of a match that can be compared, with differences in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, Final, TypeVar

import msgspec

from starhall.engine.errors import Phrase, SpokenError
from starhall.engine.knowledge.memory import Event
from starhall.engine.knowledge.views import digest, encode, view
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State

T = TypeVar("T")
Data = Any  # what JSON can hold
LONGEST: Final = 70  # characters of a value that a message quotes
RESTLESS: Final = 30  # one choice in 30 is an interjection


class Broken(SpokenError):
    """A check has found something wrong; its sentence is for the report."""


def plain(value: object) -> bytes:
    """Plain data as bytes; other values as their `repr`."""
    return msgspec.json.encode(value, enc_hook=repr)


def question(decision: Decision) -> list[Data]:
    """All data of a decision."""
    return [
        decision.seat,
        decision.kind,
        decision.about,
        decision.secret,
        [option.number for option in decision.options],
    ]


def questions(play: Match[Any] | Play) -> list[Data]:
    return [question(decision) for decision in play.decisions]


def told(events: Iterable[tuple[int, Event]]) -> list[Data]:
    """Events as plain data."""
    return [[ply, event.what, event.to, event.values] for ply, event in events]


def memory(state: State) -> list[Data]:
    """What every observer remembers, in no particular order."""
    if state.witness is None:
        return []
    # Masks of zones can be wider than JSON numbers: hexadecimal.
    return [
        sorted([[fact.card, f"{fact.where:x}"] for fact in facts], key=str)
        for facts in state.witness.facts
    ]


def portrait(match: Match[Any]) -> dict[str, Data]:
    """Everything that must be equal in two equal matches."""
    return {
        "state": encode(match.state),
        "decisions": questions(match),
        "ply": match.ply,
        "memory": memory(match.state),
        "over": match.over,
        "result": match.result,
    }


def same(expected: object, found: object, sentence: Phrase) -> None:
    """Fail with the sentence and the first difference, unless the two are equal."""
    left, right = plain(expected), plain(found)
    if left != right:
        where = difference(msgspec.json.decode(left), msgspec.json.decode(right))
        raise Broken("fault.differs", sentence=sentence, where=where)


def difference(expected: Data, found: Data, path: str = "") -> str:
    """The first place where plain data differ, in words."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in expected:
            if key not in found or plain(expected[key]) != plain(found[key]):
                inner = f"{path}.{key}" if path else str(key)
                return difference(expected[key], found.get(key), inner)
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for i, (one, other) in enumerate(zip(expected, found, strict=True)):
            if plain(one) != plain(other):
                return difference(one, other, f"{path}[{i}]")
    place = path or str(Phrase("fault.all_of_it"))
    return str(Phrase("fault.became", place=place, before=_short(expected), after=_short(found)))


def _short(value: Data) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def seen_state(state: State, observer: int) -> dict[str, Data]:
    """The view of an observer as plain data."""
    return encode(view(state, observer))


def position_hash(match: Match[Any]) -> str:
    """A fingerprint of the current ply: state, questions, memory."""
    whole = plain([digest(match.state), questions(match)])
    return blake2b(whole, digest_size=16).hexdigest()


# Playing at random


def some(things: Sequence[T], stream: Stream, most: int) -> list[T]:
    """All items, or a random selection in their order."""
    if len(things) <= most:
        return list(things)
    places = stream.sample(list(range(len(things))), most)
    return [things[place] for place in sorted(places)]


def pick(match: Match[Any], stream: Stream, restless: int = 0) -> tuple[int, Option]:
    """A random answer to a random pending decision, or occasionally an interjection."""
    if restless and stream.below(restless) == 0:
        seat = stream.below(match.seats)
        extra = match.game.interjections(match.state, seat)
        if extra:
            return seat, extra[stream.below(len(extra))]
    decisions = match.decisions
    decision = decisions[stream.below(len(decisions))]
    return decision.seat, decision.options[stream.below(len(decision.options))]


def play_on(match: Match[Any], stream: Stream, plies: int) -> None:
    """Play a few random plies."""
    for _ in range(plies):
        if match.over:
            return
        seat, option = pick(match, stream)
        match.choose(option, seat)


def go_on_equally(
    left: Match[Any], right: Match[Any], stream: Stream, plies: int, sentence: Phrase
) -> None:
    """Two equal matches stay equal under the same choices."""
    for _ in range(plies):
        same(portrait(left), portrait(right), sentence)
        if left.over:
            return
        seat, option = pick(left, stream, RESTLESS)
        left.choose(option, seat)
        right.choose(option, seat)
    same(portrait(left), portrait(right), sentence)


def run_out(play: Play, stream: Stream, most: int) -> int:
    """Play at random without a record to the end or a limit; returns the number of choices."""
    for count in range(most):
        if play.over:
            return count
        decisions = play.decisions
        decision = decisions[stream.below(len(decisions))]
        play.choose(decision, decision.options[stream.below(len(decision.options))])
    return most
