"""Frames: what one observer sees, made from its scene, its events and its options."""

from __future__ import annotations

from typing import Any

import msgspec

from starhall.engine.match.match import Match
from starhall.engine.scene import words
from starhall.server.protocol import Frame, LogLine, ReasonInfo
from starhall.server.tables import lines
from starhall.server.tables.journal import EPOCH, Journal


class Viewpoint(msgspec.Struct, frozen=True):
    """The observer and its preferences: clients with the same viewpoint share frames."""

    seat: int | None
    scene: bool = True
    words: bool = False


class Cursor:
    """How far one client is: its bookmark, and the ply of its last frame (which it is not told)."""

    __slots__ = ("bookmark", "ply")

    def __init__(self, bookmark: int = 0) -> None:
        self.bookmark = bookmark
        self.ply: int | None = None


def frame(journal: Journal, viewpoint: Viewpoint) -> Frame:
    """The current table, without the log."""
    match = journal.match
    seat = viewpoint.seat
    shown = journal.shown[match.observer(seat)]
    made = Frame(
        frame=shown.bookmark,
        answered=0 if seat is None else len(journal.answers[seat]),
        since=shown.since,
        over=match.over,
        ending=match.ending() if match.over else "",
        waiting=[] if match.over else match.waiting(seat),
    )
    if viewpoint.scene:
        scene = made.scene = match.scene(seat)
        if viewpoint.words:
            made.words = words.render(scene)
        made.prompt, made.options = scene.prompt, scene.options
        # The frame contains these already.
        scene.prompt, scene.options, scene.log = "", [], []
    if seat is None or match.over:
        return made
    decision = match.decision_of(seat)
    if decision is not None and not viewpoint.scene:
        made.prompt = match.prompt(decision)
        made.options = journal.labels.offered(match, decision)
    made.anytime = [journal.labels.anytime(match, o) for o in match.interjections(seat)]
    made.undoable = match.undoable(seat)
    return made


def new_lines(journal: Journal, seat: int | None, cursor: Cursor) -> tuple[int, list[LogLine]]:
    """The lines of the log that a client does not have yet, and how many it keeps before them."""
    match = journal.match
    shown = journal.shown[match.observer(seat)]
    cuts, have = divmod(cursor.bookmark, EPOCH)
    if cuts != shown.cuts or have > shown.lines:
        have, since = 0, 0
    elif have == shown.lines:
        return have, []
    else:
        since = 0 if cursor.ply is None else cursor.ply + 1
    return have, lines.after(match, seat, have, shown.lines, since)


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
