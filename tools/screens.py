"""Takes the pictures in docs/screens: the lobby, each game in mid-game and its first lesson.

All are taken on desktop and phone.

python tools/screens.py [lobby] [GAME ...] [battle]

`battle` is a short recording: a battle of Nexus Ops as the table plays it back.

The positions are the same in each run. Bots with fixed seeds play them here, and the page is given
the frame that the hall would send.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from PIL import Image
from playwright.sync_api import Browser, Page, WebSocketRoute, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import starhall  # noqa: E402
from starhall.bots import ask, make  # noqa: E402
from starhall.engine.game import installed  # noqa: E402
from starhall.engine.lessons.lesson import Lesson, course  # noqa: E402
from starhall.engine.lessons.trial import Trial  # noqa: E402
from starhall.engine.match.match import Match  # noqa: E402
from starhall.server.protocol.frames import Frame, Presence  # noqa: E402
from starhall.server.protocol.tables import SeatState  # noqa: E402
from starhall.server.tables import lines  # noqa: E402
from starhall.server.tables.seating import STARS  # noqa: E402
from tests.web.play import (  # noqa: E402
    DESKTOP,
    PHONE,
    build_client,
    launch,
    open_table,
    running_hall,
)

FOLDER = ROOT / "docs" / "screens"
BOT = "greedy"
LIGHT = 280_000  # bytes
NOW = 1_800_000_000  # the clock on the pictures, in seconds


class Moment(NamedTuple):
    """A seeded game, and after how many choices of the first seat there is something to see."""

    seats: int
    seed: int
    choices: int
    asked: str = ""  # then on to the next question of this kind
    theme: str = "dark"


MOMENTS: Final[dict[str, Moment]] = {
    "cassiopeia": Moment(3, 3, 16, "choose_specialist"),
    "cyberstrife": Moment(3, 4, 9, "place_attacker"),
    "cysmic": Moment(3, 5, 40, "move_leg"),
    "nexus-ops": Moment(4, 6, 30, "move"),
    "pulp-invasion": Moment(1, 7, 12, "encounter_choice"),
}
ELSE = Moment(2, 1, 12)
FOUGHT: Final = ("nexus-ops", Moment(3, 11, 10_000))  # played until somebody attacks
MOST_PICTURES = 30  # of the recording
PICTURE_MS = 1300  # to read a line
RECORDED: Final = (960, 600)

# Everything has been drawn and has landed; endless animations do not count.
SETTLED: Final = """() => document.fonts.status === 'loaded'
    && [...document.querySelectorAll('svg.icon path')].every((path) => path.getAttribute('d'))
    && !document.getAnimations().some((one) =>
        one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity)
