"""`starhall games`: the installed games with their seats and variants."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from starhall.cli.console import Json, complain, out, print_json
from starhall.cli.words import say
from starhall.engine.game import Game, Setting
from starhall.engine.rules.state import State


def games(
    game: Annotated[str | None, typer.Argument(help="Only this one.")] = None,
    json: Json = False,
) -> None:
    """List the installed games with their seats and options.

    \b
    Examples:
      starhall games
      starhall games cysmic
      starhall games --json
    """
    from starhall.engine.game import broken, find, installed

    found = [find(game)] if game is not None else list(installed().values())
    for place, why in broken().items():
        complain(say("games.broken", place=place, why=why))
    if json:
        print_json([describe(game) for game in found])
        return
    for each in found:
        _show(each)
    command = f"starhall play {found[0].id}"
    out.print(f"[dim]{say('games.count', n=len(found), command=command)}[/]")


def describe(game: Game[State]) -> dict[str, object]:
    """Everything that a program needs to offer the game."""
    return {
        "id": game.id,
        "title": _say(game, "game.title", game.id),
        "blurb": _say(game, "game.blurb"),
        "minutes": _say(game, "game.minutes"),
        "version": game.version,
        "seats": {"from": game.seats.start, "to": game.seats.stop - 1},
        "settings": [
            {
                "id": setting.id,
                "name": _say(game, f"setting.{setting.id}.name", setting.id),
                "help": _say(game, f"setting.{setting.id}.help"),
                "values": _values(setting),
                "default": setting.default,
                "rule": setting.rule,
            }
            for setting in game.settings
        ],
    }


def _say(game: Game[State], key: str, otherwise: str = "") -> str:
    return game.text.say(key) if game.text.has(key) else otherwise


def _values(setting: Setting) -> dict[str, object]:
    if setting.choices:
        return {"words": setting.choices}
    return {"from": setting.low, "to": setting.high, "also": setting.also}


def _show(game: Game[State]) -> None:
    low, high = game.seats.start, game.seats.stop - 1
    seats = say("games.seats_between", low=low, high=high)
    facts = [say("games.seats", n=low) if low == high else seats]
    if minutes := _say(game, "game.minutes"):
        facts.append(say("games.minutes", n=minutes))
    facts.append(say("games.rules", version=game.version))
    title = (_say(game, "game.title", game.id), "bold cyan")
    out.print(Text.assemble(title, (f"  {game.id}", "cyan"), (f"  {', '.join(facts)}", "dim")))
    if blurb := _say(game, "game.blurb"):
        out.print(Padding(blurb, (0, 0, 0, 2)))
    if game.settings:
        out.print(Padding(_settings_table(game), (1, 0, 0, 2)))
    out.print()


def _settings_table(game: Game[State]) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for column in ("option", "values", "default", "what"):
        table.add_column(say(f"games.{column}"), overflow="fold")
    fewest = game.seats.start
    usual = game.configure(fewest, {})
    for setting in game.settings:
        default = str(setting.default)
        if setting.default is None:
            default = say("games.default_with", value=usual[setting.id], n=fewest)
        help = _say(game, f"setting.{setting.id}.help")
        table.add_row(setting.id, _range(setting), default, help)
    return table


def _range(setting: Setting) -> str:
    if setting.choices:
        return " | ".join(setting.choices)
    if setting.also:
        also = ", ".join(map(str, setting.also))
        return say("games.range_also", also=also, low=setting.low, high=setting.high)
    return say("games.range", low=setting.low, high=setting.high)
