"""The wheel and the source package: built, installed from the file, and used."""
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile

import pytest

PACKAGE = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))


def _run(*words, **options):
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, **options)
    assert result.returncode == 0, result.stdout
    return result.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The built files. A copy is built, because the build writes into its directory."""
    pytest.importorskip("build")
    directory = tmp_path_factory.mktemp("package")
    source = directory / "source"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build", "dist"))
    # Without an option, the wheel is built from the source package.
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(directory), str(source))
    return sorted(path for path in directory.iterdir() if path.is_file())


def _first_example():
    with open(os.path.join(PACKAGE, "README.md"), encoding="utf-8") as file:
        return re.search(r"^```python\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL).group(1)


def test_the_wheel_has_every_module_and_needs_no_package(built):
    wheel, source = sorted(built, key=lambda path: path.suffix != ".whl")
    assert wheel.name == "tuner_client-0.1.0-py3-none-any.whl" and source.name == "tuner_client-0.1.0.tar.gz"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = archive.read("tuner_client-0.1.0.dist-info/METADATA").decode("utf-8")
    modules = os.listdir(os.path.join(PACKAGE, "src", "tuner"))
    assert {f"tuner/{name}" for name in modules if name != "__pycache__"} <= set(names)
    assert [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line] == []
    assert "Requires-Python: >=3.9" in metadata.splitlines()


@pytest.mark.parametrize("suffix", [".whl", ".gz"])
def test_the_first_example_runs_in_a_new_environment(built, tuner_daemon, tmp_path, suffix):
    file = next(path for path in built if path.suffix == suffix)
    # To build the source package, the environment needs setuptools, which no index may provide here.
    options = ["--no-build-isolation"] if suffix == ".gz" else []
    if options:
        python = sys.executable
        target = ["--target", str(tmp_path / "target")]
    else:
        venv.create(tmp_path / "environment", with_pip=True)
        python = str(tmp_path / "environment" / "bin" / "python")
        target = []
    _run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", *options, *target, str(file))
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if target:
        environment["PYTHONPATH"] = str(tmp_path / "target")
    tuner_daemon.set("ui.cornerRadius", 18.5)
    text = _first_example()
    # The value of the daemon can arrive during the first read.
    printed = _run(python, "-c", text, env=environment, cwd=str(tmp_path)).splitlines()
    assert len(printed) == 3 and set(printed) <= {"12.0", "18.5"}
    text += "tuner.wait_ready()\nprint(tuner.get('ui.cornerRadius', 12.0), tuner.__file__)\n"
    lines = _run(python, "-c", text, env=environment, cwd=str(tmp_path)).splitlines()
    assert lines[3].startswith(f"18.5 {tmp_path}")


def test_pytest_finds_the_plugin_of_the_installed_wheel(built, tuner_daemon, tmp_path):
    wheel = next(path for path in built if path.suffix == ".whl")
    target = tmp_path / "target"
    options = ["--quiet", "--no-index", "--no-deps", "--target", str(target)]
    _run(sys.executable, "-m", "pip", "install", *options, str(wheel))
    (tmp_path / "test_it.py").write_text(
        "import tuner\ndef test_it(tuner_world):\n    tuner.set('a.b', 1)\n    assert tuner.value('a.b') == 1\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(target)}
    output = _run(sys.executable, "-m", "pytest", "-q", "test_it.py", env=environment, cwd=str(tmp_path))
    assert "1 passed" in output


def test_the_types_are_strict(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "import datetime, enum, tuner\n"
        "from typing import Annotated, Optional\n"
        "class Level(enum.Enum):\n    LOW = 'low'\n"
        "scale: float = tuner.get('a', 1.0, min=0)\n"
        "level: Level = tuner.get('b', Level.LOW)\n"
        "limit: Optional[float] = tuner.get('c', None, type=float)\n"
        "flag: bool = tuner.flag('d', False)\n"
        "value: int = tuner.methods.tunables.get('a')['revision']\n"
        "@tuner.tunable('e')\nclass Settings:\n    radius: Annotated[float, tuner.Field(min=0)] = 1.0\n"
        "radius: float = Settings().radius\n"
        "@tuner.on_change('a')\ndef note(value: float) -> None: ...\n"
        "tuner.on_change('a', print).cancel()\n"
        "tuner.context = {'plan': 'pro'}\n"
        "async def main() -> None:\n    await tuner.ready()\n    await tuner.aio.set('a', 2.0)\n"
        "wrong: str = tuner.get('a', 1.0)\n"
        "tuner.get('a', 1.0, minimum=0)\n"
    )
    cache = ["--cache-dir", str(tmp_path / "cache")]
    _run(sys.executable, "-m", "mypy", "--strict", *cache, cwd=PACKAGE)
    environment = {**os.environ, "MYPYPATH": os.path.join(PACKAGE, "src")}
    command = [sys.executable, "-m", "mypy", "--strict", *cache, "--config-file", os.devnull, str(program)]
    result = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=str(tmp_path))
    lines = {line.split(":")[1] for line in result.stdout.splitlines() if ": error:" in line}
    assert lines == {"21", "22"} and 'No overload variant of "get"' in result.stdout, result.stdout
    assert 'has type "float", variable has type "str"' in result.stdout.replace("expression has", "has"), result.stdout
