"""Toy games that are broken on purpose, each in one way, and what must be said about them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from starhall.engine.chance import Chance
from starhall.engine.decision import Decision, Reason, Refusal
from starhall.engine.game import Result, Value
from starhall.engine.options import Option, Vocabulary
from starhall.engine.scene import Scene, Stat
from starhall.engine.state import EVERYONE, HIDDEN, OPEN, Zone
from tests.engine.conformance.comet import (
    AIM,
    GUESS,
    KINDS,
    LAY,
    LEAVE,
    TAKE,
    THROW,
    WORDS,
    Comet,
    Player,
    Table,
)


class Toy(Comet):
    """A broken game: the check that must find it, and words that its sentence must hold."""

    caught_by: ClassVar[str]
    saying: ClassVar[str]
    also: ClassVar[tuple[str, ...]] = ()  # what rightly may complain, too


def held(player: Player) -> list[int]:
    return player.hand.cards + player.laid.cards


def rival(s: Table, player: Player) -> Player:
    return s.players[(player.seat + 1) % s.seats]


# Determinism


class GlobalRandom(Toy):
    """The die is Python's own."""

    caught_by = "determinism"
    saying = "randomness that is not the match's chance"

    def roll(self, s: Table) -> int:
        return random.randint(1, 6)


class HashOrder(Toy):
    """The die depends on the hash of a string, which is another one in every process."""

    caught_by = "determinism"
    saying = "PYTHONHASHSEED"

    def roll(self, s: Table) -> int:
        return hash(f"round {s.round}") % 6 + 1


class RuleForWatchers(Toy):
    """Something that belongs to the rules happens only when somebody watches."""

    caught_by = "determinism"
    saying = "an unwatched match"

    def refill(self, s: Table) -> None:
        super().refill(s)
        if s.witness is not None:
            s.players[0].score += 1


class OutsideTheState(Toy):
    """The scores of the round are remembered in the game object."""

    caught_by = "determinism"
    saying = "outside the state"

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        self.bonus = 0
        return super().setup(seats, settings, chance)

    def roll(self, s: Table) -> int:
        self.bonus += 1
        return super().roll(s) + self.bonus


# Conservation, termination, result


class LosesACard(Toy):
    """A card of the deck falls under the table."""

    caught_by = "conservation"
    saying = "instead of 4"

    def refill(self, s: Table) -> None:
        super().refill(s)
        if s.round == 2 and s.deck.cards:
            s.deck.cards.pop()


class NeverEnds(Toy):
    """The last round is never over."""

    caught_by = "termination"
    saying = "goes on after"

    def refill(self, s: Table) -> None:
        super().refill(s)
        s.round = 0
        if not s.deck.cards:
            s.gather(s.pile, s.deck)


class TooSmallABound(Toy):
    caught_by = "termination"
    saying = "the most that bound() allows"

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        return 5


class DenseRanks(Toy):
    """After two firsts comes a second."""

    caught_by = "result"
    saying = "are better: ranks"

    def result(self, state: Table) -> Result:
        right = super().result(state)
        return Result([1] * (state.seats - 1) + [2], right.scores, [0], right.reason)


class WrongWinners(Toy):
    caught_by = "result"
    saying = "the winners are"

    def result(self, state: Table) -> Result:
        right = super().result(state)
        return Result(right.ranks, right.scores, [state.seats - 1 - right.winners[0]], "done")


class TooFewScores(Toy):
    caught_by = "result"
    saying = "but ranks"

    def result(self, state: Table) -> Result:
        right = super().result(state)
        return Result(right.ranks, right.scores[1:], right.winners, right.reason)


# Shape and fork


class SharingPlayer(Player):
    __slots__ = ()

    def copy_to(self, twin: Player) -> Player:
        super().copy_to(twin)
        twin.said = self.said
        return twin


