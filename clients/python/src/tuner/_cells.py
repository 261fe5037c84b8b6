"""The values as the threads of the program read them."""
from __future__ import annotations

import copy
import threading
import time
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from ._declaration import Declaration, Observed
from ._errors import Fault
from ._kinds import Mismatch

MISSING: Any = object()
_NEVER: Any = object()


class Cell:
    """The present value of one key."""

    __slots__ = ("key", "marker", "value", "read", "declaration", "json", "observers", "misfit", "refused", "reported")

    def __init__(self, declaration: Declaration) -> None:
        self.key = declaration.key
        self.observers: List[Any] = []
        self.json: Any = MISSING
        #: Why the value of the daemon does not fit, and the last such reason that was reported to the program.
        self.misfit: Optional[str] = None
        self.reported: Optional[str] = None
        #: Why the program does not use its present value.
        self.refused: Optional[str] = None
        self.value: Any = None
        self.read: Any = None
        self.declare(declaration, declaration.default)

    def declare(self, declaration: Declaration, marker: Any) -> None:
        """Replaces the declaration. `marker` is the object that a call of `get` passes as the default."""
        self.declaration = declaration
        # A value that can be changed in place is copied for each reader, so the quick path must not match.
        self.marker: Any = _NEVER if declaration.kind.copies else marker
        self.value = self.read = declaration.default
        if self.json is not MISSING:
            self.accept(self.json)
            self.read = self.value

    def accept(self, json: Any) -> bool:
        """Stores a value of the daemon, MISSING for the default. Returns whether the value of the program changed."""
        self.json = json
        self.misfit = None
        try:
            value = self.declaration.default if json is MISSING else self.declaration.decode(json)
        except (Mismatch, ValueError, TypeError, ArithmeticError) as mismatch:
            self.misfit = f"{self.key} does not fit: {mismatch}"
            # The last value that fits stays; a flag has its default.
            value = self.declaration.default if self.declaration.is_flag else self.value
        if is_same(value, self.value):
            return False
        self.value = value
        self.refused = None
        return True

    @property
    def refusal(self) -> Optional[str]:
        """Why the program does not use the value of the daemon; the reports to the daemon have it."""
        return self.misfit or self.refused

    def recall(self, json: Any) -> None:
        """Begins with the last known value of an earlier run, if it fits."""
        if self.accept(json):
            self.read = self.value
        if self.misfit is not None:
            self.json, self.misfit = MISSING, None

    def take(self) -> Any:
        """Returns the value for the program, which has then read it."""
        value = self.value
        self.read = value
        return copy.deepcopy(value) if self.declaration.copies else value

    @property
    def has_value(self) -> bool:
        """Whether the program has a value: that of the daemon, or the default of a declaration."""
        return self.json is not MISSING or not isinstance(self.declaration, Observed)

    @property
    def is_unread(self) -> bool:
        return self.read is not self.value


def is_same(one: Any, other: Any) -> bool:
    """Returns whether two values are equal and have the same types."""
    if one is other:
        return True
    # 1 == 1.0 == True, also inside of a list.
    return type(one) is type(other) and one == other and (not isinstance(one, (list, dict)) or repr(one) == repr(other))


class FlagCell(Cell):
    """The present value of a flag in one context."""

    __slots__ = ("own", "evaluated", "received_in")

    def __init__(self, declaration: Declaration, own: Dict[str, Any], context: str) -> None:
        super().__init__(declaration)
        self.own = own
        #: The text of the context in which the daemon evaluates the flag; None before the first subscription.
        self.evaluated: Optional[str] = None
        #: The text of the context of the present value.
        self.received_in = context

    def accept(self, json: Any) -> bool:
        self.received_in = self.evaluated or self.received_in
        return super().accept(json)


#: The values of tunables by key, and of flags by key and context.
Snapshot = Tuple[Dict[str, Any], Dict[Tuple[str, str], Any]]


