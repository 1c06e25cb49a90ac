"""Sections 3, 4, 5 and 9: the course of a turn and its phases."""

from typing import cast

import pytest

from starhall.engine.errors import IllegalChoice
from starhall.engine.match.story import Group
from starhall.engine.rules.fields import EVERYONE
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.state import Table
from tests.games.cyberstrife.tables import CARDS, D1, D2, D3, D10, Arranged, Game, card, deal


def kinds_asked(game: Game, seat: int) -> list[str]:
    """The kinds of decision a seat answers until its turn has ended, repeats left out."""
    kinds: list[str] = []
    before = game.player(seat).turns
    while game.player(seat).turns == before:
        asked = game.match.decision
        if asked.seat == seat - 1 and kinds[-1:] != [asked.kind]:
            kinds.append(asked.kind)
        game.calm(asked.seat + 1)
    return kinds


# Section 3


@rule("CS-3.1", "CS-3.2", "CS-3.3")
def test_first_turns_have_two_phases_and_full_turns_four() -> None:
    game = deal(3)
    assert [kinds_asked(game, seat) for seat in (1, 2, 3)] == [[D1, D10]] * 3
    assert game.battles == []
    table = Arranged(3).lanes(2, "- / spymaster / -").hand(2, "field_coder").active(1)
    game = table.hand(1, "juggernaut, breacher, ghostwire").play()
    assert kinds_asked(game, 1) == [D1, D3, D10]
    assert game.battles == ["1-2"]


@rule("CS-3.1", "CS-10.5")
def test_turns_go_clockwise() -> None:
    game = deal(3, start_seat=2)
    seats: list[int] = []
    game.until(lambda: game.holders != {})
    while len(seats) < 7:
        holder = game.holders[1]
        if seats[-1:] != [holder]:
            seats.append(holder)
        game.calm(game.match.decision.seat + 1)
    assert seats == [2, 3, 1, 2, 3, 1, 2]


@rule("CS-3.3", "CS-11.3")
def test_full_turns_begin_when_everybody_has_finished_the_first() -> None:
    game = deal(4)
    for seat in (4, 2, 3):
        game.take_turn(seat)
        assert game.holders == {}
        assert seat not in game.asked
    game.take_turn(1)
    assert game.holders == {1: 1, 2: 3}
    assert game.asked == {1: D1, 3: D1}


@rule("CS-3.4", "CS-11.1", "CS-11.12")
def test_first_turns_at_once_or_one_after_another() -> None:
    assert list(deal(4).asked) == [1, 2, 3, 4]
    for game in (deal(4, simultaneous_turns="off"), deal(3)):
        order = []
        while game.holders == {}:
            assert len(game.asked) == 1
            seat = next(iter(game.asked))
            order.append(seat)
            game.take_turn(seat)
        assert order == list(range(1, game.state.seats + 1))
        assert game.holders == {1: 1}
        assert [number for number, _ in game.strands] == [game.state.seats + 1]


@rule("CS-3.4")
def test_each_ring_waits_only_for_its_own_first_turns() -> None:
    game = deal(13)
    for seat in range(8, 14):
        game.take_turn(seat)
    assert [ring.started for ring in game.state.rings] == [False, True]
    assert game.holders == {1: 8, 2: 10, 3: 12}
    assert set(game.asked) == {1, 2, 3, 4, 5, 6, 7, 8, 10, 12}


@rule("CS-3.5", "CS-4.7")
def test_recall_before_phase_1() -> None:
    game = Arranged(3).lanes(1, "breacher / - / ghostwire").hand(1, "saboteur").active(1).play()
    assert (game.lanes(1), game.hand(1)) == ("- / - / -", ["breacher", "ghostwire", "saboteur"])
    assert "mark breacher" in game.offered(1)
    assert game.told("move") == []


@rule("CS-3.6", "CS-5.9")
def test_the_target_is_the_next_living_player() -> None:
    game = Arranged(5).out(2, 3).active(1).play()
    game.choose(1, "done")
    game.attack(1, " / ".join(game.hand(1)[:3]))
    assert game.battles == ["1-4"]


