"""The tables of the rule book say exactly what the content plays."""

from __future__ import annotations

from starhall.engine.text.rulebook import rule
from starhall.games.pulp_invasion.content import COLOURS, KINDS, MARKS, NONE
from starhall.games.pulp_invasion.game import GAME
from starhall.games.pulp_invasion.scene import wording

CONTENT, TEXT = GAME.content, GAME.text
LETTERS = "CDS"


def tables() -> list[list[str]]:
    """Every table of the rule book: its lines without the ruler below the head."""
    found: list[list[str]] = [[]]
    for line in GAME.rules_text.splitlines():
        if line.startswith("|"):
            if not line.startswith("|---"):
                found[-1].append(line)
        elif found[-1]:
            found.append([])
    return found


def written(head: str, nth: int = 0) -> list[str]:
    """The rows of the n-th table with this head."""
    return [table[1:] for table in tables() if table and table[0] == head][nth]


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def colours(cubes: list[int]) -> str:
    return ", ".join(TEXT.name("cube", COLOURS[colour]) for colour in cubes)


@rule("PI-19.2", "PI-2.2", "PI-1.17")
def test_captains() -> None:
    rows = []
    for number, name in enumerate(CONTENT.captains):
        dice = ", ".join(TEXT.name("die", CONTENT.dice[n]) for n in CONTENT.captain_dice[number])
        if CONTENT.captain_keeps[number] == 3:
            dice += " (all three)"
        numbers = CONTENT.captain_numbers[number]
        word = TEXT.say(f"flavour.{name}")
        rows.append(row(TEXT.name("captain", name), *numbers, dice, word))
    assert rows == written("| Captain | C | D | S | Dice | In a word |")


@rule("PI-19.3", "PI-12.2", "PI-12.3", "PI-12.4", "PI-12.5")
def test_aliens() -> None:
    rows = [
        row(
            TEXT.name("alien", name),
            LETTERS[CONTENT.alien_icons[number]],
            wording.card_text(TEXT, CONTENT.alien_texts[number]),
        )
        for number, name in enumerate(CONTENT.aliens)
    ]
    assert rows == written("| Alien | Icon | Special action |")


@rule("PI-19.4", "PI-19.1")
def test_planets() -> None:
    rows = []
    for number, name in enumerate(CONTENT.planets):
        standing = wording.card_text(TEXT, CONTENT.texts[CONTENT.first_planet + number])
        action = wording.planet_text(TEXT, CONTENT, number).removeprefix(standing).strip()
        word = TEXT.say(f"flavour.{name}")
        rows.append(row(TEXT.name("planet", name), standing, action, word))
    assert rows == written("| Planet | Standing text | Action | In a word |")


@rule("PI-19.5", "PI-10.1", "PI-10.3")
def test_weapons() -> None:
    rows = []
    for number, name in enumerate(CONTENT.weapons):
        needs = [
            f"{CONTENT.needs[3 * number + colour]} {COLOURS[colour]}"
            for colour in range(3)
            if CONTENT.needs[3 * number + colour]
        ]
        power = capital(wording.effect(TEXT, CONTENT.powers[number]))
        rows.append(row(TEXT.name("weapon", name), ", ".join(needs) or "nothing", power))
    assert rows == written("| Weapon | Needs | Power |")


@rule("PI-19.7", "PI-19.8", "PI-19.9", "PI-19.1", "PI-1.3", "PI-1.11")
def test_line_cards() -> None:
    kinds: list[list[str]] = [[] for _ in KINDS]
    for card in range(CONTENT.first_location):
        text = CONTENT.texts[card]
        strength: object = CONTENT.strengths[card]
        for clause in text.weapon_strengths:
            strength = f"{clause.n} to {clause.most}"
        mark = CONTENT.marks[card]
        kinds[CONTENT.kinds[card]].append(
            row(
                TEXT.name("card", CONTENT.cards[card]),
                strength,
                LETTERS[CONTENT.engage_icons[card]],
                colours(CONTENT.printed_cubes[card]),
                CONTENT.planet_icons[card],
                TEXT.name("mark", MARKS[mark]) if mark != NONE else "",
                wording.card_text(TEXT, text, own=True),
            )
        )
    for kind, rows in enumerate(kinds):
        head = "| Card | Strength | Icon | Cube | Planets | Mark | Text |"
        assert rows == written(head, kind)


@rule("PI-19.10", "PI-19.1", "PI-1.12")
def test_locations() -> None:
    rows = []
    for card in range(CONTENT.first_location, CONTENT.first_planet):
        first = 3 * (card - CONTENT.first_location)
        texts = [wording.card_text(TEXT, CONTENT.location_texts[first + n]) for n in range(3)]
        name = TEXT.name("card", CONTENT.cards[card])
        rows.append(row(name, colours(CONTENT.printed_cubes[card]), *texts))
    assert rows == written("| Location | Cubes | C (Kah) | D (Synod) | S (Quietus) |")


@rule("PI-8.12", "PI-8.13")
def test_dice() -> None:
    for names in (["weapons", "engineer", "infiltration"], ["ai", "scanning"]):
        dice = [CONTENT.dice.index(name) for name in names]
        rows = [
            row(n, *[capital(wording.face_text(TEXT, CONTENT.faces[7 * d + n])) for d in dice])
            for n in range(1, 7)
        ]
        titles = [TEXT.name("die", name) for name in names]
        assert rows == written(row("Value", *titles))
