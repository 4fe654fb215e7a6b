"""Refused decisions, watches and closed clients, with a server in this process."""

from __future__ import annotations

import asyncio
import unittest
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import grpc
from google.rpc import error_details_pb2, status_pb2
from tinsel.v1 import match_pb2, match_service_pb2
from tinsel.v1.game_pb2 import GameAction
from tinsel.v1.match_service_pb2 import WatchMatchRequest, WatchMatchResponse
from tinsel.v1.presentation_pb2 import Answer, FieldAnswer, Form, FormField, NumberField
from tinsel_client import Client, Closed, InvalidAnswer, Refusal, TinselError, aio, methods

FORM = Form(decision="bid", fields=[FormField(field_id="bid", number=NumberField(min=1, max=4, step=1))])


def answer(number: int, decision: str = "bid") -> Answer:
    return Answer(decision=decision, fields=[FieldAnswer(field="bid", number=number)])


def snapshot(revision: int, phase: match_pb2.MatchPhase = match_pb2.MATCH_PHASE_FINISHED) -> WatchMatchResponse:
    message = WatchMatchResponse(cursor=str(revision))
    message.snapshot.state.match.revision, message.snapshot.state.match.phase = revision, phase
    message.snapshot.state.form.CopyFrom(FORM)
    return message


def update(revision: int, phase: match_pb2.MatchPhase = match_pb2.MATCH_PHASE_ACTIVE) -> WatchMatchResponse:
    message = WatchMatchResponse(cursor=str(revision))
    message.update.revision = message.update.state.match.revision = revision
    message.update.state.match.phase = phase
    return message


def heartbeat(revision: int) -> WatchMatchResponse:
    message = WatchMatchResponse(cursor=str(revision))
    message.heartbeat.revision = revision
    return message


class Server:
    """A server with scripted responses."""

    def __init__(self) -> None:
        """Listens."""
        #: The code and reason of each refused decision.
        self.refusal: tuple[grpc.StatusCode, str] | None = None
        self.submitted = 0
        #: The requests of these tests, with the token of each.
        self.noted: list[tuple[object, object]] = []
        #: The messages of each stream, in this order.
        self.streams: list[list[WatchMatchResponse]] = [[snapshot(5)]]
        self.watched: list[WatchMatchRequest] = []
        #: The match for GetMatch.
        self.match = match_pb2.Match(revision=5, phase=match_pb2.MATCH_PHASE_FINISHED)
        self.server = grpc.server(ThreadPoolExecutor(2))
        handlers = {
            "SubmitAction": self._unary(methods.SUBMIT_ACTION.request, self.submit),
            "JoinMatch": self._unary(methods.JOIN_MATCH.request, self.submit),
            "CreateMatch": self._unary(methods.CREATE_MATCH.request, self.create),
            "TransferHost": self._unary(methods.TRANSFER_HOST.request, self.note),
            "StartMatch": self._unary(methods.START_MATCH.request, self.note),
            "CreateRematch": self._unary(methods.CREATE_REMATCH.request, self.rematch),
            "GetMatch": self._unary(methods.GET_MATCH.request, self.state),
            "WatchMatch": grpc.unary_stream_rpc_method_handler(
                self.watch, WatchMatchRequest.FromString, WatchMatchResponse.SerializeToString
            ),
        }
        service = grpc.method_handlers_generic_handler("tinsel.v1.MatchService", handlers)
        self.server.add_generic_rpc_handlers((service,))
        self.address = f"http://127.0.0.1:{self.server.add_insecure_port('127.0.0.1:0')}"
        self.server.start()

    @staticmethod
    def _unary(request: type, handle: object) -> grpc.RpcMethodHandler:
        return grpc.unary_unary_rpc_method_handler(
            handle, request.FromString, lambda response: response.SerializeToString()
        )

    def submit(self, request: object, context: grpc.ServicerContext) -> match_service_pb2.SubmitActionResponse:
        self.submitted += 1
        if self.refusal:
            code, reason = self.refusal
            status = status_pb2.Status(code=code.value[0])
            status.details.add().Pack(error_details_pb2.ErrorInfo(reason=reason, domain="tinsel.v1"))
            context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
            context.abort(code, "refused")
        return match_service_pb2.SubmitActionResponse(revision=6)

    def note(self, request: object, context: grpc.ServicerContext) -> match_service_pb2.StartMatchResponse:
        self.noted.append((request, dict(context.invocation_metadata()).get("authorization")))
        return match_service_pb2.StartMatchResponse(revision=7)

    def create(self, request: object, context: grpc.ServicerContext) -> match_service_pb2.CreateMatchResponse:
        self.note(request, context)
        return match_service_pb2.CreateMatchResponse(match_id="match", host_token="host", seat=2, seat_token="seat")

    def rematch(self, request: object, context: grpc.ServicerContext) -> match_service_pb2.CreateRematchResponse:
        """Returns the host's token for the host's token, and otherwise a seat."""
        self.note(request, context)
        response = match_service_pb2.CreateRematchResponse(match_id="rematch", join_code="code")
        if self.noted[-1][1] == "Bearer host":
            response.host_token = "new host"
        else:
            response.seat, response.seat_token = 3, "new seat"
        return response

    def state(self, request: object, context: grpc.ServicerContext) -> match_service_pb2.GetMatchResponse:
        return match_service_pb2.GetMatchResponse(state=match_pb2.MatchState(match=self.match))

    def watch(self, request: WatchMatchRequest, context: grpc.ServicerContext) -> Iterator[WatchMatchResponse]:
        self.watched.append(request)
        yield from self.streams[min(len(self.watched), len(self.streams)) - 1]


