"""Sections 1, 2, 16 and 19: what is in the box, the deal, chance, and the host's settings."""

from collections import Counter
from pathlib import Path

import pytest

from starhall.engine.errors import BadSetting
from starhall.engine.game import Value
from starhall.engine.knowledge.views import digest
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.fields import EVERYONE, NOBODY
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.game import GAME
from starhall.games.cyberstrife.rules.setup import copies_needed, pool_sizes
from tests.games.cyberstrife.tables import CARDS, CONTENT, TRAITS, UNITS, Arranged, Game, deal

ATTACK, DEFENSE, COPIES = CONTENT.attack, CONTENT.defense, CONTENT.copies
TYPES, UNIT_TYPES, FIRST_TRAIT = CONTENT.types, CONTENT.unit_types, CONTENT.first_trait


def rows(below: str, columns: int) -> list[list[str]]:
    """The body of the table of printed cards that belongs to a rule."""
    book = (Path(__file__).parent / "printed.md").read_text(encoding="utf-8")
    section = book.partition(f"**{below}**")[2].partition("\n#")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert {len(row) for row in cells} == {columns}
    return cells[2:]


# The box


@rule("CS-1.1", "CS-13.2")
@pytest.mark.parametrize(("seats", "boxes"), [(2, 1), (12, 1), (13, 2), (48, 4)])
def test_every_copy_holds_76_units_and_32_traits(seats: int, boxes: int) -> None:
    state = deal(seats).state
    census = GAME.census(state)
    assert census == GAME.stock(state)
    for box in range(boxes):
        mine = {key: n for key, n in census.items() if key.startswith(f"{box}:")}
        assert sum(n for key, n in mine.items() if key.split(":")[1] in UNITS) == 76
        assert sum(n for key, n in mine.items() if key.split(":")[1] in TRAITS) == 32
    # Units never lie among traits, nor traits among units.
    for zone in state.zones():
        kinds = {card >= FIRST_TRAIT for card in zone.cards}
        assert kinds <= {"trait" in zone.name}


@rule("CS-1.2")
def test_28_unit_designs_and_32_traits() -> None:
    assert (len(UNITS), len(TRAITS)) == (28, 32)
    assert Counter(COPIES[:FIRST_TRAIT]) == {3: 20, 2: 8}
    assert set(COPIES[FIRST_TRAIT:]) == {1}


@rule("CS-18.0", "CS-18.20", "CS-1.3")
def test_every_pair_of_types_is_on_one_design_and_every_type_on_19_cards() -> None:
    assert [GAME.text.name("type", name) for name in TYPES] == [
        "Officer", "Operative", "Trooper", "Hacker", "Drone", "Cyborg", "Heavy", "Engineer",
    ]  # fmt: skip
    assert all(types.bit_count() == 2 for types in UNIT_TYPES)
    assert len(set(UNIT_TYPES)) == len(UNITS) == 8 * 7 // 2
    for bit in range(8):
        cards = [COPIES[unit] for unit, types in enumerate(UNIT_TYPES) if types >> bit & 1]
        assert sum(cards) == 19


@rule("CS-18.20", "CS-1.3")
def test_the_units_are_as_printed() -> None:
    text = GAME.text
    found = []
    for unit, id in enumerate(UNITS):
        types = [text.name("type", TYPES[bit]) for bit in range(8) if UNIT_TYPES[unit] >> bit & 1]
        values = [str(ATTACK[unit]), str(DEFENSE[unit]), str(COPIES[unit])]
        said = text.say(f"card.unit.{id}")
        found.append([text.name("unit", id), ", ".join(types), *values, said, f"`{id}`"])
    assert found == rows("CS-18.20", 7)[:-1]


@rule("CS-18.21")
def test_the_traits_are_as_printed() -> None:
    text = GAME.text
    found = [[text.name("trait", id), text.say(f"card.trait.{id}"), f"`{id}`"] for id in TRAITS]
    assert found == rows("CS-18.21", 3)


# Players and copies


@rule("CS-1.5", "CS-12.1")
def test_one_more_copy_for_every_further_twelve_players() -> None:
    needed = {2: 1, 12: 1, 13: 2, 24: 2, 25: 3, 36: 3, 37: 4, 48: 4}
    assert {seats: copies_needed(seats) for seats in needed} == needed
    assert [len(deal(seats).state.copies) for seats in (12, 13, 25)] == [1, 2, 3]


@rule("CS-1.6")
def test_two_to_48_players() -> None:
    for seats in (2, 48):
        assert deal(seats).state.seats == seats
    for seats in (0, 1, 49):
        with pytest.raises(BadSetting, match="2 to 48 players"):
            deal(seats)


