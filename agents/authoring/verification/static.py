"""The part of the release gate that needs no browser."""

from collections.abc import Sequence

from agents.authoring.verification.conclusions import concluded
from agents.authoring.verification.digest import digests_of
from agents.authoring.verification.gate import run_checks, unconcluded
from agents.authoring.verification.readings import readings
from plans.contracts.authoring import Check, Reader
from plans.records.evidence import Evidence
from plans.records.plan import Plan
from plans.records.project import Project

NO_JUDGE = "none: static checks alone"
"""Stands in the evidence where the judge's digest would be, so that a later live gate does not take it as known."""


class StaticGate:
    """Implements plans.contracts.authoring.Gate with the program-decided checks alone.

    It proves nothing about how the reference behaves: its evidence has no cells, so it releases nothing and says why.
    """

    def __init__(self, checks: Sequence[Check], runtime: str = "", reader: Reader | None = None) -> None:
        """`runtime`: digest of the packages that the suite locks; empty where it locks none. `reader`: decides further
        checks.
        """
        self._checks = tuple(checks)
        self._runtime = runtime
        self._reader = reader

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        digests = digests_of(project, plan, NO_JUDGE, self._checks, self._runtime)
        results = run_checks(self._checks, project, plan)
        results += await readings(self._reader, project, results, known, digests)
        return concluded(unconcluded(project, digests, results), project, runtime=self._runtime)
