"""Tables that were opened with other rules than those installed now."""

import asyncio
import time
from pathlib import Path

import pytest

from starhall.engine.game import find
from starhall.server.config import Config
from starhall.server.errors import NotNow
from starhall.server.hall import Hall
from starhall.server.store import ChairRow, Person, TableRow


def test_a_table_with_other_rules_says_so_and_stops_nothing_else(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = find("cyberstrife")
    now = time.time()
    chairs = [ChairRow(0, "person", "Ada", "ada"), ChairRow(1, "bot", "Random", None, "random")]

    def row(id: str, rules: str) -> TableRow:
        return TableRow(
            id, game.id, rules, game.content, game.configure(2, {}), "00" * 32, "ada", False,
            False, "", "playing", now, now, [1], "", chairs,
        )  # fmt: skip

    async def run() -> None:
        hall = Hall(Config(database=str(database)))
        await hall.database.upgrade()
        await hall.store.introduce(Person("ada", "Ada"), "token", "phrase")
        await hall.store.open_table(row("old", "0.0"))
        await hall.store.open_table(row("new", game.version))
        await hall.open()
        try:
            with pytest.raises(NotNow, match="opened with cyberstrife rules 0.0; installed are"):
                await hall.table("old")
            assert (await hall.table("new")).ledger is not None
            assert {table.id for table in await hall.store.mine("ada")} == {"old", "new"}
        finally:
            await hall.close()

    asyncio.run(run())
    said = capsys.readouterr().err
    assert "Table old cannot go on: " in said and "Traceback" not in said
