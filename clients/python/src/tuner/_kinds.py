"""How values of Python become JSON and back: a kind for each type of a default."""
from __future__ import annotations

import collections.abc
import copy
import datetime
import enum
import math
import typing
from typing import Any, Callable, Dict, List, Optional

from ._errors import UnencodableError
from ._json import DEEPEST

_SMALLEST, _LARGEST = -(2**63), 2**63 - 1


class Mismatch(ValueError):
    """A value of the daemon does not have the type of the program."""


class Kind:
    """The type of a value: its words in a declaration, and both directions of its conversion."""

    def __init__(
        self,
        spec: Dict[str, Any],
        decode: Callable[[Any], Any],
        encode: Optional[Callable[[Any], Any]] = None,
        copies: bool = False,
    ) -> None:
        self.spec = spec
        self.decode = decode
        self.encode = encode or plain_json
        #: Whether a value can be changed in place, so that each reader receives a copy.
        self.copies = copies


class TooDeep(UnencodableError):
    """A value has too many arrays and objects inside of each other, or itself."""


def plain_json(value: Any, level: int = 0) -> Any:
    """Returns the JSON of a value of any supported type."""
    if isinstance(value, enum.Enum):
        return plain_json(value.value, level)
    if isinstance(value, datetime.timedelta):
        return seconds(value)
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        if not _SMALLEST <= value <= _LARGEST:
            # The text of a very long integer is an error in Python.
            text = value if value.bit_length() < 256 else f"an integer of {value.bit_length()} bits"
            raise UnencodableError(f"{text} does not fit into 64 bits")
        return int(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise UnencodableError(f"JSON has no {value}")
        return float(value)
    if level == DEEPEST:
        raise TooDeep(f"the value has more than {DEEPEST} arrays and objects inside of each other")
    if isinstance(value, collections.abc.Mapping):
        for name in value:
            if not isinstance(name, str):
                raise UnencodableError(f"the name {name!r} of a member is no string")
        return {name: plain_json(member, level + 1) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_json(element, level + 1) for element in value]
    raise UnencodableError(f"JSON has no {type(value).__name__}")


def is_deep(json: Any, level: int = 0) -> bool:
    """Returns whether the program cannot use JSON of the daemon, because of its nesting."""
    if not isinstance(json, (list, dict)):
        return False
    members = json.values() if isinstance(json, dict) else json
    return level == DEEPEST or any(is_deep(member, level + 1) for member in members)


def is_equal(one: Any, other: Any) -> bool:
    """Returns whether two values are equal. Python can compare no values that are nested too deep."""
    try:
        return bool(one == other)
    except RecursionError:
        return False


def seconds(value: datetime.timedelta) -> Any:
    """Returns the seconds of a duration: an integer if it has no fraction of a second."""
    whole, rest = divmod(value, datetime.timedelta(seconds=1))
    return value.total_seconds() if rest else whole


def _boolean(json: Any) -> Any:
    if not isinstance(json, bool):
        raise Mismatch("the program uses a boolean")
    return json


def _integer(json: Any) -> Any:
    if isinstance(json, float) and json.is_integer() and _SMALLEST <= int(json) <= _LARGEST:
        return int(json)
    if isinstance(json, bool) or not isinstance(json, int) or not _SMALLEST <= json <= _LARGEST:
        raise Mismatch("the program uses an integer")
    return json


def _number(json: Any) -> Any:
    if isinstance(json, bool) or not isinstance(json, (int, float)):
        raise Mismatch("the program uses a number")
    try:
        return float(json)
    except OverflowError:
        raise Mismatch("the number is beyond the range of a double") from None


def _string(json: Any) -> Any:
    if not isinstance(json, str):
        raise Mismatch("the program uses a string")
    return json


def _duration(json: Any) -> Any:
    try:
        return datetime.timedelta(seconds=_number(json))
    except OverflowError:
        raise Mismatch("the duration is too long") from None


def _object(json: Any) -> Any:
    if not isinstance(json, dict):
        raise Mismatch("the program uses an object")
    return json


def _anything(json: Any) -> Any:
    return copy.deepcopy(json)


ANY = Kind({}, _anything, copies=True)
_PLAIN: Dict[Any, Kind] = {
    bool: Kind({"type": "boolean"}, _boolean),
    int: Kind({"type": "integer"}, _integer),
    float: Kind({"type": "number"}, _number),
    str: Kind({"type": "string"}, _string),
    datetime.timedelta: Kind({"type": "number", "unit": "s"}, _duration),
}


def kind_of(default: Any, hint: Any = None) -> Kind:
    """Returns the kind of a default, or of a type if the default is None; raises TypeError for other types."""
    hint = _wrapped(hint)
    if default is None or (isinstance(default, (list, tuple)) and not default):
        if hint is None or hint is Any:
            if default is None:
                raise TypeError("the default is None, so name the type: type=float")
            return _list(None)
        return _of_type(hint)
    if isinstance(default, enum.Enum):
        return _enumeration(type(default))
    for plain in (bool, int, float, str, datetime.timedelta):
        if isinstance(default, plain):
            # A number whose annotation is float can have a fraction.
            return _PLAIN[float if plain is int and hint is float else plain]
    if isinstance(default, (list, tuple)):
        kind = _of_type(hint) if _is_list(hint) and typing.get_args(hint) else _list(_common(default))
        return kind
    if isinstance(default, collections.abc.Mapping):
        return _OBJECT
    raise TypeError(f"a tunable cannot have the type {type(default).__name__}")


def _wrapped(hint: Any) -> Any:
    """Returns the type inside of an Optional."""
    if type(None) in typing.get_args(hint):
        others = [part for part in typing.get_args(hint) if part is not type(None)]
        return others[0] if len(others) == 1 else None
    return hint


def _is_list(hint: Any) -> bool:
    return typing.get_origin(hint) in (list, tuple, collections.abc.Sequence)


def _of_type(hint: Any) -> Kind:
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return _enumeration(hint)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if hint in (list, tuple) or _is_list(hint):
        parts = typing.get_args(hint)
        return _list(_PLAIN.get(parts[0]) if parts else None)
    if hint is dict or typing.get_origin(hint) in (dict, collections.abc.Mapping):
        return _OBJECT
    raise TypeError(f"a tunable cannot have the type {getattr(hint, '__name__', hint)}")


def _common(values: typing.Iterable[Any]) -> Optional[Kind]:
    """Returns the kind that all elements have; None if they have different ones."""
    types = {type(value) for value in values}
    if types == {int, float}:
        return _PLAIN[float]
    return _PLAIN.get(types.pop()) if len(types) == 1 else None


def _list(element: Optional[Kind]) -> Kind:
    def decode(json: Any) -> List[Any]:
        if not isinstance(json, list):
            raise Mismatch("the program uses an array")
        return [element.decode(part) for part in json] if element else json

    spec: Dict[str, Any] = {"type": "array"}
    if element:
        spec["items"] = dict(element.spec)
    return Kind(spec, decode, copies=True)


def _enumeration(cls: typing.Type[enum.Enum]) -> Kind:
    values = [plain_json(member.value) for member in cls]
    kind = _common(values)
    if kind is None:
        raise TypeError(f"the values of {cls.__name__} must all be strings, or all be numbers")

    def decode(json: Any) -> Any:
        value = kind.decode(json)
        for member in cls:
            if member.value == value:
                return member
        raise Mismatch(f"{cls.__name__} has no such value")

    return Kind({**kind.spec, "enum": values}, decode)


_OBJECT = Kind({"type": "object"}, _object, copies=True)
