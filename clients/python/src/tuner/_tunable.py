"""Classes whose fields are live values: the decorator `tunable`."""
from __future__ import annotations

import dataclasses
import functools
import sys
import threading
import typing
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Mapping, Optional, Set, Tuple, Type, TypeVar

from ._declaration import Declaration
from ._options import Options
from ._scope import current, scope, shared

if TYPE_CHECKING:
    # Type checkers have this module; a program need not.
    from typing_extensions import Unpack

C = TypeVar("C")


class Field:
    """The limits of a field: ``radius: Annotated[float, tuner.Field(min=0, max=40)] = 12.0``."""

    def __init__(self, **options: Unpack[Options]) -> None:
        self.options: Dict[str, Any] = {name: value for name, value in options.items() if value is not None}


class LiveAttribute:
    """A field whose value is that of a key."""

    def __init__(self, declaration: Declaration) -> None:
        self.key = declaration.key
        self.declaration = declaration
        self._given = declaration.given
        self._cells = shared.store.quick

    def __get__(self, instance: object, owner: Optional[type] = None) -> Any:
        if scope.get() is None:
            cell = self._cells.get(self.key)
            if cell is not None and cell.marker is self._given:
                cell.read = value = cell.value
                return value
        return current().read_declared(self.declaration)

    def __set__(self, instance: object, value: Any) -> None:
        if id(instance) in _initializing.instances and type(value) is type(self._given) and value == self._given:
            return
        raise AttributeError(
            f"{self.key} is a tunable, and an assignment would change it in one object only. "
            f'Change it for every process: tuner.set("{self.key}", {value!r})'
        )


class _Initializing(threading.local):
    """The objects whose `__init__` runs: the one of a data class assigns the defaults."""

    def __init__(self) -> None:
        self.instances: Set[int] = set()


_initializing = _Initializing()


def tunable(prefix: str) -> Callable[[Type[C]], Type[C]]:
    """Makes the fields of a class live: the field ``radius`` has the value of the key ``prefix.radius``."""
    names = sys._getframe(1).f_locals

    def decorate(cls: Type[C]) -> Type[C]:
        found = list(_fields(cls, names))
        for name, default, hint, options in found:
            declaration = Declaration(f"{prefix}.{name}" if prefix else name, default, {**options, "type": hint})
            setattr(cls, name, LiveAttribute(declaration))
            shared.declare(declaration, starts=False)
        if not found:
            raise TypeError(f"{cls.__name__} has no field with a type and a default, such as: radius: float = 12.0")
        if dataclasses.is_dataclass(cls):
            _allow_defaults(cls)
        return cls

    return decorate


def _fields(cls: type, names: Mapping[str, Any]) -> Iterator[Tuple[str, Any, Any, Dict[str, Any]]]:
    """Yields the name, the default, the type and the limits of each field."""
    annotations = cls.__dict__.get("__annotations__") or getattr(cls, "__annotations__", {})
    members = {field.name: field for field in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else {}
    for name, hint in annotations.items():
        hint = _evaluated(hint, cls, names)
        if name.startswith("_") or typing.get_origin(hint) is typing.ClassVar or hint is typing.ClassVar:
            continue
        member = members.get(name)
        if member is not None and member.default_factory is not dataclasses.MISSING:
            default = member.default_factory()
        elif name in cls.__dict__:
            default = cls.__dict__[name]
        else:
            continue
        options: Dict[str, Any] = {}
        if hasattr(hint, "__metadata__"):
            for note in hint.__metadata__:
                options.update(note.options if isinstance(note, Field) else {})
            hint = typing.get_args(hint)[0]
        yield name, default, hint, options


def _evaluated(hint: Any, cls: type, names: Mapping[str, Any]) -> Any:
    """Returns the type that an annotation names; None if the name exists for a type checker only."""
    if not isinstance(hint, str):
        return hint
    try:
        return eval(hint, vars(sys.modules[cls.__module__]), dict(names))
    except (NameError, AttributeError, TypeError):
        return None


def _allow_defaults(cls: Any) -> None:
    """Lets the `__init__` of a data class assign the defaults, and nothing else."""
    original = cls.__init__

    @functools.wraps(original)
    def initialize(self: Any, *positional: Any, **named: Any) -> None:
        _initializing.instances.add(id(self))
        try:
            original(self, *positional, **named)
        finally:
            _initializing.instances.discard(id(self))

    cls.__init__ = initialize
