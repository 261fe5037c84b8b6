"""The last known values, for a start without a daemon."""
from __future__ import annotations

import time
from typing import Any, Callable, Dict, Optional

from ._cells import MISSING, Cell, FlagCell, Store
from ._values_file import Name, ValuesFile

#: The seconds between a change and the writing of the file.
_PAUSE = 1.0


class Memory:
    """The values of a file, until declarations take them, and the schedule on which the file is written.

    Without a file, it remembers nothing.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._file: Optional[ValuesFile] = None
        self._remembered: Dict[Name, Any] = {}
        #: When to write the file; None if no value has changed.
        self.write_at: Optional[float] = None

    @property
    def is_used(self) -> bool:
        return self._file is not None

    def use(self, path: str, report: Callable[[str], None]) -> None:
        """Begins with the values in a file, and stores the values of the daemon there."""
        self._file = ValuesFile(path, report)
        self._remembered = self._file.read()
        with self._store.lock:
            self._store.recall = self._recall
            for cell in [*self._store.cells.values(), *self._store.flags.values()]:
                self._recall(cell)

    def _recall(self, cell: Cell) -> None:
        """Gives a new cell its last known value."""
        value = self._remembered.pop(_name(cell), MISSING)
        if value is not MISSING and cell.json is MISSING:
            cell.recall(value)

    def note_change(self) -> None:
        """Writes the file soon."""
        if self._file is not None and self.write_at is None:
            self.write_at = time.monotonic() + _PAUSE

    def discard(self) -> None:
        """Keeps the file as it is: the values are those of a world."""
        self.write_at = None

    def write_if_due(self) -> None:
        if self.write_at is not None and self.write_at <= time.monotonic():
            self.write()

    def write(self) -> None:
        """Writes the file, if a value has changed."""
        if self.write_at is None or self._file is None:
            return
        self.write_at = None
        with self._store.lock:
            values: Dict[Name, Any] = dict(self._remembered)
            for cell in [*self._store.cells.values(), *self._store.flags.values()]:
                if cell.json is not MISSING:
                    values[_name(cell)] = cell.json
        self._file.write(values)


def _name(cell: Cell) -> Name:
    return (cell.key, cell.received_in) if isinstance(cell, FlagCell) else (cell.key, None)
