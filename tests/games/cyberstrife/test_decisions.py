"""Section 14: what is asked, what is offered, what counts as the default."""

from typing import cast

import pytest

from starhall.engine.errors import IllegalChoice
from starhall.engine.knowledge.views import digest
from starhall.engine.rules.decision import Decision
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.game import GAME
from starhall.games.cyberstrife.state import Table
from tests.games.cyberstrife.tables import Arranged, Game, card, deal

SIX = "breacher, ghostwire, saboteur, juggernaut, headhunter, picket_drone"


def raid(table: Arranged, line: str) -> Game:
    game = table.active(1).play()
    game.choose(1, "done")
    game.attack(1, line)
    return game


# What is offered, at most


@rule("CS-4.1", "CS-14.1")
def test_d1_offers_nine_at_most() -> None:
    game = Arranged(2).hand(1, SIX).traits(1, "pincer, emp_grid").active(1).play()
    assert len(game.offered(1)) == 6 + 2 + 1
    assert game.offered(1)[6:] == ["mark_trait emp_grid", "mark_trait pincer", "done"]


@rule("CS-18.14")
def test_d2_offers_four_at_most() -> None:
    game = Arranged(3).traits(1, "deep_recon").active(1).play()
    game.choose(1, "done")
    assert game.offered(1) == ["peek 1", "peek 2", "peek 3", "skip"]


@rule("CS-5.6", "CS-9.3")
def test_d3_and_d10_offer_seven_at_most() -> None:
    game = Arranged(3).hand(1, SIX).active(1).play()
    game.choose(1, "done")
    assert (game.asked, len(game.offered(1))) == ({1: "place_attacker"}, 7)
    first = Arranged(3).hand(1, SIX).play()
    first.choose(1, "done")
    assert (first.asked, len(first.offered(1))) == ({1: "place_defender"}, 7)


@rule("CS-6.3", "CS-6.8")
def test_d5_and_d6_offer_four_at_most() -> None:
    line = "breacher / ghostwire / saboteur"
    table = Arranged(3).hand(1, "breacher, ghostwire, saboteur, breacher, ghostwire, saboteur")
    table.lanes(2, "juggernaut / picket_drone / repair_drone")
    game = raid(table.hand(2, "juggernaut, picket_drone, repair_drone"), line)
    assert game.offered(1) == ["stack 1", "stack 2", "stack 3", "done"]
    game.choose(1, "done")
    assert game.offered(2) == ["stack 1", "stack 2", "stack 3", "done"]


@rule("CS-8.4", "CS-18.18")
def test_d7_offers_three_or_all_six() -> None:
    for traits, count in (("pincer", 3), ("golden_parachute", 6)):
        table = Arranged(3).hand(1, SIX).traits(1, traits)
        table.lanes(2, "bulwark_crew / braincase_sentinel / combat_sapper")
        game = raid(table, "ghostwire / headhunter / picket_drone")
        assert (game.asked, len(game.offered(1))) == ({1: "defeat_discard"}, count)
        with pytest.raises(IllegalChoice):
            game.choose(1, "done")


@rule("CS-8.4", "CS-8.5", "CS-8.8")
def test_every_unit_owned_is_offered_or_refused_with_a_reason_after_a_defeat() -> None:
    table = Arranged(3).hand(1, "ghostwire, ghostwire, headhunter, saboteur")
    table.lanes(2, "bulwark_crew / braincase_sentinel / combat_sapper")
    game = raid(table, "ghostwire / headhunter / -")
    game.choose(1, "stack 1")
    decision = game.decision(1)
    judged = GAME.questions.verdicts(game.state, decision)
    assert [(option.token, reason is None) for option, reason in judged] == [
        ("discard ghostwire", True),
        ("discard headhunter", True),
        ("discard saboteur", False),
    ]


