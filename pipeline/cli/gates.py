"""The release gates that an author may choose between."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Literal

from agents.authoring.verification.checks import common_checks
from agents.authoring.verification.gate import Progress, no_progress
from agents.authoring.verification.static import StaticGate
from pipeline.cli.wiring import programmatic_judge, release_gate
from plans.contracts import Gate
from plans.families import checks
from plans.settings import read_settings

GateName = Literal["live", "static"]
GATES: tuple[GateName, ...] = ("live", "static")


@asynccontextmanager
async def open_gate(
    name: str, family: str, canary: str, progress: Progress = no_progress
) -> AsyncGenerator[Gate]:
    """live: the whole matrix in a real browser. static: the program-decided checks alone."""
    if name == "static":
        yield StaticGate((*common_checks(canary), *checks(family)))
        return
    async with programmatic_judge(read_settings()) as judge:
        yield release_gate(judge, family, canary, progress=progress)
