"""A daemon that a vector plays: it sends the responses of the steps, and usual ones to all other requests."""

import os

from . import values

USUAL = {
    "tunables.declare": {"revision": 1, "changed": False},
    "flags.declare": {"revision": 1, "changed": False},
    "tunables.subscribe": {"subscription": "t1", "epoch": "e1", "revision": 1, "resumed": False, "values": {}},
    "flags.subscribe": {"subscription": "f1", "epoch": "e1", "revision": 1, "flags": []},
    "tunables.unsubscribe": True,
    "flags.unsubscribe": True,
    "tunables.applied": True,
    "server.report": True,
    "ping": "pong",
}


class PlayedDaemon:
    """Responds to requests in their order. A request that a later step names waits for that step."""

    def __init__(self, vector):
        self._steps = [step for step in vector["steps"] if "request" in step]
        self._responses = {**USUAL, **values.expanded(vector.get("responses", {}))}
        self._greeting = values.raw(vector.get("greeting", ""))

    def connected(self, link):
        """Sends what this daemon sends to each new connection without a request."""
        if self._greeting:
            link.send(self._greeting)

    def handle(self, link, requests):
        """Takes new requests of a connection, and responds to those that no step names."""
        link.queue += [request for request in requests if request.id is not None]
        self._respond_to_unnamed(link)

    def respond(self, request, step):
        """Responds to a request as the step says, after usual responses to the requests before it."""
        link = request.link
        while link.queue and link.queue[0] is not request:
            self._respond_as_usual(link)
        # The client may have ended the connection meanwhile.
        if link.queue:
            link.queue.pop(0)
        self._steps.remove(step)
        if "text" in step:
            link.send(values.raw(step["text"], request.id))
        elif "error" in step:
            self._send(request, "error", step["error"])
        elif "result" in step:
            self._send(request, "result", step["result"])
        else:
            link.is_silent = True
        self._respond_to_unnamed(link)

    def _respond_to_unnamed(self, link):
        while link.queue and not any(link.queue[0].is_like(step) for step in self._steps):
            self._respond_as_usual(link)

    def _respond_as_usual(self, link):
        request = link.queue.pop(0)
        if link.is_silent:
            return None
        if request.method == "session.hello":
            return self._send(request, "result", self._hello(request))
        if request.method in self._responses:
            return self._send(request, "result", self._responses[request.method])
        message = f"there is no method {request.method}"
        data = {"kind": "methodNotFound", "method": request.method}
        self._send(request, "error", {"code": -32601, "message": message, "data": data})

    def _hello(self, request):
        result = {"server": "tunerd", "version": "0.1.0", "protocol": 1, "epoch": "e1", "revision": 1}
        result["pid"] = os.getpid()
        if isinstance(request.params, dict) and "world" in request.params:
            result["world"] = request.params["world"]
        result.update({"limits": {}, "capabilities": []})
        return {**result, **self._responses.get("session.hello", {})}

    @staticmethod
    def _send(request, name, value):
        message = {"jsonrpc": "2.0", "id": request.id, name: values.expanded(value)}
        request.link.send(values.text(message).encode() + b"\n")
