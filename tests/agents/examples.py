"""The complete examples of docs/agents.md, to be run as they are printed."""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "agents.md"


def example(what: str, changes: dict[str, str]) -> str:
    """The one block of Python that contains this text, with some literals replaced."""
    blocks = re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    (found,) = [block for block in blocks if what in block]
    for old, new in changes.items():
        assert old in found
        found = found.replace(old, new)
    return str(found)
