"""The record of what client and daemon have sent: steps search it, and a failure prints it."""

import collections

from . import values
from .failure import Failure

# The longest text of one entry in a report.
SHOWN = 2_000
# The most requests of a client in one vector, such as of one that connects in a loop.
MOST_REQUESTS = 100_000


class Request:
    """A request of the client, with the response to it if there is one."""

    def __init__(self, link, message):
        self.link = link
        self.id = message.get("id")
        self.method = message.get("method")
        self.params = message.get("params")
        self.response = None
        # Whether a step of the vector has named this request.
        self.is_named = False

    def is_like(self, step, name="request"):
        return self.method == step[name] and ("params" not in step or values.matches(step["params"], self.params))


class Conversation:
    """All messages in the order in which the proxy read them."""

    def __init__(self):
        self.entries = collections.deque(maxlen=10_000)
        self.requests = []
        self.notifications = []
        # The requests without a response, by connection and ID.
        self._waiting = {}
        # The positions after the last request and the last notification that a step has named.
        self.next_request = 0
        self.next_notification = 0

    def note(self, who, what):
        """Adds an entry that is no message of the connection, such as a step."""
        self.entries.append(f"{who:>8}  {what if len(what) <= SHOWN else shortened(what)}")

    def client_sent(self, link, line):
        """Records a line of the client, and returns the requests in it."""
        self.note(f"{link.number} →", line.decode(errors="backslashreplace"))
        requests = [Request(link, message) for message in messages(line)]
        self.requests += requests
        self._waiting.update({(link.number, values.text(request.id)): request for request in requests})
        if len(self.requests) > MOST_REQUESTS:
            raise Failure(f"at most {MOST_REQUESTS} requests", "more")
        return requests

    def daemon_sent(self, link, line):
        """Records a line to the client, and gives responses to their requests."""
        self.note(f"{link.number} ←", line[: SHOWN * 4].decode(errors="backslashreplace"))
        for message in messages(line):
            if "method" in message:
                self.notifications.append(message)
                continue
            request = self._waiting.pop((link.number, values.text(message.get("id"))), None)
            if request:
                request.response = message

    def named_request(self, step):
        """Returns the first request like the step, after those of earlier steps; None if there is none."""
        for position in range(self.next_request, len(self.requests)):
            if self.requests[position].is_like(step):
                self.next_request = position + 1
                self.requests[position].is_named = True
                return self.requests[position]
        return None

    def named_notification(self, step):
        """Returns the first notification that is like the step, after those of earlier steps; None if there is none."""
        for position in range(self.next_notification, len(self.notifications)):
            message = self.notifications[position]
            if message["method"] == step["notification"] and values.matches(
                step.get("params", {}), message.get("params", {})
            ):
                self.next_notification = position + 1
                return message
        return None

    def report(self):
        return "\n".join(self.entries)


def messages(line):
    """Returns the messages of a line: one, those of a batch, or none if it has none."""
    try:
        value = values.read(line)
    except (ValueError, RecursionError):
        return []
    return [message for message in (value if isinstance(value, list) else [value]) if isinstance(message, dict)]


def shortened(text):
    return f"{text[:SHOWN]}… ({len(text)} characters)"
