"""All that one vector needs: a directory, the daemon, the proxy and the driver."""

import os
import shutil
import tempfile

from . import values
from .conversation import Conversation
from .failure import Failure
from .loop import Loop
from .played import PlayedDaemon
from .processes import Daemon, Driver
from .proxy import Proxy
from .steps import Steps

# The longest path of a socket is 107 bytes, so the directory is not below a long TMPDIR.
LONGEST_DIRECTORY = 80


class Stage:
    """Plays one vector, and leaves no process and no file."""

    def __init__(self, vector, command, tunerd):
        self.vector = vector
        self._command = command
        self._tunerd = tunerd
        self.loop = Loop()
        self.conversation = Conversation()
        self.played = PlayedDaemon(vector) if vector.get("played") else None
        self.daemon = self.proxy = self.driver = self._steps = None
        self._step = "the start"
        self.directory = tempfile.mkdtemp(prefix="vector-")
        if len(self.directory) > LONGEST_DIRECTORY:
            os.rmdir(self.directory)
            self.directory = tempfile.mkdtemp(prefix="vector-", dir="/tmp")

    def play(self):
        """Plays the vector; raises a failure, after which `report` has the conversation."""
        self._steps = Steps(self)
        if not self.played:
            self.daemon = Daemon(self.loop, self._tunerd, self.directory)
            self.daemon.start()
        os.mkdir(f"{self.directory}/run", 0o700)
        path = f"{self.directory}/run/tunerd.sock"
        self.proxy = Proxy(self.loop, path, self.conversation, self.daemon and self.daemon.path, self.played)
        self.proxy.accept()
        for call in self.vector.get("before", []):
            self._steps.execute({"other": call["method"], "params": call.get("params", {})})
        environment = {**os.environ, **self.vector.get("environment", {}), "TUNER_SOCKET": path}
        if "values-file" in self.vector:
            environment["VALUES_FILE"] = self._write_values_file()
        self.driver = Driver(self.loop, self._command, environment, self.directory)
        for self._step in self.vector["steps"]:
            self._steps.execute(self._step)
        self._step = "the end of the input"
        self.driver.finish()
        if "stored" in self.vector:
            self._check_values_file()

    @property
    def _values_file(self):
        return f"{self.directory}/values.json"

    def _write_values_file(self):
        with open(self._values_file, "w", encoding="utf-8") as file:
            file.write(values.text(self.vector["values-file"]))
        return self._values_file

    def _check_values_file(self):
        self._step = "the values file after the end"
        with open(self._values_file, "rb") as file:
            content = values.read(file.read())
        if not values.matches(self.vector["stored"], content):
            raise Failure(values.text(self.vector["stored"]), values.text(content))

    def report(self, failure):
        """Returns the failure with the whole conversation, for people."""
        lines = [f"  step: {values.text(self._step)}", f"  expected: {failure.expected}", f"  got: {failure.came}"]
        lines += ["  conversation:"]
        lines += [f"    {line}" for line in self.conversation.report().split("\n")]
        errors = self.driver.errors() if self.driver else ""
        if errors:
            lines += ["  standard error of the driver:"] + [f"    {line}" for line in errors.rstrip().split("\n")]
        return "\n".join(lines)

    def close(self):
        """Ends the processes and removes the directory."""
        if self.driver:
            self.driver.kill()
        if self.daemon:
            self.daemon.kill()
        if self._steps:
            self._steps.close()
        if self.proxy:
            self.proxy.close()
        self.loop.close()
        shutil.rmtree(self.directory, ignore_errors=True)


def play(vector, command, tunerd):
    """Plays a vector, and returns the report of its failure; None if there is none."""
    stage = Stage(vector, command, tunerd)
    try:
        stage.play()
        return None
    except Failure as failure:
        return stage.report(failure)
    finally:
        stage.close()
