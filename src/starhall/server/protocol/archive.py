"""Games that were played: replay, course, proof, fork."""

from __future__ import annotations

from starhall.bots.review import Review
from starhall.engine.scene.elements import Scene
from starhall.server.protocol.tables import Chair
from starhall.server.protocol.wire import Answer, Message


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
    decisive: list[Swing] = []  # the greatest swings, in the order of the game


class Swing(Answer):
    """A choice of a finished game that changed what the bots expected.

    `seat` gained most by it: its chance to win, as the bots value the table, was `before` some
    choices earlier and `after` some choices later. `choice` names it as the replay does.
    """

    ply: int
    seat: int
    before: float
    after: float
    choice: str = ""


class ReviewState(Answer):
    """GET /api/tables/{id}/review?seat=: the review of a seat, or how far it is.

    POST starts it. It is made once, for those who played, and kept.
    """

    running: bool = False
    done: int = 0  # looks taken, of `total`
    total: int = 0
    review: Review | None = None


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
