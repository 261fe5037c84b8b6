"""Live constants and feature flags of tunerd.

>>> import tuner
>>> tuner.get("ui.scale", 1.0)
1.0

A read returns at once: the default, until the value of the daemon has arrived. The first read starts a connection in
the background, and later reads cost less than a microsecond.
"""
from __future__ import annotations

import sys as _sys
import types as _types
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any, Mapping

from . import _fork as _fork
from . import aio
from ._changing import attempt, call, evaluate, reset, set, step, toggle, update, value
from ._errors import (
    Fault,
    NotConnectedError,
    NotReadyError,
    OutcomeUnknownError,
    RefusedError,
    TunerError,
    UnencodableError,
)
from ._iterating import Changes
from ._joining import configure, connection, join, leave, ready, wait_ready, world
from ._observing import Observation
from ._preview import Preview, preview
from ._reading import changes, flag, get, on_change, refuse, snapshot
from ._scope import current as _current
from ._tunable import Field, tunable
from ._worlds import Attempt, World

if _TYPE_CHECKING:
    from ._methods import Methods as _Methods

__all__ = [
    "Attempt",
    "Changes",
    "Fault",
    "Field",
    "NotConnectedError",
    "NotReadyError",
    "Observation",
    "Preview",
    "OutcomeUnknownError",
    "RefusedError",
    "TunerError",
    "UnencodableError",
    "World",
    "aio",
    "attempt",
    "call",
    "changes",
    "configure",
    "connection",
    "evaluate",
    "flag",
    "get",
    "join",
    "leave",
    "methods",
    "on_change",
    "preview",
    "ready",
    "refuse",
    "reset",
    "set",
    "snapshot",
    "step",
    "toggle",
    "tunable",
    "update",
    "value",
    "wait_ready",
    "world",
]

#: The context in which the daemon evaluates the flags: ``tuner.context = {"targetingKey": "ada"}``.
context: Mapping[str, Any]
#: Each method of the daemon, with the types of its parameters and result: ``tuner.methods.tunables.get("ui.scale")``.
methods: _Methods


class _Module(_types.ModuleType):
    """The module itself, with the properties `context` and `methods`."""

    @property
    def context(self) -> Mapping[str, Any]:
        return _current().client.context

    @context.setter
    def context(self, context: Mapping[str, Any]) -> None:
        _current().client.context = context

    @property
    def methods(self) -> _Methods:
        # The table is large, and few programs use it.
        from ._methods import Methods

        return Methods(call)


_sys.modules[__name__].__class__ = _Module
