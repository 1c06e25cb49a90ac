"""The lab's simulations: seeds, seats, rows, intervals and files."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st

import starhall
from starhall.bots.bot import UnknownBot
from starhall.engine.errors import BadSetting, UnknownGame
from starhall.lab.estimates import wilson
from starhall.lab.results import Results, write
from starhall.lab.simulate import (
    Plan,
    Row,
    bot_seed,
    game_seed,
    plan,
    play_game,
    run,
    seat_bots,
    summarize,
)
from starhall.lab.workers import LabError


def random_plan(seats: int = 3, records: bool = True) -> Plan:
    return plan("cyberstrife", ["random"], seats, {"round_cap": 40}, seed=3, records=records)


# --- what is played ------------------------------------------------------------------------------


def test_seeds_follow_from_the_plan_and_the_number_alone() -> None:
    seed = random_plan().seed
    games = [game_seed(seed, index) for index in range(50)]
    bots = [bot_seed(seed, index, seat) for index in range(50) for seat in range(4)]
    assert len(set(games)) == 50 and len(set(bots)) == 200
    assert game_seed(seed, 7) == games[7]
    assert game_seed(plan("cyberstrife", seed=4).seed, 7) != games[7]


def test_bots_move_on_by_one_seat_from_game_to_game() -> None:
    pair = plan("cyberstrife", ["random", "greedy"], 3)
    assert seat_bots(pair, 0) == ["random", "greedy", "random"]
    assert seat_bots(pair, 1) == ["greedy", "random", "greedy"]
    assert seat_bots(pair, 2) == seat_bots(pair, 0)


def test_any_game_can_be_played_by_itself() -> None:
    """Game 4 is the same whether or not games 0 to 3 were played before it."""
    rows = list(run(random_plan(), 6))
    assert [row.index for row in rows] == list(range(6))
    assert play_game(random_plan(), 4) == rows[4]


def test_processes_give_the_same_rows_in_order() -> None:
    alone = list(run(random_plan(), 40, jobs=1))
    assert list(run(random_plan(), 40, jobs=2)) == alone


def test_a_row_tells_the_game_again() -> None:
    """Seed, settings and choices are a record: replayed under watch they end as the row says."""
    row = play_game(random_plan(), 2)
    match = starhall.new("cyberstrife", seats=3, seed=row.seed, **json.loads(row.settings))
    choices = 0
    for line in row.record or []:
        seat, _, token = line.partition(" ")
        decision = match.decision_of(int(seat))
        assert decision is not None
        choices += len(decision.options) > 1
        match.choose(token, int(seat))
    result = match.result
    assert result is not None
    assert (result.winners, result.ranks, result.scores, result.reason) == (
        row.winners,
        row.ranks,
        row.scores,
        row.reason,
    )
    assert (match.ply, choices) == (row.plies, row.choices)
    assert json.loads(row.settings)["round_cap"] == 40


def test_forced_answers_are_no_choices() -> None:
    asked = plan("cyberstrife", ["random"], 2, {"auto_single": "off"}, seed=1)
    row = play_game(asked, 0)
    assert 0 < row.choices < row.plies


def test_without_records_the_choices_are_not_kept() -> None:
    assert play_game(random_plan(records=False), 0).record is None


def test_a_bot_that_looks_ahead_plays_in_a_watched_match() -> None:
    row = play_game(plan("cyberstrife", ["greedy", "random"], 2, seed=5), 0)
    assert row.bots == ["greedy", "random"]
    assert sorted(row.ranks) == [1, 2]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"game": "cybrstrife"}, UnknownGame),
        ({"bots": ["clever"]}, UnknownBot),
        ({"bots": []}, BadSetting),
        ({"seats": 1}, BadSetting),
        ({"settings": {"pace": 1}}, BadSetting),
    ],
)
def test_a_plan_that_cannot_be_is_refused(
    change: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        plan(**{"game": "cyberstrife", **change})  # type: ignore[arg-type]


def test_no_games_or_no_jobs_are_refused() -> None:
    with pytest.raises(LabError, match="at least 1 game, not 0"):
        next(run(random_plan(), 0, 2))
    with pytest.raises(LabError, match="at least 1 job, not 0"):
        next(run(random_plan(), 3, 0))


# --- what came out -------------------------------------------------------------------------------


def row(index: int, bots: list[str], winners: list[int], plies: int = 10, error: str = "") -> Row:
    ranks = [1 if seat in winners else 2 for seat in range(len(bots))]
    return Row(
        index=index,
        seed="00",
        seats=len(bots),
        bots=bots,
        winners=winners,
        ranks=ranks,
        scores=[0.5 for _ in bots],
        plies=plies,
        reason="last",
        choices=plies - 1,
        settings="{}",
        error=error,
    )


def test_the_wilson_interval_against_known_values() -> None:
    """Worked out by hand from the formula with z = 1.96."""
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    low, high = wilson(0, 10)
    assert (low, round(high, 4)) == (0.0, 0.2775)
    low, high = wilson(10, 10)
    assert (round(low, 4), high) == (0.7225, 1.0)
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 5000), st.data())
def test_the_wilson_interval_holds_the_share_and_solves_its_equation(
    trials: int, data: st.DataObject
) -> None:
    """At its ends the share lies 1.96 standard errors of that end away."""
    hits = data.draw(st.integers(0, trials))
    share = hits / trials
    low, high = wilson(hits, trials)
    assert 0 <= low <= share + 1e-12 and share - 1e-12 <= high <= 1
    for end in (low, high):
        error = 1.959963984540054 * math.sqrt(end * (1 - end) / trials)
        assert math.isclose(abs(share - end), error, abs_tol=1e-9)


def test_the_summary_counts_seats_and_shared_wins() -> None:
    rows = [
        row(0, ["a", "b", "a"], [0], plies=10),
        row(1, ["b", "a", "b"], [1, 2], plies=20),
        row(2, ["a", "b", "a"], [1], plies=60),
    ]
    summary = summarize(rows)
    a, b = summary.bots
    assert (a.bot, a.seats, a.wins) == ("a", 5, 1.5)
    assert (b.bot, b.seats, b.wins) == ("b", 4, 1.5)
    assert (a.share, b.share) == (0.3, 0.375)
    assert a.low < a.share < a.high
    assert math.isclose(a.fair, 3 / 9) and a.fair == b.fair
    assert (a.score, b.score) == (0.5, 0.5)
    assert (summary.games, summary.plies, summary.choices) == (3, 90, 87)
    assert (summary.mean_plies, summary.shortest, summary.longest) == (30, 10, 60)
    assert summary.reasons == {"last": 3}


def test_games_that_broke_off_are_not_counted() -> None:
    rows = [row(0, ["a", "b"], [0]), row(1, ["a", "b"], [], error="a in seat 1, ply 3: no")]
    summary = summarize(rows)
    assert (summary.games, summary.failed) == (1, 1)
    assert [bot.wins for bot in summary.bots] == [1.0, 0.0]
    with pytest.raises(LabError, match="nothing to report"):
        summarize(rows[1:])


def test_nothing_played_cannot_be_summed_up() -> None:
    with pytest.raises(LabError, match="nothing to report"):
        summarize([])


# --- keeping it ----------------------------------------------------------------------------------

COLUMNS = [
    "index", "seed", "seats", "bots", "winners", "ranks",
    "scores", "plies", "reason", "choices", "settings", "error",
]  # fmt: skip


def test_all_formats_hold_the_same_rows(tmp_path: Path) -> None:
    rows = list(run(random_plan(records=False), 3))
    files = [tmp_path / f"games.{suffix}" for suffix in ("parquet", "csv", "jsonl")]
    for file in files:
        write(rows, file)
    frame = polars.read_parquet(files[0])
    assert frame.columns == COLUMNS
    from_parquet = frame.to_dicts()
    from_jsonl = [json.loads(line) for line in files[2].read_text().splitlines()]
    assert from_parquet == from_jsonl
    with files[1].open() as source:
        for text, true in zip(csv.DictReader(source), from_jsonl, strict=True):
            lists = {name: json.loads(text[name]) for name, v in true.items() if type(v) is list}
            whole = {name: int(text[name]) for name, v in true.items() if type(v) is int}
            assert {**text, **lists, **whole} == true


def test_records_are_the_last_column(tmp_path: Path) -> None:
    rows = list(run(random_plan(), 2))
    file = tmp_path / "games.parquet"
    write(rows, file)
    frame = polars.read_parquet(file)
    assert frame.columns == [*COLUMNS, "record"]
    assert frame["record"].to_list() == [row.record for row in rows]
    assert [len(record) for record in frame["record"]] == frame["plies"].to_list()


def test_an_older_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("old\n" * 10_000)
    write([row(0, ["a", "b"], [0])], file)
    assert len(file.read_text().splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_files_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    rows = [row(0, ["a", "b"], [0])]
    with pytest.raises(LabError, match=r"\.parquet, \.csv, \.jsonl"):
        write(rows, tmp_path / "games.xlsx")
    with pytest.raises(LabError, match="no folder"):
        write(rows, tmp_path / "nowhere" / "games.csv")


# --- going on ------------------------------------------------------------------------------------


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    """Whatever the moment, even in the middle of a line, the file comes out the same."""
    planned = random_plan(records=False)
    whole = list(run(planned, 6))
    file = tmp_path / "games.jsonl"
    write(whole, tmp_path / "whole.jsonl")
    results = Results(file, planned, 6, Row)
    for each in whole[:3]:
        results.add(each)
    results.close(finished=False)
    part = tmp_path / "games.jsonl.part"
    part.write_bytes(part.read_bytes()[:-20])  # as a power cut would leave it
    results = Results(file, planned, 6, Row)
    assert results.done == {0, 1}
    for each in run(planned, 6, done=results.done):
        results.add(each)
    results.write()
    results.close(finished=True)
    assert file.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert not part.exists()


def test_a_run_of_another_plan_is_not_continued(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    Results(file, random_plan(), 6, Row).close(finished=False)
    with pytest.raises(LabError, match=r"games\.jsonl\.part is from another simulation"):
        Results(file, random_plan(seats=4), 6, Row)


def test_games_that_broke_off_are_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    results = Results(file, random_plan(), 6, Row)
    results.add(row(0, ["a", "b"], [0]))
    results.add(row(1, ["a", "b"], [], error="no"))
    results.close(finished=False)
    again = Results(file, random_plan(), 6, Row)
    assert again.done == {0}
    again.close(finished=False)
