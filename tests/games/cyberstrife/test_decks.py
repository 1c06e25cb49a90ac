"""Section 13: decks, discard piles, ownership and limits."""

from starhall.engine.text.rulebook import rule
from starhall.games.cyberstrife.rules.drawing import draw_trait, draw_unit
from tests.games.cyberstrife.tables import D3, Arranged, card, deal


@rule("CS-13.1", "CS-2.7")
def test_everybody_may_look_through_the_discard_piles() -> None:
    game = Arranged(3).hand(1, "breacher, saboteur, ghostwire").active(1).play()
    game.choose(1, "mark breacher", "mark ghostwire", "done")
    for seat in (0, 1, 2, None):
        pile = next(zone for zone in game.match.view(seat).zones() if zone.name == "unit_pile:0")
        assert sorted(pile.cards) == sorted([card("breacher"), card("ghostwire")])


@rule("CS-13.2")
def test_units_and_traits_are_discarded_apart() -> None:
    game = deal(2)
    unit, trait = game.hand(1)[0], game.traits(1)[0]
    game.choose(1, f"mark {unit}", f"mark_trait {trait}", "done")
    assert (game.pile(), game.trait_pile()) == ([unit], [trait])


@rule("CS-13.3")
def test_no_reshuffle_before_a_draw_needs_it() -> None:
    game = Arranged(2).hand(1, "breacher, saboteur, ghostwire").active(1).play()
    game.state.copies[0].unit_deck.cards[:] = [card("juggernaut"), card("headhunter")]
    game.choose(1, "mark breacher", "mark saboteur", "done")
    # The last card of the deck was drawn: the pile stays where it is.
    assert game.hand(1) == ["ghostwire", "headhunter", "juggernaut"]
    assert (game.sizes(), game.told("reshuffles")) == ((0, 2), [])


@rule("CS-13.3", "CS-13.4")
def test_trait_decks_are_made_anew_as_well() -> None:
    game = deal(12)
    for seat in range(1, 5):
        for trait in game.traits(seat):
            game.choose(seat, f"mark_trait {trait}")
        game.choose(seat, "done")
    assert game.told("reshuffles") == []
    copy = game.state.copies[0]
    assert (len(copy.trait_deck.cards), len(copy.trait_pile.cards)) == (0, 8)
    game.choose(5, f"mark_trait {game.traits(5)[0]}", "done")
    assert [told["n"] for told in game.told("reshuffles")] == [9]
    assert (len(copy.trait_deck.cards), len(copy.trait_pile.cards)) == (8, 0)
    assert all(len(game.traits(seat)) == 2 for seat in range(1, 13))


@rule("CS-13.4")
def test_a_card_that_is_nowhere_is_not_drawn() -> None:
    game = deal(2)
    copy = game.state.copies[0]
    for zone in (copy.unit_deck, copy.trait_deck):
        zone.cards.clear()
    draw_unit(game.state, game.player(1))
    draw_trait(game.state, game.player(1))
    assert (game.owned(1), len(game.traits(1))) == ([6], 2)


@rule("CS-13.6", "CS-10.1")
def test_one_unit_is_enough_to_go_on() -> None:
    game = (
        Arranged(3)
        .hand(1, "juggernaut")
        .lanes(2, "- / spymaster / -")
        .hand(2, "field_coder")
        .active(1)
        .play()
    )
    game.choose(1, "done")
    assert game.told("battle_won") == [{"who": 0, "loser": 1}]
    assert game.owned(1) == [2]
    game.until(lambda: game.holders == {1: 2})
    assert game.player(1).alive


@rule("CS-13.7")
def test_options_are_listed_per_design() -> None:
    game = Arranged(2).hand(1, "breacher, breacher, breacher, saboteur").active(1).play()
    assert game.offered(1) == ["mark breacher", "mark saboteur", "done"]
    game.choose(1, "mark breacher", "mark breacher")
    assert game.offered(1) == ["mark breacher", "mark saboteur", "done"]
    game.choose(1, "mark breacher")
    assert game.offered(1) == ["mark saboteur", "done"]
    game.choose(1, "done")
    assert game.pile() == ["breacher", "breacher", "breacher"]
    assert len(game.offered(1)) == len(set(game.hand(1))) + ("leave_empty" in game.offered(1))


@rule("CS-13.8", "CS-4.5")
def test_phase_1_never_waits_for_cards() -> None:
    game = Arranged(12).active(1, 3, 5, 7, 9, 11).no_deck().play()
    for seat in (1, 3, 5, 7):
        game.choose(seat, "done")
        game.calm_through(seat, D3)
    assert game.sizes() == (0, 0)
    hand = game.hand(9)
    game.choose(9, f"mark {hand[0]}", f"mark {hand[1]}", "done")
    assert (game.hand(9), game.asked[9]) == (hand, D3)
