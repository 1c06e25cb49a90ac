"""The table as it is shown: what stands where, what can be touched, and why something cannot be."""

from typing import cast

import pytest

from starhall.engine.scene.elements import Card, Note, Pile, Scene, Stat, Thing
from starhall.engine.text.rulebook import rule
from tests.games.cyberstrife.tables import Arranged, Game, deal


def find(scene: Scene, id: str) -> Thing:
    return next(thing for thing in scene.things() if thing.id == id)


def badges(scene: Scene, id: str) -> list[str]:
    return [badge.label for badge in find(scene, id).badges]


def fighting() -> Game:
    """Seat 1 of three has attacked seat 2, which is asked for duplicates."""
    table = Arranged(3).hand(1, "breacher, ghostwire, saboteur").traits(1, "aggressive_contracts")
    table.lanes(2, "bulwark_crew / spymaster / -").hand(2, "spymaster, headhunter")
    game = table.active(1).play()
    game.choose(1, "done")
    game.attack(1, "breacher / ghostwire / -")
    return game


@rule("CS-5.6", "CS-5.7")
def test_a_planned_attacker_is_shown_with_the_lane_it_was_chosen_for() -> None:
    table = Arranged(3).lanes(2, "- / spymaster / headhunter").active(1)
    game = table.hand(1, "breacher, breacher, ghostwire").play()
    game.choose(1, "done", "place breacher")
    scene = game.match.scene(0)
    # Lane 2 was asked for first, because lane 1 is not defended.
    assert badges(scene, "hand:breacher:1") == ["planned: centre lane"]
    assert badges(scene, "hand:breacher:2") == []
    game.choose(1, "place breacher")
    scene = game.match.scene(0)
    assert badges(scene, "hand:breacher:1") == ["planned: centre lane"]
    assert badges(scene, "hand:breacher:2") == ["planned: third lane"]
    assert find(scene, "hand:breacher:1").touch == ("held:unit:breacher",)


@rule("CS-14.1")
def test_marked_cards_are_shown_as_marked_to_their_owner() -> None:
    game = Arranged(2).hand(1, "breacher, breacher, ghostwire").traits(1, "pincer").active(1).play()
    game.choose(1, "mark breacher", "mark_trait pincer")
    scene = game.match.scene(0)
    assert badges(scene, "hand:breacher:1") == ["marked"]
    assert badges(scene, "hand:breacher:2") == []
    assert badges(scene, "trait:0:0") == ["marked"]
    assert badges(game.match.scene(1), "trait:0:0") == []


@rule("CS-7.1", "CS-7.2")
def test_a_battle_shows_scores_and_how_they_add_up() -> None:
    scene = fighting().match.scene(None)
    values = [
        cast(Card, find(scene, f"fighter:lane:{seat}/{lane}")).values[0]
        for seat, lane in ((0, 1), (0, 2), (1, 1), (1, 2))
    ]
    # Breacher vs a Heavy; Ghostwire blanks Spymaster; Bulwark Crew stands beside Spymaster.
    assert [(value.value, value.note) for value in values] == [
        (16, "10 +2 +4"),
        (9, "7 +2"),
        (9, "9"),
        (8, "5 +3"),
    ]


@rule("CS-5.3")
def test_the_units_of_a_battle_are_shown_with_their_lanes() -> None:
    game = fighting()
    scene = game.match.scene(None)
    assert badges(scene, "fighter:lane:0/1") == ["first lane"]
    assert badges(scene, "fighter:lane:1/2")[0] == "centre lane"


@rule("CS-6.8")
def test_only_own_units_can_be_touched_for_duplicates() -> None:
    game = fighting()
    assert game.asked == {2: "stack_duplicate"}
    own = game.match.scene(1)
    assert find(own, "fighter:lane:1/2").touch == ("lane:2",)
    assert find(own, "fighter:lane:0/2").touch == ()
    game = Arranged(3).hand(1, "breacher, breacher, ghostwire").active(1).play()
    game.choose(1, "done")
    game.attack(1, "breacher / ghostwire / -")
    assert game.asked == {1: "stack_duplicate"}
    attacker = game.match.scene(0)
    assert find(attacker, "fighter:lane:0/1").touch == ("lane:1",)
    assert find(attacker, "fighter:lane:1/1").touch == ()


@rule("CS-18.14")
def test_the_targets_lanes_can_be_touched_for_a_peek() -> None:
    game = Arranged(3).traits(1, "deep_recon").lanes(2, "- / spymaster / -").active(1).play()
    game.choose(1, "done")
    scene = game.match.scene(0)
    assert find(scene, "lane:1/2").touch == ("lane:2",)
    assert [option.token for option in scene.options] == ["peek 2", "skip"]
    assert [option.targets for option in scene.options] == [("lane:2",), ()]


@rule("CS-13.1", "CS-2.5")
def test_decks_are_numbers_and_piles_can_be_read() -> None:
    game = Arranged(2).hand(1, "breacher, breacher, ghostwire").active(1).play()
    game.choose(1, "mark breacher", "mark breacher", "done")
    scene = game.match.scene(1)
    deck, pile = cast(Pile, find(scene, "unit_deck:0")), cast(Pile, find(scene, "unit_pile:0"))
    assert (deck.count, deck.badges) == (game.sizes()[0], [])
    assert (pile.count, [badge.label for badge in pile.badges]) == (2, ["Breacher x2"])


@rule("CS-3.8")
def test_round_numbers_and_units_owned_are_shown() -> None:
    game = deal(2)
    assert game.match.scene(None).subtitle == "Round 1"
    game.take_turn(1)
    game.take_turn(2)
    scene = game.match.scene(None)
    assert scene.subtitle == "Round 2"
    assert cast(Stat, find(scene, "owned:0")).value == 6


@rule("CS-11.12", "CS-11.7")
def test_turns_under_way_are_described() -> None:
    game = Arranged(4).active(1, 3).play()
    game.choose(1, "done")
    game.choose(4, "concede")
    scene = game.match.scene(None)
    notes = [
        thing.text
        for thing in scene.things()
        if isinstance(thing, Note) and thing.id[:6] == "strand"
    ]
    assert notes == [
        "Seat 1 against Seat 2: Deploy Attackers",
        "Seat 3: Discard and Draw (expiring)",
    ]


def test_an_eliminated_player_is_shown_as_out() -> None:
    game = Arranged(3).active(1).play()
    game.choose(2, "concede")
    for seat in (0, 1, None):
        scene = game.match.scene(seat)
        assert cast(Note, find(scene, "out:1")).text == "out"
        assert scene.seats[1].status == "out"


@pytest.mark.parametrize("seats", [2, 5, 13])
def test_every_moment_can_be_shown_to_everybody(seats: int) -> None:
    """Scenes check themselves; here they must also offer exactly what the seat is asked."""
    game = deal(seats, seed=seats)
    for step in range(150):
        if game.match.over:
            break
        if step % 5 == 0:
            for seat in (*range(min(seats, 4)), None):
                scene = game.match.scene(seat)
                decision = None if seat is None else game.match.decision_of(seat)
                offered = [] if decision is None else decision.options
                assert [option.token for option in scene.options] == [o.token for o in offered]
                assert scene.prompt
        decisions = game.match.decisions
        decision = decisions[step % len(decisions)]
        options = decision.options
        game.match.choose(options[(step * 5) % len(options)], decision.seat)


def test_the_winner_is_named() -> None:
    game = Arranged(2).active(1).play()
    game.choose(2, "concede")
    scene = game.match.scene(None)
    assert scene.prompt == "Seat 1 is the last company standing and wins."
    assert scene.subtitle == "The game is over"
