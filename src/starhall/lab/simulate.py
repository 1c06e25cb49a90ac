"""Simulation: many games between bots on all cores. The rows do not depend on the number of jobs.

The seeds of a game and its bots depend only on the seed of the plan and the number of the
game. The list of bots moves by one seat from game to game.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
from collections.abc import Container, Generator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec

from starhall.bots import NAMES, Bot, ask, tell_end
from starhall.bots.outside import bot_from_text
from starhall.engine.errors import BadSetting, StarhallError
from starhall.engine.game import Game, Value, find
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import seed_bytes
from starhall.engine.rules.state import State
from starhall.engine.text.packs import Pack

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
    pack: Pack | None = None


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game. `plies` counts the answers given, `choices` those with at least two options.

    A game that a bot or the rules broke off has an error and no result; `plies` is where.
    """

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
    error: str
    record: list[str] | None = None


def plan(
    game: str | Game[Any],
    bots: Sequence[str] = ("random",),
    seats: int | None = None,
    settings: Mapping[str, Value] | None = None,
    seed: int | str | bytes = 1,
    records: bool = False,
) -> Plan:
    """A checked plan: unknown games, bots, seat counts and options are refused at once."""
    rules = find(game) if isinstance(game, str) else game
    if not bots:
        raise BadSetting(f"a simulation needs at least one bot of: {', '.join(NAMES)}")
    check_bots(bots)
    count = seats if seats is not None else min(max(len(bots), rules.seats.start), rules.seats[-1])
    return Plan(
        game=rules.id,
        seats=count,
        settings=rules.configure(count, settings or {}),
        bots=list(bots),
        seed=seed_bytes(seed),
        records=records,
        pack=rules.pack,
    )


def check_bots(bots: Sequence[str]) -> None:
    """Make every bot once: what is missing is found before the first game."""
    for name in bots:
        bot_from_text(name, 0).close()


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


_rules: dict[tuple[str, str], Game[State]] = {}


def rules_of(game: str, pack: Pack | None) -> Game[State]:
    """Kept, because reading content takes longer than a short game."""
    key = game, pack.hash if pack is not None else ""
    if key not in _rules:
        found = find(game)
        _rules[key] = found if pack is None else type(found)(pack)
    return _rules[key]


def play_game(plan: Plan, index: int) -> Row:
    """Play one game of the plan to its end, or to an error."""
    sitting = seat_bots(plan, index)
    seed = game_seed(plan.seed, index)
    bots = [
        bot_from_text(text, bot_seed(plan.seed, index, seat)) for seat, text in enumerate(sitting)
    ]
    watched = any([bot.needs for bot in bots])
    rules = rules_of(plan.game, plan.pack)
    match = Match(rules, plan.seats, plan.settings, seed, watched=watched)
    choices, error = 0, ""
    try:
        choices = play_out(match, bots)
        tell_end(dict(enumerate(bots)), match)
    except Exception as fault:  # one broken game must not end the others
        error = in_words(fault, match, sitting)
    finally:
        for bot in bots:
            bot.close()
    result = match.result if not error else None
    return Row(
        index=index,
        seed=seed.hex(),
        seats=plan.seats,
        bots=sitting,
        winners=result.winners if result else [],
        ranks=result.ranks if result else [],
        scores=result.scores if result else [],
        plies=match.ply,
        reason=result.reason if result else "error",
        choices=choices,
        settings=msgspec.json.encode(match.settings).decode(),
        error=error,
        record=[str(step) for step in match.choices] if plan.records else None,
    )


def in_words(fault: Exception, match: Match[Any], bots: Sequence[str]) -> str:
    """Where a game broke off, and why."""
    asked = match.decisions
    who = f"{bots[asked[0].seat]} in seat {asked[0].seat + 1}, " if asked else ""
    kind = "" if isinstance(fault, StarhallError) else f"{type(fault).__name__}: "
    return f"{who}ply {match.ply}: {kind}{fault}"


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


def run(
    plan: Plan, games: int, jobs: int = 1, done: Container[int] = ()
) -> Generator[Row, None, None]:
    """The games 0 to games - 1 without those that are done, in order, as they become ready."""
    if games < 1 or jobs < 1:
        raise LabError(f"a simulation needs at least 1 game and 1 job, not {games} and {jobs}")
    left = [index for index in range(games) if index not in done]
    jobs = min(jobs, len(left))
    if jobs <= 1:
        for index in left:
            yield play_game(plan, index)
        return
    chunk = max(1, min(LARGEST_CHUNK, len(left) // (jobs * CHUNKS_PER_JOB)))
    # Spawned, not forked, because the caller may have threads.
    context = multiprocessing.get_context("spawn")
    with context.Pool(jobs, _begin_work, (plan,)) as pool:
        yield from pool.imap(_work, left, chunk)


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
    """The results of a bot: its games (one for each of its seats), its wins and its mean score."""

    bot: str
    seats: int
    wins: float  # a win that two share is half a win
    share: float
    low: float
    high: float
    fair: float  # the share if all seats had won equally often
    score: float


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
    failed: int  # games that broke off; they are not counted above


def summarize(rows: Sequence[Row]) -> Summary:
    """Wins and scores by bot, lengths and reasons, of the games that came to their end."""
    ended = [row for row in rows if not row.error]
    if not ended:
        raise LabError("no game was finished, so there is nothing to sum up")
    seats: dict[str, int] = {}
    wins: dict[str, float] = {}
    scores: dict[str, float] = {}
    reasons: dict[str, int] = {}
    won = taken = 0
    for row in ended:
        reasons[row.reason] = reasons.get(row.reason, 0) + 1
        won += bool(row.winners)
        taken += row.seats
        for seat, bot in enumerate(row.bots):
            seats[bot] = seats.get(bot, 0) + 1
            win = 1 / len(row.winners) if seat in row.winners else 0.0
            wins[bot] = wins.get(bot, 0.0) + win
            scores[bot] = scores.get(bot, 0.0) + row.scores[seat]
    lengths = [row.plies for row in ended]
    standings = [
        Standing(
            bot, n, wins[bot], wins[bot] / n, *wilson(wins[bot], n), won / taken, scores[bot] / n
        )
        for bot, n in sorted(seats.items())
    ]
    return Summary(
        games=len(ended),
        plies=sum(lengths),
        choices=sum([row.choices for row in ended]),
        mean_plies=sum(lengths) / len(ended),
        shortest=min(lengths),
        longest=max(lengths),
        reasons=dict(sorted(reasons.items())),
        bots=standings,
        failed=len(rows) - len(ended),
    )
