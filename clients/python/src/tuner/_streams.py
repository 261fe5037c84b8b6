"""Subscriptions other than those to tunables and flags, which each connection begins again."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Tuple

if TYPE_CHECKING:
    from ._session import Session


class Streams:
    """The notifications that parts of the library request, by method."""

    def __init__(self) -> None:
        self._streams: List[Tuple[str, Dict[str, Any], str, Callable[[Dict[str, Any]], None]]] = []

    def add(self, method: str, params: Dict[str, Any], notification: str, handler: Callable[[Any], None]) -> None:
        """Calls the handler with the response to `method`, and with the parameters of each notification."""
        self._streams.append((method, params, notification, handler))

    def remove(self, handler: Callable[[Any], None]) -> None:
        self._streams = [stream for stream in self._streams if stream[3] != handler]

    def begin(self, session: Session) -> None:
        """Sends the requests that a connection has not sent yet."""
        for stream in self._streams:
            if stream not in session.begun:
                session.begun.append(stream)
                session.call(stream[0], stream[1], self._passing(stream[3]))

    @staticmethod
    def _passing(handler: Callable[[Any], None]) -> Callable[[Any, Any], None]:
        return lambda result, error: handler(result) if error is None else None

    def notify(self, method: str, params: Any) -> None:
        for stream in self._streams:
            if stream[2] == method:
                stream[3](params)
