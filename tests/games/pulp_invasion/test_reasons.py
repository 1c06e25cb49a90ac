"""The rule that every refusal cites, and its sentence: "Why not?" at each decision."""

from __future__ import annotations

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.state import Table
from tests.games.pulp_invasion.tables import Desk, deal, line, new_round, own, search, table, take


def why(desk: Desk) -> dict[str, str]:
    """The rule by token, for everything that is refused."""
    found = GAME.refusals(desk.s, desk.play.decisions[0])
    return {refusal.option.token: refusal.reason.rule for refusal in found}


def said(desk: Desk, token: str) -> str:
    for refusal in GAME.refusals(desk.s, desk.play.decisions[0]):
        if refusal.option.token == token:
            return GAME.text.say(f"refusal.{refusal.reason.key}", refusal.reason.values)
    raise AssertionError(f"{token} is not refused")


@rule("PI-2.4", "PI-D1")
def test_dice_that_the_captain_does_not_show() -> None:
    desk = Desk(deal(captain="rex_halloran"))  # weapons, engineer, ai
    assert desk.tokens == ["keep ai/engineer", "keep ai/weapons", "keep engineer/weapons"]
    assert set(why(desk).values()) == {"PI-2.4"} and len(why(desk)) == 7
    missing = "Rex Halloran does not have the {} die."
    assert said(desk, "keep ai/scanning") == missing.format("Scanning Technology")
    assert said(desk, "keep infiltration/weapons") == missing.format("Infiltration Agent")


@rule("PI-4.1", "PI-4.2")
def test_planets_that_are_searched_or_face_down() -> None:
    s = table(planet="terminus_gate")
    for planet in ("verdigris", "glacius"):
        take(s, planet, s.row)
    take(s, "orrery", s.searched)
    desk = new_round(s)
    found = why(desk)
    assert desk.tokens == ["visit verdigris", "visit glacius"] and len(found) == 10
    searched = {token for token, rule_id in found.items() if rule_id == "PI-4.2"}
    assert searched == {"visit terminus_gate", "visit orrery"}
    assert {found[token] for token in found if token not in searched} == {"PI-4.1"}


@rule("PI-5.14", "PI-6.1", "PI-6.9")
def test_cards_that_cannot_be_engaged_or_paid() -> None:
    assert why(line(table(auto=False), "guardforce_14")) == {"engage": "PI-5.14"}
    s = table(points=(1, 1, 1), auto=False)
    assert why(line(s, "guardforce_05")) == {"engage": "PI-6.1"}
    s = table(points=(1, 1, 1), dice={"weapons": 1}, auto=False)
    assert why(line(s, "guardforce_05").choose("engage")) == {"pay": "PI-6.9"}


@rule("PI-8.2", "PI-8.3", "PI-19.4", "PI-19.8", "PI-20.3")
def test_dice_that_may_not_be_used() -> None:
    def refused(s: Table, card: str = "guardforce_05") -> dict[str, str]:
        return why(line(s, card).choose("engage"))

    use = "boost weapons/combat"
    s = table(dice={"weapons": 3}, points=(9, 9, 9))
    desk = line(s, "guardforce_05").choose("engage", use, "turn 1")
    assert why(desk) == {use: "PI-8.2"}
    assert refused(table(planet="glacius", dice={"weapons": 3})) == {use: "PI-19.4"}
    s = table(dice={"engineer": 3})
    assert refused(s, "rogue_cyberneticist") == {"boost engineer/science": "PI-19.8"}
    s = table(dice={"weapons": 3}, per_round=True)
    desk = line(s, "guardforce_02", "guardforce_05", "guardforce_01")
    desk.choose("engage", use, "turn 1", "pay", "engage")
    assert why(desk) == {use: "PI-20.3"}  # on the next card too
    s = table(dice={"infiltration": 1, "scanning": 1}, auto=False)
    desk = search(s, "guardforce_01", fates="v").choose("seek infiltration")
    found = why(desk)
    assert found["seek infiltration"] == found["scan scanning"] == "PI-8.2"


