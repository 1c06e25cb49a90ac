"""Several people at one keyboard: nobody sees the other's hand."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
from typing import Any

import starhall
from starhall.engine.match.match import Match
from tests.cli.program import command, environment, ok

NAMES = ["Ann", "Ben"]
TWO = ("play", "--players", "me:Ann,me:Ben", "--seed", "11")
TURNS = 60
HANDOVER = re.compile(r"^.* Pass the keyboard to (\w+) .*$", re.MULTILINE)
CLEAR, WIPE = "\x1b[2J\x1b[H", "\x1b[3J"


def card_names() -> list[str]:
    game = starhall.find("cyberstrife")
    kinds = ("name.unit.", "name.trait.")
    known = game.text.keys()
    return [game.text.say(key) for key in known if key.startswith(kinds)]


def named(text: str) -> set[str]:
    """The cards that are named in a text."""
    return {card for card in card_names() if card in text}


def hand(match: Match[Any], seat: int) -> set[str]:
    """The names of the units that the seat holds unseen, in hand or face down."""
    view = match.text(seat)
    mine = view.split("Your hand")[1].split("Traits")[0]
    return named(mine)


def sittings(transcript: str) -> list[tuple[int, str]]:
    """Who sat at the keyboard, and all that was on the screen meanwhile."""
    parts = HANDOVER.split(transcript)
    return [(NAMES.index(who), text) for who, text in zip(parts[1::2], parts[2::2], strict=True)]


def test_nobody_reads_a_card_that_their_view_does_not_show() -> None:
    """Each sitting is compared with what the engine lets that seat know at those plies."""
    shown = ok(*TWO, typed="1\n" * TURNS)
    match = starhall.new("cyberstrife", seats=2, seed="11", names=NAMES)
    hidden = 0
    found = sittings(shown)
    assert len(found) >= 4 and found[0][0] != found[1][0]
    for seat, screen in found:
        # The last look of a sitting is the one whose answer passes the turn on.
        allowed = named(" ".join(match.sentences(seat)))
        for _ in re.findall(r"^> 1$", screen, re.MULTILINE):
            assert match.decision.seat == seat
            allowed |= named(match.text(seat))
            if "Your hand" in match.text(1 - seat):
                hidden += len(hand(match, 1 - seat) - named(screen))
            match.choose(match.decision.options[0])
        if not match.over and match.decision.seat == seat:
            allowed |= named(match.text(seat))
        assert named(screen) <= allowed
    assert hidden > 20, "there were secrets to keep"


def test_the_first_hand_is_nowhere_in_the_second_sitting() -> None:
    """Without the engine's view as a yardstick: the cards dealt, and what is on the screen."""
    match = starhall.new("cyberstrife", seats=2, seed="11", names=NAMES)
    first = match.decision.seat
    typed = "\n" + "done\n" + "1\n" * 3 + "\n" + "q\n\n"
    (one, before), (other, after) = sittings(ok(*TWO, typed=typed))
    assert (one, other) == (first, 1 - first)
    secret = hand(match, first) - hand(match, 1 - first)
    assert len(secret) >= 3
    assert secret <= named(before)
    assert not secret & named(after)


def screen_of_a_terminal(typed: str) -> str:
    """All that the program writes to a real terminal while that is typed."""
    master, slave = pty.openpty()
    with_terminal = environment(TERM="xterm", COLUMNS="100", LINES="50")
    program = subprocess.Popen(
        command(*TWO), stdin=slave, stdout=slave, stderr=slave, env=with_terminal
    )
    os.close(slave)
    written = b""
    waiting = [line.encode() + b"\n" for line in typed.split("\n")]
    while True:
        ready, _, _ = select.select([master], [], [], 60)
        assert ready, f"the program went silent after {written[-500:]!r}"
        try:
            more = os.read(master, 65536)
        except OSError:  # how Linux says that nobody is left at the other end
            break
        if not more:
            break
        written += more
        if waiting and written.endswith((b"> ", b"looking. ", b"no: ")):
            os.write(master, waiting.pop(0))
    program.wait()
    os.close(master)
    assert program.returncode == 0
    return written.decode()


def test_on_a_terminal_screen_and_scrollback_are_wiped_between_turns() -> None:
    shown = screen_of_a_terminal("\ndone\n1\n1\n1\n\nq\n")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    _, first, second = plain.split(" Pass the keyboard to ")
    assert "Your hand" in first and "Your hand" in second
    # Between the answer that ended the turn and the call for the next one: nothing but a wipe.
    left, _, rule = first.rpartition(CLEAR + WIPE)
    assert left.endswith("> 1\r\n") and set(rule) == {"─"}
    # And once more when the next one has pressed Enter.
    assert second.split("looking. ")[1].strip().startswith(CLEAR + WIPE)
