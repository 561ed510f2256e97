"""Agents of whom a run has learned nothing so far."""

from pipeline.runner.fates import is_judged
from pipeline.runner.reader import RunFolder


def unjudged_agents(run: RunFolder) -> tuple[str, ...]:
    """Agents of whose rounds not one says anything about them: endpoint or machine failed in each trial at once."""
    judged = {
        trial[1] for trial in run.trials() for played in run.rounds(*trial) if is_judged(played.record.report)
    }
    return tuple(agent.name for agent in run.spec().play.agents if agent.name not in judged)
