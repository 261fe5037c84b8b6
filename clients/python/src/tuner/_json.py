"""JSON as the daemon reads and writes it: without NaN, and with integers apart from doubles."""
from __future__ import annotations

import json
import re
from typing import Any, Dict, NoReturn

from ._errors import UnencodableError


#: The deepest nesting of a value in the program: Python can copy and compare it far from its limit for recursion.
DEEPEST = 256
#: The deepest nesting of a message that Python cannot read whole: more than that of any usable value in it.
_KEPT = DEEPEST + 16
_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]', re.DOTALL)


class Pruned(Dict[str, Any]):
    """A message without the values that are nested too deep for Python."""


class NotJSON(ValueError):
    """A text of the daemon is not JSON."""


def _refuse_constant(name: str) -> NoReturn:
    raise NotJSON(f"{name} is no number in JSON")


def _read_float(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise NotJSON(f"{text[:40]} is beyond the range of a double")
    return value


_decoder = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_read_float)
_encoder = json.JSONEncoder(allow_nan=False, ensure_ascii=False, separators=(",", ":"))
_sorting = json.JSONEncoder(allow_nan=False, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def decode(text: bytes) -> Any:
    """Returns the value of a text; raises NotJSON for any other bytes."""
    try:
        return _decoder.decode(text.decode("utf-8"))
    except RecursionError:
        return _decode_deep(text)
    except ValueError as error:
        raise NotJSON(str(error)) from None


def _decode_deep(text: bytes) -> Pruned:
    try:
        message = _decoder.decode(_pruned(text).decode("utf-8"))
    except (RecursionError, ValueError) as error:
        raise NotJSON(f"the text is nested too deep: {error}") from None
    if not isinstance(message, dict):
        raise NotJSON("the text is nested too deep")
    return Pruned(message)


def _pruned(text: bytes) -> bytes:
    """Returns a text with null in place of each array and object that is nested too deep."""
    parts, start, level = [], 0, 0
    for token in _TOKEN.finditer(text):
        if token.group() in (b"[", b"{"):
            if level == _KEPT:
                parts += [text[start : token.start()], b"null"]
            level += 1
        elif token.group() in (b"]", b"}"):
            level -= 1
            if level == _KEPT:
                start = token.end()
    return b"".join([*parts, text[start:]])


def encode(value: Any, subject: str = "the value") -> str:
    """Returns the text of a value; raises UnencodableError if JSON cannot have the value."""
    return _encode(_encoder, value, subject)


def canonical(value: Any, subject: str) -> str:
    """Returns one text for all objects with equal members."""
    return _encode(_sorting, value, subject)


def _encode(encoder: json.JSONEncoder, value: Any, subject: str) -> str:
    try:
        text = encoder.encode(value)
        text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise UnencodableError(f"{subject} cannot be sent as JSON: {error}") from None
    return text
