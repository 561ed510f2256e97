"""The page of a run of instances: its panels and remarks, gathered from its folder."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pipeline.report import summary
from pipeline.report.figures import (
    WIDE,
    CurvePanel,
    HeatMap,
    Tick,
    curve_panel,
    heat_map,
    pair_map,
    rate_of_bucket,
)
from pipeline.report.marks import MEANINGS, Remark, explained, short_list
from pipeline.report.page import (
    AGREED,
    Agreed,
    AgreedRow,
    Panel,
    ReportPage,
    agreed_cell,
    agreed_intervals,
    elsewhere_text,
)
from pipeline.report.trials import Album, FairShare, Picture
from pipeline.report.words import INSTANCES, percent, spoken
from pipeline.solving.comparison import AllLabels, CheckAgreement, PartKind, answer_agreement, labelled_in
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.scoring import ALONE, SOLVED, natural
from plans.plain_text import count_text
from plans.records.instance import AnswerMark, Response
from plans.records.result import Rate
from plans.records.scored_run import (
    BucketScore,
    CheckScore,
    ScoredAnswer,
    ScoredInstance,
    ScoredResult,
    SolverScore,
    SolverSpec,
    SplitScore,
)

MOST = 8
"""Failing answers of a solver that are shown; of baselines, which are there for their score, none."""
LONGEST = 6_000
"""Letters of a prompt or an answer that are shown."""
LETTER = {
    AnswerMark.PASSED: "P",
    AnswerMark.FAILED: "F",
    AnswerMark.UNRESOLVED: "U",
    AnswerMark.NOT_APPLIED: "B",
}


@dataclass(frozen=True)
class Example:
    """One answer that fails."""

    instance: ScoredInstance
    repeat: int
    response: Response
    scored: ScoredAnswer
    pictures: tuple[Picture, ...] = ()
    """Those of the prompt."""

    @property
    def marks(self) -> list[tuple[str, str, AnswerMark]]:
        """Of each check its name, the same as shown, and what was found."""
        seen = self.scored.evaluated
        apart = ((name, f"{name} (apart)", mark) for name, mark in seen.apart.items())
        return [*((name, name, mark) for name, mark in seen.checks.items()), *apart]


@dataclass(frozen=True)
class Examples:
    """Those of one solver."""

    solver: SolverSpec
    index: int
    shown: tuple[Example, ...]
    failing: int
    """All answers of it that fail or are unresolved."""


def _examples(reader: ScoredRunFolder) -> Iterator[Examples]:
    """Of each solver but baselines the first failing answers, in turn one of each part in which it fails."""
    named = [(index, one) for index, one in enumerate(reader.spec().play.solvers) if not one.is_baseline]
    share = FairShare(PICTURE_BYTES, max(len(named), 1))
    album = Album(share)
    for index, solver in named:
        share.begin_part()
        failing = [
            Example(instance, repeat, card.response, card.scored)
            for instance, cards in zip(reader.instances, reader.cards[solver.name], strict=True)
            for repeat, card in enumerate(cards, 1)
            if card.response is not None and card.scored is not None and card.pass_all.low < 1
        ]
        shown = (
            replace(one, pictures=tuple(_pictures(reader, one.instance, album)))
            for one in _varied(failing)[:MOST]
        )
        yield Examples(solver, index, tuple(shown), len(failing))


def _varied(failing: Sequence[Example]) -> list[Example]:
    """One of each way to fail first, so that eight alike do not hide the others."""
    seen: Counter[object] = Counter()
    ranked: list[tuple[int, int, Example]] = []
    for place, one in enumerate(failing):
        marks = one.scored.evaluated.checks
        way = (one.instance.split, tuple(name for name in marks if marks[name] is AnswerMark.FAILED))
        seen[way] += 1
        ranked.append((seen[way], place, one))
    return [one for _, _, one in sorted(ranked, key=lambda entry: entry[:2])]


def _pictures(reader: ScoredRunFolder, instance: ScoredInstance, album: Album) -> Iterator[Picture]:
    for digest in instance.media:
        yield album.picture(reader.paths.media, reader.paths.picture(digest).name)


def _cut(text: str) -> str:
    left = len(text) - LONGEST
    return text if left <= 0 else f"{text[:LONGEST]}…\n({left:,} more letters)"


PICTURE_BYTES = 6_000_000
"""What pictures may add to the page."""
MOST_ROWS = 40
"""Rows of a heat map; of a disaggregation with more the commonest are shown."""
MOST_COMBINATIONS = 16
"""Combinations of constraints that are shown, the commonest ones."""
ORDERED = ("constrainedness", "complexity")
"""Disaggregations along which scores are expected to fall, and that are drawn as curves."""
LONGEST_TICK = 12
"""Letters of a bucket's name beneath the axis."""
MOST_TICKS = 12
"""Names of buckets that have room beneath the axis."""
SPELT_OUT = 8
"""Names of buckets beneath which there is room for `n=` before their numbers of instances."""


