"""Sections 1, 2, 21 to 23: what is in the box, how it is laid out, who sees it."""

from collections import Counter

import pytest

from starhall.engine.errors import BadSetting, IllegalChoice
from starhall.engine.knowledge.views import digest
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import UNKNOWN, State
from starhall.engine.rules.steps import within
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import (
    COLOURS,
    COMMANDS,
    EVENT,
    IS_COMBAT,
    IS_VEHICLE,
    KNOWN,
    MISSING,
    TYPES,
)
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import DISTANCE, HEXES, INNER, RING, RINGS_1_3, SECTOR
from starhall.games.cysmic.rules import turn
from starhall.games.cysmic.rules.board import spawn_points
from starhall.games.cysmic.rules.powers import influence
from starhall.games.cysmic.rules.setup import SETUP
from starhall.games.cysmic.state import CAVE, CITY_GROUND, MOUNTAIN, NONE, WATER, Table
from tests.games.cysmic.tables import BLUE, CONTENT, RED, Laid, asked, table


def in_setup(state: State) -> bool:
    return within(state.strands[0], turn.GAME.find(SETUP))


def dealt(seats: int, seed: int = 1, **settings: int | str) -> Table:
    chosen = GAME.configure(seats, settings)
    return GAME.deal(seats, chosen, Chance(seed_bytes(seed), GAME.streams))


def started(seats: int, seed: int = 1, **settings: int | str) -> Table:
    """Setup with the first option taken everywhere."""
    play = Play(GAME, dealt(seats, seed, **settings))
    while in_setup(play.state):
        play.choose(asked(play), asked(play).options[0])
    return table(play.state)


@rule("CY-1.1")
def test_seats() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]
    with pytest.raises(BadSetting):
        GAME.configure(7, {})


@rule("CY-1.2", "CY-25.14", "CY-25.20", "CY-2.8", "CY-1.8")
def test_what_is_in_the_box() -> None:
    assert len(CONTENT.tile_feature) == HEXES == 127
    assert len(CONTENT.tokens) == 42
    assert sum(CONTENT.discovery_copies) == 106
    kinds: Counter[int] = Counter()
    for card, copies in enumerate(CONTENT.discovery_copies):
        kinds[CONTENT.card_type[card]] += copies
    assert [kinds[kind] for kind in range(3)] == [22, 46, 38]
    assert (
        sum(CONTENT.relic_copies) == 54
        and CONTENT.relic_copies.count(2) == 24
        and CONTENT.relic_copies.count(1) == 6
    )
    assert len(CONTENT.espionage) == 29 and len(CONTENT.factions) == 18
    s = dealt(4)
    assert s.ore == 60 and s.relic_tokens == 30 and len(s.bag) == 42
    assert Counter(s.level)[1] == 18 and Counter(s.level)[2] == 12
    assert Counter(s.level)[3] == 6 and Counter(s.level)[5] == 1


@rule("CY-1.3", "CY-2.21", "CY-6.1", "CY-6.2")
def test_what_a_player_has() -> None:
    s = started(3)
    assert dict(zip(TYPES, CONTENT.count, strict=True)) == {
        "soldier": 10, "speaker": 5, "miner": 6, "harvester": 2, "powermech": 2,
    }  # fmt: skip
    assert COMMANDS == [
        "speaker_card", "miner_card", "soldier_card", "harvester_card", "powermech_card",
        "ship_card", "recruit", "upgrade", "negotiate", "battle",
    ]  # fmt: skip
    for player in s.players:
        assert len(player.hand.cards) == 10
    assert s.active == s.first


