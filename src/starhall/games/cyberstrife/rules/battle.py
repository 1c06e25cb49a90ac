"""Sections 6 and 8: the battle, step by step, and what comes after it."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, GameOver, Until
from starhall.engine.rules.fields import EVERYONE
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import StrandSteps
from starhall.games.cyberstrife.content import power
from starhall.games.cyberstrife.options import (
    D_DEFEAT,
    D_LIMIT,
    D_SIFT,
    D_STACK,
    D_SWAP,
    LANES,
    SWAPPED,
)
from starhall.games.cyberstrife.rules.asking import ask, designs
from starhall.games.cyberstrife.rules.deploying import deploy_attackers, peek, standing
from starhall.games.cyberstrife.rules.drawing import draw_unit, units_left
from starhall.games.cyberstrife.rules.legality import (
    QUESTIONS,
    defended_lanes,
    losable,
    stackable,
)
from starhall.games.cyberstrife.rules.passing import cap_reached, leave
from starhall.games.cyberstrife.rules.scores import (
    ATTACKER,
    DEFENDER,
    EMPTY,
    NOBODY,
    Lineup,
    Outcome,
    resolve,
)
from starhall.games.cyberstrife.state import ENDED, HAND_LIMIT, NONE, Player, Table, Turn


def reveal(s: Table, turn: Turn) -> None:
    """CS-6.1: all defenders are turned face up at once."""
    defender = s.players[turn.target]
    for lane in defender.lanes:
        s.reveal(lane, EVERYONE)
    if s.witness is not None:
        units, lanes = standing(s, defender)
        s.witness.tell("reveals", who=turn.target, units=units, lanes=lanes)


async def exchange_lanes(s: Table, turn: Turn) -> None:
    """CS-6.2, CS-18.15: a defender with `swap` may exchange two lanes."""
    defender = s.players[turn.target]
    allowed = power(s.content.swaps, defender.traits.cards)
    while turn.swaps < allowed and len(defended_lanes(defender)) > 1:
        choice = await ask(s, QUESTIONS.ask(s, turn.target, D_SWAP, f"{turn.seat + 1}"))
        turn.swaps += 1
        if choice is s.options.keep:
            continue
        one, other = SWAPPED[choice.value]
        first, second = defender.lanes[one], defender.lanes[other]
        first.cards, second.cards = second.cards, first.cards
        if s.witness is not None:
            lanes = [LANES[one], LANES[other]]
            s.witness.tell("swaps", who=turn.target, lanes=lanes)


ROLES: Final = ("attacker", "defender")


async def duplicates(s: Table, turn: Turn) -> None:
    """CS-6.3 to CS-6.8: the attacker places any number, then the defender any number.

    One step for both, because only these two know whose turn it is to place (CS-14.4).
    """
    sides = (turn.seat, turn.target)
    while turn.stacking < 2:
        seat = sides[turn.stacking]
        player = s.players[seat]
        options = stackable(s, player)
        choice = s.options.done
        if options:
            about = f"{ROLES[turn.stacking]}/{sides[1 - turn.stacking] + 1}"
            decision = Decision(seat, D_STACK, [*options, s.options.done], about, secret=True)
            choice = await ask(s, decision)
        if choice is s.options.done:
            turn.stacking += 1
            continue
        lane = player.lanes[choice.value]
        s.move(lane.cards[0], player.hand, lane)
        if s.witness is not None:
            unit = s.content.units[lane.cards[0]]
            s.witness.tell("stacks", who=seat, unit=unit, lane=choice.arg)
    turn.stacking = 0


def lineup(s: Table, turn: Turn) -> Lineup:
    """CS-7.2 step 1: the final line-up, as the scores see it."""
    sides = (s.players[turn.seat], s.players[turn.target])
    lanes = [lane for side in sides for lane in side.lanes]
    return Lineup(
        s.content,
        [lane.cards[0] if lane.cards else EMPTY for lane in lanes],
        [max(0, len(lane.cards) - 1) for lane in lanes],
        [side.traits.cards for side in sides],
        turn.counted or [side.owned() for side in sides],
    )


def fights(s: Table, turn: Turn) -> None:
    """CS-6.9 to CS-6.15: all lanes are resolved; the side with more lanes wins."""
    line = lineup(s, turn)
    outcome = resolve(line)
    turn.counted = line.owned
    attacker_won = outcome.winner == ATTACKER
    turn.lanes_won = outcome.lanes
    turn.winner = turn.seat if attacker_won else turn.target
    s.players[turn.winner].won += 1
    s.players[loser(turn)].lost += 1
    if s.witness is not None:
        tell_fights(s, turn, outcome)


def tell_fights(s: Table, turn: Turn, outcome: Outcome) -> None:
    """Who won each lane and the battle, and why if it is level."""
    witness = s.witness
    assert witness is not None
    sides = (turn.seat, turn.target)
    for lane, side in enumerate(outcome.lanes):
        if side == NOBODY:
            continue
        scores = (outcome.scores[lane], outcome.scores[lane + 3])
        open_lane = not s.players[sides[1 - side]].lanes[lane].cards
        witness.tell(
            "lane_unopposed" if open_lane else "lane_won",
            who=sides[side],
            lane=LANES[lane],
            own=scores[side],
            enemy=scores[1 - side],
        )
        if not open_lane and scores[0] == scores[1]:  # CS-6.10, CS-18.16
            event = "tie_to_attacker" if side == ATTACKER else "tie_to_defender"
            witness.tell(event, who=sides[side])
    if outcome.lanes_won(ATTACKER) == outcome.lanes_won(DEFENDER):
        witness.tell("level_battle", who=turn.target)  # CS-6.14
    witness.tell("battle_won", who=turn.winner, loser=loser(turn))


def loser(turn: Turn) -> int:
    return turn.target if turn.winner == turn.seat else turn.seat


# After the battle, (a) to (f) of CS-8.1


def extra_draws(s: Table, turn: Turn) -> int:
    """CS-18.17: one further unit for each `victory_sift`; none in sudden death (CS-19.2)."""
    return 0 if turn.sudden else power(s.content.sifts, s.players[turn.winner].traits.cards)


async def winner_draws(s: Table, turn: Turn) -> None:
    """(a) CS-8.2, CS-13.8: one unit, waiting for it if every card is owned."""
    winner = s.players[turn.winner]
    due = 0 if turn.sudden else 1 + extra_draws(s, turn)
    while turn.drawn < due:
        if not units_left(s, winner):
            if s.closing:
                return
            await Until(lambda: units_left(s, winner))
        draw_unit(s, winner)
        turn.drawn += 1
    if due and s.witness is not None:
        s.witness.tell("winner_draws", who=winner.seat, n=due)


async def loser_discards(s: Table, turn: Turn) -> None:
    """(b) CS-8.4, CS-8.5: one unit that took part."""
    defeated = s.players[loser(turn)]
    rival = f"{turn.winner + 1}"
    choice = await ask_to_discard(s, defeated, losable(s, defeated), D_DEFEAT, rival)
    discard(s, defeated, choice, "loses")


def return_units(s: Table, turn: Turn) -> None:
    """(c) CS-8.6: all other units of both sides go back to hand, hidden again."""
    for seat in (turn.seat, turn.target):
        player = s.players[seat]
        for lane in player.lanes:
            s.gather(lane, player.hand)
        if s.witness is not None:
            s.witness.tell("returns", who=seat)


async def winner_sifts(s: Table, turn: Turn) -> None:
    """(d) CS-18.17: as many discards as extra units were drawn."""
    winner = s.players[turn.winner]
    while turn.sifted < extra_draws(s, turn):
        choice = await ask_to_discard(s, winner, winner.hand.cards, D_SIFT)
        discard(s, winner, choice, "sifts")
        turn.sifted += 1


async def keep_limit(s: Table, turn: Turn) -> None:
    """(e) CS-8.7, CS-8.8: down to six units; only the winner has gained any."""
    winner = s.players[turn.winner]
    while winner.owned() > HAND_LIMIT:
        choice = await ask_to_discard(s, winner, winner.hand.cards, D_LIMIT)
        discard(s, winner, choice, "limits")


def ask_to_discard(
    s: Table, player: Player, units: list[int], kind: str, about: str = ""
) -> Decision:
    options = [s.options.discard[unit] for unit in designs(units)]
    return ask(s, Decision(player.seat, kind, options, about))


def discard(s: Table, player: Player, choice: Option, event: str) -> None:
    """The unit goes to the discard pile of its copy, from the lanes before the hand."""
    unit = choice.value
    source = player.hand
    for lane in player.lanes:
        if unit in lane.cards:
            source = lane
            break
    s.move(unit, source, s.copies[player.copy_number].unit_pile)
    if s.witness is not None:
        s.witness.tell(event, who=player.seat, unit=choice.arg)


def eliminate(s: Table, turn: Turn) -> None:
    """(f) CS-10.1, CS-10.2; then concessions that waited for it."""
    turn.fighting = False
    defeated = s.players[loser(turn)]
    eliminated = defeated.owned() == 0
    if eliminated:
        s.players[turn.winner].eliminations += 1
        if s.witness is not None:
            s.witness.tell("eliminated", who=defeated.seat, by=turn.winner)
        leave(s, defeated.seat, turn)
    leave_conceding(s, turn)
    if eliminated and defeated.seat == turn.seat:
        close_at_cap(s)  # CS-10.4: the turn ends here


def leave_conceding(s: Table, turn: Turn) -> None:
    """CS-10.8: players who conceded during the battle leave now, in seat order."""
    sides = sorted([turn.seat, turn.target], key=lambda seat: (seat - s.first) % s.seats)
    for seat in sides:
        if s.players[seat].conceding:
            leave(s, seat, turn)


# The whole of it


BATTLE: Final = StrandSteps(
    "battle",
    peek,
    deploy_attackers,
    reveal,
    exchange_lanes,
    duplicates,
    fights,
    winner_draws,
    loser_discards,
    return_units,
    winner_sifts,
    keep_limit,
    eliminate,
    when=lambda s, turn: turn.fighting,
    about=lambda s, turn: {"who": turn.seat, "target": turn.target},
)
DEPTH: Final = 1  # the battle is a step of the turn


# The round cap


def close_at_cap(s: Table) -> None:
    """CS-17.6: at the end of a turn, if every living player has completed enough of them."""
    if not s.closing and cap_reached(s):
        s.reason = "cap"
        s.closing = True
        break_off(s)
        raise GameOver


def break_off(s: Table) -> None:
    """CS-17.6: resolved battles are completed by default, others count for nobody."""
    for turn in s.turns():
        if turn.kind == ENDED or not turn.fighting:
            continue
        if turn.winner != NONE:
            BATTLE.complete(s, turn, DEPTH)
        else:
            if not s.preparing(turn):
                return_units(s, turn)
            leave_conceding(s, turn)
