"""Who sits at the terminal's table: people and bots, as written after --players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path
from typing import Any

from starhall.bots import NAMES, Bot, UnknownBot
from starhall.bots.outside import bot_from_text
from starhall.cli.words import BadUse, say
from starhall.engine.game import Game
from starhall.engine.match.match import Match
from starhall.engine.rules.state import State

HUMAN = "me"
USUAL = (HUMAN, "greedy", "random")
FILLER = "random"
USUAL_SEATS = 3


class Player:
    """A seat's player: a person, or a bot by its name."""

    __slots__ = ("bot", "name")

    def __init__(self, name: str, bot: str = "") -> None:
        self.name = name
        self.bot = bot


def seat_players(text: str | None, seats: int | None, game: Game[State]) -> list[Player]:
    """The players of a new game: as written, then random bots up to the number of seats."""
    words = list(USUAL) if text is None else [word.strip() for word in text.split(",")]
    if seats is None:
        seats = len(words)
        if text is None:
            seats = min(max(USUAL_SEATS, game.seats.start), game.seats.stop - 1)
    if text is None:
        words = words[:seats]
    game.configure(seats, {})  # report a wrong number of seats before a wrong list of players
    if len(words) > seats:
        raise BadUse("use.many_players", n=len(words), seats=seats)
    words += [FILLER] * (seats - len(words))
    return _named(words)


def recall_players(names: Sequence[str]) -> list[Player]:
    """The players of a saved game: a seat named after a bot belongs to that bot."""
    return [Player(name, _bot_called(name)) for name in names]


def replace_players(text: str, names: Sequence[str]) -> list[Player]:
    """Other players for a saved game; the seats keep their names."""
    words = [word.strip() for word in text.split(",")]
    if len(words) != len(names):
        raise BadUse("use.other_players", n=len(words), seats=len(names), names=list(names))
    chosen = _named(words)
    return [Player(name, player.bot) for name, player in zip(names, chosen, strict=True)]


def check_names(names: Sequence[str]) -> list[str]:
    """Check the names of people: not empty, unique, and not the name of a bot."""
    for name, count in Counter(names).items():
        if not name.strip():
            raise BadUse("use.empty_name")
        if count > 1:
            raise BadUse("use.same_name", name=name)
        if _bot_called(name):
            raise BadUse("use.bot_name", name=name)
    return list(names)


def seat_bots(match: Match[Any], players: Sequence[Player]) -> dict[int, Bot]:
    """The bots by seat; their randomness depends on the seed and the ply at which they join."""
    bots: dict[int, Bot] = {}
    for seat, player in enumerate(players):
        if player.bot:
            luck = blake2b(f"{seat} {match.ply}".encode(), key=match.seed, digest_size=8)
            bots[seat] = bot_from_text(player.bot, int.from_bytes(luck.digest(), "little"))
    return bots


def _named(words: Sequence[str]) -> list[Player]:
    """Players from words such as `me`, `me:Ann`, `greedy` or `search:depth=4`."""
    players: list[Player] = []
    times: Counter[str] = Counter()
    for seat, word in enumerate(words):
        kind, _, name = word.partition(":")
        if kind == HUMAN:
            players.append(Player(name.strip() or unnamed(seat)))
        else:
            _check_bot(word)
            title = Path(kind).stem.capitalize()
            times[title] += 1
            number = f" {times[title]}" if times[title] > 1 else ""
            players.append(Player(title + number, word))
    check_names([player.name for player in players if not player.bot])
    return players


def unnamed(seat: int) -> str:
    """The name of a person who has given none: Player 1."""
    return say("seat", n=seat + 1)


def _check_bot(word: str) -> None:
    """Check the name now rather than while the table is set up."""
    try:
        bot_from_text(word, 0).close()
    except UnknownBot as error:
        if ":" in word:
            raise
        near = get_close_matches(word, [HUMAN, *NAMES], 1)
        known = ", ".join(NAMES)
        if near:
            raise BadUse("use.player_near", word=word, known=known, near=near[0]) from error
        raise BadUse("use.player", word=word, known=known) from error


def _bot_called(name: str) -> str:
    """The bot with that name (`Random`, `Random 2`), or an empty text."""
    first, _, rest = name.partition(" ")
    bot = first.lower()
    return bot if bot in NAMES and (not rest or rest.isdecimal()) else ""
