"""The errors of writes, and the faults that a program can run with."""
from __future__ import annotations

from typing import Any, Dict, Mapping, Optional


class TunerError(Exception):
    """The base of all errors of this library."""


class NotConnectedError(TunerError):
    """The request was not sent, for there is no connection to a daemon. Nothing was changed."""


class OutcomeUnknownError(TunerError):
    """No response arrived: the daemon may have made the change, or not."""


class NotReadyError(TunerError, TimeoutError):
    """The values did not arrive in time."""


class UnencodableError(TunerError, ValueError):
    """JSON cannot have the value, such as NaN."""


class RefusedError(TunerError):
    """The daemon refused the request.

    `kind` is a stable word, such as ``outOfRange``. `data` has the facts, such as the violated limit.
    """

    def __init__(self, message: str, kind: str, data: Mapping[str, Any], code: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind
        self.data = data
        self.code = code

    @property
    def key(self) -> Optional[str]:
        """The key that the daemon refused; None if the error is not about one key."""
        key = self.data.get("key")
        return key if isinstance(key, str) else None

    @classmethod
    def from_response(cls, error: Any) -> RefusedError:
        """Reads the member ``error`` of a response; any JSON is allowed."""
        members: Dict[str, Any] = error if isinstance(error, dict) else {}
        data = members.get("data")
        data = data if isinstance(data, dict) else {}
        message, kind, code = members.get("message"), data.get("kind"), members.get("code")
        return cls(
            message if isinstance(message, str) else "the daemon refused the request without a message",
            kind if isinstance(kind, str) else "internal",
            data,
            code if isinstance(code, int) else 0,
        )


class Broken(Exception):
    """The daemon does not follow the protocol, or its connection cannot be used."""


class Malformed(Broken):
    """A message of the daemon has another shape. A notification of another shape is ignored."""


class Fault:
    """A problem that the program can run with, such as a refused declaration."""

    def __init__(
        self,
        message: str,
        key: Optional[str] = None,
        error: Optional[BaseException] = None,
        identity: Optional[str] = None,
    ) -> None:
        self.message = message
        self.key = key
        self.error = error
        #: Equal for two reports of the same problem.
        self.identity = identity or message

    def __str__(self) -> str:
        return self.message

    def __repr__(self) -> str:
        return f"Fault({self.message!r})"
