"""A table to arrange and then to play on from; seat 0 is the first player, on side 0.

game = Arranged(2).ground(co0="rock_plains").units(0, "co0", leaper=1).units(1, "co0", human=1)
play = game.battle(3, 4).play()          # the next dice
play.choose("lose human", seat=1)
"""

from typing import Self

from starhall.engine.game import Result, Value
from starhall.engine.knowledge.memory import Witness
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.play import Play
from starhall.games.nexus_ops import boards, stacks
from starhall.games.nexus_ops.boards import HEX_COUNT, hex_of, hexes_of
from starhall.games.nexus_ops.content import SLOTS, SPIRES, TERRAINS
from starhall.games.nexus_ops.game import GAME
from starhall.games.nexus_ops.rules.control import add
from starhall.games.nexus_ops.rules.deployment import deployment
from starhall.games.nexus_ops.rules.drawing import draw_missions, end_turn, hand_over
from starhall.games.nexus_ops.rules.exploration import explore
from starhall.games.nexus_ops.rules.movement import ready_units
from starhall.games.nexus_ops.rules.setup import know_terrain
from starhall.games.nexus_ops.rules.special_attacks import SPECIAL_ATTACK
from starhall.games.nexus_ops.rules.turn import GAME_STEPS, NEXT_BATTLE, pass_on
from starhall.games.nexus_ops.rules.vortex import vortex
from starhall.games.nexus_ops.state import Fight, Player, Table

CONTENT = GAME.content
card = CONTENT.card

# The moments of a turn at which a position can be taken up.


def _after(step: object) -> list[int]:
    *outer, place = GAME_STEPS.find(step)
    return [*outer, place + 1]


BEGIN = GAME_STEPS.find(vortex)
DEPLOY = GAME_STEPS.find(deployment)
MOVE = GAME_STEPS.find(ready_units)
BREATH = GAME_STEPS.find(SPECIAL_ATTACK)
MOVED = _after(SPECIAL_ATTACK)
EXPLORED = _after(explore)
BATTLE = GAME_STEPS.find(NEXT_BATTLE)
DRAW = GAME_STEPS.find(draw_missions)
HAND_OVER = GAME_STEPS.find(hand_over)
END = GAME_STEPS.find(end_turn)
TURN_OVER = GAME_STEPS.find(pass_on)


def dealt(seats: int, seed: int | None = None, **settings: Value) -> Table:
    return deal(seats, settings, seed)


def deal(seats: int, settings: dict[str, Value], seed: int | None = None) -> Table:
    """A table as setup leaves it; without a seed, one in which seat 0 is the first player."""
    chosen = GAME.configure(seats, settings)
    number = 0 if seed is None else seed
    while True:
        s = GAME.deal(seats, chosen, Chance(seed_bytes(number), GAME.streams))
        if seed is not None or s.first == 0:
            return s
        number += 1


def stack(**counts: int) -> int:
    found = 0
    for slot, number in counts.items():
        found += number * stacks.ONE[SLOTS.index(slot)]
    return found


class Arranged:
    """A position being laid out: no units, no cards in hand, no tokens, all ground Crystal Spires.

    Spires make no difference to Humans, Striders, Leapers and Dragons; tests name other ground.
    """

    def __init__(self, seats: int = 2, **settings: Value) -> None:
        self.settings = settings
        self.s = deal(seats, settings)
        s = self.s
        for player in s.players:
            player.faction = player.seat
            player.rubium = 0
            s.gather(player.missions, s.mission_deck)
        s.gather(s.line, s.mission_deck)
        s.found.cards += s.ground.cards
        s.ground.cards = []
        s.unexplored = []
        terrain = s.terrain[:]
        for hex in s.board.field:
            terrain[hex] = SPIRES
        know_terrain(s, terrain)
        self.at(DEPLOY)

    # The board

    def ground(self, **terrain: str) -> Self:
        ground = self.s.terrain[:]
        for hex, name in terrain.items():
            ground[hex_of(hex)] = TERRAINS.index(name)
        know_terrain(self.s, ground)
        return self

    def units(self, seat: int, hex: str, **counts: int) -> Self:
        player = self.s.players[seat]
        add(player, hex_of(hex), stack(**counts))
        player.supply -= stack(**counts)
        return self

    def dormant(self, hex: str, **counts: int) -> Self:
        """Some of the active player's units there were found this turn."""
        if not self.s.dormant:
            self.s.dormant = [0] * HEX_COUNT
        self.s.dormant[hex_of(hex)] += stack(**counts)
        return self

    def token(self, hex: str, token: str) -> Self:
        s = self.s
        number = CONTENT.tokens.index(token)
        (s.found.cards if number in s.found.cards else s.token_box.cards).remove(number)
        place = len([other for other in s.unexplored if other < hex_of(hex)])
        s.unexplored.insert(place, hex_of(hex))
        s.ground.cards.insert(place, number)
        return self

    def refinery(self, hex: str, value: int) -> Self:
        self.s.refinery[hex_of(hex)] = value
        self.s.refineries |= 1 << hex_of(hex)
        return self

    # Cards and rubium

    def hand(self, seat: int, *ids: str) -> Self:
        player = self.s.players[seat]
        for id in ids:
            number = card(id)
            if number < CONTENT.first_energize:
                self.s.mission_deck.cards.remove(number)
                player.missions.cards.append(number)
            else:
                self.s.energize_deck.cards.remove(number)
                player.energize.cards.append(number)
        return self

    def next_card(self, *ids: str) -> Self:
        """These lie on top of their deck, the first on top."""
        for id in reversed(ids):
            number = card(id)
            deck = self.s.mission_deck if number < CONTENT.first_energize else self.s.energize_deck
            deck.cards.remove(number)
            deck.cards.append(number)
        return self

    def line(self, *ids: str) -> Self:
        for id in ids:
            self.s.mission_deck.cards.remove(card(id))
            self.s.line.cards.append(card(id))
        return self

    def rubium(self, *amounts: int) -> Self:
        for player, amount in zip(self.s.players, amounts, strict=False):
            player.rubium = amount
        return self

    def points(self, *points: int) -> Self:
        for player, number in zip(self.s.players, points, strict=False):
            player.points = number
        return self

    # The moment

    def active(self, seat: int) -> Self:
        self.s.active = seat
        return self

    def dice(self, *faces: int) -> Self:
        """What the next dice show."""
        stream = self.s.chance.streams[0]
        stream.buffer = bytes([face - 1 for face in faces])
        stream.position = 0
        return self

    def at(self, place: list[int], *faces: int) -> Self:
        self.s.strands[0].cursor = place[:]
        return self.dice(*faces) if faces else self

    def battle(self, *faces: int) -> Self:
        return self.at(BATTLE, *faces)

    def play(self) -> "Running":
        return Running(Play(GAME, self.s))

    def match(self) -> Match[Table]:
        """The same as a match, which can be read; its players are Mira, Bo, Cleo and Dan."""
        s = self.s
        s.witness = Witness(s.seats + 1)
        names = ["Mira", "Bo", "Cleo", "Dan"][: s.seats]
        return Match(GAME, s.seats, self.settings, 1, names).going_on_from(s)


