"""The colours of seats, as people with normal vision and colour-blind people see them."""

from itertools import combinations

import pytest

import starhall
from starhall.engine.scene.elements import SEAT_COLOURS, Cell

# How linear red, green and blue look: Machado, Oliveira and Fernandes (2009), severity 1.
VISIONS = {
    "normal vision": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
FAR_APART = 25.0  # in CIELAB, where 2.3 is a difference that can just be noticed
GROUNDS_APART = 14.0  # they have textures too
SHADE, SHARE = "#10152a", 0.74  # maps are drawn darker: map.css

Triple = tuple[float, float, float]


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def lab(red: float, green: float, blue: float) -> Triple:
    """CIELAB under daylight (D65)."""
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(colour: str, vision: str) -> Triple:
    parts = linear(colour)
    mixed = [sum(a * b for a, b in zip(row, parts, strict=True)) for row in VISIONS[vision]]
    return lab(*(min(1.0, max(0.0, part)) for part in mixed))


@pytest.mark.parametrize("vision", VISIONS)
def test_seats_are_told_apart_by_their_colours(vision: str) -> None:
    for one, other in combinations(SEAT_COLOURS, 2):
        pairs = zip(seen(one, vision), seen(other, vision), strict=True)
        apart = sum((a - b) ** 2 for a, b in pairs) ** 0.5
        assert apart >= FAR_APART, f"{one} and {other}: {apart:.0f}"


def drawn(colour: str) -> str:
    """The colour of a ground as the map shows it."""
    parts = [(int(colour[i : i + 2], 16), int(SHADE[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(SHARE * a + (1 - SHARE) * b):02x}" for a, b in parts)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("game", ["cysmic", "nexus-ops"])
def test_grounds_of_a_map_are_told_apart_by_their_colours(game: str, vision: str) -> None:
    scene = starhall.new(game, seats=2, seed=1).scene(0)
    tones = {thing.tone for thing in scene.things() if isinstance(thing, Cell)}
    assert len(tones) > 4
    for one, other in combinations(sorted(tones), 2):
        seen_as = [seen(drawn(scene.colour(tone)), vision) for tone in (one, other)]
        apart = sum((a - b) ** 2 for a, b in zip(*seen_as, strict=True)) ** 0.5
        assert apart >= GROUNDS_APART, f"{one} and {other}: {apart:.0f}"
