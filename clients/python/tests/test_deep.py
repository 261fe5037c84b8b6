"""Values with more arrays inside of each other than Python can copy, and values that contain themselves."""
import socket

import pytest

import tuner
from tuner._json import DEEPEST
from tuner.testing import Daemon


def nested(levels):
    value = []
    for _ in range(levels - 1):
        value = [value]
    return value


CYCLE = {}
CYCLE["self"] = CYCLE
UNUSABLE = [CYCLE, nested(DEEPEST + 1), nested(50_000)]


def depth(value):
    count = 0
    while isinstance(value, list):
        value, count = (value or [None])[0], count + 1
    return count


def send_set(daemon, text):
    """Sets test.deep to a value that Python cannot encode."""
    with socket.socket(socket.AF_UNIX) as connection, connection.makefile("rb") as stream:
        connection.connect(daemon.socket)
        request = f'{{"jsonrpc":"2.0","id":1,"method":"tunables.set","params":{{"key":"test.deep","value":{text}}}}}\n'
        connection.sendall(request.encode())
        assert b"error" not in stream.readline()


@pytest.fixture
def faults(tuner_daemon):
    """The faults of a program whose daemon accepts the deepest values."""
    faults = []
    tuner_daemon.stop()
    tuner_daemon.options = ["--max-nesting", "4064"]
    tuner_daemon.start()
    tuner_daemon.client.on_fault = faults.append
    tuner.get("test.size", 5)
    tuner.get("test.deep", [[]])
    tuner.wait_ready(20)
    return faults


@pytest.mark.parametrize("levels", [DEEPEST + 1, 900, 4000])
def test_a_value_that_is_too_deep_is_a_fault_of_its_key(tuner_daemon, faults, eventually, levels):
    send_set(tuner_daemon, "[" * levels + "]" * levels)
    eventually(lambda: faults)
    for _ in range(3):
        assert tuner.get("test.deep", [[]]) == [[]]
    tuner.set("test.size", 6)
    assert tuner.get("test.size", 5) == 6
    assert [fault.key for fault in faults] == ["test.deep"]
    assert f"more than {DEEPEST} arrays" in str(faults[0])
    tuner.set("test.deep", [[1]])
    assert tuner.get("test.deep", [[]]) == [[1]]


def test_the_deepest_value_is_written_and_read(tuner_daemon, faults):
    tuner.set("test.deep", nested(DEEPEST))
    assert depth(tuner.get("test.deep", [[]])) == DEEPEST
    assert depth(tuner.value("test.deep")) == DEEPEST
    assert faults == []


@pytest.mark.parametrize("value", UNUSABLE, ids=["cycle", "deep", "very deep"])
def test_a_value_that_is_too_deep_is_an_error_or_a_fault(tuner_daemon, value):
    faults = []
    tuner_daemon.client.on_fault = faults.append
    with pytest.raises(tuner.UnencodableError, match="inside of each other"):
        tuner.set("test.deep", value)
    with pytest.raises(tuner.UnencodableError):
        tuner.context = {"user": value}
    with pytest.raises(tuner.UnencodableError):
        tuner.flag("test.on", False, {"user": value})
    for _ in range(2):
        assert tuner.get("test.default", value) is value
        assert tuner.flag("test.object", {"x": value})["x"] is value
    tuner.wait_ready()
    assert sorted(fault.key for fault in faults) == ["test.default", "test.object"]
    with tuner.snapshot() as values:
        assert values["test.default"] is value
    if value is not CYCLE:
        assert tuner.get("test.default", nested(50_000)) is value


def test_a_response_is_whole_or_an_error_of_its_request(tuner_daemon, faults):
    send_set(tuner_daemon, "[" * 4000 + "]" * 4000)
    try:
        # Some versions of Python read the deepest value of the daemon.
        assert depth(tuner.value("test.deep")) == 4000
    except tuner.TunerError as error:
        assert "nested too deep for Python" in str(error)
    assert tuner.value("test.size", 5) == 5
