"""A match: one game being played, with its record, its views, its log and its undo."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Generic, cast

from starhall.engine.errors import IllegalChoice, RulesFault, StarhallError
from starhall.engine.game import Game, Result, S, Value, seat_names
from starhall.engine.knowledge.information import InformationState, heard, information, seen
from starhall.engine.knowledge.memory import GROUP, Witness
from starhall.engine.knowledge.views import view
from starhall.engine.knowledge.worlds import Knowledge, replay
from starhall.engine.match import record as records
from starhall.engine.match import undo as undoing
from starhall.engine.match.history import Chosen, History
from starhall.engine.match.imagining import Worlds
from starhall.engine.match.keeping import pickled, record_of, seal_of
from starhall.engine.match.log import Entry, Log, shown, shown_to
from starhall.engine.match.outcomes import MOST, Outcome, outcomes
from starhall.engine.match.pending import Asked, Pending
from starhall.engine.match.record import Checkpoint, Record
from starhall.engine.match.story import Group, tree
from starhall.engine.rules.chance import Chance, Stream, seed_bytes
from starhall.engine.rules.decision import Decision, Refusal, Remark
from starhall.engine.rules.fields import EVERYONE, NOBODY
from starhall.engine.rules.options import Option
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State
from starhall.engine.text.sentences import Telling

if TYPE_CHECKING:
    from starhall.engine.scene.elements import Scene

Choice = Option | str | int


class Match(Telling, Generic[S]):
    """One game being played: pending decisions, what each seat sees, and undo.

    Create one with `starhall.new` or `starhall.load`. An unwatched match (`watched=False`) keeps a
    record but no events, no memory of what seats saw and no positions; it is for large
    simulations.
    """

    settings: dict[str, Value]
    seed: bytes
    watched: bool
    lesson: str  # the lesson that is played, with its hash
    origin: Checkpoint | None  # where the history begins, if not at the deal

    def __init__(
        self,
        game: Game[S],
        seats: int,
        settings: Mapping[str, Value] | None = None,
        seed: int | str | bytes | None = None,
        names: Sequence[str] = (),
        watched: bool = True,
        twin_of: Match[S] | None = None,
    ) -> None:
        """With `twin_of`, only its header is copied: fork() and at() give the twin a position."""
        self.game: Game[S] = game
        self.seats = seats
        self._sight: tuple[Decision, int, S] | None = None  # the view of the last remark
        self._worlds: Worlds | None = None  # imagined since the last choice
        self._resumable: State | None = None  # where forks begin, until the next choice
        self.notice = ""  # a message for the user after loading
        if twin_of is not None:
            self.settings, self.seed = twin_of.settings, twin_of.seed
            self.names, self.watched = twin_of.names, twin_of.watched
            self.lesson, self.origin = twin_of.lesson, twin_of.origin
            return
        self.settings = game.configure(seats, settings or {})
        self.seed = secrets.token_bytes(32) if seed is None else seed_bytes(seed)
        self.names = seat_names(seats, names)
        self.watched = watched
        self.lesson = ""
        self.origin = None
        self._begin(History(0), self.deal(), {})

    def start_at(self, checkpoint: Checkpoint) -> None:
        """Let the history begin at this position instead of at the deal."""
        self.origin = checkpoint
        self._begin(History(checkpoint.ply), self.deal(), {})

    def deal(self) -> S:
        """The state before anything was chosen."""
        chance = Chance(self.seed, self.game.streams)
        state = self.game.deal(self.seats, self.settings, chance)
        if self.origin is not None:
            self.origin.restore(state)
        elif self.watched:
            state.witness = Witness(self.seats + 1)
        return state

    def _begin(self, history: History, state: S, asked: Asked) -> None:
        """Run the rules from the state that the history leads to."""
        self.history = history
        self._pending = Pending()
        self._sight = None
        ply = history.ply
        try:
            self.play = Play(self.game, state)
        except StarhallError:
            raise
        except Exception as error:
            raise RulesFault(f"{self.game.id} failed at ply {ply}, at once: {error!r}") from error
        self._pending.begin(self.play.decisions, ply, asked)
        self._look(None, 0)

    # Looking

    @property
    def ply(self) -> int:
        """How many choices have been made."""
        return self.history.ply

    @property
    def choices(self) -> list[Chosen]:
        """The choices since the history began."""
        return self.history.choices

    @property
    def log(self) -> Log:
        return self.history.log

    @property
    def over(self) -> bool:
        return self.play.over

    @property
    def all_shown(self) -> bool:
        """Does everybody see everything? At the end, unless the game keeps its secrets."""
        return self.play.state.all_shown

    @property
    def state(self) -> S:
        """The true state, for rules and tests. Bots and clients get views."""
        return cast(S, self.play.state)

    @property
    def fresh(self) -> bool:
        """Can the rules be resumed from the current state?"""
        return self.play.fresh

    @property
    def decision(self) -> Decision:
        """The first pending decision (of the oldest strand)."""
        decision = self.play.decision
        if decision is None:
            raise IllegalChoice("choice.over")
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
        """The options that the seat can choose now without being asked."""
        seat = self.observer(seat)
        return [] if self.over else self.game.interjections(self.play.state, seat)

    @property
    def result(self) -> Result | None:
        """Ranks, scores, winners and the reason; None while the game goes on."""
        return self.game.result(self.state) if self.over else None

    def observer(self, seat: int | None) -> int:
        """The number of an observer: the seat, or for None the spectator's."""
        if seat is None:
            return self.seats
        if not 0 <= seat < self.seats:
            raise IllegalChoice("choice.seat", seat=seat, last=self.seats - 1)
        return seat

    def view(self, seat: int | None = None) -> S:
        """The state as this seat may know it; None is a spectator."""
        return view(self.state, self.observer(seat))

    def waiting(self, viewer: int | None = None) -> list[int]:
        """The seats that owe an answer, as far as the viewer may know."""
        return [
            decision.seat
            for decision in self.play.decisions
            if not decision.secret or decision.seat == viewer
        ]

    def refusals(self, seat: int | None = None) -> list[Refusal]:
        """Options that the seat might expect but is not offered, with the reasons."""
        decision = self.decision if seat is None else self.decision_of(seat)
        return [] if decision is None else self.refusals_of(decision)

    def refusals_of(self, decision: Decision) -> list[Refusal]:
        """The same as `refusals`, for a given pending decision."""
        return self.game.refusals(self.view(decision.seat), decision)

    def remark_on(self, option: Option, decision: Decision) -> Remark | None:
        """The price or effect of an option, from the view of the seat that is asked."""
        sight = self._sight
        if sight is None or sight[0] is not decision or sight[1] != self.ply:
            sight = self._sight = (decision, self.ply, self.view(decision.seat))
        return self.game.remark(sight[2], decision, option)

    def events(self, seat: int | None = None, since: int = 0) -> list[Entry]:
        """The events as the seat may know them, with their plies; hidden cards are -1."""
        return [entry for entry in self.told(seat, since) if entry[1].what != GROUP]

    def told(self, seat: int | None = None, since: int = 0) -> list[Entry]:
        """The same as `events`, with the groups, each before its events."""
        entries = self.log.since(since) if since else self.log.after(0)
        return shown(entries, self.observer(seat), self.all_shown)

    def told_before(self, ply: int) -> Iterator[Entry]:
        """All events and groups of earlier plies, from the latest back, read only as needed."""
        for entry in reversed(self.log):
            if entry[0] < ply:
                yield entry

    def story(self, seat: int | None = None, since: int = 0) -> list[Group | Entry]:
        """The events as a tree of turns, phases and battles."""
        return tree(self.told(seat, since))

    def latest(self, seat: int | None = None) -> Iterator[Entry]:
        """The events from the last one back, read only as far as needed."""
        observer, everything = self.observer(seat), self.all_shown
        for entry in reversed(self.log):
            seen = shown_to(entry, observer, everything)
            if seen is not None and seen[1].what != GROUP:
                yield seen

    def information_state(self, seat: int) -> InformationState:
        """All that the seat has seen, as a canonical text.

        It is the same for two histories if and only if the seat cannot tell them apart.
        """
        if not self.watched:
            raise RulesFault("an unwatched match keeps no memory of what seats saw")
        seat = self.observer(seat)
        decision = None if self.over else self.decision_of(seat)
        noticed = heard(self.history.happened(), seat, self.all_shown)
        return information(seen(self.deal(), seat), noticed, self.state, seat, decision)

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
        seats = "1 seat" if self.seats == 1 else f"{self.seats} seats"
        return f"<Match {self.game.id}, {seats}, ply {self.ply}: {now}>"

    # Choosing

    def choose(self, choice: Choice, seat: int | None = None, ply: int | None = None) -> None:
        """Answer a pending decision, by option, token or number.

        Without a seat the first pending decision is meant. With a ply (the one at which the
        client looked) a stale answer is refused. A refused choice changes nothing.
        """
        if self.over:
            raise IllegalChoice("choice.ended")
        option = self._option(choice)
        chooser = self.decision.seat if seat is None else self.observer(seat)
        decision = self.play.decision_of(chooser)
        if decision is not None and option in decision.options:
            asked_at = self._pending.since(chooser)
            if ply is not None and not asked_at <= ply <= self.ply:
                raise IllegalChoice(
                    "choice.stale_ply",
                    ply=ply,
                    name=self.names[chooser],
                    asked=asked_at,
                    now=self.ply,
                )
        elif option not in self.game.interjections(self.play.state, chooser):
            raise self._why_not(option, chooser, decision)
        else:
            decision = None
        self._apply(chooser, decision, option)

    def choose_all(self, choices: Sequence[Choice], seat: int, ply: int | None = None) -> None:
        """Make several choices of one seat; either all are accepted or none.

        The list must not continue after the seat has learned something: otherwise a list that is
        refused at its end would reveal the future.
        """
        before = self.ply
        try:
            for number, choice in enumerate(choices, start=1):
                if number > 1 and self._taught(self.choices[-1], seat):
                    raise IllegalChoice(
                        "choice.list", n=number, before=number - 1, name=self.names[seat]
                    )
                self.choose(choice, seat, ply if number == 1 else None)
        except StarhallError:
            if self.ply > before:
                self.rewind(before)
            raise

    def _taught(self, chosen: Chosen, seat: int) -> bool:
        return chosen.chance or (chosen.revealed >> seat) & 1 == 1

    def _option(self, choice: Choice) -> Option:
        vocabulary = self.game.vocabulary
        if isinstance(choice, Option):
            number = choice.number
            if number < len(vocabulary) and vocabulary.options[number] is choice:
                return choice
            raise IllegalChoice("choice.foreign", token=choice.token)
        if isinstance(choice, int):
            if 0 <= choice < len(vocabulary):
                return vocabulary.options[choice]
            raise IllegalChoice("choice.number", last=len(vocabulary) - 1, n=choice)
        return vocabulary.find(choice)

    def _why_not(self, option: Option, seat: int, decision: Decision | None) -> IllegalChoice:
        token, name = option.token, self.names[seat]
        if decision is None:
            owing = [self.names[other] for other in self.waiting(seat)]
            return IllegalChoice("choice.unasked", name=name, token=token, owing=owing)
        offered = ", ".join(other.token for other in decision.options)
        for refusal in self.refusals(seat):
            if refusal.option is option:
                why = self.reason(refusal)
                return IllegalChoice("choice.why", token=token, why=why, offered=offered)
        kind = decision.kind
        return IllegalChoice(
            "choice.not_offered", token=token, name=name, kind=kind, offered=offered
        )

    def _apply(self, seat: int, decision: Decision | None, option: Option) -> None:
        if self.watched and self.history.wants(self.play.fresh):
            self.history.keep(self.play.state, self._pending.asked())
        used = self.play.state.chance.used
        if decision is None:
            chosen = Chosen(seat, option, self.ply, False)
        else:
            chosen = Chosen(seat, option, self._pending.led_by(seat), decision.secret)
        before = self.ply
        try:
            if decision is not None:
                self.play.choose(decision, option)
            else:
                self.play.interject(seat, option)
            self.choices.append(chosen)
            self._look(chosen, used)
        except Exception as error:
            self.rewind(before)
            if isinstance(error, StarhallError) and not isinstance(error, RulesFault):
                raise
            why = str(error) if isinstance(error, RulesFault) else repr(error)
            raise RulesFault(f"{self.game.id} failed at ply {before}, '{chosen}': {why}") from error

    def _look(self, chosen: Chosen | None, used: int) -> None:
        """After each choice, record its consequences, the events and the pending decisions."""
        self._worlds = None
        self._resumable = None
        state = self.play.state
        witness = state.witness
        if chosen is not None:
            chosen.chance = state.chance.used != used
        if witness is not None:
            if chosen is not None:
                chosen.revealed = EVERYONE if self.all_shown else witness.revealed
                chosen.seen = EVERYONE if chosen.chance else chosen.revealed
                for event in witness.events:
                    if event.what != GROUP:
                        chosen.seen |= EVERYONE if event.what == "move" else event.to
            if chosen is not None or self.ply == self.history.first:
                self.log.add(self.ply, witness.events)
            witness.events = []
            witness.revealed = NOBODY
        chooser = -1 if chosen is None else chosen.seat
        self._pending.follow(self.play.decisions, self.ply, chooser)

    # Undo and forks

    def rewind(self, ply: int) -> None:
        """Go back to a ply."""
        self.play.close()
        for _ in self._play_to(ply):
            pass

    def _play_to(self, ply: int) -> Iterator[None]:
        """Begin at the last position kept before the ply, and repeat the choices since then.

        After each of them the caller can do something else.
        """
        history, position = self.history, self.history.before(ply)
        again = history.choices[: ply - history.first]
        if position is None:
            self._begin(History(history.first), self.deal(), {})
        else:
            history.cut(position.ply)
            self._begin(history, cast(S, position.state(self.deal)), position.asked)
        yield
        for chosen in again[self.ply - history.first :]:
            self.choose(chosen.option, chosen.seat)
            yield

    def _twin(self) -> Match[S]:
        """A match with the same header and no position yet."""
        return Match(self.game, self.seats, twin_of=self)

    def going_on_from(self, state: S) -> Match[S]:
        """A match with the same header whose history begins here, with another state."""
        twin = self._twin()
        twin.origin = Checkpoint.of(state, self.ply)
        twin._begin(History(self.ply), state, {})
        return twin

    def fork(self) -> Match[S]:
        """An independent copy of the match."""
        twin = self._twin()
        twin.history = self.history.copy()
        twin._pending = self._pending.copy()
        twin.play = self.fork_play()
        witness = twin.play.state.witness
        if witness is not None:
            witness.events = []
            witness.revealed = NOBODY
        return twin

    def fork_play(self) -> Play:
        """Only the running rules, without record and log, for search."""
        if self.over or self.play.fresh:
            return Play(self.game, self.play.state.copy())
        state, since = self.phase()
        play = Play(self.game, state)
        replay(play, since)
        return play

    def phase(self) -> tuple[State, list[tuple[int, Option]]]:
        """The last state from which the rules can be resumed, and the choices since then."""
        history = self.history
        position = history.before(self.ply)
        ply = history.first if position is None else position.ply
        since = [(chosen.seat, chosen.option) for chosen in history.since(ply)]
        passed = max(history.resumable - ply, 0)
        if self._resumable is None:
            state = self.deal() if position is None else position.state(self.deal)
            if passed:
                play = Play(self.game, state)
                replay(play, since[:passed])
                play.close()
            self._resumable = state
        return self._resumable.copy(), since[passed:]

    def at(self, ply: int) -> Match[S]:
        """The match after a number of choices, to look at or to continue."""
        twin, steps = self.going_to(ply)
        for _ in steps:
            pass
        return twin

    def going_to(self, ply: int) -> tuple[Match[S], Iterator[None]]:
        """`at` in steps: the match, and an iterator that leads it there choice by choice."""
        if not self.history.first <= ply <= self.ply:
            raise IllegalChoice("choice.ply", ply=ply, first=self.history.first, last=self.ply)
        twin = self._twin()
        twin.history = self.history.copy()
        return twin, twin._play_to(ply)

    def undoable(self, seat: int) -> int:
        """The number of its last choices that the seat can take back without consent.

        They reach back to the information frontier: since then its choices revealed nothing to
        anyone and used no chance, and it has seen nobody else decide. What others choose unseen, in
        secret or at the same time, does not count: otherwise the seat would learn of it. An
        unwatched match cannot tell.
        """
        return self.history.undoable(seat) if self.watched else 0

    def without(self, ply: int) -> tuple[Match[S], list[int]]:
        """The match in which the choice at this ply was not made, and the plies that it lacks.

        Later choices stay as far as they can be made without that one.
        """
        return undoing.without(self, ply)

    def undo(self, seat: int, consent: bool = False) -> None:
        """Take back the seat's last choice; past the frontier only with the table's consent.

        Past the frontier, everything since that choice is taken back too. Up to it, what others
        have chosen unseen since then stays as far as possible.
        """
        undoing.undo(self, seat, consent)

    # Imagining

    def alternative(self, seat: int, stream: Stream) -> S:
        """A state that fits what the seat knows: hidden cards dealt again, future seeded again."""
        return cast(S, self._imagined().alternative(seat, stream))

    def imagine(self, seat: int, stream: Stream) -> Play:
        """A running world consistent with the seat's knowledge, independent of the true state."""
        return self._imagined().imagine(seat, stream)

    def knowledge(self, seat: int) -> Knowledge:
        """The seat's knowledge, from which worlds are dealt; only if every strand is fresh."""
        return self._imagined().knowledge(seat)

    def _imagined(self) -> Worlds:
        if self._worlds is None:
            self._worlds = Worlds(self)
        return self._worlds

    # Chance

    def outcomes(self, choice: Choice, seat: int | None = None, most: int = MOST) -> list[Outcome]:
        """What a choice can lead to, with probabilities, if the number of outcomes is small.

        Draws and the next cards of shuffled piles count as unknown, so nothing is told about the
        future. Outcomes with the same position count as one.
        """
        option = self._option(choice)
        chooser = self.decision.seat if seat is None else self.observer(seat)
        decision = self.decision_of(chooser)
        if decision is None or option not in decision.options:
            raise self._why_not(option, chooser, decision)
        return outcomes(self.fork_play, chooser, option, most)

    # Keeping

    def checkpoint(self) -> Checkpoint | None:
        """The last resumable position; the choices since then lead to the current one."""
        if not self.watched or self.over:
            return None
        if self.play.fresh:
            return Checkpoint.of(self.play.state, self.ply)
        position = self.history.before(self.ply)
        if position is None:
            return None
        return Checkpoint.of(position.state(self.deal), position.ply)

    def record(self, public: bool = False) -> Record:
        """Everything needed to replay the game; a public record hides what is not shown to all.

        It hides the seed and the choices until the game is over and all cards are turned up.
        """
        return record_of(self, public)

    def seal(self) -> str:
        """A fingerprint of all choices and the resulting position."""
        return seal_of(self)

    def __reduce__(self) -> tuple[object, ...]:
        """A match is pickled as its record, because coroutines cannot be pickled."""
        return pickled, (self.record().to_json(), self.game, self.watched)

    def save(self, path: str | Path) -> None:
        """Save the record; possible at any point of any phase."""
        records.write(self.record(), path)
