"""Answers that fail, as the page shows them: prompt, pictures, what was said, and what each check found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.report.album import Album, Picture
from pipeline.report.fair_share import FairShare
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.scoring.cards import AnswerCard
from plans.records.instance import Mark
from plans.records.scored_answer import ScoredInstance
from plans.records.scored_run import SolverSpec

MOST = 8
"""Failing answers of a solver that are shown; of baselines, which are there for their score, none."""
LONGEST = 6_000
"""Letters of a prompt or an answer that are shown."""
LETTER = {Mark.PASSED: "P", Mark.FAILED: "F", Mark.UNRESOLVED: "U", Mark.NOT_APPLIED: "B"}


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
    return tuple(name for name, mark in card.evaluated.checks.items() if mark is Mark.FAILED)


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
