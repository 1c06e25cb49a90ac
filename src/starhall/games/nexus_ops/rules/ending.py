"""Section 15: victory points, elimination, the end of the game and the ranks."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import GameOver
from starhall.games.nexus_ops.boards import hexes_of
from starhall.games.nexus_ops.rules.control import controlled_mask
from starhall.games.nexus_ops.stacks import total
from starhall.games.nexus_ops.state import Player, Table


def gain_points(s: Table, seat: int, points: int) -> None:
    """NX-3.5, NX-15.1, NX-15.2: the target is checked whenever points change."""
    s.players[seat].points += points
    if standing_points(s, seat) >= s.target:
        s.winner = seat
        s.reason = "target"
        raise GameOver


def standing_points(s: Table, seat: int) -> int:
    """The player's points, or those of both partners (NX-17.15)."""
    points = s.players[seat].points
    if s.teams:
        points += s.players[(seat + 2) % s.seats].points
    return points


def eliminations(s: Table) -> None:
    """NX-15.3 to NX-15.7: the check; without teams the first elimination ends the game.

    NX-15.4: no unit on the board, and not enough rubium even after exchanging all cards.
    """
    cheapest = s.content.cheapest[1 if s.alternate else 0]
    ruined = [
        player
        for player in s.players
        if not player.mask and not player.out and player.rubium + player.hand() < cheapest
    ]
    if not ruined:
        return
    for player in ruined:
        player.out = True
        s.gather(player.missions, s.mission_pile)
        s.gather(player.energize, s.energize_pile)
        if s.witness is not None:
            s.witness.tell("eliminated", who=player.seat)
    if not s.teams:
        s.reason = "elimination"
        raise GameOver
    for seat in (0, 1):
        if s.players[seat].out and s.players[seat + 2].out:
            s.reason = "elimination"
            raise GameOver


def is_in(s: Table) -> bool:
    """NX-15.7: a player who is out has no more turns, and a current turn ends at once."""
    return not s.players[s.active].out


def reach_cap(s: Table) -> None:
    """NX-15.8: nobody has won in time."""
    s.reason = "cap"
    raise GameOver


# Ranks


def units_of(player: Player) -> int:
    number = 0
    for hex in hexes_of(player.mask):
        number += total(player.stacks[hex])
    return number


def standing(s: Table, seat: int) -> tuple[int, int, int, int, int]:
    """NX-15.5, NX-15.9: the greater the standing, the better the rank."""
    members = [seat, (seat + 2) % s.seats] if s.teams else [seat]
    players = [s.players[member] for member in members]
    won = s.winner in members
    # NX-15.6: if everybody is out, points decide among all.
    alive = not all([player.out for player in players])
    return (
        1 if won else 0,
        1 if alive else 0,
        sum([player.points for player in players]),
        sum([controlled_mask(s, member).bit_count() for member in members]),
        sum([units_of(player) for player in players]),
    )


DECIDED_BY: Final[tuple[str, ...]] = ("target", "left", "points", "hexes", "units")


def decided_by(s: Table) -> str:
    """What put the winners ahead: the first part of their standing that nobody else reaches."""
    keys = [standing(s, seat) for seat in range(s.seats)]
    best = max(keys)
    others = [key for key in keys if key != best]
    if not others:
        return "draw"
    second = max(others)
    return next(name for name, a, b in zip(DECIDED_BY, best, second, strict=True) if a != b)


def ranks(s: Table) -> list[int]:
    """Rank 1 is best; equal standing shares a rank, partners always do."""
    keys = [standing(s, seat) for seat in range(s.seats)]
    return [1 + len([1 for other in keys if other > key]) for key in keys]
