"""Plays a match of Presents of Mine against seven bots, with knowledge of the protos only.

    python play.py 127.0.0.1:7400 ../../proto

These are the steps of a client, in order. It generates code from the protos, lists the services of the server by
reflection, creates a match, and takes a seat. It watches the match in a thread, plays legal actions of
ListLegalActions, and reads the reason of a refusal.
"""

import importlib
import pathlib
import queue
import random
import sys
import tempfile
import threading
import uuid

import grpc
from google.rpc import error_details_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status
from grpc_tools import protoc

SECONDS = 60  # timeout of each step


def generate(protos):
    """Generates Python code for all of `protos` into a new folder, and makes it importable."""
    out = tempfile.mkdtemp(prefix="tinsel-python-")
    includes = [f"-I{protos}", f"-I{pathlib.Path(protoc.__file__).parent / '_proto'}"]
    files = [str(path) for path in sorted(pathlib.Path(protos).rglob("*.proto"))]
    if protoc.main(["protoc", *includes, f"--python_out={out}", f"--grpc_python_out={out}", *files]) != 0:
        sys.exit("the protos cannot be compiled")
    sys.path.insert(0, out)


def bearer(token):
    """The metadata that authenticates the caller."""
    return [("authorization", f"Bearer {token}")]


def refusal(error):
    """The ErrorInfo of a refused call, and the paths of its invalid fields."""
    info, fields = None, []
    for detail in rpc_status.from_call(error).details:
        if detail.Is(error_details_pb2.ErrorInfo.DESCRIPTOR):
            info = error_details_pb2.ErrorInfo()
            detail.Unpack(info)
        elif detail.Is(error_details_pb2.BadRequest.DESCRIPTOR):
            bad = error_details_pb2.BadRequest()
            detail.Unpack(bad)
            fields = [violation.field for violation in bad.field_violations]
    return info, fields


def choose(legal, pom):
    """A random action of `legal`: the client does not know the rules of the game."""
    decision = legal.presents_of_mine.WhichOneof("decision")
    if decision == "select_presents":
        offer = legal.presents_of_mine.select_presents
        letters = random.sample(list(offer.letters), offer.count)
        return pom.Action(select_presents=pom.SelectPresents(letters=letters))
    if decision == "pass_presents":
        offer = legal.presents_of_mine.pass_presents
        hand = random.sample(list(offer.hand), len(offer.hand))
        passes, kept = hand[: len(offer.target_seats)], hand[len(offer.target_seats) :]
        action = pom.PassPresents(passes=passes)
        if offer.take:
            action.replacement.CopyFrom(pom.Replacement(discard=kept[0], take=random.choice(list(offer.take))))
        return pom.Action(pass_presents=action)
    if decision == "steal_presents":
        offer = legal.presents_of_mine.steal_presents
        steals = [random.choice(list(victim.hand)) for victim in offer.victims]
        return pom.Action(steal_presents=pom.StealPresents(steals=steals))
    return None


def watch(stub, request, token, states):
    """Puts every state of the stream into `states`, and None when the stream has ended."""
    for message in stub.WatchMatch(request, metadata=bearer(token), timeout=SECONDS):
        kind = message.WhichOneof("message")
        if kind == "snapshot":
            states.put(message.snapshot.state)
        elif kind == "update":
            for event in message.update.events:
                name = event.game.presents_of_mine.WhichOneof("event") or event.WhichOneof("event")
                print(f"  {message.update.revision:3} {name}")
            if message.update.HasField("state"):
                states.put(message.update.state)
    states.put(None)


def main(address, protos):
    generate(protos)
    api = importlib.import_module("tinsel.v1.match_service_pb2")
    calls = importlib.import_module("tinsel.v1.match_service_pb2_grpc")
    game = importlib.import_module("tinsel.v1.game_pb2")
    pom = importlib.import_module("tinsel.games.presents_of_mine.v1.presents_of_mine_pb2")

    with grpc.insecure_channel(address) as channel:
        services = ProtoReflectionDescriptorDatabase(channel).get_services()
        print("services:", ", ".join(sorted(services)))
        assert "tinsel.v1.MatchService" in services

        stub = calls.MatchServiceStub(channel)
        config = game.GameConfig(presents_of_mine=pom.Config())
        # request_id is the idempotency key: a retry returns the first response.
        create = api.CreateMatchRequest(request_id=str(uuid.uuid4()), config=config)
        created = stub.CreateMatch(create, timeout=SECONDS)
        assert stub.CreateMatch(create, timeout=SECONDS) == created
        match_id = created.match_id
        join = api.JoinMatchRequest(match_id=match_id, display_name="Python", nonce=random.randbytes(16))
        joined = stub.JoinMatch(join, timeout=SECONDS)
        me = bearer(joined.seat_token)

        # A refusal contains the reason in an ErrorInfo, and the invalid fields.
        try:
            stub.AddBot(api.AddBotRequest(match_id=match_id), metadata=me, timeout=SECONDS)
            sys.exit("a seat must not add bots")
        except grpc.RpcError as error:
            info, _ = refusal(error)
            assert error.code() == grpc.StatusCode.PERMISSION_DENIED
            assert (info.reason, info.domain) == ("HOST_ONLY", "tinsel.v1"), info

        states = queue.Queue()
        request = api.WatchMatchRequest(match_id=match_id)
        watching = threading.Thread(target=watch, args=(stub, request, joined.seat_token, states), daemon=True)
        watching.start()
        for _ in range(7):
            bot = api.AddBotRequest(match_id=match_id)
            stub.AddBot(bot, metadata=bearer(created.host_token), timeout=SECONDS)

        end = None
        refused = False
        while (state := states.get(timeout=SECONDS)) is not None:
            end = state
            if joined.seat not in [decision.seat for decision in state.match.pending_decisions]:
                continue
            if not refused:
                wrong = pom.Action(select_presents=pom.SelectPresents(letters=[pom.LETTER_A] * 5))
                action = game.GameAction(presents_of_mine=wrong)
                submit = api.SubmitActionRequest(match_id=match_id, action=action)
                try:
                    stub.SubmitAction(submit, metadata=me, timeout=SECONDS)
                    sys.exit("five times the same letter must be refused")
                except grpc.RpcError as error:
                    info, fields = refusal(error)
                    assert error.code() == grpc.StatusCode.INVALID_ARGUMENT
                    assert info.reason == "DUPLICATE_PRESENT", info
                    assert info.domain == "tinsel.games.presents_of_mine.v1", info
                    assert fields == ["action.presents_of_mine.select_presents.letters[1]"], fields
                    print(f"refused, as it should be: {error.details()}")
                    refused = True
            legal = stub.ListLegalActions(api.ListLegalActionsRequest(match_id=match_id), metadata=me, timeout=SECONDS)
            chosen = choose(legal.legal, pom)
            if chosen is not None:
                action = game.GameAction(presents_of_mine=chosen)
                submit = api.SubmitActionRequest(match_id=match_id, request_id=str(uuid.uuid4()), action=action)
                stub.SubmitAction(submit, metadata=me, timeout=SECONDS)
        watching.join(SECONDS)

        assert refused and end is not None and end.match.HasField("outcome")
        names = {seat.seat: seat.display_name for seat in end.match.seats}
        print("ranking:")
        for standing in sorted(end.match.outcome.standings, key=lambda standing: standing.rank):
            print(f"  {standing.rank}. {names[standing.seat]}: {standing.score}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
