"""The lists of steps: some steps neither ask nor tell, so no game shows their order."""

from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.rules.battle import BATTLE
from starhall.games.nexus_ops.rules.special_attacks import SPECIAL_ATTACK
from starhall.games.nexus_ops.rules.turn import GAME_STEPS, NEXT_BATTLE, TURN
from tests.course import listed


@rule("NX-3.1", "NX-3.2", "NX-3.3")
def test_a_turn_has_six_phases() -> None:
    assert listed(TURN) == (
        "begin_turn, deployment (deployment, checkpoint, eliminations), "
        "movement when is_in (ready_units, movement, special_attack as long as can_breathe ("
        "choose_dragon, take_aim, "
        "as long as has_target (breathe, name_victim, suffer), lower_head), "
        "checkpoint, eliminations), "
        "exploration when is_in (explore, checkpoint), "
        "battles when battle_is_due (as long as battle_is_due (choose_hex, choose_defender, "
        "battle (open_battle, window, as long as fighting_goes_on (roll, window, score_hits, "
        "casualties, end_step), outcome, when is_won (take_victory, battle_mission, console, "
        "when can_creep (creep_where, creep)), close_battle), checkpoint, eliminations)), "
        "mining when is_in (mine, checkpoint), "
        "draw when is_in (draw_missions, keep_mission, monolith_draw, checkpoint, hand_over, "
        "end_of_turn (end_turn, eliminations))"
    )


@rule("NX-3.1", "NX-8.1", "NX-8.2")
def test_battles_are_fought_one_by_one() -> None:
    assert listed(NEXT_BATTLE) == (
        "choose_hex, choose_defender, battle (open_battle, window, "
        "as long as fighting_goes_on (roll, window, score_hits, casualties, end_step), "
        "outcome, when is_won (take_victory, battle_mission, console, "
        "when can_creep (creep_where, creep)), close_battle), checkpoint, eliminations"
    )


@rule("NX-8.11", "NX-8.13", "NX-8.20", "NX-8.25")
def test_the_steps_of_a_battle() -> None:
    assert listed(BATTLE) == (
        "open_battle, window, as long as fighting_goes_on ("
        "roll, window, score_hits, casualties, end_step), outcome, "
        "when is_won (take_victory, battle_mission, console, "
        "when can_creep (creep_where, creep)), close_battle"
    )


@rule("NX-6.1", "NX-6.2", "NX-6.3")
def test_a_special_attack_aims_then_strikes() -> None:
    assert listed(SPECIAL_ATTACK) == (
        "choose_dragon, take_aim, as long as has_target (breathe, name_victim, suffer), lower_head"
    )


@rule("NX-2.13", "NX-3.1", "NX-3.4", "NX-17.10")
def test_the_vortex_comes_before_every_turn() -> None:
    [factions, turns] = GAME_STEPS.steps
    assert factions.name == "choose_factions" and turns.inner is not None
    names = [step.name if step.inner is None else "turn" for step in turns.inner.steps]
    assert names == ["vortex", "turn", "pass_on"]
