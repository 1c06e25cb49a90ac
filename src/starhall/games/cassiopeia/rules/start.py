"""The START window (CA-4.3 to CA-4.5): effects that are used before Phase 1."""

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cassiopeia.content import (
    KINDS,
    NONE,
    ROW,
    SHIP,
    STATION,
    Asking,
    Clause,
    StartEffect,
    usable,
)
from starhall.games.cassiopeia.options import D_GIVE, D_START, D_SWAP, D_TARGET
from starhall.games.cassiopeia.rules.legality import QUESTIONS, must
from starhall.games.cassiopeia.rules.logistics import unoptimized
from starhall.games.cassiopeia.rules.resources import loose, mask_of, rob, targets, why_not_lose
from starhall.games.cassiopeia.rules.specialists import aim, begin_part, resolve
from starhall.games.cassiopeia.rules.verbs import OFFERS, Offer
from starhall.games.cassiopeia.state import Player, Table


def run_automatic(s: Table, player: Player, clauses: list[Clause]) -> None:
    """CA-4.16: what inhabited planets give by themselves in a window."""
    for clause in clauses:
        if player.inhabited & clause.bit and (not clause.logistics or s.optimized(player)):
            clause.act(s, player, clause)


def start_window(s: Table) -> Asking:
    """CA-12.1: most players have nothing to use, so they are not asked."""
    player = s.active()
    objects = player.objects
    if player.inhabited & s.content.offering or objects[SHIP] != NONE or objects[STATION] != NONE:
        return use_effects(s, player)
    return None


async def use_effects(s: Table, player: Player) -> None:
    """CA-4.4: one available effect after another, each once, until the player is done."""
    while True:
        if s.using == NONE:
            options = available(s, player)
            if not options:
                return
            options.append(s.options.done)
            choice = await Decision(player.seat, D_START, options)
            if choice is s.options.done:
                return
            s.using = choice.value
            s.used |= 1 << choice.value
            if s.witness is not None:
                s.witness.tell("uses", who=player.seat, effect=choice.arg)
            begin_part(s, clauses_of(s, player, s.content.start_effects[s.using]), 0)
        await resolve(s, player, clauses_of(s, player, s.content.start_effects[s.using]))
        s.using = NONE
        s.part = NONE


def clauses_of(s: Table, player: Player, effect: StartEffect) -> list[Clause]:
    if effect.kind == NONE:
        return effect.clauses
    return s.content.face_clauses[effect.kind * 2 + player.objects[effect.kind]]


def available(s: Table, player: Player) -> list[Option]:
    """The optional START effects that can be used now."""
    options: list[Option] = []
    used = s.used
    for number, effect in enumerate(s.content.start_effects):
        if not used & effect.rivals and has_effect(player, effect):
            if why_not_now(s, player, effect) is None:
                options.append(s.options.use[number])
    return options


def has_effect(player: Player, effect: StartEffect) -> bool:
    """Is the complex inhabited, or does the object show this side?"""
    if effect.kind == NONE:
        return player.inhabited & effect.bit != 0
    side = player.objects[effect.kind]
    return side != NONE and (effect.side == NONE or effect.side == side)


def why_not_now(s: Table, player: Player, effect: StartEffect) -> Reason | None:
    """Is there anything against using it?"""
    for clause in clauses_of(s, player, effect):
        reason = clause.why_not(s, player, clause)
        if reason is not None:
            return reason
        if clause.logistics and not s.optimized(player):
            return unoptimized(s, player)
    return None


@QUESTIONS.rule(D_START, lambda s, decision: s.options.use)
def why_not_use(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CA-4.4: why an effect of the START window cannot be used now."""
    effects = s.content.start_effects
    effect = effects[option.value]
    player = s.players[decision.seat]
    if not has_effect(player, effect):
        if effect.kind != NONE:
            key = "no_object" if player.objects[effect.kind] == NONE else "no_object_side"
            return Reason("CA-9.1", key, {"kind": KINDS[effect.kind]})
        complex = s.content.complexes[effect.bit.bit_length() - 1]
        return Reason("CA-4.2", "not_inhabited", {"complex": complex})
    if s.used & effect.rivals:
        used = (s.used & effect.rivals).bit_length() - 1
        return Reason("CA-4.4", "used_already", {"effect": effects[used].name})
    return why_not_now(s, player, effect)


QUESTIONS.free(D_START, lambda s, decision: [s.options.done])


# Ships


async def extort(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.10: the aggressor names the victim, the victim what it gives."""
    if s.victim == NONE:
        options = [s.options.target[other.colour] for other in targets(s, player)]
        face = s.content.faces[SHIP * 2 + player.objects[SHIP]]
        choice = await Decision(player.seat, D_TARGET, options, f"extort/{face}")
        aim(s, player, choice, "extorts")
    victim = s.players[s.victim]
    options = s.options.give_any[mask_of(loose(s, victim))]
    choice = await Decision(victim.seat, D_GIVE, options, str(player.seat + 1))
    rob(s, player, victim, choice.value, 1)


def why_not_extort(s: Table, player: Player, clause: Clause) -> Reason | None:
    """CA-16.57: only if there is a legal target."""
    return None if targets(s, player) else Reason("CA-16.57", "no_target", {"fund": player.fund()})


OFFERS.verb("extort")(Offer(why_not_extort, extort))


@QUESTIONS.rule(D_GIVE, lambda s, decision: s.options.give)
def why_not_give(s: Table, decision: Decision, option: Option) -> Reason | None:
    return why_not_lose(s, s.players[decision.seat], option.value, "CA-10.4")


must(D_GIVE, "CA-16.10", "must_give")


async def swap_neighbours(s: Table, player: Player, clause: Clause) -> None:
    """CA-16.13: two neighbours in the circle change places, sides as they are."""
    choice = await Decision(player.seat, D_SWAP, s.options.swap)
    row = player.row
    left = choice.value
    right = (left + 1) % ROW
    row[left], row[right] = row[right], row[left]
    if s.witness is not None:
        names = [s.content.planets[player.planet(row[place])] for place in (right, left)]
        s.witness.tell("swaps", who=player.seat, planets=names)


OFFERS.verb("swap_neighbours")(Offer(usable, swap_neighbours))
QUESTIONS.free(D_SWAP, lambda s, decision: s.options.swap)
must(D_SWAP, "CA-16.13", "must_swap")
