"""Standing orders: declared by a game, checked when it is imported."""

import pytest

from starhall.engine.errors import RulesFault
from starhall.engine.game import find
from starhall.engine.orders import Order, check_orders, takes
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.legality import Questions

QUESTIONS = Questions()
QUESTIONS.free("answer", lambda s, decision: [])


@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ([("", ("answer",))], "toy needs another id for the order ''"),
        ([("no", ("answer",)), ("no", ("answer",))], "toy needs another id for the order 'no'"),
        ([("no", ("anser",))], "the order 'no' of toy names no decision that exists: anser"),
        ([("no", ())], "the order 'no' of toy names no decision that exists: it has no kinds"),
    ],
)
def test_orders_that_cannot_work_are_refused_at_once(
    orders: list[tuple[str, tuple[str, ...]]], said: str
) -> None:
    declared = [Order(id, kinds, takes("decline")) for id, kinds in orders]
    with pytest.raises(RulesFault) as refused:
        check_orders("toy", declared, QUESTIONS)
    assert str(refused.value) == said


def test_an_order_answers_its_kinds_of_decisions_and_no_others() -> None:
    words = find("cysmic").vocabulary.tokens
    accept, decline = words["accept"], words["decline"]
    order = Order("decline_trades", ("trade_answer",), takes("decline"))
    asked = Decision(0, "trade_answer", [accept, decline])
    assert order.answer(None, asked) is decline
    assert order.answer(None, Decision(0, "trade_answer", [accept])) is None
    assert order.answer(None, Decision(0, "other", [decline])) is None
    cheat = Order("cheat", ("trade_answer",), lambda view, decision: decline)
    with pytest.raises(RulesFault, match="which is not offered"):
        cheat.answer(None, Decision(0, "trade_answer", [accept]))
