"""Requests about lessons: starting one, and what somebody has learned."""

from __future__ import annotations

from litestar import get, post

from starhall.server.hall import Hall
from starhall.server.http.session import Session, require
from starhall.server.http.tables import Describer
from starhall.server.protocol.games import Learning, TakeLesson
from starhall.server.protocol.tables import TableInfo
from starhall.server.tasks import Tasks


@post("/api/lessons", summary="Sit down to a lesson")
async def take_lesson(
    data: TakeLesson, hall: Hall, tasks: Tasks, describer: Describer, session: Session | None
) -> TableInfo:
    learner = require(session)
    row = await tasks.finish(
        hall.lessons.sit_down(data.game, data.lesson, data.again, learner.person)
    )
    return await describer.describe(row, learner)


@get("/api/me/learning", summary="The games I have played and the lessons I have finished")
async def learning(hall: Hall, session: Session | None) -> Learning:
    person = require(session).person.id
    return Learning(
        played=await hall.learning.played(person), finished=await hall.learning.finished(person)
    )


HANDLERS = [take_lesson, learning]
