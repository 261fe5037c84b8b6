"""The measurements of `Benchmarks/scale/run`: each function returns the points of a series, one for each size.

A point has the `size`, and the figures of the daemon and of Redis. A figure is a list with a number for each round."""

import itertools
import random

from setting import REDIS, Redis, Tuner, command, done, key, load, pieces, request, stored, value

TEMPLATES = 100_000


def digits(number):
    """Returns a number with four significant digits: more would only be noise."""
    return float(f"{number:.4g}")


def contenders(*arguments):
    return [kind(*arguments) for kind in ([Tuner, Redis] if REDIS else [Tuner])]


def closing(servers):
    for server in servers:
        server.remove()


def rate(server, file, plan, clients, depth, beginning=None, varying=None):
    """Returns the figures of a load with the requests of a file."""
    varying = [] if varying is None else ["--ending", "\r\n", "--varying", varying]
    facts = Tuner.FACTS if server.name == "tuner" else ["--beginning", beginning, *varying]
    return load("rate", server, file, plan.milliseconds, "--clients", clients, "--depth", depth, *facts)


def rounds(plan, measurements):
    """Runs measurements in turn, in each round; returns the lists of the figures of each."""
    results = [[] for _ in measurements]
    for number in range(plan.rounds):
        # The order changes, so that none is always the first.
        order = list(range(len(measurements)))
        for index in order if number % 2 == 0 else reversed(order):
            results[index].append(measurements[index]())
    return results


def figures(results, **names):
    return {name: [digits(result[member]) for result in results] for name, member in names.items()}


def calls(plan):
    """Calls a second, with one call at a time and with many."""
    points = []
    for name, durability, appending, ours, theirs, beginning, varying in kinds():
        servers = [Tuner(plan.workspace, durability)]
        if REDIS and theirs:
            servers.append(Redis(plan.workspace, appending))
        try:
            for server in servers:
                server.start()
                server.fill(100)
            prepare(servers[0])
            files = [stored(server, [make(server, n) for n in range(1_000)])
                     for server, make in zip(servers, [ours, theirs])]
            for clients, depth in [(1, 1), (50, 16)]:
                results = rounds(plan, [
                    lambda server=server, file=file: rate(server, file, plan, clients, depth, beginning, varying)
                    for server, file in zip(servers, files)])
                points.append({"call": name, "clients": clients, "depth": depth, **{
                    server.name: figures(result, rate="rate", p99="p99") for server, result in zip(servers, results)}})
        finally:
            closing(servers)
    return points


def kinds():
    """Returns the calls: name, durability of both, requests of both, and Redis' response: its
    beginning, and the bytes that differ before its end."""
    ping = lambda server, n: server.PING
    get = lambda server, n: server.get(n % 100)
    change = lambda server, n: server.set(n)
    evaluate = lambda server, n: request(
        "flags.evaluate", '{"key":"flag1","context":{"targetingKey":"user%d","plan":"pro"}}' % n, "%d")
    return [
        ("ping", "none", "no", ping, ping, "+PONG", None),
        ("get", "none", "no", get, get, "$6\r\n", 6),
        ("set, relaxed", "relaxed", "everysec", change, change, "+OK", None),
        ("set, sync", "sync", "always", change, change, "+OK", None),
        ("evaluate", "none", "no", evaluate, None, None, None),
    ]


def prepare(daemon):
    client = daemon.connect(1)[0]
    done(client.call(request("flags.define", '{"flags":{"flag1":%s}}' % FLAG)))


FLAG = ('{"state":"ENABLED","variants":{"on":true,"off":false},"defaultVariant":"off",'
        '"targeting":{"if":[{"==":[{"var":"plan"},"pro"]},"on","off"]}}')


def keys(plan):
    """`tunables.get` of random keys, memory and start-up, by the number of keys."""
    points = []
    small = contenders(plan.workspace)
    try:
        for server in small:
            server.start()
            server.fill(100)
        for size in plan.sizes(100, 1_000, 10_000, 100_000, 1_000_000, 4_000_000):
            points.append(keys_of_size(plan, size, small))
    finally:
        closing(small)
    return points


