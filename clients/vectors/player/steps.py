"""The steps of a vector: each function executes one kind, and raises a failure."""

import os
import shutil

from . import values
from .failure import Failure
from .processes import Peer


class Steps:
    """Executes the steps of one vector, with the driver, the daemon and the proxy of that vector."""

    def __init__(self, stage):
        self.stage = stage
        self.loop = stage.loop
        self.conversation = stage.conversation
        self._peers = {}
        self._begun = None

    def execute(self, step):
        kind = next((kind for kind in KINDS if kind in step), None)
        if kind is None:
            raise Failure(f"a step with one of {', '.join(KINDS)}", values.text(step))
        self.conversation.note("step", values.text(step))
        KINDS[kind](self, step)

    def close(self):
        for peer in self._peers.values():
            peer.close()

    # The program

    def program(self, step):
        self.stage.driver.begin(step["program"])
        self._check(self.stage.driver.end(step["program"]), step)

    def begin(self, step):
        self._begun = step["begin"]
        self.stage.driver.begin(self._begun)

    def end(self, step):
        if not self._begun or self._begun[0] != step["end"]:
            raise Failure(f"a step begin before the end of {step['end']}", values.text(self._begun))
        self._check(self.stage.driver.end(self._begun), step)
        self._begun = None

    def _check(self, result, step):
        self.conversation.note("driver", values.text(result))
        name = "fails" if "fails" in step else "gives"
        if name not in result:
            raise Failure(values.text({name: step.get(name)}), values.text(result))
        if name in step and not values.matches(values.expanded(step[name]), result[name]):
            raise Failure(values.text({name: step[name]}), values.text(result))
        if "contains" in step and step["contains"] not in str(result["gives"]):
            raise Failure(f"a text with {step['contains']}", values.text(result))

    # Requests and notifications

    def request(self, step):
        if self.stage.played:
            return self._respond(step)
        request = self.loop.until(
            lambda: self.conversation.named_request(step), f"a request {_named(step, 'request')}", self._requests
        )
        if "result" not in step and "error" not in step:
            return
        name = "result" if "result" in step else "error"
        expected = f"a response with {values.text({name: step[name]})}"
        response = self.loop.until(lambda: request.response, expected, lambda: "no response")
        if name not in response or not values.matches(values.expanded(step[name]), response[name]):
            raise Failure(expected, values.text(response))

    def _respond(self, step):
        """Waits for a request on a connection that is still open, and responds as a played daemon."""

        def find():
            for link in self.stage.proxy.links:
                for request in link.queue:
                    if request.is_like(step):
                        return request
            return None

        request = self.loop.until(find, f"a request {_named(step, 'request')}", self._requests)
        request.is_named = True
        self.stage.played.respond(request, step)

    def _requests(self):
        return f"{len(self.conversation.requests)} requests, none of them after the earlier steps"

    def notification(self, step):
        if self.stage.played:
            message = {"jsonrpc": "2.0", "method": step["notification"], "params": values.expanded(step["params"])}
            return self._send(values.text(message).encode() + b"\n")
        self.loop.until(
            lambda: self.conversation.named_notification(step),
            f"a notification {_named(step, 'notification')}",
            lambda: f"{len(self.conversation.notifications)} notifications, none of them after the earlier steps",
        )

    def send(self, step):
        self._send(values.raw(step["send"]))

    def _send(self, data):
        """Sends bytes on the newest connection, once there is one."""
        links = self.stage.proxy.links
        self.loop.until(lambda: links, "a connection of the client", lambda: "none")
        links[-1].send(data)

    def never(self, step):
        for request in self.conversation.requests:
            if not request.is_named and request.is_like(step, "never"):
                raise Failure(f"no other request {_named(step, 'never')}", values.text(request.params))

    # Other clients and the daemon

    def other(self, step):
        for _ in range(step.get("times", 1)):
            response = self._peer(step).call(step["other"], values.expanded(step.get("params", {})))
            name = "error" if "error" in step else "result"
            if name not in response or not values.matches(values.expanded(step.get(name, {})), response[name]):
                raise Failure(values.text({name: step.get(name, {})}), values.text(response))

    def _peer(self, step):
        name = step.get("by", "other")
        if name not in self._peers or self._peers[name].has_ended:
            self._peers[name] = Peer(self.loop, self.stage.daemon.path)
        return self._peers[name]

    def leaves(self, step):
        self._peers.pop(step["leaves"]).close()

    def daemon(self, step):
        if step["daemon"] == "start":
            self.stage.daemon.start()
            self.stage.proxy.accept()
        elif step["daemon"] == "stop":
            self.stage.proxy.refuse()
            self.stage.daemon.stop()
        elif step["daemon"] == "forget":
            shutil.rmtree(os.path.join(self.stage.directory, "state"))
        else:
            raise Failure("stop, start or forget", step["daemon"])

    def connection(self, step):
        proxy = self.stage.proxy
        actions = {
            "cut": proxy.cut,
            "refuse": proxy.refuse,
            "accept": proxy.accept,
            "hold": lambda: proxy.hold(True),
            "release": lambda: proxy.hold(False),
            "split": lambda: proxy.split(True),
            "join": lambda: proxy.split(False),
        }
        if step["connection"] not in actions:
            raise Failure(f"one of {', '.join(actions)}", step["connection"])
        actions[step["connection"]]()


KINDS = {
    "program": Steps.program,
    "begin": Steps.begin,
    "end": Steps.end,
    "request": Steps.request,
    "notification": Steps.notification,
    "send": Steps.send,
    "never": Steps.never,
    "other": Steps.other,
    "leaves": Steps.leaves,
    "daemon": Steps.daemon,
    "connection": Steps.connection,
}


def _named(step, name):
    return step[name] + (f" with {values.text(step['params'])}" if "params" in step else "")
