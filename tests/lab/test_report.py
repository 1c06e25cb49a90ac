"""Reports: of a game from outside, made again from their data, and opened in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polars
import pytest
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import starhall
from starhall.engine.match.opening import load
from starhall.engine.text.language import speaking
from starhall.engine.text.translation import OPEN, PSEUDO
from starhall.lab.analysis import analyse
from starhall.lab.course import came_back, changes_of, ran_away
from starhall.lab.observe import Observed, Subjects, Use, observe_game
from starhall.lab.results import read_parquet
from starhall.lab.simulate import plan
from tests.cli.program import run
from tests.made_up import escaping
from tests.web.play import DESKTOP, PHONE, ROOT, launch

GAMES = 60


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory, example_games: None) -> Path:
    """A report of Comet Run, a game that the lab knows nothing of."""
    page: Path = tmp_path_factory.mktemp("lab") / "race.html"
    options = ("--seats", "3", "--bots", "random,greedy", "-o", "sides=2,6", "--jobs", "1")
    done = run("lab", "comet-run", "--games", str(GAMES), *options, "--out", page)
    assert done.exit_code == 0, done.output
    return page


# --- what is observed ----------------------------------------------------------------------------


def test_what_a_game_declares_is_counted() -> None:
    found = Subjects(starhall.find("nexus-ops"))
    assert "buy dragon" in found.options.values() and "score" not in found.events
    assert not [token for token in found.options.values() if token.startswith("move")]
    assert Subjects(starhall.find("cyberstrife")).events == {"draws_traits"}


def test_a_game_that_declares_nothing_has_its_options_counted(example_games: None) -> None:
    found = Subjects(starhall.find("comet-run"))
    assert set(found.options.values()) == {"fly low", "fly high", "fly both"}


def test_a_game_under_observation_is_the_same_game() -> None:
    planned = plan("cassiopeia", ["random"], 3, seed=5)
    seen = observe_game(planned, 2)
    match = starhall.new("cassiopeia", 3, seed=seen.seed)
    offered: dict[tuple[int, str], int] = {}
    for step in seen.record or []:
        seat, _, token = step.partition(" ")
        decision = match.decision_of(int(seat))
        assert decision is not None
        for option in decision.options:
            key = int(seat), option.token
            offered[key] = offered.get(key, 0) + 1
        match.choose(token, int(seat))
    assert match.over and seen.rounds == match.state.round  # type: ignore[attr-defined]
    chosen = [use for use in seen.uses if use.what.startswith("choose ")]
    assert sum([use.taken for use in chosen]) >= 3
    for use in seen.uses:
        assert use.offered == offered[use.seat, use.what]
        assert use.taken == (seen.record or []).count(f"{use.seat} {use.what}")
    systems = seen.roles[0]
    assert systems.name == "system" and len(set(systems.values)) == 3


def row_with(course: list[list[float]], winner: int) -> Observed:
    import msgspec

    from tests.lab.test_estimates import game

    return msgspec.structs.replace(game(0, winner), course=course, seats=2)


def test_the_lead() -> None:
    """A small difference changes nothing; who is overtaken clearly has lost the lead."""
    even = [0.5, 0.5]
    one, other = [0.6, 0.4], [0.4, 0.6]
    assert changes_of(row_with([even, one, [0.5, 0.505], other, one], 0)) == 2
    assert ran_away(row_with([even, one, one, one], 0))
    assert not ran_away(row_with([even, one, one, other], 0))
    assert not ran_away(row_with([even, one, one, one], 1))
    assert came_back(row_with([even, one, one, one], 1))
    assert not came_back(row_with([even, one, one, one], 0))


def test_what_all_do_alike_is_not_said_of_single_things() -> None:
    """Five cards that losers draw: it is losing that draws them."""
    import random

    from starhall.lab.findings import Reader
    from tests.lab.test_estimates import game

    dice = random.Random(1)
    cards = ["martian", "broker", "foreman", "captain", "intendant"]
    rows = []
    for index in range(600):
        winner = index % 4
        uses = [
            Use(seat, f"choose {card}", 2, int(dice.random() < (0.2 if seat == winner else 0.7)))
            for seat in range(4)
            for card in cards
        ]
        rows.append(game(index, winner, uses))
    report = analyse(rows, starhall.find("cassiopeia"), {}, 10)
    content = [each for each in Reader(report, rows).findings() if each.topic == "content"]
    assert [each.title for each in content] == ["Choose: any of them goes with losing"]
    assert "5 of 5 point the same way" in content[0].text and not content[0].certain


# --- the files -----------------------------------------------------------------------------------


def test_a_report_made_again_from_its_data_is_the_same_to_the_byte(report: Path) -> None:
    """Also after the data were read and written by somebody else."""
    again = report.with_name("race-2") / report.name
    again.parent.mkdir()
    data = report.with_suffix(".parquet")
    done = run("lab", "comet-run", "--from", data, "--out", again)
    assert done.exit_code == 0, done.output
    assert again.read_bytes() == report.read_bytes()
    names = [path.name for path in sorted(Path(again.parent, "race-records").iterdir())]
    assert names
    for name in names:
        records = report.with_name("race-records") / name
        assert Path(again.parent, "race-records", name).read_bytes() == records.read_bytes()


def again_in(language: str, report: Path, folder: Path) -> tuple[str, str]:
    """The page and the short page of the same games in another language."""
    page, short = folder / "again.html", folder / "again.md"
    words = ["--lang", language, "lab", "comet-run", "--from", str(report.with_suffix(".parquet"))]
    with speaking("en"):
        done = run(*words, "--out", page, "--markdown", short)
    assert done.exit_code == 0, done.output
    return page.read_text("utf-8"), short.read_text("utf-8")


def test_a_report_is_in_the_language_of_its_reader(report: Path, tmp_path: Path) -> None:
    page, short = again_in("de", report, tmp_path)
    assert '<html lang="de">' in page and '<h2 id="who-title">Wer gewinnt</h2>' in page
    assert f"{GAMES} Partien mit 3 Plätzen" in page and "| Platz 1 | " in short
    assert re.search(r"\d+,\d % \(\d+,\d bis \d+,\d\)", short)
    assert "chance to win" not in page and "per cent" not in page


def test_no_sentence_of_a_report_escapes_the_catalogue(report: Path, tmp_path: Path) -> None:
    page, short = again_in(PSEUDO, report, tmp_path)
    page = re.sub(r"<(style|code|pre)\b.*?</\1>", " ", page, flags=re.DOTALL)
    labels = " | ".join(re.findall(r'aria-label="([^"]*)"', page))
    told = re.sub(r"<[^>]*>", "\n", page) + labels + re.sub(r"```.*?```", "", short, flags=re.S)
    assert OPEN in told and escaping(told) == []


def test_the_data_are_a_table_for_everybody(report: Path) -> None:
    table = polars.read_parquet(report.with_suffix(".parquet"))
    assert table.height == GAMES
    used = table.explode("uses").unnest("uses").group_by("what").agg(polars.col("taken").sum())
    assert set(used["what"]) == {"fly low", "fly high", "fly both"}
    about, rows = read_parquet(report.with_suffix(".parquet"), Observed)
    assert about["game"] == "comet-run" and rows[7] == observe_game(
        plan("comet-run", ["random", "greedy"], 3, seed="1", variants=[{"sides": 2}, {"sides": 6}]),
        7,
    )


def test_every_link_is_a_record_that_can_be_replayed(report: Path) -> None:
    links = set(re.findall(r'href="([^"#]+\.json)"', report.read_text("utf-8")))
    assert len(links) >= 3
    for link in links:
        match = load(report.parent / link, starhall.find("comet-run"))
        assert match.over
    done = run("replay", report.parent / sorted(links)[0], "--json")
    assert done.exit_code == 0 and '"over": true' in done.output


def test_an_interrupted_run_goes_on(
    tmp_path: Path, example_games: None, report: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was played before Ctrl-C is not played again, and the report is the same."""
    from starhall.lab import observe

    played: list[int] = []
    real = observe.observe_game

    def interrupted(planned: object, index: int) -> Observed:
        if len(played) == 20:
            raise KeyboardInterrupt
        played.append(index)
        return real(planned, index)  # type: ignore[arg-type]

    page = tmp_path / "race.html"
    options = ("--seats", "3", "--bots", "random,greedy", "-o", "sides=2,6", "--jobs", "1")
    command = ("lab", "comet-run", "--games", str(GAMES), *options, "--out", page)
    with monkeypatch.context() as patch:
        patch.setattr(observe, "observe_game", interrupted)
        first = run(*command)
    assert first.exit_code == 130 and "Stopped after 20 of 60 games" in first.output
    assert not page.exists()
    second = run(*command)
    assert second.exit_code == 0 and "Going on after 20 games" in second.output
    assert page.read_bytes() == report.read_bytes()
    assert not page.with_suffix(".parquet.part").exists()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--out", "report.pdf"), "ends in .html"),
        (("--out", "nowhere/report.html"), "there is no folder nowhere"),
        (("--bots", "quick,qick"), "qick"),
        (("-o", "sides=4,nine"), "is a number, not 'nine'"),
        (("-o", "side=4"), "did you mean sides"),
        (("--jobs", "none"), "--jobs is auto or a number"),
        (("--from", "nowhere.parquet"), "not a Parquet file of the lab"),
    ],
)
def test_everything_is_checked_before_the_first_game(
    options: tuple[str, ...],
    complaint: str,
    example_games: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("lab", "comet-run", "--games", "1000000", *options)
    assert done.exit_code == 1 and complaint in done.output
    assert list(tmp_path.iterdir()) == []


def test_without_the_extras_the_first_game_is_not_begun(
    example_games: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "vl_convert", None)
    done = run("lab", "comet-run", "--games", "1000000", "--out", tmp_path / "race.html")
    assert done.exit_code == 1 and "pip install 'starhall[lab]'" in done.output
    assert "vl-convert" in done.output


def test_a_run_of_other_content_is_refused(report: Path) -> None:
    done = run("lab", "cassiopeia", "--from", report.with_suffix(".parquet"), "--out", report)
    assert done.exit_code == 1 and "is a run of comet-run, not of cassiopeia" in done.output


def test_an_option_with_several_values_is_compared(report: Path) -> None:
    about, rows = read_parquet(report.with_suffix(".parquet"), Observed)
    found = analyse(rows, starhall.find("comet-run"), about, 10).by_option["sides"]
    assert [(variant.name, variant.games) for variant in found] == [("2", 30), ("6", 30)]
    assert found[1].length.high < found[0].length.low


# --- in a browser --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield launch(playwright)


def opened(
    browser: Browser, report: Path, size: ViewportSize, theme: str
) -> tuple[Page, list[str]]:
    context = browser.new_context(viewport=size, color_scheme=theme)  # type: ignore[arg-type]
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    return page, asked


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_page_is_fit_for_everybody_and_needs_no_network(
    browser: Browser, report: Path, size: ViewportSize, theme: str
) -> None:
    page, asked = opened(browser, report, size, theme)
    assert asked == [report.as_uri()]
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    page.evaluate(Path(ROOT, "web/node_modules/axe-core/axe.min.js").read_text("utf-8"))
    faults = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    serious = [fault for fault in faults if fault["impact"] in ("serious", "critical")]
    assert [f"{fault['id']}: {fault['nodes'][0]['html'][:150]}" for fault in serious] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    # Every chart has something in it, in the colours of the theme.
    for chart in page.locator("figure svg").all():
        box = chart.bounding_box()
        assert box is not None and box["width"] > 200 and box["height"] > 40
    page.context.close()


def test_the_theme_can_be_chosen(browser: Browser, report: Path) -> None:
    page, _ = opened(browser, report, DESKTOP, "light")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.get_by_label("Dark").check()
    assert page.evaluate(background) != light
    page.get_by_label("Light").check()
    assert page.evaluate(background) == light
    page.context.close()