@rule("CS-3.7", "CS-5.1", "CS-9.1", "CS-9.2")
def test_only_the_discard_may_be_skipped() -> None:
    game = Arranged(3).active(1).play()
    game.choose(1, "done")
    assert game.sizes()[1] == 0
    assert game.asked == {1: D3}
    game.choose(1, "leave_empty", "leave_empty")
    assert (game.lane(1), "leave_empty" in game.offered(1)) == ("3", False)
    with pytest.raises(IllegalChoice, match=r"at least one unit.*CS-5\.6"):
        game.choose(1, "leave_empty")
    game.choose(1, game.offered(1)[0])
    game.until(lambda: game.asked == {1: D10})
    game.choose(1, "leave_empty", "leave_empty")
    assert (game.lane(1), "leave_empty" in game.offered(1)) == ("3", False)
    with pytest.raises(IllegalChoice, match=r"at least one defender.*CS-9\.3"):
        game.choose(1, "leave_empty")


@rule("CS-3.8", "CS-3.9")
def test_the_round_is_one_more_than_the_fewest_completed_turns() -> None:
    game = deal(3)
    assert game.state.round() == 1
    game.take_turn(1)
    game.take_turn(2)
    assert ([player.turns for player in game.state.players], game.state.round()) == ([1, 1, 0], 1)
    game.take_turn(3)
    assert game.state.round() == 2
    table = Arranged(3).active(1).turns(1, 5).turns(2, 4).turns(3, 7)
    assert table.state.round() == 5
    assert table.out(2).state.round() == 6


@rule("CS-3.9", "CS-3.2")
def test_a_turn_counts_when_it_ends_and_not_before() -> None:
    game = deal(3)
    while game.asked == {1: D1}:
        game.calm(1)
    for _ in range(3):
        assert (game.asked, game.player(1).turns) == ({1: D10}, 0)
        game.calm(1)
    assert (game.asked, game.player(1).turns) == ({2: D1}, 1)
    game = Arranged(3).active(1).play()
    while game.asked != {2: D1}:
        assert game.player(1).turns == 1
        game.calm(game.match.decision.seat + 1)
    assert [player.turns for player in game.state.players] == [2, 1, 1]


@rule("CS-3.9", "CS-10.4")
def test_the_turn_of_an_eliminated_player_is_not_completed_and_not_looked_at() -> None:
    game = Arranged(3).hand(1, "field_coder").active(1).turns(1, 0).turns(2, 4).turns(3, 6).play()
    assert game.state.round() == 1
    game.choose(1, "done")
    game.attack(1, "field_coder / - / -")
    game.calm(2)  # the winner keeps six units
    assert (game.player(1).alive, game.player(1).turns) == (False, 0)
    assert game.state.round() == 5
    assert game.told("defends") == []  # phase 4 does not take place


@rule("CS-3.1", "CS-11.12")
def test_what_happens_is_told_by_turn_and_battle() -> None:
    game = deal(4)
    game.until(lambda: game.holders == {1: 1, 2: 3})
    game.choose(3, "done")
    game.take_turn(1)
    groups = [item for item in game.match.story() if isinstance(item, Group)]
    assert [(group.name, group.values["who"]) for group in groups] == [
        *[("first_turn", seat) for seat in range(4)],
        ("turn", 0),
        ("turn", 2),
        ("turn", 1),
    ]
    turn = groups[4]
    battle = next(item for item in turn.items if isinstance(item, Group))
    assert (battle.name, battle.values) == ("battle", {"who": 0, "target": 1})
    assert told_in(battle)[:2] == ["attacks", "reveals"]
    assert told_in(turn) == ["begins_turn", "recalls", "keeps_all", "defends"]


def told_in(group: Group) -> list[str]:
    entries = [item for item in group.items if isinstance(item, tuple)]
    return [event.what for _, event in entries if event.what != "move"]


# Section 4


