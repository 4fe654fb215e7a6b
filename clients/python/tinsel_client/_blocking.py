"""Channels of blocking calls."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import grpc

sleep = time.sleep
insecure_channel = grpc.insecure_channel
secure_channel = grpc.secure_channel


def close_after_last_use(server: object, channel: Any) -> None:
    """Closes the channel when nothing refers to its server: neither the client nor a call."""
    weakref.finalize(server, channel.close)


def messages(stream: Any, silence: float) -> Iterator[Any]:
    """The messages of a stream. Raises TimeoutError after `silence` seconds without one. Cancels it at the end."""
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
                message = next(stream)
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
