"""Choices in advance: what a seat has ordered, and what follows from it at a decision.

Orders are entries of the log. They are secret until they are used: only their own seat is told
about them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from starhall.engine.errors import IllegalChoice
from starhall.engine.game import Game
from starhall.engine.knowledge.memory import GROUP
from starhall.engine.match.match import Match
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import State
from starhall.engine.text.language import active
from starhall.engine.text.spoken import Said
from starhall.server.errors import BadRequest
from starhall.server.protocol.orders import OrderInfo, OrdersInfo, PlannedChoice
from starhall.server.storage.models import Entry
from starhall.server.tables.remarks import OF_GAME, OPTION, VALUES

if TYPE_CHECKING:
    from starhall.server.tables.journal import Journal

PLAN: Final = "plan"  # in place of the id of a standing order
LONGEST_PLAN: Final = 64
MOST_ENTRIES: Final = 400  # in one go; the next change continues


class Orders(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat has ordered. It is stored in the log as JSON."""

    standing: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()  # tokens
    why: str = ""  # in old logs: why the hall ended the plan, as a sentence
    stop: Said | None = None  # in newer logs: the same reason


class Given(msgspec.Struct):
    """The orders of a seat at a table."""

    orders: Orders
    ply: int  # when they were given, or when the plan was last followed
    begun: bool = False  # a choice of the plan was made


class Use(msgspec.Struct, frozen=True):
    """An order makes a choice."""

    by: str  # its id
    option: Option


class Stop(msgspec.Struct, frozen=True):
    """A plan cannot go on."""

    why: Said


def checked(game: Game[State], standing: Sequence[str], plan: Sequence[str]) -> Orders:
    """The orders that somebody gives; refused unless the game knows them."""
    known = [order.id for order in game.orders]
    for id in standing:
        if id not in known:
            offered = ", ".join(known)
            raise BadRequest("order.unknown", id=id[:40], n=len(known), known=offered)
    if len(plan) > LONGEST_PLAN:
        raise BadRequest("order.long", most=LONGEST_PLAN, n=len(plan))
    for token in plan:
        option = game.vocabulary.tokens.get(token)
        if option is None:
            raise BadRequest("order.option", token=token[:40])
        if option.fatal:
            raise BadRequest("order.fatal", token=token)
    return Orders(tuple(id for id in known if id in standing), tuple(plan))


def next_step(journal: Journal, seat: int) -> Use | Stop | None:
    """What the orders of a seat do at its pending decision; None: the seat itself is asked."""
    given, match = journal.orders.get(seat), journal.match
    decision = match.decision_of(seat)
    if given is None or decision is None or journal.over:
        return None
    for order in match.game.orders:
        if order.id in given.orders.standing and decision.kind in order.kinds:
            option = order.answer(match.view(seat), decision)
            if option is not None:
                return Use(order.id, option)
    if not given.orders.plan:
        return None
    why = _unexpected(match, seat, given)
    if why is not None:
        return Stop(why)
    option = match.game.vocabulary.find(given.orders.plan[0])
    if option in decision.options:
        return Use(PLAN, option)
    return Stop(_refusal(match, seat, option))


def follow(journal: Journal, seats: Sequence[int], now: Callable[[], float]) -> list[Entry]:
    """Make the choices that these seats have ordered, until somebody has to be asked."""
    made: list[Entry] = []
    while len(made) < MOST_ENTRIES:
        seat, step = _first_step(journal, seats)
        match step:
            case None:
                break
            case Stop():
                left = Orders(journal.orders[seat].orders.standing, (), stop=step.why)
                made.append(journal.give_orders(seat, left, now()))
            case Use():
                made.append(journal.follow_order(seat, step.by, now()))
                made += journal.choose(seat, [step.option.number], now())
    return made


def _first_step(journal: Journal, seats: Sequence[int]) -> tuple[int, Use | Stop | None]:
    """The first of these seats whose orders do something, and what they do."""
    for seat in seats:
        step = next_step(journal, seat)
        if step is not None:
            return seat, step
    return -1, None


def _unexpected(match: Match[Any], seat: int, given: Given) -> Said | None:
    """An event that the player could not expect when making the plan, if there was one."""
    if match.ply < given.ply:
        return Said("plan.taken_back")
    if given.begun:
        # Nothing was revealed, no chance was used and nobody else decided since the last choice.
        return None if match.undoable(seat) else Said("plan.something_new")
    text = match.game.text
    for _, event in match.events(seat, given.ply + 1):
        who = event.values.get("who")
        if event.what == GROUP or not isinstance(who, int) or who == seat:
            continue
        key = f"event.{event.what}"
        if text.has(key) and f"seat:{seat}" in text.mentions(key, event.values):
            return Said("plan.told", {"what": {OF_GAME: key, VALUES: _plain(event.values)}})
    return None


def _plain(values: Mapping[str, object]) -> dict[str, Any]:
    """The values of an event as JSON has them."""
    plain: dict[str, Any] = msgspec.to_builtins(values)
    return plain


def _refusal(match: Match[Any], seat: int, option: Option) -> Said:
    planned = {OPTION: option.token}
    for refusal in match.refusals(seat):
        if refusal.option is option:
            reason = refusal.reason
            values = _plain(reason.values)
            why = {OF_GAME: f"refusal.{reason.key}", VALUES: values, "rule": reason.rule}
            return Said("plan.impossible", {"what": planned, "why": why})
    return Said("plan.another_question", {"what": planned})


def info(journal: Journal, seat: int) -> OrdersInfo:
    """The orders of a seat, for itself."""
    game, given = journal.game, journal.orders.get(seat)
    if given is None:
        return _no_orders(game, active())
    orders = given.orders
    return OrdersInfo(
        offered=_offered(game, active()),
        standing=list(orders.standing),
        plan=[_planned(journal.match, game.vocabulary.find(token)) for token in orders.plan],
    )


@cache
def _no_orders(game: Game[State], language: str) -> OrdersInfo:
    return OrdersInfo(offered=_offered(game, language))


@cache
def _offered(game: Game[State], language: str) -> list[OrderInfo]:
    return [
        OrderInfo(id=order.id, label=game.text.say(f"order.{order.id}")) for order in game.orders
    ]


def plannable(match: Match[Any]) -> list[PlannedChoice]:
    """All options that can be on a plan, with their sentences."""
    return [_planned(match, o) for o in match.game.vocabulary.options if not o.fatal]


def _planned(match: Match[Any], option: Option) -> PlannedChoice:
    try:
        label = match.label(option)
    except IllegalChoice:  # the sentence of this option needs the question
        label = option.token
    return PlannedChoice(token=option.token, label=label)
