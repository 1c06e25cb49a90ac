"""Tables: opening, joining and listing them."""

from __future__ import annotations

from typing import Literal

from starhall.server.protocol.clocks import ClockSettings
from starhall.server.protocol.wire import Answer, Message, Value


class Chair(Message):
    """The player of a chair at a new table."""

    kind: Literal["me", "friend", "bot", "open"]
    bot: str = ""


class OpenTable(Message):
    """POST /api/tables."""

    game: str
    chairs: list[Chair]
    settings: dict[str, Value] = {}
    seed: str = ""  # for tests and puzzles; empty draws 256 bits
    promise: str = ""  # a commitment from POST /api/promises
    nonce: str = ""  # what the host's browser adds to the seed, after it has seen the commitment
    hints: bool = False
    private: bool = False
    stand_in: str = "normal"  # the bot that may play for people who are gone; empty: none
    stand_in_seconds: int | None = None  # how long they must be gone; null: the usual time
    rated: bool = False  # the result counts for the ladder of the game, which all can see
    clock: ClockSettings | None = None


class JoinTable(Message):
    """POST /api/tables/{id}/join: an open chair, or the one of an invitation.

    At a private table every chair needs its invitation.
    """

    seat: int | None = None
    invitation: str = ""
    nonce: str = ""  # what the browser adds to the seed, after it has seen the commitment


class SeatState(Answer):
    """A place at the table, as everybody sees it."""

    seat: int
    name: str
    kind: Literal["person", "program", "bot", "friend", "open"]
    bot: str = ""
    here: bool = False  # the browser of the person, or the program, is connected
    stand_in: bool = False  # a bot plays for a person who is gone
    resigned: bool = False  # for good


class Spectator(Answer):
    """A person who watches, for the host."""

    speaker: str  # as in the chat
    name: str


class TableInfo(Answer):
    """GET /api/tables/{id}, and a line of the lobby."""

    id: str
    game: str
    title: str
    settings: dict[str, Value]
    seats: list[SeatState]
    status: Literal["waiting", "playing", "over"]
    commitment: str  # the SHA-256 of the hall's secret
    started: float
    moved: float
    hints: bool
    your_seat: int | None = None
    your_turn: bool = False
    host: bool = False
    invitations: dict[int, str] = {}  # by seat; only the host gets them
    ending: str = ""
    mixed: bool = False  # the seed is mixed by hall and browsers; otherwise it was chosen
    private: bool = False  # not listed, no spectators
    forked: str = ""  # "table@ply" of the finished game that it continues
    stand_in: str = ""  # the bot that may play for people who are gone
    stand_in_seconds: float = 0.0  # how long they must be gone
    lesson: str = ""  # the id of the lesson that is played here
    muted: list[str] = []  # speakers; only the host is told
    hidden: list[str] = []  # speakers whom I have blocked
    rated: bool = False  # the result counts for the ladder of the game
    clock: ClockSettings | None = None
    due: float | None = None  # when your time is up


class Lobby(Answer):
    """GET /api/lobby: my games, open tables, games to watch.

    My games are sorted by how soon they need me: those that wait for me come first, and among
    them the one with the least time left.
    """

    mine: list[TableInfo]
    open: list[TableInfo]
    watch: list[TableInfo]
    invited: list[TableInfo] = []  # tables at which a friend keeps a chair for me
    notice: str = ""  # what the operator tells everybody
    now: float = 0.0  # the time of the hall
