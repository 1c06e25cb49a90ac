"""Reads the content files into the tables of a `Content`, and checks them (section 16)."""

# mypyc: off

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from starhall.engine.errors import ContentError, Place
from starhall.engine.text.content import (
    Amount,
    Arg,
    AtLeastOne,
    ContentFiles,
    Copies,
    Verbs,
    Word,
    place,
)
from starhall.games.nexus_ops.boards import Board
from starhall.games.nexus_ops.bot.worth import unit_worth
from starhall.games.nexus_ops.content import MOMENTS, NONE, SLOT_COUNT, SLOTS, TERRAINS, Content
from starhall.games.nexus_ops.rules.abilities import ABILITIES
from starhall.games.nexus_ops.rules.battle_cards import AFTER_DICE_CARDS, BEFORE_DICE_CARDS
from starhall.games.nexus_ops.rules.energize import DEPLOYMENT_CARDS
from starhall.games.nexus_ops.rules.missions import BATTLE_CONDITIONS, OBJECTIVES
from starhall.games.nexus_ops.stacks import ALL_OF, ONE


class BadContent(ContentError):
    """Content that the rules cannot use."""

    package = "starhall.games.nexus_ops"


MOST_SEATS = 4
HOME_HEXES = 3
CONDITIONS: dict[str, Verbs[Any]] = {"battle": BATTLE_CONDITIONS, "objective": OBJECTIVES}
EFFECTS: dict[str, Verbs[Any]] = {
    "deployment": DEPLOYMENT_CARDS,
    "before_dice": BEFORE_DICE_CARDS,
    "after_dice": AFTER_DICE_CARDS,
}


FigureCount = Annotated[int, msgspec.Meta(ge=1, le=15)]  # as many as a stack can hold
CombatValue = Annotated[int, msgspec.Meta(ge=1, le=7)]  # 7: no die hits without help
Step = Annotated[int, msgspec.Meta(ge=1, le=SLOT_COUNT)]


class UnitEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    slot: str
    count: FigureCount
    cost: Amount
    value: CombatValue
    step: Step
    miner: bool
    barred: list[str]
    abilities: str
    alternate: bool = False


class TileEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    shape: str
    copies: Copies
    terrain: list[str]
    back: str = ""
    refineries: list[int] = []


class TokenEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: Copies
    unit: str = ""
    refinery: Amount = 0
    green: bool = False


class MissionEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: Copies
    type: str
    points: Amount
    condition: str


class EnergizeEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: Copies
    when: str
    effect: str


class BoardEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    seats: AtLeastOne
    tokens: Amount
    field: list[str]
    singles: list[str]
    doubles: list[tuple[str, str]]
    homes: list[tuple[str, str, str]]
    apart: list[tuple[str, str]] = []
    places: dict[str, tuple[int, int]] = {}


def read(files: ContentFiles) -> Content:
    """The whole content of a match."""
    content = Content()
    content.factions = files.ids("factions.toml", "faction", MOST_SEATS)
    _read_units(content, files)
    _read_tiles(content, files)
    _read_tokens(content, files)
    _read_missions(content, files)
    _read_energize(content, files)
    _read_boards(content, files)
    _check_supplies(content)
    return content


def _check_supplies(content: Content) -> None:
    """Every board has the tiles and tokens that it needs (NX-2.14, NX-2.18)."""
    if len(content.home_refineries) != HOME_HEXES:
        raise BadContent("content.triple", Place("tiles.toml"))
    standard = len(content.all_tokens(green=False))
    for board in content.boards:
        supplies = [
            ("tiles.toml", "singles", len(content.singles), len(board.singles)),
            ("tiles.toml", "doubles", len(content.doubles), len(board.doubles)),
            ("tokens.toml", "tokens", standard, len(board.field)),
        ]
        for file, what, have, need in supplies:
            if have < need:
                raise BadContent(
                    "content.supply", Place(file), what=what, n=have, board=board.id, need=need
                )


def _index(word: str, words: Sequence[str], what: str, where: Place) -> int:
    if word not in words:
        known = ", ".join(words)
        raise BadContent("content.no_word", where, what=what, word=word, known=known)
    return words.index(word)


def _number(arg: Arg) -> int:
    """A number as it is; a slot or terrain by its place in the list."""
    if isinstance(arg, Word):
        return (SLOTS if arg.name in SLOTS else TERRAINS).index(arg.name)
    assert isinstance(arg, int)
    return arg


# Units


def _read_units(content: Content, files: ContentFiles) -> None:
    """The standard units in the order of the slots, then the alternate ones (NX-1.6)."""
    units = files.load("units.toml", "unit", UnitEntry)
    _check_sheets(units)
    content.units = [unit.id for unit in units]
    content.cost = [unit.cost for unit in units]
    content.value = [unit.value for unit in units]
    content.step = [unit.step for unit in units]
    for number, unit in enumerate(units):
        where = place("units.toml", "unit", unit.id)
        barred = [_index(terrain, TERRAINS, "terrain", where) for terrain in unit.barred]
        content.barred.append(barred)
        for ability in ABILITIES.parse(unit.abilities, where):
            args = [_number(arg) for arg in ability.args]
            ABILITIES[ability.verb].handler(content, number, args)
        content.slot_at[(7 if unit.alternate else 0) + unit.step] = number % SLOT_COUNT
    if content.slot_at.count(NONE) != 2:
        raise BadContent("content.steps", Place("units.toml"))
    standard = units[:SLOT_COUNT]
    content.count = [unit.count for unit in standard]
    content.figures = sum(unit.count * one for unit, one in zip(standard, ONE, strict=True))
    content.miners = sum(bits for unit, bits in zip(standard, ALL_OF, strict=True) if unit.miner)
    content.worth = [unit_worth(content, unit) for unit in range(len(units))]
    content.cheapest = [min(content.cost[:SLOT_COUNT]), min(content.cost[SLOT_COUNT:])]


