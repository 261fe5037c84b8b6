"""JSON as the daemon reads and writes it: without NaN, and with integers apart from doubles."""
from __future__ import annotations

import json
from typing import Any, NoReturn

from ._errors import UnencodableError


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
        raise NotJSON("the text is nested too deep") from None
    except ValueError as error:
        raise NotJSON(str(error)) from None


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
