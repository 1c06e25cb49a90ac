"""Steps: the tables between two frames, for clients that play back what others did."""

from __future__ import annotations

from typing import Final, NamedTuple

from starhall.engine.errors import StarhallError
from starhall.engine.scene.difference import SceneChange, difference
from starhall.engine.scene.elements import Scene
from starhall.engine.scene.passing import passed
from starhall.server.notices import report
from starhall.server.protocol.frames import Step
from starhall.server.tables.journal import Journal
from starhall.server.tables.viewpoint import Viewpoint

MOST: Final = 40  # lines; after more than these, only the final table is shown


class Passage(NamedTuple):
    """The steps that follow a table, and the table that they lead to."""

    steps: list[Step]
    scene: Scene


def passage(journal: Journal, viewpoint: Viewpoint, since: int, scene: Scene) -> Passage:
    """What an observer was shown after a ply, up to the last line, which the frame itself shows.

    A player's own choices have no steps, because the player knows them. Choices with one line have
    none either, so most frames cost no more than without steps.
    """
    match, seat = journal.match, viewpoint.seat
    steps: list[Step] = []
    if not match.history.first <= since < match.ply:
        return Passage(steps, scene)
    if all([chosen.seat == seat for chosen in match.history.since(since)]):
        return Passage(steps, scene)
    events = match.events(seat, since + 1)
    told = [number for number, (_, event) in enumerate(events, 1) if match.is_told(event)]
    if not 1 < len(told) <= MOST:
        return Passage(steps, scene)
    try:
        tables = passed(match, seat, since, told[:-1])
    except StarhallError as error:
        report(error)  # the lines are then shown without their tables
        return Passage(steps, scene)
    before = journal.shown[match.observer(seat)].lines - len(events)
    for number, table in tables.items():
        change = difference(scene, table)
        # Without a step, the first line would show the final table.
        if change is not None or not steps:
            steps.append(Step(line=before + number, scene=change or SceneChange()))
        scene = table
    return Passage(steps, scene)
