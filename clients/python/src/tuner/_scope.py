"""Which client and which values `tuner.get` uses: those of the process, of a world, or of a snapshot."""
from __future__ import annotations

import contextlib
import contextvars
from typing import Any, Iterator, List, Mapping, Optional, Union

from ._client import Client
from ._declaration import Declaration
from ._flags import encoded_context
from ._options import NO_OPTIONS


class SnapshotScope:
    """The values of one revision. Reads in its `with` block use them."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._values, self._flags = client.store.snapshot()
        self._previous: Optional[Scope] = None

    def __enter__(self) -> SnapshotScope:
        self._previous = scope.get()
        scope.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        scope.set(self._previous)

    def __getitem__(self, key: str) -> Any:
        """The value of a key that the program has declared."""
        value = self._values[key]
        cell = self.client.store.cells[key]
        # The program has read the newest value only if nothing has changed since.
        cell.read = value
        return self.client.copied(cell, value)

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def read(self, key: str, default: Any, options: Mapping[str, Any] = NO_OPTIONS) -> Any:
        return self[key] if key in self._values else self.client.read(key, default, options)

    def read_declared(self, declaration: Declaration) -> Any:
        return self.read(declaration.key, declaration.given, declaration.options)

    def read_flag(
        self, key: str, default: Any, context: Optional[Mapping[str, Any]], description: Optional[str]
    ) -> Any:
        _, text = encoded_context({} if context is None else context)
        name = (key, text)
        if name in self._flags:
            return self.client.copied(self.client.store.flags[name], self._flags[name])
        return self.client.read_flag(key, default, context, description)


Scope = Union[Client, SnapshotScope]
scope: contextvars.ContextVar[Optional[Scope]] = contextvars.ContextVar("tuner", default=None)
#: The client of the process. It opens no connection before the first use.
shared = Client()


_replacements: List[Client] = []


def current() -> Scope:
    """Returns what the calling thread or task reads."""
    return scope.get() or (_replacements[-1] if _replacements else shared)


@contextlib.contextmanager
def replaced(client: Client) -> Iterator[Client]:
    """Uses another client in place of the shared one, in all threads: for the tests of a program."""
    _replacements.append(client)
    # The quick path reads these cells.
    shared.store.quick.clear()
    try:
        yield client
    finally:
        _replacements.remove(client)
