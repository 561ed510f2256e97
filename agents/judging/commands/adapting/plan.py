"""Plan for a submission with an interface of its own: adapted tasks, and reasons for those left open."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agents.judging.commands.adapting.exploring import Explored, explored
from agents.judging.commands.adapting.meaning import PresumedInterface, asked_of
from agents.judging.commands.adapting.proposing import Proposer
from agents.judging.commands.adapting.starting import ReadmeCommand, StartCommand, shown_in_readme, starts_of
from agents.judging.commands.adapting.tasks import Adapted, ProgramInterface, Unsure, adapted, likeliest
from agents.judging.commands.running import Bench
from agents.judging.dag import undecided
from plans.errors import RULING, Event, ProgramKilled, SandboxRefused
from plans.items import read_grader
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.model_call import ModelUse
from plans.records.specification import PRD
from plans.records.verdict import NO_COUNTERPART, Adaptation, Status, TaskVerdict


def _as_it_stands(output: str) -> str:
    return output


@dataclass(frozen=True)
class FreePlan:
    """What is tried of a submission, and how."""

    tasks: tuple[EvaluationTask, ...]
    """Those that can be tried, in order, as they are tried. What one depended on that cannot be is left out of it: it
    is tried after what that one depends on."""
    open_ones: Mapping[str, TaskVerdict] = field(default_factory=dict[str, TaskVerdict])
    """Task → its verdict, of those that have no counterpart."""
    adaptations: Mapping[str, tuple[Adaptation, ...]] = field(
        default_factory=dict[str, tuple[Adaptation, ...]]
    )
    """Task → how it is tried otherwise than its criterion says."""
    guesses: Mapping[str, str] = field(default_factory=dict[str, str])
    """Task → what of how it is tried nothing tells, of those that are tried on a guess."""
    uses: Mapping[str, tuple[ModelUse, ...]] = field(default_factory=dict[str, tuple[ModelUse, ...]])
    """Task → replies of a model that it was adapted by."""
    read_as: Callable[[str], str] = _as_it_stands
    """An output → the same with menus as the criteria have them."""


async def planned_freely(
    bench: Bench,
    tasks: Sequence[EvaluationTask],
    criteria: Criteria,
    prd: PRD | None,
    proposer: Proposer | None = None,
) -> FreePlan:
    """The tasks adapted to what the submission says of itself.

    Where there is no program at all nothing is adapted: the tasks fail as they stand. Raises SandboxRefused,
    StorageFailed, InvalidFile for a grader that cannot be read, and what a Model raises but for unusable answers.

    Args:
        bench: Where the submission is tried.
        tasks: What is judged, with whatever it depends on.
        criteria: All that the item is judged by, which shows how programs are called.
        prd: What says how commands and menu entries are called.
        proposer: Asks a model for what a program is not sure of; None: that stays open.
    """
    asked = asked_of(criteria.tasks, prd)
    seen, refused = await _explored(bench, asked)
    if not seen:
        return FreePlan(tuple(tasks))
    commands, menu = likeliest(asked, seen)
    grader = await asyncio.to_thread(_read, bench.grader)
    made: dict[str, Adapted] = {}
    unsure: dict[str, Unsure] = {}
    for task in tasks:
        match adapted(task, commands, menu, grader):
            case Adapted() as one:
                made[task.id] = one
            case Unsure() as why:
                unsure[task.id] = why
    uses: dict[str, tuple[ModelUse, ...]] = {}
    events: Mapping[str, Event] = {}
    if proposer is not None and unsure:
        open_tasks = [task for task in tasks if task.id in unsure]
        answer = await proposer.proposed(bench, asked, seen, open_tasks, grader)
        # Noted once: whoever adds up what judging took goes over the tasks.
        uses = {next(iter(unsure)): answer.uses}
        made |= answer.adapted
        events = answer.events
        unsure = {id: Unsure(f"{why.why}; {answer.why(id)}") for id, why in unsure.items() if id not in made}
    translation = menu.translation
    return FreePlan(
        tasks=_without(tasks, made, unsure),
        open_ones={
            task.id: undecided(
                task,
                Status.UNRESOLVED,
                f"not tried: {unsure[task.id].why}",
                marks=(NO_COUNTERPART,),
                event=events.get(task.id),
            ).model_copy(update={"uses": uses.get(task.id, ())})
            for task in tasks
            if task.id in unsure
        },
        adaptations={id: one.adaptations for id, one in made.items()},
        guesses={
            id: guess
            for id, one in made.items()
            if (guess := one.guess or ("" if one.task.how.runs_tests else refused))
        },
        uses={id: replies for id, replies in uses.items() if id in made},
        read_as=translation.applied if translation is not None else _as_it_stands,
    )


async def _explored(bench: Bench, asked: PresumedInterface) -> tuple[list[Explored], str]:
    """The programs that there are, and why not all were looked at, where the sandbox refused one twice.

    No more are started after one that has all that is asked. Raises SandboxRefused where it refused all of them.
    """
    names = {one.name for one in asked.commands}
    shown = await asyncio.to_thread(shown_in_readme, bench.submission)
    found: list[Explored] = []
    refusals: list[SandboxRefused] = []
    for start in await asyncio.to_thread(starts_of, bench.submission, asked.programs):
        try:
            found.append(await _looked_at(bench, start, names, shown))
        except SandboxRefused as refusal:
            refusals.append(refusal)
            continue
        one = ProgramInterface(asked, found[-1])
        is_all = len(one.commands) == len(asked.commands) and len(one.entries) == len(asked.menu)
        if is_all and (asked.commands or asked.menu) and not found[-1].is_broken:
            return found[-1:], ""
    if refusals and not found:
        raise refusals[0]
    return found, f"not all of its programs could be looked at: {refusals[0]}" if refusals else ""


async def _looked_at(
    bench: Bench, start: StartCommand, names: Collection[str], shown: Sequence[ReadmeCommand]
) -> Explored:
    """A program by what it says; a sandbox that refuses is asked once more, and raises SandboxRefused then.

    A program that is killed in each try says nothing.
    """
    kills = refusals = 0
    while kills < RULING[Event.PROGRAM_KILLED].tries:
        try:
            return await explored(bench.provider, bench.submission, start, names, shown)
        except ProgramKilled:
            kills += 1
        except SandboxRefused:
            refusals += 1
            if refusals >= RULING[Event.SANDBOX_REFUSED].tries:
                raise
    return Explored(start, is_broken=True)


def _read(grader: Path | None) -> Mapping[str, bytes]:
    return {} if grader is None else read_grader(grader)


def _without(
    tasks: Sequence[EvaluationTask], made: Mapping[str, Adapted], unsure: Collection[str]
) -> tuple[EvaluationTask, ...]:
    """The adapted tasks; each depends, in place of one that stays open, on what that one depends on."""
    parents = {task.id: task.depends_on for task in tasks}

    def tried(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            dict.fromkeys(one for id in ids for one in (tried(parents[id]) if id in unsure else (id,)))
        )

    return tuple(
        made[task.id].task.model_copy(update={"depends_on": tried(task.depends_on)})
        for task in tasks
        if task.id in made
    )
