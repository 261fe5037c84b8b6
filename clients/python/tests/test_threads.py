"""Many threads read while the values change."""
import sys
import threading

import tuner

KEYS = [f"test.k{number}" for number in range(20)]


def test_no_snapshot_is_torn(tuner_daemon, eventually):
    for key in KEYS:
        tuner.get(key, 0)
    tuner.wait_ready()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    torn, reads, is_done = [], [], threading.Event()

    def read():
        count = 0
        while not is_done.is_set() or count == 0:
            with tuner.snapshot() as values:
                seen = {tuner.get(key, 0) for key in KEYS} | {values[key] for key in KEYS}
            if len(seen) != 1:
                torn.append(seen)
            count += 1
        reads.append(count)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    try:
        for number in range(1, 200):
            tuner_daemon.call("tunables.update", values={key: number for key in KEYS})
    finally:
        is_done.set()
        for thread in threads:
            thread.join()
        sys.setswitchinterval(interval)
    assert torn == []
    assert len(reads) == 8 and min(reads) > 0
    eventually(lambda: tuner.get(KEYS[0], 0) == 199)


def test_threads_declare_at_the_same_time(tuner_daemon):
    barrier = threading.Barrier(8)

    def declare(start):
        barrier.wait()
        for number in range(100):
            tuner.get(f"test.n{(start + number) % 150}", number % 1 + 1)
            tuner.get(f"test.own{start}.{number}", 1)

    threads = [threading.Thread(target=declare, args=(number * 10,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tuner.wait_ready(20)
    tuner.update({f"test.n{number}": 2 for number in range(150)})
    assert {tuner.get(f"test.n{number}", 1) for number in range(150)} == {2}
    assert len(tuner_daemon.call("tunables.list", match="test.*")["tunables"]) == 950


def test_threads_write_at_the_same_time(tuner_daemon):
    def write(key):
        for number in range(50):
            tuner.set(key, number)
            assert tuner.get(key, -1) == number

    failures = []
    threads = [
        threading.Thread(target=lambda key=key: failures.extend(_failure(write, key))) for key in KEYS[:6]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def _failure(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        return [error]
    return []
