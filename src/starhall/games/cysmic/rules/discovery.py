"""Discovery cards: drawing, Events, and playing them from hand (CY-17)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Zone
from starhall.games.cysmic.content import ACTION, EVENT, Clause, power
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.board import gain_ore, tell_ability, tell_card
from starhall.games.cysmic.rules.legality import QUESTIONS, Question, own_cards
from starhall.games.cysmic.rules.reactions import anybody, discard, window
from starhall.games.cysmic.rules.verbs import EFFECTS, SOME, carry_out, possible
from starhall.games.cysmic.state import CARD_STREAM, CASHED, NONE, Table

W_ACTION: Final = window("action_played", "cancel")
MOST_EVENTS: Final = 10  # CY-17.3
ROYALTIES: Final = power("royalties")


def restock(s: Table, deck: Zone, pile: Zone) -> bool:
    """CY-14.7, CY-16.9, CY-17.8: the discards are shuffled into a new deck."""
    if deck.cards:
        return True
    if not pile.cards:
        return False
    s.gather(pile, deck)
    s.chance.streams[CARD_STREAM].shuffle(deck.cards)
    if s.witness is not None:
        s.witness.tell("reshuffles", n=len(deck.cards), deck=f"scene.{deck.name}")
    return True


async def draw(s: Table, seat: int, n: int) -> None:
    """Draw n cards, one after the other."""
    for _ in range(n):
        await draw_one(s, seat)


async def draw_one(s: Table, seat: int) -> None:
    """CY-17.2, CY-17.3: an Event is carried out and replaced, at most ten times."""
    for _ in range(MOST_EVENTS):
        if not restock(s, s.discovery_deck, s.discovery_pile):
            return
        card = s.discovery_deck.cards[-1]
        if s.content.card_type[card] != EVENT:
            s.draw(s.discovery_deck, s.players[seat].cards)
            tell_card(s, "draws", 1 << seat, card, who=seat)
            return
        s.draw(s.discovery_deck, s.aside)
        if s.witness is not None:
            s.witness.tell("event", who=seat, card=s.content.cards[card])
        await carry_out(s, seat, _name(s, card), s.content.ability[card])
        s.move(card, s.aside, s.discovery_pile)


def _name(s: Table, card: int) -> str:
    """The key of a Discovery card's name."""
    return f"name.discovery.{s.content.cards[card]}"


def usable(s: Table, seat: int) -> list[Option]:
    """CY-17.6: abilities that can take effect, and the gain of every card but events."""
    cards = sorted(set(s.players[seat].cards.cards))
    types, ability = s.content.card_type, s.content.ability
    actions = [card for card in cards if types[card] == ACTION and possible(s, seat, ability[card])]
    gains = [card for card in cards if types[card] != EVENT]
    return [s.options.use[card] for card in actions] + [s.options.cash[card] for card in gains]


@QUESTIONS.rule(Ask.DISCOVERY, lambda s, d: own_cards(s, s.options.use, d.seat))
def why_not_use(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-17.5, CY-17.6: an Action ability that can take effect; any card has a gain."""
    if s.content.card_type[option.value] != ACTION:
        return Reason("CY-17.5", "not_action", {"card": option.arg})
    if not possible(s, decision.seat, s.content.ability[option.value]):
        return Reason("CY-17.6", "nothing_usable", {"card": option.arg})
    return None


QUESTIONS.free(Ask.DISCOVERY, lambda s, d: own_cards(s, s.options.cash, d.seat))


async def use_ability(s: Table, seat: int, card: int) -> None:
    """An Action ability; others may jam it (CY-17.9, CY-17.10)."""
    discard(s, seat, card)
    if s.witness is not None:
        s.witness.tell("uses", who=seat, card=s.content.cards[card])
    others = [other for other in s.clockwise(s.active) if other != seat]
    about = f"{seat + 1}/{s.content.cards[card]}"
    if await anybody(s, W_ACTION, others, about) == NONE:
        await carry_out(s, seat, _name(s, card), s.content.ability[card])


async def use_gain(s: Table, seat: int, card: int) -> None:
    """The Resource Gain of a card; Starlight Syndicate earns on the first each turn."""
    discard(s, seat, card)
    if s.witness is not None:
        s.witness.tell("cashes", who=seat, card=s.content.cards[card])
    await carry_out(s, seat, _name(s, card), s.content.gain[card])
    player = s.players[seat]
    if player.powers[ROYALTIES] > 0 and not player.turn_marks & CASHED:
        tell_ability(s, seat, "royalties")
        gain_ore(s, seat, player.powers[ROYALTIES])
    player.turn_marks |= CASHED


def can_draw(s: Table) -> bool:
    return bool(s.discovery_deck.cards or s.discovery_pile.cards)


def _may_draw(s: Table, seat: int, clause: Clause) -> bool:
    return can_draw(s)


@EFFECTS.verb("draw", SOME, when=_may_draw)
async def _draw(s: Table, seat: int, clause: Clause) -> None:
    await draw(s, seat, clause.numbers[0])


def _may_play(s: Table, seat: int, clause: Clause) -> bool:
    return len(s.players[seat].cards.cards) > 0


@EFFECTS.verb("play_discovery", SOME, when=_may_play)
async def _play(s: Table, seat: int, clause: Clause) -> None:
    """CY-10.8, CY-17.5: up to n cards, each for its Action ability or its Resource Gain."""
    for left in range(clause.numbers[0], 0, -1):
        options = usable(s, seat)
        if not options:
            return
        choice = await Question(seat, Ask.DISCOVERY, options, str(left), way_out=s.options.done)
        if choice is s.options.done:
            return
        if choice.verb == "use":
            await use_ability(s, seat, choice.value)
        else:
            await use_gain(s, seat, choice.value)


def _may_gain(s: Table, seat: int, clause: Clause) -> bool:
    return s.ore > 0


@EFFECTS.verb("gain_ore", SOME, when=_may_gain)
async def _gain(s: Table, seat: int, clause: Clause) -> None:
    gain_ore(s, seat, clause.numbers[0])