class SharedCopy(Toy):
    """The copy of a player shares a list with the player."""

    caught_by = "shape"
    saying = "copy() shares what it should copy (players[0].said"
    player = SharingPlayer


class ForgetfulPlayer(Player):
    __slots__ = ()

    def copy_to(self, twin: Player) -> Player:
        super().copy_to(twin)
        twin.score = 0
        return twin


class ForgetfulCopy(Toy):
    """A copy leaves something out."""

    caught_by = "shape"
    saying = "a copy of the state is not equal"
    player = ForgetfulPlayer


class LuckyTable(Table):
    __slots__ = ("luck",)

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.luck = 0

    def copy(self) -> Table:
        twin = super().copy()
        assert isinstance(twin, LuckyTable)
        twin.luck = self.luck
        return twin


class Undeclared(Toy):
    """A field that SHAPE does not mention."""

    caught_by = "shape"
    saying = "LuckyTable.luck is not declared"
    table = LuckyTable


class CountingTable(Table):
    __slots__ = ("counts",)
    SHAPE: ClassVar[dict[str, object]] = {**Table.SHAPE, "counts": OPEN}

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.counts: dict[int, int] = {}

    def copy(self) -> Table:
        twin = super().copy()
        assert isinstance(twin, CountingTable)
        twin.counts = dict(self.counts)
        return twin


class NumbersAsKeys(Toy):
    """Numbers as keys come back from a file as text."""

    caught_by = "shape"
    saying = "from the saved state"
    table = CountingTable

    def roll(self, s: Table) -> int:
        assert isinstance(s, CountingTable)
        s.counts[s.round] = super().roll(s)
        return s.counts.get(s.round - 1, 0) + s.counts[s.round]


class HiddenZoneTable(Table):
    __slots__ = ()

    def zones(self) -> list[Zone]:
        return super().zones()[:-1]


class ForgottenZone(Toy):
    caught_by = "shape"
    saying = "zones() does not list the zone 'pile'"
    table = HiddenZoneTable

    def census(self, state: Table) -> Counter[str]:
        return super().census(state) + Counter([str(card) for card in state.pile.cards])


class NotFresh(Toy):
    """The reward says that it can be taken up again, but the die would be rolled anew."""

    caught_by = "fork"
    saying = "a fork is not equal to the match"

    async def reward(self, s: Table, winner: Player) -> None:
        s.strands[0].fresh = True
        await super().reward(s, winner)


# Records


class GrowingSettings(Toy):
    """The settings change each time they are read, so also when a match is loaded."""

    caught_by = "save_load"
    saying = "cannot be loaded"

    def defaults(self, seats: int, settings: dict[str, Value]) -> None:
        settings["rounds"] = int(settings.get("rounds", 3)) % 5 + 2


class SpentSettings(Toy):
    """Setup changes the settings of the match, and the next deal is another one."""

    caught_by = "save_load"
    saying = "the saved match cannot be loaded"

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        s = super().setup(seats, settings, chance)
        assert isinstance(settings, dict)
        settings["rounds"] = int(settings["rounds"]) % 5 + 2
        return s


# Options


class OffersWhatFails(Toy):
    caught_by = "options"
    saying = "which was offered"

    def throwable(self, winner: Player) -> list[Option]:
        return THROW[:]


class OffersTwice(Toy):
    caught_by = "options"
    saying = "offers an option twice"

    def aims(self, s: Table, player: Player) -> list[Option]:
        return [*AIM, AIM[0]]


STRANGE = Vocabulary()
STRANGE_AIM = STRANGE.table("aim", ["low", "high"])


class OffersStrangeOptions(Toy):
    caught_by = "options"
    saying = "option of another game"

    def aims(self, s: Table, player: Player) -> list[Option]:
        return STRANGE_AIM[:]


# Tokens and text


def with_option(option: Option) -> Vocabulary:
    """The vocabulary of Comet and one option more, past the checks of `Vocabulary`."""
    words = Vocabulary()
    words.options = [*WORDS.options, option]
    words.tokens = dict(WORDS.tokens)
    words.tokens.setdefault(option.token, option)
    return words


