"""Positions of Cassiopeia, laid out as the examples of the rules describe them."""

from __future__ import annotations

from starhall.engine.rules.chance import Chance
from starhall.engine.rules.play import Play
from starhall.games.cassiopeia import GAME
from starhall.games.cassiopeia.content import NONE, RESOURCES, ROW, SIDES
from starhall.games.cassiopeia.rules.logistics import symbols as count_symbols
from starhall.games.cassiopeia.rules.rounds import PLAY, ROUND
from starhall.games.cassiopeia.rules.setup import new_table
from starhall.games.cassiopeia.rules.turn import TURN
from starhall.games.cassiopeia.state import STREAMS, Player, Table

CONTENT = GAME.content
SHEDAR = "Dagon Hastur Ithaqua Yig Azathoth Tsathoggua Cthulhu"
CAPH = "Mir Almaz Tiangong Salyut Skylab Freedom Zarya"  # the row of X2
RUCHBAH = "Kirin Dryad Halfling Gryphon Djinn Leviathan Basilisk"
SEGIN = "Hypatia Tycho Kepler Herschel Messier Leavitt Cannon"
ACHIRD = "Kitezh Avalon Atlantis Hyperborea Lemuria Shambhala Eldorado"
PLANET_OF = {GAME.text.name("planet", id): number for number, id in enumerate(CONTENT.planets)}
ROW_OF_SEVEN = "programmer geneticist engineer tax_officer martian intendant commander"


def seat(number: int, row: str, **held: int) -> Player:
    """A player with a row of planets, `*` marking the inhabited ones, and resources."""
    player = Player(seat=number, colour=number)
    for word in row.split():
        planet = PLANET_OF[word.removesuffix("*")]
        player.system = planet // ROW
        player.row.append(planet % ROW)
        if word.endswith("*"):
            player.inhabited |= 1 << planet % ROW
    for resource, amount in held.items():
        player.held[RESOURCES.index(resource)] = amount
    return player


def settle(row: str, *names: str) -> str:
    """The row with these planets inhabited."""
    return " ".join(f"{name}*" if name in names else name for name in row.split())


def table(
    *players: Player, row: str = ROW_OF_SEVEN, coins: str = "", logistics: str = "earth"
) -> Table:
    """A dealt table before the choosing of round 1, initiative in seat order."""
    s = new_table(len(players), Chance(bytes(32), STREAMS), CONTENT, GAME.options)
    s.players = list(players)
    s.row = [CONTENT.specialists.index(name) for name in row.split()]
    s.row_size = len(s.row)
    s.round_cap = 60
    s.coins = [int(n) for n in coins.split()] if coins else [0] * s.row_size
    s.on = [NONE] * s.row_size
    s.box_systems = [n for n in range(5) if n not in [player.system for player in players]]
    s.box_specialists = [n for n in range(9) if n not in [each // 2 for each in s.row]]
    s.object_reserve = [2, 2, 2]
    s.box_objects = [0, 0, 0]
    s.logistics = SIDES.index(logistics)
    s.order = list(range(s.seats))
    s.round = 1
    s.strands[0].cursor = PLAY.find(ROUND)
    balance(s)
    return s


def balance(s: Table) -> None:
    """The reserve holds what nobody else does (CA-5.15)."""
    for resource, count in enumerate(CONTENT.tokens):
        s.reserve[resource] = count - sum(player.held[resource] for player in s.players)
    s.reserve[0] -= sum(s.coins)


def own(s: Table, player: int, face: str) -> None:
    """A player has this Space Object, taken from the object reserve."""
    number = CONTENT.faces.index(face)
    s.players[player].objects[number // 2] = number % 2
    s.object_reserve[number // 2] -= 1


def chosen(s: Table, *names: str) -> Table:
    """Everybody has chosen: the specialists by seat, tokens on the cards, turns not begun."""
    for player, name in zip(s.players, names, strict=True):
        player.place = s.row.index(CONTENT.specialists.index(name))
        s.on[player.place] = player.seat
    s.order = [number for number in s.on if number != NONE]
    s.turn = 0
    s.strands[0].cursor = PLAY.find(TURN)
    return s


def active(s: Table, number: int) -> Table:
    """The turn of this seat begins; those before it in the turn order have had theirs."""
    while s.order[s.turn] != number:
        s.on[s.players[s.order[s.turn]].place] = NONE
        s.turn += 1
    return s


def solo(specialist: str, *players: Player, coins: str = "", logistics: str = "earth") -> Table:
    """Seat 0 is about to take a turn with this specialist, the others are still to come."""
    row = [specialist]
    for name in ("installer", "programmer", "ecologist", "broker", "archaeologist", "foreman"):
        if CONTENT.specialists.index(name) // 2 != CONTENT.specialists.index(specialist) // 2:
            row.append(name)
    s = table(*players, row=" ".join(row), coins=coins, logistics=logistics)
    return chosen(s, *row[: s.seats])


def begin(s: Table) -> Play:
    return Play(GAME, s)


def asked(play: Play) -> tuple[int, str]:
    """Who is asked what."""
    decision = play.decision
    assert decision is not None, "the game is over"
    return decision.seat, decision.kind


def offered(play: Play) -> list[str]:
    decision = play.decision
    assert decision is not None, "the game is over"
    return [option.token for option in decision.options]


def choose(play: Play, *tokens: str) -> None:
    """Answer the decisions one after the other."""
    for token in tokens:
        decision = play.decision
        assert decision is not None, "the game is over"
        found = [option for option in decision.options if option.token == token]
        assert found, f"'{token}' is not offered: {offered(play)}"
        s = play.state
        assert isinstance(s, Table)
        legal = GAME.questions.options(s, decision)  # what there is no reason against
        assert sorted([option.token for option in legal]) == sorted(offered(play)), decision
        before = tokens_of(s)
        play.choose(decision, found[0])
        assert tokens_of(s) == before, "a token was lost or came into being"


def tokens_of(s: Table) -> list[int]:
    """How many tokens of each sort there are: in the reserve, with players and on cards."""
    found = [sum([s.reserve[r], *(player.held[r] for player in s.players)]) for r in range(5)]
    found[0] += sum(s.coins)
    return found


def holds(player: Player) -> dict[str, int]:
    """What a player holds, without the zeros."""
    return {name: n for name, n in zip(RESOURCES, player.held, strict=True) if n}


def reserve(s: Table) -> dict[str, int]:
    return dict(zip(RESOURCES, s.reserve, strict=True))


def row_names(player: Player) -> str:
    """The row as the examples write it."""
    words = []
    for type in player.row:
        name = GAME.text.name("planet", CONTENT.planets[player.planet(type)])
        words.append(f"{name}*" if player.inhabited >> type & 1 else name)
    return " ".join(words)


def symbols(s: Table, player: Player) -> str:
    """`3E/4M`, a base included."""
    earth, mars = count_symbols(s, player)
    return f"{earth}E/{mars}M"


def specialists(s: Table) -> str:
    return " ".join(CONTENT.specialists[number] for number in s.row)


def objects(player: Player) -> list[str]:
    return [
        CONTENT.faces[kind * 2 + side] for kind, side in enumerate(player.objects) if side != NONE
    ]
