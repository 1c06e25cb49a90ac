"""Playing by plain requests: what a program observes and how it acts."""

from __future__ import annotations

from typing import Literal

from starhall.engine.game import Result
from starhall.engine.scene.elements import Scene, SceneOption
from starhall.server.protocol.clocks import SeatClock
from starhall.server.protocol.frames import LogLine, Wish
from starhall.server.protocol.tables import SeatState
from starhall.server.protocol.wire import Answer, Message


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
    clocks: list[SeatClock] = []  # if the table has clocks
    now: float = 0.0  # the time of the hall
    log: list[LogLine] = []
    log_from: int = 0
    words: str = ""  # the whole table in sentences, on request
    scene: Scene | None = None  # the whole table for drawing, on request
    wish: Wish | None = None  # another seat asks to take back or to abort: answer it by its number
    over: bool = False
    ending: str = ""
    result: Result | None = None
    chain: str = ""  # after an act: the hash of the log, to be kept as a receipt
