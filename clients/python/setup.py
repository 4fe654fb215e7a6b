"""Builds the package with its generated modules."""

import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, str(Path(__file__).parent))
import generate


class Build(build_py):
    """Copies the package and generates the rest."""

    def run(self) -> None:
        """Builds."""
        super().run()
        generate.generate(Path(self.build_lib))


class SourceDistribution(sdist):
    """Adds the protos, which are outside the folder of the package."""

    def make_release_tree(self, base_dir: str, files: Sequence[str]) -> None:
        """Copies the files."""
        super().make_release_tree(base_dir, list(files))
        for name in generate.NAMES:
            target = Path(base_dir, "proto", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            copyfile(generate.PROTOS / name, target)


setup(cmdclass={"build_py": Build, "sdist": SourceDistribution})
