"""The findings of a report in sentences, each with games that show it.

A finding is about a figure of the report that is certain enough: a tested one is below 5 % after
the correction for all tests of the report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from starhall.engine.errors import StarhallError
from starhall.engine.game import Game
from starhall.engine.match.match import Match
from starhall.engine.text.language import formatted
from starhall.lab.course import at, came_back, changes_of, ran_away, typical
from starhall.lab.estimates import Interval
from starhall.lab.figures import Group, Report, Usage
from starhall.lab.observe import Observed
from starhall.lab.words import say, to
from starhall.lab.workers import LabError

MOST_NAMED: Final = 6  # cards in one sentence
ALIKE: Final = 0.7  # of all things of a kind: if so many point the same way, none stands out


class Example(msgspec.Struct, frozen=True):
    """A game to look at, and why."""

    why: str
    index: int
    seed: str


class Finding(msgspec.Struct, frozen=True):
    """One sentence, what it rests on, and games that show it."""

    topic: str  # who, length, lead, content, end, choice
    title: str
    text: str
    certain: bool  # a test found it, or an interval excludes the opposite
    examples: list[Example]


def percent(value: float, digits: int = 1) -> str:
    return f"{formatted(100 * value, f'.{digits}f')} %"


def interval(found: Interval) -> str:
    """`31.2 % (28.9 to 33.6)`."""
    return f"{percent(found.value)} ({to(100 * found.low, 100 * found.high, '.1f')})"


def number(found: Interval, digits: int = 1) -> str:
    """`12.4 (12.1 to 12.7)`."""
    form = f",.{digits}f"
    return f"{formatted(found.value, form)} ({to(found.low, found.high, form)})"


def points(found: Interval) -> str:
    """A change of a chance: `+4.1 points (1.0 to 7.2)`."""
    low, high = signed(100 * found.low), signed(100 * found.high)
    return say("points", value=signed(100 * found.value), low=low, high=high)


def signed(value: float) -> str:
    """`+4.1`, and a real minus."""
    return formatted(value, "+.1f").replace("-", "\N{MINUS SIGN}")


class Reader:
    """Finds what is to be said in a report, and the games for it."""

    def __init__(
        self, report: Report, rows: Sequence[Observed], kind: Callable[[str], str] = str
    ) -> None:
        self.report = report
        self.kind = kind  # the name of a kind of role
        self.rows = [row for row in rows if not row.error]

    def findings(self) -> list[Finding]:
        report = self.report
        found = [self.seats()] if report.by_seat else []
        if report.seats == 1:
            found.append(self.alone())
        found += [self.role(kind, groups) for kind, groups in report.by_role.items()]
        found.append(self.length())
        found += self.lead()
        found += self.content()
        found.append(self.ending())
        return found

    def _typical(self, why: str, keep: Callable[[Observed], bool]) -> list[Example]:
        row = typical([row for row in self.rows if keep(row)])
        return [] if row is None else [Example(why, row.index, row.seed)]

    def _extreme(self, why: str, rank: Callable[[Observed], Any]) -> list[Example]:
        row = max(self.rows, key=lambda row: (rank(row), -row.index))
        return [Example(why, row.index, row.seed)]

    # Who wins

    def seats(self) -> Finding:
        groups = self.report.by_seat
        fair = groups[0].fair
        real = [group for group in groups if group.real]
        ranked = sorted(groups, key=lambda group: group.won.value)
        if real:
            said = "; ".join([_wins(group) for group in real])
            title = say("seats_differ")
            text = say("fair_after", said=said, fair=percent(fair))
        else:
            widest = max([max(g.won.high - fair, fair - g.won.low) for g in groups])
            title = say("seats_alike")
            low, high = percent(ranked[0].won.value), percent(ranked[-1].won.value)
            most = formatted(100 * widest, ".1f")
            text = say("seats_between", low=low, high=high, fair=percent(fair), points=most)
        best = groups.index(ranked[-1])
        examples = self._typical(
            say("typical_won_by", name=ranked[-1].name), lambda row: row.winners == [best]
        )
        return Finding("who", title, text, bool(real), examples)

    def alone(self) -> Finding:
        decided = self.report.decided
        return Finding(
            "who",
            say("alone_title", share=percent(decided.value, 0)),
            say("alone", share=interval(decided)),
            True,
            self._typical(say("typical_won"), lambda row: bool(row.winners))
            + self._typical(say("typical_lost"), lambda row: not row.winners),
        )

    def role(self, kind: str, groups: list[Group]) -> Finding:
        real = [group for group in groups if group.real]
        best, worst = groups[0], groups[-1]
        if real:
            said = "; ".join([_wins(group) for group in (*real[:3], *real[3:][-3:])])
            title = say("role_differs", kind=self.kind(kind))
            text = say("fair_after", said=said, fair=percent(best.fair))
        else:
            title = say("role_alike", kind=self.kind(kind))
            text = say(
                "role_between", worst=worst.name, low=interval(worst.won), best=best.name,
                high=interval(best.won), fair=percent(best.fair), n=len(groups),
            )  # fmt: skip
        place = [role.name for role in self.rows[0].roles].index(kind)
        ids = sorted(
            {id for row in self.rows for id in row.roles[place].values},
            key=lambda id: -_won_as(self.rows, place, id),
        )
        examples = []
        for id, group in ((ids[0], best), (ids[-1], worst)):
            examples += self._typical(
                say("typical_with", name=group.name),
                lambda row, id=id: id in row.roles[place].values,  # type: ignore[misc]
            )
        return Finding("who", title, text, bool(real), examples)

    # How long

    def length(self) -> Finding:
        lengths = self.report.lengths
        first, minutes = lengths[0], lengths[-1]
        time = round(minutes.median.value)
        unit, median = say(f"unit_{first.unit}"), formatted(first.median.value, "g")
        text = say(
            "length", n=median, unit=unit, range=to(first.median.low, first.median.high, "g"),
            low=formatted(first.tenth.value, "g"), high=formatted(first.ninetieth.value, "g"),
            minutes=time, pace=formatted(self.report.pace, "g"),
        )  # fmt: skip
        title = say("length_title", n=median, unit=unit)

        def size(row: Observed) -> tuple[int, int]:
            return row.rounds, row.choices

        examples = self._typical(say("typical_length"), lambda row: True)
        examples += self._extreme(say("shortest"), lambda row: tuple([-n for n in size(row)]))
        examples += self._extreme(say("longest"), size)
        return Finding("length", title, text, True, examples)

    # Who is ahead

    def lead(self) -> list[Finding]:
        lead = self.report.lead
        if lead is None:
            return []
        kept = lead.kept[50]
        fair = self.report.by_seat[0].fair
        title = say("ahead_title", share=percent(kept.value, 0))
        text = say(
            "ahead", share=interval(kept), fair=percent(fair), runaway=interval(lead.runaway),
            changes=number(lead.changes),
        )  # fmt: skip
        first = Finding(
            "lead",
            title,
            text,
            kept.low > fair,
            self._typical(say("typical_runaway"), ran_away)
            + self._extreme(say("most_changes"), changes_of),
        )
        second = Finding(
            "lead",
            say("last_title", share=percent(lead.comeback.value, 0)),
            say("last", share=interval(lead.comeback)),
            True,
            self._typical(say("typical_comeback"), came_back)
            + self._extreme(say("deepest"), _depth),
        )
        return [first, second]

    # What is used

    def content(self) -> list[Finding]:
        found: list[Finding] = []
        for uses in self.report.uses:
            strong = [item for item in uses.items if item.real and _change(item) > 0]
            weak = [item for item in uses.items if item.real and _change(item) < 0][::-1]
            dominant = [item for item in uses.items if item.dominant]
            dead = [item for item in uses.items if item.dead]
            estimated = len([item for item in uses.items if item.effect is not None])
            for what, items in (("winning", strong), ("losing", weak)):
                if len(items) >= max(4, ALIKE * estimated):
                    found.append(self._all_alike(uses.name, what, items, estimated))
                elif items:
                    found.append(self._goes_with(uses.name, what, items))
            if dominant:
                always = [f"{item.name} ({percent(item.taken.value, 0)})" for item in dominant]
                found.append(
                    Finding(
                        "content",
                        say("always_title", name=uses.name),
                        say("taken_share", said=_some(always)),
                        True,
                        self._using(dominant[0], True),
                    )
                )
            if dead:
                never = [f"{item.name} ({percent(item.taken.value)})" for item in dead]
                found.append(
                    Finding(
                        "content",
                        say("never_title", name=uses.name),
                        say("taken_share", said=_some(never)),
                        True,
                        self._using(dead[0], False),
                    )
                )
        return found

    def _all_alike(self, verb: str, what: str, items: list[Usage], estimated: int) -> Finding:
        """If nearly all point the same way, the cause is the situation, not the single things."""
        sizes = sorted([_change(item) for item in items])
        return Finding(
            "content",
            say("alike_title", name=verb, what=what),
            say(
                "alike",
                n=len(items),
                of=estimated,
                low=signed(100 * sizes[0]),
                high=signed(100 * sizes[-1]),
                what=what,
            ),  # fmt: skip
            False,
            self._using(items[0], True),
        )

    def _goes_with(self, verb: str, what: str, items: list[Usage]) -> Finding:
        said = [f"{item.name} {points(item.effect.change)}" for item in items if item.effect]
        return Finding(
            "content",
            say("goes_with_title", name=verb, what=what),
            say("goes_with", said=_some(said)),
            True,
            self._using(items[0], True),
        )

    def _using(self, item: Usage, taken: bool) -> list[Example]:
        def seen(row: Observed) -> bool:
            return any([use.what == item.what and (use.taken > 0) == taken for use in row.uses])

        why = say("typical_taken" if taken else "typical_left", name=item.name)
        return self._typical(why, seen)

    # How it ends

    def ending(self) -> Finding:
        endings = self.report.endings
        said = [f"{each.name} {interval(each.share)}" for each in endings]
        examples: list[Example] = []
        lower = say("ending_case") == "lower"  # German nouns keep their capitals
        for each in endings[:4]:
            examples += self._typical(
                say("typical_ending", name=each.name.lower() if lower else each.name),
                lambda row, reason=each.reason: row.reason == reason,  # type: ignore[misc]
            )
        unwon = 1 - self.report.decided.value
        nobody = f" {say('nobody', share=percent(unwon))}" if 0 < unwon < 1 else ""
        return Finding("end", say("ends"), f"{_some(said)}.{nobody}", True, examples)


def _change(item: Usage) -> float:
    return item.effect.change.value if item.effect is not None else 0.0


def _some(said: list[str]) -> str:
    more = len(said) - MOST_NAMED
    return "; ".join(said[:MOST_NAMED]) + (say("and_more", n=more) if more > 0 else "")


def _wins(group: Group) -> str:
    return say("wins", name=group.name, share=interval(group.won))


def _won_as(rows: Iterable[Observed], place: int, id: str) -> float:
    """How often a role wins."""
    played, won = 0, 0.0
    for row in rows:
        for seat, held in enumerate(row.roles[place].values):
            if held == id and (row.winners or row.seats == 1):
                played += 1
                won += 1 / len(row.winners) if seat in row.winners else 0.0
    return won / played if played else 0.0


def _depth(row: Observed) -> float:
    """How far behind the winner was in the second half, as a share of all positions."""
    if not row.winners or not row.course:
        return -1.0
    behind = 0.0
    for values in row.course[at(row, 50) :]:
        total = sum(values) or 1.0
        behind = max(behind, (max(values) - values[row.winners[0]]) / total)
    return behind


# --- records -------------------------------------------------------------------------------------


def file_of(index: int) -> str:
    return f"game-{index:05}.json"


def write_records(
    findings: Sequence[Finding],
    rows: Sequence[Observed],
    rules: Game[Any],
    folder: Path,
) -> list[Path]:
    """The games that findings name, as records that `starhall replay` opens."""
    by_index = {row.index: row for row in rows}
    wanted = sorted({example.index for finding in findings for example in finding.examples})
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise LabError("file.write", file=folder, why=error.strerror) from None
    written = []
    for index in wanted:
        file = folder / file_of(index)
        replayed(by_index[index], rules).save(file)
        written.append(file)
    return written


def replayed(row: Observed, rules: Game[Any]) -> Match[Any]:
    """The match of a row, played again by its choices."""
    settings = msgspec.json.decode(row.settings)
    names = [f"{bot} {seat + 1}" for seat, bot in enumerate(row.bots)]
    match = Match(rules, row.seats, settings, bytes.fromhex(row.seed), names)
    try:
        for step in row.record or []:
            seat, _, token = step.partition(" ")
            match.choose(token, int(seat))
    except StarhallError as error:
        raise LabError("report.replay", n=row.index, seed=row.seed, why=error) from None
    return match
