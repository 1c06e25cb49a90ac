"""Sections 4 to 7: the Encounter Line is formed and every card of it engaged or evaded."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Procedure, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.steps import LEAVE, Steps, straight
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    AT_CHOICE,
    AT_ENGAGE,
    AT_EVADE,
    BLACK,
    COLOURS,
    NONE,
    Happening,
)
from starhall.games.pulp_invasion.options import D_BOOST, D_ENCOUNTER, D_EVADE, D_EVADE_PAY, D_PAY
from starhall.games.pulp_invasion.rules.dice import draw_cube
from starhall.games.pulp_invasion.rules.effects import (
    become_location,
    check_zeros,
    losable,
    lose_point,
    perform,
    seed_printed,
)
from starhall.games.pulp_invasion.rules.legality import QUESTIONS, SEAT
from starhall.games.pulp_invasion.rules.payment import (
    cost_of,
    demand_named,
    payable,
    payments,
    points,
    spend,
    survivable,
)
from starhall.games.pulp_invasion.rules.reckoning import (
    NOTHING,
    bill,
    drawable,
    evade_cost,
    evade_draw,
    means,
)
from starhall.games.pulp_invasion.rules.uses import add_uses, carry_out
from starhall.games.pulp_invasion.state import ENGAGED, EVADED, WAITING, Table

CARDS_A_ROUND: Final = 4


# Forming the line


def form_line(s: Table) -> None:
    """Draw cards, seed their cubes, take the Locations out."""
    content = s.content
    deck = s.decks[s.sector]
    drawn = [s.draw(deck, s.line) for _ in range(min(CARDS_A_ROUND, len(deck.cards)))]
    s.fates = [WAITING] * len(s.line.cards)
    if s.witness is not None:
        s.witness.tell("line", cards=[content.cards[card] for card in drawn])
    for card in drawn:
        seed_printed(s, card)
    for card in drawn:
        if card >= content.first_location:
            become_location(s, card)


async def reveal(s: Table) -> None:
    """PI-4.13 to PI-4.15: `reveal` and `line` effects, then the first zero check."""
    place = 0
    while place < len(s.line.cards):  # cards that join in between have their turn too
        for effect in s.content.texts[s.line.cards[place]].reveal:
            await trigger(s, effect)
        place += 1
    for effect in s.location_text().line:  # PI-4.14: a Location does this in every round
        await trigger(s, effect)
    for effect in s.planet_text().line:
        await trigger(s, effect)
    check_zeros(s)


async def trigger(s: Table, effect: Happening) -> None:
    """Carry out an effect that nobody has chosen, and tell its cause unless it is the active card.

    An effect that would change nothing is not told.
    """
    if s.witness is not None and effect.useful(s, effect):
        kind, _, cause = effect.origin.partition("/")
        if s.active == NONE or cause != active_card(s):
            s.witness.tell(f"works_{kind}", cause=cause)
    await perform(s, effect)


# The active card


def cards_left(s: Table) -> bool:
    return s.active + 1 < len(s.line.cards)


def next_card(s: Table) -> dict[str, object]:
    return {"card": s.content.cards[s.line.cards[s.active + 1]]}


def turn_to_next(s: Table) -> None:
    """PI-5.1: one card at a time from left to right; each has its own die (PI-11.5)."""
    s.active += 1
    s.clear("card")
    if not s.per_round:
        s.die_spent = False


def active_card(s: Table) -> str:
    return s.content.cards[s.line.cards[s.active]]


async def choose_encounter(s: Table) -> None:
    """PI-D3: Engage or Evade; before that a die or Void Bell."""
    while True:
        choice = await Decision(SEAT, D_ENCOUNTER, encounter_options(s), active_card(s))
        if choice is s.options.engage:
            return
        if choice is s.options.evade:
            begin_evade(s)
            return
        await carry_out(s, AT_CHOICE, choice)


def encounter_options(s: Table) -> list[Option]:
    options: list[Option] = []
    if s.content.strengths[s.line.cards[s.active]] > 0 and may_engage(s):
        options.append(s.options.engage)
    options.append(s.options.evade)
    add_uses(s, AT_CHOICE, NOTHING, options)
    return options


def may_engage(s: Table) -> bool:
    """PI-6.1: the demands can be paid now, or a die or weapon could help."""
    due = bill(s, s.active)
    if payable(s.abilities, due, s.mirror + s.meridian):
        return True
    boosts: list[Option] = []
    add_uses(s, AT_ENGAGE, due, boosts)
    return bool(boosts)


@QUESTIONS.rule(D_ENCOUNTER, lambda s, _: [s.options.engage])
def why_not_engage(s: Table, decision: Decision, option: Option) -> Reason | None:
    if s.content.strengths[s.line.cards[s.active]] == 0:
        return Reason("PI-5.14", "strength_zero", {"card": active_card(s)})
    if may_engage(s):
        return None
    return Reason("PI-6.1", "cannot_pay", demands(s))


def demands(s: Table) -> dict[str, object]:
    """The active card and its demands, for a sentence."""
    return {"card": active_card(s), "points": points(bill(s, s.active))}


QUESTIONS.free(D_ENCOUNTER, lambda s, _: [s.options.evade])


# Engage


async def boost_engage(s: Table) -> int | None:
    """PI-6.3: one die and any weapons, one at a time; then pay, or evade after all."""
    while True:
        due = bill(s, s.active)
        choice = await Decision(SEAT, D_BOOST, boost_options(s, due), active_card(s))
        if choice is s.options.pay or choice is s.options.pay_fatal:
            s.owed = due[:3]
            return None
        if choice is s.options.evade_instead:
            begin_evade(s)
            return LEAVE
        await carry_out(s, AT_ENGAGE, choice)


def boost_options(s: Table, due: list[int]) -> list[Option]:
    options: list[Option] = []
    pay = paying(s, due)
    if pay is not None:
        options.append(pay)
    add_uses(s, AT_ENGAGE, due, options)
    options.append(s.options.evade_instead)
    return options


def paying(s: Table, due: list[int]) -> Option | None:
    """PI-15.2 marks the payment if every way to pay leaves two abilities at 0."""
    discounts = s.mirror + s.meridian
    if not payable(s.abilities, due, discounts):
        return None
    survives = survivable(s.abilities, due, discounts)
    return s.options.pay if survives else s.options.pay_fatal


def payment(s: Table, decision: Decision) -> list[Option]:
    return [paying(s, bill(s, s.active)) or s.options.pay]


@QUESTIONS.rule(D_BOOST, payment)
def why_not_pay_now(s: Table, decision: Decision, option: Option) -> Reason | None:
    """PI-6.9: no part payment."""
    if paying(s, bill(s, s.active)) is not None:
        return None
    return Reason("PI-6.9", "cannot_pay_yet", demands(s))


QUESTIONS.free(D_BOOST, lambda s, _: [s.options.evade_instead])


async def pay_demands(s: Table) -> None:
    """PI-6.2: each demand in the order C, D, S."""
    for ability in range(3):
        if s.owed[ability] > 0:
            about = demand_named(active_card(s), ability, s.owed[ability])
            choice = await Decision(SEAT, D_PAY, payments(s, ability), about)
            spend(s, ability, choice)
            if s.witness is not None:
                s.witness.tell("pays", points=points(cost_of(choice)))


def engage(s: Table) -> Procedure | None:
    """PI-6.2: the zero check, and what follows from the Engage."""
    check_zeros(s)  # PI-6.10
    s.mirror = 0
    s.fates[s.active] = ENGAGED
    if s.witness is not None:
        s.witness.tell("engages", card=active_card(s))
    location = s.location_text()
    effects = [
        *s.content.texts[s.line.cards[s.active]].engaged,
        *s.alien_text().engaged,
        *location.engaged,
        *([] if s.engaged_any else location.first_engaged),
        *s.planet_text().engaged,
    ]
    s.engaged_any = True
    return happen(s, effects) if effects else None


async def happen(s: Table, effects: list[Happening]) -> None:
    """PI-13.4: the effects that the active card triggers, then the zero check."""
    for effect in effects:
        if means(s, effect.filter, s.active):
            await trigger(s, effect)
    check_zeros(s)


# Evade


def begin_evade(s: Table) -> None:
    """PI-7.2: the card counts as evaded from now on."""
    s.fates[s.active] = EVADED
    if s.witness is not None:
        s.witness.tell("evades", card=active_card(s))


async def boost_evade(s: Table) -> None:
    """PI-D6: dice that work on the bag, and Chronal Vault."""
    while True:
        options: list[Option] = [s.options.go]
        add_uses(s, AT_EVADE, NOTHING, options)
        choice = await Decision(SEAT, D_EVADE, options, active_card(s))
        if choice is s.options.go:
            s.evade_points = evade_cost(s, s.active)
            return
        await carry_out(s, AT_EVADE, choice)


QUESTIONS.free(D_EVADE, lambda s, _: [s.options.go])


async def pay_evade(s: Table) -> None:
    """PI-7.3, PI-7.4: points of the player's choice, one after the other."""
    while s.evade_points > 0:
        choice = await Decision(SEAT, D_EVADE_PAY, losable(s), active_card(s))
        lose_point(s, choice.value, "pays_point")
        s.evade_points -= 1
        check_zeros(s)


