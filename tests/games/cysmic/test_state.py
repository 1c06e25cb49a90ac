"""CY-21.3 and CY-22: what a table begins with, and by which numbers the rules know things."""

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic import content, state
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.state import GROUNDS, STREAMS, Fight, Offer, Player, Table
from tests.resting import begins, verbs


@rule("CY-21.3", "CY-22.1", "CY-2.1", "CY-24.1")
def test_a_table_begins_with_nothing_under_way() -> None:
    nothing, nobody = [0] * 127, [-1] * 127
    assert begins(Table) == {
        "soldier_move": 4,
        "trading": True,
        "round_cap": 40,
        "round": 1,
        "sectors": [0] * 6,
        "ore": 60,
        "relic_tokens": 30,
        "stack": 8,
        **dict.fromkeys(("tiles", "ground", "level", "tokens", "present"), nothing),
        **dict.fromkeys(("flag", "attacker", "ship_at"), nobody),
    }
    assert begins(Player) == {"here": nothing, "modules": [0] * 6}
    assert begins(Fight) == begins(Offer) == {}


@rule("CY-4.12", "CY-4.15", "CY-21.3", "CY-22.1")
def test_grounds_have_their_numbers() -> None:
    grounds = [state.PLAIN, state.ORE_DEPOSIT, state.CAVE, state.SITE, state.CITY_GROUND]
    grounds += [state.DEVASTATED, state.ABYSS, state.MOUNTAIN, state.WATER]
    assert grounds == list(range(len(GROUNDS)))


@rule("CY-21.3", "CY-22.1", "CY-11.29")
def test_marks_streams_and_families_are_told_apart() -> None:
    marks = [state.RECLAIMED, state.TOOK_OVER, state.MODULE_BUILT, state.HARVESTED]
    marks += [state.JUMPED, state.TREMBLED, state.CAPTURED, state.LOST_TROOP, state.CASHED]
    marks += [state.HACKED, state.FELL, state.FADED, state.DEPLOYED_FREE]
    assert marks == [1 << n for n in range(13)]
    assert state.SHARDED == 1
    streams = [state.SEAT_STREAM, state.PLANET_STREAM, state.CARD_STREAM]
    streams += [state.FRACTURE_STREAM, state.DICE_STREAM, state.FATE_STREAM]
    assert [STREAMS[n] for n in streams] == list(STREAMS)
    families = [state.DISCOVERY_FAMILY, state.RELIC_FAMILY, state.ESPIONAGE_FAMILY]
    families += [state.FACTION_FAMILY, state.COMMAND_FAMILY]
    assert families == [0, 1, 2, 3, 4]
    orders = [state.OPPONENT_FIRST, state.ATTACKER_FIRST, state.STRIKER_FIRST]
    assert orders == [0, 1, 2]
    assert (state.PIECES, state.TRACK, state.FRACTURE_SPACE, state.MAX_STRIKES) == (25, 8, 7, 40)
    assert (state.NONE, state.RESERVE, state.HELD) == (-1, -1, -10)
    assert state.MOST_CARDS == 160


@rule("CY-1.1", "CY-12.2", "CY-7.6", "CY-25.1")
def test_units_dice_and_cards_have_their_numbers() -> None:
    types = [content.SOLDIER, content.SPEAKER, content.MINER, content.HARVESTER, content.POWERMECH]
    assert [content.TYPES[n] for n in types] == content.TYPES
    assert content.IS_VEHICLE == [False, False, False, True, True]
    assert content.IS_COMBAT == [True, False, False, False, True]
    assert content.SIZE == [1, 1, 1, 2, 2]
    assert content.UPGRADED == [content.POWERMECH, -1, content.HARVESTER, -1, -1]
    assert [content.MISSING, content.KNOWN, content.INSTALLED] == [0, 1, 2]
    assert [content.DIE_COLOURS[n] for n in (content.RED, content.YELLOW)] == ["red", "yellow"]
    faces = [content.TREMOR_FACE, content.REROLL_ANY, content.PLUS_1]
    faces += [content.PLUS_2, content.REROLL_YELLOW, content.REROLL_RED]
    assert faces == list(range(6))
    assert content.LEVELS[content.CITY_LEVEL] == "city"
    commands = [content.SPEAKER_CARD, content.MINER_CARD, content.SOLDIER_CARD]
    commands += [content.HARVESTER_CARD, content.POWERMECH_CARD, content.SHIP_CARD]
    commands += [content.RECRUIT, content.UPGRADE, content.NEGOTIATE, content.BATTLE]
    assert commands == list(range(len(content.COMMANDS)))
    cards = [content.EVENT, content.ACTION, content.REACTION]
    assert [content.CARD_TYPES[n] for n in cards] == ["event", "action", "reaction"]
    assert [content.SABOTAGE, content.EXPLOIT] == [0, 1]
    assert content.COLUMNS == 5
    assert [biome for biome in range(6) for _ in range(7)] == content.TOKEN_BIOME
    assert content.TOKEN_RING == [1, 2, 3, 4, 5, 6, 6] * 6


VERBS = """
done 1, pass 1, stop 1, stay 1, yes 1, no 1, hex 127, unit 635, type 5, player 6, foe
3810, captive 30, move 1, jump 1, faction 18, burn 10, play 10, reclaim 10,
reclaim_burned 50, activate 30, replace 900, spend 30, spend_active 30, time_shard 1,
takeover 1, keep 30, hold 1, use 43, cash 43, modify 43, react 43, discard 43, drop 30,
drop_active 30, sabotage 1, exploit 1, ore 4, offer_card 43, offer_relic 30, habitat
127, a_discovery 1, a_relic 1, accept 1, decline 1, pay 21, build 6, bonus 30, exchange
1, hack 1, strike 1, flee 1, die 24, plus 1, minus 1, free 30, let_go 1, token 42,
launch 1, roll 1, wait 1, all 1
"""


@rule("CY-21.1")
def test_every_verb_has_its_options_in_order() -> None:
    assert verbs(GAME) == " ".join(VERBS.split())
