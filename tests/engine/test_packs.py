"""Packs: laws of the overlay, exact messages, records, and packs that are nonsense."""

from __future__ import annotations

import pickle
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import starhall
from starhall.engine.errors import ContentError, RecordError, StarhallError
from starhall.engine.game import Game, find, installed, with_pack
from starhall.engine.text.catalogue import Catalogue, texts
from starhall.engine.text.differences import differences
from starhall.engine.text.language import speaking
from starhall.engine.text.packs import Pack, key_lines, located
from starhall.engine.text.translation import OPEN, PSEUDO
from tests.made_up import escaping
from tests.packs import manifest, packed

EXAMPLES = Path(__file__).parents[2] / "examples" / "packs"
NEXUS = find("nexus-ops")
CYBERSTRIFE = find("cyberstrife")
CHEAP = {"content/units.toml": '[[unit]]\nid = "dragon"\ncost = 10\n'}
PLACE = re.compile(r"pack/[\w./]+, line \d+")


@cache
def manifest_of(id: str) -> str:
    return manifest(find(id))


def played(game: Game[Any], plies: int = 40) -> list[str]:
    match = starhall.Match(game, game.seats.start, seed=5)
    while match.ply < plies and not match.over:
        match.choose(match.decision.options[len(match.decision.options) // 2])
    return match.record().choices


# Laws of the overlay


@pytest.mark.parametrize("id", sorted(installed()))
def test_an_empty_pack_is_the_game_itself(id: str) -> None:
    game = find(id)
    same = packed(game, {})
    assert same.content.hash == game.content.hash
    assert [o.token for o in same.vocabulary.options] == [o.token for o in game.vocabulary.options]
    assert played(same) == played(game)
    assert same.rules_text == game.rules_text
    assert differences(game, same) == []


def test_what_a_pack_repeats_changes_nothing() -> None:
    same = packed(NEXUS, {"content/units.toml": '[[unit]]\nid = "dragon"\ncost = 12\n'})
    assert same.content.hash == NEXUS.content.hash


@given(st.integers(0, 99), st.integers(0, 99))
@settings(max_examples=12, deadline=None)
def test_the_hash_follows_the_content(one: int, other: int) -> None:
    """Two packs have the same content hash if they say the same, in whatever order."""

    def hash_of(attack: int, swapped: bool) -> str:
        lines = ['id = "spymaster"', f"attack = {attack}"]
        text = "\n".join(["[[unit]]", *(lines[::-1] if swapped else lines), ""])
        return packed(CYBERSTRIFE, {"content/units.toml": text}).content.hash

    assert hash_of(one, False) == hash_of(one, True)
    assert (hash_of(one, False) == hash_of(other, False)) == (one == other)


def test_entries_are_changed_added_moved_removed_and_replaced() -> None:
    cards = """total = 31
[[card]]
id = "en_emergency_funds"
copies = 2
[[card]]
id = "en_ambush"
remove = true
[[card]]
id = "en_raffle"
copies = 2
when = "deployment"
effect = "gain(3)"
before = "en_orbital_drop"
[[card]]
id = "en_warp_gate"
replace = true
copies = 2
when = "deployment"
effect = "warp(1)"
"""
    texts = '[name.card]\nen_raffle = "Raffle"\n[card]\nen_raffle = "Take 3 rubium."\n'
    game = packed(NEXUS, {"content/energize.toml": cards, "text/en.toml": texts})
    before, after = NEXUS.files.entries("energize.toml"), game.files.entries("energize.toml")
    assert after["en_emergency_funds"] == {**before["en_emergency_funds"], "copies": 2}
    assert "en_ambush" not in after
    assert list(after)[:3] == ["en_emergency_funds", "en_raffle", "en_orbital_drop"]
    assert after["en_warp_gate"]["effect"] == "warp(1)"
    assert game.text.name("card", "en_raffle") == "Raffle"
    assert "up to 1 unit from" in game.text.say("card.en_warp_gate")


def test_two_packs_of_a_game_are_played_in_one_process() -> None:
    cheap, dear = (
        packed(NEXUS, {"content/units.toml": f'[[unit]]\nid = "human"\ncost = {cost}\n'})
        for cost in (1, 3)
    )
    matches = [starhall.Match(game, 2, seed=1) for game in (cheap, NEXUS, dear)]
    for match in matches:
        match.choose("lead ares_inc")
        match.choose("lead zyborg_tech")
        match.choose("buy human")
    assert [m.state.players[m.state.active].rubium for m in matches] == [7, 6, 5]  # type: ignore[attr-defined]


def test_texts_and_rules_follow_the_numbers() -> None:
    game = packed(
        NEXUS,
        {
            "content/units.toml": '[[unit]]\nid = "human"\ncost = 4\n',
            "content/energize.toml": '[[card]]\nid = "en_emergency_funds"\neffect = "gain(9)"\n',
        },
    )
    assert game.text.say("card.en_emergency_funds") == "Deployment. Take 9 rubium."
    assert "A Human costs 4, a Rubium Dragon 12." in game.rules_text
    assert "| Emergency Funds | 3 |" in game.rules_text
    assert "Take 9 rubium" in game.rules_text and "Take 5 rubium" not in game.rules_text


@pytest.mark.parametrize("id", sorted(installed()))
def test_every_number_of_an_effect_is_in_its_text(id: str) -> None:
    """Where a text says a number of its entry, the text follows it."""
    game = find(id)
    for place, keys in game.described.items():
        name, _, table = place.partition(".")
        for entry_id, entry in game.files.entries(f"{name}.toml").items():
            for key in keys[1:] if entry[""] == table else ():
                if key.endswith("/"):
                    continue  # of the parts of an entry: tests/games/test_numbers.py
                text = _source(game, f"{key}.{entry_id}")
                numbers = re.findall(r"\d+", re.sub(r"\{[^}]*\}", "", text))
                effects = " ".join(str(v) for v in entry.values() if "(" in str(v))
                said = set(re.findall(r"\d+", effects)) - {"1"}  # "1" is often a word of its own
                if not re.search(r"trait\(|odd\(|guard\(", effects):
                    assert not said & set(numbers), f"{key}.{entry_id}: {text}"


def _source(game: Game[Any], key: str) -> str:
    return texts(game.package)[key]


def test_a_text_that_a_pack_changes_is_shown_with_what_it_was() -> None:
    game = packed(NEXUS, {"text/en.toml": '[name.unit]\nhuman = "Settler"\n'})
    found = [(change.what, change.before, change.after) for change in differences(NEXUS, game)]
    assert found == [("name.unit.human", "Human", "Settler")]
    back = [(change.what, change.before, change.after) for change in differences(game, NEXUS)]
    assert back == [("name.unit.human", "Settler", "Human")]


def test_a_sign_that_turns_needs_a_new_text() -> None:
    cards = '[[card]]\nid = "en_targeting_link"\neffect = "mod({})"\n'
    assert "+3" in packed(NEXUS, {"content/energize.toml": cards.format("+3")}).text.say(
        "card.en_targeting_link"
    )
    with pytest.raises(ContentError, match="line 1: card en_targeting_link does something else"):
        packed(NEXUS, {"content/energize.toml": cards.format("-3")})


def test_a_pack_brings_look_and_translation() -> None:
    files = {
        "look.toml": '[icons.unit]\nhuman = "rocket"\n',
        "text/de.toml": '[name.unit]\nhuman = "Siedler"\n',
    }
    game = packed(NEXUS, files)
    assert game.look.icons["unit:human"] == "rocket"
    assert game.look.icons["unit:dragon"] == NEXUS.look.icons["unit:dragon"]
    german = Catalogue.load(game.package, "de", game.files)
    assert (german.name("unit", "human"), german.name("unit", "dragon")) == (
        "Siedler",
        "Rubiumdrache",
    )
    assert german.name("unit", "human", "den") == "Siedler"  # not the forms of the old name
    assert german.name("unit", "dragon", "den") == "den Rubiumdrachen"


def test_a_translation_may_have_several_forms() -> None:
    forms = '[name.unit]\nhuman = { nom = "Siedler", den = "den Siedler" }\n'
    german = Catalogue.load(NEXUS.package, "de", packed(NEXUS, {"text/de.toml": forms}).files)
    assert german.name("unit", "human") == german.name("unit", "human", "Ein") == "Siedler"
    assert german.name("unit", "human", "den") == "den Siedler"


def test_what_a_pack_says_in_english_replaces_our_translation() -> None:
    files = {"text/en.toml": '[name.unit]\nhuman = "Settler"\n'}
    german = Catalogue.load(NEXUS.package, "de", packed(NEXUS, files).files)
    assert german.name("unit", "human") == german.name("unit", "human", "den") == "Settler"
    assert german.name("unit", "dragon") == "Rubiumdrache"


# Records


def test_the_record_names_the_pack_and_another_pack_refuses_it() -> None:
    cheap = packed(NEXUS, CHEAP, name="cheap")
    dear = packed(NEXUS, {"content/units.toml": '[[unit]]\nid = "dragon"\ncost = 20\n'})
    match = starhall.Match(cheap, 2, seed=1)
    match.choose("lead ares_inc")
    record = match.record()
    assert cheap.pack is not None and record.pack is not None
    assert (record.pack.name, record.pack.hash) == ("cheap", cheap.pack.hash)
    assert starhall.load(record, cheap).ply == 1
    for other in (NEXUS, dear):
        with pytest.raises(RecordError, match=r"played with the pack cheap 1 \(.*load it with the"):
            starhall.load(record, other)
    with pytest.raises(RecordError, match="with no pack.*load it without a pack"):
        starhall.load(starhall.Match(NEXUS, 2, seed=1).record(), cheap)
    again = pickle.loads(pickle.dumps(match))
    assert again.game.content.hash == cheap.content.hash


# Messages


MISTAKES = [
    ("content/units.toml", '[[unit]]\nid = "draggon"\ncost = 1\n', "did you mean 'dragon'"),
    ("content/units.toml", '[[unit]]\nid = "dragon"\n\ncots = 1\n', "line 4, unit dragon: the"),
    (
        "content/units.toml",
        '[[unit]]\nid = "dragon"\ncost = "x"\n',
        "cost: expected a whole number, got a text",
    ),
    (
        "content/units.toml",
        '[[unit]]\nid = "dragon"\ncost = -1\n',
        "line 3, .*cost: .*of at least 0",
    ),
    ("content/units.toml", '[[unti]]\nid = "dragon"\n', "line 1: .*did you mean 'unit'"),
    ("content/unit.toml", "", "no content file unit.toml .did you mean 'units.toml'"),
    (
        "content/units.toml",
        '[[unit]]\nid = "dragon"\nabilities = "flihgt(monolith)"\n',
        "line 3, unit dragon, column 1: there is no verb 'flihgt' .did you mean 'flight'",
    ),
    ("content/energize.toml", '[[card]]\nid = "en_ambush"\nremove = true\n', "total = 30"),
    ("content/energize.toml", '[[card]]\nid = "en_x"\nremove = true\n', "there are en_emerg"),
    ("content/energize.toml", '[[card]]\nid = "en_ambush"\nafter = "en"\n', "no other card"),
    ("content/energize.toml", "[[card]]\nid = ", "line 2.*not valid TOML"),
    ("content/energize.toml", "replace = 1", "line 1: replace is 1; it must be true or false"),
    ("content/factions.toml", "replace = true\ntotal = 0", "needs 4 or more"),
    (
        "content/energize.toml",
        '[[card]]\nid = "en_ambush"\neffect = "twice()"\n',
        "line 1: card en_ambush does something else now, so it needs the text 'card.en_ambush'",
    ),
    ("text/en.toml", '[nmae.unit]\ndragon = "x"', "line 2: .*did you mean 'name.unit.dragon'"),
    (
        "text/en.toml",
        '[name.unit]\ndragon = "{x"',
        "text/en.toml, line 2: Expected .* at column 3.*write",
    ),
    ("text/en.toml", '[card]\nen_ambush = "{=units.x.cost}"', "line 2.*has no 'x'"),
    ("look.toml", "[palette]\nheu = 3", "line 1: .*did you mean 'hue'"),
    ("look.toml", '[icons.unit]\nhuman = "persn"', "line 2: .*did you mean 'person'"),
    ("pack.toml", 'nam = "x"', "line 1: .*did you mean 'name'"),
    ("pack.toml", 'name = "x"', "'version' is missing"),
]


def mistaken(file: str, text: str) -> StarhallError:
    with pytest.raises(StarhallError) as error:
        type(NEXUS)(Pack(Path("pack"), {"pack.toml": manifest_of("nexus-ops"), file: text}))
    return error.value


@pytest.mark.parametrize(("file", "text", "said"), MISTAKES)
def test_a_mistake_is_named_with_its_line(file: str, text: str, said: str) -> None:
    error = str(mistaken(file, text))
    assert re.search(said, error), error
    assert PLACE.search(error), error


@pytest.mark.parametrize(("file", "text"), [mistake[:2] for mistake in MISTAKES])
def test_a_mistake_is_told_in_the_language_of_its_reader(file: str, text: str) -> None:
    """Whatever was active when it was found: an error travels as a key with its values."""
    error = pickle.loads(pickle.dumps(mistaken(file, text)))
    with speaking(PSEUDO):
        told = re.sub(r"(unit|card) \w+", "", str(error))  # entries, by table and id
        assert OPEN in told and not escaping(told), told


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "content/units.toml",
            '[[unit]]\nid = "dragon"\n\ncots = 1\n',
            "pack/content/units.toml, Zeile 4, unit dragon: es gibt kein Feld „cots“ (meintest du "
            "„cost“?); die Felder sind",
        ),
        (
            "content/units.toml",
            '[[unit]]\nid = "dragon"\ncost = "x"\n',
            "Zeile 3, unit dragon: cost: nötig ist eine ganze Zahl, hier steht ein Text",
        ),
        (
            "content/units.toml",
            '[[unit]]\nid = "dragon"\nabilities = "flihgt(monolith)"\n',
            "Zeile 3, unit dragon, Spalte 1: es gibt kein Verb „flihgt“ (meintest du „flight“?)",
        ),
        (
            "content/energize.toml",
            "[[card]]\nid = ",
            "Zeile 2: das ist kein gültiges TOML: Das ist kein Wert",
        ),
        (
            "content/units.toml",
            '[[unit]]\nid = "dragon"\nbarred = ["lava"]\n',
            "Zeile 3, unit dragon: terrain „lava“ gibt es nicht; vorhanden:",
        ),
        (
            "text/en.toml",
            '[name.unit]\ndragon = "{x"',
            "Zeile 2: In Spalte 3 ist , or } nötig",
        ),
        ("look.toml", "[palette]\nheu = 3", "das Feld heu ist unbekannt (meintest du „hue“?)"),
    ],
)
def test_a_designer_reads_german(file: str, text: str, said: str) -> None:
    with speaking("de"):
        assert said in str(mistaken(file, text)), str(mistaken(file, text))


