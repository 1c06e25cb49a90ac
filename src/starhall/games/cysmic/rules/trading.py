"""Resource trading: offers put together item by item, and the answer (CY-13)."""

from __future__ import annotations

from typing import Final

from starhall.engine.knowledge.memory import SEEN_BY_ALL
from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Zone
from starhall.engine.rules.steps import LEAVE, Steps, straight
from starhall.games.cysmic.content import SIZE, TYPES, power
from starhall.games.cysmic.geometry import CITY, HEX_IDS
from starhall.games.cysmic.options import PACKETS, Ask
from starhall.games.cysmic.rules.asking import pick_seat, resumable
from starhall.games.cysmic.rules.board import (
    captive_types,
    gain_ore,
    habitat_at,
    lift,
    load,
    pass_ore,
    piece_at,
    set_flag,
    tell_ability,
    tell_card,
)
from starhall.games.cysmic.rules.captives import captives
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    Question,
    active_relics,
    done,
    every_seat,
    held_relics,
    own_cards,
    question,
)
from starhall.games.cysmic.rules.powers import holding
from starhall.games.cysmic.state import FATE_STREAM, HELD, NONE, RELIC_FAMILY, Offer, Table

MOST_ITEMS: Final = 4
OFFERS: Final = 3
BARTER_KINGS: Final = power("barter_kings")
BARTER_OFFERS: Final = 5
BARTER_ORE: Final = 2  # at most this many accepted trades pay in a turn
NO_OFFERS: Final = power("no_offers")


def offers_allowed(s: Table, seat: int) -> int:
    """CY-13.3: three; Wayfarer Caravans five; none under Forged Treaties."""
    powers = s.players[seat].powers
    if not s.trading or powers[NO_OFFERS] > 0:
        return 0
    return BARTER_OFFERS if powers[BARTER_KINGS] > 0 else OFFERS


def may_offer(s: Table) -> bool:
    return s.offers < offers_allowed(s, s.active)


async def choose_partner(s: Table) -> int | None:
    """CY-13.3: choose whom to make an offer to, or end trading."""
    seat = s.active
    left = str(offers_allowed(s, seat) - s.offers)
    partner = await pick_seat(s, seat, s.others(seat), Ask.PARTNER, s.options.done, about=left)
    if partner == NONE:
        return LEAVE
    s.offers += 1
    s.offer = Offer(seat=seat, partner=partner)
    return None


async def name_gifts(s: Table) -> None:
    """CY-13.3, CY-13.4: up to four of the player's items."""
    offer = the_offer(s)
    while offer.items < MOST_ITEMS and await _give(s, offer):
        offer.items += 1
    offer.items = 0


async def name_wishes(s: Table) -> None:
    """CY-13.3 to CY-13.5: up to four items of the partner."""
    offer = the_offer(s)
    while offer.items < MOST_ITEMS and await _get(s, offer):
        offer.items += 1
    offer.items = 0


def announce(s: Table) -> None:
    """CY-13.3: an offer that is void counts, but is not put to the partner."""
    offer = the_offer(s)
    void = why_void(s, offer)
    if void is None:
        _show_cards(s, offer)
        _tell(s, offer)
        return
    if s.witness is not None:
        s.witness.tell(void.key, SEEN_BY_ALL, foe=offer.partner, **void.values)
    s.offer = None


async def answer(s: Table) -> None:
    """CY-13.1, CY-13.3: the partner accepts or declines; a trade is carried out at once."""
    offer = s.offer
    if offer is None:
        return
    resumable(s)
    choice = await question(s, offer.partner, Ask.ANSWER, str(offer.seat + 1))
    if choice is s.options.accept:
        await _carry_out(s, offer)
    elif s.witness is not None:
        s.witness.tell("declines", who=offer.partner)
    s.offer = None


def the_offer(s: Table) -> Offer:
    assert s.offer is not None
    return s.offer


def _tell(s: Table, offer: Offer) -> None:
    """The public face of an offer, for the log."""
    if s.witness is not None:
        give, get = gifts(offer), wishes(offer)
        s.witness.tell("offers", who=offer.seat, foe=offer.partner, give=give, get=get)


def gifts(offer: Offer) -> list[dict[str, object]]:
    """What is offered, for a sentence."""
    return _items(
        offer.give_ore,
        offer.give_cards,
        offer.give_relics,
        offer.give_habitats,
        offer.give_captives,
    )


