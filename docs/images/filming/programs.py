"""The programs of the film, in a private directory."""

import os
import shutil
import signal
import subprocess
import tempfile
import time


def wait(condition, what, seconds=30):
    """Returns the first true result of a condition."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        result = condition()
        if result:
            return result
        time.sleep(0.02)
    raise SystemExit(f"film: {what}: not within {seconds} s")


class Programs:
    """Starts programs, which all end with the film. They share one daemon with a state of its own."""

    def __init__(self, directories):
        self.directory = tempfile.mkdtemp(prefix="film-")
        self.processes = []
        self.environment = {
            "PATH": os.pathsep.join([os.path.abspath(path) for path in directories] + [os.environ["PATH"]]),
            "HOME": self.directory,
            "LANG": "C.UTF-8",
            "TUNER_SOCKET": self.file("tunerd.sock"),
            "XDG_RUNTIME_DIR": self.directory,
            "XDG_STATE_HOME": self.directory,
        }

    def file(self, name):
        return os.path.join(self.directory, name)

    def path(self, name):
        found = shutil.which(name, path=self.environment["PATH"])
        if not found:
            raise SystemExit(f"film: there is no {name} in the given directories or in PATH")
        return found

    def start(self, name, *arguments):
        """Starts a program in the background. A server with --stop-on-eof ends with this process, however that ends."""
        log = open(self.file("log"), "ab")
        self.processes.append(
            subprocess.Popen(
                [self.path(name), *arguments],
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                process_group=0,
            )
        )

    def run(self, name, *arguments):
        """Runs a program to its end, and returns its output, or None if it fails."""
        command = [self.path(name), *arguments]
        result = subprocess.run(
            command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        return result.stdout if result.returncode == 0 else None

    def start_servers(self):
        """Starts the daemon and the gateway, and returns a URL that logs a browser in."""
        self.start("tunerd", "--durability", "none", "--stop-on-eof")
        wait(lambda: self.run("tunerctl", "ping"), "the daemon runs")
        self.start("tunerweb", "--port", "0", "--stop-on-eof")
        wait(lambda: self.run("tunerctl", "web", "--status"), "the gateway runs")
        return self.run("tunerctl", "web", "--url").split()[-1]

    def stop(self):
        """Stops all programs with their children, the last one first, and removes the directory."""
        for process in reversed(self.processes):
            process.stdin.close()
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
        shutil.rmtree(self.directory, ignore_errors=True)
