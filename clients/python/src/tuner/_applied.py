"""When to report to the daemon which revision the program uses."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

#: The seconds after which an unread value no longer delays the report.
PATIENCE = 1.0
_FIRST_PAUSE = 0.001
_LONGEST_PAUSE = 10.0
_MOST_KEYS = 64
_LONGEST_REASON = 1_000
#: A token bucket limits the reports: so many at once, then one in each interval.
_BURST = 8
_INTERVAL = 0.1


class AppliedProgress:
    """The schedule of the reports: without clock and I/O.

    A read of a value wakes no thread, so the caller looks at the values: after a millisecond, then after an eighth of
    the time for which a value is unread.
    """

    def __init__(self) -> None:
        self._received: Optional[int] = None
        self._must_report = False
        self._reported: Optional[Dict[str, Any]] = None
        self._tokens = float(_BURST)
        self._refilled: Optional[float] = None
        #: When to look at the values again; None if only an event can change the report.
        self.next_look: Optional[float] = None

    def receive(self, revision: int, now: float) -> None:
        """Notes that the values of a revision are visible. In a world, one revision can arrive twice."""
        self._received = revision
        self._must_report = True
        self.next_look = now

    def note_refusal(self, now: float) -> None:
        """Notes that the program does not use a value."""
        if self._received is not None:
            self.next_look = now

    def look(
        self, unread: List[Tuple[str, float]], refused: List[Tuple[str, str]], now: float
    ) -> Optional[Dict[str, Any]]:
        """Returns the parameters of the report to send now; None if there is nothing to report yet."""
        self.next_look = None
        if self._received is None:
            return None
        self._schedule([since for _, since in unread], now)
        if any(now - since < PATIENCE for _, since in unread):
            return None
        report: Dict[str, Any] = {"revision": self._received}
        if unread:
            report["unread"] = [key for key, _ in unread[:_MOST_KEYS]]
        if refused:
            report["refused"] = [{"key": key, "reason": _sendable(reason)} for key, reason in refused[:_MOST_KEYS]]
        if (not self._must_report and report == self._reported) or not self._take_token(now):
            return None
        self._reported, self._must_report = report, False
        return report

    def _schedule(self, times: List[float], now: float) -> None:
        if not times:
            return
        fresh = [since for since in times if now - since < PATIENCE]
        since = min(fresh) if fresh else max(times)
        pause = min(max(_FIRST_PAUSE, (now - since) / 8), _LONGEST_PAUSE)
        self.next_look = min(now + pause, since + PATIENCE) if fresh else now + pause

    def _take_token(self, now: float) -> bool:
        last = now if self._refilled is None else self._refilled
        self._tokens = min(float(_BURST), self._tokens + (now - last) / _INTERVAL)
        self._refilled = now
        if self._tokens < 1:
            later = now + (1 - self._tokens) * _INTERVAL
            self.next_look = later if self.next_look is None else min(self.next_look, later)
            return False
        self._tokens -= 1
        return True


def _sendable(reason: str) -> str:
    """Returns the beginning of a reason, which can be the text of any error of the program."""
    return reason[:_LONGEST_REASON].encode("utf-8", "replace").decode("utf-8")
