"""Section 8: every face of every die, and when it may be used."""

from __future__ import annotations

import pytest

from starhall.engine.rules.decision import Refusal
from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import ABILITIES, NONE
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.rules.reckoning import search_draw
from starhall.games.pulp_invasion.scene.wording import face_text
from starhall.games.pulp_invasion.state import CUBE_STREAM
from tests.games.pulp_invasion.tables import BLUE, CONTENT, RED, Desk, line, search, table

CREW_FACES = {
    "weapons": [
        "bonus(combat, 1)",
        "bonus(any, 1)",
        "bonus(combat, 2)",
        "bonus(any, 2)",
        "bonus(combat, 2) or purge(white, 2)",
        "bonus(combat, 3)",
    ],
    "engineer": [
        "bonus(science, 1)",
        "bonus(science, 1) or upgrade(system, 1)",
        "bonus(science, 2)",
        "bonus(any, 2)",
        "bonus(science, 2)",
        "bonus(science, 2) and upgrade(system, 2)",
    ],
    "infiltration": [
        "search(1)",
        "bonus(diplomacy, 1)",
        "bonus(diplomacy, 1) or search(1)",
        "bonus(any, 1)",
        "bonus(diplomacy, 2)",
        "bonus(diplomacy, 2) or purge(any, 2)",
    ],
}


def bonuses(die: str, value: int) -> list[str]:
    """What the die offers against 3 C, 3 D and 3 S."""
    s = table(dice={die: value}, auto=False)
    desk = line(s, "guardforce_05", "guardforce_01").choose("engage")
    s.reduced = [1, -3, -3]
    desk.play.restart()
    return [token for token in desk.tokens if token.startswith(("boost", "overhaul"))]


@rule("PI-8.12", "PI-8.10", "PI-8.8")
@pytest.mark.parametrize("die", list(CREW_FACES))
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_bonus_faces(die: str, value: int) -> None:
    face = CREW_FACES[die][value - 1]
    found = bonuses(die, value)
    if "and" in face:
        assert found == [f"overhaul {die}"]
    elif "bonus(any" in face:
        assert found == [f"boost {die}/{ability}" for ability in ABILITIES]
    elif "bonus" in face:
        ability = face.split("(")[1].split(",")[0]
        assert found == [f"boost {die}/{ability}"]
    else:
        assert found == []
    if found and "and" not in face:
        amount = int(face.split(", ")[1][0])
        s = table(dice={die: value})
        desk = line(s, "guardforce_05", "guardforce_01").choose("engage")
        s.reduced = [1, -3, -3]
        desk.play.restart()
        desk.choose(found[-1])
        before = {"combat": 1, "diplomacy": -3, "science": -3}[found[-1].split("/")[1]]
        number = ABILITIES.index(found[-1].split("/")[1])
        assert s.reduced[number] - before == amount


@rule("PI-8.12", "PI-8.3", "PI-8.1")
def test_other_parts_of_crew_faces_have_their_windows() -> None:
    s = table("kah", dice={"weapons": 5}, bag={"white": 3, "yellow": 1})
    desk = line(s, "countess_of_comets", "guardforce_01")
    assert desk.tokens == ["engage", "evade"]
    desk.choose("evade")
    assert desk.tokens == ["go", "sweep weapons"]
    desk.choose("sweep weapons", "turn 1")
    assert desk.bag("white") == 1
    s = table(dice={"engineer": 2, "scanning": 2})
    desk = line(s, "countess_of_comets", "guardforce_01")
    assert desk.tokens == ["engage", "evade", "tune engineer"]
    desk.choose("tune engineer")
    assert desk.die("scanning") == 3 and desk.die("engineer") == 1
    s = table(dice={"infiltration": 3})
    desk = line(s, "countess_of_comets", "guardforce_01")
    assert desk.tokens == ["engage", "evade", "seek infiltration"]


