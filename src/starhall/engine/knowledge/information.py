# mypyc: off
"""All that a seat has seen, as a canonical text.

The texts of two games are equal exactly if the seat cannot tell them apart. The seat has perfect
recall: a text holds the table after the deal, every event that the seat heard and every choice that
it made since then, in order, and what it sees and is asked now.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

import msgspec

from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.knowledge.views import encode, view
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State

Happened = Event | tuple[int, Option]  # an event, or what a seat has chosen


class InformationState(msgspec.Struct, frozen=True):
    """What a seat knows, as a text and as a short hash of it."""

    text: str

    @property
    def digest(self) -> str:
        return blake2b(self.text.encode(), digest_size=16).hexdigest()

    def __str__(self) -> str:
        return self.text


def seen(state: State, observer: int) -> dict[str, Any]:
    """The view of an observer as plain data, without the position of the rules in their steps."""
    data = encode(view(state, observer))
    del data["chance"]
    for strand in data["strands"]:
        del strand["number"], strand["cursor"]
    return data


def heard(happened: Iterable[Happened], observer: int, all_shown: bool) -> list[Any]:
    """What the observer noticed of all that happened."""
    found: list[Any] = []
    for each in happened:
        if isinstance(each, tuple):
            if each[0] == observer:
                found.append(["chose", each[1].token])
        elif each.what == GROUP:
            continue  # it only arranges the others
        elif all_shown or each.visible(observer):
            found.append([each.what, each.values])
        elif each.what == "move":
            found.append([each.what, {**each.values, "card": -1}])
    return found


def information(
    opening: dict[str, Any],
    noticed: list[Any],
    state: State,
    observer: int,
    decision: Decision | None,
) -> InformationState:
    """The information state, from what was seen after the deal, noticed since, and seen now."""
    asked = None
    if decision is not None:
        asked = [decision.kind, decision.about, [option.token for option in decision.options]]
    told = {
        "seat": observer,
        "deal": opening,
        "since": noticed,
        "now": seen(state, observer),
        "asked": asked,
    }
    return InformationState(msgspec.json.encode(told, enc_hook=repr).decode())
