"""Worlds, and moves of the process."""
import subprocess
import sys
import threading

import pytest

import tuner
from conftest import SOURCE


def test_a_world_is_private_and_another_process_can_join_it(tuner_daemon, eventually):
    tuner.get("test.size", 5)
    with tuner.world() as world:
        tuner.set("test.size", 6)
        assert tuner.get("test.size", 5) == 6
        assert tuner_daemon.get("test.size") == 5
        text = "import tuner; tuner.get('test.size', 5); tuner.wait_ready(60); print(tuner.get('test.size', 5))"
        environment = {"PYTHONPATH": SOURCE, **world.environment}
        output = subprocess.run([sys.executable, "-c", text], env=environment, capture_output=True, text=True)
        assert output.stdout == "6\n", output.stderr
        with tuner.world(world.name) as same:
            same.update({"test.size": 7})
            assert same.get("test.size", 5) == 7
        eventually(lambda: tuner.get("test.size", 5) == 7)
    assert tuner.get("test.size", 5) == 5


def test_a_key_that_is_set_before_its_first_read_is_read(tuner_daemon):
    with tuner.world() as world:
        world.set("test.size", 6)
        assert tuner.get("test.size", 5) == 6


def test_another_thread_is_not_in_the_world(tuner_daemon):
    tuner.get("test.size", 5)
    with tuner.world():
        tuner.set("test.size", 6)
        seen = []
        thread = threading.Thread(target=lambda: seen.append(tuner.get("test.size", 5)))
        thread.start()
        thread.join()
    assert seen == [5]


def test_a_world_that_does_not_exist_is_an_error(tuner_daemon):
    tuner_daemon.client.on_fault = lambda fault: None
    with pytest.raises(tuner.RefusedError) as refused:
        with tuner.world("w-0123456789abcdef"):
            pass
    assert refused.value.kind == "unknownWorld"
    tuner.get("test.size", 5)
    tuner.wait_ready()
    with pytest.raises(tuner.RefusedError):
        tuner.join("w-0123456789abcdef")
    tuner.set("test.size", 5)
    assert tuner.get("test.size", 5) == 5


def test_the_process_joins_a_world_and_leaves_it(tuner_daemon):
    tuner.get("test.size", 5)
    name = tuner_daemon.call("worlds.create")["world"]
    tuner_daemon.set("test.size", 6)
    tuner.join(name)
    assert tuner.get("test.size", 5) == 6
    tuner.leave()
    assert tuner.get("test.size", 5) == 5
