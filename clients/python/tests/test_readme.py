"""The examples of README.md, each in a process with a real daemon."""
import os
import re

import pytest

README = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "README.md")
with open(README, encoding="utf-8") as file:
    EXAMPLES = re.findall(r"^```python\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)


def test_the_page_has_examples():
    assert len(EXAMPLES) >= 12


@pytest.mark.parametrize("number", [number for number, text in enumerate(EXAMPLES) if "def test_" not in text])
def test_an_example_runs(run, tuner_daemon, number):
    text = EXAMPLES[number]
    if "openfeature" in text:
        pytest.importorskip("openfeature")
    output = run(text)
    for line in re.findall(r"# Prints \"(.*)\"", text):
        assert line in output.splitlines()
    # A fault is printed with the name of the library.
    assert "tuner: " not in output, output


def test_the_examples_of_tests_run(pytester, tuner_daemon, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.path.join(os.path.dirname(README), "src"))
    tests = [text for text in EXAMPLES if "def test_" in text]
    pytester.makepyfile("\n".join(tests))
    pytester.runpytest_subprocess("-p", "tuner.pytest_plugin").assert_outcomes(passed=len(tests))
