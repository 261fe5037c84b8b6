"""Measures a drag of a slider: from the event of the pointer until another process has received the value.

Beside each figure there is a bare WebSocket server in the same set-up: ten tabs of a window, ten windows, or one page."""

import base64
import hashlib
import http.server
import json
import socket
import socketserver
import statistics
import struct
import threading
import time

from setting import Browser, Tuner, declare, p99

EVENTS_A_SECOND, DISTANCE, SWEEPS, ROUNDS, CONTROLS = 120, 300, 2, 5, 100
# The number of pages, and whether each one has its own window and is visible.
SETUPS = {"ten tabs of a window": (10, False), "ten windows": (10, True), "one page": (1, True)}
# A new window loads parts of the browser for some seconds.
PAUSE = 5
ROWS = "document.querySelectorAll('.row .slider').length"


class Echo(http.server.BaseHTTPRequestHandler):
    """A page with a WebSocket, whose messages it sends to all its connections.

    Like the page of Tuner, it sends at most one message a frame, the first at once."""

    protocol_version = "HTTP/1.1"
    page = b"""<!doctype html><div style="position:fixed;inset:0"></div><script>
        const socket = new WebSocket(`ws://${location.host}/`); let hasSent = false, newest;
        socket.onopen = () => (window.isReady = true);
        socket.onmessage = ({ data }) => (document.body.firstChild.textContent = data);
        const advance = () => {
          if (hasSent || newest === undefined) return;
          socket.send(newest);
          newest = undefined;
          hasSent = true;
          requestAnimationFrame(() => { hasSent = false; advance(); });
        };
        addEventListener("pointermove", ({ clientX }) => { newest = clientX; advance(); });
    </script>"""
    received, connections, lock = [], [], threading.Lock()

    def log_message(self, *_):
        pass

    def do_GET(self):
        if "Sec-WebSocket-Key" not in self.headers:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(self.page)))
            self.end_headers()
            self.wfile.write(self.page)
            return
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.wfile.flush()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connections.append(self.connection)
        while head := self.rfile.read(2):
            size = head[1] & 127
            mask, data = self.rfile.read(4), self.rfile.read(size)
            text = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
            now = time.time()
            if head[0] & 15 != 1:
                break
            with self.lock:
                self.received.append((float(text), now))
                for other in self.connections:
                    try:
                        other.sendall(struct.pack("!BB", 0x81, len(text)) + text)
                    except OSError:
                        pass
        self.close_connection = True


# Notes when each event arrives at the page, before the control receives it, and what the control has made of it.
NOTE = """window.moves = []; let arrived;
    const value = (event) => event.target.getAttribute("aria-valuenow") ?? event.clientX;
    addEventListener("pointermove", () => (arrived = performance.timeOrigin + performance.now()), true);
    addEventListener("pointermove", (event) => moves.push([Number(value(event)), arrived]))"""


def drag(tab, left, right, y, received):
    """Drags over a distance, a pixel with each event. Returns the times from events until their values are received."""
    received.clear()
    tab.value("moves.length = 0")
    press = dict(y=y, button="left", buttons=1)
    tab.call("Input.dispatchMouseEvent", type="mousePressed", x=left, clickCount=1, **press)
    begin = time.perf_counter()
    for number in range(right - left):
        time.sleep(max(0, begin + number / EVENTS_A_SECOND - time.perf_counter()))
        tab.send("Input.dispatchMouseEvent", type="mouseMoved", x=left + number + 1, **press)
    tab.call("Input.dispatchMouseEvent", type="mouseReleased", x=right, y=y, button="left", clickCount=1)
    moves = tab.value("moves")
    # The last value can be on its way.
    for _ in range(100):
        if received and received[-1][0] == moves[-1][0]:
            break
        time.sleep(0.05)
    arrivals = {}
    for value, arrived in moves:
        arrivals.setdefault(value, arrived)
    return [now * 1_000 - arrivals[value] for value, now in list(received) if value in arrivals]


