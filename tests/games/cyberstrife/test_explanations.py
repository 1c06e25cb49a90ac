"""What the table says: options with values, the log, and the reasons of refusals."""

from starhall.engine.text.rulebook import rule
from tests.games.cyberstrife.tables import Arranged, Game


def said(game: Game, *parts: str) -> list[str]:
    """The sentences of the log that contain one of the parts."""
    return [line for line in game.match.sentences(None) if any(part in line for part in parts)]


def labels(game: Game, seat: int) -> list[str]:
    return game.decision(seat).labels()


def raid(own: str, line: str, defenders: str, traits: str = "", theirs: str = "") -> Game:
    """Seat 1 attacks seat 2."""
    table = Arranged(3).hand(1, own).lanes(2, defenders).traits(1, traits).traits(2, theirs)
    game = table.hand(2, "works_director").active(1).play()
    game.choose(1, "done")
    game.attack(1, line)
    return game


@rule("CS-1.4", "CS-5.3", "CS-9.3")
def test_placing_names_the_lane_the_target_and_the_value_that_counts() -> None:
    table = Arranged(3).hand(1, "breacher, spymaster").lanes(2, "- / saboteur / ghostwire")
    game = table.active(1).play()
    assert labels(game, 1)[0] == "Exchange Spymaster (Attack 5, Defense 5)"
    game.choose(1, "done")
    assert game.decision(1).prompt() == ("Deploy Attackers: who attacks Seat 2 in the centre lane?")
    assert labels(game, 1)[:2] == [
        "Attack with Spymaster (Attack 5)",
        "Attack with Breacher (Attack 10)",
    ]
    game.choose(1, "place breacher")
    assert "Seat 2 in the third lane?" in game.decision(1).prompt()
    game.choose(1, "place spymaster")
    game.until(lambda: game.asked.get(1) == "place_defender")
    assert game.decision(1).prompt() == "Deploy Defenders: who guards the first lane?"
    assert "(Defense " in labels(game, 1)[0]


@rule("CS-5.6", "CS-5.7")
def test_attackers_are_told_in_the_order_of_the_lanes() -> None:
    # The defended third lane is decided first.
    game = raid("breacher, ghostwire", "ghostwire / - / breacher", "- / - / saboteur")
    assert said(game, "attacks", "reveals") == [
        "Seat 1 attacks Seat 2 with Ghostwire and Breacher in the first and third lanes.",
        "Seat 2 reveals Saboteur in the third lane.",
    ]


@rule("CS-6.10", "CS-18.16", "CS-6.14")
def test_level_scores_say_who_wins_and_why() -> None:
    level = raid("breacher, saboteur", "breacher / - / -", "mimic_drone / - / -")
    assert said(level, "first lane,", "Equal", "equally") == [
        "Seat 2 wins the first lane, 10 against 10.",
        "Equal scores are a win for the defender, Seat 2.",
    ]
    line, defenders = "works_director / - / -", "breacher / - / -"
    killer = raid("works_director, saboteur", line, defenders, "killer_instinct")
    assert said(killer, "first lane,", "equal") == [
        "Seat 1 wins the first lane, 6 against 6.",
        "A trait of Seat 1 wins fights with equal scores.",
    ]
    lanes = raid(
        "breacher, field_coder", "breacher / field_coder / -", "field_coder / breacher / -"
    )
    assert said(lanes, "equally", "battle against") == [
        "Both sides won equally many lanes, so the defender wins.",
        "Seat 2 wins the battle against Seat 1.",
    ]


@rule("CS-7.14", "CS-18.13")
def test_a_duplicate_names_what_it_adds() -> None:
    game = raid("breacher, breacher", "breacher / - / -", "saboteur / - / -")
    assert labels(game, 1)[0] == "Stack a duplicate in the first lane: Breacher gains 3"
    swarm = raid("datamite_swarm, datamite_swarm", "datamite_swarm / - / -", "saboteur / - / -")
    assert labels(swarm, 1)[0] == "Stack a duplicate in the first lane: Datamite Swarm gains 6"
    swarm.choose(1, "stack 1")
    assert said(swarm, "stacks") == [
        "Seat 1 stacks a duplicate of Datamite Swarm in the first lane."
    ]


@rule("CS-4.2", "CS-4.8", "CS-14.1")
def test_an_exchange_tells_only_what_there_is() -> None:
    table = Arranged(3).hand(1, "breacher, breacher, spymaster").traits(1, "pincer, deep_cover")
    game = table.active(1).play()
    game.choose(1, "mark breacher", "mark_trait pincer")
    reasons = {r.option.token: game.match.reason(r) for r in game.match.refusals(0)}
    assert reasons == {
        "mark_trait pincer": (
            "Pincer Doctrine is marked already, and a mark cannot be taken back. (CS-14.1)"
        )
    }
    game.choose(1, "mark breacher")
    reasons = {r.option.token: game.match.reason(r) for r in game.match.refusals(0)}
    assert "Every copy of Breacher in your hand is marked already" in reasons["mark breacher"]
    game.choose(1, "done")
    new = game.traits(1)[-1]
    drawn = game.match.game.text.name("trait", new)
    assert said(game, "discards", "draws") == [
        "Seat 1 discards Breacher and Breacher, then draws 2 units.",
        "Seat 1 discards the trait Pincer Doctrine.",
        f"Seat 1 draws the trait {drawn}.",
    ]


