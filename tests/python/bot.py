"""A bot for every game: it joins a match and submits the default action of each of its decisions."""
import sys
import uuid
import grpc
from tinsel.v1 import match_service_pb2 as api, match_service_pb2_grpc as calls

address, match_id = sys.argv[1:]
service = calls.MatchServiceStub(grpc.insecure_channel(address))
joined = service.JoinMatch(api.JoinMatchRequest(match_id=match_id, display_name="First bot", request_id=str(uuid.uuid4())))
token = [("authorization", f"Bearer {joined.seat_token}")]
for message in service.WatchMatch(api.WatchMatchRequest(match_id=match_id), metadata=token):
    state = message.snapshot.state if message.HasField("snapshot") else message.update.state
    match = state.match  # empty in heartbeats, and in all updates of a group but the last
    for decision in match.pending_decisions:
        if decision.seat == joined.seat:
            action = decision.default_action.action
            submit = api.SubmitActionRequest(match_id=match_id, expected_revision=match.revision, action=action)
            try:
                service.SubmitAction(submit, metadata=token)
            except grpc.RpcError as error:
                if error.code() != grpc.StatusCode.ABORTED:  # another decision was first: its update follows
                    raise
    for standing in match.outcome.standings:
        print(f"{standing.rank}. {match.seats[standing.seat].display_name}: {standing.score}")
