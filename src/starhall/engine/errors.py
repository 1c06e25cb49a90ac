"""Errors. Each message is a sentence: what was wrong, where, and what would be right."""

# mypyc: off


class StarhallError(Exception):
    """Base of every error a user can cause; the command line prints it without a traceback."""


class UnknownGame(StarhallError):
    """No game with that name is installed."""


class BadSetting(StarhallError):
    """A seat count or an option of a game is not one of those allowed."""


class IllegalChoice(StarhallError):
    """The choice is not offered: wrong option, wrong seat, stale ply, or the game is over."""


class UndoRefused(StarhallError):
    """The seat may not take back that many choices on its own."""


class RecordError(StarhallError):
    """A record is damaged, edited, of another game, or of another version."""


class ContentError(StarhallError):
    """A content file is wrong: unknown verb, wrong count, duplicate id."""


class TextError(StarhallError):
    """A text is missing or its template is wrong."""


class RuleError(StarhallError):
    """An unknown rule id."""


class SceneError(StarhallError):
    """A scene contradicts itself: duplicate id, dangling link."""


class RulesFault(StarhallError):
    """The rules code of a game broke the engine's contract (a bug of the game, not of the user)."""


class LessonError(StarhallError):
    """A lesson is wrong: an impossible step, an unknown rule, a goal that is not reached."""
