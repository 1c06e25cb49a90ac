"""Reads units, tiles, tokens, cards and boards, and checks every effect against section 16."""

# mypyc: off

from __future__ import annotations

import msgspec

from starhall.engine.errors import ContentError
from starhall.engine.text.content import Effect, Number, Verb, Verbs, load, one_of, place

PACKAGE = "starhall.games.nexus_ops"
SLOTS = ("human", "fungoid", "crystalline", "strider", "leaper", "dragon")
TERRAINS = (
    "rock_plains",
    "liquifungus_forest",
    "crystal_spires",
    "magma_pool",
    "monolith",
    "vortex",
    "home",
)
FIELD_TERRAINS = TERRAINS[:4]
WHEN = ("deployment", "before_dice", "after_dice")

_SLOT = one_of(*SLOTS)
_TERRAIN = one_of(*TERRAINS)
_COUNT = Number(1, 12)


class FactionEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str


class UnitEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    slot: str
    count: int
    cost: int
    value: int
    step: int
    miner: bool
    barred: list[str]
    abilities: str
    alternate: bool = False


class TileEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    shape: str
    copies: int
    terrain: list[str]
    back: str = ""
    refineries: list[int] = []


class TokenEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: int
    unit: str = ""
    refinery: int = 0
    green: bool = False


class MissionEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: int
    type: str
    points: int
    condition: str


class EnergizeEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    copies: int
    when: str
    effect: str


class BoardEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    seats: int
    tokens: int
    field: list[str]
    singles: list[str]
    doubles: list[tuple[str, str]]
    homes: list[tuple[str, str, str]]
    apart: list[tuple[str, str]] = []
    places: dict[str, tuple[int, int]] = {}


ABILITIES = Verbs(
    Verb("terrain", (_TERRAIN, Number(-5, 5))),
    Verb("stride", (_TERRAIN,)),
    Verb("leap", (_TERRAIN,)),
    Verb("directed", (Number(1, 6),)),
    Verb("flight", (_TERRAIN,)),
    Verb("breath", (Number(2, 6),)),
    Verb("chain"),
    Verb("dive", (_TERRAIN,)),
    Verb("avalanche", (_TERRAIN,)),
    Verb("shatter", (Number(2, 6),)),
    Verb("creep"),
    Verb("vat_grown", (_COUNT,)),
)
CONDITIONS = Verbs(
    Verb("won_in", (_TERRAIN,)),
    Verb("destroyed", (_SLOT, _COUNT)),
    Verb("destroyed_by", (_SLOT, _SLOT)),
    Verb("started_with", (_SLOT, _COUNT)),
    Verb("flawless", (_COUNT,)),
    Verb("fewer"),
    Verb("in_enemy_home"),
    Verb("from_the_monolith"),
    Verb("at_refinery"),
    Verb("sole_survivor"),
    Verb("hold_mono", (_COUNT,)),
    Verb("most", (_TERRAIN, _COUNT)),
    Verb("income", (Number(1),)),
    Verb("hold_enemy_home"),
    Verb("all_slots"),
    Verb("camp", (_COUNT,)),
    Verb("special_kill", (_COUNT,)),
    Verb("wins", (_COUNT,)),
    Verb("land", (Number(1, 31),)),
)
EFFECTS = Verbs(
    Verb("gain", (Number(1),)),
    Verb("drop", (_SLOT, _COUNT)),
    Verb("discount", (Number(1),)),
    Verb("warp", (_COUNT,)),
    Verb("march"),
    Verb("suits"),
    Verb("vein"),
    Verb("spy"),
    Verb("mod", (Number(-5, 5),)),
    Verb("twice"),
    Verb("first"),
    Verb("direct"),
    Verb("evac", (_COUNT,)),
    Verb("reinforce", (_COUNT,)),
    Verb("reroll"),
    Verb("cancel", (_COUNT,)),
)


def _known(word: str, words: tuple[str, ...], what: str, where: str) -> None:
    if word not in words:
        raise ContentError(f"{where}: there is no {what} '{word}': {', '.join(words)}")


