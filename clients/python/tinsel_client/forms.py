"""Answers to forms: `fill` draws one at random, and `check` finds the first problem of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar

from tinsel.v1 import presentation_pb2 as proto

from .errors import InvalidAnswer, Unfillable

T = TypeVar("T")
_Values = Sequence[proto.FieldAnswer]

#: The number of attempts to satisfy constraints.
_ATTEMPTS = 256


@dataclass(frozen=True)
class Problem:
    """Why an answer is not one of a form's answers."""

    #: The value with the problem, such as fields[bids].amounts[garnet_thief]. An index replaces an invalid ID.
    path: str
    #: The problem and the valid values, in one sentence.
    text: str
    #: Whether the answer is wrong in every state: an unknown field, or a value of another kind.
    malformed: bool = False


class _Fields(Protocol):
    """A form, or a branch of one."""

    @property
    def fields(self) -> Sequence[proto.FormField]: ...
    @property
    def constraints(self) -> Sequence[proto.Constraint]: ...


def fill(form: proto.Form, chance: Random) -> proto.Answer:
    """A random answer that `check` accepts, or the default answer if the attempts find none. Raises `Unfillable` if the
    form has none either.
    """
    if (values := _fill(form, chance)) is not None:
        return proto.Answer(decision=form.decision, fields=values)
    if form.HasField("default_answer"):
        return deepcopy(form.default_answer)
    raise Unfillable


def check(form: proto.Form, answer: proto.Answer) -> Problem | None:
    """The first problem of an answer to the form; None if the form accepts it."""
    return _check_kinds(form, answer.fields, "") or _check_bounds(form, answer.fields, "")


def require(form: proto.Form, answer: proto.Answer) -> None:
    """Raises `InvalidAnswer` unless the answer is one of the form's."""
    if answer.decision != form.decision:
        text = f"The form is of the decision {form.decision!r}, not of {answer.decision!r}; answer this form."
        raise InvalidAnswer("decision", text)
    if problem := check(form, answer):
        raise InvalidAnswer(problem.path, problem.text)


# Random values


def _fill(form: _Fields, chance: Random) -> list[proto.FieldAnswer] | None:
    for _ in range(_ATTEMPTS if form.constraints else 1):
        # Suggestions of the same index can fit together where others do not.
        suggestion = chance.randrange(1 << 16) if _flip(chance) else None
        values = [_draw(field, suggestion, chance) for field in form.fields]
        if all(value.WhichOneof("value") for value in values) and _check_bounds(form, values, "") is None:
            return values
    return None


def _draw(field: proto.FormField, suggestion: int | None, chance: Random) -> proto.FieldAnswer:
    """A random value, or the suggested point of this index. An empty one if the draw fails, or if only a typed message
    can set the field.
    """
    value = proto.FieldAnswer(field=field.field_id)
    match field.WhichOneof("kind"):
        case "pick":
            options = _open(field.pick.options)
            count = _between(field.pick.min, field.pick.max, chance)
            value.picks.CopyFrom(proto.Picks(options=chance.sample(options, min(count, len(options)))))
        case "number":
            value.number = _multiple(field.number.min, field.number.max, field.number.step, chance)
        case "amounts":
            step = field.amounts.step
            value.amounts.SetInParent()
            for slot in field.amounts.slots:
                number = slot.min if _flip(chance) else _multiple(slot.min, slot.max, step, chance)
                value.amounts.amounts.add(slot=slot.slot_id, number=number)
        case "flag":
            value.flag = _flip(chance)
        case "assign":
            available = _open(field.assign.options)
            value.assignment.SetInParent()
            for to_fill in field.assign.slots:
                options = [option for option in to_fill.options if option in available]
                if not options:
                    return proto.FieldAnswer(field=field.field_id)
                option = chance.choice(options)
                value.assignment.slots.add(slot=to_fill.slot_id, option=option)
                if not field.assign.repeats:
                    available.remove(option)
        case "place":
            suggestions = [point for point in field.place.suggestions if _has(field.place.region, point)]
            if suggestions and suggestion is not None:
                value.point.CopyFrom(suggestions[suggestion % len(suggestions)])
            elif points := [*_random_points(field.place.region, chance), *_some(suggestions, chance)]:
                value.point.CopyFrom(chance.choice(points))
        case "text":
            value.text = "text"[: field.text.max_bytes]
        case "branch":
            for branch in _some([each for each in field.branch.branches if not each.HasField("refused")], chance):
                if (fields := _fill(branch, chance)) is not None:
                    value.branch.CopyFrom(proto.BranchAnswer(branch=branch.branch_id, fields=fields))
    return value


