"""One connection: bytes in, messages out."""
from __future__ import annotations

import collections
import os
import socket
from typing import Any, Deque, List, Optional

from . import _address
from ._json import NotJSON, decode

#: The longest message that the client reads. A daemon that sends more is not a daemon.
LONGEST_MESSAGE = 1 << 28
_CONNECT_SECONDS = 1.0


class Link:
    """A connected socket that never blocks."""

    def __init__(self, named: Optional[str]) -> None:
        self.path, is_named = _address.find(named)
        if not is_named:
            _address.check_directory(self.path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(_CONNECT_SECONDS)
            self._socket.connect(self.path)
            self._socket.setblocking(False)
            if not is_named:
                _address.check_peer(self._socket)
        except BaseException:
            self._socket.close()
            raise
        self._received = bytearray()
        self._unsent: Deque[memoryview] = collections.deque()

    def fileno(self) -> int:
        return self._socket.fileno()

    @property
    def wants_to_send(self) -> bool:
        return bool(self._unsent)

    def send(self, line: bytes) -> None:
        """Sends a line now, or when the socket accepts it."""
        self._unsent.append(memoryview(line))
        if len(self._unsent) == 1:
            self.flush()

    def flush(self) -> None:
        while self._unsent:
            try:
                count = self._socket.send(self._unsent[0])
            except (BlockingIOError, InterruptedError):
                return
            if count < len(self._unsent[0]):
                self._unsent[0] = self._unsent[0][count:]
            else:
                self._unsent.popleft()

    def receive(self) -> Optional[List[Any]]:
        """Returns the messages that have arrived; None at the end. Raises NotJSON for any other text."""
        try:
            data = self._socket.recv(1 << 16)
        except (BlockingIOError, InterruptedError):
            return []
        if not data:
            return None
        # Only the new bytes can have a line feed: a long message is searched once.
        if b"\n" not in data:
            self._received += data
            if len(self._received) > LONGEST_MESSAGE:
                raise NotJSON(f"a message has more than {LONGEST_MESSAGE} bytes")
            return []
        lines = bytes(self._received + data).split(b"\n")
        self._received = bytearray(lines.pop())
        return [decode(line) for line in lines if line.strip()]

    def close(self) -> None:
        self._socket.close()

    def abandon(self) -> None:
        """Closes the descriptor in the child of a fork; the connection of the parent stays."""
        try:
            os.close(self._socket.detach())
        except OSError:
            pass
