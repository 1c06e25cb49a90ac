# mypyc: off
"""Bots in any language: a program that reads and writes one JSON object per line.

The protocol is described in docs/writing-a-bot.md; `examples/bots` has one in Python and one in
JavaScript. The program receives only what a seat may know.
"""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
from collections.abc import Callable
from typing import Final

import msgspec

from starhall.bots.base import Bot, worth
from starhall.bots.sight import Need, NoMoreWorlds, Sight
from starhall.engine.errors import IllegalChoice, StarhallError
from starhall.engine.knowledge.unpacking import unpacked
from starhall.engine.rules.options import Option

PROTOCOL = 2
PATIENCE = 60.0  # seconds that a program may be silent
TRIALS = 400  # worlds imagined beforehand, inside a phase
SHOWN = 80  # letters of a wrong line that an error quotes


class ProgramError(StarhallError):
    """A bot program does not start, does not answer, or gives an invalid answer."""


class Reply(msgspec.Struct):
    """A message of a program: its choice, an option to try in a world, or what it wants to read."""

    choose: str | int | None = None
    attempt: str | int | None = msgspec.field(default=None, name="try")
    world: int = 0
    tell: list[str] = []


# What a program can read on request, by name.
TELLINGS: Final[dict[str, Callable[[Sight], object]]] = {
    "prompt": lambda sight: sight.prompt,
    "labels": lambda sight: sight.labels,
    "reasons": lambda sight: sight.reasons,
    "words": lambda sight: sight.words,
    "log": lambda sight: sight.log,
    "events": lambda sight: [{"what": e.what, **e.values} for e in sight.events],
}


class ProgramBot(Bot):
    """A bot program, connected over its standard input and output."""

    needs = Need.VIEW | Need.WORLDS | Need.EVENTS

    def __init__(self, seed: int, command: str, patience: float = PATIENCE) -> None:
        super().__init__(seed)
        self.seed = seed
        self.command = command
        self.patience = patience
        self._program: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._over: dict[str, object] = {"type": "over"}  # has no result if the game is broken off

    def worlds(self, options: int) -> int:
        return TRIALS

    def choose(self, sight: Sight) -> Option:
        if self._program is None:
            self._start(sight)
        decision = sight.decision
        self._tell(
            {
                "type": "choose",
                "ply": sight.ply,
                "kind": decision.kind,
                "about": decision.about,
                "options": [{"number": o.number, "token": o.token} for o in decision.options],
                "view": unpacked(sight.view),
            }
        )
        while True:
            reply = self._hear()
            if reply.choose is not None:
                return self._offered(reply.choose, sight)
            if reply.tell:
                self._tell({"type": "told", **self._told(reply.tell, sight)})
            elif reply.attempt is not None:
                self._tell({"type": "tried", "value": self._try(reply, sight)})
            else:
                raise ProgramError(f"{self._who()} said neither 'choose' nor 'try' nor 'tell'")

    def end(self, sight: Sight) -> None:
        self._over = {"type": "over", "result": sight.result, "log": sight.log}

    def close(self) -> None:
        """The game is over: notify the program, and terminate it if it does not exit."""
        program, self._program = self._program, None
        if program is None:
            return
        try:
            assert program.stdin is not None
            program.stdin.write(msgspec.json.encode(self._over).decode() + "\n")
            program.stdin.close()
            program.wait(2)
        except (OSError, subprocess.TimeoutExpired):
            program.kill()
            program.wait()
        finally:
            assert program.stdout is not None
            program.stdout.close()

    def _start(self, sight: Sight) -> None:
        words = shlex.split(self.command)
        if not words:
            raise ProgramError(
                "write the command of a program after run:, such as run:python me.py"
            )
        try:
            self._program = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise ProgramError(f"{self._who()} cannot be started: {error.strerror}") from None
        threading.Thread(target=self._listen, args=(self._program,), daemon=True).start()
        self._tell(
            {
                "type": "hello",
                "protocol": PROTOCOL,
                "game": sight.game.id,
                "seat": sight.seat,
                "seats": sight.view.seats,
                "seed": self.seed % 2**31,
            }
        )

    def _listen(self, program: subprocess.Popen[str]) -> None:
        assert program.stdout is not None
        try:
            for line in program.stdout:
                self._lines.put(line)
        except ValueError:
            pass  # closed while waiting for a line
        self._lines.put("")

    def _tell(self, message: object) -> None:
        program = self._program
        assert program is not None and program.stdin is not None
        try:
            program.stdin.write(msgspec.json.encode(message).decode() + "\n")
            program.stdin.flush()
        except OSError:
            raise ProgramError(f"{self._who()} has ended in the middle of the game") from None

    def _hear(self) -> Reply:
        try:
            line = self._lines.get(timeout=self.patience)
        except queue.Empty:
            raise ProgramError(
                f"{self._who()} has not answered for {self.patience:g} seconds"
            ) from None
        if not line:
            raise ProgramError(f"{self._who()} has ended in the middle of the game")
        try:
            return msgspec.json.decode(line, type=Reply)
        except msgspec.DecodeError as error:
            said = line.strip()[:SHOWN]
            raise ProgramError(
                f"{self._who()} said '{said}', which is not an answer ({error}); an answer is "
                'a line such as {"choose": "pass"}'
            ) from None

    def _offered(self, choice: str | int, sight: Sight) -> Option:
        for option in sight.decision.options:
            if choice in (option.token, option.number):
                return option
        offered = ", ".join([option.token for option in sight.decision.options])
        raise IllegalChoice(f"{self._who()} chose '{choice}', which is not offered: {offered}")

    def _told(self, wanted: list[str], sight: Sight) -> dict[str, object]:
        """What the program wants to read, by name."""
        for name in wanted:
            if name not in TELLINGS:
                known = ", ".join(TELLINGS)
                raise ProgramError(
                    f"{self._who()} wants to be told '{name[:SHOWN]}'; it can be told: {known}"
                )
        return {name: TELLINGS[name](sight) for name in wanted}

    def _try(self, reply: Reply, sight: Sight) -> float | None:
        """The value for the seat after an option in an imagined world; None: no more worlds."""
        assert reply.attempt is not None
        try:
            return worth(sight, reply.world, [self._offered(reply.attempt, sight)])[0]
        except NoMoreWorlds:
            return None

    def _who(self) -> str:
        return f"the program '{self.command}'"
