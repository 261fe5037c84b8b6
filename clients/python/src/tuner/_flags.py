"""The program's declaration of a flag."""
from __future__ import annotations

import collections.abc
import enum
from typing import Any, Dict, Mapping, Optional, Tuple

from ._declaration import Declaration
from ._errors import UnencodableError
from ._json import canonical, encode
from ._kinds import Kind, Mismatch, TooDeep, kind_of, plain_json
from ._options import NO_OPTIONS

_TYPES = {"boolean": "boolean", "integer": "number", "number": "number", "string": "string", "object": "object"}


class FlagDeclaration(Declaration):
    """A flag with its default; the context belongs to its cell."""

    __slots__ = ()
    is_flag = True

    def __init__(self, key: str, default: Any, description: Optional[str] = None) -> None:
        self.key = key
        self.options = NO_OPTIONS
        self.kind: Kind = kind_of(default)
        self.copies = self.kind.copies
        self.given = self.default = default
        self.minimum = self.maximum = None
        self.spec: Optional[Dict[str, Any]] = None
        self.fault = _key_fault(key)
        if self.fault:
            return
        if self.kind.spec["type"] == "array":
            self.fault = "its default is an array, and no flag has arrays"
            return
        try:
            spec = self._flag_words(default)
            if description is not None:
                spec["description"] = description
            encode(spec)
            self.spec = spec
            self.default = self.kind.decode(self.kind.encode(default))
        except (UnencodableError, Mismatch) as error:
            self.fault = str(error)
            self.copies = self.kind.copies and not isinstance(error, TooDeep)

    def _flag_words(self, default: Any) -> Dict[str, Any]:
        if isinstance(default, enum.Enum):
            values = [plain_json(member.value) for member in type(default)]
            return {"variants": {str(value): value for value in values}, "default": plain_json(default.value)}
        return {"type": _TYPES[self.kind.spec["type"]], "default": self.kind.encode(default)}


def encoded_context(context: Mapping[str, Any]) -> Tuple[Dict[str, Any], str]:
    """Returns the JSON of a context, and one text for all equal contexts: empty for a context without members."""
    if not isinstance(context, collections.abc.Mapping):
        raise TypeError(f"the context must be a mapping, not {type(context).__name__}")
    members: Dict[str, Any] = plain_json(context)
    return members, canonical(members, "the context") if members else ""


def _key_fault(key: str) -> Optional[str]:
    fits = 1 <= len(key.encode("utf-8", "replace")) <= 256
    if fits and key.isprintable():
        return None
    return "a flag's key has 1 to 256 bytes and no control characters"
