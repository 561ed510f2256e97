"""Reads an item by a model in the role `verifier`: every check several times over, and no verdict without a majority.

A verdict is never guessed: readings that quote what is not there, or that a model would not give, do not count; where
too few are left, or they do not agree, the check is undecided.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agents.authoring.verification.reading.answers import (
    FILE,
    ClauseReading,
    Definition,
    Quoted,
    ReaderFault,
    ReaderFindings,
    clause_flaws,
    flaws_of,
    plain,
    read_clauses,
    read_definitions,
    untested_clauses,
)
from agents.authoring.writing import AuthoringMode
from agents.gateway.prompts import Prompts
from plans.contracts.models import Model
from plans.digests import record_digest, value_digest
from plans.errors import ModelError, first_of
from plans.plain_text import count_text
from plans.prd_text import requirements_text
from plans.records.evidence import CheckResult, Quotation, ReadFault, ReadingSample, Untested
from plans.records.model_call import Message, ModelCall, ModelUse, model_use
from plans.records.project import Project
from plans.records.specification import Underspecification

BY_MODEL = " by model"
"""Ending of the names of these checks: programs decide others of the same names."""
STAGE = "verify"
_SHAPES: Mapping[str, type[ReaderFindings | ClauseReading]] = {
    "faults": ReaderFindings,
    "clauses": ClauseReading,
}
_PROMPTS = Prompts("agents.authoring.verification.reading")


class ModelReader:
    """Implements plans.contracts.authoring.Reader."""

    def __init__(self, model: Model, way: AuthoringMode, file: Path = FILE) -> None:
        """`way`: in which the items that it reads are tried; `file`: definitions and parameters; raises InvalidFile."""
        self._model = model
        self._asked = read_definitions(way, file)
        prompts = _PROMPTS.template_hash("reader", "clauses", "check", "requote", "criteria", "query")
        self._template_hash = value_digest([prompts, record_digest(self._asked)])

    async def read(self, project: Project) -> Sequence[CheckResult]:
        """The result of every check, in the order of the definitions; raises what plans.contracts.models.Model does,
        but for answers that cannot be used.
        """
        artifacts = artifacts_of(project)
        running: list[list[asyncio.Task[ReadingSample]]] = []
        try:
            async with asyncio.TaskGroup() as group:
                for check in self._asked.checks:
                    shown = {name: artifacts[name] for name in check.reads}
                    calls = [
                        self._call(check, project.id, shown, n) for n in range(1, self._asked.samples + 1)
                    ]
                    running.append(
                        [group.create_task(self._sample(check, project, call, shown)) for call in calls]
                    )
        except ExceptionGroup as errors:
            raise first_of(errors) from None
        return [
            self._result(check, project, [task.result() for task in tasks])
            for check, tasks in zip(self._asked.checks, running, strict=True)
        ]

    def stands(self, found: Sequence[CheckResult]) -> bool:
        """Whether these are its checks, each decided by readings of the same prompts and definitions."""
        asked = [f"{check.name}{BY_MODEL}" for check in self._asked.checks]
        samples = [sample for check in found for sample in check.samples]
        return (
            [check.check for check in found] == asked
            and len(samples) == len(asked) * self._asked.samples
            and not any(is_undecided(check) for check in found)
            and all(use.template_hash == self._template_hash for one in samples for use in one.uses)
        )

    def _result(self, check: Definition, project: Project, samples: Sequence[ReadingSample]) -> CheckResult:
        untested: tuple[Untested, ...] | None = None
        if check.answer == "clauses":
            untested, undecided = untested_clauses(samples, project)
            findings = tuple(undecided[: self._asked.most_faults])
        else:
            findings = tuple(_findings(samples, self._asked.most_faults))
        return CheckResult(
            check=f"{check.name}{BY_MODEL}",
            passed=not findings,
            findings=findings,
            decided_by="model",
            samples=tuple(samples),
            untested=None if findings else untested,
        )

    def _call(self, check: Definition, item: str, shown: Mapping[str, str], number: int) -> ModelCall:
        is_by_clause = check.answer == "clauses"
        system = _PROMPTS.rendered("reader", most_faults=self._asked.most_faults, quotations=check.quotations)
        if is_by_clause:
            system = _PROMPTS.rendered("clauses")
        asked = _PROMPTS.rendered("check", check=check, artifacts=shown)
        return ModelCall(
            role="verifier",
            messages=(Message(role="system", text=system), Message(role="user", text=asked)),
            template_hash=self._template_hash,
            salt=f"sample {number}",
            stage=STAGE,
            project=item,
        )

    async def _sample(
        self, check: Definition, project: Project, call: ModelCall, shown: Mapping[str, str]
    ) -> ReadingSample:
        """One reading; one that cannot be gone by, after all its tries, says why."""
        uses: list[ModelUse] = []
        flaws: list[str] = []
        for _ in range(1 + self._asked.requotes):
            try:
                filled = await self._model.filled(call, _SHAPES[check.answer])
            except ModelError as error:
                # Asked the same it would say the same, and the other readings may do.
                return ReadingSample(verdict="unusable", uses=tuple(uses), flaws=(*flaws, str(error)))
            uses += map(model_use, filled.replies)
            match filled.value:
                case ClauseReading() as by_clause:
                    found = clause_flaws(by_clause, project)
                    sample = ReadingSample(verdict="holds", clauses=read_clauses(by_clause))
                case reading:
                    found = flaws_of(reading, shown, check.quotations)
                    sample = _sample_of(reading)
            if not found:
                return sample.model_copy(update={"uses": tuple(uses), "flaws": tuple(flaws)})
            flaws += found
            again = _PROMPTS.rendered("requote", findings=found)
            said = Message(role="assistant", text=filled.replies[-1].text)
            turns = (*call.messages, said, Message(role="user", text=again))
            call = call.model_copy(update={"messages": turns})
        return ReadingSample(verdict="unusable", uses=tuple(uses), flaws=tuple(flaws))


def artifacts_of(project: Project) -> dict[str, str]:
    """What a model reads of an item, by name; without the canary, which is no part of what is said."""
    levels = {f"query {level.value}": project.query.at(level) for level in Underspecification}
    return {
        **{name: _PROMPTS.rendered("query", level=level) for name, level in levels.items()},
        "prd": requirements_text(project.prd),
        "criteria": _PROMPTS.rendered("criteria", criteria=project.criteria),
    }


def _sample_of(reading: ReaderFindings) -> ReadingSample:
    return ReadingSample(
        verdict=reading.verdict,
        evidence=_quotations(reading.evidence),
        faults=tuple(_fault(fault) for fault in reading.faults),
    )


def _fault(fault: ReaderFault) -> ReadFault:
    return ReadFault(what=fault.what, mend=fault.mend, quotations=_quotations(fault.quotations))


def _quotations(quoted: Sequence[Quoted]) -> tuple[Quotation, ...]:
    return tuple(Quotation(artifact=one.artifact, words=one.words) for one in quoted)


def is_undecided(check: CheckResult) -> bool:
    """Whether no verdict had more than half of a check's readings; by clause, whether that is so of any clause."""
    if any(sample.clauses for sample in check.samples):
        return check.untested is None
    votes = Counter(sample.verdict for sample in check.samples)
    return 2 * max(votes["holds"], votes["fails"]) <= len(check.samples)


def _findings(samples: Sequence[ReadingSample], most: int) -> Iterator[str]:
    """Why the check does not pass; nothing where most readings found that it holds."""
    votes = Counter(sample.verdict for sample in samples)
    if 2 * votes["holds"] > len(samples):
        return
    if 2 * votes["fails"] > len(samples):
        yield from _told(samples, most)
        return
    said = ", ".join(f"{votes[name]} {name}" for name in ("holds", "fails", "unusable") if votes[name])
    yield (
        f"undecided: of {count_text(len(samples), 'reading')} {said}, and no verdict has more than half of them. Ask "
        "another model for the role verifier, or more samples in checks.yaml."
    )
    yield from _told(samples, most)


def _told(samples: Sequence[ReadingSample], most: int) -> Iterator[str]:
    """The faults that were found, those with the same words once."""
    found: dict[frozenset[str], str] = {}
    for sample in samples:
        for fault in sample.faults:
            words = frozenset(plain(quoted.words) for quoted in fault.quotations)
            first = fault.quotations[0]
            found.setdefault(words, f"{first.artifact}: “{first.words}”: {fault.what} {fault.mend}")
    yield from list(found.values())[:most]
