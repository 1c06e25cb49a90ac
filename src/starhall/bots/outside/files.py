# mypyc: off
"""Bots in Python files, named by file. Loading one runs the file."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

from starhall.bots.base import Bot
from starhall.engine.errors import StarhallError

ENDING = ".py"


class BotFileError(StarhallError):
    """A file that holds no bot, or does not load."""


def is_file_name(name: str) -> bool:
    """`hopeful.py`, or `bots.py:Hopeful` if a file has several."""
    return _split(name)[0].endswith(ENDING)


def load(name: str) -> type[Bot]:
    """The bot class that the name stands for."""
    path, wanted = _split(name)
    found = _classes(path)
    if not found:
        raise BotFileError(f"{path} defines no bot: a subclass of starhall.bots.Bot")
    if not wanted and len(found) == 1:
        return next(iter(found.values()))
    if wanted not in found:
        ways = ", ".join([f"{path}:{each}" for each in found])
        missing = f"no bot '{wanted}'" if wanted else "several bots"
        raise BotFileError(f"{path} defines {missing}; write one of: {ways}")
    return found[wanted]


def _split(name: str) -> tuple[str, str]:
    path, colon, wanted = name.rpartition(":")
    return (path, wanted) if colon and path.endswith(ENDING) else (name, "")


@cache
def _classes(path: str) -> dict[str, type[Bot]]:
    """The bots that a file defines; imported ones do not count."""
    file = Path(path)
    if not file.is_file():
        raise BotFileError(f"there is no file {path} to load a bot from")
    module_name = f"starhall_bot_{file.stem}"
    spec = importlib.util.spec_from_file_location(module_name, file)
    assert spec is not None and spec.loader is not None  # a file that ends in .py has both
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        line = _line_in(path, error)
        raise BotFileError(
            f"{path}{line} does not load: {type(error).__name__}: {error}"
        ) from error
    return {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, Bot) and thing.__module__ == module_name
    }


def _line_in(path: str, error: Exception) -> str:
    """The line of the error, if known."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}"
    line = ""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = f", line {trace.tb_lineno}"
        trace = trace.tb_next
    return line
