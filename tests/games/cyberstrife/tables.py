"""A table to arrange and then to play on from; seats are numbered from 1, as in the rules.

game = Arranged(3).lanes(2, "- / goliath_walker / -").active(1).play()
game.choose(1, "done")
game.attack(1, "breacher / ghostwire / -")
"""

from collections.abc import Callable
from typing import Any, Self, cast

from starhall.engine.game import Value, find
from starhall.engine.knowledge.views import digest
from starhall.engine.match.match import Match
from starhall.engine.match.opening import load
from starhall.engine.match.record import FORMAT, Checkpoint, Record
from starhall.engine.rules.chance import Chance, commitment, seed_bytes
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.games.cyberstrife.game import GAME
from starhall.games.cyberstrife.rules.passing import new_strand
from starhall.games.cyberstrife.rules.turn import TURN, step_of
from starhall.games.cyberstrife.state import ACTIVE, Copy, Player, Table, Turn

SEED = seed_bytes(2067)
CONTENT = GAME.content
CARDS, UNITS, TRAITS = CONTENT.cards, CONTENT.units, CONTENT.traits
EMPTY_LANE = "-"
PASSES = ("done", "skip", "keep")

# The kinds of decisions, numbered as in the rules (CS-14).
D1, D2, D3, D4 = "mark_discard", "peek_lane", "place_attacker", "swap_lanes"
D5 = D6 = "stack_duplicate"  # of the attacker, of the defender
D7, D8, D9, D10 = "defeat_discard", "sift_discard", "limit_discard", "place_defender"


def card(id: str) -> int:
    return CONTENT.card(id)


def names(text: str) -> list[str]:
    """`breacher, ghostwire` taken apart."""
    return [name.strip() for name in text.split(",") if name.strip()]


