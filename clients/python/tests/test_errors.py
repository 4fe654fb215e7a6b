"""Errors are hashable, and survive pickling and copying."""

import contextlib
import copy
import pickle
import unittest

import grpc
import grpc.aio
from google.rpc import error_details_pb2, status_pb2
from tinsel_client import (
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
from tinsel_client.errors import deciding

REFUSAL = Refusal(
    code=grpc.StatusCode.FAILED_PRECONDITION,
    message="the match is full",
    reason="MATCH_FULL",
    metadata={"limit": "8"},
    fields=[FieldViolation("seats", "at most 8")],
    retry_after=1.5,
)


class Errors(unittest.TestCase):
    def test_every_error_is_hashable_and_survives_pickling(self) -> None:
        stale = Refusal(grpc.StatusCode.ABORTED, "late")
        with contextlib.suppress(Refusal), deciding():
            raise stale
        self.assertTrue(stale.is_stale)
        errors: list[TinselError] = [REFUSAL, stale, Unavailable(3, REFUSAL), InvalidAnswer("fields[bid]", "wrong")]
        errors += [Closed(), NotRequested(), NoDefault(), Unfillable()]
        self.assertEqual(len(set(errors)), 8)
        for error in errors:
            for copied in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
                self.assertIs(type(copied), type(error))
                self.assertEqual(repr(copied), repr(error))
                self.assertEqual(str(copied), str(error))
                self.assertEqual(copied.is_stale, error.is_stale)

    def test_a_status_of_asyncio_is_parsed_with_its_details(self) -> None:
        status = status_pb2.Status()
        status.details.add().Pack(error_details_pb2.ErrorInfo(reason="MATCH_FULL", metadata={"limit": "8"}))
        metadata = grpc.aio.Metadata(("date", "today"), ("grpc-status-details-bin", status.SerializeToString()))
        refusal = Refusal.of(grpc.aio.AioRpcError(grpc.StatusCode.ABORTED, grpc.aio.Metadata(), metadata))
        self.assertEqual((refusal.reason, refusal.limit, refusal.is_stale), ("MATCH_FULL", 8, False))

    def test_a_refusal_is_raised_with_its_fields(self) -> None:
        with self.assertRaises(Refusal) as caught:
            raise REFUSAL
        self.assertEqual((caught.exception.limit, str(caught.exception)), (8, "MATCH_FULL: the match is full"))


if __name__ == "__main__":
    unittest.main()