class Running:
    """A position being played; what is offered is always exactly what the rules allow."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.checked: Decision | None = None

    @property
    def s(self) -> Table:
        state = self.play.state
        assert isinstance(state, Table)
        return state

    @property
    def over(self) -> bool:
        return self.play.over

    @property
    def result(self) -> Result:
        return GAME.result(self.s)

    @property
    def decision(self) -> Decision:
        decision = self.play.decision
        assert decision is not None, "the game is over"
        if decision is not self.checked:
            self.checked = decision
            allowed = GAME.questions.options(self.s, decision)
            assert set(decision.options) == set(allowed), f"{decision}, but {allowed} are legal"
        return decision

    @property
    def kind(self) -> str:
        return "" if self.play.over else self.decision.kind

    @property
    def seat(self) -> int:
        return self.decision.seat

    @property
    def offered(self) -> list[str]:
        return [option.token for option in self.decision.options]

    @property
    def refused(self) -> dict[str, str]:
        """What is not offered, with the rule and the key of the reason."""
        found = GAME.refusals(self.s, self.decision)
        return {one.option.token: f"{one.reason.rule} {one.reason.key}" for one in found}

    def numbers(self, token: str) -> dict[str, object]:
        """The numbers that the reason against an option names."""
        reason = next(
            one.reason for one in GAME.refusals(self.s, self.decision) if one.option.token == token
        )
        return {name: value for name, value in reason.values.items() if type(value) is int}

    def choose(self, *tokens: str, seat: int | None = None) -> Self:
        for token in tokens:
            decision = self.decision
            assert seat is None or decision.seat == seat, decision
            option = GAME.vocabulary.find(token)
            assert option in decision.options, f"{token} is not offered: {decision}"
            self.play.choose(decision, option)
        return self

    def until(self, kind: str) -> Self:
        """Take the pass of every decision until one of this kind."""
        while self.kind and self.kind != kind:
            self.play.choose(self.decision, GAME.default(self.decision))
        assert self.kind == kind, f"no decision '{kind}' came"
        return self

    def end_phase(self) -> Self:
        """Pass once."""
        self.play.choose(self.decision, GAME.default(self.decision))
        return self

    # Looking

    def player(self, seat: int) -> Player:
        return self.s.players[seat]

    def at(self, seat: int, hex: str) -> dict[str, int]:
        """The units of a seat in a hex, by slot."""
        there = self.s.players[seat].stacks[hex_of(hex)]
        return {SLOTS[slot]: stacks.count(there, slot) for slot in stacks.slots(there)}

    def supply(self, seat: int, slot: str) -> int:
        return stacks.count(self.s.players[seat].supply, SLOTS.index(slot))

    def places(self, seat: int) -> set[str]:
        return {boards.HEXES[hex] for hex in hexes_of(self.s.players[seat].mask)}

    @property
    def fight(self) -> Fight:
        assert self.s.fight is not None, "no battle is under way"
        return self.s.fight

    def dice(self, *faces: int) -> Self:
        stream = self.s.chance.streams[0]
        stream.buffer = bytes([face - 1 for face in faces])
        stream.position = 0
        return self
