# mypyc: off
"""The review of a finished game: what a seat expected, and what it lost by choice and by luck.

Everything is judged from what the seat knew at that moment, in imagined worlds. A review consists
of *looks*, each at one ply and independent of the others, so they can be taken anywhere and in any
order. `plan` lists them, `take` takes one, `closer` asks for a few careful ones, and `conclude`
puts them together. `review` does all of it. The same record, seat, seed and budget give the
same review.

The expectation changes for three reasons. The seat chooses worse than it could (choice). Chance
decides or something hidden is shown (luck). Others choose (others).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from hashlib import blake2b
from math import sqrt
from typing import Any, Final, Literal

import msgspec

from starhall.bots.base import worth
from starhall.bots.bot import SearchBot
from starhall.bots.hints import likely, weigh
from starhall.bots.outlook import Gain, gains, play_on
from starhall.bots.sight import Need, NoMoreWorlds, Sight
from starhall.engine.errors import IllegalChoice
from starhall.engine.game import Game
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play

BUDGET: Final = 4000  # simulations, without the careful looks
COMPARED: Final = 4  # options of a decision that a glance compares: the chosen and the likeliest
FEWEST_WORLDS: Final = 3
MOST_WORLDS: Final = 16
IMPRESSIONS: Final = 2  # worlds for the first impression of all options
STUDIED: Final = 12  # decisions that get a second, careful look
STUDY: Final = 96  # simulations to find the best option there,
STUDY_WORLDS: Final = 24  # then worlds in which it is compared with the chosen one
STUDY_DEPTH: Final = 16
RESTS: Final = 120  # points between decisions at which the expectation is taken
COSTLIEST: Final = 3
NOTABLE: Final = 0.01  # chance to win: smaller losses are not worth a sentence
TURNING_POINTS: Final = 6
TURNING: Final = 0.04
FOREVER: Final = 10**9  # milliseconds; the budget is simulations, so that results can be repeated

Kind = Literal["glance", "study", "rest"]
Cause = Literal["choice", "luck", "others"]


class Look(msgspec.Struct, frozen=True):
    """What to look at: a decision of the seat at a ply, briefly or carefully, or the position."""

    kind: Kind
    ply: int
    worlds: int


class Finding(msgspec.Struct, frozen=True):
    """What a look found; a chance is one to win, given what the seat knew."""

    look: Look
    expected: float  # with the best choice
    after: float = 0.0  # with the choice that was made
    lost: float = 0.0  # the certain part of the difference
    best: str = ""  # token
    worlds: int = 0
    leads: list[Gain] = []  # what the best choice gains over the other


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the seat, and what a strong bot says about it."""

    ply: int  # the number of choices before it
    question: str
    chosen: str  # as sentences
    best: str
    expected: float
    after: float
    lost: float
    luck: float = 0.0  # until the next decision of the seat
    others: float = 0.0
    worlds: int
    studied: bool = False
    leads: list[Gain] = []  # what the best choice leads to


class Turning(msgspec.Struct, frozen=True):
    """A point at which the expectation changed much."""

    ply: int  # after so many choices
    cause: Cause
    change: float
    told: list[str]  # sentences of the log, as the seat saw them


