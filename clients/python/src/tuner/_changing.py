"""Requests that wait for a response: writes, and calls of methods."""
from __future__ import annotations

import datetime
from typing import Any, Mapping, Optional, TypeVar, Union

from . import _writing as writing
from ._scope import current
from ._worlds import Attempt

T = TypeVar("T")
Seconds = Union[int, float, datetime.timedelta]
_ABSENT: Any = object()


def set(
    key: str,
    value: Any,
    *,
    for_: Optional[Seconds] = None,
    clamp: bool = False,
    if_revision: Optional[int] = None,
) -> None:
    """Sets a value for every process, and waits until it is stored. None resets the key.

    With `for_`, the value is temporary. With `clamp`, an invalid number becomes the nearest valid one.
    """
    client = current().client
    options = {"for_": for_, "clamp": clamp, "ifRevision": if_revision}
    writing.finish(client, writing.set_value(client, key, value, options))


def reset(key: str) -> None:
    """Removes the value that was set, and waits until this is stored."""
    client = current().client
    writing.finish(client, writing.reset(client, key))


def update(
    values: Mapping[str, Any],
    *,
    for_: Optional[Seconds] = None,
    clamp: bool = False,
    if_revision: Optional[int] = None,
) -> None:
    """Sets several values in one commit: all, or none if one of them is refused."""
    client = current().client
    options = {"for_": for_, "clamp": clamp, "ifRevision": if_revision}
    writing.finish(client, writing.update(client, values, options))


def toggle(key: str, *, for_: Optional[Seconds] = None) -> Any:
    """Sets a boolean to its opposite, or an enumeration to its next value. Returns the new value."""
    client = current().client
    return writing.finish(client, writing.change(client, "tunables.toggle", {"key": key, "for_": for_}))


def step(key: str, by: int = 1, *, for_: Optional[Seconds] = None) -> Any:
    """Moves a number by steps of its declaration. Returns the new value."""
    client = current().client
    return writing.finish(client, writing.change(client, "tunables.step", {"key": key, "by": by, "for_": for_}))


def attempt(values: Mapping[str, Any], *, for_: Seconds) -> Attempt:
    """Changes several values for a time. The daemon reverts them, unless the program calls `keep`."""
    client = current().client
    params = {"values": values, "for_": for_}
    return Attempt(client, writing.finish(client, writing.start(client, "tunables.try", params))["try"])


def value(key: str, default: Any = _ABSENT) -> Any:
    """Asks the daemon for the value of a key that the program need not declare, and waits for the response."""
    client = current().client
    return writing.finish(client, writing.value(client, key, default, default is not _ABSENT))


def evaluate(key: str, default: T, context: Optional[Mapping[str, Any]] = None) -> T:
    """Asks the daemon for the value of a flag in a context, and waits for the response."""
    params = {"key": key, "default": default, "context": {**current().client.context, **(context or {})}}
    result: T = call("flags.evaluate", **params).get("value", default)
    return result


def call(method: str, **params: Any) -> Any:
    """Calls a method of the daemon, and returns its result: ``tuner.call("tunables.get", key="ui.scale")``.

    A name that is a keyword of Python ends in an underscore: ``for_=60``.
    """
    client = current().client
    return writing.finish(client, writing.start(client, method, params))
