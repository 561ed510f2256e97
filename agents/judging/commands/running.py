"""Runs the commands of a task on a fresh copy of a submission, in a sandbox of its own, and reads pytest reports."""

import asyncio
import math
import re
import shlex
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal, NamedTuple
from xml.etree import ElementTree

from pydantic import Field

from agents.judging.commands.responses import tidies_up
from agents.judging.commands.working_copies import (
    CommandWithInput,
    Fingerprint,
    changed,
    copied,
    dated_back,
    fingerprints,
    full_disk_errors,
    guarded,
    how_of,
    laid_for,
    lay,
    put_aside,
    written_since,
)
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.errors import FileRefused, ProgramKilled
from plans.plain_text import lines_of
from plans.records.base import Record
from plans.records.criteria import EvaluationTask
from plans.records.sandboxing import ExecResult, Mount, SandboxNeeds
from plans.records.task_kinds import CommandTask
from plans.records.verdict import Manner
from plans.scratch import scratch
from plans.time_limits import RunningTimeLimit

MOST_BYTES = 2_000_000
"""Of a report: some ten thousand tests that pass."""
_MOST_ELEMENTS = 50_000
_DEEPEST = 8
"""How deep elements lie in each other; pytest's own go down to five."""
ENVIRONMENT = {
    "MPLBACKEND": "Agg",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONIOENCODING": "utf-8",
    "PYTHONUNBUFFERED": "1",
    "TERM": "dumb",
}
_SETTINGS = ("pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml")
"""Files by which pytest is set, where the grader brings any."""
_USUAL_ENDING = "-p no:sugar -p no:pretty"
"""Without plug-ins that put other words in place of those that pytest ends with, by which its report is held to it."""
_SEVERAL = re.compile(r"[;|&(){}$`\n]")
"""Signs of a line with more than one command."""
_PASS_ON_KILLS = """trap 'case " ${PIPESTATUS[*]} " in *" 137 "*) (exit 137);; esac' DEBUG EXIT"""
"""Makes the shell pass on that SIGKILL ended a command, where the line goes on and ends with another status."""
_OWN = "/tmp/.grading"
"""Where our own files lie inside, apart from the submission and from its home folder, if the sandbox has such
places.
"""


class CommandSettings(Record):
    """Bounds and manner of judging."""

    manner: Manner = "isolated"
    repeats: int = Field(default=3, ge=0)
    """How often tests that passed are run again, each time on a fresh copy: all have to pass. The last time, and once
    in any case, some expect what is wrong, and have to fail."""
    at_once: int = Field(default=2, gt=0)
    """Tasks that are tried at the same time where each has a copy of its own."""
    product_bytes: int = Field(default=16_000_000, gt=0)
    """The largest file that is held against an expected one."""


@dataclass(frozen=True, slots=True)
class Bench:
    """One submission, and where its tasks are tried."""

    provider: SandboxProvider
    settings: CommandSettings
    submission: Path
    grader: Path | None
    item: str
    """Id of the project."""
    guesses: Mapping[str, str] = field(default_factory=dict[str, str])
    """Task → what of how it is tried nothing tells: that it fails shows nothing then."""
    read_as: Callable[[str], str] | None = None
    """An output → how it is read: with the menus of a submission as the criteria have them. None: as it stands."""
    known_by: str = ""
    """Digest of what is judged, by whom and where: what comes of a task there is asked of a model once. Empty: nobody
    knows, and it is asked again where a word of it is another."""
    unusable_answers: Mapping[str, int] = field(default_factory=dict[str, int])
    """Task → how often a model's answers about it could not be used."""


class Counts(NamedTuple):
    """Of one command."""

    passed: int
    failed: int
    """Those that ended in an error among them."""
    skipped: int

    @property
    def is_all_well(self) -> bool:
        """Whether some passed and none failed."""
        return self.passed > 0 and self.failed == 0


class Reported(NamedTuple):
    """A test by its report; one with parameters has several."""

    module: str
    """Dotted, with the class behind it."""
    name: str
    """Of the function."""
    state: Literal["passed", "failed", "skipped"]

    @property
    def is_passed(self) -> bool:
        """Whether it is neither failed nor skipped."""
        return self.state == "passed"


