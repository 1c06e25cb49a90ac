"""Launching, planet death, and how a game is ranked (CY-20, CY-24)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, GameOver, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import ANY_FACE, INSTALLED, MISSING, power
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import may_use, resumable
from starhall.games.cysmic.rules.board import away, surface
from starhall.games.cysmic.rules.legality import QUESTIONS, question
from starhall.games.cysmic.rules.powers import complete, influence
from starhall.games.cysmic.state import DEVASTATED, FATE_STREAM, HELD, NONE, Table

VOID_KEEL: Final = power("void_keel")
HUMANITY_POWER: Final = power("humanity")
MERCY_ENGINE: Final = power("mercy_engine")


def may_launch(s: Table, seat: int) -> bool:
    """CY-20.1: a complete ship on the surface, or (Void Keel) on devastated ground."""
    player = s.players[seat]
    if not complete(player):
        return False
    keel = player.powers[VOID_KEEL] > 0 and s.ground[player.ship] == DEVASTATED
    return surface(s, player.ship) or keel


async def launch(s: Table) -> None:
    """CY-20.1 to CY-20.7: lift off if all are aboard, else ask the Humanity Die."""
    seat = s.active
    if not may_launch(s, seat):
        return
    left = away(s, seat)
    resumable(s)
    choice = await question(s, seat, Ask.LAUNCH, f"left/{left}" if left > 0 else "clear")
    if choice is s.options.wait:
        return
    if left > 0 and not await _humane(s, seat, left):
        return
    s.winner = seat
    s.left_behind = left
    s.reason = "launch"
    if s.witness is not None:
        s.witness.tell("leaves_behind" if left > 0 else "launches", who=seat, n=left)
    raise GameOver


@QUESTIONS.rule(Ask.LAUNCH, lambda s, d: [s.options.launch, s.options.roll, s.options.wait])
def why_not_launch(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-20.2, CY-20.3: with everybody aboard at once, else by the Humanity Die."""
    left = away(s, decision.seat)
    if option is s.options.launch and left > 0:
        return Reason("CY-20.3", "units_left", {"n": left})
    if option is s.options.roll and left == 0:
        return Reason("CY-20.2", "all_aboard")
    return None


async def _humane(s: Table, seat: int, left: int) -> bool:
    """Roll; the Mercy Engine may roll once more."""
    if _roll(s, seat) >= left:
        return True
    if s.players[seat].powers[MERCY_ENGINE] > 0 and await may_use(s, seat, "mercy_engine"):
        if _roll(s, seat) >= left:
            return True
    if s.witness is not None:
        s.witness.tell("stays_behind", who=seat, n=left)
    return False


def _roll(s: Table, seat: int) -> int:
    """CY-20.6, CY-20.7: how many may be left behind; effects change only the numbers."""
    face = s.humanity = s.chance.streams[FATE_STREAM].below(6)
    if s.witness is not None:
        s.witness.tell("humanity", who=seat, face=s.content.humanity_faces[face])
    limit = s.content.humanity[face]
    if limit in (0, ANY_FACE):
        return limit
    return limit + s.players[seat].powers[HUMANITY_POWER]


# Planet death


def check_death(s: Table) -> None:
    """CY-24.3, CY-24.4: the bag is empty, or nobody could ever launch again."""
    if s.dying:
        die(s, "fractures")
    if no_launch_site(s):
        die(s, "no_site")


def no_launch_site(s: Table) -> bool:
    for ground in s.ground:
        if ground < DEVASTATED:
            return False
    for player in s.players:
        if surface(s, player.ship) or player.powers[VOID_KEEL] > 0:
            return False
    return True


def die(s: Table, reason: str) -> None:
    """CY-24.6: nobody launches any more."""
    s.reason = reason
    if s.witness is not None:
        s.witness.tell("planet_dies")
    raise GameOver


def standing(s: Table, seat: int) -> list[int]:
    """CY-24.6: the greater the standing, the better the rank on planet death."""
    player = s.players[seat]
    captured = sum([1 for place in player.where if place <= HELD])
    return [
        player.modules.count(INSTALLED),
        6 - player.modules.count(MISSING),
        1 if player.ship != NONE and surface(s, player.ship) else 0,
        -captured,
        player.ore,
        influence(s, seat),
    ]
