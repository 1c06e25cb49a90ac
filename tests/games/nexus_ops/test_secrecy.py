"""Section 13: what is open, what is secret, and when that changes."""

import random

from starhall.engine.knowledge.views import view
from starhall.engine.match.match import Match
from starhall.engine.match.opening import new
from starhall.engine.rules.state import UNKNOWN
from starhall.engine.text.rulebook import rule
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.state import Table
from tests.games.nexus_ops.tables import CONTENT, Arranged


def table(match: Match[Table], seat: int | None = None) -> Table:
    return match.view(seat)


def played_to(
    kind: str, seats: int, seed: int, asked: int | None = None, **settings: str
) -> Match[Table]:
    """A random match up to a decision of this kind."""
    match = Match(GAME, seats, settings, seed)
    chance = random.Random(seed)
    while match.decision.kind != kind or (asked is not None and match.decision.seat != asked):
        match.choose(chance.choice(match.decision.options))
    return match


@rule("NX-13.1")
def test_what_everybody_sees() -> None:
    match = played_to("casualty", 3, 1)
    truth, view = match.state, table(match)
    assert isinstance(truth, Table)
    assert view.terrain == truth.terrain and view.refinery == truth.refinery
    for own, seen in zip(truth.players, view.players, strict=True):
        assert (own.stacks, own.rubium, own.points) == (seen.stacks, seen.rubium, seen.points)
        assert len(own.missions.cards) == len(seen.missions.cards)
        assert len(own.energize.cards) == len(seen.energize.cards)
    assert view.mission_pile.cards == truth.mission_pile.cards
    assert truth.fight is not None and view.fight is not None
    assert view.fight.dice == truth.fight.dice


@rule("NX-13.2")
def test_what_is_secret() -> None:
    match = new(GAME, seats=3, seed=2, executive_orders="on")
    for seat in range(3):
        view = table(match, seat)
        for other in view.players:
            assert (other.missions.cards == [UNKNOWN]) == (other.seat != seat)
        assert set(view.mission_deck.cards) == set(view.energize_deck.cards) == {UNKNOWN}
        assert set(view.ground.cards) == {UNKNOWN}


@rule("NX-13.3")
def test_what_becomes_open() -> None:
    match = played_to("end", 2, 5)
    before = len(table(match).found.cards)
    chance = random.Random(1)
    while len(table(match).found.cards) == before and not match.over:
        match.choose(chance.choice(match.decision.options))
    shown = table(match).found.cards
    assert len(shown) > before and UNKNOWN not in shown
    log = " ".join(match.sentences(None))
    assert match.game.text.name("token", CONTENT.tokens[shown[-1]]) in log
    match = played_to("end", 2, 5)
    seat = match.decision.seat
    token = next(o.token for o in match.decision.options if o.verb == "exchange")
    match.choose(token)
    name = match.game.text.name("card", token.removeprefix("exchange "))
    assert name in " ".join(match.sentences(1 - seat))


@rule("NX-13.4")
def test_top_priority_is_remembered_by_one() -> None:
    match = played_to("top", 3, 4, top_priority="on")
    seat = match.decision.seat
    keep = match.decision.options[0]
    other = match.decision.options[1].value if len(match.decision.options) > 1 else keep.value
    assert set(table(match, (seat + 1) % 3).offer.cards) == {UNKNOWN}
    match.choose(keep)
    assert table(match, seat).mission_bottom.cards == [other]
    assert table(match, (seat + 1) % 3).mission_bottom.cards == [UNKNOWN]


@rule("NX-13.4")
def test_a_stolen_card_is_known_to_thief_and_victim() -> None:
    match = offering("play en_corporate_spies", 3, 1)
    thief = match.decision.seat
    match.choose("play en_corporate_spies")
    if match.decision.kind == "card_player":
        match.choose(match.decision.options[0])
    told = [
        any(line.startswith("The card taken is") for line in match.sentences(seat))
        for seat in range(3)
    ]
    assert told[thief] and told.count(True) == 2
    outsider = told.index(False)
    assert table(match, outsider).players[thief].energize.cards[-1] == UNKNOWN
    victim = 3 - thief - outsider
    stolen = table(match, thief).players[thief].energize.cards[-1]
    assert stolen in table(match, victim).players[thief].energize.cards


def offering(token: str, seats: int, seed: int) -> Match[Table]:
    """A random match, in which nobody exchanges cards, up to a decision that offers this."""
    while True:
        match = new(GAME, seats=seats, seed=seed)
        chance = random.Random(seed)
        while not match.over:
            options = match.decision.options
            if any(option.token == token for option in options):
                return match
            kept = [option for option in options if option.verb != "exchange"]
            match.choose(chance.choice(kept))
        seed += 1


