"""Toys that let out what a seat must not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from starhall.engine.game import Value
from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Reason, Refusal, Remark
from starhall.engine.rules.fields import EVERYONE, part, public
from starhall.engine.rules.options import Option
from starhall.engine.scene.elements import Scene, Stat
from tests.engine.conformance.broken.toy import Toy, held, rival
from tests.engine.conformance.comet import (
    AIM,
    GUESS,
    KINDS,
    LAY,
    Player,
    Table,
)

# Secrecy


@part
class RumourTable(Table):
    rumour: int = public(0)


class OpenLeak(Toy):
    """What the others hold is added up in an open field."""

    caught_by = "secrecy"
    saying = "its view (rumour"
    table = RumourTable

    def refill(self, s: Table) -> None:
        super().refill(s)
        assert isinstance(s, RumourTable)
        s.rumour = sum(s.players[0].hand.cards)


class SetupLeak(Toy):
    """The setup copies a card of a hand into an open field, which never changes again."""

    caught_by = "secrecy"
    saying = "the setup shows"
    table = RumourTable

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Table:
        s = super().setup(seats, settings, chance)
        assert isinstance(s, RumourTable)
        s.rumour = s.players[0].hand.cards[0]
        return s


@part
class ClosedTable(RumourTable):
    """Hidden cards stay hidden when the game is over."""

    shown_at_end: ClassVar[bool] = False


class EndLeak(Toy):
    """What stays hidden is added up in an open field just before the game ends."""

    caught_by = "secrecy"
    saying = "its view (rumour"
    table = ClosedTable

    def refill(self, s: Table) -> None:
        super().refill(s)
        assert isinstance(s, RumourTable)
        if s.round == s.rounds:
            s.rumour = sum([sum(player.hand.cards) for player in s.players])


class EventLeak(Toy):
    """Everybody hears which card was drawn."""

    caught_by = "secrecy"
    also = ("told",)  # but not whose it is
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
    also = ("legality",)
    saying = "its options"

    def aims(self, s: Table, player: Player) -> list[Option]:
        return [*AIM, *[GUESS[card - 1] for card in sorted(set(held(rival(s, player))))]]


class PromptLeak(Toy):
    """The prompt says what the rival holds."""

    caught_by = "secrecy"
    also = ("legality",)
    saying = "its prompt"

    async def pick(self, s: Table, player: Player) -> None:
        if not player.laid.cards and not player.aim:
            best = str(max(held(rival(s, player)), default=0))
            choice = await Decision(player.seat, "hint", AIM[:], best)
            player.aim = choice.value + 1
            s.strands[0].fresh = True
        await super().pick(s, player)


class AboutLeak(Toy):
    """What a question is about is not in its sentence, but clients and bots are sent it."""

    caught_by = "secrecy"
    saying = "what it is asked about"

    def hint(self, s: Table, player: Player) -> str:
        return str(max(held(rival(s, player)), default=0))


class RemarkLeak(Toy):
    """What an option does is told by what the rival holds."""

    caught_by = "secrecy"
    saying = "the words of its options"
    truth: ClassVar[list[int]] = []

    def layable(self, s: Table, player: Player) -> list[Option]:
        RemarkLeak.truth = rival(s, player).hand.cards[:]
        return super().layable(s, player)

    def remark(self, view: Table, decision: Decision, option: Option) -> Remark | None:
        if decision.kind != "lay":
            return None
        beaten = [card for card in self.truth if card < option.value + 1]
        return Remark("beats", {"n": len(beaten)})


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
    also = ("imagine", "legality")
    saying = "who is waited for"
    games = 2

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


@part
class KnowingPlayer(Player):
    """Whoever holds an odd sum lets it be seen, but who does is hidden."""

    def owners(self) -> int:
        return EVERYONE if sum(self.hand.cards) % 2 else 1 << self.seat


class OwnersByCard(Toy):
    """Who may see a field hangs on a hidden card."""

    caught_by = "secrecy"
    also = ("told",)
    saying = "changed its view"
    games = 3
    player = KnowingPlayer
