"""The arguments that declare a value."""
from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, TypedDict

#: The keywords of a declaration by the name of the argument; those of `min` and `max` depend on the type.
KEYWORDS: Mapping[str, str] = {
    "step": "step",
    "unit": "unit",
    "enum": "enum",
    "title": "title",
    "description": "description",
    "group": "group",
    "tags": "tags",
    "scale": "x-scale",
    "secret": "x-secret",
    "pattern": "pattern",
    "format": "format",
}
NO_OPTIONS: Mapping[str, Any] = {}


class Options(TypedDict, total=False):
    """The limits of a value, and what people see of it."""

    min: Any
    max: Any
    step: Any
    unit: Optional[str]
    enum: Optional[Sequence[Any]]
    title: Optional[str]
    description: Optional[str]
    group: Optional[str]
    tags: Optional[Sequence[str]]
    scale: Optional[str]
    secret: bool
    pattern: Optional[str]
    format: Optional[str]


def check_names(options: Mapping[str, Any]) -> None:
    """Raises TypeError for an argument that no declaration has."""
    for name in options:
        if name not in KEYWORDS and name not in ("type", "min", "max"):
            raise TypeError(f"a declaration has no argument {name!r}; it has type, min, max, {', '.join(KEYWORDS)}")
