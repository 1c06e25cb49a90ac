"""Starhall: a games hall for space board games.

match = starhall.new("cyberstrife", seats=4, seed=7)
while not match.over:
    match.choose(match.decision.options[0])
match.result
"""

from starhall.engine.errors import StarhallError
from starhall.engine.game import find, installed
from starhall.engine.match.match import Match
from starhall.engine.match.opening import load, new

__version__ = "0.1.0"
__all__ = ["Match", "StarhallError", "__version__", "find", "installed", "load", "new"]
