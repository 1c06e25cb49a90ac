# mypyc: off
"""The seat of an agent: at a local table with bots, or at a table of a hall."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote, urlencode

import msgspec

from starhall.bots.base import Bot, ask
from starhall.bots.bot import make
from starhall.engine.errors import IllegalChoice, StarhallError
from starhall.engine.game import Result, Value, find
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream, seed_bytes
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option

OPEN: Final = "open"  # a chair that anybody may take, instead of a bot
SECONDS: Final = 90.0  # until a request to a hall is given up
SHOWN: Final = 200  # letters of a wrong answer that an error quotes


class AgentError(StarhallError):
    """An agent asks for something that is not possible now."""


class Choice(msgspec.Struct, frozen=True):
    """An option: what to send, and what it means."""

    option: str
    means: str
    fatal: bool = False  # loses the game at once


class Reason(msgspec.Struct, frozen=True):
    """An option that is not offered, and the rule against it."""

    option: str
    means: str
    why: str
    rule: str


class Look(msgspec.Struct):
    """The table as the seat sees it now."""

    game: str
    players: list[str]
    seat: int | None
    status: str  # your turn, waiting, over
    turn: int  # how many choices the seat has made
    prompt: str
    options: list[Choice]
    anytime: list[Choice]  # what can be chosen without being asked, such as giving up
    log: list[str]  # the lines after `since`
    lines: int  # of the log so far
    words: str = ""
    ending: str = ""
    result: Result | None = None


class Seat:
    """A seat that an agent plays. A table has one for it, and the agent gets nothing else."""

    game: str

    def look(self, since: int, words: bool, wait: float) -> Look:
        raise NotImplementedError

    def act(self, option: str, turn: int) -> None:
        raise NotImplementedError

    def why_not(self) -> list[Reason]:
        raise NotImplementedError

    def leave(self) -> None:
        """The agent stops playing."""


class LocalSeat(Seat):
    """A match against bots in this process."""

    def __init__(
        self,
        game: str,
        others: Sequence[str],
        seat: int,
        settings: Mapping[str, Value],
        seed: str | None,
    ) -> None:
        if OPEN in others:
            raise AgentError("without a hall nobody else can come: fill all other seats with bots")
        count = len(others) + 1
        if not 0 <= seat < count:
            raise AgentError(f"there is no seat {seat}: seats are 0 to {count - 1}")
        bots = list(others)
        bots.insert(seat, "")
        names = [f"Bot {n} ({bot})" if bot else "You" for n, bot in enumerate(bots, start=1)]
        self.game = game
        self.seat = seat
        self.match = Match(find(game), count, settings, seed, names)
        luck = Stream(seed_bytes(seed)) if seed is not None else Stream(self.match.seed[::-1])
        self.bots: dict[int, Bot] = {
            n: make(bot, luck.below(2**31)) for n, bot in enumerate(bots) if bot
        }
        self._go_on()

    def look(self, since: int, words: bool, wait: float) -> Look:
        match, seat = self.match, self.seat
        decision = None if match.over else match.decision_of(seat)
        log = match.sentences(seat)
        return Look(
            game=self.game,
            players=match.names,
            seat=seat,
            status="over" if match.over else "your turn" if decision else "waiting",
            turn=self._turn(),
            prompt=decision.prompt() if decision else "",
            options=self._choices(decision.options if decision else [], decision),
            anytime=self._choices(match.interjections(seat), None),
            log=log[since:],
            lines=len(log),
            words=match.text(seat) if words else "",
            ending=match.ending(),
            result=match.result,
        )

    def _choices(self, options: list[Option], decision: Decision | None) -> list[Choice]:
        return [Choice(o.token, self.match.label(o, decision), o.fatal) for o in options]

    def act(self, option: str, turn: int) -> None:
        if turn != self._turn():
            raise AgentError(
                f"this answers turn {turn}, but you are at turn {self._turn()}: observe, then act "
                "again"
            )
        self.match.choose(option, self.seat)
        self._go_on()

    def why_not(self) -> list[Reason]:
        match = self.match
        decision = None if match.over else match.decision_of(self.seat)
        return [
            Reason(
                option=refusal.option.token,
                means=match.label(refusal.option, decision),
                why=match.reason(refusal),
                rule=refusal.reason.rule,
            )
            for refusal in (decision.refusals() if decision else ())
        ]

    def _turn(self) -> int:
        return len([chosen for chosen in self.match.choices if chosen.seat == self.seat])

    def _go_on(self) -> None:
        """Let the bots play until the agent is asked."""
        match = self.match
        while not match.over and match.decision_of(self.seat) is None:
            seat = match.decision.seat
            match.choose(ask(self.bots[seat], match, seat), seat)


class Hall:
    """A hall, reached by HTTP with the token of a program."""

    def __init__(self, address: str, token: str) -> None:
        if not address.startswith(("http://", "https://")):
            raise AgentError(f"'{address}' is not the address of a hall: write http://HOST:PORT")
        if not token:
            raise AgentError(
                "a hall needs a token: make one in its preferences, under 'Programs that play', "
                "and set STARHALL_TOKEN"
            )
        self.address = address.rstrip("/")
        self._token = token

    def ask(self, path: str, data: object = None) -> Any:
        body = None if data is None else msgspec.json.encode(data)
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise IllegalChoice(_sentence(error)) from None
        except (OSError, ValueError) as error:
            raise AgentError(f"the hall at {self.address} does not answer: {error}") from None


def _sentence(error: urllib.error.HTTPError) -> str:
    """The hall's own sentence about what was wrong."""
    text = error.read().decode("utf-8", "replace")
    try:
        return str(json.loads(text)["error"])
    except (ValueError, KeyError, TypeError):
        return f"the hall refused with status {error.code}: {text[:SHOWN]}"


