"""A reference that a code agent writes in a workspace, round by round."""

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from agents.authoring.events import Hear, SentBack, unheard
from agents.authoring.generation.craft import Correction, Craft, Orders
from agents.authoring.generation.files import LONGEST_FILE, MOST_FILES, FileRules, laid
from agents.authoring.generation.references import Complaints, CurrentReference, Job, ReferenceWriter
from agents.authoring.generation.shapes import BOUNDS, WrittenFile
from agents.authoring.writing import MENDS, SHOWN, ReadAnswer, UnreadableAnswer
from agents.gateway.prompts import Prompts, complaints
from agents.sandbox.beneath import read_beneath
from plans.contracts.coding import CodeAgent
from plans.errors import EndpointFailed, FileRefused, GivenUp, JudgeError
from plans.files import read_own_record
from plans.items import write_files
from plans.prd_text import requirements_text
from plans.records.code_agent import AgentReport, Brief
from plans.records.model_call import ModelUse, ModelUses
from plans.records.project import MadeArtifact, Scheme
from plans.scratch import scratch

CORRECTIONS = "corrected_tasks.json"
"""File at the root in which an agent writes anew how tasks are tried; no part of the reference."""
LARGEST = 400_000
"""Bytes of a file that is read."""
DEEPEST = 6
"""Folders within each other that are looked into."""
MOST_ENTRIES = 5_000
"""Entries of folders that are looked at."""
TOOLS_OWN = ("node_modules", "__pycache__")


def found_files(
    workspace: Path,
    problems: list[str],
    rules: FileRules,
    most: int = MOST_FILES,
    passed_over: list[str] | None = None,
) -> Sequence[WrittenFile]:
    """The files that may be a reference's, by path, and at most one more than `most`; what cannot be read is added to
    `problems`.

    Others, such as a script with which the agent tried what it wrote, are passed over, and added to `passed_over`.
    """
    files: list[WrittenFile] = []
    for path in sorted(_paths(workspace, problems)):
        if not rules.holds(path):
            if passed_over is not None:
                passed_over.append(path)
            continue
        try:
            text = found_text(workspace, path)
        except (FileRefused, UnicodeDecodeError) as error:
            problems.append(f"{path!r} cannot be read: {error}")
            continue
        if text is not None:
            files.append(WrittenFile(path=path, content=text))
        if len(files) > most:
            break
    return files


def found_text(workspace: Path, path: str) -> str | None:
    """What the file holds; None where there is none. Raises FileRefused, and UnicodeDecodeError for other than text."""
    try:
        return read_beneath(workspace, path, LARGEST).decode()
    except (FileNotFoundError, IsADirectoryError):
        return None


def _paths(workspace: Path, problems: list[str]) -> Iterator[str]:
    """Ordinary files and links, relative to the workspace; what is hidden or a tool's own is passed over, and folders
    that cannot be looked into are added to `problems`.
    """
    pending, seen = [("", 0)], 0
    while pending:
        folder, depth = pending.pop()
        try:
            opened = os.scandir(workspace / folder)
        except PermissionError as error:
            problems.append(f"{folder or '.'!r} cannot be looked into: {error.strerror}.")
            continue
        with opened as entries:
            for entry in entries:
                seen += 1
                if seen > MOST_ENTRIES:
                    problems.append(
                        f"There are more than {MOST_ENTRIES:,} files and folders; remove what is not needed."
                    )
                    return
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.name.startswith(".") or entry.name in TOOLS_OWN:
                    continue
                if not entry.is_dir(follow_symlinks=False):
                    yield path
                elif depth < DEEPEST:
                    pending.append((path, depth + 1))


TURN_LIMIT = 3600.0
"""Seconds that an agent may work in one round."""


class Worked(NamedTuple):
    """What came of a round, beside what lies in the workspace."""

    report: AgentReport
    uses: Sequence[ModelUse]


@dataclass(frozen=True)
class AuthorWorkspace:
    """Where a code agent works on one item, round after round."""

    agent: CodeAgent
    folder: Path
    item: str
    random_seed: int

    @property
    def app(self) -> Path:
        """Its workspace."""
        return self.folder / "app"

    def lay(self) -> None:
        """Have the workspace there, and the folder of what the agent remembers."""
        for place in (self.app, self.folder / "memory"):
            place.mkdir(parents=True)

    async def worked(self, message: str, number: int) -> Worked:
        """Have the agent work for one round; EndpointFailed and JudgeError where it could not, which says nothing of
        what lies in the workspace.
        """
        brief = Brief(
            message=message,
            round=number,
            time_limit=TURN_LIMIT,
            random_seed=self.random_seed,
            memory=self.folder / "memory",
            project=self.item,
        )
        transcript = self.folder / "transcript.txt"
        uses = transcript.with_name("uses.json")
        # A round that uses none writes none, and would be taken for the one before.
        uses.unlink(missing_ok=True)
        report = await self.agent.work(brief, self.app, transcript)
        if report.ended == "endpoint failed":
            raise EndpointFailed(report.detail)
        if report.ended in ("agent failed", "agent not started", "harness failed"):
            raise JudgeError(
                f"The code agent {self.agent.spec.name!r} could not work on {self.item!r}, which says nothing of the "
                f"item: {report.detail} Give the same command again; what models answered is kept."
            )
        return Worked(report, read_own_record(uses, ModelUses).uses if uses.exists() else ())


