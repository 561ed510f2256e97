"""The ledger of decisions, and statistics of reviews (BenchAgents, Appendix H)."""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean

from pydantic import Field

from plans.digests import text_digest
from plans.files import read_lines, read_text, write_text
from plans.paths import FamilyPaths, SuitePaths
from plans.records.base import Record
from plans.records.review import Decision, Stage
from review.checkpoints import AUTO, Checkpoint, CheckpointAnswer, decisions


class Ledger:
    """The review files of one suite: of its plan, of its drafts and of its items; or the one file of a family.

    A decision is known by item, stage, showing, artifact and digest of the text that was shown. Recording it again
    changes nothing, so a process that was killed may repeat itself. Call it under the suite's lock.
    """

    def __init__(self, paths: SuitePaths) -> None:
        self._paths = paths

    def record(self, decision: Decision) -> None:
        """Record one decision."""
        self.record_all([decision])

    def record_all(self, decisions: Sequence[Decision]) -> None:
        """Record the decisions of one checkpoint: all of them or, when the process dies, none."""
        for path in {self._file(decision) for decision in decisions}:
            mine = [decision for decision in decisions if self._file(decision) == path]
            kept = read_lines(path, Decision)
            known = {_key(decision) for decision in kept}
            new = [decision for decision in mine if _key(decision) not in known]
            if new:
                write_text(path, "".join(f"{line.model_dump_json()}\n" for line in [*kept, *new]))

    def keep_edits(self, edits: Iterable[tuple[str, str]]) -> None:
        """Keep edited texts by digest; done before the decision that names them."""
        for digest, text in edits:
            write_text(self._paths.edit(digest), text)

    def record_answer(self, checkpoint: Checkpoint, answer: CheckpointAnswer, folder: Path) -> dict[str, str]:
        """Record what was answered about the artifacts in `folder`, unless that is decided; raises as `decisions`.

        Gives for each edited artifact the digest under which its text is kept.
        """
        edits = {artifact: text_digest(text) for artifact, text in answer.edits.items()}
        if self.answer(checkpoint) is None:
            lines = decisions(checkpoint, answer, folder, datetime.now(UTC))
            self.keep_edits((edits[artifact], text) for artifact, text in answer.edits.items())
            self.record_all(lines)
        return edits

    def answer(self, checkpoint: Checkpoint) -> CheckpointAnswer | None:
        """What has been decided at a checkpoint, or None while it waits."""
        lines = {
            line.artifact: line
            for line in read_lines(self._review(checkpoint.item, checkpoint.stage), Decision)
            if line.stage == checkpoint.stage
            and (line.item, line.showing) == (checkpoint.item, checkpoint.showing)
            and checkpoint.artifacts.get(line.artifact) == line.before_digest
        }
        if set(lines) != set(checkpoint.artifacts):
            return None
        first = next(iter(lines.values()))
        edited = {name: line for name, line in lines.items() if line.action == "edit"}
        edits = {name: read_text(self._paths.edit(line.after_digest)) for name, line in edited.items()}
        return CheckpointAnswer(
            action="edit" if edits else first.action, reviewer=first.reviewer, note=first.note, edits=edits
        )

    def all(self) -> list[Decision]:
        """Every decision about the suite, the plan's first and those about work that has ended last."""
        files = [
            self._paths.review,
            *sorted(self._paths.items.glob("*/review.jsonl")),
            *sorted(self._paths.drafts.glob("*/review.jsonl")),
            *sorted(self._paths.ended.rglob("review.jsonl")),
        ]
        return [decision for path in files for decision in read_lines(path, Decision)]

    def _file(self, decision: Decision) -> Path:
        return self._review(decision.item, decision.stage)

    def _review(self, item: str, stage: str) -> Path:
        is_of_all = stage == "plan" or isinstance(self._paths, FamilyPaths)
        return self._paths.review if is_of_all else self._paths.draft(item).review


def _key(decision: Decision) -> str:
    return json.dumps(
        [decision.item, decision.stage, decision.showing, decision.artifact, decision.before_digest]
    )


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
