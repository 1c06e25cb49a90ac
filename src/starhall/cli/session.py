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
from starhall.cli.console import listed, out, plural, refuse
from starhall.cli.players import Player, seat_bots
from starhall.cli.table import ASIDE, Drawing, ranking
from starhall.engine.errors import IllegalChoice, StarhallError, UndoRefused
from starhall.engine.match.match import Match
from starhall.engine.rules.chance import commitment
from starhall.engine.rules.decision import Decision

NEWS_LINES = 16
WIPE_SCROLLBACK = "\x1b[3J"

HELP = (
    ("3", "choose the third option; its token or the beginning of it works too"),
    ("u", "take back your last choice"),
    ("w", "why not? what is not offered, with the rule; w OPTION asks about one option"),
    ("r RULE", "show a rule, for example the one that w named"),
    ("t", "a tip: what the strong bot would do with what you know"),
    ("c", "what you can do at any time, such as conceding"),
    ("v", "show the table again"),
    ("s FILE", "save the game"),
    ("q", "quit; you can save first"),
    ("h", "this help"),
)


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
            # A bot or the rules failed: the game so far must not be lost.
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
        with out.status(Text("The bots are thinking", style=ASIDE)):
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
        out.print(f"Players: {listed(match.names)}.", markup=False)
        out.print(
            f"Every die and shuffle is fixed by a seed, shown at the end. Its commitment is "
            f"{commitment(match.seed)}.\nType h for help.\n",
            style=ASIDE,
        )

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
        for what, value in (("commitment", commitment(match.seed)), ("seed", match.seed.hex())):
            out.print(f"{what:<10} {value}", style=ASIDE, soft_wrap=True)
        self._offer_to_save()

    def _leave(self) -> None:
        out.print()
        try:
            self._offer_to_save()
        except (Quit, KeyboardInterrupt):
            out.print()
        state = "over" if self.match.over else f"left after {plural(self.match.ply, 'choice')}"
        kept = f"saved in {self.file}" if self._saved == self._choices() else "not saved"
        out.print(f"The game is {state}, {kept}.", markup=False, soft_wrap=True)

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
        out.rule(Text(f"Pass the keyboard to {self.match.names[seat]}"), style=ASIDE)
        self.at_keyboard = None
        self._drawn = ""
        self._read(f"{self.match.names[seat]}, press Enter when nobody else is looking. ")
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
        return self._read(f"{question} [y/N] ").lower() in ("y", "yes")

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
            earlier = plural(len(news) - NEWS_LINES, "earlier line")
            out.print(f"  ({earlier}; a saved game shows all by starhall replay)", style=ASIDE)
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
            raise IllegalChoice(
                f"choose an option by its number, 1 to {len(decision.options)}; h shows all keys"
            )
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
        out.print(f"Taken back. {plural(match.ply, 'choice')} made so far.\n", style=ASIDE)

    def _ask_consent(self, seat: int) -> None:
        names = self.match.names
        since = "cards were shown, chance was used or others have chosen since"
        others = [other for other in self.people if other != seat]
        if not others and not self._agreed(f"The bots agree, but {since}. Take back?"):
            raise UndoRefused("nothing was taken back")
        for other in others:
            asked = f"{names[other]}, {since}. May {names[seat]} take back?"
            if not self._agreed(asked):
                raise UndoRefused(f"{names[other]} does not agree: nothing was taken back")

    def _why_not(self, text: str, seat: int, decision: Decision) -> None:
        match = self.match
        refusals = match.refusals(seat)
        if not text:
            if not refusals:
                out.print("Nothing you might expect is missing from the list.")
            for refusal in refusals:
                label = match.label(refusal.option, decision)
                out.print(Text.assemble(f"{label}: ", (match.reason(refusal), "yellow")))
            return
        refused = [refusal.option for refusal in refusals]
        option = find_option(text, decision.options, match.game.vocabulary, refused)
        if option in decision.options:
            number = decision.options.index(option) + 1
            out.print(f"You can: it is number {number}.")
        elif option in match.interjections(seat):
            out.print("You can, at any time: type c.")
        else:
            match.choose(option, seat)  # refused, with the reason

    def _tip(self, seat: int) -> None:
        """The three best options, and the number of imagined games for each."""
        with out.status("imagining games"):
            tips = hint(self.match, seat, self.match.ply)
        decision = self.match.decision_of(seat)
        assert decision is not None
        numbers = {option.number: place for place, option in enumerate(decision.options, start=1)}
        rows = Table.grid(padding=(0, 2))
        for tip in tips:
            games = plural(tip.worlds, "imagined game")
            rows.add_row(
                Text(f"{numbers[tip.number]}", style="bold cyan"),
                Text(tip.label),
                Text(f"{tip.chance:.0%}"),
                Text(f"from {games}", style=ASIDE),
            )
        out.print(rows)

    def _rule(self, id: str) -> None:
        if not id:
            raise IllegalChoice("say which rule, for example one that w names: r RULE")
        rule = self.match.game.rulebook.find(id.upper())
        out.print(f"{rule.id}, {rule.section}", style="bold", markup=False)
        out.print(Markdown(rule.text))

    def _interject(self, text: str, seat: int) -> None:
        match = self.match
        offered = match.interjections(seat)
        if not offered:
            raise IllegalChoice("there is nothing that you can do at any time now")
        if len(offered) > 1 and not text:
            out.print("c with one of: " + ", ".join([option.token for option in offered]))
            return
        option = find_option(text, offered, match.game.vocabulary) if text else offered[0]
        if option not in offered:
            raise IllegalChoice(f"'{option.token}' cannot be chosen at any time")
        if self._agreed(f"{match.label(option)}: sure?"):
            match.choose(option, seat)

    def _help(self) -> None:
        keys = Table.grid(padding=(0, 2))
        for key, what in HELP:
            keys.add_row(Text(key, style="bold cyan"), what)
        out.print(keys)

    # Keeping

    def _choices(self) -> list[str]:
        return [str(step) for step in self.match.choices]

    def _save(self, file: str) -> None:
        file = file or self.file
        if not file:
            raise IllegalChoice("say where to save, for example: s evening.json")
        self.match.save(file)
        self.file, self._saved = file, self._choices()
        go_on = f"Saved in {file}; go on with: starhall play --load {file}"
        out.print(go_on, markup=False, soft_wrap=True)

    def _offer_to_save(self) -> None:
        """Ask for a file until the record is written or nobody wants it."""
        while self._saved != self._choices():
            file = self._read("Save the record? Type a file name, or Enter for no: ")
            if not file:
                return
            try:
                if file.isdecimal():  # typed by habit, for an option that is no longer there
                    raise IllegalChoice(f"{file} is not a file name: try evening.json, or Enter")
                self._save(file)
            except StarhallError as error:
                refuse(error)
