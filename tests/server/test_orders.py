"""Choices in advance: standing orders and plans, secret until they are used."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable

import msgspec
import pytest

from starhall.engine.game import installed
from starhall.engine.text.language import speaking
from starhall.server.errors import HallError
from starhall.server.installed import find
from starhall.server.storage.models import CHOICE, ORDERED, ORDERS, ChairRow, Entry
from starhall.server.tables.frames import frame, new_lines, reasons
from starhall.server.tables.journal import Journal
from starhall.server.tables.orders import Orders, checked, follow, next_step, plannable
from starhall.server.tables.remarks import lines
from starhall.server.tables.table import Table
from starhall.server.tables.viewpoint import Cursor, Viewpoint
from tests.server.hall import Guest, Hall
from tests.server.test_secrecy import _row, _started

GAMES = list(installed())
CHOICES = 1200  # of a game, at most
TRIES = 20  # games until every order was used


def started(id: str, seed: str = "orders") -> Journal:
    seats = find(id).seats
    return _started(id, max(seats.start, min(3, seats.stop - 1)), seed)


def ticking() -> Callable[[], float]:
    return map(float, itertools.count(1)).__next__


def told(journal: Journal, observer: int) -> list[str]:
    """The remarks of the hall in the log of an observer."""
    return [remark.text for remark in lines(journal.remarks[observer], journal.match)]


def give(journal: Journal, seat: int, standing: list[str], plan: list[str], at: float) -> Entry:
    return journal.give_orders(seat, checked(journal.game, standing, plan), at)


def played(id: str, seed: int, choices: int = CHOICES) -> tuple[Journal, list[Entry], set[str]]:
    """A random game in which all seats have given all standing orders."""
    journal, now, dice = started(id, f"orders {seed}"), ticking(), random.Random(seed)
    everybody = list(range(len(journal.header.names)))
    orders = [order.id for order in journal.game.orders]
    kinds = {order.id: order.kinds for order in journal.game.orders}
    made = [give(journal, seat, orders, [], now()) for seat in everybody]
    used: set[str] = set()
    while not journal.over and len(made) < choices:
        for seat in everybody:
            decision = journal.match.decision_of(seat)
            step = next_step(journal, seat)
            if decision is not None and step is not None:
                assert decision.kind in kinds[step.by]  # type: ignore[union-attr]
        done = follow(journal, everybody, now)
        used |= {entry.what for entry in done if entry.kind == ORDERED}
        made += done
        if not journal.over:
            decision = dice.choice(journal.match.decisions)
            assert next_step(journal, decision.seat) is None  # a person is asked
            option = dice.choice([o for o in decision.options if o.verb != "concede"])
            made += journal.choose(decision.seat, [option.number], now())
    return journal, made, used


@pytest.mark.parametrize("id", GAMES)
def test_standing_orders_are_followed_and_read_again_from_the_log(id: str) -> None:
    left = {order.id for order in find(id).orders}
    for seed in range(TRIES):
        journal, made, used = played(id, seed)
        left -= used
        if not left:
            break
    assert left == set()
    for one, other in itertools.pairwise(made):
        if one.kind == ORDERED:
            assert (other.kind, other.seat) == (CHOICE, one.seat)
    again = Journal(journal.game, journal.header, 0.0)
    asyncio.run(again.read(made))
    assert again.chain == journal.chain and again.remarks == journal.remarks
    assert again.orders == journal.orders
    assert again.match.ply == journal.match.ply


def sent(journal: Journal, seat: int | None) -> list[bytes]:
    """All that an observer gets out of a table."""
    row = _row(journal)
    row.chairs = [ChairRow(n, "person", name, name) for n, name in enumerate(journal.header.names)]
    table = Table(row, now=lambda: 0.0)
    table.journal = journal
    found: list[object] = [
        frame(journal, Viewpoint(seat, True, True)),
        frame(journal, Viewpoint(seat, False)),
        new_lines(journal, seat, Cursor()),
        table.presence(seat),
    ]
    if seat is not None:
        found.append(reasons(journal.match, seat))
    return [msgspec.json.encode(one) for one in found]


@pytest.mark.parametrize("id", GAMES)
def test_nobody_else_is_sent_anything_of_orders_that_are_not_used(id: str) -> None:
    """Two tables with the same choices; at one of them a seat gives orders again and again."""
    plain, secret = started(id), started(id)
    dice = random.Random(3)
    orders = [order.id for order in plain.game.orders]
    tokens = [o.token for o in plain.game.vocabulary.options if not o.fatal]
    seats = len(plain.header.names)
    for ply in range(40):
        if plain.over:
            break
        give(secret, 0, dice.sample(orders, len(orders)), dice.choices(tokens, k=5), ply + 0.5)
        if ply % 5 == 0:
            for observer in [*range(1, seats), None]:
                assert sent(plain, observer) == sent(secret, observer)
            own = frame(secret, Viewpoint(0))
            if not own.over:
                assert own.orders is not None and len(own.orders.plan) == 5
        decision = dice.choice(plain.match.decisions)
        option = dice.choice(decision.options)
        for journal in (plain, secret):
            journal.choose(decision.seat, [option.number], float(ply + 1))
        assert plain.shown[-1].since == secret.shown[-1].since


# Plans


def test_a_plan_is_carried_out_choice_by_choice() -> None:
    journal, now = started("nexus-ops"), ticking()
    plan, seat = own_turn(journal)
    made = [give(journal, seat, [], plan, now()), *follow(journal, [seat], now)]
    chosen = [entry.what for entry in made if entry.kind == CHOICE]
    assert chosen == plan and journal.orders == {}
    said = told(journal, seat)
    assert said == ["The last choice of your plan is made."]
    assert all(not journal.remarks[other] for other in range(4) if other != seat)


def own_turn(journal: Journal) -> tuple[list[str], int]:
    """Three choices in a row of the seat that is asked, after which it could take them back."""
    trial = started("nexus-ops")
    dice = random.Random(1)
    for _ in range(200):
        [decision] = trial.match.decisions
        fork = trial.match.fork()
        plan = []
        for _ in range(3):
            now = fork.decision_of(decision.seat)
            if now is None:
                break
            option = now.options[0]
            plan.append(option.token)
            fork.choose(option, decision.seat)
        if len(plan) == 3 and fork.undoable(decision.seat) >= 3:
            return plan, decision.seat
        option = dice.choice(decision.options)
        for one in (trial, journal):
            one.choose(decision.seat, [option.number], float(one.count))
    raise AssertionError("no such turn was found")


def test_a_plan_stops_and_says_why_when_a_choice_is_not_possible() -> None:
    journal, now = started("nexus-ops"), ticking()
    plan, seat = own_turn(journal)
    wrong = "decline"
    known = journal.game.vocabulary.tokens
    wrong = next(token for token in known if token.startswith("creep"))
    made = [give(journal, seat, [], [plan[0], wrong, plan[1]], now())]
    made += follow(journal, [seat], now)
    assert [entry.what for entry in made if entry.kind == CHOICE] == plan[:1]
    assert made[-1].kind == ORDERS and seat not in journal.orders
    said = told(journal, seat)[-1]
    assert said.startswith("Your plan stops: ") and said.endswith(".")
    with speaking("de"):
        assert told(journal, seat)[-1].startswith("Dein Plan hält an: ")


def test_a_plan_stops_when_something_was_done_to_its_seat() -> None:
    """In a random game others attack; the plan of the victim is not followed blindly."""
    journal, now, dice = started("nexus-ops"), ticking(), random.Random(4)
    reasons_given = set()
    everything = [o.token for o in journal.game.vocabulary.options if not o.fatal]
    for _ in range(600):
        if journal.over:
            break
        for seat in range(3):
            if seat not in journal.orders and seat not in journal.asked():
                give(journal, seat, [], dice.choices(everything, k=2), now())
        before = [len(remarks) for remarks in journal.remarks]
        follow(journal, range(3), now)
        for seat in range(3):
            reasons_given.update(told(journal, seat)[before[seat] :])
        if not journal.over:
            decision = journal.match.decisions[0]
            journal.choose(decision.seat, [dice.choice(decision.options).number], now())
    done = [text for text in reasons_given if "Player" in text]
    other = [text for text in reasons_given if "does not answer" in text]
    assert done and other, reasons_given


def test_taking_back_ends_the_orders() -> None:
    journal, now = started("nexus-ops"), ticking()
    plan, seat = own_turn(journal)
    give(journal, seat, ["lose_cheapest"], plan, now())
    follow(journal, [seat], now)
    assert journal.orders[seat].orders == Orders(("lose_cheapest",))
    asyncio.run(journal.undo(seat, journal.undo_target(seat, consent=False), now()))
    assert journal.orders == {}
    assert told(journal, seat)[-1].startswith("You have taken back a choice.")


@pytest.mark.parametrize(
    ("standing", "plan", "said"),
    [
        (["surrender"], [], "no order 'surrender'; it offers: pass_outside, lose_cheapest"),
        ([], ["fly moon"], "no option 'fly moon'"),
        ([], ["pass"] * 65, "at most 64 choices, not 65"),
    ],
)
def test_orders_that_make_no_sense_are_refused(
    standing: list[str], plan: list[str], said: str
) -> None:
    with pytest.raises(HallError) as refused:
        checked(find("nexus-ops"), standing, plan)
    assert said in str(refused.value)


def test_what_loses_the_game_at_once_cannot_be_planned() -> None:
    game = find("pulp-invasion")
    fatal = next(option for option in game.vocabulary.options if option.fatal)
    with pytest.raises(HallError, match="cannot be on a plan"):
        checked(game, [], [fatal.token])
    offered = plannable(started("pulp-invasion").match)
    assert fatal.token not in [one.token for one in offered] and offered[0].label


# Over the wire


def test_orders_over_the_wire_are_used_and_nobody_else_hears_of_them(hall: Hall) -> None:
    async def run() -> None:
        async with Guest(hall, "Ada") as ada, Guest(hall, "Bob") as bob:
            table = await ada.open_table("me", "open", game="nexus-ops")
            await bob.post(f"/api/tables/{table['id']}/join")
            async with ada.sit(table["id"]) as one, bob.sit(table["id"]) as two:
                places = [one, two]
                for place in places:
                    await place.until_frame(lambda frame: True)
                asked = next(p for p in places if p.frame.get("options"))
                other = next(p for p in places if p is not asked)
                offered = [order["id"] for order in asked.frame["orders"]["offered"]]
                assert offered == ["pass_outside", "lose_cheapest"]
                await asked.ask(type="ping")
                await other.ask(type="ping")
                heard = len(asked.heard)
                assert (await other.ask(type="orders", standing=offered))["type"] == "ack"
                await other.until_frame(lambda f: f["orders"].get("standing") == offered)
                await asked.ask(type="ping")
                # That both have sat down may be told late; it has nothing to do with orders.
                told = [m["type"] for m in asked.heard[heard:] if m["type"] != "presence"]
                assert told == ["pong"]
                refused = await other.ask(type="orders", standing=["surrender"])
                assert "no order 'surrender'" in refused["error"]
                found = await other.ask(type="plannable")
                assert {"token", "label"} == {*found["options"][0]}
                option = asked.frame["options"][0]
                before = asked.frame["answered"]
                plan = [option["token"]]
                assert (await asked.ask(type="orders", plan=plan))["type"] == "ack"
                await asked.until_frame(lambda f: f["answered"] > before)
                said = asked.frame["remarks"][-1]["text"]
                assert said == "The last choice of your plan is made."
                assert not other.frame.get("remarks")
            log = hall.store.rows(
                f"SELECT kind FROM entries WHERE table_id = '{table['id']}' ORDER BY ply"
            )
            assert [kind for (kind,) in log] == ["orders", "orders", "ordered", "choice"]

    asyncio.run(run())
