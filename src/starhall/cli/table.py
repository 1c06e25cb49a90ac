"""Draws a match in the terminal: the scene in words, with colours and hanging indents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from starhall.cli.words import say
from starhall.engine.game import Result
from starhall.engine.match.match import Match
from starhall.engine.scene.elements import Card, Scene, SceneOption
from starhall.engine.scene.words import Words

HANG = 2
NARROWEST = 24
HEADING = "bold cyan"
ASIDE = "bright_black"


class Hanging:
    """A line with a hanging indent."""

    def __init__(self, text: Text, indent: int = 0) -> None:
        self.text = text
        self.indent = indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = max(options.max_width - self.indent - HANG, NARROWEST)
        for number, line in enumerate(self.text.wrap(console, width)):
            line.rstrip()
            yield Text(" " * (self.indent + (HANG if number else 0))) + line


class Drawing:
    """One scene as lines for the terminal."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        # The list below the table has its own numbers; those of the engine would confuse.
        self.options: Sequence[SceneOption] = scene.options
        scene.options = []
        self.words = Words(scene)
        self._rule = re.compile(rf"\({re.escape(scene.label('rule'))} ([^()]*)\)")
        self._mark = re.compile(r"\[[^\[\]]*\]")
        self._seat = re.compile(rf"(?<!\w)({_any([seat.name for seat in scene.seats])})(?!\w)")
        cards = [thing.title for thing in scene.things() if isinstance(thing, Card)]
        self._card = re.compile(rf"^(?:{_any(cards)})(?!\w)")
        self._colours = {
            seat.name: scene.seat_colour(number) for number, seat in enumerate(scene.seats)
        }

    def lines(self) -> list[Hanging]:
        """Title, seats and everything on the table; the viewer's own things come last."""
        scene = self.scene
        title = Text.assemble((scene.title, "bold"), (f"  {scene.subtitle}", ASIDE))
        drawn = [Hanging(title), *self.seats()]
        for area in sorted(scene.areas, key=self._mine):
            first, *rest = self.words.lines([area]) or [""]
            drawn.append(Hanging(Text()))
            drawn.append(Hanging(self._coloured(Text(first, style=HEADING), first)))
            drawn += [self.line(line) for line in rest]
        return drawn

    def _mine(self, area: object) -> bool:
        viewer = self.scene.viewer
        return viewer is not None and getattr(area, "owner", None) == viewer

    def seats(self) -> list[Hanging]:
        scene = self.scene
        lines = []
        for number, seat in enumerate(scene.seats):
            text = Text()
            colour = scene.seat_colour(number)
            text.append(f"{scene.seat_mark(number)} ", style=colour)
            text.append(seat.name, style=f"bold {colour}")
            if seat.status:
                text.append(f"  {seat.status}")
            if number == scene.viewer:
                text.append(f"  {scene.label('you')}", style="bold")
            if seat.active:
                text.append(f"  {scene.label('active')}", style="yellow")
            lines.append(Hanging(text, HANG))
        return lines

    def line(self, line: str) -> Hanging:
        """A line of the table: names in their seats' colours, rules and marks set apart."""
        bare = line.lstrip(" ")
        text = Text()
        at = 0
        for rule in self._rule.finditer(bare):  # the id alone shows that it is a rule
            text.append(bare[at : rule.start()])
            text.append(rule[1], style=ASIDE)
            at = rule.end()
        text.append(bare[at:])
        text.highlight_regex(self._mark, "cyan")
        text.highlight_regex(self._card, "bold")
        return Hanging(self._coloured(text, text.plain), len(line) - len(bare))

    def sentence(self, sentence: str) -> Hanging:
        """A line of the log."""
        return Hanging(self._coloured(Text(sentence), sentence), HANG)

    def _coloured(self, text: Text, source: str) -> Text:
        for found in self._seat.finditer(source):
            text.stylize(f"bold {self._colours[found[1]]}", found.start(1), found.end(1))
        return text

    def question(self) -> list[Hanging]:
        """The prompt and the numbered options."""
        width = len(str(len(self.options)))
        lines = [Hanging(Text(self.scene.prompt, style="bold"))]
        for number, option in enumerate(self.options, 1):
            token = f"  {option.token}" if option.token != option.label else ""
            shown = (f"{number:>{width}}  ", "bold cyan")
            text = Text.assemble(shown, option.label, (token, ASIDE))
            lines.append(Hanging(text, HANG))
        return lines

    def plain(self) -> str:
        """The visible table, to detect changes."""
        return "\n".join([line.text.plain for line in self.lines()])


def _any(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first; without words it matches nothing."""
    known = sorted({word for word in words if word}, key=lambda word: (-len(word), word))
    return "|".join([re.escape(word) for word in known]) or "(?!)"


def ranking(match: Match[Any], result: Result) -> Table:
    """The final standing, best first."""
    table = Table(box=None, padding=(0, 3, 0, 0), header_style=ASIDE)
    table.add_column(say("play.rank"), justify="right")
    table.add_column(say("play.player"))
    table.add_column(say("play.score"), justify="right")
    for seat in sorted(range(match.seats), key=lambda seat: result.ranks[seat]):
        style = "bold" if seat in result.winners else ""
        score = f"{result.scores[seat]:g}"
        table.add_row(str(result.ranks[seat]), match.names[seat], score, style=style)
    return table