def revisions(messages: Iterable[WatchMatchResponse]) -> list[int]:
    return [message.snapshot.state.match.revision or message.update.revision for message in messages]


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        self.server = Server()
        self.addCleanup(lambda: self.server.server.stop(None).wait())
        self.client = Client([self.server.address])
        self.addCleanup(self.client.close)
        self.seat = self.client.seat("match", "token", 0)

    def submitted(self, decision: Answer | GameAction) -> TinselError | None:
        """The error of a decision at a turn; asyncio has the same."""
        (turn,) = self.seat.turns()

        async def submitted() -> TinselError | None:
            async with aio.Client([self.server.address]) as client:
                async for turn in client.seat("match", "token", 0).turns():
                    try:
                        await turn.submit(decision)
                    except TinselError as error:
                        return error
            return None

        error = asyncio.run(submitted())
        try:
            turn.submit(decision)
        except TinselError as same:
            self.assertEqual((type(error), str(error)), (type(same), str(same)))
            self.assertEqual(error and error.is_stale, same.is_stale)
            return same
        self.assertIsNone(error)
        return None

    def test_a_creator_has_a_seat_and_gives_its_rights_to_a_player(self) -> None:
        request = match_service_pb2.CreateMatchRequest()
        request.take_seat.display_name = "Ada"
        host = self.client.create_with(request)
        assert host.seat is not None
        self.assertEqual((host.seat.number, host.transfer(2), host.seat.start()), (2, 7, 7))
        created, transferred, started = self.server.noted
        self.assertEqual(len(created[0].take_seat.nonce), 16)
        self.assertEqual(request.take_seat.nonce, b"", "the request of the caller")
        self.assertEqual((transferred[0].seat, transferred[1], started[1]), (2, "Bearer host", "Bearer seat"))

    def test_a_rematch_has_the_host_and_the_seat_of_the_caller(self) -> None:
        seat = self.seat.rematch()
        self.assertEqual((seat.match_id, seat.token, seat.number), ("rematch", "new seat", 3))
        host = self.client.host("match", "host").rematch()
        self.assertEqual((host.match_id, host.token, host.join_code, host.seat), ("rematch", "new host", "code", None))
        of_seat = self.client.host("match", "token").rematch()
        self.assertEqual((of_seat.token, of_seat.seat), ("new seat", seat))
        requests = [request for request, _ in self.server.noted]
        self.assertEqual({request.match_id for request in requests}, {"match"})
        self.assertEqual(len({request.nonce for request in requests}), 3)

    def test_a_wrong_answer_is_reported_and_not_sent(self) -> None:
        for wrong, path, text in (
            (answer(5), "fields[bid]", "5 is not possible; choose 1 to 4."),
            (answer(1, "pass"), "decision", "The form is of the decision 'bid', not of 'pass'; answer this form."),
        ):
            error = self.submitted(wrong)
            assert isinstance(error, InvalidAnswer)
            self.assertEqual((error.path, error.text, error.is_stale), (path, text, False))
            self.assertEqual(str(error), f"{path}: {text}")
        self.assertEqual(self.server.submitted, 0)
        self.assertIsNone(self.submitted(answer(4)))
        self.assertEqual(self.server.submitted, 2)

    def test_a_refused_answer_of_the_form_is_stale(self) -> None:
        for code, reason, stale in (
            (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_REQUEST", True),
            (grpc.StatusCode.FAILED_PRECONDITION, "ANSWER_NOT_IN_FORM", True),
            (grpc.StatusCode.ABORTED, "REVISION_MISMATCH", True),
            (grpc.StatusCode.PERMISSION_DENIED, "SEAT_LEFT", False),
        ):
            self.server.refusal = (code, reason)
            error = self.submitted(answer(1))
            assert isinstance(error, Refusal)
            self.assertEqual((error.reason, error.is_stale), (reason, stale))

    def test_the_code_decides_whether_a_refused_typed_action_is_stale(self) -> None:
        for code, reason, stale in (
            (grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED_REQUEST", False),
            (grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN", True),
            (grpc.StatusCode.ABORTED, "REVISION_MISMATCH", True),
            (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_NOT_STARTED", False),
            (grpc.StatusCode.FAILED_PRECONDITION, "WRONG_GAME", False),
        ):
            self.server.refusal = (code, reason)
            error = self.submitted(GameAction())
            assert isinstance(error, Refusal)
            self.assertEqual((error.reason, error.is_stale), (reason, stale))

    def test_only_a_refused_decision_is_stale(self) -> None:
        self.server.refusal = (grpc.StatusCode.FAILED_PRECONDITION, "NAME_TAKEN")
        with self.assertRaises(Refusal) as caught:
            self.client.join("match", "Ada")
        self.assertFalse(caught.exception.is_stale)

    def test_a_watch_sends_all_changes_from_the_first_one_on_request(self) -> None:
        over = match_pb2.MATCH_PHASE_FINISHED
        self.server.streams = [[update(1), update(2)], [update(2), update(3, over)]]
        self.assertEqual(revisions(self.seat.watch(after_revision=0)), [1, 2, 3])
        first, second = self.server.watched
        self.assertEqual((first.WhichOneof("position"), first.after_revision), ("after_revision", 0))
        self.assertEqual((second.WhichOneof("position"), second.cursor), ("cursor", "2"))
        with self.assertRaisesRegex(ValueError, "only one"):
            self.seat.watch("cursor", after_revision=0)

    def test_a_watch_after_the_last_message_of_a_match_ends_without_a_repetition(self) -> None:
        self.server.streams = [[heartbeat(5)]]
        self.assertEqual(revisions(self.seat.watch("5")), [])

        async def messages() -> list[WatchMatchResponse]:
            async with aio.Client([self.server.address]) as client:
                return [message async for message in client.spectator("match").watch("5")]

        self.assertEqual(asyncio.run(messages()), [])
        self.assertEqual(len(self.server.watched), 2)

    def test_a_stream_that_ends_after_a_heartbeat_resumes_if_the_match_goes_on(self) -> None:
        self.server.match.revision = 6
        self.server.streams = [[heartbeat(5)], [update(6, match_pb2.MATCH_PHASE_FINISHED)]]
        self.assertEqual(revisions(self.seat.watch("5")), [6])
        self.assertEqual([each.cursor for each in self.server.watched], ["5", "5"])

    def test_a_stream_without_a_message_is_read_whole(self) -> None:
        self.server.streams = [[], [snapshot(5)]]
        self.assertEqual(revisions(self.seat.watch("5")), [5])
        self.assertIsNone(self.server.watched[1].WhichOneof("position"))

    def test_a_call_after_the_end_of_the_client_reports_it(self) -> None:
        self.client.close()
        for call in (self.client.games, lambda: list(self.seat.watch())):
            with self.assertRaisesRegex(Closed, "the client is closed"):
                call()

        async def call_closed() -> None:
            client = aio.Client([self.server.address])
            await client.close()
            with self.assertRaisesRegex(Closed, "the client is closed"):
                await client.games()

        asyncio.run(call_closed())

    def test_a_string_is_no_list_of_addresses(self) -> None:
        with self.assertRaisesRegex(TypeError, r"give a list: \['http://127.0.0.1:1'\]"):
            Client("http://127.0.0.1:1")
        with self.assertRaisesRegex(TypeError, "give a list"):
            aio.Client("http://127.0.0.1:1")


if __name__ == "__main__":
    unittest.main()
