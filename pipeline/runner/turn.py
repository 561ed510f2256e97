"""An agent's turn in its workspace."""

import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from inspect import isawaitable
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from pipeline.runner.archive import restore, workspace_digest
from pipeline.runner.context import Trial
from pipeline.runner.fates import told, tried
from pipeline.runner.workspace import Desk
from plans.contracts.coding import Player, Yardstick
from plans.errors import AuthorError, EndpointFailed
from plans.files import write_text
from plans.handed_out import handed_out
from plans.items import write_grader
from plans.paths import HandInPaths
from plans.records.code_agent import AgentReport, AgentSpec, Brief
from plans.records.feedback import Feedback
from plans.records.usage import Usage
from plans.time_limits import TimeLimit
from plans.wellformed import well_formed

GRACE = 30.0
"""Seconds beyond its time limit after which an agent that does not keep it is stopped from outside."""


class Turn(NamedTuple):
    """How a turn ended, and what it began with."""

    report: AgentReport
    began: str
    """Digest of the workspace as the agent found it."""


def refuse_sealed(agent: Player) -> None:
    """AuthorError for a plug-in that asks for the sealed item; it would not be given it."""
    if not isinstance(agent, Yardstick) and hasattr(agent, "work_sealed"):
        raise AuthorError(
            f"Agent {agent.spec.name!r} asks for the sealed item, reference and criteria included, which only our own "
            "yardsticks get: its score would say nothing. Implement CodeAgent instead of PrivilegedAgent."
        )


async def take_turn(
    trial: Trial,
    brief: Brief,
    at: Desk,
    feedback: Feedback | None,
    *,
    before: HandInPaths | None,
    memory: HandInPaths | None = None,
) -> Turn:
    """Let the agent work once at its desk; a crash of its adapter is tried once more.

    `before` is the hand-in of the round before, and `memory` what the agent kept beside it: workspace and memory begin
    as these. Where there is none, a workspace begins with what the item hands out, and is empty otherwise. What every
    try used of models is in the report, however it ended.
    """
    used: list[Usage] = []
    began = ""

    async def attempt() -> AgentReport:
        nonlocal began
        restore(before, at.workspace)
        if before is None:
            write_grader(at.workspace, handed_out(trial.project))
        restore(memory, at.memory)
        began = workspace_digest(at.workspace)
        try:
            return await _work(trial, brief, at, feedback)
        finally:
            used.extend(_taken(at.usage))

    report = await _tried(attempt, at)
    return Turn(report.using(sum(used, Usage())) if used else report, began)


async def _tried(attempt: Callable[[], Awaitable[AgentReport]], at: Desk) -> AgentReport:
    try:
        answer = await tried(attempt)
    except EndpointFailed as error:
        write_text(at.transcript, f"{told(error)}\n")
        return AgentReport(ended="endpoint failed", detail=told(error))
    if isinstance(answer, AgentReport):
        return answer
    write_text(at.transcript, well_formed("".join(traceback.format_exception(answer))))
    return AgentReport(ended="harness failed", detail=told(answer))


async def _work(trial: Trial, brief: Brief, at: Desk, feedback: Feedback | None) -> AgentReport:
    agent = trial.agent
    bound = TimeLimit(brief.time_limit + GRACE)
    try:
        async with bound:
            if isinstance(agent, Yardstick):
                return await agent.agent.work_sealed(brief, *at, trial.project, feedback)
            return await _reported(agent.spec, agent.work(brief, *at))
    except TimeoutError:
        if not bound.expired():
            raise
        detail = f"Did not keep its time limit of {brief.time_limit:g} s and was stopped."
        return AgentReport(ended="out of time", detail=detail, seconds=brief.time_limit + GRACE)


def _taken(usage: Path) -> Iterator[Usage]:
    """What a try told that it used; nothing where it told nothing that could be read."""
    if not usage.is_file() or usage.is_symlink():
        return
    with suppress(ValidationError):
        yield Usage.model_validate_json(usage.read_bytes())
    usage.unlink()


async def _reported(spec: AgentSpec, working: Awaitable[object]) -> AgentReport:
    """The report that a `work` comes to; AuthorError when there is none, as no other round would have one either."""
    if not isawaitable(working):
        raise AuthorError(
            f"`work` of agent {spec.name!r} cannot be awaited, and so not be stopped in time: write `async def work`."
        )
    answer = await working
    if not isinstance(answer, AgentReport):
        raise AuthorError(
            f"`work` of agent {spec.name!r} returned {answer!r:.80}, which does not say how its turn ended: return an "
            'AgentReport, such as AgentReport(ended="done").'
        )
    return answer