def keys_of_size(plan, size, small):
    servers = [Tuner(plan.workspace, "relaxed"), *([Redis(plan.workspace)] if REDIS else [])]
    point, empty = {"size": size}, {}
    try:
        for server in servers:
            server.start()
            empty[server.name] = server.memory()
            server.fill(size)
            point[server.name] = {"memory": [server.memory() - empty[server.name]]}
        chosen = random.Random(size)
        numbers = [chosen.randrange(size) for _ in range(TEMPLATES)]
        everything = [(server, stored(server, [server.get(n) for n in numbers])) for server in servers]
        everything += [(server, stored(server, [server.get(n % 100) for n in numbers])) for server in small]
        results = rounds(plan, [
            lambda server=server, file=file: rate(server, file, plan, 50, 16, "$6\r\n", 6)
            for server, file in everything])
        for server, large, beside in zip(servers, results, results[len(servers):]):
            point[server.name] |= figures(large, rate="rate") | {"of100": figures(beside, rate="rate")["rate"]}
        for server, figure in zip(servers, starts(plan, servers, size)):
            point[server.name] |= figure
            point[server.name]["restarted"] = [server.memory() - empty[server.name]]
    finally:
        closing(servers)
    return point


def starts(plan, servers, size):
    """Ends and starts the servers in turn; returns the seconds."""
    results = [{"start": []} for _ in servers]
    # A start with a million keys takes a second.
    for _ in range(min(plan.rounds, 5 if size <= 100_000 else 3)):
        for server, result in zip(servers, results):
            server.stop()
            result["start"].append(digits(server.start()))
    return results


def layers(plan):
    """Time of a `layers.put` that changes one value, by the number of active layers with ten values each.

    The daemon allows 1,024 layers by default.
    """
    points = []
    for size in plan.sizes(1, 10, 100, 1_000):
        server = Tuner(plan.workspace)
        try:
            server.start()
            client = server.connect(1)[0]
            for n in range(size):
                done(client.call(layer(n, 0)))
            names = ",".join(f'"layer{n}"' for n in range(size))
            done(client.call(request("layers.activate", '{"names":[%s]}' % names)))
            salts = itertools.count(1)
            results = rounds(plan, [
                lambda: rate(server, stored(server, replacements(size, next(salts))), plan, 1, 1)])
            points.append({"size": size, "tuner": figures(results[0], median="median", p99="p99")})
        finally:
            server.remove()
    return points


def replacements(size, salt):
    """Returns puts of all layers in turn: no two of a layer have the same value, nor those of two rounds."""
    passes = max(2, 1_000 // size)
    return [layer(n, salt * 1_000 + number) for number in range(passes) for n in range(size)]


def layer(number, changed):
    values = ",".join(f'"layer{number}.key{n}":{value(changed if n == 0 else n)}' for n in range(10))
    return request("layers.put", '{"name":"layer%d","values":{%s}}' % (number, values))


def delivery(plan):
    """Notifications a second, one change at a time, by the number of subscribers of one key."""
    points = []
    for size in plan.connections(1, 10, 100, 1_000, 10_000):
        servers = contenders(plan.workspace)
        try:
            for server in servers:
                server.start()
            results = rounds(plan, [lambda server=server: delivered(plan, server, size) for server in servers])
            points.append({"size": size, **{
                server.name: figures(result, rate="rate", median="median")
                for server, result in zip(servers, results)}})
        finally:
            closing(servers)
    return points


def delivered(plan, server, size):
    if server.name == "tuner":
        texts = [request("tunables.subscribe", '{"keys":["k"],"initial":false}'),
                 request("tunables.set", '{"key":"k","value":%d}')]
        options = [*Tuner.FACTS, "--notification", '{"jsonrpc":"2.0","method":"tunables.changed"']
    else:
        message = command("message", "k", "12345678").decode().removesuffix("\r\n")
        texts = [command("SUBSCRIBE", "k"), command("PUBLISH", "k", "12345678")]
        options = ["--beginning", f":{size}\r", "--subscribed-lines", 6, "--notification", message,
                   "--notification-ending", "\r\n", "--notification-varying", 0]
    return load("deliver", server, stored(server, texts), plan.milliseconds, "--clients", size, *options)
