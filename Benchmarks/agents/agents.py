"""Measures a fleet of agents; `run` describes the arguments."""

import os
import signal
import statistics
import sys
import time
from pathlib import Path

# No directory of compiled modules beside this file.
sys.dont_write_bytecode = True
from setting import FLEET, Fleet, wait_for
from subscriber import Subscriber

IDLE = 60
# The longest time of the whole benchmark.
LIMIT = 1_200
VALUES = 40
# The seconds for which each agent tries the layer of the rollout, and the longest time until all have applied it.
BAKE = 5
ROLLOUT = 180


def layer(number):
    values = {f"key.{index}": number for index in range(VALUES - 1)}
    return {"values": values | {"bench.number": number}, "version": str(number)}


def processor(process):
    """The processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process):
    """The proportional and the resident memory of a process in MB."""
    lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) / 1_000 for line in lines[1:]}
    return sizes["Pss"], sizes["Rss"]


class Usage:
    """The processor time of the programs since a moment."""

    def __init__(self, fleet):
        self.groups = {
            "etcd": [fleet.etcd], "relays": [process for process, _ in fleet.relays], "tunersync": fleet.syncs,
            "tunerd": fleet.daemons,
        }
        self.start = self.now()

    def now(self):
        return {name: sum(map(processor, group)) for name, group in self.groups.items()} | {"subscriber": time.process_time()}

    def since(self):
        now = self.now()
        return {name: now[name] - self.start[name] for name in now}


def show_load():
    loads = " ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"load of the machine: {loads} on {os.cpu_count()} processors, {time.strftime('%H:%M:%S')}", flush=True)


def show_memory(fleet):
    groups = {"tunersync": fleet.syncs, "tunerd": fleet.daemons, "relay": [process for process, _ in fleet.relays]}
    print("\n| memory, median | Pss, MB | Rss, MB |\n|---|---|---|")
    for name, group in groups.items():
        sizes = [memory(process) for process in group]
        middle = [statistics.median(size[place] for size in sizes) for place in (0, 1)]
        print(f"| {name} | {middle[0]:.2f} | {middle[1]:.2f} |", flush=True)


def show_idle(fleet, etcd):
    usage, before = Usage(fleet), etcd.requests()
    time.sleep(IDLE)
    used, requests = usage.since(), etcd.requests() - before
    print(f"\nprocessor time in {IDLE} s without a change: etcd {used['etcd']:.2f} s, a relay "
          f"{used['relays'] / len(fleet.relays):.3f} s, a tunersync {used['tunersync'] / fleet.agents:.4f} s, a tunerd "
          f"{used['tunerd'] / fleet.agents:.4f} s; requests at etcd: {requests:.0f}", flush=True)


def show_changes(fleet, etcd, subscriber, changes):
    rows, totals = [], {}
    before = etcd.requests()
    for number in range(1, changes + 1):
        usage = Usage(fleet)
        began = etcd.put(layer(number))
        times = [moment - began for moment in subscriber.wait(number)]
        for name, used in usage.since().items():
            totals[name] = totals.get(name, 0) + used
        rows.append((min(times), statistics.median(times), max(times)))
        fleet.wait_until_idle()
    requests = etcd.requests() - before
    print(f"\n{changes} changes of {VALUES} values, from the put to a subscriber of each daemon")
    print("| daemon | median, ms | worst, ms |\n|---|---|---|")
    for name, times in zip(("first", "median", "last"), zip(*rows)):
        print(f"| {name} | {statistics.median(times) * 1_000:.0f} | {max(times) * 1_000:.0f} |")
    text = ", ".join(f"{name} {used / changes * 1_000:.0f} ms" for name, used in totals.items())
    print(f"processor time until the last daemon, for each change: {text}")
    print(f"requests at etcd, with those of the benchmark: {requests / changes:.1f} for each change", flush=True)


def show_rollout(fleet, etcd, number):
    joined = time.monotonic()
    fleet.join(etcd)
    print(f"\nall agents joined the fleet within {time.monotonic() - joined:.1f} s", flush=True)
    fleet.wait_until_idle()
    stages = [{"percent": 10, "over": 0}, {"percent": 100, "over": 10}]
    rollout = {"id": "all", "stages": stages, "bake": BAKE}
    before, usage = etcd.requests(), Usage(fleet)
    began = fleet.begin_rollout(layer(number) | {"rollout": rollout})
    applied = f"{FLEET}rollouts/platform/all/applied/"
    own = 0
    for share in (10, 50, 100):
        wanted = fleet.agents * share // 100
        while etcd.count(applied) < wanted:
            own += 1
            if time.monotonic() > began + ROLLOUT:
                raise SystemExit(f"{etcd.count(applied)} agents have applied the layer within {ROLLOUT} s")
            time.sleep(0.1)
        own += 1
        print(f"rollout: {share} % of the agents have applied the layer after {time.monotonic() - began:.1f} s", flush=True)
    requests = etcd.requests() - before - own
    text = ", ".join(f"{name} {used:.1f} s" for name, used in usage.since().items())
    print(f"requests at etcd: {requests / fleet.agents:.1f} for each agent; processor time: {text}", flush=True)


def stop(*_):
    raise SystemExit("the benchmark was stopped, or has taken too long")


def main():
    agents, changes, sync, daemon = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        signal.signal(sign, stop)
    signal.alarm(LIMIT)
    subscriber = Subscriber()
    with Fleet(agents, sync, daemon) as fleet:
        began = time.monotonic()
        etcd = fleet.start_etcd()
        etcd.put(layer(0))
        fleet.start_relays()
        fleet.start_agents(subscriber)
        print(f"{agents} agents on {len(fleet.relays)} relays, started in {time.monotonic() - began:.0f} s")
        show_load()
        show_changes(fleet, etcd, subscriber, changes)
        show_load()
        show_memory(fleet)
        show_idle(fleet, etcd)
        show_load()
        show_rollout(fleet, etcd, changes + 1)
        show_load()


main()
