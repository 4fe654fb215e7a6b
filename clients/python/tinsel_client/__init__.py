"""A client of Tinsel, a service for turn-based party games. `tinsel_client.aio` is the same for asyncio."""

from .errors import (
    Closed,
    FieldViolation,
    InvalidAnswer,
    NoDefault,
    NotRequested,
    Refusal,
    TinselError,
    Unavailable,
    Unfillable,
)
from .forms import Problem, check, fill
from .method import Method
from .position import TurnChoice
from .retries import Options
from .sync import Client, Host, Seat, Turn, Viewer

__version__ = "0.1.0"

__all__ = [
    "Client",
    "Closed",
    "FieldViolation",
    "Host",
    "InvalidAnswer",
    "Method",
    "NoDefault",
    "NotRequested",
    "Options",
    "Problem",
    "Refusal",
    "Seat",
    "TinselError",
    "Turn",
    "TurnChoice",
    "Unavailable",
    "Unfillable",
    "Viewer",
    "__version__",
    "check",
    "fill",
]
