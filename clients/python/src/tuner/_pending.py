"""The result of a request, for a thread or a task that waits for it."""
from __future__ import annotations

import collections
import contextlib
import threading
from typing import Any, Callable, Deque, Generator, Generic, List, Optional, Tuple, TypeVar

from ._errors import NotConnectedError, OutcomeUnknownError, TunerError

T = TypeVar("T")


class Pending(Generic[T]):
    """A result that arrives later. A thread calls `wait`; a task uses `await`."""

    def __init__(self) -> None:
        # The first outcome counts. No lock: a handler of a signal can interrupt the program at any place, also one that
        # has a lock, and the thread of the connection must not wait for it. Appending and popping are atomic.
        self._outcomes: List[Tuple[Any, Optional[BaseException]]] = []
        self._waiters: Deque[Callable[[], None]] = collections.deque()
        #: Removes the request if it is not sent yet, and returns whether it did.
        self.withdraw: Callable[[], bool] = lambda: False

    def finish(self, result: Any = None, error: Optional[BaseException] = None) -> None:
        self._outcomes.append((result, error))
        with contextlib.suppress(IndexError):
            while True:
                self._waiters.pop()()

    def wait(self, timeout: Optional[float] = None, late: Optional[BaseException] = None) -> T:
        """Returns the result; raises `late` if it does not arrive in time."""
        # The other thread only releases it.
        gate = threading.Lock()
        gate.acquire()
        self._waiters.append(gate.release)
        try:
            if not self._outcomes and not gate.acquire(timeout=_seconds(timeout)):
                self.finish(error=late or self._late())
        except BaseException:
            self.withdraw()
            raise
        return self._take()

    def _late(self) -> TunerError:
        if self.withdraw():
            return NotConnectedError("the connection to the daemon was not ready in time; nothing was changed")
        return OutcomeUnknownError("the daemon did not respond; the value may have changed")

    def _take(self) -> T:
        result: T
        result, error = self._outcomes[0]
        if error is not None:
            raise error
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

        self._waiters.append(wake)
        if self._outcomes:
            arrive()
        try:
            await asyncio.wait_for(arrived, timeout)
        except asyncio.TimeoutError:
            self.finish(error=late or self._late())
        except asyncio.CancelledError:
            self.withdraw()
            raise
        return self._take()


def _seconds(timeout: Optional[float]) -> float:
    """Returns the argument of `Lock.acquire`: -1 waits without a limit."""
    return -1 if timeout is None else min(max(timeout, 0), threading.TIMEOUT_MAX)
