# mypyc: off
"""Golden games: readable transcripts of random games, replayed line by line.

`starhall golden` replays them, `starhall golden --update` records them again. After its header, a
transcript has these lines:

    > 2 place breacher      seat 2 chooses (after a dash: what it was asked)
      Ada attacks Bob.      what a spectator is told
    = 40 1f0c...            the digest of the state after 40 choices
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from starhall.engine.conformance.looks import pick
from starhall.engine.errors import RecordError, StarhallError
from starhall.engine.game import Game, S, Value, find
from starhall.engine.knowledge.views import digest
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Stream, seed_bytes
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State

PLIES: Final = 600  # longer games are cut
CHECKPOINT: Final = 20
RESTLESS: Final = 150
ASKED: Final = " - "


@dataclass
class Header:
    """What is needed to replay the game."""

    game: str
    version: str
    seats: int
    settings: Mapping[str, Value]
    seed: int

    def lines(self) -> list[str]:
        found = [f"game {self.game}", f"rules {self.version}", f"seats {self.seats}"]
        found += [f"setting {id}={value}" for id, value in self.settings.items()]
        return [*found, f"seed {self.seed}", ""]

    @staticmethod
    def read(lines: Sequence[str], file: str) -> Header:
        """Read the lines up to the first empty one."""
        words: dict[str, str] = {}
        settings: dict[str, Value] = {}
        for line in lines[: lines.index("")] if "" in lines else lines:
            name, _, value = line.partition(" ")
            if name == "setting":
                id, _, value = value.partition("=")
                settings[id] = value
            else:
                words[name] = value
        try:
            seats, seed = int(words["seats"]), int(words["seed"])
            return Header(words["game"], words["rules"], seats, settings, seed)
        except (KeyError, ValueError) as error:
            raise RecordError("golden.not_golden", file=file, why=repr(error)) from None


class Transcript:
    """Writes the transcript of a match."""

    def __init__(self, header: Header, game: Game[S]) -> None:
        self.header = header
        self.match = Match(cast(Game[State], game), header.seats, header.settings, header.seed)

    def opening(self) -> Iterator[str]:
        yield from self.header.lines()
        yield from self._news()
        yield self._checkpoint()

    def choose(self, seat: int, option: Option) -> Iterator[str]:
        """The lines for one choice and its events."""
        match = self.match
        decision = match.decision_of(seat)
        offered = decision is not None and option in decision.options
        asked = ASKED + match.prompt(decision) if decision is not None and offered else ""
        yield f"> {seat} {option.token}{asked}"
        match.choose(option, seat)
        yield from self._news()
        if match.over:
            yield f"  {match.ending()}"
        if match.over or match.ply % CHECKPOINT == 0:
            yield self._checkpoint()

    def _news(self) -> Iterator[str]:
        for sentence in self.match.sentences(None, since=self.match.ply):
            yield f"  {sentence}"

    def closing(self) -> Iterator[str]:
        yield f"end after {self.match.ply} choices"

    def _checkpoint(self) -> str:
        return f"= {self.match.ply} {digest(self.match.state)}"


def record(
    game: Game[S],
    seats: int,
    settings: Mapping[str, Value],
    seed: int,
    plies: int = PLIES,
    chosen: Sequence[tuple[int, str]] = (),
) -> str:
    """The transcript of a game: the given choices as far as possible, then random ones."""
    full = game.configure(seats, settings)
    given = {id: full[id] for id in settings}
    transcript = Transcript(Header(game.id, game.version, seats, given, seed), game)
    lines = list(transcript.opening())
    for seat, token in chosen:
        try:
            again = list(transcript.choose(seat, game.vocabulary.find(token)))
        except StarhallError:
            break
        lines += again
    stream = Stream(seed_bytes(f"golden {seed}"))
    while not transcript.match.over and transcript.match.ply < max(plies, len(chosen)):
        seat, option = pick(transcript.match, stream, RESTLESS)
        lines += transcript.choose(seat, option)
    lines += transcript.closing()
    return "\n".join(lines) + "\n"


def check(text: str, file: str, game: Game[S] | None = None) -> None:
    """Replay a transcript; raises an error at the first line that differs."""
    expected = text.splitlines()
    header = Header.read(expected, file)
    rules = cast(Game[State], game) if game is not None else find(header.game)
    if header.version != rules.version:
        versions = {"rules": header.version, "now": rules.version}
        raise RecordError("golden.rules", file=file, game=header.game, **versions)
    transcript = Transcript(header, rules)
    place = _compare(transcript.opening(), expected, 0, file)
    while place < len(expected) and expected[place].startswith("> "):
        line = expected[place]
        try:
            seat, token = _choice(line)
            option = transcript.match.game.vocabulary.find(token)
            place = _compare(transcript.choose(seat, option), expected, place, file)
        except (StarhallError, ValueError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError(
                "golden.fails", file=file, n=place + 1, line=line, why=error
            ) from None
    place = _compare(transcript.closing(), expected, place, file)
    if place < len(expected):
        raise RecordError("golden.follows", file=file, n=place + 1, line=expected[place])


def _choice(line: str) -> tuple[int, str]:
    """The seat and the option of a line `> 2 place breacher - what was asked`."""
    seat, _, token = line[2:].partition(ASKED)[0].partition(" ")
    return int(seat), token


def _compare(found: Iterator[str], expected: list[str], place: int, file: str) -> int:
    """Compare line by line; returns the place after them."""
    for line in found:
        due = expected[place] if place < len(expected) else "the end of the file"
        if line != due:
            raise RecordError("golden.differs", file=file, n=place + 1, due=due, line=line)
        place += 1
    return place


# Recording again


def course(text: str) -> list[str]:
    """A transcript without its sentences: what the rules did."""
    return [line.partition(ASKED)[0] for line in text.splitlines() if not line.startswith("  ")]


def updated(text: str, file: str) -> str:
    """Record the same game again with the installed rules, with the same choices where possible.

    A game that differs under the same version number is refused, because players' records of that
    version would no longer be valid. Sentences may change.
    """
    header = Header.read(text.splitlines(), file)
    rules = find(header.game)
    chosen = [_choice(line) for line in text.splitlines() if line.startswith("> ")]
    plies = 0 if chosen else PLIES
    again = record(rules, header.seats, header.settings, header.seed, plies, chosen)
    if header.version == rules.version and course(again) != course(text):
        raise RecordError("golden.version", file=file, game=rules.id, rules=rules.version)
    return again
