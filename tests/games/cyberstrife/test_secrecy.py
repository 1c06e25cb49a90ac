"""Section 15: who sees what, row by row."""

from collections.abc import Sequence
from typing import cast

import pytest

from starhall.engine.knowledge.views import encode, view
from starhall.engine.rules.state import UNKNOWN, Part, Zone
from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.state import Table
from tests.games.cyberstrife.tables import CARDS, Arranged, Game, card, deal

EVERYBODY: Sequence[int | None] = (1, 2, 3, 4, None)  # seats and the spectator


def zone(game: Game, name: str, viewer: int | None) -> Zone:
    """A zone as a seat (or the spectator) sees it."""
    view: Table = game.match.view(None if viewer is None else viewer - 1)
    return next(zone for zone in view.zones() if zone.name == name)


def cards(game: Game, name: str, viewer: int | None) -> list[str]:
    found = zone(game, name, viewer).cards
    return ["?" if card == UNKNOWN else CARDS[card] for card in found]


def text(game: Game, viewer: int | None) -> str:
    return game.match.text(None if viewer is None else viewer - 1)


def moved(game: Game, viewer: int | None, src: str, dst: str) -> list[str]:
    """The cards that a viewer saw going from one zone to another."""
    names = {zone.key: zone.name for zone in game.state.zones()}
    seat = None if viewer is None else viewer - 1
    found = []
    for _, event in game.match.events(seat):
        if event.what == "move":
            ends = names[cast(int, event.values["src"])], names[cast(int, event.values["dst"])]
            if ends == (src, dst):
                number = cast(int, event.values["card"])
                found.append("?" if number == UNKNOWN else CARDS[number])
    return found


def table() -> Arranged:
    """Four players; seat 1 is about to attack seat 2."""
    laid = Arranged(4).hand(1, "goliath_walker, breacher, saboteur, ghostwire")
    laid.lanes(2, "spymaster / - / headhunter").hand(2, "chrome_colonel, neural_jockey")
    laid.traits(1, "pincer").traits(2, "emp_grid")
    return laid.deck("field_coder, mimic_drone").active(1)


@rule("CS-15.1", "CS-2.3")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_hands(viewer: int | None) -> None:
    game = table().play()
    own = ["goliath_walker", "breacher", "saboteur", "ghostwire"]
    assert cards(game, "hand:0", viewer) == (own if viewer == 1 else ["?"] * 4)
    assert ("Goliath Walker" in text(game, viewer)) == (viewer == 1)
    assert len(zone(game, "hand:1", viewer).cards) == 2


@rule("CS-15.1")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_traits_are_open(viewer: int | None) -> None:
    game = table().play()
    assert cards(game, "traits:0", viewer) == ["pincer"]
    assert "EMP Grid" in text(game, viewer)


@rule("CS-15.1", "CS-9.5")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_face_down_defenders(viewer: int | None) -> None:
    game = table().play()
    seen = [cards(game, f"lane:1/{lane}", viewer) for lane in (1, 2, 3)]
    assert seen == ([["spymaster"], [], ["headhunter"]] if viewer == 2 else [["?"], [], ["?"]])
    assert ("Headhunter" in text(game, viewer)) == (viewer == 2)


@rule("CS-15.3", "CS-18.14")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_peek_shows_one_card_to_one_player(viewer: int | None) -> None:
    game = table().traits(1, "deep_recon").play()
    game.choose(1, "done", "peek 3")
    assert cards(game, "lane:1/1", viewer) == (["spymaster"] if viewer == 2 else ["?"])
    assert cards(game, "lane:1/3", viewer) == (["headhunter"] if viewer in (1, 2) else ["?"])
    log = game.match.sentences(None if viewer is None else viewer - 1)
    told = [line for line in log if "looks at" in line]
    assert len(told) == 1
    assert "third lane" in told[0]
    assert "Headhunter" not in told[0]


@rule("CS-15.1", "CS-5.7")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_attackers_before_and_after(viewer: int | None) -> None:
    game = table().play()
    game.choose(1, "done", "place goliath_walker", "place breacher")
    assert ("Goliath Walker" in text(game, viewer)) == (viewer == 1)
    assert [cards(game, f"lane:0/{lane}", viewer) for lane in (1, 2, 3)] == [[], [], []]
    game.choose(1, "place ghostwire")
    assert "Goliath Walker" in text(game, viewer)
    assert moved(game, viewer, "hand:0", "lane:0/1") == ["goliath_walker"]


@rule("CS-15.1", "CS-6.1")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_revealed_defenders_duplicates_and_sums_are_open(viewer: int | None) -> None:
    laid = table().hand(2, "spymaster")
    game = laid.play()
    game.choose(1, "done")
    game.attack(1, "goliath_walker / - / breacher")
    game.choose(2, "stack 1")
    assert cards(game, "lane:1/1", viewer) == ["spymaster", "spymaster"]
    assert cards(game, "lane:1/3", viewer) == ["headhunter"]
    shown = text(game, viewer)
    assert "Headhunter" in shown
    # Goliath Walker 9: 11, Pincer Doctrine, and no Engineer or Officer beside it.
    assert "11 +2 -4" in shown


