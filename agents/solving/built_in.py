"""Built-in solvers of the families `calendar`, `causal` and `text`, none of which asks a model."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from pydantic import JsonValue

from plans.calendar.checks import read_prompt
from plans.calendar.problem import (
    AVAILABILITY,
    GRID,
    GRID_STEP,
    MIDNIGHT,
    NO_SLOT,
    WEEKEND,
    Availability,
    MeetingRules,
    TimeSlot,
    allowed_starts,
    availability_of,
    constraints_of,
    days_of,
    earliest_slot,
    first,
    meeting_of,
    merged,
    solve,
    starts,
)
from plans.causal.baselines import (
    EXTRAPOLATION,
    NEAREST_FRAME,
    RANDOM,
    at_random,
    extrapolated,
    guesses,
    nearest,
)
from plans.causal.puzzle import Letter, PuzzleOption, puzzle_of
from plans.causal.scene import SIDE, State
from plans.digests import text_digest
from plans.records.instance import Instance, Response
from plans.text.metrics import constraints_of as text_constraints_of
from plans.text.writer import written

LOOKS = 20
"""Slots that it looks at."""
CELLS = 16
"""Cells on a side of the frame; all that it sees of a place is the cell."""


class CalendarQuestion(NamedTuple):
    """Rules, who is free when, and the days in their order."""

    meeting: MeetingRules
    availability: Availability
    days: Sequence[str]


def question_of(instance: Instance) -> CalendarQuestion:
    """Read from the prompt alone, where every line of it can be read; else from constraints and metadata."""
    read = read_prompt(instance.prompt)
    if read.unforeseen or not read.schedules:
        recorded = instance.model_dump(mode="json")
        return CalendarQuestion(
            meeting_of(constraints_of(recorded)), availability_of(recorded), days_of(recorded)
        )
    constraints: list[dict[str, JsonValue]] = [
        {"kind": AVAILABILITY, "value": True},
        *({"kind": kind, "value": value} for kind, value in read.constraints),
    ]
    return CalendarQuestion(meeting_of(constraints), read.availability, read.days)


def random_of(instance: Instance, solver: str, repeat: int) -> Random:
    """The solver's own random generator: the same for the same instance and repeat, whatever was asked before."""
    return Random(text_digest(f"{solver} {instance.id} {instance.random_seed} {repeat}"))


def slot_response(instance: Instance, slot: TimeSlot | None) -> Response:
    """An answer in the form that prompts ask for."""
    return Response(instance=instance.id, text=f"Final Answer: {NO_SLOT if slot is None else slot}")


