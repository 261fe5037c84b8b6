"""The file with the last known values."""
import json
import os
import subprocess
import sys

import pytest

import tuner
from tuner._client import Client

EMPTY = {"format": "tuner values", "version": 1, "values": {}, "flags": []}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "kept" / "values.json"


@pytest.fixture
def started(tuner_daemon):
    """Starts clients with a values file, and closes them."""
    clients = []

    def start(file, socket=tuner_daemon.socket, **options):
        faults = []
        client = Client(name="other", socket=socket, on_fault=lambda fault: faults.append(str(fault)), **options)
        client.memory.use(str(file), lambda reason: faults.append(reason))
        clients.append(client)
        return client, faults

    yield start
    for client in clients:
        client.close()


def ready(client):
    client.ready().wait(20)


def test_without_a_daemon_the_program_begins_with_the_last_values_also_of_keys_that_one_run_did_not_use(
    tuner_daemon, started, file, tmp_path, eventually
):
    tuner_daemon.set("test.seldom", 5)
    tuner_daemon.call("flags.declare", flags={"test.flag": {"type": "boolean", "default": False}})
    tuner_daemon.call("flags.set", key="test.flag", value=True)
    first, _ = started(file)
    first.read("test.seldom", 0)
    first.read_flag("test.flag", False, {"plan": "pro", "age": 3}, None)
    ready(first)
    first.close(20)
    assert os.stat(file).st_mode & 0o777 == 0o600
    second, _ = started(file)
    second.read("test.often", 0)
    ready(second)
    tuner_daemon.set("test.often", 2)
    eventually(lambda: second.read("test.often", 0) == 2)
    second.close(20)
    flags = [{"key": "test.flag", "context": {"age": 3, "plan": "pro"}, "value": True}]
    assert json.loads(file.read_text()) == {**EMPTY, "values": {"test.seldom": 5, "test.often": 2}, "flags": flags}
    third, faults = started(file, str(tmp_path / "nobody.sock"))
    assert (third.read("test.seldom", 0), third.read("test.often", 0)) == (5, 2)
    assert third.read_flag("test.flag", False, {"age": 3, "plan": "pro"}, None) is True
    assert third.read_flag("test.flag", False, None, None) is False
    fourth, others = started(file, str(tmp_path / "nobody.sock"))
    assert fourth.read("test.seldom", "text") == "text"
    assert (faults, others, os.listdir(file.parent)) == ([], [], ["values.json"])


def test_the_values_of_the_daemon_replace_those_of_the_file(tuner_daemon, started, tmp_path):
    file = tmp_path / "values.json"
    file.write_text(json.dumps({**EMPTY, "values": {"test.size": 5, "test.width": 5, "test.large": 1 << 60}}))
    tuner_daemon.set("test.size", 7)
    client, _ = started(file)
    # The values of the daemon can arrive after the first read.
    assert client.read("test.size", 0) in (5, 7) and client.read("test.width", 0) in (5, 0)
    ready(client)
    assert (client.read("test.size", 0), client.read("test.width", 0)) == (7, 0)
    client.close(20)
    assert json.loads(file.read_text())["values"] == {"test.size": 7, "test.large": 1 << 60, "test.width": 0}


def test_the_file_is_written_soon_after_a_change(tuner_daemon, started, file, eventually):
    client, _ = started(file)
    client.read("test.size", 0)
    ready(client)
    tuner_daemon.set("test.size", 7)
    eventually(lambda: file.exists() and json.loads(file.read_text())["values"] == {"test.size": 7})


def test_a_process_that_ends_writes_the_file_and_a_class_begins_with_it(run, file, tmp_path):
    program = """
        import sys, tuner
        @tuner.tunable("test")
        class Settings:
            size: int = 1
        tuner.configure(values_file=sys.argv[1])
        print(Settings.size, tuner.get("test.width", 1))
        if len(sys.argv) > 2:
            tuner.wait_ready()
            tuner.update({"test.size": 2, "test.width": 3})
    """
    assert run(program, str(file), "writes") == "1 1\n"
    assert run(program, str(file), TUNER_SOCKET=str(tmp_path / "nobody.sock")) == "2 3\n"


def test_the_values_of_a_world_are_not_stored(tuner_daemon, started, file, eventually):
    world = tuner_daemon.call("worlds.create")["world"]
    inside, _ = started(file, world=world)
    inside.read("test.size", 0)
    ready(inside)
    moved, _ = started(file)
    moved.read("test.size", 0)
    ready(moved)
    moved.memory.write()
    before = file.read_text()
    tuner_daemon.set("test.size", 8)
    tuner_daemon.call("worlds.move", pid=os.getpid(), world=world)
    eventually(lambda: moved.read("test.size", 0) == 8)
    inside.close(20)
    moved.close(20)
    assert file.read_text() == before


def test_a_file_that_cannot_be_used_is_a_fault_and_does_not_stop_the_program(started, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "broken").write_text("{")
    for name, text in {"strange": {}, "list": [], "flags": {**EMPTY, "flags": [{"key": "a"}]}}.items():
        (tmp_path / name).write_text(json.dumps(text))
    for name in ("pipe", "broken", "strange", "list", "flags"):
        client, faults = started(tmp_path / name)
        assert client.read("test.size", 1) == 1
        reason = "it is not a regular file" if name == "pipe" else "its content is not a list of tuner values"
        assert faults == [f"the values file {tmp_path / name} cannot be used: {reason}"]


def test_the_new_file_of_a_program_that_was_killed_is_removed_and_that_of_a_running_one_is_not(started, tmp_path):
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], stdout=subprocess.PIPE, text=True)
    names = [f".values.json-{os.getppid()}-3.new", ".other.json-1.new", "values.json.new", ".values.json-x.new"]
    for name in [*names, f".values.json-{ended.stdout.strip()}-7.new"]:
        (tmp_path / name).write_text("")
    started(tmp_path / "values.json")
    assert sorted(os.listdir(tmp_path)) == sorted(names)
