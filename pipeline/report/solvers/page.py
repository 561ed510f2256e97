"""The HTML report of a run of solvers: gathered from its folder and written as one file."""

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup, escape

from pipeline.report import words as shared
from pipeline.report.marks import Remark
from pipeline.report.solvers import agreed, figures, words
from pipeline.report.solvers.agreed import AnswersAgreed
from pipeline.report.solvers.figures import BucketPanel, HeatMap, bucket_panel, heat_map, pair_map
from pipeline.report.solvers.summary import solver_remarks
from pipeline.report.solvers.words import ORDERED, spoken
from pipeline.report.trials import Album, Picture
from pipeline.report.words import FairShare
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.scoring.cards import ALONE, AnswerCard
from pipeline.templates import coded, source_of, templates_of
from plans.plain_text import count_text
from plans.records.instance import AnswerMark
from plans.records.result import Rate
from plans.records.run import RunTimes
from plans.records.scored_run import (
    BucketScore,
    CheckScore,
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
class FoundCheck:
    """What a check found."""

    name: str
    letter: str
    mark: str
    group: str
    reason: str
    """What a model said of it; empty where a program decided."""


@dataclass(frozen=True)
class Example:
    """One answer that fails."""

    anchor: str
    instance: str
    split: str
    repeat: int
    labels: tuple[tuple[str, str], ...]
    prompt: str
    pictures: tuple[Picture, ...]
    answer: str
    read_as: str
    checks: tuple[FoundCheck, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class Examples:
    """Those of one solver."""

    solver: SolverSpec
    index: int
    shown: tuple[Example, ...]
    failing: int
    """All answers of it that fail or are unresolved."""


def examples_of(reader: ScoredRunFolder, picture_bytes: int) -> tuple[Examples, ...]:
    """Of each solver but baselines the first failing answers, in turn one of each part in which it fails."""
    named = [(index, one) for index, one in enumerate(reader.spec().play.solvers) if not one.is_baseline]
    share = FairShare(picture_bytes, max(len(named), 1))
    album = Album(share)
    found: list[Examples] = []
    for index, solver in named:
        share.begin_part()
        failing = list(_failing(reader, solver.name))
        shown = tuple(
            _example(reader, album, index, instance, repeat, card)
            for instance, repeat, card in _varied(failing)[:MOST]
        )
        found.append(Examples(solver, index, shown, len(failing)))
    return tuple(found)


Failing = tuple[ScoredInstance, int, AnswerCard]


def _failing(reader: ScoredRunFolder, solver: str) -> Iterator[Failing]:
    for instance, cards in zip(reader.instances, reader.cards[solver], strict=True):
        for repeat, card in enumerate(cards, 1):
            if card.response is not None and card.evaluated is not None and card.pass_all.low < 1:
                yield instance, repeat, card


def _varied(failing: Sequence[Failing]) -> list[Failing]:
    """One of each way to fail first, so that eight alike do not hide the others."""
    seen: dict[object, int] = {}
    ranked: list[tuple[int, int, Failing]] = []
    for place, one in enumerate(failing):
        way = (one[0].split, _ways(one[2]))
        seen[way] = seen.get(way, 0) + 1
        ranked.append((seen[way], place, one))
    return [one for _, _, one in sorted(ranked, key=lambda entry: entry[:2])]


def _ways(card: AnswerCard) -> tuple[str, ...]:
    assert card.evaluated is not None
    return tuple(name for name, mark in card.evaluated.checks.items() if mark is AnswerMark.FAILED)


def _example(
    reader: ScoredRunFolder, album: Album, index: int, instance: ScoredInstance, repeat: int, card: AnswerCard
) -> Example:
    response, scored = card.response, card.scored
    assert response is not None
    assert scored is not None
    seen = scored.evaluated
    pictures = [
        album.picture(reader.paths.media, reader.paths.picture(digest).name) for digest in instance.media
    ]
    marks = {**seen.checks, **seen.apart}
    return Example(
        anchor=f"x-{index}-{instance.id}-{repeat}",
        instance=instance.id,
        split=instance.split,
        repeat=repeat,
        labels=tuple(instance.labels.items()),
        prompt=_cut(instance.prompt),
        pictures=tuple(pictures),
        answer=_cut(response.text),
        read_as=_cut(seen.answer),
        checks=tuple(
            FoundCheck(
                name=check if check in seen.checks else f"{check} (apart)",
                letter=LETTER[mark],
                mark=mark.value,
                group=seen.groups.get(check, ""),
                reason=scored.decided[check].reason if check in scored.decided else "",
            )
            for check, mark in marks.items()
        ),
        remarks=tuple(
            filter(
                None,
                (
                    f"no answer: {response.failed}" if response.failed else "",
                    "cut off at the greatest length" if response.cut_off else "",
                    "refused by model or endpoint" if response.declined else "",
                    seen.failed,
                ),
            )
        ),
    )


def _cut(text: str) -> str:
    left = len(text) - LONGEST
    return text if left <= 0 else f"{text[:LONGEST]}…\n({left:,} more letters)"


PICTURE_BYTES = 6_000_000
"""What pictures may add to the page."""
MOST_ROWS = 40
"""Rows of a heat map; of a disaggregation with more the commonest are shown."""
MOST_COMBINATIONS = 16
"""Combinations of constraints that are shown, the commonest ones."""


@dataclass(frozen=True)
class SplitView:
    """One split, as every section shows it."""

    name: str
    key: str
    """Of its elements' ids."""
    scores: tuple[tuple[SolverScore, SplitScore], ...]
    curves: tuple[BucketPanel, ...]
    """Over buckets of constrainedness or complexity."""
    checks: tuple[HeatMap, ...]
    """By check, by group, and of what is told apart."""
    combinations: HeatMap | None
    pairs: tuple[HeatMap, ...]
    """Participants × days, a map for each solver that is no baseline."""
    labels: tuple[HeatMap, ...]
    left_out: tuple[str, ...]
    """Disaggregations of which only the commonest buckets are shown."""


@dataclass(frozen=True)
class SolverPage:
    """Everything on the page."""

    result: ScoredResult
    times: RunTimes
    remarks: tuple[Remark, ...]
    splits: tuple[SplitView, ...]
    examples: tuple[Examples, ...]
    agreed: AnswersAgreed | None = None

    @property
    def has_ranges(self) -> bool:
        """Whether a headline rate is a range."""
        return any(rate.low != rate.high for rate in self._headline())

    @property
    def has_degenerate(self) -> bool:
        """Whether a headline interval says nothing."""
        return any(rate.degenerate for rate in self._headline())

    def _headline(self) -> list[Rate]:
        wholes = [one.whole for score in self.result.solvers for one in score.splits]
        return [rate for one in wholes for rate in (one.pass_all, one.fraction_passed, one.refusal)]


def gather_solvers(reader: ScoredRunFolder, agreed: AnswersAgreed | None = None) -> SolverPage:
    """Read a run of solvers, finished or not; raises InvalidFile."""
    result = reader.result()
    return SolverPage(
        result=result,
        times=reader.times(),
        remarks=solver_remarks(result),
        splits=tuple(_split(result, name, f"s{place}") for place, name in enumerate(result.planned)),
        examples=examples_of(reader, PICTURE_BYTES),
        agreed=agreed,
    )


def _split(result: ScoredResult, name: str, key: str) -> SplitView:
    scores = tuple((score, one) for score in result.solvers for one in score.splits if one.split == name)
    solvers = [score for score, _ in scores]
    ones = [one for _, one in scores]
    names = list(ones[0].by_label) if ones else []
    ordered = [label for label in names if any(word in label for word in ORDERED)]
    others = [label for label in names if label not in ordered]
    return SplitView(
        name=name,
        key=key,
        scores=scores,
        curves=tuple(
            bucket_panel(
                f"{key}-{place}", f"Pass all by {spoken(label)}", [one.by_label[label] for one in ones]
            )
            for place, label in enumerate(ordered)
            if len(ones[0].by_label[label]) > 1
        ),
        checks=tuple(
            heat_map(title, corner, solvers, [_checks(table(one)) for one in ones])
            for title, corner, table in (
                ("How often each check passes", "Check", _by_check),
                ("Share of each group's checks that pass", "Constraint group", _by_group),
                ("Told apart, and in no other number", "Check", _apart),
            )
            if any(table(one) for one in ones)
        ),
        combinations=heat_map(
            "Pass all by what applies together",
            "Constraints",
            solvers,
            [_commonest(one.by_combination) for one in ones],
        )
        if ones and len(ones[0].by_combination) > 1
        else None,
        pairs=tuple(
            pair_map(
                f"{score.solver.name}: pass all by {spoken(pair)}",
                f"{spoken(pair).replace(' × ', ' ↓ × ')} →",
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
                [_buckets(one.by_label[label]) for one in ones],
            )
            for label in others
            if len(ones[0].by_label[label]) > 1 and not _is_combination(ones[0], label)
        ),
        left_out=(
            *(spoken(label) for label in others if len(ones[0].by_label[label]) > MOST_ROWS),
            *(["what applies together"] if ones and len(ones[0].by_combination) > MOST_COMBINATIONS else []),
        ),
    )


def _is_combination(one: SplitScore, label: str) -> bool:
    """Whether a disaggregation says what the combinations say."""
    return {*map(_members, one.by_label[label])} - {_members("none")} == {
        *map(_members, one.by_combination)
    } - {_members(ALONE)}


def _members(name: str) -> frozenset[str]:
    return frozenset(name.split(" + "))


def _by_check(one: SplitScore) -> Mapping[str, CheckScore]:
    return one.by_check


def _by_group(one: SplitScore) -> Mapping[str, CheckScore]:
    return one.by_group


def _apart(one: SplitScore) -> Mapping[str, CheckScore]:
    return one.apart


def _checks(table: Mapping[str, CheckScore]) -> dict[str, tuple[int, Rate]]:
    return {name: (one.instances, one.passed) for name, one in table.items()}


def _commonest(table: Mapping[str, BucketScore]) -> dict[str, tuple[int, Rate]]:
    """The commonest combinations, which come first."""
    return {name: (one.instances, one.pass_all) for name, one in [*table.items()][:MOST_COMBINATIONS]}


def _buckets(table: Mapping[str, BucketScore]) -> dict[str, tuple[int, Rate]]:
    """The commonest buckets, in their order."""
    kept = {*sorted(table, key=lambda name: -table[name].instances)[:MOST_ROWS]}
    return {name: (one.instances, one.pass_all) for name, one in table.items() if name in kept}


def render_solvers(page: SolverPage) -> str:
    """The page as HTML; whatever models, solvers and prompts say is escaped."""
    environment = _environment()
    script = source_of(environment, "report.js")
    return environment.get_template("solvers.html.jinja").render(
        page=page,
        run=page.result.run,
        words=words,
        shared=shared,
        figures=figures,
        agreed=agreed,
        count_text=count_text,
        style=source_of(environment, "report.css") + source_of(environment, "solvers.css"),
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
    )


@cache
def _environment() -> Environment:
    """The templates of this report, and the parts, style and script that it shares with that of code agents."""
    environment = templates_of("pipeline.report", escaped=True)
    environment.loader = ChoiceLoader(
        [PackageLoader("pipeline.report.solvers"), PackageLoader("pipeline.report")]
    )
    environment.filters["coded"] = coded
    environment.filters["breakable"] = _breakable
    environment.filters["seconds"] = shared.seconds_text
    return environment


def _breakable(text: str) -> Markup:
    """The text, escaped, that may go on in the next line after an underscore."""
    return Markup(str(escape(text)).replace("_", "_<wbr>"))
