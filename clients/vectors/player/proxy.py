"""The proxy between the client and the daemon: it keeps every message in order, and can cut, refuse, hold and split."""

import os
import socket

from .stream import Stream


class Link:
    """One connection of the client, and the connection to the real daemon behind it."""

    def __init__(self, proxy, number, client, daemon):
        self.proxy = proxy
        self.number = number
        self.client = client
        self.daemon = daemon
        self.client.is_split = proxy.is_split
        # The requests that a played daemon has not responded to yet.
        self.queue = []
        # Whether a played daemon has left a request without a response.
        self.is_silent = False
        self.is_open = True
        self.watch()

    def watch(self):
        """Tells the loop what to wait for now."""
        if not self.is_open:
            return
        loop, daemon = self.proxy.loop, self.daemon
        loop.watch(
            self.client.socket,
            self._client_ready,
            reads=daemon is None or not daemon.is_full,
            writes=bool(self.client.unwritten),
        )
        if daemon is not None:
            loop.watch(
                daemon.socket,
                self._daemon_ready,
                reads=not self.proxy.is_held and not self.client.is_full,
                writes=bool(daemon.unwritten),
            )

    def send(self, data):
        """Sends bytes to the client, in place of a daemon."""
        for line in data.split(b"\n"):
            if line.strip():
                self.proxy.conversation.daemon_sent(self, line)
        if self.is_open and not self.client.write(data):
            self.close("the client has ended it")
        self.watch()

    def close(self, why):
        """Ends both connections."""
        if not self.is_open:
            return
        self.is_open = False
        self.queue.clear()
        for stream in filter(None, (self.client, self.daemon)):
            self.proxy.loop.forget(stream.socket)
            stream.end()
        self.proxy.links.remove(self)
        self.proxy.conversation.note(f"{self.number} ×", f"the connection ends: {why}")

    def _client_ready(self, reads, writes):
        data = self.client.read() if reads else None
        if data == b"":
            return self.close("the client has ended it")
        if data:
            for line in self.client.lines(data):
                requests = self.proxy.conversation.client_sent(self, line)
                if self.proxy.played:
                    self.proxy.played.handle(self, requests)
            if self.daemon is not None and not self.daemon.write(data):
                return self.close("the daemon has ended it")
        if writes and not self.client.flush():
            return self.close("the client has ended it")
        self.watch()

    def _daemon_ready(self, reads, writes):
        data = self.daemon.read() if reads else None
        if data == b"":
            self.client.flush()
            return self.close("the daemon has ended it")
        if data:
            for line in self.daemon.lines(data):
                self.proxy.conversation.daemon_sent(self, line)
            if not self.client.write(data):
                return self.close("the client has ended it")
        if writes and not self.daemon.flush():
            return self.close("the daemon has ended it")
        self.watch()


class Proxy:
    """Listens where the client looks for the daemon."""

    def __init__(self, loop, path, conversation, daemon_path, played):
        self.loop = loop
        self.path = path
        self.conversation = conversation
        self.daemon_path = daemon_path
        self.played = played
        self.links = []
        self.is_held = False
        self.is_split = False
        self._count = 0
        self._listener = None

    def accept(self):
        """Accepts connections from now on."""
        if self._listener:
            return
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen(64)
        self._listener.setblocking(False)
        self.loop.watch(self._listener, self._connect)

    def refuse(self):
        """Accepts no connection from now on, as if no daemon ran."""
        if not self._listener:
            return
        self.loop.forget(self._listener)
        self._listener.close()
        self._listener = None
        os.unlink(self.path)

    def cut(self):
        """Ends all connections."""
        for link in list(self.links):
            link.close("the proxy cuts it")

    def hold(self, is_held):
        """Stops, or continues, to read from the daemon. The requests of the client still pass."""
        self.is_held = is_held
        for link in list(self.links):
            link.watch()

    def split(self, is_split):
        """Sends each byte to the client alone, from now on."""
        self.is_split = is_split
        for link in self.links:
            link.client.is_split = is_split

    def close(self):
        self.cut()
        self.refuse()

    def _connect(self, _reads, _writes):
        try:
            client, _ = self._listener.accept()
        except (BlockingIOError, ConnectionError):
            return
        daemon = None
        if self.daemon_path:
            daemon = socket.socket(socket.AF_UNIX)
            try:
                daemon.connect(self.daemon_path)
            except OSError:
                # The daemon does not run: the client finds a closed connection.
                daemon.close()
                client.close()
                return
        self._count += 1
        self.conversation.note(f"{self._count} +", "the client connects")
        self.links.append(Link(self, self._count, Stream(client), daemon and Stream(daemon)))
        if self.played:
            self.played.connected(self.links[-1])
