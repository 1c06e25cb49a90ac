"""Result files: one row for each game, written as the games end, so that no work is lost.

While a simulation runs, its rows are appended to `NAME.part`, JSON lines after a line that names
the plan. The same command resumes from there. At the end the rows are written in the
format of the file's name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TextIO, TypeVar

import msgspec

from starhall.engine.match.record import replace_file
from starhall.lab.simulate import Plan, Row, rules_of
from starhall.lab.workers import LabError

if TYPE_CHECKING:
    from polars import DataType

R = TypeVar("R", bound=Row)

SUFFIXES: Final = (".parquet", ".csv", ".jsonl")
PART: Final = ".part"
META: Final = "starhall"  # where a Parquet file says what it is about


def check_file(path: Path, suffixes: Sequence[str] = SUFFIXES) -> None:
    """Refuse a file that could not be written, before hours of play."""
    if path.suffix not in suffixes:
        raise LabError("file.suffix", file=path, known=", ".join(suffixes))
    if not path.parent.is_dir():
        raise LabError("file.folder", file=path, folder=path.parent)
    if path.is_dir():
        raise LabError("file.is_folder", file=path)
    if path.suffix == ".parquet":
        try:
            import_module("polars")
        except ImportError:
            raise LabError("file.polars") from None


def part_of(path: Path) -> Path:
    """Where the rows are while the games are played."""
    return path.with_name(path.name + PART)


class Results(Generic[R]):
    """The rows of one plan, on disk as they come; an interrupted run can be resumed."""

    def __init__(self, path: Path, plan: Plan, games: int, row: type[R]) -> None:
        check_file(path)
        self.path = path
        self.part = part_of(path)
        self._row = row
        self._head = msgspec.json.encode(head(plan)).decode()
        self.rows: list[R] = [row for row in self._kept() if row.index < games]
        self._file = self._open()

    @property
    def done(self) -> set[int]:
        return {row.index for row in self.rows}

    @property
    def failed(self) -> list[R]:
        """The games that broke off."""
        return [row for row in self.rows if row.error]

    def add(self, row: R) -> None:
        """Keep a row; it is on its way to the disk before the next game ends."""
        self.rows.append(row)
        try:
            self._file.write(msgspec.json.encode(row).decode() + "\n")
            self._file.flush()
        except OSError as error:
            kept = len(self.rows) - 1
            raise LabError("file.part", file=self.part, why=error.strerror, n=kept) from None

    def write(self) -> None:
        """Write the file itself, in the order of the games."""
        self.rows.sort(key=lambda row: row.index)
        write(self.rows, self.path, self._head)

    def close(self, finished: bool) -> None:
        """Close the part; it is deleted once the run has finished."""
        self._file.close()
        if finished:
            self.part.unlink(missing_ok=True)

    def _kept(self) -> list[R]:
        """The rows of an interrupted run. Games that broke off are played again."""
        try:
            lines = self.part.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LabError("file.read", file=self.part, why=error.strerror) from None
        if lines[0].decode("utf-8", "replace") != self._head:
            raise LabError("file.other_run", file=self.part)
        rows: dict[int, R] = {}
        for line in lines[1:-1]:  # what follows the last line break was cut off
            try:
                row = msgspec.json.decode(line, type=self._row)
            except msgspec.DecodeError:
                continue  # cut off in the middle by an earlier interruption
            rows[row.index] = row
        return [row for row in rows.values() if not row.error]

    def _open(self) -> TextIO:
        kept = [msgspec.json.encode(row).decode() for row in self.rows]
        text = "".join([f"{line}\n" for line in [self._head, *kept]])
        try:
            replace_file(self.part, text.encode())
            return self.part.open("a", encoding="utf-8")
        except OSError as error:
            raise LabError("file.write", file=self.path, why=error.strerror) from None


def head(plan: Plan) -> dict[str, object]:
    """What must be the same for a run to be resumed."""
    rules = rules_of(plan.game, plan.pack)
    return {
        "game": plan.game,
        "rules": rules.version,
        "content": rules.content.hash,
        "pack": str(plan.pack) if plan.pack is not None else "",
        "seats": plan.seats,
        "settings": plan.settings,
        "variants": plan.variants,
        "bots": plan.bots,
        "seed": plan.seed.hex(),
        "records": plan.records,
    }


def write(rows: Sequence[Row], path: Path, about: str = "") -> None:
    """Write the rows in the format of the suffix; a failure does not damage an old file.

    A Parquet file also keeps what the rows are about.
    """
    check_file(path)
    if path.suffix == ".parquet":
        data = _parquet(rows, about)
    else:
        data = {".csv": _csv, ".jsonl": _jsonl}[path.suffix](rows)
    try:
        replace_file(path, data)
    except OSError as error:
        raise LabError("file.untouched", file=path, why=error.strerror) from None


def _columns(rows: Sequence[Row]) -> list[str]:
    columns = list(type(rows[0]).__struct_fields__) if rows else list(Row.__struct_fields__)
    if not any([row.record is not None for row in rows]):
        columns.remove("record")
    return columns


def _types() -> Mapping[str, DataType]:
    """The types of all columns that rows of the lab have."""
    import polars  # slow to import, and only needed here

    text, whole, real = polars.String(), polars.Int64(), polars.Float64()
    return {
        "index": whole,
        "seed": text,
        "seats": whole,
        "bots": polars.List(text),
        "winners": polars.List(whole),
        "ranks": polars.List(whole),
        "scores": polars.List(real),
        "plies": whole,
        "reason": text,
        "choices": whole,
        "settings": text,
        "error": text,
        "record": polars.List(text),
        "rounds": whole,
        "widths": polars.List(polars.UInt16()),
        "course": polars.List(polars.List(real)),
        "roles": polars.List(polars.Struct({"name": text, "values": polars.List(text)})),
        "measures": polars.List(polars.Struct({"name": text, "values": polars.List(real)})),
        "uses": polars.List(
            polars.Struct({"seat": whole, "what": text, "offered": whole, "taken": whole})
        ),
    }


def _plain(value: Any) -> Any:
    """Structs in a list as dicts."""
    if isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
        return [msgspec.structs.asdict(item) for item in value]
    return value


def _parquet(rows: Sequence[Row], about: str) -> bytes:
    import polars

    types = _types()
    schema = {name: types[name] for name in _columns(rows)}
    columns = {name: [_plain(getattr(row, name)) for row in rows] for name in schema}
    data = io.BytesIO()
    polars.DataFrame(columns, schema=schema).write_parquet(data, metadata={META: about})
    return data.getvalue()


def read_parquet(path: Path, row: type[R]) -> tuple[dict[str, Any], list[R]]:
    """The rows of a Parquet file, and what they are about."""
    import polars

    try:
        about = polars.read_parquet_metadata(path).get(META, "")
        table = polars.read_parquet(path)
        return msgspec.json.decode(about or "{}"), [_row(data, row) for data in table.to_dicts()]
    except (OSError, polars.exceptions.PolarsError, msgspec.MsgspecError) as error:
        raise LabError("file.parquet", file=path, why=error) from None


def _row(data: dict[str, Any], row: type[R]) -> R:
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            data[key] = [list(item.values()) for item in value]
    return msgspec.convert(data, row)


def _csv(rows: Sequence[Row]) -> bytes:
    """Lists are written as JSON."""
    columns = _columns(rows)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        values = [getattr(row, name) for name in columns]
        writer.writerow(
            [msgspec.json.encode(v).decode() if isinstance(v, list) else v for v in values]
        )
    return text.getvalue().encode()


def _jsonl(rows: Sequence[Row]) -> bytes:
    return b"".join([msgspec.json.encode(row) + b"\n" for row in rows])
