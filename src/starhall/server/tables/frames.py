"""Frames: what one observer sees, made from its scene, its events and its options."""

# mypyc: on

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET

from starhall.engine.lessons.coach import Guidance
from starhall.engine.match.match import Match
from starhall.engine.scene import stage
from starhall.engine.scene.difference import difference
from starhall.engine.scene.elements import SceneOption
from starhall.server.protocol.frames import Frame, LogLine, ReasonInfo, Update
from starhall.server.tables import orders, remarks
from starhall.server.tables.journal import Journal
from starhall.server.tables.steps import Passage
from starhall.server.tables.viewpoint import Cursor, Viewpoint

# The fields of a frame that an update repeats only when they have changed.
UPDATED: Final = tuple(
    name for name in Frame.__struct_fields__ if name not in ("scene", "log", "log_from")
)
values_of = attrgetter(*UPDATED)


def frame(journal: Journal, viewpoint: Viewpoint) -> Frame:
    """The current table in the active language, without the log."""
    match = journal.match
    seat = viewpoint.seat
    over = journal.over
    observer = match.observer(seat)
    shown, told = journal.shown[observer], journal.remarks[observer]
    made = Frame(
        frame=shown.bookmark,
        answered=0 if seat is None else len(journal.answers[seat]),
        since=shown.since,
        over=over,
        ending=journal.ending,
        winners=journal.winners if over else [],
        remarks=remarks.lines(told, match) if told else [],
        waiting=[] if over else match.waiting(seat),
        lesson=_guidance(journal, seat),
        clocks=[] if journal.clock is None else journal.clock.shown(seat),
    )
    if viewpoint.words:
        made.words = match.text(seat)
    if viewpoint.scene:
        made.scene = stage.table(match, seat)
        made.prompt = stage.prompt(match, seat)
    if seat is None or over:
        return made
    decision = match.decision_of(seat)
    labels = journal.labels
    if decision is not None:
        made.prompt = labels.prompt(match, decision)
        made.options = labels.offered(match, decision)
    made.anytime = [labels.anytime(match, option) for option in match.interjections(seat)]
    made.undoable = match.undoable(seat)
    if journal.coach is None and seat not in journal.resigned:
        made.orders = orders.info(journal, seat)
    return made


def _guidance(journal: Journal, seat: int | None) -> Guidance | None:
    """What the coach of a lesson says to the learner."""
    coach = journal.coach
    return None if coach is None or coach.seat != seat else coach.guidance(journal.match)


def update(
    old: Frame,
    values: tuple[Any, ...],
    new: Frame,
    now: tuple[Any, ...],
    passage: Passage | None = None,
) -> Update | None:
    """The update for a client that has the old frame, without the log; the values are known.

    None: nothing has changed.
    """
    made = Update()
    changed = False
    for place in range(len(UPDATED)):
        value, before = now[place], values[place]
        if value is not before and value != before:
            setattr(made, UPDATED[place], value)
            changed = True
    if made.options:
        made.options = _new_options(old.options, new.options)
    if old.scene is not None and new.scene is not None:
        if passage is not None and passage.steps:
            made.steps = passage.steps
        scene = old.scene if passage is None else passage.scene
        made.scene = difference(scene, new.scene) or UNSET
        changed = changed or made.steps is not UNSET or made.scene is not UNSET
    return made if changed else None


def _new_options(old: list[SceneOption], new: list[SceneOption]) -> list[SceneOption | int]:
    """The options. Those that the client already has are given only by number."""
    known = {option.number: option for option in old}
    return [o.number if (k := known.get(o.number)) is o or k == o else o for o in new]


def kept_lines(journal: Journal, seat: int | None, cursor: Cursor) -> int:
    """How many of the client's lines of the log are still valid."""
    return journal.shown[journal.match.observer(seat)].kept_of(cursor.bookmark)


def new_lines(journal: Journal, seat: int | None, cursor: Cursor) -> tuple[int, list[LogLine]]:
    """The lines of the log that a client does not have yet, and how many it keeps before them."""
    match = journal.match
    shown = journal.shown[match.observer(seat)]
    have = kept_lines(journal, seat, cursor)
    if have == shown.lines:
        return have, []
    uncut = have == cursor.lines
    since = cursor.ply + 1 if uncut and cursor.ply is not None else 0
    return have, journal.lines.after(match, seat, have, shown.lines, since)


def reasons(match: Match[Any], seat: int) -> list[ReasonInfo]:
    """The reasons why expected options are not offered."""
    decision = match.decision_of(seat)
    if decision is None:
        return []
    return [
        ReasonInfo(
            token=refusal.option.token,
            label=match.label(refusal.option, decision),
            reason=match.reason(refusal),
            rule=refusal.reason.rule,
            targets=tuple(refusal.option.targets),
        )
        for refusal in match.refusals(seat)
    ]