def test_the_readers_of_all_games_speak_german() -> None:
    """Every sentence that a reader refuses content with has its text, in both languages."""
    for game in installed().values():
        source = Path(str(files(game.package)), "reading.py").read_text("utf-8")
        named = set(re.findall(r'BadContent\(\s*"(content\.\w+)"', source))
        assert named, game.id
        for language in ("en", "de"):
            known = {key for key in texts(game.package, language) if key.startswith("refused.")}
            assert known == {f"refused.{key}" for key in named}, game.id


def test_a_reader_that_writes_sentences_is_understood() -> None:
    """A game from outside need not have keys for its refusals."""
    game = packed(NEXUS, CHEAP)
    told = located(ContentError("units.toml, unit dragon: cost: too cheap"), game.files)
    assert str(told) == "pack/content/units.toml, line 3, unit dragon: cost: too cheap"


def test_a_pack_of_another_game_or_content_is_refused() -> None:
    with pytest.raises(ContentError, match="this is a pack for cysmic, not for nexus-ops"):
        packed(NEXUS, {}, game="cysmic")
    with pytest.raises(ContentError, match='line 4: .*installed is .*write content = "'):
        packed(NEXUS, {}, content="0123456789")


def test_a_folder_that_is_no_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"there is no pack\.toml in"):
        with_pack(tmp_path)
    (tmp_path / "pack.toml").write_text(manifest_of("nexus-ops"))
    (tmp_path / "units.toml").write_text("")
    with pytest.raises(ContentError, match="a pack has no such file"):
        with_pack(tmp_path)
    (tmp_path / "units.toml").unlink()
    (tmp_path / "look.toml").write_bytes(b"\n\xff")
    with pytest.raises(ContentError, match=r"look\.toml, line 2: this is not UTF-8"):
        with_pack(tmp_path)


