"""A game at one terminal: turns, display and input."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Group
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from starhall.bots import ask, hint, tell_end
from starhall.cli.answers import find_option
from starhall.cli.console import out, refuse
from starhall.cli.players import Player, seat_bots
from starhall.cli.table import ASIDE, Drawing, ranking
from starhall.cli.words import BadAnswer, NotTakenBack, say
from starhall.engine.errors import StarhallError
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import commitment
from starhall.engine.rules.decision import Decision

NEWS_LINES = 16
WIPE_SCROLLBACK = "\x1b[3J"

KEYS = ("number", "u", "w", "r", "t", "c", "v", "s", "q", "h")  # in the order of the help


class Quit(Exception):
    """The people at the keyboard leave."""


class Session:
    """One match being played at the keyboard by people and bots."""

    def __init__(self, match: Match[Any], players: Sequence[Player], file: str = "") -> None:
        self.match = match
        self.bots = seat_bots(match, players)
        self.people = [seat for seat in range(match.seats) if seat not in self.bots]
        self.file = file
        self._saved = self._choices() if file else None
        self.at_keyboard = self.people[0] if len(self.people) == 1 else None
        self._seen: dict[int, int] = {}  # by seat: the ply up to which it has read the log
        self._drawn = ""

    # The course of the game

    def run(self) -> None:
        try:
            self._greet()
            while not self._is_over():
                self._go_on()
            self._end()
        except (Quit, KeyboardInterrupt):
            self._leave()
        except Exception:
            # A bot or the rules failed, but the game so far must not be lost.
            self._leave()
            raise
        finally:
            for bot in self.bots.values():
                bot.close()

    def _is_over(self) -> bool:
        return self.match.over

    def _go_on(self) -> None:
        """The person at the keyboard first, then the bots, then the next person."""
        asked = [decision.seat for decision in self.match.decisions]
        if self.at_keyboard in asked:
            self._ask(self.at_keyboard)
        elif any([seat in self.bots for seat in asked]):
            self._let_bots_play()
        else:
            self._ask(asked[0])

    def _let_bots_play(self) -> None:
        """Let bots play until a person can continue or no bot is asked."""
        match = self.match
        with out.status(Text(say("play.thinking"), style=ASIDE)):
            while not match.over and match.decision_of(self._keyboard()) is None:
                asked = [decision.seat for decision in match.decisions]
                bot_seats = [seat for seat in asked if seat in self.bots]
                if not bot_seats:
                    return
                seat = bot_seats[0]
                match.choose(ask(self.bots[seat], match, seat), seat)

    def _keyboard(self) -> int:
        return -1 if self.at_keyboard is None else self.at_keyboard

    def _greet(self) -> None:
        match = self.match
        text = match.game.text
        if match.notice:
            out.print(match.notice, style="yellow", markup=False)
        out.print(text.say("game.title") if text.has("game.title") else match.game.id, style="bold")
        if text.has("game.goal"):
            out.print(text.say("game.goal"), markup=False)
        out.print(say("play.players", names=match.names), markup=False)
        fixed = say("play.fixed", commitment=commitment(match.seed))
        out.print(f"{fixed}\n{say('play.type_help')}\n", style=ASIDE)

    def _end(self) -> None:
        match = self.match
        result = match.result
        assert result is not None
        tell_end(self.bots, match)
        self._news(self.at_keyboard)
        out.print()
        out.print(match.ending(), style="bold", markup=False)
        out.print()
        out.print(ranking(match, result))
        out.print()
        for key, value in (("commitment", commitment(match.seed)), ("seed", match.seed.hex())):
            what = say(f"play.{key}")
            out.print(f"{what:<10} {value}", style=ASIDE, soft_wrap=True)
        self._offer_to_save()

    def _leave(self) -> None:
        out.print()
        try:
            self._offer_to_save()
        except (Quit, KeyboardInterrupt):
            out.print()
        state = "over" if self.match.over else "left"
        kept = "saved" if self._saved == self._choices() else "unsaved"
        told = say(f"play.{state}_{kept}", n=self.match.ply, file=self.file)
        out.print(told, markup=False, soft_wrap=True)

    # Asking a person

    def _ask(self, seat: int) -> None:
        """Show the table and read input until something is chosen or taken back."""
        if seat != self.at_keyboard:
            self._pass_keyboard(seat)
        ply = self.match.ply
        self._show(seat)
        while self.match.ply == ply and not self.match.over:
            line = self._read("> ")
            try:
                self._obey(line, seat)
            except StarhallError as error:
                refuse(error)

    def _pass_keyboard(self, seat: int) -> None:
        """Hide the hand of the previous player before the next one looks."""
        if self._drawn:
            self._wipe()
        name = self.match.names[seat]
        out.rule(Text(say("play.pass_keyboard", name=name)), style=ASIDE)
        self.at_keyboard = None
        self._drawn = ""
        self._read(say("play.press_enter", name=name))
        self._wipe()
        self.at_keyboard = seat

    def _wipe(self) -> None:
        if out.is_terminal:
            out.clear()
            out.file.write(WIPE_SCROLLBACK)
            out.file.flush()

    def _read(self, prompt: str) -> str:
        try:
            line = input(prompt).strip()
        except EOFError:
            raise Quit from None
        if not sys.stdin.isatty():
            out.print(line, markup=False)  # so that a transcript shows what was typed
        return line

    def _agreed(self, question: str) -> bool:
        answer = self._read(say("ask.yes_no", question=question)).lower()
        return answer in say("ask.yes").split()

    # Showing

    def _show(self, seat: int, again: bool = False) -> None:
        """The table if it has changed, what happened since, and the question."""
        drawing = Drawing(self.match.scene(seat))
        table = drawing.plain()
        if again or table != self._drawn:
            if self._drawn and out.is_terminal:
                out.clear()
            self._drawn = table
            out.print(Group(*drawing.lines()))
        out.print()
        self._news(seat, drawing)
        out.print(Group(*drawing.question()))

    def _news(self, seat: int | None, drawing: Drawing | None = None) -> None:
        """What the seat has not read yet."""
        observer = -1 if seat is None else seat
        since = self._seen.get(observer, -1) + 1
        news = self.match.sentences(seat, since)
        self._seen[observer] = self.match.ply
        if not news:
            return
        if len(news) > NEWS_LINES:
            out.print(say("play.earlier", n=len(news) - NEWS_LINES), style=ASIDE)
        drawing = drawing or Drawing(self.match.scene(seat))
        out.print(Group(*[drawing.sentence(line) for line in news[-NEWS_LINES:]]))
        out.print()

    # What can be typed

    def _obey(self, line: str, seat: int) -> None:
        decision = self.match.decision_of(seat)
        assert decision is not None
        letter, _, rest = line.partition(" ")
        rest = rest.strip()
        tokens = [option.token for option in decision.options]
        if not line or line in tokens:
            self._choose(line, seat, decision)
        elif line == "u":
            self._undo(seat)
        elif letter == "w":
            self._why_not(rest, seat, decision)
        elif line == "t":
            self._tip(seat)
        elif letter == "r":
            self._rule(rest)
        elif letter == "s":
            self._save(rest)
        elif letter == "c":
            self._interject(rest, seat)
        elif line == "v":
            self._show(seat, again=True)
        elif line in ("h", "?"):
            self._help()
        elif line == "q":
            raise Quit
        else:
            self._choose(line, seat, decision)

    def _choose(self, line: str, seat: int, decision: Decision) -> None:
        if not line:
            raise BadAnswer("answer.empty", last=len(decision.options))
        option = find_option(line, decision.options, self.match.game.vocabulary)
        self.match.choose(option, seat, self.match.ply)

    def _undo(self, seat: int) -> None:
        """Undo freely up to the information frontier; beyond it the other people must agree."""
        match = self.match
        if match.undoable(seat) > 0 or not any([step.seat == seat for step in match.choices]):
            match.undo(seat)
        else:
            self._ask_consent(seat)
            match.undo(seat, consent=True)
        self._seen = {reader: min(ply, match.ply) for reader, ply in self._seen.items()}
        out.print(f"{say('play.taken_back', n=match.ply)}\n", style=ASIDE)

    def _ask_consent(self, seat: int) -> None:
        names = self.match.names
        others = [other for other in self.people if other != seat]
        if not others and not self._agreed(say("play.bots_agree")):
            raise NotTakenBack("undo.nothing")
        for other in others:
            asked = say("play.may_take_back", other=names[other], name=names[seat])
            if not self._agreed(asked):
                raise NotTakenBack("undo.declined", name=names[other])

    def _why_not(self, text: str, seat: int, decision: Decision) -> None:
        match = self.match
        refusals = match.refusals(seat)
        if not text:
            if not refusals:
                out.print(say("play.nothing_missing"))
            for refusal in refusals:
                label = match.label(refusal.option, decision)
                out.print(Text.assemble(f"{label}: ", (match.reason(refusal), "yellow")))
            return
        refused = [refusal.option for refusal in refusals]
        option = find_option(text, decision.options, match.game.vocabulary, refused)
        if option in decision.options:
            number = decision.options.index(option) + 1
            out.print(say("play.you_can", n=number))
        elif option in match.interjections(seat):
            out.print(say("play.you_can_anytime"))
        else:
            match.choose(option, seat)  # refused, with the reason

    def _tip(self, seat: int) -> None:
        """The three best options, and the number of imagined games for each."""
        with out.status(say("play.imagining")):
            tips = hint(self.match, seat, self.match.ply)
        decision = self.match.decision_of(seat)
        assert decision is not None
        numbers = {option.number: place for place, option in enumerate(decision.options, start=1)}
        rows = Table.grid(padding=(0, 2))
        for tip in tips:
            rows.add_row(
                Text(f"{numbers[tip.number]}", style="bold cyan"),
                Text(tip.label),
                Text(f"{tip.chance:.0%}"),
                Text(say("play.from_games", n=tip.worlds), style=ASIDE),
            )
        out.print(rows)

    def _rule(self, id: str) -> None:
        if not id:
            raise BadAnswer("answer.rule")
        rule = self.match.game.rulebook.find(id.upper())
        out.print(f"{rule.id}, {rule.section}", style="bold", markup=False)
        out.print(Markdown(rule.text))

    def _interject(self, text: str, seat: int) -> None:
        match = self.match
        offered = match.interjections(seat)
        if not offered:
            raise BadAnswer("answer.no_anytime")
        if len(offered) > 1 and not text:
            tokens = ", ".join([option.token for option in offered])
            out.print(say("play.anytime_with", tokens=tokens))
            return
        option = find_option(text, offered, match.game.vocabulary) if text else offered[0]
        if option not in offered:
            raise BadAnswer("answer.not_anytime", token=option.token)
        if self._agreed(say("play.sure", option=match.label(option))):
            match.choose(option, seat)

    def _help(self) -> None:
        keys = Table.grid(padding=(0, 2))
        shown = {"number": "3", "r": f"r {say('keys.rule')}", "s": f"s {say('keys.file')}"}
        for key in KEYS:
            keys.add_row(Text(shown.get(key, key), style="bold cyan"), say(f"keys.{key}"))
        out.print(keys)

    # Keeping

    def _choices(self) -> list[str]:
        return [str(step) for step in self.match.choices]

    def _save(self, file: str) -> None:
        file = file or self.file
        if not file:
            raise BadAnswer("answer.where")
        self.match.save(file)
        self.file, self._saved = file, self._choices()
        out.print(say("play.saved", file=file), markup=False, soft_wrap=True)

    def _offer_to_save(self) -> None:
        """Ask for a file until the record is written or nobody wants it."""
        while self._saved != self._choices():
            file = self._read(say("play.save_as"))
            if not file:
                return
            try:
                if file.isdecimal():  # typed by habit, for an option that is no longer there
                    raise BadAnswer("answer.file", file=file)
                self._save(file)
            except StarhallError as error:
                refuse(error)
