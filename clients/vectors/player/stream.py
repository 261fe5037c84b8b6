"""One end of a connection: reads without waiting, and keeps what the other end has not taken yet."""

import errno
import fcntl
import os
import socket
import struct
import termios
import time

from .failure import Failure
from .loop import DEADLINE

# The bytes of one read, and the unwritten bytes above which a connection reads nothing more.
CHUNK = 1 << 16
MOST_UNWRITTEN = 1 << 20
# The longest line.
MOST_LINE = 64 << 20


class Stream:
    """A socket with the beginning of a line that has been read, and the bytes to write."""

    def __init__(self, socket_):
        self.socket = socket_
        self.socket.setblocking(False)
        self.unwritten = bytearray()
        self._line = bytearray()
        self.is_split = False

    @property
    def is_full(self):
        return len(self.unwritten) >= MOST_UNWRITTEN

    def read(self):
        """Returns the bytes that have arrived: None if there are none, nothing at the end."""
        try:
            return self.socket.recv(CHUNK)
        except BlockingIOError:
            return None
        except OSError as error:
            if error.errno in (errno.ECONNRESET, errno.EPIPE):
                return b""
            raise

    def lines(self, data):
        """Returns the whole lines that end in these bytes."""
        self._line += data
        if len(self._line) > MOST_LINE:
            raise Failure(f"lines of at most {MOST_LINE} bytes", "a longer one")
        if b"\n" not in data:
            return []
        *lines, rest = bytes(self._line).split(b"\n")
        self._line = bytearray(rest)
        return [line for line in lines if line.strip()]

    def write(self, data):
        """Writes bytes, or keeps them for later; returns False if the other end is closed."""
        self.unwritten += data
        return self.flush()

    def flush(self):
        """Writes what can be written now; returns False if the other end is closed."""
        try:
            while self.unwritten:
                piece = self.unwritten[:1] if self.is_split else self.unwritten[:CHUNK]
                del self.unwritten[: self.socket.send(piece)]
                if self.is_split:
                    self._wait_until_taken()
        except BlockingIOError:
            pass
        except OSError:
            self.unwritten.clear()
            return False
        return True

    def _wait_until_taken(self):
        """Waits until the other end has read the byte, so that it arrives alone."""
        deadline = time.monotonic() + DEADLINE
        while struct.unpack("i", fcntl.ioctl(self.socket, termios.TIOCOUTQ, bytes(4)))[0]:
            if time.monotonic() > deadline:
                raise Failure("the client to read", "no read")
            os.sched_yield()

    def end(self):
        """Closes the socket; bytes that are not written are lost."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()
