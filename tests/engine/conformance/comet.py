"""Comet, an honest toy game: hidden hands, a deck, a die, a secret choice at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from starhall.engine.game import Game, Result, Setting, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, GameOver, Procedure, Reason, Together
from starhall.engine.rules.fields import EVERYONE, NOBODY, OWN, part, private, public, zone
from starhall.engine.rules.legality import Questions
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.state import Part, State, Strand, Zone
from starhall.engine.scene.elements import Card, Element, Pile, Scene, SeatInfo

KINDS = 6
COPIES = 4
HAND = 3
DIE = 0
DECK = 1

WORDS = Vocabulary()
AIM = WORDS.table("aim", ["low", "high"])
LAY = WORDS.table("lay", [str(card) for card in range(1, KINDS + 1)], "card")
TAKE = WORDS.single("take")
LEAVE = WORDS.single("leave")
THROW = WORDS.table("throw", [str(card) for card in range(1, KINDS + 1)], "card")
GUESS = WORDS.table("guess", [str(card) for card in range(1, KINDS + 1)], "card")
LEAVE_TABLE = WORDS.single("leave_table")


@part
class Player(Part):
    """Hand and laid card are hidden; the aim is hidden until the cards are turned up."""

    hand: Zone = zone(0, OWN)
    laid: Zone = zone(0, OWN)
    aim: int = private(0)  # 1 low, 2 high
    said: list[int] = public([])  # the aims of the rounds so far
    score: int = public(0)
    gone: bool = public(False)


@part
class Table(State):
    """The players, the deck and the pile."""

    players: list[Player] = public([])
    deck: Zone = zone(0, NOBODY)
    pile: Zone = zone(0, EVERYONE)
    rewarded: int = public(-1)  # the seat that is being rewarded
    round: int = public(1)
    rounds: int = public(1)
    wild: bool = public(False)

    def playing(self) -> list[Player]:
        return [player for player in self.players if not player.gone]


# What is legal

QUESTIONS = Questions()
QUESTIONS.free("aim", lambda s, decision: AIM)
QUESTIONS.free("take", lambda s, decision: [TAKE, LEAVE])


@QUESTIONS.rule("lay", lambda s, decision: LAY)
@QUESTIONS.rule("throw", lambda s, decision: THROW)
def not_in_hand(s: Table, decision: Decision, option: Option) -> Reason | None:
    """CM-4: one lays and throws what one holds."""
    card = option.value + 1
    if card in s.players[decision.seat].hand.cards:
        return None
    return Reason("CM-4", "not_in_hand", {"card": card})


class Comet(Game[Table]):
    """Every step of the rules is a method, so that a toy can break just one."""

    id: ClassVar[str] = "comet"
    version: ClassVar[str] = "1"
    package: ClassVar[str] = "tests.engine.conformance.toy"
    seats: ClassVar[range] = range(2, 5)
    streams: ClassVar[tuple[str, ...]] = ("die", "deck")
    words: ClassVar[Vocabulary] = WORDS
    questions: ClassVar[Questions] = QUESTIONS
    settings: tuple[Setting, ...] = (
        Setting("rounds", None, low=2, high=5),
        Setting("wild", "off", choices=("on", "off")),
    )
    table: ClassVar[type[Table]] = Table
    player: ClassVar[type[Player]] = Player

    def defaults(self, seats: int, settings: dict[str, Value]) -> None:
        settings.setdefault("rounds", 4)

    # Setup

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        s = self.table(seats=seats, chance=chance)
        s.rounds = int(settings["rounds"])
        s.wild = settings["wild"] == "on"
        s.players = [self.player(seat=seat) for seat in range(seats)]
        for player in s.players:
            player.hand.family = player.laid.family = self.family(player.seat)
        s.deck.cards = [card for card in range(1, KINDS + 1) for _ in range(COPIES)]
        chance.streams[DECK].shuffle(s.deck.cards)
        for player in s.players:
            for _ in range(HAND):
                s.draw(s.deck, player.hand)
        s.start(Strand(number=1))
        return s

    def family(self, seat: int) -> int:
        return 0

    # The course of a round

    async def run_table(self, s: Table, strand: Strand) -> None:
        while s.round <= s.rounds:
            strand.fresh = True
            await Together([self.pick(s, player) for player in s.playing()])
            winner = self.turn_up(s)
            s.rewarded = winner.seat
            await self.reward(s, winner)
            s.rewarded = -1
            self.refill(s)
            s.round += 1

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Table)
        return self.run_table(state, strand)

    async def pick(self, s: Table, player: Player) -> None:
        """CM-1: can be started again from the state, so that it is fresh all the time."""
        if player.laid.cards or not player.hand.cards:
            return
        if player.aim == 0:
            choice = await Decision(player.seat, "aim", self.aims(s, player), self.hint(s, player))
            player.aim = choice.value + 1
            s.strands[0].fresh = True
        choice = await Decision(player.seat, "lay", self.layable(s, player))
        s.move(choice.value + 1, player.hand, player.laid)
        s.tell("lays", who=player.seat)
        s.strands[0].fresh = True

    def aims(self, s: Table, player: Player) -> list[Option]:
        return AIM[:]

    def hint(self, s: Table, player: Player) -> str:
        return ""

    def layable(self, s: Table, player: Player) -> list[Option]:
        return [LAY[card - 1] for card in sorted(set(player.hand.cards))]

    def turn_up(self, s: Table) -> Player:
        """CM-2: with equal cards the lower seat."""
        best, winner = -1, s.playing()[0]
        for player in s.playing():
            s.reveal(player.laid, EVERYONE)
            s.tell("shows", who=player.seat, cards=player.laid.cards[:])
            player.said.append(player.aim)
            player.aim = 0
            card = player.laid.cards[0] if player.laid.cards else 0
            worth = card if player.said[-1] == 2 else KINDS + 1 - card
            if worth > best:
                best, winner = worth, player
        if s.witness is not None and winner.laid.cards:
            s.witness.tell("wins", who=winner.seat, card=winner.laid.cards[0])
        for player in s.playing():
            s.gather(player.laid, s.pile)
            player.laid.sight = 1 << player.seat
        return winner

    async def reward(self, s: Table, winner: Player) -> None:
        """CM-3: what the die shows is only scored at the end, so this cannot be taken up again."""
        die = self.roll(s)
        if s.witness is not None:
            s.witness.tell("rolls", who=winner.seat, n=die)
        choice = await Decision(winner.seat, "take", [TAKE, LEAVE], str(die))
        if choice is TAKE and s.deck.cards:
            self.draw(s, winner)
            thrown = await Decision(winner.seat, "throw", self.throwable(winner))
            s.move(thrown.value + 1, winner.hand, s.pile)
            s.tell("throws", who=winner.seat, card=thrown.value + 1)
        points = die * (2 if s.wild else 1)
        winner.score += points
        s.tell("scores", who=winner.seat, n=points)

    def throwable(self, winner: Player) -> list[Option]:
        return [THROW[card - 1] for card in sorted(set(winner.hand.cards))]

    def roll(self, s: Table) -> int:
        return s.chance.streams[DIE].roll()

    def draw(self, s: Table, player: Player) -> None:
        card = s.draw(s.deck, player.hand)
        if s.witness is not None:
            s.witness.tell("draws", who=player.seat)
            s.witness.tell("sees", 1 << player.seat, card=card)

    def refill(self, s: Table) -> None:
        for player in s.playing():
            if len(player.hand.cards) < HAND and s.deck.cards:
                self.draw(s, player)

    # Leaving

    def interjections(self, state: State, seat: int) -> list[Option]:
        assert isinstance(state, Table)
        stays = state.over or len(state.playing()) < 2 or seat == state.rewarded
        return [] if stays or state.players[seat].gone else [LEAVE_TABLE]

    def interject(self, state: State, seat: int, option: Option) -> None:
        """The cards go to the pile; the last player left has won."""
        assert isinstance(state, Table)
        player = state.players[seat]
        player.gone = True
        player.aim = 0
        state.gather(player.hand, state.pile)
        state.gather(player.laid, state.pile)
        if state.witness is not None:
            state.witness.tell("leaves", who=seat)
        if len(state.playing()) == 1:
            raise GameOver

    # What is told about it

    def result(self, state: Table) -> Result:
        scores = [-1.0 if player.gone else float(player.score) for player in state.players]
        ranks = [1 + sum([other > score for other in scores]) for score in scores]
        return Result(ranks, scores, [s for s, rank in enumerate(ranks) if rank == 1], "done")

    def scene(
        self, view: Table, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        areas: list[Element] = [Pile(id="deck", title="Deck", count=len(view.deck.cards))]
        for player in view.players:
            for number, card in enumerate(player.hand.cards):
                known = card > 0
                touch = (f"card:{card}",) if known and player.seat == seat else ()
                title = self.text.name("card", str(card)) if known else ""
                id = f"hand-{player.seat}-{number}"
                areas.append(Card(id=id, title=title, face_up=known, touch=touch))
        seats = [SeatInfo(name=name) for name in names]
        return Scene(title="Comet", viewer=seat, seats=seats, areas=areas)

    def stock(self, state: Table) -> Counter[str]:
        return Counter({str(card): COPIES for card in range(1, KINDS + 1)})

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        return (2 * seats + 2) * int(settings["rounds"]) + seats


COMET = Comet()
