"""Builds the package with its generated modules."""

import sys
from importlib.metadata import version
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, str(Path(__file__).parent))
import generate


class Build(build_py):
    """Copies the package and generates the rest."""

    def run(self) -> None:
        """Builds."""
        super().run()
        generate.generate(Path(self.build_lib))


# Generated modules need at least the versions that they were generated with.
needed = [f"{package}>={version(package)}" for package in ("grpcio", "protobuf")]
setup(cmdclass={"build_py": Build}, install_requires=[*needed, "googleapis-common-protos>=1.65,<2"])
