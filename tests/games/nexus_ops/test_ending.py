"""Section 15: victory, elimination, the round cap and the ranks."""

from starhall.engine.text.rulebook import rule
from tests.games.nexus_ops.tables import BREATH, END, MOVED, TURN_OVER, Arranged


@rule("NX-15.1", "NX-17.2")
def test_the_target_wins_at_once() -> None:
    for target, points in (("10", 9), ("12", 11), ("14", 13)):
        table = Arranged(vp_target=target).units(0, "mono", strider=2).units(1, "in0", human=1)
        game = table.points(points - 1, 3).hand(0, "sm_secure_the_monolith").at(MOVED).play()
        assert game.kind == "objective"
        game.choose("score sm_secure_the_monolith")
        assert game.over and game.result.winners == [0] and game.result.reason == "target"
        short = Arranged(vp_target=target).units(0, "mono", strider=2).units(1, "in0", human=1)
        game = short.points(points - 2, 3).hand(0, "sm_secure_the_monolith").at(MOVED).play()
        assert not game.choose("score sm_secure_the_monolith").over


@rule("NX-17.2")
def test_elimination_still_ends_a_short_game() -> None:
    table = Arranged(vp_target="10").units(0, "in0", dragon=1).units(1, "in1", human=1)
    assert table.at(BREATH, 4).play().choose("breathe in0").result.reason == "elimination_left"


@rule("NX-15.2")
def test_the_target_comes_before_elimination() -> None:
    table = Arranged().units(0, "in0", dragon=1).units(1, "in0", human=1).points(11, 11)
    game = table.battle(2).play()
    # B is ruined by the same blow; A wins by points.
    assert game.over and game.result.reason == "target" and not game.player(1).out


@rule("NX-15.3", "NX-15.4", "NX-17.33")
def test_who_is_eliminated() -> None:
    def ruined(rubium: int, *hand: str, alternate: str = "off", units: int = 0) -> bool:
        table = Arranged(alternate_units=alternate).units(0, "in0", dragon=1)
        table.units(1, "in1", human=1 + units).rubium(0, rubium).hand(1, *hand)
        return table.at(BREATH, 4, 1).play().choose("breathe in0").player(1).out

    assert ruined(1) and not ruined(2)
    assert ruined(0, "en_ambush") and not ruined(0, "en_ambush", "sm_fungicide")
    assert not ruined(1, "en_ambush")
    assert not ruined(0, units=1)
    assert ruined(0, alternate="on") and not ruined(1, alternate="on")


@rule("NX-15.5")
def test_ties_after_an_elimination() -> None:
    def winners(
        points: tuple[int, int], hexes: tuple[int, int], units: tuple[int, int]
    ) -> tuple[list[int], str]:
        table = Arranged(3).units(0, "mono", dragon=1).units(2, "in1", human=1)
        table.points(*points, 9)
        for seat, side in ((0, 0), (1, 2)):
            places = ["hb{}_l", "hb{}_r", "hb{}_rear"][: hexes[seat]]
            for number, place in enumerate(places):
                count = units[seat] - (len(places) - 1) if number == 0 else 1
                table.units(seat, place.format(side), human=count)
        game = table.rubium(9, 9, 0).at(BREATH, 4).play().choose("breathe mono")
        if not game.over:
            game.choose("aim in1")
        assert game.over
        return game.result.winners, game.result.reason

    # Seat 0 also has the Dragon on the Monolith: one hex and one unit more.
    assert winners((5, 7), (3, 1), (3, 1)) == ([1], "elimination_points")
    assert winners((7, 7), (1, 3), (1, 3)) == ([1], "elimination_hexes")
    assert winners((7, 7), (2, 3), (2, 4)) == ([1], "elimination_units")
    assert winners((7, 7), (2, 3), (4, 4)) == ([0], "elimination_units")
    assert winners((7, 7), (2, 3), (3, 4)) == ([0, 1], "elimination_draw")


@rule("NX-15.6")
def test_all_eliminated_at_once() -> None:
    table = Arranged().points(3, 5).at(END)
    game = table.play()
    assert game.over and [player.out for player in game.s.players] == [True, True]
    assert game.result.winners == [1] and game.result.reason == "elimination_points"
    draw = Arranged().points(4, 4).at(END).play()
    assert draw.result.winners == [0, 1] and draw.result.reason == "elimination_draw"
    teams = Arranged(4, teams="on").points(3, 5, 4, 1).at(END).play()
    assert teams.result.winners == [0, 2]


