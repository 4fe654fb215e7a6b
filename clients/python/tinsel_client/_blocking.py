"""Connections of blocking calls."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import grpc

from .method import Method, Q, R, Stream
from .retries import Options
from .server import Metadata, parse

sleep = time.sleep


class Server:
    """The connection to one server. It closes when nothing refers to it: neither the client nor a call."""

    def __init__(self, address: str, options: Options, roots: bytes | None) -> None:
        """Takes the CA certificates for https:// addresses."""
        target, credentials, arguments = parse(address, options, roots)
        if credentials:
            self.channel = grpc.secure_channel(target, credentials, arguments)
        else:
            self.channel = grpc.insecure_channel(target, arguments)
        weakref.finalize(self, self.channel.close)

    def close(self) -> None:
        """Closes the connection."""
        self.channel.close()

    def call(self, method: Method[Q, R], request: Q, timeout: float, metadata: Metadata) -> R:
        """Makes one attempt."""
        send = self.channel.unary_unary(method.path, method.request.SerializeToString, method.response.FromString)
        response: R = send(request, timeout=timeout, metadata=metadata)
        return response

    def stream(self, method: Stream[Q, R], request: Q, silence: float, metadata: Metadata) -> Iterator[R]:
        """The messages of a stream. Raises TimeoutError after `silence` seconds without one. Cancels it at the end."""
        send = self.channel.unary_stream(method.path, method.request.SerializeToString, method.response.FromString)
        stream: Any = send(request, metadata=metadata)
        silent = threading.Event()

        def stop() -> None:
            silent.set()
            stream.cancel()

        try:
            while True:
                watchdog = threading.Timer(silence, stop)
                watchdog.daemon = True
                watchdog.start()
                try:
                    message: R = next(stream)
                except StopIteration:
                    return
                except grpc.RpcError:
                    if silent.is_set():
                        raise TimeoutError from None
                    raise
                finally:
                    watchdog.cancel()
                yield message
        finally:
            stream.cancel()
