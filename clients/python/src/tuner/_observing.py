"""Callbacks that receive the changes of a value."""
from __future__ import annotations

import inspect
import queue
import sys
import threading
import types
from typing import TYPE_CHECKING, Any, Callable, Optional

from ._cells import Cell, is_same
from ._errors import Fault

if TYPE_CHECKING:
    # Programs without a loop need not import it.
    import asyncio

    from ._client import Client


def _running_loop() -> Optional[asyncio.AbstractEventLoop]:
    """Returns the loop that the calling thread runs; None outside of a loop."""
    module = sys.modules.get("asyncio")
    try:
        loop: Optional[asyncio.AbstractEventLoop] = module.get_running_loop() if module is not None else None
    except RuntimeError:
        return None
    return loop


def _check(callback: Any, has_loop: bool) -> None:
    """Raises TypeError if nothing can call the callback."""
    if not callable(callback):
        raise TypeError(f"the callback must be a function, not {type(callback).__name__}")
    if not has_loop and any(map(inspect.iscoroutinefunction, (callback, type(callback).__call__))):
        raise TypeError("a coroutine function can be a callback only in a running loop; add it in a coroutine")


class Dispatcher:
    """The thread that runs callbacks. A callback can write: the thread of the connection does not wait for it."""

    def __init__(self, report: Callable[[Fault], None]) -> None:
        self._report = report
        self._lock = threading.RLock()
        self._queue: queue.SimpleQueue[Optional[Callable[[], None]]] = queue.SimpleQueue()
        self._thread: Optional[threading.Thread] = None

    def submit(self, call: Callable[[], None]) -> None:
        self._queue.put(call)
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="tuner callbacks", daemon=True)
                self._thread.start()

    def close(self) -> None:
        self._queue.put(None)

    def _run(self) -> None:
        while True:
            call = self._queue.get()
            if call is None:
                return
            try:
                call()
            except BaseException as error:  # SystemExit, too, would end the thread, and no callback would run again.
                self._report(Fault(f"a callback has failed: {error!r}", None, error))

    @property
    def is_current(self) -> bool:
        """Whether the caller is the thread of the callbacks."""
        return threading.current_thread() is self._thread


class Observation:
    """A callback that is called when a value has changed, until `cancel`."""

    def __init__(self, client: Client, cell: Cell, callback: Callable[[Any], Any]) -> None:
        self._client = client
        self._cell = cell
        self._callback = callback
        self._last = cell.value
        self._is_scheduled = False
        self._is_cancelled = False
        self._loop = _running_loop()
        _check(callback, self._loop is not None)
        cell.observers.append(self)

    def cancel(self) -> None:
        """Ends the calls of the callback."""
        self._is_cancelled = True
        if self in self._cell.observers:
            self._cell.observers.remove(self)

    def notify(self) -> None:
        """Schedules a call. Changes until then are one call."""
        if self._is_scheduled or self._is_cancelled:
            return
        self._is_scheduled = True
        if self._loop is None:
            self._client.dispatcher.submit(self._run)
            return
        try:
            self._loop.call_soon_threadsafe(self._run)
        except RuntimeError:  # The loop is closed.
            self.cancel()

    def _run(self) -> None:
        self._is_scheduled = False
        value = self._cell.value
        if self._is_cancelled or is_same(value, self._last):
            return
        self._last = value
        try:
            result = self._callback(self._client.copied(self._cell, value))
        except BaseException as error:
            if self._loop is not None and not isinstance(error, Exception):
                # The loop of the program ends, as for each other callback.
                raise
            self._fail(value, error)
            return
        if isinstance(result, types.CoroutineType) and self._loop is None:
            result.close()
            self._fail(value, TypeError("it returned a coroutine, and it was added outside of a running loop"))
        elif isinstance(result, types.CoroutineType) and self._loop is not None:
            task = self._loop.create_task(result)
            task.add_done_callback(lambda task: self._finish_task(value, task))
        else:
            self._cell.read = value

    def _finish_task(self, value: Any, task: asyncio.Task[Any]) -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self._fail(value, error)
        else:
            self._cell.read = value

    def _fail(self, value: Any, error: BaseException) -> None:
        import traceback

        reason = f"the callback for {self._cell.key} has raised {type(error).__name__}: {error}"
        details = "".join(traceback.format_exception(type(error), error, error.__traceback__))
        # The text of an error can name the value. So an error is the same one if its type and its place are.
        place = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
        identity = f"{self._cell.key} {type(error)} {place}"
        self._client.report(Fault(f"{reason}\n{details.rstrip()}", self._cell.key, error, identity), once=True)
        self._cell.read = value
        self._client.refuse(self._cell.key, reason)
