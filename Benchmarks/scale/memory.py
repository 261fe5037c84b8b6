"""The measurements of memory of `Benchmarks/scale/run`, and of the time in which flags are defined.

Each function returns the points of a series, as in series.py."""

import time

from series import FLAG, digits
from setting import REDIS, Redis, Tuner, command, done, key, pieces, request

# Seconds in which the memory of a server must not change, and the longest wait for that.
STEADY = 3
PATIENCE = 20


def subscriptions(plan):
    """Memory of a subscription of one key: 1,000 of a connection."""

    def prepare(server, size):
        server.connect(max(1, size // 1_000))

    def add(server, size):
        each = max(1, size // 1_000)
        for number, client in enumerate(server.clients):
            names = [key(number * 1_000 + index) for index in range(size // each)]
            if server.name == "redis":
                client.call(command("SUBSCRIBE", *names), 6 * len(names))
                continue
            for part in pieces(len(names), 100):
                texts = [request("tunables.subscribe", '{"keys":["%s"],"initial":false}' % names[i]) for i in part]
                for line in client.call(b"".join(texts), len(texts)).splitlines():
                    done(line)

    return memory(plan, plan.sizes(100, 1_000, 10_000, 100_000), prepare, add)


def connections(plan):
    """Memory of an idle connection after a call."""
    return memory(plan, plan.connections(100, 1_000, 10_000), lambda server, size: None,
                  lambda server, size: server.connect(size))


def worlds(plan):
    """Memory of a world with one value; the connection that owns it is not included."""

    def add(server, size):
        for number, client in enumerate(server.clients):
            done(client.call(request("worlds.create", '{"world":"world%016d"}' % number)))
            done(client.call(request("tunables.set", '{"key":"%s","value":1}' % key(1))))

    return memory(plan, plan.connections(100, 1_000, 10_000), lambda server, size: server.connect(size), add, [Tuner])


def memory(plan, sizes, prepare, add, kinds=(Tuner, Redis)):
    """Returns the bytes that a number of things take together, in new servers."""
    return [{"size": size, **{
        kind.name: {"memory": [added(plan, kind(plan.workspace), size, prepare, add)]}
        for kind in kinds if kind is Tuner or REDIS}} for size in sizes]


def added(plan, server, size, prepare, add):
    """Returns the bytes that a server has more after `add`."""
    try:
        server.start()
        server.fill(100)
        prepare(server, size)
        before = settled(plan, server)
        add(server, size)
        return settled(plan, server) - before
    finally:
        server.remove()


def settled(plan, server):
    """Returns the memory when it has not changed for a while: Redis frees buffers after seconds without requests."""
    last, since, begin = server.memory(), time.monotonic(), time.monotonic()
    while not plan.smoke and time.monotonic() - since < STEADY and time.monotonic() - begin < PATIENCE:
        time.sleep(0.25)
        now = server.memory()
        if now != last:
            last, since = now, time.monotonic()
    return last


def flags(plan):
    """Time and memory of flags with a rule, defined by calls with at most 10,000 flags."""
    points = []
    for size in plan.sizes(100, 1_000, 10_000, 100_000, 1_000_000):
        figure = {"seconds": [], "memory": []}
        # A round of a million takes seconds.
        for _ in range(plan.rounds if size <= 10_000 else min(plan.rounds, 3)):
            seconds, added = defined(plan, size)
            figure["seconds"].append(digits(seconds))
            figure["memory"].append(added)
        points.append({"size": size, "tuner": figure})
    return points


def defined(plan, size):
    server = Tuner(plan.workspace)
    try:
        server.start()
        client = server.connect(1)[0]
        before = server.memory()
        seconds = 0
        for part in pieces(size):
            members = ",".join(f'"group{n % 100}.flag{n}":{FLAG}' for n in part)
            text = request("flags.define", '{"flags":{%s}}' % members)
            begin = time.perf_counter()
            response = client.call(text)
            seconds += time.perf_counter() - begin
            done(response)
        return seconds, server.memory() - before
    finally:
        server.remove()
