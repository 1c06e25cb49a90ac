"""`starhall rules`: the rule book, one rule, and which tests and lessons are about which rule."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from starhall.cli.console import Json, PackFolder, chosen_game, err, out, print_json
from starhall.cli.words import BadUse, say

if TYPE_CHECKING:
    from starhall.engine.game import Game
    from starhall.engine.rules.state import State
    from starhall.engine.text.rulebook import Citation

    Cited = dict[str, list[Citation]]


def rules(
    game: Annotated[
        str | None, typer.Argument(help="The game's id; optional with --coverage.")
    ] = None,
    rule: Annotated[str | None, typer.Argument(help="One rule, such as CS-5.3.")] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List the rules that no test cites; exit 1 if any.")
    ] = False,
    pack: PackFolder = None,
    taught: Annotated[
        bool, typer.Option("--taught", help="List which lesson teaches which rule.")
    ] = False,
    json: Json = False,
) -> None:
    """Show a game's rules, one rule with the tests that cite it, or the untested rules.

    \b
    Examples:
      starhall rules cyberstrife
      starhall rules cyberstrife CS-5.3
      starhall rules --coverage
      starhall rules nexus-ops --taught
    """
    from starhall.engine.game import find, installed

    if game is None and not coverage:
        raise BadUse("use.which_rules", known=", ".join(installed()))
    if coverage:
        if rule is not None:
            raise BadUse("use.coverage_all")
        _coverage([find(game)] if game is not None else list(installed().values()), json)
    elif game is not None and taught:
        if rule is not None:
            raise BadUse("use.taught_all")
        _taught(find(game), json)
    elif game is not None and rule is not None:
        _one(chosen_game(game, pack), rule.upper(), json)
    elif game is not None:
        _book(chosen_game(game, pack), json)


def _book(game: Game[State], json: bool) -> None:
    from rich.markdown import Markdown

    if json:
        print_json(list(game.rulebook.rules.values()))
        return
    out.print(Markdown(game.rules_text))


def _one(game: Game[State], id: str, json: bool) -> None:
    from rich.markdown import Markdown
    from rich.padding import Padding

    rule = game.rulebook.find(id)
    folder = tests_folder()
    tests = _cited(folder).get(id, []) if folder is not None else []
    if json:
        print_json({"id": id, "section": rule.section, "text": rule.text, "tests": tests})
        return
    out.print(f"[bold cyan]{rule.id}[/]  [dim]{rule.section}[/]")
    out.print(Padding(Markdown(rule.text), (0, 0, 1, 2)))
    if folder is None:
        out.print(say("rules.no_tests"), style="dim")
    elif not tests:
        out.print(say("rules.no_test"), style="yellow")
    for test in tests:
        by = say("rules.tested_by")
        out.print(f"[dim]{by}[/]  {test.path}:{test.line} {test.test}", soft_wrap=True)


def _coverage(chosen: list[Game[State]], json: bool) -> None:
    from starhall.engine.errors import RuleError
    from starhall.engine.text.rulebook import coverage

    folder = tests_folder()
    if folder is None:
        raise RuleError(say("rules.no_tests"))
    cited = _cited(folder)
    missing = {game.id: coverage(game.rulebook, cited) for game in chosen}
    if json:
        print_json(missing)
    else:
        for game in chosen:
            rules = [rule for rule in game.rulebook.rules.values() if not rule.withdrawn]
            lacking = missing[game.id]
            covered = len(rules) - len(lacking)
            told = say("rules.tested", n=covered, of=len(rules))
            out.print(f"[bold]{game.id}[/]  {told}")
            for id in lacking:
                out.print(f"  [yellow]{id}[/]  [dim]{game.rulebook.rules[id].section}[/]")
    if any(missing.values()):
        count = sum([len(ids) for ids in missing.values()])
        if not json:
            err.print(f"[red]{say('rules.untested', n=count)}[/]")
        raise typer.Exit(1)


def _taught(game: Game[State], json: bool) -> None:
    """The sections of the rule book, and for each of their rules the lessons that teach it."""
    from rich.table import Table

    from starhall.engine.lessons.lesson import taught_by

    lessons = taught_by(game)
    if json:
        print_json(lessons)
        return
    for section in game.rulebook.sections:
        rules = [rule for rule in section.rules if not rule.withdrawn]
        known = [rule for rule in rules if rule.id in lessons]
        if not rules:
            continue
        style = "bold" if known else "dim"
        told = say("rules.taught", n=len(known), of=len(rules))
        out.print(f"[{style}]{section.heading}[/]  {told}")
        table = Table.grid(padding=(0, 2))
        for rule in known:
            table.add_row(f"  [cyan]{rule.id}[/]", ", ".join(lessons[rule.id]))
        if known:
            out.print(table)


def tests_folder() -> Path | None:
    """The tests of the current project, or of the repository this program runs from."""
    import starhall

    repository = Path(starhall.__file__).resolve().parents[2]
    for folder in (Path("tests"), repository / "tests"):
        if folder.is_dir():
            return folder
    return None


def _cited(folder: Path) -> Cited:
    from starhall.engine.text.rulebook import citations

    return citations([folder])