class SameToken(Toy):
    caught_by = "tokens"
    saying = "have the same token 'take'"
    vocabulary = with_option(Option(len(WORDS), "take", "", 0, ()))


class UnreadableToken(Toy):
    caught_by = "tokens"
    saying = "'Wait! Stop' is not readable"
    vocabulary = with_option(Option(len(WORDS), "Wait!", "Stop", 0, ()))


class WrongNumber(Toy):
    caught_by = "tokens"
    saying = "its number is 999"
    vocabulary = with_option(Option(999, "wait", "", 0, ()))


class NoPrompt(Toy):
    caught_by = "text"
    saying = "there is no text 'prompt.pay'"

    async def reward(self, s: Table, winner: Player) -> None:
        await Decision(winner.seat, "pay", [TAKE, LEAVE])
        await super().reward(s, winner)


class NoName(Toy):
    caught_by = "text"
    saying = "there is no text 'name.card.7'"
    vocabulary = with_option(Option(len(WORDS), "lay", "7", 0, ("card",)))


class UnreadableEvent(Toy):
    caught_by = "text"
    saying = "the event 'flips' cannot be read"

    def refill(self, s: Table) -> None:
        super().refill(s)
        if s.witness is not None:
            s.witness.tell("flips", who=0)


class NoSuchRule(Toy):
    caught_by = "text"
    saying = "rule CM-99, which is not in"

    def refusals(self, view: Table, decision: Decision) -> list[Refusal]:
        return [
            Refusal(refusal.option, Reason("CM-99", refusal.reason.key, refusal.reason.values))
            for refusal in super().refusals(view, decision)
        ]


class RefusesWhatItOffers(Toy):
    caught_by = "text"
    saying = "is offered to seat 0 and refused as well"

    def refusals(self, view: Table, decision: Decision) -> list[Refusal]:
        return [Refusal(decision.options[0], Reason("CM-4", "not_in_hand", {"card": 1}))]


