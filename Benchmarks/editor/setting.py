"""A daemon and a language server that end with their block, and their clients."""

import itertools
import json
import os
import select
import signal
import socket
import sys
import time
from pathlib import Path

NOWHERE = os.open(os.devnull, os.O_RDWR)
TIMEOUT = 30  # seconds
CAPABILITIES = {
    "workspace": {"inlayHint": {"refreshSupport": True}},
    "textDocument": {"hover": {"contentFormat": ["markdown"]}},
}


def spawn(environment, *words, reading=NOWHERE, output=NOWHERE):
    streams = [(os.POSIX_SPAWN_DUP2, reading, 0), (os.POSIX_SPAWN_DUP2, output, 1), (os.POSIX_SPAWN_DUP2, NOWHERE, 2)]
    words = [str(word) for word in words]
    return os.posix_spawn(words[0], words, environment, file_actions=streams)


def end(pid):
    _, status = os.waitpid(pid, 0)
    if status != 0:
        sys.exit(f"a program has ended with {os.waitstatus_to_exitcode(status)}")


def first_output(environment, *words):
    """Seconds from the start of a program to its output."""
    reading, writing = os.pipe()
    began = time.perf_counter()
    pid = spawn(environment, *words, output=writing)
    os.read(reading, 64)
    seconds = time.perf_counter() - began
    os.close(reading)
    os.close(writing)
    end(pid)
    return seconds


class Client:
    """A connection to the daemon."""

    def __init__(self, path):
        self.wire = socket.socket(socket.AF_UNIX)
        self.wire.settimeout(TIMEOUT)
        self.wire.connect(path)
        self.lines = self.wire.makefile("rb")

    def call(self, method, **params):
        self.wire.sendall(json.dumps(dict(jsonrpc="2.0", id=1, method=method, params=params)).encode() + b"\n")
        message = json.loads(self.lines.readline())
        if "error" in message:
            sys.exit(f"{method}: {message['error']}")
        return message["result"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.wire.close()


class Daemon:
    """A tunerd with an empty state. It does not wait for the disk."""

    def __init__(self, program, directory):
        self.path = str(directory / "socket")
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(directory), "TUNER_SOCKET": self.path}
        words = [program, "--socket", self.path, "--state", directory / "state", "--durability", "none"]
        self.pid = spawn(self.environment, *words)

    def client(self):
        deadline = time.monotonic() + TIMEOUT
        while True:
            try:
                return Client(self.path)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)


class LanguageServer:
    """A `tunerctl lsp` and the side of its editor."""

    def __init__(self, program, environment):
        reading, self.input = os.pipe()
        self.output, writing = os.pipe()
        self.pid = spawn(environment, program, "lsp", reading=reading, output=writing)
        os.close(reading)
        os.close(writing)
        self.rest = b""
        self.numbers = itertools.count(1)
        self.is_refreshed = False

    # MARK: Messages

    def send(self, *messages):
        data = b""
        for message in messages:
            text = json.dumps(dict(jsonrpc="2.0", **message)).encode()
            data += b"Content-Length: %d\r\n\r\n%b" % (len(text), text)
        while data:
            data = data[os.write(self.input, data):]

    def receive(self, seconds=TIMEOUT):
        """Returns the text of the next message, or None if none arrives in time."""
        while True:
            head, mark, body = self.rest.partition(b"\r\n\r\n")
            length = int(head.split(b":")[1]) if mark else 0
            if mark and len(body) >= length:
                self.rest = body[length:]
                return body[:length]
            if not select.select([self.output], [], [], seconds)[0]:
                return None
            piece = os.read(self.output, 1 << 20)
            if not piece:
                sys.exit("the language server has closed its output")
            self.rest += piece

    def handle(self, text):
        """Handles a message that is no response, and returns a response."""
        message = json.loads(text)
        if "method" not in message:
            return message
        if message["method"] == "workspace/inlayHint/refresh":
            self.is_refreshed = True
        if "id" in message:
            self.send(dict(id=message["id"], result=None))
        return None

    def settle(self):
        """Handles messages until none has arrived for a moment."""
        while text := self.receive(0.005):
            self.handle(text)

    def measured_call(self, method, *before, **params):
        """Sends notifications and a request. Returns the seconds to its response, and its result."""
        number = next(self.numbers)
        messages = [dict(method=name, params=content) for name, content in before]
        began = time.perf_counter()
        self.send(*messages, dict(id=number, method=method, params=params))
        while text := self.receive():
            seconds = time.perf_counter() - began
            response = self.handle(text)
            if response and response["id"] == number:
                if "error" in response:
                    sys.exit(f"{method}: {response['error']}")
                return seconds, response["result"]
        sys.exit(f"{method}: no response within {TIMEOUT} s")

    # MARK: The editor

    def initialize(self):
        client = dict(name="benchmark", version="1")
        self.measured_call(
            "initialize", processId=os.getpid(), clientInfo=client, rootUri=None, capabilities=CAPABILITIES)
        self.send(dict(method="initialized", params={}))

    def open(self, name, text):
        """Opens a document, and returns its URI. The file does not exist."""
        uri = f"file:///nowhere/{name}"
        document = dict(uri=uri, languageId="swift", version=1, text=text)
        self.send(dict(method="textDocument/didOpen", params=dict(textDocument=document)))
        return uri

    def whole(self, document):
        """The parameters of a request about a whole document."""
        place = dict(start=dict(line=0, character=0), end=dict(line=1_000_000, character=0))
        return dict(textDocument=dict(uri=document), range=place)

    def hints(self, document):
        return self.measured_call("textDocument/inlayHint", **self.whole(document))[1]

    def wait_for_refresh(self):
        while not self.is_refreshed:
            text = self.receive()
            if text is None:
                sys.exit(f"no refresh of the hints within {TIMEOUT} s")
            self.handle(text)

    def wait_for_hints(self, document, count):
        """Requests the hints at each refresh until a document has a number of them."""
        self.is_refreshed = False
        while len(self.hints(document)) != count:
            self.wait_for_refresh()
            self.is_refreshed = False

    def memory(self, name):
        """Megabytes of a kind of memory, as the kernel counts them."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name + ":")) / 1024

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        # After a fault of the benchmark, the end of the input ends the server.
        if kind is None:
            self.measured_call("shutdown")
            self.send(dict(method="exit"))
        os.close(self.input)
        os.close(self.output)
        if kind is None:
            end(self.pid)
        else:
            os.waitpid(self.pid, 0)
