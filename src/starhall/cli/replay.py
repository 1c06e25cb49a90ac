"""`starhall replay`: step through a record, show one ply, or verify it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from starhall.cli.console import Json, PackFolder, chosen_game, out, print_json
from starhall.cli.words import BadUse, say

if TYPE_CHECKING:
    from starhall.engine.game import Game
    from starhall.engine.match.match import Match
    from starhall.engine.match.record import Record
    from starhall.engine.rules.state import State


def replay(
    file: Annotated[Path, typer.Argument(help="The record: a saved or finished game.")],
    seat: Annotated[
        int | None,
        typer.Option(help="Whose view, counted from 0 as in the record; default: a spectator."),
    ] = None,
    ply: Annotated[
        int | None, typer.Option(help="Show only the table after that many choices.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Prove that the game followed from its seed.")
    ] = False,
    commitment: Annotated[
        str, typer.Option(help="With --verify: the commitment published before the game.")
    ] = "",
    proof: Annotated[
        Path | None,
        typer.Option(help="With --verify: the proof of a hall, GET /api/tables/ID/proof."),
    ] = None,
    pack: PackFolder = None,
    json: Json = False,
) -> None:
    """Step through a recorded game, show one ply, or verify it.

    \b
    Examples:
      starhall replay evening.json
      starhall replay evening.json --ply 40 --seat 1
      starhall replay evening.json --verify
      starhall replay evening.json --verify --proof proof.json --commitment 5f1c...
    """
    from starhall.engine.match import record as records
    from starhall.engine.match.opening import load

    record = records.read(file)
    rules = chosen_game(record.game, pack)
    if verify:
        if ply is not None or seat is not None:
            raise BadUse("use.verify_alone")
        _prove(record, rules, commitment, proof, json)
        return
    if commitment or proof is not None:
        given = "--commitment" if commitment else "--proof"
        raise BadUse("use.verify_missing", given=given)
    match = load(record, rules)
    match.observer(seat)
    if json:
        print_json(snapshot(match.at(match.ply if ply is None else ply), match.ply, seat))
    elif ply is not None:
        from starhall.cli.stepper import show_ply

        show_ply(match, ply, seat)
    else:
        from starhall.cli.stepper import Stepper

        Stepper(match, seat).run()


def snapshot(match: Match[Any], plies: int, seat: int | None) -> dict[str, object]:
    """One ply for a program: the scene and the events of the last choice.

    Until all is shown, the choice itself is shown only to its own seat.
    """
    step = match.choices[-1] if match.choices else None
    known = step is not None and (match.all_shown or step.seat == seat)
    return {
        "game": match.game.id,
        "ply": match.ply,
        "plies": plies,
        "seat": seat,
        "chooser": step.seat if step is not None else None,
        "choice": step.option.token if step is not None and known else None,
        "log": match.sentences(seat, match.ply),
        "over": match.over,
        "scene": match.scene(seat),
    }


def _prove(
    record: Record, rules: Game[State], commitment: str, proof: Path | None, json: bool
) -> None:
    from starhall.cli.console import complain
    from starhall.cli.verify import audit, read_proof

    found = audit(record, rules, commitment, None if proof is None else read_proof(proof))
    if json:
        print_json({"verified": found.passed, "proven": found.proven, "failed": found.failed})
    else:
        for sentence in found.proven:
            out.print(f"[green]{say('replay.proven')}[/]  {sentence}", soft_wrap=True)
        if found.passed:
            out.print(f"[bold green]{say('replay.true')}[/]")
        else:
            complain(say("replay.not_proven", why=found.failed))
    if not found.passed:
        raise typer.Exit(1)
