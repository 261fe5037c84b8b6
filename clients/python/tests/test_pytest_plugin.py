"""The fixtures of the plugin, in other runs of pytest."""
import pytest

from conftest import SOURCE

TESTS = """
    import subprocess, threading, tuner

    def test_one(tuner_world):
        tuner_world.set("plugin.size", 6)
        assert tuner.get("plugin.size", 5) == 6
        seen = []
        thread = threading.Thread(target=lambda: seen.append(tuner.get("plugin.size", 5)))
        thread.start(); thread.join()
        assert seen == [6]

    def test_two(tuner_world):
        assert tuner.get("plugin.size", 5) == 5
        tuner.set("plugin.size", 7)
        assert tuner.get("plugin.size", 5) == 7
"""


@pytest.fixture(autouse=True)
def source(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", SOURCE)


def test_each_test_has_a_world_of_the_running_daemon(pytester, tuner_daemon):
    pytester.makepyfile(TESTS)
    pytester.runpytest_subprocess("-p", "tuner.pytest_plugin").assert_outcomes(passed=2)
    assert tuner_daemon.call("tunables.get", key="plugin.size")["origin"] == "default"
    assert tuner_daemon.call("worlds.list")["worlds"] == []


def test_without_a_running_daemon_each_test_has_a_private_one(pytester, monkeypatch, tmp_path):
    monkeypatch.setenv("TUNER_SOCKET", str(tmp_path / "nobody.sock"))
    pytester.makepyfile(TESTS)
    pytester.runpytest_subprocess("-p", "tuner.pytest_plugin").assert_outcomes(passed=2)


def test_without_tunerd_the_tests_are_skipped(pytester, monkeypatch, tmp_path):
    monkeypatch.setenv("TUNER_SOCKET", str(tmp_path / "nobody.sock"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("TUNERD", raising=False)
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess("-p", "tuner.pytest_plugin", "-rs")
    result.assert_outcomes(skipped=2)
    result.stdout.fnmatch_lines(["*tunerd is not found; set TUNERD*"])


def test_the_private_daemon_keeps_its_values_across_a_restart(pytester, tuner_daemon):
    pytester.makepyfile(
        """
        import tuner

        def test_restart(tuner_daemon):
            tuner.get("plugin.size", 5)
            tuner.set("plugin.size", 6)
            tuner_daemon.stop()
            tuner_daemon.start()
            tuner.wait_ready(20)
            assert tuner.get("plugin.size", 5) == 6 == tuner_daemon.get("plugin.size")
        """
    )
    pytester.runpytest_subprocess("-p", "tuner.pytest_plugin").assert_outcomes(passed=1)
    assert tuner_daemon.call("tunables.list", match="plugin.*")["tunables"] == []
