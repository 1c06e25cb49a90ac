"""CY-21.3 and CY-22: what a table begins with, and by which numbers the rules know things."""

from itertools import combinations_with_replacement

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic import content, state
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.options import PACKETS, PAYMENTS
from starhall.games.cysmic.state import GROUNDS, STREAMS, Fight, Offer, Player, Table
from tests.resting import begins, counted, counts, named


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
def test_grounds_are_known_by_their_names() -> None:
    assert named(state, "PLAIN CAVE SITE DEVASTATED ABYSS MOUNTAIN WATER", GROUNDS)
    assert (GROUNDS[state.ORE_DEPOSIT], GROUNDS[state.CITY_GROUND]) == ("ore", "city")
    assert len(GROUNDS) == 9


@rule("CY-21.3", "CY-22.1", "CY-11.29", "CY-1.1", "CY-19.1")
def test_marks_streams_and_families_are_told_apart() -> None:
    marks = (
        "RECLAIMED TOOK_OVER MODULE_BUILT HARVESTED JUMPED TREMBLED CAPTURED LOST_TROOP CASHED "
        "HACKED FELL FADED DEPLOYED_FREE"
    )
    bits = [getattr(state, mark) for mark in marks.split()]
    assert sorted(bits) == [1 << n for n in range(len(bits))]  # a bit for each
    assert state.SHARDED == 1
    assert STREAMS == ("seats", "planet", "cards", "fractures", "dice", "fate")
    streams = "SEAT_STREAM PLANET_STREAM CARD_STREAM FRACTURE_STREAM DICE_STREAM FATE_STREAM"
    assert counted(state, streams)
    families = "DISCOVERY_FAMILY RELIC_FAMILY ESPIONAGE_FAMILY FACTION_FAMILY COMMAND_FAMILY"
    assert counted(state, families)
    assert counted(state, "OPPONENT_FIRST ATTACKER_FIRST STRIKER_FIRST")
    # 25 pieces, a track of eight spaces with the fracture at its end, at most 40 strikes
    assert len(GAME.tables.type_of) == state.PIECES == 25
    assert (state.TRACK, state.FRACTURE_SPACE, state.MAX_STRIKES) == (8, 8 - 1, 40)
    # A piece is on a hex, in reserve or held by one of six: places that cannot be confused.
    held = [state.HELD - seat for seat in range(6)]
    assert state.NONE == state.RESERVE == -1 and state.RESERVE not in held and max(held) < 0
    assert len(GAME.tables.cards) <= state.MOST_CARDS


@rule("CY-1.1", "CY-12.2", "CY-7.6", "CY-25.1", "CY-3.11", "CY-19.7")
def test_units_dice_and_cards_are_known_by_their_names() -> None:
    assert named(content, "SOLDIER SPEAKER MINER HARVESTER POWERMECH", content.TYPES)
    vehicles = ["harvester", "powermech"]
    for type, name in enumerate(content.TYPES):
        assert content.IS_VEHICLE[type] == (name in vehicles)
        assert content.SIZE[type] == (2 if name in vehicles else 1)  # CY-12.2
        assert content.IS_COMBAT[type] == (name in ("soldier", "powermech"))
        into = {"soldier": content.POWERMECH, "miner": content.HARVESTER}  # CY-7.6
        assert content.UPGRADED[type] == into.get(name, -1)
    assert counted(content, "MISSING KNOWN INSTALLED")
    assert named(content, "RED YELLOW", content.DIE_COLOURS)
    faces = "REROLL_ANY PLUS_1 PLUS_2 REROLL_YELLOW REROLL_RED"
    assert named(content, faces, content.STRIKE_FACES)
    assert content.STRIKE_FACES[content.TREMOR_FACE] == "tremor"
    assert content.LEVELS[content.CITY_LEVEL] == "city"
    cards = "SPEAKER_CARD MINER_CARD SOLDIER_CARD HARVESTER_CARD POWERMECH_CARD SHIP_CARD"
    assert named(content, f"{cards} RECRUIT UPGRADE NEGOTIATE BATTLE", content.COMMANDS)
    assert named(content, "EVENT ACTION REACTION", content.CARD_TYPES)
    assert counted(content, "SABOTAGE EXPLOIT")
    assert content.COLUMNS == 5
    # Six biomes with seven tokens each: one for every ring, and a second one for ring 6.
    assert [biome for biome in range(6) for _ in range(7)] == content.TOKEN_BIOME
    assert content.TOKEN_RING == [1, 2, 3, 4, 5, 6, 6] * 6


@rule("CY-12.9", "CY-12.10", "CY-13.4")
def test_captives_that_pay_and_packets_of_ore() -> None:
    """A Vehicle, or one to three Troops in any mixture; 1, 2, 3 or 5 ore."""
    troops = [content.SOLDIER, content.SPEAKER, content.MINER]
    mixtures = [list(m) for n in (1, 2, 3) for m in combinations_with_replacement(troops, n)]
    assert [[content.POWERMECH], [content.HARVESTER], *mixtures] == PAYMENTS
    assert PACKETS == [1, 2, 3, 5]


@rule("CY-21.1", "CY-13.4", "CY-12.10")
def test_everything_that_can_be_named_has_its_options() -> None:
    hexes, seats, types, modules, commands, columns, rows = 1 + 6 * 21, 6, 5, 6, 10, 5, 6
    relics, discoveries, factions, tokens, dice = 30, 43, 18, 42, 24
    # Captives that pay: a Vehicle, or one, two or three Troops of three types
    payments = 2 + 3 + 6 + 10
    things = {
        "hex": hexes, "habitat": hexes, "unit": hexes * types, "foe": seats * hexes * types,
        "type": types, "player": seats, "captive": seats * types, "free": seats * types,
        "faction": factions, "build": modules, "token": tokens, "die": dice,
        "ore": 4, "pay": payments, "bonus": rows * columns,
        **dict.fromkeys(("burn", "play", "reclaim"), commands),
        "reclaim_burned": commands * columns, "replace": relics * relics,
        **dict.fromkeys(("activate", "spend", "spend_active", "keep", "drop", "drop_active",
                         "offer_relic"), relics),
        **dict.fromkeys(("use", "cash", "modify", "react", "discard", "offer_card"), discoveries),
    }  # fmt: skip
    assert counts(GAME) == things
