"""The sentences of messages. They contain nothing secret: no cards, no choices, no question.

Other people may see the telephone of a player. So a message names the game, the people and what
waits; the rest is at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex

import msgspec

from starhall.server.hashes import digest
from starhall.server.installed import title_of
from starhall.server.storage.channels import Channel
from starhall.server.storage.outbox import Notification
from starhall.server.words import say

MOST_LINES = 20  # in one message
HALL = "Starhall"


class Line(msgspec.Struct, frozen=True):
    """One thing that waits, and where."""

    text: str
    path: str


class Message(msgspec.Struct, frozen=True):
    """A message for a channel. It has the same id each time it is sent."""

    id: str
    title: str
    lines: tuple[Line, ...]
    path: str
    topic: str = ""  # a later message about the same replaces an earlier one

    @property
    def body(self) -> str:
        return "\n".join([line.text for line in self.lines])


def message(channel: Channel, found: Sequence[Notification]) -> Message:
    """One message about everything that waits."""
    lines = [Line(sentence(one), path(one)) for one in found[:MOST_LINES]]
    if len(found) > MOST_LINES:
        lines.append(Line(say("message.more", n=len(found) - MOST_LINES), "/"))
    id = digest(channel.id, *[str(one.id) for one in found])
    if len(found) == 1:
        one = found[0]
        topic = digest(channel.id, one.table)[:32]
        return Message(id, title(one), (Line(sentence(one), path(one)),), path(one), topic)
    turns = len([one for one in found if one.kind == "turn" and not one.late])
    key = "message.title.several" if turns < len(found) else "message.title.turns"
    return Message(id, say(key, n=len(found)), tuple(lines), "/", digest(channel.id)[:32])


def title(one: Notification) -> str:
    kind = "late" if one.late else one.kind
    return say(f"message.title.{kind}", game=title_of(one.game), who=one.who)


def sentence(one: Notification) -> str:
    kind: str = one.kind
    if kind == "wish":
        kind = "undo" if one.mark.startswith("undo") else "abort"
    if one.late:
        kind = f"late_{one.late}"
    people = list(one.people)
    return say(f"message.{kind}", game=title_of(one.game), who=one.who, people=people)


def path(one: Notification) -> str:
    """The page of the hall where the person can answer at once."""
    return f"/t/{one.table}?for={one.kind}"


def confirmation(link: str) -> Message:
    """The first message to an address: does it want any?"""
    line = Line(say("message.confirm"), link)
    return Message(digest(link), say("message.title.confirm"), (line,), link)


def trial() -> Message:
    """What the test button sends."""
    line = Line(say("message.test"), "/")
    return Message(token_hex(8), say("message.title.test"), (line,), "/", "test")
