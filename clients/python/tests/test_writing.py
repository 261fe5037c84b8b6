"""Writes, their errors, and calls of methods."""
import datetime

import pytest

import tuner
from tuner.testing import Daemon


def test_each_write_is_visible_when_it_returns(tuner_daemon):
    tuner.get("test.on", False)
    tuner.get("test.size", 4, min=0, max=10, step=2)
    tuner.set("test.size", 6)
    assert tuner.get("test.size", 4) == 6
    assert tuner.step("test.size", 2) == 10
    assert tuner.toggle("test.on") is True
    assert tuner.get("test.on", False) is True
    tuner.update({"test.size": 2, "test.on": False})
    assert (tuner.get("test.size", 4), tuner.get("test.on", False)) == (2, False)
    tuner.set("test.size", 99, clamp=True)
    assert tuner.get("test.size", 4) == 10
    tuner.set("test.later", 3)
    assert tuner.get("test.later", 1) == 3


def test_a_refused_write_has_the_sentence_and_the_facts_of_the_daemon(tuner_daemon):
    tuner.get("test.size", 5, min=0, max=10)
    with pytest.raises(tuner.RefusedError) as refused:
        tuner.set("test.size", 11)
    assert str(refused.value) == "test.size must be at most 10, got 11"
    assert refused.value.kind == "outOfRange" and refused.value.key == "test.size"
    assert refused.value.data["maximum"] == 10
    with pytest.raises(tuner.RefusedError):
        tuner.update({"test.size": 7, "test.size.x": 1, "test.other": None})
    assert tuner.get("test.size", 5) == 5


LONG = pytest.param(10**5000, id="a very long integer")


@pytest.mark.parametrize("value", [float("nan"), object(), {1: 2}, "\ud800", 1 << 64, LONG])
def test_a_value_that_json_cannot_have_is_an_error_before_anything_is_sent(tuner_daemon, value):
    with pytest.raises(tuner.UnencodableError):
        tuner.set("test.value", value)


def test_a_temporary_value_ends(tuner_daemon):
    tuner.get("test.size", 5)
    tuner.set("test.size", 6, for_=datetime.timedelta(hours=1))
    described = tuner_daemon.call("tunables.describe", key="test.size")
    assert described["value"] == 6 and "end" in described


def test_an_attempt_is_reverted_unless_it_is_kept(tuner_daemon):
    tuner.get("test.size", 5)
    with tuner.attempt({"test.size": 6}, for_=600):
        assert tuner.get("test.size", 5) == 6
    assert tuner.get("test.size", 5) == 5
    with pytest.raises(ZeroDivisionError), tuner.attempt({"test.size": 6}, for_=600):
        1 / 0
    assert tuner.get("test.size", 5) == 5
    with tuner.attempt({"test.size": 7}, for_=600) as attempt:
        attempt.keep()
    assert tuner.get("test.size", 5) == 7
    assert tuner.call("tunables.tries")["tries"] == []


def test_methods_have_the_parameters_of_the_protocol(tuner_daemon):
    tuner.methods.tunables.set("test.free", 4, if_revision=0)
    assert tuner.methods.tunables.get("test.free")["value"] == 4
    assert tuner.value("test.free") == 4
    assert tuner.value("test.none", 9) == 9
    assert tuner.methods.ping(payload={"n": 1}) == {"n": 1}
    tuner.call("tunables.set", key="test.free", value=5, for_=60)
    document = tuner.methods.rpc.discover()
    assert "tunables.get" in [method["name"] for method in document["methods"]]
    with pytest.raises(tuner.RefusedError) as refused:
        tuner.call("pong")
    assert refused.value.kind == "methodNotFound"


def test_each_method_of_the_daemon_is_generated(tuner_daemon):
    for method in tuner.call("rpc.discover")["methods"]:
        family, _, name = method["name"].rpartition(".")
        owner = getattr(tuner.methods, family) if family else tuner.methods
        words = "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)
        assert callable(getattr(owner, words, None) or getattr(owner, words + "_"))


def test_without_a_daemon_a_write_says_that_nothing_was_changed(tuner_daemon):
    tuner.get("test.size", 5)
    tuner.wait_ready()
    tuner_daemon.stop()
    with pytest.raises((tuner.NotConnectedError, tuner.OutcomeUnknownError)):
        tuner.set("test.size", 6)
    with pytest.raises(tuner.NotConnectedError, match="tunerctl start"):
        tuner.set("test.size", 6)
    with pytest.raises(tuner.NotReadyError):
        tuner.wait_ready(0.01)
    assert tuner.get("test.size", 5) == 5
    tuner_daemon.start()
    tuner.wait_ready(20)
    tuner.set("test.size", 6)
    assert tuner.get("test.size", 5) == 6


def test_a_daemon_that_is_missing_is_named():
    with pytest.raises(FileNotFoundError):
        Daemon("/nowhere/tunerd").start()
