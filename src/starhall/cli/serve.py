"""`starhall serve`: open the hall for browsers and programs."""

from __future__ import annotations

import threading
import webbrowser
from typing import Annotated

import typer

from starhall.cli.console import err, out


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free one.")] = 8080,
    db: Annotated[
        str,
        typer.Option(
            metavar="URL", help="An SQLite file or postgresql://...; else a file of yours."
        ),
    ] = "",
    workers: Annotated[
        int, typer.Option(min=0, help="Processes for bots; 0: one less than there are cores.")
    ] = 0,
    secure: Annotated[
        bool, typer.Option("--secure", help="The hall is reached by https: cookies only there.")
    ] = False,
    open_browser: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Open the hall: people play in the browser, bots take the free chairs.

    \b
    Examples:
      starhall serve --open
      starhall serve --host 0.0.0.0 --port 80 --db postgresql://hall@localhost/hall
    """
    import socket

    import uvicorn

    from starhall.server.app import make_app
    from starhall.server.config import BadConfig, Config, limits_from_environment

    limits = limits_from_environment()
    config = Config(db, host, port, workers, secure, limits)
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise BadConfig(
            f"{host}:{port} cannot be used: {error.strerror}; choose another with --port"
        ) from None
    shown = "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    server = uvicorn.Server(
        uvicorn.Config(
            make_app(config),
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="websockets-sansio",
            ws_max_size=limits.message_bytes,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
        )
    )
    out.print(f"The hall is open at {address}", soft_wrap=True)
    err.print("Games are kept in the database; stop with Ctrl+C.", style="dim")
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    server.run(sockets=[listener])
    if not server.started:
        raise BadConfig("the hall could not be opened; see above")