def wishes(offer: Offer) -> list[dict[str, object]]:
    """What is asked for, for a sentence."""
    return _items(
        offer.get_ore, offer.get_cards, offer.get_relics, offer.get_habitats, offer.get_captives
    )


def _items(
    ore: int, cards: int, relics: int, habitats: list[int], captives: list[int]
) -> list[dict[str, object]]:
    counts = (("item_ore", ore), ("item_cards", cards), ("item_relics", relics))
    items: list[dict[str, object]] = [{"key": f"scene.{key}", "n": n} for key, n in counts if n > 0]
    for hex in habitats:
        name = "name.hex.city" if hex == CITY else "scene.item_habitat"
        items.append({"key": name, "hex": HEX_IDS[hex]})
    for captive in captives:
        unit, owner = TYPES[captive % len(TYPES)], captive // len(TYPES)
        items.append({"key": "scene.item_captive", "unit": unit, "who": owner})
    return items if items else [{"key": "scene.item_nothing"}]


# Putting it together


async def _give(s: Table, offer: Offer) -> bool:
    """CY-13.3, CY-13.4: one of the player's items, or done."""
    player = s.players[offer.seat]
    options = _ore_options(s, player.ore - offer.give_ore)
    options += [s.options.offer_card[card] for card in _left(player.cards, offer.cards)]
    first = s.content.first_relic
    options += [s.options.offer_relic[card - first] for card in _left(player.relics, offer.relics)]
    options += [s.options.habitat[hex] for hex in player.holds if hex not in offer.give_habitats]
    options += _captive_options(s, offer.seat, offer.give_captives)
    options.append(s.options.done)
    choice = await Question(offer.seat, Ask.GIVE, options, str(offer.partner + 1))
    if choice is s.options.done:
        return False
    if choice.verb == "ore":
        offer.give_ore += PACKETS[choice.value]
    elif choice.verb == "offer_card":
        offer.give_cards += 1
        offer.cards.append(choice.value)
    elif choice.verb == "offer_relic":
        offer.give_relics += 1
        offer.relics.append(choice.value + s.content.first_relic)
    elif choice.verb == "habitat":
        offer.give_habitats.append(choice.value)
    else:
        offer.give_captives.append(choice.value)
    return True


async def _get(s: Table, offer: Offer) -> bool:
    """CY-13.3 to CY-13.5: one item of the partner, or done; of cards only the kind can be named."""
    player = s.players[offer.partner]
    options = _ore_options(s, player.ore - offer.get_ore)
    if len(player.cards.cards) > offer.get_cards:
        options.append(s.options.a_card)
    if len(player.relics.cards) > offer.get_relics:
        options.append(s.options.a_relic)
    options += [s.options.habitat[hex] for hex in player.holds if hex not in offer.get_habitats]
    options += _captive_options(s, offer.partner, offer.get_captives)
    options.append(s.options.done)
    choice = await Question(offer.seat, Ask.GET, options, str(offer.partner + 1))
    if choice is s.options.done:
        return False
    if choice.verb == "ore":
        offer.get_ore += PACKETS[choice.value]
    elif choice is s.options.a_card:
        offer.get_cards += 1
    elif choice is s.options.a_relic:
        offer.get_relics += 1
    elif choice.verb == "habitat":
        offer.get_habitats.append(choice.value)
    else:
        offer.get_captives.append(choice.value)
    return True


# Bots make many offers in their searches: these lists are faster than the rules below.


def _ore_options(s: Table, ore: int) -> list[Option]:
    return [s.options.ore[i] for i, packet in enumerate(PACKETS) if packet <= ore]


def _left(zone: Zone, named: list[int]) -> list[int]:
    """Designs in hand of which a copy is not yet offered."""
    return [card for card in sorted(set(zone.cards)) if zone.cards.count(card) > named.count(card)]


def _captive_options(s: Table, holder: int, named: list[int]) -> list[Option]:
    return [
        option
        for option in captives(s, s.options.captive, holder)
        if not _why_no_captive(s, holder, named, option.value)
    ]


# What may be named (CY-13.1, CY-13.4)


def _packets(s: Table, decision: Decision) -> list[Option]:
    return s.options.ore


