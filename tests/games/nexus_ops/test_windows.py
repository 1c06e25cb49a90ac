"""NX-8.7 to NX-8.13 and the cards of a battle: who is asked when, and who rolls how many dice."""

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.content import SLOTS
from tests.games.nexus_ops.tables import Arranged, Running


def duel(own: dict[str, int], theirs: dict[str, int], seats: int = 2, **settings: str) -> Arranged:
    """Seat 0 attacks seat 1 in in0; everybody can go on afterwards."""
    table = Arranged(seats, **settings).units(0, "in0", **own).units(1, "in0", **theirs)
    return table.rubium(9, 9, 9, 9)


def asked(game: Running) -> list[int]:
    """Who is asked in this window until it closes, if all pass."""
    found = []
    moment = game.fight.dice_rolled()
    while game.kind == "window" and game.fight.dice_rolled() == moment:
        found.append(game.seat)
        game.choose("pass")
    return found


@rule("NX-8.7", "NX-8.8", "NX-11.12")
def test_attacker_defender_then_clockwise_from_the_defender() -> None:
    table = Arranged(4).units(1, "in0", strider=1).units(3, "in0", strider=1).active(1)
    for seat in range(4):
        table.hand(seat, "en_overdrive" if seat < 3 else "en_ambush")
    game = table.rubium(9, 9, 9, 9).battle(1, 1).play()
    assert game.fight.order == [1, 3, 0, 2]
    assert asked(game) == [1, 3, 0, 2]


@rule("NX-8.7", "NX-15.7")
def test_who_is_out_is_not_asked() -> None:
    table = Arranged(4, teams="on").units(0, "in0", strider=1).units(1, "in0", strider=1)
    table.s.players[2].out = True
    game = table.hand(3, "en_overdrive").rubium(9, 9, 9, 9).battle(1, 1).play()
    assert game.fight.order == [0, 1, 3]
    assert asked(game) == [3]


@rule("NX-8.8", "NX-8.10", "NX-13.6")
def test_after_a_play_the_asking_starts_again_with_the_attacker() -> None:
    table = duel({"strider": 1}, {"strider": 1}, 3).hand(0, "en_overdrive", "en_targeting_link")
    table.hand(1, "en_ambush").hand(2, "en_overdrive")
    game = table.battle(1, 1, 1).play().choose("pass", seat=0).choose("pass", seat=1)
    game.choose("play en_overdrive", "side attacker", seat=2)
    assert [player.heard for player in game.s.players] == [0, 0, 0]
    assert asked(game) == [0, 1]  # seat 2 has nothing left to play
    assert [player.heard for player in game.s.players] == [0, 0, 0]


@rule("NX-8.9", "NX-8.10", "NX-8.6")
def test_nobody_is_asked_for_cards_of_another_moment() -> None:
    table = duel({"strider": 1}, {"strider": 1}).hand(0, "en_second_look", "en_heat_suits")
    game = table.battle(1, 1).play()
    assert game.kind == "window" and game.fight.dice_rolled()  # the window before is passed over
    assert game.offered == ["play en_second_look", "pass"]
    game.dice(1).choose("play en_second_look", "dice attacker/misses")
    assert game.s.fight is None and game.kind == "end"


@rule("NX-16.7", "NX-8.26", "NX-8.4")
def test_at_most_two_are_evacuated_and_they_roll_no_more() -> None:
    table = duel({"strider": 1}, {"strider": 3, "human": 1}).hand(1, "en_evac_shuttle")
    game = table.battle(1, 1, 1, 1).play().choose("play en_evac_shuttle", "at in1")
    assert game.seat == 1 and game.offered == ["take human", "take strider"]
    game.choose("take strider")
    game.dice(1, 4, 1, 1, 1).choose("take strider")
    # A second one was the last: one Strider and the Human are left to roll.
    assert game.at(1, "in1") == {"strider": 2} and game.at(1, "in0") == {"strider": 1, "human": 1}
    assert game.at(0, "in0") == {}  # the 4 of the Strider that stayed
    pool = duel({"strider": 1}, {"strider": 1, "human": 2}).ground(in1="magma_pool")
    game = pool.hand(1, "en_evac_shuttle", "en_ambush").battle(1, 1, 1, 1, 1).play()
    game.choose("play en_evac_shuttle", "at in1")
    # The Strider has gone by itself, and Humans may not follow: the card is done.
    assert game.at(1, "in1") == {"strider": 1} and game.offered == ["play en_ambush", "pass"]