@rule("NX-13.5")
def test_a_passed_card_is_known_to_partners_only() -> None:
    match = played_to("pass_card", 4, 3, teams="on", executive_orders="on")
    partner = match.decision.seat
    active = (partner + 2) % 4
    give = match.decision.options[0]
    assert table(match, active).players[partner].missions.cards[0] == UNKNOWN
    match.choose(give)
    name = match.game.text.name("card", give.arg)
    told = [f"The card passed is {name}." in match.sentences(seat) for seat in range(4)]
    assert [told[active], told[partner]] == [True, True]
    assert [told[(active + 1) % 4], told[(active + 3) % 4]] == [False, False]
    log = " ".join(match.sentences((active + 1) % 4))
    assert "passes a Secret Mission" in log or "passes an Energize card" in log


@rule("NX-13.6")
def test_a_window_does_not_show_who_is_asked() -> None:
    match = played_to("window", 3, 7, king_of_the_hill="on")
    asked = match.decision.seat
    for seat in range(3):
        if seat != asked:
            assert match.waiting(seat) == []
            assert "Waiting for an answer." in match.text(seat)
    before = match.sentences(None)
    match.choose("pass")
    assert not [line for line in match.sentences(None)[len(before) :] if "pass" in line.lower()]


@rule("NX-13.6")
def test_nobody_else_sees_how_far_a_window_has_come() -> None:
    arranged = Arranged(3, alternate_units="on").units(0, "in0", crystalline=2)
    arranged.units(1, "in0", crystalline=2).rubium(9, 9, 9).hand(2, "en_ambush")
    game = arranged.battle().play()
    for asked, heard in enumerate(([0, 0, 0], [1, 1, 0], [1, 2, 2])):
        assert game.seat == asked
        assert [player.heard for player in game.s.players] == heard
        for seat in range(4):  # the last one is a spectator
            shown = [player.heard for player in view(game.s, seat).players]
            assert shown == [heard[other] if other == seat else 0 for other in range(3)]
        game.choose("pass", seat=asked)


@rule("NX-13.6", "NX-8.7")
def test_who_is_asked_knows_that_all_before_have_passed() -> None:
    from starhall.engine.knowledge.memory import Witness
    from starhall.engine.knowledge.worlds import Knowledge
    from starhall.engine.rules.chance import Stream

    arranged = Arranged(3, alternate_units="on").units(0, "in0", crystalline=2)
    arranged.units(1, "in0", crystalline=2).rubium(9, 9, 9).hand(2, "en_ambush")
    arranged.s.witness = Witness(4)
    game = arranged.battle().play().choose("pass", seat=0)
    # Everybody sees that the attacker could shatter: he must have passed, or B were not asked.
    world = Knowledge(game.play, 1).world(Stream(bytes(32)))
    assert world.decision is not None and world.decision.seat == 1
    game.choose("pass", seat=1)
    assert game.seat == 2
    world = Knowledge(game.play, 1).world(Stream(bytes(32)))
    assert world.decision is not None and world.decision.seat == 2  # B is not asked again


@rule("NX-13.7")
def test_the_line_is_open() -> None:
    match = new(GAME, seats=3, seed=5, transmissions="on")
    assert len(table(match).line.cards) == 5 and UNKNOWN not in table(match).line.cards


@rule("NX-13.8")
def test_an_objective_question_is_secret() -> None:
    match = played_to("objective", 2, 11)
    seat = match.decision.seat
    assert match.decision.secret and match.waiting(1 - seat) == []
    told = len(match.sentences(1 - seat))
    match.choose("continue")
    new_lines = " ".join(match.sentences(1 - seat)[told:]).lower()
    assert "objective" not in new_lines and "score" not in new_lines


@rule("NX-13.9")
def test_tokens_left_out_by_chance_stay_hidden() -> None:
    match = new(GAME, seats=2, seed=3, extra_tokens="random")
    assert set(table(match, 0).spare.cards) == {UNKNOWN} and len(table(match).spare.cards) == 6
    custom = new(GAME, seats=2, seed=3, g_dragon="ex_leaper")
    assert UNKNOWN not in table(custom, 0).token_box.cards
    assert table(custom, 0).spare.cards == []


@rule("NX-8.10", "NX-13.6", "NX-13.8")
def test_an_automatic_pass_is_a_question_with_one_answer() -> None:
    """With single choices asked too, everybody is asked at every window and checkpoint."""
    table_ = Arranged(3).units(0, "in0", strider=1).units(1, "in0", human=1).rubium(9, 9, 9)
    table_.s.auto_single = False
    game = table_.battle(4).play()
    asked = []
    while game.kind in ("battle_hex", "window"):
        if game.kind == "window":
            asked.append(game.seat)
            assert game.offered == ["pass"] and game.decision.secret
        game.end_phase()
    assert asked == [0, 1, 2, 0, 1, 2]  # before the dice, and after the Strider's
    assert (game.kind, game.offered) == ("battle_mission", ["decline"])
    game.end_phase()
    assert (game.kind, game.offered) == ("objective", ["continue"])
