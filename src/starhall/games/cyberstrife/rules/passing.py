"""Sections 10 to 12: who sits next to whom, who holds the active turns, and who leaves.

Everything here happens at once, without a decision: it moves strands, seats and cards.
"""

from __future__ import annotations

from starhall.engine.rules.decision import GameOver
from starhall.games.cyberstrife.state import (
    ACTIVE,
    ENDED,
    FIRST,
    REDEPLOY,
    Player,
    Ring,
    Table,
    Turn,
)


def ring_of(s: Table, seat: int) -> Ring:
    return s.rings[s.players[seat].ring]


def next_player(s: Table, seat: int) -> int:
    """CS-3.6: the nearest living player clockwise; the seat itself if it is alone."""
    sitting = ring_of(s, seat).sitting
    return sitting[(sitting.index(seat) + 1) % len(sitting)]


def new_strand(s: Table, seat: int, kind: int, turn_id: int) -> Turn:
    """CS-11.12: strands are numbered by one counter for the whole game, as they arise."""
    s.strands_begun += 1
    turn = Turn(number=s.strands_begun, seat=seat, kind=kind, turn_id=turn_id)
    s.start(turn)
    return turn


def active_turns(s: Table, ring: int) -> list[Turn]:
    """The active turns of a ring, the oldest first."""
    return [turn for turn in s.turns() if turn.kind == ACTIVE and s.players[turn.seat].ring == ring]


def holds_turn(s: Table, seat: int) -> bool:
    for strand in s.strands:
        if isinstance(strand, Turn) and strand.seat == seat and strand.kind == ACTIVE:
            return True
    return False


def unbind(s: Table, turn: Turn) -> None:
    """CS-11.13: the players a strand has bound are free."""
    for seat in (turn.seat, turn.target):
        if seat >= 0 and s.players[seat].bound == turn.number:
            s.players[seat].bound = 0


# First turns and handing out


def begin_first_turns(s: Table) -> None:
    """CS-3.4: all first turns of a ring at once, or one after another in seat order."""
    for ring in s.rings:
        if side_by_side(s, ring):
            for seat in ring.sitting:
                new_strand(s, seat, FIRST, 0)
        else:
            new_strand(s, ring.sitting[0], FIRST, 0)


def side_by_side(s: Table, ring: Ring) -> bool:
    """CS-11.1, CS-11.2: simultaneous turns need the option and four players."""
    return s.simultaneous and len(ring.sitting) >= 4


def after_first_turn(s: Table, ring: Ring) -> None:
    """CS-3.3, CS-11.3: the next first turn, or the active turns when all have had theirs."""
    if ring.started or not ring.sitting:
        return
    missing = [seat for seat in ring.sitting if s.players[seat].turns == 0]
    if not missing:
        hand_out(s, ring)
    elif not any([turn.kind == FIRST and turn.seat in missing for turn in s.turns()]):
        new_strand(s, missing[0], FIRST, 0)


def hand_out(s: Table, ring: Ring) -> None:
    """CS-11.2: floor(m/2) active turns to every second player; one for a small ring."""
    ring.started = True
    if len(ring.sitting) == 1:
        return  # nobody to attack: the player moves on to another ring (CS-12.5)
    count = len(ring.sitting) // 2 if side_by_side(s, ring) else 1
    for i in range(count):
        new_strand(s, ring.sitting[2 * i], ACTIVE, i + 1)


# The end of a turn


def pass_turn(s: Table, turn: Turn) -> None:
    """Section 10, end-of-turn order, steps 2 to 5."""
    unbind(s, turn)
    pass_on(s, turn, next_player(s, turn.seat))
    after_first_turn(s, ring_of(s, turn.seat))
    after_change(s)


def pass_on(s: Table, turn: Turn, heir: int) -> None:
    """CS-10.5, CS-11.7: to the next living player, unless the turn is expiring."""
    active = turn.kind == ACTIVE
    turn.kind = ENDED
    if active and not turn.expiring and heir != turn.seat:
        new_strand(s, heir, ACTIVE, turn.turn_id)


def cap_reached(s: Table) -> bool:
    """CS-17.6: every living player has completed `round_cap` turns."""
    for seat in s.living():
        if s.players[seat].turns < s.round_cap:
            return False
    return True