def evade(s: Table) -> Procedure | None:
    """PI-7.5 to PI-7.14: draw cubes, then what the Evade triggers."""
    for _ in range(evade_draw(s, s.active)):
        cubes = drawable(s)
        if cubes == 0:
            break
        draw_evade_cube(s, draw_cube(s, cubes))
    effects = [
        *s.content.texts[s.line.cards[s.active]].evaded,
        *s.alien_text().evaded,
        *s.location_text().evaded,
        *s.planet_text().evaded,
    ]
    return happen(s, effects) if effects else None


def draw_evade_cube(s: Table, colour: int) -> None:
    """PI-7.5, PI-7.7 to PI-7.10: the cube goes to the supply and lowers its ability, if above 0."""
    s.bag[colour] -= 1
    s.supply[colour] += 1
    lowers = colour != BLACK and s.abilities[colour] > 0
    if lowers:
        s.abilities[colour] -= 1
    if s.witness is not None:
        if colour == BLACK:
            s.witness.tell("evade_ignored", colour=COLOURS[colour])
        else:
            key = "evade_cube" if lowers else "evade_at_zero"
            s.witness.tell(key, colour=COLOURS[colour], ability=ABILITIES[colour])
    if lowers:
        check_zeros(s)


# PI-6.2 and PI-7.2 are the two ways to deal with a card.
ENCOUNTER: Final = Steps(
    "encounter",
    turn_to_next,
    choose_encounter,
    Steps("", boost_engage, pay_demands, straight(engage), when=Table.engaging),
    Steps("", boost_evade, pay_evade, straight(evade), when=Table.evading),
    as_long_as=cards_left,
    about=next_card,
)