class Point(msgspec.Struct, frozen=True):
    """The expectation of the seat at a ply."""

    ply: int
    chance: float


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as one seat experienced it."""

    seat: int
    plies: int
    seed: int
    budget: int
    course: list[Point]
    decisions: list[Judged]
    costliest: list[int]  # places in `decisions`, the worst first
    turning: list[Turning]
    choice: float  # the sums; what was lost is negative
    luck: float
    others: float
    result: float | None = None  # 1: won, less: shared; None: the game was ended by people


class Progress(msgspec.Struct, frozen=True):
    """How many looks have been taken, of how many."""

    done: int
    total: int


def review(
    match: Match[Any], seat: int, seed: int = 0, budget: int = BUDGET
) -> Generator[Progress, None, Review]:
    """Review a finished game: yields progress and returns the review."""
    looks = plan(match, seat, budget)
    found: list[Finding] = []
    careful: list[Look] = []
    while len(found) < len(looks) + len(careful):
        yield Progress(len(found), len(looks) + (len(careful) or STUDIED))
        todo = [*looks, *careful]
        found.append(take(match, seat, seed, todo[len(found)]))
        if len(found) == len(looks):
            careful = closer(found)
    return conclude(match, seat, seed, budget, found)


def plan(match: Match[Any], seat: int, budget: int = BUDGET) -> list[Look]:
    """The looks of a review: all decisions of the seat, and points in between."""
    match.observer(seat)
    decisions = _decisions(match, seat)
    if not decisions:
        raise IllegalChoice("review.nothing", name=match.names[seat])
    each = budget // (len(decisions) * COMPARED)
    worlds = max(FEWEST_WORLDS, min(MOST_WORLDS, each))
    # If the budget is too small for all decisions, only some are looked at, evenly spread.
    most = max(COSTLIEST, budget // (FEWEST_WORLDS * COMPARED))
    kept = _spread(decisions, most)
    rests = _spread(_changes_of_cause(match, seat, kept), RESTS)
    looks = [Look("glance", ply, worlds) for ply in kept]
    looks += [Look("rest", ply, worlds) for ply in rests]
    return sorted(looks, key=lambda look: (look.ply, look.kind))


def closer(found: Sequence[Finding]) -> list[Look]:
    """The decisions that seem to have cost most deserve a careful look."""
    glances = [finding for finding in found if finding.look.kind == "glance"]
    glances.sort(key=lambda finding: (finding.after - finding.expected, finding.look.ply))
    worst = [finding for finding in glances if finding.expected > finding.after][:STUDIED]
    return [Look("study", finding.look.ply, STUDY_WORLDS) for finding in worst]


def take(match: Match[Any], seat: int, seed: int, look: Look) -> Finding:
    """Take one look. What is found does not depend on other looks."""
    then = match.at(look.ply)
    luck = blake2b(
        f"{seed} {seat} {look.kind} {look.ply}".encode(), person=b"starhall review", digest_size=8
    )
    number = int.from_bytes(luck.digest(), "little")
    if look.kind == "rest":
        return Finding(look, _standing(then, seat, number, look.worlds), worlds=look.worlds)
    chosen = match.choices[look.ply - match.history.first].option
    if look.kind == "glance":
        return _glance(then, seat, number, look, chosen)
    return _study(then, seat, number, look, chosen)


def conclude(
    match: Match[Any], seat: int, seed: int, budget: int, found: Iterable[Finding]
) -> Review:
    """Put the findings together: the course, the turning points and the costliest choices.

    Findings have no texts; those of the review are in the active language.
    """
    at: dict[int, Finding] = {}
    rests: dict[int, float] = {}
    for finding in found:
        if finding.look.kind == "rest":
            rests[finding.look.ply] = finding.expected
        elif finding.look.kind == "study" or finding.look.ply not in at:
            at[finding.look.ply] = finding
    plies = sorted(at)
    result = _outcome(match, seat)
    course = [Point(ply, at[ply].expected) for ply in plies]
    if result is not None:
        course.append(Point(match.ply, result))
    decisions: list[Judged] = []
    turning: list[Turning] = []
    for place, ply in enumerate(plies):
        finding = at[ply]
        until = course[place + 1] if place + 1 < len(course) else None
        changes = _changes(match, seat, ply, finding.after, until, rests)
        judged = _judged(match, seat, finding, changes)
        decisions.append(judged)
        if judged.lost >= TURNING:
            turning.append(Turning(ply + 1, "choice", -judged.lost, [judged.chosen]))
        for cause, begin, end, change in changes:
            if abs(change) >= TURNING:
                turning.append(Turning(end, cause, change, _told(match, seat, begin, end)))
    costly = [place for place, judged in enumerate(decisions) if judged.lost >= NOTABLE]
    costly.sort(key=lambda place: -decisions[place].lost)
    turning.sort(key=lambda point: -abs(point.change))
    return Review(
        seat=seat,
        plies=match.ply,
        seed=seed,
        budget=budget,
        course=course,
        decisions=decisions,
        costliest=costly[:COSTLIEST],
        turning=sorted(turning[:TURNING_POINTS], key=lambda point: point.ply),
        choice=-sum([judged.lost for judged in decisions]),
        luck=sum([judged.luck for judged in decisions]),
        others=sum([judged.others for judged in decisions]),
        result=result,
    )


# Where to look


def _decisions(match: Match[Any], seat: int) -> list[int]:
    """The plies at which the seat answered a question."""
    first = match.history.first
    own = [first + n for n, chosen in enumerate(match.choices) if chosen.seat == seat]
    return [ply for ply in own if _asked(match, seat, ply)]


def _asked(match: Match[Any], seat: int, ply: int) -> bool:
    """Was the choice at this ply an answer? Some can be made at any time."""
    option = match.choices[ply - match.history.first].option
    return option not in match.game.interjections(match.state, seat)


def _spread(plies: Sequence[int], most: int) -> list[int]:
    """At most `most` of the plies, spread from first to last."""
    if len(plies) <= most:
        return list(plies)
    return [plies[n * len(plies) // most] for n in range(most)]


def _causes(match: Match[Any], seat: int, begin: int, end: int) -> list[tuple[Cause, int, int]]:
    """Why the expectation changes between two plies: runs of plies with the same cause."""
    runs: list[tuple[Cause, int, int]] = []
    for ply in range(begin, end):
        chosen = match.choices[ply - match.history.first]
        cause: Cause = "luck"
        if not chosen.chance and not (chosen.revealed >> seat) & 1:
            if chosen.seat == seat:
                continue  # nothing happens but the choice itself
            cause = "others"
        if runs and runs[-1][0] == cause:
            runs[-1] = (cause, runs[-1][1], ply + 1)
        else:
            runs.append((cause, ply, ply + 1))
    return runs


def _changes_of_cause(match: Match[Any], seat: int, plies: Sequence[int]) -> list[int]:
    """The plies between two decisions at which luck ends and others choose, or the reverse."""
    found: list[int] = []
    for begin, end in zip(plies, [*plies[1:], match.ply], strict=True):
        found += [run[2] for run in _causes(match, seat, begin, end)[:-1]]
    return found


# Looking


def _glance(then: Match[Any], seat: int, seed: int, look: Look, chosen: Option) -> Finding:
    """Compare the choice with what looks best at first sight, in the same worlds."""
    bot = SearchBot(seed, simulations=1, milliseconds=FOREVER)
    asked = _question(then, seat)
    options = asked.options
    worlds = len(options) * (IMPRESSIONS + 1) + look.worlds * COMPARED
    sight = Sight(then, seat, bot.stream.new_key(), worlds, Need.WORLDS)
    compared = _candidates(sight, options, chosen)
    values = _tried(bot, sight, compared, look.worlds)
    return _compared(then, look, compared, values)


def _study(then: Match[Any], seat: int, seed: int, look: Look, chosen: Option) -> Finding:
    """Search for the best option, then compare it with the choice in new worlds."""
    bot = SearchBot(seed, simulations=STUDY, milliseconds=FOREVER, depth=STUDY_DEPTH)
    best = weigh(bot, then, seat)[0].option
    compared = [chosen] if best is chosen else [chosen, best]
    sight = Sight(then, seat, bot.stream.new_key(), look.worlds * len(compared), Need.WORLDS)
    values = _tried(bot, sight, compared, look.worlds)
    finding = _compared(then, look, compared, values)
    if finding.lost < NOTABLE:
        return finding
    led = gains(then, seat, bot.stream.new_key(), best, chosen)
    return msgspec.structs.replace(finding, leads=led)


def _candidates(sight: Sight, options: Sequence[Option], chosen: Option) -> list[Option]:
    """The choice, and the options that look best right after them."""
    if len(options) <= COMPARED:
        return [chosen, *[option for option in options if option is not chosen]]
    totals = [0.0] * len(options)
    for number in range(IMPRESSIONS):
        try:
            values = worth(sight, -1 - number, list(options))
        except NoMoreWorlds:
            break
        totals = [total + value for total, value in zip(totals, values, strict=True)]
    ranked = sorted(range(len(options)), key=lambda place: -totals[place])
    best = [options[place] for place in ranked if options[place] is not chosen]
    return [chosen, *best[: COMPARED - 1]]


def _tried(
    bot: SearchBot, sight: Sight, options: Sequence[Option], worlds: int
) -> list[list[float]]:
    """By option: how the seat stands some decisions later, in each world."""
    values: list[list[float]] = [[] for _ in options]
    tree = bot.tree(sight)
    for number in range(worlds):
        for option, row in zip(options, values, strict=True):
            try:
                world = sight.imagine(number)
            except NoMoreWorlds:
                return [row[: len(values[-1])] for row in values]
            if sight.game.horizon:  # there, and only there, the game knows the chance to win
                before = tree.odds.get(option.number, 0.0)
                tree.simulate(world, option)
                row.append(tree.odds[option.number] - before)
            else:
                decision = world.decision_of(sight.seat)
                assert decision is not None
                world.choose(decision, option)
                row.append(_share(sight.game, play_on(world, sight.seat), sight.seat))
    return values


def _share(game: Game[Any], world: Play, seat: int) -> float:
    """The seat's share of the total value of all seats; at the end, of the victory."""
    if world.over:
        winners = game.result(world.state).winners
        return 1.0 / len(winners) if seat in winners else 0.0
    seats = world.state.seats
    values = [game.evaluate(world.state, other) for other in range(seats)]
    if seats == 1:
        return values[0]
    total = sum(values)
    return values[seat] / total if total > 0.0 else 1.0 / seats


