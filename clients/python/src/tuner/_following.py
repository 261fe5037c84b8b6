"""The declarations and the subscriptions of one connection."""
from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Set, Tuple

from ._cells import MISSING, Cell, FlagCell
from ._errors import Broken, Fault, Malformed, RefusedError
from ._flag_following import FlagFollowing
from ._json import encode

if TYPE_CHECKING:
    from ._session import Session

#: The limits of one call with declarations.
_MOST_DECLARATIONS = 2_000
_MOST_BYTES = 1 << 20
#: The limit of the daemon for the keys of one subscription.
_MOST_KEYS = 16_384
_MOST_EARLY = 10_000
#: The errors that may be gone when the client tries again.
_PASSING = ("storage", "busy")
_RETRY_SECONDS = 1.0


class Following:
    """What the daemon knows of the program's keys on one connection."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._client = session.worker.client
        self._declared: Set[Cell] = set()
        self._declared_flags: Set[str] = set()
        self._subscription: Optional[str] = None
        self._subscribed: List[str] = []
        self._is_subscribing = False
        self._has_ack = True
        #: Notifications that arrived before the response with the name of their subscription.
        self._early: List[Dict[str, Any]] = []
        #: Whether the values of this connection are, or have been, those of a world.
        self.is_in_world = False
        #: Whether there are new keys, which the next call of `follow` declares.
        self.is_due = False
        #: When to declare again what the daemon could not store.
        self.declare_at: Optional[float] = None
        self.flags = FlagFollowing(session)

    def follow(self) -> None:
        """Declares new keys, and subscribes to all."""
        self.is_due = False
        with self._client.store.lock:
            cells = [cell for cell in self._client.store.cells.values() if not cell.declaration.fault]
            flags = [cell for cell in self._client.store.flags.values() if not cell.declaration.fault]
        self._declare_new(cells, flags)
        keys = [cell.key for cell in cells]
        if self._is_subscribing:
            self.is_due = len(keys) != len(self._subscribed)
        elif keys and len(keys) != len(self._subscribed):
            self._subscribe(keys)
        self.flags.follow(flags)

    # Declarations.

    def _declare_new(self, cells: List[Cell], flags: List[FlagCell]) -> None:
        specs: Dict[str, Any] = {}
        for cell in cells:
            if cell.declaration.spec is not None and cell not in self._declared:
                self._declared.add(cell)
                specs[cell.key] = cell.declaration.spec
        self._declare("tunables.declare", "specs", specs)
        specs = {}
        for flag in flags:
            if flag.declaration.spec is not None and flag.key not in self._declared_flags:
                self._declared_flags.add(flag.key)
                specs[flag.key] = flag.declaration.spec
        self._declare("flags.declare", "flags", specs)

    def _declare(self, method: str, member: str, specs: Dict[str, Any]) -> None:
        part: Dict[str, Any] = {}
        length = 0
        for key, spec in specs.items():
            more = len(encode({key: spec}).encode("utf-8"))
            if not self._session.fits(more):
                reason = f"{key} cannot be declared: the declaration has {more} bytes, and the daemon reads at most "
                self._client.report(Fault(f"{reason}{self._client.longest_request}", key), once=True)
                continue
            if part and (len(part) == _MOST_DECLARATIONS or length + more > _MOST_BYTES):
                self._declare_together(method, member, part)
                part, length = {}, 0
            part[key] = spec
            length += more
        if part:
            self._declare_together(method, member, part)

    def _declare_together(self, method: str, member: str, specs: Dict[str, Any]) -> None:
        self._session.expect(
            method, {member: specs}, self._note_unused, lambda error: self._refused(method, member, specs, error)
        )

    def _note_unused(self, result: Any) -> None:
        unused = result.get("invalid") if isinstance(result, dict) else None
        for value in unused if isinstance(unused, list) else []:
            key, message = value.get("key"), value.get("message")
            reason = f"the stored value of {key} is not used: {message}; remove it with: tunerctl reset {key}"
            self._client.report(Fault(reason, key), once=True)

    def _refused(self, method: str, member: str, specs: Dict[str, Any], error: RefusedError) -> None:
        """Declares the other keys again, without those that the daemon refuses."""
        if error.kind in _PASSING:
            self._client.report(Fault(f"a declaration is not stored: {error.message}"), once=True)
            self._declared = {cell for cell in self._declared if cell.key not in specs}
            self._declared_flags -= set(specs)
            self.declare_at = time.monotonic() + _RETRY_SECONDS
            return
        refused = {each.key: each for each in _each(error) if each.key in specs}
        others = {key: spec for key, spec in specs.items() if key not in refused}
        if not refused and len(specs) > 1:
            # The error names no key: declare each half, until the refused one is alone.
            keys = list(specs)
            for half in (keys[: len(keys) // 2], keys[len(keys) // 2 :]):
                self._declare_together(method, member, {key: specs[key] for key in half})
            return
        for each in refused.values() or [error]:
            key = each.key or next(iter(specs))
            self._session.refusals.append(each)
            self._client.report(Fault(f"a declaration was refused: {each.message}", key, each), once=True)
        if others and refused:
            self._declare_together(method, member, others)

    # The subscription to tunables.

    def _subscribe(self, keys: List[str]) -> None:
        self._is_subscribing = True
        old = self._subscription
        params: Dict[str, Any] = {"keys": keys} if self._can_name(keys) else {"match": ["*", "stew.*"]}
        if self._has_ack:
            params["ack"] = True
        since = self._client.since
        if since is not None and self._client.since_keys == keys and self._session.worker.client.world_name is None:
            params.update(since=since, initial=True)
        self._subscribed = keys
        self._session.expect(
            "tunables.subscribe", params, lambda result: self._subscribe_accepted(keys, result), self._subscribe_refused
        )
        if old is not None:
            self._session.call("tunables.unsubscribe", {"subscription": old}, lambda result, error: None)

    def _can_name(self, keys: List[str]) -> bool:
        return len(keys) <= _MOST_KEYS and self._session.fits(sum(len(key) + 3 for key in keys))

    def _subscribe_refused(self, error: RefusedError) -> None:
        if error.data.get("parameter") != "ack" or not self._has_ack:
            raise Broken(error.message)
        # An older daemon takes no reports.
        self._has_ack = self._is_subscribing = False
        self._subscribe(self._subscribed)

    def _subscribe_accepted(self, keys: List[str], result: Any) -> None:
        name, epoch, revision = _members(result, "subscription", "epoch", "revision")
        if not isinstance(name, str) or not isinstance(epoch, str) or not isinstance(revision, int):
            raise Broken("the response to a subscription lacks its name or its revision")
        if result.get("resumed") is True:
            changes = _changes(result.get("changes"))
        else:
            values = result.get("values", {})
            if not isinstance(values, dict):
                raise Broken("the response to a subscription has no object of values")
            changes = [(key, values.get(key, MISSING)) for key in keys]
        self._is_subscribing = False
        self._subscription = name
        # The history of the daemon has no changes of a world, so no connection resumes from its values.
        self._client.since = None if self.is_in_world else {"epoch": epoch, "revision": revision}
        self._client.since_keys = keys
        self._publish(changes, revision)
        early, self._early = self._early, []
        for params in early:
            # An older notification belongs to another subscription of this name.
            if isinstance(params.get("to"), int) and params["to"] > revision:
                self._changed(params)

    # Notifications.

    def notify(self, method: str, params: Any) -> None:
        if method == "tunables.changed":
            if self._is_subscribing and isinstance(params, dict) and params.get("subscription") != self._subscription:
                self._early.append(params)
                if len(self._early) > _MOST_EARLY:
                    raise Broken("the daemon sends notifications of unknown subscriptions")
                return
            self._changed(params)
        elif method == "flags.changed":
            self.flags.notify(params)
        else:
            self._session.worker.client.streams.notify(method, params)

    def _changed(self, params: Any) -> None:
        name, start, end = _members(params, "subscription", "from", "to")
        if not isinstance(name, str) or not isinstance(end, int):
            raise Malformed("a notification lacks its subscription or its revision")
        changes = _changes(params.get("changes"))
        if name != self._subscription:
            return
        if start == end:
            # A change in a world has no revision. Another client can have moved the process there.
            self.is_in_world, self._client.since = True, None
            self._client.memory.discard()
        elif self._client.since is not None:
            self._client.since = {**self._client.since, "revision": end}
        self._publish(changes, end)
        if "ended" in params:
            raise Broken("the world of the program has ended")

    def _publish(self, changes: List[Tuple[str, Any]], revision: int) -> None:
        store = self._client.store
        known = [(store.cells[key], value) for key, value in changes if key in store.cells]
        self._client.announce(store.publish(known))
        self.note_received()
        if self._has_ack:
            self._session.worker.applied.receive(revision, time.monotonic())

    def note_received(self) -> None:
        """Stores the values soon, unless they are those of a world."""
        if not self.is_in_world:
            self._client.memory.note_change()


def _members(value: Any, *names: str) -> List[Any]:
    if not isinstance(value, dict):
        raise Malformed("the daemon has sent no object where it must")
    return [value.get(name) for name in names]


def _changes(value: Any) -> List[Tuple[str, Any]]:
    """Returns the keys of a list of changes with their new values."""
    changes: List[Any] = value if isinstance(value, list) else [None]
    if not all(isinstance(each, dict) and isinstance(each.get("key"), str) for each in changes):
        raise Malformed("the daemon has sent changes of another type")
    return [(each["key"], each.get("value", MISSING)) for each in changes]


def _each(error: RefusedError) -> List[RefusedError]:
    """Returns the refusals in one error, one for each key."""
    faults = error.data.get("faults")
    if error.key is not None or not isinstance(faults, list):
        return [error]
    return [
        RefusedError(str(each.get("message", error.message)), str(each.get("kind", error.kind)), each, error.code)
        for each in faults
        if isinstance(each, dict)
    ] or [error]
