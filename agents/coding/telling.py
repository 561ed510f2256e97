"""What is kept of a turn for people: the transcript as it came, and the common trajectory."""

from collections.abc import Sequence

from agents.coding.program import Said, Told, Turn
from plans.contracts import ExecResult
from plans.records.code_agent import AgentSpec
from plans.records.trajectory import (
    FinalMetrics,
    Observation,
    ObservationResult,
    Trajectory,
    TrajectoryAgent,
    TrajectoryStep,
)
from plans.records.usage import Usage


def transcript_text(result: ExecResult, aside: Sequence[str]) -> str:
    """All that the program printed, and what was taken out of its way."""
    end = "out of time" if result.timed_out else f"exit code {result.returncode}"
    note = f"--- set aside while it ran: {', '.join(aside)} ---\n" if aside else ""
    return f"{note}{result.stdout}\n--- standard error ---\n{result.stderr}\n--- {end} ---\n"


def trajectory(spec: AgentSpec, model: str, turn: Turn, told: Told, usage: Usage) -> Trajectory:
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


def _step(number: int, said: Said) -> TrajectoryStep:
    results = tuple(
        ObservationResult(source_call_id=id, content=content) for id, content in said.results.items()
    )
    return TrajectoryStep(
        step_id=number,
        source="agent",
        message=said.text,
        tool_calls=said.calls or None,
        observation=Observation(results=results) if results else None,
    )
