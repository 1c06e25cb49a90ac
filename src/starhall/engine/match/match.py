"""A match: one game being played, with its record, its views, its log and its undo."""

# mypyc: off

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, cast

from starhall.engine.errors import (
    IllegalChoice,
    RulesFault,
    StarhallError,
    UndoRefused,
)
from starhall.engine.game import Game, Result, S, Value, find, seat_names
from starhall.engine.knowledge.memory import GROUP, Event, Witness
from starhall.engine.knowledge.views import to_bytes, view
from starhall.engine.knowledge.worlds import Knowledge, Midway, redeal, replay
from starhall.engine.match import record as records
from starhall.engine.match.log import Entry, Log
from starhall.engine.match.record import FORMAT, Checkpoint, Record
from starhall.engine.rules.chance import Chance, Stream, commitment, seed_bytes
from starhall.engine.rules.decision import Decision, Refusal
from starhall.engine.rules.fields import EVERYONE, NOBODY
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State
from starhall.engine.text.sentences import Telling

if TYPE_CHECKING:
    from starhall.engine.scene.elements import Scene

Choice = Option | str | int


class Step:
    """One choice of the record, and what it set loose: the ground of the undo rule."""

    __slots__ = ("chance", "option", "revealed", "seat")

    def __init__(self, seat: int, option: Option) -> None:
        self.seat = seat
        self.option = option
        self.chance = False
        self.revealed = NOBODY  # the mask of those who learned something

    def __str__(self) -> str:
        return f"{self.seat} {self.option.token}"


