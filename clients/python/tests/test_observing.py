"""Callbacks and iterators."""
import functools
import gc
import threading

import pytest

import tuner


def test_a_callback_receives_the_newest_value_and_can_write(tuner_daemon, eventually):
    tuner.get("test.size", 5)
    tuner.get("test.copy", 0)
    tuner.wait_ready()
    threads = []

    @tuner.on_change("test.size")
    def copy(size):
        threads.append(threading.current_thread().name)
        tuner.set("test.copy", size)

    tuner_daemon.set("test.size", 7)
    eventually(lambda: tuner.get("test.copy", 0) == 7)
    assert threads == ["tuner callbacks"]


def test_a_callback_runs_after_all_values_of_a_commit_are_visible(tuner_daemon, eventually):
    tuner.get("test.a", 0)
    tuner.get("test.b", 0)
    tuner.wait_ready()
    seen = []
    tuner.on_change("test.a", lambda value: seen.append((value, tuner.get("test.b", 0))))
    for number in range(1, 50):
        tuner_daemon.call("tunables.update", values={"test.a": number, "test.b": number})
    eventually(lambda: seen and seen[-1] == (49, 49))
    assert all(b >= a for a, b in seen)


def test_an_iterator_can_begin_with_the_present_value(tuner_daemon):
    tuner_daemon.set("test.size", 7)
    tuner.get("test.size", 5)
    tuner.wait_ready()
    values = tuner.changes("test.size", initial=True)
    assert next(values) == 7
    tuner_daemon.set("test.size", 8)
    assert next(values) == 8


def test_an_iterator_over_a_key_without_a_declaration_begins_with_the_first_value_of_the_daemon(tuner_daemon):
    values = tuner.changes("test.size", initial=True)
    tuner.wait_ready()
    tuner_daemon.set("test.size", 7)
    assert next(values) == 7
    assert next(tuner.changes("test.size", initial=True)) == 7
    tuner_daemon.call("tunables.declare", specs={"test.width": {"type": "integer", "default": 4}})
    assert next(tuner.changes("test.width", initial=True)) == 4


def test_a_cancelled_callback_is_not_called(tuner_daemon, eventually):
    tuner.get("test.size", 5)
    tuner.wait_ready()
    seen = []
    watch = tuner.on_change("test.size", seen.append)
    tuner_daemon.set("test.size", 6)
    eventually(lambda: seen == [6])
    watch.cancel()
    other = []
    tuner.on_change("test.size", other.append)
    tuner_daemon.set("test.size", 7)
    eventually(lambda: other == [7])
    assert seen == [6]


def test_a_key_can_be_watched_before_it_is_declared(tuner_daemon, eventually):
    seen = []
    tuner.on_change("test.size", seen.append)
    tuner.wait_ready()
    tuner_daemon.set("test.size", 6)
    eventually(lambda: seen == [6])
    assert tuner.get("test.size", 5) == 6
    tuner.wait_ready()
    tuner_daemon.set("test.size", 7)
    eventually(lambda: seen == [6, 7])


def test_a_callback_that_fails_is_a_fault_and_is_reported_to_the_daemon(tuner_daemon, eventually):
    faults = []
    tuner_daemon.client.on_fault = faults.append
    tuner.get("test.size", 5)
    tuner.wait_ready()
    tuner.on_change("test.size", lambda size: 1 / (size - 6))
    tuner_daemon.set("test.size", 6)
    eventually(lambda: faults)
    assert "ZeroDivisionError" in str(faults[0]) and isinstance(faults[0].error, ZeroDivisionError)

    def refused():
        subscribers = tuner_daemon.call("tunables.subscribers", keys=["test.size"])["subscribers"]
        return [each for each in subscribers if each["state"] == "refused"]

    assert eventually(refused)[0]["refused"][0]["reason"].startswith("the callback for test.size has raised")
    tuner_daemon.set("test.size", 5)
    eventually(lambda: not refused())


def test_a_callback_that_fails_again_in_the_same_way_is_reported_once(tuner_daemon, eventually):
    faults, seen = [], []
    tuner_daemon.client.on_fault = faults.append
    tuner.get("test.size", 5)
    tuner.wait_ready()

    @tuner.on_change("test.size")
    def check(size):
        seen.append(size)
        if size < 8:
            raise ValueError(f"{size} is too small")
        raise ValueError(f"{size} is too large")

    for size in (6, 7, 8):
        tuner_daemon.set("test.size", size)
        eventually(lambda: seen and seen[-1] == size)
    eventually(lambda: len(faults) == 2)
    assert seen == [6, 7, 8] and [str(fault.error) for fault in faults] == ["6 is too small", "8 is too large"]


