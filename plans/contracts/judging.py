"""Deciding evaluation tasks."""

from collections.abc import Mapping
from typing import Protocol

from plans.records.verdict import Judgement, JudgeRequest


class Judge(Protocol):
    """Decides evaluation tasks on a submission."""

    name: str

    @property
    def digest(self) -> str:
        """Digest of everything that could change a verdict on files: code, settings, browser version."""
        ...

    @property
    def sandbox_digest(self) -> str:
        """Digest of the code that runs submissions which serve themselves, and so could change a verdict on
        these alone; empty where none are run.
        """
        ...

    @property
    def versions(self) -> Mapping[str, str]:
        """Tool → version of what it judges with, such as the browser; empty when it needs none."""
        ...

    async def judge(self, request: JudgeRequest) -> Judgement:
        """Verdicts for every task that the request asks for, and for whatever these depend on.

        Tasks run in DAG order and blocked ones never run. A judge may be called many times at once; it bounds its own
        workers. Nothing servable is a judgement (root tasks failed), not an error. Raises BrowserMissing, BrowserLost
        and, when the submission must be run and no place was given to run it in, SandboxRefused; where it asks a model,
        EndpointFailed and BudgetError, by themselves and not in a group: nothing of what it found stands then, and it
        is asked again later.
        """
        ...
