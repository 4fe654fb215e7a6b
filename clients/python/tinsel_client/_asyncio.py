"""Channels of asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc

sleep = asyncio.sleep
insecure_channel = grpc.aio.insecure_channel
secure_channel = grpc.aio.secure_channel


def close_after_last_use(server: object, channel: Any) -> None:
    """Nothing to do: gRPC closes a channel of asyncio that nothing refers to."""


async def messages(stream: Any, silence: float) -> AsyncIterator[Any]:
    """The messages of a stream. Raises TimeoutError after `silence` seconds without one. Cancels it at the end."""
    try:
        while (message := await asyncio.wait_for(stream.read(), silence)) is not grpc.aio.EOF:  # type: ignore[attr-defined]
            yield message
    except asyncio.TimeoutError:
        # Before Python 3.11, this is another class.
        raise TimeoutError from None
    finally:
        stream.cancel()
