"""Policy for events of a round: the table in plans/errors.py, applied."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from plans.errors import (
    RULING,
    AuthorError,
    BenchwrightError,
    BrowserMissing,
    BudgetError,
    Event,
    Fate,
    StorageFailed,
    event_of,
)
from plans.plain_text import well_formed
from plans.records.code_agent import AgentReport
from plans.records.marks import Mark, MarkCode

T = TypeVar("T")

STOPS_THE_RUN = (AuthorError, BrowserMissing, BudgetError, StorageFailed)
"""Somebody has to do something about these, and going on would spoil every other trial."""
LEFT_OPEN = (Fate.ROUND_UNRESOLVED, Fate.RUN_STOPPED)
"""Fates of what is no verdict of anybody's: nothing is written of it, so that it can be taken up again."""

LONGEST = 2000
"""Characters that are kept of what was raised."""


def fate(report: AgentReport) -> Fate:
    """What the end of an agent's turn means for its round."""
    return RULING[Event(report.ended)].fate


def is_judged(report: AgentReport) -> bool:
    """Whether there is a submission that says something about the agent."""
    return fate(report) in (Fate.JUDGED, Fate.JUDGED_MARKED)


def fate_marks(report: AgentReport) -> tuple[Mark, ...]:
    """Marks that the end of an agent's turn leaves on its round."""
    return (Mark(code=MarkCode(report.ended)),) if fate(report) is Fate.JUDGED_MARKED else ()


def describe(error: Exception) -> str:
    """What was raised, as a record can hold it: ours say what is wrong, of others their kind is needed too.

    Their words may name files of others, in which stand halves of letters that no text of ours can hold.
    """
    words = well_formed(str(error))[:LONGEST]
    return (
        words
        if isinstance(error, BenchwrightError)
        else f"{type(error).__name__}: {words}".removesuffix(": ")
    )


async def with_retry(attempt: Callable[[], Awaitable[T]]) -> T | Exception:
    """What `attempt` gives, or its last failure after the tries that the table gives it.

    Raises what stops the run, and EndpointFailed, after which the trial is left as it stands.
    """
    tries = 0
    while True:
        tries += 1
        try:
            return await attempt()
        except STOPS_THE_RUN:
            raise
        # Any crash of ours or of a plug-in, by whatever it raises: the round is unresolved then, and says why.
        except Exception as error:
            ruling = RULING[event_of(error)]
            if ruling.fate in LEFT_OPEN:
                raise
            if tries >= ruling.tries:
                return error
