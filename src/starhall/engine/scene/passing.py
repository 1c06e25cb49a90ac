# mypyc: off
"""The tables that a choice passes through: one after each event that an observer was told of.

They are not stored. To see them, the choices are made once more in a copy of the match, and the
table is drawn while the rules run. Rules change the state before they tell the event, so the table
shows what the event says.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from starhall.engine.knowledge.memory import Event
from starhall.engine.match.match import Match
from starhall.engine.scene import stage
from starhall.engine.scene.elements import Scene


def passed(
    match: Match[Any], seat: int | None, since: int, wanted: Collection[int]
) -> dict[int, Scene]:
    """The tables of the choices after the ply `since`, without prompt, options and log.

    `wanted` are the numbers of events, counted from 1 among those that the observer is told since
    then. The last event of a choice need not be one of them: the position after it shows the rest.
    """
    observer, everything = match.observer(seat), match.all_shown
    twin = match.at(since)
    witness = twin.state.witness
    found: dict[int, Scene] = {}
    if witness is None:
        return found
    number = 0

    def hear(event: Event) -> None:
        nonlocal number
        if everything or event.what == "move" or event.visible(observer):
            number += 1
            if number in wanted:
                found[number] = stage.table(twin, seat)

    witness.listener = hear
    last = max(wanted, default=0)
    for chosen in match.choices[since - match.history.first :]:
        if number >= last:
            break
        twin.choose(chosen.option, chosen.seat)
    return found
