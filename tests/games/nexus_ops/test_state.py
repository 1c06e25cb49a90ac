"""Sections 1, 2 and 13: what a table begins with, and by what numbers the rules know things."""

from starhall.engine.rules.codes import Code, Page
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops import content, state
from starhall.games.nexus_ops.boards import HEX_COUNT
from starhall.games.nexus_ops.content import MOMENTS, SLOTS, TERRAINS
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.state import Fight, Player, Table
from tests.games.nexus_ops.tables import stack
from tests.resting import begins, verbs


@rule("NX-13.1", "NX-2.12")
def test_a_table_begins_with_nothing_under_way() -> None:
    assert begins(Table) == {"target": 12, "round_cap": 50, "round": 1}
    assert begins(Player) == {"stacks": [0] * HEX_COUNT}


@rule("NX-8.11", "NX-13.1")
def test_a_battle_begins_without_units_dice_and_hits() -> None:
    sides = ("started", "present", "lost", "bonus", "extra", "early", "rolled")
    fight: dict[str, object] = {name: [0, 0] for name in sides}
    fight |= {"killers": [0] * 6, "direct": [False, False], "dice": [[], []]}
    assert begins(Fight) == fight


@rule("NX-1.7", "NX-16.3", "NX-16.4", "NX-2.1", "NX-13.1")
def test_slots_terrains_and_families_have_their_numbers() -> None:
    slots = [content.HUMAN, content.FUNGOID, content.CRYSTALLINE]
    slots += [content.STRIDER, content.LEAPER, content.DRAGON]
    assert [SLOTS[n] for n in slots] == SLOTS
    assert content.SLOT_COUNT == 6
    assert content.UNIT_COUNT == 12
    terrains = [content.ROCK, content.FOREST, content.SPIRES, content.MAGMA]
    terrains += [content.MONOLITH, content.VORTEX, content.HOME]
    assert [TERRAINS[n] for n in terrains] == TERRAINS
    assert content.TERRAIN_COUNT == 7
    moments = [content.DEPLOYMENT, content.BEFORE_DICE, content.AFTER_DICE]
    assert [MOMENTS[n] for n in moments] == ["deployment", "before_dice", "after_dice"]
    assert [state.MISSIONS, state.ENERGIZE, state.TOKENS] == [0, 1, 2]
    assert [state.ATTACKER, state.DEFENDER] == [0, 1]
    assert content.NONE == -1
    assert content.NEVER == 7


VERBS = """
lead 4, buy 12, place 43, play 17, exchange 47, done 1, at 43, take 12, number 13, stop
1, rival 4, side 2, dice 4, move 516, march 516, go 43, end_movement 1, breathe 43, aim
43, finish 1, fight 43, shatter 1, pass 1, lose 12, strike 12, creep 43, stay 1, score
30, decline 1, continue 1, draw_energize 1, take_hill 1, keep 30, give 47, give_nothing
1, end_turn 1
"""


@rule("NX-12.1")
def test_every_verb_has_its_options_in_order() -> None:
    assert verbs(GAME) == " ".join(VERBS.split())


@rule("NX-13.1", "NX-8.13", "NX-1.6")
def test_stacks_and_dice_are_given_to_learning_programs_as_they_lie() -> None:
    def coded(code: Code, value: int) -> list[float]:
        page = Page(0, 2, code.size(2), 0)
        code.change(page, 0, code.nothing, value)
        return [round(number, 3) for number in page.numbers]

    # By slot, a sixth for each unit.
    assert coded(state.STACK, stack(human=3, strider=1, dragon=6)) == [0.5, 0, 0, 0.167, 0, 1]
    # The face, the slot, and whether a card has cancelled it.
    five_of_a_strider = 5 + 8 * SLOTS.index("strider")
    face, slot = [0, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0]
    assert coded(state.DIE, five_of_a_strider) == [*face, *slot, 0]
    assert coded(state.DIE, five_of_a_strider + 64) == [*face, *slot, 1]
    assert coded(state.DIE, 1 + 8 * 0) == [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]


@rule("NX-1.7", "NX-8.11", "NX-8.16", "NX-15.4", "NX-16.3", "NX-17.23")
def test_the_tables_of_the_content_begin_empty() -> None:
    empty = content.Content()
    assert (empty.figures, empty.miners, empty.first_energize) == (0, 0, 0)
    assert empty.terrain_modifier == [0] * (12 * 7)
    assert empty.slot_at == [content.NONE] * 14
