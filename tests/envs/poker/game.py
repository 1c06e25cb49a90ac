"""Leduc poker: six cards, two rounds of betting, one public card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from starhall.kit import (
    EVERYONE,
    NOBODY,
    OWN,
    SEAT,
    Chance,
    Decision,
    Game,
    GameOver,
    Option,
    Part,
    Questions,
    Reason,
    Result,
    Scene,
    State,
    Steps,
    Value,
    Vocabulary,
    Zone,
    number,
    part,
    public,
    zone,
)

CARDS = 6  # 0 and 1 are jacks, 2 and 3 queens, 4 and 5 kings
RAISES = 2  # in a round

WORDS = Vocabulary()
FOLD, CALL, RAISE = WORDS.single("fold"), WORDS.single("call"), WORDS.single("raise")


@part
class Player(Part):
    paid: int = public(1, coded=number(13))
    hand: Zone = zone(0, OWN)


@part
class Table(State):
    shown_at_end: ClassVar[bool] = False

    round: int = public(1, coded=number(2))
    active: int = public(0, coded=SEAT)
    raises: int = public(0, coded=number(RAISES))
    calls: int = public(0, coded=number(2))
    folded: int = public(-1, coded=SEAT)
    players: list[Player] = public([])
    deck: Zone = zone(0, NOBODY, shuffled=True)
    board: Zone = zone(0, EVERYONE)


async def betting(s: Table) -> None:
    while s.calls + s.raises == 0 or s.calls < (1 if s.raises else 2):
        player = s.players[s.active]
        stake = max([other.paid for other in s.players])
        choice = await QUESTIONS.ask(s, s.active, "bet")
        s.tell("bets", who=s.active, how=choice.verb)
        if choice is FOLD:
            s.folded = s.active
            raise GameOver
        player.paid = stake
        if choice is RAISE:
            player.paid += 2 * s.round
            s.raises += 1
            s.calls = 0
        else:
            s.calls += 1
        s.active = 1 - s.active


def turn_up(s: Table) -> None:
    s.draw(s.deck, s.board)
    s.round, s.active, s.raises, s.calls = 2, 0, 0, 0


HANDS = Steps("", betting, turn_up, betting)
QUESTIONS = Questions()


@QUESTIONS.rule("bet", lambda s, decision: [FOLD, CALL, RAISE])
def why_not_bet(s: Table, decision: Decision, option: Option) -> Reason | None:
    if option is FOLD and s.players[0].paid == s.players[1].paid:
        return Reason("LP-1", "nothing_to_fold")
    if option is RAISE and s.raises == RAISES:
        return Reason("LP-2", "enough_raises")
    return None


class Leduc(Game[Table]):
    """For two players."""

    id: ClassVar[str] = "leduc"
    version: ClassVar[str] = "1.0"
    package: ClassVar[str] = "tests.envs.poker"
    seats: ClassVar[range] = range(2, 3)
    words: ClassVar[Vocabulary] = WORDS
    questions: ClassVar[Questions] = QUESTIONS
    steps: ClassVar[Steps] = HANDS

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        s = Table(seats=seats, chance=chance, players=[Player(seat=seat) for seat in range(seats)])
        s.deck.cards = list(range(CARDS))
        s.shuffle(s.deck)
        for player in s.players:
            s.draw(s.deck, player.hand)
        return s

    def result(self, state: Table) -> Result:
        if state.folded >= 0:
            return Result.by_score([float(seat != state.folded) for seat in range(2)], "folded")
        ranks = [player.hand.cards[0] // 2 for player in state.players]
        public_rank = state.board.cards[0] // 2
        return Result.by_score([10 * (r == public_rank) + r for r in ranks], "shown")

    def scene(
        self, view: Table, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        return Scene(areas=[])

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        return 8


LEDUC = Leduc()
