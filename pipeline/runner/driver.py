"""Drives the pieces of a run: so many at once, tried again as plans/errors.py rules, left where an endpoint is dead."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from plans.errors import (
    RULING,
    AuthorError,
    BenchwrightError,
    BrowserMissing,
    BudgetError,
    EndpointFailed,
    Event,
    Fate,
    StorageFailed,
    event_of,
    first_of,
)
from plans.plain_text import count_text, well_formed
from plans.records.code_agent import AgentReport
from plans.records.marks import Mark, MarkCode
from plans.records.verdict import Judgement

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


async def run_all(work: Iterable[Callable[[], Awaitable[None]]], jobs: int) -> None:
    """Do all the work in its order, at most `jobs` pieces at a time; the first error ends the rest and is raised, a
    defect before others. A piece is taken from `work` when a place for it is free.
    """
    pieces = iter(work)

    async def one_after_the_other() -> None:
        for piece in pieces:
            await piece()

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(jobs):
                group.create_task(one_after_the_other())
    except ExceptionGroup as errors:
        raise first_of(errors) from None


class Waiting(NamedTuple):
    """A trial in which somebody of ours had no answer of a model, and what then was said."""

    trial: str
    error: EndpointFailed


def refuse_waiting(waiting: Sequence[Waiting], planned: int) -> None:
    """Raise EndpointFailed where trials wait for the endpoint of a model."""
    if waiting:
        raise EndpointFailed(
            f"{count_text(len(waiting), 'trial')} of {planned} stopped for want of a model's answer, the first "
            f"{waiting[0].trial}: {waiting[0].error} What is finished stands; the same command goes on from there."
        )


async def run_trials(
    work: Mapping[tuple[str, str, int], Callable[[], Awaitable[None]]], jobs: int
) -> Sequence[Waiting]:
    """Do the work of all trials, by project, agent and repeat, and give those that wait for the endpoint of a model:
    others may ask another endpoint, or find it answering again. Raises as run_all.
    """
    waiting: list[Waiting] = []

    async def unless_waiting(trial: tuple[str, str, int]) -> None:
        try:
            await work[trial]()
        except EndpointFailed as error:
            project, agent, repeat = trial
            waiting.append(Waiting(f"{project}, {agent}, repeat {repeat}", error))

    await run_all((partial(unless_waiting, trial) for trial in work), jobs)
    return waiting


class Advance(NamedTuple):
    """One more round of a trial stands."""

    project: str
    agent: str
    repeat: int
    round: int
    judgement: Judgement | None
    """None where there was nothing to judge: the endpoint or this machine failed."""
    done: int
    """Rounds accounted for so far, in all trials: those too that are not played as their trial is over."""
    planned: int
    skipped: int = 0
    """Later rounds of the trial that are accounted for with this one, as the trial is over."""
    is_new: bool = True
    """False for a round that was finished before this command began."""


Progress = Callable[[Advance], None]


def no_progress(advance: object) -> None:
    """Shows nothing, of rounds or of answers."""


class RoundDone(Protocol):
    """What a trial calls with each round that stands."""

    def __call__(
        self, number: int, judgement: Judgement | None, *, is_last: bool, is_new: bool = True
    ) -> None:
        """`is_last`: the trial is over, whatever was planned. `is_new`: this command played or judged the round."""
        ...


class RoundCounter:
    """Counts the rounds of all trials for one Progress."""

    def __init__(self, trials: int, rounds: int, progress: Progress) -> None:
        """`rounds`: of each trial."""
        self._rounds = rounds
        self._planned = trials * rounds
        self._progress = progress
        self._done = 0

    def of(self, project: str, agent: str, repeat: int) -> RoundDone:
        """What a trial calls with each round that stands, in their order."""

        def round_done(
            number: int, judgement: Judgement | None, *, is_last: bool, is_new: bool = True
        ) -> None:
            skipped = self._rounds - number if is_last else 0
            self._done += 1 + skipped
            far = self._done, self._planned, skipped
            self._progress(Advance(project, agent, repeat, number, judgement, *far, is_new))

        return round_done