@rule("CS-15.1")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_drawn_units_are_hidden_and_drawn_traits_open(viewer: int | None) -> None:
    game = table().play()
    game.choose(1, "mark saboteur", "mark_trait pincer", "done")
    assert moved(game, viewer, "unit_deck:0", "hand:0") == ["field_coder" if viewer == 1 else "?"]
    assert moved(game, viewer, "trait_deck:0", "traits:0") == game.traits(1)
    # Discards are open, whatever the reason.
    assert moved(game, viewer, "hand:0", "unit_pile:0") == ["saboteur"]
    assert cards(game, "unit_pile:0", viewer) == ["saboteur"]
    assert cards(game, "trait_pile:0", viewer) == ["pincer"]
    assert "Saboteur" in text(game, viewer)


@rule("CS-15.1")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_the_unit_drawn_after_a_battle_is_hidden(viewer: int | None) -> None:
    laid = table()
    game = laid.play()
    game.choose(1, "done")
    game.attack(1, "breacher / - / saboteur")
    winner = game.told("battle_won")[0]["who"]
    drawn = moved(game, viewer, "unit_deck:0", f"hand:{winner}")
    assert drawn == ["field_coder" if viewer is not None and viewer - 1 == winner else "?"]


@rule("CS-15.1", "CS-2.7")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_nobody_knows_the_order_of_the_decks_and_everybody_their_size(viewer: int | None) -> None:
    game = deal(4)
    assert cards(game, "unit_deck:0", viewer) == ["?"] * 52
    assert cards(game, "trait_deck:0", viewer) == ["?"] * 24


@rule("CS-15.1", "CS-11.15")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_turns_strands_and_numbers_are_open(viewer: int | None) -> None:
    game = Arranged(4).active(1, 3).play()
    game.choose(1, "done")
    game.choose(4, "concede")
    view = cast(Table, game.match.view(None if viewer is None else viewer - 1))
    truth = game.state
    for seen, turn in zip(view.turns(), truth.turns(), strict=True):
        for field in ("number", "seat", "kind", "turn_id", "expiring", "cursor", "target"):
            assert getattr(seen, field) == getattr(turn, field)
    for player, other in zip(view.players, truth.players, strict=True):
        for field in ("turns", "alive", "bound", "won", "lost", "eliminations"):
            assert getattr(player, field) == getattr(other, field)
        assert player.owned() == other.owned()


@rule("CS-15.1")
@pytest.mark.parametrize("viewer", EVERYBODY)
def test_the_settings_and_counts_of_the_table_are_open(viewer: int | None) -> None:
    game = deal(4)
    counts = dict.fromkeys(("first", "round_cap", "sudden_death", "strands_begun", "gone"), 1)
    values = {**counts, "simultaneous": True, "reason": "cap", "closing": True}
    for name, value in values.items():
        setattr(game.state, name, value)
    seen = view(game.state, 4 if viewer is None else viewer - 1)
    assert {name: getattr(seen, name) for name in values} == values


@rule("CS-15.2")
def test_units_that_return_to_hand_are_hidden_again() -> None:
    game = table().play()
    game.choose(1, "done")
    game.attack(1, "breacher / - / saboteur")
    game.choose(1, "discard saboteur")
    assert game.player(1).hand.sight == 1 << 0
    game.defend(1, "breacher / goliath_walker / ghostwire")
    # Breacher was seen in the battle; where it stands now, nobody else knows.
    for viewer in (2, 3, None):
        for lane in (1, 2, 3):
            assert cards(game, f"lane:0/{lane}", viewer) == ["?"]
        log = " ".join(game.match.sentences(None if viewer is None else viewer - 1))
        assert "attacks Seat 2 with Breacher" in log
        assert "reveals Spymaster" in log


@rule("CS-15.4", "CS-10.3")
def test_an_eliminated_player_sees_what_a_spectator_sees() -> None:
    laid = Arranged(4).lanes(2, "- / spymaster / -").active(1, 3).traits(1, "deep_recon")
    game = laid.play()
    game.choose(1, "done", "skip")
    game.calm_through(1, "place_attacker", "limit_discard")
    assert not game.player(2).alive
    # Also while the turn in which it went out is still under way.
    assert game.asked[1] == "place_defender"
    assert encode(game.match.view(1)) == encode(game.match.view(None))
    game.take_turn(1)
    assert encode(game.match.view(1)) == encode(game.match.view(None))
    game.choose(3, "done")
    assert encode(game.match.view(1)) == encode(game.match.view(None))
    assert game.match.waiting(1) == game.match.waiting(None)


