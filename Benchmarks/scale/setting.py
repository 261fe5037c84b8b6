"""Starts and ends the daemon and Redis for `Benchmarks/scale/run`, reads their memory, and starts the load."""

import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PROGRAMS = PROJECT / ".build/static/release"
REDIS = shutil.which("redis-server")
PATIENCE = 600


class Client:
    """A connection to a server."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")

    def call(self, request, lines=1):
        """Sends a request and returns the lines of the response."""
        self.socket.sendall(request)
        return b"".join(self.file.readline() for _ in range(lines))

    def close(self):
        self.file.close()
        self.socket.close()


class Server:
    """A process with a socket and a directory for its files."""

    def __init__(self, workspace):
        self.sockets = tempfile.mkdtemp(prefix="scale-")
        self.files = tempfile.mkdtemp(dir=workspace)
        self.path = self.sockets + "/socket"
        self.clients = []
        self.process = None

    def start(self):
        """Starts the process; returns the seconds to its first response."""
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            self.command(), cwd=self.files, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        while not self.is_ready():
            if self.process.poll() is not None or time.perf_counter() - begin > PATIENCE:
                raise RuntimeError(f"{self.name} did not start")
            time.sleep(0.0002)
        return time.perf_counter() - begin

    def is_ready(self):
        try:
            client = Client(self.path)
        except OSError:
            return False
        ready = client.call(self.PING) == self.PONG
        client.close()
        return ready

    def stop(self):
        """Ends the process in order."""
        for client in self.clients:
            client.close()
        self.clients = []
        if self.process:
            self.end()
            self.process.wait(PATIENCE)
        self.process = None

    def end(self):
        self.process.send_signal(signal.SIGTERM)

    def remove(self):
        self.stop()
        shutil.rmtree(self.sockets)
        shutil.rmtree(self.files)

    def connect(self, count):
        """Opens connections, of which each has made one call; returns them."""
        added = [Client(self.path) for _ in range(count)]
        for client in added:
            assert client.call(self.PING) == self.PONG
        self.clients += added
        return added

    def memory(self):
        """Returns the bytes of the process that no other process shares and that it has written."""
        for line in Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Private_Dirty:"):
                return int(line.split()[1]) * 1024
        raise RuntimeError("the system does not report the memory of a process")


class Tuner(Server):
    name = "tuner"
    PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    PONG = b'{"jsonrpc":"2.0","id":1,"result":"pong"}\n'
    MANY = "1000000"
    FACTS = ["--beginning", '{"jsonrpc":"2.0","id":', "--forbidden", '"error"']

    def __init__(self, workspace, durability="none"):
        super().__init__(workspace)
        self.durability = durability

    def command(self):
        limits = ["connections", "connections-per-user", "worlds", "layers"]
        return [
            PROGRAMS / "tunerd", "--socket", self.path, "--state", self.files, "--durability", self.durability,
            *(word for name in limits for word in (f"--max-{name}", self.MANY)),
            "--max-subscribed-bytes-per-user", str(4 << 30)]

    def fill(self, count):
        client = Client(self.path)
        for numbers in pieces(count):
            values = ",".join(f'"{key(n)}":{value(n)}' for n in numbers)
            done(client.call(request("tunables.update", '{"values":{%s}}' % values)))
        client.close()

    def get(self, n):
        return request("tunables.get", '{"key":"%s"}' % key(n), "%d")

    def set(self, n):
        return request("tunables.set", '{"key":"k","value":%d}' % value(n), "%d")


class Redis(Server):
    name = "redis"
    PING = b"*1\r\n$4\r\nPING\r\n"
    PONG = b"+PONG\r\n"

    def __init__(self, workspace, appending="no"):
        super().__init__(workspace)
        self.appending = appending

    def command(self):
        durable = ["--appendonly", "no"] if self.appending == "no" else [
            "--appendonly", "yes", "--appendfsync", self.appending]
        return [REDIS, "--port", "0", "--unixsocket", self.path, "--save", "", *durable, "--maxclients", "19000",
                "--client-output-buffer-limit", "pubsub 0 0 0"]

    def end(self):
        """Ends the process; without an appended file, it writes its state first."""
        try:
            Client(self.path).call(b"SHUTDOWN SAVE\r\n" if self.appending == "no" else b"SHUTDOWN\r\n")
        except OSError:
            pass

    def fill(self, count):
        client = Client(self.path)
        for numbers in pieces(count):
            assert client.call(command("MSET", *(text for n in numbers for text in (key(n), value(n))))) == b"+OK\r\n"
        client.close()

    def get(self, n):
        return command("GET", key(n))

    def set(self, n):
        return command("SET", "k", value(n))


def key(n):
    return f"group{n % 100}.key{n}"


def value(n):
    return 100_000 + n % 900_000


def pieces(count, most=10_000):
    return (range(start, min(start + most, count)) for start in range(0, count, most))


def request(method, parameters, number="1"):
    return f'{{"jsonrpc":"2.0","id":{number},"method":"{method}","params":{parameters}}}\n'.encode()


def command(*words):
    texts = [str(word) for word in words]
    return "".join([f"*{len(texts)}\r\n", *(f"${len(text)}\r\n{text}\r\n" for text in texts)]).encode()


def done(response):
    """Checks a response of the daemon and returns its result."""
    result = json.loads(response)
    if "result" not in result:
        raise RuntimeError(f"the daemon refused a call: {response.decode()}")
    return result["result"]


def stored(server, requests):
    """Writes requests to a file for the load; returns its path."""
    handle, path = tempfile.mkstemp(dir=server.files, prefix="requests-")
    with os.fdopen(handle, "wb") as file:
        file.write(b"".join(text + b"\0" for text in requests))
    return path


def load(kind, server, requests, milliseconds, *options):
    """Starts the load with the requests in a file, and returns its figures."""
    # On a busy machine, the server may not run at all in the measured time.
    for factor in (1, 10, 100):
        time_words = ["--milliseconds", str(milliseconds * factor)]
        words = [PROGRAMS / "scale-load", kind, server.path, requests, *time_words, *options]
        result = subprocess.run(list(map(str, words)), capture_output=True, text=True)
        if result.returncode == 0:
            return json.loads(result.stdout)
        if "no response came" not in result.stderr:
            break
    raise RuntimeError(f"{server.name}: {result.stderr.strip()}")


def workspace():
    """Makes a directory on the disk of the project: one in memory would make `sync` too fast."""
    return tempfile.mkdtemp(dir=PROJECT / ".build", prefix="scale-")


def raise_descriptor_limit():
    """Raises the limit of this process and of those that it starts; returns the limit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most
