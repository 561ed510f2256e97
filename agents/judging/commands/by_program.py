"""What a program makes of a task: its commands carried out, held against controls, repeated where tests passed."""

import asyncio
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from agents.judging.commands.bench import Bench
from agents.judging.commands.decisions import Decision, how_of
from agents.judging.commands.products.files import by_product
from agents.judging.commands.prose.leaving import by_leaving, is_about_leaving, with_another_end
from agents.judging.commands.responses import named_inputs, with_garbage, with_nothing
from agents.judging.commands.running import Transcript, carried_out
from agents.judging.commands.shell import by_output, ended_early, is_controlled
from agents.judging.commands.testing.forging import control_of, uncontrolled, unless_forged
from agents.judging.commands.testing.unit_tests import (
    again,
    brought_tests,
    by_tests,
    is_doubted,
    of_own_tests,
    twice_doubted,
    unnamed_numbers,
)
from agents.judging.commands.working_copies import Line, laid_for, sealed_path
from plans.records.criteria import EvaluationTask
from plans.records.task_modes import FileComparison, ShellInteraction, UnitTest


class ByProgram(NamedTuple):
    """What a program decides or supposes, and what it went by."""

    decision: Decision
    runs: int
    """Copies on which the commands were carried out."""
    controls: tuple[Transcript, ...] = ()
    """The same commands with nothing typed, and with garbage; their copies are gone."""
    reference: bytes | None = None
    """The file that is expected, where there is one."""
    tests: Mapping[str, bytes] = {}
    """File → content, of the tests that were run: the grader's as they are sealed, else the hand-in's own."""


async def by_program(
    bench: Bench, task: EvaluationTask, lines: Sequence[Line], transcript: Transcript
) -> ByProgram:
    """What a program makes of a transcript; raises SandboxRefused, StorageFailed, and AuthorError for what the grader
    lacks.
    """
    match how_of(task):
        case UnitTest() as how:
            tests = {name: sealed_path(task, bench.grader, name).read_bytes() for name in how.tests}
            found = await _by_tests(bench, task, tests, lines, transcript)
            shown = tests or await asyncio.to_thread(brought_tests, lines, transcript.root)
            return found._replace(tests=shown)
        case ShellInteraction() as how:
            if (stopped := ended_early(transcript)) is not None:
                return ByProgram(stopped, 1)
            controls = await _controls(bench, task, lines) if any(map(is_controlled, lines)) else ()
            decision = await asyncio.to_thread(by_output, task, how, transcript, controls)
            runs = 1 + len(controls)
            if not decision.is_sure and is_about_leaving(task, how, lines):
                async with carried_out(bench, task, [with_another_end(line) for line in lines]) as other:
                    decision, runs = by_leaving(transcript, other) or decision, runs + 1
            tests = await asyncio.to_thread(brought_tests, lines, transcript.root)
            return ByProgram(decision, runs, controls, tests=tests)
        case FileComparison() as how:
            reference = how.reference
            expected = sealed_path(task, bench.grader, reference).read_bytes() if reference else None
            decision = await asyncio.to_thread(
                by_product, how, transcript, expected, bench.settings.product_bytes
            )
            return ByProgram(decision, 1, reference=expected)


async def _controls(bench: Bench, task: EvaluationTask, lines: Sequence[Line]) -> tuple[Transcript, ...]:
    named = named_inputs(lines, await asyncio.to_thread(laid_for, task, bench.grader))
    found: list[Transcript] = []
    for turned in (with_nothing, with_garbage):
        others = [turned(line) for line in lines]
        instead = {place: turned(line).input for place, line in named.items()}
        async with carried_out(bench, task, others, instead) as control:
            found.append(control)
    return tuple(found)


async def _by_tests(
    bench: Bench,
    task: EvaluationTask,
    tests: Mapping[str, bytes],
    lines: Sequence[Line],
    transcript: Transcript,
) -> ByProgram:
    """By tests; what was printed of them otherwise than they were reported is run again before it counts as forged."""
    if not is_doubted(transcript):
        return await _by_counts(bench, task, tests, lines, transcript)
    async with carried_out(bench, task, lines) as second:
        if is_doubted(second):
            return ByProgram(twice_doubted(), 2)
        found = await _by_counts(bench, task, tests, lines, second)
    return found._replace(runs=found.runs + 1)


async def _by_counts(
    bench: Bench,
    task: EvaluationTask,
    tests: Mapping[str, bytes],
    lines: Sequence[Line],
    transcript: Transcript,
) -> ByProgram:
    first = by_tests(transcript, are_sealed=bool(tests))
    if not first.points:
        return ByProgram(first, 1)
    first = _unless_lax(task, first, lines, tests) if tests else of_own_tests(first)
    plan = control_of(tests, transcript.ran, Random())
    repeats: list[Decision] = []
    for _ in range(bench.settings.repeats - (1 if plan else 0)):
        async with carried_out(bench, task, lines) as repeated:
            repeats.append(by_tests(repeated, are_sealed=bool(tests)))
    decision = again(first, repeats)
    if plan is None or not decision.points:
        return ByProgram(decision, 1 + len(repeats))
    if plan.uncontrolled:
        return ByProgram(uncontrolled(decision, plan), 1 + len(repeats))
    async with carried_out(bench, task, lines, plan.files) as control:
        return ByProgram(unless_forged(decision, plan, control.ran), 2 + len(repeats))


def _unless_lax(
    task: EvaluationTask, decision: Decision, lines: Sequence[Line], tests: Mapping[str, bytes]
) -> Decision:
    """Tests that name a number nowhere which is demanded do not show that it is kept."""
    said = " ".join(outcome.statement for outcome in task.outcomes)
    unnamed = unnamed_numbers(said, (line.line for line in lines), tests)
    if not unnamed:
        return decision
    named = ", ".join(unnamed[:3])
    return decision._replace(
        why=f"{decision.why}; the description demands {named}, and the tests do not", is_sure=False
    )
