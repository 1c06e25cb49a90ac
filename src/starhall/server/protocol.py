"""What goes over the wire: every message of the hall as a typed struct.

Server, tests and docs share these types; the browser's TypeScript follows them. A client is sent
only what its seat may see. Global plies never leave the server (they would reveal how often
others decide in secret): a seat counts its own answers, and frames are numbered per observer.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from starhall.engine.scene.elements import Scene, SceneOption
from starhall.engine.scene.look import Look

Value = int | str


class Message(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of what clients send: unknown fields are refused."""


class Answer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Base of what the hall sends."""


# People


class Introduce(Message):
    """POST /api/me: a name; the browser keeps the rest in a cookie."""

    name: str


class Recover(Message):
    """POST /api/me/recover: the phrase moves an identity to another device."""

    phrase: str


class Me(Answer):
    """GET /api/me. The phrase is sent only when it is created."""

    id: str
    name: str
    phrase: str | None = None


# Games


class SettingForm(Answer):
    """One option of a game as a form field."""

    id: str
    name: str
    help: str
    default: Value | None
    choices: list[Choice] = []
    low: int = 0
    high: int = 0
    also: list[int] = []
    rule: str = ""


class Choice(Answer):
    """One allowed value with its label."""

    value: Value
    label: str


class GameInfo(Answer):
    """GET /api/games: what the lobby shows of a game."""

    id: str
    title: str
    blurb: str
    goal: str
    players: str
    minutes: str
    fewest: int
    most: int
    usual: int
    look: Look
    settings: list[SettingForm]
    bots: list[BotInfo]


class BotInfo(Answer):
    """A bot that can take a chair."""

    id: str
    name: str
    help: str


class RuleText(Answer):
    """One rule of the rule book; `id` is empty for text between rules."""

    id: str
    text: str


class RuleSection(Answer):
    """GET /api/games/{game}/rules: a heading and the text below it, in markdown."""

    heading: str
    level: int
    rules: list[RuleText]


# Tables


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
    hints: bool = False
    private: bool = False


class JoinTable(Message):
    """POST /api/tables/{id}/join: an open chair, or the one of an invitation."""

    seat: int | None = None
    invitation: str = ""


class SeatState(Answer):
    """A place at the table, as everybody sees it."""

    seat: int
    name: str
    kind: Literal["person", "bot", "friend", "open"]
    bot: str = ""
    here: bool = False  # the person's browser is connected
    stand_in: bool = False  # a bot plays for a person who is gone


class TableInfo(Answer):
    """GET /api/tables/{id}, and a line of the lobby."""

    id: str
    game: str
    title: str
    settings: dict[str, Value]
    seats: list[SeatState]
    status: Literal["waiting", "playing", "over"]
    commitment: str
    started: float
    moved: float
    hints: bool
    your_seat: int | None = None
    your_turn: bool = False
    host: bool = False
    invitations: dict[int, str] = {}  # by seat; only the host gets them
    ending: str = ""
    private: bool = False  # not listed, no spectators
    forked: str = ""  # "table@ply" of the finished game that it continues


class Lobby(Answer):
    """GET /api/lobby: my games (those waiting for me first), open tables, games to watch."""

    mine: list[TableInfo]
    open: list[TableInfo]
    watch: list[TableInfo]


class ForkTable(Message):
    """POST /api/tables/{id}/fork: play on from a ply of a finished game at a new table."""

    ply: int
    chairs: list[Chair]


class ReplayFrame(Answer):
    """GET /api/tables/{id}/replay?ply=&seat=: a finished game at any ply, from any seat."""

    ply: int
    plies: int
    scene: Scene
    choice: str = ""


class Course(Answer):
    """GET /api/tables/{id}/course: numbers per seat over the plies of a finished game."""

    plies: list[int]
    measures: dict[str, list[list[float]]]  # name -> seat -> value at each ply


class Verification(Answer):
    """GET /api/tables/{id}/verify: what was proven about the seed of a finished game."""

    ok: bool
    commitment: str
    seed: str
    sentence: str


class Health(Answer):
    """GET /api/health: the state of the hall; `lag_ms` is the worst lag since the last request."""

    tables: int
    sockets: int
    lag_ms: float
    groups: int  # transactions of the log, and how many changes they held
    pages: int


class Problem(Answer):
    """An error: what was wrong and what would be right."""

    error: str
    status: int = 400


# Live tables: what a client sends over /api/tables/{id}/live


class Hello(Message, tag="hello"):
    """First message: which frame the client has (0: none) and what it wants to receive.

    `scene` for people; `options` for programs that need only the options and the log.
    """

    have: int = 0
    wants: Literal["scene", "options"] = "scene"
    words: bool = False  # the whole table in sentences beside the scene, for screen readers


class Choose(Message, tag="choose"):
    """An answer: one option number, or several taken as a whole or not at all.

    `answered` is how many choices the seat had made when it looked: the same answer sent twice
    is done once. `ref` comes back in the acknowledgement.
    """

    ref: int
    answered: int
    options: list[int]


class Interject(Message, tag="interject"):
    """A choice that can be made without being asked: concede."""

    ref: int
    option: int


class Undo(Message, tag="undo"):
    """Take back the last choice: freely up to the information frontier, otherwise by consent."""

    ref: int


class Consent(Message, tag="consent"):
    """The answer to another seat's wish to take back."""

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
    """Let a bot play for a seat whose player is gone, or take your own seat back."""

    ref: int
    seat: int
    bot: str = ""  # empty: hand back


