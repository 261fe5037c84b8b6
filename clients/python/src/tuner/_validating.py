"""The checks of a value that a preview makes in place of the daemon."""
from __future__ import annotations

from typing import Any, Dict, Mapping, NoReturn, Optional

from ._errors import RefusedError
from ._json import encode

_TYPE_WORDS = {
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "string": "a string",
    "array": "an array",
    "object": "an object",
}
_KIND_WORDS = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "an array", dict: "an object"}
_MOST_CHOICES = 8


def refuse(key: str, sentence: str, kind: str, **facts: Any) -> NoReturn:
    """Raises the error that the daemon would send."""
    raise RefusedError(f"{key} {sentence}", kind, {"kind": kind, "key": key, **facts})


def accepted(key: str, value: Any, spec: Mapping[str, Any], clamps: bool) -> Any:
    """Returns a value that the declaration allows; raises RefusedError for any other value.

    It checks the type, the enum and the limits. Only the daemon checks the step, the pattern and the format.
    """
    if value is None:
        refuse(key, "cannot be null; to remove a value, reset the key", "typeMismatch", value=None)
    _check_type(key, value, spec.get("type"))
    if "enum" in spec and value not in spec["enum"]:
        choices = [_shown(each) for each in spec["enum"][:_MOST_CHOICES]]
        more = ", …" if len(spec["enum"]) > _MOST_CHOICES else ""
        words = choices[0] if len(spec["enum"]) == 1 else f"one of {', '.join(choices)}{more}"
        refuse(key, f"must be {words}, got {_shown(value)}", "outOfRange", constraint="enum", enum=spec["enum"])
    if isinstance(value, str):
        _check_limits(key, len(value), spec, ("minLength", "maxLength"), "character")
    elif isinstance(value, list):
        _check_limits(key, len(value), spec, ("minItems", "maxItems"), "item")
    elif not isinstance(value, (bool, dict)):
        if clamps:
            value = min(max(value, spec.get("minimum", value)), spec.get("maximum", value))
        _check_limits(key, value, spec, ("minimum", "maximum"), None)
    return value


def _check_type(key: str, value: Any, expected: Optional[str]) -> None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    fits = {
        "boolean": isinstance(value, bool),
        "integer": is_number and value == int(value),
        "number": is_number,
        "string": isinstance(value, str),
        "array": isinstance(value, list),
        "object": isinstance(value, dict),
    }
    if expected is None or fits[expected]:
        return
    found = encode(value) if expected == "integer" and is_number else _KIND_WORDS[type(value)]
    refuse(key, f"must be {_TYPE_WORDS[expected]}, got {found}", "typeMismatch", expected=expected)


def _check_limits(key: str, found: Any, spec: Mapping[str, Any], names: Any, noun: Optional[str]) -> None:
    lowest, highest = (spec.get(name, found) for name in names)
    for name, words, is_violated in ((names[0], "at least", found < lowest), (names[1], "at most", found > highest)):
        if is_violated:
            limit = encode(spec[name])
            count = f"{limit} {noun}" + ("" if limit == "1" else "s") if noun else limit
            facts: Dict[str, Any] = {"constraint": name, name: spec[name]}
            refuse(key, f"must {'have' if noun else 'be'} {words} {count}, got {encode(found)}", "outOfRange", **facts)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"an array of {len(value)}"
    return "an object" if isinstance(value, dict) else encode(value)