@rule("CS-3.5", "CS-8.6", "CS-10.8")
def test_units_that_come_back_and_players_who_leave_are_told() -> None:
    game = raid("breacher, ghostwire", "breacher / - / -", "saboteur / - / -")
    game.until(lambda: game.asked.get(1) == "place_defender")
    assert said(game, "go back to hand") == [
        "The units of Seat 1 go back to hand.",
        "The units of Seat 2 go back to hand.",
    ]
    game.choose(3, "concede")
    assert said(game, "Seat 3") == [
        "Seat 3 concedes.",
        "All cards of Seat 3 go to the discard piles.",
    ]


@rule("CS-8.7", "CS-18.17")
def test_why_a_winner_must_discard() -> None:
    def winner(traits: str) -> Game:
        table = Arranged(3).hand(
            1, "juggernaut, breacher, breacher, ghostwire, saboteur, spymaster"
        )
        game = table.traits(1, traits).lanes(2, "spymaster / - / -").active(1).play()
        game.choose(1, "done")
        game.attack(1, "juggernaut / - / -")
        return game

    def reasons(game: Game) -> dict[str, str]:
        return {r.option.token: game.match.reason(r) for r in game.match.refusals(0)}

    assert reasons(winner("")) == {
        "done": "You own 7 units and must discard one; the limit is 6. (CS-8.7)"
    }
    sifting = winner("talent_scouts")
    assert sifting.asked[1] == "sift_discard"
    assert reasons(sifting) == {
        "done": "You drew 1 more unit than usual and must discard as many. (CS-18.17)"
    }


@rule("CS-18.17", "CS-18.19")
def test_two_extra_draws_are_counted_in_the_reason() -> None:
    table = Arranged(13, large_game="merged").traits(1, "talent_scouts, talent_scouts").active(1)
    table.lanes(2, "- / spymaster / -").hand(2, "field_coder")
    game = table.hand(1, "juggernaut, breacher, saboteur").play()
    game.choose(1, "done")
    game.attack(1, "juggernaut / breacher / saboteur")
    assert [game.match.reason(refusal) for refusal in game.match.refusals(0)] == [
        "You drew 2 more units than usual and must discard as many. (CS-18.17)"
    ]


@rule("CS-6.3", "CS-8.4", "CS-18.14", "CS-18.15")
def test_questions_in_a_battle_name_the_rival() -> None:
    table = Arranged(3).hand(1, "breacher, breacher, saboteur").traits(1, "deep_recon")
    table.lanes(2, "spymaster / headhunter / -").hand(2, "spymaster").traits(2, "rapid_redeploy")
    game = table.active(1).play()
    game.choose(1, "done")
    asked = [game.decision(1).prompt()]
    game.choose(1, "skip", "place breacher", "place saboteur", "leave_empty")
    for seat, answer in ((2, "keep"), (1, "done"), (2, "done")):
        asked.append(game.decision(seat).prompt())
        game.choose(seat, answer)
    asked.append(game.decision(1).prompt())
    matching = "Do you put a matching unit from your hand onto one of yours?"
    assert asked == [
        "Deep Recon: which face-down defender of Seat 2 do you look at?",
        "Rapid Redeployment: Seat 1 attacks you. Do you exchange two of your lanes?",
        f"Duplicates: you attack Seat 2. {matching}",
        f"Duplicates: Seat 1 attacks you. {matching}",
        "You lost the battle against Seat 2: which unit do you give up?",
    ]


@rule("CS-9.3", "CS-5.3")
def test_a_unit_that_is_placed_already_cites_the_rule_of_its_phase() -> None:
    game = Arranged(3).hand(1, "breacher, saboteur, ghostwire").active(1).play()
    game.choose(1, "done", "place breacher")
    attacking = [game.match.reason(refusal) for refusal in game.match.refusals(0)]
    assert attacking == ["You have placed Breacher in another lane. (CS-5.3)"]
    game = Arranged(2).hand(1, "breacher, saboteur, ghostwire").play()
    game.choose(1, "done", "place breacher")
    defending = [game.match.reason(refusal) for refusal in game.match.refusals(0)]
    assert defending == ["You have placed Breacher in another lane. (CS-9.3)"]


@rule("CS-7.14", "CS-18.13")
def test_a_duplicate_of_the_defender_names_what_it_adds_to_the_defense() -> None:
    table = Arranged(3).hand(1, "breacher, saboteur").traits(1, "clone_vats").active(1)
    table.lanes(2, "- / datamite_swarm / spymaster").hand(2, "spymaster, datamite_swarm")
    game = table.play()
    game.choose(1, "done")
    game.attack(1, "- / breacher / saboteur")
    # The attacker's Clone Vats are nothing to the defender.
    assert labels(game, 2)[:2] == [
        "Stack a duplicate in the centre lane: Datamite Swarm gains 6",
        "Stack a duplicate in the third lane: Spymaster gains 3",
    ]


@rule("CS-9.1")
def test_one_defender_is_told_as_one() -> None:
    game = Arranged(2).hand(1, "breacher, saboteur").play()
    game.choose(1, "done")
    game.defend(1, "- / breacher / -")
    assert said(game, "deploys") == ["Seat 1 deploys a defender in the centre lane."]
