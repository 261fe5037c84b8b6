"""Iterators over the changes of a value."""
from __future__ import annotations

import collections
import contextlib
import weakref
from typing import TYPE_CHECKING, Any, AsyncIterator, Deque, Iterator, Optional

from ._cells import Cell, is_same
from ._pending import Pending

if TYPE_CHECKING:
    from ._client import Client


class IterationObserver:
    """What a cell has of an iterator: a weak reference, so that an iterator that the program drops is freed."""

    def __init__(self, cell: Cell, changes: Changes) -> None:
        self._cell = cell
        self._changes = weakref.ref(changes, self.remove)
        #: The iterator, while a task waits for it: a loop has only weak references to its tasks.
        self.awaited: Optional[Changes] = None
        cell.observers.append(self)

    def notify(self) -> None:
        changes = self._changes()
        if changes is not None:
            changes.notify()

    def close(self) -> None:
        """Ends the iteration."""
        changes = self._changes()
        if changes is not None:
            changes.close()

    def remove(self, _: object = None) -> None:
        if self in self._cell.observers:
            self._cell.observers.remove(self)


class Changes(Iterator[Any], AsyncIterator[Any]):
    """The values of a key after each change: an iterator that blocks, and an asynchronous one.

    If `is_initial`, the present value is the first one. A key without a declaration has none until the daemon has sent
    one. The iteration ends with `close`, or at the end of a `with` block. An iterator to which the program has no
    reference is freed.
    """

    def __init__(self, client: Client, cell: Cell, is_initial: bool) -> None:
        self._client = client
        self._cell = cell
        # A new object is no value of a cell.
        self._last: Any = object() if is_initial and cell.has_value else cell.value
        self._is_closed = False
        #: The threads and tasks that wait for the next value.
        self._waiting: Deque[Pending[None]] = collections.deque()
        self._observer = IterationObserver(cell, self)

    def notify(self) -> None:
        with contextlib.suppress(IndexError):
            while True:
                self._waiting.pop().finish()

    def close(self) -> None:
        """Ends the iteration."""
        self._is_closed = True
        self._observer.remove()
        self.notify()

    def __enter__(self) -> Changes:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __iter__(self) -> Changes:
        return self

    def __next__(self) -> Any:
        while True:
            changed = self._next_change()
            if self._is_closed:
                raise StopIteration
            if self._has_next():
                return self._client.copied(self._cell, self._last)
            changed.wait()

    def __aiter__(self) -> Changes:
        return self

    async def __anext__(self) -> Any:
        self._observer.awaited = self
        try:
            while True:
                changed = self._next_change()
                if self._is_closed:
                    raise StopAsyncIteration
                if self._has_next():
                    return self._client.copied(self._cell, self._last)
                await changed
        finally:
            self._observer.awaited = None

    def _next_change(self) -> Pending[None]:
        """Returns what the next change finishes. A change, or an end, before this call is visible."""
        changed: Pending[None] = Pending()
        self._waiting.append(changed)
        return changed

    def _has_next(self) -> bool:
        value = self._cell.value
        if is_same(value, self._last):
            return False
        self._last = self._cell.read = value
        return True
