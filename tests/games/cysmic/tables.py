"""A table of Cysmic to arrange and then to play on from.

Unless told otherwise: all hexes plain and empty, no factions, relics or espionage in force, empty
hands, ships on the far inner hexes of sectors 3 and on. Seats are named by their colours.

game = Laid(2).unit(RED, "soldier", "0.5.2").card(RED, "soldier_card")
game.choose("unit soldier/0.5.2", "hex 0.6.3")
"""

from typing import Any, Self

from starhall.engine.game import Value
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.play import Play
from starhall.engine.rules.state import State
from starhall.games.cysmic.content import COMMANDS, INSTALLED, KNOWN, MISSING, STRIKE_FACES, TYPES
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.geometry import CITY, HEX_IDS, HEXES, hex_named
from starhall.games.cysmic.rules import turn
from starhall.games.cysmic.rules.board import land_ship, put, reserve_piece, set_flag
from starhall.games.cysmic.rules.commands import SECTIONS
from starhall.games.cysmic.rules.powers import influence, refresh
from starhall.games.cysmic.state import (
    ABYSS,
    CAVE,
    CITY_GROUND,
    DEVASTATED,
    DICE_STREAM,
    FATE_STREAM,
    FRACTURE_STREAM,
    GROUNDS,
    HELD,
    NONE,
    PLAIN,
    RESERVE,
    SITE,
    Player,
    Table,
    changed,
)

CONTENT = GAME.tables
RED, BLUE, GREEN, YELLOW, WHITE, BLACK = range(6)
SEED = seed_bytes(62)
HOMES = ("3.5.2", "4.5.2", "5.5.2", "2.5.2", "1.5.2", "0.5.2")


def names(text: str) -> list[str]:
    """`dampener, lucky_shot` taken apart."""
    return [name.strip() for name in text.split(",") if name.strip()]


def table(state: State) -> Table:
    """A state as the table of this game that it is."""
    assert isinstance(state, Table)
    return state


def asked(play: Play | Match[Any], seat: int | None = None) -> Decision:
    """The decision that is pending, or that of a seat."""
    decision = play.decision if seat is None else play.decision_of(seat)
    assert decision is not None
    return decision


# What is true of every table, whatever is played on it

AT_REST = ("burn", "play", "free_window_1", "free_window_2", "bonus", "launch")


def goods(s: Table) -> tuple[int, ...]:
    """How much there is of everything that is only moved around (CY-1.1)."""
    return (
        s.ore + sum([player.ore for player in s.players]),
        s.relic_tokens + sum(s.tokens),
        len(s.bag) + len(s.drawn) + len(s.spent),
        s.singles + s.stack,
        *(sum([len(zone.cards) for zone in s.zones() if zone.family == f]) for f in range(5)),
    )


def check_planet(s: Table) -> None:
    """CY-4.19 to CY-4.22: units, ships and flags are where the tables of the rules say."""
    for player in s.players:
        assert player.ore >= 0
        here = [0] * HEXES
        for piece, hex in enumerate(player.where):
            if hex >= 0:
                here[hex] += 17 if CONTENT.type_of[piece] >= TYPES.index("harvester") else 1
                assert s.ground[hex] <= DEVASTATED and s.ship_at[hex] == NONE
        assert player.here == here and all([n & 15 <= 3 and n >> 4 <= 1 for n in here])
        assert sorted(player.holds) == [h for h in range(HEXES) if s.flag[h] == player.seat]
        assert player.ship == NONE or s.ship_at[player.ship] == player.seat
    for hex in range(HEXES):
        there = [player.seat for player in s.players if player.here[hex]]
        assert s.present[hex] == sum([1 << seat for seat in there]) and len(there) <= 2
        assert (s.attacker[hex] in there) if len(there) == 2 else s.attacker[hex] == NONE
        assert s.flag[hex] == NONE or s.level[hex] > 0
    assert len([hex for hex in s.ship_at if hex != NONE]) <= s.seats
    assert s.tokens_out == sum(s.tokens)


