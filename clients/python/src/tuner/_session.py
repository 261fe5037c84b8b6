"""The messages of one connection: the greeting, the declarations, the subscriptions and the requests."""
from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional

from ._errors import (
    Broken,
    Fault,
    Malformed,
    NotConnectedError,
    OutcomeUnknownError,
    RefusedError,
    TunerError,
    UnencodableError,
)
from ._following import Following
from ._json import Pruned, encode
from ._link import Link

if TYPE_CHECKING:
    from ._worker import Worker

PROTOCOL = 1
#: The most bytes of a request in addition to its parameters.
ENVELOPE_BYTES = 256
_MOST_EARLY = 1_000
Handler = Callable[[Any, Optional[RefusedError]], None]


class Request:
    """A request of the program, with what receives its result."""

    def __init__(
        self, method: str, params: Dict[str, Any], finish: Callable[[Any, Optional[BaseException]], None]
    ) -> None:
        self.method = method
        # Encoded here: an error belongs to the caller.
        self.text = encode(params, "a parameter") if params else ""
        self.finish = finish
        #: Whether the program receives the result, so that no part of it can be missing.
        self.returns_result = True


class Session:
    """One connection from its beginning to its end. Only the client's thread uses it."""

    def __init__(self, worker: Worker, link: Link) -> None:
        self.worker = worker
        self.link = link
        #: The number of responses that must arrive before the connection is complete.
        self.missing = 0
        self.is_complete = False
        self.refusals: List[RefusedError] = []
        self._numbers = itertools.count(1)
        self._handlers: Dict[int, Handler] = {}
        self._requests: Dict[int, Request] = {}
        self._is_greeted = False
        #: Responses that arrived before that to the greeting.
        self._early: List[Any] = []
        #: The streams that this connection has begun.
        self.begun: List[Any] = []
        self.following = Following(self)

    def begin(self) -> None:
        """Sends all first requests, without waiting for a response."""
        client = self.worker.client
        hello: Dict[str, Any] = {"client": client.name}
        if client.version:
            hello["version"] = client.version
        if client.world_name and not client.owns_world:
            hello["world"] = client.world_name
        self.expect("session.hello", hello, self._greeted, self._unusable)
        if client.owns_world:
            name = {"world": client.world_name} if client.world_name else {}
            self.expect("worlds.create", name, self._created, self._unusable)
        self.following.follow()

    def _greeted(self, result: Any) -> None:
        version = result.get("protocol") if isinstance(result, dict) else None
        if version != PROTOCOL:
            raise Broken(f"the daemon uses protocol version {version!r}, but this program uses version {PROTOCOL}")
        self._is_greeted = True
        self._note_limits(result.get("limits"))
        # Also a client that asked for none: `worlds.move` puts a process into a world.
        self.following.is_in_world = "world" in result
        early, self._early = self._early, []
        for message in early:
            self.handle(message)

    def _note_limits(self, limits: Any) -> None:
        longest = limits.get("message") if isinstance(limits, dict) else None
        if type(longest) is int and longest > 0:
            self.worker.client.longest_request = longest

    def fits(self, length: int) -> bool:
        """Returns whether the daemon reads a request whose parameters have so many bytes."""
        return length + ENVELOPE_BYTES <= self.worker.client.longest_request

    def _created(self, result: Any) -> None:
        name = result.get("world") if isinstance(result, dict) else None
        if not isinstance(name, str):
            raise Broken("the daemon has created a world without a name")
        client = self.worker.client
        if client.world_name is not None:
            reason = f"the world {name} has ended with its connection, and its values are lost"
            client.report(Fault(reason), once=True)
        client.world_name = name

    def _unusable(self, error: RefusedError) -> None:
        raise Broken(error.message) from error

    # Requests.

    def _send(self, number: int, method: str, text: str, handler: Handler) -> None:
        params = f',"params":{text}' if text else ""
        self._handlers[number] = handler
        self.link.send(f'{{"jsonrpc":"2.0","id":{number},"method":{encode(method)}{params}}}\n'.encode("utf-8"))

    def call(self, method: str, params: Dict[str, Any], handler: Handler) -> None:
        """Sends a request of the client itself."""
        self._send(next(self._numbers), method, encode(params) if params else "", handler)

    def expect(
        self,
        method: str,
        params: Dict[str, Any],
        accept: Callable[[Any], None],
        refuse: Callable[[RefusedError], None],
    ) -> None:
        """Sends a request whose response must arrive before the connection is complete."""

        def handle(result: Any, error: Optional[RefusedError]) -> None:
            if error is None:
                accept(result)
            else:
                refuse(error)
            self.missing -= 1

        self.missing += 1
        self.call(method, params, handle)

    def perform(self, request: Request) -> None:
        """Sends a request of the program."""
        length = len(request.text.encode("utf-8"))
        if not self.fits(length):
            most = self.worker.client.longest_request
            reason = f"the request has {length} bytes, and the daemon reads at most {most}; nothing was changed"
            return request.finish(None, UnencodableError(reason))
        number = next(self._numbers)

        def handle(result: Any, error: Optional[RefusedError]) -> None:
            self._requests.pop(number)
            request.finish(result, error)

        self._requests[number] = request
        self._send(number, request.method, request.text, handle)

    # Messages of the daemon.

    def handle(self, message: Any) -> None:
        """Handles a message of the daemon; raises Broken if it is none."""
        if not isinstance(message, dict):
            raise Broken("the daemon has sent a message that is no object")
        method = message.get("method")
        if isinstance(method, str):
            with contextlib.suppress(Malformed):
                self.following.notify(method, message.get("params"))
            return
        number = message.get("id")
        if number is None and "error" in message:
            self.worker.client.report(Fault(RefusedError.from_response(message["error"]).message), once=True)
            return
        if type(number) is not int:
            raise Broken("the daemon has sent a message that is neither a response nor a notification")
        if not self._is_greeted and number != 1:
            # Before the greeting, the version of the protocol is not known. A correct daemon keeps the order.
            self._early.append(message)
            if len(self._early) > _MOST_EARLY:
                raise Broken("the daemon does not respond to the greeting")
            return
        handler = self._handlers.pop(number, None)
        if handler is None:
            return
        request = self._requests.get(number)
        if isinstance(message, Pruned) and request is not None and request.returns_result:
            del self._requests[number]
            return request.finish(None, TunerError("the response of the daemon is nested too deep for Python"))
        if ("result" in message) == ("error" in message):
            raise Broken("the daemon has sent a response without a result")
        handler(message.get("result"), RefusedError.from_response(message["error"]) if "error" in message else None)

    def close(self) -> None:
        """Ends the connection. Nothing says whether the daemon has executed the pending requests."""
        self.link.close()
        requests, self._requests = self._requests, {}
        for request in requests.values():
            request.finish(None, OutcomeUnknownError("the connection has ended; the value may have changed"))


def not_connected(path: str) -> NotConnectedError:
    return NotConnectedError(f"no daemon is connected at {path}; nothing was changed. Start one with: tunerctl start")
