"""A bot in a few lines: takes the option that looks best in one imagined world.

starhall simulate cassiopeia --games 20 --bots examples/bots/hopeful.py,random
"""

from starhall.bots import Bot, Sight
from starhall.engine.rules.options import Option


class Hopeful(Bot):
    """Hopes that the world is as it imagines it."""

    def worlds(self, options: int) -> int:
        return options  # the most worlds it will imagine

    def choose(self, sight: Sight) -> Option:
        def promise(option: Option) -> float:
            world = sight.imagine(0)  # the same world every time, always a new copy
            world.choose(world.decision_of(sight.seat), option)
            return sight.game.evaluate(world.state, sight.seat)

        return max(sight.decision.options, key=promise)