def _own_goods(s: Table, decision: Decision) -> list[Option]:
    """Cards, Relics, Habitats and captives of the player, active Relics too."""
    seat = decision.seat
    found = own_cards(s, s.options.offer_card, seat)
    found += held_relics(s, s.options.offer_relic, seat)
    found += active_relics(s, s.options.offer_relic, seat)
    found += [s.options.habitat[hex] for hex in s.players[seat].holds]
    return found + captives(s, s.options.captive, seat)


def _their_goods(s: Table, decision: Decision) -> list[Option]:
    """Of cards only the kind can be named (CY-13.5)."""
    partner = the_offer(s).partner
    found = [s.options.a_card, s.options.a_relic]
    found += [s.options.habitat[hex] for hex in s.players[partner].holds]
    return found + captives(s, s.options.captive, partner)


@QUESTIONS.rule(Ask.GIVE, _packets)
def why_not_give_ore(s: Table, decision: Decision, option: Option) -> Reason | None:
    return _why_no_ore(s.players[decision.seat].ore, the_offer(s).give_ore, option)


@QUESTIONS.rule(Ask.GET, _packets)
def why_not_get_ore(s: Table, decision: Decision, option: Option) -> Reason | None:
    offer = the_offer(s)
    return _why_no_ore(s.players[offer.partner].ore, offer.get_ore, option)


def _why_no_ore(ore: int, named: int, option: Option) -> Reason | None:
    """CY-13.4: packets are added up."""
    if PACKETS[option.value] + named <= ore:
        return None
    key = "no_ore_to_trade" if ore == 0 else "packet_too_big" if named == 0 else "ore_named"
    return Reason("CY-13.4", key, {"ore": ore, "n": named})


@QUESTIONS.rule(Ask.GIVE, _own_goods)
def why_not_give(s: Table, decision: Decision, option: Option) -> Reason | None:
    offer, player = the_offer(s), s.players[decision.seat]
    if option.verb == "offer_card":
        return _why_no_copy(player.cards, offer.cards, option.value)
    if option.verb == "offer_relic":
        relic = option.value + s.content.first_relic
        if relic not in player.relics.cards:
            return Reason("CY-13.6", "active_relic", {"card": option.arg})
        return _why_no_copy(player.relics, offer.relics, relic)
    if option.verb == "habitat":
        return _ALREADY if option.value in offer.give_habitats else None
    return _why_no_captive(s, player.seat, offer.give_captives, option.value)


@QUESTIONS.rule(Ask.GET, _their_goods)
def why_not_get(s: Table, decision: Decision, option: Option) -> Reason | None:
    offer = the_offer(s)
    player = s.players[offer.partner]
    if option is s.options.a_card:
        return _ALL if len(player.cards.cards) <= offer.get_cards else None
    if option is s.options.a_relic:
        return _ALL if len(player.relics.cards) <= offer.get_relics else None
    if option.verb == "habitat":
        return _ALREADY if option.value in offer.get_habitats else None
    return _why_no_captive(s, player.seat, offer.get_captives, option.value)


_ALREADY: Final = Reason("CY-13.4", "already_named")
_ALL: Final = Reason("CY-13.4", "all_named")


def _why_no_copy(zone: Zone, named: list[int], card: int) -> Reason | None:
    """Is there a copy that is not yet offered?"""
    return None if zone.cards.count(card) > named.count(card) else _ALREADY


