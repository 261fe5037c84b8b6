"""The result of a request, for a thread or a task that waits for it."""
from __future__ import annotations

import threading
from typing import Any, Callable, Generator, Generic, List, Optional, TypeVar

from ._errors import OutcomeUnknownError

T = TypeVar("T")


class Pending(Generic[T]):
    """A result that arrives later. A thread calls `wait`; a task uses `await`."""

    def __init__(self) -> None:
        self._done = threading.Event()
        self._lock = threading.Lock()
        self._result: Any = None
        self._error: Optional[BaseException] = None
        self._callbacks: List[Callable[[], None]] = []

    def finish(self, result: Any = None, error: Optional[BaseException] = None) -> None:
        with self._lock:
            if self._done.is_set():
                return
            self._result, self._error = result, error
            self._done.set()
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()

    def wait(self, timeout: Optional[float] = None, late: Optional[BaseException] = None) -> T:
        """Returns the result; raises `late` if it does not arrive in time."""
        if not self._done.wait(timeout):
            self.finish(error=late or OutcomeUnknownError("the daemon did not respond; the value may have changed"))
        return self._take()

    def _take(self) -> T:
        if self._error is not None:
            raise self._error
        result: T = self._result
        return result

    def __await__(self) -> Generator[Any, None, T]:
        return self.in_loop().__await__()

    async def in_loop(self, timeout: Optional[float] = None, late: Optional[BaseException] = None) -> T:
        """Returns the result to a task, without blocking its loop."""
        import asyncio

        loop = asyncio.get_running_loop()
        arrived: asyncio.Future[None] = loop.create_future()

        def arrive() -> None:
            if not arrived.done():
                arrived.set_result(None)

        def wake() -> None:
            try:
                loop.call_soon_threadsafe(arrive)
            except RuntimeError:
                pass  # The loop is closed, so no task waits.

        with self._lock:
            if self._done.is_set():
                arrive()
            else:
                self._callbacks.append(wake)
        try:
            await asyncio.wait_for(arrived, timeout)
        except asyncio.TimeoutError:
            self.finish(error=late or OutcomeUnknownError("the daemon did not respond; the value may have changed"))
        return self._take()
