"""Installing modules, by robots or by hand (CY-9.10, CY-10.5, CY-12.11)."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import (
    INSTALLED,
    IS_VEHICLE,
    KNOWN,
    MISSING,
    TROOP_TYPES,
    TYPES,
    Clause,
    power,
)
from starhall.games.cysmic.geometry import HEX_IDS
from starhall.games.cysmic.options import Ask
from starhall.games.cysmic.rules.asking import pick_piece
from starhall.games.cysmic.rules.board import lift, pay_ore, unlocked
from starhall.games.cysmic.rules.captives import settle_holds
from starhall.games.cysmic.rules.legality import (
    QUESTIONS,
    Question,
    every_module,
    given,
    of_type,
    pieces_rule,
    why_locked,
)
from starhall.games.cysmic.rules.verbs import EFFECTS, NO_MORE, SOME
from starhall.games.cysmic.state import MODULE_BUILT, Table

COST_MODULE: Final = power("cost_module")
COST_WORKERS: Final = power("cost_workers")
FIRST_MODULE: Final = power("first_module")


def module_price(s: Table, seat: int, module: int, change: int) -> int:
    """Ore for a module, at least 1; the Builder Glyph makes the first of a turn cheaper."""
    player = s.players[seat]
    price = s.content.module_ore[module] + player.powers[COST_MODULE] + change
    if not player.turn_marks & MODULE_BUILT:
        price -= player.powers[FIRST_MODULE]
    return max(1, price)


def workers_needed(s: Table, seat: int, module: int, change: int) -> int:
    """The influence of the workers needed, at least 0."""
    return max(0, s.content.module_workers[module] + s.players[seat].powers[COST_WORKERS] + change)


def affordable(s: Table, seat: int, change: int) -> list[int]:
    """Known modules that can be paid for."""
    player = s.players[seat]
    return [
        module
        for module in range(6)
        if player.modules[module] == KNOWN and module_price(s, seat, module, change) <= player.ore
    ]


@QUESTIONS.rule(Ask.BUILD, every_module)
def why_not_build(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-9.10, CY-10.5, CY-12.11: known and paid for; the change of the price is given."""
    player, module = s.players[decision.seat], option.value
    rule = "CY-9.10" if decision.kind == Ask.BUILD else "CY-10.5"
    if player.modules[module] == INSTALLED:
        return Reason("CY-12.11", "installed", {"module": option.arg})
    if player.modules[module] == MISSING:
        return Reason(rule, "blueprint_missing", {"module": option.arg})
    price = module_price(s, decision.seat, module, given(decision)[0])
    if price > player.ore:
        values: dict[str, object] = {"module": option.arg, "price": price, "ore": player.ore}
        return Reason(rule, "not_enough_ore", values)
    return None


async def install(s: Table, seat: int, module: int, change: int) -> None:
    """CY-12.11: pay, slide the token; the holding icon it covers may cost captives (CY-12.5)."""
    player = s.players[seat]
    price = module_price(s, seat, module, change)
    player.modules[module] = INSTALLED
    player.turn_marks |= MODULE_BUILT
    if s.witness is not None:
        n = player.modules.count(INSTALLED)
        s.witness.tell("installs", who=seat, module=s.content.modules[module], n=n)
    pay_ore(s, seat, price)
    await settle_holds(s)


async def build_one(s: Table, seat: int, change: int) -> bool:
    """CY-9.10: one module by robots, or done."""
    options: list[Option] = [s.options.build[module] for module in affordable(s, seat, change)]
    if not options:
        return False
    choice = await Question(seat, Ask.BUILD, options, "", [change], s.options.done)
    if choice is s.options.done:
        return False
    await install(s, seat, choice.value, change)
    return True


# By hand


def workers(s: Table, seat: int) -> list[int]:
    """CY-10.6: unlocked Troops on the map."""
    return unlocked(s, seat, TROOP_TYPES)


def workable(s: Table, seat: int, ore: int, labour: int) -> list[int]:
    """Modules that can be paid for in ore and in workers."""
    found = affordable(s, seat, ore)
    if not found:
        return found
    worth = labour_worth(s, seat)
    return [module for module in found if workers_needed(s, seat, module, labour) <= worth]


def labour_worth(s: Table, seat: int) -> int:
    """CY-10.6: the influence that all free Troops are worth."""
    return sum([s.content.cost[s.content.type_of[piece]] for piece in workers(s, seat)])


@QUESTIONS.rule(Ask.WORK_MODULE, every_module)
def why_not_work(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CY-10.5: paid for in ore and in workers."""
    reason = why_not_build(s, decision, option)
    if reason is not None:
        return reason
    needed = workers_needed(s, decision.seat, option.value, given(decision)[1])
    worth = labour_worth(s, decision.seat)
    if needed > worth:
        values: dict[str, object] = {"module": option.arg, "needed": needed, "worth": worth}
        return Reason("CY-10.5", "not_enough_workers", values)
    return None


def why_no_worker(s: Table, seat: int, piece: int, given: list[int]) -> Reason | None:
    """CY-10.6."""
    type = s.content.type_of[piece]
    if IS_VEHICLE[type]:
        return of_type("CY-10.6", "not_troop", type)
    return why_locked(s, seat, piece)


pieces_rule(Ask.WORKER, why_no_worker)


def _may_work(s: Table, seat: int, clause: Clause) -> bool:
    return len(workable(s, seat, clause.numbers[0], clause.numbers[1])) > 0


@EFFECTS.verb("manual", NO_MORE, NO_MORE, when=_may_work)
async def _manual(s: Table, seat: int, clause: Clause) -> None:
    """CY-10.5, CY-10.6: ore and workers, who return to the reserve."""
    ore, labour = clause.numbers
    options: list[Option] = [s.options.build[module] for module in workable(s, seat, ore, labour)]
    if not options:
        return
    choice = await Question(seat, Ask.WORK_MODULE, options, "", [ore, labour], s.options.done)
    if choice is s.options.done:
        return
    player, module = s.players[seat], choice.value
    owed = workers_needed(s, seat, module, labour)
    while owed > 0:
        about = f"{s.content.modules[module]}/{owed}"
        piece = await pick_piece(s, seat, Ask.WORKER, workers(s, seat), None, about)
        if s.witness is not None:
            unit, hex = TYPES[s.content.type_of[piece]], HEX_IDS[player.where[piece]]
            name = s.content.modules[module]
            s.witness.tell("works", who=seat, unit=unit, hex=hex, module=name)
        lift(s, seat, piece)
        owed -= s.content.cost[s.content.type_of[piece]]
    await install(s, seat, module, ore)


def _may_build(s: Table, seat: int, clause: Clause) -> bool:
    return len(affordable(s, seat, clause.numbers[1])) > 0


@EFFECTS.verb("build", SOME, NO_MORE, when=_may_build)
async def _build(s: Table, seat: int, clause: Clause) -> None:
    for _ in range(clause.numbers[0]):
        if not await build_one(s, seat, clause.numbers[1]):
            return