@dataclass(frozen=True)
class SplitView:
    """One split, as every section shows it."""

    name: str
    scores: tuple[tuple[SolverScore, SplitScore], ...]
    curves: tuple[CurvePanel, ...]
    """Over buckets of constrainedness or complexity."""
    checks: tuple[HeatMap, ...]
    """By check, by group, and of what is told apart."""
    combinations: HeatMap | None
    pairs: tuple[HeatMap, ...]
    """Participants × days, a map for each solver that is no baseline."""
    labels: tuple[HeatMap, ...]
    left_out: tuple[str, ...]
    """Disaggregations of which only the commonest buckets are shown."""


@dataclass(frozen=True, kw_only=True)
class InstancePage(ReportPage):
    """Everything on the page."""

    result: ScoredResult
    splits: tuple[SplitView, ...]
    examples: tuple[Examples, ...]

    template: ClassVar[str] = "instances.html.jinja"
    kind = INSTANCES
    names: ClassVar[Mapping[str, object]] = {"summary": summary, "letters": LETTER, "cut": _cut}


PANELS = (
    Panel("scores.jinja", (("numbers", "Numbers"), ("curves", "Difficulty"), ("checks", "Checks"))),
    Panel("buckets.jinja", (("breakdowns", "Breakdowns"), ("refusals", "Refusals"))),
    Panel("answers_used.jinja", (("used", "Tokens and cost"),)),
)
EXAMPLES = Panel("examples.jinja", (("examples", "Failing answers"),))


def instance_page(reader: ScoredRunFolder, labels: AllLabels | None = None) -> InstancePage:
    """Read a run, finished or not; with labels, its checks are held against them, which may raise AuthorError.

    Raises InvalidFile for a broken run.
    """
    result = reader.result()
    seen = None if labels is None else _agreed(reader, labels)
    wholes = [one.whole for score in result.solvers for one in score.splits]
    return InstancePage(
        result=result,
        times=reader.times(),
        remarks=instance_remarks(result),
        panels=(*PANELS, *((AGREED,) if seen else ()), EXAMPLES),
        headline=tuple(metric.state(one) for one in wholes for metric in INSTANCES.metrics),
        agreed=seen,
        splits=tuple(_split(result, name, f"s{place}") for place, name in enumerate(result.planned)),
        examples=tuple(_examples(reader)),
    )


