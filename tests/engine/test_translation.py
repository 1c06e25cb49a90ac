"""Texts in other languages: forms of names, plurals, what is missing, and who reads what."""

import asyncio
from pathlib import Path

import pytest

from starhall.engine.conformance.looks import Broken
from starhall.engine.conformance.report import Failure
from starhall.engine.errors import LessonError
from starhall.engine.lessons.lesson import Lesson
from starhall.engine.text.catalogue import Catalogue
from starhall.engine.text.language import active, speaking
from starhall.engine.text.message import plural
from starhall.engine.text.translation import faults, pseudo, rule_faults
from tests.engine.conformance.comet import Comet
from tests.engine.packages import Packages

ENGLISH = """
moves = "{who, seat} moves {unit, unit} to {hex, hex}."
draws = "{who, seat} draws {n} {n, plural, one {card} other {cards}}."

[name.unit]
human = "Human"
drone = "Drone"

[name.hex]
hill = "the hill"
"""

GERMAN = """
moves = "{who, seat} zieht mit {unit, unit, dem} auf {hex, hex}."
draws = "{who, seat} zieht {n, plural, =0 {keine Karte} one {eine Karte} other {# Karten}}."

[name.unit]
human = { nom = "Mensch", dem = "dem Menschen" }
drone = { nom = "Drohne", dem = "der Drohne" }

[name.hex]
hill = "den Hügel"
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packages:
    return Packages(tmp_path, monkeypatch)


def made(packages: Packages, german: str = GERMAN) -> tuple[str, Catalogue]:
    package = packages.make({"text/en.toml": ENGLISH, "text/de.toml": german})
    return package, Catalogue.load(package, "de")


def test_a_sentence_asks_for_the_form_of_a_name(packages: Packages) -> None:
    _, german = made(packages)
    values = {"who": 0, "unit": "human", "hex": "hill"}
    assert german.say("moves", values, ["Ann"]) == "Ann zieht mit dem Menschen auf den Hügel."
    assert german.name("unit", "human") == "Mensch"
    assert german.name("unit", "human", "des") == "Mensch", "an unknown form is the name itself"


@pytest.mark.parametrize(
    ("n", "said"), [(0, "keine Karte"), (1, "eine Karte"), (2, "2 Karten"), (21, "21 Karten")]
)
def test_numbers_choose_the_plural(packages: Packages, n: int, said: str) -> None:
    _, german = made(packages)
    assert german.say("draws", {"who": 0, "n": n}, ["Ann"]) == f"Ann zieht {said}."


@pytest.mark.parametrize("value", ["in", ["in"], ("in",)])
def test_a_text_may_depend_on_a_value(packages: Packages, value: object) -> None:
    text = 'way = "{how, select, in {into} out {out of} other {past}} it"'
    catalogue = Catalogue.load(packages.make({"text/en.toml": text}))
    assert catalogue.say("way", {"how": value}) == "into it"
    assert catalogue.say("way", {"how": ["in", "out"]}) == "past it"


def test_each_language_has_its_own_plurals() -> None:
    assert [plural("pl", n) for n in (1, 2, 5)] == ["one", "few", "many"]
    assert [plural("de", n) for n in (0, 1, 2)] == ["other", "one", "other"]
    assert plural("en-xa", 1) == "one"


def test_a_complete_translation_has_no_faults(packages: Packages) -> None:
    package, german = made(packages)
    assert list(faults(package, "de", german)) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('hill = "den Hügel"', "", "has no text 'name.hex.hill'"),
        ("[name.hex]", 'x = "x"\n[name.hex]', "has a text 'name.unit.x' that English has not"),
        ("zieht mit {unit, unit, dem} auf", "zieht auf", "'moves' leaves out {unit}"),
        ("zieht mit", "zieht {n} mit", "'moves' uses {n}, which English does not have"),
        ("{hex, hex}", "{hex, unit}", "'moves' shows {hex, unit}, English another kind"),
        (', dem = "der Drohne"', "", "'name.unit.drone' has no form 'dem', which 'moves' uses"),
    ],
)
def test_faults_of_a_translation_are_told(
    packages: Packages, old: str, new: str, fault: str
) -> None:
    assert old in GERMAN
    package, german = made(packages, GERMAN.replace(old, new))
    told = list(faults(package, "de", german))
    assert any(fault in one for one in told), told


def test_a_translated_rule_book_has_the_same_rules(packages: Packages) -> None:
    english = "# Toy\n\n- **TO-1** One.\n- **TO-2** Two.\n"
    german = "# Spiel\n\n- **TO-1** Eins.\n- **TO-3** Drei.\n"
    package = packages.make({"RULES.md": english, "RULES.de.md": german})
    told = list(rule_faults(package, "de"))
    assert [fault.partition(" has ")[2] for fault in told] == [
        "no rule TO-2",
        "a rule TO-3 that English has not",
    ]


def test_the_made_up_language_puts_every_text_in_brackets(packages: Packages) -> None:
    package, _ = made(packages)
    catalogue = pseudo(Catalogue.load(package))
    said = catalogue.say("moves", {"who": 0, "unit": "drone", "hex": "hill"}, ["Ann"])
    assert said == "⟦Ann moves ⟦Drone⟧ to ⟦the hill⟧.⟧"


def test_tasks_read_their_own_language() -> None:
    async def read(language: str) -> str:
        with speaking(language):
            await asyncio.sleep(0)
            return active()

    async def both() -> list[str]:
        return list(await asyncio.gather(read("de"), read("fr")))

    assert asyncio.run(both()) == ["de", "fr"] and active() == "en"


LESSON = """
title = "One"
about = "First."
minutes = 1
end = "Done."
[start]
seed = 1
seats = 2
[[step]]
say = "Lay a card."
choose = "lay *"
instead = { "*" = "No." }
"""
TRANSLATED = """
title = "Eins"
about = "Zuerst."
end = "Fertig."
[[step]]
say = "Lege eine Karte."
instead = { "*" = "Nein." }
"""


def test_a_lesson_is_told_in_the_language_of_the_learner() -> None:
    lesson = Lesson(Comet(), "01-one", LESSON)
    key = lesson.key
    lesson.translate("de", TRANSLATED)
    with speaking("de"):
        assert lesson.title == "Eins" and lesson.steps[0].pages == ["Lege eine Karte."]
        assert lesson.steps[0].chosen == ["lay *"] and lesson.end == ["Fertig."]
        assert lesson.key == key, "a table finds its lesson in any language"
    assert lesson.title == "One"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('end = "Fertig."', "", "'end' is missing"),
        ('"*" = "Nein."', '"take *" = "Nein."', "'instead' has other patterns"),
        ("[[step]]", '[[step]]\nsay = "x"\n[[step]]', "the lesson has 1 [[step]], the tran"),
        ("[[step]]", '[[step]]\nnotice = "x"', "'notice' is not in the lesson"),
        ("[[step]]", '[[step]]\nchoose = "x"', "a translation has only texts"),
    ],
)
def test_a_translation_that_does_not_fit_its_lesson_is_refused(
    old: str, new: str, fault: str
) -> None:
    lesson = Lesson(Comet(), "01-one", LESSON)
    with pytest.raises(LessonError) as refused:
        lesson.translate("de", TRANSLATED.replace(old, new))
    assert fault in str(refused.value) and "lessons/de/01-one.toml" in str(refused.value)


def test_what_a_check_finds_is_told_in_german() -> None:
    failure = Failure("secrecy", "lanterns", 2, {}, 7, 3, "x")
    with speaking("de"):
        told = str(failure)
        wrong = str(Broken("fault.undo", seat=1))
    assert told.startswith("lanterns besteht „secrecy“ nicht (2 Plätze, Startwert 7, Zug 3): x")
    assert wrong.startswith("Platz 1 nahm seine letzte Entscheidung zurück")
