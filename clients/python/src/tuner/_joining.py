"""The process and its connection: the name, the world, and whether the values have arrived."""
from __future__ import annotations

from typing import Callable, Optional

from . import _writing as writing
from ._errors import Fault
from ._scope import current, shared
from ._worlds import World


def configure(
    *,
    name: Optional[str] = None,
    version: Optional[str] = None,
    socket: Optional[str] = None,
    world: Optional[str] = None,
    values_file: Optional[str] = None,
    on_fault: Optional[Callable[[Fault], None]] = None,
) -> None:
    """Sets the name, the socket, the world or the values file of the process, before its first use of a value.

    Without a daemon, the program begins with the values in `values_file`, which the library writes after changes.
    `on_fault` receives problems that the program can run with. By default, they are printed on standard error.
    """
    if shared.worker.is_running and (name or version or socket or world or values_file):
        raise RuntimeError("call tuner.configure before the first use of a value")
    shared.name = name or shared.name
    shared.version = version or shared.version
    shared.socket = socket or shared.socket
    if world:
        shared.world_name = world
    if on_fault is not None:
        shared.on_fault = on_fault
    if values_file:
        shared.memory.use(values_file, lambda reason: shared.report(Fault(reason), once=True))


def world(name: Optional[str] = None) -> World:
    """Returns a private world for a `with` block: a new one, or the one with this name."""
    return World(name)


def join(world: str) -> None:
    """Moves the whole process into a world that exists, and waits until it has the values of the world."""
    client = current().client
    writing.finish(client, writing.move(client, world))


def leave() -> None:
    """Moves the whole process out of its world, and waits until it has the shared values."""
    client = current().client
    writing.finish(client, writing.move(client, None))


def wait_ready(timeout: Optional[float] = 10.0) -> None:
    """Waits until all declarations are accepted and have their values. Raises NotReadyError after `timeout` seconds."""
    client = current().client
    client.wait(client.ready(), timeout, client.not_ready(timeout))


async def ready(timeout: Optional[float] = 10.0) -> None:
    """Waits in a task, as `wait_ready` does in a thread."""
    client = current().client
    await client.ready().in_loop(timeout, client.not_ready(timeout))


def connection() -> str:
    """Returns the state of the connection: ``connecting``, ``connected`` or ``lost``."""
    return current().client.state
