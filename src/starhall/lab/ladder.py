"""Ladders: the strength of bots, from seeded games that each pair plays twice with swapped seats.

A pair plays every deal from both sides (a mirror match), so that a good hand favours
nobody. Elo is fitted to all pairings at once (Bradley-Terry). A game for one player has no
pairings: there all bots play the same deals, and the shares of won games are compared.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Generator, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from starhall.bots import ask, tell_end
from starhall.bots.outside import bot_from_text
from starhall.engine.game import Game, Value, find
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import seed_bytes
from starhall.engine.text.packs import Pack
from starhall.lab.estimates import wilson
from starhall.lab.simulate import bot_seed, check_bots, game_seed, in_words, rules_of
from starhall.lab.workers import BadPlan, LabError, in_processes

SAMPLES = 400
VIRTUAL = 0.5  # drawn games added for each pair: keeps Elo finite if one side wins all
ROUNDS = 100  # of the fit


class Contest(msgspec.Struct, frozen=True):
    """What to play; `contest` creates a checked one."""

    game: str
    seats: int
    settings: dict[str, Value]
    bots: list[str]
    pairs: list[tuple[int, int]]  # places in `bots`; for one player (i, i)
    games: int  # by pair
    seed: bytes
    pack: Pack | None = None


class Played(msgspec.Struct, frozen=True):
    """One game of a pair: the share of the first bot, the mean score and CPU time of each."""

    pair: int
    deal: int
    share: float  # of the win: a tie is half a win
    scores: tuple[float, float]
    decisions: tuple[int, int]
    seconds: tuple[float, float]


class Pairing(msgspec.Struct, frozen=True):
    """The results of one bot against another, with the 95 % interval of its share."""

    one: str
    other: str
    games: int
    wins: float  # a shared win is half of one
    share: float
    low: float
    high: float


class Rung(msgspec.Struct, frozen=True):
    """A bot on the ladder; in a game for one player `share` counts, and there is no Elo."""

    bot: str
    games: int
    wins: float
    share: float
    low: float
    high: float
    score: float  # the mean of its seats
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    ratio: float | None  # one player: its share divided by that of the bot before it
    decisions: int
    ms_per_decision: float  # CPU


class Ladder(msgspec.Struct, frozen=True):
    """The whole ladder, and the command that repeats it."""

    game: str
    seats: int
    seed: str
    games: int
    command: str
    rungs: list[Rung]
    pairings: list[Pairing]


def contest(
    game: str | Game[Any],
    bots: Sequence[str],
    games: int,
    seats: int | None = None,
    settings: Mapping[str, Value] | None = None,
    seed: str = "1",
    neighbours: bool = False,
) -> Contest:
    """A checked plan: unknown games, bots, seat counts and options are refused at once."""
    rules = find(game) if isinstance(game, str) else game
    count = seats if seats is not None else max(2, rules.seats.start)
    count = min(count, rules.seats[-1]) if seats is None else count
    configured = rules.configure(count, settings or {})
    check_bots(bots)
    if len(set(bots)) != len(bots):
        raise BadPlan("ladder.twice", bots=", ".join(bots))
    if count == 1:
        pairs = [(place, place) for place in range(len(bots))]
    elif neighbours:
        pairs = [(place + 1, place) for place in range(len(bots) - 1)]
    else:
        pairs = [(high, low) for low, high in combinations(range(len(bots)), 2)]
    if not pairs:
        raise BadPlan("ladder.one", bots=", ".join(bots))
    if games < 2 or games % 2:
        raise BadPlan("ladder.odd", n=games)
    named = list(bots)
    return Contest(rules.id, count, configured, named, pairs, games, seed_bytes(seed), rules.pack)


# --- playing -------------------------------------------------------------------------------------


def play_one(plan: Contest, number: int) -> Played:
    """One game: every deal is played twice in a row, the second time with the seats swapped."""
    pair, index = divmod(number, plan.games)
    deal, swapped = (index, 0) if plan.seats == 1 else divmod(index, 2)
    sides = [(seat + swapped) % 2 for seat in range(plan.seats)] if plan.seats > 1 else [0]
    names = [plan.bots[place] for place in plan.pairs[pair]]
    bots = [
        bot_from_text(names[side], bot_seed(plan.seed, number, seat))
        for seat, side in enumerate(sides)
    ]
    rules = rules_of(plan.game, plan.pack)
    match = Match(rules, plan.seats, plan.settings, game_seed(plan.seed, deal))
    decisions, seconds = [0, 0], [0.0, 0.0]
    try:
        while not match.over:
            seat = match.decision.seat
            begun = time.process_time()
            option = ask(bots[seat], match, seat)
            seconds[sides[seat]] += time.process_time() - begun
            decisions[sides[seat]] += 1
            match.choose(option, seat)
        tell_end(dict(enumerate(bots)), match)
    except Exception as fault:
        said = in_words(fault, match, [names[side] for side in sides])
        bots_are = ", ".join(names)
        raise LabError("ladder.broke", n=deal, game=plan.game, bots=bots_are, why=said) from fault
    finally:
        for bot in bots:
            bot.close()
    result = match.result
    assert result is not None
    won = [seat for seat in result.winners if sides[seat] == 0]
    share = len(won) / len(result.winners) if result.winners else 0.0
    scores = _mean(result.scores, sides, 0), _mean(result.scores, sides, 1)
    return Played(pair, deal, share, scores, (decisions[0], decisions[1]), (seconds[0], seconds[1]))


def _mean(scores: Sequence[float], sides: Sequence[int], side: int) -> float:
    own = [score for score, of in zip(scores, sides, strict=True) if of == side]
    return sum(own) / len(own) if own else 0.0


def run(plan: Contest, jobs: int = 1) -> Generator[Played, None, None]:
    """All games, in order, as they become ready; the same ones whatever the number of jobs."""
    return in_processes(play_one, plan, range(plan.games * len(plan.pairs)), jobs)


# --- results -------------------------------------------------------------------------------------


def climb(plan: Contest, played: Sequence[Played], command: str, seed: str) -> Ladder:
    """The ladder from the results."""
    if not played:
        raise LabError("lab.none_finished")
    pairings = [] if plan.seats == 1 else _pairings(plan, played)
    scores = [_score(played, number) for number in range(len(plan.pairs))]
    ratings = elos(len(plan.bots), plan.pairs, scores, plan.seed) if plan.seats > 1 else []
    rungs: list[Rung] = []
    for place, bot in enumerate(plan.bots):
        wins, games, scores_of, decisions, seconds = _sum_up(plan, played, place)
        low, high = wilson(wins, games)
        share = wins / games if games else 0.0
        before = rungs[-1].share if rungs else 0.0
        elo, elo_low, elo_high = ratings[place] if ratings else (None, None, None)
        rungs.append(
            Rung(
                bot=bot,
                games=games,
                wins=wins,
                share=share,
                low=low,
                high=high,
                score=scores_of / games if games else 0.0,
                elo=elo,
                elo_low=elo_low,
                elo_high=elo_high,
                ratio=share / before if plan.seats == 1 and before else None,
                decisions=decisions,
                ms_per_decision=1000 * seconds / decisions if decisions else 0.0,
            )
        )
    return Ladder(plan.game, plan.seats, seed, len(played), command, rungs, pairings)


def _score(played: Sequence[Played], pair: int) -> tuple[float, int]:
    """Wins of the first bot of a pair, and games."""
    shares = [game.share for game in played if game.pair == pair]
    return sum(shares), len(shares)


def _pairings(plan: Contest, played: Sequence[Played]) -> list[Pairing]:
    found = []
    for number, (one, other) in enumerate(plan.pairs):
        wins, games = _score(played, number)
        if games:
            bounds = wilson(wins, games)
            names = plan.bots[one], plan.bots[other]
            found.append(Pairing(*names, games, wins, wins / games, *bounds))
    return found


def _sum_up(
    plan: Contest, played: Sequence[Played], place: int
) -> tuple[float, int, float, int, float]:
    """Wins, games, scores, decisions and CPU seconds of one bot."""
    wins, games, scores, decisions, seconds = 0.0, 0, 0.0, 0, 0.0
    for game in played:
        pair = plan.pairs[game.pair]
        if place in pair:
            side = pair.index(place)
            wins += game.share if side == 0 else 1.0 - game.share
            games += 1
            scores += game.scores[side]
            decisions += game.decisions[side]
            seconds += game.seconds[side]
    return wins, games, scores, decisions, seconds


def elos(
    bots: int, pairs: Sequence[tuple[int, int]], scores: Sequence[tuple[float, int]], seed: bytes
) -> list[tuple[float, float, float]]:
    """Elo above the first bot, with 95 % intervals from the uncertainty of the shares."""
    draw = random.Random(seed)
    samples: list[list[float]] = []
    for _ in range(SAMPLES):
        # Jeffreys' posterior of each share: it stays open if one side has won all.
        shares = [draw.betavariate(wins + 0.5, games - wins + 0.5) for wins, games in scores]
        drawn = [(share * games, games) for share, (_, games) in zip(shares, scores, strict=True)]
        samples.append(fit(bots, pairs, drawn))
    found = []
    for place, rating in enumerate(fit(bots, pairs, scores)):
        spread = sorted([sample[place] for sample in samples])
        low, high = spread[round(0.025 * SAMPLES)], spread[round(0.975 * SAMPLES) - 1]
        # If a bot won all, the rating itself is the highest that the games can show.
        found.append((rating, min(low, rating), max(high, rating)))
    return found


def fit(
    bots: int, pairs: Sequence[tuple[int, int]], scores: Sequence[tuple[float, int]]
) -> list[float]:
    """The Elo ratings that make these scores likeliest (Bradley-Terry), the first bot at 0."""
    strength = [1.0] * bots
    for _ in range(ROUNDS):
        won, met = [0.0] * bots, [0.0] * bots
        for (one, other), (wins, games) in zip(pairs, scores, strict=True):
            total = games + 2 * VIRTUAL
            won[one] += wins + VIRTUAL
            won[other] += games - wins + VIRTUAL
            weight = total / (strength[one] + strength[other])
            met[one] += weight
            met[other] += weight
        strength = [won[i] / met[i] if met[i] else 1.0 for i in range(bots)]
        strength = [value / strength[0] for value in strength]
    return [400 * math.log10(value) for value in strength]
