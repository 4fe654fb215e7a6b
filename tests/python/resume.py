"""Plays a private match, loses its stream in the middle, and resumes without missing an update.

    python resume.py 127.0.0.1:7400 127.0.0.1:7401 ../../proto

The two addresses are two servers of one deployment, or the same server twice. These are the steps, in order. The client
creates a private match and joins it with its join code. It retries a call with its request_id on the other server, and
watches as a spectator with the join code. Then the stream is cut, and the client submits an action without a stream. It
resumes after the last revision over another connection.
"""

import importlib
import random
import sys
import uuid

import grpc

from play import SECONDS, bearer, choose, generate, refusal

CUT_AT = 21  # in the middle of a batch of updates


def ask_twice(first, second, call, request, metadata=None):
    """Makes a call on one server and retries it on the other: it has one effect, and the same response twice."""
    answers = [getattr(stub, call)(request, metadata=metadata, timeout=SECONDS) for stub in (first, second)]
    assert answers[0] == answers[1], answers
    return answers[0]


def refused(code, reason, ask):
    """Makes a call that must be refused with this status code and reason."""
    try:
        ask()
    except grpc.RpcError as error:
        info, _ = refusal(error)
        assert (error.code(), info.reason) == (code, reason), (error, info)
        return
    sys.exit(f"{reason} was to be the answer")


class Player:
    """A seat, and all updates of its streams."""

    def __init__(self, modules, match_id, seat, token):
        self.api, self.game, self.pom = modules
        self.match_id, self.seat, self.me = match_id, seat, bearer(token)
        self.told = []  # updates, in order of arrival
        self.snapshots = 0
        self.decisions = 0

    def decide(self, state, first, second):
        """Submits an action if the seat has a pending decision; returns its revision, or None."""
        if self.seat not in [decision.seat for decision in state.match.pending_decisions]:
            return None
        asked = self.api.ListLegalActionsRequest(match_id=self.match_id)
        chosen = choose(first.ListLegalActions(asked, metadata=self.me, timeout=SECONDS).legal, self.pom)
        if chosen is None:
            return None  # the state is older than the last decision
        submit = self.api.SubmitActionRequest(
            match_id=self.match_id,
            request_id=str(uuid.uuid4()),
            action=self.game.GameAction(presents_of_mine=chosen),
        )
        self.decisions += 1
        return ask_twice(first, second, "SubmitAction", submit, self.me).revision

    def watch(self, stub, after_revision=None):
        """The messages of a stream, which can be cancelled."""
        request = self.api.WatchMatchRequest(match_id=self.match_id, after_revision=after_revision)
        return stub.WatchMatch(request, metadata=self.me, timeout=SECONDS)

    def hear(self, message):
        """Stores an update; returns the state, if the message contains one."""
        kind = message.WhichOneof("message")
        if kind == "snapshot":
            self.snapshots += 1
            return message.snapshot.state
        if kind != "update":
            return None
        self.told.append(message.update)
        return message.update.state if message.update.HasField("state") else None

    def last_revision(self):
        return self.told[-1].revision


def sit_down(modules, first, second):
    """Creates a private match of one player and seven bots; returns the seat and the join code."""
    api, game, pom = modules
    match = importlib.import_module("tinsel.v1.match_pb2")
    create = api.CreateMatchRequest(
        request_id=str(uuid.uuid4()),
        config=game.GameConfig(presents_of_mine=pom.Config()),
        visibility=match.VISIBILITY_PRIVATE,
    )
    created = ask_twice(first, second, "CreateMatch", create)
    assert created.join_code
    print(f"join code: {created.join_code}")

    # The ID alone does not authorize joining a private match, and neither does a wrong code.
    by_id = api.JoinMatchRequest(match_id=created.match_id, display_name="Python")
    refused(grpc.StatusCode.PERMISSION_DENIED, "PRIVATE_MATCH", lambda: first.JoinMatch(by_id, timeout=SECONDS))
    wrong = api.JoinMatchRequest(join_code="00000-00000", display_name="Python")
    refused(grpc.StatusCode.NOT_FOUND, "JOIN_CODE_UNKNOWN", lambda: first.JoinMatch(wrong, timeout=SECONDS))

    # The code does, in any spelling, and the response contains the match ID.
    typed = created.join_code.upper().replace("-", " ")
    join = api.JoinMatchRequest(
        request_id=str(uuid.uuid4()), join_code=typed, display_name="Python", nonce=random.randbytes(16)
    )
    joined = ask_twice(first, second, "JoinMatch", join)
    assert joined.match_id == created.match_id
    other = api.JoinMatchRequest(request_id=join.request_id, join_code=typed, display_name="Snake")
    refused(
        grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED", lambda: second.JoinMatch(other, timeout=SECONDS)
    )
    for _ in range(7):
        bot = api.AddBotRequest(match_id=created.match_id, request_id=str(uuid.uuid4()))
        ask_twice(first, second, "AddBot", bot, bearer(created.host_token))
    return joined, created.join_code


