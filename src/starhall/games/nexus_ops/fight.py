"""The battle under way and its record: what lies on the table while two sides fight."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.fields import part, public
from starhall.engine.rules.state import Part
from starhall.games.nexus_ops.cards import NONE, SLOT_COUNT

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


@part
class Fight(Part):
    """The battle under way and its record (NX-8.6, NX-11.10); pairs are attacker, defender."""

    hex: int = public(0)
    attacker: int = public(0)
    defender: int = public(NONE)
    order: list[int] = public([], shared=True)  # who is asked in a window, in this order (NX-8.7)
    stage: int = public(WINDOW_1)
    step: int = public(0)
    started: list[int] = public([0, 0])  # participants before window 1
    present: list[int] = public([0, 0])  # participants now
    lost: list[int] = public([0, 0])  # destroyed
    killers: list[int] = public([0] * SLOT_COUNT)  # defending slot -> bits of slots that hit it
    bonus: list[int] = public([0, 0])  # what cards add to the dice
    extra: list[int] = public([0, 0])  # further dice per unit, four bits per slot
    early: list[int] = public([0, 0])  # bits of slots that roll in step 0
    direct: list[bool] = public([False, False])
    rolled: list[int] = public([0, 0])  # bits of slots that have rolled in step 0
    # Of this step: face + 8 * slot, + 64 once cancelled; see dice.py.
    dice: list[list[int]] = public([[], []])
    # Hits still to be suffered: scoring slot + 8 if directed, + 16 against the defender.
    due: list[int] = public([])
    last_died: bool = public(False)  # was the last defender to go destroyed (NX-8.26)?
    won: bool = public(False)
    creeping: int = public(NONE)  # where Sporlings creep to

    def seat_of(self, side: int) -> int:
        return self.attacker if side == ATTACKER else self.defender
