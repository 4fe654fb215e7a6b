"""Connections of asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
import grpc.aio

from .method import Method, Q, R, Stream
from .retries import Options
from .server import Metadata, parse

sleep = asyncio.sleep


class Server:
    """The connection to one server. gRPC closes the channel when nothing refers to it."""

    def __init__(self, address: str, options: Options, roots: bytes | None) -> None:
        """Takes the CA certificates for https:// addresses."""
        target, credentials, arguments = parse(address, options, roots)
        if credentials:
            self.channel = grpc.aio.secure_channel(target, credentials, arguments)
        else:
            self.channel = grpc.aio.insecure_channel(target, arguments)

    async def close(self) -> None:
        """Closes the connection."""
        await self.channel.close(None)

    async def call(self, method: Method[Q, R], request: Q, timeout: float, metadata: Metadata) -> R:
        """Makes one attempt."""
        send = self.channel.unary_unary(method.path, method.request.SerializeToString, method.response.FromString)
        response: R = await send(request, timeout=timeout, metadata=metadata)
        return response

    async def stream(self, method: Stream[Q, R], request: Q, silence: float, metadata: Metadata) -> AsyncIterator[R]:
        """The messages of a stream. Raises TimeoutError after `silence` seconds without one. Cancels it at the end."""
        send = self.channel.unary_stream(method.path, method.request.SerializeToString, method.response.FromString)
        stream: Any = send(request, metadata=metadata)
        try:
            while (message := await asyncio.wait_for(stream.read(), silence)) is not grpc.aio.EOF:  # type: ignore[attr-defined]
                yield message
        except asyncio.TimeoutError:
            # Before Python 3.11, this is another class.
            raise TimeoutError from None
        finally:
            stream.cancel()
