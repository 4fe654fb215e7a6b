"""Checks the distributions: the wheel is built from the source distribution alone, and passes the unit tests.

Needs the build tools. Arguments: `lowest PYTHON` or `newest PYTHON`, an interpreter with these versions of the
dependencies; or `bounds`, which prints the lowest ones.
"""

import argparse
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from zipfile import ZipFile

HERE = Path(__file__).resolve().parents[1]
BACKEND = "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])(sys.argv[2])"


def run(*command: object, cwd: Path = HERE, **variables: str) -> None:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **variables}
    subprocess.run([str(part) for part in command], check=True, cwd=cwd, env=environment)


def build(folder: Path) -> Path:
    """The wheel, built from nothing but the source distribution."""
    # A copy, because the build tools write beside the sources.
    copy = folder / "repository" / "clients" / "python"
    copytree(HERE, copy, ignore=ignore_patterns("build", "*.egg-info", "__pycache__"))
    copytree(HERE.parents[1] / "proto", folder / "repository" / "proto")
    run(sys.executable, "-c", BACKEND, "build_sdist", folder, cwd=copy)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder / "alone", filter="data")
    (alone,) = (folder / "alone").iterdir()
    run(sys.executable, "-c", BACKEND, "build_wheel", folder, cwd=alone)
    wheel = next(folder.glob("*.whl"))
    with ZipFile(wheel) as archive:
        names = "\n".join(archive.namelist())
    for name in ("tinsel/py.typed", "tinsel_client/py.typed", "licenses/LICENSE", "tinsel_client/methods.py"):
        assert name in names, f"the wheel lacks {name}"
    assert "admin" not in names and "archive" not in names, "the wheel has modules that no player needs"
    return wheel


def bounds() -> dict[str, str]:
    """The lower bounds of the dependencies."""
    (dependencies,) = re.findall(r"^dependencies = \[(.*)\]$", (HERE / "pyproject.toml").read_text(), re.M)
    return dict(re.findall(r'"([\w-]+)>=([\d.]+),', dependencies))


def check(versions: str, python: str) -> None:
    if versions == "lowest":
        names = list(bounds())
        program = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
        installed = subprocess.check_output([python, "-c", program, *names], text=True).split()
        assert dict(zip(names, installed, strict=True)) == bounds(), f"{python} has {installed}, not {bounds()}"
    with TemporaryDirectory() as name:
        wheel, packages = build(Path(name)), Path(name) / "packages"
        install = ["install", "--quiet", "--no-index", "--no-deps", "--target", packages, wheel]
        run(python, "-m", "pip", "--disable-pip-version-check", *install)
        run(python, "-m", "pip", "check", PYTHONPATH=str(packages))
        for test in sorted((HERE / "tests").glob("test_*.py")):
            run(python, "-W", "error", test, PYTHONPATH=str(packages))


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("versions", choices=["newest", "lowest", "bounds"])
parser.add_argument("python", nargs="?", default=sys.executable)
arguments = parser.parse_args()
if arguments.versions == "bounds":
    print("\n".join(f"{name}=={version}" for name, version in bounds().items()))
else:
    check(arguments.versions, arguments.python)
