"""The abilities of units (NX-16.3, NX-17.22). Each one fills its place in the content's tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.text.content import Number, Verbs
from starhall.games.nexus_ops.content import COUNT, TERRAIN, TERRAIN_COUNT, Content

Learn = Callable[[Content, int, list[int]], None]

ABILITIES: Final[Verbs[Learn]] = Verbs()


@ABILITIES.verb("terrain", TERRAIN, Number(-5, 5))
def terrain(content: Content, unit: int, args: list[int]) -> None:
    content.terrain_modifier[unit * TERRAIN_COUNT + args[0]] = args[1]


@ABILITIES.verb("stride", TERRAIN)
def stride(content: Content, unit: int, args: list[int]) -> None:
    content.stride[unit] = args[0]


@ABILITIES.verb("leap", TERRAIN)
def leap(content: Content, unit: int, args: list[int]) -> None:
    content.leap[unit] = args[0]


@ABILITIES.verb("directed", Number(1, 6))
def directed(content: Content, unit: int, args: list[int]) -> None:
    content.directed_from[unit] = args[0]


@ABILITIES.verb("flight", TERRAIN)
def flight(content: Content, unit: int, args: list[int]) -> None:
    content.flight[unit] = args[0]


@ABILITIES.verb("breath", Number(2, 6))
def breath(content: Content, unit: int, args: list[int]) -> None:
    content.breath[unit] = args[0]


@ABILITIES.verb("chain")
def chain(content: Content, unit: int, args: list[int]) -> None:
    content.chains[unit] = True


@ABILITIES.verb("dive", TERRAIN)
def dive(content: Content, unit: int, args: list[int]) -> None:
    content.dive[unit] = args[0]


@ABILITIES.verb("avalanche", TERRAIN)
def avalanche(content: Content, unit: int, args: list[int]) -> None:
    content.avalanche[unit] = args[0]


@ABILITIES.verb("shatter", Number(2, 6))
def shatter(content: Content, unit: int, args: list[int]) -> None:
    content.shatter[unit] = args[0]


@ABILITIES.verb("creep")
def creep(content: Content, unit: int, args: list[int]) -> None:
    content.creeps[unit] = True


@ABILITIES.verb("vat_grown", COUNT)
def vat_grown(content: Content, unit: int, args: list[int]) -> None:
    content.idle_dice[unit] = args[0]
    content.one_per_home[unit] = True
