"""The driver of the vectors: executes the operations of clients/vectors/README.md, one a line."""
import enum
import json
import os
import queue
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src"))

import tuner  # noqa: E402
from tuner._scope import shared  # noqa: E402

kinds = {tuner.NotConnectedError: "notConnected", tuner.OutcomeUnknownError: "outcomeUnknown"}
faults = queue.Queue()
defaults = {}
flags = {}
observed = {}
arrived = threading.Condition()
tries = []
tuner.configure(
    name="driver", values_file=os.environ.get("VALUES_FILE"), on_fault=lambda fault: faults.put(str(fault))
)


def notify(*_):
    with arrived:
        arrived.notify_all()


shared.listen(notify)


def wait_for(condition):
    """Waits without a limit: the player ends the driver."""
    with arrived:
        while not condition():
            # A read has no event, so look again now and then.
            arrived.wait(0.01)


def is_equal(one, other):
    return one == other and (isinstance(one, bool) == isinstance(other, bool))


def plain(value):
    return value.value if isinstance(value, enum.Enum) else value


def get(key):
    return plain(tuner.get(key, defaults[key][0], **defaults[key][1]))


class Level(enum.Enum):
    low = "low"
    medium = "medium"
    high = "high"


def as_given(key, value):
    """Returns a value of JSON with the type that the key has in the program."""
    default = defaults[key][0] if key in defaults else None
    if isinstance(default, Level) and value in [level.value for level in Level]:
        return Level(value)
    return float(value) if isinstance(default, float) and type(value) is int else value


def declare(key, default, spec):
    options = dict(spec)
    whole = options.pop("type", None) == "integer"
    if options.pop("enum", None):
        default = Level(default)
    elif type(default) is int and not whole:
        default = float(default)
    defaults[key] = (default, options)
    get(key)


def observe(key):
    observed[key] = []

    def collect(value):
        observed[key].append(plain(value))
        notify()

    tuner.on_change(key, collect)


def flag(key, default, context):
    flags[key] = (default, context)
    tuner.flag(key, default, context)


def move(name):
    if name is None:
        tuner.leave()
    else:
        tuner.join(name)


operations = {
    "declare": declare,
    "get": get,
    "ready": lambda: tuner.wait_ready(None),
    "wait": lambda key, value: wait_for(lambda: is_equal(get(key), value)),
    "observe": observe,
    "observed": lambda key, value: wait_for(lambda: observed[key] and is_equal(observed[key][-1], value)),
    "collected": lambda key: observed[key],
    "set": lambda key, value: tuner.set(key, as_given(key, value)),
    "reset": tuner.reset,
    "update": tuner.update,
    "value": tuner.value,
    "flag": flag,
    "flag-value": lambda key: tuner.flag(key, *flags[key]),
    "wait-flag": lambda key, value: wait_for(lambda: is_equal(tuner.flag(key, *flags[key]), value)),
    "connection": lambda state: wait_for(lambda: tuner.connection() == state),
    "fault": faults.get,
    "refuse": tuner.refuse,
    "try": lambda values, seconds: tries.append(tuner.attempt(values, for_=seconds)),
    "keep": lambda: tries[-1].keep(),
    "cancel": lambda reason: tries[-1].cancel(reason),
    "world": move,
}


def snapshot(keys):
    with tuner.snapshot() as values:
        return {key: plain(values[key]) for key in keys}


def respond(line):
    name, *arguments = json.loads(line)
    try:
        return {"gives": snapshot(*arguments) if name == "snapshot" else operations[name](*arguments)}
    except tuner.RefusedError as error:
        return {"fails": {"kind": error.kind, "message": str(error), "data": error.data}}
    except tuner.TunerError as error:
        return {"fails": {"kind": kinds.get(type(error), type(error).__name__), "message": str(error), "data": {}}}


for line in sys.stdin:
    print(json.dumps(respond(line)), flush=True)
