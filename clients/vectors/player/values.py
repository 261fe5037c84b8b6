"""JSON values: reading, comparing with a pattern, and building large or broken texts."""

import json


def read(text):
    """Returns the value of a JSON text; refuses NaN and infinity, which Python takes."""
    return json.loads(text, parse_constant=_refuse)


def _refuse(name):
    raise ValueError(f"{name} is not JSON")


def text(value):
    """Returns the JSON text of a value, in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def matches(pattern, value):
    """Returns whether a value matches a pattern.

    An object matches if it has the members of the pattern. An array must have the same number of elements. 1 and
    1.0 are equal, but no number equals a boolean.
    """
    if isinstance(pattern, dict):
        return isinstance(value, dict) and all(
            name in value and matches(member, value[name]) for name, member in pattern.items()
        )
    if isinstance(pattern, list):
        return (
            isinstance(value, list)
            and len(value) == len(pattern)
            and all(matches(element, other) for element, other in zip(pattern, value))
        )
    if isinstance(pattern, bool) or isinstance(value, bool):
        return pattern is value
    return pattern == value


def expanded(value):
    """Returns a value in which each `{"repeat": TEXT, "times": N}` is the long text that it describes."""
    if isinstance(value, dict):
        if value.keys() == {"repeat", "times"}:
            return value["repeat"] * value["times"]
        return {name: expanded(member) for name, member in value.items()}
    if isinstance(value, list):
        return [expanded(element) for element in value]
    return value


def raw(parts, identifier=None):
    """Returns the bytes to send: of a text, or of an array of texts, repeated texts and `{"bytes": HEXADECIMAL}`.

    `$id` in a text is the `id` of the request that the bytes respond to.
    """
    result = bytearray()
    for part in parts if isinstance(parts, list) else [parts]:
        if isinstance(part, dict) and "bytes" in part:
            result += bytes.fromhex(part["bytes"])
        elif isinstance(part, dict):
            result += part["repeat"].encode() * part["times"]
        else:
            result += part.replace("$id", text(identifier)).encode()
    return bytes(result)
