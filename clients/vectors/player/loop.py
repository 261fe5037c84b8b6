"""The event loop: one thread, which waits for all sockets and pipes of the player."""

import os
import selectors
import time

from .failure import Failure

# A wait ends when its condition is true. Only a failure takes this long. A sanitizer makes a program much slower.
DEADLINE = 120.0 if "TUNER_SANITIZED" in os.environ else 20.0


class Loop:
    """Calls a function for each socket or pipe that is ready."""

    def __init__(self):
        self._selector = selectors.DefaultSelector()

    def watch(self, file, handle, reads=True, writes=False):
        """Calls `handle(reads, writes)` when the file is ready; replaces an earlier interest in the file."""
        events = (selectors.EVENT_READ if reads else 0) | (selectors.EVENT_WRITE if writes else 0)
        registered = self._selector.get_map().get(file)
        if registered and registered.events == events and registered.data == handle:
            return
        if not events:
            if registered:
                self._selector.unregister(file)
        elif registered:
            self._selector.modify(file, events, handle)
        else:
            self._selector.register(file, events, handle)

    def forget(self, file):
        """Stops waiting for a file that is about to be closed."""
        self.watch(file, None, reads=False)

    def turn(self, timeout=0.0):
        """Handles the files that are ready, after at most `timeout` seconds."""
        for key, events in self._selector.select(timeout):
            # A handler before this one may have closed the file.
            if self._selector.get_map().get(key.fd) is key:
                key.data(bool(events & selectors.EVENT_READ), bool(events & selectors.EVENT_WRITE))

    def until(self, condition, expected, came):
        """Handles events until `condition()` is true, and returns its result.

        After the deadline, it raises a failure. `came()` returns what there is instead of `expected`.
        """
        deadline = time.monotonic() + DEADLINE
        while True:
            result = condition()
            if result:
                return result
            left = deadline - time.monotonic()
            if left <= 0:
                raise Failure(expected, came())
            self.turn(left)

    def close(self):
        self._selector.close()
