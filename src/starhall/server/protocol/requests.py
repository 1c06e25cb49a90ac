"""What a client sends over the socket of a live table."""

from __future__ import annotations

from typing import Literal

from starhall.server.protocol.orders import AskPlannable, GiveOrders
from starhall.server.protocol.wire import Message

WishKind = Literal["undo", "abort"]


class Hello(Message, tag="hello"):
    """First message: which frame the client has (0: none) and what it wants to receive.

    `scene` for people; `options` for programs that need only the options and the log.
    """

    have: int = 0
    wants: Literal["scene", "options"] = "scene"
    words: bool = False  # the whole table in sentences beside the scene, for screen readers
    steps: bool = False  # the table after each line of what others do, to play it back
    together: bool = False  # several messages may come in one, as a JSON array
    language: str = ""  # of all texts; empty: the person's own


class Choose(Message, tag="choose"):
    """An answer: one option number, or several taken as a whole or not at all.

    `answered` is how many choices the seat had made when it looked: the same answer sent twice
    is done once. `ref` comes back in the acknowledgement.
    """

    ref: int
    answered: int
    options: list[int]


class Interject(Message, tag="interject"):
    """A choice that can be made without being asked: concede.

    With `answered`, as in a choice, it is done once even if it is sent twice.
    """

    ref: int
    option: int
    answered: int | None = None


class Undo(Message, tag="undo"):
    """Take back the last choice: freely up to the information frontier, otherwise by consent.

    With `answered`, as in a choice, it is done once even if it is sent twice.
    """

    ref: int
    answered: int | None = None


class TryAgain(Message, tag="again"):
    """In a lesson: go back to where the current step began."""

    ref: int


class Resign(Message, tag="resign"):
    """Give up. If others can still play against each other, a bot plays on; else the game ends."""

    ref: int


class PauseClock(Message, tag="pause"):
    """Stop my clock for a while, if the settings of the table allow it; once a month."""

    ref: int


class Abort(Message, tag="abort"):
    """End the game without a result.

    At once if nobody else plays, or by the host before anything is decided; otherwise by consent.
    """

    ref: int


class Consent(Message, tag="consent"):
    """The answer to another seat's wish."""

    request: int
    agreed: bool


class WhyNot(Message, tag="why"):
    """Ask for everything that is not offered, with the reasons."""

    ref: int


class AskHint(Message, tag="hint"):
    """What would a strong bot do with my information?"""

    ref: int


class LookBack(Message, tag="look"):
    """Show me the table as I saw it right after a line of my log."""

    ref: int
    line: int


class Say(Message, tag="chat"):
    text: str


class Hand(Message, tag="hand"):
    """Let a bot play for you or for an absent player, or take your own seat back.

    For somebody else it is the bot of the table's settings.
    """

    ref: int
    seat: int
    bot: str = ""  # empty: hand back
    answered: int | None = None  # as in a choice: a message that arrives late changes nothing


class Mute(Message, tag="mute"):
    """From the host: the lines of this speaker are refused, or accepted again."""

    ref: int
    speaker: str
    muted: bool = True


class Kick(Message, tag="kick"):
    """From the host: a spectator, or somebody at a table that has not begun, must leave."""

    ref: int
    speaker: str


class Ping(Message, tag="ping"):
    ref: int = 0


ClientMessage = (
    Hello
    | Choose
    | Interject
    | Undo
    | TryAgain
    | Resign
    | PauseClock
    | GiveOrders
    | AskPlannable
    | Abort
    | Consent
    | WhyNot
    | AskHint
    | LookBack
    | Say
    | Hand
    | Mute
    | Kick
    | Ping
)
