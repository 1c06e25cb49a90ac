# mypyc: off
"""The MCP server: tools to read the rules, sit down, look, and choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, TypeVar

import anyio
import anyio.to_thread
import msgspec
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from starhall import __version__
from starhall.bots.agents.renaming import Renaming
from starhall.bots.agents.seats import AgentError, Hall, HallSeat, LocalSeat, Seat
from starhall.bots.bot import NAMES, bot_class
from starhall.engine.errors import RulesFault, StarhallError
from starhall.engine.game import Game, Value, find, installed
from starhall.engine.rules.state import State

T = TypeVar("T")

LONGEST: Final = 200  # letters of an argument
MOST_SEATS: Final = 48
LONGEST_WAIT: Final = 30.0

INSTRUCTIONS: Final = """\
You play one seat of a board game. The rules are enforced: you can only choose what is offered.
1. list_games, then read_rules for the game (its sections, then those you need).
2. open_table, or join_table at a hall. You have one seat at a time.
3. observe: the table in words, your options, and what happened since the line you have read.
4. act: one of the options exactly as shown, with the turn number of your last observation.
Repeat 3 and 4 until the status is 'over'. If you expected another option, ask why_not; it cites
the rule, and read_rule shows its text.\
"""

Text = Annotated[str, Field(max_length=LONGEST)]
Count = Annotated[int, Field(strict=True, ge=0)]


class Desk:
    """One session: at most one seat, and what was asked about it."""

    def __init__(
        self, hall: Hall | None = None, renaming: Renaming | None = None, seed: str | None = None
    ) -> None:
        self._hall = hall
        self._renaming = renaming
        self._seed = seed
        self._seat: Seat | None = None
        self._lock = anyio.Lock()  # one request at a time, so that two cannot both make a table

    # The tools

    async def list_games(self) -> list[dict[str, Any]]:
        """All games: title, number of players, goal, settings, and the bots to play against."""
        return await self._do(lambda: [_about(game) for game in installed().values()])

    async def read_rules(self, game: Text, section: Count = 0) -> dict[str, Any]:
        """The rule book: its numbered sections, or with `section` the text of one of them."""
        return await self._do(lambda: _section(self._game(game), section))

    async def read_rule(self, game: Text, rule: Text) -> dict[str, Any]:
        """One rule by its id, as why_not cites it."""

        def read() -> dict[str, Any]:
            book = self._game(game).rulebook
            found = book.find(self._original("rule", rule, book.rules))
            return {"id": found.id, "section": found.section, "text": found.text}

        return await self._do(read)

    async def open_table(
        self,
        game: Text,
        others: Annotated[list[Text], Field(max_length=MOST_SEATS)],
        seat: Count = 0,
        settings: dict[Text, int | Text] | None = None,
    ) -> dict[str, Any]:
        """Sit down at a new table. `others` are the other seats in order: names of bots.

        At a hall, `open` keeps a seat for somebody else. Empty for a game that one plays alone.
        """

        def open() -> dict[str, Any]:
            self._must_be_free()
            rules = self._game(game)
            for other in others:
                if other != "open":
                    bot_class(other)  # refuses a name that is not in the closed list
            chosen = self._settings(rules, settings or {})
            rules.configure(len(others) + 1, chosen)
            if self._hall is None:
                self._seat = LocalSeat(rules.id, others, seat, chosen, self._seed)
            else:
                self._seat = HallSeat.open(self._hall, rules.id, others, seat, chosen)
            return _plain(self._seat.look(0, True, 0.0))

        return await self._do(open)

    async def join_table(self, table: Text, invitation: Text = "") -> dict[str, Any]:
        """Sit down at a table of the hall, by its id and, where it needs one, an invitation."""

        def join() -> dict[str, Any]:
            self._must_be_free()
            if self._hall is None:
                raise AgentError("there is no hall: start the server with --hall, or open a table")
            self._seat = HallSeat.join(self._hall, table, invitation)
            return _plain(self._seat.look(0, True, 0.0))

        return await self._do(join)

    async def leave_table(self) -> str:
        """Give up the seat, to take another one. At a hall only before the game begins."""

        def leave() -> str:
            self._sitting().leave()
            self._seat = None
            return "You have no seat any more."

        return await self._do(leave)

    async def observe(
        self,
        since: Count = 0,
        words: bool = True,
        wait: Annotated[float, Field(ge=0, le=LONGEST_WAIT)] = 0.0,
    ) -> dict[str, Any]:
        """The table now: words, prompt, options, and the log after the line `since`.

        With `wait`, at a hall, it waits so many seconds until you are asked.
        """
        return await self._do(lambda: _plain(self._sitting().look(since, words, wait)))

    async def why_not(self) -> list[dict[str, Any]]:
        """What you might expect to choose now but cannot, each with the reason and its rule."""
        return await self._do(lambda: [_plain(each) for each in self._sitting().why_not()])

    async def act(self, option: Text, turn: Count, since: Count = 0) -> dict[str, Any]:
        """Choose an option as it is shown; `turn` is that of your last observation.

        Answers with the table after it, without words. A refused choice changes nothing.
        """

        def choose() -> dict[str, Any]:
            seat = self._sitting()
            tokens = find(seat.game).vocabulary.tokens
            seat.act(self._original("option", option, tokens), turn)
            return _plain(seat.look(since, False, 0.0))

        return await self._do(choose)

    # How they are done

    async def _do(self, work: Callable[[], T]) -> T:
        """Work outside the event loop; what the engine refuses becomes a sentence."""
        async with self._lock:
            try:
                made = await anyio.to_thread.run_sync(work)
            except AgentError as error:
                raise ToolError(str(error)) from None
            except RulesFault:
                raise ToolError("the rules of this game have failed; nothing was changed") from None
            except StarhallError as error:
                raise ToolError(self._shown(str(error))) from None
        shown: T = self._shown(made)
        return shown

    def _shown(self, value: Any) -> Any:
        return value if self._renaming is None else self._renaming.data(value)

    def _original(self, what: str, shown: str, candidates: Iterable[str]) -> str:
        """The true word for one that was shown.

        An unknown word never reaches the engine. The engine's errors quote the word and, once
        renamed, would reveal what a known word is called now.
        """
        if self._renaming is None:
            return shown
        found = self._renaming.original(shown, candidates)
        if found is None:
            raise AgentError(f"there is no {what} '{shown}': use the words as they are shown")
        return found

    def _game(self, shown: str) -> Game[State]:
        return find(self._original("game", shown, installed()))

    def _settings(self, game: Game[State], given: dict[str, int | str]) -> dict[str, Value]:
        names = [setting.id for setting in game.settings]
        words = [word for setting in game.settings for word in setting.choices]
        return {
            self._original("setting", name, names): self._original("value", value, words)
            if isinstance(value, str)
            else value
            for name, value in given.items()
        }

    def _must_be_free(self) -> None:
        if self._seat is not None and self._seat.look(0, False, 0.0).status != "over":
            raise AgentError("you have a seat, and the game is not over: play on, or leave_table")

    def _sitting(self) -> Seat:
        if self._seat is None:
            raise AgentError("you have no seat: open_table or join_table first")
        return self._seat


def make_server(
    hall: Hall | None = None, renaming: Renaming | None = None, seed: str | None = None
) -> MCPServer[None]:
    """A server for one session."""
    server: MCPServer[None] = MCPServer(
        "starhall", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    desk = Desk(hall, renaming, seed)
    for tool in (
        desk.list_games, desk.read_rules, desk.read_rule, desk.open_table, desk.join_table,
        desk.leave_table, desk.observe, desk.why_not, desk.act,
    ):  # fmt: skip
        server.add_tool(tool)
    return server


def _about(game: Game[State]) -> dict[str, Any]:
    text = game.text
    about: dict[str, Any] = {"id": game.id}
    for name in ("title", "blurb", "goal"):
        about[name] = text.say(f"game.{name}") if text.has(f"game.{name}") else ""
    about["players"] = [game.seats.start, game.seats[-1]]
    about["settings"] = [_setting(game, setting.id) for setting in game.settings]
    about["bots"] = list(NAMES)
    return about


def _setting(game: Game[State], id: str) -> dict[str, Any]:
    setting = game.setting(id)
    key = f"setting.{id}.help"
    values: object = list(setting.choices) or {
        "from": setting.low,
        "to": setting.high,
        "also": list(setting.also),
    }
    return {
        "id": id,
        "help": game.text.say(key) if game.text.has(key) else "",
        "values": values,
        "default": setting.default,
    }


def _section(game: Game[State], number: int) -> dict[str, Any]:
    sections = game.rulebook.sections
    if number == 0:
        return {
            "sections": [
                {"section": n, "heading": one.heading, "rules": len(one.rules)}
                for n, one in enumerate(sections, start=1)
            ]
        }
    if number > len(sections):
        raise AgentError(f"there is no section {number}: there are 1 to {len(sections)}")
    section = sections[number - 1]
    rules = [{"id": rule.id, "text": rule.text} for rule in section.rules]
    return {"heading": section.heading, "rules": rules}


def _plain(value: msgspec.Struct) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