def _choices(options: list[dict[str, Any]]) -> list[Choice]:
    return [Choice(o["token"], o["label"], o.get("fatal", False)) for o in options]


class HallSeat(Seat):
    """A seat at a table of a hall."""

    def __init__(self, hall: Hall, table: dict[str, Any]) -> None:
        self.hall = hall
        self.game = table["game"]
        self.path = f"/api/tables/{quote(table['id'], safe='')}"
        self._log: list[str] = []
        self._frame = 0

    @classmethod
    def open(
        cls, hall: Hall, game: str, others: Sequence[str], seat: int, settings: Mapping[str, Value]
    ) -> HallSeat:
        chairs = [{"kind": OPEN} if bot == OPEN else {"kind": "bot", "bot": bot} for bot in others]
        chairs.insert(seat, {"kind": "me"})
        wanted = {"game": game, "chairs": chairs, "settings": dict(settings)}
        return cls(hall, hall.ask("/api/tables", wanted))

    @classmethod
    def join(cls, hall: Hall, table: str, invitation: str) -> HallSeat:
        path = f"/api/tables/{quote(table, safe='')}/join"
        return cls(hall, hall.ask(path, {"invitation": invitation}))

    def look(self, since: int, words: bool, wait: float) -> Look:
        query = {"have": self._frame, "wait": wait, "words": str(words).lower()}
        seen = self.hall.ask(f"{self.path}/observe?{urlencode(query)}")
        new = [line.get("text", "") for line in seen["log"]]
        self._log = self._log[: seen["log_from"]] + new
        self._frame = seen["frame"]
        # Moves without a sentence have a place in the log, but no text.
        log = [line for line in self._log[since:] if line]
        waiting = "waiting for players" if seen["status"] == "waiting" else "waiting"
        result = seen["result"]
        return Look(
            game=self.game,
            players=[chair["name"] for chair in seen["seats"]],
            seat=seen["seat"],
            status="over" if seen["over"] else "your turn" if seen["options"] else waiting,
            turn=seen["answered"],
            prompt=seen["prompt"],
            options=_choices(seen["options"]),
            anytime=_choices(seen["anytime"]),
            log=log,
            lines=len(self._log),
            words=seen["words"],
            ending=seen["ending"],
            result=None if result is None else msgspec.convert(result, Result),
        )

    def act(self, option: str, turn: int) -> None:
        self.hall.ask(f"{self.path}/act", {"answered": turn, "options": [option]})

    def why_not(self) -> list[Reason]:
        found = self.hall.ask(f"{self.path}/why")
        return [Reason(one["token"], one["label"], one["reason"], one["rule"]) for one in found]

    def leave(self) -> None:
        self.hall.ask(f"{self.path}/leave", {})
