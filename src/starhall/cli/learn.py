"""`starhall learn`: the lessons of a game, and playing one at this terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from starhall.cli.console import out
from starhall.cli.words import say

if TYPE_CHECKING:
    from starhall.engine.game import Game
    from starhall.engine.lessons.coach import Coach
    from starhall.engine.lessons.lesson import Lesson
    from starhall.engine.match.match import Match


def learn(
    game: Annotated[str | None, typer.Argument(help="The game's id.")] = None,
    lesson: Annotated[str | None, typer.Argument(help="A lesson, by name or number.")] = None,
    walk: Annotated[
        bool,
        typer.Option(
            "--walk",
            help="For authors: play the lesson by its own answers and show what is asked.",
        ),
    ] = False,
) -> None:
    """Learn a game by playing: without a lesson, list those of the game.

    \b
    Examples:
      starhall learn
      starhall learn nexus-ops
      starhall learn nexus-ops 1
      starhall learn nexus-ops first-turn --walk
    """
    from starhall.cli.lesson import new_session
    from starhall.engine.game import find, installed
    from starhall.engine.lessons.lesson import find_lesson

    if game is None:
        for rules in installed().values():
            _list(rules)
    elif lesson is None:
        _list(find(game))
    elif walk:
        _walk(find_lesson(find(game), lesson))
    else:
        new_session(find_lesson(find(game), lesson)).run()


def _list(game: Game[Any]) -> None:
    from rich.table import Table

    from starhall.engine.lessons.lesson import course

    lessons = course(game)
    total = sum([lesson.minutes for lesson in lessons])
    what = say("lesson.course", n=len(lessons), minutes=total)
    out.print(f"[bold]{game.text.say('game.title')}[/]  [dim]{game.id}[/]  {what}")
    table = Table.grid(padding=(0, 2))
    for lesson in lessons:
        table.add_row(
            f"  [cyan]{lesson.id}[/]", say("lesson.minutes", n=lesson.minutes), lesson.title
        )
    if lessons:
        out.print(table)


def _walk(lesson: Lesson) -> None:
    """Play a lesson by its answers; a mistake is reported where it is met."""
    from starhall.bots import ask, make
    from starhall.engine.lessons.trial import Trial

    bot = make(lesson.start.bots or "easy", 0)
    told = 0

    def look(coach: Coach, match: Match[Any]) -> None:
        nonlocal told
        told = _show(coach, match, told)

    trial = Trial(lesson, lambda match, seat: ask(bot, match, seat), look)
    plies = trial.run()
    _show_events(trial.match, lesson.seat, told)
    out.print(f"\n[green]{say('lesson.played', id=lesson.id, n=plies)}[/]")


def _show(coach: Coach, match: Match[Any], told: int) -> int:
    """What has happened, what the coach says, what is asked and what can be highlighted."""
    seat = coach.seat
    _show_events(match, seat, told)
    said = coach.guidance(match)
    out.print(f"\n[bold]step {said.step + 1} of {said.steps}[/] ({said.situation})")
    for text in (said.notice, *said.pages):
        out.print(text, style="cyan", markup=False)
    decision = match.decision_of(seat)
    assert decision is not None
    out.print(
        f"seat {seat + 1} is asked '{decision.kind}' {decision.about}: {match.prompt(decision)}"
    )
    for option in decision.options:
        mark = "*" if said.open is None or option.number in said.open else " "
        label = match.label(option, decision)
        out.print(f"  {mark} {option.token}  [dim]{label}[/]", soft_wrap=True)
    things = [thing.id for thing in match.scene(seat).things()]
    out.print(f"things: {' '.join(things)}", style="dim", markup=False, soft_wrap=True)
    return match.ply


def _show_events(match: Match[Any], seat: int, told: int) -> None:
    from starhall.engine.knowledge.memory import GROUP

    for ply, event in match.told(seat, told + 1):
        name = f"group {event.values['name']}" if event.what == GROUP else event.what
        values = {key: value for key, value in event.values.items() if key != "name"}
        out.print(f"  [dim]{ply}[/] {name} {values}", markup=True, soft_wrap=True)
