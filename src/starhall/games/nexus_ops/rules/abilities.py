"""The abilities of units (NX-16.3, NX-17.22). Each one fills its place in the content's tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.text.content import Number, Verbs
from starhall.games.nexus_ops.content import COUNT, TERRAIN, TERRAIN_COUNT, Content

Learn = Callable[[Content, int, list[int]], None]

ABILITIES: Final[Verbs[Learn]] = Verbs()


def enter(table: Callable[[Content], list[int]]) -> Learn:
    """Put the argument of the ability into this table, in the place of the unit."""

    def learn(content: Content, unit: int, args: list[int]) -> None:
        table(content)[unit] = args[0]

    return learn


ABILITIES.verb("stride", TERRAIN)(enter(lambda content: content.stride))
ABILITIES.verb("leap", TERRAIN)(enter(lambda content: content.leap))
ABILITIES.verb("flight", TERRAIN)(enter(lambda content: content.flight))
ABILITIES.verb("dive", TERRAIN)(enter(lambda content: content.dive))
ABILITIES.verb("avalanche", TERRAIN)(enter(lambda content: content.avalanche))
ABILITIES.verb("directed", Number(1, 6))(enter(lambda content: content.directed_from))
ABILITIES.verb("breath", Number(2, 6))(enter(lambda content: content.breath))
ABILITIES.verb("shatter", Number(2, 6))(enter(lambda content: content.shatter))


@ABILITIES.verb("terrain", TERRAIN, Number(-5, 5))
def terrain(content: Content, unit: int, args: list[int]) -> None:
    content.terrain_modifier[unit * TERRAIN_COUNT + args[0]] = args[1]


@ABILITIES.verb("chain")
def chain(content: Content, unit: int, args: list[int]) -> None:
    content.chains[unit] = True


@ABILITIES.verb("creep")
def creep(content: Content, unit: int, args: list[int]) -> None:
    content.creeps[unit] = True


@ABILITIES.verb("vat_grown", COUNT)
def vat_grown(content: Content, unit: int, args: list[int]) -> None:
    content.idle_dice[unit] = args[0]
    content.one_per_home[unit] = True
