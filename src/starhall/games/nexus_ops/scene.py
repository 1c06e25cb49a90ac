"""S."""

# mypyc: off
from starhall.engine.scene import Scene


def scene(view, seat, names, decision, text) -> Scene:
    return Scene(title="x")
