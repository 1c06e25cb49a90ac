"""What the hall sends over the socket of a live table."""

from __future__ import annotations

from enum import IntEnum

from msgspec import UNSET, UnsetType

from starhall.bots.outlook import Gain
from starhall.engine.lessons.coach import Guidance
from starhall.engine.scene.difference import SceneChange
from starhall.engine.scene.elements import Scene, SceneOption
from starhall.server.protocol.clocks import SeatClock
from starhall.server.protocol.orders import OrdersInfo, Plannable
from starhall.server.protocol.requests import WishKind
from starhall.server.protocol.tables import SeatState
from starhall.server.protocol.wire import Answer


class CloseCode(IntEnum):
    """Why the hall closes a socket; the reason in words comes with it."""

    FAILED = 1011
    NO_IDENTITY = 4401
    NO_TABLE = 4404
    TOO_SLOW = 4408
    NEW_COOKIE = 4409  # reconnect with another cookie, or introduce yourself
    TOO_FAST = 4428
    TOO_MANY = 4429
    NO_DATABASE = 4503


class Head(Answer):
    """A group of events: a turn, a phase or a battle; `seat` is its player, if it has one."""

    text: str
    kind: str  # as the rules name it: `turn`, `battle`
    seat: int | None = None


class LogLine(Answer):
    """One event that the observer may know: its sentence, and the places if a card moves.

    `frame` is the number of the line in the observer's own log, counted from 1. `about` holds
    the keys of what the sentence names; things of the scene have the same keys in `touch`.
    `heads` are the groups around the event, the outermost first; None: as for the line before.
    """

    frame: int
    text: str = ""
    seat: int | None = None  # who did it
    about: tuple[str, ...] = ()
    heads: list[Head] | None = None
    dice: tuple[str, ...] = ()  # the faces that were rolled, with a tone before them: `red_4`
    needs: int = 0  # a die is a hit from this face on
    card: str = ""  # if a card moves: which one ("" if hidden)
    source: str = ""
    target: str = ""


class Remark(Answer):
    """A line of the hall in the log, after this many of the observer's own lines."""

    after: int
    text: str


class Frame(Answer, tag="frame"):
    """The whole table as this observer sees it: the first answer to `hello`.

    Afterwards the hall sends an `update` with the differences, or another whole frame to a client
    that was too slow for every step. The latest frame replaces all earlier ones.

    `frame` is a bookmark for `Hello.have`: it says which lines of the log the client has. It never
    goes down, and stays the same if the table changes without a new line. The client keeps
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
    winners: list[int] = []  # empty if the game itself has won
    remarks: list[Remark] = []
    clocks: list[SeatClock] = []  # of the people at the table, if it has clocks
    orders: OrdersInfo | None = None  # the observer's own choices in advance
    words: str = ""  # the scene as text, if `Hello.words` asked for it


class Step(Answer):
    """The table right after a line of the log, as the differences from the step before it."""

    line: int
    scene: SceneChange


class Update(Answer, tag="update"):
    """What has changed since the last frame or update that this socket got.

    Fields that are left out have not changed. Together with what the client has, this makes a
    frame. Among the options, a number stands for an option that the client has.

    A client that asked for `steps` gets them if what others did takes several lines. The first
    one changes the table that the client has, and `scene` changes the last one.
    """

    frame: int | UnsetType = UNSET
    answered: int | UnsetType = UNSET
    steps: list[Step] | UnsetType = UNSET
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
    clocks: list[SeatClock] | UnsetType = UNSET
    orders: OrdersInfo | None | UnsetType = UNSET
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
    code: str = ""  # for programs: the same in all languages


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

    `event` happens in this `share` of the imagined games. `gains` says of what the seat then has
    more or less. The first option is compared with the others, each other one with the first.
    """

    number: int
    label: str
    chance: float
    low: float
    high: float
    event: str = ""
    share: float = 0.0
    gains: tuple[Gain, ...] = ()


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
    now: float = 0.0  # the time of the hall


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
    | Plannable
    | Wish
    | ChatLine
    | Presence
    | Pong
)