"""


def play(game: str, moment: Moment) -> Match[Any]:
    """Bots play up to the moment, each choice with its own seed."""
    names = ["Ann", *STARS][: moment.seats]
    match = starhall.new(game, seats=moment.seats, seed=moment.seed, names=names)
    made = plies = 0
    while not match.over:
        decision = match.decision_of(0) or match.decision
        assert decision is not None
        if decision.seat == 0:
            due = made >= moment.choices and (not moment.asked or decision.kind == moment.asked)
            if due and len(decision.options) > 1:
                break
            made += 1
        plies += 1
        match.choose(ask(make(BOT, plies), match, decision.seat), seat=decision.seat)
    return match


def frame(match: Match[Any]) -> Frame:
    """What the hall would send to the first seat."""
    scene = match.scene(0)
    return Frame(
        frame=1,
        answered=9,
        scene=scene,
        prompt=scene.prompt,
        options=scene.options,
        log=lines.Lines(match.game.text).after(match, 0, 0, len(match.events(0)), 0),
        undoable=1,
        waiting=match.waiting(0),
        since=NOW - 7,
        over=match.over,
        ending=match.ending(),
    )


def battle() -> list[Frame]:
    """The frames of a battle: the table before it, and then what each choice adds."""
    game, moment = FOUGHT
    names = ["Ann", *STARS][: moment.seats]
    match = starhall.new(game, seats=moment.seats, seed=moment.seed, names=names)
    frames: list[Frame] = []
    before = frame(match)
    while not match.over:
        decision = match.decision
        match.choose(ask(make(BOT, match.ply), match, decision.seat), seat=decision.seat)
        now, told = frame(match), len(before.log)
        new = msgspec.structs.replace(now, log=now.log[told:], log_from=told, options=[])
        fights = any(head.kind == "battle" for line in new.log for head in line.heads or [])
        if fights and not frames:
            frames.append(msgspec.structs.replace(before, options=[]))
        if frames:
            frames.append(new)
            if not fights and any(line.heads for line in new.log):
                break
        before = now
    return frames


def small(picture: bytes) -> bytes:
    """Keep a small picture as it is; reduce others to 256 colours, which is not visible."""
    if len(picture) <= LIGHT:
        return picture
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    colours = image.quantize(256, kmeans=2)
    squeezed = io.BytesIO()
    # Dithered, because the skies would show steps otherwise.
    image.quantize(palette=colours, dither=Image.Dither.FLOYDSTEINBERG).save(
        squeezed, "PNG", optimize=True
    )
    return squeezed.getvalue()


def arrive(browser: Browser, address: str, speed: str = "normal") -> Page:
    context = browser.new_context(
        base_url=address, viewport=DESKTOP, color_scheme="dark", reduced_motion="reduce"
    )
    context.add_init_script(f"localStorage.starhall ??= JSON.stringify({{speed: '{speed}'}})")
    page = context.new_page()
    page.clock.set_fixed_time(NOW)
    page.goto("/")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Come in").click()
    page.wait_for_selector(".game")
    return page


def shoot(page: Page, name: str) -> None:
    """Desktop and phone, with nothing under the pointer and everything landed."""
    for size, viewport in (("phone", PHONE), ("desktop", DESKTOP)):
        page.set_viewport_size(viewport)
        page.mouse.move(2, 2)
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function(SETTLED)
        picture = small(page.screenshot())
        (FOLDER / f"{name}-{size}.png").write_bytes(picture)


def show(page: Page, game: str, moment: Moment) -> None:
    """A table of that game, with the moment on it."""
    match = play(game, moment)
    bots = [
        SeatState(seat=seat, name=match.names[seat], kind="bot", bot="normal", here=True)
        for seat in range(1, moment.seats)
    ]
    seats = [SeatState(seat=0, name="Ann", kind="person", here=True), *bots]
    told = [
        msgspec.json.encode(message).decode()
        for message in (Presence(seats=seats, watching=0), frame(match))
    ]

    def answer(socket: WebSocketRoute) -> None:
        def hear(_: str | bytes) -> None:
            for message in told:
                socket.send(message)

        socket.on_message(hear)

    page.route_web_socket("**/live", answer)
    open_table(page, game, [{"kind": "me"}, *[{"kind": "bot", "bot": BOT}] * (moment.seats - 1)])
    page.wait_for_selector(".ask.mine .options button")
    page.evaluate("document.querySelector('.recap .x')?.click()")  # it would cover the table
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", moment.theme)


def record(page: Page) -> None:
    """An animated WebP of a battle: pictures of the page while it plays the frames back."""
    game, moment = FOUGHT
    first, *rest = [msgspec.json.encode(one).decode() for one in battle()]
    sockets: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.on_message(lambda _: socket.send(first))

    page.unroute_all()
    page.route_web_socket("**/live", answer)
    page.emulate_media(reduced_motion="no-preference")
    page.set_viewport_size(DESKTOP)
    open_table(page, game, [{"kind": "me"}, *[{"kind": "bot", "bot": BOT}] * (moment.seats - 1)])
    page.wait_for_selector(".scene .panel")
    for told in rest:
        sockets[-1].send(told)
    page.wait_for_selector(".strip.playing")
    page.keyboard.press(" ")  # step by step, so that no picture depends on this machine's speed
    pictures: list[Image.Image] = []
    while page.locator(".strip.playing").count() and len(pictures) < MOST_PICTURES:
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        pictures.append(picture.resize(RECORDED, Image.Resampling.LANCZOS))
        told = page.locator(".strip").inner_text()
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "told => document.querySelector('.strip').innerText !== told", arg=told
        )
        page.wait_for_function(SETTLED)
    pictures[0].save(
        FOLDER / "battle.webp", save_all=True, append_images=pictures[1:], duration=PICTURE_MS,
        loop=0, quality=55, method=4,
    )  # fmt: skip


def teach(page: Page, lesson: Lesson) -> None:
    """The table of a lesson, halfway through it."""
    trial = Trial(lesson, None, None)
    trial.run()
    page.goto(f"/learn/{lesson.game.id}")
    page.locator(".lessons button").first.click()
    page.wait_for_selector(".lesson")
    for number, token in enumerate(trial.chosen[: len(trial.chosen) // 2]):
        before = page.locator(".ask").inner_text()
        # Twice at the same spot is a double click, which does not answer the next question.
        spot = page.locator(f".options button[data-option='{token}']:enabled")
        spot.click(position={"x": 20 + 80 * (number % 2), "y": 12})
        page.wait_for_function(
            "before => document.querySelector('.ask').innerText !== before", arg=before
        )
        page.wait_for_selector(".lesson")


def main(wanted: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
    ):
        build_client()
        with running_hall(Path(folder)) as address:
            browser = launch(playwright)
            page, learner = arrive(browser, address), arrive(browser, address, "once")
            if not wanted or "lobby" in wanted:
                shoot(page, "lobby")
            for game, rules in installed().items():
                if not wanted or game in wanted:
                    show(page, game, MOMENTS.get(game, ELSE))
                    shoot(page, game)
                    for lesson in course(rules)[:1]:
                        teach(learner, lesson)
                        shoot(learner, f"{game}-lesson")
                    print(game, flush=True)
            if not wanted or "battle" in wanted:
                record(page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
