"""What the tests share: programs that use the library, and waits for a condition."""
import os
import subprocess
import sys
import textwrap
import threading

import pytest

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src")
sys.path.insert(0, SOURCE)
pytest_plugins = ["pytester"]
if "tuner.pytest_plugin" not in sys.modules:
    pytest_plugins.append("tuner.pytest_plugin")

#: The seconds after which a wait fails.
PATIENCE = 20


@pytest.fixture
def eventually():
    """Waits until a condition is true."""

    def wait(condition, meaning="the condition"):
        pause = threading.Event()
        for _ in range(PATIENCE * 200):
            result = condition()
            if result:
                return result
            pause.wait(0.005)
        raise AssertionError(f"{meaning} is not true after {PATIENCE} s")

    return wait


@pytest.fixture
def run(tuner_daemon):
    """Runs a program with the daemon of the test, and returns its output."""

    def run_program(text, *arguments, status=0, **variables):
        environment = {**os.environ, "PYTHONPATH": SOURCE, **variables}
        result = subprocess.run(
            [sys.executable, "-X", "dev", "-W", "ignore::DeprecationWarning", "-c", textwrap.dedent(text), *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            text=True,
        )
        assert result.returncode == status, result.stdout
        return result.stdout

    return run_program