def test_a_callback_that_nothing_can_call_is_an_error_at_once(tuner_daemon, eventually):
    async def note(size):
        pass

    with pytest.raises(TypeError, match="must be a function, not int"):
        tuner.on_change("test.size", 7)
    for callback in (note, functools.partial(note)):
        with pytest.raises(TypeError, match="only in a running loop"):
            tuner.on_change("test.size", callback)
    faults = []
    tuner_daemon.client.on_fault = faults.append
    tuner.wait_ready()
    tuner.on_change("test.size", lambda size: note(size))
    tuner_daemon.set("test.size", 6)
    eventually(lambda: faults)
    assert "returned a coroutine" in str(faults[0])


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt])
def test_an_exit_in_a_callback_does_not_end_the_thread_of_the_callbacks(tuner_daemon, eventually, kind):
    faults, seen = [], []
    tuner_daemon.client.on_fault = faults.append
    tuner.get("test.size", 5)
    tuner.wait_ready()

    @tuner.on_change("test.size")
    def leave(size):
        seen.append(size)
        raise kind

    tuner_daemon.set("test.size", 6)
    eventually(lambda: faults)
    assert f"the callback for test.size has raised {kind.__name__}" in str(faults[0])
    tuner_daemon.set("test.size", 7)
    eventually(lambda: seen == [6, 7])


def test_an_exit_in_the_handler_of_faults_ends_no_thread(tuner_daemon, eventually, capfd):
    faults = []

    def leave(fault):
        faults.append(threading.current_thread().name)
        raise SystemExit

    tuner_daemon.client.on_fault = leave
    tuner.get("test.size", 5)
    tuner.get("test.word", "a", pattern="(")
    with pytest.raises(tuner.RefusedError):
        tuner.wait_ready()
    tuner.on_change("test.size", lambda size: 1 / 0 if size == 6 else int("seven"))
    for size in (6, 7):
        tuner.set("test.size", size)
        assert tuner.get("test.size", 5) == size
        eventually(lambda: faults.count("tuner callbacks") == size - 5)
    assert "tuner" in faults and "the handler of faults has failed: SystemExit()" in capfd.readouterr().err


def test_an_iterator_yields_changes_until_it_is_closed(tuner_daemon):
    tuner.get("test.size", 5)
    tuner.wait_ready()
    changes = tuner.changes("test.size")
    tuner_daemon.set("test.size", 6)
    assert next(changes) == 6
    closer = threading.Thread(target=lambda: (tuner_daemon.set("test.size", 7), changes.close()))
    closer.start()
    assert list(changes) in ([7], [])
    closer.join()


def test_an_iterator_that_is_dropped_or_closed_is_freed(tuner_daemon):
    tuner.get("test.size", 5)
    observers = tuner_daemon.client.store.cells["test.size"].observers
    for _ in range(3):
        for value in tuner.changes("test.size", initial=True):
            assert value == 5
            break
    gc.collect()
    assert observers == []
    with tuner.changes("test.size", initial=True) as changes:
        assert next(changes) == 5 and len(observers) == 1
    assert observers == [] and list(changes) == []


@pytest.mark.parametrize("reads", [True, False])
def test_the_daemon_knows_whether_the_program_has_read_a_value(tuner_daemon, eventually, reads):
    tuner.get("test.size", 5)
    tuner.wait_ready()
    tuner_daemon.set("test.size", 6)
    revision = tuner_daemon.call("tunables.get", key="test.size")["revision"]

    def reported():
        if reads:
            tuner.get("test.size", 5)
        rows = tuner_daemon.call("tunables.subscribers", keys=["test.size"], revision=revision)["subscribers"]
        return rows and rows[0].get("applied") == revision and rows[0]

    row = eventually(reported)
    assert row["state"] == ("applied" if reads else "waiting")
    assert row.get("unread") == (None if reads else ["test.size"])


def test_the_program_can_refuse_a_value(tuner_daemon, eventually):
    tuner.get("test.size", 5)
    tuner.wait_ready()
    tuner.set("test.size", 6)
    tuner.get("test.size", 5)
    tuner.refuse("test.size", "the window is too small")
    rows = lambda: tuner_daemon.call("tunables.subscribers", keys=["test.size"])["subscribers"]
    refused = [{"key": "test.size", "reason": "the window is too small"}]
    eventually(lambda: rows()[0].get("refused") == refused)
    # The next connection receives all values, and the present value is the same.
    tuner_daemon.client.since = None
    tuner_daemon.stop()
    tuner_daemon.start()
    tuner.wait_ready()
    eventually(lambda: rows()[0].get("refused") == refused)
    tuner.set("test.size", 7)
    tuner.get("test.size", 5)
    eventually(lambda: rows()[0]["state"] == "applied")
    assert "refused" not in rows()[0]
