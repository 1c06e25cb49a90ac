"""NX-8.7 to NX-8.10: who may play what around the dice, and Shatter (NX-17.26)."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Procedure, Reason
from starhall.engine.rules.options import Option
from starhall.games.nexus_ops.boards import HEXES
from starhall.games.nexus_ops.content import CRYSTALLINE, NEVER, NONE
from starhall.games.nexus_ops.rules.casualties import suffer_hits
from starhall.games.nexus_ops.rules.control import destroy
from starhall.games.nexus_ops.rules.dice import ON_DEFENDER
from starhall.games.nexus_ops.rules.energize import (
    announce,
    moment_of,
    own_plays,
    resolve,
    why_not_play,
)
from starhall.games.nexus_ops.rules.legality import QUESTIONS
from starhall.games.nexus_ops.stacks import ONE, count
from starhall.games.nexus_ops.state import DEFENDER, Fight, Player, Table


def window_order(s: Table, fight: Fight) -> list[int]:
    """NX-8.7: attacker, defender, then the others clockwise from the defender's left."""
    order = [fight.attacker, fight.defender]
    for step in range(1, s.seats):
        seat = (fight.defender + step) % s.seats
        if seat != fight.attacker and not s.players[seat].out:
            order.append(seat)
    return order


def window(s: Table) -> Procedure | None:
    """NX-8.10: if nobody can have anything to play, nobody is asked."""
    if s.auto_single and not s.alternate and s.card == NONE:
        if not any([player.energize.cards for player in s.players]):
            return None
    return ask_around(s)


async def ask_around(s: Table) -> None:
    """NX-8.8: ask in order, again from the attacker after each play, until all have passed."""
    fight = s.battle()
    place = max([player.heard for player in s.players])
    while place < len(fight.order):
        if s.card != NONE:
            await resolve(s)
        if fight.due:
            await suffer_hits(s)
        if fight.is_decided():
            break
        player = s.players[fight.order[place]]
        options = plays(s, fight, player)
        if options or not s.auto_single:  # NX-8.10: a lone `pass` is not worth asking
            options.append(s.options.pass_)
            player.heard = place
            choice = await Decision(player.seat, "window", options, HEXES[fight.hex], secret=True)
            if choice is not s.options.pass_:
                forget_passes(s)
                place = 0
                if choice is s.options.shatter:
                    shatter(s, fight, player)
                else:
                    announce(s, player, choice.value + s.content.first_energize)
                continue
            player.heard = place + 1
        place += 1
    forget_passes(s)


def forget_passes(s: Table) -> None:
    for player in s.players:
        player.heard = 0


def plays(s: Table, fight: Fight, player: Player) -> list[Option]:
    """The playable cards, each design once, and the unit abilities."""
    options: list[Option] = []
    content = s.content
    cards = player.energize.cards
    if cards:
        moment = moment_of(s)
        for card in sorted(set(cards)):
            if content.moment[card] == moment and content.playable[card](s, player, card):
                options.append(s.options.play[card - content.first_energize])
    if s.alternate and not why_not_shatter_now(s, fight, player.seat):
        options.append(s.options.shatter)
    return options


# Shatter


def why_not_shatter_now(s: Table, fight: Fight, seat: int) -> Reason | None:
    """NX-17.26, NX-8.10: before the dice, and only for the player's own participants."""
    side = fight.side_of(seat)
    unit = CRYSTALLINE + s.alternate
    if (
        s.content.shatter[unit] == NEVER
        or side == NONE
        or not count(fight.present[side], CRYSTALLINE)
    ):
        return Reason("NX-8.10", "none_to_shatter")
    if fight.dice_rolled():
        return Reason("NX-17.26", "too_late_to_shatter")
    return None


def shatter(s: Table, fight: Fight, player: Player) -> None:
    """A Shardian of the player is destroyed, hit by nobody; on 3 or more an enemy takes a hit."""
    side = fight.side_of(player.seat)
    destroy(player, fight.hex, ONE[CRYSTALLINE])
    fight.present[side] -= ONE[CRYSTALLINE]
    fight.lost[side] += ONE[CRYSTALLINE]
    player.shattered += 1
    if side == DEFENDER:
        fight.last_died = True
    die = s.chance.streams[0].roll()
    unit = CRYSTALLINE + s.alternate
    needs = s.content.shatter[unit]
    if s.witness is not None:
        s.witness.tell(
            "shatters", who=player.seat, unit=s.content.units[unit], die=die, needs=needs
        )
    if die >= needs:
        fight.due = [CRYSTALLINE if side == DEFENDER else CRYSTALLINE + ON_DEFENDER]


# What is legal


QUESTIONS.rule("window", own_plays)(why_not_play)


def shattering(s: Table, decision: Decision) -> list[Option]:
    """Only the alternate units shatter."""
    return [s.options.shatter] if s.alternate else []


@QUESTIONS.rule("window", shattering)
def why_not_shatter(s: Table, decision: Decision, option: Option) -> Reason | None:
    return why_not_shatter_now(s, s.battle(), decision.seat)


QUESTIONS.free("window", lambda s, _: [s.options.pass_])
