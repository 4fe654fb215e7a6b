"""A client of Tinsel, a service for turn-based party games. `tinsel_client.aio` is the same for asyncio."""

from .errors import FieldViolation, NoDefault, Refusal, TinselError, Unavailable
from .retries import Options
from .sync import Client, Host, Seat, Turn, Viewer

__all__ = [
    "Client",
    "FieldViolation",
    "Host",
    "NoDefault",
    "Options",
    "Refusal",
    "Seat",
    "TinselError",
    "Turn",
    "Unavailable",
    "Viewer",
]
