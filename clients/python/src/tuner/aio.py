"""The writes for tasks of asyncio: each waits without blocking the loop."""
from __future__ import annotations

import datetime
from typing import Any, Mapping, Optional, Union

from . import _writing as writing
from ._scope import current

Seconds = Union[int, float, datetime.timedelta]


async def set(
    key: str, value: Any, *, for_: Optional[Seconds] = None, clamp: bool = False, if_revision: Optional[int] = None
) -> None:
    """Sets a value for every process, as `tuner.set` does."""
    options = {"for_": for_, "clamp": clamp, "ifRevision": if_revision}
    await writing.finished(writing.set_value(current().client, key, value, options))


async def update(
    values: Mapping[str, Any],
    *,
    for_: Optional[Seconds] = None,
    clamp: bool = False,
    if_revision: Optional[int] = None,
) -> None:
    """Sets several values in one commit, as `tuner.update` does."""
    options = {"for_": for_, "clamp": clamp, "ifRevision": if_revision}
    await writing.finished(writing.update(current().client, values, options))


async def reset(key: str) -> None:
    """Removes the value that was set, as `tuner.reset` does."""
    await writing.finished(writing.reset(current().client, key))


async def toggle(key: str, *, for_: Optional[Seconds] = None) -> Any:
    """Sets a boolean to its opposite, as `tuner.toggle` does."""
    return await writing.finished(writing.change(current().client, "tunables.toggle", {"key": key, "for_": for_}))


async def step(key: str, by: int = 1, *, for_: Optional[Seconds] = None) -> Any:
    """Moves a number by steps, as `tuner.step` does."""
    params = {"key": key, "by": by, "for_": for_}
    return await writing.finished(writing.change(current().client, "tunables.step", params))


async def value(key: str) -> Any:
    """Asks the daemon for the value of a key, as `tuner.value` does."""
    return await writing.finished(writing.value(current().client, key, None, False))


async def call(method: str, **params: Any) -> Any:
    """Calls a method of the daemon, as `tuner.call` does."""
    return await writing.finished(writing.start(current().client, method, params))
