"""What `Benchmarks/scale/run` has measured: the machine, the commit, and the version of Redis."""

import os
import subprocess
from pathlib import Path

from setting import PROJECT, REDIS


def machine():
    """Returns the machine, and the version of Redis."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    processor = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")
    redis = subprocess.run([REDIS, "--version"], capture_output=True, text=True).stdout if REDIS else ""
    words = dict(word.split("=", 1) for word in redis.split() if "=" in word)
    return {
        "processor": processor, "processors": os.cpu_count(), "system": f"Linux {os.uname().release}",
        "redis": words.get("v", "not installed")}


def commit():
    """Returns the commit of the project, and whether the sources of the programs differ from it."""
    name = git("rev-parse", "--short=8", "HEAD").stdout.strip() or "unknown"
    changed = git("diff", "--quiet", "HEAD", "--", "Sources", "Benchmarks/LoadGenerator", "Benchmarks/scale/load")
    return name + (", changed" if changed.returncode else "")


def git(*words):
    return subprocess.run(["git", *words], cwd=PROJECT, capture_output=True, text=True)
