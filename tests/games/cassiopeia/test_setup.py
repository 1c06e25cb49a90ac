"""Sections 2, 13, 14 and 17: setup, its decisions and its chance, and the host's settings."""

import random

import pytest

from starhall.engine.errors import BadSetting, IllegalChoice
from starhall.engine.game import Value
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.text.rulebook import rule
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.content import NONE
from starhall.games.cassiopeia.rules.setup import SELECTIONS
from starhall.games.cassiopeia.state import STREAMS, Player, Table

CORE = {0, 1, 2, 3}


def new(seats: int, seed: int = 1, **settings: Value) -> Match[Table]:
    return Match(GAME, seats, settings, seed)


def dealt(seats: int, seed: int = 1, **settings: Value) -> Table:
    """Set up with the first option everywhere, up to the first choice of a specialist."""
    match = new(seats, seed, **settings)
    while match.decision.kind != "choose_specialist":
        match.choose(match.decision.options[0])
    return match.state


def cards(s: Table) -> set[int]:
    return {specialist // 2 for specialist in s.row}


# The table


@rule("CA-2.1", "CA-2.14")
def test_two_to_five_players_and_no_levels() -> None:
    for seats in (2, 3, 4, 5):
        assert len(dealt(seats).players) == seats
    for seats in (1, 6):
        with pytest.raises(BadSetting, match="2 to 5 players"):
            new(seats)
    ids = [setting.id for setting in GAME.settings]
    assert ids == [
        "row_size",
        "flipped_at_setup",
        "specialist_selection",
        "system_assignment",
        "first_player",
        "round_cap",
    ]


@rule("CA-2.2")
def test_colours_are_chosen_in_seat_order() -> None:
    match = new(3)
    assert match.decision.seat == 0
    assert len(match.decision.options) == 5
    match.choose("colour black")
    assert match.decision.seat == 1
    with pytest.raises(IllegalChoice, match=r"Player 1 already plays Black\. \(CA-2\.2\)"):
        match.choose("colour black")
    match.choose("colour red")
    match.choose("colour blue")
    assert [player.colour for player in match.state.players] == [4, 0, 1]


@rule("CA-2.3")
def test_systems_are_different_and_dealt_or_chosen() -> None:
    for seed in range(8):
        s = dealt(5, seed)
        assert sorted(player.system for player in s.players) == [0, 1, 2, 3, 4]
    match = new(2, system_assignment="choose")
    match.choose("colour red")
    match.choose("colour blue")
    assert match.decision.kind == "choose_system"
    match.choose("system segin")
    assert "system segin" not in [option.token for option in match.decision.options]
    match.choose("system caph")
    assert [player.system for player in match.state.players] == [3, 1]


@rule("CA-2.4", "CA-1.4", "CA-14.2")
def test_rows_are_shuffled_and_uninhabited() -> None:
    rows = set()
    for seed in range(6):
        for player in dealt(3, seed).players:
            assert sorted(player.row) == list(range(7))
            assert player.inhabited == 0 and player.fund() == 7
            rows.add(tuple(player.row))
    assert len(rows) > 10


@rule("CA-2.5", "CA-2.6", "CA-2.7")
@pytest.mark.parametrize(("seats", "size"), [(2, 6), (3, 7), (4, 8), (5, 9)])
def test_four_more_cards_than_players_with_i_to_iv_among_them(seats: int, size: int) -> None:
    drawn = set()
    for seed in range(12):
        s = dealt(seats, seed)
        assert len(s.row) == s.row_size == size
        assert cards(s) >= CORE and len(cards(s)) == size
        assert sorted(cards(s) | set(s.box_specialists)) == list(range(9))
        drawn |= cards(s)
    assert drawn == set(range(9))


@rule("CA-2.7")
def test_another_row_size_draws_the_difference() -> None:
    s = dealt(2, row_size=8)
    assert len(s.row) == 8 and cards(s) >= CORE


@rule("CA-2.8", "CA-14.4", "CA-14.5")
@pytest.mark.parametrize("flipped", [0, 3, 7])
def test_some_cards_start_on_side_b(flipped: int) -> None:
    places = set()
    for seed in range(10):
        s = dealt(3, seed, flipped_at_setup=flipped)
        assert sum(specialist % 2 for specialist in s.row) == flipped
        places.add(tuple(s.row))
    assert len(places) == 10
    assert sum(specialist % 2 for specialist in dealt(3).row) == 3  # the usual number


@rule("CA-2.9", "CA-2.10", "CA-9.1")
def test_objects_are_used_only_with_their_cards() -> None:
    seen = set()
    for seed in range(20):
        s = dealt(2, seed, specialist_selection="all_random")
        viii, ix = 7 in cards(s), 8 in cards(s)
        assert s.object_reserve == [2 * viii, 2 * viii, 2 * ix]
        assert s.box_objects == [2 - 2 * viii, 2 - 2 * viii, 2 - 2 * ix]
        seen.add((viii, ix))
    assert len(seen) == 4


@rule("CA-2.11", "CA-2.12", "CA-16.31")
def test_earth_is_up_and_nobody_has_anything() -> None:
    s = dealt(4)
    assert s.logistics == 0
    assert s.reserve == [28, 20, 20, 20, 10]
    assert all(player.held == [0, 0, 0, 0, 0] for player in s.players)
    assert all(player.objects == [NONE, NONE, NONE] for player in s.players)
    assert s.coins == [0] * 8


@rule("CA-2.13", "CA-14.6", "CA-3.2")
def test_the_first_player_is_random_or_named() -> None:
    assert {dealt(3, seed).order[0] for seed in range(20)} == {0, 1, 2}
    assert {dealt(3, seed, first_player=2).order[0] for seed in range(6)} == {1}
    assert dealt(4, first_player=4).order == [3, 0, 1, 2]


# Settings


@rule("CA-17.1")
def test_a_first_game_has_no_space_objects() -> None:
    s = dealt(4, specialist_selection="lowest", row_size=6)
    assert cards(s) == {0, 1, 2, 3, 4, 5}
    assert s.object_reserve == [0, 0, 0]


@rule("CA-2.7")
def test_all_random_always_has_card_iv() -> None:
    rows = [cards(dealt(2, seed, specialist_selection="all_random")) for seed in range(20)]
    assert all(3 in row and len(row) == 6 for row in rows)
    assert any(not row >= CORE for row in rows)


@rule("CA-2.7", "CA-12.1")
def test_the_host_picks_cards_beside_iv() -> None:
    match = new(2, specialist_selection="pick")
    assert (match.decision.seat, match.decision.kind) == (0, "pick_card")
    assert "pick specialist_4" not in [option.token for option in match.decision.options]
    assert len(match.decision.options) == 8
    for number in (9, 8, 7, 6, 5):
        match.choose(f"pick specialist_{number}")
    assert match.decision.kind == "choose_colour"
    assert cards(match.state) == {3, 4, 5, 6, 7, 8}
    # With nine places there is nothing to pick.
    assert new(5, specialist_selection="pick").decision.kind == "choose_colour"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"first_player": 4}, "first_player names seat 4, but there are only 3 seats"),
        ({"flipped_at_setup": 8}, "asks for 8 cards, but the row has only 7"),
        ({"row_size": 5}, "row_size is from 6 to 9, not 5"),
        ({"round_cap": 10}, "round_cap is from 20 to 200, not 10"),
        ({"specialist_selection": "best"}, "core_random, lowest, all_random, pick, not 'best'"),
        ({"row_sise": 7}, "did you mean row_size"),
    ],
)
def test_settings_that_do_not_fit_are_refused(settings: dict[str, Value], said: str) -> None:
    with pytest.raises(BadSetting, match=said):
        Match(GAME, 3, settings)


