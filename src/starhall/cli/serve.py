"""`starhall serve`: open the hall for browsers and programs."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from starhall.cli.console import err, out
from starhall.cli.words import BadUse, say

USUAL_PORT = 8080
TRIED_PORTS = 50


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help=f"0 takes any; else {USUAL_PORT} or the next that is free."
        ),
    ] = None,
    db: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="STARHALL_DB",
            help="An SQLite file or postgresql://...; default: your data folder.",
        ),
    ] = "",
    workers: Annotated[
        int, typer.Option(min=0, help="Processes for bots; 0: one less than the number of cores.")
    ] = 0,
    processes: Annotated[
        int, typer.Option(min=1, help="Processes of the hall on this port; needs PostgreSQL.")
    ] = 1,
    secure: Annotated[
        bool, typer.Option("--secure", help="Served over https: send cookies only there.")
    ] = False,
    trusted_hosts: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            envvar="STARHALL_TRUSTED_HOSTS",
            help="Host names of the hall, besides its address: hall.example.org,*.lan",
        ),
    ] = "",
    trusted_proxies: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES",
            envvar="STARHALL_TRUSTED_PROXIES",
            help="Proxies that name their clients (X-Forwarded-For): 127.0.0.1,10.0.0.0/8",
        ),
    ] = "",
    notice: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            envvar="STARHALL_NOTICE",
            help="A sentence that everybody reads in the lobby.",
        ),
    ] = "",
    packs: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            envvar="STARHALL_PACKS",
            help="A folder with content packs that tables can choose.",
        ),
    ] = None,
    notify: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="STARHALL_NOTIFY",
            help="How people who are away are told what waits for them: docs/notifications.md",
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Open the hall: people play in the browser, bots take the free chairs.

    \b
    Examples:
      starhall serve --open
      starhall serve --processes 4 --db postgresql://hall@localhost/hall
      starhall serve --secure --trusted-hosts hall.example.org --trusted-proxies 127.0.0.1
    """
    from starhall.cli.processes import Supervisor, run_server, share
    from starhall.server.app import prepare
    from starhall.server.config import (
        Config,
        checked_proxies,
        limits_from_environment,
        notify_from,
        operator_token_from_environment,
        retention_from_environment,
        seed_from_environment,
    )

    offer_packs(packs)
    limits, seed = limits_from_environment(), seed_from_environment()
    proxies = checked_proxies(_names(trusted_proxies))
    config = Config(
        database=db,
        host=host,
        port=port or 0,
        workers=workers,
        secure=secure,
        limits=limits,
        trusted_hosts=tuple(_names(trusted_hosts)),
        trusted_proxies=proxies,
        operator_token=operator_token_from_environment(),
        seed=seed,
        notice=notice.strip(),
        notify=notify_from(notify),
        retention=retention_from_environment(),
    )
    if processes > 1:
        config = share(config, processes)
    if seed:
        err.print(say("serve.seed"))
    with _listen(host, port) as listener:
        chosen: int = listener.getsockname()[1]
        if port is None and chosen != USUAL_PORT:
            err.print(say("serve.port", usual=USUAL_PORT, chosen=chosen), style="dim")
        shown = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{chosen}/"
        asyncio.run(prepare(config))

        def opened() -> None:
            out.print(say("serve.open", address=address), soft_wrap=True)
            err.print(say("serve.kept"), style="dim")
            if open_browser:
                _show(address)

        if processes > 1:
            Supervisor(config, listener, processes, opened).run()
        elif not run_server(config, listener, opened):
            raise BadUse("use.not_opened")


def offer_packs(directory: Path | None) -> None:
    """Load the packs now: a broken one is reported before the hall opens."""
    from starhall.engine.errors import ContentError
    from starhall.server import installed

    if directory is not None:
        installed.packs.cache_clear()
        os.environ[installed.DIRECTORY] = str(directory.resolve())
        try:
            found = sum([len(names) for names in installed.packs().values()])
        except ContentError:
            del os.environ[installed.DIRECTORY]
            raise
        err.print(say("serve.packs", n=found), style="dim")


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _listen(host: str, port: int | None) -> socket.socket:
    """The socket of the hall: exactly the requested port, or the first free one."""

    wanted = range(USUAL_PORT, USUAL_PORT + TRIED_PORTS) if port is None else [port]
    problem = "no such address"
    for number in wanted:
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        if os.name == "posix":  # on other systems it would take a port that is in use
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen()
            return listener
        except OSError as error:
            listener.close()
            problem = error.strerror or str(error)
    tried = str(wanted[0]) if len(wanted) == 1 else f"{wanted[0]} to {wanted[-1]}"
    raise BadUse("use.port", host=host, ports=tried, why=problem)


def _show(address: str) -> None:
    """Open the browser if there is a screen; a browser in the terminal would be in the way."""
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if screen or sys.platform in ("darwin", "win32"):
        webbrowser.open(address)
