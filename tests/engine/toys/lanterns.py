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
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.rules.state import EVERYONE, NOBODY, OPEN, OWNER, Part, State, Strand, Zone
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


class Player(Part):
    """A player: cards in hand, in the open row and buried face down."""

    __slots__ = ("alive", "cellar", "dug", "hand", "pips", "row")
    SHAPE: ClassVar[dict[str, object]] = {
        "seat": OPEN,
        "alive": OPEN,
        "pips": OPEN,
        "hand": Zone,
        "row": Zone,
        "cellar": Zone,
        "dug": OWNER,
    }

    def __init__(self, seat: int = 0, zones: list[Zone] | None = None) -> None:
        super().__init__(seat)
        self.hand, self.row, self.cellar = zones or [Zone(), Zone(), Zone()]
        self.alive = True
        self.pips = 0
        self.dug: list[int] = []  # what was buried, in order: known to the owner only

    def copy(self) -> Player:
        twin = Player(self.seat, [self.hand.copy(), self.row.copy(), self.cellar.copy()])
        twin.alive, twin.pips, twin.dug = self.alive, self.pips, self.dug[:]
        return twin


class Hall(State):
    """The whole game."""

    __slots__ = ("actions", "active", "deck", "players", "reason", "round", "rounds", "woken")
    SHAPE: ClassVar[dict[str, object]] = {
        "seats": OPEN,
        "over": OPEN,
        "auto_single": OPEN,
        "strands": [Strand],
        "players": [Player],
        "deck": Zone,
        "active": OPEN,
        "actions": OPEN,
        "woken": OPEN,
        "round": OPEN,
        "rounds": OPEN,
        "reason": OPEN,
    }

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.players: list[Player] = []
        self.deck = Zone()
        self.active = 0
        self.actions = 0
        self.woken = False
        self.round = 1
        self.rounds = 3
        self.reason = ""

    def copy(self) -> Hall:
        twin = type(self)(self.seats)
        self.copy_into(twin)
        twin.strands = [strand.copy() for strand in self.strands]
        twin.players = [player.copy() for player in self.players]
        twin.deck = self.deck.copy()
        twin.active, twin.actions, twin.woken = self.active, self.actions, self.woken
        twin.round, twin.rounds, twin.reason = self.round, self.rounds, self.reason
        return twin

    def zones(self) -> list[Zone]:
        found = []
        for player in self.players:
            found += [player.hand, player.row, player.cellar]
        return [*found, self.deck]

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
    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("rounds", 3, low=1, high=9, also=(50,)),
        Setting("forced", "skip", choices=("skip", "ask")),
    )
    streams: ClassVar[tuple[str, ...]] = ("deck", "dice")
    vocabulary: ClassVar[Vocabulary] = WORDS
    state: ClassVar[type[Hall]] = Hall

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Hall:
        s = self.state(seats, chance)
        s.rounds = int(settings["rounds"])
        s.auto_single = settings["forced"] == "skip"
        for seat in range(seats):
            own = 1 << seat
            zones = [
                Zone(3 * seat + i, f"{name}:{seat}", 0, seat, sight)
                for i, (name, sight) in enumerate(
                    [("hand", own), ("row", EVERYONE), ("cellar", own)]
                )
            ]
            s.players.append(Player(seat, zones))
        s.deck = Zone(3 * seats, "deck", 0, -1, NOBODY)
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
