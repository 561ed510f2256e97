"""What a calendar instance asks, as its prompt says; for a published row, whose words are not ours, as is recorded."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from pydantic import JsonValue

from plans.calendar.answers import NO_SLOT
from plans.calendar.problem import (
    AVAILABILITY,
    Availability,
    Meeting,
    Slot,
    availability_of,
    constraints_of,
    days_of,
    meeting_of,
)
from plans.calendar.reading import read_prompt
from plans.digests import text_digest
from plans.records.instance import Instance, Response


class Asked(NamedTuple):
    """Rules, who is free when, and the days in their order."""

    meeting: Meeting
    availability: Availability
    days: Sequence[str]


def asked_by(instance: Instance) -> Asked:
    """Read from the prompt alone, where every line of it can be read; else from constraints and metadata."""
    read = read_prompt(instance.prompt)
    if read.unforeseen or not read.schedules:
        recorded = instance.model_dump(mode="json")
        return Asked(meeting_of(constraints_of(recorded)), availability_of(recorded), days_of(recorded))
    constraints: list[dict[str, JsonValue]] = [
        {"kind": AVAILABILITY, "value": True},
        *({"kind": kind, "value": value} for kind, value in read.constraints),
    ]
    return Asked(meeting_of(constraints), read.availability, read.days)


def chance(instance: Instance, solver: str, repeat: int) -> Random:
    """The solver's own random generator: the same for the same instance and repeat, whatever was asked before."""
    return Random(text_digest(f"{solver} {instance.id} {instance.random_seed} {repeat}"))


def answer(instance: Instance, slot: Slot | None) -> Response:
    """An answer in the form that prompts ask for."""
    return Response(instance=instance.id, text=f"Final Answer: {NO_SLOT if slot is None else slot}")
