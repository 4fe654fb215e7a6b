"""Checks the distributions: the wheel is built from the source distribution alone, offline in an empty folder. It is
installed and tested with the lowest and with the newest versions of its dependencies.

Needs `build` and the build tools. The lowest versions have wheels for Python 3.10 and 3.11. Arguments: lowest, newest;
both if absent.
"""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

HERE = Path(__file__).resolve().parents[1]


def run(*command: object, **variables: str) -> None:
    subprocess.run([str(part) for part in command], check=True, env={**os.environ, **variables})


def build(folder: Path) -> Path:
    """The wheel, built from nothing but the source distribution."""
    tool = [sys.executable, "-m", "build", "--no-isolation"]
    run(*tool, "--sdist", "--outdir", folder, HERE)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder / "alone", filter="data")
    (alone,) = (folder / "alone").iterdir()
    run(*tool, "--wheel", "--outdir", folder, alone, PIP_NO_INDEX="1")
    wheel = next(folder.glob("*.whl"))
    with ZipFile(wheel) as archive:
        names = "\n".join(archive.namelist())
    for name in ("tinsel/py.typed", "tinsel_client/py.typed", "licenses/LICENSE", "tinsel_client/methods.py"):
        assert name in names, f"the wheel lacks {name}"
    assert "admin" not in names and "archive" not in names, "the wheel has modules that no player needs"
    return wheel


def lowest() -> list[str]:
    """The lower bounds of the dependencies, as exact versions."""
    (bounds,) = re.findall(r"^dependencies = \[(.*)\]$", (HERE / "pyproject.toml").read_text(), re.M)
    return [f"{name}=={version}" for name, version in re.findall(r'"([\w-]+)>=([\d.]+),', bounds)]


with TemporaryDirectory() as name:
    folder = Path(name)
    wheel = build(folder)
    for bounds in sys.argv[1:] or ("lowest", "newest"):
        home = folder / bounds
        run(sys.executable, "-m", "venv", home)
        python = home / "bin" / "python"
        run(
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--only-binary",
            ":all:",
            wheel,
            *(lowest() if bounds == "lowest" else ()),
        )
        run(python, "-m", "pip", "check")
        for test in sorted((HERE / "tests").glob("test_*.py")):
            run(python, "-W", "error", test)
