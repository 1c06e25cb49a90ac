"""What must hold for the scores of every line-up there can be."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.rules.scores import BASE, EMPTY, STACK, Lineup, Share, resolve
from tests.games.cyberstrife import oracle
from tests.games.cyberstrife.oracle import Paper
from tests.games.cyberstrife.tables import CONTENT, TRAITS, UNITS, card

EXAMPLES = settings(max_examples=300)

# Traits whose whole text is one modifier: what they give does not depend on other traits.
PLAIN = [id for id in TRAITS if [effect.verb for effect in oracle.TRAITS[id]] == ["mod"]]


@st.composite
def lineups(draw: st.DrawFn, traits: list[str] = TRAITS) -> Lineup:
    units: list[int] = []
    for _ in range(2):
        places = st.integers(-3, len(UNITS) - 1)  # three empty lanes for ten units, or so
        side = [max(EMPTY, draw(places)) for _ in range(3)]
        if side == [EMPTY] * 3:
            side[draw(st.integers(0, 2))] = draw(st.integers(0, len(UNITS) - 1))
        units += side
    stacked = [draw(st.integers(0, 2)) if unit != EMPTY else 0 for unit in units]
    rows = [
        [card(id) for id in draw(st.lists(st.sampled_from(traits), max_size=2))] for _ in range(2)
    ]
    return Lineup(CONTENT, units, stacked, rows, [draw(st.integers(1, 6)) for _ in range(2)])


def on_paper(line: Lineup) -> Paper:
    places = {
        (place // 3, place % 3 + 1): (UNITS[unit], line.stacked[place])
        for place, unit in enumerate(line.units)
        if unit != EMPTY
    }
    return Paper(places, [[TRAITS[t - len(UNITS)] for t in row] for row in line.traits], line.owned)


@rule("CS-7.1", "CS-7.2", "CS-7.4", "CS-7.14", "CS-18.1", "CS-18.2", "CS-18.3", "CS-18.4",
      "CS-18.5", "CS-18.6", "CS-18.7", "CS-18.8", "CS-18.9", "CS-18.10", "CS-18.11", "CS-18.12",
      "CS-18.13", "CS-18.16")  # fmt: skip
@given(lineups())
@settings(EXAMPLES, max_examples=1000)
def test_two_readings_of_the_rules_agree(line: Lineup) -> None:
    outcome = resolve(line)
    paper = on_paper(line)
    scores = {
        (place // 3, place % 3 + 1): outcome.scores[place]
        for place, unit in enumerate(line.units)
        if unit != EMPTY
    }
    assert scores == paper.scores()
    assert "".join("AD-"[winner] for winner in outcome.lanes) == paper.lanes()


@rule("CS-7.3", "CS-7.2")
@given(lineups())
@EXAMPLES
@rule("CS-7.2", "CS-7.4", "CS-18.2", "CS-18.3")
def test_scores_are_the_sum_of_their_shares_in_the_fixed_order(line: Lineup) -> None:
    outcome = resolve(line, explain=True)
    for place in range(6):
        shares = [share for share in outcome.shares if share.place == place]
        assert sum(share.amount for share in shares) == outcome.scores[place]
        order = [[BASE, "trait", "text", STACK].index(share.source) for share in shares]
        assert order == sorted(order)
        assert [share.source for share in shares].count(BASE) == (line.units[place] != EMPTY)
    assert resolve(line).scores == outcome.scores
    assert resolve(line).lanes == outcome.lanes


@rule("CS-7.3", "CS-18.19")
@given(lineups(PLAIN))
@EXAMPLES
def test_modifiers_of_traits_are_simply_added(line: Lineup) -> None:
    def scores(attacker: list[int], defender: list[int]) -> list[int]:
        return resolve(
            Lineup(CONTENT, line.units, line.stacked, [attacker, defender], line.owned)
        ).scores

    bare = scores([], [])
    expected = bare[:]
    for side, row in enumerate(line.traits):
        for trait in row:
            alone = scores([trait], []) if side == 0 else scores([], [trait])
            expected = [sum(x) for x in zip(expected, alone, [-b for b in bare], strict=True)]
    assert scores(line.traits[0], line.traits[1]) == expected


@rule("CS-7.4", "CS-7.11")
@given(lineups(), st.integers(0, 1))
@EXAMPLES
def test_one_half_for_the_role_of_the_affected_unit(line: Lineup, side: int) -> None:
    before = resolve(line).scores
    for trait, gains in (("aggressive_contracts", (2, 0)), ("hardened_perimeter", (0, 2))):
        rows = [row[:] for row in line.traits]
        rows[side].append(card(trait))
        after = resolve(Lineup(CONTENT, line.units, line.stacked, rows, line.owned)).scores
        for place, unit in enumerate(line.units):
            mine = place // 3 == side and unit != EMPTY
            assert after[place] - before[place] == (gains[side] if mine else 0)


@rule("CS-5.3", "CS-18.5")
@given(lineups())
@EXAMPLES
def test_left_and_right_are_alike(line: Lineup) -> None:
    def turned(cells: list[int]) -> list[int]:
        return cells[2::-1] + cells[:2:-1]

    mirrored = Lineup(CONTENT, turned(line.units), turned(line.stacked), line.traits, line.owned)
    assert resolve(mirrored).scores == turned(resolve(line).scores)
    assert resolve(mirrored).lanes == resolve(line).lanes[::-1]
    assert resolve(mirrored).winner == resolve(line).winner


@rule("CS-18.10")
@given(lineups([id for id in TRAITS if not CONTENT.jams[card(id)]]))
@EXAMPLES
def test_a_jam_takes_away_one_text_and_nothing_else(line: Lineup) -> None:
    """Types and values stay: what other texts give because of them does not change."""
    target = line.units[4]
    rows = [[*line.traits[0], card("signal_jammer")], line.traits[1]]

    def others(shares: list[Share]) -> Counter[tuple[int, str, int, int]]:
        kept = [s for s in shares if s.card != target and s.source not in (BASE, STACK)]
        return Counter((s.place, s.source, s.card, s.amount) for s in kept)

    plain = resolve(line, explain=True)
    jammed = resolve(Lineup(CONTENT, line.units, line.stacked, rows, line.owned), explain=True)
    assert others(plain.shares) == others(jammed.shares)
    if target == EMPTY:
        assert plain.scores == jammed.scores


@rule("CS-6.10", "CS-6.11", "CS-6.12", "CS-6.13", "CS-6.14")
@given(lineups())
@EXAMPLES
def test_lanes_and_battle_follow_from_the_scores(line: Lineup) -> None:
    outcome = resolve(line)
    ties = card("killer_instinct") in line.traits[0]
    for lane in range(3):
        attacker, defender = line.units[lane] != EMPTY, line.units[lane + 3] != EMPTY
        lead = outcome.scores[lane] - outcome.scores[lane + 3]
        if attacker and defender:
            expected = 0 if lead > 0 or (lead == 0 and ties) else 1
        else:
            expected = 0 if attacker else 1 if defender else -1
        assert outcome.lanes[lane] == expected
    assert outcome.winner == (0 if outcome.lanes.count(0) > outcome.lanes.count(1) else 1)
