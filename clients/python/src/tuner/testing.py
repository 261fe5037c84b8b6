"""A private daemon for tests: the fixtures of the pytest plugin use it."""
from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from typing import IO, Any, Iterator, List, Optional

from . import _writing as writing
from ._client import Client
from ._scope import replaced, shared
from ._worlds import World, declarations

START_SECONDS = 20.0


def find_tunerd() -> Optional[str]:
    """Returns the path of `tunerd`: that of the variable ``TUNERD``, else the one in ``PATH``."""
    return os.environ.get("TUNERD") or shutil.which("tunerd")


class Daemon:
    """A daemon with its own socket and state, for a `with` block. It ends with this process, however it ends."""

    def __init__(self, program: Optional[str] = None) -> None:
        path = program or find_tunerd()
        if path is None:
            raise FileNotFoundError("tunerd is not found; set TUNERD to its path")
        self._program = path
        # The path of a socket has at most 107 bytes, so the directory is not inside of one with a long name.
        self._directory = tempfile.mkdtemp(prefix="tuner-")
        self.socket = os.path.join(self._directory, "tunerd.sock")
        self.log = os.path.join(self._directory, "log")
        #: More options of `tunerd`, for the next start.
        self.options: List[str] = []
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._client = Client(name="tests", socket=self.socket)
        #: What the process uses while it uses the daemon; see `use_daemon`.
        self.client: Client = shared

    def start(self) -> None:
        """Starts the daemon, and waits until it accepts connections."""
        state = os.path.join(self._directory, "state")
        options = ["--socket", self.socket, "--state", state, "--durability", "none", "--stop-on-eof", *self.options]
        log: IO[bytes]
        with open(self.log, "ab") as log:
            self._process = subprocess.Popen(
                [self._program, *options], stdin=subprocess.PIPE, stdout=log, stderr=log, env=_without_tuner()
            )
        self._client.ready().wait(START_SECONDS, self._client.not_ready(START_SECONDS))

    def stop(self) -> None:
        """Stops the daemon. Its state stays until the end of the block."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()

    def call(self, method: str, **params: Any) -> Any:
        """Calls a method as another client of the daemon."""
        return writing.finish(self._client, writing.start(self._client, method, params))

    def set(self, key: str, value: Any) -> None:
        """Sets a value as another client of the daemon."""
        self.call("tunables.set", key=key, value=value)

    def get(self, key: str) -> Any:
        """Returns the value that the daemon has."""
        return self.call("tunables.get", key=key)["value"]

    def __enter__(self) -> Daemon:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._client.close()
        self.stop()
        shutil.rmtree(self._directory, ignore_errors=True)


def _without_tuner() -> Any:
    return {name: value for name, value in os.environ.items() if not name.startswith("TUNER_")}


@contextlib.contextmanager
def use_daemon(daemon: Daemon) -> Iterator[Client]:
    """Lets the whole process use a daemon, with new values of all keys."""
    client = Client(name=shared.name, socket=daemon.socket, on_fault=shared.on_fault)
    client.world_name = None
    daemon.client = client
    with _prepared(client):
        yield client


@contextlib.contextmanager
def use_world(world: World) -> Iterator[World]:
    """Lets the whole process use a world, also in its other threads."""
    with _prepared(world.client):
        yield world


@contextlib.contextmanager
def _prepared(client: Client) -> Iterator[Client]:
    for declaration in declarations(shared):
        client.declare(declaration)
    try:
        client.ready().wait(START_SECONDS, client.not_ready(START_SECONDS))
        with replaced(client):
            yield client
    finally:
        client.close()
