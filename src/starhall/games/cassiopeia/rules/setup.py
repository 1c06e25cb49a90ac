"""Sections 2 and 14: colours, systems, the Specialist row and all the randomness of the game."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.rules.state import Strand
from starhall.engine.rules.steps import Steps
from starhall.games.cassiopeia.content import LOGISTICS_CARD, NONE, ROW, Content
from starhall.games.cassiopeia.options import D_COLOUR, D_PICK, D_SYSTEM, Options
from starhall.games.cassiopeia.rules.legality import QUESTIONS
from starhall.games.cassiopeia.state import (
    ALL_RANDOM,
    CORE_RANDOM,
    LOWEST,
    PICKED,
    Player,
    Table,
)

HOST: Final = 0  # the seat that picks the Specialist cards
CORE: Final = 4  # cards I to IV are always in the row (CA-2.6)
SELECTIONS: Final[dict[str, int]] = {
    "core_random": CORE_RANDOM,
    "lowest": LOWEST,
    "all_random": ALL_RANDOM,
    "pick": PICKED,
}


def new_table(seats: int, chance: Chance, content: Content, options: Options) -> Table:
    """The table before anybody has decided anything: all cards in the box, all tokens ready."""
    s = Table(seats=seats, chance=chance, content=content, options=options)
    s.players = [Player(seat=seat) for seat in range(seats)]
    s.reserve = content.tokens[:]
    s.box_systems = list(range(len(content.systems)))
    s.box_specialists = list(range(len(content.specialist_cards)))
    s.box_objects = content.object_copies
    s.start(Strand())
    return s


async def pick_specialists(s: Table) -> None:
    """CA-2.6, CA-2.7: card IV is in; the host picks the others while there is a real choice."""
    if s.selection != PICKED:
        return
    if not s.row:
        put_in_row(s, LOGISTICS_CARD)
    while len(s.row) < s.row_size:
        if len(s.row) + len(s.box_specialists) == s.row_size:
            for card in s.box_specialists:
                put_in_row(s, card)
            return
        choice = await QUESTIONS.ask(s, HOST, D_PICK)
        put_in_row(s, choice.value)
        if s.witness is not None:
            s.witness.tell("picks", who=HOST, card=choice.arg)


@QUESTIONS.rule(D_PICK, lambda s, decision: s.options.pick)
def why_not_pick(s: Table, decision: Decision, option: Option) -> Reason | None:
    if option.value in s.box_specialists:
        return None
    return Reason("CA-2.7", "in_row", {"card": option.arg})


def put_in_row(s: Table, card: int) -> None:
    """A chosen Specialist card, its A side up for now (CA-2.8)."""
    s.row.append(card * 2)
    s.box_specialists = [other for other in s.box_specialists if other != card]


async def choose_colours(s: Table) -> None:
    """CA-2.2: in seat order each player takes a free colour."""
    for player in s.players:
        if player.colour == NONE:
            choice = await QUESTIONS.ask(s, player.seat, D_COLOUR)
            player.colour = choice.value
            if s.witness is not None:
                s.witness.tell("takes_colour", who=player.seat, colour=choice.arg)


@QUESTIONS.rule(D_COLOUR, lambda s, decision: s.options.colour)
def why_not_colour(s: Table, decision: Decision, option: Option) -> Reason | None:
    for player in s.players:
        if player.colour == option.value:
            values: dict[str, object] = {"who": player.seat, "colour": option.arg}
            return Reason("CA-2.2", "colour_taken", values)
    return None


async def choose_systems(s: Table) -> None:
    """CA-2.3: in seat order each player takes a free system."""
    if s.random_systems:
        return
    for player in s.players:
        if player.system == NONE:
            choice = await QUESTIONS.ask(s, player.seat, D_SYSTEM)
            take_system(s, player, choice.value)


@QUESTIONS.rule(D_SYSTEM, lambda s, decision: s.options.system)
def why_not_system(s: Table, decision: Decision, option: Option) -> Reason | None:
    for player in s.players:
        if player.system == option.value:
            values: dict[str, object] = {"who": player.seat, "system": option.arg}
            return Reason("CA-2.3", "system_taken", values)
    return None


def take_system(s: Table, player: Player, system: int) -> None:
    player.system = system
    s.box_systems = [other for other in s.box_systems if other != system]
    if s.witness is not None:
        s.witness.tell("takes_system", who=player.seat, system=s.content.systems[system])


def deal(s: Table) -> None:
    """Section 14: systems, planets, cards, flips, row, first player, in this order."""
    stream = s.chance.streams[0]
    for player in s.players:  # CA-14.1
        if player.system == NONE:
            take_system(s, player, s.box_systems[stream.below(len(s.box_systems))])
    for player in s.players:  # CA-14.2
        player.row = list(range(ROW))
        stream.shuffle(player.row)
    for card in drawn_cards(s):  # CA-14.3
        put_in_row(s, card)
    s.row.sort()
    for place in stream.sample(list(range(s.row_size)), s.flipped_at_setup):  # CA-14.4
        s.row[place] ^= 1
    stream.shuffle(s.row)  # CA-14.5
    s.coins = [0] * s.row_size
    s.on = [NONE] * s.row_size
    use_objects(s)
    first = s.first if s.first != NONE else stream.below(s.seats)  # CA-14.6, CA-2.13
    s.order = [(first + i) % s.seats for i in range(s.seats)]  # CA-3.2
    s.round = 1
    if s.witness is not None:
        tell_deal(s)


def drawn_cards(s: Table) -> list[int]:
    """CA-2.6, CA-2.7: the Specialist cards that go into the row by rule or by chance."""
    if s.selection == PICKED:
        return []
    if s.selection == LOWEST:
        return list(range(s.row_size))
    core = [LOGISTICS_CARD] if s.selection == ALL_RANDOM else list(range(CORE))
    rest = [card for card in s.box_specialists if card not in core]
    return core + s.chance.streams[0].sample(rest, s.row_size - len(core))


def use_objects(s: Table) -> None:
    """CA-2.9, CA-2.10: the Space Objects that the cards in the row can bring."""
    cards = [specialist // 2 for specialist in s.row]
    used = [card in cards for card in s.content.object_card]
    copies = s.content.object_copies
    s.object_reserve = [n if use else 0 for n, use in zip(copies, used, strict=True)]
    s.box_objects = [0 if use else n for n, use in zip(copies, used, strict=True)]


def tell_deal(s: Table) -> None:
    """CA-13.2: what chance has decided becomes public now."""
    assert s.witness is not None
    content = s.content
    for player in s.players:
        planets = [content.planets[player.planet(type)] for type in player.row]
        s.witness.tell("lays_planets", who=player.seat, planets=planets)
    s.witness.tell("lays_row", row=[content.specialists[specialist] for specialist in s.row])
    s.witness.tell("goes_first", who=s.order[0])


SETUP: Final[Steps] = Steps("setup", pick_specialists, choose_colours, choose_systems, deal)