@rule("CS-8.2", "CS-8.8", "CS-18.17")
def test_d8_and_d9_offer_everything_owned() -> None:
    table = Arranged(3).hand(1, SIX).traits(1, "talent_scouts").deck("spymaster, field_coder")
    game = raid(
        table.lanes(2, "- / siege_marshal / -").hand(2, "bulwark_crew"),
        "breacher / juggernaut / saboteur",
    )
    assert (game.asked, len(game.offered(1))) == ({1: "sift_discard"}, 8)
    with pytest.raises(IllegalChoice, match=r"1 more unit than usual.*CS-18\.17"):
        game.choose(1, "done")
    game.choose(1, "discard spymaster")
    assert (game.asked, len(game.offered(1))) == ({1: "limit_discard"}, 7)


@rule("CS-14.1")
def test_marks_stay_and_are_nobody_elses_business() -> None:
    game = Arranged(2).hand(1, SIX).active(1).play()
    before = [digest(game.match.view(seat)) for seat in (1, None)]
    game.choose(1, "mark breacher")
    assert "mark breacher" not in game.offered(1)
    assert [digest(game.match.view(seat)) for seat in (1, None)] == before
    assert game.match.events(1) == []
    assert cast(Table, game.match.view(0)).players[0].marks == [card("breacher")]


def test_every_kind_of_decision_says_why_not() -> None:
    assert set(GAME.questions.rules) == {
        "mark_discard",
        "peek_lane",
        "place_attacker",
        "swap_lanes",
        "stack_duplicate",
        "defeat_discard",
        "sift_discard",
        "limit_discard",
        "place_defender",
    }
    game = Arranged(3).hand(1, SIX).active(1).play()
    assert game.decision(1).refusals() == []
    game.choose(1, "done", "place breacher")
    assert [refusal.option.token for refusal in game.decision(1).refusals()] == ["place breacher"]


# Single options and defaults


@rule("CS-2.8")
def test_a_single_option_is_taken_by_the_program_unless_switched_off() -> None:
    def lone(auto_single: str) -> Game:
        table = (
            Arranged(3, auto_single=auto_single).hand(1, "breacher").lanes(2, "- / spymaster / -")
        )
        game = table.hand(2, "ghostwire").active(1).play()
        game.choose(1, "done")
        return game

    assert lone("on").told("battle_won")
    game = lone("off")
    assert (game.asked, game.offered(1)) == ({1: "place_attacker"}, ["place breacher"])
    game.choose(1, "place breacher")
    assert (game.asked, game.offered(2)) == ({2: "defeat_discard"}, ["discard spymaster"])


@rule("CS-14.3")
@pytest.mark.parametrize(
    ("kind", "about", "offered", "default"),
    [
        ("mark_discard", "", "mark spymaster, mark_trait pincer, done", "done"),
        ("peek_lane", "", "peek 1, peek 3, skip", "skip"),
        ("place_attacker", "1", "place spymaster, place breacher, leave_empty", "leave_empty"),
        ("place_attacker", "3", "place spymaster, place breacher", "place breacher"),
        ("swap_lanes", "", "swap 1/2, keep", "keep"),
        ("stack_duplicate", "", "stack 1, done", "done"),
        ("defeat_discard", "", "discard spymaster, discard breacher", "discard breacher"),
        (
            "sift_discard",
            "",
            "discard spymaster, discard augmented_rifles",
            "discard augmented_rifles",
        ),
        (
            "limit_discard",
            "",
            "discard juggernaut, discard goliath_walker",
            "discard goliath_walker",
        ),
        ("place_defender", "1", "place spymaster, place breacher, leave_empty", "place breacher"),
        ("place_defender", "2", "place spymaster, place breacher, leave_empty", "leave_empty"),
        ("place_defender", "3", "place spymaster, place breacher", "place breacher"),
    ],
)
def test_the_default_of_each_decision(kind: str, about: str, offered: str, default: str) -> None:
    options = [GAME.vocabulary.find(token.strip()) for token in offered.split(",")]
    assert GAME.default(Decision(0, kind, options, about)).token == default


# Combined lists