def _split(result: ScoredResult, name: str, key: str) -> SplitView:
    """`key`: of its elements' ids."""
    scores = tuple((score, one) for score in result.solvers for one in score.splits if one.split == name)
    solvers = [score.solver.name for score, _ in scores]
    ones = [one for _, one in scores]
    labels = ones[0].by_label if ones else {}
    ordered = [label for label in labels if any(word in label for word in ORDERED)]
    others = [label for label in labels if label not in ordered]
    beside = f", {name}" if len(result.planned) > 1 else ""
    return SplitView(
        name=name,
        scores=scores,
        curves=tuple(
            _bucket_panel(
                f"{key}-{place}",
                f"Pass all by {spoken(label)}{beside}",
                {score.solver.name: one.by_label[label] for score, one in scores},
            )
            for place, label in enumerate(ordered)
            if len(labels[label]) > 1
        ),
        checks=tuple(
            heat_map(title, corner, solvers, tables)
            for title, corner, tables in (
                ("How often each check passes", "Check", [_checks(one.by_check) for one in ones]),
                (
                    "Share of each group's checks that pass",
                    "Constraint group",
                    [_checks(one.by_group) for one in ones],
                ),
                ("Told apart, and in no other number", "Check", [_checks(one.apart) for one in ones]),
            )
            if any(tables)
        ),
        combinations=heat_map(
            "Pass all by what applies together",
            "Constraints",
            solvers,
            [_buckets(one.by_combination, [*one.by_combination][:MOST_COMBINATIONS]) for one in ones],
        )
        if ones and len(ones[0].by_combination) > 1
        else None,
        pairs=tuple(
            pair_map(
                f"{score.solver.name}: pass all by {spoken(pair)}",
                f"{spoken(pair).replace(' × ', ' ↓ × ')} →",
                sorted(dict.fromkeys(name for row in table.values() for name in row), key=natural),
                table,
            )
            for score, one in scores
            if not score.solver.is_baseline
            for pair, table in one.by_pair.items()
        ),
        labels=tuple(
            heat_map(
                f"Pass all by {spoken(label)}",
                spoken(label),
                solvers,
                [_buckets(one.by_label[label], _commonest(one.by_label[label])) for one in ones],
            )
            for label in others
            if len(labels[label]) > 1 and not _is_combination(ones[0], label)
        ),
        left_out=(
            *(spoken(label) for label in others if len(labels[label]) > MOST_ROWS),
            *(["what applies together"] if ones and len(ones[0].by_combination) > MOST_COMBINATIONS else []),
        ),
    )


