# mypyc: off
"""Finds puzzles in bot games: positions where one choice is clearly better for what a seat knows.

A quick search looks at every decision of a game. If the best two options lie apart, a closer search
follows; if they still do, two deep searches with different seeds follow.
The same game, seed and numbers give the same puzzles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from math import hypot
from typing import Any, Final

import msgspec

from starhall.bots.base import Bot, ask
from starhall.bots.bot import Estimate, GreedyBot, QuickBot, RandomBot, SearchBot
from starhall.bots.hints import likely, weigh
from starhall.bots.outlook import gains
from starhall.bots.sight import Sight
from starhall.engine.errors import StarhallError
from starhall.engine.game import Game
from starhall.engine.lessons.position import make
from starhall.engine.lessons.puzzle import PuzzleFile, Weighed
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import seed_bytes
from starhall.engine.rules.options import Option

QUICK: Final = 16  # simulations of the first look
DEEP: Final = 144  # simulations of each of the two searches that must agree
CLOSER: Final = 4  # the look in between has a quarter of these, and demands less
DEPTH: Final = 12  # decisions ahead: farther than bots look while they play
MARGIN: Final = 0.03  # between the best two options, in chances to win
ERRORS: Final = 3.0  # the margin is at least so many standard errors
FEWEST: Final = 3  # options of a puzzle
MOST: Final = 12  # options that a person can compare
APART: Final = 6  # plies between two puzzles of one game
PER_GAME: Final = 5
LONGEST: Final = 420  # choices before a puzzle, so that the files stay small
SLIPS: Final = 8  # random choices in 100 of the bot games, so that games differ more
FOREVER: Final = 10**9  # milliseconds; the budget is simulations, so that results can be repeated


def searcher(seed: int, simulations: int) -> SearchBot:
    """A bot that looks far ahead and has a budget of simulations, not of time."""
    return SearchBot(seed, simulations=simulations, milliseconds=FOREVER, depth=DEPTH)


def in_game(game: Game[Any], seats: int, seed: str, deep: int = DEEP) -> Iterator[PuzzleFile]:
    """The puzzles in one bot game, found as it is played."""
    match = Match(game, seats, {}, seed)
    bots: list[Bot] = [QuickBot(number) for number in range(seats)]
    slip = RandomBot(_number(seed, "slips"))
    found, last = 0, -APART
    while not match.over and found < PER_GAME and match.ply <= LONGEST:
        decision = match.decision
        seat = decision.seat
        worth = FEWEST <= len(decision.options) <= MOST and match.fresh
        if worth and match.ply - last >= APART:
            puzzle = look(match, seat, _number(seed, f"look {match.ply}"), deep)
            if puzzle is not None:
                yield msgspec.structs.replace(puzzle, seed=seed)
                found, last = found + 1, match.ply
        if slip.stream.below(100) < SLIPS:
            chosen = slip.choose(Sight.of_options(game, decision, match.ply))
        else:
            chosen = ask(bots[seat], match, seat)
        match.choose(chosen, seat)


def look(match: Match[Any], seat: int, seed: int, deep: int = DEEP) -> PuzzleFile | None:
    """The puzzle of this position, if it is one."""
    if _is_promising(match, seat, seed, deep):
        return proven(match, seat, seed, deep)
    return None


def proven(match: Match[Any], seat: int, seed: int, deep: int = DEEP) -> PuzzleFile | None:
    """The puzzle of this position, if two deep searches agree on one best option."""
    first = weigh(searcher(seed + 1, deep), match, seat)
    if not _stands_out(match, first, ERRORS) or _does_nothing(match, seat, first[0].option):
        return None
    second = weigh(searcher(seed + 2, deep), match, seat)
    if not _stands_out(match, second, ERRORS) or second[0].option is not first[0].option:
        return None
    return _written(match, seat, seed, deep, first, second)


def _is_promising(match: Match[Any], seat: int, seed: int, deep: int) -> bool:
    """Cheaper searches come first, because they rule out most positions."""
    glance = weigh(SearchBot(seed, simulations=QUICK, milliseconds=FOREVER), match, seat)
    if not _stands_out(match, glance, 0.0) or _does_nothing(match, seat, glance[0].option):
        return False
    closer = weigh(searcher(seed + 4, max(2 * QUICK, deep // CLOSER)), match, seat)
    return _stands_out(match, closer, ERRORS / CLOSER, MARGIN / 2)


def _does_nothing(match: Match[Any], seat: int, option: Option) -> bool:
    """Doing nothing makes a poor answer."""
    decision = match.decision_of(seat)
    return decision is None or option is match.game.default(decision)


def searched_again(game: Game[Any], old: PuzzleFile, seed: str) -> PuzzleFile | None:
    """The same puzzle under today's rules, by other searches; None if it no longer is a puzzle.

    The searches follow from the seed, so they are not those that found the puzzle.
    """
    match = Match(game, old.seats, old.settings, old.seed)
    try:
        for line in old.play:
            make(match, line)
        if match.over or not match.fresh or match.decision_of(old.seat) is None:
            return None
    except StarhallError:
        return None
    found = proven(match, old.seat, _number(old.seed, f"{seed} {match.ply}"), old.simulations)
    return None if found is None else msgspec.structs.replace(found, seed=old.seed)


def chosen(found: Sequence[PuzzleFile], count: int) -> list[PuzzleFile]:
    """The best of what was found, the easy ones first: about a third of them are easy."""
    hard = _varied([puzzle for puzzle in found if puzzle.hard], count)
    easy = _varied([puzzle for puzzle in found if not puzzle.hard], count)
    few = max(count // 3, count - len(hard))
    picked = easy[:few]
    picked += hard[: count - len(picked)]
    return sorted(picked, key=lambda puzzle: (puzzle.hard, -puzzle.margin))


def _varied(found: Sequence[PuzzleFile], count: int) -> list[PuzzleFile]:
    """Different kinds of answers in turn; within a kind, the largest margin comes first."""
    left = sorted(found, key=lambda puzzle: -puzzle.margin)
    kinds: Counter[str] = Counter()
    picked: list[PuzzleFile] = []
    while left and len(picked) < count:
        fewest = min([kinds[_kind(puzzle)] for puzzle in left])
        best = next(puzzle for puzzle in left if kinds[_kind(puzzle)] == fewest)
        kinds[_kind(best)] += 1
        left.remove(best)
        picked.append(best)
    return picked


def _kind(puzzle: PuzzleFile) -> str:
    return puzzle.best.token.split()[0]


def _stands_out(
    match: Match[Any], found: Sequence[Estimate], errors: float, margin: float = MARGIN
) -> bool:
    """Is the best option better than every other, and not only by chance?"""

    def chance(estimate: Estimate) -> float:
        return likely(estimate.chance, match.seats, match.game.sharpness)

    best = found[0]
    return all(
        [
            chance(best) - chance(other) >= margin
            and best.chance - other.chance >= errors * hypot(best.error, other.error)
            for other in found[1:]
        ]
    )


def _written(
    match: Match[Any],
    seat: int,
    seed: int,
    deep: int,
    first: Sequence[Estimate],
    second: Sequence[Estimate],
) -> PuzzleFile:
    again = {estimate.option: estimate for estimate in second}

    def chance(estimate: Estimate) -> float:
        return round(likely(estimate.chance, match.seats, match.game.sharpness), 3)

    options = [
        Weighed(
            token=estimate.option.token,
            chance=chance(estimate),
            again=chance(again[estimate.option]),
            worlds=estimate.worlds,
        )
        for estimate in first
    ]
    luck = searcher(seed + 3, 1).stream.new_key()
    leads = gains(match, seat, luck, first[0].option, first[1].option)
    return PuzzleFile(
        rules=match.game.version,
        content=match.game.content.hash,
        seed="",
        seats=match.seats,
        seat=seat,
        simulations=deep,
        settings=match.settings,
        leads={gain.measure: gain.more for gain in leads},
        hard=ask(GreedyBot(seed), match, seat) is not first[0].option,
        play=[str(made) for made in match.choices],
        option=options,
    )


def _number(seed: str, what: str) -> int:
    """A number that follows from the seed of a bot game."""
    made = blake2b(what.encode(), key=seed_bytes(seed), person=b"starhall puzzle", digest_size=6)
    return int.from_bytes(made.digest(), "little")


def as_toml(puzzle: PuzzleFile) -> str:
    """The text of the file of a puzzle."""
    lines = [
        f"{name} = {_value(value)}"
        for name, value in msgspec.structs.asdict(puzzle).items()
        if name not in ("option", "play", "settings", "leads")
    ]
    lines += [f"settings = {_table(puzzle.settings)}", f"leads = {_table(puzzle.leads)}"]
    lines += ["play = [", *[f"  {_value(line)}," for line in puzzle.play], "]"]
    for weighed in puzzle.option:
        lines += ["", "[[option]]"]
        fields = msgspec.structs.asdict(weighed)
        lines += [f"{name} = {_value(value)}" for name, value in fields.items()]
    return "\n".join(lines) + "\n"


def _table(entries: Mapping[str, object]) -> str:
    told = ", ".join([f"{name} = {_value(value)}" for name, value in entries.items()])
    return f"{{ {told} }}" if told else "{}"


def _value(value: object) -> str:
    """A string, a number or a boolean as TOML; the first two are written as in JSON."""
    return msgspec.json.encode(value).decode()
