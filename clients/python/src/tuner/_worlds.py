"""A private world: values that only the program in the `with` block sees."""
from __future__ import annotations

import types
from typing import Any, Dict, List, Mapping, Optional, Type

from . import _writing as writing
from ._address import find
from ._client import Client
from ._declaration import Declaration
from ._scope import Scope, current, scope

ENTER_SECONDS = 10.0


def declarations(model: Client) -> List[Declaration]:
    """Returns what a client has declared, also what it has not used yet."""
    with model.store.lock:
        return [cell.declaration for cell in model.store.cells.values()]


class World:
    """The values of a world. Reads and writes in its `with` block use the world.

    Other threads do not use it. A task that is created in the block does.
    """

    def __init__(self, name: Optional[str] = None, *, client: Optional[Client] = None) -> None:
        model = current().client
        self._client = client or Client(
            name=model.name,
            version=model.version,
            socket=model.socket,
            world=name,
            owns_world=name is None,
            on_fault=model.on_fault,
        )
        self._client.context = model.context
        self._declarations = declarations(model)
        self._previous: Optional[Scope] = None

    @property
    def client(self) -> Client:
        return self._client

    @property
    def name(self) -> Optional[str]:
        """The name of the world, with which other processes join it."""
        return self._client.world_name

    @property
    def environment(self) -> Dict[str, str]:
        """The variables with which another process joins the world."""
        path, _ = find(self._client.socket)
        return {"TUNER_SOCKET": path, **({"TUNER_WORLD": self.name} if self.name else {})}

    def _prepare(self) -> None:
        for declaration in self._declarations:
            self._client.declare(declaration)

    def _use(self) -> None:
        self._previous = scope.get()
        scope.set(self._client)

    def __enter__(self) -> World:
        self._prepare()
        try:
            self._client.wait(self._client.ready(), ENTER_SECONDS, self._client.not_ready(ENTER_SECONDS))
        except BaseException:
            self._client.close()
            raise
        self._use()
        return self

    async def __aenter__(self) -> World:
        self._prepare()
        try:
            await self._client.ready().in_loop(ENTER_SECONDS, self._client.not_ready(ENTER_SECONDS))
        except BaseException:
            self._client.close(0)
            raise
        self._use()
        return self

    def __exit__(self, *error: object) -> None:
        scope.set(self._previous)
        self._client.close()

    async def __aexit__(self, *error: object) -> None:
        scope.set(self._previous)
        # The thread ends by itself, so the loop does not wait for it.
        self._client.close(0)

    def set(self, key: str, value: Any) -> None:
        """Sets a value in the world."""
        writing.finish(self._client, writing.set_value(self._client, key, value, {}))

    def update(self, values: Mapping[str, Any]) -> None:
        """Sets several values in the world."""
        writing.finish(self._client, writing.update(self._client, values, {}))

    def get(self, key: str, default: Any) -> Any:
        """Returns a value of the world."""
        return self._client.read(key, default)


class Attempt:
    """Changed values that the daemon reverts after a time, unless `keep` is called.

    At the end of a `with` block, the changes are reverted at once.
    """

    def __init__(self, client: Client, number: int) -> None:
        self._client = client
        self.number = number
        self._is_pending = True

    def keep(self) -> None:
        """Keeps the changes."""
        self._end("tunables.confirm", {})

    def cancel(self, reason: Optional[str] = None) -> None:
        """Reverts the changes now. The history shows the reason."""
        self._end("tunables.cancel", {"reason": reason})

    def _end(self, method: str, params: Dict[str, Any]) -> None:
        self._is_pending = False
        writing.finish(self._client, writing.start(self._client, method, {"try": self.number, **params}))

    def __enter__(self) -> Attempt:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[types.TracebackType],
    ) -> None:
        if self._is_pending:
            self.cancel(f"{kind.__name__}: {error}" if kind else None)
