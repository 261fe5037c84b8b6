#!/usr/bin/env python3
"""Set each tunable redis.NAME as the parameter NAME of a running Redis, and report to Tuner what Redis refuses.

usage: bridge.py TUNER_SOCKET REDIS_SOCKET
"""

import json
import socket
import sys

from redis import Redis, Refusal

PREFIX = "redis."


class Tuner:
    """A connection to tunerd: one JSON-RPC message in each line."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile(encoding="utf-8")

    def send(self, method, **params):
        request = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")

    def messages(self):
        """Yield each response and notification, until the daemon stops."""
        for line in self.lines:
            yield json.loads(line)


class Bridge:
    def __init__(self, tuner, redis):
        self.tuner, self.redis = tuner, redis
        self.refused = {}

    def apply(self, key, value):
        self.refused.pop(key, None)
        if value is None:
            return  # The key has no value any more: Redis keeps its own.
        name = key.removeprefix(PREFIX)
        try:
            self.redis.call("CONFIG", "SET", name, value)
            print(f"{name} {value}", flush=True)
        except Refusal as refusal:
            self.refused[key] = str(refusal)
            print(f"{name} {value}: {refusal}", flush=True)

    def report(self, revision):
        refused = [{"key": key, "reason": reason} for key, reason in self.refused.items()]
        self.tuner.send("tunables.applied", revision=revision, refused=refused)

    def run(self):
        self.tuner.send("session.hello", client="redis-bridge")
        self.tuner.send("tunables.subscribe", match=PREFIX + "*", ack=True)
        for message in self.tuner.messages():
            if "error" in message:
                sys.exit(message["error"]["message"])
            if message.get("id") == "tunables.subscribe":
                for key, value in message["result"]["values"].items():
                    self.apply(key, value)
                self.report(message["result"]["revision"])
            elif message.get("method") == "tunables.changed":
                for change in message["params"]["changes"]:
                    self.apply(change["key"], change.get("value"))
                self.report(message["params"]["to"])


Bridge(Tuner(sys.argv[1]), Redis(sys.argv[2])).run()
