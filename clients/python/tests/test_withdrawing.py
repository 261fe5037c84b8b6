"""Writes that end before they are sent."""
import asyncio
import json
import socket

import pytest

import tuner
from tuner import _writing as writing
from tuner._client import Client
from tuner._scope import current, replaced


@pytest.fixture
def silent(tmp_path):
    """A daemon that accepts a connection, and responds when the test does."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        listener.listen(1)
        client = Client(socket=str(tmp_path / "s"))
        with replaced(client):
            yield listener
        client.close()


def methods_after_greeting(listener):
    """Responds to the greeting, and returns the methods of all requests until a ping."""
    connection, _ = listener.accept()
    methods = []
    with connection, connection.makefile("rb") as stream:
        for line in stream:
            request = json.loads(line)
            methods.append(request["method"])
            if request["method"] == "ping":
                return methods
            result = {"protocol": 1}
            connection.sendall(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode() + b"\n")
    return methods


def test_a_write_that_timed_out_before_it_was_sent_is_never_sent(silent, monkeypatch):
    monkeypatch.setattr(writing, "WRITE_SECONDS", 0.01)
    with pytest.raises(tuner.NotConnectedError, match="was not ready in time; nothing was changed"):
        tuner.set("test.size", 6)
    writing.start(current().client, "ping", {})
    assert methods_after_greeting(silent) == ["session.hello", "ping"]


def test_a_write_that_was_cancelled_before_it_was_sent_is_never_sent(silent):
    async def main():
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(tuner.aio.set("test.size", 6), 0.01)

    asyncio.run(main())
    writing.start(current().client, "ping", {})
    assert methods_after_greeting(silent) == ["session.hello", "ping"]
