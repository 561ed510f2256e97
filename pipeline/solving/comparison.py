"""What answers of a run are held against: those of another solver, and what people say of them.

Two solvers answer the same instances, so each instance's difference takes its difficulty out. Agreement with people is
that of BenchAgents (arXiv 2410.22584, Tables 3 and E.2).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, cast

from pydantic import Field

from pipeline.runner.scoring.agreement import read_label_files
from pipeline.runner.scoring.intervals import (
    Measured,
    chance_of_many,
    mean_bounds,
    mean_interval_of_many,
    measured_agreement,
    paired_difference,
)
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.scoring import AnswerCard
from plans.dialect import load_json, load_yaml
from plans.digests import text_digest
from plans.errors import AuthorError
from plans.files import read_record, read_text
from plans.plain_text import count_text
from plans.records.base import Record
from plans.records.instance import AnswerMark
from plans.records.review import AnswerLabels, LabelAnswer, LabelledAnswer, QualityLabels
from plans.records.run import Share
from plans.records.scored_run import (
    PairCounts,
    ScoredAnswer,
    ScoredComparison,
    ScoreDifference,
    ScoredRun,
    SolverSide,
    SolverSpec,
)
from review.agreement import Agreement, tally

MetricName = Literal["pass_all", "fraction_passed"]
METRICS: dict[MetricName, Callable[[AnswerCard], Share]] = {
    "pass_all": lambda card: card.pass_all,
    "fraction_passed": lambda card: card.fraction_passed,
}


class Pair(NamedTuple):
    """What both answered to one instance."""

    split: str
    first: Sequence[AnswerCard]
    second: Sequence[AnswerCard]


def compare_solvers(
    first: ScoredRunFolder, first_solver: str, second: ScoredRunFolder, second_solver: str
) -> ScoredComparison:
    """Compare two solvers over the instances that both runs have; raises AuthorError for unknown solvers, and for runs
    that share no instance.
    """
    specs = (_known(first.spec(), first_solver), _known(second.spec(), second_solver))
    pairs, alone = _pairs(first, first_solver, second, second_solver)
    splits = list(dict.fromkeys(pair.split for pair in pairs))
    return ScoredComparison(
        first=SolverSide(run=first.spec().name, solver=first_solver),
        second=SolverSide(run=second.spec().name, solver=second_solver),
        differences=tuple(
            _difference(split, metric, [pair for pair in pairs if pair.split == split])
            for split in splits
            for metric in METRICS
        ),
        pairs=tuple(_counts(split, [pair for pair in pairs if pair.split == split]) for split in splits),
        caveats=tuple(_caveats(first.spec(), second.spec(), specs, alone)),
    )


def _known(spec: ScoredRun, solver: str) -> SolverSpec:
    for one in spec.play.solvers:
        if one.name == solver:
            return one
    raise AuthorError(
        f"Run {spec.name!r} has no solver {solver!r}, so there is nothing to compare. Name one of "
        f"{', '.join(one.name for one in spec.play.solvers)}."
    )


def _pairs(
    first: ScoredRunFolder, first_solver: str, second: ScoredRunFolder, second_solver: str
) -> tuple[list[Pair], int]:
    """Instances that are the same in both, by id and by all that a solver is shown; and how many are in one alone."""
    others = {
        one.id: (one, cards) for one, cards in zip(second.instances, second.cards[second_solver], strict=True)
    }
    found: list[Pair] = []
    for one, cards in zip(first.instances, first.cards[first_solver], strict=True):
        other, other_cards = others.get(one.id, (None, ()))
        if other is not None and (other.prompt, other.media) == (one.prompt, one.media):
            found.append(Pair(one.split, cards, other_cards))
    if not found:
        raise AuthorError(
            f"Runs {first.spec().name!r} and {second.spec().name!r} share no instance, and numbers on different ones "
            "cannot be compared. Run both solvers on the same version of the suite."
        )
    return found, len(first.instances) + len(second.instances) - 2 * len(found)


def _difference(split: str, metric: MetricName, pairs: Sequence[Pair]) -> ScoreDifference:
    measure = METRICS[metric]
    bounds = [
        (mean_bounds(map(measure, pair.first)), mean_bounds(map(measure, pair.second))) for pair in pairs
    ]
    record = partial(ScoreDifference, split=split, metric=metric, instances=len(pairs))
    return paired_difference(bounds, record, mean_interval_of_many, chance_of_many)


def _counts(split: str, pairs: Sequence[Pair]) -> PairCounts:
    found = [(_mostly(pair.first), _mostly(pair.second)) for pair in pairs]
    return PairCounts(
        split=split,
        both=found.count((True, True)),
        first_only=found.count((True, False)),
        second_only=found.count((False, True)),
        neither=found.count((False, False)),
        open=sum(None in pair for pair in found),
    )


def _mostly(cards: Sequence[AnswerCard]) -> bool | None:
    """Whether more than half of the repeats pass all; None where that is open."""
    ends = mean_bounds(card.pass_all for card in cards)
    return None if ends.low <= 0.5 < ends.high else ends.low > 0.5


def _caveats(
    first: ScoredRun, second: ScoredRun, specs: tuple[SolverSpec, SolverSpec], alone: int
) -> Iterator[str]:
    if alone:
        yield f"Left out, because only one run has them or what is asked differs: {count_text(alone, 'instance')}."
    one, other = first.metering, second.metering
    if one.family_digest != other.family_digest:
        yield "The family's code that scores differs."
    if one.variant != other.variant:
        yield f"The metrics differ: {one.variant or 'own'} against {other.variant or 'own'}."
    if one.judge != other.judge:
        told = [judge.model if judge else "none" for judge in (one.judge, other.judge)]
        yield f"What decides where no program can tell differs: {told[0]} against {told[1]}."
    if first.play.repeats != second.play.repeats:
        yield f"The number of repeats differs: {first.play.repeats} against {second.play.repeats}."
    if specs[0].name == specs[1].name and specs[0] != specs[1]:
        yield f"The two solvers named {specs[0].name!r} are not the same: another version, model or parameters."


class LabelledCheck(NamedTuple):
    """A check with what was found, and what people say."""

    instance: str
    check: str
    group: str
    """Constraint group; empty where the family has none."""
    is_quality: bool
    """Whether it is a check of the instance, and not of an answer."""
    found: bool | None
    """Whether it passes; None: it was not decided."""
    people: bool


class AllLabels(NamedTuple):
    """What lies in a folder of labels."""

    answers: tuple[AnswerLabels, ...]
    quality: tuple[QualityLabels, ...]


class LabelledAnswers(NamedTuple):
    """What people labelled."""

    checks: tuple[LabelledCheck, ...]
    unclear: int
    """Labels by which it can honestly be seen both ways; they are in no number."""
    elsewhere: tuple[str, ...]
    """Labelled answers that are none of the run."""


def read_all_labels(folder: Path) -> AllLabels:
    """All labels in a folder; raises as read_label_files does."""
    found = read_label_files(folder, _read_labels, "checks", "files answer-labels or quality-labels")
    return AllLabels(
        tuple(one for one in found if isinstance(one, AnswerLabels)),
        tuple(one for one in found if isinstance(one, QualityLabels)),
    )


def _read_labels(path: Path) -> AnswerLabels | QualityLabels:
    return read_record(path, QualityLabels if _is_quality(path) else AnswerLabels)


def labelled_in(reader: ScoredRunFolder, labels: AllLabels) -> LabelledAnswers:
    """Labels beside what the run found; raises AuthorError where they are of a solver, repeat or check that it does not
    have, or none of them is of the run.
    """
    checks: list[LabelledCheck] = []
    elsewhere: list[str] = []
    unclear = 0
    for one in labels.answers:
        scores, texts = _of(reader, one)
        for instance, labelled in one.answers.items():
            if not _is_meant(labelled, texts.get(instance)):
                elsewhere.append(f"{one.solver}/{one.repeat}/{instance}")
                continue
            unclear += sum(label.holds == "unclear" for label in labelled.checks.values())
            checks += _answer_checks(instance, labelled, scores[instance])
    for record in labels.quality:
        for instance, quality in record.instances.items():
            for check, label in quality.items():
                unclear += label.holds == "unclear"
                if (people := _truth(label.holds)) is not None:
                    checks.append(LabelledCheck(instance, check, "", True, _truth(label.said), people))
    if not checks:
        raise AuthorError(
            "No label is of this run, or all are unclear, so there is nothing to hold its checks against. `solver`, "
            "`repeat` and the instances of a label file are those of the run; `digest` of an answer is of its text."
        )
    return LabelledAnswers(tuple(checks), unclear, tuple(elsewhere))


def _of(reader: ScoredRunFolder, labels: AnswerLabels) -> tuple[dict[str, ScoredAnswer], dict[str, str]]:
    spec = reader.spec()
    named = {one.name: one for one in spec.play.solvers}
    if labels.solver not in named:
        raise AuthorError(
            f"People labelled answers of {labels.solver!r}, which the run does not have. It has: {', '.join(named)}."
        )
    scores = reader.scores(labels.solver, labels.repeat)
    texts = {
        id: one.text for id, one in reader.responses(labels.solver, labels.repeat).items() if id in scores
    }
    return dict(scores), texts


def _is_meant(labelled: LabelledAnswer, text: str | None) -> bool:
    return text is not None and text_digest(text).startswith(labelled.digest)


def _answer_checks(instance: str, labelled: LabelledAnswer, scored: ScoredAnswer) -> Iterator[LabelledCheck]:
    seen = scored.evaluated
    marks = {**seen.apart, **seen.checks}
    if unknown := sorted(set(labelled.checks) - set(marks)):
        raise AuthorError(
            f"People labelled {', '.join(map(repr, unknown))} of instance {instance!r}, and its checks are "
            f"{', '.join(marks)}. Name the checks as they are."
        )
    for check, label in labelled.checks.items():
        people = _truth(label.holds)
        if people is not None and marks[check] is not AnswerMark.NOT_APPLIED:
            found = {AnswerMark.PASSED: True, AnswerMark.FAILED: False}.get(marks[check])
            group = seen.groups.get(check, "")
            yield LabelledCheck(instance, check, group, False, found, people)


def _truth(answer: LabelAnswer) -> bool | None:
    return {"yes": True, "no": False}.get(answer)


def _is_quality(path: Path) -> bool:
    text = read_text(path)
    try:
        value: object = load_json(text) if path.suffix == ".json" else load_yaml(text)
    # Whatever is wrong with it, reading it as a record tells with its line.
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "instances" in cast("dict[str, object]", value)


MEASURES: dict[str, Callable[[Agreement], float | None]] = {
    "decided": lambda seen: seen.decided_share,
    "accuracy": lambda seen: seen.accuracy,
    "precision": lambda seen: seen.precision,
    "recall": lambda seen: seen.recall,
    "F1": lambda seen: seen.f1,
    "kappa": lambda seen: seen.kappa,
}


PartKind = Literal["all", "group", "check", "quality"]


class CheckAgreement(Record):
    """Agreement on all labelled checks of answers, on those of a group, on one, or on a quality check of instances."""

    kind: PartKind
    part: str
    counts: Agreement
    measured: dict[str, Measured]
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
    measured = measured_agreement(whole, clusters, MEASURES)
    return CheckAgreement(kind=kind, part=part, counts=whole, measured=measured)
