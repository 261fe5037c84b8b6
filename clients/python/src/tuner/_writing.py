"""The requests of a program that wait for a response."""
from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Optional

from ._client import Client
from ._declaration import duration

from ._kinds import plain_json
from ._pending import Pending
from ._session import Request

#: The seconds that a write waits for its response.
WRITE_SECONDS = 10.0
_MOST_WRITTEN = 1_000


def start(
    client: Client,
    method: str,
    params: Mapping[str, Any],
    then: Optional[Callable[[Any], Any]] = None,
    returns_result: bool = True,
) -> Pending[Any]:
    """Sends a request; its result passes through `then`."""
    pending: Pending[Any] = Pending()

    def finish(result: Any, error: Optional[BaseException]) -> None:
        try:
            pending.finish(result if then is None or error is not None else then(result), error)
        except Exception as failure:
            pending.finish(error=failure)

    # Encoded in the thread of the caller, who receives an error of it.
    request = Request(method, named(params), finish)
    request.returns_result = returns_result
    pending.withdraw = lambda: client.worker.requests.withdraw(request)
    client.worker.submit(request)
    return pending


def named(params: Mapping[str, Any]) -> Dict[str, Any]:
    """Returns parameters with the names of the protocol: `for_` is `for`. Leaves out those that are None."""
    return {name.rstrip("_"): plain_json(value) for name, value in params.items() if value is not None}


def _encoded(client: Client, key: str, value: Any) -> Any:
    cell = client.store.cells.get(key)
    return plain_json(value) if cell is None else cell.declaration.kind.encode(value)


def set_value(client: Client, key: str, value: Any, options: Mapping[str, Any]) -> Pending[Any]:
    if value is None:
        return reset(client, key)
    params = {"key": key, "value": _encoded(client, key, value), **_common(options)}
    return start(client, "tunables.set", params, lambda result: _note(client, key, result), False)


def update(client: Client, values: Mapping[str, Any], options: Mapping[str, Any]) -> Pending[Any]:
    encoded = {key: _encoded(client, key, value) for key, value in values.items()}

    def note(result: Any) -> None:
        for change in result.get("changes", []):
            if "value" in change:
                _note_value(client, change["key"], change["value"])

    return start(client, "tunables.update", {"values": encoded, **_common(options)}, note, False)


def reset(client: Client, key: str) -> Pending[Any]:
    def note(result: Any) -> None:
        client.store.written.pop(key, None)

    return start(client, "tunables.reset", {"key": key}, note, False)


def change(client: Client, method: str, params: Mapping[str, Any]) -> Pending[Any]:
    """Sends `tunables.toggle` or `tunables.step`; the result is the new value."""
    key: str = params["key"]

    def value(result: Any) -> Any:
        _note(client, key, result)
        json = result.get("effective", result["value"])
        cell = client.store.cells.get(key)
        return json if cell is None else cell.declaration.decode(json)

    return start(client, method, {**params, "for_": duration(params.get("for_"))}, value, False)


def _common(options: Mapping[str, Any]) -> Dict[str, Any]:
    params = dict(options)
    params["for_"] = duration(params.get("for_"))
    # The daemon takes no null, and false is its default.
    return {name: value for name, value in params.items() if value is not None and value is not False}


def _note(client: Client, key: str, result: Any) -> None:
    _note_value(client, key, result.get("effective", result.get("value")))


def _note_value(client: Client, key: str, json: Any) -> None:
    """Keeps a written value for a declaration that follows; a declared key has received its notification."""
    with client.store.lock:
        if key not in client.store.cells:
            client.store.written[key] = json
            if len(client.store.written) > _MOST_WRITTEN:
                del client.store.written[next(iter(client.store.written))]


def move(client: Client, world: Optional[str]) -> Pending[Any]:
    """Joins a world, or leaves it. The notification with the other values arrives before the response."""

    def note(result: Any) -> None:
        client.world_name = world
        # The daemon cannot resume from values of a world.
        client.since = None

    return start(client, "session.hello", {"client": client.name, "world": world}, note)


def value(client: Client, key: str, default: Any, has_default: bool) -> Pending[Any]:
    params = {"key": key, "default": default} if has_default else {"key": key}
    return start(client, "tunables.get", params, lambda result: result["value"])


def finish(client: Client, pending: Pending[Any]) -> Any:
    """Waits for a write in the calling thread."""
    return client.wait(pending, WRITE_SECONDS)


async def finished(pending: Pending[Any]) -> Any:
    """Waits for a write in the loop of the calling task."""
    return await pending.in_loop(WRITE_SECONDS)


