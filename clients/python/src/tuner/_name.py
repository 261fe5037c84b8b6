"""The name of the program, for the history and the log of the daemon."""
import os
import sys


def program_name() -> str:
    """Returns the name of the running script or package; at most 256 bytes."""
    path = sys.argv[0] if sys.argv else ""
    name = os.path.basename(path)
    if name == "__main__.py":
        name = os.path.basename(os.path.dirname(os.path.abspath(path)))
    name = name[:-3] if name.endswith(".py") else name
    return name.encode("utf-8", "replace")[:256].decode("utf-8", "ignore") if name not in ("", "-c", "-") else "python"
