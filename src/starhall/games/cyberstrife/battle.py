"""Sections 6 and 8: the battle, step by step, and what comes after it.

`turn.step` says which step is under way, so that the battle can be taken up again from the
state; the steps after the fights are (a) to (f) of CS-8.1.
"""

from __future__ import annotations

from starhall.engine.rules.decision import GameOver, Until
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import complete
from starhall.engine.rules.state import EVERYONE
from starhall.games.cyberstrife.asking import ask, designs
from starhall.games.cyberstrife.cards import FREE_LOSS, SWAP, UNITS, VICTORY_SIFT, power
from starhall.games.cyberstrife.drawing import draw_unit, units_left
from starhall.games.cyberstrife.passing import cap_reached, leave
from starhall.games.cyberstrife.scores import ATTACKER, EMPTY, Lineup, resolve
from starhall.games.cyberstrife.state import (
    BATTLE,
    DUPLICATES,
    ELIMINATION,
    ENDED,
    EXCHANGE,
    FIGHTS,
    HAND_LIMIT,
    LIMIT,
    LOSER_DISCARDS,
    REVEAL,
    UNITS_RETURN,
    WINNER_DRAWS,
    WINNER_SIFTS,
    Player,
    Table,
    Turn,
)
from starhall.games.cyberstrife.words import (
    D_DEFEAT,
    D_LIMIT,
    D_SIFT,
    D_STACK,
    D_SWAP,
    DISCARD,
    DONE,
    KEEP,
    LANES,
    STACK_ON,
    SWAP_LANES,
    SWAPPED,
)


async def battle(s: Table, turn: Turn) -> None:
    """Section 6: reveal, exchange, duplicates, fights; then section 8."""
    if turn.step == REVEAL:
        reveal(s, turn)
        turn.step = EXCHANGE
    if turn.step == EXCHANGE:
        await exchange_lanes(s, turn)
        turn.step = DUPLICATES
    if turn.step == DUPLICATES:
        await duplicates(s, turn)
        turn.stacking = 0
        turn.step = FIGHTS
    if turn.step == FIGHTS:
        fights(s, turn)
        turn.step = WINNER_DRAWS
    await after_battle(s, turn)


def reveal(s: Table, turn: Turn) -> None:
    """CS-6.1: all defenders are turned face up at once."""
    defender = s.players[turn.target]
    for lane in defender.lanes:
        s.reveal(lane, EVERYONE)
    if s.witness is not None:
        units = [UNITS[lane.cards[0]] for lane in defender.lanes if lane.cards]
        s.witness.tell("reveals", who=turn.target, units=units)


async def exchange_lanes(s: Table, turn: Turn) -> None:
    """CS-6.2, CS-18.15: a defender with `swap` may exchange two of the own lanes."""
    defender = s.players[turn.target]
    while turn.swaps < power(defender.traits.cards, SWAP):
        options = [
            option
            for option, (one, other) in zip(SWAP_LANES, SWAPPED, strict=True)
            if defender.lanes[one].cards and defender.lanes[other].cards
        ]
        if not options:
            return
        choice = await ask(s, turn, turn.target, D_SWAP, [*options, KEEP])
        turn.swaps += 1
        if choice is KEEP:
            continue
        one, other = SWAPPED[choice.value]
        first, second = defender.lanes[one], defender.lanes[other]
        first.cards, second.cards = second.cards, first.cards
        if s.witness is not None:
            lanes = [LANES[one], LANES[other]]
            s.witness.tell("swaps", who=turn.target, lanes=lanes)


async def duplicates(s: Table, turn: Turn) -> None:
    """CS-6.3 to CS-6.8: the attacker places any number, then the defender any number."""
    sides = (turn.seat, turn.target)
    while turn.stacking < 2:
        seat = sides[turn.stacking]
        player = s.players[seat]
        options = stackable(player)
        choice = DONE
        if options:
            choice = await ask(s, turn, seat, D_STACK, [*options, DONE], secret=True)
        if choice is DONE:
            turn.stacking += 1
            continue
        lane = player.lanes[choice.value]
        s.move(lane.cards[0], player.hand, lane)
        if s.witness is not None:
            s.witness.tell("stacks", who=seat, unit=UNITS[lane.cards[0]])


def stackable(player: Player) -> list[Option]:
    """D5, D6: each own lane whose design is also in hand."""
    hand = player.hand.cards
    return [
        STACK_ON[lane]
        for lane in range(3)
        if player.lanes[lane].cards and player.lanes[lane].cards[0] in hand
    ]


