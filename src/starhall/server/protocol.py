"""What goes over the wire: every message of the hall as a typed struct.

Server, tests and docs share these types; the browser's TypeScript follows them. A client is sent
only what its seat may see. Global plies never leave the server (they would reveal how often
others decide in secret): a seat counts its own answers, and frames are numbered per observer.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from starhall.engine.game import Result
from starhall.engine.lessons.coach import Guidance
from starhall.engine.scene.difference import SceneChange
from starhall.engine.scene.elements import Scene, SceneOption
from starhall.engine.scene.look import Look

Value = int | str
WishKind = Literal["undo", "abort"]


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


# Programs

Scope = Literal["observe", "play", "open"]
SCOPES: tuple[Scope, ...] = get_args(Scope)


class NewProgram(Message):
    """POST /api/programs: a program that plays with a token of its own.

    `observe` looks at tables, `play` joins them and chooses, `open` opens new ones.
    """

    name: str
    scopes: list[Scope]


class ProgramInfo(Answer):
    """GET /api/programs. The token is sent only when it is created."""

    id: str
    name: str
    scopes: list[Scope]
    made: float
    token: str | None = None


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
    lessons: list[LessonInfo] = []


class LessonInfo(Answer):
    """A lesson of a game, in the order of its course."""

    id: str
    title: str
    about: str
    minutes: int
    rules: list[str] = []  # the ids of the rules that it teaches
    guided: bool = False  # a whole game with tips


class TakeLesson(Message):
    """POST /api/lessons: sit down to a lesson, where it was left or from its beginning."""

    game: str
    lesson: str
    again: bool = False


class Learning(Answer):
    """GET /api/me/learning: the games somebody has played, and by game the finished lessons."""

    played: list[str] = []
    finished: dict[str, list[str]] = {}


class BotInfo(Answer):
    """A bot that can take a chair."""

    id: str
    name: str
    help: str


class RuleText(Answer):
    """One rule of the rule book; `id` is empty for text between rules."""

    id: str
    text: str
    lesson: str = ""  # the id of the first lesson that teaches it
    example: str = ""  # what the coach says about it there


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
    promise: str = ""  # a commitment from POST /api/promises
    nonce: str = ""  # what the host's browser adds to the seed, after it has seen the commitment
    hints: bool = False
    private: bool = False
    stand_in: str = "normal"  # the bot that may play for people who are gone; empty: none
    stand_in_seconds: int | None = None  # how long they must be gone; null: the usual time


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


class Act(Message):
    """POST /api/tables/{id}/act: a choice by number or token, or several taken as a whole.

    `answered` is how many choices the seat had made when it looked, as in `Observation`: the same
    request sent twice is done once.
    """

    answered: int
    options: list[int | str]


class Agree(Message):
    """POST /api/tables/{id}/consent: the answer to another seat's wish."""

    request: int
    agreed: bool


class Observation(Answer, omit_defaults=False):
    """GET /api/tables/{id}/observe, and the answer to an act: the table as a seat sees it.

    `frame` says which lines of the log the client has: send it as `have` to get the lines since.
    Keep the first `log_from` lines and append `log`.
    """

    table: str
    game: str
    status: Literal["waiting", "playing", "over"]
    seats: list[SeatState]
    seat: int | None = None  # yours
    frame: int = 0
    answered: int = 0
    prompt: str = ""
    options: list[SceneOption] = []
    anytime: list[SceneOption] = []  # what can be chosen without being asked
    waiting: list[int] = []  # the seats that owe an answer, as far as you may know
    log: list[LogLine] = []
    log_from: int = 0
    words: str = ""  # the whole table in sentences, on request
    scene: Scene | None = None  # the whole table for drawing, on request
    wish: Wish | None = None  # another seat asks to take back or to abort: answer it by its number
    over: bool = False
    ending: str = ""
    result: Result | None = None
    chain: str = ""  # after an act: the hash of the log, to be kept as a receipt


class Lobby(Answer):
    """GET /api/lobby: my games (those waiting for me first), open tables, games to watch."""

    mine: list[TableInfo]
    open: list[TableInfo]
    watch: list[TableInfo]
    notice: str = ""  # what the operator tells everybody


class ForkTable(Message):
    """POST /api/tables/{id}/fork: play on from a ply of a finished game at a new table.

    A fork has the cards of the finished game, which everybody can look up. So besides its host
    only bots and the people who played that game can sit there.
    """

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


class Commitment(Answer):
    """POST /api/promises: the SHA-256 of a secret for a table that is opened next."""

    commitment: str


class Proof(Answer):
    """GET /api/tables/{id}/proof: all that is needed to check a finished game without the hall.

    All hashes are SHA-256 in hexadecimal digits, over lines joined by line feeds: `commitment` over
    `secret`; `seed` over `secret` and all `nonces`, if it is `mixed`, otherwise the seed is the
    last word of the secret; the first link over `secret` and `opening`; each of `hashes` over the
    one before it and its line. A line has number, seat, kind, time and what was chosen.
    """

    table: str
    commitment: str
    secret: str
    mixed: bool
    nonces: list[str]  # by seat; empty: nothing was added
    seed: str
    opening: str
    lines: list[str]
    hashes: list[str]


