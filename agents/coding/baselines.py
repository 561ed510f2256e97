"""Agents of known skill that ask no model: nop, oracle and apprentice."""

import math
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from plans.errors import AuthorError
from plans.files import read_record, write_record, write_text
from plans.items import write_files
from plans.patches import apply_together, reference_of
from plans.plain_text import count_text
from plans.records.base import FileRecord, Record
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.feedback import Feedback
from plans.records.project import Files, Project


def replace_contents(workspace: Path, files: Files) -> None:
    """Make `files` all that the workspace holds."""
    for path in workspace.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    write_files(workspace, files)


class NopAgent:
    """Implements plans.contracts.coding.CodeAgent by leaving the workspace as it is."""

    def __init__(self, spec: AgentSpec) -> None:
        self.spec = spec

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        """Do nothing."""
        write_text(transcript, "Did nothing.\n")
        return AgentReport(ended="done")


class OracleAgent:
    """Implements plans.contracts.coding.PrivilegedAgent by copying the reference."""

    def __init__(self, spec: AgentSpec) -> None:
        self.spec = spec

    async def work_sealed(
        self, brief: Brief, workspace: Path, transcript: Path, project: Project, feedback: Feedback | None
    ) -> AgentReport:
        """Put the reference into the workspace; NoReference for an imported item."""
        reference = reference_of(project, "nothing can be submitted by the oracle")
        replace_contents(workspace, reference)
        write_text(transcript, f"Submitted the reference, {count_text(len(reference), 'file')}.\n")
        return AgentReport(ended="done")


NOTEBOOK = ".apprentice.json"
"""File in the workspace in which the apprentice keeps what it got wrong; without defects there is none.

So what it submits at last is the reference to the byte, which is judged once for all who submit it.
"""


class Skill(Record):
    """How good an apprentice is; each value is a share from 0 to 1."""

    flawed: float
    """Of the item's mutants, planted in the first submission."""
    repairs: float
    """Chance that a defect which the feedback names is taken out; the first one named always is."""
    breaks: float
    """Chance that repairing plants a new defect."""


SKILLS = {
    "novice": Skill(flawed=0.35, repairs=0.35, breaks=0.2),
    "skilled": Skill(flawed=0.2, repairs=0.55, breaks=0.1),
    "expert": Skill(flawed=0.1, repairs=0.8, breaks=0.05),
}
"""The three skills, weakest first."""


class Notebook(FileRecord):
    """What the apprentice remembers from round to round."""

    SCHEMA: ClassVar[str] = "apprentice-notebook"

    planted: tuple[str, ...] = ()
    """Mutants in the submission."""


class ApprenticeAgent:
    """Implements plans.contracts.coding.PrivilegedAgent with defects of known number."""

    def __init__(self, spec: AgentSpec) -> None:
        """AuthorError when the spec names no known skill."""
        self.spec = spec
        name = spec.options.get("skill", "")
        if name not in SKILLS:
            raise AuthorError(f"There is no apprentice skill {name!r}. Use one of: {', '.join(SKILLS)}.")
        self._skill = SKILLS[name]

    async def work_sealed(
        self, brief: Brief, workspace: Path, transcript: Path, project: Project, feedback: Feedback | None
    ) -> AgentReport:
        """Submit the reference with defects: many in round 1, fewer as the feedback names them.

        NoReference for an imported item.
        """
        reference = reference_of(project, "an apprentice has nothing to plant defects in")
        order = _drawn(project, brief.random_seed)
        if feedback is None:
            before: list[str] = []
            wanted = order[: math.ceil(self._skill.flawed * len(order))]
        else:
            before = _noted(workspace / NOTEBOOK)
            repaired = self._repaired(before, brief, project, feedback)
            left = [mutant for mutant in before if mutant not in repaired]
            wanted = left + (self._broken(order, before, brief) if repaired else [])
        patches = {planted.mutant.id: planted.patch for planted in project.mutants}
        submitted = apply_together(reference, {id: patches[id] for id in wanted})
        replace_contents(workspace, submitted.files)
        if submitted.patches:
            write_record(workspace / NOTEBOOK, Notebook(planted=submitted.patches))
        detail = _told(before, submitted.patches)
        write_text(transcript, f"{detail}\n")
        return AgentReport(ended="done", detail=detail)

    def _repaired(self, planted: list[str], brief: Brief, project: Project, feedback: Feedback) -> set[str]:
        kills = {m.mutant.id: m.mutant.kills for m in project.mutants}
        believed = [point.task for point in feedback.points if point.fault != "said to work"]
        named = [id for task in believed for id in planted if task in kills[id]]
        return {
            id
            for place, id in enumerate(named)
            if place == 0 or _draw(brief, "repair", id) < self._skill.repairs
        }

    def _broken(self, order: Sequence[str], before: list[str], brief: Brief) -> list[str]:
        if _draw(brief, "break") >= self._skill.breaks:
            return []
        return [id for id in order if id not in before][:1]


def _noted(notebook: Path) -> list[str]:
    return list(read_record(notebook, Notebook).planted) if notebook.exists() else []


def _drawn(project: Project, random_seed: int) -> list[str]:
    """The mutants in the order in which they are planted: at random, those that break a root task last of all.

    Who breaks a root scores nothing at all, whatever else was done: that would tell of a single draw, not of a skill.
    """
    roots = {task.id for task in project.criteria.tasks if not task.depends_on}
    mutants = sorted((planted.mutant for planted in project.mutants), key=lambda mutant: mutant.id)
    Random(f"{random_seed}/order").shuffle(mutants)
    return [mutant.id for mutant in sorted(mutants, key=lambda mutant: not roots.isdisjoint(mutant.kills))]


def _draw(brief: Brief, *about: str) -> float:
    return Random("/".join((str(brief.random_seed), str(brief.round), *about))).random()


def _told(before: Sequence[str], now: Sequence[str]) -> str:
    added = [id for id in now if id not in before]
    gone = [id for id in before if id not in now]
    parts = [f"{count_text(len(now), 'defect')} in the submission"]
    parts += [f"repaired: {', '.join(gone)}"] if gone else []
    parts += [f"planted: {', '.join(added)}"] if added else []
    return "; ".join(parts)