@rule("CS-15.4")
def test_a_player_who_is_out_forgets_what_only_it_had_seen() -> None:
    laid = Arranged(4).traits(1, "deep_recon").hand(1, "goliath_walker, breacher").active(1)
    game = laid.lanes(2, "spymaster / headhunter / juggernaut").play()
    game.choose(1, "done", "peek 2")
    assert cards(game, "lane:1/2", 1) == ["headhunter"]
    game.attack(1, "breacher / - / -")
    game.until(lambda: game.asked == {1: "place_defender"})
    game.choose(1, "concede")
    assert encode(game.match.view(0)) == encode(game.match.view(None))


@rule("CS-15.4")
def test_after_the_end_everything_is_open() -> None:
    game = Arranged(2).hand(1, "breacher").active(1).play()
    game.choose(2, "concede")
    assert game.match.over
    for viewer in (1, 2, None):
        assert cards(game, "hand:0", viewer) == ["breacher"]
        assert "?" not in cards(game, "unit_deck:0", viewer)


@rule("CS-15.5")
def test_open_events_of_every_strand_are_told_to_all_at_once() -> None:
    game = Arranged(6).active(1, 3, 5).play()
    game.choose(3, "done")
    game.calm_through(3, "place_attacker")
    logs = [
        [
            (ply, event.what, event.values)
            for ply, event in game.match.events(seat)
            if event.what != "move"
        ]
        for seat in (0, 1, 2, 3, 4, 5, None)
    ]
    assert [what for _, what, _ in logs[0]][:2] == ["keeps_all", "attacks"]
    assert all(log == logs[0] for log in logs)


@rule("CS-11.19", "CS-15.1")
def test_the_record_is_not_shown_before_the_end() -> None:
    game = table().play()
    game.choose(1, "mark saboteur")
    public = game.match.record(public=True)
    assert (public.choices, public.seed, public.checkpoint) == ([], None, None)
    assert game.match.record().choices == ["0 mark saboteur"]


def test_hidden_cards_are_in_nobodys_scene() -> None:
    """Names of cards that only one seat may know do not occur in the others' pictures."""
    game = table().play()
    secrets = {1: ["Goliath Walker"], 2: ["Chrome Colonel", "Neural Jockey", "Headhunter"]}
    for owner, hidden in secrets.items():
        for viewer in EVERYBODY:
            seat = None if viewer is None else viewer - 1
            scene = game.match.scene(seat).to_json().decode()
            for name in hidden:
                assert (name in scene) == (viewer == owner), (name, viewer)
    assert card("goliath_walker") not in zone(game, "hand:0", 3).cards


@rule("CS-15.1", "CS-2.1", "CS-3.8", "CS-7.16", "CS-10.8", "CS-11.3", "CS-11.12", "CS-11.13",
      "CS-12.4", "CS-14.1", "CS-14.4", "CS-5.7", "CS-19.2")  # fmt: skip
def test_all_but_hands_defenders_decks_and_plans_is_open() -> None:
    state = deal(4).state
    turn = state.turns()[0]
    turn.target = 1
    secret = {"marks", "plan", "stacking"}
    parts = [state, turn, *state.players, *state.rings]
    for part in parts:
        for name in plain_fields(part):
            if name not in KEPT:
                change(part, name)
    seen = view(state, state.seats)  # a spectator
    shown_parts = [seen, seen.turns()[0], *seen.players, *seen.rings]
    for truth, shown in zip(parts, shown_parts, strict=True):
        for name in plain_fields(truth):
            same = getattr(shown, name) == getattr(truth, name)
            assert same is (name not in secret), name
    own = view(state, 0)
    assert (own.players[0].marks, own.players[0].plan) == ([1], [1])
    assert (own.players[1].marks, own.players[1].plan) == ([], [])
    assert [view(state, seat).turns()[0].stacking for seat in range(4)] == [2, 2, 0, 0]
    for zone, shown_zone in zip(state.zones(), seen.zones(), strict=True):
        open_to_all = zone.name.startswith(("trait", "unit_pile")) and "deck" not in zone.name
        assert shown_zone.cards == (zone.cards if open_to_all else [UNKNOWN] * len(zone.cards))


def plain_fields(part: Part) -> list[str]:
    """The numbers, texts and lists of a part that are not content, zones or other parts."""
    plain = (int, str, bool)
    found = []
    for name in vars(type(part))["__slots__"]:
        value = getattr(part, name)
        listed = isinstance(value, list) and all(isinstance(item, plain) for item in value)
        if isinstance(value, plain) or listed:
            found.append(name)
    return found


KEPT = ("target", "kind")  # on which it depends who sees the rest


def change(part: Part, name: str) -> None:
    """Another value than the default, so that a view that hides it differs."""
    value = getattr(part, name)
    if isinstance(value, bool):
        setattr(part, name, not value)
    elif isinstance(value, int):
        setattr(part, name, value + 2)
    else:
        setattr(part, name, "cap" if isinstance(value, str) else [*value, 1])