@rule("CS-4.1", "CS-4.2", "CS-4.6")
def test_everything_may_be_exchanged() -> None:
    game = deal(2)
    units, traits = game.hand(1), game.traits(1)
    for name in [*units]:
        game.choose(1, f"mark {name}")
    for name in [*traits]:
        game.choose(1, f"mark_trait {name}")
    # With nothing left to mark, `done` is taken by the program.
    assert game.asked == {1: D10}
    assert (game.pile(), game.trait_pile()) == (units, sorted(traits))
    assert (game.owned(1), len(game.traits(1)), game.player(1).alive) == ([6], 2, True)
    assert game.sizes() == (58, 6)
    assert not set(game.traits(1)) & set(traits)


@rule("CS-4.1")
def test_nothing_need_be_exchanged() -> None:
    game = deal(2)
    units, traits = game.hand(1), game.traits(1)
    game.choose(1, "done")
    assert (game.hand(1), game.traits(1), game.sizes()) == (units, traits, (64, 0))
    assert game.told("keeps_all")[0]["who"] == 0


@rule("CS-4.3", "CS-14.1")
def test_one_exchange_in_one_piece() -> None:
    table = Arranged(3).hand(1, "breacher, ghostwire, saboteur").deck("juggernaut, headhunter")
    game = table.active(1).play()
    size = game.sizes()[0]
    game.choose(1, "mark breacher", "mark saboteur")
    assert (game.hand(1), game.sizes()) == (["breacher", "ghostwire", "saboteur"], (size, 0))
    assert game.offered(1) == ["mark ghostwire", "done"]
    with pytest.raises(IllegalChoice, match=r"marked already.*CS-14\.1"):
        game.choose(1, "mark breacher")
    game.choose(1, "done")
    assert game.hand(1) == ["ghostwire", "headhunter", "juggernaut"]
    assert game.asked == {1: D3}


@rule("CS-14.1", "CS-4.1")
def test_a_trait_that_is_marked_cannot_be_marked_again() -> None:
    game = Arranged(3).hand(1, "breacher").traits(1, "pincer, emp_grid").active(1).play()
    game.choose(1, "mark_trait pincer")
    assert game.offered(1) == ["mark breacher", "mark_trait emp_grid", "done"]
    with pytest.raises(IllegalChoice, match=r"Pincer Doctrine is marked already.*CS-14\.1"):
        game.choose(1, "mark_trait pincer")


@rule("CS-4.4", "CS-4.2")
def test_units_are_drawn_before_traits() -> None:
    game = deal(2)
    unit, trait = game.hand(1)[0], game.traits(1)[0]
    game.choose(1, f"mark_trait {trait}", f"mark {unit}", "done")
    zones = {zone.key: zone.name for zone in game.state.zones()}
    moves = [
        (zones[int(str(told["src"]))], zones[int(str(told["dst"]))]) for told in game.told("move")
    ]
    assert moves == [
        ("hand:0", "unit_pile:0"),
        ("traits:0", "trait_pile:0"),
        ("unit_deck:0", "hand:0"),
        ("trait_deck:0", "traits:0"),
    ]


@rule("CS-4.5", "CS-4.4", "CS-13.3")
def test_own_discards_can_come_back() -> None:
    game = Arranged(2).hand(1, "breacher, ghostwire, saboteur").active(1).play()
    game.state.copies[0].unit_deck.cards.clear()  # nothing to draw but the own discards
    game.choose(1, "mark breacher", "mark saboteur", "done")
    assert (game.hand(1), game.sizes()) == (["breacher", "ghostwire", "saboteur"], (0, 0))


@rule("CS-4.8", "CS-2.4")
def test_a_new_trait_lies_open_at_once() -> None:
    game = deal(2)
    old = game.player(1).traits.cards[:]
    game.choose(1, f"mark_trait {CARDS[old[0]]}", "done")
    shown = game.match.view(1).zones()[4]
    assert (shown.name, shown.cards) == ("traits:0", game.player(1).traits.cards)
    assert shown.cards[0] == old[1]
    assert shown.cards[1] not in old


