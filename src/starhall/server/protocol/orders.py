"""Choices in advance: standing orders, and a list of choices for the next turn."""

from __future__ import annotations

from starhall.server.protocol.wire import Answer, Message


class GiveOrders(Message, tag="orders"):
    """What the table chooses for me from now on, in place of my earlier orders.

    `standing` are ids of orders that the game offers. `plan` are tokens of options, in the order
    in which they are chosen when I am asked; it stops when something unexpected happens.
    """

    ref: int
    standing: list[str] = []
    plan: list[str] = []


class AskPlannable(Message, tag="plannable"):
    """Which options can be put on a plan?"""

    ref: int


class OrderInfo(Answer):
    """A standing order that the game offers, and its sentence."""

    id: str
    label: str


class PlannedChoice(Answer):
    """An option on a plan, or one that could be."""

    token: str
    label: str


class OrdersInfo(Answer):
    """One's own orders. Nobody else is told of them."""

    offered: list[OrderInfo] = []
    standing: list[str] = []
    plan: list[PlannedChoice] = []


class Plannable(Answer, tag="plannable"):
    ref: int
    options: list[PlannedChoice]
