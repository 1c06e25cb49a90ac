"""`starhall mcp`: a seat for a language model, by the Model Context Protocol."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from starhall.cli.console import Seed
from starhall.cli.words import BadUse

TOKEN = "STARHALL_TOKEN"  # not an option: those are visible to all users of the machine


def mcp(
    hall: Annotated[
        str, typer.Option(help=f"The address of a hall to play at; its token is in {TOKEN}.")
    ] = "",
    rename: Annotated[
        str,
        typer.Option(
            metavar="WORD",
            help="Rename cards, places and verbs; the same word gives the same names.",
        ),
    ] = "",
    seed: Seed = None,
) -> None:
    """Serve one seat over standard input and output, for agents that speak MCP.

    Without --hall, tables are local and the other seats are bots.

    \b
    Examples:
      starhall mcp
      starhall mcp --rename orchid
      STARHALL_TOKEN=... starhall mcp --hall http://127.0.0.1:8080
    """
    try:
        from starhall.bots.agents.server import make_server
    except ModuleNotFoundError as error:
        raise BadUse("use.extra", package=error.name, extra="mcp") from None
    from starhall.bots.agents.renaming import Renaming
    from starhall.bots.agents.seats import Hall

    place = Hall(hall, os.environ.get(TOKEN, "")) if hall else None
    make_server(place, Renaming(rename) if rename else None, seed).run()