@rule("CS-14.2")
def test_a_combined_list_is_taken_as_a_whole() -> None:
    game = deal(2)
    hand = game.hand(1)
    game.match.choose_all([f"mark {hand[0]}", f"mark {hand[1]}", "done"], seat=0)
    assert game.pile() == sorted(hand[:2])
    assert game.match.record().choices == [f"0 mark {hand[0]}", f"0 mark {hand[1]}", "0 done"]
    placing = [f"place {unit}" for unit in list(dict.fromkeys(game.hand(1)))[:3]]
    game.match.choose_all(placing, seat=0)
    assert game.lanes(1) == " / ".join(token.removeprefix("place ") for token in placing)
    assert game.asked == {2: "mark_discard"}


@rule("CS-14.2")
@pytest.mark.parametrize("bad", ["mark nobody", "leave_empty", "concede now", "done twice"])
def test_a_combined_list_with_a_wrong_part_is_refused_as_a_whole(bad: str) -> None:
    game = deal(2)
    before = digest(game.state)
    unit = game.hand(1)[0]
    with pytest.raises(IllegalChoice):
        game.match.choose_all([f"mark {unit}", bad], seat=0)
    assert digest(game.state) == before
    assert game.match.record().choices == []
    assert f"mark {unit}" in game.offered(1)


@rule("CS-14.2", "CS-5.3", "CS-9.3")
def test_a_combined_list_cannot_place_one_card_twice() -> None:
    game = Arranged(2).hand(1, "breacher, saboteur, saboteur").play()
    game.choose(1, "done")
    with pytest.raises(IllegalChoice):
        game.match.choose_all(["place breacher", "place breacher"], seat=0)
    assert game.player(1).plan == []
    game.match.choose_all(["place saboteur", "place breacher", "place saboteur"], seat=0)
    assert game.lanes(1) == "saboteur / breacher / saboteur"


@rule("CS-14.2")
def test_attackers_and_duplicates_as_lists() -> None:
    table = Arranged(3).hand(1, "breacher, breacher, breacher, saboteur, ghostwire")
    game = table.lanes(2, "spymaster / headhunter / field_coder").active(1).play()
    game.choose(1, "done")
    game.match.choose_all(["place breacher", "place saboteur", "place ghostwire"], seat=0)
    assert game.battles == ["1-2"]
    game.match.choose_all(["stack 1", "stack 1"], seat=0)
    assert game.told("stacks") == [{"who": 0, "unit": "breacher", "lane": "1"}] * 2


# Who owes an answer in step 3


def step_3(attacker_hand: str, defender_hand: str) -> Game:
    table = Arranged(4).hand(1, f"breacher, saboteur, {attacker_hand}").active(1, 3)
    table.lanes(2, "spymaster / headhunter / -").hand(2, defender_hand)
    game = table.play()
    game.choose(1, "done")
    game.attack(1, "breacher / saboteur / -")
    return game


@rule("CS-14.4")
def test_step_3_does_not_show_who_owes_an_answer() -> None:
    attacker = step_3("breacher", "ghostwire")
    defender = step_3("ghostwire", "spymaster")
    assert (attacker.asked, defender.asked) == (
        {1: "stack_duplicate", 3: "mark_discard"},
        {2: "stack_duplicate", 3: "mark_discard"},
    )
    for seat in (2, 3, None):
        assert attacker.match.waiting(seat) == defender.match.waiting(seat) == [2]
    assert digest(attacker.match.view(None)) == digest(defender.match.view(None))
    assert digest(attacker.match.view(3)) == digest(defender.match.view(3))
    assert attacker.match.scene(None) == defender.match.scene(None)
    assert (attacker.match.waiting(0), defender.match.waiting(1)) == ([0, 2], [1, 2])


@rule("CS-14.4", "CS-15.5")
def test_outside_step_3_everybody_sees_who_owes_an_answer() -> None:
    game = step_3("breacher", "ghostwire")
    game.choose(1, "done")
    owing = [decision.seat for decision in game.match.decisions]
    for seat in (0, 1, 2, 3, None):
        assert game.match.waiting(seat) == owing
    assert game.active(1).stacking == 0  # nobody is placing duplicates any more
