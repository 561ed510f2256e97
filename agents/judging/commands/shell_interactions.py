"""Shell interactions: output is held against patterns, descriptions and control runs."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from agents.judging.commands.decisions import REFUSED, ByProgram, KindJudge, PointsDecision, failed_run
from agents.judging.commands.prose.described import by_words
from agents.judging.commands.prose.wording import wanted
from agents.judging.commands.responses import (
    brief,
    crash,
    garbage_of,
    goes_round,
    has_gone_on,
    kept_from_running,
    named_inputs,
    plain,
    printed_lines,
    reads,
    response,
    runs_program,
    says,
    with_garbage,
    with_nothing,
)
from agents.judging.commands.running import Bench, ExecutedCommand, Transcript, carried_out
from agents.judging.commands.searching import Search
from agents.judging.commands.testing.counting import printed_counts
from agents.judging.commands.testing.unit_tests import brought_tests
from agents.judging.commands.working_copies import CommandWithInput, laid_for
from plans.plain_text import lines_of
from plans.records.criteria import EvaluationTask
from plans.records.task_kinds import ShellInteraction
from plans.records.verdict import FailureCause

_LAST = 2
"""Lines at the end of an output among which a farewell has to be: behind it nothing is asked any more."""


def is_about_leaving(task: EvaluationTask, how: ShellInteraction, lines: Sequence[CommandWithInput]) -> bool:
    """Whether a task is about nothing but leaving the program, by what is typed last."""
    asked = wanted(how.expected.words, task.outcomes[0].statement, task.title)
    typed = [line.input.decode("utf-8", "replace").lower() for line in lines]
    is_more = asked.parts or asked.refusal or asked.is_start
    is_literal = any(literal.lower() not in one for literal in asked.literals for one in typed)
    return asked.is_end and not is_more and not is_literal and len(typed) == 1 and bool(typed[0].strip())


def with_another_end(line: CommandWithInput) -> CommandWithInput:
    """The command, and what it reads with garbage for its last line."""
    typed = lines_of(line.input.decode("utf-8", "replace"))
    while typed and not typed[-1].strip():
        typed.pop()
    return replace(line, input="".join(f"{one}\n" for one in [*typed[:-1], garbage_of(len(typed))]).encode())


def by_leaving(transcript: Transcript, other: Transcript) -> PointsDecision | None:
    """Points for who leaves well, and says so to that line alone; None where that is not to be seen.

    Args:
        transcript: The program left by the line that is to be typed.
        other: The same with another line in its place.
    """
    if any(ran.status for ran in transcript.ran):
        return None
    last = printed_lines(transcript.output)[-_LAST:]
    said = [line for line in response("\n".join(last), other.output) if says("farewells", line)]
    if not said:
        return None
    return PointsDecision(2.0, f"it ends well, and says to that line alone: {brief(said[0])!r}")


def ended_early(transcript: Transcript) -> PointsDecision | None:
    """What decides before anything is read: nothing was run, it broke down, or it did not end. None: it went on."""
    for number, one in enumerate(transcript.ran, 1):
        if why := kept_from_running(one.output):
            return PointsDecision(0.0, f"it could not be run: {brief(why)}")
        if why := crash(one.output):
            return _broken_down(one, why)
        if one.is_out_of_time:
            # What serves others does not end by right, commands that follow are not run then, and who asks again and
            # again once the input has ended may have answered it before.
            is_left = number < len(transcript.ran) or says("listens", one.output) or goes_round(one.output)
            is_sure = not is_left
            return PointsDecision(0.0, f"{one.line!r} did not end in time", is_sure=is_sure)
    return None


def by_output(
    task: EvaluationTask,
    how: ShellInteraction,
    transcript: Transcript,
    controls: Sequence[Transcript],
    search: Search,
) -> PointsDecision:
    """Points for a task that is tried in a shell.

    Args:
        task: Its outcome says what is looked for where the expected output does not.
        how: How it is tried.
        transcript: What came of it, which did not end early.
        controls: The same commands with nothing to read, and with garbage; none where they read nothing.
        search: Finds patterns.
    """
    if (ended_otherwise := _otherwise_ended(how, transcript)) is not None:
        return ended_otherwise
    if how.expected.pattern is not None:
        return _by_pattern(how.expected.pattern, how.expected.words, transcript, controls, search)
    if (own := _by_own_tests(transcript)) is not None:
        return own
    asked = wanted(how.expected.words, task.outcomes[0].statement, task.title)
    return by_words(asked, transcript, controls)


def is_controlled(line: CommandWithInput) -> bool:
    """Whether the command says something of its own accord that has to be known before its response is."""
    return runs_program(line.line) and reads(line)


def _broken_down(ran: ExecutedCommand, why: str) -> PointsDecision:
    """A trace that a program tells of and goes on after is no sure end of it."""
    if ran.status != 0 or not has_gone_on(ran.output):
        return PointsDecision(0.0, f"the program broke down: {brief(why)}")
    return PointsDecision(
        0.0, f"a fault is printed, and the program went on after it: {brief(why)}", is_sure=False
    )


def _otherwise_ended(how: ShellInteraction, transcript: Transcript) -> PointsDecision | None:
    """No points where a command ends with another exit code than it has to; None where each ends as it has to."""
    for command, ran in zip(how.act, transcript.ran, strict=True):
        if command.exits is not None and ran.status != command.exits:
            return PointsDecision(
                0.0, f"{ran.line!r} ended with exit code {ran.status}, and not {command.exits}"
            )
    return None


def _elsewhere(pattern: str, transcript: Transcript, search: Search) -> str:
    """That it was printed on the other stream, where streams are told apart and it was found there in time."""
    if all(ran.searched is None for ran in transcript.ran):
        return ""
    try:
        [found] = search.found(pattern, [plain(transcript.output)])
    except TimeoutError:
        return ""
    return "" if found is None else " there, but on the other stream"


def _by_pattern(
    pattern: str, words: str, transcript: Transcript, controls: Sequence[Transcript], search: Search
) -> PointsDecision:
    try:
        [found] = search.found(pattern, [plain(transcript.searched)])
        if found is None:
            elsewhere = _elsewhere(pattern, transcript, search)
            return PointsDecision(0.0, f"expected and not printed{elsewhere}: {words}")
        anyway = search.found(pattern, [plain(control.searched) for control in controls])
    except TimeoutError:
        return PointsDecision(
            0.0, f"what was printed could not be searched for {words} in time", is_sure=False
        )
    if any(one is not None for one in anyway):
        return PointsDecision(0.0, f"{brief(found)!r} is printed whatever is typed")
    return PointsDecision(2.0, f"printed: {brief(found)!r}")


def _by_own_tests(transcript: Transcript) -> PointsDecision | None:
    """Points for tests that the submission brings itself, which show what somebody who reads them makes of them."""
    found = [counted for ran in transcript.ran if (counted := printed_counts(ran)) is not None]
    if not found:
        return None
    is_well = all(one.passed and not one.failed for one in found)
    is_nothing = not any(one.passed or one.failed for one in found)
    told = ", ".join(f"{one.passed} passed, {one.failed} failed" for one in found)
    return PointsDecision(
        2.0 if is_well else 0.0, f"of the submission's own tests: {told}", is_sure=is_nothing
    )


class ShellInteractionJudge(KindJudge[ShellInteraction]):
    """By what is printed, held against what is printed with nothing typed, and with garbage."""

    async def by_program(
        self,
        bench: Bench,
        task: EvaluationTask,
        how: ShellInteraction,
        lines: Sequence[CommandWithInput],
        transcript: Transcript,
    ) -> ByProgram:
        if (stopped := ended_early(transcript)) is not None:
            return ByProgram(stopped, 1)
        controls = await _controls(bench, task, lines) if any(map(is_controlled, lines)) else ()
        with Search() as search:
            decision = await asyncio.to_thread(by_output, task, how, transcript, controls, search)
        runs = 1 + len(controls)
        if not decision.is_sure and is_about_leaving(task, how, lines):
            async with carried_out(bench, task, [with_another_end(line) for line in lines]) as other:
                decision, runs = by_leaving(transcript, other) or decision, runs + 1
        tests = await asyncio.to_thread(brought_tests, lines, transcript.root)
        return ByProgram(decision, runs, controls, tests=tests)

    def failed_by(
        self, how: ShellInteraction, transcript: Transcript, *, is_read: bool
    ) -> FailureCause | None:
        cause = failed_run(transcript)
        # Who is to end so has not refused the command line.
        if cause is FailureCause.NO_INTERFACE and any(command.exits == REFUSED for command in how.act):
            cause = None
        return cause or FailureCause.WRONG_OUTPUT


async def _controls(
    bench: Bench, task: EvaluationTask, lines: Sequence[CommandWithInput]
) -> tuple[Transcript, ...]:
    named = named_inputs(lines, await asyncio.to_thread(laid_for, task, bench.grader))
    found: list[Transcript] = []
    for turned in (with_nothing, with_garbage):
        others = [turned(line) for line in lines]
        instead = {place: turned(line).input for place, line in named.items()}
        async with carried_out(bench, task, others, instead) as control:
            found.append(control)
    return tuple(found)
