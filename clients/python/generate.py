"""Writes the generated modules: those of the protos, and the sync client, which is made from the asyncio client."""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROTOS = HERE.parents[1] / "proto"

# How a word of the asyncio client reads in the sync client.
WORDS = {
    "async def": "def",
    "async for": "for",
    "await ": "",
    "AsyncIterator": "Iterator",
    "_asyncio": "_blocking",
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "async with": "with",
}


def generate(out: Path) -> None:
    """Writes the generated modules into a folder of packages."""
    out.mkdir(parents=True, exist_ok=True)
    options = [f"--{kind}_out={out}" for kind in ("python", "grpc_python", "pyi")]
    names = sorted(str(path) for path in PROTOS.rglob("*.proto"))
    subprocess.run([sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTOS}", *options, *names], check=True)
    for package in ["tinsel", *(path.relative_to(out) for path in (out / "tinsel").rglob("*") if path.is_dir())]:
        (out / package / "__init__.py").touch()
    text = (HERE / "tinsel_client" / "aio.py").read_text()
    words = re.compile("|".join(WORDS))
    target = out / "tinsel_client"
    target.mkdir(exist_ok=True)
    (target / "sync.py").write_text(words.sub(lambda word: WORDS[word[0]], text).replace("asyncio", "blocking calls"))


def packages(out: Path) -> None:
    """Writes everything that can be imported into a folder, to run without an installation."""
    generate(out)
    for path in (HERE / "tinsel_client").iterdir():
        if path.is_file():
            (out / "tinsel_client" / path.name).write_bytes(path.read_bytes())


if __name__ == "__main__":
    packages(Path(sys.argv[1]))