def open_pages(browser, url, setup, expression):
    """Opens the pages of a set-up. The last one is in front, and the expression is true there."""
    count, areWindows = SETUPS[setup]
    tabs = [browser.tab(url, window=areWindows or number == 0) for number in range(count)]
    for tab in tabs[:-1]:
        tab.call("Network.enable")
    for tab in tabs if areWindows else tabs[-1:]:
        tab.wait(expression)
    time.sleep(PAUSE)
    visible = sum(tab.value("document.visibilityState === 'visible'") for tab in tabs)
    assert visible == (count if areWindows else 1), f"{visible} of {count} pages are visible"
    tabs[-1].value(NOTE)
    return tabs


def times_of_echo(browser, setup):
    """The times from an event to a bare server, which sends each message to all pages."""
    class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
        daemon_threads = True
    Echo.connections.clear()
    server = Server(("127.0.0.1", 0), Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    tabs = open_pages(browser, f"http://127.0.0.1:{server.server_port}/", setup, "window.isReady")
    times = []
    for _ in range(SWEEPS):
        times += drag(tabs[-1], 200, 200 + DISTANCE, 300, Echo.received)
    for tab in tabs:
        tab.call("Page.close")
    server.shutdown()
    return times


def times_of_page(browser, tuner, key, setup):
    """The times from an event at a slider to a process that follows its key, and the messages that the other pages received."""
    tabs = open_pages(browser, tuner.url().split("/?")[0], setup, f"{ROWS} >= {CONTROLS}")
    left, top = tabs[-1].value(
        """(({ left, top }) => [left, top])(document.querySelector('.row .track').getBoundingClientRect())""")
    received, times = [], []
    with tuner.client() as client:
        client.call("tunables.subscribe", match=[key], initial=False)

        def follow():
            while line := client.lines.readline():
                now = time.time()
                received.append((json.loads(line)["params"]["changes"][0]["value"], now))
        threading.Thread(target=follow, daemon=True).start()
        before = browser.count("Network.webSocketFrameReceived")
        for _ in range(SWEEPS):
            times += drag(tabs[-1], int(left) + 5, int(left) + 5 + DISTANCE, int(top) + 2, received)
        messages = browser.count("Network.webSocketFrameReceived") - before
        client.wire.shutdown(socket.SHUT_RDWR)
    for tab in tabs:
        tab.call("Page.close")
    return times, messages


def measure_drag():
    results, messages = {}, {}
    with Tuner("--durability", "relaxed") as tuner, Browser("--window-size=1280,3400") as browser:
        with tuner.client() as client:
            keys = declare(client, CONTROLS, minimum=0, maximum=1)
        first = browser.tab()
        first.open(tuner.url(), f"{ROWS} > 0")
        first.value("localStorage.setItem('tuner', '{\"dense\":true}')")
        first.open("about:blank")
        for _ in range(ROUNDS):
            for setup in SETUPS:
                times, messages[setup] = times_of_page(browser, tuner, keys[0], setup)
                results.setdefault((setup, "the page"), []).append(times)
                results.setdefault((setup, "a bare server"), []).append(times_of_echo(browser, setup))
    seconds = SWEEPS * DISTANCE / EVENTS_A_SECOND
    print("\n| a drag | receiver | values a second | median | p99 | p99 of each round |\n|---|---|---|---|---|---|")
    for (setup, name), rounds in results.items():
        times = [one for times in rounds for one in times]
        tails = sorted(map(p99, rounds))
        print(f"| {setup} | {name} | {len(times) / len(rounds) / seconds:.0f} | {statistics.median(times):.1f} | {p99(times):.1f} "
              f"| {tails[0]:.1f} to {tails[-1]:.1f} |", flush=True)
    print(f"\nMessages that the nine other pages received during the drags of a round: "
          f"{', '.join(f'{setup} {count}' for setup, count in messages.items())}.", flush=True)