@rule("CS-12.3", "CS-2.5")
def test_pools_are_as_equal_as_possible_and_filled_in_seat_order() -> None:
    assert pool_sizes(25, 3) == [9, 8, 8]
    assert pool_sizes(48, 4) == [12, 12, 12, 12]
    state = deal(13, start_seat=4).state
    assert [ring.sitting for ring in state.rings] == [
        [3, 4, 5, 6, 7, 8, 9],
        [10, 11, 12, 0, 1, 2],
    ]
    for ring, members in enumerate(state.rings):
        for seat in members.sitting:
            assert (state.players[seat].ring, state.players[seat].copy_number) == (ring, ring)
    assert [len(copy.unit_deck.cards) for copy in state.copies] == [76 - 42, 76 - 36]
    assert [len(copy.trait_deck.cards) for copy in state.copies] == [32 - 14, 32 - 12]
    assert GAME.census(state) == GAME.stock(state)
    names = [zone.name for zone in state.zones()]
    assert len(set(names)) == len(names)
    for pool in (0, 1):
        assert {f"unit_deck:{pool}", f"trait_pile:{pool}"} < set(names)
    assert [lane.name for lane in state.players[12].lanes] == [
        "lane:12/1",
        "lane:12/2",
        "lane:12/3",
    ]


@rule("CS-12.9", "CS-2.2", "CS-2.3", "CS-2.5")
def test_merged_is_one_ring_with_all_copies_in_one_deck() -> None:
    game = deal(25, large_game="merged")
    state = game.state
    assert (len(state.copies), len(state.rings)) == (1, 1)
    assert state.rings[0].sitting == list(range(25))
    assert game.sizes() == (3 * 76 - 25 * 6, 0)
    assert GAME.census(state) == GAME.stock(state)
    assert GAME.stock(state)["0:breacher"] == 9
    game.until(lambda: game.holders != {})
    assert game.holders == {i + 1: 2 * i + 1 for i in range(12)}


# The deal


@rule("CS-2.1")
def test_chance_decides_who_is_seat_1() -> None:
    firsts = {deal(3, seed=seed, start_seat=0).state.first for seed in range(30)}
    assert firsts == {0, 1, 2}
    for seed in range(5):
        state = deal(5, seed=seed, start_seat=0).state
        assert state.rings[0].sitting == [(state.first + i) % 5 for i in range(5)]


@rule("CS-2.1")
def test_the_host_may_name_seat_1() -> None:
    game = deal(3, start_seat=2)
    assert game.state.rings[0].sitting == [1, 2, 0]
    assert game.match.decision.seat == 1
    assert deal(3, start_seat=3).state.rings[0].sitting == [2, 0, 1]
    with pytest.raises(BadSetting, match="only 3 seats"):
        deal(3, start_seat=4)
    assert GAME.configure(48, {"start_seat": 48})["start_seat"] == 48
    for seat in (-1, 49):
        with pytest.raises(BadSetting, match="start_seat"):
            GAME.configure(48, {"start_seat": seat})


@rule("CS-2.2")
def test_both_decks_are_shuffled() -> None:
    decks = [deal(2, seed=seed).state.copies[0] for seed in (1, 2)]
    for deck in ("unit_deck", "trait_deck"):
        one, other = [getattr(copy, deck).cards for copy in decks]
        assert one != other
        assert one not in (sorted(one), sorted(one, reverse=True))


DECKS = {
    2: (64, 28), 3: (58, 26), 4: (52, 24), 5: (46, 22), 6: (40, 20), 7: (34, 18),
    8: (28, 16), 9: (22, 14), 10: (16, 12), 11: (10, 10), 12: (4, 8),
}  # fmt: skip


@rule("CS-2.3", "CS-2.4", "CS-2.5")
@pytest.mark.parametrize("seats", DECKS)
def test_six_units_two_traits_and_what_is_left(seats: int) -> None:
    game = deal(seats)
    copy = game.state.copies[0]
    assert (len(copy.unit_deck.cards), len(copy.trait_deck.cards)) == DECKS[seats]
    for player in game.state.players:
        assert (len(player.hand.cards), len(player.traits.cards)) == (6, 2)
        assert player.hand.sight == 1 << player.seat
        assert player.traits.sight == EVERYONE