@rule("PI-8.8", "PI-8.11", "PI-8.13", "PI-8.19", "PI-8.20", "PI-8.21", "PI-8.22")
def test_dice_that_would_do_nothing() -> None:
    def refused(dice: dict[str, int], card: str, **other: object) -> dict[str, str]:
        s = table("kah", dice=dice, auto=False, **other)  # type: ignore[arg-type]
        return why(line(s, card).choose("engage"))

    agent = "agent_scarlet"  # 1 Combat, and nothing else is demanded
    assert refused({"engineer": 1}, agent) == {"boost engineer/science": "PI-8.8"}
    assert refused({"engineer": 6}, agent) == {"overhaul engineer": "PI-8.8"}
    assert refused({"ai": 2}, agent) == {"swap ai": "PI-8.13"}
    assert refused({"ai": 6}, agent) == {"reroll ai": "PI-8.13"}
    assert refused({"ai": 6}, "guardforce_17") == {"reroll ai": "PI-8.21"}
    assert refused({"ai": 2}, "guardforce_17") == {"swap ai": "PI-8.21"}
    assert refused({"ai": 4}, "guardforce_01") == {"reroll ai": "PI-8.13"}
    s = table(dice={"engineer": 2}, auto=False)
    assert why(line(s, agent)) == {"tune engineer": "PI-8.11"}
    s = table(dice={"scanning": 3}, auto=False)
    assert why(line(s, agent)) == {"fathom scanning": "PI-8.13"}
    s = table(dice={"infiltration": 3}, auto=False)
    s.die_sought = True
    assert why(line(s, agent)) == {"seek infiltration": "PI-8.22"}
    for die, value, token, rule_id in (
        ("weapons", 5, "sweep weapons", "PI-8.8"),
        ("infiltration", 6, "sweep infiltration", "PI-8.19"),
        ("scanning", 2, "extract scanning", "PI-8.19"),
        ("scanning", 4, "probe scanning", "PI-8.19"),
    ):
        s = table(dice={die: value}, bag={"yellow": 1}, auto=False)
        assert why(line(s, agent).choose("evade")) == {token: rule_id}
    s = table(dice={"scanning": 1}, auto=False)
    found = why(search(s, "guardforce_05"))
    assert found == {"act": "PI-9.3", "scan scanning": "PI-8.20"}


@rule("PI-10.1", "PI-10.4", "PI-10.9")
def test_weapons_that_may_not_be_used_or_would_do_nothing() -> None:
    found = ["nova_lance", "gravity_harpoon"]
    s = table(weapons=found, understood=["gravity_harpoon"], auto=False)
    desk = line(s, "guardforce_05").choose("engage")
    lance, harpoon = "fire nova_lance", "aim gravity_harpoon/{}".format
    idle = {harpoon("diplomacy"): "PI-10.9", harpoon("science"): "PI-10.9"}
    assert why(desk) == {lance: "PI-10.1", **idle}
    desk.choose(harpoon("combat"))
    fired = {harpoon(ability): "PI-10.4" for ability in ("combat", "diplomacy", "science")}
    assert why(desk) == {lance: "PI-10.1", **fired}
    s = table(weapons=["void_bell"], bag={"white": 1}, auto=False)
    assert why(line(s, "guardforce_05")) == {"fire void_bell": "PI-10.9"}
    s = table(understood=["chronal_vault"], bag={"white": 1}, auto=False)
    assert why(line(s, "guardforce_05").choose("evade")) == {"fire chronal_vault": "PI-10.9"}


@rule("PI-6.4", "PI-6.12")
def test_payments_that_are_too_high_or_leave_too_little() -> None:
    s = table("kah", points=(1, 3, 2), auto=False)
    desk = line(s, "guardforce_02", "guardforce_04").choose("engage", "pay")
    assert desk.about == "guardforce_02/combat_1"
    assert desk.tokens == ["spend 1/0/0", "spend 0/2/0"]
    assert why(desk) == {"spend 0/0/2": "PI-6.12"}  # 2 Super Science are still to be paid
    s = table(points=(1, 2, 3), auto=False)
    desk = line(s, "guardforce_02").choose("engage", "pay")
    assert set(why(desk).values()) == {"PI-6.4"}
    assert said(desk, "spend 2/0/0") == "You have only 1 Combat."


@rule("PI-D7", "PI-D10")
def test_abilities_with_nothing_to_pay_or_lose() -> None:
    s = table(points=(0, 3, 3), auto=False)
    desk = line(s, "guardforce_01").choose("evade", "go")
    assert desk.asked == "evade_pay" and why(desk) == {"lose combat": "PI-D7"}
    s = table("kah", ("quietus", "kah", "synod"), points=(3, 0, 3), bag={"black": 2}, auto=False)
    desk = search(s, "guardforce_01").choose("draw")
    assert desk.asked == "lose_ability" and why(desk) == {"lose diplomacy": "PI-D10"}


@rule("PI-8.4", "PI-8.16", "PI-8.17", "PI-8.11", "PI-D8", "PI-D9")
def test_dice_that_cannot_be_turned_given_taken_or_rolled() -> None:
    s = table(dice={"ai": 2, "weapons": 4}, auto=False)
    desk = line(s, "guardforce_05").choose("engage", "swap ai")
    assert why(desk) == {f"turn {value}": "PI-8.4" for value in (2, 3, 4, 5)}
    desk.choose("turn 1")
    box = ("engineer", "infiltration", "scanning")
    assert desk.asked == "give_die" and why(desk) == {f"give {die}": "PI-8.16" for die in box}
    desk.choose("give ai")
    assert why(desk) == {"take ai": "PI-8.16", "take weapons": "PI-8.16"}
    s = table(dice={"ai": 6, "weapons": 4}, auto=False)
    desk = line(s, "guardforce_05").choose("engage", "reroll ai", "turn 5")
    assert desk.asked == "reroll_die" and why(desk) == {f"roll {die}": "PI-8.17" for die in box}
    s = table(dice={"engineer": 2, "ai": 5, "scanning": 6}, auto=False)
    desk = line(s, "guardforce_05").choose("tune engineer", "turn 1")
    assert desk.tokens == ["upgrade ai"] and set(why(desk).values()) == {"PI-8.11"}
    assert said(desk, "upgrade scanning") == "The Scanning Technology die already shows 6."
    assert said(desk, "upgrade weapons").endswith("it is in the box.")
    assert said(desk, "upgrade engineer").startswith("Only a System die can be turned up")


