"""The program's declaration of a tunable."""
from __future__ import annotations

import collections.abc
import datetime
import re
from typing import Any, Dict, List, Mapping, Optional

from ._errors import UnencodableError
from ._json import DEEPEST, encode
from ._kinds import ANY, Kind, Mismatch, TooDeep, is_deep, kind_of, plain_json
from ._options import KEYWORDS, NO_OPTIONS, check_names

_KEY = re.compile(r"[A-Za-z0-9_.\-]{1,256}")
_LIMITS = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}


def key_fault(key: str) -> Optional[str]:
    """Returns why the daemon would refuse the key; None if it is valid."""
    if _KEY.fullmatch(key):
        return None
    return "a key has 1 to 256 letters, digits, dots, hyphens and underscores"


class Declaration:
    """A key with its default and its limits."""

    __slots__ = ("key", "given", "default", "kind", "spec", "fault", "options", "minimum", "maximum", "copies")
    is_flag = False

    def __init__(self, key: str, default: Any, options: Mapping[str, Any] = NO_OPTIONS) -> None:
        check_names(options)
        self.key = key
        self.options = options
        self.kind: Kind = kind_of(default, options.get("type"))
        #: Whether each reader receives a copy. Python cannot copy a default that is nested too deep.
        self.copies = self.kind.copies
        self.minimum: Any = None
        self.maximum: Any = None
        #: The words for the daemon; None if it cannot receive them.
        self.spec: Optional[Dict[str, Any]] = None
        self.fault = key_fault(key)
        #: The default as the program gave it.
        self.given = default
        self.default = default
        if self.fault:
            return
        try:
            spec = self._words(default, options)
            encode(spec)
            self.spec = spec
            if default is not None:
                self.default = self.kind.decode(spec["default"])
        except (UnencodableError, Mismatch) as error:
            self.fault = str(error)
            self.copies = self.kind.copies and not isinstance(error, TooDeep)

    def _words(self, default: Any, options: Mapping[str, Any]) -> Dict[str, Any]:
        spec = dict(self.kind.spec)
        if default is not None:
            spec["default"] = self.kind.encode(default)
        minimum, maximum = _LIMITS.get(spec.get("type", ""), ("minimum", "maximum"))
        for name, value in options.items():
            if value is None or name == "type" or (name == "secret" and not value):
                continue
            if name == "unit" and "unit" in spec:
                continue
            word = minimum if name == "min" else maximum if name == "max" else KEYWORDS[name]
            spec[word] = plain_json(_listed(self.key, name, value) if name in ("enum", "tags") else value)
        if spec.get("type") in ("number", "integer"):
            self.minimum, self.maximum = spec.get("minimum"), spec.get("maximum")
        return spec

    def decode(self, json: Any) -> Any:
        """Returns the value of the program for JSON of the daemon; raises Mismatch if it does not fit."""
        if is_deep(json):
            raise Mismatch(f"it has more than {DEEPEST} arrays and objects inside of each other")
        value = self.kind.decode(json)
        return self.kind.decode(self._limited(json)) if self.minimum is not None or self.maximum is not None else value

    def _limited(self, json: Any) -> Any:
        if self.minimum is not None and json < self.minimum:
            return self.minimum
        if self.maximum is not None and json > self.maximum:
            return self.maximum
        return json

    def agrees(self, other: Declaration) -> bool:
        """Returns whether two declarations of one key are equal."""
        return self.fault == other.fault and self.spec == other.spec and self.kind.spec == other.kind.spec


class Observed(Declaration):
    """A key that the program watches without a declaration; its value is None until the daemon has one."""

    __slots__ = ()

    def __init__(self, key: str) -> None:
        self.key = key
        self.options = NO_OPTIONS
        self.kind = ANY
        self.copies = ANY.copies
        self.given = self.default = self.spec = self.minimum = self.maximum = None
        self.fault = key_fault(key)


def _listed(key: str, name: str, value: Any) -> List[Any]:
    """Returns the elements of an argument that is a list. A text would be the list of its letters."""
    if isinstance(value, (str, bytes, collections.abc.Mapping)) or not isinstance(value, collections.abc.Iterable):
        raise TypeError(f"{name} of {key} must be a list, such as [{value!r}], not {type(value).__name__}")
    return list(value)


def duration(value: Any) -> Optional[float]:
    """Returns the seconds of the argument `for_`."""
    return value.total_seconds() if isinstance(value, datetime.timedelta) else value
