"""Breaks the rules of a game one by one, and reports which changes the tests do not notice.

    make mutants GAME=nexus-ops NUMBER=60 SEED=1    a sample, against the tests that cite the rule
    make mutants GAME=nexus-ops RULE=NX-5.9         every mutant of one rule
    make mutants ARGS=--all-tests                   all games; survivors meet all other tests too

A mutant (see `mutations.py`) is tried against the tests that cite one of its rules. With
`--all-tests`, survivors are also tried against all tests of the game, its golden games and the
conformance kit. Changes that make no difference are listed in `tests/equivalent-mutants.toml`.

Every trial is a pytest run of its own (see `trials.py`) in a copy of the sources; the working
tree is only read.
A trial that takes too much CPU time counts as killed. Results are kept in `build/mutants`. A
stopped run resumes where it was, and after a change only the affected trials are repeated.

Why not mutmut or cosmic-ray? mutmut chooses tests by coverage and changes function bodies only;
cosmic-ray has one test command for all mutants and changes the sources in place. Neither knows
that a rule id connects code and test, nor can it change a content file or who may see a field.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Final

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from mutations import KINDS, Mutant, mutants

from starhall.engine.text.rulebook import Citation, citations

ROOT: Final = Path(__file__).parent.parent
COPIED: Final = ("src", "tests", "tools", "examples", "docs", "pyproject.toml", "README.md")
TRIALS: Final = Path(__file__).parent / "trials.py"
LIMIT: Final = 15  # seconds of CPU for the citing tests; a busy machine makes no difference
PATIENCE: Final = 5  # plus this many times as long as they usually take
LONG_LIMIT: Final = 1200  # for all others
ASLEEP: Final = 30  # times as long on the clock, because a test that waits for ever uses no CPU
TOO_LONG: Final = "the time limit"
WHOLE_GAMES: Final = "tests/conformance/test_games.py"
PYTEST: Final = ("-x", "-q", "-rfE", "--tb=no", "--no-header", "-p", "no:cacheprovider")


class Stop(Exception):
    """The run cannot go on; the message says why."""


class Equivalent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that makes no difference, and why."""

    file: str
    function: str
    before: str
    after: str
    reason: str
    nth: int = 1

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        return self.file, self.function, self.before, self.after, self.nth


class Equivalents(msgspec.Struct, forbid_unknown_fields=True):
    mutant: list[Equivalent] = []


class Result(msgspec.Struct):
    """What became of a mutant; `by` is the test that killed it."""

    key: tuple[str, str, str, str, int]
    digest: str  # of the files on which the result depends
    cited: bool  # killed by a test that cites one of its rules
    others: bool | None = None  # killed by any other test; None: not tried
    by: str = ""

    @property
    def killed(self) -> bool:
        return self.cited or bool(self.others)


# --- which mutants -------------------------------------------------------------------------------


def games(root: Path) -> dict[str, str]:
    """The folders of the games by the ids of the games."""
    folders = sorted(path.parent.name for path in root.glob("src/starhall/games/*/RULES.md"))
    return {folder.replace("_", "-"): folder for folder in folders}


def sample(found: list[Mutant], number: int, seed: int) -> list[Mutant]:
    """A sample of `number` mutants, spread over the kinds as evenly as possible.

    The order depends on the seed and on each mutant alone, so a change in one function leaves the
    rest of the sample as it was.
    """
    piles: dict[str, list[Mutant]] = {kind: [] for kind in KINDS}
    for mutant in found:
        piles[mutant.kind].append(mutant)
    for pile in piles.values():
        pile.sort(key=lambda mutant: random.Random(f"{seed} {mutant.key}").random())
    order = [
        pile[rank]
        for rank in range(max(map(len, piles.values())))
        for pile in piles.values()
        if rank < len(pile)
    ]
    return order[:number]


def equivalents(root: Path) -> list[Equivalent]:
    file = root / "tests/equivalent-mutants.toml"
    if not file.exists():
        return []
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Equivalents).mutant
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise Stop(f"{file.name}: {wrong}") from None


def stale(listed: Iterable[Equivalent], found: Iterable[Mutant]) -> list[Equivalent]:
    """Entries whose mutant no longer exists, because the code has changed."""
    keys = {mutant.key for mutant in found}
    return [entry for entry in listed if entry.key not in keys]


