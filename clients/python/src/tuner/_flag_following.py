"""The subscriptions to flags of one connection: one for each context."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Set, Tuple

from ._cells import MISSING, Cell, FlagCell
from ._errors import Broken, Fault, Malformed, RefusedError
from ._json import canonical, encode

if TYPE_CHECKING:
    from ._session import Session


class _Group:
    """The subscription to the flags of one context."""

    def __init__(self) -> None:
        self.keys: List[str] = []
        self.name: Any = None
        self.is_pending = False


class FlagFollowing:
    """What the daemon evaluates for the program on one connection."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._client = session.worker.client
        self._groups: Dict[str, _Group] = {}
        self._early: List[Dict[str, Any]] = []

    def follow(self, cells: List[FlagCell]) -> None:
        """Subscribes to new flags and to new contexts, and ends the subscriptions to old contexts."""
        keys: Dict[str, List[str]] = {}
        contexts: Dict[str, Dict[str, Any]] = {}
        #: The contexts whose subscription may have no value of a flag yet.
        moved: Set[str] = set()
        for cell in cells:
            context = {**self._client.context, **cell.own}
            text = canonical(context, "the context")
            if cell.evaluated != text:
                moved.add(text)
            cell.evaluated = text
            contexts[text] = context
            names = keys.setdefault(text, [])
            if cell.key not in names:
                names.append(cell.key)
        for text in [text for text in self._groups if text not in keys]:
            self._leave(self._groups.pop(text).name)
        for text, names in keys.items():
            group = self._groups.setdefault(text, _Group())
            if len(group.keys) < len(names) or text in moved:
                self._subscribe(text, group, names, contexts[text])

    def _subscribe(self, text: str, group: _Group, keys: List[str], context: Dict[str, Any]) -> None:
        old, group.keys, group.is_pending = group.name, keys, True
        params: Dict[str, Any] = {"keys": keys}
        if context:
            params["context"] = context
        length = len(encode(params).encode("utf-8"))
        if not self._session.fits(length):
            self._leave(old)
            group.name, group.is_pending = None, False
            most = self._client.longest_request
            reason = f"the context has {length} bytes, and the daemon reads at most {most}"
            self._client.report(Fault(f"the program does not receive flags: {reason}"), once=True)
            return

        def accept(result: Any) -> None:
            if not isinstance(result, dict) or not isinstance(result.get("subscription"), str):
                raise Broken("the response to a subscription lacks its name")
            group.name, group.is_pending = result["subscription"], False
            if self._groups.get(text) is not group:
                return self._leave(group.name)
            self._publish(text, result.get("flags"))
            early, self._early = self._early, []
            for params in early:
                self.notify(params)

        def refuse(error: RefusedError) -> None:
            group.is_pending = False
            if error.kind == "unknownWorld":
                raise Broken(error.message)
            self._client.report(Fault(f"the program does not receive flags: {error.message}", None, error), once=True)

        self._session.expect("flags.subscribe", params, accept, refuse)
        self._leave(old)

    def _leave(self, name: Any) -> None:
        if name is not None:
            self._session.call("flags.unsubscribe", {"subscription": name}, lambda result, error: None)

    def notify(self, params: Any) -> None:
        if not isinstance(params, dict):
            raise Malformed("a notification about flags is no object")
        for text, group in self._groups.items():
            if group.name is not None and group.name == params.get("subscription"):
                self._publish(text, params.get("changes"))
                break
        else:
            if any(group.is_pending for group in self._groups.values()) and len(self._early) < 1_000:
                self._early.append(params)
        if "ended" in params:
            raise Broken("the world of the program has ended")

    def _publish(self, text: str, flags: Any) -> None:
        if not isinstance(flags, list) or not all(isinstance(flag, dict) for flag in flags):
            raise Malformed("the daemon has sent flags of another type")
        values = {flag.get("key"): flag for flag in flags}
        changes: List[Tuple[Cell, Any]] = []
        with self._client.store.lock:
            for cell in self._client.store.flags.values():
                if cell.evaluated == text and cell.key in values:
                    changes.append((cell, values[cell.key].get("value", MISSING)))
        self._client.announce(self._client.store.publish(changes))
        self._session.following.note_received()
        for flag in flags:
            if flag.get("errorCode") not in (None, "FLAG_NOT_FOUND"):
                reason = f"the flag {flag.get('key')} has its default: {flag.get('errorMessage')} ({flag['errorCode']})"
                self._client.report(Fault(reason, flag.get("key")), once=True)
