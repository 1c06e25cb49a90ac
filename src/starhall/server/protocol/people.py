"""People and their programs."""

from __future__ import annotations

from typing import Literal, get_args

from starhall.server.protocol.wire import Answer, Message


class Introduce(Message):
    """POST /api/me: a name; the browser keeps the rest in a cookie."""

    name: str


class Speak(Message):
    """POST /api/me/language: the language in which the person reads, in every browser."""

    language: str


class Recover(Message):
    """POST /api/me/recover: the phrase moves an identity to another device."""

    phrase: str


class Me(Answer):
    """GET /api/me. The phrase is sent only when it is created."""

    id: str
    name: str
    phrase: str | None = None
    language: str = ""  # that the person reads; empty: not known yet


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
