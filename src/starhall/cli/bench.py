"""`starhall bench`: how fast games play and fork, compared with a peer in one run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from starhall.cli.console import Json, PackFolder, err, print_json, print_table
from starhall.cli.words import BadUse, number, say

if TYPE_CHECKING:
    from starhall.lab.bench import Contest

USUAL_SEATS = 4


def bench(
    games: Annotated[
        list[str] | None, typer.Argument(help="Game ids; default: all installed games.")
    ] = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Also measure Catanatron (and, in search, OpenSpiel).")
    ] = False,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the medians count.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.1, help="CPU seconds of play a round.")] = 1.0,
    soak: Annotated[
        int, typer.Option(min=10, help="Games over which the growth of memory is measured.")
    ] = 300,
    search: Annotated[
        bool, typer.Option("--search", help="Measure search instead: simulations a second.")
    ] = False,
    server: Annotated[
        bool, typer.Option("--server", help="Measure the hall instead: players on WebSockets.")
    ] = False,
    attack: Annotated[
        bool, typer.Option("--attack", help="Attack the hall: all ways, or those that are named.")
    ] = False,
    tables: Annotated[
        str, typer.Option(help="With --server: the numbers of live tables.")
    ] = "1,100,1000",
    processes: Annotated[
        int, typer.Option(min=1, help="With --server: processes of the hall, on PostgreSQL.")
    ] = 1,
    db: Annotated[
        str,
        typer.Option(metavar="URL", help="With --server: an empty database; default: a new one."),
    ] = "",
    pack: PackFolder = None,
    json: Json = False,
) -> None:
    """Play random games in one process each and report CPU time, forks and memory.

    Examples: starhall bench cyberstrife, starhall bench --peers, or
    starhall bench cyberstrife --soak 10000. Compiled and plain Starhall are both measured
    if both are available (`make fast`).
    """
    if server:
        _server(tables, seconds, processes, db, json)
        return
    if attack:
        _attack(games or [], json)
        return
    from starhall.engine.game import find, installed, with_pack
    from starhall.lab.bench import PEERS, run

    chosen = {name: find(name) for name in games or installed()}
    if pack is not None:
        if games is not None and len(games) > 1:
            raise BadUse("use.bench_pack")
        chosen = {str(pack): with_pack(pack, games[0] if games else None)}
    if search:
        pairs = [
            (name, min(max(2, game.seats.start), game.seats[-1])) for name, game in chosen.items()
        ]
        _search(pairs, peers, rounds, seconds, json)
        return
    entries = [(name, min(USUAL_SEATS, game.seats.stop - 1)) for name, game in chosen.items()]
    with err.status(say("bench.warming_up")) as status:
        contest = run(
            entries,
            list(PEERS) if peers else [],
            rounds,
            seconds,
            soak,
            lambda step: status.update(say("bench.measuring", step=step)),
        )
    if json:
        print_json(contest)
        return
    print_table(_speed(contest))
    print_table(_memory(contest))
    if contest.peers:
        print_table(_ratios(contest))


def _search(
    games: list[tuple[str, int]], peers: bool, rounds: int, seconds: float, json: bool
) -> None:
    from starhall.lab.bench_search import PEERS, run

    with err.status(say("bench.warming_up")) as status:
        found = run(
            games,
            list(PEERS) if peers else [],
            rounds,
            seconds,
            lambda step: status.update(say("bench.measuring", step=step)),
        )
    if json:
        print_json(found)
        return
    title = say("bench.search", n=found.rounds, python=found.python)
    table = _columns(title, "build", "simulations", "ms_decision", "searcher")
    for f in found.speeds:
        figures = number(f.simulations_per_second, ",.0f"), number(f.ms_per_decision, ".1f")
        table.add_row(f.name, f.build, *figures, f.what)
    print_table(table)


def _server(tables: str, seconds: float, processes: int, db: str, json: bool) -> None:
    from starhall.lab.bench_server import HALF, run

    counts = [int(word) for word in tables.split(",") if word.strip().isdigit()]
    if not counts or min(counts) < 1 or len(counts) != len(tables.split(",")):
        raise BadUse("use.bench_tables", text=tables)
    with err.status(say("bench.opening")) as status:
        loads = run(counts, max(seconds, 5.0), HALF, status.update, processes, db)
    if json:
        print_json(loads)
        return
    table = Table(title=say("bench.hall"), title_justify="left", title_style="bold", box=None)
    for name in (
        "tables",
        "offered",
        "choices",
        "p50",
        "p99",
        "lag",
        "commit",
        "cpu",
        "players_cpu",
        "table_kib",
    ):
        table.add_column(say(f"bench.column.{name}"), justify="right")
    for load in loads:
        table.add_row(
            number(load.tables),
            f"{load.wanted:.0f}/s" if load.wanted else say("bench.all"),
            number(load.rate, ",.0f"),
            number(load.p50_ms, ".1f"),
            number(load.p99_ms, ".1f"),
            f"{load.lag_ms:.0f}",
            number(load.group, ".1f") if processes == 1 else "",
            f"{load.cpu_us:.0f}",
            f"{load.client_us:.0f}",
            f"{load.table_kib:.0f}",
        )
    print_table(table)


def _attack(names: list[str], json: bool) -> None:
    from starhall.lab.bench_attack import run

    with err.status(say("bench.opening")) as status:
        figures = run(lambda step: status.update(say("bench.attacking", step=step)), names)
    if json:
        print_json(figures)
        return
    title = say("bench.under_attack")
    table = Table(title=title, title_justify="left", title_style="bold", box=None)
    table.add_column(say("bench.column.attack"), style="cyan")
    for name in ("before", "wanted", "measured", "met"):
        table.add_column(say(f"bench.column.{name}"), justify="right")
    for figure in figures:
        met = "" if figure.met is None else say("bench.yes" if figure.met else "bench.no")
        table.add_row(figure.attack, figure.before, figure.wanted, figure.measured, met)
    print_table(table)


def _columns(title: str, *names: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None)
    table.add_column(say("bench.column.game"), style="cyan")
    for name in names:
        table.add_column(say(f"bench.column.{name}"), justify="right")
    return table


def _speed(contest: Contest) -> Table:
    table = _columns(
        say("bench.play", n=contest.rounds, python=contest.python),
        "seats",
        "build",
        "decisions",
        "choices",
        "games",
        "us_choice",
        "fork_us",
        "option_us",
    )
    for f in contest.figures:
        table.add_row(
            f.name,
            str(f.seats),
            f.build,
            number(f.decisions_per_second, ",.0f"),
            number(f.choices_per_second, ",.0f"),
            number(f.games_per_second, ",.1f"),
            number(f.us_per_choice, ".2f"),
            number(f.fork_us, ".1f"),
            "" if f.search_us is None else number(f.search_us, ".1f"),
        )
    return table


def _memory(contest: Contest) -> Table:
    table = _columns("\n" + say("bench.memory"), "build", "peak", "soaked", "growth")
    for f in contest.figures:
        peak, growth = number(f.game_kib, ",.0f"), number(f.growth_kib, ",.0f")
        table.add_row(f.name, f.build, peak, str(f.growth_games), growth)
    return table


def _ratios(contest: Contest) -> Table:
    title = "\n" + say("bench.peers")
    table = _columns(title, "build", "peer", "decisions", "choices", "fork")
    for f in contest.figures:
        if f.name in contest.peers:
            continue
        for peer in contest.peers:
            ratio = contest.ratio(f.name, f.build, peer)
            table.add_row(
                f.name,
                f.build,
                peer,
                f"{number(ratio['decisions'], '.1f')} x",
                f"{number(ratio['choices'], '.1f')} x",
                f"{number(ratio['fork'], '.2f')} x",
            )
    return table
