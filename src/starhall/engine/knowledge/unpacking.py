# mypyc: off
"""A view as plain data for people's programs: what is packed into one number is unpacked.

The `coded` of a field's line says how its number is made (rules/codes.py). A mask becomes the list
of its members, several small numbers become a list, and two values become a pair.
"""

from __future__ import annotations

from typing import Any

from starhall.engine.knowledge.views import encode
from starhall.engine.rules.state import Part, Zone


def unpacked(part: Part) -> dict[str, Any]:
    """All declared fields of a part, as `encode` gives them, with packed numbers unpacked."""
    data = encode(part)
    for field in type(part).FIELDS:
        if field.name not in data:
            continue
        value = getattr(part, field.name)
        if field.declared.coded is not None:
            data[field.name] = field.declared.coded.plain(data[field.name])
        elif isinstance(value, list):
            if value and _is_inner(value[0]):
                data[field.name] = [unpacked(item) for item in value]
        elif _is_inner(value):
            data[field.name] = unpacked(value)
    return data


def _is_inner(value: object) -> bool:
    return isinstance(value, Part) and not isinstance(value, Zone)
