"""Section 22: every field of the table and every zone, and who sees it."""

from starhall.engine.knowledge.views import view
from starhall.engine.rules.chance import Chance, seed_bytes
from starhall.engine.rules.state import Part, Zone
from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.game import GAME
from starhall.games.cysmic.state import (
    CARD_STREAM,
    DICE_STREAM,
    FATE_STREAM,
    FRACTURE_STREAM,
    PLANET_STREAM,
    SEAT_STREAM,
    Fight,
    Offer,
    Table,
)
from tests.games.cysmic.tables import CONTENT, Laid, table

SPECTATOR = 3
OWNER = 1


def parts(s: Table) -> dict[str, Part]:
    assert s.fight is not None and s.offer is not None
    return {"table": s, "player": s.players[OWNER], "fight": s.fight, "offer": s.offer}


def plain_fields(part: Part) -> dict[str, object]:
    """Numbers, words and lists of numbers."""
    fields = {name: getattr(part, name) for name in type(part).SHAPE}
    return {
        name: value
        for name, value in fields.items()
        if isinstance(value, (int, str))
        or (isinstance(value, list) and not (value and isinstance(value[0], Part)))
    }


def marked() -> Table:
    """A table on which every field has a value that it never has by itself."""
    s = Laid(3).s
    s.fight, s.offer = Fight(), Offer(seat=0, partner=2)
    for part in parts(s).values():
        for name, value in plain_fields(part).items():
            mark: object = "marked" if isinstance(value, str) else [77]
            if isinstance(value, bool):
                mark = True  # what is hidden is False in a view
            elif isinstance(value, int):
                mark = 77
            if name not in ("players", "strands", "seat", "partner", "seats", "over"):
                setattr(part, name, mark)
    return s


def unseen(observer: int) -> set[str]:
    """The fields that this observer does not see."""
    s = marked()
    seen = parts(table(view(s, observer)))
    return {
        f"{name}.{field}"
        for name, part in parts(s).items()
        for field, value in plain_fields(part).items()
        if field not in ("players", "strands") and getattr(seen[name], field) != value
    }


@rule(
    "CY-22.1", "CY-22.3", "CY-22.7", "CY-22.9", "CY-21.3", "CY-19.6", "CY-3.3", "CY-3.21",
    "CY-8.5", "CY-24.3", "CY-26.2", "CY-4.17", "CY-4.12", "CY-4.15", "CY-3.13", "CY-3.22",
    "CY-11.19", "CY-11.29", "CY-17.2",
)  # fmt: skip
def test_all_but_four_fields_are_public() -> None:
    assert unseen(SPECTATOR) == {"table.under", "player.pick", "offer.cards", "offer.relics"}


@rule("CY-22.2", "CY-22.3", "CY-22.4", "CY-22.7", "CY-4.17")
def test_what_owners_and_traders_see() -> None:
    assert unseen(OWNER) == {"table.under", "offer.cards", "offer.relics"}
    assert unseen(2) == {"table.under", "player.pick"}  # the partner of the trade


@rule("CY-22.1", "CY-22.2", "CY-22.3", "CY-22.5", "CY-22.6", "CY-22.9")
def test_who_sees_the_cards() -> None:
    s = GAME.deal(3, GAME.configure(3, {}), Chance(seed_bytes(1), GAME.streams))
    sights = {zone.name: zone.sight for zone in s.zones() if isinstance(zone, Zone)}
    own = {
        f"{name}:{seat}": 1 << seat
        for seat in range(3)
        for name in ("dealt", "hand", "burned", "cards", "relics", "found")
    }
    everyone = [f"{name}:{seat}" for seat in range(3) for name in ("played", "slots", "spy")]
    everyone += ["discovery_pile", "relic_pile", "espionage_pile", "shown", "aside"]
    nobody = ["discovery_deck", "relic_deck", "espionage_deck", "boards"]
    assert sights == {**own, **dict.fromkeys(everyone, -1), **dict.fromkeys(nobody, 0)}


@rule(
    "CY-23.1",
    "CY-23.3",
    "CY-21.3",
    "CY-2.8",
    "CY-2.1",
    "CY-2.2",
    "CY-2.3",
    "CY-2.4",
    "CY-2.5",
    "CY-2.9",
)
def test_each_kind_of_chance_has_its_stream_and_its_order() -> None:
    streams = [SEAT_STREAM, PLANET_STREAM, CARD_STREAM, FRACTURE_STREAM, DICE_STREAM, FATE_STREAM]
    assert streams == list(range(len(GAME.streams)))
    s = GAME.deal(4, GAME.configure(4, {}), Chance(seed_bytes(5), GAME.streams))
    seats, planet, cards = [Chance(seed_bytes(5), GAME.streams).streams[i] for i in range(3)]
    assert s.first == seats.below(4)
    colours = list(range(6))
    seats.shuffle(colours)
    assert [player.colour for player in s.players] == colours[:4]
    biomes = list(range(6))
    planet.shuffle(biomes)
    assert s.sectors == biomes
    for biome in range(6):
        tiles = list(range(1 + 21 * biome, 22 + 21 * biome))
        planet.shuffle(tiles)
        start = 1 + 21 * biomes.index(biome)
        assert s.tiles[start : start + 21] == tiles
    assert s.under == [planet.below(ring) for _ in range(6) for ring in range(2, 7)]
    for deck, copies, first in (
        (s.discovery_deck, CONTENT.discovery_copies, 0),
        (s.relic_deck, CONTENT.relic_copies, CONTENT.first_relic),
        (s.espionage_deck, [1] * 29, CONTENT.first_espionage),
    ):
        pack = [first + card for card, count in enumerate(copies) for _ in range(count)]
        cards.shuffle(pack)
        assert deck.cards == pack
    boards = [CONTENT.first_faction + board for board in range(18)]
    cards.shuffle(boards)
    dealt = [card for player in s.players for card in player.dealt.cards]
    assert dealt == boards[::-1][:12]
