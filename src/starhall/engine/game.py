# mypyc: off
"""The declaration of a game: what the engine, the bots, the command line and the hall need.

A game package defines `GAME`, an instance of a subclass of `Game`. Packages below
`starhall.games` and entry points of the group `starhall.games` are found automatically.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from starhall.engine.errors import BadSetting, ContentError, RuleError, RulesFault, UnknownGame
from starhall.engine.orders import Order, check_orders
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.content import Content
from starhall.engine.rules.decision import Decision, Procedure, Reason, Refusal, Remark
from starhall.engine.rules.legality import Questions
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.play import Rules
from starhall.engine.rules.state import State, Strand
from starhall.engine.rules.steps import Steps
from starhall.engine.scene.look import Look
from starhall.engine.text.catalogue import Catalogue, languages
from starhall.engine.text.content import ContentFiles
from starhall.engine.text.descriptions import check_texts, fill_rules
from starhall.engine.text.files import file_names, read, root
from starhall.engine.text.language import ENGLISH, active
from starhall.engine.text.packs import EVALUATION, Pack, located
from starhall.engine.text.rulebook import Rulebook
from starhall.engine.text.spoken import catalogue
from starhall.engine.text.translation import PSEUDO, pseudo
from starhall.engine.weights import Weights, read_weights

if TYPE_CHECKING:
    from starhall.engine.knowledge.encoding import Encoding
    from starhall.engine.scene.elements import Scene
    from starhall.engine.scene.painter import Painter

Value = int | str
FOLDERS = "STARHALL_GAMES"  # folders with further game packages
S = TypeVar("S", bound=State)


class Setting(msgspec.Struct, frozen=True):
    """An option of a game: one of several words, or a number within limits.

    If the default is None, it depends on the other settings and the game fills it in.
    """

    id: str
    default: Value | None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    also: tuple[int, ...] = ()  # numbers outside low..high that are allowed too (0 = never)
    rule: str = ""

    def read(self, value: Value) -> Value:
        """The checked value; text from a command line or a form is converted."""
        if self.choices:
            word = str(value)
            if word in self.choices:
                return word
            raise BadSetting(
                "setting.choice", id=self.id, choices=", ".join(self.choices), value=word
            )
        try:
            number = int(value)
        except (TypeError, ValueError):
            raise BadSetting("setting.number", id=self.id, value=value) from None
        if self.low <= number <= self.high or number in self.also:
            return number
        limits = {"id": self.id, "low": self.low, "high": self.high, "value": number}
        if self.also:
            also = ", ".join(map(str, self.also))
            raise BadSetting("setting.range_or", also=also, **limits)
        raise BadSetting("setting.range", **limits)

    def samples(self) -> list[Value]:
        """The values to test: every word, or the limits and extra numbers."""
        if self.choices:
            return list(self.choices)
        return sorted({self.low, self.high, *self.also})


class Result(msgspec.Struct, frozen=True):
    """How a game ended: rank 1 is best and may be shared; scores as the game counts them.

    If the game beats everybody, there are no winners and the best rank is 2.
    """

    ranks: list[int]
    scores: list[float]
    winners: list[int]
    reason: str  # a key of the text catalogue: result.<reason>

    @staticmethod
    def by_score(scores: Sequence[float], reason: str) -> Result:
        """The highest score ranks first; equal scores share a rank."""
        ranks = [1 + sum([other > score for other in scores]) for score in scores]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        return Result(ranks, [float(score) for score in scores], winners, reason)


class Game(Rules, Generic[S]):
    """Subclass it, fill in the class variables and the methods. See docs/writing-a-game.md."""

    id: ClassVar[str]
    version: ClassVar[str]  # of the rules; records of another version are refused or resumed
    package: ClassVar[str]
    seats: ClassVar[range]
    settings: tuple[Setting, ...] = ()  # `load` may add some that follow from the content
    streams: ClassVar[tuple[str, ...]] = ("chance",)
    words: ClassVar[Vocabulary]  # all options of a game without content files
    questions: ClassVar[Questions] = Questions()
    steps: ClassVar[Steps]  # the course of the game, unless `run` says otherwise
    painter: ClassVar[type[Painter[Any]] | None] = None  # draws the scene, unless `scene` does
    # Kinds of decisions at which searches stop (see bots/rollout.py): luck takes over after their
    # default option, and `prospects` gives the chance to win. Without any, they count decisions.
    horizon: ClassVar[tuple[str, ...]] = ()
    # Kinds of decisions whose best option depends on cards that others hide, even if none of them
    # moves. A bot that otherwise looks at one world looks at several there.
    guesses: ClassVar[tuple[str, ...]] = ()
    # If it is above 1, a seat with a small lead in `evaluate` wins more often than its share of the
    # total says. Hints use it to estimate chances; it is fitted to results (docs/ladder.md).
    sharpness: ClassVar[float] = 1.0
    # The keys of the texts of content entries, by file and table: their names, then what they do.
    # {"energize.card": ("name.card", "card.text")}: the name of `ambush` is `name.card.ambush`.
    described: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    orders: ClassVar[tuple[Order, ...]] = ()  # choices that a player can leave to the table
    # What the lab counts: verbs of options ("buy": how often each unit could be bought and was)
    # and names of events ("draws_traits": who got which trait). Without any, the lab counts all
    # options that name an entry of the content.
    counted: ClassVar[tuple[str, ...]] = ()

    # The verbs of the options for which `remark` depends on the position. For other options, it
    # depends on the question alone, so the hall need not ask again. None means any option.
    remarks_vary: ClassVar[tuple[str, ...] | None] = None

    def __init__(self, pack: Pack | None = None) -> None:
        """The game with its own content, or with that of a pack."""
        self.pack = pack
        self.files = ContentFiles(self.package, pack)
        if pack is not None:
            pack.check(self.id, ContentFiles(self.package).hash(), self.files.names)
        try:
            self.content = self.load(self.files)
        except ContentError as error:
            raise error if pack is None else located(error, self.files) from None
        self.content.hash = self.files.hash()
        self.content.vocabulary.game = self
        self._encodings: dict[tuple[object, ...], Encoding] = {}
        self._texts: dict[str, Catalogue] = {}  # by language
        self._books: dict[str, Rulebook] = {}
        check_orders(self.id, self.orders, self.questions)
        if pack is not None:
            check_texts(self.files, self.described)
            # Texts that are otherwise first read during play are read at once, in every language.
            for language in dict.fromkeys((ENGLISH, *pack.languages())):
                self.texts(language)
            _ = self.text, self.look, self.rulebook
        self.weights = self._weights()

    # What a game must define

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> S:
        """The state at the start, its strands not yet running."""
        raise RulesFault(f"{type(self).__name__} must define setup()")

    def result(self, state: S) -> Result:
        raise RulesFault(f"{type(self).__name__} must define result()")

    def scene(
        self, view: S, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        """The table as this seat sees it, made only from its view.

        The engine adds title and seats, if they are left out, and prompt, options and log.
        `decision` is the seat's own, if it has one.
        """
        if self.painter is None:
            raise RulesFault(f"{type(self).__name__} must define scene()")
        return self.painter(view, seat, names, self.text, decision).paint()

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        """An upper limit for the number of choices in a game."""
        raise RulesFault(f"{type(self).__name__} must define bound()")

    # What a game may define

    def run(self, state: State, strand: Strand) -> Procedure:
        """The procedure of a strand, starting at its cursor."""
        return self.steps.run(state, strand)

    def stock(self, state: S) -> Counter[str]:
        """The constant number of each card and piece, by name; by default the number dealt."""
        return Counter()

    def load(self, files: ContentFiles) -> Content:
        """The cards, units and numbers of the files, and the options that name them.

        A game without content files declares its options in a module and names them in `words`.
        """
        return Content(self.words)

    def conflict(self, seats: int, settings: Mapping[str, Value]) -> Reason | None:
        """Why these settings cannot be combined, or None."""
        return None

    def defaults(self, seats: int, settings: dict[str, Value]) -> None:
        """Fill in the settings whose default depends on others."""

    def census(self, state: S) -> Counter[str]:
        """The pieces on the table, to compare with `stock`; by default the cards in the zones."""
        return Counter(self.card_name(card) for zone in state.zones() for card in zone.cards)

    def card_name(self, card: int) -> str:
        """The readable id of a card number."""
        return str(card)

    def default(self, decision: Decision) -> Option:
        """The choice made for a player whose time is up."""
        return decision.options[-1]

    def evaluate(self, state: S, seat: int) -> float:
        """The value of the position for the seat, 0 to 1: for bots, on imagined worlds only."""
        result = self.result(state)
        return 1.0 if seat in result.winners else 0.0

    def prospects(self, state: S, seat: int) -> float:
        """The seat's chance to win, at a decision of the horizon: for bots, like `evaluate`."""
        return self.value(state, seat)

    def measures(self, view: S) -> dict[str, list[float]]:
        """Numbers per seat, by name, for plots of a game and the reports of the lab."""
        return {}

    def assets(self, state: S, seat: int) -> dict[str, float]:
        """What hints compare: the measures of the seat, and what only the seat itself may count."""
        return {name: values[seat] for name, values in self.measures(state).items()}

    def measure_name(self, measure: str) -> str:
        """A measure or asset as people read it, in their language: `name.measure.<measure>`."""
        key = f"name.measure.{measure}"
        return self.text.say(key) if self.text.has(key) else measure

    def round_of(self, state: S) -> int:
        """The round that is being played, from 1; 0 before the first, or without rounds."""
        return 0

    def roles(self, state: S) -> dict[str, list[str]]:
        """What each seat plays as, by kind: its faction, its captain. The lab compares them."""
        return {}

    def entry_words(self, place: str, id: str) -> Mapping[str, object]:
        """Further words about a content entry (`units.unit`, `dragon`), for the rule book."""
        return {}

    # What the engine derives

    def value(self, state: S, seat: int) -> float:
        """What bots go by: the evaluation, weighted if a pack has fitted weights."""
        if self.weights is None:
            return self.evaluate(state, seat)
        return self.weights.value(self.evaluate(state, seat), self.measures(state), seat)

    def _weights(self) -> Weights | None:
        source = None if self.pack is None else self.pack.sources.get(EVALUATION)
        if source is None:
            return None
        seats = self.seats.start
        settings = self.configure(seats, {})
        state = self.deal(seats, settings, Chance(bytes(32), self.streams))
        return read_weights(source, self.content.hash, list(self.measures(state)))

    def deal(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> S:
        """The state at the start, with numbered zones and a first strand."""
        state = self.setup(seats, settings, chance)
        state.number_zones()
        if not state.strands:
            state.strands.append(Strand())
        return state

    @property
    def text(self) -> Catalogue:
        """The texts in the active language, or in English if the game does not have it."""
        return self.texts(active())

    def texts(self, language: str) -> Catalogue:
        known = self._texts.get(language)
        if known is None:
            if language == PSEUDO:
                known = pseudo(self.texts(ENGLISH))
            elif language in languages(self.package, self.pack):
                known = Catalogue.load(self.package, language, self.files)
            else:
                return self.texts(ENGLISH)
            self._texts[language] = known
        return known

    @property
    def rulebook(self) -> Rulebook:
        """The rules by id, in the active language."""
        language = self.text.language
        if language not in self._books:
            file = _rules_file(self.package, language)
            self._books[language] = Rulebook.parse(self.rules_text, f"{file} of {self.package}")
        return self._books[language]

    @property
    def rules_text(self) -> str:
        """The rule book in Markdown, with the numbers and the cards of this content."""
        text = read(self.package, _rules_file(self.package, self.text.language), RuleError)
        return fill_rules(text, self.text, self.files, self.described, self.entry_words)

    @cached_property
    def look(self) -> Look:
        return Look.load(self.package, self.id, self.pack)

    def encoding(
        self, seats: int, settings: Mapping[str, Value] | None = None, events: int = 0
    ) -> Encoding:
        """The table as numbers for learning programs, with this many of the latest events."""
        from starhall.engine.knowledge.encoding import Encoding

        chosen = self.configure(seats, settings or {})
        key = (seats, events, *chosen.items())
        if key not in self._encodings:
            self._encodings[key] = Encoding(self, seats, chosen, events)
        return self._encodings[key]

    @property
    def vocabulary(self) -> Vocabulary:
        return self.content.vocabulary

    def refusals(self, view: S, decision: Decision) -> list[Refusal]:
        """Options that the seat might expect but is not offered, with the reasons."""
        return self.questions.refusals(view, decision)

    def remark(self, view: S, decision: Decision, option: Option) -> Remark | None:
        """The price or effect of an option, if the rules know it; it is part of its sentence."""
        return None

    @cached_property
    def build(self) -> str:
        """A fingerprint of the code of the rules.

        Two builds of the same version should play the same. If they do not, the fingerprint
        distinguishes a changed record from one made by other rules.
        """
        total = blake2b(digest_size=8)
        for package in ("starhall.engine.rules", self.package):
            folder = root(package, ContentError)
            for name in sorted(file_names(folder, "")):
                if name.endswith(".py"):
                    total.update(f"{name}\0".encode() + folder.joinpath(name).read_bytes())
        return total.hexdigest()

    def __reduce__(self) -> tuple[object, ...]:
        """A game is pickled by its name, or by its class and pack."""
        if installed().get(self.id) is self:
            return find, (self.id,)
        return type(self), (self.pack,)

    def setting(self, id: str) -> Setting:
        for setting in self.settings:
            if setting.id == id:
                return setting
        ids = [setting.id for setting in self.settings]
        values: dict[str, object] = {"game": self.id, "id": id, "n": len(ids)}
        values["known"] = ", ".join(ids)
        near = get_close_matches(id, ids, 1)
        if near:
            raise BadSetting("setting.unknown_near", near=near[0], **values)
        raise BadSetting("setting.unknown", **values)

    def configure(self, seats: int, chosen: Mapping[str, Value]) -> dict[str, Value]:
        """All settings with defaults, checked; raises for values that cannot be combined."""
        if seats not in self.seats:
            low, high = self.seats.start, self.seats.stop - 1
            if low == high:
                raise BadSetting("setting.seats", game=self.id, count=high, n=seats)
            raise BadSetting("setting.seats_between", game=self.id, low=low, high=high, n=seats)
        for id in chosen:
            self.setting(id)
        settings: dict[str, Value] = {}
        for setting in self.settings:
            if setting.id in chosen:
                settings[setting.id] = setting.read(chosen[setting.id])
            elif setting.default is not None:
                settings[setting.id] = setting.default
        self.defaults(seats, settings)
        reason = self.conflict(seats, settings)
        if reason is not None:
            sentence = self.text.say(f"refusal.{reason.key}", reason.values)
            raise BadSetting(f"{sentence} ({reason.rule})")
        return settings


def _rules_file(package: str, language: str) -> str:
    """`RULES.md`, or a translation such as `RULES.de.md` if there is one."""
    translated = f"RULES.{language}.md"
    return translated if root(package, RuleError).joinpath(translated).is_file() else "RULES.md"


class Installed:
    """The games that are installed, and the packages that could not be loaded, with the reason."""

    def __init__(self) -> None:
        self.games: dict[str, Game[State]] = {}
        self.broken: dict[str, str] = {}
        package = import_module("starhall.games")
        places = [f"starhall.games.{info.name}" for info in iter_modules(package.__path__)]
        places += [entry.value for entry in entry_points(group="starhall.games")]
        folders = [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]
        sys.path += [folder for folder in folders if folder not in sys.path]
        places += [info.name for info in iter_modules(folders) if info.ispkg]
        for place in places:
            self._add(place)
        self.games = dict(sorted(self.games.items()))

    def _add(self, place: str) -> None:
        """The game at `package` or `package:NAME`; without a name it is `GAME`."""
        module, _, name = place.partition(":")
        try:
            game = getattr(import_module(module), name or "GAME")
        except Exception as error:  # one broken package must not stop the others
            self.broken[place] = f"{type(error).__name__}: {error}"
            return
        if not isinstance(game, Game):
            self.broken[place] = f"{name or 'GAME'} must be an instance of Game"
        elif game.id in self.games:
            self.broken[place] = f"{self.games[game.id].package} is called '{game.id}' already"
        else:
            self.games[game.id] = game


def add_folders(folders: Iterable[Path]) -> None:
    """Look for games in these folders too, here and in processes started from here."""
    known = os.environ.get(FOLDERS, "").split(os.pathsep)
    added = [str(folder.resolve()) for folder in folders]
    for folder in added:
        if not Path(folder).is_dir():
            raise UnknownGame("game.folder", folder=folder)
    os.environ[FOLDERS] = os.pathsep.join([*[folder for folder in known if folder], *added])
    scan.cache_clear()


@cache
def scan() -> Installed:
    """The installed games, looked up once."""
    return Installed()


def installed() -> dict[str, Game[State]]:
    """All games that are installed, by id."""
    return scan().games


def broken() -> dict[str, str]:
    """The game packages that could not be loaded, and why."""
    return scan().broken


def with_pack(folder: Path, game: str | None = None) -> Game[State]:
    """The game of a pack, with the content of that pack."""
    pack = Pack.read(folder)
    rules = find(game if game is not None else pack.manifest.game)
    return type(rules)(pack)


def find(id: str) -> Game[State]:
    """One game; the error for an unknown name suggests the closest known one."""
    found = installed()
    if id in found:
        return found[id]
    near = get_close_matches(id, list(found), 1, 0.4)
    known = ", ".join(found)
    if broken():
        place, why = next(iter(broken().items()))
        raise UnknownGame("game.broken", id=id, known=known, place=place, why=why)
    if near:
        raise UnknownGame("game.unknown_near", id=id, known=known, near=near[0])
    raise UnknownGame("game.unknown", id=id, known=known)


def seat_names(seats: int, names: Sequence[str] = ()) -> list[str]:
    """The given names, then Player 3, Player 4 and so on."""
    text = catalogue()
    return [names[i] if i < len(names) else text.say("seat", {"n": i + 1}) for i in range(seats)]
