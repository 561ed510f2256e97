"""The agent that hands in the reference: what it misses, the benchmark gets wrong."""

from pathlib import Path

from agents.coding.workspace import replace_contents
from plans.files import write_text
from plans.plurals import count_text
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.feedback import Feedback
from plans.records.project import Project
from plans.references import reference_of


class OracleAgent:
    """Implements plans.contracts.coding.PrivilegedAgent by copying the reference."""

    def __init__(self, spec: AgentSpec) -> None:
        self.spec = spec

    async def work_sealed(
        self, brief: Brief, workspace: Path, transcript: Path, project: Project, feedback: Feedback | None
    ) -> AgentReport:
        """Put the reference into the workspace; NoReference for an imported item."""
        reference = reference_of(project, "nothing can be handed in by the oracle")
        replace_contents(workspace, reference)
        write_text(transcript, f"Handed in the reference, {count_text(len(reference), 'file')}.\n")
        return AgentReport(ended="done")
