"""The benchmark of the hall goes on when games end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("litestar")

from starhall.lab.bench_server import Bench, Server


def test_new_tables_take_the_place_of_finished_games(tmp_path: Path) -> None:
    server = Server(str(tmp_path))

    async def run() -> None:
        bench = await asyncio.to_thread(Bench, server)
        players = await bench._seated(1, 0)
        first = list(players)
        await bench._round(players, 0.0, 600.0)
        assert any(player.over for player in players)
        load = await bench._period(1, players, 0.0, 3.0)  # a busy machine needs some time for one
        assert load.choices > 0 and load.cpu_us >= 0
        await asyncio.gather(*[player.socket.close() for player in [*first, *players]])

    try:
        asyncio.run(run())
    finally:
        server.close()
