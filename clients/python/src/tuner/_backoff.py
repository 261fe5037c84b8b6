"""When to connect again."""
from __future__ import annotations

import random
from typing import Optional

FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0


class Backoff:
    """The pauses between connections: doubled after each loss, short again after a connection that has lasted."""

    def __init__(self) -> None:
        self.retry_at = 0.0
        self._pause = FIRST_PAUSE
        self._completed_at: Optional[float] = None

    def note_complete(self, now: float) -> None:
        """Notes that a connection has all values."""
        self._completed_at = now

    def note_loss(self, now: float) -> None:
        """Notes that a connection has ended, or was not possible."""
        if self._completed_at is not None and now - self._completed_at > LONGEST_PAUSE:
            self._pause = FIRST_PAUSE
        self._completed_at = None
        # Many programs lose one daemon at the same time.
        self.retry_at = now + self._pause * random.uniform(0.5, 1.0)
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
