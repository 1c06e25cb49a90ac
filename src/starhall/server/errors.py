"""What the hall refuses, each with the HTTP status it goes out under."""

from __future__ import annotations

from starhall.engine.errors import RulesFault, StarhallError, UnknownGame


class HallError(StarhallError):
    """Something was asked of the hall that it will not do."""

    status = 400


class Stranger(HallError):
    """Nobody is known by this cookie or this phrase."""

    status = 401


class NotYours(HallError):
    """It belongs to somebody else, or comes from a foreign page."""

    status = 403


class NotThere(HallError):
    """There is no such table."""

    status = 404


class NotNow(HallError):
    """It would be right at another time: the chair is taken, the game is not over."""

    status = 409


class TooMuch(HallError):
    """A limit was reached."""

    status = 429


class Unwritten(HallError):
    """The database does not answer: full, locked, or gone."""

    status = 503

    def __init__(self) -> None:
        super().__init__(
            "the hall cannot reach its database now, so this was not done; try again in a while"
        )


def status_of(error: StarhallError) -> int:
    if isinstance(error, HallError):
        return error.status
    return 404 if isinstance(error, UnknownGame) else 400


def sentence_of(error: StarhallError) -> str:
    """What may be told outside: a fault of the rules names plies and cards, so it may not."""
    if isinstance(error, RulesFault):
        return "the rules of this game have failed here; nothing was changed"
    return str(error)
