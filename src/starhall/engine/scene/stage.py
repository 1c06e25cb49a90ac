"""Completes the game's scene with the seat's prompt, options and log."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.decision import Decision, is_costly
from starhall.engine.rules.options import Option
from starhall.engine.scene.elements import Scene, SceneOption, SeatInfo
from starhall.engine.scene.look import Look
from starhall.engine.text.catalogue import Catalogue
from starhall.engine.text.sentences import Telling

LOG_LINES = 12


def stage(match: Telling, seat: int | None) -> Scene:
    """The complete scene of one seat, or of a spectator."""
    decision = _decision(match, seat)
    scene = table(match, seat)
    scene.prompt = prompt(match, seat)
    if decision is not None:
        scene.options = [_option(match, option, decision) for option in decision.options]
    scene.log = match.last_sentences(seat, LOG_LINES)
    return scene.check()


def _option(match: Telling, option: Option, decision: Decision) -> SceneOption:
    remark = match.remark_on(option, decision)
    return SceneOption(
        number=option.number,
        token=option.token,
        label=match.label(option, decision),
        targets=tuple(option.targets),
        fatal=option.fatal,
        costly=is_costly(option, remark),
        noted=remark is not None,
    )


def table(match: Telling, seat: int | None) -> Scene:
    """The scene without prompt, options and log, for clients that show them in another way."""
    decision = _decision(match, seat)
    scene: Scene = match.game.scene(match.view(seat), seat, match.names, decision)
    text = match.game.text
    scene.title = scene.title or text.say("game.title")
    scene.viewer = seat
    scene.seats = scene.seats or [SeatInfo(name=name) for name in match.names]
    dress(scene, match.game.look)
    if decision is not None and text.has(tip := f"tip.{decision.kind}"):
        scene.tip = text.say(tip)
    owing = [] if match.over else match.waiting(seat)
    for number, info in enumerate(scene.seats):
        info.active = info.active or number in owing
    return scene


def prompt(match: Telling, seat: int | None) -> str:
    """What the seat is asked, or whom it waits for, or how the game ended."""
    decision = _decision(match, seat)
    if decision is not None:
        return match.prompt(decision)
    if match.over:
        return match.ending()
    who = match.waiting(seat)
    text: Catalogue = match.game.text
    return text.say("waiting" if who else "waiting_hidden", {"who": who}, match.names)


def _decision(match: Telling, seat: int | None) -> Decision | None:
    return None if seat is None or match.over else match.decision_of(seat)


def dress(scene: Scene, look: Look) -> None:
    """Add the tones of the game's look and the marks of its seats, unless the scene sets them."""
    scene.tones = {**look.tones, **scene.tones}
    for info in scene.seats:
        info.mark = info.mark or look.marks.get(info.colour, "")