@rule("PI-8.12", "PI-D14", "PI-8.19", "PI-19.1")
def test_the_infiltrator_removes_chosen_cubes_but_never_yellow() -> None:
    s = table("kah", dice={"infiltration": 6}, bag={"red": 1, "black": 1, "yellow": 2})
    desk = line(s, "countess_of_comets", "guardforce_01")
    desk.choose("evade", "sweep infiltration", "turn 5")
    assert desk.asked == "pick_cube"
    assert desk.tokens == ["remove red", "remove black", "stop"]
    desk.choose("remove red")
    assert desk.tokens == ["remove black", "stop"]
    desk.choose("stop")
    assert s.bag == [0, 0, 0, 1, 0, 2]
    assert desk.points == "5/5/5"


@rule("PI-8.13", "PI-8.19", "PI-D6", "PI-D14")
def test_scanning_takes_a_cube_of_your_choice() -> None:
    s = table("kah", dice={"scanning": 2}, bag={"red": 1, "white": 1, "yellow": 2})
    desk = line(s, "countess_of_comets", "guardforce_01").choose("evade")
    assert desk.tokens == ["go", "extract scanning"]
    desk.choose("extract scanning")
    assert desk.tokens == ["remove red", "remove white"]
    desk.choose("remove red")
    assert desk.points == "5/5/5" and s.bag == [0, 0, 0, 0, 1, 2]


@rule("PI-8.13", "PI-17.4", "PI-8.19")
def test_scanning_draws_a_random_cube() -> None:
    outcomes = set()
    for seed in range(40):
        s = table("kah", dice={"scanning": 4}, bag={"white": 1, "yellow": 1}, seed=seed)
        desk = line(s, "countess_of_comets", "guardforce_01")
        desk.choose("evade", "probe scanning", "turn 1")
        outcomes.add((desk.bag("white"), desk.bag("yellow")))
    assert outcomes == {(0, 1), (1, 1)}
    s = table("kah", dice={"scanning": 4}, bag={"yellow": 1})
    assert line(s, "countess_of_comets", "guardforce_01").choose("evade").asked == "evade_pay"


@rule("PI-8.13", "PI-D9", "PI-19.1")
def test_scanning_understands_a_weapon() -> None:
    s = table(dice={"scanning": 3}, weapons=["nova_lance", "mind_loom", "void_bell"])
    desk = line(s, "countess_of_comets", "guardforce_01").choose("fathom scanning", "turn 2")
    assert desk.asked == "understand_weapon"
    assert desk.tokens == ["understand mind_loom", "understand nova_lance"]
    desk.choose("understand mind_loom")
    assert desk.understood("mind_loom") and not desk.understood("nova_lance")


@rule("PI-8.13", "PI-8.20", "PI-9.2")
def test_scanning_counts_icons_of_evaded_cards() -> None:
    cards = ("guardforce_04", "guardforce_07", "guardforce_10")
    for value, more in ((1, 1), (5, 2)):
        s = table("kah", planet="ashkar", dice={"scanning": value}, auto=False)
        desk = search(s, *cards, fates="vvv")
        assert search_draw(s) == 0
        desk.choose("scan scanning")
        assert search_draw(s) == more
    s = table("kah", planet="hollow_moon", dice={"scanning": 5}, auto=False)
    desk = search(s, "guardforce_04", "guardforce_01", fates="vv")
    assert search_draw(s) == 2
    desk.choose("scan scanning")
    assert search_draw(s) == 3  # the single icon of guardforce_01 counts already


@rule("PI-8.13", "PI-D15", "PI-10.8", "PI-16.3", "PI-17.4")
def test_scanning_chooses_the_weapon() -> None:
    s = table("kah", dice={"scanning": 6}, bag={"yellow": 1})
    deck = sorted(s.weapon_deck.cards)
    desk = search(s, "guardforce_17")
    assert desk.asked == "choose_weapon" and desk.tokens == ["use", "no"]
    desk.choose("use")
    assert desk.asked == "lower_die"
    desk.choose("turn 5")
    assert desk.asked == "claim_weapon"
    assert s.weapon_deck.sight == -1
    assert desk.tokens == [f"claim {CONTENT.cards[card]}" for card in deck]
    wanted = desk.tokens[-1]
    desk.choose(wanted)
    assert desk.names(s.found) == [wanted.split()[1]]
    assert s.weapon_deck.sight == 0 and len(s.weapon_deck) == 4


