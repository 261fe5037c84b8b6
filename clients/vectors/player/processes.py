"""The processes that the player starts, each of which it ends by its ID."""

import os
import socket
import subprocess

from . import values
from .failure import Failure
from .stream import MOST_LINE, Stream

# The end of standard error in a report.
MOST_ERRORS = 20_000


class Process:
    """A child process; its standard error is in a file."""

    def __init__(self, loop, words, environment, errors, **streams):
        self.loop = loop
        self._errors = errors
        with open(errors, "ab") as file:
            self.child = subprocess.Popen(words, env=environment, stderr=file, **streams)

    def errors(self):
        """Returns the end of what the process has written to standard error."""
        with open(self._errors, "rb") as file:
            file.seek(max(os.path.getsize(self._errors) - MOST_ERRORS, 0))
            return file.read().decode(errors="backslashreplace")

    def wait(self, what):
        """Waits until the process ends, and returns its exit code."""
        if self.child.returncode is None:
            # A descriptor that becomes readable when the process ends.
            ends = os.pidfd_open(self.child.pid)
            has_ended = []
            self.loop.watch(ends, lambda reads, writes: (has_ended.append(True), self.loop.forget(ends)))
            try:
                self.loop.until(lambda: has_ended, f"{what} to end", lambda: "no end")
            finally:
                self.loop.forget(ends)
                os.close(ends)
        return self.child.wait()

    def kill(self):
        if self.child.returncode is None:
            self.child.kill()
            self.child.wait()


class Daemon:
    """A real tunerd in a private directory."""

    def __init__(self, loop, program, directory):
        self.loop = loop
        self.path = f"{directory}/tunerd.sock"
        self._program = program
        self._directory = directory
        self._process = None

    def start(self):
        """Starts the daemon, and returns when it accepts connections."""
        if self._process:
            return
        # The daemon reports that it is ready as it does to a service manager.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(f"{self._directory}/ready.sock")
            ready.setblocking(False)
            environment = {**os.environ, "NOTIFY_SOCKET": f"{self._directory}/ready.sock"}
            self._process = Process(
                self.loop,
                [self._program, "--socket", self.path, "--state", f"{self._directory}/state", "--stop-on-eof"],
                environment,
                f"{self._directory}/daemon.log",
                # The daemon ends with the player, even if the player is killed.
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
            )
            states = []
            self.loop.watch(ready, lambda reads, writes: states.append(ready.recv(4_096)))
            try:
                self.loop.until(
                    lambda: any(b"READY=1" in state for state in states),
                    "tunerd to start",
                    lambda: self._process.errors() or "no output",
                )
            finally:
                self.loop.forget(ready)
                os.unlink(f"{self._directory}/ready.sock")

    def stop(self):
        """Stops the daemon, which keeps its state."""
        if self._process:
            self._process.child.terminate()
            self._process.wait("tunerd")
            self._process = None

    def kill(self):
        if self._process:
            self._process.kill()


class Driver:
    """The program that uses the client library, and executes one operation after another."""

    def __init__(self, loop, command, environment, directory):
        self._process = Process(
            loop, command, environment, f"{directory}/driver.log", stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.loop = loop
        self._output = self._process.child.stdout
        os.set_blocking(self._output.fileno(), False)
        self._bytes = bytearray()
        self._results = []
        self._has_ended = False
        loop.watch(self._output, self._read)

    def begin(self, operation):
        """Sends an operation."""
        try:
            self._process.child.stdin.write(values.text(values.expanded(operation)).encode() + b"\n")
            self._process.child.stdin.flush()
        except BrokenPipeError:
            self._has_ended = True

    def end(self, operation):
        """Waits for the result of the operation that was sent last."""
        name = values.text(operation)
        self.loop.until(
            lambda: self._results or self._has_ended, f"a result of the driver's operation {name}", lambda: "nothing"
        )
        if self._results:
            return self._results.pop(0)
        code = self._process.wait("the driver")
        raise Failure(f"a result of the driver's operation {name}", f"its end with exit code {code}")

    def finish(self):
        """Ends the input, with which the driver must end."""
        self._process.child.stdin.close()
        code = self._process.wait("the driver at the end of its input")
        if code != 0:
            raise Failure("the exit code 0 of the driver", f"{code}")

    def errors(self):
        return self._process.errors()

    def kill(self):
        self._process.kill()

    def _read(self, _reads, _writes):
        data = os.read(self._output.fileno(), 1 << 16)
        if not data:
            self._has_ended = True
            self.loop.forget(self._output)
            return
        self._bytes += data
        if len(self._bytes) > MOST_LINE:
            raise Failure(f"lines of at most {MOST_LINE} bytes of the driver", "a longer one")
        if b"\n" not in data:
            return
        *lines, rest = bytes(self._bytes).split(b"\n")
        self._bytes = bytearray(rest)
        for line in lines:
            try:
                result = values.read(line)
            except ValueError:
                result = None
            if not isinstance(result, dict) or not ("gives" in result or "fails" in result):
                came = line.decode(errors="backslashreplace")
                raise Failure('a line {"gives":…} or {"fails":…} of the driver', came)
            self._results.append(result)


class Peer:
    """Another client of the daemon, which a vector calls `other` or by a name."""

    def __init__(self, loop, path):
        self.loop = loop
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        self._stream = Stream(connection)
        self._responses = []
        self._count = 0
        self.has_ended = False
        self._watch()

    def call(self, method, params):
        """Calls a method, and returns the response."""
        self._count += 1
        message = {"jsonrpc": "2.0", "id": self._count, "method": method, "params": params}
        self._stream.write(values.text(message).encode() + b"\n")
        self._watch()
        self.loop.until(
            lambda: self._responses or self.has_ended, f"the daemon's response to {method}", lambda: "nothing"
        )
        if not self._responses:
            raise Failure(f"the daemon's response to {method}", "the end of the connection")
        return self._responses.pop(0)

    def close(self):
        self.loop.forget(self._stream.socket)
        self._stream.end()

    def _watch(self):
        self.loop.watch(self._stream.socket, self._ready, writes=bool(self._stream.unwritten))

    def _ready(self, reads, writes):
        self._stream.flush()
        data = self._stream.read() if reads else None
        if data == b"":
            self.has_ended = True
            self.loop.forget(self._stream.socket)
            return
        if data:
            messages = [values.read(line) for line in self._stream.lines(data)]
            self._responses += [message for message in messages if "id" in message]
        self._watch()
