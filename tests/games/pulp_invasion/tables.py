"""Positions of Pulp Invasion! for tests: lay the table as you like, then let the rules run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starhall.engine.knowledge.memory import GROUP, Witness
from starhall.engine.rules.chance import Chance, Stream, seed_bytes
from starhall.engine.rules.decision import Decision, Remark
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import Zone
from starhall.engine.text.sentences import Telling
from starhall.games.pulp_invasion.content import ABILITIES, COLOURS, NONE
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.rules.encounter import ENCOUNTER, form_line
from starhall.games.pulp_invasion.rules.reckoning import bill
from starhall.games.pulp_invasion.rules.rounds import GAME as COURSE
from starhall.games.pulp_invasion.rules.rounds import ROUND
from starhall.games.pulp_invasion.rules.search import SEARCH
from starhall.games.pulp_invasion.rules.setup import set_up
from starhall.games.pulp_invasion.state import (
    DICE_STREAM,
    ENGAGED,
    EVADED,
    STREAMS,
    WAITING,
    Table,
)

CONTENT = GAME.content
COMBAT, DIPLOMACY, SCIENCE = range(3)
RED, BLUE, ORANGE = range(3)
CODE, KEY = range(2)

ORDERS = {
    "synod": ("synod", "kah", "quietus"),
    "kah": ("kah", "synod", "quietus"),
    "quietus": ("quietus", "kah", "synod"),
}


class Desk:
    """One position under way: what is asked, what stands where, and choices by token."""

    def __init__(self, state: Table) -> None:
        self.s = state
        self.play = Play(GAME, state)

    @property
    def asked(self) -> str:
        decision = self.play.decision
        return decision.kind if decision is not None else ""

    @property
    def about(self) -> str:
        decision = self.play.decision
        return decision.about if decision is not None else ""

    @property
    def tokens(self) -> list[str]:
        decision = self.play.decision
        return [option.token for option in decision.options] if decision is not None else []

    def choose(self, *tokens: str) -> Desk:
        for token in tokens:
            decision = self.play.decision
            assert decision is not None, f"nothing is asked, but '{token}' was to be chosen"
            assert token in self.tokens, f"'{token}' is not offered at {decision!r}"
            option = next(option for option in decision.options if option.token == token)
            legal = GAME.questions.options(self.s, decision)  # what there is no reason against
            assert sorted([one.token for one in legal]) == sorted(self.tokens), decision
            self.play.choose(decision, option)
            assert GAME.census(self.s) == GAME.stock(self.s)
        return self

    def demand(self, card: str) -> str:
        """The demands of a card of the line as the examples write them: `2S`, `4S 1C`."""
        due = bill(self.s, self.place(card))
        found = [f"{due[t]}{ABILITIES[t][0].upper()}" for t in range(3) if due[t]]
        return " ".join(found)

    def place(self, card: str) -> int:
        return self.s.line.cards.index(CONTENT.cards.index(card))

    @property
    def points(self) -> str:
        return "/".join(map(str, self.s.abilities))

    def bag(self, colour: str) -> int:
        return self.s.bag[COLOURS.index(colour)]

    def supply(self, colour: str) -> int:
        return self.s.supply[COLOURS.index(colour)]

    def die(self, name: str) -> int:
        return self.s.dice[CONTENT.dice.index(name)]

    def names(self, zone: Zone) -> list[str]:
        return [CONTENT.cards[card] for card in zone.cards]

    def understood(self, weapon: str) -> bool:
        return bool(self.s.understood >> CONTENT.weapons.index(weapon) & 1)

    @property
    def prompt(self) -> str:
        return Voice(self.s).prompt(self.play.decisions[0])

    @property
    def labels(self) -> list[str]:
        decision = self.play.decisions[0]
        return [Voice(self.s).label(option, decision) for option in decision.options]

    @property
    def log(self) -> list[str]:
        """The sentences so far, if the table has a witness."""
        assert self.s.witness is not None
        told = [event for event in self.s.witness.events if event.what not in ("move", GROUP)]
        return [GAME.text.say(f"event.{event.what}", event.values) for event in told]

    def rig_roll(self, value: int) -> Desk:
        """The next die roll shows this value."""
        self.s.chance.streams[DICE_STREAM] = rolling(value)
        return self


class Voice(Telling):
    """Puts a position into words."""

    def __init__(self, state: Table) -> None:
        self.game = GAME
        self.names = ["Ada"]
        self.state = state

    def remark_on(self, option: Option, decision: Decision) -> Remark | None:
        return GAME.remark(self.state, decision, option)


def witnessed(state: Table) -> Table:
    """The same table with somebody who remembers what happens."""
    state.witness = Witness(2)
    return state


def rolling(*values: int) -> Stream:
    """A stream whose first rolls are these."""
    for number in range(100_000):
        stream = Stream(seed_bytes(number))
        twin = stream.copy()
        if all(twin.roll() == value for value in values):
            return stream
    raise AssertionError(f"no stream rolls {values}")


def deal(level: str = "normal", captain: str = "", seed: int = 0, per_round: bool = False) -> Table:
    """A table as it is set up; without a name the Captain is drawn."""
    number = CONTENT.captains.index(captain) if captain else NONE
    chance = Chance(seed_bytes(seed), STREAMS)
    return set_up(CONTENT, chance, CONTENT.levels.index(level), number, per_round, False)


def table(
    sector: str = "synod",
    order: Sequence[str] = (),
    planet: str = "lumen_reach",
    location: str = "",
    points: Sequence[int] = (5, 5, 5),
    maxima: Sequence[int] = (9, 9, 9),
    captain: str = "rex_halloran",
    level: str = "normal",
    dice: Mapping[str, int] | None = None,
    weapons: Sequence[str] = (),
    understood: Sequence[str] = (),
    hand: Sequence[str] = (),
    bag: Mapping[str, int] | None = None,
    quietus: int = 0,
    per_round: bool = False,
    black_redraw: bool = False,
    auto: bool = True,
    seed: int = 0,
) -> Table:
    """A table in the middle of a game: the Planet chosen, no line yet."""
    chance = Chance(seed_bytes(seed), STREAMS)
    s = set_up(
        CONTENT,
        chance,
        CONTENT.levels.index(level),
        CONTENT.captains.index(captain),
        per_round,
        black_redraw,
    )
    row = order or ORDERS[sector]
    s.aliens = [CONTENT.aliens.index(alien) for alien in row]
    s.sector = list(row).index(sector)
    s.maxima = list(maxima)
    s.abilities = list(points)
    for die, value in (dice or {}).items():
        s.dice[CONTENT.dice.index(die)] = value
    take(s, planet, s.planet)
    s.meridian = s.planet_text().cheap_convert
    if location:
        take(s, location, s.location)
    for card in hand:
        take(s, card, s.hand)
    for weapon in weapons or understood:
        own(s, weapon)
    for weapon in understood:
        s.understood |= 1 << CONTENT.weapons.index(weapon)
    if bag is not None:
        for colour, name in enumerate(COLOURS):
            s.supply[colour] += s.bag[colour]
            s.bag[colour] = bag.get(name, 0)
            s.supply[colour] -= s.bag[colour]
            assert 0 <= s.supply[colour] <= CONTENT.cubes[colour]
    s.quietus = quietus
    s.supply[COLOURS.index("black")] -= quietus
    s.auto_single = auto
    s.rounds = 1
    return s


def own(s: Table, weapon: str) -> None:
    """A weapon found earlier, with a yellow cube on it."""
    take(s, weapon, s.found)
    yellow = COLOURS.index("yellow")
    source = s.supply if s.supply[yellow] else s.bag
    source[yellow] -= 1
    if CONTENT.needs_nothing[CONTENT.weapons.index(weapon)]:
        s.understood |= 1 << CONTENT.weapons.index(weapon)


def take(s: Table, card: str, target: Zone) -> None:
    """Put a card from wherever it lies to another zone."""
    number = CONTENT.cards.index(card)
    for zone in s.zones():
        if number in zone.cards:
            zone.cards.remove(number)
    target.cards.append(number)


def at(s: Table, step: object) -> Desk:
    """Let the rules run from this step on."""
    s.strands[0].cursor = COURSE.find(step)
    return Desk(s)


def draws(s: Table, *cards: str) -> Desk:
    """Let these cards be drawn from the current deck: the line is formed."""
    for card in reversed(cards):
        take(s, card, s.decks[s.sector])
    return at(s, form_line)


def line(s: Table, *cards: str, fates: str = "") -> Desk:
    """A line that lies already; `fates` says by letter which cards were engaged or evaded."""
    for card in cards:
        take(s, card, s.line)
    letters = {"n": ENGAGED, "v": EVADED}
    s.fates = [letters.get(fate, WAITING) for fate in fates.ljust(len(cards))]
    s.engaged_any = ENGAGED in s.fates
    s.active = len(fates) - 1
    return at(s, ENCOUNTER)


def search(s: Table, *cards: str, fates: str = "") -> Desk:
    """The Search after such a line; without fates all cards were engaged."""
    desk_line = fates or "n" * len(cards)
    for card in cards:
        take(s, card, s.line)
    s.fates = [{"n": ENGAGED, "v": EVADED}[fate] for fate in desk_line]
    s.active = -1
    return at(s, SEARCH)


def new_round(s: Table) -> Desk:
    """The start of a round: the Planet of the table goes to the searched ones."""
    s.gather(s.planet, s.searched)
    return at(s, ROUND)


def finish_round(desk: Desk) -> None:
    """Evade and search until the next Planet is to be chosen, always with full strength."""
    while desk.asked != "choose_planet":
        desk.s.abilities = [9, 9, 9]
        tokens = desk.tokens
        wanted = [token for token in ("evade", "go", "draw", "no") if token in tokens]
        desk.choose(wanted[0] if wanted else tokens[0])
