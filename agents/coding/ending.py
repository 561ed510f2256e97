"""How a program's turn ended: what it told, its exit code and its calls, as signs; plans/errors.py weighs them.

No exit code is trusted alone: programs end with 0 after a broken stream, and with 1 at a limit of their own.
"""

from collections.abc import Iterator
from typing import NamedTuple

from agents.coding.program import Told
from agents.gateway.traffic import SILENCE, Traffic
from plans.errors import Sign, ended_by
from plans.records.code_agent import Ended
from plans.records.sandboxing import ExecResult
from plans.records.usage import Refusal
from plans.untrusted_text import folded

LAST_WORDS = 500
"""Characters of the program's last words that are kept."""


class Ending(NamedTuple):
    """How a turn ended, and why."""

    ended: Ended
    detail: str = ""


def ending_of(
    told: Told, result: ExecResult, traffic: Traffic, time_limit: float, *, is_first: bool = True
) -> Ending:
    """How the turn, the `first` one or a later one, ended by the table of signs, with the words that go with it."""
    trouble = traffic.endpoint_trouble(min(SILENCE, time_limit / 2), is_first=is_first)
    ended = ended_by(set(_signs(told, result, traffic, trouble)))
    return Ending(ended, _detail(ended, told, result, trouble))


def _signs(told: Told, result: ExecResult, traffic: Traffic, trouble: str) -> Iterator[Sign]:
    ended_well = result.returncode == 0 and not result.timed_out and traffic.answered() > 0
    if traffic.refused_for(Refusal.BUDGET):
        yield Sign.BUDGET_REFUSED
    if told.ended == "done" and ended_well:
        yield Sign.SAID_DONE if told.is_certain else Sign.SEEMS_DONE
    if trouble:
        yield Sign.ENDPOINT_IN_TROUBLE
    if result.timed_out:
        yield Sign.TIMED_OUT
    if not traffic.put():
        yield Sign.NEVER_ASKED
    if told.ended == "gave up":
        yield Sign.SAID_GIVEN_UP


def _detail(ended: Ended, told: Told, result: ExecResult, trouble: str) -> str:
    words = folded(told.detail) or folded(result.stderr.strip() or result.stdout)[-LAST_WORDS:]
    match ended:
        case "done":
            return ""
        case "endpoint failed":
            return trouble
        case "harness failed":
            return f"it never asked its model; {exit_detail(result.returncode, words)}"
        case "agent failed":
            return exit_detail(result.returncode, words)
        case _:
            return words


def exit_detail(code: int, words: str) -> str:
    """An exit code with the program's last words, of which there may be none."""
    return f"exit code {code}: {words}" if words else f"exit code {code}"
