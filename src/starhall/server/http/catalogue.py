"""Requests about the games of the hall: their settings, their bots and their rule books."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from litestar import get

from starhall import bots
from starhall.engine.game import Game, Setting
from starhall.engine.rules.state import State
from starhall.engine.text.language import active
from starhall.server import installed
from starhall.server.installed import find
from starhall.server.protocol.games import (
    BotInfo,
    Choice,
    GameInfo,
    Picture,
    RuleSection,
    RuleText,
    SettingForm,
)
from starhall.server.storage.models import PACK
from starhall.server.tables.lessons import examples_of, infos, puzzle_infos
from starhall.server.words import say

USUAL_SEATS: Final = 4
MOST_PICTURES: Final = 12  # of one section of the rules
_HEADING: Final = re.compile(r"(#{1,6})\s+(.*?)(?:\s+#+)?\s*")
_RULE: Final = re.compile(r"\s*(?:[-*+]\s+)?\*\*([A-Z]{2}-[0-9A-Z.]+)\*\*")


@get("/api/games", summary="The games of the hall", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    return games()


@get("/api/games/{game:str}/rules", summary="The rule book of a game", sync_to_thread=False)
def rule_book(game: str, pack: str = "") -> list[RuleSection]:
    return rules(game, pack)


HANDLERS = [list_games, rule_book]


def games() -> list[GameInfo]:
    """The games of the hall, in the language of the reader."""
    return _games(active())


@cache
def _games(language: str) -> list[GameInfo]:
    return [_game(game) for game in installed.games().values()]


def _game(game: Game[State]) -> GameInfo:
    fewest, most = game.seats.start, game.seats.stop - 1
    seats = str(fewest) if fewest == most else f"{fewest}-{most}"
    return GameInfo(
        id=game.id,
        title=_say(game, "game.title", game.id),
        blurb=_say(game, "game.blurb"),
        goal=_say(game, "game.goal"),
        players=_say(game, "game.players", seats),
        minutes=_say(game, "game.minutes"),
        fewest=fewest,
        most=most,
        usual=max(fewest, min(USUAL_SEATS, most)),
        look=game.look,
        settings=[*[_form(game, setting) for setting in game.settings], *_packs(game)],
        bots=bot_infos(),
        lessons=infos(game.id),
        puzzles=puzzle_infos(game.id),
        packs={name: packed.look for name, packed in installed.packs()[game.id].items()},
    )


def _say(game: Game[State], key: str, otherwise: str = "") -> str:
    return game.text.say(key) if game.text.has(key) else otherwise


def _form(game: Game[State], setting: Setting) -> SettingForm:
    key = f"setting.{setting.id}"
    named: list[int | str] = [*setting.choices, *setting.also]
    return SettingForm(
        id=setting.id,
        name=_say(game, f"{key}.name", setting.id),
        help=_say(game, f"{key}.help"),
        default=setting.default,
        choices=[
            Choice(value=value, label=_say(game, f"{key}.value.{value}", str(value)))
            for value in named
        ],
        low=setting.low,
        high=setting.high,
        also=list(setting.also),
        rule=setting.rule,
    )


def _packs(game: Game[State]) -> list[SettingForm]:
    """The packs of the hall as one more option of the table."""
    known = installed.packs()[game.id]
    if not known:
        return []
    text = game.text
    choices = [Choice(value="", label=text.say("pack.none"))]
    for name, packed in known.items():
        assert packed.pack is not None
        about = packed.pack.manifest.description
        choices.append(Choice(value=name, label=f"{name}: {about}" if about else name))
    name, help = text.say("pack.name"), text.say("pack.help")
    return [SettingForm(id=PACK, name=name, help=help, default="", choices=choices)]


def bot_infos() -> list[BotInfo]:
    """The levels of bots, in the language of the reader."""
    return [
        BotInfo(id=id, name=say(f"bot.{id}.name"), help=say(f"bot.{id}.help")) for id in bots.NAMES
    ]


def rules(id: str, pack: str = "") -> list[RuleSection]:
    """The rule book by its headings, with the text that stands between the rules."""
    return _rules(id, pack, active())


@cache
def _rules(id: str, pack: str, language: str) -> list[RuleSection]:
    game = find(id, pack)
    book = game.rulebook
    taught = {} if pack else examples_of(id)  # lessons use the built-in content
    sections: list[RuleSection] = []
    text: list[str] = []
    inside = blank = False

    def flush() -> None:
        if sections and "".join(text).strip():
            sections[-1].rules.append(RuleText(id="", text="\n".join(text).strip()))
        text.clear()

    for line in game.rules_text.splitlines():
        heading, rule = _HEADING.fullmatch(line), _RULE.match(line)
        if heading:
            flush()
            sections.append(RuleSection(heading=heading[2], level=len(heading[1]), rules=[]))
            inside = False
        elif rule and rule[1] in book.rules:
            flush()
            if sections:
                found = RuleText(id=rule[1], text=book.rules[rule[1]].text)
                if rule[1] in taught:
                    example = taught[rule[1]]
                    found.lesson, shown = example.lesson, sections[-1].rules
                    if example.text not in [other.example for other in shown]:
                        found.example = example.text
                sections[-1].rules.append(found)
            inside = True
        elif inside and not (blank and line[:1].strip()):
            pass  # more lines of the same rule
        else:
            inside = False
            text.append(line)
        blank = not line.strip()
    flush()
    for section in sections:
        section.pictures = _pictures(game, section)
    return sections


def _pictures(game: Game[State], section: RuleSection) -> list[Picture]:
    """The pieces and cards that a section names, with their icons in the scenes."""
    said = " ".join([rule.text for rule in section.rules])
    found: dict[str, Picture] = {}
    for thing, icon in game.look.icons.items():
        kind, _, id = thing.partition(":")
        if icon and game.text.has(f"name.{kind}.{id}"):
            name = game.text.name(kind, id)
            if name and re.search(rf"\b{re.escape(name)}s?\b", said):
                found.setdefault(icon, Picture(name=name, icon=icon))
    return list(found.values())[:MOST_PICTURES]
