"""Tests of the grader or of the submission: what they came to, and whether they ask for enough."""

import ast
import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from random import Random
from typing import Final

from agents.judging.commands.decisions import OVER_IMPORTS, ByProgram, KindJudge, PointsDecision
from agents.judging.commands.responses import brief, crash, kept_from_running, printed_lines
from agents.judging.commands.running import Bench, Counts, ExecutedCommand, Transcript, carried_out
from agents.judging.commands.testing.counting import (
    are_printed_otherwise,
    counts,
    lacks_imports,
    says_what_pytest_says,
    unreported,
)
from agents.judging.commands.testing.forging import (
    control_of,
    has_replaced_pytest,
    uncontrolled,
    unless_forged,
)
from agents.judging.commands.working_copies import CommandWithInput, sealed_path
from agents.sandbox.beneath import read_beneath
from plans.errors import FileRefused
from plans.records.criteria import EvaluationTask
from plans.records.marks import MarkCode
from plans.records.task_kinds import MOST_POINTS, UnitTest
from plans.records.verdict import FailureCause
from plans.shell import RunTarget, run_by, targets_of
from plans.syntax_trees import module_tree

_DEMANDED = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s*(%|percent\b)|(?<![\w.])(\d+\.\d+)(?![\w.])")
_NAMED = re.compile(r"::(\w+)(?:\[|\s|$)")
_CLOSE: Final = 1e-9
_OF_TESTS = "AssertionError"


def unnamed_numbers(description: str, lines: Iterable[str], tests: Mapping[str, bytes]) -> list[str]:
    """The shares and decimals of a description that the tests which are run name nowhere, as it writes them.

    Args:
        description: What must hold, in words.
        lines: The commands; where they name test functions, only these count.
        tests: File → content, of tests that were run: SyntaxError for one that is no Python.
    """
    wanted = {name for line in lines for name in _NAMED.findall(line)}
    named = {number for data in tests.values() for number in _numbers(data, wanted)}
    unnamed = (
        match.group().strip()
        for match in _DEMANDED.finditer(description)
        if not any(abs(form - number) < _CLOSE for form in _forms(match) for number in named)
    )
    return list(dict.fromkeys(unnamed))


def _forms(match: re.Match[str]) -> tuple[float, ...]:
    """A number as code may write it: 80% is 80, 0.8 and what is left of a whole."""
    if match[1] is None:
        return (float(match[3]),)
    share = float(match[1])
    return (share, share / 100, 1 - share / 100, 100 - share)


def _numbers(data: bytes, wanted: set[str]) -> list[float]:
    """Numbers that the wanted functions compare with, and their fractions; of the whole file where none is found."""
    tree = module_tree(data)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    chosen = [node for node in ast.walk(tree) if isinstance(node, kinds) and node.name in wanted]
    found: list[float] = []
    for root in chosen or [tree]:
        for node in ast.walk(root):
            if _compares(node):
                found += [number for inner in ast.walk(node) if (number := _number(inner)) is not None]
            elif (number := _number(node)) is not None and not number.is_integer():
                found.append(number)
    return found


def _compares(node: ast.AST) -> bool:
    """Whether something is held against something else there; whole numbers elsewhere are sizes and the like."""
    return isinstance(node, ast.Compare | ast.Assert) or (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr.startswith("assert")
    )


def _number(node: ast.AST) -> float | None:
    if (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    ):
        return float(node.value)
    return None


MOST_FILES = 10
"""Files of tests that are looked at."""
MOST_BYTES = 200_000
"""Of one of them."""


def brought_tests(lines: Sequence[CommandWithInput], root: Path) -> dict[str, bytes]:
    """File → content, of the tests in a copy that commands run, by how these name them; the first of them where they
    are many.
    """
    found: dict[str, bytes] = {}
    for name in dict.fromkeys(name for line in lines for name in _named(line.line, root)):
        if len(found) == MOST_FILES:
            break
        try:
            found[name] = read_beneath(root, name, MOST_BYTES)
        except (FileNotFoundError, IsADirectoryError, FileRefused):
            continue  # Whatever is called so is no file of tests.
    return found


def _named(line: str, root: Path) -> Iterator[str]:
    for call in run_by(line):
        for target in targets_of(call):
            if call.folder is not None:
                yield from _files(target, PurePosixPath(call.folder), root)


def _files(target: RunTarget, folder: PurePosixPath, root: Path) -> Iterator[str]:
    match target.kind:
        case "unittest" if not target.name.endswith(".py"):
            parts = target.name.split(".")
            # A module, or one with the class and the test in it.
            for end in range(len(parts), 0, -1):
                yield (folder / f"{'/'.join(parts[:end])}.py").as_posix()
        case "pytest" | "unittest":
            yield from _files_at(folder / target.name, root)
        case _:
            return


