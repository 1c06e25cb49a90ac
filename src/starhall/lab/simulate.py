"""Simulation: many games between bots on all cores. The rows do not depend on the number of jobs.

The seeds of a game and its bots depend only on the seed of the plan and the number of the
game. The list of bots moves by one seat from game to game.
"""

from __future__ import annotations

import csv
import io
import math
import multiprocessing
import os
import signal
from collections.abc import Generator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec

from starhall.bots import NAMES, Bot, ask, tell_end
from starhall.bots.outside import bot_from_text
from starhall.engine.errors import BadSetting, RulesFault, StarhallError
from starhall.engine.game import Game, Value, find
from starhall.engine.match.match import Match
from starhall.engine.match.record import replace_file
from starhall.engine.rules.chance import seed_bytes
from starhall.engine.rules.state import State

SUFFIXES: Final = (".parquet", ".csv", ".jsonl")
CHUNKS_PER_JOB: Final = 16
LARGEST_CHUNK: Final = 50
Z95: Final = 1.959963984540054  # the 97.5 % point of the normal distribution


class LabError(StarhallError):
    """A simulation cannot be run, or its results cannot be written."""


class Plan(msgspec.Struct, frozen=True):
    """What to play; `plan` creates a checked one."""

    game: str
    seats: int
    settings: dict[str, Value]
    bots: list[str]
    seed: bytes
    records: bool = False


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game. `plies` counts the answers given, `choices` those with at least two options."""

    index: int
    seed: str
    seats: int
    bots: list[str]
    winners: list[int]
    ranks: list[int]
    scores: list[float]
    plies: int
    reason: str
    choices: int
    settings: str
    record: list[str] | None = None


def plan(
    game: str,
    bots: Sequence[str] = ("random",),
    seats: int | None = None,
    settings: Mapping[str, Value] | None = None,
    seed: int | str | bytes = 1,
    records: bool = False,
) -> Plan:
    """A checked plan: unknown games, bots, seat counts and options are refused at once."""
    rules = find(game)
    if not bots:
        raise BadSetting(f"a simulation needs at least one bot of: {', '.join(NAMES)}")
    for name in bots:
        bot_from_text(name, 0)
    count = seats if seats is not None else min(max(len(bots), rules.seats.start), rules.seats[-1])
    return Plan(
        game=rules.id,
        seats=count,
        settings=rules.configure(count, settings or {}),
        bots=list(bots),
        seed=seed_bytes(seed),
        records=records,
    )


# --- one game ------------------------------------------------------------------------------------


def game_seed(seed: bytes, index: int) -> bytes:
    """The seed of the game with that number."""
    return blake2b(str(index).encode(), key=seed, person=b"starhall lab", digest_size=32).digest()


def bot_seed(seed: bytes, index: int, seat: int) -> int:
    """The seed of the bot in that seat of that game."""
    what = f"{index} {seat}".encode()
    luck = blake2b(what, key=seed, person=b"starhall lab bot", digest_size=8).digest()
    return int.from_bytes(luck, "little")


def seat_bots(plan: Plan, index: int) -> list[str]:
    """The bots by seat: the list wraps around and starts one seat later in each game."""
    return [plan.bots[(seat + index) % len(plan.bots)] for seat in range(plan.seats)]


@cache
def rules_of(id: str) -> Game[State]:
    """Cached, because looking for installed games takes longer than a short game."""
    return find(id)


def play_game(plan: Plan, index: int) -> Row:
    """Play one game of the plan to its end."""
    sitting = seat_bots(plan, index)
    bots = [
        bot_from_text(text, bot_seed(plan.seed, index, seat)) for seat, text in enumerate(sitting)
    ]
    watched = any([bot.needs for bot in bots])
    seed = game_seed(plan.seed, index)
    match = Match(rules_of(plan.game), plan.seats, plan.settings, seed, watched=watched)
    try:
        choices = play_out(match, bots)
        tell_end(dict(enumerate(bots)), match)
    except StarhallError as error:
        where = f"game {index} of {plan.game} (seed {seed.hex()}, ply {match.ply})"
        raise RulesFault(f"{where}: {error}") from error
    finally:
        for bot in bots:
            bot.close()
    result = match.result
    assert result is not None
    return Row(
        index=index,
        seed=seed.hex(),
        seats=plan.seats,
        bots=sitting,
        winners=result.winners,
        ranks=result.ranks,
        scores=result.scores,
        plies=match.ply,
        reason=result.reason,
        choices=choices,
        settings=msgspec.json.encode(match.settings).decode(),
        record=[str(step) for step in match.choices] if plan.records else None,
    )


def play_out(match: Match[Any], bots: Sequence[Bot]) -> int:
    """Let the bots play to the end; returns how often there was a choice."""
    choices = 0
    while not match.over:
        decision = match.decision
        seat = decision.seat
        choices += len(decision.options) > 1
        match.choose(ask(bots[seat], match, seat), seat)
    return choices


# --- many games ----------------------------------------------------------------------------------


def cores() -> int:
    """How many processes may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(plan: Plan, games: int, jobs: int = 1) -> Generator[Row, None, None]:
    """The games 0 to games - 1, in order, as they become ready."""
    if games < 1 or jobs < 1:
        raise LabError(f"a simulation needs at least 1 game and 1 job, not {games} and {jobs}")
    jobs = min(jobs, games)
    if jobs == 1:
        for index in range(games):
            yield play_game(plan, index)
        return
    chunk = max(1, min(LARGEST_CHUNK, games // (jobs * CHUNKS_PER_JOB)))
    # Spawned, not forked, because the caller may have threads.
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs, _begin_work, (plan,)) as pool:
        yield from pool.imap(_work, range(games), chunk)


_planned: list[Plan] = []


def leave_keyboard() -> None:
    """In each worker: Ctrl-C is for the parent, which then ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _begin_work(plan: Plan) -> None:
    leave_keyboard()
    _planned.append(plan)


def _work(index: int) -> Row:
    return play_game(_planned[0], index)


# --- results -------------------------------------------------------------------------------------


def wilson(hits: float, trials: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a proportion."""
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    spread = Z95 * Z95 / trials
    middle = share + spread / 2
    reach = Z95 * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    low = (middle - reach) / (1 + spread)
    high = (middle + reach) / (1 + spread)
    # Exact at the ends, despite rounding.
    return 0.0 if hits == 0 else low, 1.0 if hits == trials else high


class Standing(msgspec.Struct, frozen=True):
    """The results of a bot: its games (one for each of its seats) and its wins."""

    bot: str
    seats: int
    wins: int
    share: float
    low: float
    high: float
    fair: float  # the share if all seats had won equally often


class Summary(msgspec.Struct, frozen=True):
    """The summary of a simulation."""

    games: int
    plies: int
    choices: int
    mean_plies: float
    shortest: int
    longest: int
    reasons: dict[str, int]
    bots: list[Standing]


def summarize(rows: Sequence[Row]) -> Summary:
    """Wins by bot, lengths and reasons; a shared win counts for each winner."""
    if not rows:
        raise LabError("no game was finished, so there is nothing to sum up")
    seats: dict[str, int] = {}
    wins: dict[str, int] = {}
    reasons: dict[str, int] = {}
    won = taken = 0
    for row in rows:
        reasons[row.reason] = reasons.get(row.reason, 0) + 1
        won += len(row.winners)
        taken += row.seats
        for seat, bot in enumerate(row.bots):
            seats[bot] = seats.get(bot, 0) + 1
            wins[bot] = wins.get(bot, 0) + (seat in row.winners)
    lengths = [row.plies for row in rows]
    standings = [
        Standing(bot, n, wins[bot], wins[bot] / n, *wilson(wins[bot], n), fair=won / taken)
        for bot, n in sorted(seats.items())
    ]
    return Summary(
        games=len(rows),
        plies=sum(lengths),
        choices=sum([row.choices for row in rows]),
        mean_plies=sum(lengths) / len(rows),
        shortest=min(lengths),
        longest=max(lengths),
        reasons=dict(sorted(reasons.items())),
        bots=standings,
    )


# --- writing -------------------------------------------------------------------------------------


def check_file(path: Path) -> None:
    """Refuse a file that could not be written, before hours of play."""
    if path.suffix not in SUFFIXES:
        raise LabError(f"{path}: the name of a result file ends in {', '.join(SUFFIXES)}")
    if not path.parent.is_dir():
        raise LabError(f"{path}: there is no folder {path.parent}; make it first")
    if path.is_dir():
        raise LabError(f"{path} is a folder; name a file in it")


def write(rows: Sequence[Row], path: Path) -> None:
    """Write the rows in the format of the suffix; a failure does not damage an old file."""
    check_file(path)
    data = {".parquet": _parquet, ".csv": _csv, ".jsonl": _jsonl}[path.suffix](rows)
    try:
        replace_file(path, data)
    except OSError as error:
        raise LabError(
            f"{path} could not be written: {error.strerror}; an older file there is untouched"
        ) from None


def _columns(rows: Sequence[Row]) -> list[str]:
    columns = list(Row.__struct_fields__)
    return columns if any([row.record is not None for row in rows]) else columns[:-1]


def _parquet(rows: Sequence[Row]) -> bytes:
    try:
        import polars  # slow to import, and only needed here
    except ImportError:
        raise LabError(
            "parquet files need polars, which is not installed (pip install 'starhall[lab]'); "
            ".csv and .jsonl need nothing"
        ) from None

    text, whole = polars.String(), polars.Int64()
    types: dict[str, polars.DataType] = {
        "index": whole,
        "seed": text,
        "seats": whole,
        "bots": polars.List(text),
        "winners": polars.List(whole),
        "ranks": polars.List(whole),
        "scores": polars.List(polars.Float64()),
        "plies": whole,
        "reason": text,
        "choices": whole,
        "settings": text,
        "record": polars.List(text),
    }
    schema = {name: types[name] for name in _columns(rows)}
    columns = {name: [getattr(row, name) for row in rows] for name in schema}
    data = io.BytesIO()
    polars.DataFrame(columns, schema=schema).write_parquet(data)
    return data.getvalue()


def _csv(rows: Sequence[Row]) -> bytes:
    """Lists are written as JSON."""
    columns = _columns(rows)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        values = [getattr(row, name) for name in columns]
        writer.writerow(
            [msgspec.json.encode(v).decode() if isinstance(v, list) else v for v in values]
        )
    return text.getvalue().encode()


def _jsonl(rows: Sequence[Row]) -> bytes:
    return b"".join([msgspec.json.encode(row) + b"\n" for row in rows])
