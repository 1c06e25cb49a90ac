"""The content of a match: its cards, units and numbers, and the options that name them.

A game loads its content files into one object. The state refers to it, and copies share it. No
rule reads module-level tables, so two contents of a game can be played side by side.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from starhall.engine.rules.options import Vocabulary


@mypyc_attr(allow_interpreted_subclasses=True)
class Content:
    """Games add their tables. `hash` is the fingerprint of the files; records store it."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self.hash = ""
        self.vocabulary = vocabulary if vocabulary is not None else Vocabulary()
