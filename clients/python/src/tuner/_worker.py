"""The thread of a client: it connects, sends, receives, and connects again."""
from __future__ import annotations

import errno
import os
import select
import threading
import time
from typing import TYPE_CHECKING, List, Optional, Tuple

from . import _address
from ._applied import AppliedProgress
from ._backoff import Backoff
from ._errors import Broken, Fault, NotConnectedError, RefusedError, TunerError
from ._json import NotJSON
from ._link import Link
from ._pending import Pending
from ._requests import Requests
from ._session import Request, Session, not_connected

if TYPE_CHECKING:
    from ._client import Client

_CLOSED = "the client is closed; nothing was changed"
_NOBODY_LISTENS = (errno.ENOENT, errno.ECONNREFUSED)


class Worker:
    """Runs the connections of a client. Any thread can call the methods without an underscore."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.applied = AppliedProgress()
        # A handler of a signal can interrupt a thread that has the lock.
        self._lock = threading.RLock()
        self._thread: Optional[threading.Thread] = None
        self._pipe: Optional[Tuple[int, int]] = None
        self.requests = Requests()
        self._waits: List[Pending[None]] = []
        self._session: Optional[Session] = None
        self._must_follow = False
        self._is_closed = False
        self._backoff = Backoff()

    def start(self) -> None:
        """Starts the thread, if it does not run."""
        with self._lock:
            if self._thread is not None or self._is_closed:
                return
            try:
                self._pipe = self._pipe or os.pipe()
                for end in self._pipe:
                    os.set_blocking(end, False)
                thread = threading.Thread(target=self._run, name="tuner", daemon=True)
                self._thread = thread
                thread.start()
            except (OSError, RuntimeError) as error:  # The process has no descriptor or no thread left, or it ends.
                self._thread = None
                self.client.report(Fault(f"the library cannot start its thread: {error}"), once=True)

    def wake(self) -> None:
        with self._lock:
            if self._pipe is not None:
                try:
                    os.write(self._pipe[1], b"\0")
                except BlockingIOError:
                    pass  # The pipe is full, so the thread wakes.

    def follow(self) -> None:
        """Declares new keys, and subscribes to them."""
        self._must_follow = True
        self.start()
        self.wake()

    def submit(self, request: Request) -> None:
        self.requests.add(request)
        self.start()
        self.wake()
        if self._is_closed or self._thread is None:
            self._fail_requests()

    def ready(self, wait: Pending[None]) -> None:
        """Finishes `wait` when all declarations are accepted and have their values."""
        self._waits.append(wait)
        self.follow()
        if self._is_closed:
            self._end_waits(NotConnectedError(_CLOSED))

    @property
    def is_current(self) -> bool:
        """Whether the caller is the thread of the client, which must not wait for itself."""
        return self.is_running and threading.current_thread() is self._thread

    @property
    def is_running(self) -> bool:
        return self._thread is not None

    def note_refusal(self) -> None:
        """Reports soon that the program does not use a value."""
        self.applied.note_refusal(time.monotonic())
        self.wake()

    def close(self, timeout: float) -> None:
        """Ends the thread and its connection."""
        self._is_closed = True
        self.wake()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout)

    def abandon(self) -> None:
        """Forgets the thread and closes the descriptors, in the child of a fork."""
        if self._session is not None:
            self._session.link.abandon()
        for end in self._pipe or ():
            os.close(end)
        self.__init__(self.client)  # type: ignore[misc]

    # The thread.

    def _run(self) -> None:
        while not self._is_closed:
            try:
                self._turn()
            except (Broken, NotJSON, OSError) as error:
                if isinstance(error.__cause__, RefusedError):
                    self._end_waits(error.__cause__)
                self._lose(str(error))
            except BaseException as error:  # A daemon must not be able to end the thread.
                self._lose(f"the message of the daemon has another type: {error!r}")
        self._end_session()
        self._fail_requests()
        self._end_waits(NotConnectedError(_CLOSED))
        self.client.memory.write()
        with self._lock:
            pipe, self._pipe, self._thread = self._pipe, None, None
            for end in pipe or ():
                os.close(end)

    def _turn(self) -> None:
        if self._session is None and time.monotonic() >= self._backoff.retry_at:
            self._connect()
        if self._session is not None:
            self._advance(self._session)
        self.client.memory.write_if_due()
        self._poll(self._timeout())

    def _connect(self) -> None:
        try:
            link = Link(self.client.socket)
        except (OSError, _address.Untrusted) as error:
            # A daemon that starts later needs no help.
            if getattr(error, "errno", None) not in _NOBODY_LISTENS:
                self.client.report(Fault(f"the daemon cannot be reached: {error}"), once=True)
            self._wait_for_retry()
            return
        self._must_follow = False
        self.applied = AppliedProgress()
        self._session = Session(self, link)
        self._session.begin()

    def _advance(self, session: Session) -> None:
        now = time.monotonic()
        following = session.following
        if self._must_follow or following.is_due or (following.declare_at is not None and following.declare_at <= now):
            self._must_follow = False
            following.declare_at = None
            following.follow()
        if session.missing == 0 and not session.is_complete:
            session.is_complete = True
            self._backoff.note_complete(now)
            self.client.set_state("connected")
        if not session.is_complete:
            return
        self.client.streams.begin(session)
        # A write follows the subscription to its key: the value is visible when the write returns.
        while not self._must_follow and not following.is_due:
            request = self.requests.take()
            if request is None:
                break
            session.perform(request)
        if session.missing == 0 and not (self._must_follow or following.is_due or following.declare_at):
            self._end_waits(session.refusals[0] if session.refusals else None)
        self._report_applied(session, now)

    def _end_waits(self, error: Optional[TunerError]) -> None:
        waits, self._waits = self._waits, []
        for wait in waits:
            wait.finish(error=error)

    def _report_applied(self, session: Session, now: float) -> None:
        if self.applied.next_look is None or self.applied.next_look > now:
            return
        store = self.client.store
        report = self.applied.look(store.unread_since(), store.refusals(), now)
        if report is not None:
            # An error changes nothing: an older daemon lacks the method.
            session.call("tunables.applied", report, lambda result, error: None)

    def _timeout(self) -> Optional[float]:
        session = self._session
        times = [self.applied.next_look, session.following.declare_at] if session else [self._backoff.retry_at]
        wanted = [at for at in [*times, self.client.memory.write_at] if at is not None]
        return max(0.0, min(wanted) - time.monotonic()) if wanted else None

    def _poll(self, timeout: Optional[float]) -> None:
        poll = select.poll()
        assert self._pipe is not None
        poll.register(self._pipe[0], select.POLLIN)
        session = self._session
        if session is not None:
            poll.register(session.link, select.POLLIN | (select.POLLOUT if session.link.wants_to_send else 0))
        for end, events in poll.poll(None if timeout is None else timeout * 1000 + 0.5):
            if end == self._pipe[0]:
                os.read(end, 4096)
            elif session is not None:
                self._transfer(session, events)

    @staticmethod
    def _transfer(session: Session, events: int) -> None:
        if events & select.POLLOUT:
            session.link.flush()
        if events & ~select.POLLOUT:
            messages = session.link.receive()
            if messages is None:
                raise Broken("")
            for message in messages:
                session.handle(message)

    # The end of a connection.

    def _lose(self, reason: str) -> None:
        if reason and not self._is_closed:
            self.client.report(Fault(f"the connection to the daemon is lost: {reason}"), once=True)
        self._wait_for_retry()

    def _wait_for_retry(self) -> None:
        self._end_session()
        self._backoff.note_loss(time.monotonic())
        self._fail_requests()
        self.client.set_state("lost")

    def _end_session(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.close()

    def _fail_requests(self) -> None:
        path, _ = _address.find(self.client.socket)
        self.requests.fail(NotConnectedError(_CLOSED) if self._is_closed else not_connected(path))
