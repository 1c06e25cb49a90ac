"""Sections 1, 2 and 13: what a table begins with, and by what numbers the rules know things."""

from starhall.engine.rules.codes import Code, Page
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops import content, state
from starhall.games.nexus_ops.boards import HEX_COUNT
from starhall.games.nexus_ops.content import MOMENTS, SLOTS, TERRAINS
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.state import Fight, Player, Table
from tests.games.nexus_ops.tables import stack
from tests.resting import begins, counted, counts, named


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
def test_slots_terrains_and_families_are_known_by_their_names() -> None:
    assert named(content, "HUMAN FUNGOID CRYSTALLINE STRIDER LEAPER DRAGON", SLOTS)
    assert len(SLOTS) == content.SLOT_COUNT
    assert len(GAME.content.units) == content.UNIT_COUNT == 2 * content.SLOT_COUNT
    terrains = [content.ROCK, content.FOREST, content.SPIRES, content.MAGMA]
    grounds = ["rock_plains", "liquifungus_forest", "crystal_spires", "magma_pool"]
    assert [TERRAINS[n] for n in terrains] == grounds
    assert named(content, "MONOLITH VORTEX HOME", TERRAINS)
    assert len(TERRAINS) == content.TERRAIN_COUNT
    assert named(content, "DEPLOYMENT BEFORE_DICE AFTER_DICE", MOMENTS)
    assert counted(state, "MISSIONS ENERGIZE TOKENS") and counted(state, "ATTACKER DEFENDER")
    assert content.NONE == -1
    assert content.NEVER == 6 + 1  # no die shows it


@rule("NX-12.1", "NX-1.6", "NX-1.7", "NX-11.14")
def test_everything_that_can_be_named_has_its_options() -> None:
    hexes, units, players, missions, energize = HEX_COUNT, 12, 4, 30, 17
    things = {
        "lead": players, "rival": players, "side": 2, "dice": 2 * 2,  # hits or misses of a side
        "buy": units, "take": units, "lose": units, "strike": units, "number": units + 1,
        "move": hexes * units, "march": hexes * units,
        "play": energize, "score": missions, "keep": missions,
        "exchange": missions + energize, "give": missions + energize,
        **dict.fromkeys(("place", "at", "go", "breathe", "aim", "fight", "creep"), hexes),
    }  # fmt: skip
    assert counts(GAME) == things


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