def _files_at(place: PurePosixPath, root: Path) -> Iterator[str]:
    """A file, or those of tests that a folder has."""
    if place.is_absolute() or ".." in place.parts:
        return
    if place.suffix == ".py":
        yield place.as_posix()
        return
    for pattern in ("test_*.py", "*_test.py"):
        for path in sorted((root / place).rglob(pattern)):
            yield path.relative_to(root).as_posix()


FLAKY = "flaky"


def by_tests(transcript: Transcript, *, are_sealed: bool) -> PointsDecision:
    """Points for a task that is tried by tests: two where all commands passed, one where half of them did, none where
    one of them is a forgery.

    They are sure where they are the same whatever became of the commands that are not.

    Args:
        transcript: What came of the commands.
        are_sealed: Whether the tests are the grader's, which the submission shares a process with and no more.
    """
    decisions = [_of_one(ran, are_sealed=are_sealed) for ran in transcript.ran]
    if forged := next((one for one in decisions if MarkCode.FORGED_TESTS in one.marks), None):
        return forged
    least, supposed, most = (
        _points(sum(map(is_passed, decisions)), len(decisions))
        for is_passed in (_has_surely_passed, _has_passed, _may_have_passed)
    )
    all_told = "; ".join(one.why for one in decisions)
    if least == most:
        missed = (one.why for one in decisions if not one.points)
        return PointsDecision(supposed, next(missed, all_told))
    # What nobody can read is less sure than what somebody may.
    is_readable = all(one.is_readable for one in decisions if not one.is_sure)
    return PointsDecision(supposed, all_told, is_sure=False, is_readable=is_readable)


def of_own_tests(decision: PointsDecision) -> PointsDecision:
    """The same where the tests that passed are the submission's own: they show that there are such, and whoever reads
    has to say what they are worth.
    """
    return decision._replace(why=f"{decision.why}, of tests that the submission brings itself", is_sure=False)


def again(first: PointsDecision, repeats: Sequence[PointsDecision]) -> PointsDecision:
    """The decision after tests that had passed were run again, each time on a fresh copy."""
    others = [one for one in repeats if one.points < first.points]
    if not others:
        return first
    if forged := next((one for one in others if MarkCode.FORGED_TESTS in one.marks), None):
        return forged
    return PointsDecision(
        0.0,
        f"the tests passed once and not again, {len(others)} of {len(repeats)} times: {others[0].why}",
        marks=(FLAKY,),
    )


def is_doubted(transcript: Transcript) -> bool:
    """Whether a command prints other numbers than pytest's report has, though it is pytest that prints them."""
    return any(
        are_printed_otherwise(ran) and not ran.is_out_of_time and not ran.is_muffled
        for ran in transcript.ran
        if says_what_pytest_says(ran.line)
    )


def twice_doubted() -> PointsDecision:
    """The decision where that is so on a fresh copy too."""
    why = "what was printed of the tests is not what the report of pytest says of them, twice, so one of both is forged"
    return PointsDecision(0.0, why, marks=(MarkCode.FORGED_TESTS,))


def _points(passed: int, commands: int) -> float:
    if passed == commands:
        return MOST_POINTS
    return 1.0 if commands > 1 and passed * 2 >= commands else 0.0


def _has_passed(one: PointsDecision) -> bool:
    return one.points > 0


def _has_surely_passed(one: PointsDecision) -> bool:
    return one.points > 0 and one.is_sure


def _may_have_passed(one: PointsDecision) -> bool:
    return one.points > 0 or not one.is_sure


def _of_one(ran: ExecutedCommand, *, are_sealed: bool) -> PointsDecision:
    if ran.is_out_of_time:
        return PointsDecision(0.0, f"{ran.line!r} did not end in time")
    if why := unreported(ran):
        return _unreported(ran, why)
    if are_printed_otherwise(ran):
        why = "what was printed of the tests is not what pytest reports of them"
        return PointsDecision(0.0, why, is_sure=False, is_readable=False)
    found = counts(ran)
    if found is None:
        return _uncounted(ran, are_sealed=are_sealed)
    if not found.is_all_well:
        return PointsDecision(0.0, _told(found))
    if ran.report is not None and ran.status != 0:
        why = f"{_told(found)}, and yet the command ended with status {ran.status}"
        return PointsDecision(2.0, why, is_sure=False, is_readable=False)
    return PointsDecision(2.0, _told(found))