@rule("CA-2.6", "CA-2.7", "CA-2.8", "CA-2.13", "CA-15.4", "CA-17.1")
@pytest.mark.parametrize(
    ("setting", "usual", "least", "most"),
    [
        ("row_size", 9, 6, 9),  # four more than the five players
        ("flipped_at_setup", 3, 0, 9),
        ("first_player", 0, 0, 5),  # 0: drawn at random
        ("round_cap", 60, 20, 200),
    ],
)
def test_the_values_of_the_settings(setting: str, usual: int, least: int, most: int) -> None:
    assert GAME.configure(5, {})[setting] == usual
    for value in (least, least + 1, most):
        assert GAME.configure(5, {setting: value})[setting] == value
    for value in (least - 1, most + 1):
        with pytest.raises(BadSetting):
            GAME.configure(5, {setting: value})


@rule("CA-2.8", "CA-2.13")
def test_all_cards_may_be_flipped_and_the_last_seat_may_begin() -> None:
    GAME.configure(2, {"flipped_at_setup": 6, "first_player": 2})
    with pytest.raises(BadSetting, match=r"but the row has only 6\. \(CA-2\.8\)"):
        GAME.configure(2, {"flipped_at_setup": 7})
    with pytest.raises(BadSetting, match=r"but there are only 2 seats\. \(CA-2\.13\)"):
        GAME.configure(2, {"first_player": 3})