def _one(effects: tuple[Effect, ...], where: str) -> Effect:
    if len(effects) != 1:
        raise ContentError(f"{where}: a card has one effect, not {len(effects)}")
    return effects[0]


def factions() -> list[str]:
    return [entry.id for entry in load(PACKAGE, "factions.toml", "faction", FactionEntry)]


def units() -> list[tuple[UnitEntry, tuple[Effect, ...]]]:
    """The standard units in the order of the slots, then the alternate ones."""
    found = []
    for unit in load(PACKAGE, "units.toml", "unit", UnitEntry):
        where = place("units.toml", "unit", unit.id)
        _known(unit.slot, SLOTS, "slot", where)
        for terrain in unit.barred:
            _known(terrain, TERRAINS, "terrain", where)
        found.append((unit, ABILITIES.parse(unit.abilities, where)))
    slots = [(unit.alternate, unit.slot) for unit, _ in found]
    if slots != [(side, slot) for side in (False, True) for slot in SLOTS]:
        raise ContentError(
            f"units.toml: the standard units must come first, then the alternate ones, each in "
            f"the order {', '.join(SLOTS)} (NX-1.6)"
        )
    for (one, _), (other, _) in zip(found[:6], found[6:], strict=True):
        if one.count != other.count:
            raise ContentError(
                f"units.toml: {one.id} and {other.id} are the same figures, so their counts "
                f"{one.count} and {other.count} must be equal (NX-17.21)"
            )
    return found


def tiles() -> list[TileEntry]:
    """The terrain tiles; only field terrain on singles and doubles but for the centre tile."""
    shapes = {"single": 1, "double": 2, "triple": 1}
    found = load(PACKAGE, "tiles.toml", "tile", TileEntry)
    for tile in found:
        where = place("tiles.toml", "tile", tile.id)
        _known(tile.shape, tuple(shapes), "shape", where)
        for terrain in tile.terrain:
            _known(terrain, TERRAINS, "terrain", where)
        if len(tile.terrain) != shapes[tile.shape]:
            raise ContentError(f"{where}: a {tile.shape} names {shapes[tile.shape]} terrains")
        if tile.terrain == ["magma_pool", "magma_pool"]:
            raise ContentError(f"{where}: two Magma Pools would shut a home base off (NX-16.4)")
    return found


def tokens() -> list[TokenEntry]:
    found = load(PACKAGE, "tokens.toml", "token", TokenEntry)
    for token in found:
        where = place("tokens.toml", "token", token.id)
        if token.unit:
            _known(token.unit, SLOTS, "slot", where)
        elif not token.refinery:
            raise ContentError(f"{where}: a token shows a unit, a refinery or both (NX-7.3)")
    return found


def missions() -> list[tuple[MissionEntry, Effect]]:
    found = []
    for mission in load(PACKAGE, "missions.toml", "mission", MissionEntry):
        where = place("missions.toml", "mission", mission.id)
        _known(mission.type, ("battle", "objective"), "type", where)
        found.append((mission, _one(CONDITIONS.parse(mission.condition, where), where)))
    return found


def energize() -> list[tuple[EnergizeEntry, Effect]]:
    found = []
    for card in load(PACKAGE, "energize.toml", "card", EnergizeEntry):
        where = place("energize.toml", "card", card.id)
        _known(card.when, WHEN, "moment", where)
        found.append((card, _one(EFFECTS.parse(card.effect, where), where)))
    return found


def boards() -> list[BoardEntry]:
    """The boards; every field hex lies under exactly one tile."""
    found = load(PACKAGE, "boards.toml", "board", BoardEntry)
    for board in found:
        where = place("boards.toml", "board", board.id)
        covered = [*board.singles, *(hex for double in board.doubles for hex in double)]
        if sorted(covered) != sorted(board.field):
            raise ContentError(f"{where}: the tiles must cover each hex of the field once")
        if len(board.homes) != board.seats:
            raise ContentError(f"{where}: {board.seats} seats need as many home bases")
        if board.tokens != len(board.field):
            raise ContentError(f"{where}: every field hex gets one token (NX-2.18)")
    return found
