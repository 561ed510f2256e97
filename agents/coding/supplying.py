"""Packages while an agent works: what it finds of a mirror in its sandbox, and what is kept of what it had."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from agents.gateway.mirror import MirrorDoor
from plans.contracts.sandboxing import SandboxProvider
from plans.files import write_record
from plans.records.code_agent import AgentReport, AgentSpec
from plans.records.sandboxing import MIRRORED, Mirror, SandboxService
from plans.scratch import scratch

PORT = 4873
"""Where package clients find the mirror, in a sandbox that has a network of its own."""
KEPT = "packages.json"
"""File beside the transcript."""
QUIET = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
    "npm_config_audit": "false",
    "npm_config_fund": "false",
    "npm_config_update_notifier": "false",
    # A lock that named our address would be worth nothing where the work is looked at, nor would one that came along.
    "npm_config_omit_lockfile_registry_resolved": "true",
    "npm_config_replace_registry_host": "always",
}
"""What keeps package clients to packages, and our address out of what they write."""


@dataclass(frozen=True)
class Supply:
    """What a sandbox is opened with, so that package clients in it find the mirror; nothing where there is none."""

    gateways: tuple[SandboxService, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)


def named_for(spec: AgentSpec, mirror: Mirror | None) -> AgentSpec:
    """The spec as it is recorded where packages are within the agent's reach."""
    if mirror is None:
        return spec
    return spec.model_copy(update={"options": {**spec.options, MIRRORED: " and ".join(mirror.kinds)}})


@asynccontextmanager
async def supplied(door: MirrorDoor | None, sandbox: SandboxProvider) -> AsyncGenerator[Supply]:
    """The mirror within reach of a sandbox that is opened with this."""
    if door is None:
        yield Supply()
        return
    if sandbox.strength == "unsafe":
        # It has no network of its own, into which a gateway could lead.
        async with door.on_loopback() as address:
            yield Supply(environment=environment(door.mirror, address))
        return
    with scratch("mirror") as folder:
        socket = folder / "packages.sock"
        async with door.on_socket(socket, PORT) as address:
            yield Supply((SandboxService(port=PORT, socket=socket),), environment(door.mirror, address))


def environment(mirror: Mirror, address: str) -> dict[str, str]:
    """By what pip, uv and npm, and clients that read npm's settings, find the mirror."""
    found = dict(QUIET)
    if mirror.python:
        index = f"{address}/python/"
        found |= {"PIP_INDEX_URL": index, "UV_DEFAULT_INDEX": index, "UV_INDEX_URL": index}
    if mirror.node:
        found |= {"npm_config_registry": f"{address}/node/"}
    return found


def door_to(mirror: Mirror | None) -> MirrorDoor | None:
    """The door for one turn; None where there is no mirror."""
    return None if mirror is None else MirrorDoor(mirror)


def noted(door: MirrorDoor | None, transcript: Path, report: AgentReport) -> AgentReport:
    """Keep beside the transcript what was had; the report says so where the turn says nothing about the agent.

    A mirror whose last word was none is a service that failed, and no doing of the agent's.
    """
    if door is None:
        return report
    write_record(transcript.with_name(KEPT), door.taken.record(door.mirror))
    # A model that failed has been told already, and is why the round says nothing.
    if not door.taken.trouble or report.ended == "endpoint failed":
        return report
    detail = f"package mirror: {door.taken.trouble}"
    return report.model_copy(update={"ended": "endpoint failed", "detail": detail})
