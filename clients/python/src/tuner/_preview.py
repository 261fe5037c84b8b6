"""Values without a daemon, for unit tests."""
from __future__ import annotations

import contextlib
import json
import threading
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple

from ._cells import MISSING, Cell
from ._client import Client
from ._errors import NotConnectedError, RefusedError, TunerError
from ._kinds import plain_json
from ._pending import Pending
from ._scope import replaced, shared
from ._session import Request
from ._validating import accepted, refuse
from ._worker import Worker
from ._worlds import declarations

_ALONE = "the preview is not connected; nothing was changed"


class PreviewWorker(Worker):
    """What a client has in place of a connection: values in memory, which it validates as the daemon does."""

    def __init__(self, client: Client, values: Mapping[str, Any], flags: Mapping[str, Any]) -> None:
        super().__init__(client)
        self.is_connected = True
        self._state = threading.RLock()
        self._values: Dict[str, Any] = {key: plain_json(value) for key, value in values.items()}
        self._flags: Dict[str, Any] = {key: plain_json(value) for key, value in flags.items()}
        #: The values that end after a time, each with the number of its write, and the timers of these writes.
        self._temporary: Dict[str, Tuple[int, Any]] = {}
        self._timers: List[threading.Timer] = []
        self._methods: Dict[str, Callable[[Dict[str, Any]], Any]] = {
            "tunables.set": self._set,
            "tunables.update": self._update,
            "tunables.reset": self._reset,
            "tunables.toggle": self._toggle,
            "tunables.try": self._try,
            "tunables.confirm": self._confirm,
            "tunables.cancel": self._cancel,
            "tunables.get": self._get,
            "flags.evaluate": self._evaluate,
        }

    # The interface of a worker.

    def start(self) -> None: ...

    def abandon(self) -> None: ...

    def note_refusal(self) -> None: ...

    def close(self, timeout: float) -> None:
        for timer in self._timers:
            timer.cancel()

    def follow(self) -> None:
        self._publish(lambda cell: cell.json is MISSING)

    def ready(self, wait: Pending[None]) -> None:
        wait.finish(error=None if self.is_connected else NotConnectedError(_ALONE))

    def submit(self, request: Request) -> None:
        try:
            if not self.is_connected:
                raise NotConnectedError(_ALONE)
            method = self._methods.get(request.method)
            if method is None:
                raise NotConnectedError(f"a preview has no daemon, and no method {request.method}")
            with self._state:
                result = method(json.loads(request.text))
        except TunerError as error:
            return request.finish(None, error)
        request.finish(result, None)

    # The values.

    def simulate(self, values: Mapping[str, Any], flags: Mapping[str, Any]) -> None:
        """Changes values as another program would; None removes a value."""
        with self._state:
            for changes, all_values in ((values, self._values), (flags, self._flags)):
                for key, value in changes.items():
                    all_values[key] = MISSING if value is None else plain_json(value)
            for key in values:
                self._temporary.pop(key, None)
            self._publish_keys({*values, *flags})

    def _present(self, key: str) -> Any:
        return self._temporary[key][1] if key in self._temporary else self._values.get(key, MISSING)

    def _publish(self, is_wanted: Callable[[Cell], bool]) -> None:
        with self._state:
            store = self.client.store
            with store.lock:
                tunables = [(cell, self._present(cell.key)) for cell in store.cells.values() if is_wanted(cell)]
                flags = [(flag, self._flags.get(flag.key, MISSING)) for flag in store.flags.values() if is_wanted(flag)]
            self.client.announce(store.publish([*tunables, *flags]))

    def _publish_keys(self, keys: Iterable[str]) -> None:
        wanted = set(keys)
        self._publish(lambda cell: cell.key in wanted)

    def _spec(self, key: str) -> Dict[str, Any]:
        cell = self.client.store.cells.get(key)
        return cell.declaration.spec or {} if cell is not None else {}

    def _put(self, values: Dict[str, Any], params: Mapping[str, Any]) -> int:
        """Stores values, which are temporary if there is a time. Returns the number of the write."""
        number = len(self._timers) + 1
        if "for" not in params:
            self.simulate({key: value for key, value in values.items()}, {})
            return number
        self._temporary.update({key: (number, value) for key, value in values.items()})
        timer = threading.Timer(params["for"], self._end, [number])
        timer.daemon = True
        self._timers.append(timer)
        timer.start()
        self._publish_keys(values)
        return number

    def _end(self, number: int) -> None:
        with self._state:
            self._publish_keys(self._take(number))

    def _take(self, number: int) -> Dict[str, Any]:
        """Removes the temporary values of a write, except for those that another write has replaced."""
        taken = {key: value for key, (by, value) in self._temporary.items() if by == number}
        for key in taken:
            del self._temporary[key]
        return taken

    # The methods.

    def _set(self, params: Dict[str, Any]) -> Any:
        key = params["key"]
        value = accepted(key, params["value"], self._spec(key), params.get("clamp", False))
        self._put({key: value}, params)
        return {"value": value, "effective": value}

    def _checked(self, params: Dict[str, Any]) -> Dict[str, Any]:
        clamps = params.get("clamp", False)
        return {key: accepted(key, value, self._spec(key), clamps) for key, value in params["values"].items()}

    def _update(self, params: Dict[str, Any]) -> Any:
        values = self._checked(params)
        self._put(values, params)
        return {"changes": [{"key": key, "value": value} for key, value in values.items()]}

    def _reset(self, params: Dict[str, Any]) -> Any:
        self.simulate({params["key"]: None}, {})
        return {}

    def _toggle(self, params: Dict[str, Any]) -> Any:
        key, spec = params["key"], self._spec(params["key"])
        value = self._get(params)["value"]
        choices = [False, True] if isinstance(value, bool) else spec.get("enum")
        if not choices or value not in choices:
            reason = "cannot be toggled; only a boolean or a value with an enum can be toggled"
            refuse(key, reason, "typeMismatch")
        return self._set({**params, "value": choices[(choices.index(value) + 1) % len(choices)]})

    def _try(self, params: Dict[str, Any]) -> Any:
        return {"try": self._put(self._checked(params), params)}

    def _confirm(self, params: Dict[str, Any]) -> Any:
        self.simulate(self._ended(params["try"]), {})
        return {}

    def _cancel(self, params: Dict[str, Any]) -> Any:
        self._publish_keys(self._ended(params["try"]))
        return {}

    def _ended(self, number: int) -> Dict[str, Any]:
        values = self._take(number)
        if not values:
            raise RefusedError(f"there is no try {number}", "conflict", {"kind": "conflict", "try": number})
        return values

    def _get(self, params: Dict[str, Any]) -> Any:
        key = params["key"]
        for value in (self._present(key), self._spec(key).get("default", MISSING), params.get("default", MISSING)):
            if value is not MISSING:
                return {"value": value}
        raise RefusedError(f"there is no tunable {key}", "unknownKey", {"kind": "unknownKey", "key": key})

    def _evaluate(self, params: Dict[str, Any]) -> Any:
        value = self._flags.get(params["key"], MISSING)
        return {"value": params.get("default") if value is MISSING else value}