def look_on(modules, stub, join_code):
    """The match as a spectator with the join code sees it."""
    api = modules[0]
    spectate = stub.SpectateMatch(api.SpectateMatchRequest(join_code=join_code), timeout=SECONDS)
    request = api.GetMatchRequest(match_id=spectate.match_id)
    refused(grpc.StatusCode.PERMISSION_DENIED, "PRIVATE_MATCH", lambda: stub.GetMatch(request, timeout=SECONDS))
    return stub.GetMatch(request, metadata=bearer(spectate.spectator_token), timeout=SECONDS).state


def main(first_address, second_address, protos):
    generate(protos)
    names = ["v1.match_service_pb2", "v1.game_pb2", "games.presents_of_mine.v1.presents_of_mine_pb2"]
    modules = [importlib.import_module(f"tinsel.{name}") for name in names]
    api = modules[0]
    calls = importlib.import_module("tinsel.v1.match_service_pb2_grpc")

    doomed = grpc.insecure_channel(first_address)
    with grpc.insecure_channel(second_address) as channel:
        first, second = calls.MatchServiceStub(doomed), calls.MatchServiceStub(channel)
        joined, join_code = sit_down(modules, first, second)
        player, whole = [Player(modules, joined.match_id, joined.seat, joined.seat_token) for _ in range(2)]
        assert not look_on(modules, second, join_code).viewer.HasField("seat")

        # The stream is cut in the middle, and its connection is closed.
        stream = player.watch(first, after_revision=0)
        for message in stream:
            state = player.hear(message)
            if player.told and player.last_revision() == CUT_AT:
                break
            if state is not None:
                player.decide(state, first, second)
        stream.cancel()
        doomed.close()
        assert player.last_revision() == CUT_AT
        print(f"cut behind revision {CUT_AT}")

        # The match continues, so that the client misses updates.
        with grpc.insecure_channel(first_address) as fresh:
            again = calls.MatchServiceStub(fresh)
            newest = again.GetMatch(api.GetMatchRequest(match_id=player.match_id), metadata=player.me, timeout=SECONDS)
            decided = player.decide(newest.state, again, second)
        missed = max(newest.state.match.revision, decided or 0)
        assert missed > CUT_AT, missed
        print(f"missed up to revision {missed}, at least")

        # Another connection, to another server: the watch resumes after the last received revision.
        end = None
        for message in player.watch(second, after_revision=player.last_revision()):
            state = player.hear(message)
            if state is not None:
                end = state
                player.decide(state, second, second)
        revisions = [update.revision for update in player.told]
        assert revisions == list(range(1, len(revisions) + 1)), revisions
        assert player.snapshots == 0
        assert end is not None and end.match.HasField("outcome")
        assert end.match.revision == revisions[-1]

        # A client without an interruption has received the same events.
        for message in whole.watch(second, after_revision=0):
            whole.hear(message)
        events = [[list(update.events) for update in watcher.told] for watcher in (player, whole)]
        assert events[0] == events[1]
        print(f"resumed: revisions 1 to {revisions[-1]} without gap or repeat, {player.decisions} decisions of its own")


if __name__ == "__main__":
    main(*sys.argv[1:])