class Arranged:
    """A position being laid out. Whoever is not mentioned gets six units of different designs.

    Such a filler has three of them in lanes, or none while holding an active turn, whose recall
    has just taken place. Nobody has traits unless they are given.
    """

    def __init__(self, seats: int, **settings: Value) -> None:
        self.seats = seats
        self.settings = GAME.configure(seats, {"start_seat": 1, **settings})
        self.state = GAME.deal(seats, self.settings, Chance(SEED, GAME.streams))
        self.given: set[int] = set()
        self.next_units: list[list[int]] = [[] for _ in self.state.copies]
        self.deck_discarded = False
        boxes = (seats + 11) // 12 if len(self.state.copies) == 1 else 1
        for zone in self.state.zones():
            zone.cards = []
        for copy in self.state.copies:
            for number, count in enumerate(CONTENT.copies):
                deck = copy.unit_deck if number < CONTENT.first_trait else copy.trait_deck
                deck.cards += [number] * count * boxes

    def player(self, seat: int) -> Player:
        return self.state.players[seat - 1]

    def copy(self, seat: int) -> Copy:
        return self.state.copies[self.player(seat).copy_number]

    def take(self, name: str, copy: Copy) -> int:
        """One card out of the deck, to be laid somewhere else."""
        number = card(name)
        deck = copy.unit_deck if number < CONTENT.first_trait else copy.trait_deck
        deck.cards.remove(number)
        return number

    # Cards

    def hand(self, seat: int, units: str) -> Self:
        self.given.add(seat)
        hand = self.player(seat).hand
        hand.cards += [self.take(name, self.copy(seat)) for name in names(units)]
        return self

    def lanes(self, seat: int, line: str) -> Self:
        """Face-down defenders: `breacher / - / ghostwire`."""
        self.given.add(seat)
        for lane, name in zip(self.player(seat).lanes, line.split("/"), strict=True):
            if name.strip() != EMPTY_LANE:
                lane.cards = [self.take(name.strip(), self.copy(seat))]
        return self

    def traits(self, seat: int, traits: str) -> Self:
        row = self.player(seat).traits
        row.cards += [self.take(name, self.copy(seat)) for name in names(traits)]
        return self

    def owning(self, seat: int, units: int) -> Self:
        """So many units of different designs, the first three of them in lanes."""
        self.given.add(seat)
        return self._fill(seat, units)

    def deck(self, units: str, copy: int = 1) -> Self:
        """The units that will be drawn next, in this order."""
        for name in names(units):
            taken = self.take(name, self.state.copies[copy - 1])
            self.next_units[copy - 1].append(taken)
        return self

    def pile(self, units: str) -> Self:
        copy = self.state.copies[0]
        copy.unit_pile.cards += [self.take(name, copy) for name in names(units)]
        return self

    def no_deck(self) -> Self:
        """All units that nobody owns lie in the discard piles."""
        self.deck_discarded = True
        return self

    # Turns

    def out(self, *seats: int) -> Self:
        """These players have left the game, in this order."""
        for seat in seats:
            player = self.player(seat)
            self.state.gone += 1
            player.alive, player.left = False, self.state.gone
            self.state.rings[player.ring].sitting.remove(seat - 1)
        return self

    def active(self, *seats: int) -> Self:
        """The first turns are over: active turns 1, 2, 3 ... are with these seats, at the start."""
        state = self.state
        state.strands.clear()
        state.strands_begun = self.seats
        held = [0] * len(state.rings)
        for ring in state.rings:
            ring.started = True
        for player in state.players:
            player.turns = 1
        for seat in seats:
            ring_number = self.player(seat).ring
            held[ring_number] += 1
            new_strand(state, seat - 1, ACTIVE, held[ring_number])
        return self

    def turns(self, seat: int, completed: int) -> Self:
        self.player(seat).turns = completed
        return self

    def turn(self, seat: int) -> Turn:
        return next(turn for turn in self.state.turns() if turn.seat == seat - 1)

    def at(self, seat: int, step: Callable[..., object]) -> Self:
        """The turn of this seat stands at a later step."""
        turn = self.turn(seat)
        turn.cursor = TURN.find(step)
        self.player(seat).bound = turn.number
        return self

    # Playing

    def _fill(self, seat: int, units: int) -> Self:
        deck = self.copy(seat).unit_deck.cards
        designs = sorted(set(deck), key=lambda unit: (-deck.count(unit), unit))
        player = self.player(seat)
        holder = any(turn.seat == seat - 1 for turn in self.state.turns())
        for place, unit in enumerate(designs[:units]):
            deck.remove(unit)
            zone = player.hand if holder or place > 2 else player.lanes[place]
            zone.cards.append(unit)
        assert player.owned() == units
        return self

    def play(self) -> "Game":
        """Start the turns and make a match of it, as if it had been saved here and loaded."""
        state = self.state
        for seat in range(1, self.seats + 1):
            if self.player(seat).alive and seat not in self.given:
                self._fill(seat, 6)
        for copy, top in zip(state.copies, self.next_units, strict=True):
            copy.unit_deck.cards += reversed(top)
            if self.deck_discarded:
                copy.unit_pile.cards, copy.unit_deck.cards = copy.unit_deck.cards, []
        running = Play(GAME, state)
        position = running.state
        record = Record(
            starhall=FORMAT,
            game=GAME.id,
            rules=GAME.version,
            content=GAME.content.hash,
            names=[f"Seat {seat}" for seat in range(1, self.seats + 1)],
            settings=self.settings,
            commitment=commitment(SEED),
            choices=[],
            digest=digest(position),
            seed=SEED.hex(),
            origin=Checkpoint.of(position, 0),
        )
        return Game(load(record))


