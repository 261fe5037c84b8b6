"""A daemon that sends anything: messages that are changed at random places, from a seed."""
import contextlib
import copy
import enum
import json
import os
import random
import socket
import threading

import pytest

import tuner
from tuner import _writing as writing
from tuner._client import Client
from tuner._scope import replaced

SEEDS = [int(os.environ["TUNER_SEED"])] if "TUNER_SEED" in os.environ else range(12)
ODD = [None, True, 1, -1, 1.5, 1 << 70, "", "x", [], [None], {}, {"key": 1}, "tunables.changed", "t1", "\x00", 1e308]


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


DEFAULTS = {
    "w.on": True,
    "w.whole": 3,
    "w.half": 1.5,
    "w.text": "a",
    "w.list": [1],
    "w.level": Level.LOW,
    "w.any": {"x": 1},
}
VALUES = {"w.on": False, "w.whole": 4, "w.half": 2.5, "w.text": "b", "w.list": [2], "w.level": "high", "w.any": {}}


def _changed(value, random):
    """Returns a copy with another value at some place."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        name = random.choice(list(value))
        other = copy.copy(value)
        if random.random() < 0.2:
            del other[name]
        else:
            other[name] = _changed(value[name], random)
        return other
    if isinstance(value, list) and value and random.random() < 0.8:
        place = random.randrange(len(value))
        return [*value[:place], _changed(value[place], random), *value[place + 1 :]]
    return random.choice(ODD)


class WrongDaemon:
    """Responds to each request. At first, until it has sent `wrong` changed messages, it sends anything."""

    def __init__(self, path, seed, wrong):
        self.random = random.Random(seed)
        self.wrong = wrong
        self.is_honest = False
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(8)
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection, contextlib.suppress(OSError, ValueError), connection.makefile("rb") as stream:
                for line in stream:
                    self.respond(json.loads(line), connection)

    def respond(self, request, connection):
        if self.wrong <= 0 and not self.is_honest:
            # A wrong value of the right type stays until the next connection.
            self.is_honest = True
            raise OSError
        result = {
            "session.hello": {"protocol": 1, "epoch": "e"},
            "tunables.subscribe": {"subscription": "t1", "epoch": "e", "revision": 1, "values": VALUES},
            "flags.subscribe": {"subscription": "f1", "revision": 1, "flags": [{"key": "w.flag", "value": False}]},
        }.get(request["method"], True)
        messages = [{"jsonrpc": "2.0", "id": request["id"], "result": result}]
        changes = [{"key": key, "value": value} for key, value in VALUES.items()]
        for name, changed in (("t1", changes), ("f1", [{"key": "w.flag", "value": True}])):
            params = {"subscription": name, "from": 1, "to": 2, "changes": changed}
            method = "tunables.changed" if name == "t1" else "flags.changed"
            messages.append({"jsonrpc": "2.0", "method": method, "params": params})
        for message in messages[:1] if self.is_honest else messages:
            text = json.dumps(message)
            if self.wrong > 0 and self.random.random() < 0.7:
                self.wrong -= 1
                changed = _changed(message, self.random)
                if isinstance(changed, dict) and "id" in message and changed:
                    # A response that never arrives is silence, in which the client waits.
                    changed = {**changed, "id": message["id"]}
                text = json.dumps(changed)
                if self.random.random() < 0.1:
                    text = text[: self.random.randrange(1, len(text) + 1)]
            connection.sendall(text.encode("utf-8") + b"\n")


@pytest.mark.parametrize("seed", SEEDS)
def test_no_message_ends_the_program_or_changes_a_type(seed, tmp_path, eventually, monkeypatch):
    monkeypatch.setattr("tuner._backoff.FIRST_PAUSE", 0.001)
    monkeypatch.setattr("tuner._backoff.LONGEST_PAUSE", 0.002)
    daemon = WrongDaemon(str(tmp_path / "s"), seed, 150)
    faults = []
    client = Client(socket=str(tmp_path / "s"), on_fault=faults.append)
    with replaced(client):
        try:
            def values():
                read = {key: tuner.get(key, default) for key, default in DEFAULTS.items()}
                assert {key: type(value) for key, value in read.items()} == {
                    key: type(default) for key, default in DEFAULTS.items()
                }, f"TUNER_SEED={seed}"
                assert type(tuner.flag("w.flag", False)) is bool
                return read

            expected = {**VALUES, "w.level": Level.HIGH}

            def is_over():
                values()
                # Each request has responses that are wrong.
                writing.start(client, "ping", {})
                return daemon.is_honest

            eventually(is_over)
            eventually(lambda: values() == expected, f"TUNER_SEED={seed} {faults[-3:]}")
            assert client.worker.is_running
        finally:
            daemon.listener.shutdown(socket.SHUT_RDWR)
            daemon.listener.close()
            client.close()
