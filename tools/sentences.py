"""Collects every sentence that a game says in random games, for a person to read them all once.

    python tools/sentences.py nexus-ops --games 200

writes `build/sentences-nexus-ops.md`: prompts, options, events, refusals and tips by their keys in
the text catalogue, each with examples and where they were said. Sentences with a known fault
come first, texts that no random game has said come last. `--language de` reads them in German.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.progress import track

ROOT: Final = Path(__file__).parent.parent
sys.path.append(str(ROOT / "src"))

from starhall.engine.conformance.looks import pick  # noqa: E402
from starhall.engine.conformance.plan import Case, cases  # noqa: E402
from starhall.engine.errors import UnknownGame  # noqa: E402
from starhall.engine.game import Game, S, find  # noqa: E402
from starhall.engine.match.match import Match  # noqa: E402
from starhall.engine.rules.decision import Decision  # noqa: E402
from starhall.engine.text.language import ENGLISH, speaking  # noqa: E402

NAMES: Final = ("Mira", "Tolan", "Ives", "Juno", "Kestrel", "Oriel", "Pax", "Quill")
EXAMPLES: Final = 12  # of one key
LONGEST: Final = 4_000  # choices of one game
REFUSALS_EVERY: Final = 3  # decisions: they take longer than all others

END_MARKS: Final = tuple('.!?:)\u201d"')
ENDED: Final = ("prompt", "event", "refusal", "tip", "result")  # kinds that are whole sentences

ONE_OF_MANY: Final = re.compile(
    r"\b1 (coins|cards|cubes|dice|units|players|points|hexes|places|turns|rounds|captives|tokens)\b"
)
MANY_OF_ONE: Final = re.compile(
    r"\b(?:[02-9]|[1-9][0-9]+) (coin|card|cube|die|unit|player|point|hex|place|turn|round|captive"
    r"|token|Human|Fungoid|Crystalline|Rock Strider|Lava Leaper|Rubium Dragon|Clone|Soldier"
    r"|Speaker|Miner|Harvester|Powermech|Habitat|module|blueprint|Relic)\b(?! card| token| die)"
)
FAULTS: Final = (
    ("an unreplaced brace", re.compile(r"[{}]")),
    ("a raw token", re.compile(r"\b(?:in|co|ed|hb)[0-9]|\(-?[0-9]+,-?[0-9]+\)|\b[a-z]+_[a-z_]+\b")),
    ("a double space", re.compile(r"\S  +\S")),
    ("two end marks", re.compile(r"(?<!\.)\.\.(?!\.)|[!?]\.|,\.|\.,|::|;;|[!?]{2}")),
    ("an empty place", re.compile(r"\(\)|\[\]|\"\"| [,.;:!?](?:\s|$)|: \.|\bNone\b")),
    ("one of many", ONE_OF_MANY),
    ("many of one", MANY_OF_ONE),
    ("a zero", re.compile(r"(?<![\w.,-])0 [a-zA-Z]+")),
    ("a word twice", re.compile(r"\b(\w+) \1\b", re.IGNORECASE)),
    ("a thing and itself", re.compile(r"\b(\w[\w ]*\w) \(\1\)|from ([A-Z]\w+ ?\w*) to \2\b")),
    ("a seat by number", re.compile(r"\b[Ss]eat [0-9]")),
    ("a small letter first", re.compile(r"^[a-z]")),
)


class Said(NamedTuple):
    key: str
    sentence: str


class Reading:
    """The distinct sentences by key, each with the place where it was first said."""

    def __init__(self) -> None:
        self.where: dict[Said, str] = {}
        self.count: Counter[str] = Counter()
        self.noted: list[tuple[str, Said]] = []  # faults that no pattern finds

    def add(self, key: str, sentence: str, where: str) -> None:
        self.count[key] += 1
        self.where.setdefault(Said(key, sentence), where)

    def by_key(self) -> dict[str, list[Said]]:
        found: dict[str, list[Said]] = {}
        for said in self.where:
            found.setdefault(said.key, []).append(said)
        return dict(sorted(found.items()))

    def faults(self) -> list[tuple[str, Said]]:
        """Sentences with a known fault; of each fault and key only the first."""
        found: dict[tuple[str, str], Said] = {}
        for said in self.where:
            for fault in faults(said):
                found.setdefault((fault, said.key), said)
        return self.noted + [(fault, said) for (fault, _), said in sorted(found.items())]


def faults(said: Said) -> Iterator[str]:
    """What is wrong with a sentence, as far as a pattern can tell."""
    for name, pattern in FAULTS:
        if pattern.search(said.sentence):
            yield name
    if said.key.startswith(ENDED) and not said.sentence.endswith(END_MARKS):
        yield "no end mark"
    if not said.sentence.strip():
        yield "nothing at all"


def read(game: Game[S], games: int, seed: int) -> Reading:
    """Play random games and listen."""
    reading = Reading()
    chosen = cases(game, games=games, seed=seed)
    for case in track(chosen, description=game.id, disable=not sys.stderr.isatty()):
        read_game(case, reading)
    for key in game.text.templates:
        if key.startswith("tip."):
            reading.add(key, game.text.say(key), "the catalogue")
    for key, fault in tip_faults(game).items():
        reading.noted.append((fault, Said(key, game.text.say(key))))
    return reading


CITED: Final = re.compile(r"\(([A-Z]{2}-[0-9A-Z.]+)\)$")
SMALL_WORDS: Final = re.compile(
    r"\b(?:the|and|for|you|your|with|are|not|all|any|each|its|may|can|but|has|have|than|then|that"
    r"|this|one|two|three|they|them|their|who|what|when|where|which|more|most|only|also|into|from"
    r"|every|will|out|per)\b"
)


def tip_faults(game: Game[S]) -> dict[str, str]:
    """Tips that cite no rule, or one that speaks of other things, by their keys."""
    found = {}
    for key in game.text.templates:
        if key.startswith("tip."):
            tip = game.text.say(key)
            cited = CITED.search(tip)
            rule = game.rulebook.rules.get(cited[1]) if cited else None
            if rule is None:
                found[key] = "a tip without a rule"
            elif not words(tip) & words(rule.text):
                found[key] = f"a tip that shares no word with {rule.id}"
    return found


def words(text: str) -> set[str]:
    """The beginnings of its words, so that "attacker" and "attacks" are alike."""
    told = SMALL_WORDS.sub("", CITED.sub("", text).lower())
    return {word[:5] for word in re.findall(r"[a-z]{3,}", told)}


def read_game(case: Case, reading: Reading) -> None:
    match = Match(case.game, case.seats, case.settings, case.seed, NAMES[: case.seats])
    stream = case.stream("sentences")
    heard = 0
    pending: list[Decision] = []
    while True:
        where = f"{case}, ply {match.ply}"
        for decision in match.decisions:
            if not any(decision is read for read in pending):
                read_decision(match, decision, reading, where)
        pending = list(match.decisions)
        for _, event in match.log.after(heard):
            if event.what == "group":
                values = {key: value for key, value in event.values.items() if key != "name"}
                key = f"group.{event.values['name']}"
                reading.add(key, match.game.text.say(key, values, match.names), where)
            elif match.game.text.has(f"event.{event.what}"):
                reading.add(f"event.{event.what}", match._tell(event), where)
        heard = len(match.log)
        if match.over or match.ply >= LONGEST:
            break
        seat, option = pick(match, stream, restless=60)
        match.choose(option, seat)
    if match.result is not None:
        reading.add(f"result.{match.result.reason}", match.ending(), where)


def read_decision(match: Match[Any], decision: Decision, reading: Reading, where: str) -> None:
    reading.add(f"prompt.{decision.kind}", match.prompt(decision), where)
    for option in decision.options:
        sentence = match.label(option, decision)
        reading.add(f"option.{decision.kind}.{option.verb}", sentence, where)
    if match.ply % REFUSALS_EVERY == 0:
        for refusal in match.refusals_of(decision):
            key = f"refusal.{refusal.reason.key} ({decision.kind})"
            sentence = match.reason(refusal).removesuffix(f" ({refusal.reason.rule})")
            reading.add(key, sentence, where)


def report(game: Game[S], reading: Reading, games: int) -> str:
    """All sentences as Markdown, the faulty ones first."""
    lines = [
        f"# What {game.text.say('game.title')} says",
        "",
        f"{len(reading.where)} distinct sentences of {len(reading.by_key())} kinds "
        f"in {games} random games.",
        "",
        "## Known faults",
        "",
    ]
    for fault, said in reading.faults():
        where = reading.where.get(said, "the catalogue")
        lines.append(f"- {fault}: `{said.key}`: {said.sentence} ({where})")
    kind = ""
    for key, sentences in reading.by_key().items():
        if key.split(".")[0] != kind:
            kind = key.split(".")[0]
            lines += ["", f"## {kind.capitalize()}s"]
        more = f", {len(sentences)} different" if len(sentences) > EXAMPLES else ""
        lines += ["", f"### {key} ({reading.count[key]} times{more})", ""]
        for said in spread(sentences, EXAMPLES):
            lines.append(f"- {said.sentence}")
        lines.append(f"\nFirst said: {reading.where[sentences[0]]}")
    lines += ["", "## Never said", "", *(f"- {key}" for key in unsaid(game, reading))]
    return "\n".join(lines) + "\n"


def unsaid(game: Game[S], reading: Reading) -> list[str]:
    """The keys of events, refusals and results that were not heard."""
    said = {key.split(" ")[0] for key in reading.count}
    keys = [key for key in game.text.templates if key.startswith(("event.", "refusal.", "result."))]
    return [key for key in keys if key not in said]


def spread(sentences: list[Said], most: int) -> list[Said]:
    """At most `most` of them, spread from the first to the last."""
    if len(sentences) <= most:
        return sentences
    return [sentences[i * len(sentences) // most] for i in range(most)]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="sentences", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", help="the id of a game")
    parser.add_argument("--games", type=int, default=200, help="how many random games (200)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--language", default=ENGLISH, help="in which to read (en)")
    parser.add_argument("--to", type=Path, help="the file to write (build/sentences-GAME.md)")
    args = parser.parse_args(words)
    try:
        game = find(args.game)
    except UnknownGame as error:
        print(f"sentences: {error}", file=sys.stderr)
        return 2
    file: Path = args.to or ROOT / f"build/sentences-{game.id}.md"
    with speaking(args.language):
        reading = read(game, args.games, args.seed)
        told = report(game, reading, args.games)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(told, encoding="utf-8")
    print(f"{file}: {len(reading.where)} distinct sentences, {len(reading.faults())} known faults")
    return 0


if __name__ == "__main__":
    sys.exit(main())
