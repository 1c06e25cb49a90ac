"""Choices in advance: what a seat has ordered, and what follows from it at a decision.

Orders are entries of the log. They are secret until they are used: everything that is told about
them is told to their seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from starhall.server.errors import BadRequest
from starhall.server.protocol.orders import OrderInfo, OrdersInfo, PlannedChoice
from starhall.server.storage.models import Entry

if TYPE_CHECKING:
    from starhall.server.tables.journal import Journal

PLAN: Final = "plan"  # in place of the id of a standing order
LONGEST_PLAN: Final = 64
MOST_ENTRIES: Final = 400  # in one go; the next change goes on


class Orders(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat has ordered. The log has it as JSON."""

    standing: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()  # tokens
    why: str = ""  # the hall has ended the plan, for this reason


class Given(msgspec.Struct):
    """The orders of a seat at a table."""

    orders: Orders
    ply: int  # when they were given, or when the plan was last followed
    begun: bool = False  # a choice of the plan was made


class Use(msgspec.Struct, frozen=True):
    """An order chooses."""

    by: str  # its id
    option: Option


class Stop(msgspec.Struct, frozen=True):
    """A plan cannot go on."""

    why: str


def checked(game: Game[State], standing: Sequence[str], plan: Sequence[str]) -> Orders:
    """Orders that somebody gives, if the game knows them."""
    known = [order.id for order in game.orders]
    for id in standing:
        if id not in known:
            offered = ", ".join(known) or "none"
            raise BadRequest(f"this game has no order '{id[:40]}'; it offers: {offered}")
    if len(plan) > LONGEST_PLAN:
        raise BadRequest(f"a plan has at most {LONGEST_PLAN} choices, not {len(plan)}")
    for token in plan:
        option = game.vocabulary.tokens.get(token)
        if option is None:
            raise BadRequest(f"this game has no option '{token[:40]}'")
        if option.fatal:
            raise BadRequest(f"'{token}' can lose the game at once: it cannot be on a plan")
    return Orders(tuple(id for id in known if id in standing), tuple(plan))


def next_step(journal: Journal, seat: int) -> Use | Stop | None:
    """What the orders of a seat do at its pending decision; None: it is asked."""
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
    if why:
        return Stop(why)
    option = match.game.vocabulary.find(given.orders.plan[0])
    if option in decision.options:
        return Use(PLAN, option)
    return Stop(_refusal(match, seat, option))


def follow(journal: Journal, seats: Sequence[int], now: Callable[[], float]) -> list[Entry]:
    """Make the choices that these seats have ordered, until somebody has to be asked."""
    made: list[Entry] = []
    while len(made) < MOST_ENTRIES:
        steps = ((seat, next_step(journal, seat)) for seat in seats)
        seat, step = next(((s, step) for s, step in steps if step is not None), (-1, None))
        match step:
            case None:
                break
            case Stop():
                left = Orders(journal.orders[seat].orders.standing, (), step.why)
                made.append(journal.give_orders(seat, left, now()))
            case Use():
                made.append(journal.follow_order(seat, step.by, now()))
                made += journal.choose(seat, [step.option.number], now())
    return made


def _unexpected(match: Match[Any], seat: int, given: Given) -> str:
    """What has happened that the player could not know when the plan was made."""
    if match.ply < given.ply:
        return "something was taken back"
    if given.begun:
        # Nothing was revealed, no chance was used and nobody else decided since the last choice.
        return "" if match.undoable(seat) else "your last choice led to something new"
    text = match.game.text
    for _, event in match.events(seat, given.ply + 1):
        who = event.values.get("who")
        if event.what == GROUP or not isinstance(who, int) or who == seat:
            continue
        key = f"event.{event.what}"
        if text.has(key) and f"seat:{seat}" in text.mentions(key, event.values):
            return text.say(key, event.values, match.names).rstrip(".")
    return ""


def _refusal(match: Match[Any], seat: int, option: Option) -> str:
    label = match.label(option)
    for refusal in match.refusals(seat):
        if refusal.option is option:
            return f"“{label}” is not possible: {match.reason(refusal).rstrip('.')}"
    return f"you are asked something else than “{label}” answers"


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
    """All options that can be on a plan, by their sentences."""
    return [_planned(match, o) for o in match.game.vocabulary.options if not o.fatal]


def _planned(match: Match[Any], option: Option) -> PlannedChoice:
    try:
        label = match.label(option)
    except IllegalChoice:  # its sentence needs the question
        label = option.token
    return PlannedChoice(token=option.token, label=label)
