"""The whole of Black Market: state, rules, scene. RULES.md has the rules in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starhall.kit import *

BIDS = 7  # bid cards 1 to 7, two of each; card number n is worth n + 1
COPIES = 2
HAND = 4
CARGO = 6  # cargo cards 1 to 6, one of each: card numbers follow those of the bids
BID_CARDS, CARGO_CARDS = 0, 1  # families: cards with the same back

WORDS = Vocabulary()
BID = WORDS.table("bid", [str(value) for value in range(1, BIDS + 1)], "card")


@part
class Trader(Part):
    profit: int = public(0, coded=number(21))
    hand: Zone = zone(BID_CARDS, OWN)
    bid: Zone = zone(BID_CARDS, OWN)  # face down until all have bid


@part
class Market(State):
    rounds: int = public(4, coded=LEFT_OUT)
    round: int = public(0, coded=one_hot(4))
    traders: list[Trader] = public([])
    bid_deck: Zone = zone(BID_CARDS, NOBODY, shuffled=True)
    bid_pile: Zone = zone(BID_CARDS, EVERYONE)
    cargo_deck: Zone = zone(CARGO_CARDS, NOBODY, shuffled=True)
    cargo: Zone = zone(CARGO_CARDS, EVERYONE)  # on offer
    sold: Zone = zone(CARGO_CARDS, EVERYONE)


def worth(cargo: int) -> int:
    return cargo - BIDS + 1


# Rules


def offer(s: Market) -> None:
    """BM-2.1"""
    card = s.draw(s.cargo_deck, s.cargo)
    s.tell("offers", n=worth(card))


async def bidding(s: Market) -> None:
    """BM-2.2: all at the same time; a seat that has bid is not asked again."""
    await Together([bid(s, trader) for trader in s.traders if not trader.bid.cards])


async def bid(s: Market, trader: Trader) -> None:
    choice = await QUESTIONS.ask(s, trader.seat, "bid")
    s.move(choice.value, trader.hand, trader.bid)
    s.tell("bids", who=trader.seat)


def sale(s: Market) -> None:
    """BM-2.3, BM-2.4: the highest bid that nobody else has made takes the cargo."""
    for trader in s.traders:
        s.reveal(trader.bid, EVERYONE)
    made = [trader.bid.cards[0] for trader in s.traders]
    alone = [trader for trader in s.traders if made.count(trader.bid.cards[0]) == 1]
    cargo = worth(s.cargo.cards[0])
    for trader in s.traders:
        s.tell("shows", who=trader.seat, card=str(trader.bid.cards[0] + 1))
    if alone:
        winner = max(alone, key=lambda trader: trader.bid.cards[0])
        winner.profit += cargo
        s.tell("takes", who=winner.seat, n=cargo)
    else:
        s.tell("nobody", n=cargo)


def clear_up(s: Market) -> None:
    """BM-2.5"""
    for trader in s.traders:
        s.gather(trader.bid, s.bid_pile)
        trader.bid.sight = 1 << trader.seat
    s.gather(s.cargo, s.sold)
    s.round += 1


def rounds_left(s: Market) -> bool:
    """BM-3.1"""
    return s.round < s.rounds and bool(s.cargo_deck.cards and s.traders[0].hand.cards)


DAY = Steps(
    "round",
    offer,
    bidding,
    sale,
    clear_up,
    as_long_as=rounds_left,
    about=lambda s: {"n": s.round + 1},
)
QUESTIONS = Questions()


@QUESTIONS.rule("bid", lambda s, decision: BID)
def why_not_bid(s: Market, decision: Decision, option: Option) -> Reason | None:
    if option.value in s.traders[decision.seat].hand.cards:
        return None
    return Reason("BM-2.2", "not_held", {"card": option.arg})


class BlackMarket(Game[Market]):
    id = "black-market"
    version = "1.0"
    package = "black_market"
    seats = range(2, 4)
    settings = (
        Setting("rounds", 4, low=1, high=4, rule="BM-3.1"),
        Setting("bids", BIDS, low=3, high=BIDS, rule="BM-1.1"),
        Setting("hand", HAND, low=1, high=HAND, rule="BM-1.1"),
        Setting("cargo", CARGO, low=1, high=CARGO, rule="BM-1.2"),
    )
    words = WORDS
    questions = QUESTIONS
    steps = DAY

    def setup(self, seats: int, settings: Mapping[str, Value], chance: Chance) -> Market:
        """BM-1.1, BM-1.2"""
        traders = [Trader(seat=seat) for seat in range(seats)]
        s = Market(seats=seats, chance=chance, traders=traders)
        s.rounds = int(settings["rounds"])
        s.bid_deck.cards = [card for card in range(int(settings["bids"])) for _ in range(COPIES)]
        s.cargo_deck.cards = [BIDS + card for card in range(int(settings["cargo"]))]
        s.shuffle(s.bid_deck)
        s.shuffle(s.cargo_deck)
        hand = min(int(settings["hand"]), len(s.bid_deck.cards) // seats)
        for trader in s.traders:
            for _ in range(hand):
                s.draw(s.bid_deck, trader.hand)
        return s

    def result(self, state: Market) -> Result:
        """BM-3.2"""
        profits = [trader.profit for trader in state.traders]
        shared = profits.count(max(profits)) > 1
        return Result.by_score(profits, "shared" if shared else "profit")

    def evaluate(self, state: Market, seat: int) -> float:
        """The lead in profit, and the strength of what is left in hand."""
        trader = state.traders[seat]
        rivals = [other for other in state.traders if other is not trader]
        lead = trader.profit - max([other.profit for other in rivals])
        strength = sum(trader.hand.cards) - max([sum(other.hand.cards) for other in rivals])
        return 0.5 + 0.02 * lead + 0.002 * strength

    def scene(
        self, view: Market, seat: int | None, names: Sequence[str], decision: Decision | None
    ) -> Scene:
        say = self.text.say
        areas: list[Element] = [
            Panel(id="offer", title=say("scene.offer"), children=self.cargo(view)),
            Pile(id="cargo_deck", title=say("scene.cargo_deck"), count=len(view.cargo_deck)),
        ]
        for trader in view.traders:
            profit = Stat(
                id=f"profit:{trader.seat}", label=say("scene.profit"), value=trader.profit
            )
            cards = [*trader.hand.cards, *trader.bid.cards]
            shown = [self.card(trader, card, n, seat) for n, card in enumerate(cards)]
            id, name = f"trader:{trader.seat}", names[trader.seat]
            areas.append(Panel(id=id, title=name, owner=trader.seat, children=[profit, *shown]))
        return Scene(areas=areas)

    def cargo(self, view: Market) -> list[Element]:
        return [
            Card(id="cargo", title=self.text.say("scene.cargo", {"n": worth(card)}))
            for card in view.cargo.cards
        ]

    def card(self, trader: Trader, card: int, number: int, seat: int | None) -> Element:
        known = card >= 0
        touch = (f"card:{card + 1}",) if known and trader.seat == seat else ()
        title = self.text.name("card", str(card + 1)) if known else ""
        return Card(id=f"card:{trader.seat}:{number}", title=title, face_up=known, touch=touch)

    def card_name(self, card: int) -> str:
        return f"bid {card + 1}" if card < BIDS else f"cargo {worth(card)}"

    def bound(self, seats: int, settings: Mapping[str, Value]) -> int:
        return seats * int(settings["rounds"])


GAME = BlackMarket()