class ExactCalendar:
    """Implements plans.contracts.instances.Solver; reads the prompt, and of a published row what is recorded."""

    name = "exact"
    version = "1"
    families = ("calendar",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """The earliest slot, or that there is none."""
        asked = question_of(instance)
        return slot_response(instance, earliest_slot(asked.meeting, solve(*asked)))


class BoundedCalendar:
    """Implements plans.contracts.instances.Solver; reads the prompt, and of a published row what is recorded.

    It goes through the slots at which somebody is free in their order, so that the first that will do is also right
    where the meeting has priority, and after some it gives up: then it answers the one that suits the most.
    """

    name = "bounded"
    version = "1"
    families = ("calendar",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """A slot; that there is none, where it looked at all and none would do."""
        asked = question_of(instance)
        everything = len(asked.availability) + 1
        looked = list(islice(_open_starts(asked), LOOKS + 1))
        suited = [(_suits(asked, *start), start) for start in looked[:LOOKS]]
        right = next((start for suits, start in suited if suits == everything), None)
        if right is None and len(looked) <= LOOKS:
            return slot_response(instance, None)
        place, minute = right or max(suited, key=lambda found: found[0])[1]
        return slot_response(instance, TimeSlot(asked.days[place], minute, minute + asked.meeting.length))


def _open_starts(asked: CalendarQuestion) -> Iterator[tuple[int, int]]:
    """Place of the day and minute of every start on the grid at which somebody is free for the meeting."""
    for place, day in enumerate(asked.days):
        somebody = 0
        for schedule in asked.availability.values():
            somebody |= starts(merged(schedule.get(day, [])), asked.meeting.length)
        somebody &= GRID
        yield from ((place, minute) for minute in range(somebody.bit_length()) if somebody >> minute & 1)


def _suits(asked: CalendarQuestion, place: int, minute: int) -> int:
    """How many it suits, buffers included; one more where it keeps to the rules."""
    meeting, day = asked.meeting, asked.days[place]
    buffer = meeting.buffer or 0
    free = sum(
        (starts(merged(schedule.get(day, [])), meeting.length + 2 * buffer) << buffer) >> minute & 1
        for schedule in asked.availability.values()
    )
    ruled_out = meeting.no_weekends and day in WEEKEND
    return free + (allowed_starts(meeting) >> minute & 1 if not ruled_out else 0)


class RandomSlot:
    """Implements plans.contracts.instances.Solver; reads the prompt, and of a published row what is recorded.

    A day by chance, of the right length, at any five minutes of the hours in which anybody is free on any day.
    """

    name = "random"
    version = "1"
    families = ("calendar",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """A slot."""
        asked, rng = question_of(instance), random_of(instance, self.name, repeat)
        anybody = 0
        for schedule in asked.availability.values():
            for blocks in schedule.values():
                anybody |= merged(blocks)
        length = min(asked.meeting.length, MIDNIGHT)
        begins = first(anybody) if anybody else 0
        last = max(begins, (anybody.bit_length() or MIDNIGHT) - length)
        start = min(rng.randrange(begins, last + 1, GRID_STEP), MIDNIGHT - length)
        return slot_response(instance, TimeSlot(rng.choice(asked.days), start, start + length))


def letter_response(instance: Instance, letter: str) -> Response:
    """The response that names an option."""
    return Response(instance=instance.id, text=f"Final Answer: {letter}")


class BoundedCausal:
    """Implements plans.contracts.instances.Solver.

    It reads positions in inputs and options, as who reads the text-only prompt can, each to the cell it lies in; lets
    all move on as between the last two inputs, and takes the option that is nearest to that.
    """

    name = "bounded"
    version = "1"
    families: tuple[str, ...] | None = ("causal",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """Its letter; the first of those that look the same to it."""
        puzzle = puzzle_of(instance.model_dump(mode="json"))
        options: dict[Letter, PuzzleOption] = {
            letter: option.model_copy(update={"state": _seen(option.state)})
            for letter, option in puzzle.options.items()
        }
        return letter_response(instance, nearest(extrapolated(tuple(map(_seen, puzzle.inputs))), options))


def _seen(state: State) -> State:
    cell = SIDE / CELLS
    return tuple((round(x / cell) * cell, round(y / cell) * cell, angle) for x, y, angle in state)


class _Positions:
    """Implements plans.contracts.instances.Solver.

    It looks at metadata: at the positions in inputs and options, as who reads the text-only prompt can, and at nothing
    else.
    """

    name: str
    version = "1"
    families: tuple[str, ...] | None = ("causal",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """Its letter, in the words that the prompt asks for; the same in each repeat."""
        return letter_response(instance, guesses(instance.model_dump(mode="json"))[self.name])


class ClosestFrame(_Positions):
    """The option that lies nearest to the last input frame."""

    name = NEAREST_FRAME


class LinearExtrapolation(_Positions):
    """The option that lies nearest to where everything would be, had it gone on as between the last two inputs."""

    name = EXTRAPOLATION


class RandomOption:
    """Implements plans.contracts.instances.Solver; it looks at the instance's random seed alone."""

    name = RANDOM
    version = "1"
    families: tuple[str, ...] | None = ("causal",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """A letter, the same each time for the same instance and repeat."""
        return letter_response(instance, at_random(instance.random_seed, repeat))


class ConstructiveText:
    """Implements plans.contracts.instances.Solver; deterministic, and the same at every repeat.

    It sees what no model sees: the typed constraints of the instance and its metadata, not the prompt. What it scores
    says how far programs can keep to the constraints that programs decide; those left to a judge it does not try.
    """

    name = "constructive"
    version = "1"
    families = ("text",)

    async def solve(self, instance: Instance, media: Mapping[str, Path], repeat: int) -> Response:
        """A text that keeps to all decided constraints where one was found, else to as many as could be."""
        text = await asyncio.to_thread(_written, instance)
        return Response(instance=instance.id, text=text)


def _written(instance: Instance) -> str:
    about = str(instance.metadata["topic"])
    return written(text_constraints_of(instance.model_dump(mode="json")), about).text
