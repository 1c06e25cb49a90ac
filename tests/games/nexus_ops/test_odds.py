"""NX-19.2: the battle odds, exact under the policy of odds.py, against simulation and by hand."""

import random

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.bot.odds import fight_odds, odds, worth
from starhall.games.nexus_ops.content import FOREST, HOME, MAGMA, ROCK, SPIRES, TERRAINS
from starhall.games.nexus_ops.game import GAME
from tests.games.nexus_ops.tables import CONTENT, Arranged, Running, stack
from tests.packs import packed

Units = dict[str, int]


@rule("NX-19.2")
def test_by_hand() -> None:
    # One Human against one: the attacker's die decides.
    found = odds(CONTENT, stack(human=1), stack(human=1), SPIRES)
    assert found.win == pytest.approx(1 / 6)
    assert found.attacker_units == pytest.approx(1 / 6)
    # A Dragon rolls first: 5/6, and the Human that survives then rolls.
    found = odds(CONTENT, stack(dragon=1), stack(human=1), SPIRES)
    assert found.win == pytest.approx(5 / 6)
    assert found.attacker_units == pytest.approx(1 / 6 * 1 / 6)
    assert found.attacker_worth == pytest.approx(worth(CONTENT, stack(dragon=1), 0) / 36)
    # Terrain: a Fungoid needs 4 in the forest and 6 in the spires.
    assert odds(CONTENT, stack(fungoid=1), stack(human=1), FOREST).win == pytest.approx(1 / 2)
    assert odds(CONTENT, stack(fungoid=1), stack(human=1), SPIRES).win == pytest.approx(1 / 6)
    # Directed hits of a Leaper take the Dragon: faces 5 and 6; other hits the Human.
    found = odds(CONTENT, stack(leaper=1), stack(dragon=1, human=1), ROCK)
    hit = 1 / 6  # the Dragon, in step 1, misses
    assert found.win == 0.0
    dragon, human = worth(CONTENT, stack(dragon=1), 0), worth(CONTENT, stack(human=1), 0)
    assert found.defender_worth == pytest.approx(hit * (2 / 6 * dragon + 2 / 6 * human))


def test_bots_judge_a_unit_by_what_it_does_and_not_by_its_price() -> None:
    """The price of a unit changes no worth; a better die or a lost ability does."""

    def worths(change: str) -> list[float]:
        unit = f'[[unit]]\nid = "dragon"\n{change}\n'
        texts = '[ability]\ndragon = "Plasma breath."\n'
        return packed(GAME, {"content/units.toml": unit, "text/en.toml": texts}).content.worth

    assert worths("cost = 4") == CONTENT.worth
    assert worths("value = 4")[5] < CONTENT.worth[5]
    assert worths('abilities = "breath(4)"')[5] < CONTENT.worth[5]
    assert worths('abilities = "flight(monolith); breath(3)"')[5] > CONTENT.worth[5]


def simulate(own: Units, theirs: Units, ground: str, seed: int, sheet: str) -> Running:
    """One battle by the rules; who is hit loses the cheapest, who directs picks the dearest."""
    table = Arranged(alternate_units=sheet).units(0, "in0", **own).units(1, "in0", **theirs)
    table.ground(in0=ground).units(0, "hb0_l", strider=1).units(1, "hb3_l", strider=1)
    chance = random.Random(seed)
    game = table.rubium(99, 99).battle(*[chance.randint(1, 6) for _ in range(60)]).play()
    while game.kind in ("casualty", "directed", "window"):
        options = game.decision.options
        last = game.kind in ("directed", "window")
        game.play.choose(game.decision, options[-1] if last else options[0])
    return game


@rule("NX-19.2")
@pytest.mark.parametrize(
    ("own", "theirs", "ground", "sheet"),
    [
        ({"human": 3, "strider": 2}, {"human": 2, "fungoid": 1}, "rock_plains", "off"),
        ({"leaper": 2, "crystalline": 1}, {"dragon": 1, "human": 2}, "magma_pool", "off"),
        ({"human": 4, "strider": 1}, {"strider": 1, "human": 2}, "rock_plains", "on"),
    ],
)
def test_against_simulation(own: Units, theirs: Units, ground: str, sheet: str) -> None:
    runs = 1500
    wins = losses = 0
    for seed in range(runs):
        game = simulate(own, theirs, ground, seed, sheet)
        wins += game.player(0).victories
        losses += sum(own.values()) - sum(game.at(0, "in0").values())
    terrain = TERRAINS.index(ground)
    found = odds(CONTENT, stack(**own), stack(**theirs), terrain, 6 if sheet == "on" else 0)
    # Within four standard errors.
    assert wins / runs == pytest.approx(found.win, abs=4 * 0.5 / runs**0.5)
    assert losses / runs == pytest.approx(found.attacker_units, abs=4 * 1.2 / runs**0.5)


def test_a_battle_under_way() -> None:
    table = Arranged().units(0, "in0", strider=1, human=1).units(1, "in0", human=2).rubium(9, 9)
    game = table.hand(1, "en_second_look").battle(4).play()
    # The Strider has hit; then one Human against one.
    assert game.kind == "window"
    found = fight_odds(game.s, game.fight)
    assert found.win == pytest.approx(1 / 6)
    assert found.defender_units == pytest.approx(1 + 1 / 6)  # the hit on the table counts
    cards = Arranged().units(0, "in0", human=1).units(1, "in0", human=1).rubium(9, 9)
    game = cards.hand(0, "en_targeting_link", "en_overdrive").battle().play()
    game.choose("play en_targeting_link", "side attacker")
    assert fight_odds(game.s, game.fight).win == pytest.approx(1 / 3)
    game.dice(1, 1, 1)
    assert game.offered == ["play en_overdrive", "pass"]


def test_probabilities_and_worth() -> None:
    for terrain in (ROCK, MAGMA, HOME):
        found = odds(CONTENT, stack(human=5, leaper=2), stack(human=4, strider=2), terrain)
        assert 0.0 <= found.win <= 1.0
        assert 0.0 < found.attacker_units < 7 and 0.0 < found.defender_units < 6
    assert worth(CONTENT, CONTENT.figures, 0) == pytest.approx(
        sum(n * CONTENT.worth[slot] for slot, n in enumerate([12, 8, 8, 6, 4, 3]))
    )