@rule("NX-16.7", "NX-8.4")
def test_at_most_two_reserves_come_and_they_roll() -> None:
    table = duel({"human": 1}, {"human": 2}).hand(0, "en_hot_reserves").units(0, "in1", strider=3)
    game = table.battle(4, 5).play().choose("play en_hot_reserves", "take strider")
    # Two are the most: no third one is asked for, and the two Striders hit twice.
    assert game.at(0, "in1") == {"strider": 1} and game.at(0, "in0") == {"human": 1, "strider": 2}
    assert game.player(0).points == 1
    table = duel({"human": 1}, {"strider": 1}).hand(1, "en_hot_reserves")
    table.units(1, "in1", dragon=1).units(1, "in2", human=1)
    game = table.battle(2).play().choose("play en_hot_reserves")
    assert game.at(0, "in0") == {} and game.at(1, "in0") == {"strider": 1, "dragon": 1}


@rule("NX-16.7", "NX-8.13", "NX-8.14")
def test_overdrive_doubles_the_dice_of_one_kind_of_one_side() -> None:
    for slot in ("human", "fungoid", "crystalline", "strider", "leaper", "dragon"):
        table = duel({slot: 2, "human": 1} if slot != "human" else {slot: 2}, {slot: 1})
        table.hand(0, "en_overdrive").hand(1, "en_second_look")
        game = table.battle(*[1] * 20).play().choose("play en_overdrive", "side attacker")
        if game.kind == "card_slot":
            game.choose(f"take {slot}")
        assert game.kind == "window" and game.fight.step == 6 - SLOTS.index(slot)
        assert [len(dice) for dice in game.fight.dice] == [4, 1]


@rule("NX-8.12", "NX-8.22", "NX-16.7", "NX-8.13")
def test_all_who_strike_first_roll_together_and_not_again() -> None:
    table = duel({"human": 1, "fungoid": 1, "strider": 1}, {"human": 3})
    table.hand(0, "en_ambush", "en_ambush", "en_second_look")
    game = table.battle(1, 1, 1, 1, 1, 1, 1).play()
    game.choose("play en_ambush", "side attacker", "take human")
    game.choose("play en_ambush", "side attacker", "take strider")
    assert game.fight.step == 0
    assert game.fight.dice == [[1 + 8 * 3, 1 + 8 * 0], []]  # in battle order: Strider, Human
    game.choose("pass")
    assert game.fight.step == 5 and game.fight.dice == [[1 + 8 * 1], []]  # only the Fungoid
    game.choose("pass")
    assert game.fight.step == 6 and [len(dice) for dice in game.fight.dice] == [0, 3]


@rule("NX-8.18", "NX-8.19", "NX-16.7", "NX-8.22")
def test_a_face_of_five_directs_the_hit_of_a_leaper_and_of_nobody_else() -> None:
    for slot, face, directed in (
        ("leaper", 4, False),
        ("leaper", 5, True),
        ("leaper", 6, True),
        ("dragon", 6, False),
        ("strider", 6, False),
    ):
        game = duel({slot: 1}, {"human": 1, "fungoid": 1}).battle(face).play()
        assert game.kind == ("directed" if directed else "casualty")
        assert game.seat == (0 if directed else 1)
    # A +1 makes no 5 of a 4; a -1 leaves the 5 directed.
    table = duel({"leaper": 1}, {"human": 1, "fungoid": 1}).hand(0, "en_targeting_link")
    game = table.battle(4).play().choose("play en_targeting_link", "side attacker")
    assert game.kind == "casualty"
    table = duel({"leaper": 1}, {"human": 1, "fungoid": 1}).hand(1, "en_static_storm")
    game = table.battle(5).play().choose("play en_static_storm", "side attacker")
    assert game.kind == "directed"


