"""The jobs of the workers, one function for each.

Each process caches the matches it has worked on recently, and replays only the new choices.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from typing import Any

import msgspec

from starhall import bots
from starhall.bots import review as reviews
from starhall.bots.hints import likely
from starhall.bots.review import Finding, Look, Review
from starhall.engine.errors import StarhallError
from starhall.engine.match.match import Match
from starhall.engine.match.record import Record
from starhall.engine.text.language import ENGLISH, speaking
from starhall.engine.text.spoken import Said
from starhall.server.errors import Conflict
from starhall.server.installed import find
from starhall.server.protocol.archive import Course, ReplayFrame, Swing
from starhall.server.storage.models import Header, Position
from starhall.server.words import of_result

CACHED = 64  # matches in the memory of one process
COURSE_POINTS = 240
MOST_DECISIVE = 3
LEAST_SWING = 0.1  # smallest change in the chance to win that counts as decisive
STRETCHES = 20  # of a game; a gain over one of them is more than a passing advantage
REVIEW_BUDGET = 2400  # simulations, not counting the careful looks
REVIEW_SEED = 0  # the same game gives the same review


class MatchScript(msgspec.Struct, frozen=True):
    """A match as a worker gets it: header, choices, and the number of undos."""

    table: str
    header: Header
    steps: list[tuple[int, str]]
    undos: int = 0
    origin: Position | None = None


_matches: OrderedDict[str, tuple[int, Match[Any]]] = OrderedDict()


def _match_of(script: MatchScript, ply: int | None = None) -> Match[Any]:
    """The match after a number of choices; the longest one is cached."""
    until = len(script.steps) if ply is None else ply
    cached = _matches.pop(script.table, None)
    if cached is not None and cached[0] == script.undos:
        match = cached[1]
    else:
        header = script.header
        seed = bytes.fromhex(header.seed)
        game = find(header.game, header.pack)
        if header.pack and game.content.hash != header.content:
            raise Conflict("hall.pack_changed", pack=header.pack)
        match = Match(game, len(header.names), header.settings, seed, header.names)
        if script.origin is not None:
            match.start_at(script.origin.checkpoint)
    for seat, token in script.steps[match.ply : until]:
        match.choose(token, seat)
    _matches[script.table] = (script.undos, match)
    while len(_matches) > CACHED:
        _matches.popitem(last=False)
    return match if match.ply == until else match.at(until)


def think(script: MatchScript, seat: int, bot: str) -> int:
    """The number of the option that a bot chooses for a seat, using what the seat knows."""
    return bots.ask(bots.make(bot, _luck(script, seat)), _match_of(script), seat).number


def hint(script: MatchScript, seat: int) -> list[bots.Hint]:
    """The best options of a seat, judged by what the seat knows."""
    return bots.hint(_match_of(script), seat, _luck(script, seat))


def _luck(script: MatchScript, seat: int) -> int:
    """The seed of a bot. It follows from the seed of the game and the choices of its seat.

    So a game with bots can be repeated, and taking a choice back does not make a bot answer
    differently. The hash reveals nothing about the cards dealt from the same seed.
    """
    made = sum([chooser == seat for chooser, _ in script.steps])
    key = bytes.fromhex(script.header.seed)
    luck = blake2b(f"{seat} {made}".encode(), key=key, person=b"starhall hall", digest_size=8)
    return int.from_bytes(luck.digest(), "little")


def replay_frame(script: MatchScript, ply: int, seat: int | None) -> bytes:
    """A ply of a finished game from one seat. It is large, so it is encoded here."""
    choice = _choice(script, ply, seat) if ply > 0 else ""
    scene = _match_of(script, ply).scene(seat)
    frame = ReplayFrame(ply=ply, plies=len(script.steps), scene=scene, choice=choice)
    return msgspec.json.encode(frame)


def _choice(script: MatchScript, ply: int, seat: int | None) -> str:
    """Who made a choice, and which one, as far as the seat may know it."""
    before = _match_of(script, ply - 1)
    chooser, token = script.steps[ply - 1]
    option = before.game.vocabulary.find(token)
    asked = before.decision_of(chooser)
    if asked is not None and option not in asked.options:
        asked = None  # the seat chose it without being asked
    said = before.names[chooser]
    if before.state.shown_at_end or chooser == seat:
        said += f": {before.label(option, asked)}"
    return said


def course(script: MatchScript) -> Course:
    """What the game measures of each seat, at some plies from first to last."""
    last = len(script.steps)
    points = sorted({round(i * last / COURSE_POINTS) for i in range(COURSE_POINTS + 1)})
    found: dict[str, list[list[float]]] = {}
    _matches.pop(script.table, None)
    chances: dict[int, list[float]] = {}
    for ply in points:
        match = _match_of(script, ply)
        chances[ply] = _chances(match)
        for name, values in match.game.measures(match.view(None)).items():
            rows = found.setdefault(match.game.measure_name(name), [[] for _ in values])
            for row, value in zip(rows, values, strict=True):
                row.append(value)
    return Course(plies=points, measures=found, decisive=_decisive(script, chances))


def _chances(match: Match[Any]) -> list[float]:
    """The chance of each seat to win, as the bots value the table.

    Empty if cards stay hidden after the end, or if there is only one seat.
    """
    game, state, seats = match.game, match.state, range(match.seats)
    if match.seats == 1 or not state.shown_at_end:
        return []
    if match.over:
        winners = game.result(state).winners
        return [1.0 / len(winners) if seat in winners else 0.0 for seat in seats]
    values = [game.value(state, seat) for seat in seats]
    total = sum(values) or 1.0
    return [likely(value / total, match.seats, game.sharpness) for value in values]


def _decisive(script: MatchScript, chances: dict[int, list[float]]) -> list[Swing]:
    """The stretches in which a seat made its greatest lasting gains, and the choice in each."""
    plies = sorted(chances)
    wide = max(1, len(plies) // STRETCHES)
    gains = [
        (chances[last][seat] - chances[first][seat], first, last, seat)
        for first, last in zip(plies, plies[wide:], strict=False)
        for seat in range(len(chances[first]))
    ]
    found: list[Swing] = []
    taken: list[tuple[int, int]] = []
    for gain, first, last, seat in sorted(gains, reverse=True):
        if gain < LEAST_SWING or len(found) == MOST_DECISIVE:
            break
        if any(first < end and start < last for start, end in taken):
            continue
        taken.append((first, last))
        steps = [_chances(_match_of(script, ply))[seat] for ply in range(first, last + 1)]
        ply = first + 1 + max(range(last - first), key=lambda at: steps[at + 1] - steps[at])
        found.append(
            Swing(
                ply=ply,
                seat=seat,
                before=round(steps[0], 3),
                after=round(steps[-1], 3),
                choice=_choice(script, ply, None),
            )
        )
    return sorted(found, key=lambda one: one.ply)


def plan_review(script: MatchScript, seat: int) -> list[Look]:
    """What to look at for the review of a seat."""
    return reviews.plan(_match_of(script), seat, REVIEW_BUDGET)


def take_looks(script: MatchScript, seat: int, looks: list[Look]) -> list[Finding]:
    match = _match_of(script)
    return [reviews.take(match, seat, REVIEW_SEED, look) for look in looks]


def conclude_review(script: MatchScript, seat: int, found: list[Finding]) -> Review:
    """The review in the language of the reader."""
    return reviews.conclude(_match_of(script), seat, REVIEW_SEED, REVIEW_BUDGET, found)


def record(script: MatchScript) -> Record:
    return _match_of(script).record()


def verify(script: MatchScript, ending: str | None) -> Said | None:
    """Play a finished game again from its seed; returns what is wrong with it, if anything.

    If there is no ending, people ended the game before its rules did.
    """
    _matches.pop(script.table, None)
    try:
        match = _match_of(script)
    except StarhallError as error:
        return Said("verify.impossible", {"why": str(error)})
    if ending is None:
        return None
    if match.result is None:
        return Said("verify.not_over")
    with speaking(ENGLISH):  # old games stored the ending in English
        known = (of_result(match.result), match.ending())
    return None if ending in known else Said("verify.differs", {"ending": match.ending()})