@rule("PI-D15", "PI-8.2")
def test_the_weapon_is_not_chosen_without_a_die_or_a_choice() -> None:
    s = table("kah", dice={"scanning": 6}, bag={"yellow": 1}, planet="glacius")
    assert search(s, "guardforce_17").asked == "choose_planet"  # no dice on Glacius
    s = table("kah", dice={"scanning": 6, "infiltration": 1}, bag={"yellow": 1, "white": 3})
    desk = search(s, "guardforce_05").choose("seek infiltration")
    assert desk.asked == "choose_planet"  # the die of this Search is used
    four = ["nova_lance", "mind_loom", "void_bell"]
    s = table("kah", level="basic", dice={"scanning": 6}, bag={"yellow": 1}, weapons=four)
    while len(s.weapon_deck.cards) > 1:
        s.draw(s.weapon_deck, s.weapon_box)
    assert search(s, "guardforce_17").play.over  # one weapon left: nothing to choose


@rule("PI-8.13", "PI-8.14", "PI-8.15", "PI-D9", "PI-8.7")
@pytest.mark.parametrize(("value", "crew"), [(1, "weapons"), (3, "infiltration"), (5, "engineer")])
def test_the_ai_borrows(value: int, crew: str) -> None:
    s = table(dice={"ai": value})
    desk = line(s, "guardforce_05", "guardforce_01").choose("engage").rig_roll(4)
    desk.choose(f"borrow ai/{crew}")
    if value > 1:
        assert desk.asked == "lower_die"
        desk.choose("turn 1")
    assert desk.tokens == [f"boost {crew}/combat", "decline"]
    assert s.borrowed != NONE
    desk.choose(f"boost {crew}/combat")
    assert desk.demand("guardforce_05") == ("3C" if crew == "infiltration" else "2C")
    assert desk.die(crew) == 0
    assert s.borrowed == NONE  # the die is back in the box


@rule("PI-8.15", "PI-8.22")
def test_a_borrowed_face_may_fit_or_not() -> None:
    s = table(dice={"ai": 3})
    desk = line(s, "guardforce_05", "guardforce_01").choose("engage").rig_roll(1)
    desk.choose("borrow ai/infiltration", "turn 2")
    assert desk.tokens == ["seek infiltration", "decline"]
    desk.choose("seek infiltration")
    assert s.die_sought and s.gathered == 1
    s = table(dice={"ai": 3})
    s.die_sought = True
    desk = line(s, "guardforce_05", "guardforce_01").choose("engage").rig_roll(1)
    desk.choose("borrow ai/infiltration", "turn 2")
    assert desk.asked == "engage_boost"  # nothing usable: the roll is lost
    s = table(dice={"ai": 3})
    desk = line(s, "guardforce_05", "guardforce_15").choose("engage").rig_roll(6)
    desk.choose("borrow ai/infiltration", "turn 2")
    assert desk.tokens == ["boost infiltration/diplomacy", "decline"]  # no part for an Evade
    desk.choose("decline")
    assert desk.demand("guardforce_05") == "4D" and s.borrowed == NONE


@rule("PI-8.13", "PI-8.16", "PI-8.18", "PI-8.21", "PI-D9")
def test_the_ai_swaps_a_die() -> None:
    s = table(dice={"ai": 2, "weapons": 4})
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage").rig_roll(5)
    desk.choose("swap ai")
    assert desk.asked == "give_die" and desk.tokens == ["give ai", "give weapons"]
    desk.choose("give ai")
    assert desk.asked == "take_die"
    assert desk.tokens == ["take engineer", "take infiltration", "take scanning"]
    desk.choose("take engineer")
    assert desk.die("ai") == 0 and desk.die("engineer") == 5
    assert desk.tokens == ["pay", "evade_instead"]  # the new die waits for the next card
    s = table(dice={"ai": 2})
    desk = line(s, "guardforce_17", "guardforce_01").choose("engage")
    assert "swap ai" not in desk.tokens  # no Planet icon
    s = table("synod", dice={"ai": 2}, location="crashed_dreadnought")
    desk = line(s, "guardforce_17", "guardforce_01").choose("engage")
    assert "swap ai" in desk.tokens  # the Location gives it one


