"""Plays any game to its end, without knowledge of the game: all seats choose at random among choices and forms."""
import collections, concurrent.futures, logging, random, re, sys
import grpc
from tinsel.v1 import game_service_pb2 as game_api, game_service_pb2_grpc as game_calls
from tinsel.v1 import match_service_pb2 as api, match_service_pb2_grpc as calls, presentation_pb2 as form

logging.basicConfig()  # gRPC logs why it cannot read a response

def chosen(values, path):  # the IDs that a value chooses, or its number times an ID
    value = next(value for value in values if value.field == path.field)
    picks = [(option, option, 1) for option in value.picks.options] + [(a.slot, a.slot, a.number) for a in value.amounts.amounts]
    picks += [(a.slot, a.option, 1) for a in value.assignment.slots] + [("", "", value.number)] * (value.number != 0)
    picks += [(value.branch.branch, "", 1)] * value.HasField("branch") + [("", "", 1)] * value.flag
    return [(id, number) for part, id, number in picks if number and path.part in ("", part)]

def holds(constraint, values):
    kind = constraint.WhichOneof("rule"); rule = getattr(constraint, kind)
    total = lambda paths: sum(number for path in paths for _, number in chosen(values, path))
    count = lambda paths: sum(len(chosen(values, path)) for path in paths)
    if kind == "distance":
        a, b = (next(value.point for value in values if value.field == path.field) for path in (rule.first, rule.second))
        square = (a.x - b.x) ** 2 + (a.y - b.y) ** 2
        return rule.min**2 <= square and (not rule.HasField("max") or square <= rule.max**2)
    if kind == "exactly_when": return (count([rule.path]) > 0) == (total(rule.paths) == rule.total)
    ids = [id for path in rule.paths for id, _ in chosen(values, path)]
    return {"sum_at_most": lambda: total(rule.paths) <= rule.max, "count_at_most": lambda: len(ids) <= rule.max, "at_least_one_of": lambda: len(ids) > 0, "distinct": lambda: len(set(ids)) == len(ids)}[kind]()

def value(field):
    kind = field.WhichOneof("kind"); of = getattr(field, kind)
    number = lambda low, high, step: random.randrange(-(-low // step), high // step + 1) * step
    free = [option.option_id for option in getattr(of, "options", []) if not option.HasField("refused")]
    random.shuffle(free)
    if kind == "assign":
        taken = []
        for slot in of.slots: taken.append(random.choice([id for id in free if id in slot.options and (of.repeats or id not in taken)] or free))
        return {"assignment": form.Assignment(slots=[form.AssignedOption(slot=slot.slot_id, option=id) for slot, id in zip(of.slots, taken)])}
    if kind == "branch":
        branch = random.choice([branch for branch in of.branches if not branch.HasField("refused")])
        return {"branch": form.BranchAnswer(branch=branch.branch_id, fields=fill(branch))}
    amount = lambda slot: random.choice([slot.min, number(slot.min, slot.max, of.step)])
    return {"pick": lambda: {"picks": form.Picks(options=free[: random.randint(of.min, min(of.max, len(free)))])},
            "number": lambda: {"number": number(of.min, of.max, of.step)}, "flag": lambda: {"flag": random.random() < 0.5},
            "amounts": lambda: {"amounts": form.Amounts(amounts=[form.Amount(slot=slot.slot_id, number=amount(slot)) for slot in of.slots])},
            "place": lambda: {"point": random.choice(of.suggestions)}, "text": lambda: {"text": "text"}}[kind]()

def fill(group):
    while True:
        values = [form.FieldAnswer(field=field.field_id, **value(field)) for field in group.fields]
        if all(holds(constraint, values) for constraint in group.constraints): return values

def act(match_id, token):  # decides for one seat, if it owes a decision; returns whether the match goes on
    state = service.GetMatch(api.GetMatchRequest(match_id=match_id, presentation=True), metadata=token).state
    if state.HasField("form"):
        answer = random.choice(state.form.choices).answer if state.form.choices else form.Answer(decision=state.form.decision, fields=fill(state.form))
        try:
            service.SubmitAction(api.SubmitActionRequest(match_id=match_id, answer=answer), metadata=token)
            counts["actions"] += 1
        except grpc.RpcError as error:  # another seat was faster
            details = dict(error.trailing_metadata()).get("grpc-status-details-bin", b"")
            counts[re.search(rb"[A-Z_]{5,}", details)[0].decode() if details else error.code().name] += 1
    return not state.match.HasField("outcome")

def play(match_id, token):
    while act(match_id, token): pass

address, game, matches, order = sys.argv[1:]  # order: in_turn or concurrently
service, counts = calls.MatchServiceStub(grpc.insecure_channel(address)), collections.Counter()
about = game_calls.GameServiceStub(grpc.insecure_channel(address)).GetGame(game_api.GetGameRequest(game_id=game)).game
for _ in range(int(matches)):
    seats = random.randint(about.seats_min, about.seats_max)
    match_id = service.CreateMatch(api.CreateMatchRequest(options=form.OptionValues(game_id=game), seats=seats)).match_id
    joining = [service.JoinMatch(api.JoinMatchRequest(match_id=match_id, display_name=f"Player {seat}")) for seat in range(seats)]
    tokens = [[("authorization", f"Bearer {joined.seat_token}")] for joined in joining]
    if order == "concurrently":
        with concurrent.futures.ThreadPoolExecutor(seats) as pool: list(pool.map(lambda token: play(match_id, token), tokens))
    else:
        while all([act(match_id, token) for token in tokens]): pass
print(game, *(f"{name}={count}" for name, count in sorted(counts.items())))
