"""The types of the methods of the API. `tinsel_client.methods` lists the methods; it is made from the protos."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Generic, TypeVar

from google.protobuf.message import Message

Q = TypeVar("Q", bound=Message)
R = TypeVar("R", bound=Message)


@dataclass(frozen=True)
class _Typed(Generic[Q, R]):
    path: str
    request: type[Q]
    response: type[R]


class Method(_Typed[Q, R]):
    """A method with one response, for `Client.call`."""


class Stream(_Typed[Q, R]):
    """A method with a stream of responses."""


def with_key(request: Q) -> Q:
    """A copy with a new idempotency key, which every retry keeps, unless the caller has set one or none is needed."""
    if "request_id" not in request.DESCRIPTOR.fields_by_name:
        return request
    keyed = type(request)(request_id=str(uuid.uuid4()))
    keyed.MergeFrom(request)
    return keyed
