"""The agent that does nothing: what it scores, the benchmark gives away."""

from pathlib import Path

from plans.files import write_text
from plans.records.code_agent import AgentReport, AgentSpec, Brief


class NopAgent:
    """Implements plans.contracts.coding.CodeAgent by leaving the workspace as it is."""

    def __init__(self, spec: AgentSpec) -> None:
        self.spec = spec

    async def work(self, brief: Brief, workspace: Path, transcript: Path) -> AgentReport:
        """Do nothing."""
        write_text(transcript, "Did nothing.\n")
        return AgentReport(ended="done")
