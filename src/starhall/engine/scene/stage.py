"""Completes the game's scene with the seat's prompt, options and log."""

# mypyc: off

from __future__ import annotations

from typing import Any

from starhall.engine.match.match import Match
from starhall.engine.scene.elements import Scene, SceneOption, SeatInfo
from starhall.engine.scene.look import Look

LOG_LINES = 12


def stage(match: Match[Any], seat: int | None) -> Scene:
    """The complete scene of one seat, or of a spectator."""
    decision = None if seat is None or match.over else match.decision_of(seat)
    scene = match.game.scene(match.view(seat), seat, match.names, decision)
    scene.title = scene.title or match.game.text.say("game.title")
    scene.viewer = seat
    scene.seats = scene.seats or [SeatInfo(name=name) for name in match.names]
    dress(scene, match.game.look)
    if decision is not None:
        scene.prompt = match.prompt(decision)
        if match.game.text.has(tip := f"tip.{decision.kind}"):
            scene.tip = match.game.text.say(tip)
        scene.options = [
            SceneOption(
                number=option.number,
                token=option.token,
                label=match.label(option, decision),
                targets=tuple(option.targets),
                fatal=option.fatal,
            )
            for option in decision.options
        ]
    elif match.over:
        scene.prompt = match.ending()
    else:
        scene.prompt = match.game.text.say(
            "waiting" if match.waiting(seat) else "waiting_hidden",
            {"who": match.waiting(seat)},
            match.names,
        )
    owing = set(match.waiting(seat)) if not match.over else set()
    for number, info in enumerate(scene.seats):
        info.active = info.active or number in owing
    scene.log = match.last_sentences(seat, LOG_LINES)
    return scene.check()


def dress(scene: Scene, look: Look) -> None:
    """Add the tones of the game's look and the marks of its seats, unless the scene sets them."""
    scene.tones = {**look.tones, **scene.tones}
    for info in scene.seats:
        info.mark = info.mark or look.marks.get(info.colour, "")
