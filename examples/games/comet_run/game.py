"""The whole of Comet Run: state, content, rules, scene. RULES.md has the rules in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from starhall.kit import *

# Options: everything a player can ever choose, made once

WORDS = Vocabulary()
FLY = WORDS.table("fly", ["low", "high", "both"])
HIGH, BOTH = 1, 2


# Content: the track comes from content/track.toml, effects are verbs


class SpaceEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    effect: str = ""


class Course(Content):
    def __init__(self, files: ContentFiles) -> None:
        super().__init__(WORDS)
        entries = files.load("track.toml", "space", SpaceEntry)
        self.spaces = [entry.id for entry in entries]
        self.effects = [VERBS.parse(e.effect, place("track.toml", "space", e.id)) for e in entries]


# State: one line for each field


@part
class Ship(Part):
    at: int = public(0, coded=one_hot(16))
    fuel: int = public(2, coded=number(5))


@part
class Sky(State):
    course: Course = internal(shared=True)
    ships: list[Ship] = public([])
    active: int = public(0, coded=SEAT)
    sides: int = public(6, coded=LEFT_OUT)  # of a die
    turns_left: int = public(0, coded=number(200))
    dice: list[int] = public([], coded=each(2, one_hot(6, first=1)))


# Verbs: what a space does to a ship

VERBS: Verbs[Callable[[Sky, Ship, Effect], None]] = Verbs()


@VERBS.verb("drift", Number(-6, 6))
def drift(s: Sky, ship: Ship, effect: Effect) -> None:
    """CR-3.2: a current moves the ship forward or back, and does nothing more."""
    move(s, ship, effect.number())


@VERBS.verb("refuel", Number(1, 6))
def refuel(s: Sky, ship: Ship, effect: Effect) -> None:
    """CR-3.3"""
    ship.fuel += effect.number()
    s.tell("refuels", who=ship.seat, n=effect.number())


# Rules: a turn is a list of steps


def roll(s: Sky) -> None:
    """CR-2.1"""
    s.dice = sorted([s.chance.streams[0].roll(s.sides) for _ in range(2)])
    s.tell("rolls", who=s.active, dice=[str(die) for die in s.dice])


async def fly(s: Sky) -> None:
    """CR-2.2 to CR-2.4: one die, or both for fuel; then the space takes effect."""
    ship, choice = s.ships[s.active], await QUESTIONS.ask(s, s.active, "fly")
    ship.fuel -= choice is FLY[BOTH]
    move(s, ship, [s.dice[0], s.dice[1], sum(s.dice)][choice.value])
    for effect in s.course.effects[ship.at]:
        VERBS[effect.verb].handler(s, ship, effect)
    bump(s, ship)


def move(s: Sky, ship: Ship, distance: int) -> None:
    """CR-3.1, CR-4.1: nobody goes back behind the start; the first at the comet wins."""
    last = len(s.course.spaces) - 1
    ship.at = max(0, min(last, ship.at + distance))
    s.tell("moves", who=ship.seat, space=s.course.spaces[ship.at])
    if ship.at == last:
        raise GameOver


def bump(s: Sky, ship: Ship) -> None:
    """CR-3.4: a ship that stood there is pushed back by one."""
    for other in s.ships:
        if other is not ship and other.at == ship.at and ship.at > 0:
            move(s, other, -1)


def pass_on(s: Sky) -> None:
    """CR-2.5"""
    s.dice = []
    s.active = (s.active + 1) % s.seats
    s.turns_left -= 1


def time_left(s: Sky) -> bool:
    """CR-4.2"""
    return s.turns_left > 0


RACE = Steps("turn", roll, fly, pass_on, as_long_as=time_left, about=lambda s: {"who": s.active})

# Legality: what could be expected, and why it is not allowed

QUESTIONS = Questions()


@QUESTIONS.rule("fly", lambda s, decision: FLY)
def why_not_fly(s: Sky, decision: Decision, option: Option) -> Reason | None:
    if option is FLY[BOTH] and s.ships[decision.seat].fuel == 0:
        return Reason("CR-2.3", "no_fuel")
    if option is FLY[HIGH] and s.dice[0] == s.dice[1]:
        return Reason("CR-2.4", "same_dice", {"n": s.dice[0]})
    return None


class CometRun(Game[Sky]):
    id = "comet-run"
    version = "1.0"
    package = "comet_run"
    seats = range(2, 5)
    settings = (
        Setting("fuel", 2, low=0, high=5, rule="CR-1.2"),
        Setting("sides", 6, low=2, high=6, rule="CR-2.1"),
        Setting("turns", 50, low=1, high=50, rule="CR-4.2"),
    )
    questions = QUESTIONS
    steps = RACE

    def load(self, files: ContentFiles) -> Course:
        return Course(files)

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Sky:
        assert isinstance(course := self.content, Course)
        ships = [Ship(seat=seat, fuel=int(settings["fuel"])) for seat in range(seats)]
        s = Sky(seats=seats, chance=chance, course=course, ships=ships)
        s.sides, s.turns_left = int(settings["sides"]), seats * int(settings["turns"])
        return s

    def result(self, state: Sky) -> Result:
        """CR-4.1, CR-4.2: the first at the comet, or the farthest ship."""
        reason = "comet" if time_left(state) else "time"
        return Result.by_score([ship.at for ship in state.ships], reason)

    def evaluate(self, state: Sky, seat: int) -> float:
        """How far ahead the ship is, and a little for its fuel."""
        ship, last = state.ships[seat], len(state.course.spaces) - 1
        best = max([other.at for other in state.ships if other is not ship])
        return 0.5 + (ship.at - best) / (2 * last + 2) + ship.fuel * 0.001

    def scene(
        self, view: Sky, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        spaces = [self.space(view, number, names) for number in range(len(view.course.spaces))]
        dice = [Die(id=f"die:{n}", face=str(face)) for n, face in enumerate(view.dice)]
        track = Track(id="track", title=self.text.say("scene.track"), spaces=spaces)
        title = self.text.say("scene.dice")
        return Scene(areas=[track, Panel(id="dice", title=title, children=dice)])

    def space(self, view: Sky, number: int, names: Sequence[str]) -> Space:
        """A space with the ships on it, and what it does: the sentences of its verbs."""
        id = view.course.spaces[number]
        pieces = [self.ship(ship, names) for ship in view.ships if ship.at == number]
        effects = view.course.effects[number]
        text = " ".join([self.text.say(f"verb.{e.verb}", {"n": e.number()}) for e in effects])
        return Space(id=f"space:{id}", label=self.text.name("space", id), text=text, pieces=pieces)

    def ship(self, ship: Ship, names: Sequence[str]) -> Piece:
        fuel = self.text.say("scene.fuel", {"n": ship.fuel})
        return Piece(id=f"ship:{ship.seat}", label=names[ship.seat], text=fuel, owner=ship.seat)

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        return int(settings["turns"]) * seats


GAME = CometRun()
