"""A wrong command line: what Typer finds, said in the words of the catalogue.

Typer has its own English sentences. Its exceptions hold what is wrong in fields; where they do
not, the classes here refuse the words first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Final, NoReturn

import typer
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from starhall.cli.console import complain, err
from starhall.cli.words import BadUse, number, say, wanted_language
from starhall.engine.text.language import activate

# Typer exports one of its exceptions; the others are beside it.
_wrong: Final[Any] = import_module(typer.BadParameter.__module__)


class _Usage:
    """The usage line of a command in the language of the reader."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        pieces = self.collect_usage_pieces(ctx)  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, " ".join(pieces), f"{say('usage.usage')}: ")


class Command(_Usage, TyperCommand):
    """A command that says itself which words are too many."""

    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            rest = super().parse_args(ctx, args)
        except _wrong.BadOptionUsage as error:
            error.ctx = ctx  # the only error that does not say where
            raise
        if rest and not ctx.resilient_parsing:
            _refuse(ctx, BadUse("usage.extra", n=len(rest), words=" ".join(rest)))
        return rest


class Group(_Usage, TyperGroup):
    """Commands under one name; an unknown one is refused with similar names."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not ctx.resilient_parsing:
            near = get_close_matches(name, self.commands)
            _refuse(ctx, BadUse("usage.no_command", name=name, near=_either(near), n=len(near)))
        return super().resolve_command(ctx, args)


class Program(Group):
    """The whole command line: it says what was wrong, and ends with the exit code."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        activate(wanted_language(sys.argv[1:] if args is None else args))
        if not extra.get("standalone_mode", True):
            return super().main(args, *rest, **extra)
        try:
            code = super().main(args, *rest, **{**extra, "standalone_mode": False})
        except _wrong.UsageError as error:
            _tell(error)
            sys.exit(error.exit_code)
        except typer.Abort:
            err.print(say("usage.aborted"), style="red")
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)


def _refuse(ctx: Any, reason: BadUse) -> NoReturn:
    raise _wrong.UsageError(str(reason), ctx) from reason


def _tell(error: Any) -> None:
    """The usage line, the way to the help, and what is wrong."""
    if isinstance(error, _wrong.NoArgsIsHelpError):
        return  # the help has been shown
    if error.ctx is not None:
        err.print(Text(error.ctx.get_usage(), style="yellow"), soft_wrap=True)
        help = f"{error.ctx.command_path} {error.ctx.help_option_names[0]}"
        err.print(Text(say("usage.try_help", help=help), style="dim"), soft_wrap=True)
    complain(_sentence(error))


def _sentence(error: Any) -> str:
    if isinstance(error.__cause__, BadUse):
        return str(error.__cause__)
    for kind, sentence in _KINDS.items():
        if isinstance(error, getattr(_wrong, kind)):
            return str(sentence(error))
    if error.ctx is not None and isinstance(error.ctx.command, Group):
        return str(BadUse("usage.command", known=", ".join(error.ctx.command.commands)))
    return str(error.format_message())


def _missing(error: Any) -> BadUse:
    option = error.param.param_type_name == "option"
    return BadUse("usage.missing_option" if option else "usage.missing", name=_named(error.param))


def _no_option(error: Any) -> BadUse:
    near = sorted(error.possibilities or ())
    return BadUse("usage.no_option", name=error.option_name, near=_either(near), n=len(near))


def _option_use(error: Any) -> BadUse:
    """An option without its value, or a flag with one."""
    known = [] if error.ctx is None else error.ctx.command.params
    flags = [name for each in known if getattr(each, "is_flag", False) for name in each.opts]
    flag = error.option_name in flags
    return BadUse("usage.flag" if flag else "usage.no_value", name=error.option_name)


def _value(error: Any) -> BadUse:
    """A value that an argument or an option cannot have."""
    return BadUse("usage.value", name=_named(error.param), why=_why(error))


def _why(error: Any) -> str:
    """What is wrong with a value: as the check that refused it says, in our words."""
    found: list[Any] = getattr(error.__cause__, "errors", list)()
    if found and (key := _VALUES.get(found[0]["type"])):
        bounds = {name: number(bound, "") for name, bound in found[0].get("ctx", {}).items()
                  if isinstance(bound, int | float)}  # fmt: skip
        return say(f"usage.value_{key}", value=found[0]["input"], **bounds)
    return str(error.message)


def _named(param: Any) -> str:
    """An argument or an option as it is typed."""
    option = param.param_type_name == "option"
    return " / ".join(param.opts) if option else str(param.get_error_hint()).strip("'")


def _either(words: Sequence[str]) -> str:
    """`play`, `play or replay`."""
    return say("usage.or").join(words)


_KINDS: Final[dict[str, Callable[[Any], BadUse]]] = {  # the special ones first
    "MissingParameter": _missing,
    "NoSuchOption": _no_option,
    "BadOptionUsage": _option_use,
    "BadParameter": _value,
}
_VALUES: Final = {  # by the names that Pydantic gives to what is wrong
    "int_parsing": "whole",
    "int_from_float": "whole",
    "float_parsing": "number",
    "greater_than_equal": "least",
    "less_than_equal": "most",
}
