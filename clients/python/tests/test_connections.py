"""When a client replaces a connection, and what `close` ends."""

import asyncio
import socket
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from tinsel_client import Client, Options, Unavailable, aio

# Any certificate: no connection is made with it.
CERTIFICATE = """-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUQn0GQx4Q2c0mE9m8q2n5y1XgM2UwCgYIKoZIzj0EAwIw
-----END CERTIFICATE-----
"""


class SilentServer:
    """Accepts connections and never sends a byte."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.accepted = threading.Event()
        self.connections: list[socket.socket] = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                self.connections.append(self.listener.accept()[0])
            except OSError:
                return
            self.accepted.set()

    def close(self) -> None:
        for each in [self.listener, *self.connections]:
            each.close()


class Connections(unittest.TestCase):
    def setUp(self) -> None:
        self.server = SilentServer()
        self.addCleanup(self.server.close)

    def test_an_address_with_the_wrong_scheme_is_reported_after_two_attempts(self) -> None:
        with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"https://127.0.0.1:{server.server_port}"
            with Client([address]) as client, self.assertRaises(Unavailable) as raised:
                client.games()
            server.shutdown()
        self.assertEqual(raised.exception.attempts, 2)

    def test_only_a_complete_attempt_replaces_the_connection(self) -> None:
        for options, replaced in (
            (Options(attempt=0.1, deadline=0.35), True),
            (Options(attempt=0.1, deadline=0.1), True),
            (Options(attempt=10, deadline=0.1), False),
        ):
            with self.subTest(options):
                client = Client([self.server.address], options)
                first = client._servers.current()
                with self.assertRaises(Unavailable):
                    client.games()
                self.assertEqual(client._servers.current() is not first, replaced)
                client.close()

    def test_only_a_complete_attempt_replaces_the_connection_with_asyncio(self) -> None:
        async def replaced(options: Options) -> bool:
            async with aio.Client([self.server.address], options) as client:
                first = client._servers.current()
                with self.assertRaises(Unavailable):
                    await client.games()
                return client._servers.current() is not first

        self.assertTrue(asyncio.run(replaced(Options(attempt=0.1, deadline=0.35))))
        self.assertFalse(asyncio.run(replaced(Options(attempt=10, deadline=0.1))))

    def test_a_closed_client_ends_its_calls_and_opens_no_connection(self) -> None:
        client = Client([self.server.address])
        first = client._servers.current()
        failures: list[Exception] = []

        def call() -> None:
            try:
                client.games()
            except Exception as error:
                failures.append(error)

        thread = threading.Thread(target=call)
        thread.start()
        self.server.accepted.wait()
        client.close()
        thread.join(timeout=5)
        self.assertIsInstance(failures[0], Unavailable)
        client._servers.replace(first)
        self.assertIs(client._servers.current(), first)

    def test_a_closed_client_of_asyncio_ends_its_calls_and_opens_no_connection(self) -> None:
        async def closes() -> None:
            client = aio.Client([self.server.address])
            first = client._servers.current()
            call = asyncio.create_task(client.games())
            while not self.server.accepted.is_set():
                await asyncio.sleep(0.001)
            await client.close()
            # gRPC cancels the open calls of a closed channel of asyncio.
            with self.assertRaises(asyncio.CancelledError):
                await asyncio.wait_for(call, 5)
            self.assertIs(client._servers.current(), first)

        asyncio.run(closes())

    def test_closing_includes_replaced_connections_with_open_calls(self) -> None:
        client = Client([self.server.address])
        used = client._servers.current()
        client._servers.replace(used)
        self.assertIn(used, client._servers.close())
        client.close()

    def test_a_connection_is_replaced_without_the_ca_file(self) -> None:
        with TemporaryDirectory() as folder:
            file = Path(folder) / "ca.pem"
            file.write_text(CERTIFICATE)
            client = Client(["https://127.0.0.1:1"], Options(ca_file=str(file)))
        first = client._servers.current()
        client._servers.replace(first)
        self.assertIsNot(client._servers.current(), first)
        client.close()


if __name__ == "__main__":
    unittest.main()