class Preview(contextlib.ExitStack):
    """Values without a daemon, which the whole process uses in the `with` block."""

    def __init__(self, values: Mapping[str, Any], flags: Mapping[str, Any]) -> None:
        super().__init__()
        self._client = Client(name=shared.name, on_fault=shared.on_fault)
        self._client.state = "connected"
        self._worker = PreviewWorker(self._client, values, flags)
        self._client.worker = self._worker

    def __enter__(self) -> Preview:
        super().__enter__()
        for declaration in declarations(shared):
            self._client.declare(declaration)
        self.callback(self._client.close)
        self.enter_context(replaced(self._client))
        return self

    def simulate(
        self, values: Optional[Mapping[str, Any]] = None, *, flags: Optional[Mapping[str, Any]] = None
    ) -> None:
        """Changes values as another program would. None removes a value, so that the default applies."""
        self._worker.simulate(values or {}, flags or {})

    def simulate_connection(self, state: str) -> None:
        """Changes the state of the connection. Except for ``connected``, each write raises NotConnectedError."""
        self._worker.is_connected = state == "connected"
        self._client.set_state(state)


def preview(
    values: Optional[Mapping[str, Any]] = None, *, flags: Optional[Mapping[str, Any]] = None
) -> Preview:
    """Returns values without a daemon, for the `with` block of a unit test. Other keys have their defaults.

    >>> with tuner.preview({"ui.cornerRadius": 18}, flags={"ui.newMenu": True}):
    ...     assert tuner.get("ui.cornerRadius", 12.0) == 18
    """
    return Preview(values or {}, flags or {})
