"""Forks, and the end of the process."""
from __future__ import annotations

import atexit
import os
from typing import List

from ._client import Client, clients

_locked: List[Client] = []


def _before() -> None:
    # No values are half published in the child.
    # In one order, so that two forks at once do not wait for each other.
    for client in sorted(clients, key=id):
        client.store.lock.acquire()
        _locked.append(client)


def _in_parent() -> None:
    while _locked:
        _locked.pop().store.lock.release()


def _in_child() -> None:
    _locked.clear()
    for client in list(clients):
        client.forget_parent()


def _at_exit() -> None:
    for client in list(clients):
        client.close(0.5)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
atexit.register(_at_exit)