def _unreported(ran: ExecutedCommand, why: str) -> PointsDecision:
    """Where pytest was started and there is no report of it: it was killed, or what is tested stands in its place."""
    if has_replaced_pytest(ran):
        told = f"{why}, and ended as if all were well, which only what stands in its place or ends it does"
        return PointsDecision(0.0, told, marks=(MarkCode.FORGED_TESTS,))
    return PointsDecision(0.0, f"no test was run to its end, {why}: {_last(ran.output)}")


def _uncounted(ran: ExecutedCommand, *, are_sealed: bool) -> PointsDecision:
    """A script that counts nothing: that it was not run, or broke down, is all that it says for sure.

    Beside the grader's tests nobody can read more in it: what is tested ends their process as it likes.
    """
    if kept_from_running(ran.output) or crash(ran.output):
        return PointsDecision(0.0, f"no test was run: {_last(ran.output)}")
    if ran.status != 0 and not printed_lines(ran.output):
        return PointsDecision(0.0, f"the script ended with status {ran.status}, and printed nothing")
    how = "well" if ran.status == 0 else f"with status {ran.status}"
    why = f"the script ended {how}, and counts no tests in a way that is known: {_last(ran.output)}"
    points = 2.0 if ran.status == 0 else 0.0
    return PointsDecision(points, why, is_sure=False, is_readable=not are_sealed)


def _told(found: Counts) -> str:
    skipped = f", {found.skipped} skipped" if found.skipped else ""
    return f"{found.passed} passed, {found.failed} failed{skipped}"


def _last(output: str) -> str:
    lines = printed_lines(output)
    return brief(lines[-1]) if lines else "nothing was printed"


class UnitTestJudge(KindJudge[UnitTest]):
    """By what tests came to, run some times, and once with tests that have to fail."""

    async def by_program(
        self,
        bench: Bench,
        task: EvaluationTask,
        how: UnitTest,
        lines: Sequence[CommandWithInput],
        transcript: Transcript,
    ) -> ByProgram:
        tests = {name: sealed_path(task, bench.grader, name).read_bytes() for name in how.tests}
        found = await _by_tests(bench, task, tests, lines, transcript)
        shown = tests or await asyncio.to_thread(brought_tests, lines, transcript.root)
        return found._replace(tests=shown)

    def failed_by(self, how: UnitTest, transcript: Transcript, *, is_read: bool) -> FailureCause | None:
        """None where all tests passed and whoever read them found that they show too little: nothing became of the
        program then.
        """
        if is_read and by_tests(transcript, are_sealed=False).points == MOST_POINTS:
            return None
        causes = [_of_tests(ran) for ran in transcript.ran]
        return next((cause for cause in causes if cause is not None), FailureCause.TESTS_FAILED)


def _of_tests(ran: ExecutedCommand) -> FailureCause | None:
    """What kept tests from being run or from ending; None where they were run."""
    if ran.is_out_of_time:
        return FailureCause.TIME_LIMIT
    if counts(ran) is not None:
        return FailureCause.NO_INTERFACE if lacks_imports(ran) else None
    if kept_from_running(ran.output):
        return FailureCause.NOT_STARTED
    broke = crash(ran.output)
    if broke is None or broke.startswith(_OF_TESTS):
        return None
    return FailureCause.NO_INTERFACE if broke.startswith(OVER_IMPORTS) else FailureCause.CRASH


async def _by_tests(
    bench: Bench,
    task: EvaluationTask,
    tests: Mapping[str, bytes],
    lines: Sequence[CommandWithInput],
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
    lines: Sequence[CommandWithInput],
    transcript: Transcript,
) -> ByProgram:
    first = by_tests(transcript, are_sealed=bool(tests))
    if not first.points:
        return ByProgram(first, 1)
    first = _unless_lax(task, first, lines, tests) if tests else of_own_tests(first)
    plan = control_of(tests, transcript.ran, Random())
    repeats: list[PointsDecision] = []
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
    task: EvaluationTask,
    decision: PointsDecision,
    lines: Sequence[CommandWithInput],
    tests: Mapping[str, bytes],
) -> PointsDecision:
    """Tests that name a number nowhere which is demanded do not show that it is kept."""
    said = " ".join(outcome.statement for outcome in task.outcomes)
    unnamed = unnamed_numbers(said, (line.line for line in lines), tests)
    if not unnamed:
        return decision
    named = ", ".join(unnamed[:3])
    return decision._replace(
        why=f"{decision.why}; the description demands {named}, and the tests do not", is_sure=False
    )
