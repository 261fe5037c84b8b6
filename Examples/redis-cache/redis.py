"""A connection to Redis."""

import socket


class Refusal(Exception):
    """An error that Redis has returned."""


def encoded(*words):
    """Return a command in the protocol of Redis."""
    texts = [str(word).encode() for word in words]
    return b"*%d\r\n" % len(texts) + b"".join(b"$%d\r\n%s\r\n" % (len(text), text) for text in texts)


class Redis:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.replies = self.socket.makefile("rb")

    def send(self, commands):
        """Send encoded commands without waiting for their replies."""
        self.socket.sendall(b"".join(commands))

    def reply(self):
        """Return one reply: a line, or a string, or None if there is no such string."""
        line = self.replies.readline().decode()
        if not line:
            raise ConnectionError("Redis has closed the connection")
        if line[0] == "-":
            raise Refusal(line[1:].strip())
        if line[0] != "$":
            return line[1:].strip()
        length = int(line[1:])
        return None if length < 0 else self.replies.read(length + 2)[:length].decode()

    def call(self, *words):
        self.send([encoded(*words)])
        return self.reply()