class Ping(Message, tag="ping"):
    ref: int = 0


ClientMessage = (
    Hello | Choose | Interject | Undo | Consent | WhyNot | AskHint | LookBack | Say | Hand | Ping
)


# Live tables: what the hall sends


class Head(Answer):
    """A group of events: a turn, a phase, a battle; `seat` is whose it is, if it is somebody's."""

    text: str
    kind: str  # as the rules name it: `turn`, `battle`
    seat: int | None = None


class LogLine(Answer):
    """One event the observer may know: its sentence, and for moves of cards the places.

    `frame` is the number of the line in the observer's own log, counted from 1. `about` holds
    the keys of what the sentence names; things of the scene have the same keys in `touch`.
    `heads` are the groups around the event, the outermost first; None: as for the line before.
    """

    frame: int
    text: str = ""
    seat: int | None = None  # who did it
    about: tuple[str, ...] = ()
    heads: list[Head] | None = None
    card: str = ""  # of a move: what moves ("" if hidden)
    source: str = ""
    target: str = ""


class Frame(Answer, tag="frame"):
    """The table after a change that this observer can see; the latest one replaces all before.

    `frame` is a bookmark for `Hello.have`: it says which lines of the log the client has. It never
    goes down, and stays the same where the table changed without a new line. The client keeps
    the first `log_from` lines of its log and appends `log`; after an undo, and when the end of
    the game shows everything, `log_from` is lower than before. Prompt, options and log are
    here and not in the scene.
    """

    frame: int
    answered: int
    scene: Scene | None = None  # not sent with `wants: options`
    prompt: str = ""
    options: list[SceneOption] = []
    anytime: list[SceneOption] = []
    log: list[LogLine] = []  # what is new since the frame the client had
    log_from: int = 0
    undoable: int = 0
    waiting: list[int] = []
    since: float = 0.0
    over: bool = False
    ending: str = ""
    words: str = ""  # the scene as text, if `Hello.words` asked for it


class Ack(Answer, tag="ack"):
    """The choice is on disk."""

    ref: int
    answered: int


class Refused(Answer, tag="refused"):
    """Nothing was changed; the sentence says why. `ref` is 0 if the message had none."""

    ref: int
    error: str


class Asked(Answer, tag="asked"):
    """The wish to take back has been put to these seats; their answer decides."""

    ref: int
    seats: list[int]


class Reasons(Answer, tag="reasons"):
    """Why-not answers: token, sentence with the rule id."""

    ref: int
    reasons: list[ReasonInfo]


class ReasonInfo(Answer):
    token: str
    label: str
    reason: str
    rule: str
    targets: tuple[str, ...] = ()


class Hint(Answer, tag="hint"):
    ref: int
    options: list[HintOption]
    games: int


class HintOption(Answer):
    number: int
    label: str
    chance: float


class Moment(Answer, tag="moment"):
    """The table right after a line of the log, as the observer saw it then."""

    ref: int
    line: int
    scene: Scene


class UndoWish(Answer, tag="undo_wish"):
    """Another seat wants to take back past the frontier: agree or not."""

    request: int
    seat: int


class ChatLine(Answer, tag="chat"):
    seat: int | None
    name: str
    text: str
    at: float


class Presence(Answer, tag="presence"):
    seats: list[SeatState]
    watching: int
    thinking: list[int] = []  # bots that are thinking


class Pong(Answer, tag="pong"):
    ref: int = 0


ServerMessage = (
    Frame | Ack | Refused | Asked | Reasons | Hint | Moment | UndoWish | ChatLine | Presence | Pong
)
