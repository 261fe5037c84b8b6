"""The requests of the program that are not sent yet."""
from __future__ import annotations

import collections
from typing import Deque, Optional

from ._errors import NotConnectedError
from ._session import Request


class Requests:
    """A queue without a lock, as each operation of a deque is atomic."""

    def __init__(self) -> None:
        self._requests: Deque[Request] = collections.deque()

    def add(self, request: Request) -> None:
        self._requests.append(request)

    def take(self) -> Optional[Request]:
        """Returns the next request; None if there is none."""
        try:
            return self._requests.popleft()
        except IndexError:
            return None

    def withdraw(self, request: Request) -> bool:
        """Removes a request. Returns whether it was not sent yet."""
        try:
            self._requests.remove(request)
        except ValueError:
            return False
        return True

    def fail(self, error: NotConnectedError) -> None:
        """Ends all requests with an error."""
        request = self.take()
        while request is not None:
            request.finish(None, error)
            request = self.take()