def lineup(s: Table, turn: Turn) -> Lineup:
    """CS-7.2 step 1: the final line-up, as the scores see it."""
    sides = (s.players[turn.seat], s.players[turn.target])
    lanes = [lane for side in sides for lane in side.lanes]
    return Lineup(
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
        sides = (turn.seat, turn.target)
        for lane, side in enumerate(outcome.lanes):
            if side >= 0:
                scores = (outcome.scores[lane], outcome.scores[lane + 3])
                open_lane = not s.players[sides[1 - side]].lanes[lane].cards
                s.witness.tell(
                    "lane_unopposed" if open_lane else "lane_won",
                    who=sides[side],
                    lane=LANES[lane],
                    own=scores[side],
                    enemy=scores[1 - side],
                )
        s.witness.tell("battle_won", who=turn.winner, loser=loser(turn))


def loser(turn: Turn) -> int:
    return turn.target if turn.winner == turn.seat else turn.seat


# After the battle


async def after_battle(s: Table, turn: Turn) -> None:
    """CS-8.1: (a) to (f) in this fixed order."""
    winner = s.players[turn.winner]
    defeated = s.players[loser(turn)]
    if turn.step == WINNER_DRAWS:
        await winner_draws(s, turn, winner)
        turn.step = LOSER_DISCARDS
    if turn.step == LOSER_DISCARDS:
        await loser_discards(s, turn, defeated)
        turn.step = UNITS_RETURN
    if turn.step == UNITS_RETURN:
        return_units(s, turn)
        turn.step = WINNER_SIFTS
    if turn.step == WINNER_SIFTS:
        await winner_sifts(s, turn, winner)
        turn.step = LIMIT
    if turn.step == LIMIT:
        await keep_limit(s, turn, winner)
        turn.step = ELIMINATION
    eliminate(s, turn, winner, defeated)


def extra_draws(turn: Turn, winner: Player) -> int:
    """CS-18.17: one further unit for each `victory_sift`; none in sudden death (CS-19.2)."""
    return 0 if turn.sudden else power(winner.traits.cards, VICTORY_SIFT)


async def winner_draws(s: Table, turn: Turn, winner: Player) -> None:
    """(a) CS-8.2, CS-13.8: one unit, waiting for it if every card is owned."""
    due = 0 if turn.sudden else 1 + extra_draws(turn, winner)
    while turn.drawn < due:
        if not units_left(s, winner):
            if s.closing:
                return
            turn.fresh = True
            await Until(lambda: units_left(s, winner))
        draw_unit(s, winner)
        turn.drawn += 1
    if due and s.witness is not None:
        s.witness.tell("winner_draws", who=winner.seat, n=due)


async def loser_discards(s: Table, turn: Turn, defeated: Player) -> None:
    """(b) CS-8.4, CS-8.5: one unit that took part; with `free_loss` any unit (CS-18.18)."""
    units = [unit for lane in defeated.lanes for unit in lane.cards]
    if power(defeated.traits.cards, FREE_LOSS):
        units += defeated.hand.cards
    options = [DISCARD[unit] for unit in designs(units)]
    choice = await ask(s, turn, defeated.seat, D_DEFEAT, options)
    _discard(s, defeated, choice.value, "loses")


def return_units(s: Table, turn: Turn) -> None:
    """(c) CS-8.6: all other units of both sides go back to hand, hidden again."""
    for seat in (turn.seat, turn.target):
        player = s.players[seat]
        for lane in player.lanes:
            s.gather(lane, player.hand)


async def winner_sifts(s: Table, turn: Turn, winner: Player) -> None:
    """(d) CS-18.17: as many discards as extra units were drawn."""
    while turn.sifted < extra_draws(turn, winner):
        options = [DISCARD[unit] for unit in designs(winner.hand.cards)]
        choice = await ask(s, turn, winner.seat, D_SIFT, options)
        turn.sifted += 1
        _discard(s, winner, choice.value, "sifts")


async def keep_limit(s: Table, turn: Turn, winner: Player) -> None:
    """(e) CS-8.7, CS-8.8: down to six units; only the winner has gained any."""
    while winner.owned() > HAND_LIMIT:
        options = [DISCARD[unit] for unit in designs(winner.hand.cards)]
        choice = await ask(s, turn, winner.seat, D_LIMIT, options)
        _discard(s, winner, choice.value, "limits")


def _discard(s: Table, player: Player, unit: int, event: str) -> None:
    """One unit to the discard pile of its copy, from the lanes before the hand."""
    pile = s.copies[player.copy_number].unit_pile
    source = player.hand
    for lane in player.lanes:
        if unit in lane.cards:
            source = lane
            break
    s.move(unit, source, pile)
    if s.witness is not None:
        s.witness.tell(event, who=player.seat, unit=UNITS[unit])


def eliminate(s: Table, turn: Turn, winner: Player, defeated: Player) -> None:
    """(f) CS-10.1, CS-10.2; then concessions that waited for it."""
    eliminated = defeated.owned() == 0
    if eliminated:
        winner.eliminations += 1
        if s.witness is not None:
            s.witness.tell("eliminated", who=defeated.seat, by=winner.seat)
        leave(s, defeated.seat, turn)
    leave_conceding(s, turn)
    if eliminated and defeated.seat == turn.seat:
        close_at_cap(s)  # CS-10.4: the turn ends here


def leave_conceding(s: Table, turn: Turn) -> None:
    """CS-10.8: whoever conceded during the battle leaves now, in seat order."""
    sides = sorted([turn.seat, turn.target], key=lambda seat: (seat - s.first) % s.seats)
    for seat in sides:
        if s.players[seat].conceding:
            leave(s, seat, turn)


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
        if turn.kind != ENDED and turn.phase == BATTLE:
            if turn.step > FIGHTS:
                complete(after_battle(s, turn))
            else:
                return_units(s, turn)
                leave_conceding(s, turn)
