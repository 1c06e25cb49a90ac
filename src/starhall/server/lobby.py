"""What the lobby shows: the games with their options, the rules, and who may see a table."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from starhall import bots
from starhall.engine.content import read
from starhall.engine.errors import RuleError
from starhall.engine.game import Game, Setting
from starhall.engine.state import State
from starhall.server import shelf
from starhall.server.protocol import (
    BotInfo,
    Choice,
    GameInfo,
    RuleSection,
    RuleText,
    SettingForm,
)
from starhall.server.shelf import find
from starhall.server.store import TableRow

USUAL_SEATS: Final = 4
_HEADING: Final = re.compile(r"(#{1,6})\s+(.*?)(?:\s+#+)?\s*")
_RULE: Final = re.compile(r"\s*(?:[-*+]\s+)?\*\*([A-Z]{2}-[0-9A-Z.]+)\*\*")


def may_see(row: TableRow, person: str | None) -> bool:
    """A private table is there only for those who sit at it or opened it."""
    return not row.private or row.host == person or row.seat_of(person) is not None


@cache
def games() -> list[GameInfo]:
    return [_game(game) for game in shelf.games().values()]


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
        settings=[_form(game, setting) for setting in game.settings],
        bots=bot_infos(),
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


@cache
def bot_infos() -> list[BotInfo]:
    found = []
    for name in bots.NAMES:
        help = " ".join((bots.bot_class(name).__doc__ or "").split("\n\n")[0].split())
        found.append(BotInfo(id=name, name=name.replace("_", " ").capitalize(), help=help))
    return found


@cache
def rules(id: str) -> list[RuleSection]:
    """The rule book by its headings, with the text that stands between the rules."""
    game = find(id)
    book = game.rulebook
    sections: list[RuleSection] = []
    text: list[str] = []
    inside = blank = False

    def flush() -> None:
        if sections and "".join(text).strip():
            sections[-1].rules.append(RuleText(id="", text="\n".join(text).strip()))
        text.clear()

    for line in read(game.package, "RULES.md", RuleError).splitlines():
        heading, rule = _HEADING.fullmatch(line), _RULE.match(line)
        if heading:
            flush()
            sections.append(RuleSection(heading=heading[2], level=len(heading[1]), rules=[]))
            inside = False
        elif rule and rule[1] in book.rules:
            flush()
            if sections:
                found = RuleText(id=rule[1], text=book.rules[rule[1]].text)
                sections[-1].rules.append(found)
            inside = True
        elif inside and not (blank and line[:1].strip()):
            pass  # the rule's own further lines
        else:
            inside = False
            text.append(line)
        blank = not line.strip()
    flush()
    return sections
