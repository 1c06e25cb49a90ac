"""What the hall says about its games: settings, bots, lessons, the rule book."""

from __future__ import annotations

from starhall.engine.scene.look import Look
from starhall.server.protocol.wire import Answer, Message, Value


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
    puzzles: list[PuzzleInfo] = []
    packs: dict[str, Look] = {}  # by the name of the pack: how the game looks with it


class LessonInfo(Answer):
    """A lesson of a game, in the order of its course."""

    id: str
    title: str
    about: str
    minutes: int
    rules: list[str] = []  # the ids of the rules that it teaches
    guided: bool = False  # a whole game with tips


class PuzzleInfo(Answer):
    """A position of a bot game with one best choice. It is played and remembered like a lesson."""

    id: str
    title: str
    about: str  # the question
    hard: bool = False


class TakeLesson(Message):
    """POST /api/lessons: a lesson or a puzzle, where it was left or from its beginning."""

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


class Picture(Answer):
    """A thing that a section of the rules names, as scenes draw it."""

    name: str
    icon: str


class RuleSection(Answer):
    """GET /api/games/{game}/rules: a heading and the text below it, in markdown."""

    heading: str
    level: int
    rules: list[RuleText]
    pictures: list[Picture] = []