def told_end(report: AgentReport) -> str:
    """How a round ended, in words."""
    return f"Its code agent ended: {report.ended}{f' ({report.detail})' if report.detail else ''}."


class ByAgent:
    """Opens workspaces in which a code agent of ours works; they are gone when the reference is done."""

    def __init__(
        self, agent: CodeAgent, craft: Craft, orders: Orders, complaints: Complaints, hear: Hear = unheard
    ) -> None:
        self._hear = hear
        self._agent = agent
        self._craft = craft
        self._orders = orders
        self._complaints = complaints

    @contextmanager
    def __call__(self, job: Job) -> Generator[ReferenceWriter]:
        with scratch("reference") as folder:
            recipe = job.specified.recipe
            work = AuthorWorkspace(self._agent, folder / "desk", recipe.id, recipe.parameters.random_seed)
            work.lay()
            yield _Workspace(self._craft, self._orders, self._complaints, job, work, self._hear)


class _Workspace:
    """Implements ReferenceWriter."""

    def __init__(
        self,
        craft: Craft,
        orders: Orders,
        complaints: Complaints,
        job: Job,
        work: AuthorWorkspace,
        hear: Hear,
    ) -> None:
        self._hear = hear
        self._craft = craft
        self._orders = orders
        self._complaints = complaints
        self._specified = job.specified
        self._canary = job.canary
        self._workspace = work
        self._prompts = Prompts("agents.authoring.generation")
        self._rounds = 0
        self._is_resumed = False
        self._uses: list[ModelUse] = []

    async def first(self) -> MadeArtifact[CurrentReference]:
        specified = self._specified
        message = self._prompts.rendered(
            "workspace",
            way=self._craft.way,
            **self._orders.words(specified.recipe),
            prd=requirements_text(specified.prd),
            **self._craft.shown(specified.scheme),
            rules=self._craft.rules,
            most=MOST_FILES,
            longest=LONGEST_FILE,
        )
        return await self._accepted(message, None, specified.scheme)

    def resume(self, standing: CurrentReference) -> None:
        """Lays it into the workspace; what its agent remembers of how it came about is gone."""
        write_files(self._workspace.app, standing.files)
        self._is_resumed = True

    async def mended(
        self, standing: CurrentReference, wrong: Sequence[str], number: int
    ) -> MadeArtifact[CurrentReference]:
        return await self._accepted(self._again(wrong, standing.scheme), standing, standing.scheme)

    async def _accepted(
        self, message: str, before: CurrentReference | None, scheme: Scheme
    ) -> MadeArtifact[CurrentReference]:
        """What lies in the workspace once nothing is wrong with it that can be told before it is judged."""
        self._uses = []
        problems: list[str] = []
        report = AgentReport(ended="done")
        for number in range(MENDS + 1):
            if problems:
                item = self._specified.recipe.id
                self._hear(SentBack(item, "reference", number, MENDS, tuple(problems), key=""))
            self._rounds += 1
            said = self._again(problems, scheme) if problems else message
            report, uses = await self._workspace.worked(said, self._rounds)
            self._uses += uses
            standing, problems = self._read(scheme)
            if standing == before:
                problems.append("Nothing was changed, so the same tasks would fail.")
            if not problems:
                return MadeArtifact(standing, tuple(self._uses))
        what = f"The reference of {self._specified.recipe.id!r} could not be taken from its workspace"
        told = f"{what}, also after its code agent was shown {MENDS} times what is wrong"
        raise GivenUp(told, [*problems, told_end(report)])

    def _read(self, scheme: Scheme) -> tuple[CurrentReference, list[str]]:
        """The files and the scheme as the workspace has them, and what is wrong with them."""
        problems: list[str] = []
        app, specified = self._workspace.app, self._specified
        rules = self._craft.rules
        files = laid(found_files(app, problems, rules), self._canary, problems, rules=rules)
        problems += self._complaints.of(specified, files)
        correction = self._correction(problems)
        try:
            found = correction(scheme)
        except UnreadableAnswer as error:
            return CurrentReference(files, scheme), [*problems, *error.problems]
        return CurrentReference(files, found.value), [*problems, *found.problems]

    def _again(self, wrong: Sequence[str], scheme: Scheme) -> str:
        return self._prompts.rendered(
            "workspace_again",
            way=self._craft.way,
            failures=wrong[:SHOWN],
            more=max(0, len(wrong) - SHOWN),
            prd=requirements_text(self._specified.prd) if self._is_resumed else "",
            **self._craft.shown(scheme),
            bounds=BOUNDS,
            corrections=CORRECTIONS,
        )

    def _correction(self, problems: list[str]) -> Correction:
        """What the agent wrote anew of how tasks are tried; what is wrong with that is added to `problems`."""
        try:
            text = found_text(self._workspace.app, CORRECTIONS)
            if text is not None:
                return self._craft.correction(text, self._specified)
        except ValidationError as error:
            problems += [f"{CORRECTIONS}: {complaint}" for complaint in complaints(error)]
        except (FileRefused, UnicodeDecodeError) as error:
            problems.append(f"{CORRECTIONS} cannot be read: {error}")
        return ReadAnswer
