"""What holds for every calendar instance before release: the prompt is read back and compared."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from pydantic import JsonValue

from plans.calendar.problem import (
    AVAILABILITY,
    BUFFER,
    DURATION,
    Availability,
    Solved,
    availability_of,
    block_of,
    constraints_of,
    days_of,
    meeting_of,
    minute_of,
    solutions,
    solve_instance,
)
from plans.dialect import load_yaml

PHRASES = Path(__file__).with_name("phrases.yaml")
_TIME = r"\d\d?:\d\d"


class LinePatterns(NamedTuple):
    """Patterns of whole lines."""

    statements: dict[str, re.Pattern[str]]
    """Kind of constraint → how it is stated."""
    explanations: dict[str, re.Pattern[str]]
    """What is explained → how."""
    participants: re.Pattern[str]
    days: re.Pattern[str]
    schedule: re.Pattern[str]


@dataclass
class StatedProblem:
    """What a prompt states."""

    constraints: list[tuple[str, JsonValue]] = field(default_factory=list[tuple[str, JsonValue]])
    """Kind and value, as often as it is stated."""
    participants: list[int] = field(default_factory=list[int])
    """How many there are said to be."""
    days: list[str] = field(default_factory=list[str])
    schedules: list[tuple[str, str, list[str]]] = field(default_factory=list[tuple[str, str, list[str]]])
    """Participant, day and blocks, as often as they are stated."""
    explained: list[str] = field(default_factory=list[str])
    unforeseen: list[str] = field(default_factory=list[str])
    """Lines that say nothing that is known here."""

    @property
    def availability(self) -> dict[str, dict[str, list[str]]]:
        """Participant → day → blocks."""
        found: dict[str, dict[str, list[str]]] = {}
        for who, day, blocks in self.schedules:
            found.setdefault(who, {}).setdefault(day, []).extend(blocks)
        return found


def read_prompt(prompt: str) -> StatedProblem:
    """All that the prompt states; what cannot be read is told, and no error."""
    read, phrases = StatedProblem(), _phrases()
    for line in filter(None, map(str.strip, prompt.splitlines())):
        if not _is_read(line, read, phrases):
            read.unforeseen.append(line)
    return read


def explanations() -> tuple[str, ...]:
    """What every prompt explains."""
    return tuple(_phrases().explanations)


def _is_read(line: str, read: StatedProblem, phrases: LinePatterns) -> bool:
    """Adds what a line states; whether it states anything."""
    known = False
    for what, pattern in phrases.explanations.items():
        if pattern.fullmatch(line):
            read.explained.append(what)
            known = True
    for kind, pattern in phrases.statements.items():
        if stated := pattern.fullmatch(line):
            read.constraints.append((kind, _value(kind, stated)))
            known = True
    if number := phrases.participants.fullmatch(line):
        read.participants.append(int(number[1]))
    if days := phrases.days.fullmatch(line):
        read.days.extend(days[1].split(", "))
        return True
    if not known and (schedule := phrases.schedule.fullmatch(line)):
        read.schedules.extend(_days(schedule))
        return True
    return known


def _value(kind: str, stated: re.Match[str]) -> JsonValue:
    if not stated.re.groups:
        return True
    return int(stated[1]) if kind in (DURATION, BUFFER) else stated[1]


def _days(schedule: re.Match[str]) -> Iterator[tuple[str, str, list[str]]]:
    for text in schedule["days"].split("; "):
        day, _, blocks = text.partition(" ")
        yield schedule["who"], day, [block for block in blocks.strip("[]").split(", ") if block]


@cache
def _phrases() -> LinePatterns:
    told: dict[str, Any] = load_yaml(PHRASES.read_text())
    return LinePatterns(
        statements={kind: _pattern(text) for kind, text in told["statements"].items()},
        explanations={what: _pattern(text) for what, text in told["explanations"].items()},
        participants=_pattern(told["participants"]),
        days=_pattern(told["days"]),
        schedule=_pattern(told["schedule"]),
    )


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text.strip().replace("{time}", _TIME))


Json = Mapping[str, JsonValue]

CHECKS = ("completeness", "consistency", "feasibility", "constrainedness")
CLARITY = (
    "Can every sentence of the task be understood in one way only, and is it plain what is asked and how the answer is "
    "to be written?"
)
TOLERANCE = 1e-9
"""By which a recorded constrainedness may differ, as another program may round otherwise."""


def check(instance: Json) -> dict[str, str]:
    """Check → what is wrong, "" where nothing is."""
    read = read_prompt(str(instance["prompt"]))
    solved = solve_instance(instance)
    return {
        "completeness": " ".join(_missing(instance, read)),
        "consistency": " ".join((*_contradictions(instance, read), *_outside(instance))),
        "feasibility": " ".join(_infeasible(instance, solved)),
        "constrainedness": " ".join(_misjudged(instance, solved)),
    }


def questions(instance: Json) -> dict[str, str]:
    """Check → what a model is asked, to whom the prompt is shown beside."""
    del instance
    return {"clarity": CLARITY}


def _missing(instance: Json, read: StatedProblem) -> Iterator[str]:
    """What the instance has and the prompt does not state."""
    stated = {kind for kind, _ in read.constraints}
    for constraint in constraints_of(instance):
        kind = str(constraint["kind"])
        if kind != AVAILABILITY and kind not in stated:
            yield f"The prompt does not state {kind}, which is {constraint.get('value')!r}."
    for what in explanations():
        if what not in read.explained:
            yield f"The prompt does not say {what}."
    if not read.participants:
        yield "The prompt does not say how many participants there are."
    for day in days_of(instance):
        if day not in read.days:
            yield f"The prompt does not list {day} among the days."
    there = read.availability
    for who, schedule in availability_of(instance).items():
        if who not in there:
            yield f"The prompt has no times of {who}."
            continue
        for day, blocks in schedule.items():
            if day not in there[who]:
                yield f"The prompt does not say when {who} is free on {day}."
            for block in blocks:
                if block not in there[who].get(day, []):
                    yield f"The prompt does not say that {who} is free on {day} at {block}."


def _contradictions(instance: Json, read: StatedProblem) -> Iterator[str]:
    """What the prompt states and the instance has not, or has otherwise."""
    values = {str(constraint["kind"]): constraint.get("value") for constraint in constraints_of(instance)}
    for kind, value in read.constraints:
        if kind not in values:
            yield f"The prompt states {kind} ({value!r}), which is no constraint."
        elif values[kind] != value:
            yield f"The prompt states {kind} as {value!r}, and it is {values[kind]!r}."
    for what, times in Counter([*(kind for kind, _ in read.constraints), *read.explained]).items():
        if times > 1:
            yield f"The prompt says {times} times: {what}."
    yield from (
        f"The prompt has a line of which it is not known what it says: {line!r}." for line in read.unforeseen
    )
    availability = availability_of(instance)
    for number in read.participants:
        if number != len(availability):
            yield f"The prompt speaks of {number} participants, and there are {len(availability)}."
    if [day for day in read.days if day in days_of(instance)] != read.days or len(set(read.days)) != len(
        read.days
    ):
        yield f"The prompt lists the days {', '.join(read.days)}, and in question are {', '.join(days_of(instance))}."
    elif read.days != [day for day in days_of(instance) if day in read.days]:
        yield "The prompt lists the days in another order, in which another one may be the first."
    for (who, day), times in Counter((who, day) for who, day, _ in read.schedules).items():
        if times > 1:
            yield f"The prompt says {times} times when {who} is free on {day}."
    for who, day, blocks in read.schedules:
        held = availability.get(who, {}).get(day)
        if held is None:
            yield f"The prompt says when {who} is free on {day}, of which nothing is recorded."
            continue
        yield from (
            f"The prompt says that {who} is free on {day} at {block}, which is not recorded."
            for block in blocks
            if block not in held
        )
        if len(blocks) != len(set(blocks)):
            yield f"The prompt says twice that {who} is free on {day} at the same time."


def _outside(instance: Json) -> Iterator[str]:
    """Where schedules are not what the parameters ask for; what a published row says nothing of is not asked."""
    parameters, availability = cast("Json", instance["parameters"]), availability_of(instance)
    for name, there in (("num_participants", len(availability)), ("num_days", len(days_of(instance)))):
        if parameters.get(name) not in (None, there):
            yield f"The parameter {name} is {parameters[name]!r}, and there are {there}."
    for who, day, blocks in _schedules(availability):
        yield from (f"{who} on {day}: {wrong}" for wrong in _block_problems(blocks, parameters))


def _schedules(availability: Availability) -> Iterator[tuple[str, str, list[str]]]:
    for who, schedule in availability.items():
        for day, blocks in schedule.items():
            yield who, day, blocks


def _block_problems(texts: list[str], parameters: Json) -> Iterator[str]:
    blocks = [block_of(text) for text in texts]
    if any(ends >= begins for (_, ends), (begins, _) in zip(blocks, blocks[1:], strict=False)):
        yield "blocks touch, overlap or are out of order."
    bounds = {name: cast("int | None", parameters.get(name)) for name in _BOUNDS}
    fewest, most = bounds["min_num_time_blocks"], bounds["max_num_time_blocks"]
    if not (fewest or 0) <= len(blocks) <= (len(blocks) if most is None else most):
        yield f"{len(blocks)} blocks, where {fewest} to {most} are asked for."
    shortest, longest, step = (bounds[name] for name in _BOUNDS[2:])
    earliest, latest = (
        minute_of(str(parameters.get(name, other)))
        for name, other in (("earliest_start_time", "00:00"), ("latest_end_time", "24:00"))
    )
    for text, (start, end) in zip(texts, blocks, strict=True):
        if not (shortest or 1) <= end - start <= (end - start if longest is None else longest):
            yield f"{text} is not {shortest} to {longest} minutes long."
        if start < earliest or end > latest:
            yield f"{text} lies outside of the hours that are asked for."
        if step and (start % step or end % step):
            yield f"{text} is not on the grid of {step} minutes."


_BOUNDS = (
    "min_num_time_blocks",
    "max_num_time_blocks",
    "min_length_time_block",
    "max_length_time_block",
    "granularity",
)


def _infeasible(instance: Json, solved: Solved) -> Iterator[str]:
    """Where what is recorded of solutions is not so."""
    recorded = cast("Json", instance["metadata"])
    for name, value in solutions(meeting_of(constraints_of(instance)), solved).items():
        if name not in recorded or recorded[name] != value:
            yield f"Recorded as {name} is {recorded.get(name)!r}, and it is {value!r}."


def _misjudged(instance: Json, solved: Solved) -> Iterator[str]:
    """Where the recorded constrainedness is another."""
    recorded = cast("Json", instance["parameters"])
    for name, value in (
        ("constrainedness", solved.constrainedness),
        ("constrainedness_bucket", solved.bucket),
    ):
        there = recorded.get(name)
        if not isinstance(there, int | float) or abs(there - value) > TOLERANCE:
            yield f"Recorded as {name} is {there!r}, and it is {value!r}."