@dataclass(frozen=True, slots=True)
class CommandReport:
    """What one command's report says."""

    counts: Counts | None = None
    """None where it is refused."""
    tests: tuple[Reported, ...] = ()
    """In order."""
    troubles: tuple[str, ...] = ()
    """How each failure and each error begins."""
    refused: str = ""
    """Why it is none of pytest's own, in words that follow upon it; empty where it is taken as one."""
    named: Counts = Counts(0, 0, 0)
    """Of the tests that it names; `counts` has each part of a test, too, that pytest tells of apart."""


class _Unlikely(ValueError):
    """What stands in it is nothing that pytest writes."""


def report_of(data: bytes) -> CommandReport:
    """The report in a file; one that says why it is refused where pytest cannot have written it."""
    if len(data) > MOST_BYTES:
        return CommandReport(refused=f"has {len(data):,} bytes, and at most {MOST_BYTES:,} are read")
    if b"<!" in data:
        return CommandReport(refused="declares entities, which could make a small file huge")
    try:
        return _read(data)
    except _Unlikely as unlikely:
        return CommandReport(refused=str(unlikely))
    except (ElementTree.ParseError, ValueError, LookupError):
        return CommandReport(refused="cannot be read")


def _read(data: bytes) -> CommandReport:
    parser = ElementTree.XMLParser(target=_Bounded())
    parser.feed(data)
    root = parser.close()
    suites = list(root.iter("testsuite"))
    if not suites:
        raise _Unlikely("counts no tests")
    total, failures, errors, skipped = (
        sum(int(suite.get(name, "0")) for suite in suites)
        for name in ("tests", "failures", "errors", "skipped")
    )
    counts = Counts(total - failures - errors - skipped, failures + errors, skipped)
    tests = tuple(map(_test, root.iter("testcase")))
    if counts.passed > 0 and not tests:
        raise _Unlikely("names none of the tests that it counts")
    troubles = tuple(one.get("message", "") for kind in ("failure", "error") for one in root.iter(kind))
    return CommandReport(counts, tests, troubles, named=_counted(tests))


def _counted(tests: Sequence[Reported]) -> Counts:
    found = Counter(test.state for test in tests)
    return Counts(found["passed"], found["failed"], found["skipped"])


def _test(case: ElementTree.Element) -> Reported:
    is_failed = any(case.find(kind) is not None for kind in ("failure", "error"))
    return Reported(
        module=case.get("classname", ""),
        name=case.get("name", "").partition("[")[0],
        state="failed" if is_failed else "skipped" if case.find("skipped") is not None else "passed",
    )


class _Bounded(ElementTree.TreeBuilder):
    """Builds a tree that is neither deep nor of many elements."""

    def __init__(self) -> None:
        """A builder of one tree."""
        super().__init__()
        self._depth = self._elements = 0

    def start(self, tag: str, attrs: dict[str, str], /) -> ElementTree.Element:
        """An element begins; ValueError for one too many."""
        self._depth += 1
        self._elements += 1
        if self._elements > _MOST_ELEMENTS:
            raise _Unlikely(f"has more than {_MOST_ELEMENTS:,} elements")
        if self._depth > _DEEPEST:
            raise _Unlikely(f"has elements more than {_DEEPEST} deep in each other")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> ElementTree.Element:
        """An element ends."""
        self._depth -= 1
        return super().end(tag)


