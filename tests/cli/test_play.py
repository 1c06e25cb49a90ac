"""A game at one terminal, typed in through a pipe."""

from __future__ import annotations

import json
import re
from pathlib import Path

import starhall
from starhall.cli.players import Player, seat_bots
from starhall.engine.rules.chance import commitment
from tests.cli.program import choices, lines, ok, refused, run, spawn

DUEL = ("play", "--players", "me,random", "--seed", "5")
FIRST = "1\n"
ENDING = " is the last company standing and wins.\n"


def question(transcript: str) -> str:
    """The last prompt with its options."""
    return transcript.rsplit("\n\n", 1)[1].split("\n>")[0]


def test_a_whole_game_to_its_end() -> None:
    shown = ok(*DUEL, typed=FIRST * 2000 + "\n")
    assert ENDING in shown
    ranks = re.findall(r"^ +([12])   (Player 1|Random) +(\d+) *$", shown, re.MULTILINE)
    assert [rank for rank, _, _ in ranks] == ["1", "2"]
    assert {name for _, name, _ in ranks} == {"Player 1", "Random"}
    seed = re.search(r"^seed +([0-9a-f]{64})$", shown, re.MULTILINE)
    promised = re.search(r"^commitment ([0-9a-f]{64})$", shown, re.MULTILINE)
    assert seed and promised
    assert commitment(bytes.fromhex(seed[1])) == promised[1]
    assert shown.count(promised[1]) == 2, "told before the game as well as after it"