def test_the_lines_of_keys_are_found() -> None:
    text = 'total = 3\n[[unit]]\nid = "a" # [\nlist = [\n  "]", 1,\n]\n'
    text += "[unit.deep]\nx = 1\n[[unit]]\n"

    assert key_lines(text) == {
        "total": 1,
        "unit#0": 2,
        "unit#0.id": 3,
        "unit#0.list": 4,
        "unit#0.deep": 7,
        "unit#0.deep.x": 8,
        "unit#1": 9,
    }


# Nonsense

VALUES = [
    "-1", "0", "7", "99", "100000", "true", '""', '"x"', "[]", '["x"]', "{}", "{ a = 1 }", "1.5",
    "nan", "1979-05-27", '"gain("', '"gain(1)"', '["a", "b", "c"]', "[[1]]", "9223372036854775808",
]  # fmt: skip


@st.composite
def nonsense(draw: st.DrawFn) -> tuple[str, str, str]:
    """A game, one of its content files, and something that is hardly right for it."""
    game = find(draw(st.sampled_from(sorted(installed()))))
    file = draw(st.sampled_from(game.files.names))
    id, entry = draw(st.sampled_from(list(game.files.entries(file).items())))
    field = draw(st.sampled_from([key for key in entry if key not in ("", "id")] or ["copies"]))
    value = draw(st.sampled_from(VALUES))
    head = f'[[{entry[""]}]]\nid = "{id}"\n'
    text = game.files.read(file)
    cut = draw(st.integers(0, len(text)))
    return game.id, file, draw(
        st.sampled_from(
            [
                f"{head}{field} = {value}\n",
                f"{head}remove = true\n",
                f"total = {value}\n{head}remove = true\n",
                f"replace = true\n{head}",
                f"replace = true\n{text[:cut]}",
                f"replace = true\n{text[:cut]}{value}{text[cut + 1 :]}",
            ]
        )
    )  # fmt: skip


@given(nonsense())
@settings(max_examples=60, deadline=None)
def test_nonsense_gets_a_sentence_with_file_and_line(what: tuple[str, str, str]) -> None:
    id, file, text = what
    files = {"pack.toml": manifest_of(id), f"content/{file}": text}
    try:
        type(find(id))(Pack(Path("pack"), files))
    except StarhallError as error:
        assert PLACE.match(str(error)), str(error)


# The examples


@pytest.mark.parametrize("folder", sorted(EXAMPLES.iterdir()), ids=lambda folder: folder.name)
def test_the_examples_can_be_played(folder: Path) -> None:
    game = with_pack(folder)
    assert game.pack is not None and game.pack.manifest.description
    assert differences(find(game.id), game)
    played(game)


def test_a_whole_deck_is_replaced() -> None:
    game = with_pack(EXAMPLES / "night-shift")
    cards = game.files.entries("energize.toml")
    assert not set(cards) & set(NEXUS.files.entries("energize.toml"))
    match = starhall.Match(game, 2, seed=1)
    assert all(card in match.game.stock(match.state) for card in cards)
