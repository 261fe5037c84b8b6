"""The path of the daemon's socket, and the checks of who serves it."""
from __future__ import annotations

import os
import socket
import stat
import struct
from typing import Optional, Tuple


class Untrusted(Exception):
    """Another user could serve the socket."""


def find(named: Optional[str]) -> Tuple[str, bool]:
    """Returns the path of the socket, and whether the user named it."""
    path = named or os.environ.get("TUNER_SOCKET")
    if path:
        return path, True
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    directory = f"{runtime}/tuner" if runtime.startswith("/") else f"/tmp/tuner-{os.getuid()}"
    return f"{directory}/tunerd.sock", False


def check_directory(path: str) -> None:
    """Raises Untrusted if another user can replace the socket; OSError if there is no directory."""
    directory = os.path.dirname(path)
    state = os.lstat(directory)
    if not stat.S_ISDIR(state.st_mode):
        raise Untrusted(f"{directory} is no directory")
    if state.st_uid not in (os.getuid(), 0):
        raise Untrusted(f"{directory} belongs to the user {state.st_uid}")
    if state.st_mode & 0o022:
        raise Untrusted(f"other users can write to {directory}")


def check_peer(connection: socket.socket) -> None:
    """Raises Untrusted if the daemon runs as another user than this process or root."""
    if not hasattr(socket, "SO_PEERCRED"):
        return
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, user, _ = struct.unpack("3i", credentials)
    if user not in (os.getuid(), 0):
        raise Untrusted(f"the daemon runs as the user {user}")
