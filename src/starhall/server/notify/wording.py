"""The sentences of messages. Nothing secret is in them: no cards, no choices, not even a question.

Who gets a message may have left a telephone on a table. So a message names the game, the people
and what waits, and the rest is at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex

import msgspec

from starhall.server.hashes import digest
from starhall.server.installed import title_of
from starhall.server.storage.channels import Channel
from starhall.server.storage.outbox import Notification

MOST_LINES = 20  # in one message
HALL = "Starhall"


class Line(msgspec.Struct, frozen=True):
    """One thing that waits, and where."""

    text: str
    path: str


class Message(msgspec.Struct, frozen=True):
    """What is sent through a channel. The same things have the same id, however often sent."""

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
        lines.append(Line(f"And {len(found) - MOST_LINES} more.", "/"))
    id = digest(channel.id, *[str(one.id) for one in found])
    if len(found) == 1:
        one = found[0]
        topic = digest(channel.id, one.table)[:32]
        return Message(id, title(one), (Line(sentence(one), path(one)),), path(one), topic)
    turns = len([one for one in found if one.kind == "turn"])
    heading = f"{len(found)} things wait for you" if turns < len(found) else _waiting(turns)
    return Message(id, heading, tuple(lines), "/", digest(channel.id)[:32])


def _waiting(turns: int) -> str:
    return f"Your turn in {turns} games"


def title(one: Notification) -> str:
    game = title_of(one.game)
    match one.kind:
        case "turn":
            return f"Your turn: {game}"
        case "invited":
            return f"You are invited: {game}"
        case "over":
            return f"The game is over: {game}"
        case "wish":
            return f"{one.who} asks you something: {game}"


def sentence(one: Notification) -> str:
    game, company = title_of(one.game), _with(one.people)
    match one.kind:
        case "turn":
            return f"It is your turn in {game}{company}."
        case "invited":
            return f"{one.who} invites you to a game of {game}."
        case "over":
            return f"Your game of {game}{company} is over."
        case "wish":
            what = "take back a choice" if one.mark.startswith("undo") else "end the game"
            return f"{one.who} asks to {what} in {game}."


def path(one: Notification) -> str:
    """The page of the hall where it can be answered at once."""
    return f"/t/{one.table}?for={one.kind}"


def confirmation(link: str) -> Message:
    """The first message to an address: does it want any?"""
    text = (
        "Somebody wants to be told here what waits for them in a games hall. If it was you, "
        "confirm it. If not, do nothing: you will get no other message."
    )
    return Message(digest(link), "Confirm that messages reach you", (Line(text, link),), link)


def trial() -> Message:
    """What the test button sends."""
    text = "This is a test. Messages from the hall reach you here."
    return Message(token_hex(8), "It works", (Line(text, "/"),), "/", "test")


def _with(people: Sequence[str]) -> str:
    if not people:
        return ""
    if len(people) == 1:
        return f" with {people[0]}"
    return f" with {', '.join(people[:-1])} and {people[-1]}"