def _compared(
    then: Match[Any], look: Look, options: Sequence[Option], values: Sequence[Sequence[float]]
) -> Finding:
    """The first option is the chosen one. All were tried in the same worlds, so only the choice
    differs. One standard error is subtracted, because it could be chance."""
    means = [sum(row) / len(row) for row in values]
    best = max(range(len(options)), key=lambda place: (means[place], -place))
    pairs = [one - other for one, other in zip(values[best], values[0], strict=True)]
    mean = sum(pairs) / len(pairs)
    spread = sum([(pair - mean) ** 2 for pair in pairs])
    error = sqrt(spread / (len(pairs) * max(1, len(pairs) - 1)))
    expected, after = _chance(then, means[best]), _chance(then, means[0])
    sure = max(0.0, 1.0 - error / mean) if mean > 0.0 else 0.0
    return Finding(
        look=look,
        expected=expected,
        after=after,
        lost=(expected - after) * sure,
        best=options[best].token,
        worlds=len(pairs),
    )


def _standing(then: Match[Any], seat: int, seed: int, worlds: int) -> float:
    """What the seat expects when it is not asked, from worlds in which all play sensibly."""
    stream = Stream(blake2b(str(seed).encode(), digest_size=32).digest())
    values = [
        _share(then.game, play_on(then.imagine(seat, stream), seat), seat) for _ in range(worlds)
    ]
    return _chance(then, sum(values) / worlds)


