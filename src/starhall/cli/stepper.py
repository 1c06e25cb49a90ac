"""Stepping through a recorded game at the terminal."""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Group
from rich.text import Text

from starhall.cli.console import out, refuse
from starhall.cli.table import ASIDE, Drawing
from starhall.cli.words import BadAnswer, say
from starhall.engine.errors import StarhallError
from starhall.engine.match.match import Match


def show_ply(match: Match[Any], ply: int, seat: int | None) -> None:
    """The table after that many choices, with the choice that led to it."""
    then = match.at(ply)
    drawing = Drawing(then.scene(seat))
    if out.is_terminal:
        out.clear()
    out.print(Group(*drawing.lines()))
    out.print()
    out.print(
        Text(say("replay.after", n=ply, of=match.ply, chose=last_choice(then, seat)), style=ASIDE)
    )
    out.print(Group(*[drawing.sentence(line) for line in then.sentences(seat, ply)]))
    if then.over:
        out.print(Text(then.ending(), style="bold"))


def last_choice(match: Match[Any], seat: int | None) -> str:
    """Who chose last and, if the viewer may know it, what."""
    if not match.choices:
        return ""
    step = match.choices[-1]
    known = match.all_shown or step.seat == seat
    name = match.names[step.seat]
    if known:
        return say("replay.chose_what", name=name, token=step.option.token)
    return say("replay.chose", name=name)


class Stepper:
    """The position of the viewer: a ply and a seat, or no seat for a spectator."""

    def __init__(self, match: Match[Any], seat: int | None) -> None:
        self.match = match
        self.seat = seat
        self.first = match.ply - len(match.choices)
        self.ply = self.first

    def run(self) -> None:
        self._show()
        while True:
            try:
                line = input("> ").strip()
            except EOFError:
                out.print()
                return
            if not sys.stdin.isatty():
                out.print(line, markup=False)
            if line == "q":
                return
            try:
                self._obey(line)
            except StarhallError as error:
                refuse(error)

    def _show(self) -> None:
        show_ply(self.match, self.ply, self.seat)
        out.print(Text(say("replay.keys"), style=ASIDE))

    def _obey(self, line: str) -> None:
        last = self.match.ply
        word, _, rest = line.partition(" ")
        if line in ("", "n"):
            self._go(self.ply + 1, "answer.last")
        elif line == "p":
            self._go(self.ply - 1, "answer.first")
        elif line == "b":
            self._go(self.first)
        elif line == "e":
            self._go(last)
        elif line.isdecimal():
            self._go(int(line))
        elif word == "s":
            self._sit(rest.strip())
        else:
            raise BadAnswer("answer.key", line=line, keys=say("replay.keys"))

    def _go(self, ply: int, beyond: str = "answer.ply") -> None:
        if not self.first <= ply <= self.match.ply:
            raise BadAnswer(beyond, ply=ply, first=self.first, last=self.match.ply)
        self.ply = ply
        self._show()

    def _sit(self, text: str) -> None:
        seats = self.match.seats
        if text and not (text.isdecimal() and int(text) < self.match.seats):
            raise BadAnswer("answer.seat", text=text, n=seats, last=seats - 1)
        self.seat = int(text) if text else None
        self._show()
