"""What no program can tell of answers, asked of a model; each question of an answer once."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pipeline.solving.progress import Answering, AnswerProgress
from plans.contracts.instances import AnswerJudge
from plans.errors import EndpointFailed, first_of
from plans.records.instance import Evaluated, Instance, Mark, Question
from plans.records.scored_answer import DecidedCheck


@dataclass
class OpenAnswer:
    """An answer with checks that are unresolved."""

    solver: str
    repeat: int
    instance: Instance
    text: str
    evaluated: Evaluated
    decided: dict[str, DecidedCheck] = field(default_factory=dict[str, DecidedCheck])


async def decide_all(
    judge: AnswerJudge, answers: Sequence[OpenAnswer], jobs: int, progress: AnswerProgress
) -> Sequence[str]:
    """Put to each answer what the judge says of its open questions, at most `jobs` at a time; tells of each that could
    not be had, as an endpoint failed, why. Raises BudgetError, EndpointRefused and NotInJournal.
    """
    pieces = [(answer, question) for answer in answers for question in answer.evaluated.open]
    waiting = iter(pieces)
    failures: list[str] = []
    done = 0

    async def work(queue: Iterator[tuple[OpenAnswer, Question]]) -> None:
        nonlocal done
        for answer, question in queue:
            try:
                said = await judge.decide(answer.instance, answer.text, question)
            except EndpointFailed as error:
                failures.append(str(error))
                said = DecidedCheck(holds=None, reason=str(error))
            answer.decided[question.check] = said
            done += 1
            progress(Answering(answer.solver, answer.repeat, "judging", done, len(pieces)))

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(jobs):
                group.create_task(work(waiting))
    except ExceptionGroup as errors:
        raise first_of(errors) from None
    return failures


def with_decisions(answer: OpenAnswer) -> Evaluated:
    """What the answer scores with what was decided; a check of which the judge could not say stays unresolved."""
    marks = {
        check: Mark.PASSED if said.holds else Mark.FAILED
        for check, said in answer.decided.items()
        if said.holds is not None
    }
    seen = answer.evaluated
    return seen.model_copy(
        update={
            "checks": {check: marks.get(check, mark) for check, mark in seen.checks.items()},
            "apart": {check: marks.get(check, mark) for check, mark in seen.apart.items()},
            "open": tuple(one for one in seen.open if one.check not in marks),
        }
    )
