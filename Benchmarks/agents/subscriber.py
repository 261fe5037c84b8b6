"""One process with a subscription to the layer in each daemon."""

import json
import select
import socket
import time


class Subscriber:
    def __init__(self):
        self.poll = select.epoll()
        self.sockets = {}
        self.texts = {}
        # The last number of each daemon.
        self.numbers = {}

    def add(self, path):
        connection = socket.socket(socket.AF_UNIX)
        deadline = time.monotonic() + 10
        while connection.connect_ex(str(path)) != 0:
            if time.monotonic() > deadline:
                raise SystemExit(f"no daemon listens on {path}")
            time.sleep(0.005)
        call = {"jsonrpc": "2.0", "id": 1, "method": "tunables.subscribe", "params": {"match": "bench.number"}}
        connection.sendall((json.dumps(call) + "\n").encode())
        connection.setblocking(False)
        number = connection.fileno()
        self.sockets[number] = connection
        self.texts[number] = b""
        self.numbers[number] = None
        self.poll.register(connection, select.EPOLLIN)

    def wait(self, number, seconds=60):
        """Waits until each daemon has a number, and returns the times at which the changes have arrived."""
        left = {key for key, seen in self.numbers.items() if seen != number}
        times = []
        deadline = time.monotonic() + seconds
        while left:
            ready = self.poll.poll(max(0, deadline - time.monotonic()))
            if not ready:
                raise SystemExit(f"{len(left)} daemons do not have the change {number} within {seconds} s")
            for key, _ in ready:
                piece = self.sockets[key].recv(65_536)
                now = time.monotonic()
                if not piece:
                    raise SystemExit("a daemon has closed its connection")
                self.receive(key, piece)
                if key in left and self.numbers[key] == number:
                    left.remove(key)
                    times.append(now)
        return times

    def receive(self, key, piece):
        *lines, self.texts[key] = (self.texts[key] + piece).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if "error" in message:
                raise SystemExit(f"a daemon has refused the subscription: {line.decode()}")
            for change in message.get("params", {}).get("changes", []):
                self.numbers[key] = change.get("value")
