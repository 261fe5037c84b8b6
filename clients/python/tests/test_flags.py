"""Flags and their contexts."""
import enum

import pytest

import tuner

SALE = {
    "test.sale": {
        "state": "ENABLED",
        "variants": {"on": True, "off": False},
        "defaultVariant": "off",
        "targeting": {"if": [{"==": [{"var": "tier"}, "gold"]}, "on", "off"]},
    }
}


class Theme(enum.Enum):
    DAY = "day"
    NIGHT = "night"


def test_a_flag_is_evaluated_in_each_context(tuner_daemon, eventually):
    tuner_daemon.call("flags.define", flags=SALE)
    tuner.flag("test.sale", False)
    tuner.flag("test.sale", False, {"tier": "gold"})
    tuner.wait_ready()
    assert tuner.flag("test.sale", False) is False
    assert tuner.flag("test.sale", False, {"tier": "gold"}) is True
    tuner.context = {"tier": "gold"}
    assert tuner.context == {"tier": "gold"}
    tuner.wait_ready()
    assert tuner.flag("test.sale", False) is True
    assert tuner.evaluate("test.sale", False) is True
    assert tuner.evaluate("test.sale", False, {"tier": "tin"}) is False
    tuner.context = {}
    tuner.wait_ready()
    assert tuner.flag("test.sale", False) is False
    with tuner.snapshot():
        tuner_daemon.call("flags.set", key="test.sale", value=True)
        eventually(lambda: tuner_daemon.client.store.flags["test.sale", ""].value)
        assert tuner.flag("test.sale", False) is False
    assert tuner.flag("test.sale", False) is True


def test_each_type_of_a_flag_is_declared(tuner_daemon, eventually):
    tuner.flag("test.on", True, description="A flag.")
    tuner.flag("test.word", "a")
    tuner.flag("test.number", 2)
    tuner.flag("test.object", {"x": 1})
    tuner.flag("test.theme", Theme.DAY)
    tuner.wait_ready()
    definition = tuner_daemon.call("flags.get", key="test.theme")["definition"]
    assert definition["variants"] == {"day": "day", "night": "night"} and definition["defaultVariant"] == "day"
    tuner_daemon.call("flags.set", key="test.theme", value="night")
    tuner_daemon.call("flags.set", key="test.number", value=3)
    tuner_daemon.call("flags.set", key="test.on", value=False)
    eventually(lambda: not tuner.flag("test.on", True))
    assert tuner.flag("test.theme", Theme.DAY) is Theme.NIGHT
    assert tuner.flag("test.number", 2) == 3


def test_a_flag_of_another_type_has_its_default(tuner_daemon, eventually):
    faults = []
    tuner_daemon.client.on_fault = faults.append
    tuner_daemon.call("flags.define", flags=SALE)
    assert tuner.flag("test.sale", "none") == "none"
    eventually(lambda: any("does not fit" in str(fault) for fault in faults))
    assert tuner.flag("test.sale", "none") == "none"
    assert tuner.flag("test.list", []) == []
    assert "no flag has arrays" in str(faults[-1])


def test_a_context_that_is_no_mapping_is_an_error_at_once(tuner_daemon):
    for context in (5, None, ["targetingKey"]):
        with pytest.raises(TypeError, match="the context must be a mapping"):
            tuner.context = context
    with pytest.raises(TypeError, match="the context must be a mapping, not int"):
        tuner.flag("test.sale", False, 5)
    assert tuner.flag("test.sale", False, {}) is False
    tuner.wait_ready()
