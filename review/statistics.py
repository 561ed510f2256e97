"""How much developers changed: BenchAgents' Appendix H for one suite."""

from collections.abc import Iterable, Sequence
from statistics import fmean

from pydantic import Field

from plans.records.base import Record
from plans.records.decision import Decision, Stage

STAGE_ORDER: tuple[Stage, ...] = ("plan", "generation", "release")


class ReviewStatistics(Record):
    """Every decision about one artifact of one stage, in numbers."""

    stage: Stage
    artifact: str
    decisions: int = Field(ge=1)
    """How many times it was decided."""
    approved: int
    """Taken as it was."""
    edited: int
    redone: int
    rejected: int
    by_people: int
    """Decisions that were not made by the reviewer `auto`."""
    edit_distance: float
    """Mean normalised edit distance over accepted texts (approved or edited), 0 to 1; 0 when none was accepted."""
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
    actions = [decision.action for decision in decisions]
    accepted = [d.edit_distance for d in decisions if d.action in ("approve", "edit")]
    return ReviewStatistics(
        stage=stage,
        artifact=artifact,
        decisions=len(decisions),
        approved=actions.count("approve"),
        edited=actions.count("edit"),
        redone=actions.count("redo"),
        rejected=actions.count("reject"),
        by_people=sum(decision.reviewer != "auto" for decision in decisions),
        edit_distance=fmean(accepted) if accepted else 0.0,
        characters=round(fmean(max(d.characters_before, d.characters_after) for d in decisions)),
    )