@rule("CA-2.2", "CA-2.3", "CA-2.7", "CA-12.1")
def test_what_may_be_chosen_in_setup() -> None:
    """Every card but IV, every colour and every system, until somebody has it."""
    rng = random.Random(3)
    for seats, size in ((2, 6), (5, 8), (3, 7)):
        settings = {"specialist_selection": "pick", "system_assignment": "choose"}
        match = new(seats, seed=size, row_size=size, **settings)
        left = {
            "pick": {f"specialist_{n}" for n in (1, 2, 3, 5, 6, 7, 8, 9)},
            "colour": {"red", "blue", "yellow", "green", "black"},
            "system": {"shedar", "caph", "ruchbah", "segin", "achird"},
        }
        taken: dict[str, set[str]] = {"pick": {"specialist_4"}, "colour": set(), "system": set()}
        rules = {"pick": "CA-2.7 in_row", "colour": "CA-2.2 colour_taken"}
        rules["system"] = "CA-2.3 system_taken"
        asked = []
        while match.decision.kind != "choose_specialist":
            decision = match.decision
            verb = decision.options[0].verb
            assert {option.token for option in decision.options} == {
                f"{verb} {arg}" for arg in left[verb]
            }
            said = {
                one.option.token: f"{one.reason.rule} {one.reason.key}" for one in match.refusals()
            }
            assert said == {f"{verb} {arg}": rules[verb] for arg in taken[verb]}
            asked.append((verb, decision.seat))
            choice = rng.choice(decision.options)
            left[verb].remove(choice.arg)
            taken[verb].add(choice.arg)
            match.choose(choice)
        order = list(range(seats))
        picks = [("pick", 0)] * (size - 1)
        colours = [("colour", seat) for seat in order]
        systems = [("system", seat) for seat in order if seat < 4]  # the fifth takes the last
        assert asked == picks + colours[:4] + systems
        assert {specialist // 2 for specialist in match.state.row} == {
            int(name.removeprefix("specialist_")) - 1 for name in taken["pick"]
        }


# Chance and openness


@rule("CA-14.1", "CA-14.2", "CA-14.3", "CA-14.4", "CA-14.5", "CA-14.6")
def test_chance_is_used_in_the_order_of_section_14() -> None:
    s = dealt(3, seed=11)
    stream = Chance(seed_bytes(11), STREAMS).streams[0]
    systems = [0, 1, 2, 3, 4]
    assert [player.system for player in s.players] == [
        systems.pop(stream.below(len(systems))) for _ in range(3)
    ]
    for player in s.players:
        row = list(range(7))
        stream.shuffle(row)
        assert player.row == row
    row = [2 * card for card in sorted([0, 1, 2, 3, *stream.sample([4, 5, 6, 7, 8], 3)])]
    for place in stream.sample(list(range(7)), 3):
        row[place] += 1
    stream.shuffle(row)
    assert s.row == row
    assert s.order[0] == stream.below(3)