@rule("CS-2.6", "CS-16.1")
def test_cards_are_dealt_one_at_a_time_from_seat_1() -> None:
    state = deal(3, start_seat=2).state
    chance = Chance(match_seed(), GAME.streams)
    units = [card for card in range(FIRST_TRAIT) for _ in range(COPIES[card])]
    traits = list(range(FIRST_TRAIT, len(CARDS)))
    chance.streams[1].shuffle(units)
    chance.streams[2].shuffle(traits)
    clockwise = [1, 2, 0]
    for place, seat in enumerate(clockwise):
        assert state.players[seat].hand.cards == [units[-1 - place - 3 * i] for i in range(6)]
        assert state.players[seat].traits.cards == [traits[-1 - place - 3 * i] for i in range(2)]
    assert state.copies[0].unit_deck.cards == units[: 76 - 18]


def match_seed() -> bytes:
    return deal(3).match.seed


@rule("CS-2.7")
def test_decks_lie_face_down_beside_empty_open_piles() -> None:
    for copy in deal(13).state.copies:
        assert copy.unit_deck.sight == copy.trait_deck.sight == NOBODY
        assert copy.unit_pile.sight == copy.trait_pile.sight == EVERYONE
        assert copy.unit_pile.cards == copy.trait_pile.cards == []


@rule("CS-2.8")
def test_setup_asks_nothing() -> None:
    game = deal(4)
    assert game.asked == dict.fromkeys([1, 2, 3, 4], "mark_discard")
    assert game.match.ply == 0


# Chance


@rule("CS-16.1", "CS-16.3", "CS-13.3")
def test_after_the_deal_only_reshuffles_use_chance() -> None:
    game = deal(12, seed=3)
    reshuffled = 0
    for _ in range(800):
        used = game.state.chance.used
        game.match.choose(game.match.decision.options[0])
        told = [event.what for _, event in game.match.events(since=game.match.ply)]
        assert (game.state.chance.used != used) == ("reshuffles" in told)
        reshuffled += told.count("reshuffles")
    assert reshuffled > 3


@rule("CS-16.2", "CS-11.19")
def test_same_seed_and_record_give_the_same_game() -> None:
    def play(seed: int, last: int) -> Game:
        game = deal(4, seed=seed)
        for turn in range(60):
            options = game.match.decision.options
            game.match.choose(options[(turn * 7) % len(options)])
        game.match.choose(game.match.decision.options[last])
        return game

    assert digest(play(1, 0).state) == digest(play(1, 0).state)
    assert digest(play(1, 0).state) != digest(play(1, -1).state)
    assert digest(play(1, 0).state) != digest(play(2, 0).state)


@rule("CS-16.1")
def test_naming_seat_1_changes_nothing_else() -> None:
    drawn = deal(3, seed=5, start_seat=0)
    named = deal(3, seed=5, start_seat=drawn.state.first + 1)
    assert digest(drawn.state) != digest(deal(3, seed=6, start_seat=0).state)
    for one, other in zip(drawn.state.zones(), named.state.zones(), strict=True):
        assert one.cards == other.cards


# Settings


@rule("CS-19.1", "CS-2.1", "CS-2.8", "CS-11.1", "CS-12.2", "CS-17.6", "CS-19.2")
def test_the_settings_and_their_defaults() -> None:
    assert GAME.configure(4, {}) == {
        "simultaneous_turns": "on",
        "start_seat": 0,
        "large_game": "pools",
        "round_cap": 60,
        "auto_single": "on",
        "sudden_death_round": 0,
    }
    assert [GAME.configure(seats, {})["round_cap"] for seats in (12, 13, 25, 48)] == [
        60, 80, 100, 120,
    ]  # fmt: skip


@rule("CS-17.6", "CS-19.2")
@pytest.mark.parametrize(
    ("setting", "good", "bad"),
    [
        ("simultaneous_turns", ["on", "off"], ["maybe", ""]),
        ("large_game", ["pools", "merged"], ["none"]),
        ("round_cap", [20, 200, "45"], [19, 201, "many"]),
        ("auto_single", ["on", "off"], ["yes"]),
        ("sudden_death_round", [0, 2, 50, 200], [1, -1, 201]),
    ],
)
def test_values_of_settings(setting: str, good: list[Value], bad: list[Value]) -> None:
    for value in good:
        assert str(GAME.configure(4, {setting: value})[setting]) == str(value)
    for value in bad:
        with pytest.raises(BadSetting, match=setting):
            GAME.configure(4, {setting: value})


@rule("CS-12.8", "CS-19.1")
def test_there_is_no_other_arrangement_of_large_games() -> None:
    with pytest.raises(BadSetting, match="large_game is pools, merged, not 'free'"):
        deal(13, large_game="free")


def test_an_arranged_table_keeps_all_cards() -> None:
    table = Arranged(3).hand(1, "breacher").traits(1, "pincer").deck("ghostwire").pile("saboteur")
    state = table.active(1).play().state
    assert GAME.census(state) == GAME.stock(state)
