"""Resource trading: offers put together item by item, and the answer (CY-13)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Zone
from starhall.games.cysmic.asking import pick_seat
from starhall.games.cysmic.board import gain_ore, lift, load, pass_ore, set_flag
from starhall.games.cysmic.captives import captive_piece, held_by
from starhall.games.cysmic.cards import FIRST_RELIC, SIZE, TYPES, power
from starhall.games.cysmic.geometry import HEX_IDS
from starhall.games.cysmic.powers import holding
from starhall.games.cysmic.state import FATE_STREAM, HELD, NONE, Offer
from starhall.games.cysmic.table import Table
from starhall.games.cysmic.words import (
    A_CARD,
    A_RELIC,
    ACCEPT,
    CAPTIVE,
    D_ANSWER,
    D_GET,
    D_GIVE,
    D_PARTNER,
    D_TRADE_CARD,
    D_TRADE_RELIC,
    DECLINE,
    DISCARD,
    DONE,
    DROP_RELIC,
    HABITAT,
    OFFER_CARD,
    OFFER_RELIC,
    ORE,
    PACKETS,
)

MOST_ITEMS: Final = 4
OFFERS: Final = 3
BARTER_KINGS: Final = power("barter_kings")
BARTER_OFFERS: Final = 5
BARTER_ORE: Final = 2  # at most this many accepted trades pay in a turn
NO_OFFERS: Final = power("no_offers")

# Stages of an offer
GIVING: Final = 0
ASKING: Final = 1
FINISHED: Final = 2
ANNOUNCED: Final = 3


def offers_allowed(s: Table, seat: int) -> int:
    """CY-13.3: three; Wayfarer Caravans five; none under Forged Treaties."""
    powers = s.players[seat].powers
    if not s.trading or powers[NO_OFFERS] > 0:
        return 0
    return BARTER_OFFERS if powers[BARTER_KINGS] > 0 else OFFERS


async def trade(s: Table, seat: int) -> bool:
    """D19 to D23: one offer; False when the player ends trading.

    The offer lies in the state, so the strand can be taken up again at every item.
    """
    main = s.strands[0]
    offer = s.offer
    if offer is None:
        main.fresh = True
        partner = await pick_seat(seat, s.others(seat), D_PARTNER, DONE)
        if partner == NONE:
            return False
        s.offers += 1
        offer = s.offer = Offer(seat, partner)
    while offer.stage < FINISHED:
        main.fresh = True
        more = await (_give(s, offer) if offer.stage == GIVING else _get(s, offer))
        offer.items += 1
        if not more or offer.items == MOST_ITEMS:
            offer.stage += 1
            offer.items = 0
    if offer.stage == FINISHED and valid(s, offer):
        _show_cards(s, offer)
        _tell(s, offer)
        offer.stage = ANNOUNCED
    if offer.stage == ANNOUNCED:
        main.fresh = True
        choice = await Decision(offer.partner, D_ANSWER, [ACCEPT, DECLINE], str(seat + 1))
        if choice is ACCEPT:
            await _carry_out(s, offer)
        elif s.witness is not None:
            s.witness.tell("declines", who=offer.partner)
    s.offer = None
    return True


def _tell(s: Table, offer: Offer) -> None:
    """The public face of an offer, for the log."""
    if s.witness is not None:
        s.witness.tell(
            "offers",
            who=offer.seat,
            foe=offer.partner,
            give_ore=offer.give_ore,
            give_cards=offer.give_cards,
            give_relics=offer.give_relics,
            give_habitats=[HEX_IDS[hex] for hex in offer.give_habitats],
            give_captives=[TYPES[captive % len(TYPES)] for captive in offer.give_captives],
            get_ore=offer.get_ore,
            get_cards=offer.get_cards,
            get_relics=offer.get_relics,
            get_habitats=[HEX_IDS[hex] for hex in offer.get_habitats],
            get_captives=[TYPES[captive % len(TYPES)] for captive in offer.get_captives],
        )


# Putting it together


async def _give(s: Table, offer: Offer) -> bool:
    """D20: one own item, or done."""
    player = s.players[offer.seat]
    options = _ore_options(player.ore - offer.give_ore)
    options += [OFFER_CARD[card] for card in _left(player.cards, offer.cards)]
    options += [OFFER_RELIC[card - FIRST_RELIC] for card in _left(player.relics, offer.relics)]
    options += [HABITAT[hex] for hex in player.holds if hex not in offer.give_habitats]
    options += _captive_options(s, offer.seat, offer.give_captives)
    options.append(DONE)
    choice = await Decision(offer.seat, D_GIVE, options, str(offer.partner + 1))
    if choice is DONE:
        return False
    if choice.verb == "ore":
        offer.give_ore += PACKETS[choice.value]
    elif choice.verb == "offer_card":
        offer.give_cards += 1
        offer.cards.append(choice.value)
    elif choice.verb == "offer_relic":
        offer.give_relics += 1
        offer.relics.append(choice.value + FIRST_RELIC)
    elif choice.verb == "habitat":
        offer.give_habitats.append(choice.value)
    else:
        offer.give_captives.append(choice.value)
    return True


async def _get(s: Table, offer: Offer) -> bool:
    """D21: one item of the partner, or done; of cards only the kind can be named (CY-13.5)."""
    player = s.players[offer.partner]
    options = _ore_options(player.ore - offer.get_ore)
    if len(player.cards.cards) > offer.get_cards:
        options.append(A_CARD)
    if len(player.relics.cards) > offer.get_relics:
        options.append(A_RELIC)
    options += [HABITAT[hex] for hex in player.holds if hex not in offer.get_habitats]
    options += _captive_options(s, offer.partner, offer.get_captives)
    options.append(DONE)
    choice = await Decision(offer.seat, D_GET, options, str(offer.partner + 1))
    if choice is DONE:
        return False
    if choice.verb == "ore":
        offer.get_ore += PACKETS[choice.value]
    elif choice is A_CARD:
        offer.get_cards += 1
    elif choice is A_RELIC:
        offer.get_relics += 1
    elif choice.verb == "habitat":
        offer.get_habitats.append(choice.value)
    else:
        offer.get_captives.append(choice.value)
    return True


def _ore_options(ore: int) -> list[Option]:
    return [ORE[i] for i, packet in enumerate(PACKETS) if packet <= ore]


def _left(zone: Zone, offered: list[int]) -> list[int]:
    """Designs in hand of which a copy is not yet offered."""
    return [
        card for card in sorted(set(zone.cards)) if zone.cards.count(card) > offered.count(card)
    ]


def _captive_options(s: Table, holder: int, offered: list[int]) -> list[Option]:
    options: list[Option] = []
    for owner, types in enumerate(held_by(s, holder)):
        for type, count in enumerate(types):
            number = owner * len(TYPES) + type
            if count > offered.count(number):
                options.append(CAPTIVE[number])
    return options


def valid(s: Table, offer: Offer) -> bool:
    """CY-13.3, CY-13.7: not empty, and room for captives after the whole trade."""
    gives = offer.give_ore + offer.give_cards + offer.give_relics
    gives += len(offer.give_habitats) + len(offer.give_captives)
    gets = offer.get_ore + offer.get_cards + offer.get_relics
    gets += len(offer.get_habitats) + len(offer.get_captives)
    if gives + gets == 0:
        return False
    return _room(s, offer.seat, offer.give_captives, offer.get_captives) and _room(
        s, offer.partner, offer.get_captives, offer.give_captives
    )


def _room(s: Table, holder: int, out: list[int], into: list[int]) -> bool:
    kept = [captive for captive in into if captive // len(TYPES) != holder]
    if not kept:
        return True
    change = sum([SIZE[captive % len(TYPES)] for captive in kept])
    change -= sum([SIZE[captive % len(TYPES)] for captive in out])
    return load(s, holder) + change <= holding(s.players[holder])


def _show_cards(s: Table, offer: Offer) -> None:
    """CY-13.5: the cards offered are shown to the partner."""
    player = s.players[offer.seat]
    for card in offer.cards:
        s.show(player.cards, card, offer.partner)
    for card in offer.relics:
        s.show(player.relics, card, offer.partner)


# Carrying it out


async def _carry_out(s: Table, offer: Offer) -> None:
    """At once and binding; the partner picks the cards asked for (D23)."""
    seat, partner = offer.seat, offer.partner
    giver, taker = s.players[seat], s.players[partner]
    asked_cards: list[Option] = []
    for _ in range(offer.get_cards):
        options = [DISCARD[card] for card in sorted(set(taker.cards.cards))]
        asked_cards.append(await Decision(partner, D_TRADE_CARD, options))
        s.move(asked_cards[-1].value, taker.cards, giver.cards)
    for _ in range(offer.get_relics):
        options = [DROP_RELIC[card - FIRST_RELIC] for card in sorted(set(taker.relics.cards))]
        relic = await Decision(partner, D_TRADE_RELIC, options)
        s.move(relic.value + FIRST_RELIC, taker.relics, giver.relics)
    _hand_over(s, offer.cards, offer.give_cards, giver.cards, taker.cards)
    _hand_over(s, offer.relics, offer.give_relics, giver.relics, taker.relics)
    pass_ore(s, seat, partner, offer.give_ore)
    pass_ore(s, partner, seat, offer.get_ore)
    for hex in offer.give_habitats:
        set_flag(s, hex, partner, own_doing=True)
    for hex in offer.get_habitats:
        set_flag(s, hex, seat, own_doing=True)
    _pass_captives(s, seat, partner, offer.give_captives)
    _pass_captives(s, partner, seat, offer.get_captives)
    if s.witness is not None:
        s.witness.tell("accepts", who=partner, foe=seat)
    if giver.powers[BARTER_KINGS] > 0 and giver.barters < BARTER_ORE:
        giver.barters += 1
        gain_ore(s, seat, 1)


def _hand_over(s: Table, cards: list[int], count: int, src: Zone, dst: Zone) -> None:
    """The offered cards; where an imagined world does not know them, any of the hand."""
    for i in range(count):
        if i < len(cards) and cards[i] in src.cards:
            s.move(cards[i], src, dst)
        elif src.cards:
            place = s.chance.streams[FATE_STREAM].below(len(src.cards))
            s.move(src.cards[place], src, dst)


def _pass_captives(s: Table, holder: int, taker: int, captives: list[int]) -> None:
    """CY-13.7: home to their owner, or into the other prison."""
    for captive in captives:
        owner, type = captive // len(TYPES), captive % len(TYPES)
        piece = captive_piece(s, holder, owner, type)
        if owner == taker:
            lift(s, owner, piece)
        else:
            s.players[owner].where[piece] = HELD - taker
