"""Writes the generated modules: those of the protos, and the sync client, which is made from the asyncio client."""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

HERE = Path(__file__).resolve().parent
#: The source distribution contains the protos.
PROTOS = HERE / "proto" if (HERE / "proto").is_dir() else HERE.parents[1] / "proto"
#: Players need neither the API of operators nor archives.
NAMES = sorted(
    path.relative_to(PROTOS).as_posix()
    for path in PROTOS.rglob("*.proto")
    if path.name != "admin_service.proto" and "archive" not in path.parts
)

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
    "# generate.py makes sync.py from this module.": "# generate.py makes this module from aio.py. Change that one.",
}

# Only the installed version of protobuf decides: the modules work with every version that the package accepts.
VERSION_CHECK = re.compile(r"^from google.protobuf import runtime_version.*\n|^_runtime_version\.[^)]*\)\n", re.M)
DECLARATION = re.compile(r"( *)(?:class (\w+)\(|(\w+): )")


def generate(out: Path) -> None:
    """Writes the modules of the protos into a folder of packages."""
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        described = Path(folder) / "descriptors"
        options = [f"--python_out={out}", f"--pyi_out={out}", f"--descriptor_set_out={described}"]
        protoc = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTOS}", "--include_source_info"]
        subprocess.run([*protoc, *options, *(str(PROTOS / name) for name in NAMES)], check=True)
        files = FileDescriptorSet.FromString(described.read_bytes()).file
    for package in [out / "tinsel", *(path for path in (out / "tinsel").rglob("*") if path.is_dir())]:
        (package / "__init__.py").touch()
    (out / "tinsel" / "py.typed").touch()
    for file in files:
        module = out / file.name.replace(".proto", "_pb2.py")
        module.write_text(VERSION_CHECK.sub("", module.read_text()))
        stub = module.with_suffix(".pyi")
        stub.write_text(documented(stub.read_text(), comments(file)))
    (out / "tinsel_client").mkdir(exist_ok=True)
    (out / "tinsel_client" / "methods.py").write_text("".join(methods(files)))


def comments(file: FileDescriptorProto) -> dict[str, str]:
    """The comment of each message, field, enum, value and method, by its name in the file."""
    found: dict[str, str] = {}
    for location in file.source_code_info.location:
        # All others are file options.
        if location.leading_comments and len(location.path) % 2 == 0:
            node: Any = file
            names: list[str] = []
            # A path alternates between the number of a field of the descriptor and an index.
            for field, index in zip(location.path[::2], location.path[1::2], strict=True):
                node = getattr(node, node.DESCRIPTOR.fields_by_number[field].name)[index]
                names.append(node.name)
            lines = location.leading_comments.strip().splitlines()
            found[".".join(names)] = "\n".join(line.strip() for line in lines)
    return found


def documented(stub: str, found: dict[str, str]) -> str:
    """The stub with the comments of the protos as docstrings."""
    lines: list[str] = []
    classes: list[str] = []
    # A mapping without parameters is unknown to strict checkers.
    for line in re.sub(r"_Mapping\b(?=\])", "_Mapping[str, object]", stub).splitlines():
        lines.append(line)
        if match := DECLARATION.match(line):
            indent, opened, declared = match.groups()
            del classes[len(indent) // 4 :]
            classes += [opened] if opened else []
            text = found.get(".".join([*classes, declared] if declared else classes))
            if text:
                lines.append(docstring(text, indent + "    " * bool(opened)))
    return "\n".join(lines) + "\n"


def docstring(text: str, indent: str = "") -> str:
    """A text as a docstring."""
    text = text.replace("\\", "\\\\").replace('"""', "'''") + " " * text.endswith('"')
    return f'{indent}"""{text}"""'.replace("\n", f"\n{indent}").replace(f"\n{indent}\n", "\n\n")


def methods(files: Iterable[FileDescriptorProto]) -> Iterator[str]:
    """The lines of the module of all methods."""
    services = [file for file in files if file.service]
    yield '"""The methods of the API, for `Client.call`."""\n\n'
    for file in services:
        package, module = Path(file.name).parent.as_posix().replace("/", "."), Path(file.name).stem
        yield f"from {package} import {module}_pb2 as {module}\n"
    yield "\nfrom .method import Method, Stream\n"
    for file in services:
        module, found = Path(file.name).stem, comments(file)
        for service in file.service:
            for method in service.method:
                name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", method.name).upper()
                kind = "Stream" if method.server_streaming else "Method"
                path = f"/{file.package}.{service.name}/{method.name}"
                types = [f"{module}.{each.rpartition('.')[2]}" for each in (method.input_type, method.output_type)]
                text = docstring(found[f"{service.name}.{method.name}"])
                yield f'\n{name} = {kind}("{path}", {", ".join(types)})\n{text}\n'


def sync() -> str:
    """The module of the sync client. It is in git, so that readers find it."""
    text = (HERE / "tinsel_client" / "aio.py").read_text()
    words = re.compile("|".join(map(re.escape, WORDS)))
    return words.sub(lambda word: WORDS[word[0]], text).replace("asyncio", "blocking calls")


def packages(out: Path) -> None:
    """Writes everything that can be imported into a folder, to run without an installation."""
    generate(out)
    for path in (HERE / "tinsel_client").iterdir():
        if path.is_file():
            (out / "tinsel_client" / path.name).write_bytes(path.read_bytes())


if __name__ == "__main__":
    if sys.argv[1:] == ["--sync"]:
        (HERE / "tinsel_client" / "sync.py").write_text(sync())
    else:
        packages(Path(sys.argv[1]))
