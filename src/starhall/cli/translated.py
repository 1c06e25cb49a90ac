"""The help pages in another language: replaces the texts of the commands before they are shown.

Typer takes help from the declarations, which are English. `help/<language>.toml` has the rest.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from typer import Context
from typer.core import TyperGroup

ANY: Final = "any"  # texts that several commands share
ROOT: Final = "starhall"
ABOUT: Final = "about"
EXAMPLES: Final = "\b\n"  # begins the part of a help text that is not wrapped


@cache
def texts(language: str) -> Mapping[str, Any]:
    """The help texts of a language by command; none, if it has none."""
    file = files("starhall.cli").joinpath("help", f"{language}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """A command and all below it, by their dotted names."""
    yield ".".join(path) or ROOT, command
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            yield from commands(inner, (*path, name))


def translate(command: Any, language: str) -> list[str]:
    """Translate the help of a whole command line; returns the names of missing texts."""
    known = texts(language)
    if not known:
        return []
    missing: list[str] = []
    _headings(known[ANY])
    names = command.context_settings["help_option_names"]
    for name, each in commands(command):
        each.options_metavar = known[ANY]["usage_options"]
        if isinstance(each, TyperGroup):
            each.subcommand_metavar = known[ANY]["usage_command"]
        own: Any = known
        for part in name.split("."):
            own = own.get(part, {})
        about = own.get(ABOUT)
        if about is None:
            missing.append(f"{name}.{ABOUT}")
        elif each.help is not None:
            _, mark, examples = each.help.partition(EXAMPLES)
            examples = examples.replace("Examples:", known[ANY]["examples"])
            each.help = about + (f"\n\n{mark}{examples}" if mark else "")
        help = each.get_help_option(Context(each, help_option_names=names))
        for parameter in [*each.params, help]:
            if getattr(parameter, "help", None):
                text = own.get(parameter.name, known[ANY].get(parameter.name))
                if isinstance(text, str):
                    parameter.help = text
                else:
                    missing.append(f"{name}.{parameter.name}")
    return missing


def _headings(words: Mapping[str, str]) -> None:
    """Translate the words that Typer adds to a help page."""
    from typer import rich_utils  # importing it takes a sixth of a command's start

    rich_utils.ARGUMENTS_PANEL_TITLE = words["arguments"]
    rich_utils.OPTIONS_PANEL_TITLE = words["options"]
    rich_utils.COMMANDS_PANEL_TITLE = words["commands"]
    rich_utils.DEFAULT_STRING = words["default"]
    rich_utils.ENVVAR_STRING = words["variable"]
    rich_utils.REQUIRED_LONG_STRING = words["required"]
