"""Toys that say things wrongly: records, options, tokens, text, events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starhall.engine.game import Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Reason, Refusal
from starhall.engine.rules.legality import Questions
from starhall.engine.rules.options import Option, Vocabulary
from starhall.engine.scene.elements import Scene
from tests.engine.conformance.broken.toy import Toy
from tests.engine.conformance.comet import (
    AIM,
    LEAVE,
    TAKE,
    THROW,
    WORDS,
    Player,
    Table,
)

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
    also = ("secrecy",)
    saying = "the saved match cannot be loaded"

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        s = super().setup(seats, settings, chance)
        assert isinstance(settings, dict)
        settings["rounds"] = int(settings["rounds"]) % 5 + 2
        return s


# Options


class OffersWhatFails(Toy):
    caught_by = "options"
    also = ("legality", "text")
    saying = "which was offered"
    games = 4

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


# Legality


class KeepsBack(Toy):
    """A card in hand is not offered, and nothing says why."""

    caught_by = "legality"
    saying = "without a reason"

    def layable(self, s: Table, player: Player) -> list[Option]:
        return super().layable(s, player)[-2:]


class Unquestioned(Toy):
    """Nothing says what is legal at one kind of decision."""

    caught_by = "legality"
    also = ("lessons",)
    saying = "nothing says what is legal at a decision 'take'"
    questions = Questions()

    async def pick(self, s: Table, player: Player) -> None:
        """Only the reward is asked for."""
        if not player.laid.cards and player.hand.cards:
            s.move(player.hand.cards[0], player.hand, player.laid)


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
    words = with_option(Option(len(WORDS), "take", "", 0, ()))


class UnreadableToken(Toy):
    caught_by = "tokens"
    saying = "'Wait! Stop' is not readable"
    words = with_option(Option(len(WORDS), "Wait!", "Stop", 0, ()))


class WrongNumber(Toy):
    caught_by = "tokens"
    saying = "its number is 999"
    words = with_option(Option(999, "wait", "", 0, ()))


class NoPrompt(Toy):
    caught_by = "text"
    also = ("legality",)
    saying = "there is no text 'prompt.pay'"

    async def reward(self, s: Table, winner: Player) -> None:
        await Decision(winner.seat, "pay", [TAKE, LEAVE])
        await super().reward(s, winner)


class NoName(Toy):
    caught_by = "text"
    saying = "there is no text 'name.card.7'"
    words = with_option(Option(len(WORDS), "lay", "7", 0, ("card",)))


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


class UnknownIcon(Toy):
    """A scene names an icon that the look of the game does not have."""

    caught_by = "scene"
    saying = "has the icon 'comet:tail'"

    def scene(
        self, view: Table, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        scene = super().scene(view, seat, names, decision)
        scene.areas[0].icon = "comet:tail"
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


# Told


class SilentScore(Toy):
    """Points are given without a word."""

    caught_by = "told"
    saying = "'players.score' of seat"
    games = 4

    def refill(self, s: Table) -> None:
        super().refill(s)
        for player in s.playing():
            player.score += 1


class SilentMove(Toy):
    """A card is drawn without a word."""

    caught_by = "told"
    saying = "'players.hand' of seat"

    def draw(self, s: Table, player: Player) -> None:
        s.draw(s.deck, player.hand)


# Lessons


class TooFewForTheLesson(Toy):
    """The lesson of the package is for two, and this game is not."""

    caught_by = "lessons"
    saying = "lessons/01-aim.toml, line 5: comet is for 3 to 4 players, not 2"
    seats = range(3, 5)


# Translations


class HalfTranslated(Toy):
    """The German texts of the package are not finished."""

    caught_by = "translations"
    saying = "text/de.toml of tests.engine.conformance.halves has no text 'setting.rounds.name'"
    package = "tests.engine.conformance.halves"


# Puzzles


class PuzzleOfOldRules(Toy):
    """The rules have changed since the puzzle of the package was found."""

    caught_by = "puzzles"
    saying = "puzzles/01.toml: it was found under the rules 0.9 and other content"
    package = "tests.engine.conformance.riddles"