def _why_no_captive(s: Table, holder: int, named: list[int], captive: int) -> Reason | None:
    held = captive_types(s, holder, captive // len(TYPES))[captive % len(TYPES)]
    return None if held > named.count(captive) else _ALREADY


QUESTIONS.free(Ask.GIVE, done)
QUESTIONS.free(Ask.GET, done)


@QUESTIONS.rule(Ask.PARTNER, every_seat)
def why_not_trade(s: Table, decision: Decision, option: Option) -> Reason | None:
    return Reason("CY-13.1", "yourself") if option.value == decision.seat else None


@QUESTIONS.rule(Ask.TRADE_RELIC, lambda s, d: active_relics(s, s.options.drop_active, d.seat))
def why_not_active(s: Table, decision: Decision, option: Option) -> Reason | None:
    return Reason("CY-13.6", "active_relic", {"card": option.arg})


QUESTIONS.free(Ask.ANSWER, lambda s, d: [s.options.accept, s.options.decline])
QUESTIONS.free(Ask.TRADE_CARD, lambda s, d: own_cards(s, s.options.discard, d.seat))
QUESTIONS.free(Ask.TRADE_RELIC, lambda s, d: held_relics(s, s.options.drop_relic, d.seat))


def why_void(s: Table, offer: Offer) -> Reason | None:
    """CY-13.3, CY-13.7: empty, or no room for captives after the whole trade."""
    gives = offer.give_ore + offer.give_cards + offer.give_relics
    gives += len(offer.give_habitats) + len(offer.give_captives)
    gets = offer.get_ore + offer.get_cards + offer.get_relics
    gets += len(offer.get_habitats) + len(offer.get_captives)
    if gives + gets == 0:
        return Reason("CY-13.3", "void_empty", {"who": offer.seat})
    for seat, out, into in (
        (offer.seat, offer.give_captives, offer.get_captives),
        (offer.partner, offer.get_captives, offer.give_captives),
    ):
        if not _room(s, seat, out, into):
            return Reason("CY-13.7", "void_no_room", {"who": seat})
    return None


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
    """CY-13.1, CY-13.5: the goods change hands; the partner picks the cards asked for."""
    seat, partner = offer.seat, offer.partner
    giver, taker = s.players[seat], s.players[partner]
    if s.witness is not None:
        s.witness.tell("accepts", who=partner, foe=seat)
    about = str(seat + 1)
    for _ in range(offer.get_cards):
        card = await question(s, partner, Ask.TRADE_CARD, about)
        _give_card(s, card.value, taker.cards, giver.cards)
    for _ in range(offer.get_relics):
        relic = await question(s, partner, Ask.TRADE_RELIC, about)
        _give_card(s, relic.value + s.content.first_relic, taker.relics, giver.relics)
    _hand_over(s, offer.cards, offer.give_cards, giver.cards, taker.cards)
    _hand_over(s, offer.relics, offer.give_relics, giver.relics, taker.relics)
    pass_ore(s, seat, partner, offer.give_ore, "gets_ore")
    pass_ore(s, partner, seat, offer.get_ore, "gets_ore")
    for hex in offer.give_habitats:
        _give_habitat(s, hex, partner)
    for hex in offer.get_habitats:
        _give_habitat(s, hex, seat)
    _pass_captives(s, seat, partner, offer.give_captives)
    _pass_captives(s, partner, seat, offer.get_captives)
    if giver.powers[BARTER_KINGS] > 0 and giver.barters < BARTER_ORE:
        giver.barters += 1
        tell_ability(s, seat, "barter_kings")
        gain_ore(s, seat, 1)


def _give_card(s: Table, card: int, src: Zone, dst: Zone) -> None:
    """CY-22.7: the card is known to the two traders only."""
    s.move(card, src, dst)
    relic = src.family == RELIC_FAMILY
    traders = 1 << src.seat | 1 << dst.seat
    tell_card(s, "gets_relic" if relic else "gets_card", traders, card, who=dst.seat, foe=src.seat)


def _give_habitat(s: Table, hex: int, taker: int) -> None:
    if s.witness is not None:
        habitat, owner = habitat_at(s, hex), s.flag[hex]
        s.witness.tell("gets_habitat", who=taker, foe=owner, hex=HEX_IDS[hex], habitat=habitat)
    set_flag(s, hex, taker, own_doing=True)


def _hand_over(s: Table, cards: list[int], count: int, src: Zone, dst: Zone) -> None:
    """The offered cards; if an imagined world does not know them, any cards of the hand."""
    for i in range(count):
        if i < len(cards) and cards[i] in src.cards:
            _give_card(s, cards[i], src, dst)
        elif src.cards:
            place = s.chance.streams[FATE_STREAM].below(len(src.cards))
            _give_card(s, src.cards[place], src, dst)


def _pass_captives(s: Table, holder: int, taker: int, captives: list[int]) -> None:
    """CY-13.7: home to their owner, or into the other prison."""
    for captive in captives:
        owner, type = captive // len(TYPES), captive % len(TYPES)
        piece = piece_at(s, owner, type, HELD - holder)
        home = owner == taker
        if s.witness is not None:
            told = "captive_home" if home else "captive_passed"
            s.witness.tell(told, who=holder, foe=taker, owner=owner, unit=TYPES[type])
        if home:
            lift(s, owner, piece)
        else:
            s.players[owner].where[piece] = HELD - taker


# CY-7.11: offer by offer
TRADING: Final = Steps(
    "trading",
    choose_partner,
    name_gifts,
    name_wishes,
    announce,
    straight(answer),
    as_long_as=may_offer,
)
