"""A plain game: one strand, fresh at every decision, with a deck, hidden hands and a die.

Each turn has two actions. Taking shows a card to oneself, playing one to everybody, burying one
to nobody, rolling uses chance. The most light wins: cards in the row, and pips.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from starhall.engine.game import Game, Result, Setting, Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, GameOver, Procedure, Reason, Refusal
from starhall.engine.rules.fields import EVERYONE, NOBODY, OWN, part, private, public, zone
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.state import Part, State, Strand, Zone
from starhall.engine.scene.elements import Note, Pile, Scene, SeatInfo

WORDS = Vocabulary()
WAKE = WORDS.single("wake")
TAKE = WORDS.single("take")
ROLL = WORDS.single("roll")
PASS = WORDS.single("pass")
CARDS = ["ember", "candle", "torch", "beacon"]
PLAY = WORDS.table("play", CARDS, "card")
BURY = WORDS.table("bury", CARDS, "card")
CONCEDE = WORDS.single("concede")
COPIES = 4
HAND = 2
DECK_STREAM, DICE_STREAM = 0, 1


@part
class Player(Part):
    """A player: cards in hand, in the open row and buried face down."""

    alive: bool = public(True)
    pips: int = public(0)
    hand: Zone = zone(0, OWN)
    row: Zone = zone(0, EVERYONE)
    cellar: Zone = zone(0, OWN)
    dug: list[int] = private([])  # what was buried, in order


@part
class Hall(State):
    """The whole game."""

    players: list[Player] = public([])
    deck: Zone = zone(0, NOBODY)
    active: int = public(0)
    actions: int = public(0)
    woken: bool = public(False)
    round: int = public(1)
    rounds: int = public(3)
    reason: str = public("")

    def living(self) -> list[Player]:
        return [player for player in self.players if player.alive]


async def evening(s: Hall, strand: Strand) -> None:
    """Turn after turn; everything done lies in the state, so any decision can be taken up."""
    while s.round <= s.rounds:
        player = s.players[s.active]
        if player.alive:
            if not s.woken:
                strand.fresh = True
                await Decision(s.active, "morning", [WAKE])
                s.woken = True
            while s.actions < 2:
                strand.fresh = True
                choice = await Decision(s.active, "action", options(s, player))
                s.actions += 1
                act(s, player, choice)
        s.actions, s.woken = 0, False
        s.active = (s.active + 1) % s.seats
        if s.active == 0:
            s.round += 1
    s.reason = "dawn"


def options(s: Hall, player: Player) -> list[Option]:
    held = sorted(set(player.hand.cards))
    offered = [TAKE] if s.deck.cards else []
    offered += [PLAY[card] for card in held] + [BURY[card] for card in held]
    return [*offered, ROLL, PASS]


def act(s: Hall, player: Player, choice: Option) -> None:
    if choice is TAKE:
        s.draw(s.deck, player.hand)
    elif choice is ROLL:
        player.pips += s.chance.streams[DICE_STREAM].roll()
    elif choice.verb == "play":
        s.move(choice.value, player.hand, player.row)
    elif choice.verb == "bury":
        s.move(choice.value, player.hand, player.cellar)
        player.dug.append(choice.value)
    if s.witness is not None:
        s.witness.tell("acts", who=player.seat, deed=choice.verb)
        if choice.verb == "bury":
            s.witness.tell("buries", 1 << player.seat, who=player.seat, card=CARDS[choice.value])


class Lanterns(Game[Hall]):
    """2 to 4 players."""

    id: ClassVar[str] = "lanterns"
    version: ClassVar[str] = "1"
    package: ClassVar[str] = "tests.engine.toys"
    seats: ClassVar[range] = range(2, 5)
    settings: tuple[Setting, ...] = (
        Setting("rounds", 3, low=1, high=9, also=(50,)),
        Setting("forced", "skip", choices=("skip", "ask")),
    )
    streams: ClassVar[tuple[str, ...]] = ("deck", "dice")
    words: ClassVar[Vocabulary] = WORDS
    state: ClassVar[type[Hall]] = Hall

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Hall:
        s = self.state(seats=seats, chance=chance)
        s.rounds = int(settings["rounds"])
        s.auto_single = settings["forced"] == "skip"
        s.players = [Player(seat=seat) for seat in range(seats)]
        s.deck.cards = [card for card in range(len(CARDS)) for _ in range(COPIES)]
        chance.streams[DECK_STREAM].shuffle(s.deck.cards)
        for player in s.players:
            for _ in range(HAND):
                s.draw(s.deck, player.hand)
        s.start(Strand())
        return s

    def run(self, state: State, strand: Strand) -> Procedure:
        assert isinstance(state, Hall)
        return evening(state, strand)

    def interjections(self, state: State, seat: int) -> list[Option]:
        assert isinstance(state, Hall)
        return [CONCEDE] if state.players[seat].alive else []

    def interject(self, state: State, seat: int, option: Option) -> None:
        assert isinstance(state, Hall)
        state.players[seat].alive = False
        if len(state.living()) == 1:
            state.reason = "last"
            raise GameOver

    def result(self, state: Hall) -> Result:
        scores = [float(sum(p.row.cards) + p.pips) if p.alive else -1.0 for p in state.players]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
        return Result(ranks, scores, winners, state.reason)

    def refusals(self, view: Hall, decision: Decision) -> list[Refusal]:
        held = view.players[decision.seat].hand.cards
        found = [
            Refusal(PLAY[card], Reason("LA-2", "not_held", {"card": name}))
            for card, name in enumerate(CARDS)
            if card not in held
        ]
        if not view.deck.cards:
            found.append(Refusal(TAKE, Reason("LA-1", "deck_empty")))
        return found

    def conflict(self, seats: int, settings: Mapping[str, Value]) -> Reason | None:
        if int(settings["rounds"]) == 9 and seats == 4:
            return Reason("LA-0", "too_long", {"n": 9})
        return None

    def stock(self, state: Hall) -> Counter[str]:
        return Counter(dict.fromkeys(CARDS, COPIES))

    def card_name(self, card: int) -> str:
        return CARDS[card]

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        return 3 * seats * int(settings["rounds"]) + seats

    def scene(
        self, view: Hall, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        hands = [
            Note(id=f"hand{p.seat}", text=" ".join(map(str, p.hand.cards))) for p in view.players
        ]
        return Scene(
            title="Lanterns",
            viewer=seat,
            seats=[SeatInfo(name=name) for name in names],
            areas=[Pile(id="deck", title="deck", count=len(view.deck)), *hands],
        )


GAME = Lanterns()