def _bucket_panel(key: str, title: str, series: Mapping[str, Mapping[str, BucketScore]]) -> CurvePanel:
    """Pass-all over buckets, a line for each solver."""
    names = list(dict.fromkeys(name for one in series.values() for name in one))
    every = -(-len(names) // MOST_TICKS)
    counts = {name: one[name].instances for one in reversed([*series.values()]) for name in one}
    sign = "n=" if len(names[::every]) <= SPELT_OUT else ""
    ticks = [
        Tick(name if len(name) <= LONGEST_TICK else f"{name[: LONGEST_TICK - 1]}…", f"{sign}{counts[name]:,}")
        if place % every == 0
        else Tick("")
        for place, name in enumerate(names)
    ]
    lines = [
        [
            (
                place,
                one[name].pass_all,
                f"{solver}, {rate_of_bucket(name, one[name].pass_all, one[name].instances)}",
            )
            for place, name in enumerate(names)
            if name in one
        ]
        for solver, one in series.items()
    ]
    return curve_panel(f"p-{key}", title, WIDE, ticks, lines)


def _is_combination(one: SplitScore, label: str) -> bool:
    """Whether a disaggregation says what the combinations say."""
    return {*map(_members, one.by_label[label])} - {_members("none")} == {
        *map(_members, one.by_combination)
    } - {_members(ALONE)}


def _members(name: str) -> frozenset[str]:
    return frozenset(name.split(" + "))


def _checks(table: Mapping[str, CheckScore]) -> dict[str, tuple[int, Rate]]:
    return {name: (one.instances, one.passed) for name, one in table.items()}


def _commonest(table: Mapping[str, BucketScore]) -> list[str]:
    return sorted(table, key=lambda name: -table[name].instances)[:MOST_ROWS]


def _buckets(table: Mapping[str, BucketScore], kept: Sequence[str]) -> dict[str, tuple[int, Rate]]:
    """The buckets that are kept, in their order."""
    return {name: (one.instances, one.pass_all) for name, one in table.items() if name in kept}


TITLES: Mapping[PartKind, str] = {
    "all": "All",
    "group": "By constraint group",
    "check": "By check",
    "quality": "Quality checks of instances",
}
GLOSS = {
    "decided": "of what was labelled; all others are of what was decided",
    "accuracy": "the same as people, of the decided",
    "precision": "of those that pass by the check, those that do in people's eyes",
    "recall": "of those that pass in people's eyes, those that do by the check",
    "F1": "harmonic mean of precision and recall",
    "kappa": "Cohen's: agreement beyond chance",
}
"""Measure of agreement → what it is."""


def _agreed(reader: ScoredRunFolder, labels: AllLabels) -> Agreed:
    """A run's checks held against people; raises AuthorError as labelled_in does."""
    labelled = labelled_in(reader, labels)
    table = answer_agreement(labelled)
    what = f"{count_text(table.labels, 'label')} on {count_text(table.instances, 'instance')}."
    if table.unclear:
        what += f" In no number: {count_text(table.unclear, 'further label')} that can be seen both ways."
    rows = [(row.kind, _agreed_row(row)) for row in table.rows]
    groups = ((title, tuple(row for of, row in rows if of == kind)) for kind, title in TITLES.items())
    return Agreed(
        table=table,
        of="How far checks say what people say of the same answers and instances (BenchAgents' Tables 3 and E.2).",
        what=what + elsewhere_text(labelled.elsewhere, "no answer of this run"),
        caution="Agreement alone says little where most labels are alike, so kappa stands beside it.",
        intervals=agreed_intervals(INSTANCES),
        corner="Check",
        columns=(("Labels", ""), *GLOSS.items()),
        groups=tuple(group for group in groups if group[1]),
    )


def _agreed_row(row: CheckAgreement) -> AgreedRow:
    labels = (f"{row.counts.decided + row.counts.undecided:,}", "")
    return AgreedRow(row.part, (labels, *(agreed_cell(name, row.measured[name]) for name in GLOSS)))


def instance_remarks(result: ScoredResult) -> tuple[Remark, ...]:
    """All remarks, the gravest first."""
    return (
        *_solved(result),
        *_canaries(result),
        *_unresolved(result),
        *_marked(result),
        *_declined(result),
    )


def _solved(result: ScoredResult) -> Iterator[Remark]:
    for split, names in result.solved_by_baseline.items():
        yield Remark(
            "danger",
            f"A trivial baseline solves {_split_named(result, split)}",
            f"{' and '.join(names)} {'passes' if len(names) == 1 else 'pass'} {SOLVED:.0%} or more of it without any "
            "thought, so that high scores on it say little of a model.",
        )


def _canaries(result: ScoredResult) -> Iterator[Remark]:
    if result.canaries:
        count = sum(map(len, result.canaries.values()))
        found = short_list(f"{name}: {', '.join(ids[:12])}" for name, ids in result.canaries.items())
        yield Remark(
            "warning",
            f"The suite's canary came back: {count_text(count, 'answer')}",
            "No prompt holds the string that marks this suite, so the solver had a copy, or its model learnt one; its "
            f"numbers say little of what it can do: {found}",
        )


def _unresolved(result: ScoredResult) -> Iterator[Remark]:
    told = [
        f"{score.solver.name} {count_text(count, 'answer')}"
        for score in result.solvers
        if (count := sum(map(summary.open_count, score.splits)))
    ]
    if told:
        asked = (
            "No model was asked what no program can tell (--judge-model), an answer could not be had, or another way "
            "to score says nothing of the instance."
        )
        yield Remark("warning", "Some answers are unresolved", f"{'; '.join(told)}. {asked}")


def _marked(result: ScoredResult) -> Iterator[Remark]:
    for mark in result.marks:
        weight = "warning" if MEANINGS[mark.code].is_grave else "mild"
        yield Remark(weight, "Marked", f"{explained(mark)}.")


def _declined(result: ScoredResult) -> Iterator[Remark]:
    """How answers ended, and how checks passed, where that is not as it should be."""
    ends: list[str] = []
    vacuous: list[str] = []
    for score in result.solvers:
        found = {
            "cut off at the greatest length and scored as they are": sum(one.cut_off for one in score.splits),
            "refused by model or endpoint and scored as none": sum(one.declined for one in score.splits),
            "in which no answer could be read": sum(one.unread for one in score.splits),
        }
        told = [f"{count:,} {what}" for what, count in found.items() if count]
        ends += [f"{score.solver.name}: {', '.join(told)}"] if told else []
        empty = sum(one.vacuous_checks for one in score.splits)
        passed = sum(one.passed_checks for one in score.splits)
        vacuous += (
            [f"{score.solver.name} {percent(empty / passed)} ({empty:,} of {passed:,})"] if empty else []
        )
    if ends:
        yield Remark("mild", "How answers ended", f"{'; '.join(ends)}.")
    if vacuous:
        why = "of the checks that pass do so only because what they ask about does not occur"
        yield Remark("mild", "Vacuous passes", f"So many {why}: {'; '.join(vacuous)}.")


def _split_named(result: ScoredResult, split: str) -> str:
    return "the suite" if len(result.planned) == 1 else f"the split {split}"
