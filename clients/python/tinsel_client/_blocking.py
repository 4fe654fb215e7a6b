"""Channels of blocking calls."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import grpc

sleep = time.sleep
insecure_channel = grpc.insecure_channel
secure_channel = grpc.secure_channel


def messages(stream: Any, silence: float) -> Iterator[Any]:
    """The messages of a stream. It is cancelled after this many seconds without a message, or when the reader stops."""
    try:
        while True:
            watchdog = threading.Timer(silence, stream.cancel)
            watchdog.daemon = True
            watchdog.start()
            try:
                message = next(stream)
            except StopIteration:
                return
            finally:
                watchdog.cancel()
            yield message
    finally:
        stream.cancel()
