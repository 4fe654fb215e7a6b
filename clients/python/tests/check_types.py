"""Runs a type checker: it accepts `right.py`, and rejects the marked lines of `wrong.py`. Arguments: its command.

For example: check_types.py mypy --strict
"""

import re
import subprocess
import sys
from pathlib import Path

TYPES = Path(__file__).resolve().parent / "types"


def errors(name: str) -> tuple[set[int], str]:
    """The numbers of the lines with an error, and the output of the checker."""
    done = subprocess.run([*sys.argv[1:], TYPES / name], capture_output=True, text=True)
    output = done.stdout + done.stderr
    lines = {int(line) for line in re.findall(rf"{name}:(\d+)[:\d]*(?: -|:) error", output)}
    if (done.returncode == 0) != (not lines):
        sys.exit(output)
    return lines, output


lines, output = errors("right.py")
if lines:
    sys.exit(output)
marked = {
    number for number, line in enumerate((TYPES / "wrong.py").read_text().splitlines(), 1) if line.endswith("# wrong")
}
lines, output = errors("wrong.py")
if lines != marked:
    sys.exit(f"{output}\nnot rejected: {sorted(marked - lines)}; rejected: {sorted(lines - marked)}")
print(f"{len(marked)} lines are rejected")