@dataclass(frozen=True, slots=True)
class ExecutedCommand:
    """One command that was run."""

    line: str
    """As it would be typed."""
    input: str
    """What it could read; empty where that was nothing."""
    output: str
    """What it wrote to standard output and standard error, in the order in which it came."""
    status: int
    """How it ended; 0 is well."""
    is_out_of_time: bool = False
    report: CommandReport | None = None
    """The report of pytest, or what lies in its place; None where there is none."""
    is_muffled: bool = False
    """Whether settings of the grader's may keep pytest from printing what tests came to."""
    said: str | None = None
    """What it wrote, letter by letter, where `output` has it as it is read; None: they are the same."""
    searched: str | None = None
    """What it wrote to the stream in which patterns are searched for; None: `output`, as the streams were not told
    apart. Where they were, `output` has standard error behind standard output."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A task's commands on one copy of a submission."""

    ran: tuple[ExecutedCommand, ...]
    """In order."""
    root: Path
    """The copy as they left it; it lies there only while it is looked at."""
    written: Mapping[str, int] = field(default_factory=dict[str, int])
    """Files that are new, other than before, or were written anew as they were → their bytes."""
    aside: Path | None = None
    """Where the files of `put_aside` lie."""
    put_aside: frozenset[str] = frozenset()
    """Of the files that were written, those that the task's own commands tidied up afterwards."""
    unkept: frozenset[str] = frozenset()
    """Of the same, those that were too many or too large to be kept."""
    tampered: tuple[str, ...] = ()
    """The grader's own files that the submission brought in another form, or that were other afterwards."""

    def folder_of(self, name: str) -> Path:
        """The folder in which a file lies that was written, by its relative path."""
        return self.aside if self.aside is not None and name in self.put_aside else self.root

    def content(self, name: str, most: int) -> bytes | None:
        """What a file holds that was written; None where it has more than `most` bytes, or was not kept."""
        if self.written[name] > most or name in self.unkept:
            return None
        return (self.folder_of(name) / name).read_bytes()

    @property
    def is_of_start(self) -> bool:
        """Whether no more than a line was typed, by which a program is left: what it starts with is all it printed."""
        return sum(len(lines_of(ran.input)) for ran in self.ran) <= 1

    @property
    def output(self) -> str:
        """What all commands wrote."""
        return "\n".join(ran.output for ran in self.ran)

    @property
    def searched(self) -> str:
        """What of it patterns are searched for in."""
        return "\n".join(ran.output if ran.searched is None else ran.searched for ran in self.ran)