class Verification(Answer):
    """GET /api/tables/{id}/verify: what was proven about the seed of a finished game."""

    ok: bool
    commitment: str
    seed: str
    sentence: str


class Health(Answer):
    """GET /api/health: the state of the hall; `lag_ms` is the worst lag since the last request.

    Only the operator is told about the log: its growth shows that somebody chose in secret.
    """

    tables: int
    sockets: int
    lag_ms: float
    groups: int | None = None  # transactions of the log, and how many changes they held
    writes: int | None = None


class Readiness(Answer):
    """GET /readyz, with status 200 or 503: can somebody play here now?"""

    ready: bool
    database: bool  # it answers
    workers: bool  # bots can think


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
    together: bool = False  # several messages may come in one, as a JSON array


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
    """Give up. With others left to play against each other a bot plays on, else the game ends."""

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
    """Let a bot play for you or for somebody who is gone, or take your own seat back.

    For somebody else it is the bot of the table's settings.
    """

    ref: int
    seat: int
    bot: str = ""  # empty: hand back
    answered: int | None = None  # as in a choice: a message that comes late changes nothing


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


# Live tables: what the hall sends


class CloseCode(IntEnum):
    """Why the hall closes a socket; the reason in words comes with it."""

    FAILED = 1011
    NO_IDENTITY = 4401
    NO_TABLE = 4404
    TOO_SLOW = 4408
    NEW_COOKIE = 4409  # come back with another one, or introduce yourself
    TOO_FAST = 4428
    TOO_MANY = 4429
    NO_DATABASE = 4503


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


class Remark(Answer):
    """A line of the hall in the log, after so many of the observer's own lines."""

    after: int
    text: str


class Frame(Answer, tag="frame"):
    """The whole table as this observer sees it: the first answer to `hello`.

    Afterwards the hall sends an `update` with what is different, or, to a client that was too
    slow for every step, a whole frame again. The latest one replaces all before.

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
    lesson: Guidance | None = None  # what the coach says, at the table of a lesson
    winners: list[int] = []  # nobody, where the game itself has won
    remarks: list[Remark] = []
    words: str = ""  # the scene as text, if `Hello.words` asked for it


class Update(Answer, tag="update"):
    """What has changed since the last frame or update that this socket got.

    Fields that are left out have not changed. Together with what the client has, this makes a
    frame. Among the options, a number stands for an option that the client has.
    """

    frame: int | UnsetType = UNSET
    answered: int | UnsetType = UNSET
    scene: SceneChange | UnsetType = UNSET
    prompt: str | UnsetType = UNSET
    options: list[SceneOption | int] | UnsetType = UNSET
    anytime: list[SceneOption] | UnsetType = UNSET
    undoable: int | UnsetType = UNSET
    waiting: list[int] | UnsetType = UNSET
    since: float | UnsetType = UNSET
    over: bool | UnsetType = UNSET
    ending: str | UnsetType = UNSET
    lesson: Guidance | None | UnsetType = UNSET
    winners: list[int] | UnsetType = UNSET
    remarks: list[Remark] | UnsetType = UNSET
    words: str | UnsetType = UNSET
    log: list[LogLine] = []
    log_from: int | UnsetType = UNSET  # left out: keep all lines


class Ack(Answer, tag="ack"):
    """The choice is on disk. `chain` is the hash of the log up to now, to be kept as a receipt."""

    ref: int
    answered: int
    chain: str = ""


class Refused(Answer, tag="refused"):
    """Nothing was changed; the sentence says why. `ref` is 0 if the message had none."""

    ref: int
    error: str


class Asked(Answer, tag="asked"):
    """The wish has been put to these seats; their answer decides."""

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
    """An option, the chance to win between two bounds, and what it leads to.

    `event` happens in this `share` of the imagined games, more often than after the other
    options; or one has `gain` more of the `measure` than after those.
    """

    number: int
    label: str
    chance: float
    low: float
    high: float
    event: str = ""
    share: float = 0.0
    measure: str = ""
    gain: float = 0.0


class Moment(Answer, tag="moment"):
    """The table right after a line of the log, as the observer saw it then."""

    ref: int
    line: int
    scene: Scene


class Wish(Answer, tag="wish"):
    """Another seat wants to take back past the frontier, or to abort the game: agree or not."""

    request: int
    seat: int
    what: WishKind = "undo"


class ChatLine(Answer, tag="chat"):
    seat: int | None
    name: str
    text: str
    at: float
    speaker: str = ""  # the same person at this table; empty: the hall


class Presence(Answer, tag="presence"):
    seats: list[SeatState]
    watching: int
    thinking: list[int] = []  # bots that are thinking


class Pong(Answer, tag="pong"):
    ref: int = 0


ServerMessage = (
    Frame
    | Update
    | Ack
    | Refused
    | Asked
    | Reasons
    | Hint
    | Moment
    | Wish
    | ChatLine
    | Presence
    | Pong
)