@rule("CS-4.9")
def test_phase_1_keeps_the_numbers() -> None:
    game = deal(4, seed=9)
    for seat in (1, 2, 3, 4):
        for _ in range(2 * seat - 1):
            game.choose(seat, game.offered(seat)[-2])
        game.choose(seat, "done")
        assert (game.owned(seat), len(game.traits(seat))) == ([6], 2)


# Section 5


@rule("CS-5.1", "CS-5.2")
@pytest.mark.parametrize(
    "line", ["breacher / - / -", "breacher / saboteur / -", "- / - / breacher"]
)
def test_one_to_three_attackers(line: str) -> None:
    game = Arranged(3).hand(1, "breacher, saboteur, ghostwire, headhunter").active(1).play()
    game.choose(1, "done")
    game.attack(1, line)
    assert game.told("attacks")[0]["units"] == [
        name.strip() for name in line.split("/") if name.strip() != "-"
    ]


@rule("CS-5.3", "CS-13.7")
def test_a_lane_takes_one_unit_and_a_placed_unit_is_gone_from_hand() -> None:
    game = Arranged(3).hand(1, "breacher, breacher, saboteur").active(1).play()
    game.choose(1, "done")
    assert game.offered(1) == ["place breacher", "place saboteur", "leave_empty"]
    game.choose(1, "place breacher")
    assert game.offered(1) == ["place breacher", "place saboteur", "leave_empty"]
    game.choose(1, "place saboteur")
    assert game.offered(1) == ["place breacher", "leave_empty"]
    with pytest.raises(IllegalChoice, match=r"placed Saboteur in another lane.*CS-5\.3"):
        game.choose(1, "place saboteur")


@rule("CS-5.4", "CS-9.3")
def test_each_side_alone_decides_its_lanes() -> None:
    table = Arranged(3).lanes(2, "- / spymaster / headhunter").active(1)
    game = table.hand(1, "breacher, saboteur, ghostwire").play()
    game.choose(1, "done")
    # The attacker sees which lanes hold defenders, and is asked for those first.
    seen = game.match.view(0).zones()[6:9]
    assert [zone.cards for zone in seen] == [[], [-1], [-1]]
    assert game.lane(1) == "2"
    game.attack(1, "breacher / saboteur / ghostwire")
    lanes = {str(told["lane"]) for told in game.told("lane_unopposed")}
    assert lanes == {"1"}


@rule("CS-5.5", "CS-5.6")
def test_fewer_attackers_than_defenders_choose_their_lanes() -> None:
    table = Arranged(3).lanes(2, "spymaster / siege_marshal / headhunter").active(1)
    game = table.hand(1, "breacher, saboteur, ghostwire, juggernaut").play()
    game.choose(1, "done", "leave_empty")
    assert "leave_empty" in game.offered(1)
    game.choose(1, "place juggernaut")
    assert game.lane(1) == "3"
    assert "leave_empty" in game.offered(1)


@rule("CS-5.6")
def test_lanes_are_skipped_when_the_hand_is_used_up() -> None:
    game = Arranged(3).hand(1, "breacher, saboteur").active(1).play()
    game.choose(1, "done", "place breacher", "place saboteur")
    assert game.told("attacks")[0]["units"] == ["breacher", "saboteur"]


@rule("CS-5.7", "CS-15.1")
def test_attackers_become_public_together() -> None:
    game = Arranged(3).hand(1, "breacher, saboteur, ghostwire, headhunter").active(1).play()
    before = game.match.view(1).zones()
    game.choose(1, "done", "place breacher", "place saboteur")
    view = game.match.view(1)
    assert [zone.cards for zone in view.zones()] == [zone.cards for zone in before]
    assert game.player(1).plan == [card("breacher"), card("saboteur")]
    assert cast(Table, view).players[0].plan == []
    assert game.told("attacks") == []
    game.choose(1, "place ghostwire")
    assert game.told("attacks")[0]["units"] == ["breacher", "saboteur", "ghostwire"]


