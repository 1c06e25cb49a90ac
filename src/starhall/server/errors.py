"""Errors of the hall, each with its HTTP status."""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import RulesFault, SpokenError, StarhallError, UnknownGame
from starhall.engine.text.spoken import say

HALL: Final = "starhall.server"  # the package with the texts of the hall


class HallError(SpokenError):
    """The hall refuses a request. Holds the key of one of the hall's texts, and its values."""

    package = HALL
    status = 400

    @property
    def close_code(self) -> int:
        """The code with which a socket is closed for this reason."""
        return 4000 + self.status


class BadRequest(HallError):
    """The request does not make sense: no such seat, no such ply, an empty name."""


class Unauthorized(HallError):
    """Nobody is known by this cookie or this phrase."""

    status = 401


class Forbidden(HallError):
    """The thing belongs to somebody else."""

    status = 403


class NotFound(HallError):
    """There is no such table, or no such page."""

    status = 404


class Conflict(HallError):
    """The request does not fit the current table: the chair is taken, the game is not over."""

    status = 409


class TooManyRequests(HallError):
    """A limit was reached."""

    status = 429


class Unavailable(HallError):
    """The database is not available: it is full, locked or gone."""

    status = 503

    def __init__(self) -> None:
        super().__init__("hall.no_database")


class Overworked(HallError):
    """A job took longer than a worker may."""

    status = 503

    def __init__(self) -> None:
        super().__init__("hall.overworked")


def status_of(error: StarhallError) -> int:
    if isinstance(error, HallError):
        return error.status
    return 404 if isinstance(error, UnknownGame) else 400


def sentence_of(error: StarhallError) -> str:
    """The public message. An error in the rules names plies and cards, so it is hidden."""
    if isinstance(error, RulesFault):
        return say(HALL, "refused.hall.rules_failed")
    return str(error)