class Game:
    """A match under way, with the questions that tests ask of it."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match

    @property
    def state(self) -> Table:
        return cast(Table, self.match.state)

    def player(self, seat: int) -> Player:
        return self.state.players[seat - 1]

    # Who is asked what

    @property
    def asked(self) -> dict[int, str]:
        """By seat, in the default order: the kind of the pending decision."""
        return {decision.seat + 1: decision.kind for decision in self.match.decisions}

    def decision(self, seat: int) -> Decision:
        decision = self.match.decision_of(seat - 1)
        assert decision is not None, f"seat {seat} is not asked; asked are {self.asked}"
        return decision

    def lane(self, seat: int) -> str:
        """The lane that the seat is asked about."""
        return self.decision(seat).about.partition("/")[0]

    def offered(self, seat: int) -> list[str]:
        return [option.token for option in self.decision(seat).options]

    # Answers

    def choose(self, seat: int, *tokens: str) -> None:
        for token in tokens:
            self.check_legality(seat)
            self.match.choose(token, seat - 1)

    def check_legality(self, seat: int) -> None:
        """What is offered is what there is no reason against."""
        decision = self.match.decision_of(seat - 1)
        if decision is not None:
            legal = [option.token for option in GAME.questions.options(self.state, decision)]
            assert sorted(legal) == sorted(self.offered(seat)), decision

    def attack(self, seat: int, line: str) -> None:
        """Place attackers as the line says, lane by lane as they are asked for."""
        self._place(seat, "place_attacker", line)

    def defend(self, seat: int, line: str) -> None:
        self._place(seat, "place_defender", line)

    def _place(self, seat: int, kind: str, line: str) -> None:
        wanted = [name.strip() for name in line.split("/")]
        assert self.asked.get(seat) == kind, f"seat {seat}: {self.asked}"
        while self.asked.get(seat) == kind:
            name = wanted[int(self.lane(seat)) - 1]
            self.choose(seat, "leave_empty" if name == EMPTY_LANE else f"place {name}")

    def calm(self, seat: int) -> None:
        """An unexcited answer: pass where that leads on, else the first option."""
        decision = self.decision(seat)
        self.match.choose(calm_option(decision), seat - 1)

    def calm_through(self, seat: int, *kinds: str) -> None:
        """Calm answers as long as the seat is asked one of these (or anything at all)."""
        while seat in self.asked and (not kinds or self.asked[seat] in kinds):
            self.calm(seat)

    def until(self, reached: Callable[[], bool]) -> None:
        """Calm answers in the default order (CS-11.20) until something is so."""
        for _ in range(5000):
            if reached():
                return
            self.calm(self.match.decision.seat + 1)
        raise AssertionError("it never came about")

    def take_turn(self, seat: int) -> None:
        """Calm answers of everybody in this seat's strand until its turn is over."""
        before = self.player(seat).turns
        number = self.player(seat).bound
        while self.player(seat).alive and self.player(seat).turns == before:
            asked = [other for other in self.asked if self.player(other).bound == number]
            self.calm(asked[0])

    # What lies where

    def hand(self, seat: int) -> list[str]:
        return sorted(CARDS[unit] for unit in self.player(seat).hand.cards)

    def lanes(self, seat: int) -> str:
        """`breacher / - / ghostwire+1`."""
        stacks = [[CARDS[unit] for unit in lane.cards] for lane in self.player(seat).lanes]
        return " / ".join(
            stack[0] + (f"+{len(stack) - 1}" if len(stack) > 1 else "") if stack else EMPTY_LANE
            for stack in stacks
        )

    def traits(self, seat: int) -> list[str]:
        return [CARDS[trait] for trait in self.player(seat).traits.cards]

    def owned(self, *seats: int) -> list[int]:
        """The units owned by these seats, or by all."""
        return [self.player(s).owned() for s in seats or range(1, self.state.seats + 1)]

    def sizes(self, copy: int = 1) -> tuple[int, int]:
        """Unit deck and unit discard pile."""
        found = self.state.copies[copy - 1]
        return len(found.unit_deck.cards), len(found.unit_pile.cards)

    def pile(self, copy: int = 1) -> list[str]:
        return sorted(CARDS[unit] for unit in self.state.copies[copy - 1].unit_pile.cards)

    def trait_pile(self, copy: int = 1) -> list[str]:
        return sorted(CARDS[card] for card in self.state.copies[copy - 1].trait_pile.cards)

    # Turns

    @property
    def holders(self) -> dict[int, int]:
        """By number of the active turn: the seat that holds it."""
        turns = [turn for turn in self.state.turns() if turn.kind == ACTIVE]
        return {turn.turn_id: turn.seat + 1 for turn in turns}

    def active(self, turn_id: int) -> Turn:
        turns = [turn for turn in self.state.turns() if turn.kind == ACTIVE]
        return next(turn for turn in turns if turn.turn_id == turn_id)

    def step(self, turn_id: int) -> str:
        """The step where an active turn stands."""
        return step_of(self.active(turn_id))

    @property
    def strands(self) -> list[tuple[int, int]]:
        """Number and seat of every strand, the oldest first."""
        return [(turn.number, turn.seat + 1) for turn in self.state.turns()]

    # What happened

    def told(self, what: str) -> list[dict[str, object]]:
        """All events of one kind, as a spectator hears of them."""
        return [event.values for _, event in self.match.events() if event.what == what]

    @property
    def battles(self) -> list[str]:
        """All battles so far: attacker and target."""
        return [f"{_seat(told, 'who')}-{_seat(told, 'target')}" for told in self.told("attacks")]

    @property
    def ranks(self) -> list[int]:
        result = self.match.result
        assert result is not None, "the game goes on"
        return result.ranks


def _seat(values: dict[str, object], key: str) -> int:
    return cast(int, values[key]) + 1


def calm_option(decision: Decision) -> Option:
    for option in decision.options:
        if option.token in PASSES:
            return option
    return decision.options[0]


def deal(seats: int, seed: int = 1, **settings: Value) -> Game:
    """A match from the deal; unless said otherwise, engine seat 0 is seat 1."""
    chosen: dict[str, Value] = {"start_seat": 1, **settings}
    return Game(Match(find(GAME.id), seats, chosen, seed))
