"""`starhall play`: a game at one terminal, people and bots mixed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from starhall.cli.console import PackFolder, Seats, Seed, Settings, chosen_game, read_settings

USUAL_GAME = "cyberstrife"


def play(
    game: Annotated[
        str | None,
        typer.Argument(help=f"The game's id; default: {USUAL_GAME}."),
    ] = None,
    seats: Seats = None,
    players: Annotated[
        str | None,
        typer.Option(help="The players, separated by commas: me or me:NAME for people, or bots."),
    ] = None,
    option: Settings = None,
    seed: Seed = None,
    pack: PackFolder = None,
    load: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    ply: Annotated[int | None, typer.Option(help="With --load: try again from this ply.")] = None,
) -> None:
    """Play at this terminal, alone against bots or with others at the same keyboard.

    By default you play against a greedy and a random bot.

    With several people the screen is cleared between turns, so that hands stay hidden.

    \b
    Examples:
      starhall play
      starhall play cyberstrife --seats 4 --players me:Ann,me:Ben,greedy
      starhall play --load evening.json
      starhall play --load evening.json --ply 40
    """
    from starhall.cli.lesson import session_of
    from starhall.cli.players import recall_players, replace_players, seat_players
    from starhall.cli.session import Session
    from starhall.cli.words import BadUse
    from starhall.engine.match.match import Match
    from starhall.engine.match.opening import load as load_match

    if load is not None:
        if seats is not None or option or seed is not None:
            raise BadUse("use.load_alone")
        match = load_match(load, chosen_game(game, pack)) if pack else load_match(load)
        if game is not None and game != match.game.id:
            raise BadUse("use.other_game", file=load, **{"is": match.game.id}, game=game)
        sitting = replace_players(players, match.names) if players else recall_players(match.names)
        if ply is None:
            session_of(match, sitting, str(load)).run()
        else:  # a different game from there on, so saving it must not replace the first
            Session(match.at(ply), sitting).run()
        return
    if ply is not None:
        raise BadUse("use.ply_alone")
    rules = chosen_game(game if pack is not None else game or USUAL_GAME, pack)
    sitting = seat_players(players, seats, rules)
    names = [player.name for player in sitting]
    match = Match(rules, len(sitting), read_settings(option), seed, names)
    Session(match, sitting).run()