def after_change(s: Table) -> None:
    """Steps 3 to 5 of the end-of-turn order, also after every concession and elimination."""
    check_winner(s)
    if len(s.rings) > 1:
        move_pool_winners(s)
    redeploy(s)


def check_winner(s: Table) -> None:
    """CS-17.1, CS-17.8: the last living player wins, at that very moment."""
    living = 0
    for ring in s.rings:
        living += len(ring.sitting)
    if living == 1:
        s.reason = "last"
        raise GameOver


def redeploy(s: Table) -> None:
    """CS-10.9: players who are free, hold no turn and have no defenders out deploy at once."""
    for seat in s.living():
        player = s.players[seat]
        if player.turns == 0 or player.bound != 0 or player.deployed():
            continue
        if not any([turn.seat == seat and turn.kind != ENDED for turn in s.turns()]):
            new_strand(s, seat, REDEPLOY, 0)


def move_pool_winners(s: Table) -> None:
    """CS-12.5: a player alone in a ring moves to the next ring that has living players."""
    for number, ring in enumerate(s.rings):
        if len(ring.sitting) != 1:
            continue
        seat = ring.sitting[0]
        player = s.players[seat]
        if player.turns == 0 or player.bound != 0:
            continue
        for turn in active_turns(s, number):
            s.stop(turn)
        goal = next_ring(s, number)
        ring.sitting = []
        s.rings[goal].sitting.append(seat)
        player.ring = goal
        if s.witness is not None:
            s.witness.tell("moved", who=seat, ring=goal + 1)


def next_ring(s: Table, number: int) -> int:
    """The next ring with living players, cyclic by pool number."""
    goal = (number + 1) % len(s.rings)
    while not s.rings[goal].sitting:
        goal = (goal + 1) % len(s.rings)
    return goal


# Leaving


def leave(s: Table, seat: int, running: Turn | None) -> None:
    """CS-10.1 to CS-10.8, CS-11.18: a player is out, before any other strand moves.

    `running` is the strand whose procedure this happens in; it ends itself by returning.
    """
    ring = ring_of(s, seat)
    heir = next_player(s, seat)
    _expire_one(s, ring, seat)
    for turn in s.turns():
        if turn.seat == seat and turn.kind != ENDED:
            unbind(s, turn)
            pass_on(s, turn, heir)
            if turn is not running:
                s.stop(turn)
    _lay_down(s, s.players[seat])
    ring.sitting.remove(seat)
    after_first_turn(s, ring)
    after_change(s)


def _lay_down(s: Table, player: Player) -> None:
    """CS-10.3, CS-10.8: what is left goes to the discard piles; the player stays as a spectator."""
    copy = s.copies[player.copy_number]
    player.marks = []
    player.plan = []
    s.gather(player.hand, copy.unit_pile)
    for lane in player.lanes:
        s.gather(lane, copy.unit_pile)
    s.gather(player.traits, copy.trait_pile)
    s.gone += 1
    player.left = s.gone
    player.alive = False
    player.conceding = False
    player.bound = 0
    if s.witness is not None:
        s.witness.tell("lays_down", who=player.seat)
        s.witness.forget(player.seat)


def _expire_one(s: Table, ring: Ring, seat: int) -> None:
    """CS-11.6, CS-11.7: with too many active turns for those who stay, one expires."""
    turns = [turn for turn in active_turns(s, s.players[seat].ring) if not turn.expiring]
    allowed = max(1, (len(ring.sitting) - 1) // 2)
    if len(turns) <= allowed:
        return
    place = ring.sitting.index(seat)
    for back in range(len(ring.sitting)):
        holder = ring.sitting[place - back]
        for turn in turns:
            if turn.seat == holder:
                turn.expiring = True
                if s.witness is not None:
                    s.witness.tell("expires", who=holder)
                return


def in_battle(s: Table, seat: int) -> bool:
    """CS-10.8: on either side, from the end of the wait to the elimination check."""
    return any([turn.fighting and seat in (turn.seat, turn.target) for turn in s.turns()])


def concede(s: Table, seat: int) -> None:
    """CS-10.8: at once, or when the battle the player stands in is finished."""
    fighting = in_battle(s, seat)
    if s.witness is not None:
        s.witness.tell("concedes_later" if fighting else "concedes", who=seat)
    if fighting:
        s.players[seat].conceding = True
    else:
        leave(s, seat, None)
