"""Sections 1, 2 and 15: what a table begins with, and by what numbers the rules know things."""

from starhall.engine.knowledge.views import view
from starhall.engine.rules.state import Part
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife import state
from starhall.games.cyberstrife.game import GAME
from starhall.games.cyberstrife.state import STREAMS, Copy, Player, Ring, Table, Turn
from tests.games.cyberstrife.tables import Arranged, Game
from tests.resting import begins, counted, counts, plain, unseen


@rule("CS-1.1", "CS-2.1", "CS-5.7", "CS-7.16", "CS-10.8", "CS-11.3", "CS-11.12", "CS-11.13",
      "CS-12.4", "CS-14.1", "CS-14.4", "CS-15.1", "CS-19.2")  # fmt: skip
def test_a_table_begins_with_nothing_under_way() -> None:
    assert begins(Table) == {"simultaneous": True, "round_cap": 60}
    assert begins(Player) == {"alive": True, "lanes": 3}
    assert begins(Copy) == begins(Ring) == begins(Turn) == {}


@rule("CS-8.7", "CS-2.1", "CS-1.1", "CS-11.12", "CS-15.1", "CS-16.2")
def test_turns_families_and_random_streams_are_told_apart() -> None:
    assert counted(state, "FIRST ACTIVE REDEPLOY ENDED")
    assert counted(state, "UNITS TRAITS") and state.FAMILIES == 2
    assert counted(state, "SEAT_STREAM UNIT_STREAM TRAIT_STREAM")
    assert STREAMS == ("seat", "units", "traits")  # CS-16.2: one for each
    assert state.HAND_LIMIT == 6
    assert state.NONE == -1
    assert len(GAME.content.units) + len(GAME.content.traits) <= state.MOST_CARDS


@rule("CS-14.1", "CS-5.1", "CS-18.14")
def test_everything_that_can_be_named_has_its_options() -> None:
    """Every unit, every trait, every lane and every pair of lanes can be named."""
    units, traits, lanes = 28, 32, 3
    things = {"mark": units, "mark_trait": traits, "peek": lanes, "place": units, "swap": lanes,
              "stack": lanes, "discard": units}  # fmt: skip
    assert counts(GAME) == things


@rule("CS-10.2", "CS-15.1", "CS-2.3")
def test_units_in_hand_and_in_every_lane_are_owned() -> None:
    lines = ("breacher / - / -", "- / breacher / -", "- / - / breacher")
    for line in lines:
        player = Arranged(2).lanes(1, line).hand(1, "saboteur, saboteur").player(1)
        assert (player.owned(), player.deployed()) == (3, True)
    player = Arranged(2).hand(1, "saboteur, saboteur").player(1)
    assert (player.owned(), player.deployed()) == (2, False)


@rule("CS-15.1", "CS-14.1", "CS-14.4", "CS-5.7", "CS-2.1", "CS-2.7", "CS-3.8", "CS-7.16")
@rule("CS-10.8", "CS-11.3", "CS-11.12", "CS-11.13", "CS-12.4", "CS-13.2", "CS-19.2", "CS-8.7")
def test_all_is_open_but_marks_plans_and_who_stacks() -> None:
    def parts(s: Table) -> list[Part]:
        return [s, *s.players, *s.rings, *s.copies]

    secret = {"Player.marks", "Player.plan"}
    for observer in (0, 2, 4):
        table = Arranged(4).hand(1, "breacher, saboteur").active(1).state
        assert unseen(table, observer, parts) == secret
    table = Arranged(4).hand(1, "breacher, saboteur").active(1).state
    turn = table.turns()[0]
    turn.kind, turn.target, turn.stacking, turn.winner, turn.drawn = 2, 2, 1, 1, 2
    turn.expiring = turn.fighting = turn.sudden = True
    turn.peeked, turn.counted, turn.lanes_won = [1], [3, 4], [0, 1, 1]
    turn.swaps, turn.sifted, turn.turn_id = 1, 2, 7
    for observer, hidden in ((1, {"stacking"}), (4, {"stacking"}), (turn.seat, set()), (2, set())):
        seen = view(table, observer)
        assert isinstance(seen, Table)
        shown = seen.turns()[0]
        assert {name for name in plain(turn) if getattr(shown, name) != getattr(turn, name)} == (
            hidden
        )


@rule("CS-15.1", "CS-14.4")
def test_both_sides_of_a_turn_own_its_secrets() -> None:
    for seat, target, owners in ((0, 2, 0b101), (2, 0, 0b101), (1, state.NONE, 0b010)):
        assert Turn(seat=seat, target=target).owners() == owners


@rule("CS-15.1")
def test_attackers_are_prepared_then_both_sides_stand_face_to_face() -> None:
    table = Arranged(4).hand(1, "breacher, breacher, saboteur").lanes(2, "ghostwire / - / -")
    game = table.hand(2, "field_coder, headhunter").active(1, 3).play()
    assert stages(game) == (False, False)
    assert game.state.turn_of(0) is game.active(1)
    assert game.state.turn_of(2) is game.active(2)
    game.choose(1, "done")
    assert game.state.turn_of(1) is game.active(1)
    assert stages(game) == (True, False)
    game.choose(1, "place breacher", "place saboteur")
    assert stages(game) == (True, False)
    game.choose(1, "leave_empty")
    assert (game.asked[1], stages(game)) == ("stack_duplicate", (False, True))
    game.choose(1, "done")  # the battle is over, and seat 2 has lost its only unit in it
    assert (game.asked[1], stages(game)) == ("place_defender", (False, False))
    game.defend(1, "breacher / - / saboteur")
    assert stages(game) == (False, False)  # turn 1 is with seat 2 now


def stages(game: Game) -> tuple[bool, bool]:
    """Are attackers being placed in turn 1, and do both sides stand in their lanes?"""
    turn = game.active(1)
    return game.state.preparing(turn), game.state.face_to_face(turn)
