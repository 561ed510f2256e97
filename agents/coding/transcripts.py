"""Records of a turn: the raw transcript, the common trajectory, and the usage."""

import asyncio
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from agents.coding.program import ProgramTurn, TurnMessage, TurnReport
from plans.files import write_text
from plans.plain_text import mended, well_formed
from plans.records.code_agent import (
    AgentSpec,
    FinalMetrics,
    ObservationResult,
    ToolCall,
    ToolObservation,
    Trajectory,
    TrajectoryAgent,
    TrajectoryStep,
)
from plans.records.sandboxing import ExecResult
from plans.records.usage import Usage


@contextmanager
def told_used(transcript: Path, usage: Callable[[], Usage]) -> Generator[None]:
    """Write, once the turn has ended in whatever way, what it used."""
    try:
        yield
    finally:
        write_text(transcript.with_name("usage.json"), usage().model_dump_json(exclude_defaults=True))


@contextmanager
def told_if_stopped(transcript: Path, usage: Callable[[], Usage]) -> Generator[None]:
    """The same, of a turn that is stopped from outside alone.

    For an agent whose next try, after a crash, counts once more what the journal replays to it.
    """
    try:
        yield
    except asyncio.CancelledError:
        with told_used(transcript, usage):
            raise


class Opened(NamedTuple):
    """What a turn began with, of an agent that is no program."""

    message: str
    session: str
    is_resumed: bool


def transcript_text(result: ExecResult, aside: Sequence[str]) -> str:
    """All that the program printed, and what was taken out of its way."""
    end = "out of time" if result.timed_out else f"exit code {result.returncode}"
    note = f"--- set aside while it ran: {', '.join(aside)} ---\n" if aside else ""
    said = f"{note}{result.stdout}\n--- standard error ---\n{result.stderr}\n--- {end} ---\n"
    return well_formed(said)


def well_told(told: TurnReport) -> TurnReport:
    """The same as files can hold it: a model may say half a letter, and a tool be given depths without end."""
    return TurnReport(
        ended=told.ended,
        detail=well_formed(told.detail),
        is_certain=told.is_certain,
        session=None if told.session is None else well_formed(told.session),
        steps=tuple(_well_said(said) for said in told.steps),
    )


def trajectory_text(
    spec: AgentSpec, model: str, turn: ProgramTurn | Opened, told: TurnReport, usage: Usage
) -> str:
    """The trajectory as it is written.

    Where a step has a form that cannot be, it says so in place of the steps: what a program tells undoes no turn.
    """
    try:
        return _trajectory(spec, model, turn, told, usage).text()
    except (ValueError, RecursionError) as error:
        lost = TurnMessage(text=f"What it did cannot be written down: {type(error).__name__}.")
        return _trajectory(spec, model, turn, told.model_copy(update={"steps": (lost,)}), usage).text()


def _well_said(said: TurnMessage) -> TurnMessage:
    calls = tuple(
        ToolCall(
            tool_call_id=well_formed(call.tool_call_id),
            function_name=well_formed(call.function_name),
            arguments=mended(call.arguments),
        )
        for call in said.calls
    )
    results = {well_formed(id): well_formed(content) for id, content in said.results.items()}
    return TurnMessage(text=well_formed(said.text), calls=calls, results=results)


def _trajectory(
    spec: AgentSpec, model: str, turn: ProgramTurn | Opened, told: TurnReport, usage: Usage
) -> Trajectory:
    """The turn from the message to what was said last, with what it took as the relay counted it."""
    steps = [TrajectoryStep(step_id=1, source="user", message=turn.message)]
    steps += [_step(number, said) for number, said in enumerate(told.steps, 2)]
    return Trajectory(
        session_id=told.session or turn.session,
        agent=TrajectoryAgent(name=spec.kind, version=spec.version, model_name=model),
        steps=tuple(steps),
        notes="Continues the session of the round before." if turn.is_resumed else None,
        final_metrics=FinalMetrics(
            total_prompt_tokens=usage.tokens.input if usage.tokens.total else None,
            total_completion_tokens=usage.tokens.output if usage.tokens.total else None,
            total_cached_tokens=usage.tokens.cached_input if usage.tokens.total else None,
            total_cost_usd=usage.cost,
            total_steps=len(steps),
        ),
    )


def _step(number: int, said: TurnMessage) -> TrajectoryStep:
    results = tuple(
        ObservationResult(source_call_id=id, content=content) for id, content in said.results.items()
    )
    return TrajectoryStep(
        step_id=number,
        source="agent",
        message=said.text,
        tool_calls=said.calls or None,
        observation=ToolObservation(results=results) if results else None,
    )