@rule("NX-16.7", "NX-8.19")
def test_a_new_roll_belongs_to_the_same_unit() -> None:
    table = duel({"leaper": 1}, {"human": 1, "fungoid": 1}).hand(0, "en_second_look")
    game = table.battle(1).play().dice(5).choose("play en_second_look")
    assert (game.kind, game.seat) == ("directed", 0)  # the 5 is still a Leaper's
    game.choose("strike fungoid")
    assert game.at(1, "in0") == {"human": 1}


@rule("NX-16.7", "NX-8.22")
def test_a_deflector_screen_removes_two_hits_and_no_more() -> None:
    table = duel({"strider": 3}, {"human": 4}).hand(1, "en_deflector_screen")
    game = table.battle(4, 5, 6, 1, 1, 1, 1).play().choose("play en_deflector_screen")
    assert game.at(1, "in0") == {"human": 3}
    both = duel({"strider": 2}, {"strider": 2}).hand(0, "en_deflector_screen")
    game = both.battle(4, 4, 4, 1).play().choose("play en_deflector_screen", "side attacker")
    assert game.at(0, "in0") == {"strider": 2} and game.at(1, "in0") == {}  # its own hits stay


# Shatter


@rule("NX-17.26", "NX-8.10", "NX-8.8")
def test_a_shardian_takes_an_enemy_with_it_on_three_or_more() -> None:
    for side, die, falls in ((0, 3, True), (0, 2, False), (1, 3, True), (1, 2, False)):
        table = Arranged(alternate_units="on").rubium(9, 9)
        table.units(side, "in0", crystalline=2).units(1 - side, "in0", human=1, strider=1)
        game = table.battle(die).play()
        game.choose("shatter", seat=side)
        assert game.player(side).shattered == 1
        assert game.at(side, "in0") == {"crystalline": 1}
        assert game.supply(side, "crystalline") == 8 - 1
        assert game.fight.lost == ([1 << 8, 0] if side == 0 else [0, 1 << 8])
        if falls:
            assert (game.kind, game.seat) == ("casualty", 1 - side)  # of his choice
            assert game.offered == ["lose clone", "lose boulder_blitzer"]
            game.choose("lose clone")
            assert game.at(1 - side, "in0") == {"strider": 1}
        else:
            assert (game.kind, game.seat) == ("window", side)


@rule("NX-17.26", "NX-16.8", "NX-11.10", "NX-17.27")
def test_a_shattered_unit_is_lost_but_nobody_has_hit_it() -> None:
    def scored(mission: str) -> bool:
        table = Arranged(alternate_units="on").rubium(9, 9).hand(0, mission)
        table.units(0, "in0", crystalline=2).units(1, "in0", crystalline=1)
        game = table.units(1, "hb3_l", human=1).battle(3).play().choose("shatter", seat=0)
        assert game.player(0).points == 1
        return game.kind == "battle_mission"

    assert scored("sm_crystal_breaker")  # the enemy's Shardian was destroyed
    assert scored("sm_last_one_standing")  # one lost, one left
    assert not scored("sm_flawless_assault")
    table = Arranged(alternate_units="on").rubium(9, 9).units(0, "in0", crystalline=1)
    table.units(1, "in0", crystalline=1).units(1, "hb3_l", human=1).hand(0, "en_ambush")
    game = table.battle(1).play().choose("pass", seat=0).choose("shatter", seat=1)
    assert game.player(0).points == 1  # the defender has shattered his last unit
    assert len(game.player(1).energize.cards) == 1
