"""Values without a daemon, for unit tests."""
import enum
import threading

import pytest

import tuner


class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"


@tuner.tunable("preview")
class Settings:
    radius: float = 12.0


OPTIONS = {
    "test.size": (5, {"min": 1, "max": 40}),
    "test.name": ("abc", {"min": 2, "max": 4}),
    "test.list": ([1], {"max": 1}),
}


def declare():
    for key, (default, options) in OPTIONS.items():
        tuner.get(key, default, **options)
    tuner.get("test.level", Level.LOW)
    tuner.get("test.sound", True)
    tuner.get("test.scale", 1.5)


def test_the_program_has_the_values_of_the_preview_and_otherwise_its_defaults():
    assert tuner.get("preview.title", "Tuner") == "Tuner"
    values = {"preview.radius": 18, "preview.title": "Golf", "test.level": Level.HIGH}
    with tuner.preview(values, flags={"ui.menu": True}):
        assert (Settings().radius, tuner.get("preview.title", "Tuner"), tuner.get("test.size", 5)) == (18.0, "Golf", 5)
        assert tuner.get("test.level", Level.LOW) is Level.HIGH
        assert (tuner.flag("ui.menu", False, {"plan": "pro"}), tuner.flag("ui.other", False)) == (True, False)
        assert (tuner.evaluate("ui.menu", False), tuner.value("preview.radius"), tuner.connection()) == (True, 18, "connected")
        tuner.wait_ready()
    assert (Settings().radius, tuner.get("preview.title", "Tuner")) == (12.0, "Tuner")


def test_other_threads_have_the_values_too():
    seen = []
    with tuner.preview({"test.size": 7}):
        thread = threading.Thread(target=lambda: seen.append(tuner.get("test.size", 5)))
        thread.start()
        thread.join()
    assert seen == [7]


def test_a_change_of_another_program_reaches_callbacks_and_iterators(eventually):
    with tuner.preview({"test.size": 7}) as preview:
        tuner.get("test.size", 5)
        seen = []
        tuner.on_change("test.size", seen.append)
        changes = tuner.changes("test.size", initial=True)
        assert next(changes) == 7
        preview.simulate({"test.size": 8}, flags={"ui.menu": True})
        assert next(changes) == 8 and tuner.flag("ui.menu", False) is True
        preview.simulate({"test.size": None})
        eventually(lambda: seen[-1:] == [5])
        with tuner.snapshot() as values:
            tuner.set("test.size", 9)
            assert values["test.size"] == 5
        assert tuner.get("test.size", 5) == 9


def test_writes_change_the_values(eventually):
    with tuner.preview():
        declare()
        tuner.set("test.size", 99, clamp=True)
        assert tuner.get("test.size", 5) == 40
        tuner.update({"test.size": 6, "test.name": "xyz"})
        assert (tuner.get("test.size", 5), tuner.get("test.name", "abc")) == (6, "xyz")
        assert (tuner.toggle("test.sound"), tuner.toggle("test.level")) == (False, Level.HIGH)
        tuner.reset("test.size")
        assert tuner.get("test.size", 5) == 5
        tuner.set("test.size", 8, for_=0.02)
        eventually(lambda: tuner.get("test.size", 5) == 5)
        with tuner.attempt({"test.size": 9}, for_=600) as kept:
            assert tuner.get("test.size", 5) == 9
            kept.keep()
        with tuner.attempt({"test.size": 10, "test.scale": 2.5}, for_=600):
            assert (tuner.get("test.size", 5), tuner.get("test.scale", 1.5)) == (10, 2.5)
        assert (tuner.get("test.size", 5), tuner.get("test.scale", 1.5)) == (9, 1.5)
        with pytest.raises(tuner.RefusedError, match="there is no try 2"):
            kept.keep()


WRONG = [
    ("test.size", "large"),
    ("test.size", 2.5),
    ("test.size", 41),
    ("test.size", 0),
    ("test.scale", True),
    ("test.sound", 1),
    ("test.level", "medium"),
    ("test.level", 5),
    ("test.name", "a"),
    ("test.name", "abcde"),
    ("test.list", [1, 2]),
    ("test.list", {"a": 1}),
]


@pytest.mark.parametrize("key, value", WRONG)
def test_an_invalid_value_is_refused_with_the_error_of_the_daemon(tuner_daemon, key, value):
    def refusal():
        declare()
        with pytest.raises(tuner.RefusedError) as refused:
            tuner.call("tunables.set", key=key, value=value)
        return refused.value

    declare()
    tuner.wait_ready()
    expected = refusal()
    with tuner.preview():
        found = refusal()
        default = OPTIONS.get(key, (None,))[0]
        assert default is None or tuner.get(key, default) == default
    assert (str(found), found.kind) == (str(expected), expected.kind)
    assert found.data.items() <= expected.data.items()


def test_a_lost_connection_refuses_writes(eventually):
    with tuner.preview({"test.size": 7}) as preview:
        assert tuner.get("test.size", 5) == 7
        preview.simulate_connection("lost")
        assert (tuner.get("test.size", 5), tuner.connection()) == (7, "lost")
        for action in (lambda: tuner.set("test.size", 8), tuner.wait_ready, lambda: tuner.value("test.size")):
            with pytest.raises(tuner.NotConnectedError, match="the preview is not connected"):
                action()
        preview.simulate_connection("connected")
        tuner.set("test.size", 8)
        with pytest.raises(tuner.NotConnectedError, match="a preview has no daemon, and no method server.info"):
            tuner.call("server.info")
        with pytest.raises(tuner.RefusedError, match="there is no tunable test.none"):
            tuner.value("test.none")
        assert tuner.value("test.none", 3) == 3
