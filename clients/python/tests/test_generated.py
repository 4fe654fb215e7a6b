"""Files that repeat others are up to date: the sync client, the methods, the version and the licence."""

import sys
import unittest
from pathlib import Path

import tinsel_client
from tinsel.v1 import game_service_pb2, match_service_pb2
from tinsel_client import methods
from tinsel_client.method import Method, Stream

HERE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HERE))


class Generated(unittest.TestCase):
    def test_the_sync_client_is_made_from_the_asyncio_client(self) -> None:
        import generate

        self.assertEqual((HERE / "tinsel_client" / "sync.py").read_text(), generate.sync())

    def test_every_method_of_the_api_has_its_messages(self) -> None:
        typed = {each.path: each for each in vars(methods).values() if isinstance(each, Method | Stream)}
        for file in (game_service_pb2, match_service_pb2):
            for service in file.DESCRIPTOR.services_by_name.values():
                for method in service.methods:
                    each = typed.pop(f"/{service.full_name}/{method.name}")
                    messages = (each.request.DESCRIPTOR, each.response.DESCRIPTOR)
                    self.assertEqual(messages, (method.input_type, method.output_type))
        self.assertEqual(typed, {})

    def test_the_version_and_the_licence_are_those_of_the_repository(self) -> None:
        self.assertIn(f'\nversion = "{tinsel_client.__version__}"\n', (HERE / "pyproject.toml").read_text())
        self.assertEqual((HERE / "LICENSE").read_text(), (HERE.parents[1] / "LICENSE").read_text())


if __name__ == "__main__":
    unittest.main()
