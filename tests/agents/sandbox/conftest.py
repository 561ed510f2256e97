"""The sandbox that is attacked, with little to take."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agents.sandbox.roster import USUAL, make_sandbox
from plans.contracts.sandboxing import Sandbox, SandboxProvider
from plans.records.sandboxing import SandboxNeeds
from tests.agents.sandbox.attacking import LIMITS


@pytest.fixture
def provider() -> SandboxProvider:
    return make_sandbox(USUAL)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "app"
    folder.mkdir()
    return folder


@pytest.fixture
async def sandbox(provider: SandboxProvider, workspace: Path) -> AsyncIterator[Sandbox]:
    async with provider.open(SandboxNeeds(workspace=workspace, limits=LIMITS)) as opened:
        yield opened