@rule("CY-1.4", "CY-1.6", "CY-1.7")
def test_unit_table() -> None:
    rows = {
        type: (
            CONTENT.cost[i],
            CONTENT.moves[i],
            CONTENT.health[i],
            CONTENT.second[i],
            CONTENT.red_dice[i],
            CONTENT.yellow_dice[i],
        )
        for i, type in enumerate(TYPES)
    }
    assert rows == {
        "soldier": (1, 4, 4, 0, 1, 0),
        "speaker": (2, 3, 3, 0, 0, 1),
        "miner": (3, 3, 3, 0, 0, 1),
        "harvester": (1, 2, 5, 3, 1, 2),
        "powermech": (3, 3, 6, 4, 3, 0),
    }
    assert [TYPES[i] for i in range(5) if CONTENT.has_shield[i]] == ["speaker"]
    assert [TYPES[i] for i in range(5) if CONTENT.has_early[i]] == ["miner", "harvester"]
    assert [TYPES[i] for i in range(5) if IS_VEHICLE[i]] == ["harvester", "powermech"]
    assert [TYPES[i] for i in range(5) if IS_COMBAT[i]] == ["soldier", "powermech"]


@rule("CY-1.9", "CY-8.16")
def test_supply_of_ore_is_a_limit() -> None:
    game = Laid(2).ground("ore", "0.4.1").unit(RED, "harvester", "0.4.1")
    game.unit(RED, "miner", "0.4.1").deck("dig_in, dig_in")
    game.ore(BLUE, 57)
    game.card(RED, "harvester_card").choose("done", "unit harvester/0.4.1")
    assert game.player(RED).ore == 3
    assert game.s.ore == 0


@rule("CY-1.10", "CY-25.3", "CY-25.4")
def test_native_modules() -> None:
    assert COLOURS == ["red", "blue", "green", "yellow", "white", "black"]
    assert CONTENT.modules[0] == "crew_bridge" and CONTENT.modules[5] == "warp_drive"


@rule("CY-1.11")
def test_destroyed_units_return_to_the_reserve() -> None:
    game = Laid(2).unit(BLUE, "soldier", "0.4.2", 2).ship(RED, "0.4.1").card(RED, "ship_card")
    assert game.reserve(BLUE) == 23
    game.choose("hex 0.4.2")
    assert game.reserve(BLUE) == 25


@rule("CY-2.1", "CY-26.1", "CY-2.2")
def test_first_player_and_colours() -> None:
    firsts = {dealt(4, seed).first for seed in range(30)}
    assert firsts == {0, 1, 2, 3}
    s = dealt(4, first_player=3)
    assert s.first == s.holder == 2
    assert len({player.colour for player in s.players}) == 4
    with pytest.raises(BadSetting):
        GAME.configure(2, {"first_player": 3})


