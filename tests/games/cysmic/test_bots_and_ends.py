"""Sections 24 and 28: random games end, and the evaluation knows what is good."""

import random

import pytest

import starhall
from starhall.bots.playout import play_out
from starhall.engine.rules.chance import Chance, Stream, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.text.rulebook import citations, coverage, rule, unknown
from starhall.games.cysmic.bot import evaluate
from starhall.games.cysmic.content import EVENT, POWERS
from starhall.games.cysmic.game import GAME
from tests.games.cysmic.tables import BLUE, CONTENT, RED, Laid, table


@rule("CY-24.7", "CY-1.8")
@pytest.mark.parametrize("seats", range(2, 7))
def test_random_games_end_and_nothing_is_lost(seats: int) -> None:
    chosen = GAME.configure(seats, {"aftershocks": "on" if seats % 2 else "off"})
    state = GAME.deal(seats, chosen, Chance(seed_bytes(seats), GAME.streams))
    play = Play(GAME, state)
    choices = play_out(play, random.Random(seats).random, GAME.bound(seats, chosen))
    assert play.over and choices < GAME.bound(seats, chosen)
    assert GAME.census(state) == GAME.stock(state)
    for player in state.players:
        for hex, here in enumerate(player.here):
            units = [piece for piece, place in enumerate(player.where) if place == hex]
            assert len(units) == here & 15
            assert bool(state.present[hex] >> player.seat & 1) is bool(units)


@rule("CY-28.1")
def test_evaluation_prefers_progress() -> None:
    worth = [evaluate(Laid(2).modules(RED, n).s, RED) for n in range(7)]
    assert worth == sorted(worth) and len(set(worth)) == 7
    won = Laid(2)
    won.s.winner = RED
    assert evaluate(won.s, RED) == 1.0 and evaluate(won.s, BLUE) == 0.0
    known = Laid(2).modules(RED, known="control_systems")
    assert evaluate(known.s, RED) > evaluate(Laid(2).s, RED)


@rule("CY-28.2", "CY-28.4")
def test_evaluation_likes_captives_it_needs() -> None:
    held = Laid(2).held(RED, BLUE, "soldier", 2)
    assert evaluate(held.s, RED) > evaluate(Laid(2).s, RED)
    useless = Laid(2).modules(RED, known="control_systems").held(RED, BLUE, "soldier", 2)
    plain = Laid(2).modules(RED, known="control_systems")
    gain = evaluate(useless.s, RED) - evaluate(plain.s, RED)
    assert gain < evaluate(held.s, RED) - evaluate(Laid(2).s, RED)


@rule("CY-28.3", "CY-28.5", "CY-28.6")
def test_evaluation_counts_cards_and_ore() -> None:
    base = evaluate(Laid(2).s, RED)
    assert evaluate(Laid(2).ore(RED, 3).s, RED) > base
    assert evaluate(Laid(2).cards(RED, "ore_cache").s, RED) > base


def test_every_power_is_read_by_a_rule() -> None:
    from pathlib import Path

    import starhall.games.cysmic as package

    source = "".join(
        path.read_text() for path in Path(package.__file__).parent.rglob("*.py")
        if path.name != "content.py"
    )  # fmt: skip
    per_type = ("move_", "health_", "shield_", "early_", "cost_upgrade_")
    unread = [
        name
        for name in POWERS
        if f'power("{name}")' not in source and not name.startswith(per_type)
    ]
    assert unread == []


def test_every_rule_is_cited() -> None:
    cited = citations(["tests/games/cysmic"])
    assert coverage(GAME.rulebook, cited) == []
    assert unknown(GAME.rulebook, cited) == []


@rule("CY-17.2", "CY-21.3")
def test_no_imagined_hand_holds_an_event() -> None:
    """All know that Events are carried out when drawn, so nobody takes others to hold one."""
    match = starhall.Match(GAME, 4, seed=5)
    dice = random.Random(5)
    for _ in range(400):
        match.choose(dice.choice(match.decision.options))
    held = [card for player in table(match.state).players[1:] for card in player.cards.cards]
    assert held
    for number in range(40):
        world = match.alternative(0, Stream(seed_bytes(number)))
        for player in table(world).players:
            assert all(CONTENT.card_type[card] != EVENT for card in player.cards.cards)
