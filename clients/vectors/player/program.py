"""The command line of `play`."""

import argparse
import os
import shutil
import signal
import sys
from pathlib import Path

from . import values
from .stage import play

DIRECTORY = Path(__file__).resolve().parent.parent


def main(arguments):
    _leave_world()
    options, command = _options(arguments)
    names = options.vector or sorted(path.stem for path in DIRECTORY.glob("*.json"))
    vectors = {name: values.read((DIRECTORY / f"{name}.json").read_text(encoding="utf-8")) for name in names}
    if options.list:
        for name, vector in vectors.items():
            print(f"{name}: {vector['name']}")
        return 0
    # An exception ends the processes that the player has started.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    has_failed = False
    for name, vector in vectors.items():
        reason = vector.get("without", {}).get(options.client)
        report = None if reason else play(vector, command, options.tunerd)
        has_failed = has_failed or report is not None
        line = f"skipped {name}: {reason}" if reason else f"ok {name}"
        print(line if report is None else f"failed {name}: {vector['name']}\n{report}", flush=True)
    return 1 if has_failed else 0


def _options(arguments):
    words = argparse.ArgumentParser(prog="play", description="Play vectors with the driver of a client library.")
    words.add_argument("--vector", metavar="NAME", action="append", help="play this vector, instead of all")
    words.add_argument("--client", metavar="NAME", help="skip the vectors that are not for this client")
    words.add_argument("--tunerd", metavar="PATH", help="the daemon (default: $TUNERD, else tunerd in PATH)")
    words.add_argument("--list", action="store_true", help="print the vectors, and play none")
    words.add_argument("command", nargs="*", help="the driver and its arguments, after --")
    # The driver can have options, too.
    position = arguments.index("--") if "--" in arguments else len(arguments)
    options = words.parse_args(arguments[:position])
    command = options.command + arguments[position + 1 :]
    if not options.list:
        options.tunerd = options.tunerd or os.environ.get("TUNERD") or shutil.which("tunerd")
        if not command:
            words.error("the command of a driver is missing")
        if not options.tunerd:
            words.error("there is no tunerd in PATH; name it with --tunerd")
    return options, command


def _leave_world():
    """Starts the player again without TUNER_WORLD, which tunerd reads from the process that connects: the proxy."""
    if "TUNER_WORLD" in os.environ:
        del os.environ["TUNER_WORLD"]
        os.execv(sys.executable, [sys.executable, *sys.argv])
