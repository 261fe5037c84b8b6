"""Reads: types, limits, and values that do not fit."""
import datetime
import enum
from typing import Annotated

import pytest

import tuner


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


def spec(daemon, key):
    return daemon.call("tunables.describe", key=key)["spec"]


@pytest.mark.parametrize(
    "default, json, other",
    [
        (True, {"type": "boolean", "default": True}, False),
        (3, {"type": "integer", "default": 3}, 4),
        (1.0, {"type": "number", "default": 1.0}, 2.5),
        ("a", {"type": "string", "default": "a"}, "ü"),
        ([1, 2], {"type": "array", "items": {"type": "integer"}, "default": [1, 2]}, [3]),
        ([1, "a"], {"type": "array", "default": [1, "a"]}, [None, 2.0]),
        ({"x": 1}, {"type": "object", "default": {"x": 1}}, {"x": 2.5, "y": [1]}),
        (Level.LOW, {"type": "string", "enum": ["low", "high"], "default": "low"}, Level.HIGH),
        (datetime.timedelta(seconds=2), {"type": "number", "unit": "s", "default": 2}, datetime.timedelta(seconds=0.1)),
    ],
)
def test_each_type_is_declared_and_returns_as_itself(tuner_daemon, default, json, other):
    value = tuner.get("test.value", default)
    assert value == default and type(value) is type(default)
    tuner.wait_ready()
    assert spec(tuner_daemon, "test.value") == json
    tuner.set("test.value", other)
    value = tuner.get("test.value", default)
    assert value == other and type(value) is type(other)
    tuner.reset("test.value")
    assert tuner.get("test.value", default) == default


def test_an_integer_of_a_derived_type_is_an_integer(run):
    # In another process, so that the test fails if the call does not end.
    output = run(
        """
        import tuner
        class Count(int):
            pass
        print(tuner.get("test.count", Count(5)))
        tuner.set("test.count", Count(-6))
        print(tuner.get("test.count", Count(5)))
        tuner.get("test.large", Count(1 << 64))
        """
    )
    assert output.split()[:2] == ["5", "-6"] and f"{1 << 64} does not fit into 64 bits" in output


def test_all_words_of_a_declaration_arrive(tuner_daemon):
    words = dict(min=0, max=40, step=1, unit="px", description="The radius.", group="ui", tags=["view"], scale="linear")
    tuner.get("test.radius", 12.0, **words)
    tuner.get("test.word", "abc", min=2, max=5, pattern="^a", secret=True)
    tuner.wait_ready()
    assert spec(tuner_daemon, "test.radius") == {
        "type": "number",
        "default": 12.0,
        "minimum": 0,
        "maximum": 40,
        "step": 1,
        "unit": "px",
        "description": "The radius.",
        "group": "ui",
        "tags": ["view"],
        "x-scale": "linear",
    }
    described = tuner_daemon.call("tunables.describe", key="test.word")["spec"]
    assert described["minLength"] == 2 and described["maxLength"] == 5 and described["x-secret"] is True


@pytest.mark.parametrize("name, value", [("tags", "view"), ("enum", "low"), ("tags", 5), ("enum", {"low": 1})])
def test_an_argument_that_is_no_list_is_an_error(tuner_daemon, name, value):
    with pytest.raises(TypeError, match=f"{name} of test.mode must be a list, such as .*, not {type(value).__name__}"):
        tuner.get("test.mode", "low", **{name: value})
    assert tuner.get("test.mode", "low", **{name: ("low", "high")}) == "low"
    tuner.wait_ready()
    assert spec(tuner_daemon, "test.mode")[name] == ["low", "high"]


def test_an_argument_of_another_name_is_an_error(tuner_daemon):
    with pytest.raises(TypeError, match="a declaration has no argument 'minimum'; it has type, min, max, step, "):
        tuner.get("test.radius", 12.0, minimum=0)
    with pytest.raises(TypeError, match="no argument 'units'"):
        tuner.tunable("test")(type("Settings", (), {"__annotations__": {"x": Annotated[int, tuner.Field(units="px")]}, "x": 1}))


def test_a_value_without_a_default_can_be_none(tuner_daemon):
    assert tuner.get("test.limit", None, type=float, min=1) is None
    tuner.wait_ready()
    tuner.set("test.limit", 5)
    limit = tuner.get("test.limit", None, type=float)
    assert limit == 5.0 and type(limit) is float
    tuner.set("test.limit", None)
    assert tuner.get("test.limit", None, type=float) is None


def test_a_list_can_be_changed_by_its_reader_only(tuner_daemon):
    default = [1, 2]
    tuner.get("test.list", default).append(3)
    assert tuner.get("test.list", default) == [1, 2]
    with tuner.snapshot() as values:
        values["test.list"].append(3)
        assert values["test.list"] == [1, 2]


def test_a_value_of_another_program_that_does_not_fit_is_not_used(tuner_daemon, eventually):
    tuner_daemon.call("session.hello", client="somebody-else")
    tuner_daemon.call("tunables.declare", key="test.size", spec={"type": "string", "default": "large"})
    faults = []
    tuner_daemon.client.on_fault = faults.append
    assert tuner.get("test.size", 4) == 4
    with pytest.raises(tuner.RefusedError, match="test.size") as refused:
        tuner.wait_ready()
    assert refused.value.kind == "declarationConflict"
    tuner_daemon.set("test.size", "small")
    eventually(lambda: any("does not fit" in str(fault) for fault in faults))
    assert tuner.get("test.size", 4) == 4
    assert [fault.key for fault in faults if "refused" in str(fault)] == ["test.size"]


def test_the_limits_of_the_program_hold_for_values_of_others(tuner_daemon, eventually):
    tuner_daemon.call("session.hello", client="somebody-else")
    tuner_daemon.call("tunables.declare", key="test.wind", spec={"type": "number", "default": 9.0, "maximum": 90})
    tuner_daemon.client.on_fault = lambda fault: None
    eventually(lambda: tuner.get("test.wind", 4.0, max=8) == 8.0)


def test_a_key_or_a_default_that_is_not_valid_is_a_fault(tuner_daemon):
    faults = []
    tuner_daemon.client.on_fault = faults.append
    assert tuner.get("no spaces", 1.0) == 1.0
    assert tuner.get("test.nan", float("inf")) == float("inf")
    assert tuner.get("test.fine", 1.0) == 1.0
    tuner.wait_ready()
    assert [fault.key for fault in faults] == ["no spaces", "test.nan"]
    with pytest.raises(TypeError, match="cannot have the type object"):
        tuner.get("test.object", object())


def test_two_declarations_of_a_key_keep_the_type_of_each_caller(tuner_daemon):
    faults = []
    tuner_daemon.client.on_fault = faults.append
    assert tuner.get("test.twice", 1) == 1
    other = tuner.get("test.twice", 2.0)
    assert other == 1.0 and type(other) is float
    assert tuner.get("test.twice", "a") == "a"
    assert [str(fault) for fault in faults] == ["test.twice is declared twice in this program, in different ways"]
    tuner.wait_ready()
    tuner.set("test.twice", 7)
    assert tuner.get("test.twice", 2.0) == 7.0
