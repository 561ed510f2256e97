"""Running a task's commands on a fresh copy of a hand-in, in a sandbox of their own."""

import asyncio
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from agents.judging.commands.bench import Bench
from agents.judging.commands.controls import tidies_up
from agents.judging.commands.copies.laying import changed, copied, guarded, laid_for, lay
from agents.judging.commands.copies.writing import (
    Fingerprint,
    dated_back,
    fingerprints,
    put_aside,
    written_since,
)
from agents.judging.commands.kinds import how_of
from agents.judging.commands.line import Line
from agents.judging.commands.pytest_report import Report, report_of
from agents.judging.commands.transcripts import Ran, Transcript
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.errors import FileRefused
from plans.records.criteria import EvaluationTask
from plans.records.how.unit_test import UnitTest
from plans.records.sandboxing import SandboxNeeds
from plans.scratch import scratch

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
_OWN = "/tmp/.grading"
"""Where our own files lie inside, apart from the hand-in and from its home folder."""


@asynccontextmanager
async def carried_out(
    bench: Bench, task: EvaluationTask, lines: Sequence[Line], instead: Mapping[str, bytes] | None = None
) -> AsyncGenerator[Transcript]:
    """What comes of a task's commands, or of others in their place, on a copy of the hand-in with its files laid.

    `instead` holds other content for files of the grader's, by where they are laid. The copy is gone afterwards.
    Raises SandboxRefused, StorageFailed, and AuthorError for what the grader lacks.
    """
    laid = await asyncio.to_thread(laid_for, task, bench.grader) | dict(instead or {})
    with scratch("hand-in") as folder:
        root, aside = folder / "project", folder / "aside"
        edited, before = await asyncio.to_thread(_laid_out, bench.hand_in, root, laid, task)
        work = _end_of_work(lines)
        until = time.monotonic() + how_of(task).time_limit
        tidied: dict[str, int] = {}
        kept: frozenset[str] = frozenset()
        ran = await _all_run(bench.provider, root, task, laid, lines[:work], until)
        if lines[work:]:
            tidied = await asyncio.to_thread(written_since, root, before)
            kept = await asyncio.to_thread(put_aside, root, aside, tidied, bench.settings.product_bytes)
            ran += await _all_run(bench.provider, root, task, laid, lines[work:], until)
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


def _end_of_work(lines: Sequence[Line]) -> int:
    """How many of the commands come before those by which a plan tidies up in the end: what was written has to be
    looked at before that.
    """
    end = len(lines)
    while end > 1 and tidies_up(lines[end - 1].line):
        end -= 1
    return end


def _read_as(ran: Ran, bench: Bench) -> Ran:
    output = bench.read_as(ran.output) if bench.read_as else ran.output
    return ran if output == ran.output else replace(ran, output=output, said=ran.output)


def _laid_out(
    hand_in: Path, root: Path, laid: Mapping[str, bytes], task: EvaluationTask
) -> tuple[tuple[str, ...], dict[str, Fingerprint]]:
    copied(hand_in, root)
    edited = lay(root, laid, task)
    dated_back(root)
    return edited, fingerprints(root)


async def _all_run(
    provider: SandboxProvider,
    root: Path,
    task: EvaluationTask,
    laid: Mapping[str, bytes],
    lines: Sequence[Line],
    until: float,
) -> tuple[Ran, ...]:
    how = how_of(task)
    ended: list[Ran] = []
    async with provider.open(SandboxNeeds(workspace=root)) as sandbox:
        environment = dict(ENVIRONMENT)
        if isinstance(how, UnitTest):
            environment["PYTEST_ADDOPTS"] = await _own_terms(sandbox, root, how, laid)
        for number, line in enumerate(lines):
            report = f"{_OWN}/{number}.xml"
            own = dict(environment)
            if isinstance(how, UnitTest):
                own["PYTEST_ADDOPTS"] += f" --junitxml={report}"
            # Seconds that are left of the task's own, and enough to say that there are none.
            left = max(until - time.monotonic(), 0.1)
            result = await sandbox.exec(
                ["bash", "-c", f"exec 2>&1\n{line.line}"], input=line.input, environment=own, timeout=left
            )
            ended.append(
                Ran(
                    line=line.line,
                    input=line.input.decode("utf-8", "replace"),
                    output=result.stdout,
                    status=result.returncode,
                    is_out_of_time=result.timed_out,
                    report=await _report(sandbox, report) if isinstance(how, UnitTest) else None,
                    is_muffled=_may_be_muffled(laid),
                )
            )
        await sandbox.end_all()
    return tuple(ended)


async def _own_terms(sandbox: Sandbox, root: Path, how: UnitTest, laid: Mapping[str, bytes]) -> str:
    """Options by which pytest goes by the grader's settings, and by none that the hand-in brings, unless the tests are
    its own too.
    """
    options = ["-p no:cacheprovider", _USUAL_ENDING]
    if how.tests and not any(name.endswith(_SETTINGS) for name in laid):
        await sandbox.write_file(f"{_OWN}/pytest.ini", "[pytest]\n")
        options += [f"-c {_OWN}/pytest.ini", f"--rootdir={sandbox.inside(root)}"]
    return " ".join(options)


def _may_be_muffled(laid: Mapping[str, bytes]) -> bool:
    return any(name.endswith(_SETTINGS) and b"addopts" in data for name, data in laid.items())


async def _report(sandbox: Sandbox, file: str) -> Report | None:
    try:
        data = await sandbox.read_file(file, False)
    except FileNotFoundError:
        return None
    except (IsADirectoryError, FileRefused):
        return Report(refused="is no file that can be read")
    return await asyncio.to_thread(report_of, data)