def check_rest(s: Table) -> None:
    """Between the sections of a turn nothing is under way."""
    assert s.fight is None and s.offer is None and not s.fracturing and s.moving == NONE
    assert s.doomed == s.warned == s.waiting == s.drawn == [] and s.moves_left == 0
    if s.command != NONE and COMMANDS[s.command] in ("recruit", "upgrade"):
        assert s.acted == 0  # who acted alone has used no section of the card
    for player in s.players:
        assert player.found.cards == []


class Laid:
    """A position being laid out, and then the game played on from it."""

    def __init__(self, seats: int = 2, **settings: Value) -> None:
        chosen = GAME.configure(seats, {"first_player": 1, **settings})
        self.s: Table = GAME.deal(seats, chosen, Chance(SEED, GAME.streams))
        s = self.s
        s.sectors = list(range(6))
        s.ground = [PLAIN] * HEXES
        s.ground[CITY] = CITY_GROUND
        s.level = [0] * HEXES
        s.caves = []
        s.under = [0] * 30
        self.stand(turn.start)
        in_play = list(range(seats))
        for player in s.players:
            player.colour = player.seat
            player.chosen = True
            player.modules = [
                MISSING if module in in_play and module != player.colour else KNOWN
                for module in range(6)
            ]
            for card in list(player.dealt.cards):
                s.move(card, player.dealt, s.boards)
            land_ship(s, player.seat, hex_named(HOMES[player.seat]))
        self.play: Play | None = None

    # Laying out

    def player(self, seat: int) -> Player:
        return self.s.players[seat]

    def unit(self, seat: int, type: str, hex: str, n: int = 1) -> Self:
        player = self.player(seat)
        for _ in range(n):
            piece = reserve_piece(self.s, player.seat, TYPES.index(type))
            assert piece != NONE, f"no {type} left"
            put(self.s, seat, piece, hex_named(hex))
        return self

    def ship(self, seat: int, hex: str) -> Self:
        land_ship(self.s, seat, hex_named(hex))
        return self

    def ground(self, ground: str, *hexes: str) -> Self:
        for hex in hexes:
            number = hex_named(hex)
            self.s.ground[number] = GROUNDS.index(ground)
            if self.s.ground[number] == CAVE:
                self.s.caves = sorted([*self.s.caves, number])
            if self.s.ground[number] in (DEVASTATED, ABYSS):
                self.s.level[number] = 0
        return self

    def token(self, *hexes: str) -> Self:
        for hex in hexes:
            self.ground("devastated", hex)
            self.s.tokens = changed(self.s.tokens, hex_named(hex), 1)
            self.s.tokens_out += 1
            self.s.relic_tokens -= 1
        return self

    def habitat(self, hex: str, level: int, flag: int = NONE) -> Self:
        number = hex_named(hex)
        if number != CITY:
            self.s.ground[number] = SITE
        self.s.level[number] = level
        if flag != NONE:
            set_flag(self.s, number, flag)
        return self

    def influence(self, seat: int, total: int) -> Self:
        """Camps in a corner nobody uses, until the influence is that high."""
        place = 0
        while influence(self.s, seat) < total or not self.player(seat).holds:
            level = min(3, total - (influence(self.s, seat) if self.player(seat).holds else 0))
            while True:
                hex = f"{5 - seat}.6.{place}" if place < 6 else f"{5 - seat}.4.{place - 6}"
                place += 1
                if self.s.level[hex_named(hex)] == 0:
                    break
            self.habitat(hex, level, seat)
        return self

    def ore(self, seat: int, n: int) -> Self:
        self.s.ore -= n - self.player(seat).ore
        self.player(seat).ore = n
        return self

    def cards(self, seat: int, ids: str) -> Self:
        for id in names(ids):
            self.s.move(CONTENT.cards.index(id), self.s.discovery_deck, self.player(seat).cards)
        return self

    def deck(self, ids: str) -> Self:
        """These Discovery cards lie on top, the first one uppermost."""
        for id in reversed(names(ids)):
            cards = self.s.discovery_deck.cards
            cards.remove(CONTENT.cards.index(id))
            cards.append(CONTENT.cards.index(id))
        return self

    def relic_deck(self, ids: str) -> Self:
        for id in reversed(names(ids)):
            cards = self.s.relic_deck.cards
            cards.remove(CONTENT.cards.index(id, CONTENT.first_relic))
            cards.append(CONTENT.cards.index(id, CONTENT.first_relic))
        return self

    def spy_deck(self, id: str) -> Self:
        cards = self.s.espionage_deck.cards
        cards.remove(CONTENT.cards.index(id, CONTENT.first_espionage))
        cards.append(CONTENT.cards.index(id, CONTENT.first_espionage))
        return self

    def relics(self, seat: int, ids: str, active: bool = True) -> Self:
        player = self.player(seat)
        for id in names(ids):
            card = CONTENT.cards.index(id, CONTENT.first_relic)
            self.s.move(card, self.s.relic_deck, player.slots if active else player.relics)
        refresh(self.s)
        return self

    def spy(self, seat: int, id: str, side: int) -> Self:
        player = self.player(seat)
        card = CONTENT.cards.index(id, CONTENT.first_espionage)
        self.s.move(card, self.s.espionage_deck, player.spy)
        player.spy_side = side
        refresh(self.s)
        return self

    def faction(self, seat: int, id: str) -> Self:
        card = CONTENT.first_faction + CONTENT.factions.index(id)
        self.s.move(card, self.s.boards, self.player(seat).dealt)
        self.player(seat).faction = CONTENT.factions.index(id)
        refresh(self.s)
        return self

    def modules(self, seat: int, installed: int = 0, known: str = "") -> Self:
        """The first so many modules installed, further ones known."""
        modules = self.player(seat).modules
        for module in range(installed):
            modules[module] = INSTALLED
        for id in names(known):
            modules[CONTENT.modules.index(id)] = KNOWN
        return self

    def held(self, holder: int, owner: int, type: str, n: int = 1) -> Self:
        player = self.player(owner)
        for _ in range(n):
            player.where[reserve_piece(self.s, player.seat, TYPES.index(type))] = HELD - holder
        return self

    def round(self, number: int) -> Self:
        self.s.round = number
        return self

    def burnt(self, seat: int, id: str, column: int) -> Self:
        player = self.player(seat)
        self.s.move(CONTENT.first_command + COMMANDS.index(id), player.hand, player.burned)
        player.burned_columns.append(column)
        return self

    # Chance, arranged

    def rig(self, stream: int, values: list[int]) -> Self:
        """The next numbers this stream draws (each below its limit)."""
        streams = self.s.chance.streams
        rest = streams[stream].buffer[streams[stream].position :]
        streams[stream].buffer = bytes(values) + rest
        streams[stream].position = 0
        return self

    def roll(self, red: str = "", yellow: str = "", face: str = "", more: str = "") -> Self:
        """The next combat dice, then the Strike Die, then re-rolls (`r5 y2`)."""
        numbers = [CONTENT.red_faces.index(int(value)) for value in red.split()]
        numbers += [CONTENT.yellow_faces.index(int(value)) for value in yellow.split()]
        if face:
            index = STRIKE_FACES.index(face)
            numbers.append(
                (CONTENT.blue_die if index in CONTENT.blue_die else CONTENT.green_die).index(index)
            )
        for word in more.split():
            faces = CONTENT.red_faces if word[0] == "r" else CONTENT.yellow_faces
            numbers.append(faces.index(int(word[1:])))
        return self.rig(DICE_STREAM, numbers)

    def next_token(self, id: str) -> Self:
        return self.rig(FRACTURE_STREAM, [self.s.bag.index(CONTENT.tokens.index(id))])

    def humanity(self, *faces: str) -> Self:
        return self.rig(FATE_STREAM, [CONTENT.humanity_faces.index(face) for face in faces])

    # Starting

    def card(self, seat: int, id: str) -> Self:
        """It is the seat's turn and this card has just been played."""
        s = self.s
        s.active = seat
        player = self.player(seat)
        burned = "battle" if id != "battle" else "upgrade"
        self.burnt(seat, burned, s.column())
        s.move(CONTENT.first_command + COMMANDS.index(id), player.hand, player.played)
        player.played_columns.append(s.column())
        s.command = COMMANDS.index(id)
        self.stand(SECTIONS)
        return self.start()

    def section(self, section: object) -> Self:
        """The card being resolved stands at this section."""
        assert self.play is not None
        self.stand(section)
        self.play.restart()
        return self

    def at(self, step: object, seat: int = RED) -> Self:
        """The seat's turn stands at this step."""
        self.s.active = seat
        self.stand(step)
        return self.start()

    def stand(self, step: object) -> None:
        self.s.strands[0].cursor = turn.GAME.find(step)

    def start(self) -> Self:
        self.play = Play(GAME, self.s)
        return self

    # Playing

    @property
    def decision(self) -> Decision:
        assert self.play is not None and self.play.decision is not None, "nobody is asked"
        return self.play.decision

    @property
    def over(self) -> bool:
        assert self.play is not None
        return self.play.over

    @property
    def kind(self) -> str:
        return self.decision.kind if self.play and self.play.decision else "over"

    @property
    def asked(self) -> int:
        return self.decision.seat

    def offered(self) -> list[str]:
        return [option.token for option in self.decision.options]

    def hexes(self) -> list[str]:
        """The hexes on offer."""
        return [option.arg for option in self.decision.options if option.verb == "hex"]

    def choose(self, *tokens: str) -> Self:
        assert self.play is not None
        for token in tokens:
            option = GAME.vocabulary.find(token)
            assert option in self.decision.options, f"'{token}' is not among {self.decision}"
            self.check_legality()
            before = goods(self.s)
            self.play.choose(self.decision, option)
            assert goods(self.s) == before, "something of the box was lost or came into being"
            check_planet(self.s)
            if self.play.decision is not None and self.kind in AT_REST:
                check_rest(self.s)
        return self

    def check_legality(self) -> None:
        """What is offered is what there is no reason against, for a copy of the question too."""
        offered = self.decision.options
        for decision in (self.decision, self.decision.copy()):
            legal = GAME.questions.options(self.s, decision)
            assert sorted(option.token for option in legal) == sorted(self.offered()), offered

    def until(self, *kinds: str, most: int = 60) -> Self:
        """Pass (the last option, or the only way on) until one of these is asked."""
        for _ in range(most):
            if self.kind in kinds or self.kind == "over":
                return self
            self.choose(self.decision.options[-1].token)
        raise AssertionError(f"never came to {kinds}, but to {self.decision}")

    def passing(self, kind: str) -> Self:
        """Pass all questions of this kind."""
        while self.kind == kind:
            self.choose(self.decision.options[-1].token)
        return self

    # Looking

    def count(self, seat: int, type: str, hex: str) -> int:
        place = hex_named(hex)
        first = TYPES.index(type)
        return sum(
            1
            for piece, where in enumerate(self.player(seat).where)
            if where == place and CONTENT.type_of[piece] == first
        )

    def where(self, seat: int, type: str) -> list[str]:
        """The hexes of all units of the type that are on the map."""
        return sorted(
            HEX_IDS[where]
            for piece, where in enumerate(self.player(seat).where)
            if where >= 0 and CONTENT.type_of[piece] == TYPES.index(type)
        )

    def reserve(self, seat: int) -> int:
        return self.player(seat).where.count(RESERVE)

    def captives(self, holder: int, owner: int) -> int:
        return self.player(owner).where.count(HELD - holder)

    def ship_of(self, seat: int) -> str:
        return HEX_IDS[self.player(seat).ship]

    def ground_of(self, hex: str) -> str:
        return GROUNDS[self.s.ground[hex_named(hex)]]

    def hand(self, seat: int) -> list[str]:
        return sorted(CONTENT.cards[card] for card in self.player(seat).cards.cards)

    def module(self, seat: int, id: str) -> str:
        return ("missing", "known", "installed")[
            self.player(seat).modules[CONTENT.modules.index(id)]
        ]

    def dice(self) -> list[int]:
        assert self.s.fight is not None
        return self.s.fight.values