@rule("PI-8.13", "PI-8.17", "PI-8.18", "PI-8.5", "PI-D9")
def test_the_ai_rolls_a_die_anew() -> None:
    s = table(dice={"ai": 6, "weapons": 1})
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage").rig_roll(6)
    desk.choose("reroll ai", "turn 2")
    assert desk.asked == "reroll_die" and desk.tokens == ["roll ai", "roll weapons"]
    desk.choose("roll weapons")
    assert desk.die("weapons") == 6 and desk.die("ai") == 2
    assert desk.tokens == ["pay", "evade_instead"]
    s = table(dice={"ai": 4})
    desk = line(s, "professor_nul", "guardforce_02", "distress_beacon").choose("engage")
    assert "reroll ai" in desk.tokens
    desk.choose("pay", "spend 2/0/0", "engage")
    assert "reroll ai" not in desk.tokens


@rule("PI-8.7", "PI-8.17")
def test_a_die_is_turned_before_it_rolls_itself() -> None:
    s = table(dice={"ai": 6})
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage").rig_roll(5)
    desk.choose("reroll ai", "turn 1")
    assert desk.die("ai") == 5  # turned to 1, then rolled: the roll stays


@rule("PI-8.4", "PI-D8", "PI-8.5", "PI-8.6")
def test_turning_down() -> None:
    s = table(dice={"weapons": 4})
    desk = line(s, "guardforce_02", "guardforce_10", "guardforce_01")
    desk.choose("engage", "boost weapons/combat")
    assert desk.tokens == ["turn 3", "turn 2", "turn 1"]
    desk.choose("turn 1", "pay", "engage", "boost weapons/combat")
    assert desk.asked == "engage_boost" and desk.die("weapons") == 1


@rule("PI-8.11", "PI-D9")
def test_upgrades_stop_at_six() -> None:
    s = table(dice={"engineer": 6, "scanning": 6, "ai": 6}, auto=False)
    desk = line(s, "guardforce_02", "guardforce_01").choose("engage")
    assert "overhaul engineer" not in desk.tokens  # no demand of S, no System die below 6
    s = table(dice={"engineer": 6, "scanning": 3, "ai": 5}, auto=False)
    desk = line(s, "guardforce_02", "guardforce_04").choose("engage", "overhaul engineer", "turn 5")
    assert desk.tokens == ["upgrade ai", "upgrade scanning"]
    desk.choose("upgrade ai")
    assert desk.die("ai") == 6 and desk.demand("guardforce_02") == ""


@rule("PI-19.4", "PI-19.8", "PI-8.1", "PI-5.2")
def test_no_dice() -> None:
    s = table(dice={"weapons": 6, "infiltration": 1}, planet="glacius")
    desk = line(s, "guardforce_02", "guardforce_01")
    assert desk.tokens == ["engage", "evade"]
    desk.choose("engage")
    assert desk.tokens == ["pay", "evade_instead"]
    s = table(dice={"weapons": 6, "infiltration": 1})
    desk = line(s, "rogue_cyberneticist", "guardforce_01", "guardforce_10")
    desk.choose("engage")
    assert desk.tokens == ["pay", "evade_instead"]
    desk.choose("pay", "spend 2/0/0")
    assert "seek infiltration" in desk.tokens


@rule("PI-19.4", "PI-11.5")
def test_the_orrery_spares_the_first_die_only() -> None:
    s = table(dice={"weapons": 6}, planet="orrery")
    desk = line(s, "guardforce_02", "guardforce_10", "guardforce_01")
    desk.choose("engage", "boost weapons/combat", "pay", "engage", "boost weapons/combat")
    assert desk.asked == "lower_die"


