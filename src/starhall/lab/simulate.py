"""Simulation: many games between bots on all cores. The rows do not depend on the number of jobs.

The seeds of a game and its bots depend only on the seed of the plan and the number of the
game. The list of bots moves by one seat from game to game. A plan with several variants of the
settings takes them in turn.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from starhall.bots import NAMES, Bot, ask, tell_end
from starhall.bots.outside import bot_from_text
from starhall.engine.errors import StarhallError
from starhall.engine.game import Game, Value, find
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import seed_bytes
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State
from starhall.engine.text.packs import Pack
from starhall.lab.estimates import wilson
from starhall.lab.workers import BadPlan, LabError, in_processes


class Plan(msgspec.Struct, frozen=True):
    """What to play; `plan` creates a checked one."""

    game: str
    seats: int
    settings: dict[str, Value]
    bots: list[str]
    seed: bytes
    records: bool = False
    pack: Pack | None = None
    variants: list[dict[str, Value]] = []  # instead of `settings`, one after the other


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game. `plies` counts the answers given, `choices` those with at least two options.

    A game broken off by a bot or the rules has an error and no result; `plies` says where.
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
    variants: Sequence[Mapping[str, Value]] = (),
) -> Plan:
    """A checked plan: unknown games, bots, seat counts and options are refused at once.

    Each of the `variants` is added to the settings.
    """
    rules = find(game) if isinstance(game, str) else game
    if not bots:
        raise BadPlan("lab.no_bot", known=", ".join(NAMES))
    check_bots(bots)
    count = seats if seats is not None else min(max(len(bots), rules.seats.start), rules.seats[-1])
    return Plan(
        game=rules.id,
        seats=count,
        settings=rules.configure(count, {**(settings or {}), **(variants[0] if variants else {})}),
        bots=list(bots),
        seed=seed_bytes(seed),
        records=records,
        pack=rules.pack,
        variants=[rules.configure(count, {**(settings or {}), **variant}) for variant in variants],
    )


def check_bots(bots: Sequence[str]) -> None:
    """Make every bot once, so that anything missing is found before the first game."""
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
    turn = index // max(1, len(plan.variants))  # all variants are played with the same seating
    return [plan.bots[(seat + turn) % len(plan.bots)] for seat in range(plan.seats)]


def settings_of(plan: Plan, index: int) -> dict[str, Value]:
    """The settings of the game with that number."""
    return plan.variants[index % len(plan.variants)] if plan.variants else plan.settings


_rules: dict[tuple[str, str], Game[State]] = {}


def rules_of(game: str, pack: Pack | None) -> Game[State]:
    """Cached, because reading content takes longer than a short game."""
    key = game, pack.hash if pack is not None else ""
    if key not in _rules:
        found = find(game)
        _rules[key] = found if pack is None else type(found)(pack)
    return _rules[key]


class Notes:
    """Takes notes of a game while it is played; what is noted is up to the subclass."""

    def asked(self, match: Match[Any], decision: Decision) -> None:
        """Somebody is about to choose."""

    def chosen(self, decision: Decision, option: Option) -> None:
        """The choice, before it is made."""


def play_game(plan: Plan, index: int) -> Row:
    """Play one game of the plan to its end, or to an error."""
    return play_noted(plan, index, None)[1]


def play_noted(plan: Plan, index: int, notes: Notes | None) -> tuple[Match[Any], Row]:
    """The same, with notes taken; returns the match too."""
    sitting = seat_bots(plan, index)
    seed = game_seed(plan.seed, index)
    bots = [
        bot_from_text(text, bot_seed(plan.seed, index, seat)) for seat, text in enumerate(sitting)
    ]
    watched = notes is not None or any([bot.needs for bot in bots])
    rules = rules_of(plan.game, plan.pack)
    match = Match(rules, plan.seats, settings_of(plan, index), seed, watched=watched)
    choices, error = 0, ""
    try:
        choices = play_out(match, bots, notes)
        tell_end(dict(enumerate(bots)), match)
    except Exception as fault:  # one broken game must not end the others
        error = in_words(fault, match, sitting)
    finally:
        for bot in bots:
            bot.close()
    result = match.result if not error else None
    row = Row(
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
    return match, row


def in_words(fault: Exception, match: Match[Any], bots: Sequence[str]) -> str:
    """Where a game broke off, and why."""
    asked = match.decisions
    who = f"{bots[asked[0].seat]} in seat {asked[0].seat + 1}, " if asked else ""
    kind = "" if isinstance(fault, StarhallError) else f"{type(fault).__name__}: "
    return f"{who}ply {match.ply}: {kind}{fault}"


def play_out(match: Match[Any], bots: Sequence[Bot], notes: Notes | None = None) -> int:
    """Let the bots play to the end; returns how often there was a choice."""
    choices = 0
    while not match.over:
        decision = match.decision
        seat = decision.seat
        choices += len(decision.options) > 1
        if notes is not None:
            notes.asked(match, decision)
        option = ask(bots[seat], match, seat)
        if notes is not None:
            notes.chosen(decision, option)
        match.choose(option, seat)
    return choices


# --- many games ----------------------------------------------------------------------------------


def numbers_left(games: int, done: Container[int]) -> list[int]:
    """The numbers of the games that are still to be played."""
    if games < 1:
        raise LabError("lab.games", n=games)
    return [index for index in range(games) if index not in done]


def run(
    plan: Plan, games: int, jobs: int = 1, done: Container[int] = ()
) -> Generator[Row, None, None]:
    """The games 0 to games - 1 without those that are done, in order, as they become ready."""
    return in_processes(play_game, plan, numbers_left(games, done), jobs)


# --- results -------------------------------------------------------------------------------------


class Standing(msgspec.Struct, frozen=True):
    """The results of a bot: its games (one for each of its seats), its wins and its mean score."""

    bot: str
    seats: int
    wins: float  # a win shared by two counts half
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
    """Wins and scores by bot, lengths and reasons, of the finished games."""
    ended = [row for row in rows if not row.error]
    if not ended:
        raise LabError("lab.none_finished")
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
