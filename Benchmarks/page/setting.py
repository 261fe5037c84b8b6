"""A daemon, a gateway and a Chromium for the measurements and the pictures of the page.

Chromium is driven over its DevTools protocol on a pipe, so that the scripts need Python's standard library only."""

import base64
import collections
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("TUNER_PROGRAMS", PROJECT / ".build/static/release"))
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
OPTIONS = [
    "--headless=new", "--no-sandbox", "--hide-scrollbars", "--no-first-run", "--disable-gpu", "--disable-background-networking",
    "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
]


class Tab:
    """One page of a browser."""

    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def send(self, method, **params):
        """Sends a command without waiting for its response."""
        self.browser.send(method, self.session, **params)

    def value(self, expression):
        """Returns the value of an expression, after its promise."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def wait(self, expression):
        """Waits until an expression is true, and two frames more: then the page is painted."""
        look = (
            "new Promise((resolve) => { const look = () => { if (!(%s)) return requestAnimationFrame(look);"
            " requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))) }; look() })" % expression)
        while True:
            try:
                return self.value(look)
            except RuntimeError as error:
                # The page that logs a browser in navigates to another one.
                if "navigated" not in str(error) and "context" not in str(error):
                    raise

    def open(self, url, expression="true"):
        """Opens a URL, and waits until an expression is true. Returns the milliseconds from the start of the navigation."""
        self.call("Page.enable")
        seen = self.browser.count("Page.loadEventFired")
        self.call("Page.navigate", url=url)
        self.browser.wait_for("Page.loadEventFired", seen)
        return self.wait(expression)

    def emulate(self, width, height, dark=False, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self):
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


class Browser:
    """A Chromium that ends with the block."""

    def __init__(self, *options):
        self.profile = tempfile.mkdtemp(prefix="tuner-page-")
        read, self.commands = os.pipe()
        self.messages, write = os.pipe()

        def place():
            # Copies first: one of the ends can have the number of the other's place.
            ends = os.dup(read), os.dup(write)
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)
        words = [CHROMIUM, *OPTIONS, *options, f"--user-data-dir={self.profile}", "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(words, preexec_fn=place, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(write)
        self.last = 0
        self.responses = {}
        self.counts = collections.Counter()
        self.changed = threading.Condition()
        threading.Thread(target=self.receive, daemon=True).start()

    def receive(self):
        rest = b""
        while data := os.read(self.messages, 1 << 20):
            *messages, rest = (rest + data).split(b"\0")
            with self.changed:
                for message in map(json.loads, messages):
                    if "id" in message:
                        self.responses[message["id"]] = message
                    else:
                        self.counts[message["method"]] += 1
                self.changed.notify_all()

    def send(self, method, session=None, **params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        return self.last

    def call(self, method, session=None, **params):
        number = self.send(method, session, **params)
        with self.changed:
            if not self.changed.wait_for(lambda: number in self.responses, 120):
                raise TimeoutError(method)
            response = self.responses.pop(number)
        if "error" in response:
            raise RuntimeError(f"{method}: {response['error']}")
        return response["result"]

    def count(self, event):
        with self.changed:
            return self.counts[event]

    def wait_for(self, event, seen):
        with self.changed:
            if not self.changed.wait_for(lambda: self.counts[event] > seen, 120):
                raise TimeoutError(event)

    def tab(self, url=None, window=True):
        """Returns the first page, or opens a URL in a window of its own, which is visible, or in a tab, which hides the last one."""
        if url is None:
            target = next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page")["targetId"]
        else:
            target = self.call("Target.createTarget", url=url, newWindow=window)["targetId"]
        return Tab(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError, TimeoutError):
            self.process.kill()
        self.process.wait()
        os.close(self.commands)
        shutil.rmtree(self.profile, ignore_errors=True)


class Client:
    """A connection to the daemon."""

    def __init__(self, path):
        self.wire = socket.socket(socket.AF_UNIX)
        self.wire.connect(str(path))
        self.lines = self.wire.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.wire.close()

    def send(self, method, **params):
        self.wire.sendall(json.dumps(dict(jsonrpc="2.0", id=1, method=method, params=params)).encode() + b"\n")

    def receive(self):
        message = json.loads(self.lines.readline())
        if "error" in message:
            raise RuntimeError(message["error"])
        return message

    def call(self, method, **params):
        self.send(method, **params)
        return self.receive()["result"]


class Tuner:
    """A daemon and a gateway in a directory of their own, which end with the block."""

    def __init__(self, *options):
        # The path of a socket is short.
        self.directory = Path(tempfile.mkdtemp(prefix="tp-"))
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.directory), "XDG_RUNTIME_DIR": str(self.directory / "r"),
            "XDG_STATE_HOME": str(self.directory / "s"), "XDG_CONFIG_HOME": str(self.directory / "c"),
        }
        (self.directory / "r").mkdir(mode=0o700)
        self.socket = self.directory / "r/tuner/tunerd.sock"
        self.daemon = None
        if options:
            words = [PROGRAMS / "tunerd", *options]
            self.daemon = subprocess.Popen(words, env=self.environment, stderr=subprocess.DEVNULL)
            while not self.socket.exists():
                time.sleep(0.01)

    def run(self, *words, text=None):
        """Runs tunerctl, and returns what it prints."""
        return subprocess.run(
            [PROGRAMS / "tunerctl", *words], env=self.environment, input=text, capture_output=True, text=True, check=True).stdout

    def url(self):
        """Starts what does not run, and returns a URL that logs a browser in."""
        return self.run("web", "--url", "--port", "0").strip()

    def client(self):
        return Client(self.socket)

    def stop(self):
        """Ends the gateway and the daemon; their state stays."""
        self.run("web", "--stop")
        self.run("stop")
        if self.daemon:
            self.daemon.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.directory, ignore_errors=True)


def p99(values):
    return sorted(values)[int(len(values) * 0.99)]


def declare(client, count, **spec):
    """Declares number keys, in calls of a size that the daemon takes."""
    keys = [f"game{number // 100:03}.value{number % 100:02}" for number in range(count)]
    for start in range(0, count, 500):
        client.call("tunables.declare", specs={key: dict(type="number", default=0, **spec) for key in keys[start:start + 500]})
    return keys
