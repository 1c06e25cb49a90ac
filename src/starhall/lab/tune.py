"""Searches values of the content that reach goals: many small packs, each played and measured.

Goals are ranges of figures (`seat_gap < 0.03`, `rounds in 8..14`); each is an objective of its own.
Patterns name what may be changed (`units.*.cost in 2..14`). All packs are played with the same
seeds. The trials are kept in a file, so that a search can be resumed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeGuard

import msgspec

from starhall.engine.errors import ContentError
from starhall.engine.game import Game
from starhall.engine.text.packs import MANIFEST, Pack
from starhall.lab.course import came_back, changes_of, ran_away, seat_gap
from starhall.lab.estimates import Interval, mean, share
from starhall.lab.observe import Observed
from starhall.lab.workers import BadPlan, LabError

Play = Callable[[Game[Any]], Sequence[Observed]]

MOST_VALUES: Final = 60  # searched at once; a search over more finds nothing
_GOAL: Final = re.compile(
    r"\s*([a-z_]+)\s*(?:(<|>)\s*(-?[\d.]+)|in\s+(-?[\d.]+?)\s*\.\.\s*(-?[\d.]+))\s*"
)
_TOUCH: Final = re.compile(r"\s*([a-z_]+)\.([^.\s]+)\.([a-z_]+)\s+in\s+(-?\d+)\s*\.\.\s*(-?\d+)\s*")


# --- what is wanted ------------------------------------------------------------------------------


class Goal(msgspec.Struct, frozen=True):
    """A figure, and the range in which it should lie."""

    figure: str
    low: float
    high: float

    def miss(self, value: float) -> float:
        """How far a value is outside, as a share of the nearest limit; 0 inside."""
        if value < self.low:
            return (self.low - value) / (abs(self.low) or 1.0)
        if value > self.high:
            return (value - self.high) / (abs(self.high) or 1.0)
        return 0.0

    def verdict(self, found: Interval) -> str:
        """Is the goal reached for certain?"""
        if self.low <= found.low and found.high <= self.high:
            return "yes"
        if found.high < self.low or found.low > self.high:
            return "no"
        return "perhaps" if self.miss(found.value) == 0 else "perhaps not"

    def __str__(self) -> str:
        if self.low == -_FAR:
            return f"{self.figure} < {self.high:g}"
        if self.high == _FAR:
            return f"{self.figure} > {self.low:g}"
        return f"{self.figure} in {self.low:g}..{self.high:g}"


_FAR: Final = 1e300


def read_goals(text: str) -> list[Goal]:
    """`seat_gap < 0.03, rounds in 8..14`."""
    found = []
    for part in text.split(","):
        match = _GOAL.fullmatch(part)
        if match is None:
            raise BadPlan("tune.goal", text=part.strip())
        figure, sign, limit, low, high = match.groups()
        if figure not in FIGURES:
            raise BadPlan("tune.figure", name=figure, known=", ".join(FIGURES))
        try:
            bounds = (
                (float(low), float(high))
                if sign is None
                else (-_FAR, float(limit))
                if sign == "<"
                else (float(limit), _FAR)
            )
        except ValueError:
            raise BadPlan("tune.numbers", text=part.strip()) from None
        if bounds[0] > bounds[1]:
            raise BadPlan("tune.order", text=part.strip())
        found.append(Goal(figure, *bounds))
    return found


# Figures of some games, each with its interval. With one seat, figures about seats make no sense.


def _part(holds: Callable[[Observed], bool]) -> Callable[[Sequence[Observed]], Interval]:
    return lambda rows: share(len([row for row in rows if holds(row)]), len(rows))


def _mean(number: Callable[[Observed], float]) -> Callable[[Sequence[Observed]], Interval]:
    return lambda rows: mean([number(row) for row in rows])


FIGURES: Final[dict[str, Callable[[Sequence[Observed]], Interval]]] = {
    "seat_gap": seat_gap,
    "won": _part(lambda row: bool(row.winners)),
    "rounds": _mean(lambda row: float(row.rounds)),
    "decisions": _mean(lambda row: float(row.choices)),
    "options": _mean(lambda row: sum(row.widths) / max(1, len(row.widths))),
    "lead_changes": _mean(lambda row: float(changes_of(row))),
    "runaway": _part(ran_away),
    "comeback": _part(came_back),
}


# --- what may be touched -------------------------------------------------------------------------


class Place(msgspec.Struct, frozen=True):
    """A number of the content that may be changed, and its limits."""

    file: str
    table: str
    id: str
    field: str
    now: int
    low: int
    high: int

    @property
    def name(self) -> str:
        return f"{self.file}.{self.id}.{self.field}"


def read_touch(text: str, rules: Game[Any]) -> list[Place]:
    """`units.*.cost in 2..14`: all numbers that the patterns name."""
    found: dict[str, Place] = {}
    for part in text.split(","):
        match = _TOUCH.fullmatch(part)
        if match is None:
            raise BadPlan("tune.touch", text=part.strip())
        file, pattern, field, low, high = match.groups()
        files = [name.removesuffix(".toml") for name in rules.files.names]
        if file not in files:
            raise BadPlan("tune.file", game=rules.id, file=file, known=", ".join(files))
        if int(low) > int(high):
            raise BadPlan("tune.order", text=part.strip())
        places = list(_places(rules, file, pattern, field, int(low), int(high)))
        if not places:
            entries = rules.files.entries(f"{file}.toml")
            known = {key for entry in entries.values() for key in entry if _is_number(entry[key])}
            raise BadPlan(
                "tune.no_number", text=part.strip(), file=file,
                fields=", ".join(sorted(known)), ids=", ".join(entries),
            )  # fmt: skip
        found |= {place.name: place for place in places}
    if len(found) > MOST_VALUES:
        raise BadPlan("tune.most", n=len(found), most=MOST_VALUES)
    return list(found.values())


def _places(
    rules: Game[Any], file: str, pattern: str, field: str, low: int, high: int
) -> Iterator[Place]:
    for id, entry in rules.files.entries(f"{file}.toml").items():
        value = entry.get(field)
        if fnmatchcase(id, pattern) and _is_number(value):
            yield Place(file, str(entry[""]), id, field, value, low, high)


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def pack_texts(rules: Game[Any], places: Sequence[Place], values: Sequence[int]) -> dict[str, str]:
    """The files of a pack with these values. A pack it is based on stays in it."""
    base = rules.pack
    texts = dict(base.texts) if base is not None else {}
    changed = [(p, v) for p, v in zip(places, values, strict=True) if v != p.now]
    if base is None:
        texts[MANIFEST] = (
            f'name = "{rules.id}-tuned"\nversion = "1.0"\ngame = "{rules.id}"\n'
            f'content = "{rules.content.hash[:8]}"\nauthor = "starhall tune"\n'
            'licence = "CC0-1.0"\ndescription = "Values found by starhall tune."\n'
        )
    for file in sorted({place.file for place, _ in changed}):
        path = f"content/{file}.toml"
        if path in texts:
            raise BadPlan("tune.pack", pack=base, file=path)
        entries: dict[tuple[str, str], list[str]] = {}
        for place, value in changed:
            if place.file == file:
                fields = entries.setdefault((place.table, place.id), [])
                fields.append(f"{place.field} = {value}  # was {place.now}")
        texts[path] = "\n".join(
            [
                "\n".join([f"[[{table}]]", f'id = "{id}"', *fields, ""])
                for (table, id), fields in entries.items()
            ]
        )
    return texts


# --- the search ----------------------------------------------------------------------------------


class Trial(msgspec.Struct, frozen=True):
    """Some values, and what came of them."""

    number: int
    values: dict[str, int]
    figures: dict[str, Interval]
    misses: list[float]

    def change(self, places: Sequence[Place]) -> float:
        """How much was changed, as a share of what could be."""
        parts = [
            abs(self.values[place.name] - place.now) / max(1, place.high - place.low)
            for place in places
        ]
        return sum(parts) / len(parts)


class Search:
    """A resumable study: Optuna proposes values, games are played, the misses go back."""

    def __init__(
        self, rules: Game[Any], goals: list[Goal], places: list[Place], file: Path, about: str
    ) -> None:
        optuna: Any = import_module("optuna")
        storages: Any = import_module("optuna.storages")
        journal: Any = import_module("optuna.storages.journal")
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.rules, self.goals, self.places = rules, goals, places
        self.study = optuna.create_study(
            study_name="tune",
            storage=storages.JournalStorage(journal.JournalFileBackend(str(file))),
            directions=["minimize"] * len(goals),
            sampler=optuna.samplers.TPESampler(seed=1, multivariate=True, n_startup_trials=10),
            load_if_exists=True,
        )
        known = self.study.user_attrs.get("about")
        if known not in (None, about):
            raise LabError("tune.other_search", file=file)
        self.study.set_user_attr("about", about)
        self._take_up()
        if not self.study.trials:  # the first trial is today's values, as far as the limits allow
            today = {each.name: min(each.high, max(each.low, each.now)) for each in places}
            self.study.enqueue_trial(today)

    def _take_up(self) -> None:
        """A trial that was interrupted is played again from its beginning, with its values."""
        states: Any = import_module("optuna.trial").TrialState
        for each in self.study.get_trials(deepcopy=False, states=(states.RUNNING,)):
            self.study.enqueue_trial(each.system_attrs.get("fixed_params", each.params))
            self.study.tell(each.number, state=states.FAIL)

    @property
    def ended(self) -> int:
        """How many trials were played to their end, or refused by the game."""
        names = [each.state.name for each in self.study.trials]
        return names.count("COMPLETE") + names.count("PRUNED")

    def trials(self) -> list[Trial]:
        """The finished trials."""
        return [
            Trial(
                each.number,
                dict(each.params),
                {
                    name: msgspec.convert(found, Interval)
                    for name, found in each.user_attrs["figures"].items()
                },
                list(each.values),
            )
            for each in self.study.trials
            if each.state.name == "COMPLETE"
        ]

    def step(self, play: Play) -> None:
        """One trial. Values that the game refuses count as refused, not as bad."""
        trial = self.study.ask()
        values = [trial.suggest_int(p.name, p.low, p.high) for p in self.places]
        texts = pack_texts(self.rules, self.places, values)
        try:
            game = type(self.rules)(Pack(Path("tuned"), texts))
        except ContentError as error:
            trial.set_user_attr("refused", str(error))
            self.study.tell(trial, state=import_module("optuna.trial").TrialState.PRUNED)
            return
        rows = play(game)
        figures = {goal.figure: FIGURES[goal.figure](rows) for goal in self.goals}
        trial.set_user_attr(
            "figures", {name: msgspec.to_builtins(found) for name, found in figures.items()}
        )
        self.study.tell(trial, [goal.miss(figures[goal.figure].value) for goal in self.goals])


def front(trials: Sequence[Trial]) -> list[Trial]:
    """The trials that no other trial beats in every goal: the trade-offs."""
    found = [
        one
        for one in trials
        if not any(
            [
                all([b <= a for a, b in zip(one.misses, other.misses, strict=True)])
                and other.misses != one.misses
                for other in trials
            ]
        )
    ]
    return sorted(found, key=lambda trial: (sum(trial.misses), trial.number))


def best(trials: Sequence[Trial], places: Sequence[Place]) -> Trial:
    """The trial that misses least; of equal ones, the one that changes least."""
    if not trials:
        raise LabError("tune.no_trial")
    return min(trials, key=lambda trial: (sum(trial.misses), trial.change(places), trial.number))


def packed(rules: Game[Any], places: list[Place], trial: Trial, folder: Path) -> Pack:
    """The values of a trial as a pack that is not written yet."""
    return Pack(folder, pack_texts(rules, places, [trial.values[place.name] for place in places]))


def write_pack(pack: Pack) -> None:
    """Write a pack into its folder."""
    folder = pack.folder
    try:
        for path, text in pack.texts.items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LabError("file.write", file=folder, why=error.strerror) from None
