"""How a program's turn ended: what it told, its exit code and its calls, weighed against each other.

No exit code is trusted alone: programs end with 0 after a broken stream, and with 1 at a limit of their own.
"""

from typing import NamedTuple

from agents.coding.program import Told
from agents.gateway.relay import BUDGET
from agents.gateway.traffic import SILENCE, Traffic
from plans.contracts import ExecResult
from plans.records.code_agent import Ended

LAST_WORDS = 500
"""Characters of the program's last words that are kept."""


class Ending(NamedTuple):
    """How a turn ended, and why."""

    ended: Ended
    detail: str = ""


def ending_of(told: Told, result: ExecResult, traffic: Traffic, time_limit: float) -> Ending:
    """The first of these that holds: budget used up, done, endpoint failed, out of time, gave up, failed.

    A program that never asked its model says nothing about its skill: then it was we who could not start it.
    """
    trouble = traffic.endpoint_trouble(min(SILENCE, time_limit / 2))
    words = told.detail or _last_words(result)
    if traffic.refused_for(BUDGET):
        return Ending("out of budget", words)
    if _is_done(told, result, traffic) and (told.is_certain or not trouble):
        return Ending("done")
    if trouble:
        return Ending("endpoint failed", trouble)
    if result.timed_out:
        return Ending("out of time", words)
    if not traffic.calls:
        return Ending("harness failed", f"it never asked its model; exit code {result.returncode}: {words}")
    if told.ended == "gave up":
        return Ending("gave up", words)
    return Ending("agent failed", f"exit code {result.returncode}: {words}")


def _is_done(told: Told, result: ExecResult, traffic: Traffic) -> bool:
    has_ended_well = told.ended == "done" and result.returncode == 0 and not result.timed_out
    return has_ended_well and traffic.answered() > 0


def _last_words(result: ExecResult) -> str:
    return (result.stderr.strip() or result.stdout.strip())[-LAST_WORDS:]