@rule("NX-15.7", "NX-17.20")
def test_an_eliminated_player_in_the_team_game() -> None:
    table = Arranged(4, teams="on").units(0, "in0", dragon=1).units(1, "in1", human=1)
    table.units(2, "hb3_l", human=1).units(3, "hb4_l", human=1).rubium(9, 0, 9, 9)
    mission = Arranged(4, teams="on").units(0, "in0", dragon=1).units(1, "in1", human=1)
    mission.units(2, "hb3_l", human=1).units(3, "hb4_l", human=1).rubium(9, 0, 9, 9)
    game = mission.hand(1, "sm_fungicide").at(BREATH, 4).play().choose("breathe in0")
    assert game.player(1).hand() == 0 and len(game.s.mission_pile.cards) == 1
    game = table.hand(1, "en_ambush").points(0, 6, 0, 0).at(BREATH, 4).play()
    game.choose("breathe in0")
    assert not game.over and game.player(1).out
    assert game.player(1).hand() == 0 and len(game.s.energize_pile.cards) == 1
    turns = []
    for _ in range(3):
        game.until("deploy")
        turns.append(game.seat)
        game.choose("done")
    assert turns == [2, 3, 0]  # seat 1 takes no turns
    # His points still count for the team.
    from starhall.games.nexus_ops.rules.ending import standing_points

    assert standing_points(game.s, 3) == 6


@rule("NX-15.7")
def test_a_turn_ends_with_its_player() -> None:
    table = Arranged(4, teams="on").units(0, "in0", human=1).units(1, "in0", strider=1)
    table.units(2, "hb3_l", human=1).units(3, "hb4_l", human=1).rubium(0, 9, 9, 9)
    game = table.battle(6).play()
    assert game.player(0).out and game.seat == 1 and game.kind == "deploy"
    assert game.player(0).missions.cards == []  # no Draw phase any more


@rule("NX-17.20")
def test_the_last_team_wins() -> None:
    table = Arranged(4, teams="on").units(0, "in0", dragon=1).units(1, "in1", human=1)
    table.units(2, "hb3_l", human=1).points(0, 9, 0, 9)
    table.s.players[3].out = True
    game = table.at(BREATH, 4).play().choose("breathe in0")
    assert game.over and game.result.winners == [0, 2]
    assert game.result.reason == "team_elimination_left"


@rule("NX-15.8")
def test_the_round_cap() -> None:
    table = Arranged(round_cap=10).units(0, "hb0_l", human=1).units(1, "hb3_l", human=2)
    table.s.round = 10
    game = table.points(3, 3).active(1).at(TURN_OVER).play()
    assert game.over and game.result.reason == "cap_units" and game.result.winners == [1]
    before = Arranged(round_cap=10).units(0, "hb0_l", human=1).units(1, "hb3_l", human=2)
    before.s.round = 9
    assert not before.active(1).at(TURN_OVER).play().over
    teams = Arranged(4, teams="on", round_cap=10).units(0, "hb0_l", human=1)
    teams.units(1, "hb1_l", human=1).units(2, "hb3_l", human=1).units(3, "hb4_l", human=2)
    teams.s.round = 10
    game = teams.points(5, 0, 1, 6).active(3).at(TURN_OVER).play()
    # Six points each and two hexes each; the second team has three units.
    assert game.result.winners == [1, 3] and game.result.reason == "team_cap_units"


@rule("NX-15.9")
def test_ranks_of_the_others() -> None:
    table = Arranged(4).units(0, "in0", dragon=1).units(1, "in0", human=1)
    table.units(1, "hb1_l", human=1).units(2, "hb3_l", human=1).units(3, "hb4_l", human=2)
    game = table.points(11, 4, 4, 4).rubium(9, 9, 9, 9).battle(2).play()
    assert game.over and game.result.ranks == [1, 3, 3, 2]
    teams = Arranged(4, teams="on").units(0, "in0", dragon=1).units(1, "in0", human=1)
    game = teams.points(10, 9, 9, 9).rubium(9, 9, 9, 9).battle(2).play()
    assert game.over and game.result.ranks == [1, 3, 1, 3]
    assert game.result.reason == "team_target"
