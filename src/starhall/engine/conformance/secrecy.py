# mypyc: off
"""The secrecy check: a seat must not notice when everything it must not know is dealt again.

A world in which the hidden cards are dealt again runs side by side with the true one, with the same
choices and the same dice. As long as the seat has seen the same cards in both, everything
else it sees must be the same too. This holds from the deal on, so the setup is also
repeated with two or three hidden cards in other places.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from starhall.engine.conformance.looks import (
    Broken,
    Data,
    memory,
    plain,
    same,
    seen_state,
    told,
)
from starhall.engine.conformance.registry import POSITION, check
from starhall.engine.conformance.walk import Spot
from starhall.engine.errors import Phrase, RulesFault
from starhall.engine.knowledge.memory import Fact
from starhall.engine.knowledge.views import blank, encode, view
from starhall.engine.knowledge.worlds import redeal
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Chance, Stream
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.fields import NOBODY
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State, Zone, sees
from starhall.engine.scene.passing import passed

DEALS: Final = 60  # how often the setup is repeated
WORDED: Final = 16  # options whose sentences are compared
WALKS: Final = 2  # how many of these deals are played on for each observer


@check("secrecy", POSITION)
def views_hide(spot: Spot) -> None:
    """What a seat must not know is dealt again, and nothing that it sees changes."""
    state = spot.match.state
    if state.all_shown:
        return
    for seat in spot.observers:
        observer = spot.match.observer(seat)
        other = dealt_again(state, observer, spot.stream)
        if other is not None:
            sentence = Phrase("fault.view", who=who(seat))
            same(seen_state(state, observer), seen_state(other, observer), sentence)


@check("secrecy", POSITION)
def worlds_side_by_side(spot: Spot) -> None:
    """The true world and another one continue together, and the seat cannot tell them apart."""
    match = spot.match
    base, behind = match.state, 0
    if not match.play.fresh:
        # Rules cannot start inside a phase: begin at its start and play up to here.
        base, since = match.phase()
        behind = len(since)
    if base.over:
        return  # nobody chooses any more
    for seat in spot.observers:
        for decks_too in (True, False):
            _side_by_side(spot, seat, base, decks_too, spot.ahead + behind)


@check("secrecy", POSITION)
def setup_hides(spot: Spot) -> None:
    """The setup deals a few unseen cards differently, and the seat cannot tell the worlds apart."""
    match = spot.match
    if match.ply > 0 or spot.case.opening is not None:
        return
    dealt = match.deal()
    walks: Counter[int | None] = Counter()
    for _ in range(DEALS):
        other = dealt_otherwise(match, dealt, spot.stream)
        if other is None:
            continue
        for seat in spot.observers:
            observer = match.observer(seat)
            if not _only_unseen(dealt, other, observer):
                continue
            sentence = Phrase("fault.setup", who=who(seat))
            same(
                seen_state(dealt, observer),
                seen_state(other, observer),
                Phrase("fault.sight", sentence=sentence, what="its_view"),
            )
            walks[seat] += 1
            if walks[seat] <= WALKS:
                # Both worlds are dealt by the rules, so the other one is possible in every respect.
                _walk(spot, seat, dealt.copy(), other.copy(), spot.ahead, strict=True)


def dealt_otherwise(match: Match[Any], dealt: State, stream: Stream) -> State | None:
    """The setup repeated with one other random number; None if that has more than one effect.

    In a shuffle, one other number makes two or three cards change places.
    """
    chance = Chance(match.seed, match.game.streams)
    drawn = [number for number, one in enumerate(dealt.chance.streams) if one.used]
    if not drawn:
        return None
    number = drawn[stream.below(len(drawn))]
    changed = chance.streams[number]
    used = dealt.chance.streams[number].used
    numbers = bytearray()
    while len(numbers) < used:
        changed._refill()
        numbers += changed.buffer
    numbers[stream.below(used)] = stream.below(256)
    changed.buffer, changed.position = bytes(numbers), 0
    other: State = match.game.deal(match.seats, match.settings, chance)
    if other.chance.used != dealt.chance.used:
        return None  # a number was discarded, so all later ones were used elsewhere
    other.chance = dealt.chance.copy()
    other.witness = dealt.witness.copy() if dealt.witness is not None else None
    return other


def _only_unseen(dealt: State, other: State, observer: int) -> bool:
    """Do the zones differ in two or three cards, none of which the observer sees?

    If more differ, the number has decided something else, such as the order of the seats. The same
    is possible if only hands differ: they may have been dealt in another order.
    """
    different = 0
    in_decks = 0
    for one, two in zip(dealt.zones(), other.zones(), strict=True):
        if len(one) != len(two) or one.sight != two.sight:
            return False
        count = sum([a != b for a, b in zip(one.cards, two.cards, strict=True)])
        if count and sees(one, observer):
            return False
        different += count
        in_decks += count if one.sight == NOBODY else 0
    return different in (2, 3) and in_decks > 0


@check("secrecy", POSITION)
def secret_answers(spot: Spot) -> None:
    """Two answers of another seat that differ only in hidden effects look the same.

    If they have exactly the same effect, the answers were public acts with equal
    results; then they may be shown.
    """
    match = spot.match
    for seat in spot.observers:
        others = [d for d in match.decisions if d.seat != seat and len(d.options) > 1]
        if not others:
            continue
        decision = others[spot.stream.below(len(others))]
        one, other = _two(decision, spot.stream)
        since = match.ply + 1
        left, right = match.fork(), match.fork()
        left.choose(one, decision.seat)
        first = Glance(left, seat, since)
        right.choose(other, decision.seat)
        second = Glance(right, seat, since)
        sentence = Phrase(
            "fault.choice", seat=decision.seat, one=one.token, other=other.token, who=who(seat)
        )
        if left.all_shown or right.all_shown or not _alike(first, second):
            continue
        if plain(_without_chance(left.state)) != plain(_without_chance(right.state)):
            _compare(first.seen, second.seen, sentence)


def _without_chance(state: State) -> dict[str, Data]:
    """The state without the progress of the random streams, which is not on the table."""
    return {**encode(state), "chance": None}


def who(seat: int | None) -> Phrase:
    return Phrase("fault.spectator") if seat is None else Phrase("fault.seat", seat=seat)


def dealt_again(
    state: State, observer: int, stream: Stream, decks_too: bool = True
) -> State | None:
    """Another world that the observer cannot tell from this one; the dice stay the same.

    Without the decks, only the cards in other hands are exchanged, so later draws are the same.
    None if what the observer remembers leaves no such world (or is wrong: see "imagine").
    """
    other = state.copy()
    if other.witness is None:
        return None
    facts = other.witness.facts
    remembered = facts[observer]
    decks = [zone for zone in other.zones() if zone.sight == NOBODY and not decks_too]
    facts[observer] = _elsewhere(remembered, decks)
    for zone in decks:
        zone.sight = 1 << observer
    try:
        redeal(other, observer, stream)
    except (RulesFault, ValueError):
        return None
    for zone in decks:
        zone.sight = NOBODY
    facts[observer] = remembered
    other.chance = state.chance.copy()
    return other if untrue(other, remembered) is None else None


def _elsewhere(facts: list[Fact], decks: list[Zone]) -> list[Fact]:
    """The facts that must be true outside the decks; the others are true in them."""
    left = Counter([(zone.key, card) for zone in decks for card in zone.cards])
    kept = []
    for fact in sorted(facts, key=lambda fact: fact.where.bit_count()):
        meant = [key for key, card in left if card == fact.card and (fact.where >> key) & 1]
        held = [key for key in meant if left[key, fact.card] > 0]
        if held:
            left[held[0], fact.card] -= 1
        else:
            kept.append(fact)
    return kept


def untrue(state: State, facts: list[Fact]) -> Fact | None:
    """A fact for which no card is left if every fact takes its own card; None if all hold."""
    zones = state.zones()
    held: dict[tuple[int, int], list[Fact]] = {}

    def find_room(fact: Fact, tried: set[int]) -> bool:
        for zone in zones:
            if (fact.where >> zone.key) & 1 and zone.key not in tried:
                tried.add(zone.key)
                here = held.setdefault((zone.key, fact.card), [])
                if len(here) < zone.cards.count(fact.card):
                    here.append(fact)
                    return True
                for slot, other in enumerate(here):
                    if find_room(other, tried):
                        here[slot] = fact
                        return True
        return False

    for fact in facts:
        if not find_room(fact, set()):
            return fact
    return None


def _two(decision: Decision, stream: Stream) -> tuple[Option, Option]:
    one, other = stream.sample(list(range(len(decision.options))), 2)
    return decision.options[one], decision.options[other]


def _side_by_side(spot: Spot, seat: int | None, base: State, decks_too: bool, far: int) -> None:
    observer = spot.match.observer(seat)
    truth = base.copy()
    # Otherwise the number of options in a hand would decide whether a seat is asked at all.
    truth.auto_single = False
    strict = _nothing_to_blank(truth, observer)
    other = dealt_again(truth, observer, spot.stream, decks_too)
    if other is not None:
        _walk(spot, seat, truth, other, far, strict)


def _walk(spot: Spot, seat: int | None, truth: State, other: State, far: int, strict: bool) -> None:
    """Play both worlds with the same choices, as long as the seat has seen the same cards."""
    try:
        left, right = spot.match.going_on_from(truth), spot.match.going_on_from(other)
        one, two = Glance(left, seat), Glance(right, seat)
        for _ in range(far):
            if not _indistinct(one, two, strict):
                return
            step = _common(left, right, spot.stream)
            if step is None:
                return
            # Each world is inspected before the other moves: a game might mix them up.
            left.choose(step[1], step[0])
            one = Glance(left, seat)
            right.choose(step[1], step[0])
            two = Glance(right, seat)
        _indistinct(one, two, strict)
    except Broken:
        raise
    except Exception as error:
        if strict:
            raise Broken("fault.other_world", who=who(seat), error=repr(error)) from error


def _nothing_to_blank(state: State, observer: int) -> bool:
    """Are all secrets in zones? Then the other world is possible in every respect."""
    blanked = state.copy()
    blank(blanked, observer)
    return plain(encode(blanked)) == plain(encode(state))


def _common(left: Match[Any], right: Match[Any], stream: Stream) -> tuple[int, Option] | None:
    """A choice that can be made in both worlds."""
    pairs = []
    for decision in left.decisions:
        other = right.decision_of(decision.seat)
        if other is not None and other.kind == decision.kind:
            pairs += [(decision.seat, o) for o in decision.options if o in other.options]
    return pairs[stream.below(len(pairs))] if pairs else None


class Glance:
    """What a seat sees of one world at one moment, and why it may see it."""

    def __init__(self, match: Match[Any], seat: int | None, since: int = 0) -> None:
        self.seat = seat
        self.all_shown = match.all_shown
        self.shown = plain(shown(match, match.observer(seat), since))
        # Questions that the seat does not see. They hold up the game. In a world where
        # nobody is asked, the game continues, and the seat may see what happens then.
        self.secretly = [[d.seat, d.kind] for d in match.decisions if d.secret and d.seat != seat]
        self.waiting = match.waiting(seat)
        self.seen = sights(match, seat, since)


def _indistinct(one: Glance, two: Glance, strict: bool) -> bool:
    """Fail if the seat can tell the worlds apart; False if it may do so from here on."""
    if one.all_shown or two.all_shown or one.shown != two.shown or one.secretly != two.secretly:
        return False
    if (one.secretly or not strict) and not _alike(one, two):
        return False
    sentence = Phrase("fault.dealt", who=who(one.seat))
    _compare(one.seen, two.seen, sentence)
    if strict:
        same(
            one.waiting,
            two.waiting,
            Phrase("fault.sight", sentence=sentence, what="who_is_waited_for"),
        )
    return True


def _alike(one: Glance, two: Glance) -> bool:
    """Is the table the same for the seat, and has it been shown the same cards?"""
    return one.shown == two.shown and plain(one.seen["its view"]) == plain(two.seen["its view"])


def shown(match: Match[Any], observer: int, since: int) -> list[Data]:
    """The cards that the observer was entitled to see: in zones, in memory, in moves."""
    state = match.state
    zones = [[zone.sight, zone.cards] for zone in view(state, observer).zones()]
    heard = told(match.events(_seat(match, observer), since))
    moves = [event for event in heard if event[1] == "move"]
    return [zones, memory(state)[observer], moves]


def _seat(match: Match[Any], observer: int) -> int | None:
    return observer if observer < match.seats else None


def sights(match: Match[Any], seat: int | None, since: int) -> dict[str, Data]:
    """Everything that a seat sees, by name."""
    decision = None if seat is None else match.decision_of(seat)
    found: dict[str, Data] = {
        "its view": seen_state(match.state, match.observer(seat)),
        "the events it hears": told(match.events(seat, since)),
        "its scene": match.game.scene(match.view(seat), seat, match.names, decision),
        "the tables on the way": on_the_way(match, seat),
    }
    if seat is not None:
        found["what it may take back"] = match.undoable(seat)
    if decision is not None:
        found["its options"] = [decision.kind, *[option.token for option in decision.options]]
        found["the words of its options"] = [
            match.label(option, decision) for option in decision.options[:WORDED]
        ]
        found["its prompt"] = match.prompt(decision)
        found["what it is asked about"] = decision.about
        found["its refusals"] = [
            [refusal.option.token, match.reason(refusal)] for refusal in match.refusals(seat)
        ]
    return found


def on_the_way(match: Match[Any], seat: int | None) -> Data:
    """The tables that the last choice passed through, as the seat saw them."""
    if match.ply == match.history.first:
        return []
    news = match.events(seat, match.ply)
    wanted = [number for number, (_, event) in enumerate(news, 1) if match.is_told(event)]
    return list(passed(match, seat, match.ply - 1, wanted[:-1]).values()) if wanted[1:] else []


def _compare(left: dict[str, Data], right: dict[str, Data], sentence: Phrase) -> None:
    for what in [*left, *right]:
        same(
            left.get(what),
            right.get(what),
            Phrase("fault.sight", sentence=sentence, what=what.replace(" ", "_")),
        )