class Match(Telling):
    """See DESIGN section 4. Make one by `starhall.new` or `starhall.load`.

    An unwatched match (`watched=False`) keeps its record but no events, no memory of what
    seats saw and no checkpoints: that is what large simulations run.
    """

    def __init__(
        self,
        game: Game[S],
        seats: int,
        settings: Mapping[str, Value] | None = None,
        seed: int | str | bytes | None = None,
        names: Sequence[str] = (),
        watched: bool = True,
    ) -> None:
        self.game = cast("Game[State]", game)  # it will meet states of its own making only
        self.seats = seats
        self.settings = game.configure(seats, settings or {})
        self.seed = secrets.token_bytes(32) if seed is None else seed_bytes(seed)
        self.names = seat_names(seats, names)
        self.watched = watched
        self.notice = ""  # what the user must be told after loading
        self._origin: Checkpoint | None = None  # where the history begins, if not at the deal
        self._begin(self._deal(), 0)

    def start_at(self, checkpoint: Checkpoint) -> None:
        """Let the history begin at this position instead of at the deal."""
        self._origin = checkpoint
        self._begin(self._deal(), checkpoint.ply)

    def _deal(self) -> State:
        """The state before anything was chosen."""
        chance = Chance(self.seed, self.game.streams)
        if self._origin is not None:
            state = self.game.deal(self.seats, self.settings, chance)
            return self._origin.restore(state)
        state = self.game.deal(self.seats, self.settings, chance)
        if self.watched:
            state.witness = Witness(self.seats + 1)
        return state

    def _begin(self, state: State, ply: int) -> None:
        self.steps: list[Step] = []
        self.log = Log()
        self._first_ply = ply
        self._asked: dict[int, tuple[int, Decision]] = {}  # by seat: since which ply, and what
        self._checkpoint: State | None = None
        self._checkpoint_ply = ply
        self._midway: Midway | None = None
        try:
            self.play = Play(self.game, state)
        except StarhallError:
            raise
        except Exception as error:
            raise RulesFault(f"{self.game.id} failed at ply {ply}, at once: {error!r}") from error
        self._look(None, 0)

    # Looking

    @property
    def ply(self) -> int:
        """How many choices have been made."""
        return self._first_ply + len(self.steps)

    @property
    def over(self) -> bool:
        return self.play.over

    @property
    def state(self) -> State:
        """The truth. Rules and tests may look at it; bots and clients get views."""
        return self.play.state

    @property
    def decision(self) -> Decision:
        """The first pending decision (of the oldest strand)."""
        decision = self.play.decision
        if decision is None:
            raise IllegalChoice("the game is over: nobody is asked anything")
        decision.teller = self
        return decision

    @property
    def decisions(self) -> list[Decision]:
        """All pending decisions, at most one for each seat."""
        decisions = self.play.decisions
        for decision in decisions:
            decision.teller = self
        return decisions

    def decision_of(self, seat: int) -> Decision | None:
        """The pending decision of a seat, if it has one."""
        decision = self.play.decision_of(seat)
        if decision is not None:
            decision.teller = self
        return decision

    def interjections(self, seat: int) -> list[Option]:
        """What the seat may choose now without being asked."""
        seat = self.observer(seat)
        return [] if self.over else self.game.interjections(self.play.state, seat)

    @property
    def result(self) -> Result | None:
        """Ranks, scores, winners and the reason; None while the game goes on."""
        return self.game.result(self.play.state) if self.over else None

    def observer(self, seat: int | None) -> int:
        """The number of an observer: the seat, or for None the spectator's."""
        if seat is None:
            return self.seats
        if not 0 <= seat < self.seats:
            raise IllegalChoice(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        return seat

    def view(self, seat: int | None = None) -> State:
        """The state as this seat may know it; None is a spectator."""
        return view(self.play.state, self.observer(seat))

    def waiting(self, viewer: int | None = None) -> list[int]:
        """The seats that owe an answer, as far as the viewer may know."""
        return [
            decision.seat
            for decision in self.play.decisions
            if not decision.secret or decision.seat == viewer
        ]

    def refusals(self, seat: int | None = None) -> list[Refusal]:
        """What the seat might have expected to be offered, and why it is not."""
        decision = self.decision if seat is None else self.decision_of(seat)
        return [] if decision is None else self.refusals_of(decision)

    def refusals_of(self, decision: Decision) -> list[Refusal]:
        """The same for a pending decision at hand."""
        return self.game.refusals(self.view(decision.seat), decision)

    def events(self, seat: int | None = None, since: int = 0) -> list[Entry]:
        """What the seat may know of what happened, with the ply; hidden cards are -1."""
        entries = self.log.since(since) if since else self.log
        return list(self._shown(entries, self.observer(seat)))

    def latest(self, seat: int | None = None) -> Iterator[Entry]:
        """The same from the last event back: no more is looked at than is asked for."""
        return self._shown(reversed(self.log), self.observer(seat))

    def _shown(self, entries: Iterable[Entry], observer: int) -> Iterator[Entry]:
        for ply, event in entries:
            if event.what == GROUP:
                continue
            if self.over or event.visible(observer):
                yield ply, event
            elif event.what == "move":
                values = {**event.values, "card": -1}
                yield ply, Event("move", event.to, values, event.strand, event.depth)

    def scene(self, seat: int | None = None) -> Scene:
        """The table of one seat, with its prompt, options and log."""
        from starhall.engine.scene.stage import stage

        return stage(self, seat)

    def text(self, seat: int | None = None) -> str:
        """The complete table in words, enough to play by it alone."""
        from starhall.engine.scene.words import render

        return render(self.scene(seat))

    def _repr_svg_(self) -> str:
        from starhall.engine.scene.svg.render import render

        return render(self.scene(None))

    def __repr__(self) -> str:
        now = "over" if self.over else repr(self.play.decision)
        return f"<Match {self.game.id}, {self.seats} seats, ply {self.ply}: {now}>"

    # Choosing

    def choose(self, choice: Choice, seat: int | None = None, ply: int | None = None) -> None:
        """Answer a pending decision, by option, token or number.

        Without a seat the first pending decision is meant. With a ply (the one at which the
        client looked) a stale answer is refused. A refused choice changes nothing.
        """
        if self.over:
            raise IllegalChoice("the game is over: nothing can be chosen any more")
        option = self._option(choice)
        chooser = self.decision.seat if seat is None else self.observer(seat)
        decision = self.play.decision_of(chooser)
        if decision is not None and option in decision.options:
            asked_at, _ = self._asked.get(chooser, (self.ply, decision))
            if ply is not None and not asked_at <= ply <= self.ply:
                raise IllegalChoice(
                    f"this answers ply {ply}, but seat {chooser} was asked at ply {asked_at} "
                    f"and the match stands at ply {self.ply}: look again"
                )
        elif option not in self.game.interjections(self.play.state, chooser):
            raise IllegalChoice(self._why_not(option, chooser, decision))
        else:
            decision = None
        self._apply(chooser, decision, option)

    def choose_all(self, choices: Sequence[Choice], seat: int, ply: int | None = None) -> None:
        """Several answers of one seat as one list: taken as a whole or not at all.

        The list must not go on after the seat has learned something: else a list that is
        refused at its end would be a look into the future.
        """
        before = self.ply
        try:
            for number, choice in enumerate(choices, start=1):
                if number > 1 and self._taught(self.steps[-1], seat):
                    raise IllegalChoice(
                        f"choice {number} of the list comes after chance was used or something "
                        f"was shown to seat {seat}: send the {number - 1} before it, then look"
                    )
                self.choose(choice, seat, ply if number == 1 else None)
        except StarhallError:
            if self.ply > before:
                self._rewind(before)
            raise

    def _taught(self, step: Step, seat: int) -> bool:
        return step.chance or (step.revealed >> seat) & 1 == 1

    def _option(self, choice: Choice) -> Option:
        vocabulary = self.game.vocabulary
        if isinstance(choice, Option):
            number = choice.number
            if number < len(vocabulary) and vocabulary.options[number] is choice:
                return choice
            raise IllegalChoice(f"'{choice.token}' is an option of another game")
        if isinstance(choice, int):
            if 0 <= choice < len(vocabulary):
                return vocabulary.options[choice]
            raise IllegalChoice(f"options are numbered 0 to {len(vocabulary) - 1}, not {choice}")
        return vocabulary.find(choice)

    def _why_not(self, option: Option, seat: int, decision: Decision | None) -> str:
        if decision is None:
            owing = ", ".join(str(other) for other in self.waiting(seat)) or "nobody"
            return f"seat {seat} is not asked anything now ('{option.token}'); waiting for {owing}"
        offered = ", ".join(other.token for other in decision.options)
        for refusal in self.refusals(seat):
            if refusal.option is option:
                return f"'{option.token}': {self.reason(refusal)} Offered: {offered}"
        return f"'{option.token}' is not offered to seat {seat} ({decision.kind}): {offered}"

    def _apply(self, seat: int, decision: Decision | None, option: Option) -> None:
        if self.watched and self.play.fresh:
            self._checkpoint = self.play.state.copy()
            self._checkpoint_ply = self.ply
        used = self.play.state.chance.used
        step = Step(seat, option)
        before = self.ply
        try:
            if decision is not None:
                self.play.choose(decision, option)
            else:
                self.play.interject(seat, option)
            self.steps.append(step)
            self._look(step, used)
        except Exception as error:
            self._rewind(before)
            if isinstance(error, StarhallError) and not isinstance(error, RulesFault):
                raise
            why = str(error) if isinstance(error, RulesFault) else repr(error)
            raise RulesFault(f"{self.game.id} failed at ply {before}, '{step}': {why}") from error

    def _look(self, step: Step | None, used: int) -> None:
        """After each choice: what was set loose, what happened, who is asked since when."""
        self._midway = None
        state = self.play.state
        witness = state.witness
        if step is not None:
            step.chance = state.chance.used != used
        if witness is not None:
            if step is not None:
                # When the game is over all cards are shown to everybody.
                step.revealed = EVERYONE if self.over else witness.revealed
            self.log.add(self.ply, witness.events)
            witness.events = []
            witness.revealed = NOBODY
        if step is not None:
            self._asked.pop(step.seat, None)
        asked: dict[int, tuple[int, Decision]] = {}
        for decision in self.play.decisions:
            seat = decision.seat
            if seat in asked:
                raise RulesFault(
                    f"seat {seat} is asked '{asked[seat][1].kind}' and '{decision.kind}' at the "
                    "same time; a seat has one decision at most"
                )
            since, what = self._asked.get(seat, (self.ply, decision))
            asked[seat] = (since if _same(what, decision) else self.ply, decision)
        self._asked = asked

    # Going back and aside

    def _replay(self, steps: list[Step], state: State, ply: int) -> None:
        """Start from a state and make these choices again."""
        self._begin(state, ply)
        for step in steps:
            self.choose(step.option, step.seat)

    def _rewind(self, ply: int) -> None:
        notice = self.notice
        self._replay(self.steps[: ply - self._first_ply], self._deal(), self._first_ply)
        self.notice = notice

    def _twin(self) -> Match:
        """A match with the same header and no position yet."""
        twin = Match.__new__(Match)
        twin.game, twin.seats, twin.settings = self.game, self.seats, self.settings
        twin.seed, twin.names, twin.watched = self.seed, self.names, self.watched
        twin.notice, twin._origin = "", self._origin
        return twin

    def fork(self) -> Match:
        """An independent match from here; the two go their own ways."""
        twin = self._twin()
        twin.steps = list(self.steps)
        twin.log = self.log.copy()
        twin._first_ply = self._first_ply
        twin._asked = dict(self._asked)
        twin._checkpoint, twin._checkpoint_ply = self._checkpoint, self._checkpoint_ply
        twin._midway = None
        twin.play = self.fork_play()
        witness = twin.play.state.witness
        if witness is not None:
            witness.events = []
            witness.revealed = NOBODY
        return twin

    def fork_play(self) -> Play:
        """Only the running rules, without record and log: what search forks."""
        if self.over or self.play.fresh:
            return Play(self.game, self.play.state.copy())
        state, since = self._phase()
        play = Play(self.game, state.copy())
        replay(play, since)
        return play

    def _phase(self) -> tuple[State, list[tuple[int, Option]]]:
        """Inside a phase: the state it began with, not to be changed, and the choices since."""
        state, ply = self._checkpoint, self._checkpoint_ply
        if state is None:
            state, ply = self._deal(), self._first_ply
        return state, [(step.seat, step.option) for step in self.steps[ply - self._first_ply :]]

    def at(self, ply: int) -> Match:
        """The match as it stood after that many choices, to look at or to play on."""
        if not self._first_ply <= ply <= self.ply:
            raise IllegalChoice(
                f"there is no ply {ply}: this match knows {self._first_ply} to {self.ply}"
            )
        twin = self._twin()
        twin._replay(self.steps[: ply - self._first_ply], twin._deal(), self._first_ply)
        return twin

    def undoable(self, seat: int) -> int:
        """How many of its last choices the seat may take back without asking anybody.

        The information frontier: since then nothing was revealed to anyone, no chance was
        used and nobody else decided. An unwatched match cannot tell.
        """
        count = 0
        if not self.watched:
            return count
        for step in reversed(self.steps):
            if step.seat != seat or step.chance or step.revealed:
                break
            count += 1
        return count

    def undo(self, seat: int, consent: bool = False) -> None:
        """Take back the seat's last choice; past the frontier only with the table's consent.

        With consent everything since that choice is taken back with it.
        """
        self.observer(seat)
        if self.undoable(seat) > 0:
            self._rewind(self.ply - 1)
            return
        last = [i for i, step in enumerate(self.steps) if step.seat == seat]
        if not last:
            raise UndoRefused(f"seat {seat} has not chosen anything that could be taken back")
        if not consent:
            raise UndoRefused(
                f"since the last choice of seat {seat} something was revealed, chance was used "
                "or somebody else decided; going back needs the consent of the other seats"
            )
        self._rewind(self._first_ply + last[-1])

    # Imagining

    def alternative(self, seat: int, stream: Stream) -> State:
        """A state the seat cannot tell from the truth: hidden cards redealt, future re-seeded."""
        self._must_be_watched()
        state = self.play.state.copy()
        redeal(state, self.observer(seat), stream)
        return state

    def imagine(self, seat: int, stream: Stream) -> Play:
        """A running world consistent with all that the seat knows, independent of the truth."""
        self._must_be_watched()
        if self.over:
            return self.fork_play()
        if self.play.fresh:
            return self.knowledge(seat).world(stream)
        return self._standing(self.observer(seat)).world(stream)

    def _standing(self, seat: int) -> Midway:
        """Worlds are dealt many at a time: what they have in common is kept until a choice."""
        if self._midway is None or self._midway.observer != seat:
            state, since = self._phase()
            self._midway = Midway(self.play, state, since, seat)
        return self._midway

    def knowledge(self, seat: int) -> Knowledge:
        """All that the seat knows, to deal many worlds from; only where every strand is fresh."""
        self._must_be_watched()
        if not self.play.fresh:
            raise RulesFault("inside a phase the rules cannot start anew: use imagine()")
        return Knowledge(self.play, self.observer(seat))

    def _must_be_watched(self) -> None:
        if not self.watched:
            raise RulesFault("an unwatched match keeps no memory of what seats saw: no imagining")

    # Keeping

    def checkpoint(self) -> Checkpoint | None:
        """The last position that stands by itself; the choices since then lead here."""
        if not self.watched or self.over:
            return None
        if self.play.fresh:
            return Checkpoint.of(self.play.state, self.ply)
        if self._checkpoint is None:
            return None
        return Checkpoint.of(self._checkpoint, self._checkpoint_ply)

    def record(self, public: bool = False) -> Record:
        """Everything needed to play the game again; a public one hides the seed till the end."""
        shown = not public or self.over
        return Record(
            starhall=FORMAT,
            game=self.game.id,
            rules=self.game.version,
            content=self.game.content.hash,
            names=self.names,
            settings=self.settings,
            commitment=commitment(self.seed),
            choices=[str(step) for step in self.steps] if shown else [],
            digest=self.seal() if shown else "",
            seed=self.seed.hex() if shown else None,
            checkpoint=self.checkpoint() if shown else None,
            origin=self._origin if shown else None,
            result=self.result,
        )

    def seal(self) -> str:
        """A fingerprint of all choices and of where they led: no other record has it."""
        sealed = blake2b(digest_size=16)
        for step in self.steps:
            sealed.update(f"{step};".encode())
        sealed.update(to_bytes(self.play.state))
        return sealed.hexdigest()

    def save(self, path: str | Path) -> None:
        """Write the record; at any point of any phase."""
        records.write(self.record(), path)


def _same(one: Decision, other: Decision) -> bool:
    """Is it the same question? After an interjection it may be asked by a new procedure."""
    if one is other:
        return True
    return (one.kind, one.about, one.options) == (other.kind, other.about, other.options)


def new(
    game: str | Game[S],
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    names: Sequence[str] = (),
    watched: bool = True,
    **settings: Value,
) -> Match:
    """Start a match; without a seed it takes 256 bits from the system."""
    rules = find(game) if isinstance(game, str) else cast("Game[State]", game)
    count = seats if seats is not None else (len(names) or rules.seats.start)
    return Match(rules, count, settings, seed, names, watched)


def load(source: str | Path | Record, game: Game[S] | None = None) -> Match:
    """Take up a saved match; see `Match.notice` for what the user should be told."""
    from starhall.engine.match.resume import take_up

    return take_up(source, cast("Game[State] | None", game))
