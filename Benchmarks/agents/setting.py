"""The programs of the benchmark: etcd, two relays, and agents. All of them end with the block."""

import base64
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

KEY = "/tuner/layers/platform"
FLEET = "/tuner/fleet/"
BATCH = 25


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(what, condition, seconds=60):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if result := condition():
                return result
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.01)
    raise SystemExit(f"{what}: nothing within {seconds} s")


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    response = connection.getresponse()
    try:
        return response.status, response.read().decode()
    finally:
        connection.close()


class Etcd:
    """A kept connection to the gateway of etcd."""

    def __init__(self, port):
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

    def put(self, payload):
        """Puts a layer, and returns the time before the request."""
        key, value = [base64.b64encode(part.encode()).decode() for part in (KEY, json.dumps(payload))]
        began = time.monotonic()
        self.call("put", {"key": key, "value": value})
        return began

    def call(self, method, body):
        self.connection.request("POST", f"/v3/kv/{method}", json.dumps(body))
        response = self.connection.getresponse()
        text = response.read().decode()
        if response.status != 200:
            raise SystemExit(f"etcd has refused the request {method}: {text}")
        return json.loads(text)

    def count(self, prefix):
        """Returns the number of keys below a prefix that ends with a slash."""
        key, end = [base64.b64encode((prefix[:-1] + last).encode()).decode() for last in "/0"]
        return int(self.call("range", {"key": key, "range_end": end, "count_only": True}).get("count", 0))

    def requests(self):
        """Returns the number of requests that etcd has completed, without those for its figures."""
        lines = get(self.port, "/metrics")[1].splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith("grpc_server_handled_total{"))


class Fleet:
    """The running programs. The state of all of them is in memory: each machine of a real fleet has a disk, and here all
    agents would share one."""

    def __init__(self, agents, sync, daemon):
        self.programs = (sync, daemon)
        self.processes = []
        memory = "/dev/shm"
        self.directory = Path(tempfile.mkdtemp(prefix="agents", dir=memory if os.access(memory, os.W_OK) else None))
        self.relays, self.daemons, self.syncs = [], [], []
        self.agents = agents

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
            signal.signal(sign, signal.SIG_IGN)
        # Those that started last end first: nothing tries to connect again.
        for process in reversed(self.processes):
            process.terminate()
        deadline = time.monotonic() + 30
        for process in self.processes:
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)

    def start(self, *words):
        with open(self.directory / "log", "ab") as log:
            process = subprocess.Popen(
                [str(word) for word in words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )
        self.processes.append(process)
        return process

    def start_etcd(self):
        client, peer = [f"http://127.0.0.1:{free_port()}" for _ in range(2)]
        self.address = client
        self.etcd = self.start(
            "etcd", "--data-dir", self.directory / "etcd", "--listen-client-urls", client, "--advertise-client-urls", client,
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}",
        )
        port = int(client.rsplit(":", 1)[1])
        wait_for("etcd", lambda: get(port, "/health")[0] == 200)
        return Etcd(port)

    def start_relays(self, count=2):
        source = {"layer": "platform", "etcd": {"endpoints": [self.address], "key": KEY}}
        configuration = self.write("relay.json", {"sources": [source]})
        for index in range(count):
            port = free_port()
            process = self.start(
                self.programs[0], "--config", configuration, "--relay", port, "--state", self.directory / f"relay{index}"
            )
            self.relays.append((process, port))
            wait_for("a relay", lambda: get(port, "/layers/platform")[0] == 200)

    def start_agents(self, subscriber):
        """Starts all agents, a few at a time, and subscribes to the layer in each daemon."""
        for first in range(0, self.agents, BATCH):
            batch = range(first, min(first + BATCH, self.agents))
            for index in batch:
                (self.directory / str(index)).mkdir()
                self.daemons.append(self.start(
                    self.programs[1], "--socket", self.socket(index), "--state", self.directory / f"{index}/d",
                    "--durability", "relaxed", "--log-level", "warning",
                ))
            for index in batch:
                wait_for("a daemon", self.socket(index).exists)
                subscriber.add(self.socket(index))
            for index in batch:
                self.syncs.append(self.start(
                    self.programs[0], "--config", self.configuration(index), "--socket", self.socket(index), "--state",
                    self.directory / f"{index}/s",
                ))
            subscriber.wait(0)
        self.wait_until_idle()

    def join(self, etcd):
        """Lets all agents take part in rollouts: they read their configuration again when it changes."""
        for index in range(self.agents):
            self.configuration(index, {"fleet": self.membership(f"host-{index}")})
        wait_for("the fleet", lambda: etcd.count(f"{FLEET}machines/") == self.agents)

    def membership(self, name):
        return {"etcd": {"endpoints": [self.address], "prefix": FLEET}, "machine": name}

    def begin_rollout(self, document):
        source = {"layer": "platform", "etcd": {"endpoints": [self.address], "key": KEY}}
        configuration = self.write("person.json", {"sources": [source], "fleet": self.membership("person")})
        words = [self.programs[0], "fleet", "put", self.write("layer.json", document), "--config", configuration]
        began = time.monotonic()
        result = subprocess.run(words, capture_output=True, text=True, timeout=60)
        if result.returncode != 0:
            raise SystemExit(f"the rollout could not begin: {result.stderr}")
        return began

    def configuration(self, index, more={}):
        url = f"http://127.0.0.1:{self.relays[index % len(self.relays)][1]}/layers/platform"
        source = {"layer": "platform", "url": url, "wait": 60}
        return self.write(f"{index}/c.json", {"sources": [source], "activate": ["platform"]} | more)

    def write(self, name, value):
        (self.directory / name).write_text(json.dumps(value))
        return self.directory / name

    def socket(self, index):
        return self.directory / f"{index}/t"

    def waiting(self):
        """The number of requests that wait for a change at the relays."""
        return sum(int(get(port, "/health")[1].split(", ")[1].split()[0]) for _, port in self.relays)

    def wait_until_idle(self):
        """Waits until all agents wait for the next change, and have written their state, which happens within a second."""
        wait_for("the agents", lambda: self.waiting() == self.agents)
        time.sleep(2.5)