def _some(things: Sequence[T], chance: Random) -> list[T]:
    """One of the things, or none if there are none."""
    return [chance.choice(things)] if things else []


def _flip(chance: Random) -> bool:
    return chance.random() < 0.5


def _multiple(minimum: int, maximum: int, step: int, chance: Random) -> int:
    step = max(step, 1)
    return step * _between(-(-minimum // step), maximum // step, chance)


def _between(minimum: int, maximum: int, chance: Random) -> int:
    """A number within bounds. `check` finds those that exclude each other."""
    return chance.randint(minimum, max(minimum, maximum))


def _random_points(region: proto.Region, chance: Random) -> list[proto.FieldPoint]:
    """A point of the region, or none if a few attempts find none."""
    cores = [_core(bordered.shape) for bordered in region.inside]
    left, bottom = (max(low[axis] - margin for low, _, margin in cores) for axis in (0, 1))
    right, top = (min(high[axis] + margin for _, high, margin in cores) for axis in (0, 1))
    for _ in range(16 if left <= right and bottom <= top else 0):
        point = proto.FieldPoint(x=chance.randint(left, right), y=chance.randint(bottom, top))
        if _has(region, point):
            return [point]
    return []


# Regions


def _core(shape: proto.Shape) -> tuple[tuple[int, int], tuple[int, int], int]:
    """The corners of a rectangle, and its margin. A circle is a rectangle of one point with a margin."""
    if shape.HasField("circle"):
        centre = (shape.circle.centre.x, shape.circle.centre.y)
        return centre, centre, shape.circle.radius
    low, high = shape.rectangle.low, shape.rectangle.high
    return (low.x, low.y), (high.x, high.y), shape.rectangle.margin


def _is_inside(bordered: proto.BorderedShape, point: proto.FieldPoint) -> bool:
    low, high, margin = _core(bordered.shape)
    at = (point.x, point.y)
    distance = sum((at[axis] - min(max(at[axis], low[axis]), high[axis])) ** 2 for axis in (0, 1))
    if bordered.edge:
        return distance <= margin**2
    if margin == 0:
        return all(low[axis] < at[axis] < high[axis] for axis in (0, 1))
    return distance < margin**2


def _has(region: proto.Region, point: proto.FieldPoint) -> bool:
    return all(_is_inside(shape, point) for shape in region.inside) and not any(
        _is_inside(shape, point) for shape in region.outside
    )


# Constraints


def _value(values: _Values, field: str) -> proto.FieldAnswer:
    return next((value for value in values if value.field == field), proto.FieldAnswer())


def _chosen(path: proto.FieldPath, values: _Values) -> list[str]:
    """The chosen IDs: picked and assigned options, slots with a number other than 0."""
    value = _value(values, path.field)
    match value.WhichOneof("value"):
        case "picks":
            pairs = [(option, option) for option in value.picks.options]
        case "amounts":
            pairs = [(amount.slot, amount.slot) for amount in value.amounts.amounts if amount.number != 0]
        case "assignment":
            pairs = [(slot.slot, slot.option) for slot in value.assignment.slots]
        case _:
            pairs = []
    return [chosen for part, chosen in pairs if path.part in ("", part)]


def _is_filled(path: proto.FieldPath, values: _Values) -> bool:
    value = _value(values, path.field)
    match value.WhichOneof("value"):
        case "number":
            return value.number != 0
        case "flag":
            return value.flag
        case "text":
            return value.text != ""
        case "point":
            return True
        case "branch":
            return path.part in ("", value.branch.branch)
        case _:
            return bool(_chosen(path, values))


def _amount(path: proto.FieldPath, values: _Values) -> int:
    value = _value(values, path.field)
    match value.WhichOneof("value"):
        case "number" if not path.part:
            return value.number
        case "amounts" if not path.part:
            return sum(amount.number for amount in value.amounts.amounts)
        case "amounts":
            return next((amount.number for amount in value.amounts.amounts if amount.slot == path.part), 0)
        case "picks" if not path.part:
            return len(value.picks.options)
        case "assignment" if not path.part:
            return len(value.assignment.slots)
        case _:
            return int(_is_filled(path, values))


def _sum(paths: Iterable[proto.FieldPath], values: _Values) -> int:
    return sum(_amount(path, values) for path in paths)


def _broken(constraint: proto.Constraint, values: _Values) -> proto.FieldPath | None:
    """The value to which a problem points, if the values do not satisfy the constraint."""
    paths: Sequence[proto.FieldPath]
    match constraint.WhichOneof("rule"):
        case "sum_at_most":
            paths = constraint.sum_at_most.paths
            holds = _sum(paths, values) <= constraint.sum_at_most.max
        case "count_at_most":
            paths = constraint.count_at_most.paths
            counts = (len(_chosen(path, values)) or int(_is_filled(path, values)) for path in paths)
            holds = sum(counts) <= constraint.count_at_most.max
        case "at_least_one_of":
            paths = constraint.at_least_one_of.paths
            holds = any(_is_filled(path, values) for path in paths)
        case "distinct":
            paths = constraint.distinct.paths
            chosen = [each for path in paths for each in _chosen(path, values)]
            holds = len(set(chosen)) == len(chosen)
        case "exactly_when":
            paths = [constraint.exactly_when.path]
            total = _sum(constraint.exactly_when.paths, values)
            holds = _is_filled(paths[0], values) == (total == constraint.exactly_when.total)
        case "distance":
            rule = constraint.distance
            paths = [rule.second]
            first, second = (_value(values, path.field) for path in (rule.first, rule.second))
            distance = (first.point.x - second.point.x) ** 2 + (first.point.y - second.point.y) ** 2
            both = first.HasField("point") and second.HasField("point")
            near = not rule.HasField("max") or distance <= rule.max**2
            holds = not both or (distance >= rule.min**2 and near)
        case _:
            # A rule of a later release: the server checks it.
            return None
    return None if holds else next(iter(paths), proto.FieldPath())


def _first_broken(form: _Fields, values: _Values) -> tuple[proto.Constraint, proto.FieldPath] | None:
    broken = ((constraint, _broken(constraint, values)) for constraint in form.constraints)
    return next(((constraint, path) for constraint, path in broken if path is not None), None)


# Problems

#: The value of each kind of field.
_VALUES = {"pick": "picks", "assign": "assignment", "place": "point"}


def _check_kinds(form: _Fields, values: _Values, within: str) -> Problem | None:
    known = {field.field_id: field for field in form.fields}
    for index, value in enumerate(values):
        if value.field not in known:
            text = f"The form has no such field. Its fields: {_listed(list(known))}."
            return Problem(f"{within}fields[{_named(value.field, index)}]", text, malformed=True)
        path = f"{within}fields[{value.field}]"
        if any(earlier.field == value.field for earlier in values[:index]):
            return Problem(path, "The answer has this field twice; set each field once.", malformed=True)
        if problem := _check_kind(known[value.field], value, path):
            return problem
    return None


def _check_kind(field: proto.FormField, value: proto.FieldAnswer, path: str) -> Problem | None:
    kind = field.WhichOneof("kind")
    if kind is None:
        return None  # of a later release
    needed = _VALUES.get(kind, kind)
    if value.WhichOneof("value") != needed:
        return Problem(path, f"The field needs a value of the kind {needed}.", malformed=True)
    if kind == "branch":
        for branch in field.branch.branches:
            if branch.branch_id == value.branch.branch:
                return _check_kinds(branch, value.branch.fields, f"{path}.branch[{branch.branch_id}].")
    size, limit = len(value.text.encode()), field.text.max_bytes
    if kind == "text" and size > limit:
        return Problem(path, f"The text has {size} bytes; it may have at most {limit}.", malformed=True)
    return None


def _check_bounds(form: _Fields, values: _Values, within: str) -> Problem | None:
    for field in form.fields:
        if problem := _check_field(field, _value(values, field.field_id), f"{within}fields[{field.field_id}]"):
            return problem
    if broken := _first_broken(form, values):
        constraint, path = broken
        return Problem(f"{within}fields[{path.field}]" if path.field else "", _plain(constraint.text))
    return None


def _check_field(field: proto.FormField, value: proto.FieldAnswer, path: str) -> Problem | None:
    match field.WhichOneof("kind"):
        case "pick":
            return _check_picks(field.pick, value.picks.options, path)
        case "number":
            return _check_number(value.number, field.number.min, field.number.max, field.number.step, path)
        case "amounts":
            return _check_amounts(field.amounts, value.amounts.amounts, path)
        case "assign":
            return _check_assignment(field.assign, value.assignment.slots, path)
        case "place" if not value.HasField("point") or not _has(field.place.region, value.point):
            problem = "The point is outside the region" if value.HasField("point") else "A point is missing"
            return Problem(path, f"{problem}; choose a point of the form's region, in {field.place.unit}.")
        case "branch":
            return _check_branch(field.branch, value, path)
        case _:
            return None


def _check_branch(field: proto.BranchField, value: proto.FieldAnswer, path: str) -> Problem | None:
    for branch in field.branches:
        if value.HasField("branch") and branch.branch_id == value.branch.branch:
            if branch.HasField("refused"):
                return Problem(path, _plain(branch.refused))
            return _check_bounds(branch, value.branch.fields, f"{path}.branch[{branch.branch_id}].")
    return Problem(path, _one_of([branch.branch_id for branch in field.branches if not branch.HasField("refused")]))


def _check_picks(field: proto.PickField, picks: Sequence[str], path: str) -> Problem | None:
    known = {option.option_id: option for option in field.options}
    for index, pick in enumerate(picks):
        at = f"{path}.picks[{_named(pick, index)}]"
        if pick not in known:
            return Problem(at, _one_of(_open(field.options)))
        if known[pick].HasField("refused"):
            return Problem(at, _plain(known[pick].refused))
        if pick in picks[:index]:
            return Problem(at, f"{_plain(known[pick].title)} is picked twice; pick each option at most once.")
    if field.min <= len(picks) <= field.max:
        return None
    needed = f"exactly {field.min}" if field.min == field.max else f"{field.min} to {field.max}"
    return Problem(path, f"{len(picks)} picked; pick {needed} of {_listed(_open(field.options))}.")


def _check_number(number: int, minimum: int, maximum: int, step: int, path: str) -> Problem | None:
    if minimum <= number <= maximum and (step == 0 or number % step == 0):
        return None
    steps = f" in steps of {step}" if step > 1 else ""
    return Problem(path, f"{number} is not possible; choose {minimum} to {maximum}{steps}.")


def _check_amounts(field: proto.AmountsField, amounts: Sequence[proto.Amount], path: str) -> Problem | None:
    slots = [slot.slot_id for slot in field.slots]
    for index, amount in enumerate(amounts):
        at = f"{path}.amounts[{_named(amount.slot, index)}]"
        if amount.slot not in slots:
            return Problem(at, _one_of(slots))
        if any(earlier.slot == amount.slot for earlier in amounts[:index]):
            return Problem(at, f"{amount.slot} has two amounts; set each slot once.")
    numbers = {amount.slot: amount.number for amount in amounts}
    for slot in field.slots:
        number = numbers.get(slot.slot_id, 0)
        if problem := _check_number(number, slot.min, slot.max, field.step, f"{path}.amounts[{slot.slot_id}]"):
            return problem
    return None


def _check_assignment(field: proto.AssignField, given: Sequence[proto.AssignedOption], path: str) -> Problem | None:
    slots = [slot.slot_id for slot in field.slots]
    for index, each in enumerate(given):
        at = f"{path}.assignment[{_named(each.slot, index)}]"
        if each.slot not in slots:
            return Problem(at, _one_of(slots))
        if any(earlier.slot == each.slot for earlier in given[:index]):
            return Problem(at, f"{each.slot} has two options; set each slot once.")
        if not field.repeats and any(earlier.option == each.option for earlier in given[:index]):
            return Problem(at, f"{each.option} is assigned twice; assign each option at most once.")
    assigned = {each.slot: each.option for each in given}
    available = _open(field.options)
    for slot in field.slots:
        options = [option for option in slot.options if option in available]
        if assigned.get(slot.slot_id) not in options:
            return Problem(f"{path}.assignment[{slot.slot_id}]", _one_of(options))
    return None


def _open(options: Iterable[proto.PickOption]) -> list[str]:
    return [option.option_id for option in options if not option.HasField("refused")]


def _named(id: str, index: int) -> str:
    """An ID as in the answer, if it can be one; otherwise its index."""
    return id if re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", id) else str(index)


def _plain(text: proto.Text) -> str:
    return "".join(run.text for run in text.runs)


def _one_of(ids: list[str]) -> str:
    return f"Choose one of {_listed(ids)}."


def _listed(ids: list[str]) -> str:
    """The first 24 of these IDs, and the number of all others."""
    more = f" and {len(ids) - 24} more" if len(ids) > 24 else ""
    return ", ".join(ids[:24]) + more if ids else "none"
