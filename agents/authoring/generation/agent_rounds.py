"""One round of a code agent of ours, with what it used of models by our gateway."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from plans.contracts.coding import CodeAgent
from plans.errors import EndpointFailed, JudgeError
from plans.files import read_own_record
from plans.records.code_agent import AgentReport, Brief
from plans.records.model_call import ModelUse, ModelUses

TURN_LIMIT = 3600.0
"""Seconds that an agent may work in one round."""


class Worked(NamedTuple):
    """What came of a round, beside what lies in the workspace."""

    report: AgentReport
    uses: Sequence[ModelUse]


@dataclass(frozen=True)
class Desk:
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
