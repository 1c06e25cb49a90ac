"""The battle under way and its record: what lies on the table while two sides fight."""

from __future__ import annotations

from typing import ClassVar, Final

from starhall.engine.rules.state import OPEN, Part
from starhall.games.nexus_ops.cards import COUNT, NONE

# Where a battle stands (NX-8.6).
WINDOW_1: Final = 0
ROLL: Final = 1
WINDOW_2: Final = 2
LOSSES: Final = 3
SHATTERED: Final = 4  # a Shardian has hit in window 1 and its victim is owed
OUTCOME: Final = 5
MISSION: Final = 6
CONSOLATION: Final = 7
CREEP: Final = 8
CLOSED: Final = 9

ATTACKER: Final = 0
DEFENDER: Final = 1


class Fight(Part):
    """The battle under way and its record (NX-8.6, NX-11.10); pairs are attacker, defender."""

    __slots__ = (
        "attacker",
        "bonus",
        "creeping",
        "defender",
        "dice",
        "direct",
        "due",
        "early",
        "extra",
        "hex",
        "killers",
        "last_died",
        "lost",
        "order",
        "present",
        "rolled",
        "stage",
        "started",
        "step",
        "won",
    )
    SHAPE: ClassVar[dict[str, object]] = {
        "hex": OPEN,
        "attacker": OPEN,
        "defender": OPEN,
        "order": OPEN,
        "stage": OPEN,
        "step": OPEN,
        "started": OPEN,
        "present": OPEN,
        "lost": OPEN,
        "killers": OPEN,
        "bonus": OPEN,
        "extra": OPEN,
        "early": OPEN,
        "direct": OPEN,
        "rolled": OPEN,
        "dice": OPEN,
        "due": OPEN,
        "last_died": OPEN,
        "won": OPEN,
        "creeping": OPEN,
    }

    def __init__(self, hex: int = 0, attacker: int = 0, defender: int = 0) -> None:
        self.seat = NONE
        self.hex = hex
        self.attacker = attacker
        self.defender = defender
        self.order: list[int] = []  # who is asked in a window, in this order (NX-8.7)
        self.stage = WINDOW_1
        self.step = 0
        self.started: list[int] = [0, 0]  # participants before window 1
        self.present: list[int] = [0, 0]  # participants now
        self.lost: list[int] = [0, 0]  # destroyed
        self.killers: list[int] = [0] * len(COUNT)  # defending slot -> bits of slots that hit it
        self.bonus: list[int] = [0, 0]  # what cards add to the dice
        self.extra: list[int] = [0, 0]  # further dice per unit, four bits per slot
        self.early: list[int] = [0, 0]  # bits of slots that roll in step 0
        self.direct: list[bool] = [False, False]
        self.rolled: list[int] = [0, 0]  # bits of slots that have rolled in step 0
        # Of this step: face + 8 * slot, + 64 once cancelled; see dice.py.
        self.dice: list[list[int]] = [[], []]
        # Hits still to be suffered: scoring slot + 8 if directed, + 16 against the defender.
        self.due: list[int] = []
        self.last_died = False  # was the last defender to go destroyed (NX-8.26)?
        self.won = False
        self.creeping = NONE  # where Sporlings creep to

    def seat_of(self, side: int) -> int:
        return self.attacker if side == ATTACKER else self.defender

    def copy(self) -> Fight:
        twin = Fight(self.hex, self.attacker, self.defender)
        twin.order = self.order  # never changed during a battle
        twin.stage = self.stage
        twin.step = self.step
        twin.started = self.started[:]
        twin.present = self.present[:]
        twin.lost = self.lost[:]
        twin.killers = self.killers[:]
        twin.bonus = self.bonus[:]
        twin.extra = self.extra[:]
        twin.early = self.early[:]
        twin.direct = self.direct[:]
        twin.rolled = self.rolled[:]
        twin.dice = [self.dice[0][:], self.dice[1][:]]
        twin.due = self.due[:]
        twin.last_died = self.last_died
        twin.won = self.won
        twin.creeping = self.creeping
        return twin
