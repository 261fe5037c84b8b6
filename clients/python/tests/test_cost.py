"""The second read: what it executes, counted, not timed."""
import sys
import tracemalloc

import tuner
from tuner._scope import shared


def _count(function):
    """Returns the calls of functions of Python, and the instructions that they execute."""
    counts = {"call": 0, "opcode": 0}

    def trace(frame, event, argument):
        frame.f_trace_opcodes = True
        if event in counts:
            counts[event] += 1
        return trace

    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(None)
    return counts["call"], counts["opcode"]


@tuner.tunable("cost")
class Costs:
    radius: float = 12.0


def test_a_second_read_is_one_call_without_a_lock_or_an_allocation(tmp_path, monkeypatch):
    monkeypatch.setenv("TUNER_SOCKET", str(tmp_path / "nobody.sock"))
    read = lambda: tuner.get("cost.scale", 1.0)
    read_field = lambda: Costs.radius
    for function, most in ((read, 60), (read_field, 60)):
        function()
        calls, instructions = _count(function)
        # The lambda, and the read.
        assert calls == 2
        assert instructions <= most, instructions
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(1_000):
            read()
        assert tracemalloc.get_traced_memory()[0] - before < 1_000
    finally:
        tracemalloc.stop()
    assert "cost.scale" in shared.store.quick


def test_two_places_that_read_a_key_are_both_quick(tmp_path, monkeypatch):
    monkeypatch.setenv("TUNER_SOCKET", str(tmp_path / "nobody.sock"))
    for default in (float("0.5"), float("0.5")):
        tuner.get("cost.other", default)
    assert _count(lambda: tuner.get("cost.other", float("0.5")))[0] == 2