@rule("PI-8.13", "PI-10.1", "PI-D9")
def test_weapons_that_cannot_be_understood() -> None:
    weapons = ["nova_lance", "mind_loom", "void_bell"]
    s = table(dice={"scanning": 3}, weapons=weapons, bag={"white": 1}, auto=False)
    desk = line(s, "guardforce_05").choose("fathom scanning", "turn 1")
    assert desk.tokens == ["understand mind_loom", "understand nova_lance"]
    found = why(desk)
    assert found.pop("understand void_bell") == "PI-10.1"  # it needs no cubes
    hidden = ("chronal_vault", "gravity_harpoon", "star_mirror")
    assert found == {f"understand {weapon}": "PI-8.13" for weapon in hidden}


@rule("PI-9.3", "PI-9.5", "PI-D12", "PI-9.17", "PI-10.2")
def test_what_is_refused_in_the_search() -> None:
    s = table(planet="ashkar", hand=["guardforce_03"], auto=False)
    assert why(search(s, "guardforce_01")) == {"act": "PI-9.3"}
    s = table(planet="ashkar", hand=["guardforce_02"], points=(9, 1, 1), auto=False)
    assert why(search(s, "guardforce_01")) == {"act": "PI-D12"}
    s = table(planet="ashkar", hand=["guardforce_02", "guardforce_05"], auto=False)
    assert why(search(s, "guardforce_01").choose("act")) == {"act": "PI-9.5"}
    weapons = ["mind_loom", "chronal_vault", "nova_lance"]
    s = table("kah", points=(9, 9, 9), weapons=weapons, bag={"red": 1}, auto=False)
    desk = search(s, "guardforce_01").choose("draw")
    assert desk.tokens == ["place mind_loom", "place nova_lance"]
    assert why(desk) == {"raise combat": "PI-9.17", "place chronal_vault": "PI-10.2"}


@rule("PI-9.17", "PI-D11", "PI-D13", "PI-D14", "PI-D17", "PI-10.2", "PI-D18", "PI-19.1")
def test_what_is_refused_when_an_effect_asks() -> None:
    s = table(planet="orrery", hand=["guardforce_02"], points=(9, 8, 9), auto=False)
    desk = search(s, "guardforce_01").choose("act")
    assert why(desk) == {"gain combat": "PI-9.17", "gain science": "PI-9.17"}
    s = table("kah", hand=["guardforce_02"], bag={"white": 1}, auto=False)
    desk = line(s, "agent_scarlet").choose("evade", "go", "lose combat")
    assert desk.tokens == ["drop key"] and why(desk) == {"drop code": "PI-D13"}
    s = table(planet="terminus_gate", hand=["guardforce_02"], bag={"red": 1}, auto=False)
    desk = search(s, "guardforce_01").choose("act")
    others = ("blue", "orange", "black", "white")
    assert why(desk) == {f"remove {colour}": "PI-D14" for colour in others}
    s = table(planet="verdigris", hand=["guardforce_03"], weapons=["mind_loom"], auto=False)
    s.bag[0], s.supply[0] = s.bag[0] + s.supply[0], 0
    desk = search(s, "guardforce_01").choose("act")
    assert desk.tokens == ["study mind_loom/blue"]
    assert why(desk) == {"study mind_loom/red": "PI-D17", "study mind_loom/orange": "PI-10.2"}
    s = table("kah", weapons=["void_bell"], bag={"black": 1}, auto=False)
    desk = line(s, "guardforce_05").choose("fire void_bell")
    assert why(desk) == {"toll_quietus": "PI-D18"}
    s = table("kah", weapons=["void_bell"], bag={"red": 1}, quietus=1, auto=False)
    desk = line(s, "guardforce_05").choose("fire void_bell")
    assert why(desk) == {"toll_bag": "PI-D18"}


@rule("PI-10.8", "PI-2.9", "PI-D15")
def test_weapons_that_cannot_be_taken_from_the_deck() -> None:
    s = table("kah", level="basic", dice={"scanning": 6}, bag={"yellow": 1}, auto=False)
    for weapon in ("chronal_vault", "gravity_harpoon"):
        take(s, weapon, s.weapon_deck)
    for weapon in ("nova_lance", "star_mirror"):
        own(s, weapon)
    for weapon in ("mind_loom", "void_bell"):
        take(s, weapon, s.weapon_box)
    desk = search(s, "guardforce_01").choose("draw", "use", "turn 1")
    assert desk.tokens == ["claim chronal_vault", "claim gravity_harpoon"]
    assert why(desk) == {
        "claim nova_lance": "PI-10.8",
        "claim star_mirror": "PI-10.8",
        "claim mind_loom": "PI-2.9",
        "claim void_bell": "PI-2.9",
    }
