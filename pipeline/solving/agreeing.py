"""How far checks agree with people (BenchAgents, arXiv 2410.22584, Tables 3 and E.2)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from pydantic import Field

from pipeline.runner.scoring.intervals import clustered_interval
from pipeline.solving.labelled import LabelledAnswers, LabelledCheck
from plans.records.base import Record
from review.agreement import Agreement, tally

MEASURES: dict[str, Callable[[Agreement], float | None]] = {
    "decided": lambda seen: seen.decided_share,
    "accuracy": lambda seen: seen.accuracy,
    "precision": lambda seen: seen.precision,
    "recall": lambda seen: seen.recall,
    "F1": lambda seen: seen.f1,
    "kappa": lambda seen: seen.kappa,
}
PartKind = Literal["all", "group", "check", "quality"]


class AgreementMeasure(Record):
    """A measure; None where it is not defined."""

    value: float | None
    low: float | None
    """Lower end of the 95% interval, bootstrap over instances; None where there are fewer than two."""
    high: float | None


class CheckAgreement(Record):
    """Agreement on all labelled checks of answers, on those of a group, on one, or on a quality check of instances."""

    kind: PartKind
    part: str
    counts: Agreement
    measured: dict[str, AgreementMeasure]
    """By the names in MEASURES."""


class AnswerAgreement(Record):
    """What was measured."""

    rows: tuple[CheckAgreement, ...] = Field(min_length=1)
    instances: int
    labels: int
    unclear: int


def answer_agreement(labelled: LabelledAnswers) -> AnswerAgreement:
    """Agreement of all labelled checks, by constraint group, by check, and by quality check of instances."""
    answers = [one for one in labelled.checks if not one.is_quality]
    quality = [one for one in labelled.checks if one.is_quality]
    rows = [
        *([_row("all", "all checks of answers", answers)] if answers else []),
        *(_row("group", name, part) for name, part in _parts(answers, lambda one: one.group)),
        *(_row("check", name, part) for name, part in _parts(answers, lambda one: one.check)),
        *(_row("quality", name, part) for name, part in _parts(quality, lambda one: one.check)),
    ]
    return AnswerAgreement(
        rows=tuple(rows),
        instances=len({one.instance for one in labelled.checks}),
        labels=len(labelled.checks),
        unclear=labelled.unclear,
    )


def _parts(
    checks: Iterable[LabelledCheck], name_of: Callable[[LabelledCheck], str]
) -> list[tuple[str, list[LabelledCheck]]]:
    found: dict[str, list[LabelledCheck]] = {}
    for one in checks:
        if name := name_of(one):
            found.setdefault(name, []).append(one)
    return sorted(found.items())


def _row(kind: PartKind, part: str, checks: Sequence[LabelledCheck]) -> CheckAgreement:
    """Checks of one instance stand or fall together, so instances are drawn and not checks."""
    by_instance: dict[str, list[tuple[bool | None, bool]]] = {}
    for one in checks:
        by_instance.setdefault(one.instance, []).append((one.found, one.people))
    clusters = [tally(pairs) for pairs in by_instance.values()]
    whole = sum(clusters, Agreement())
    measured: dict[str, AgreementMeasure] = {}
    for name, measure in MEASURES.items():
        low, high = clustered_interval(clusters, measure) or (None, None)
        measured[name] = AgreementMeasure(value=measure(whole), low=low, high=high)
    return CheckAgreement(kind=kind, part=part, counts=whole, measured=measured)