def _chance(match: Match[Any], share: float) -> float:
    return likely(share, match.seats, match.game.sharpness)


def _question(then: Match[Any], seat: int) -> Decision:
    decision = then.decision_of(seat)
    if decision is None:
        raise IllegalChoice("review.unasked", name=then.names[seat], ply=then.ply)
    return decision


# Putting it together


def _outcome(match: Match[Any], seat: int) -> float | None:
    result = match.result
    if result is None:
        return None
    return 1.0 / len(result.winners) if seat in result.winners else 0.0


def _changes(
    match: Match[Any],
    seat: int,
    ply: int,
    after: float,
    until: Point | None,
    rests: dict[int, float],
) -> list[tuple[Cause, int, int, float]]:
    """The changes of the expectation from a choice to the next decision: cause, plies, amount."""
    if until is None:
        return []
    runs = _causes(match, seat, ply, until.ply)
    found: list[tuple[Cause, int, int, float]] = []
    now, begin = after, ply
    for place, (cause, first, end) in enumerate(runs):
        if place + 1 < len(runs) and end not in rests:
            continue  # no look was taken there; the change counts for the next cause
        then = until.chance if place + 1 == len(runs) else rests[end]
        found.append((cause, min(first, begin) if place else first, end, then - now))
        now, begin = then, end
    return found


def _judged(
    match: Match[Any],
    seat: int,
    finding: Finding,
    changes: Sequence[tuple[Cause, int, int, float]],
) -> Judged:
    ply = finding.look.ply
    then = match.at(ply)
    decision = _question(then, seat)
    chosen = match.choices[ply - match.history.first].option
    best = match.game.vocabulary.find(finding.best)
    return Judged(
        ply=ply,
        question=then.prompt(decision),
        chosen=then.label(chosen, decision),
        best=then.label(best, decision),
        expected=finding.expected,
        after=finding.after,
        lost=finding.lost,
        luck=sum([change for cause, _, _, change in changes if cause == "luck"]),
        others=sum([change for cause, _, _, change in changes if cause == "others"]),
        worlds=finding.worlds,
        studied=finding.look.kind == "study",
        leads=[Gain(match.game.measure_name(gain.measure), gain.more) for gain in finding.leads],
    )


def _told(match: Match[Any], seat: int, begin: int, end: int) -> list[str]:
    """What the seat saw happen between two plies."""
    return match.at(end).sentences(seat, begin + 1)
