"""Relics: finding, keeping, activating them (CY-16)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Zone
from starhall.games.cysmic.content import Clause, power
from starhall.games.cysmic.geometry import HEX_IDS
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.board import take_token, tell_ability, tell_card
from starhall.games.cysmic.rules.captives import settle_holds
from starhall.games.cysmic.rules.discovery import draw, restock
from starhall.games.cysmic.rules.legality import QUESTIONS, question, relics_in
from starhall.games.cysmic.rules.powers import refresh, relic_slots
from starhall.games.cysmic.rules.verbs import EFFECTS
from starhall.games.cysmic.state import Player, Table

CURATORS: Final = power("curators")
DOWSERS: Final = power("dowsers")


async def pick_up(s: Table, seat: int, hex: int) -> None:
    """CY-16.3: a unit came onto a Relic Token."""
    if not s.tokens[hex]:
        return
    take_token(s, hex)
    if s.witness is not None:
        s.witness.tell("picks_up", who=seat, hex=HEX_IDS[hex])
    await find_relic(s, seat)
    if s.players[seat].powers[DOWSERS] > 0:
        tell_ability(s, seat, "dowsers")
        await draw(s, seat, 1)


async def find_relic(s: Table, seat: int) -> None:
    """CY-16.3, CY-16.5: draw two (Meridian Academy: three), keep one, perhaps activate it."""
    player = s.players[seat]
    for _ in range(3 if player.powers[CURATORS] > 0 else 2):
        if restock(s, s.relic_deck, s.relic_pile):
            s.draw(s.relic_deck, player.found)
    if not player.found.cards:
        return
    if s.witness is not None:
        s.witness.tell("draws_relics", who=seat, n=len(player.found.cards))
    choice = await question(s, seat, Ask.KEEP)
    relic = choice.value + s.content.first_relic
    s.move(relic, player.found, player.relics)
    tell_card(s, "finds_relic", 1 << seat, relic, who=seat)
    while player.found.cards:
        _discard(s, player.found, player.found.cards[-1])
    await activate_or_hold(s, seat, relic)


async def activate_or_hold(s: Table, seat: int, relic: int) -> None:
    """CY-16.5, CY-16.6: activate the Relic just found, perhaps in place of another, or hold it."""
    about = s.content.relics[relic - s.content.first_relic]
    choice = await question(s, seat, Ask.RELIC_NOW, about, way_out=s.options.hold)
    if choice is not s.options.hold:
        await activate(s, seat, choice)


def activations(s: Table, player: Player, relic: int) -> list[Option]:
    """A Relic into a slot, or in place of each active one."""
    first, count = s.content.first_relic, len(s.content.relics)
    return [s.options.activate[relic - first]] + [
        s.options.replace[(old - first) * count + relic - first]
        for old in sorted(set(player.slots.cards))
    ]


def why_no_activation(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-16.6: into a free slot, or in place of an active Relic if there is none."""
    player = s.players[decision.seat]
    slots: dict[str, object] = {"n": relic_slots(player)}
    full = len(player.slots.cards) >= relic_slots(player)
    if option.verb == "activate":
        return Reason("CY-16.6", "no_slot", slots) if full else None
    return None if full else Reason("CY-16.6", "slot_free", slots)


def _relics_found(s: Table, decision: Decision) -> list[Option]:
    return relics_in(s, s.options.keep, s.players[decision.seat].found)


def _uses_of_the_find(s: Table, decision: Decision) -> list[Option]:
    relic = s.content.relics.index(decision.about) + s.content.first_relic
    return activations(s, s.players[decision.seat], relic)


QUESTIONS.free(Ask.KEEP, _relics_found)
QUESTIONS.rule(Ask.RELIC_NOW, _uses_of_the_find)(why_no_activation)


async def activate(s: Table, seat: int, choice: Option) -> None:
    """CY-12.5, CY-16.6: carry out an `activate` or `replace` option."""
    player = s.players[seat]
    relic = choice.value % len(s.content.relics) + s.content.first_relic
    if choice.verb == "replace":
        old = choice.value // len(s.content.relics) + s.content.first_relic
        _discard(s, player.slots, old)
    s.move(relic, player.relics, player.slots)
    if s.witness is not None:
        s.witness.tell("activates", who=seat, card=s.content.cards[relic])
    refresh(s)
    await settle_holds(s)


def _discard(s: Table, zone: Zone, relic: int) -> None:
    """CY-16.9: a player's Relic goes to the discards."""
    s.move(relic, zone, s.relic_pile)
    if s.witness is not None:
        s.witness.tell("discards_relic", who=zone.seat, card=s.content.cards[relic])


def drop_held(s: Table, seat: int, relic: int) -> None:
    """A Relic in hand is discarded."""
    _discard(s, s.players[seat].relics, relic)


async def drop_active(s: Table, seat: int, relic: int) -> None:
    """CY-12.5, CY-16.6: an active Relic is discarded; what it gave is gone at once."""
    _discard(s, s.players[seat].slots, relic)
    refresh(s)
    await settle_holds(s)


def _may_find(s: Table, seat: int, clause: Clause) -> bool:
    return bool(s.relic_deck.cards or s.relic_pile.cards)


@EFFECTS.verb("find_relic", when=_may_find)
async def _find(s: Table, seat: int, clause: Clause) -> None:
    await find_relic(s, seat)