@rule("PI-8.13")
def test_faces_in_words() -> None:
    texts = [
        face_text(GAME.text, CONTENT.faces[7 * CONTENT.dice.index("scanning") + value])
        for value in range(1, 7)
    ]
    assert len(set(texts)) == 6 and all(texts)


@rule("PI-17.2", "PI-7.6")
def test_every_drawable_cube_is_equally_likely() -> None:
    counts = [0, 0, 0, 0]
    for seed in range(400):
        s = table("kah", planet="ashkar", bag={"red": 3, "blue": 1, "white": 5}, seed=seed)
        line(s, "ion_storm", "guardforce_01").choose("lose science")
        counts[0] += s.supply[RED] - 11
        counts[1] += s.supply[BLUE] - 13
        assert s.chance.streams[CUBE_STREAM].used > 0
    assert counts[0] + counts[1] == 400
    assert 260 < counts[0] < 340  # three of four cubes are red


@rule("PI-19.1", "PI-8.11")
def test_which_dice_an_upgrade_can_turn_up() -> None:
    """Doktor Zeitgeist turns up any die; the Engineer at 2 only a System die."""
    s = table(dice={"weapons": 4, "engineer": 6}, points=(9, 9, 9))
    desk = line(s, "doktor_zeitgeist", "guardforce_02").choose("engage", "pay", "spend 2/0/0")
    assert desk.die("weapons") == 5
    s = table(dice={"ai": 4, "engineer": 6}, points=(9, 9, 9))
    desk = line(s, "doktor_zeitgeist", "guardforce_02").choose("engage", "pay", "spend 2/0/0")
    assert desk.die("ai") == 5
    s = table(dice={"weapons": 4, "engineer": 2}, auto=False)
    assert "tune engineer" not in line(s, "guardforce_01", "guardforce_02").tokens
    s = table(dice={"scanning": 6, "engineer": 2}, auto=False)
    assert "tune engineer" not in line(s, "guardforce_01", "guardforce_02").tokens
    s = table(dice={"scanning": 5, "engineer": 2}, auto=False)
    assert "tune engineer" in line(s, "guardforce_01", "guardforce_02").tokens


@rule("PI-8.15")
def test_what_cannot_be_used_of_a_borrowed_face_has_a_reason() -> None:
    s = table(dice={"ai": 1}, points=(9, 9, 9))
    desk = line(s, "guardforce_05", "guardforce_02").choose("engage").rig_roll(5)
    desk.choose("borrow ai/weapons")
    assert desk.tokens == ["boost weapons/combat", "decline"]
    found = {refusal.option.token: refusal.reason for refusal in refusals(desk)}
    assert {token: reason.rule for token, reason in found.items()} == {"sweep weapons": "PI-8.15"}
    desk = line(table(dice={"ai": 3}), "guardforce_05", "guardforce_02").choose("engage")
    desk.rig_roll(3).choose("borrow ai/infiltration", "turn 1")
    assert desk.tokens == ["seek infiltration", "decline"]
    found = {refusal.option.token: refusal.reason for refusal in refusals(desk)}
    rules = {token: reason.rule for token, reason in found.items()}
    assert rules == {"boost infiltration/diplomacy": "PI-8.8"}


def refusals(desk: Desk) -> list[Refusal]:
    return GAME.refusals(desk.s, desk.play.decisions[0])


@rule("PI-9.12", "PI-D15")
def test_the_weapon_is_chosen_as_long_as_two_are_left() -> None:
    for left, asked in ((3, "choose_weapon"), (2, "choose_weapon"), (1, "")):
        s = table("kah", dice={"scanning": 6}, bag={"yellow": 1}, level="basic")
        s.weapon_box.cards += s.weapon_deck.cards[left:]
        s.weapon_deck.cards = s.weapon_deck.cards[:left]
        s.wanted = 1 if left == 1 else 4
        assert search(s, "guardforce_17").asked == asked