def test_the_program_itself_plays_to_the_end(tmp_path: Path) -> None:
    """As one types it, in a process of its own, and the record it leaves is true."""
    file = tmp_path / "evening.json"
    done = spawn(*DUEL, typed=FIRST * 2000 + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert ENDING in done.stdout
    done = spawn(*DUEL, typed=lines("c", "y", str(file)))
    assert (done.returncode, done.stderr) == (0, "")
    assert f"Random{ENDING}" in done.stdout
    assert spawn("replay", file, "--verify").returncode == 0


def test_without_arguments_one_plays_against_a_greedy_and_a_random_bot() -> None:
    shown = ok("play", typed="q\n\n")
    assert "Cyberstrife" in shown
    assert "Players: Player 1, Greedy and Random." in shown


def test_more_seats_are_filled_with_random_bots() -> None:
    shown = ok("play", "--seats", "5", "--seed", "1", typed="q\n\n")
    assert "Players: Player 1, Greedy, Random, Random 2 and Random 3." in shown


def test_bots_alone_play_to_the_end() -> None:
    shown = ok("play", "--players", "random,random", "--seed", "2", typed="\n")
    assert ENDING in shown and "earlier lines" in shown


def test_the_same_seed_and_answers_give_the_same_evening() -> None:
    typed = FIRST * 30 + "q\n\n"
    assert ok(*DUEL, typed=typed) == ok(*DUEL, typed=typed)
    assert ok(*DUEL, typed=typed) != ok(*DUEL[:-1], "6", typed=typed)


def test_every_line_of_the_log_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = ok(*DUEL, typed=FIRST * 40 + lines(f"s {file}", "q"))
    told = [line.strip() for line in shown.splitlines() if line.startswith("  ")]
    log = starhall.load(file).sentences(0)
    assert len(log) > 10
    for sentence in set(log):
        assert told.count(sentence) == log.count(sentence), sentence


def test_the_luck_of_bots_follows_from_seed_and_ply() -> None:
    def draws(seed: int, choices: int) -> list[int]:
        match = starhall.new("cyberstrife", seats=2, seed=seed)
        for _ in range(choices):
            match.choose(match.decision.options[0])
        bots = seat_bots(match, [Player("Random", "random"), Player("Random 2", "random")])
        return [bots[seat].stream.below(10_000) for seat in (0, 1) for _ in range(5)]

    assert draws(1, 0) == draws(1, 0)
    assert len({tuple(draws(1, 0)), tuple(draws(2, 0)), tuple(draws(1, 3))}) == 3
    assert draws(1, 0)[:5] != draws(1, 0)[5:]


# --- answers -------------------------------------------------------------------------------------


def save_after(tmp_path: Path, *typed: str) -> tuple[list[str], str]:
    """The choices on record after typing that, and what the screen said."""
    file = tmp_path / "game.json"
    shown = ok(*DUEL, typed=lines(*typed, f"s {file}", "q"))
    return choices(file), shown


def mine(found: list[str]) -> list[str]:
    return [choice.removeprefix("0 ") for choice in found if choice.startswith("0 ")]


def offered_first() -> list[str]:
    """The tokens of the first question that seat 0 is asked."""
    shown = ok(*DUEL, typed="q\n\n")
    return re.findall(r"^ +\d+  .*?  (\S+(?: \S+)?)$", shown, re.MULTILINE)


def test_an_option_is_chosen_by_number_token_or_unique_beginning(tmp_path: Path) -> None:
    tokens = offered_first()
    unit = tokens[1]
    assert unit.startswith("mark ") and tokens[-1] == "done"
    argument = unit.removeprefix("mark ")
    for typed in ("2", unit, unit.upper(), f"  {unit} ", unit[:-1], argument, argument[:-1]):
        found, _ = save_after(tmp_path, typed)
        assert mine(found) == [unit], typed


def test_an_unclear_beginning_is_asked_back_and_changes_nothing(tmp_path: Path) -> None:
    tokens = offered_first()
    found, shown = save_after(tmp_path, "mark")
    assert mine(found) == []
    marks = [token for token in tokens if token.startswith("mark")]
    assert f"'mark' could mean {', '.join(marks)}: type more of it, or the number." in shown


def test_what_is_not_offered_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    tokens = offered_first()
    strange = ["99", "0", "", "place spymaster", "leave_empty", "blow up", "donee", "-1"]
    found, shown = save_after(tmp_path, *strange)
    assert mine(found) == []
    count = len(tokens)
    assert f"There is no option 99: choose 1 to {count}." in shown
    assert f"There is no option 0: choose 1 to {count}." in shown
    assert f"Choose an option by its number, 1 to {count}; h shows all keys." in shown
    assert "'place spymaster' is not offered to Player 1 (mark_discard)" in shown
    assert "'leave_empty' is not offered" in shown
    assert f"'blow up' is not an option of this game: choose 1 to {count}; h shows" in shown
    assert "did you mean 'done'?" in shown
    assert shown.count("Discard and Draw: mark what") == 1, "the question still stands"


def test_help_names_every_key() -> None:
    shown = ok(*DUEL, typed="h\nq\n\n")
    for key in ("u ", "w ", "r RULE", "c ", "v ", "s FILE", "q ", "h "):
        assert re.search(rf"^{key}", shown, re.MULTILINE), key


def test_the_table_is_shown_again_when_asked_for() -> None:
    once = ok(*DUEL, typed="q\n\n").count("Unit deck:")
    assert ok(*DUEL, typed="v\nv\nq\n\n").count("Unit deck:") == once + 2


# --- taking back ---------------------------------------------------------------------------------


def test_undo_within_the_frontier_asks_nobody(tmp_path: Path) -> None:
    tokens = offered_first()
    found, shown = save_after(tmp_path, "1", "2", "u")
    assert mine(found) == [tokens[0]]
    assert "[y/N]" not in shown
    found, _ = save_after(tmp_path, "1", "2", "u", "u", "done")
    assert mine(found) == ["done"]


def test_undo_without_a_choice_is_refused() -> None:
    shown = ok(*DUEL, typed="u\nq\n\n")
    assert "Player 1 has no choice to take back." in shown


def test_undo_past_the_frontier_only_after_asking(tmp_path: Path) -> None:
    """Exchanging a card draws another: chance was used."""
    found, shown = save_after(tmp_path, "1", "done", "u", "n")
    assert mine(found)[-1] == "done"
    assert "Nothing was taken back." in shown
    found, shown = save_after(tmp_path, "1", "done", "u", "y")
    assert len(mine(found)) == 1 and "done" not in mine(found)
    assert "Taken back." in shown


def test_other_people_must_agree_to_go_back_past_the_frontier(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    two = ("play", "--players", "me:Ann,me:Ben", "-o", "start_seat=1", "--seed", "3")
    start = ("", "1", "done", "u")
    shown = ok(*two, typed=lines(*start, "n", f"s {file}", "q"))
    assert "Ben, cards were shown, chance was used or others have chosen since." in shown
    assert "Ben does not agree: nothing was taken back." in shown
    assert len(choices(file)) == 2
    ok(*two, typed=lines(*start, "y", f"s {file}", "q"))
    assert len(choices(file)) == 1


# --- why not? ------------------------------------------------------------------------------------


def to_the_last_lane() -> list[str]:
    """Up to the question for lane 3 with nothing placed, where it may not be left empty."""
    return ["done", "leave_empty", "leave_empty"]


def test_why_not_tells_the_rule_and_the_rule_can_be_read() -> None:
    shown = ok(*DUEL, typed=lines(*to_the_last_lane(), "w", "r cs-9.3", "q", ""))
    assert re.search(r"^Leave the lane empty: .*\(CS-9\.3\)$", shown, re.MULTILINE)
    rule = starhall.find("cyberstrife").rulebook.find("CS-9.3")
    assert f"CS-9.3, {rule.section}" in shown
    assert rule.text.split(".")[0] in shown.replace("\n", " ")


def test_why_not_about_one_option(tmp_path: Path) -> None:
    asked = ("w leave_empty", "w leave", "w 1", "w concede", "w done", "w nonsense")
    file = tmp_path / "game.json"
    shown = ok(*DUEL, typed=lines(*to_the_last_lane(), *asked, f"s {file}", "q"))
    assert len(re.findall(r"^'leave_empty': .*\(CS-9\.3\) Offered: ", shown, re.MULTILINE)) == 2
    assert "You can: it is number 1." in shown
    assert "You can, at any time: type c." in shown
    assert "'done' is not offered to Player 1 (place_defender)" in shown
    assert "'nonsense' is not an option of this game" in shown
    assert mine(choices(file)) == to_the_last_lane(), "asking changes nothing"


def test_an_unknown_rule_is_refused_with_the_closest() -> None:
    shown = ok(*DUEL, typed="r\nr CS-99.9\nq\n\n")
    assert "Say which rule" in shown
    assert re.search(r"There is no rule CS-99\.9 in RULES\.md.*did you mean 'CS-", shown)


# --- conceding, leaving, saving ------------------------------------------------------------------


def test_conceding_is_asked_back_and_ends_a_duel() -> None:
    assert ENDING not in ok(*DUEL, typed="c\nn\nq\n\n")
    assert f"Random{ENDING}" in ok(*DUEL, typed="c\ny\n\n")


def test_the_end_of_the_input_leaves_politely() -> None:
    result = run(*DUEL, typed="1\n1\n")
    assert result.exit_code == 0
    assert re.search(r"The game is left after \d+ choices, not saved\.", result.stdout)


def test_quitting_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = ok(*DUEL, typed=lines("1", "q", str(file)))
    assert f"saved in {file}." in shown
    assert len(mine(choices(file))) == 1


def test_a_number_typed_by_habit_is_no_file_name() -> None:
    shown = ok(*DUEL, typed=lines("c", "y", "1", ""))
    assert "1 is not a file name: try evening.json, or Enter." in shown
    assert not Path("1").exists()


def test_saving_in_mid_turn_and_going_on(tmp_path: Path) -> None:
    """Interrupted and taken up again, the evening asks the same question and ends alike."""
    file, whole = tmp_path / "half.json", tmp_path / "whole.json"
    shown = ok(*DUEL, typed=lines("1", "1", f"s {file}", "v", "q"))
    resumed = ok("play", "--load", file, typed="q\n")
    assert question(resumed) == question(shown)
    assert "not saved" not in resumed, "nothing has changed since it was saved"
    ok("play", "--load", file, typed=lines("3", "done", f"s {file}", "q"))
    ok(*DUEL, typed=lines("1", "1", "3", "done", f"s {whole}", "q"))
    assert json.loads(file.read_bytes()) == json.loads(whole.read_bytes())


def test_a_loaded_game_goes_on_with_the_same_bots_and_can_be_finished(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ok(*DUEL, typed=lines("1", f"s {file}", "q"))
    shown = ok("play", "--load", file, typed=FIRST * 2000 + "\n")
    assert ENDING in shown
    over = ok("play", "cyberstrife", "--load", file, "--players", "random,random", typed="\n")
    assert ENDING in over and "\n>" not in over


def test_after_undoing_a_saved_choice_it_counts_as_unsaved(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    shown = ok(*DUEL, typed=lines("1", f"s {file}", "u", "2", "q", ""))
    assert "not saved." in shown


def test_a_record_saved_at_the_end_verifies(tmp_path: Path) -> None:
    file = tmp_path / "end.json"
    ok(*DUEL, typed=lines("c", "y", str(file)))
    assert "The record is true." in ok("replay", file, "--verify")


def test_players_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    play = ("play", "cyberstrife", "--players")
    assert "did you mean 'greedy'?" in refused(*play, "me,gredy")
    assert "names 4 players for 3 seats" in refused(*play, "me,me,me,me", "--seats", "3")
    assert "Two players are called 'Ann'" in refused(*play, "me:Ann,me:Ann")
    assert "'Greedy' is the name of a bot" in refused(*play, "me:Greedy,random")
    file = tmp_path / "game.json"
    ok("new", "cyberstrife", "--seats", "3", "--out", file)
    load = ("play", "--load", file)
    assert "3 seats: Player 1, Player 2 and Player 3" in refused(*load, "--players", "me,random")
    assert "leave them out" in refused(*load, "--seats", "3")
    assert "leave them out" in refused(*load, "--seed", "3")


def test_a_tip_is_what_strong_would_do() -> None:
    shown = ok(*DUEL, typed="t\nq\n\n")
    tips = [line for line in shown.splitlines() if "imagined game" in line]
    assert 2 <= len(tips) <= 3
    assert all(["%" in tip and "from" in tip for tip in tips])
