"""Requests that are longer than the daemon reads."""
import pytest

import tuner

LONG = "x" * 20_000_000
ON = {"test.on": {"state": "ENABLED", "variants": {"on": True, "off": False}, "defaultVariant": "on"}}


@pytest.fixture
def faults(tuner_daemon):
    """The faults of a program with a key that works."""
    faults = []
    tuner_daemon.client.on_fault = faults.append
    return faults


def assert_others_work():
    tuner.set("test.size", 6)
    assert tuner.get("test.size", 5) == 6


def test_a_default_that_is_too_long_is_a_fault_of_its_key(tuner_daemon, faults):
    tuner.get("test.size", 5)
    assert tuner.get("test.long", LONG) == LONG
    tuner.wait_ready(120)
    assert [fault.key for fault in faults] == ["test.long"]
    assert "cannot be declared: the declaration has 200000" in str(faults[0])
    assert_others_work()


def test_two_defaults_that_are_too_long_together_are_declared(tuner_daemon, faults):
    # Each is a refused declaration, as a value has at most 1 MiB.
    for key in ("test.one", "test.two", "test.three"):
        tuner.get(key, "x" * 8_000_000)
    tuner.get("test.size", 5)
    with pytest.raises(tuner.RefusedError):
        tuner.wait_ready(120)
    assert [fault.key for fault in faults] == ["test.one", "test.two", "test.three"]
    assert_others_work()


def test_a_flag_or_a_context_that_is_too_long_is_a_fault(tuner_daemon, faults):
    tuner_daemon.call("flags.define", flags=ON)
    assert tuner.flag("test.on", False, {"user": LONG}) is False
    assert tuner.flag("test.word", LONG) == LONG
    tuner.wait_ready(120)
    assert sorted(str(fault).partition(":")[0] for fault in faults) == [
        "test.word cannot be declared",
        "the program does not receive flags",
    ]
    assert_others_work()
    for context in ({}, {"user": LONG}, {}):
        tuner.context = context
        assert tuner.flag("test.on", False) in (True, False)
        tuner.wait_ready(120)
    assert tuner.flag("test.on", False) is True


def test_a_write_that_is_too_long_is_not_sent(tuner_daemon, faults):
    tuner.get("test.size", 5)
    with pytest.raises(tuner.UnencodableError, match="nothing was changed"):
        tuner.set("test.word", LONG)
    assert_others_work()
    assert faults == []


def test_a_reason_that_is_too_long_or_is_no_unicode_is_shortened(tuner_daemon, faults, eventually):
    tuner.get("test.size", 5)
    tuner.set("test.size", 7)
    tuner.get("test.size", 5)
    tuner.refuse("test.size", "\ud800" + LONG)
    rows = lambda: tuner_daemon.call("tunables.subscribers", keys=["test.size"])["subscribers"]
    eventually(lambda: rows() and rows()[0].get("refused", [{"reason": ""}])[0]["reason"].startswith("?xx"))
    assert_others_work()
    assert faults == []