def citing(mutant: Mutant, cited: dict[str, list[Citation]]) -> list[str]:
    """The tests that cite one of its rules, as pytest names them."""
    tests = {
        f"{test.path}::{test.test.replace('.', '::')}"
        for rule in mutant.rules
        for test in cited.get(rule, [])
    }
    return sorted(tests)


# --- trying them ---------------------------------------------------------------------------------


class Workshop:
    """A copy of the sources in which mutants are tried, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runner: subprocess.Popen[str] | None = None
        # The byte code of the unchanged sources is read, but nothing is written.
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(folder / "src"),
            "PYTHONDONTWRITEBYTECODE": "1",
            # The tests of rules need no plugins, which take longer to load than most tests run.
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }

    @classmethod
    def make(cls, root: Path, folder: Path) -> Workshop:
        for name in COPIED:
            if (root / name).is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(root / name, folder / name, ignore=ignored)
            elif (root / name).exists():
                shutil.copy2(root / name, folder / name)
        command = [sys.executable, "-m", "compileall", "-q", str(folder / "src")]
        subprocess.run(command, check=True)
        return cls(folder)

    def copy(self, folder: Path) -> Workshop:
        shutil.copytree(self.folder, folder)
        return Workshop(folder)

    def trial(self, mutant: Mutant, tests: Sequence[str], seconds: int) -> str | None:
        """The test that notices the mutant, or None."""
        file = self.folder / mutant.file
        source, changed = file.read_bytes(), file.stat().st_mtime_ns
        try:
            file.write_bytes(mutant.applied(source))
            # A different second than that of the byte code, which would be used otherwise.
            os.utime(file, ns=(changed, changed + 2_000_000_000))
            code, output = self.pytest(tests, seconds)
        finally:
            file.write_bytes(source)
            os.utime(file, ns=(changed, changed))
        return None if code == 0 else killer(code, output)

    def pytest(self, tests: Sequence[str], seconds: int, reach: str = "") -> tuple[int, str]:
        """The exit code, negative if it was killed, and what was printed.

        With a file for what the tests reach, the byte code of the tests is kept too.
        """
        if self.runner is None:
            self.runner = subprocess.Popen(
                [sys.executable, str(TRIALS)],
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self.runner.stdin is not None and self.runner.stdout is not None
        words = [*PYTEST, *tests]
        request = {"words": words, "seconds": seconds, "clock": seconds * ASLEEP, "reach": reach}
        print(json.dumps(request), file=self.runner.stdin, flush=True)
        answer = json.loads(self.runner.stdout.readline())
        return answer["code"], answer["printed"]

    def close(self) -> None:
        if self.runner is not None:
            assert self.runner.stdin is not None and self.runner.stdout is not None
            self.runner.stdin.close()
            self.runner.wait()
            self.runner.stdout.close()
            self.runner = None


def killer(code: int, output: str) -> str:
    """The test that failed; a module that cannot be loaded fails in all of them."""
    if code < 0:
        return TOO_LONG
    for line in output.splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            return line.split(" - ")[0].split(" ", 1)[1]
    return "the game cannot be loaded"


class Reached(msgspec.Struct):
    """What a test reaches of the game, and the milliseconds of CPU it takes."""

    ms: int
    lines: dict[str, list[int]]  # by file, relative to the folder of the games
    digest: str = ""  # of the file of the test and of what all tests share


class Run:
    """The mutants of one game, tried and kept."""

    def __init__(self, root: Path, game: str, kept: Path) -> None:
        self.root = root
        self.game = game
        self.folder = games(root)[game]
        self.tests = f"tests/games/{self.folder}"
        self.file = kept / f"{game}.jsonl"
        self.all = mutants(root, self.folder)
        self.cited = self._citations()
        self.reach_file = kept / f"{game}.reach.json"
        self.reached: dict[str, Reached] = {}  # by test; lines reached while loading have no name
        if self.reach_file.exists():
            self.reached = msgspec.json.decode(self.reach_file.read_bytes(), type=REACHED)
        self.results: dict[tuple[str, str, str, str, int], Result] = {}
        if self.file.exists():
            for line in self.file.read_bytes().splitlines():
                result = msgspec.json.decode(line, type=Result)
                self.results[result.key] = result

    def _citations(self) -> dict[str, list[Citation]]:
        found = citations([self.root / self.tests])
        return {
            rule: [
                Citation(Path(test.path).relative_to(self.root).as_posix(), test.line, test.test)
                for test in tests
            ]
            for rule, tests in found.items()
        }

    def digest(self, mutant: Mutant, by: str) -> str:
        """A digest of what the result depends on: the killing test, or everything if none."""
        test = self.root / by.split("::")[0]
        if "::" in by and test.is_file():
            files = [self.root / mutant.file, test]
        else:
            files = [self.root / mutant.file]
            for folder in (self.root / "src/starhall/games" / self.folder, self.root / self.tests):
                files += sorted(path for path in folder.rglob("*") if path.suffix in SOURCES)
        return digest(files)

    def known(self, mutant: Mutant, all_tests: bool) -> Result | None:
        result = self.results.get(mutant.key)
        if result is None or result.digest != self.digest(mutant, result.by):
            return None
        return None if all_tests and not result.cited and result.others is None else result

    def keep(self, result: Result) -> None:
        self.results[result.key] = result
        with self.file.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")

    def try_one(self, shop: Workshop, mutant: Mutant, all_tests: bool) -> Result:
        tests = sorted(citing(mutant, self.cited), key=lambda test: self.rank(mutant, test))
        usual = sum([self.reached[test].ms for test in tests]) // 1000
        by = shop.trial(mutant, tests, LIMIT + PATIENCE * usual) if tests else None
        if by is not None:
            return Result(mutant.key, self.digest(mutant, by), True, None, by)
        others = None
        if all_tests:
            by = next(
                filter(None, (shop.trial(mutant, t, LONG_LIMIT) for t in self.others())), None
            )
            others = by is not None
        return Result(mutant.key, self.digest(mutant, by or ""), False, others, by or "")

    def others(self) -> list[list[str]]:
        """All tests in which the game is played, in the order in which they are tried.

        The tests of the game take seconds, its golden games longer, the kit minutes.
        """
        found = [[name for name in (self.tests, "tests/games/test_texts.py") if self.has(name)]]
        for name in ("test_golden_games_come_out_the_same", "test_random_games_conform"):
            if self.has(WHOLE_GAMES):
                found.append([f"{WHOLE_GAMES}::{name}", "-k", self.game])
        return found

    def has(self, name: str) -> bool:
        return (self.root / name).exists()

    def unreached(self, chosen: list[Mutant]) -> list[Mutant]:
        """Those in lines that no citing test reaches, so that none can notice them."""
        with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
            shop = Workshop.make(self.root, Path(temporary) / "0")
            try:
                self.check_unchanged(shop, chosen)
            finally:
                shop.close()
        return [
            mutant
            for mutant in chosen
            if mutant.file.endswith(".py")
            and not any(self.reaches(test, mutant) for test in ["", *citing(mutant, self.cited)])
        ]

    def run(self, chosen: list[Mutant], all_tests: bool, jobs: int) -> None:
        """Try the mutants whose result is not known."""
        left = [mutant for mutant in chosen if self.known(mutant, all_tests) is None]
        if not left:
            return
        with tempfile.TemporaryDirectory(prefix="mutants-") as temporary:
            made = [Workshop.make(self.root, Path(temporary) / "0")]
            try:
                self.check_unchanged(made[0], left)
                made += [made[0].copy(Path(temporary) / str(n)) for n in range(1, jobs)]
                self.try_all(made, left, all_tests)
            finally:
                for shop in made:
                    shop.close()

    def try_all(self, made: list[Workshop], left: list[Mutant], all_tests: bool) -> None:
        """Try as many at once as there are workshops."""
        shops: Queue[Workshop] = Queue()
        for shop in made:
            shops.put(shop)

        def work(mutant: Mutant) -> Result:
            shop = shops.get()
            try:
                return self.try_one(shop, mutant, all_tests)
            finally:
                shops.put(shop)

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        pool = ThreadPoolExecutor(len(made))
        try:
            with Progress(*columns, TimeRemainingColumn()) as progress:
                task = progress.add_task(self.game, total=len(left))
                for result in pool.map(work, left):
                    self.keep(result)
                    progress.advance(task)
        finally:
            pool.shutdown(cancel_futures=True)

    def rank(self, mutant: Mutant, test: str) -> tuple[bool, int]:
        """Tests that reach the mutant are tried first, the quick ones first of all."""
        return not self.reaches(test, mutant), self.reached[test].ms

    def reaches(self, test: str, mutant: Mutant) -> bool:
        file = mutant.file.removeprefix(GAMES)
        return mutant.line in self.reached[test].lines.get(file, ())

    def check_unchanged(self, shop: Workshop, left: list[Mutant]) -> None:
        """Tests that fail without any change would kill every mutant.

        Those that have passed are not run again until they or what they share have changed.
        """
        shared = [self.root / "src/starhall/games" / self.folder, self.root / self.tests]
        common = digest(
            path
            for folder in shared
            for path in sorted(folder.rglob("*"))
            if path.suffix in SOURCES and not path.name.startswith("test_")
        )
        tests = sorted({test for mutant in left for test in citing(mutant, self.cited)})
        digests = {test: common + digest([self.root / test.split("::")[0]]) for test in tests}
        unknown = [
            test
            for test in tests
            if test not in self.reached or self.reached[test].digest != digests[test]
        ]
        if not unknown:
            return
        file = shop.folder / "reach.json"
        code, output = shop.pytest(unknown, LONG_LIMIT, str(file))
        if code != 0:
            raise Stop(f"a test of {self.game} fails without any mutant: {killer(code, output)}")
        for test, reached in msgspec.json.decode(file.read_bytes(), type=REACHED).items():
            reached.digest = digests.get(test, "")
            self.reached[test] = reached
        self.reach_file.write_bytes(msgspec.json.encode(self.reached))


def digest(files: Iterable[Path]) -> str:
    return hashlib.blake2b(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


REACHED: Final = dict[str, Reached]
GAMES: Final = "src/starhall/games/"
SOURCES: Final = (".py", ".toml")

# --- the report ----------------------------------------------------------------------------------

HEAD: Final = """\
| game | seed | mutants | equivalent | killed by citing tests | killed by all tests |
|---|---|---|---|---|---|"""


class Score(msgspec.Struct):
    """The figures of one game."""

    game: str
    seed: int
    tried: list[Mutant]
    equivalent: list[Mutant]
    results: list[Result]  # of those tried

    def row(self) -> str:
        """The line of the table; "-" where survivors have not met all tests."""
        cited = sum(result.cited for result in self.results)
        met = all(result.cited or result.others is not None for result in self.results)
        everything = share(sum(result.killed for result in self.results), len(self.tried))
        return (
            f"| {self.game} | {self.seed} | {len(self.tried)} | {len(self.equivalent)} | "
            f"{share(cited, len(self.tried))} | {everything if met else '-'} |"
        )

    def report(self, root: Path) -> str:
        lines = [f"# Mutants of {self.game}", "", HEAD, self.row()]
        by_rule: dict[str, list[str]] = {}
        for mutant, result in zip(self.tried, self.results, strict=True):
            if not result.cited:
                rules = ", ".join(mutant.rules[:6]) + (", ..." if len(mutant.rules) > 6 else "")
                by_rule.setdefault(rules, []).append(described(mutant, result, root))
        for rules in sorted(by_rule, key=natural):
            lines += ["", f"## {rules}", "", "\n\n".join(by_rule[rules])]
        return "\n".join(lines) + "\n"


def described(mutant: Mutant, result: Result, root: Path) -> str:
    """A survivor as a diff, with its key as it is written into the list of equivalent mutants."""
    source = (root / mutant.file).read_bytes()
    changed = mutant.applied(source).decode()
    diff = difflib.unified_diff(
        source.decode().splitlines(), changed.splitlines(), mutant.file, mutant.function, "", "", 1
    )
    text = "\n".join(line.rstrip("\n") for line in diff)
    fate = {
        None: "survives the tests that cite it",
        True: f"killed only by {result.by}",
        False: "survives all tests",
    }[result.others]
    key = [
        "[[mutant]]",
        *(
            f"{name} = {msgspec.json.encode(getattr(mutant, name)).decode()}"
            for name in ("file", "function", "before", "after")
        ),
        *([f"nth = {mutant.nth}"] if mutant.nth > 1 else []),
    ]
    where = f"{mutant.kind}, {mutant.file}:{mutant.line}, {mutant.function}: {fate}"
    return f"{where}\n\n```diff\n{text}\n```\n\n```toml\n" + "\n".join(key) + "\n```"


def share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.1f} %)" if whole else "0"


def natural(rules: str) -> list[tuple[int, str]]:
    """A sort key by which NX-5.9 comes before NX-5.10."""
    words = rules.replace("-", ".").replace(",", ".").split(".")
    return [(int(word), "") if word.isdigit() else (0, word) for word in words]


# --- the command ---------------------------------------------------------------------------------


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutants", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", nargs="?", help="the id of a game; without it, all games")
    parser.add_argument("--rule", help="only mutants of this rule, such as NX-5.9")
    parser.add_argument("--kind", choices=KINDS, help="only mutants of this kind")
    parser.add_argument("--seed", type=int, default=1, help="another sample (1)")
    parser.add_argument("--number", type=int, help="how many of each game (60; of a rule, all)")
    parser.add_argument("--all-tests", action="store_true", help="survivors meet all tests")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="at once")
    parser.add_argument("--list", action="store_true", help="print the mutants, try nothing")
    parser.add_argument("--unreached", action="store_true", help="those no citing test reaches")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs found")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    args = arguments(words)
    try:
        return run(args)
    except Stop as reason:
        print(f"mutants: {reason}", file=sys.stderr)
        return 2


def run(args: argparse.Namespace) -> int:
    root: Path = args.root
    known = games(root)
    if args.game is not None and args.game not in known:
        raise Stop(f"there is no game {args.game!r}; there are {', '.join(known)}")
    kept = root / "build/mutants"
    kept.mkdir(parents=True, exist_ok=True)
    listed = equivalents(root)
    scores = []
    for game in [args.game] if args.game else known:
        if args.fresh:
            (kept / f"{game}.jsonl").unlink(missing_ok=True)
        work = Run(root, game, kept)
        inside = f"src/starhall/games/{work.folder}/"
        for entry in stale([entry for entry in listed if entry.file.startswith(inside)], work.all):
            print(
                f"stale in equivalent-mutants.toml: {entry.file}, {entry.function}: {entry.before}"
            )
        chosen = choose(work.all, args)
        if args.unreached:
            chosen = work.unreached(chosen)
        if args.list or args.unreached:
            for mutant in chosen:
                rules = ", ".join(mutant.rules)
                print(f"{mutant.file}:{mutant.line} {mutant.kind} [{rules}]")
                print(f"  - {mutant.before}\n  + {mutant.after}")
            continue
        same = {entry.key for entry in listed}
        tried = [mutant for mutant in chosen if mutant.key not in same]
        work.run(tried, args.all_tests, args.jobs)
        results = [work.results[mutant.key] for mutant in tried]
        equal = [mutant for mutant in chosen if mutant.key in same]
        scores.append(Score(game, args.seed, tried, equal, results))
        (kept / f"{game}.md").write_text(scores[-1].report(root), encoding="utf-8")
    if scores:
        print("\n".join([HEAD, *(score.row() for score in scores)]))
        survivors = sum(not result.cited for score in scores for result in score.results)
        where = ", ".join(f"build/mutants/{score.game}.md" for score in scores)
        print(f"\n{survivors} survive the tests that cite them, by rule in {where}")
    return 0


def choose(found: list[Mutant], args: argparse.Namespace) -> list[Mutant]:
    """The sample; code that cites no rule is not part of it."""
    wanted = [mutant for mutant in found if mutant.rules]
    if args.rule:
        wanted = [mutant for mutant in wanted if args.rule in mutant.rules]
        if not wanted:
            raise Stop(f"no code cites {args.rule}")
    if args.kind:
        wanted = [mutant for mutant in wanted if mutant.kind == args.kind]
    number = args.number or (len(wanted) if args.rule else 60)
    return sample(wanted, number, args.seed)


if __name__ == "__main__":
    sys.exit(main())