@rule("CY-2.3", "CY-2.4", "CY-25.5", "CY-2.6")
def test_planet_is_laid() -> None:
    s = dealt(2)
    assert sorted(s.sectors) == list(range(6))
    assert {tuple(dealt(2, seed).sectors) for seed in range(5)} != {tuple(s.sectors)}
    for sector in range(6):
        hexes = [hex for hex in range(1, HEXES) if SECTOR[hex] == sector]
        assert {(s.tiles[hex] - 1) // 21 for hex in hexes} == {s.sectors[sector]}
        assert len({s.tiles[hex] for hex in hexes}) == 21
    rocky = [
        hex for hex in range(1, HEXES) if s.sectors[SECTOR[hex]] == CONTENT.biomes.index("rocky")
    ]
    assert sum(s.ground[hex] == MOUNTAIN for hex in rocky) == 3
    wet = [
        hex for hex in range(1, HEXES) if s.sectors[SECTOR[hex]] == CONTENT.biomes.index("wetlands")
    ]
    assert sum(s.ground[hex] == WATER for hex in wet) == 3
    assert s.ground[0] == CITY_GROUND
    assert sorted(s.caves) == [hex for hex in range(HEXES) if s.ground[hex] == CAVE]
    assert len(s.caves) == 12
    assert all(flag == NONE for flag in s.flag)


@rule("CY-2.5", "CY-4.17")
def test_under_layer() -> None:
    s = dealt(2)
    assert len(s.under) == 30
    assert all(0 <= index < 2 + place % 5 for place, index in enumerate(s.under))
    assert dealt(2, underlayer="open_ridge").under == []
    ridge = Laid(2, underlayer="open_ridge").ship(RED, "0.5.2").card(RED, "ship_card")
    ridge.choose(f"hex {ridge.hexes()[0]}")
    assert ridge.ground_of("0.5.2") == "devastated"  # index 2 of ring 5


@rule("CY-2.9", "CY-2.10", "CY-22.4", "CY-26.2")
def test_factions_are_chosen_in_secret_and_at_once() -> None:
    match = Match(GAME, 3, {}, 5)
    assert sorted(d.seat for d in match.decisions) == [0, 1, 2]
    match.choose(asked(match, 1).options[0], 1)
    hidden = table(match.view(0))
    assert hidden.players[1].pick == 0
    assert hidden.players[1].dealt.cards == [UNKNOWN] * 3
    assert all(player.faction == NONE for player in hidden.players)
    match.choose(asked(match, 0).options[1], 0)
    match.choose(asked(match, 2).options[2], 2)
    shown = table(match.view(0))
    assert all(player.faction != NONE for player in shown.players)
    assert UNKNOWN not in shown.boards.cards
    pair = dealt(2)
    offered = [card for player in pair.players for card in player.dealt.cards] + pair.boards.cards
    assert all(CONTENT.faction_seats[card - CONTENT.first_faction] <= 2 for card in offered)
    assert len(offered) == 16
    random = Match(GAME, 2, GAME.configure(2, {"faction_pick": "random"}), 3)
    assert random.decision.kind == "place_ship"


@rule("CY-2.11", "CY-12.6")
def test_blueprints_at_the_start() -> None:
    s = dealt(3)
    in_play = [player.colour for player in s.players]
    for player in s.players:
        for module, state in enumerate(player.modules):
            mine = module == player.colour or module not in in_play
            assert state == (KNOWN if mine else MISSING)


@rule("CY-2.12", "CY-2.13")
def test_ships_start_on_inner_hexes_of_free_biomes() -> None:
    play = Play(GAME, dealt(3, faction_pick="random"))
    s = table(play.state)
    offered = [option.value for option in asked(play).options]
    assert asked(play).seat == s.first
    assert all(hex in INNER[SECTOR[hex]] for hex in offered)
    assert all(s.ground[hex] not in (MOUNTAIN, WATER) for hex in offered)
    assert [RING[hex] for hex in INNER[0]] == [3, 4, 4, 5, 5, 5]
    site = next((hex for hex in offered if s.level[hex]), offered[0])
    play.choose(asked(play), next(o for o in asked(play).options if o.value == site))
    assert s.level[site] == 0
    assert asked(play).seat == (s.first + 1) % 3
    assert all(SECTOR[option.value] != SECTOR[site] for option in asked(play).options)
    near = Play(GAME, dealt(2, faction_pick="random", ship_start_zone="rings_1_3"))
    assert all(o.value in RINGS_1_3[SECTOR[o.value]] for o in asked(near).options)


@rule("CY-2.14", "CY-2.15", "CY-2.16", "CY-2.18", "CY-25.26", "CY-25.27")
def test_goods_of_the_faction_board() -> None:
    for seed in range(4):
        s = started(4, seed)
        for player in s.players:
            faction = player.faction
            assert player.ore == CONTENT.faction_ore[faction]
            assert len(player.cards.cards) == CONTENT.faction_discovery[faction]
            assert len(player.relics.cards) == CONTENT.faction_relics[faction]
            assert influence(s, player.seat) >= CONTENT.faction_influence[faction] + sum(
                s.level[hex] for hex in player.holds
            )
            assert 0 not in player.holds


@rule("CY-2.16")
def test_habitats_are_the_closest() -> None:
    s = started(2, 3)
    first = s.players[s.first]
    for hex in first.holds:
        level = s.level[hex]
        free = [
            other
            for other in range(1, HEXES)
            if s.level[other] == level and s.flag[other] in (NONE, first.seat)
        ]
        rank = sorted(DISTANCE[first.ship][other] for other in free)
        kept = sorted(DISTANCE[first.ship][h] for h in first.holds if s.level[h] == level)
        assert kept == rank[: len(kept)]
        assert DISTANCE[first.ship][hex] in kept


@rule("CY-2.17")
def test_events_drawn_in_setup_go_back() -> None:
    for seed in range(6):
        s = started(5, seed)
        hands = [card for player in s.players for card in player.cards.cards]
        assert all(CONTENT.card_type[card] != EVENT for card in hands)
        events = [card for card in s.discovery_deck.cards if CONTENT.card_type[card] == EVENT]
        assert len(events) == 22
        assert s.aside.cards == s.discovery_pile.cards == []


@rule("CY-2.19", "CY-2.20")
def test_start_units() -> None:
    play = Play(GAME, dealt(2, 2, faction_pick="random"))
    order = []
    while in_setup(play.state):
        if asked(play).kind == "place_start_unit":
            order.append((asked(play).seat, asked(play).about.split("/")[0]))
            seat = asked(play).seat
            spots = spawn_points(table(play.state), seat)
            assert all(option.value in spots for option in asked(play).options)
        play.choose(asked(play), asked(play).options[0])
    s = table(play.state)
    ranks = {"powermech": 0, "harvester": 1, "soldier": 2, "miner": 3, "speaker": 4}
    mine = [ranks[type] for seat, type in order if seat == s.first]
    assert mine == sorted(mine)
    for player in s.players:
        for type in range(5):
            placed = sum(
                1
                for piece, hex in enumerate(player.where)
                if hex >= 0 and CONTENT.type_of[piece] == type
            )
            assert placed == CONTENT.faction_units[player.faction][type]
        assert all(s.present[hex] in (0, 1, 2) for hex in range(HEXES))


@rule("CY-2.22", "CY-26.3", "CY-21.1")
def test_setup_steps_follow_each_other_without_a_gap() -> None:
    play = Play(GAME, dealt(2, 4))
    kinds: list[str] = []
    while in_setup(play.state):
        decision = asked(play)
        assert len(decision.options) > 1
        if not kinds or kinds[-1] != decision.kind:
            kinds.append(decision.kind)
        play.choose(decision, decision.options[0])
    order = ["pick_faction", "place_ship", "pick_habitat", "place_start_unit"]
    assert list(dict.fromkeys(kinds)) == [kind for kind in order if kind in kinds]


@rule("CY-21.2")
def test_equal_units_are_shown_once() -> None:
    game = Laid(2).unit(RED, "soldier", "0.4.1", 3).card(RED, "soldier_card")
    assert game.offered() == ["unit soldier/0.4.1", "done"]


@rule("CY-21.3", "CY-23.3", "CY-23.1")
def test_same_seed_and_choices_make_the_same_game() -> None:
    one, two = Match(GAME, 3, {}, 11), Match(GAME, 3, {}, 11)
    for step in range(150):
        choice = one.decision.options[step % len(one.decision.options)]
        seat = one.decision.seat
        one.choose(choice, seat)
        two.choose(choice.token, seat)
    assert digest(one.state) == digest(two.state)
    assert digest(Match(GAME, 3, {}, 12).state) != digest(Match(GAME, 3, {}, 11).state)


@rule("CY-22.1", "CY-22.2", "CY-22.3", "CY-22.9")
def test_who_sees_what() -> None:
    match = Match(GAME, 2, {}, 21)
    for _ in range(120):
        match.choose(match.decision.options[0], match.decision.seat)
    state = table(match.state)
    view, public = table(match.view(0)), table(match.view(None))
    assert view.players[0].cards.cards == state.players[0].cards.cards
    assert view.players[0].hand.cards == state.players[0].hand.cards
    assert view.players[0].burned.cards == state.players[0].burned.cards
    for seen in (view, public):
        assert set(seen.players[1].burned.cards) <= {UNKNOWN}
        assert set(seen.discovery_deck.cards) == {UNKNOWN}
        assert set(seen.relic_deck.cards) == {UNKNOWN}
        assert seen.under == []
        assert seen.players[1].ore == state.players[1].ore
        assert seen.players[1].where == state.players[1].where
        assert seen.players[1].played.cards == state.players[1].played.cards
        assert len(seen.players[1].cards.cards) == len(state.players[1].cards.cards)
    assert set(public.players[0].hand.cards) <= {UNKNOWN, *state.players[0].hand.cards}


@rule("CY-21.1")
def test_what_is_not_offered_is_refused() -> None:
    match = Match(GAME, 2, {}, 2)
    with pytest.raises(IllegalChoice):
        match.choose("launch", 0)
