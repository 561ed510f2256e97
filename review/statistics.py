"""How much developers changed: BenchAgents' Appendix H for one suite."""

from collections.abc import Iterable, Sequence
from statistics import fmean

from pydantic import Field

from plans.records.base import Record
from plans.records.decision import Decision, Stage
from review.reviewers import AUTO

STAGE_ORDER: tuple[Stage, ...] = (
    "plan",
    "inspection",
    "generation",
    "verification",
    "evaluation",
    "release",
)


class ReviewStatistics(Record):
    """Every decision about one artifact of one stage, in numbers."""

    stage: Stage
    artifact: str
    decisions: int = Field(ge=1)
    """How many times it was decided."""
    approved: int
    """Taken as it was, by a person."""
    approved_unseen: int
    """Taken as it was by the reviewer `auto`, so that nobody looked at it."""
    edited: int
    redone: int
    rejected: int
    by_people: int
    """Decisions that were not made by the reviewer `auto`."""
    edit_distance: float | None
    """Mean normalised edit distance over the texts that people accepted (approved or edited), 0 to 1; None when they
    accepted none."""
    characters: int
    """Mean length of the longer of the two texts, in characters."""


def review_statistics(decisions: Iterable[Decision]) -> list[ReviewStatistics]:
    """One line per stage and artifact, stages in the order of the graph."""
    groups: dict[tuple[Stage, str], list[Decision]] = {}
    for decision in decisions:
        groups.setdefault((decision.stage, decision.artifact), []).append(decision)
    ordered = sorted(groups, key=lambda key: (STAGE_ORDER.index(key[0]), key[1]))
    return [_line(stage, artifact, groups[stage, artifact]) for stage, artifact in ordered]


def _line(stage: Stage, artifact: str, decisions: Sequence[Decision]) -> ReviewStatistics:
    people = [decision for decision in decisions if decision.reviewer != AUTO]
    actions = [decision.action for decision in people]
    accepted = [d.edit_distance for d in people if d.action in ("approve", "edit")]
    return ReviewStatistics(
        stage=stage,
        artifact=artifact,
        decisions=len(decisions),
        approved=actions.count("approve"),
        approved_unseen=len(decisions) - len(people),
        edited=actions.count("edit"),
        redone=actions.count("redo"),
        rejected=actions.count("reject"),
        by_people=len(people),
        edit_distance=fmean(accepted) if accepted else None,
        characters=round(fmean(max(d.characters_before, d.characters_after) for d in decisions)),
    )