@rule("CA-13.2")
def test_nothing_random_is_known_before_setup_is_done() -> None:
    match = new(2)
    assert match.state.chance.used == 0
    match.choose("colour red")
    assert match.state.chance.used == 0 and match.state.row == []
    match.choose("colour green")
    used = match.state.chance.used
    assert used > 0 and match.state.dealt() and match.state.choosing()
    for _ in range(40):  # from here on the game is deterministic
        match.choose(match.decision.options[0])
    assert match.state.chance.used == used


@rule("CA-13.1")
def test_every_seat_and_spectator_sees_everything() -> None:
    match = new(3, seed=4)
    for _ in range(30):
        match.choose(match.decision.options[0])
    pictures = []
    for viewer in (0, 1, 2, None):
        assert GAME.census(match.view(viewer)) == GAME.stock(match.state)
        told = match.text(viewer)
        for specialist in match.state.row:
            assert GAME.text.say(f"card.specialist.{GAME.content.specialists[specialist]}") in told
            assert GAME.text.name("specialist", GAME.content.specialists[specialist ^ 1]) in told
        pictures.append(sorted(word for word in told.split() if word == "inhabited"))
    assert pictures.count(pictures[0]) == 4
    assert "In the box" in match.text(0)


@rule("CA-13.1", "CA-5.12", "CA-2.11", "CA-5.3", "CA-6.1", "CA-6.2", "CA-9.5", "CA-10.1")
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_no_field_of_the_table_is_hidden(viewer: int | None) -> None:
    """Every value differs from its default, which is what a hidden field would show."""
    match = new(2, seed=4)
    assert match.state.object_reserve == [0, 0, 0]  # nothing is laid out before the deal
    for _ in range(12):
        match.choose(match.decision.options[0])
    s = match.state
    parts: list[Table | Player] = [s, *s.players]
    for part in parts:
        for name in part.SHAPE:
            value = getattr(part, name)
            if name in ("seat", "seats", "over", "auto_single", "strands", "players"):
                continue
            if type(value) is bool:
                setattr(part, name, True)
            elif type(value) is int:
                setattr(part, name, 1)
            elif type(value) is str:
                setattr(part, name, "cap")
            else:
                setattr(part, name, [*value, 1])
    seen = match.view(viewer)
    pictures: list[Table | Player] = [seen, *seen.players]
    for mine, shown in zip(parts, pictures, strict=True):
        for name in mine.SHAPE:
            if name not in ("strands", "players"):
                assert getattr(shown, name) == getattr(mine, name), name


@rule("CA-17.1", "CA-2.6", "CA-2.7")
def test_each_selection_of_specialists_is_one_of_its_own() -> None:
    assert sorted(SELECTIONS.values()) == list(range(len(SELECTIONS)))
    rows: dict[str, set[tuple[int, ...]]] = {}
    for selection in ("core_random", "lowest", "all_random"):
        for seed in range(12):
            match = new(2, seed=seed, specialist_selection=selection)
            match.choose("colour red")
            match.choose("colour blue")
            cards = tuple(sorted(specialist // 2 for specialist in match.state.row))
            rows.setdefault(selection, set()).add(cards)
    assert rows["lowest"] == {(0, 1, 2, 3, 4, 5)}
    assert len(rows["core_random"]) > 2
    assert all(cards[:4] == (0, 1, 2, 3) for cards in rows["core_random"])
    assert not all(cards[:4] == (0, 1, 2, 3) for cards in rows["all_random"])


@rule("CA-2.1", "CA-2.4", "CA-2.9", "CA-2.10", "CA-2.11")
def test_before_the_deal_everything_is_in_the_box_or_the_reserve() -> None:
    s = new(2, seed=4).state
    assert s.box_objects == [2, 2, 2] and s.object_reserve == [0, 0, 0]
    assert s.box_specialists == list(range(9)) and s.row == []
    assert GAME.census(s) == GAME.stock(s)
