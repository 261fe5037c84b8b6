"""A client: the values of a program, and its connection to a daemon."""
from __future__ import annotations

import copy
import os
import sys
import threading
import weakref
from typing import Any, Callable, Dict, List, Mapping, Optional, Set

from ._cells import Cell, FlagCell, Store
from ._declaration import Declaration, Observed
from ._errors import Fault, NotReadyError
from ._flags import FlagDeclaration, encoded_context
from ._iterating import Changes, IterationObserver
from ._json import canonical
from ._kinds import Mismatch, is_equal
from ._memory import Memory
from ._name import program_name
from ._observing import Dispatcher, Observation
from ._options import NO_OPTIONS
from ._pending import Pending
from ._streams import Streams
from ._worker import Worker

#: All clients of the process, for forks and for the end of the process.
clients: weakref.WeakSet[Client] = weakref.WeakSet()
_MOST_FAULTS = 1_000
#: The most bytes of a request, until the daemon has sent its limit.
_LONGEST_REQUEST = 1 << 24


def _print_fault(fault: Fault) -> None:
    print(f"tuner: {fault}", file=sys.stderr)


class Client:
    """The values of a program. `tuner.get` uses one for the whole process; `tuner.world` makes another one."""

    def __init__(
        self,
        *,
        name: Optional[str] = None,
        version: Optional[str] = None,
        socket: Optional[str] = None,
        world: Optional[str] = None,
        owns_world: bool = False,
        on_fault: Callable[[Fault], None] = _print_fault,
    ) -> None:
        self.name = name or program_name()
        self.version = version
        self.socket = socket
        self.owns_world = owns_world
        self.on_fault = on_fault
        self.state = "connecting"
        self.since: Optional[Dict[str, Any]] = None
        self.since_keys: List[str] = []
        #: The most bytes of a request, from the last greeting. A daemon ends the connection after a longer one.
        self.longest_request = _LONGEST_REQUEST
        self.store = Store(lambda fault: self.report(fault, once=True))
        self.streams = Streams()
        self.dispatcher = Dispatcher(self.report)
        self.memory = Memory(self.store)
        self.worker = Worker(self)
        self._world = world
        self._reads_world = not owns_world and world is None
        self._context: Dict[str, Any] = {}
        self._faults: Set[str] = set()
        self._listeners: List[Callable[[str], None]] = []
        clients.add(self)

    @property
    def client(self) -> Client:
        return self

    # Reading.

    def read(self, key: str, default: Any, options: Mapping[str, Any] = NO_OPTIONS) -> Any:
        """Returns the value of a key for the program; declares the key at its first use."""
        cell = self.store.quick.get(key)
        if cell is not None and _is_given(cell.declaration, default):
            return cell.take()
        declaration = Declaration(key, default, options)
        cell = self.declare(declaration)
        return cell.take() if cell.declaration.kind.spec == declaration.kind.spec else _converted(cell, declaration)

    def declare(self, declaration: Declaration, starts: bool = True) -> Cell:
        """Returns the cell of a declaration. Unless `starts`, the connection waits for the first read."""
        is_cold = declaration.key not in self.store.quick
        cell, is_new = self.store.declare(declaration, declaration.given)
        if is_cold and not is_new:
            self.store.revive()
        if not starts:
            self.store.quick.pop(declaration.key, None)
        elif is_new or is_cold:
            self.worker.follow()
        return cell

    def read_declared(self, declaration: Declaration) -> Any:
        """Returns the value of a key that a class declares."""
        return self.read(declaration.key, declaration.given, declaration.options)

    def observed(self, key: str) -> Cell:
        """Returns the cell of a key, which the program need not declare."""
        cell = self.store.quick.get(key)
        return cell if cell is not None else self.declare(self._declared(key) or Observed(key))

    def _declared(self, key: str) -> Optional[Declaration]:
        cell = self.store.cells.get(key)
        return cell.declaration if cell is not None else None

    def copied(self, cell: Cell, value: Any) -> Any:
        return copy.deepcopy(value) if cell.declaration.copies else value

    def read_flag(
        self, key: str, default: Any, context: Optional[Mapping[str, Any]], description: Optional[str]
    ) -> Any:
        """Returns the value of a flag in the context of the client, with the members of `context`."""
        cell = self.flag_cell(key, default, context, description)
        return cell.take() if type(cell.declaration.given) is type(default) else default

    def flag_cell(
        self, key: str, default: Any, context: Optional[Mapping[str, Any]], description: Optional[str] = None
    ) -> FlagCell:
        own, text = encoded_context({} if context is None else context)
        cell = self.store.flags.get((key, text))
        if cell is None or not is_equal(cell.declaration.given, default):
            # Only the values file needs it, and it can be long.
            whole = canonical({**self._context, **own}, "the context") if self.memory.is_used else ""
            cell, _ = self.store.declare_flag(FlagDeclaration(key, default, description), text, own, whole)
            self.worker.follow()
        return cell

    @property
    def context(self) -> Mapping[str, Any]:
        """The members of the context in which the daemon evaluates the flags."""
        return self._context

    @context.setter
    def context(self, context: Mapping[str, Any]) -> None:
        self._context, _ = encoded_context(context)
        if self.store.flags:
            self.worker.follow()

    # Changes.

    def observe(self, key: str, callback: Callable[[Any], Any]) -> Observation:
        return Observation(self, self.observed(key), callback)

    def changes(self, key: str, is_initial: bool) -> Changes:
        return Changes(self, self.observed(key), is_initial)

    def announce(self, cells: List[Cell]) -> None:
        """Notifies the observers of changed cells, after all values are visible."""
        for cell in cells:
            for observer in list(cell.observers):
                observer.notify()

    def refuse(self, key: str, reason: str) -> None:
        """Reports that the program does not use the present value of a key."""
        cell = self.store.cells.get(key)
        if cell is not None:
            cell.refused = reason
            self.worker.note_refusal()

    # The connection.

    def ready(self) -> Pending[None]:
        wait: Pending[None] = Pending()
        self.worker.ready(wait)
        return wait

    def not_ready(self, timeout: Optional[float]) -> NotReadyError:
        return NotReadyError(f"the values did not arrive within {timeout} s; if no daemon runs, type: tunerctl start")

    def wait(self, pending: Pending[Any], timeout: Optional[float], late: Optional[BaseException] = None) -> Any:
        if self.worker.is_current:
            raise RuntimeError("a handler of faults cannot wait for the daemon; use another thread")
        return pending.wait(timeout, late)

    @property
    def world_name(self) -> Optional[str]:
        """The world that the client joins; None for the shared values."""
        return (os.environ.get("TUNER_WORLD") or None) if self._reads_world else self._world

    @world_name.setter
    def world_name(self, name: Optional[str]) -> None:
        self._world, self._reads_world = name, False

    def listen(self, listener: Callable[[str], None]) -> None:
        """Calls a function in the thread of the client with each new state: ``connected`` or ``lost``."""
        self._listeners.append(listener)

    def unlisten(self, listener: Callable[[str], None]) -> None:
        self._listeners = [each for each in self._listeners if each != listener]

    def set_state(self, state: str) -> None:
        if state == self.state:
            return
        self.state = state
        for listener in list(self._listeners):
            listener(state)

    def report(self, fault: Fault, once: bool = False) -> None:
        """Passes a fault to the program. With `once`, only the first fault of each identity."""
        if once:
            if fault.identity in self._faults or len(self._faults) >= _MOST_FAULTS:
                return
            self._faults.add(fault.identity)
        try:
            self.on_fault(fault)
        except BaseException as error:
            # A handler of the program must not end a thread of the library, not even with SystemExit.
            if not isinstance(error, Exception) and not (self.worker.is_current or self.dispatcher.is_current):
                raise
            _print_fault(Fault(f"the handler of faults has failed: {error!r}"))

    def close(self, timeout: float = 1.0) -> None:
        """Ends the connection, and the threads of the client."""
        self.worker.close(timeout)
        self.dispatcher.close()
        with self.store.lock:
            cells = [*self.store.cells.values(), *self.store.flags.values()]
        for cell in cells:
            for observer in list(cell.observers):
                if isinstance(observer, IterationObserver):
                    observer.close()

    def forget_parent(self) -> None:
        """Prepares the client for the child of a fork: the next use of a value connects again."""
        self.store.lock = threading.RLock()
        self.store.quick.clear()
        self.owns_world = False
        self.since = None
        self.state = "connecting"
        self.worker.abandon()
        self.dispatcher = Dispatcher(self.report)


def _is_given(declaration: Declaration, default: Any) -> bool:
    given = declaration.given
    return not isinstance(declaration, Observed) and type(given) is type(default) and is_equal(given, default)


def _converted(cell: Cell, declaration: Declaration) -> Any:
    """Returns the value of a cell as another type; the default of the caller if it does not fit."""
    try:
        return declaration.decode(cell.declaration.kind.encode(cell.take()))
    except (Mismatch, ValueError, TypeError):
        return declaration.default
