"""The release gates that an author may choose between."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Literal

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.gate import Progress, no_progress
from agents.authoring.verification.static import StaticGate
from pipeline.cli.wiring import programmatic_judge, release_gate
from pipeline.graph.spec import AuthoringSpec
from pipeline.refresh.parents import ParentFails, parents_of
from plans.contracts import Gate
from plans.settings import read_settings

GateName = Literal["live", "static"]
GATES: tuple[GateName, ...] = ("live", "static")


@asynccontextmanager
async def open_gate(spec: AuthoringSpec, progress: Progress = no_progress) -> AsyncGenerator[Gate]:
    """The gate that `spec` asks for.

    live: the whole matrix in a real browser, with the parent's row where an item has a parent. static: the
    program-decided checks alone.
    """
    if spec.gate == "static":
        yield StaticGate(every_check(spec.family, spec.canary))
        return
    parents = parents_of(spec)
    async with programmatic_judge(read_settings()) as judge:
        gate = release_gate(judge, spec.family, spec.canary, progress=progress)
        yield ParentFails(gate, judge, parents) if parents else gate
