"""A real Chromium without a window, which shows the page."""

import base64
import http.client
import json
import socket

from .programs import wait


class Browser:
    """A Chromium, which `close` ends."""

    def __init__(self, programs):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        programs.start("chromedriver", f"--port={self.port}")
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        wait(self._is_ready, "chromedriver runs")
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"]
        options = {"binary": programs.path("chromium-headless-shell"), "args": arguments}
        wanted = {"browserName": "chrome-headless-shell", "goog:chromeOptions": options}
        session = self._post("/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        self.session = f"/session/{session}"
        self.pointer, self.is_pressed = (0, 0), False

    def open(self, url, width, height, scale):
        """Opens a page in a view, whose size is in CSS pixels. Such a pixel is `scale` pixels wide."""
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.command("Emulation.setDeviceMetricsOverride", **size)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self._post(f"{self.session}/url", {"url": url})

    def _is_ready(self):
        try:
            return self._request("GET", "/status")["ready"]
        except OSError:
            self.connection.close()
            return False

    def _request(self, method, path, body=None):
        self.connection.request(method, path, body, {"Content-Type": "application/json"})
        value = json.loads(self.connection.getresponse().read())["value"]
        if isinstance(value, dict) and "error" in value:
            raise SystemExit(f"film: {path}: {value['message']}")
        return value

    def _post(self, path, body):
        return self._request("POST", path, json.dumps(body))

    def command(self, name, **parameters):
        """Sends a command of the DevTools protocol."""
        return self._post(f"{self.session}/goog/cdp/execute", {"cmd": name, "params": parameters})

    def evaluate(self, script):
        return self._post(f"{self.session}/execute/sync", {"script": f"return {script}", "args": []})

    def move(self, x, y):
        """Moves the pointer of the mouse."""
        self.pointer = (x, y)
        self._mouse("mouseMoved")

    def press(self):
        self.is_pressed = True
        self._mouse("mousePressed")

    def release(self):
        self.is_pressed = False
        self._mouse("mouseReleased")

    def _mouse(self, kind):
        x, y = self.pointer
        button = "none" if kind == "mouseMoved" and not self.is_pressed else "left"
        self.command(
            "Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=int(self.is_pressed), clickCount=1
        )

    def picture(self):
        """Returns what the view shows now, as a PNG file. The pointer is not a part of it."""
        return base64.b64decode(self.command("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"])

    def close(self):
        # A signal can have interrupted a request.
        self.connection.close()
        self._request("DELETE", self.session)