class BadScene(Toy):
    caught_by = "scene"
    saying = "contradicts itself"

    def scene(
        self, view: Table, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        scene = super().scene(view, seat, names, decision)
        scene.areas.append(scene.areas[0])
        return scene


# Events


class SeatForMask(Toy):
    """An event is told to `seat` instead of `1 << seat`."""

    caught_by = "events"
    saying = "mask of seats"

    def draw(self, s: Table, player: Player) -> None:
        card = s.draw(s.deck, player.hand)
        if s.witness is not None:
            s.witness.tell("sees", player.seat, card=card)


class ListOfTheState(Toy):
    """An event holds a list that goes on changing."""

    caught_by = "events"
    saying = "tell a copy"

    def draw(self, s: Table, player: Player) -> None:
        super().draw(s, player)
        if s.witness is not None:
            s.witness.tell("holds", 1 << player.seat, n=player.hand.cards)


class PartInAnEvent(Toy):
    caught_by = "events"
    saying = "is not plain data"

    def draw(self, s: Table, player: Player) -> None:
        super().draw(s, player)
        if s.witness is not None:
            s.witness.tell("holds", 1 << player.seat, n=1, hand=player.hand)


# Secrecy


class RumourTable(Table):
    __slots__ = ("rumour",)
    SHAPE: ClassVar[dict[str, object]] = {**Table.SHAPE, "rumour": OPEN}

    def __init__(self, seats: int = 0, chance: Chance | None = None) -> None:
        super().__init__(seats, chance)
        self.rumour = 0

    def copy(self) -> Table:
        twin = super().copy()
        assert isinstance(twin, RumourTable)
        twin.rumour = self.rumour
        return twin


class OpenLeak(Toy):
    """What the others hold is added up in an open field."""

    caught_by = "secrecy"
    saying = "its view (rumour"
    table = RumourTable

    def refill(self, s: Table) -> None:
        super().refill(s)
        assert isinstance(s, RumourTable)
        s.rumour = sum(s.players[0].hand.cards)


class EventLeak(Toy):
    """Everybody hears which card was drawn."""

    caught_by = "secrecy"
    saying = "the events it hears"

    def draw(self, s: Table, player: Player) -> None:
        card = s.draw(s.deck, player.hand)
        if s.witness is not None:
            s.witness.tell("sees", card=card)


class AnswerLeak(Toy):
    """Everybody hears what was chosen in secret."""

    caught_by = "secrecy"
    saying = "changes nothing that"

    def layable(self, s: Table, player: Player) -> list[Option]:
        if s.witness is not None:
            s.witness.tell("rolls", who=player.seat, n=player.aim)
        return super().layable(s, player)


class SceneLeak(Toy):
    """The scene knows the truth from elsewhere than the view."""

    caught_by = "secrecy"
    saying = "its scene"
    truth: ClassVar[list[int]] = []

    def layable(self, s: Table, player: Player) -> list[Option]:
        SceneLeak.truth = s.deck.cards + rival(s, player).hand.cards
        return super().layable(s, player)

    def scene(
        self, view: Table, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        scene = super().scene(view, seat, names, decision)
        scene.areas.append(Stat(id="spy", label="spy", value=str(self.truth)))
        return scene


class OptionLeak(Toy):
    """One may only guess what the rival holds."""

    caught_by = "secrecy"
    saying = "its options"

    def aims(self, s: Table, player: Player) -> list[Option]:
        return [*AIM, *[GUESS[card - 1] for card in sorted(set(held(rival(s, player))))]]


class PromptLeak(Toy):
    """The prompt says what the rival holds."""

    caught_by = "secrecy"
    saying = "its prompt"

    async def pick(self, s: Table, player: Player) -> None:
        if not player.laid.cards and not player.aim:
            best = str(max(held(rival(s, player)), default=0))
            choice = await Decision(player.seat, "hint", AIM[:], best)
            player.aim = choice.value + 1
            s.strands[0].fresh = True
        await super().pick(s, player)


class RefusalLeak(Toy):
    """Why something is refused tells what the rival holds."""

    caught_by = "secrecy"
    saying = "its refusals"
    truth: ClassVar[list[int]] = []

    def layable(self, s: Table, player: Player) -> list[Option]:
        RefusalLeak.truth = rival(s, player).hand.cards[:]
        return super().layable(s, player)

    def refusals(self, view: Table, decision: Decision) -> list[Refusal]:
        if decision.kind != "lay":
            return []
        return [
            Refusal(LAY[card - 1], Reason("CM-4", "rival_holds", {"card": card}))
            for card in range(1, KINDS + 1)
            if LAY[card - 1] not in decision.options and card in self.truth
        ]


class QuestionLeak(Toy):
    """Whoever holds a six is asked, and all see who is asked."""

    caught_by = "secrecy"
    also = ("imagine",)
    saying = "who is waited for"

    async def pick(self, s: Table, player: Player) -> None:
        if not player.laid.cards and not player.aim and KINDS in player.hand.cards:
            player.aim = (await Decision(player.seat, "six", AIM[:])).value + 1
            s.strands[0].fresh = True
        elif not player.laid.cards and not player.aim:
            return
        await super().pick(s, player)


class UndoLeak(Toy):
    """Chance is used or not, as a hidden card says; so a choice can be taken back or not."""

    caught_by = "secrecy"
    saying = "what it may take back"
    streams = ("die", "deck", "noise")

    async def pick(self, s: Table, player: Player) -> None:
        if not player.laid.cards and not player.aim:
            player.aim = (await Decision(player.seat, "aim", AIM[:])).value + 1
            if sum(rival(s, player).hand.cards) % 2:
                s.chance.streams[2].below(6)
            s.strands[0].fresh = True
        await super().pick(s, player)


# Imagining


class OwnFamilies(Toy):
    """The hands are dealt anew each for itself: imagined worlds tell what they hold."""

    caught_by = "imagine"
    saying = "give both one family"

    def family(self, seat: int) -> int:
        return seat + 1


class StashingPlayer(Player):
    __slots__ = ("stash",)
    SHAPE: ClassVar[dict[str, object]] = {**Player.SHAPE, "stash": HIDDEN}

    def __init__(self, seat: int = 0, hand: Zone | None = None, laid: Zone | None = None) -> None:
        super().__init__(seat, hand, laid)
        self.stash: list[int] = []

    def copy_to(self, twin: Player) -> Player:
        assert isinstance(twin, StashingPlayer)
        twin.stash = self.stash[:]
        return super().copy_to(twin)


class StashTable(Table):
    __slots__ = ()
    SHAPE: ClassVar[dict[str, object]] = {**Table.SHAPE, "players": [StashingPlayer]}


class CardsOutsideZones(Toy):
    """A hidden card is kept in a field: nobody deals it anew."""

    caught_by = "imagine"
    saying = "hidden cards must lie in zones"
    player = StashingPlayer
    table = StashTable

    def refill(self, s: Table) -> None:
        super().refill(s)
        for player in s.playing():
            assert isinstance(player, StashingPlayer)
            if s.deck.cards:
                player.stash.append(s.deck.cards.pop())

    def census(self, state: Table) -> Counter[str]:
        there = super().census(state)
        for player in state.players:
            assert isinstance(player, StashingPlayer)
            there.update([str(card) for card in player.stash])
        return there


class KnowingPlayer(Player):
    __slots__ = ()

    def owners(self) -> int:
        """Whoever holds a six sees it, but who holds one is hidden."""
        return EVERYONE if KINDS in self.hand.cards else 1 << self.seat


class OwnersByCard(Toy):
    """Who may see a field hangs on a hidden card."""

    caught_by = "imagine"
    also = ("secrecy",)
    saying = "depends on what it must not know"
    player = KnowingPlayer


class BehindTheBack(Toy):
    """Cards are exchanged without telling the engine, so what seats remember is wrong."""

    caught_by = "imagine"
    saying = "remembers"

    def turn_up(self, s: Table) -> Player:
        winner = super().turn_up(s)
        for player in s.playing():
            if player.hand.cards:
                s.show(player.hand, player.hand.cards[0], rival(s, player).seat)
        return winner

    def refill(self, s: Table) -> None:
        super().refill(s)
        one, other = s.playing()[:2]
        one.hand.cards, other.hand.cards = other.hand.cards, one.hand.cards


class NeutralFails(Toy):
    """The rules cannot bear the neutral value that an imagined world has for a secret."""

    caught_by = "imagine"
    saying = "cannot go on"

    def turn_up(self, s: Table) -> Player:
        for player in s.playing():
            assert player.aim or not player.laid.cards, "everybody has aimed"
        return super().turn_up(s)


class AsksBySecretField(Toy):
    """Whether a seat is done hangs on its secret field, so no imagined world looks the same."""

    caught_by = "imagine"
    saying = "cannot imagine a world"

    async def pick(self, s: Table, player: Player) -> None:
        if player.aim == 0:
            player.aim = (await Decision(player.seat, "aim", AIM[:])).value + 1
            s.strands[0].fresh = True

    def turn_up(self, s: Table) -> Player:
        for player in s.playing():
            if player.hand.cards:
                s.move(player.hand.cards[0], player.hand, player.laid)
        return super().turn_up(s)


class WildEvaluation(Toy):
    caught_by = "imagine"
    saying = "it must be from 0 to 1"

    def evaluate(self, state: Table, seat: int) -> float:
        return float(state.players[seat].score)


TOYS: list[type[Toy]] = Toy.__subclasses__()