class TimeBudget:
    """Seconds that several commands may take together."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds


@asynccontextmanager
async def carried_out(
    bench: Bench,
    task: EvaluationTask,
    lines: Sequence[CommandWithInput],
    instead: Mapping[str, bytes] | None = None,
) -> AsyncGenerator[Transcript]:
    """What comes of a task's commands, or of others in their place, on a copy of the submission with its files laid.

    `instead` holds other content for files of the grader's, by where they are laid. The copy is gone afterwards.
    Raises SandboxRefused, StorageFailed, and AuthorError for what the grader lacks.
    """
    laid = await asyncio.to_thread(laid_for, task, bench.grader) | dict(instead or {})
    with scratch("submission") as folder:
        root, aside = folder / "project", folder / "aside"
        edited, before = await asyncio.to_thread(_laid_out, bench.submission, root, laid, task)
        work = _end_of_work(lines)
        budget = TimeBudget(how_of(task).time_limit)
        tidied: dict[str, int] = {}
        kept: frozenset[str] = frozenset()
        ran = await _all_run(bench.provider, root, task, laid, lines[:work], budget)
        if lines[work:]:
            tidied = await asyncio.to_thread(written_since, root, before)
            kept = await asyncio.to_thread(put_aside, root, aside, tidied, bench.settings.product_bytes)
            ran += await _all_run(bench.provider, root, task, laid, lines[work:], budget)
        ran = tuple(_read_as(one, bench) for one in ran)
        written = await asyncio.to_thread(written_since, root, before)
        tampered = {*edited, *await asyncio.to_thread(changed, root, guarded(laid, task))}
        yield Transcript(
            ran=ran,
            root=root,
            written=tidied | written,
            aside=aside,
            put_aside=kept - written.keys(),
            unkept=frozenset(tidied.keys() - written.keys() - kept),
            tampered=tuple(sorted(tampered)),
        )


def _end_of_work(lines: Sequence[CommandWithInput]) -> int:
    """How many of the commands come before those by which a plan tidies up in the end: what was written has to be
    looked at before that.
    """
    end = len(lines)
    while end > 1 and tidies_up(lines[end - 1].line):
        end -= 1
    return end


def _read_as(ran: ExecutedCommand, bench: Bench) -> ExecutedCommand:
    output = bench.read_as(ran.output) if bench.read_as else ran.output
    searched = bench.read_as(ran.searched) if bench.read_as and ran.searched is not None else ran.searched
    same = output == ran.output and searched == ran.searched
    return ran if same else replace(ran, output=output, said=ran.output, searched=searched)


def _laid_out(
    submission: Path, root: Path, laid: Mapping[str, bytes], task: EvaluationTask
) -> tuple[tuple[str, ...], dict[str, Fingerprint]]:
    with full_disk_errors(root):
        copied(submission, root)
        edited = lay(root, laid, task)
    dated_back(root)
    return edited, fingerprints(root)


async def _all_run(
    provider: SandboxProvider,
    root: Path,
    task: EvaluationTask,
    laid: Mapping[str, bytes],
    lines: Sequence[CommandWithInput],
    budget: TimeBudget,
) -> tuple[ExecutedCommand, ...]:
    how = how_of(task)
    ended: list[ExecutedCommand] = []
    with full_disk_errors(root.parent):
        grading = Path(mkdtemp(prefix="grading-", dir=root.parent))
    mounts = (Mount(source=grading, target=_OWN, writable=True),)
    async with provider.open(SandboxNeeds(workspace=root, mounts=mounts)) as sandbox:
        own = sandbox.inside(grading)
        environment = dict(ENVIRONMENT)
        if how.runs_tests:
            environment["PYTEST_ADDOPTS"] = await _own_terms(sandbox, root, own, how, laid)
        for number, line in enumerate(lines):
            report = f"{own}/{number}.xml"
            given = dict(environment)
            if how.runs_tests:
                given["PYTEST_ADDOPTS"] += f" --junitxml={shlex.quote(report)}"
            is_parted = line.stream in ("stdout", "stderr")
            result = await run_line(
                sandbox, line.line, budget, input=line.input, environment=given, is_parted=is_parted
            )
            ended.append(
                ExecutedCommand(
                    line=line.line,
                    input=line.input.decode("utf-8", "replace"),
                    output=result.stdout + result.stderr if is_parted else result.stdout,
                    searched=(result.stderr if line.stream == "stderr" else result.stdout)
                    if is_parted
                    else None,
                    status=result.returncode,
                    is_out_of_time=result.timed_out,
                    report=await _report(sandbox, report) if how.runs_tests else None,
                    is_muffled=_may_be_muffled(laid),
                )
            )
        await sandbox.end_all()
    return tuple(ended)


async def run_line(
    sandbox: Sandbox,
    line: str,
    budget: TimeBudget,
    *,
    input: bytes = b"",
    environment: Mapping[str, str] = ENVIRONMENT,
    most: float = math.inf,
    is_parted: bool = False,
) -> ExecResult:
    """Run a line of bash with standard error on standard output, unless they are to be parted, for at most `most`
    seconds of the budget.

    Raises SandboxLost where something outside killed a command of it, ProgramKilled where nobody knows what did.
    """
    begin = [] if is_parted else ["exec 2>&1"]
    if _SEVERAL.search(line):
        begin.append(_PASS_ON_KILLS)
    async with RunningTimeLimit() as clock:
        result = await sandbox.exec(
            ["bash", "-c", f"{'; '.join(begin)}\n{line}"],
            input=input,
            environment=environment,
            # Enough to say that there is no time, where none is left.
            timeout=max(min(budget.left, most), 0.1),
        )
    budget.left -= clock.spent
    if result.had_outside_kill:
        raise ProgramKilled(
            f"SIGKILL ended a command of {line!r}, and no program in the sandbox was seen to send it. "
            "Check whether this machine ran out of memory (dmesg), and try again."
        )
    return result


async def _own_terms(
    sandbox: Sandbox, root: Path, own: str, how: CommandTask, laid: Mapping[str, bytes]
) -> str:
    """Options by which pytest goes by the grader's settings, and by none that the submission brings, unless
    the tests are its own too.
    """
    options = ["-p no:cacheprovider", _USUAL_ENDING]
    if how.test_files and not any(name.endswith(_SETTINGS) for name in laid):
        settings = f"{own}/pytest.ini"
        await sandbox.write_file(settings, "[pytest]\n")
        options += [f"-c {shlex.quote(settings)}", f"--rootdir={shlex.quote(sandbox.inside(root))}"]
    return " ".join(options)


def _may_be_muffled(laid: Mapping[str, bytes]) -> bool:
    return any(name.endswith(_SETTINGS) and b"addopts" in data for name, data in laid.items())


async def _report(sandbox: Sandbox, file: str) -> CommandReport | None:
    try:
        data = await sandbox.read_file(file, False)
    except FileNotFoundError:
        return None
    except (IsADirectoryError, FileRefused):
        return CommandReport(refused="is no file that can be read")
    return await asyncio.to_thread(report_of, data)
