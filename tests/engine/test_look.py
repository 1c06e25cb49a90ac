"""Looks: what `look.toml` says, what is derived without it, and what is refused."""

from pathlib import Path

import pytest

from starhall.engine.errors import ContentError
from starhall.engine.game import installed
from starhall.engine.scene.elements import Scene, SeatInfo
from starhall.engine.scene.look import MOTIFS, Accent, Cover, Look, Palette, icon_names
from starhall.engine.scene.stage import dress
from tests.engine.packages import Packages

WHOLE = """
[palette]
hue = 12
accent = { dark = "#ffcc00", light = "#663300" }
sky = ["#101010", "#202020"]
globe = ["#303030", "#404040"]

[cover]
motif = "rays"
icons = ["ufo", "moon", "rocket"]

[tones]
dusk = "#334455"

[marks]
dusk = "DK"

[icons]
points = "star-medal"
plain = ""

[icons.unit]
scout = "spyglass"
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packages:
    return Packages(tmp_path, monkeypatch)


def test_all_that_the_file_says_is_read(packages: Packages) -> None:
    assert Look.load(packages.make({"look.toml": WHOLE}), "toy") == Look(
        palette=Palette(
            hue=12,
            accent=Accent(dark="#ffcc00", light="#663300"),
            sky=["#101010", "#202020"],
            globe=["#303030", "#404040"],
        ),
        cover=Cover(motif="rays", icons=["ufo", "moon", "rocket"]),
        tones={"dusk": "#334455"},
        marks={"dusk": "DK"},
        icons={"points": "star-medal", "plain": "", "unit:scout": "spyglass"},
    )


def test_without_the_file_the_id_decides(packages: Packages) -> None:
    package = packages.make({})
    looks = [Look.load(package, f"game-{number}") for number in range(40)]
    assert looks[7] == Look.load(package, "game-7")
    assert len({look.palette.hue for look in looks}) > 20
    assert {look.cover.motif for look in looks} == set(MOTIFS)
    assert all(len(set(look.cover.icons)) == 3 for look in looks)
    assert {icon for look in looks for icon in look.cover.icons} <= icon_names()


def test_what_the_file_leaves_out_is_derived(packages: Packages) -> None:
    plain = Look.load(packages.make({}), "toy")
    tinted = Look.load(packages.make({"look.toml": "[palette]\nhue = 100"}), "toy")
    assert tinted.palette.hue == 100 and tinted.palette.sky != plain.palette.sky
    assert tinted.cover == plain.cover
    covered = Look.load(packages.make({"look.toml": '[cover]\nmotif = "city"'}), "toy")
    assert covered.cover == Cover(motif="city", icons=plain.cover.icons)
    assert covered.palette == plain.palette


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("hue", range(0, 360, 15))
def test_derived_accents_can_be_read(packages: Packages, hue: int) -> None:
    look = Look.load(packages.make({"look.toml": f"[palette]\nhue = {hue}"}), "toy")
    accent = look.palette.accent
    assert 1.05 / (luminance(accent.light) + 0.05) >= 4.5
    assert (luminance(accent.dark) + 0.05) / (luminance("#1c2333") + 0.05) >= 4.5


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("hue = 1", r"no field hue"),
        ("[palete]", r"no field palete \(did you mean 'palette'\?\)"),
        ("[palette]\nhues = 1", r", palette: .*no field hues \(did you mean 'hue'\?\)"),
        ("[palette]\nhue = 360", r", palette\.hue: expected a whole number of at most 359"),
        ('palette = "red"', r", palette: expected a table, got a text"),
        ('[palette]\naccent = { dark = "#ffcc00" }', r", palette\.accent: .*field light"),
        ('[palette]\nsky = ["#101010"]', r", palette\.sky: expected array of length"),
        ('[palette]\nsky = ["#101010", "blue"]', r"sky: 'blue' is not a colour; .* #rrggbb"),
        (
            '[cover]\nmotif = "ray"',
            r", cover\.motif: .*'ray' \(did you mean 'rays'\?\); the motifs",
        ),
        ('[cover]\nicons = ["ufo"]', r", cover\.icons: expected array of length"),
        (
            '[cover]\nicons = ["ufo", "roket", "moon"]',
            r"cover: icons: there is no icon 'roket' \(did you mean 'rocket'\?\)",
        ),
        ('[tones]\ndusk = "#12"', r"tones\.dusk: '#12' is not a colour"),
        ('[marks]\ndusk = "DUSK"', r"marks\.dusk: 'DUSK' must have 1 to 3 letters"),
        ("[icons]\npoints = 7", r", icons\.points: 7 is not the name of an icon"),
        (
            '[icons.unit]\nscout = "spyglas"',
            r"icons\.unit\.scout: there is no icon 'spyglas' \(did you mean 'spyglass'\?\)",
        ),
        ("icons = 3", r", icons: expected a table, got a whole number"),
        ("[icons", r"is not valid TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(packages: Packages, source: str, words: str) -> None:
    package = packages.make({"look.toml": source})
    with pytest.raises(ContentError, match=rf"^look\.toml of {package}.*{words}"):
        Look.load(package, "toy")


def test_scenes_get_the_tones_and_the_marks_of_the_look(packages: Packages) -> None:
    look = Look.load(packages.make({"look.toml": WHOLE}), "toy")
    seats = [SeatInfo(name="Ann", colour="dusk"), SeatInfo(name="Bob"), SeatInfo(name="Cy")]
    seats[2].colour, seats[2].mark = "dusk", "C"
    scene = Scene(title="T", seats=seats, tones={"dawn": "#ffeedd"})
    dress(scene, look)
    assert scene.check().tones == {"dusk": "#334455", "dawn": "#ffeedd"}
    assert [scene.seat_mark(seat) for seat in range(3)] == ["DK", "B", "C"]
    assert scene.seat_colour(0) == "#334455"


def test_every_game_of_ours_has_a_look_of_its_own() -> None:
    looks = [game.look for game in installed().values() if game.package.startswith("starhall.")]
    assert len(looks) >= 5
    assert len({look.palette.hue for look in looks}) == len(looks)
    assert len({look.cover.icons[0] for look in looks}) == len(looks)
    assert all(look.icons for look in looks)
