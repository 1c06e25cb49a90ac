"""Frames: what one observer is shown, made from its scene, its events and its options."""

from __future__ import annotations

import msgspec

from starhall.engine import words
from starhall.engine.match import Match
from starhall.server.ledger import EPOCH, Ledger
from starhall.server.protocol import Frame, LogLine, ReasonInfo


class Look(msgspec.Struct, frozen=True):
    """Who looks and how: frames are shared by all clients with the same look."""

    seat: int | None
    scene: bool = True
    words: bool = False


class Place:
    """What one client has: its bookmark, and the ply of its last frame (which it is not told)."""

    __slots__ = ("bookmark", "ply")

    def __init__(self, bookmark: int = 0) -> None:
        self.bookmark = bookmark
        self.ply: int | None = None


def look_at(ledger: Ledger, look: Look) -> Frame:
    """The table as it stands, without the log."""
    match = ledger.match
    seat = look.seat
    told = ledger.told[match.observer(seat)]
    frame = Frame(
        frame=told.bookmark,
        answered=0 if seat is None else len(ledger.answers[seat]),
        since=told.since,
        over=match.over,
        ending=match.ending() if match.over else "",
        waiting=[] if match.over else match.waiting(seat),
    )
    if look.scene:
        scene = frame.scene = match.scene(seat)
        if look.words:
            frame.words = words.render(scene)
        frame.prompt, frame.options = scene.prompt, scene.options
        # What the frame says itself is not sent a second time.
        scene.prompt, scene.options, scene.log = "", [], []
    if seat is None or match.over:
        return frame
    decision = match.decision_of(seat)
    if decision is not None and not look.scene:
        frame.prompt = match.prompt(decision)
        frame.options = ledger.labels.offered(match, decision)
    frame.anytime = [ledger.labels.anytime(match, o) for o in match.interjections(seat)]
    frame.undoable = match.undoable(seat)
    return frame


def news(ledger: Ledger, seat: int | None, place: Place) -> tuple[int, list[LogLine]]:
    """From which line on, and the lines, that a client at this place does not have yet."""
    match = ledger.match
    told = ledger.told[match.observer(seat)]
    cuts, have = divmod(place.bookmark, EPOCH)
    if cuts != told.cuts or have > told.lines:
        have, since = 0, 0
    elif have == told.lines:
        return have, []
    else:
        since = 0 if place.ply is None else place.ply + 1
    heard = match.events(seat, since)
    if len(heard) < told.lines - have:  # something unseen was taken back: plies have shifted
        heard = match.events(seat)
    missing = heard[len(heard) - (told.lines - have) :]
    names = {zone.key: zone.name for zone in match.state.zones()}
    text = match.game.text
    lines = []
    for number, (_, event) in enumerate(missing, start=have + 1):
        line = LogLine(frame=number)
        values = event.values
        if event.what != "move" or text.has("event.move"):
            line.text = text.say(f"event.{event.what}", values, match.names)
        if event.what == "move":
            card, source, target = values["card"], values["src"], values["dst"]
            assert isinstance(card, int) and isinstance(source, int) and isinstance(target, int)
            line.card = match.game.card_name(card) if card >= 0 else ""
            line.source, line.target = names.get(source, ""), names.get(target, "")
        lines.append(line)
    return have, lines


def reasons(match: Match, seat: int) -> list[ReasonInfo]:
    """Why the options one might have expected are not there."""
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
