"""Fixtures of pytest: `tuner_world` and `tuner_daemon`."""
from __future__ import annotations

from typing import Iterator

import pytest

from ._address import Untrusted
from ._link import Link
from ._worlds import World
from .testing import Daemon, find_tunerd, use_daemon, use_world


@pytest.fixture
def tuner_daemon(monkeypatch: pytest.MonkeyPatch) -> Iterator[Daemon]:
    """A private daemon, which the whole process uses during the test."""
    if find_tunerd() is None:
        pytest.skip("tunerd is not found; set TUNERD to its path")
    with Daemon() as daemon:
        monkeypatch.setenv("TUNER_SOCKET", daemon.socket)
        monkeypatch.delenv("TUNER_WORLD", raising=False)
        with use_daemon(daemon):
            yield daemon


@pytest.fixture
def tuner_world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """A private world of the daemon that runs, or of a private daemon."""
    if "tuner_daemon" in request.fixturenames or not _runs():
        request.getfixturevalue("tuner_daemon")
    world = World()
    with use_world(world):
        for name, value in world.environment.items():
            monkeypatch.setenv(name, value)
        yield world


def _runs() -> bool:
    """Returns whether a daemon of the user accepts connections."""
    try:
        Link(None).close()
    except (OSError, Untrusted):
        return False
    return True
