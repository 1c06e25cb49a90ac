"""Interprets a typed line: an option by number, token or the beginning of a token."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from starhall.cli.words import BadAnswer
from starhall.engine.rules.options import Option, Vocabulary


def find_option(
    text: str, offered: Sequence[Option], vocabulary: Vocabulary, others: Sequence[Option] = ()
) -> Option:
    """The option that was meant, offered or not; an ambiguous or unknown one is refused.

    The beginning of a token is compared with the offered options and the `others`.
    """
    if text.isdecimal():
        number = int(text)
        if 1 <= number <= len(offered):
            return offered[number - 1]
        raise BadAnswer("answer.number", n=number, last=len(offered))
    word = " ".join(text.lower().split())
    if word in vocabulary.tokens:
        return vocabulary.tokens[word]
    known = [*offered, *others]
    by_token = [option for option in known if option.token.startswith(word)]
    by_argument = [option for option in known if option.arg.startswith(word)]
    found = by_token or by_argument
    if len(found) > 1:
        tokens = ", ".join([option.token for option in found])
        raise BadAnswer("answer.ambiguous", text=text, tokens=tokens)
    if found:
        return found[0]
    near = get_close_matches(word, list(vocabulary.tokens), 1)
    if near:
        raise BadAnswer("answer.unknown_near", text=text, last=len(offered), near=near[0])
    raise BadAnswer("answer.unknown", text=text, last=len(offered))