class Store:
    """All cells of a client. The cells of `quick` can be read without any lock."""

    def __init__(self, report: Callable[[Fault], None]) -> None:
        self.lock = threading.RLock()
        #: Empty in the child of a fork, until the child uses a value.
        self.quick: Dict[str, Cell] = {}
        self.cells: Dict[str, Cell] = {}
        #: The cells of flags, by key and by the text of their own context.
        self.flags: Dict[Tuple[str, str], FlagCell] = {}
        #: The values of keys that this client has written and not declared.
        self.written: Dict[str, Any] = {}
        self.unread: Dict[Cell, float] = {}
        self._snapshot: Optional[Snapshot] = None
        #: Gives a new cell its last known value.
        self.recall: Callable[[Cell], None] = lambda cell: None
        self._report = report
        self._conflicts: Dict[str, bool] = {}

    def declare(self, declaration: Declaration, marker: Any) -> Tuple[Cell, bool]:
        """Returns the cell of a key, and whether the daemon must receive a declaration or a subscription."""
        is_conflict = False
        with self.lock:
            cell = self.cells.get(declaration.key)
            is_new = cell is None
            if cell is None:
                cell = Cell(declaration)
                cell.marker = _NEVER if declaration.kind.copies else marker
                self.cells[cell.key] = cell
                self.recall(cell)
                if cell.key in self.written:
                    cell.accept(self.written.pop(cell.key))
                self._snapshot = None
            elif isinstance(cell.declaration, Observed) and not isinstance(declaration, Observed):
                cell.declare(declaration, marker)
                self._snapshot = None
                is_new = True
            elif not isinstance(declaration, Observed) and not cell.declaration.agrees(declaration):
                is_conflict = True
            self.quick[cell.key] = cell
        if is_conflict:
            self._report_conflict(cell.key)
        if is_new and declaration.fault:
            self._report(Fault(f"{declaration.key} cannot be declared: {declaration.fault}", declaration.key))
        return cell, is_new

    def _report_conflict(self, key: str) -> None:
        if not self._conflicts.setdefault(key, False):
            self._conflicts[key] = True
            self._report(Fault(f"{key} is declared twice in this program, in different ways", key))

    def publish(self, changes: Iterable[Tuple[Cell, Any]]) -> List[Cell]:
        """Makes several values visible together. Returns the cells whose values have changed."""
        changed, faults, now = [], [], time.monotonic()
        with self.lock:
            for cell, json in changes:
                if cell.accept(json):
                    changed.append(cell)
                    if not cell.declaration.is_flag:
                        self.unread.setdefault(cell, now)
                if cell.misfit != cell.reported:
                    cell.reported = cell.misfit
                    if cell.misfit:
                        faults.append(Fault(cell.misfit, cell.key))
            if changed:
                self._snapshot = None
        for fault in faults:
            self._report(fault)
        return changed

    def declare_flag(
        self, declaration: Declaration, text: str, own: Dict[str, Any], context: str
    ) -> Tuple[FlagCell, bool]:
        """Returns the cell of a flag in a context, and whether the daemon must receive a declaration.

        `text` is the text of its own context, and `context` that of the whole one.
        """
        is_conflict = False
        with self.lock:
            cell = self.flags.get((declaration.key, text))
            is_new = cell is None
            if cell is None:
                cell = self.flags[declaration.key, text] = FlagCell(declaration, own, context)
                self.recall(cell)
                self._snapshot = None
            elif not cell.declaration.agrees(declaration):
                is_conflict = True
        if is_conflict:
            self._report_conflict(f"the flag {cell.key}")
        if is_new and declaration.fault:
            self._report(Fault(f"the flag {declaration.key} cannot be declared: {declaration.fault}", declaration.key))
        return cell, is_new

    def snapshot(self) -> Snapshot:
        """Returns the values of all keys and flags at one revision. Later changes do not change it."""
        with self.lock:
            if self._snapshot is None:
                self._snapshot = (
                    {key: cell.value for key, cell in self.cells.items()},
                    {name: flag.value for name, flag in self.flags.items()},
                )
            return self._snapshot

    def revive(self) -> None:
        """Lets reads find the cells again, after a fork."""
        with self.lock:
            self.quick.update(self.cells)

    def unread_since(self) -> List[Tuple[str, float]]:
        """Returns the keys whose newest value the program has not read, with the time of the first such value."""
        with self.lock:
            self.unread = {cell: since for cell, since in self.unread.items() if cell.is_unread}
            return [(cell.key, since) for cell, since in self.unread.items()]

    def refusals(self) -> List[Tuple[str, str]]:
        """Returns the values that the program does not use, with the reasons."""
        with self.lock:
            return [(cell.key, cell.refusal) for cell in self.cells.values() if cell.refusal]
