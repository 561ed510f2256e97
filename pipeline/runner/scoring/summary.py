"""`summary.json`: a run's numbers by round, for scripts."""

import json
from pathlib import Path

from pydantic import JsonValue

from plans.files import write_text
from plans.records.point_tables import AgentPoints
from plans.records.result import AgentScore, RunResult
from plans.records.run_times import RunTimes


def write_summary(path: Path, result: RunResult, times: RunTimes) -> None:
    """Write `items`, `seconds` of work and, per agent, what it used and an entry for each round that was asked for.

    The rates are those of each round's hand-in, from 0 to 1, with unresolved tasks as not passed. What is not known of
    times, tokens and cost is null; where `turns_told` is less than `turns`, the sums are the least that was used.
    Where tasks earn points, each agent has its rows of the tables of them too (plans.records.point_tables).
    """
    points = {one.agent: one for one in result.points.agents} if result.points else {}
    summary: JsonValue = {
        "items": result.planned_projects,
        "seconds": None if times.worked is None else round(times.worked, 1),
        "agents": {
            score.agent.name: {
                "used": score.used.model_dump(),
                "rounds": _rounds(score),
                **_points(points.get(score.agent.name)),
            }
            for score in result.agents
        },
    }
    write_text(path, json.dumps(summary, indent=1, ensure_ascii=False) + "\n")


def _points(rows: AgentPoints | None) -> dict[str, JsonValue]:
    return {"points": rows.model_dump(mode="json", exclude={"agent"})} if rows else {}


def _rounds(score: AgentScore) -> list[JsonValue]:
    return [
        {
            "project_completion_rate": at.project_completion_rate.low,
            "task_pass_rate": at.task_pass_rate.low,
            "criteria_pass_rate": at.criteria_pass_rate.low,
            "unresolved": at.unresolved,
            "used": at.used.model_dump(),
        }
        for at in score.rounds
    ]
