"""A trial of a real program against the scripted endpoint: its workspace, its memory, its rounds."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from agents.coding.installed import InstalledAgent
from agents.coding.installing import installed, is_installed
from agents.coding.model_access import ModelAccess
from agents.coding.roster import make_program
from agents.gateway.budget import Account
from agents.gateway.transport import ModelRoute
from agents.sandbox.local_unsafe import LocalUnsafe
from agents.sandbox.roster import USUAL, make_sandbox
from plans.contracts.sandboxing import SandboxProvider
from plans.errors import InstallFailed, SandboxRefused
from plans.records.code_agent import AgentReport, AgentSpec, Brief, Trajectory
from plans.records.model_settings import PROTOCOLS, Allowance, Endpoint, WireProtocol
from plans.records.sandboxing import Mirror
from plans.settings import read_settings
from tests.agents.scripted.endpoint import ScriptedEndpoint

ENVIRONMENT = dict(os.environ)
"""As it was before the tests were kept from the network: package clients need it."""
MODEL = "some-model"


@dataclass
class Trial:
    """One agent and what it leaves."""

    agent: InstalledAgent
    endpoint: ScriptedEndpoint
    folder: Path
    reports: list[AgentReport] = field(default_factory=list[AgentReport])

    @property
    def workspace(self) -> Path:
        return self.folder / f"desk-{len(self.reports)}" / "app"

    @property
    def page(self) -> str:
        """What the agent has written."""
        return (self.workspace / "index.html").read_text()

    @property
    def transcript(self) -> str:
        return (self.folder / "transcript.txt").read_text()

    @property
    def trajectory(self) -> Trajectory:
        return Trajectory.model_validate_json((self.folder / "trajectory.json").read_text())

    async def plays(self, *, time_limit: float = 60) -> AgentReport:
        """One more round; the workspace moves from desk to desk, as it does in a run."""
        before, number = self.workspace, len(self.reports) + 1
        after = self.folder / f"desk-{number}"
        after.mkdir()
        before.rename(after / "app") if before.exists() else (after / "app").mkdir()
        brief = Brief(
            message=f"ROUND={number}: please write a page.\n",
            round=number,
            time_limit=time_limit,
            random_seed=1,
            memory=self.folder / "memory",
        )
        report = await self.agent.work(brief, after / "app", self.folder / "transcript.txt")
        self.reports.append(report)
        return report


@asynccontextmanager
async def trial(
    name: str,
    folder: Path,
    case: str = "ok",
    *,
    protocol: WireProtocol | None = None,
    turn: Allowance | None = None,
    options: dict[str, str] | None = None,
    mirror: Mirror | None = None,
) -> AsyncGenerator[Trial]:
    """An agent at an endpoint where this goes wrong."""
    program = make_program(name)
    endpoint = ScriptedEndpoint(case=case)
    async with endpoint.serving() as url:
        model_route = ModelRoute(
            Endpoint(name="scripted", url=url, protocols=PROTOCOLS), MODEL, "the real key"
        )
        means = ModelAccess(
            model_route, protocol or program.protocols[0], turn or Allowance(), Account(), programs()
        )
        spec = AgentSpec(name=name, kind=name, version=program.version, options=options or {})
        yield Trial(InstalledAgent(spec, program, sandbox(), means, mirror), endpoint, folder)


@cache
def sandbox() -> SandboxProvider:
    """The usual one; where it does not work here, the one that protects nothing, as these agents follow our script."""
    usual = make_sandbox(USUAL)
    try:
        usual.preflight()
    except SandboxRefused:
        return LocalUnsafe()
    return usual


def programs() -> Path:
    """Where programs are installed, for tests as for users."""
    return read_settings(ENVIRONMENT).programs


async def require(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the program installed by its package client, in the environment of this machine; skip where it fails."""
    program = make_program(name)
    if is_installed(program, program.version, programs()):
        return
    with monkeypatch.context() as patch:
        for variable in set(os.environ) - set(ENVIRONMENT):
            patch.delenv(variable)
        for variable, value in ENVIRONMENT.items():
            patch.setenv(variable, value)
        try:
            await installed(program, program.version, programs())
        except InstallFailed as error:
            pytest.skip(f"{name} cannot be installed here: {error}")
