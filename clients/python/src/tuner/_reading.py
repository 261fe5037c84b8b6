"""Reading values: `tuner.get`, `tuner.flag` and their changes."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Type, TypeVar, overload

from ._iterating import Changes
from ._observing import Observation
from ._options import Options
from ._scope import SnapshotScope, current, scope, shared

if TYPE_CHECKING:
    # Type checkers have this module; a program need not.
    from typing_extensions import Unpack

T = TypeVar("T")
F = TypeVar("F", bound=Callable[[Any], Any])
_find = shared.store.quick.get
_scope_of = scope.get


@overload
def get(key: str, default: None, *, type: Type[T], **options: Unpack[Options]) -> Optional[T]: ...


@overload
def get(key: str, default: T, *, type: Any = ..., **options: Unpack[Options]) -> T: ...


def get(key: str, default: Any, **options: Any) -> Any:
    """Returns the value of a key, without waiting. The first call declares the key.

    The options are `type`, `min`, `max`, `step`, `unit`, `enum`, `title`, `description`, `group`, `tags`, `scale`,
    `secret`, `pattern` and `format`.

    >>> radius = tuner.get("ui.cornerRadius", 12.0, min=0, max=40, step=1)
    """
    if _scope_of() is None:
        cell = _find(key)
        if cell is not None and (
            cell.marker is default or (cell.marker == default and cell.marker.__class__ is default.__class__)
        ):
            # The reports to the daemon see by this assignment that the program has read the value.
            cell.read = value = cell.value
            return value
    return current().read(key, default, options)


def flag(
    key: str, default: T, context: Optional[Mapping[str, Any]] = None, *, description: Optional[str] = None
) -> T:
    """Returns the value of a feature flag, without waiting.

    The daemon evaluates the flag in `tuner.context`, with the members of `context`. Each context is a subscription: for
    the users of a service, call `evaluate`.
    """
    result: T = current().read_flag(key, default, context, description)
    return result


@overload
def on_change(key: str) -> Callable[[F], F]: ...


@overload
def on_change(key: str, callback: Callable[[Any], Any]) -> Observation: ...


def on_change(key: str, callback: Optional[Callable[[Any], Any]] = None) -> Any:
    """Calls a function with the newest value after each change: a decorator, or a function that returns an Observation.

    If it is called in a running loop of asyncio, the function runs in this loop, and can be a coroutine function. If
    not, it runs in a thread of the library, which may wait: the function can call `tuner.set`.
    """
    client = current().client
    if callback is not None:
        return client.observe(key, callback)

    def decorate(function: F) -> F:
        client.observe(key, function)
        return function

    return decorate


def changes(key: str, *, initial: bool = False) -> Changes:
    """Returns an iterator over the values after each change, for `for` and for `async for`.

    With `initial`, it returns the present value first.
    """
    return current().client.changes(key, initial)


def snapshot() -> SnapshotScope:
    """Returns the values of one revision. In its `with` block, `get`, `flag` and classes of `tunable` read them."""
    return SnapshotScope(current().client)


def refuse(key: str, reason: str) -> None:
    """Reports why the program does not use the present value. ``tunerctl applied`` prints the reason."""
    current().client.refuse(key, reason)
