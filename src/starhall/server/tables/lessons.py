# mypyc: on
"""Lessons at tables: starting one, and the moves that the lesson plays by itself."""

from __future__ import annotations

import time

from starhall.engine.errors import LessonError, StarhallError
from starhall.engine.lessons.coach import Coach
from starhall.engine.lessons.lesson import Example, Lesson, course, examples
from starhall.engine.lessons.position import position, seed_of
from starhall.engine.lessons.puzzle import exercise, puzzles
from starhall.server.errors import Conflict, Unavailable
from starhall.server.hashes import digest
from starhall.server.identities import new_id
from starhall.server.installed import find
from starhall.server.notices import report
from starhall.server.proof import new_secret
from starhall.server.protocol.games import LessonInfo, PuzzleInfo
from starhall.server.storage.learning import LearningStore
from starhall.server.storage.models import ChairRow, Entry, Person, Position, TableRow
from starhall.server.tables.changes import Changes
from starhall.server.tables.ending import Ending
from starhall.server.tables.journal import Journal
from starhall.server.tables.opening import Opening
from starhall.server.tables.registry import Registry
from starhall.server.tables.table import Table
from starhall.server.tasks import Tasks

IDLE_SECONDS = 6 * 3600.0  # until a lesson that nobody goes on with is deleted
MOST_PLAYED = 500  # choices that a lesson makes in a row; more means a mistake in it


class Lessons:
    """Opens the tables of lessons and plays the part of the lesson."""

    def __init__(
        self,
        registry: Registry,
        opening: Opening,
        store: LearningStore,
        changes: Changes,
        ending: Ending,
        tasks: Tasks,
    ) -> None:
        self._registry = registry
        self._opening = opening
        self._store = store
        self._changes = changes
        self._ending = ending
        self._tasks = tasks
        self._busy: set[str] = set()  # tables where a task is playing

    async def sit_down(self, game: str, id: str, again: bool, person: Person) -> TableRow:
        """The learner's table, with the lesson as it was left or from its beginning.

        A learner goes from one lesson to the next. The table of the previous lesson is still open
        in the browser, so only earlier ones are deleted.
        """
        lesson = exercise(find(game), id)
        found = await self._store.table_of(person.id, lesson.game.id, lesson.key)
        if found is not None and not again:
            return (await self._registry.get(found)).row
        left = await self._store.begun(person.id)
        origin = position(lesson)
        start = None if origin is None else Position(0, 0, origin, [])
        row = await self._opening.add(_row(lesson, person), [], start)
        for table in left[1:]:
            await self._ending.delete(table, person.id)
        return row

    def play(self, table: Table) -> None:
        """Let the lesson make its choices, if any are due."""
        journal = table.journal
        if journal is None or journal.coach is None or table.id in self._busy:
            return
        if not self._tasks.closing and _has_work(table, journal.coach, journal):
            self._busy.add(table.id)
            self._tasks.spawn(self._play(table))

    async def _play(self, table: Table) -> None:
        try:
            async with table.lock:
                await self._changes.apply(table, _make_due)
                journal = table.require_journal()
                coach, person = journal.coach, table.row.host
                if coach is not None and coach.is_done(journal.match):
                    await self._store.finish(person, table.row.game, coach.lesson.id)
                    table.learned = True
        except Unavailable:
            pass  # the next change tries again
        except StarhallError as error:
            report(error)
        finally:
            self._busy.discard(table.id)

    async def try_again(self, table: Table, seat: int) -> list[Entry]:
        """Go back to where the current step began; the caller holds the lock."""
        coach = table.require_journal().coach
        if coach is None or coach.seat != seat:
            raise Conflict("table.no_lesson")

        async def make(journal: Journal) -> list[Entry]:
            assert journal.coach is not None
            left = journal.coach.again(journal.match)
            if left >= journal.match.ply or journal.match.over:
                return []
            return [await journal.undo(seat, left, self._changes.now(journal))]

        return await self._changes.apply(table, make)

    async def sweep(self) -> None:
        """Delete the lessons that were abandoned long ago."""
        for table, host in await self._store.left_before(time.time() - IDLE_SECONDS):
            await self._ending.delete(table, host)


def infos(game: str) -> list[LessonInfo]:
    """The lessons of a game for the lobby. A course that contains a mistake is not offered."""
    try:
        lessons = course(find(game))
    except StarhallError as error:
        report(error)
        return []
    return [
        LessonInfo(
            id=lesson.id,
            title=lesson.title,
            about=lesson.about,
            minutes=lesson.minutes,
            rules=lesson.teaches,
            guided=lesson.guided,
        )
        for lesson in lessons
    ]


def puzzle_infos(game: str) -> list[PuzzleInfo]:
    """The puzzles of a game. If one contains a mistake, none is offered."""
    try:
        return [
            PuzzleInfo(
                id=one.id, title=one.lesson.title, about=one.lesson.about, hard=one.data.hard
            )
            for one in puzzles(find(game))
        ]
    except StarhallError as error:
        report(error)
        return []


def examples_of(game: str) -> dict[str, Example]:
    """What the lessons say about the rules of a game."""
    return examples(find(game)) if infos(game) else {}


def _has_work(table: Table, coach: Coach, journal: Journal) -> bool:
    if coach.due(journal.match) is not None:
        return True
    return coach.is_done(journal.match) and not table.learned


def _make_due(journal: Journal) -> list[Entry]:
    """Everything that the lesson plays before the learner is asked again."""
    made: list[Entry] = []
    coach = journal.coach
    while coach is not None and (due := coach.due(journal.match)) is not None:
        if len(made) >= MOST_PLAYED:
            file = coach.lesson.place.file
            raise LessonError("lesson.many", file=file, n=MOST_PLAYED)
        seat, option = due
        made += journal.choose(seat, [option.number], time.time())
    return made


def _row(lesson: Lesson, person: Person) -> TableRow:
    """A private table with the learner and the seats that the lesson plays."""
    game, start, now = lesson.game, lesson.start, time.time()
    chairs = [
        ChairRow(seat, "person", name, person.id)
        if seat == lesson.seat
        else ChairRow(seat, "bot", name, None, start.bots)
        for seat, name in enumerate(lesson.names(person.name))
    ]
    seed = seed_of(lesson).hex()
    secret = new_secret(seed)
    return TableRow(
        id=new_id(),
        game=game.id,
        rules=game.version,
        content=game.content.hash,
        settings=game.configure(start.seats, start.settings),
        seed=seed,
        commitment=digest(secret),
        secret=secret,
        mixed=False,
        host=person.id,
        hints=lesson.guided,
        private=True,
        forked="",
        status="playing",
        started=now,
        moved=now,
        asked=[],
        ending="",
        chairs=chairs,
        stand_in="",
        lesson=lesson.key,
    )
