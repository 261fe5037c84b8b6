"""The life of a process: its start, forks, signals, and its end."""
import os
import signal
import subprocess
import sys

import pytest

from conftest import SOURCE


def test_no_thread_and_no_connection_before_the_first_use(run):
    output = run(
        """
        import os, threading, tuner
        @tuner.tunable("ui")
        class Settings:
            radius: float = 12.0
        with tuner.snapshot():
            pass
        before = os.listdir("/proc/self/fd")
        print(threading.active_count())
        Settings.radius
        tuner.wait_ready()
        print(threading.active_count())
        """
    )
    assert output.split() == ["1", "2"]


def test_the_import_is_small(run):
    output = run(
        """
        import sys, tuner
        print([name for name in ("asyncio", "tuner._methods") if name in sys.modules])
        """
    )
    assert output == "[]\n"


def test_a_program_without_a_daemon_uses_its_defaults_and_ends_at_once(run, tmp_path):
    output = run(
        """
        import tuner
        tuner.on_change("ui.scale", print)
        print(tuner.get("ui.scale", 1.0), tuner.flag("ui.new", True))
        """,
        TUNER_SOCKET=str(tmp_path / "nobody.sock"),
    )
    assert output == "1.0 True\n"


def test_the_child_of_a_fork_has_its_own_connection(run, tuner_daemon):
    output = run(
        """
        import os, sys, tuner
        seen = []
        tuner.get("test.size", 5); tuner.wait_ready(); tuner.set("test.size", 6)
        child = os.fork()
        if child == 0:
            assert tuner.connection() == "connecting"
            assert tuner.get("test.size", 5) == 6, "the last value of the parent"
            tuner.wait_ready()
            tuner.set("test.size", 7)
            assert tuner.get("test.size", 5) == 7
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        tuner.set("test.other", 1)
        print(tuner.get("test.size", 5))
        """
    )
    assert output == "7\n"


def test_forks_while_values_arrive_hang_nowhere(run, tuner_daemon):
    output = run(
        """
        import os, threading, tuner
        tuner.get("test.size", 0); tuner.wait_ready()
        is_done = threading.Event()
        def write():
            number = 0
            while not is_done.is_set():
                number += 1
                tuner.set("test.size", number)
        writer = threading.Thread(target=write); writer.start()
        for _ in range(20):
            child = os.fork()
            if child == 0:
                tuner.get("test.size", 0)
                tuner.wait_ready(20)
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        is_done.set(); writer.join()
        print("done")
        """
    )
    assert output.splitlines()[-1] == "done"


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(run, tuner_daemon, tmp_path, method):
    script = tmp_path / "work.py"
    script.write_text(
        "import sys, multiprocessing, tuner\n"
        "def read(number):\n"
        "    tuner.get('test.size', 5); tuner.wait_ready(); return tuner.get('test.size', 5) + number\n"
        "if __name__ == '__main__':\n"
        "    tuner.set('test.size', 6)\n"
        "    tuner.get('test.size', 5)\n"
        f"    with multiprocessing.get_context('{method}').Pool(2) as pool:\n"
        "        print(pool.map(read, [1, 2, 3]))\n"
    )
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    output = subprocess.run([sys.executable, str(script)], env=environment, timeout=60, capture_output=True, text=True)
    assert output.stdout == "[7, 8, 9]\n", output.stderr


@pytest.mark.parametrize(
    "wait", ["tuner.wait_ready(None)", "next(tuner.changes('test.size'))", "tuner.set('test.size', 6)"]
)
def test_ctrl_c_ends_each_wait(tuner_daemon, wait):
    # A stopped daemon accepts connections, and responds to nothing.
    tuner_daemon._process.send_signal(signal.SIGSTOP)
    text = f"import tuner\ntuner.get('test.size', 5)\nprint('waits', flush=True)\n{wait}\n"
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", text],
            env={**os.environ, "PYTHONPATH": SOURCE},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout.readline() == "waits\n"
        process.send_signal(signal.SIGINT)
        errors = process.communicate(timeout=20)[1]
    finally:
        tuner_daemon._process.send_signal(signal.SIGCONT)
    assert "KeyboardInterrupt" in errors
    assert process.returncode == -signal.SIGINT


def test_the_process_ends_while_a_callback_runs_and_values_arrive(run, tuner_daemon):
    output = run(
        """
        import threading, tuner
        started = threading.Event()
        def wait(value):
            started.set()
            threading.Event().wait()
        tuner.get("test.size", 5); tuner.wait_ready()
        tuner.on_change("test.size", wait)
        tuner.set("test.size", 6)
        started.wait(20)
        print("ends")
        """
    )
    assert output == "ends\n"


def test_a_fault_is_printed_once_on_standard_error(run, tuner_daemon):
    output = run(
        """
        import tuner
        tuner.get("not valid", 1); tuner.get("not valid", 1)
        """
    )
    assert output.count("not valid") == 1 and output.startswith("tuner: not valid cannot be declared")


def test_configure_names_the_process_before_its_first_use(run, tuner_daemon):
    output = run(
        """
        import tuner
        tuner.configure(name="my-robot", version="2.1")
        tuner.get("test.size", 5); tuner.wait_ready()
        row = tuner.call("tunables.subscribers")["subscribers"][-1]
        print(row["client"], row["version"])
        try:
            tuner.configure(name="other")
        except RuntimeError as error:
            print(error)
        """
    )
    assert output == "my-robot 2.1\ncall tuner.configure before the first use of a value\n"


def test_an_exception_from_a_signal_does_not_stop_the_thread_of_the_library(run):
    # Every other write is interrupted, in an instruction that differs from run to run.
    output = run(
        """
        import random, signal, tuner
        class Interrupted(Exception):
            pass
        def interrupt(number, frame):
            raise Interrupted
        signal.signal(signal.SIGALRM, interrupt)
        tuner.get("test.size", 0)
        tuner.wait_ready()
        interrupted = 0
        for size in range(3000):
            try:
                signal.setitimer(signal.ITIMER_REAL, random.uniform(0.00001, 0.0008))
                tuner.set("test.size", size)
            except Interrupted:
                interrupted += 1
            try:
                signal.setitimer(signal.ITIMER_REAL, 0)
            except Interrupted:
                pass
        tuner.set("test.size", -1)
        print(tuner.get("test.size", 0), interrupted > 100)
        """
    )
    assert output == "-1 True\n"


def test_a_write_after_the_end_of_the_library_says_so(run):
    output = run(
        """
        import atexit
        def write():
            # Functions run in the order opposite to that of their registration.
            for wait in (lambda: tuner.set("test.size", 6), tuner.wait_ready):
                try:
                    wait()
                except tuner.NotConnectedError as error:
                    print(error)
        atexit.register(write)
        import tuner
        tuner.get("test.size", 5)
        tuner.wait_ready()
        """
    )
    assert output == "the client is closed; nothing was changed\n" * 2