@rule("CS-5.8", "CS-18.14")
def test_peek_comes_before_the_first_lane() -> None:
    table = Arranged(3).traits(1, "deep_recon").lanes(2, "spymaster / - / headhunter").active(1)
    game = table.hand(1, "breacher, saboteur").play()
    game.choose(1, "done")
    assert game.asked == {1: D2}
    assert game.offered(1) == ["peek 1", "peek 3", "skip"]
    with pytest.raises(IllegalChoice, match=r"Nobody stands.*CS-18\.14"):
        game.choose(1, "peek 2")
    other = Game(game.match.fork())
    game.choose(1, "peek 3")
    assert (game.asked, game.lane(1)) == ({1: D3}, "1")
    assert game.match.view(0).zones()[8].cards == [card("headhunter")]
    assert game.match.view(0).zones()[6].cards == [-1]
    assert game.match.view(2).zones()[8].cards == [-1]
    other.choose(1, "skip")
    assert other.match.view(0).zones()[8].cards == [-1]
    assert other.asked == {1: D3}


# Section 9


@rule("CS-9.1", "CS-9.3")
@pytest.mark.parametrize(
    "line", ["breacher / - / -", "- / - / saboteur", "ghostwire / - / breacher", "- / breacher / -"]
)
def test_defenders_with_gaps(line: str) -> None:
    game = Arranged(2).hand(1, "breacher, saboteur, ghostwire").play()
    game.choose(1, "done")
    game.defend(1, line)
    assert game.lanes(1) == line
    assert all(lane.sight == 1 for lane in game.player(1).lanes)


@rule("CS-9.3", "CS-9.2")
def test_defenders_are_asked_lane_by_lane() -> None:
    game = Arranged(2).hand(1, "breacher, saboteur").play()
    game.choose(1, "done")
    assert game.lane(1) == "1"
    assert game.offered(1) == ["place breacher", "place saboteur", "leave_empty"]
    game.choose(1, "place saboteur")
    assert game.lane(1) == "2"
    assert game.offered(1) == ["place breacher", "leave_empty"]
    game.choose(1, "place breacher")
    # No unit is left in hand: lane 3 is passed over.
    assert game.lanes(1) == "saboteur / breacher / -"
    assert game.asked == {2: D1}


@rule("CS-9.4", "CS-8.6")
def test_attackers_may_defend() -> None:
    table = Arranged(3).lanes(2, "- / headhunter / -").hand(2, "field_coder")
    game = table.hand(1, "juggernaut, breacher, goliath_walker").active(1).play()
    game.choose(1, "done")
    game.attack(1, "breacher / juggernaut / goliath_walker")
    game.until(lambda: game.asked == {1: D10})
    game.defend(1, "juggernaut / breacher / goliath_walker")
    assert game.lanes(1) == "juggernaut / breacher / goliath_walker"


@rule("CS-9.5", "CS-15.1")
def test_defenders_stay_face_down_and_unchanged() -> None:
    game = Arranged(4).lanes(2, "spymaster / - / headhunter").active(3).play()
    game.take_turn(3)
    assert game.lanes(2) == "spymaster / - / headhunter"
    own, other = game.match.view(1), game.match.view(2)
    assert [zone.cards for zone in own.zones()[6:9]] == [
        [card("spymaster")],
        [],
        [card("headhunter")],
    ]
    assert [zone.cards for zone in other.zones()[6:9]] == [[-1], [], [-1]]


@rule("CS-9.6", "CS-6.3")
def test_the_rest_of_the_hand_can_reinforce_the_defense() -> None:
    table = Arranged(3).lanes(2, "spymaster / - / headhunter").hand(2, "spymaster, breacher")
    game = table.hand(1, "juggernaut, saboteur").active(1).play()
    game.choose(1, "done")
    game.attack(1, "saboteur / - / juggernaut")
    assert game.asked == {2: "stack_duplicate"}
    assert game.offered(2) == ["stack 1", "done"]
    game.choose(2, "stack 1")
    assert game.player(2).lanes[0].sight == EVERYONE
    assert game.told("stacks") == [{"who": 1, "unit": "spymaster", "lane": "1"}]
