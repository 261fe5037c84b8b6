"""The file that stores the last known values. The clients in other languages have the same file."""
from __future__ import annotations

import contextlib
import itertools
import json
import os
import stat
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from ._errors import TunerError
from ._json import NotJSON, canonical, decode, encode

#: A key; for a flag, also the text of the context in which it was evaluated.
Name = Tuple[str, Optional[str]]
_FORMAT = "tuner values"
_VERSION = 1
#: The number of each file that this process writes, for the names of temporary files.
_numbers = itertools.count(1)


class ValuesFile:
    """Reads and writes the file. A problem with it is a fault of the program, and no error."""

    def __init__(self, path: str, report: Callable[[str], None]) -> None:
        self._path = os.path.abspath(path)
        self._given = path
        self._receive = report

    def _report(self, reason: str) -> None:
        self._receive(f"the values file {self._given} cannot be used: {reason}")

    def read(self) -> Dict[Name, Any]:
        """Returns the stored values; none if the file is missing or cannot be read."""
        self._remove_leftovers()
        try:
            # Opening a pipe would wait for a writer, and reading a device might never end.
            if not stat.S_ISREG(os.stat(self._path).st_mode):
                self._report("it is not a regular file")
                return {}
            with open(self._path, "rb") as file:
                return dict(_entries(decode(file.read())))
        except FileNotFoundError:
            return {}
        except OSError as error:
            self._report(str(error))
        except (NotJSON, TunerError, LookupError, TypeError, AttributeError):
            self._report("its content is not a list of tuner values")
        return {}

    def write(self, values: Dict[Name, Any]) -> None:
        """Replaces the content: a new file is renamed, so that a reader never sees half of it."""
        tunables = {key: value for (key, context), value in values.items() if context is None}
        flags: List[Dict[str, Any]] = [
            {"key": key, "context": json.loads(context), "value": value}
            for (key, context), value in values.items()
            if context is not None
        ]
        content = {"format": _FORMAT, "version": _VERSION, "values": tunables, "flags": flags}
        directory, name = os.path.split(self._path)
        # Another program may be writing this file at the same time.
        new = os.path.join(directory, f".{name}-{os.getpid()}-{next(_numbers)}.new")
        try:
            text = encode(content)
            os.makedirs(directory, 0o700, exist_ok=True)
            try:
                with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(new, self._path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(new)
                raise
        except (OSError, TunerError) as error:
            self._report(str(error))

    def _remove_leftovers(self) -> None:
        """Removes the new files of programs that were killed."""
        directory, name = os.path.split(self._path)
        with contextlib.suppress(OSError):
            for other in os.listdir(directory):
                start, end = f".{name}-", ".new"
                pid = other[len(start) : -len(end)].split("-")[0]
                if other.startswith(start) and other.endswith(end) and pid.isdecimal() and not _runs(int(pid)):
                    os.unlink(os.path.join(directory, other))


def _entries(content: Any) -> Iterator[Tuple[Name, Any]]:
    if content["format"] != _FORMAT or content["version"] != _VERSION:
        raise TypeError("the file has another format")
    for key, value in content["values"].items():
        yield (key, None), value
    for flag in content["flags"]:
        context: Dict[str, Any] = dict(flag["context"].items())
        yield (flag["key"], canonical(context, "the context")), flag["value"]


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass
    return True
