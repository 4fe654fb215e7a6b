"""The address of a server, and the arguments of its channels."""

from __future__ import annotations

from urllib.parse import urlsplit

import grpc

from .retries import Options

Metadata = tuple[tuple[str, str], ...]


def parse(
    address: str, options: Options, roots: bytes | None
) -> tuple[str, grpc.ChannelCredentials | None, list[tuple[str, int]]]:
    """The target of an address, the credentials for https://, and the arguments of its channels."""
    url = urlsplit(address)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError(f"not the address of a server: {address!r}; give one such as http://127.0.0.1:7400")
    target = url.netloc if url.port else f"{url.netloc}:{443 if url.scheme == 'https' else 80}"
    arguments = [
        # The defaults of gRPC's own reconnection are longer than the wait of a player.
        ("grpc.max_reconnect_backoff_ms", 1000),
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.keepalive_time_ms", int(options.ping_after * 1000)),
        ("grpc.keepalive_timeout_ms", int(options.ping_timeout * 1000)),
        ("grpc.http2.ping_timeout_ms", int(options.ping_timeout * 1000)),
        ("grpc.keepalive_permit_without_calls", 0),
        # Without it, gRPC stops after two pings during which the client sends nothing else.
        ("grpc.http2.max_pings_without_data", 0),
        # Without it, a new channel uses the old connection.
        ("grpc.use_local_subchannel_pool", 1),
        # All libraries ignore the variables of proxies.
        ("grpc.enable_http_proxy", 0),
    ]
    return target, grpc.ssl_channel_credentials(roots) if url.scheme == "https" else None, arguments