def _check_sheets(units: list[UnitEntry]) -> None:
    for unit in units:
        _index(unit.slot, SLOTS, "slot", place("units.toml", "unit", unit.id))
    slots = [(unit.alternate, unit.slot) for unit in units]
    if slots != [(side, slot) for side in (False, True) for slot in SLOTS]:
        raise BadContent("content.unit_order", Place("units.toml"), known=", ".join(SLOTS))
    for one, other in zip(units[:SLOT_COUNT], units[SLOT_COUNT:], strict=True):
        if (one.count, one.miner) != (other.count, other.miner):
            raise BadContent("content.figures", Place("units.toml"), one=one.id, other=other.id)


# Tiles, tokens and boards


def _read_tiles(content: Content, files: ContentFiles) -> None:
    """The terrain tiles; the centre tile has a back and is laid separately."""
    shapes = {"single": 1, "double": 2, "triple": 1}
    for where, tile in files.placed("tiles.toml", "tile", TileEntry):
        _index(tile.shape, tuple(shapes), "shape", where)
        terrain = [_index(name, TERRAINS, "terrain", where) for name in tile.terrain]
        if len(terrain) != shapes[tile.shape]:
            raise BadContent("content.shape", where, shape=tile.shape, n=shapes[tile.shape])
        if tile.terrain == ["magma_pool", "magma_pool"]:
            raise BadContent("content.magma", where)
        if tile.shape == "double":
            content.doubles += [(terrain[0], terrain[1])] * tile.copies
        elif tile.shape == "triple":
            content.home_refineries += tile.refineries
        elif not tile.back:
            content.singles += terrain * tile.copies


def _read_tokens(content: Content, files: ContentFiles) -> None:
    for where, token in files.placed("tokens.toml", "token", TokenEntry):
        if not token.unit and not token.refinery:
            raise BadContent("content.token", where)
        content.tokens.append(token.id)
        content.token_copies.append(token.copies)
        unit = _index(token.unit, SLOTS, "slot", where) if token.unit else NONE
        content.token_unit.append(unit)
        content.token_refinery.append(token.refinery)
        content.green.append(token.green)


def _read_boards(content: Content, files: ContentFiles) -> None:
    """The boards; every field hex lies under exactly one tile."""
    for where, board in files.placed("boards.toml", "board", BoardEntry):
        covered = [*board.singles, *(hex for double in board.doubles for hex in double)]
        if sorted(covered) != sorted(board.field):
            raise BadContent("content.cover", where)
        if len(board.homes) != board.seats:
            raise BadContent("content.homes", where, n=board.seats)
        if board.tokens != len(board.field):
            raise BadContent("content.field", where)
        content.boards.append(
            Board(
                board.id,
                board.field,
                board.singles,
                board.doubles,
                board.homes,
                board.apart,
                board.places,
            )
        )


# Cards


def _read_missions(content: Content, files: ContentFiles) -> None:
    for where, mission in files.placed("missions.toml", "mission", MissionEntry):
        _index(mission.type, tuple(CONDITIONS), "type", where)
        _add_card(content, mission, CONDITIONS[mission.type], mission.condition, where)
        content.missions.append(mission.id)
        content.is_battle.append(mission.type == "battle")
        content.points.append(mission.points)
        content.moment.append(NONE)
    content.first_energize = len(content.missions)


def _read_energize(content: Content, files: ContentFiles) -> None:
    for where, card in files.placed("energize.toml", "card", EnergizeEntry):
        moment = _index(card.when, MOMENTS, "moment", where)
        _add_card(content, card, EFFECTS[card.when], card.effect, where)
        content.energize.append(card.id)
        content.moment.append(moment)


def _add_card(
    content: Content,
    card: MissionEntry | EnergizeEntry,
    verbs: Verbs[Any],
    text: str,
    where: Place,
) -> None:
    """What missions and Energize cards have in common: copies, and one verb with arguments."""
    effects = verbs.parse(text, where)
    if len(effects) != 1:
        raise BadContent("content.one_effect", where, n=len(effects))
    verb = verbs[effects[0].verb]
    content.cards.append(card.id)
    content.copies.append(card.copies)
    content.verb.append(verb.name)
    content.handler.append(verb.handler)
    content.playable.append(verb.when)
    words = [_number(arg) for arg in effects[0].args if isinstance(arg, Word)]
    content.what.append(words[0] if words else NONE)
    content.by_slot.append(words[1] if len(words) > 1 else NONE)
    content.amount.append(next((arg for arg in effects[0].args if isinstance(arg, int)), 0))
