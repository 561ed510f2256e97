"""Checkpoints: where a developer looks at what the agents made, what may be answered there, and who answers."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from pydantic import Field, model_validator
from rapidfuzz.distance import Levenshtein

from agents.families.folder import DESIGNS, MODULES, design_problems, module_problems
from plans.digests import text_digest
from plans.errors import AuthorError, InvalidFile, StaleReview
from plans.files import parse_record, read_record, read_text
from plans.records.base import FileRecord, Problem, Record
from plans.records.criteria import Criteria
from plans.records.feedback import EvaluationPlan
from plans.records.plan import Plan
from plans.records.review import Decision, Stage, Verb
from plans.records.specification import PRD, Query

SHOWN: dict[Stage, tuple[str, ...]] = {
    "plan": ("plan.yaml",),
    "inspection": ("criteria.yaml", "inspection.json"),
    "generation": ("prd.yaml", "query.yaml", "criteria.yaml"),
    "release": ("evaluation.yaml", "evidence.json"),
}
"""Stage → the artifacts that its checkpoint shows."""
EDITABLE: dict[str, type[FileRecord]] = {
    "plan.yaml": Plan,
    "prd.yaml": PRD,
    "query.yaml": Query,
    "criteria.yaml": Criteria,
    "evaluation.yaml": EvaluationPlan,
}
"""Artifact → the record that an edited text must hold; evidence is never edited."""
PLAN_STAYS = (
    "A redo of the plan without a note would give the same plan again. Say which features and subjects it shall have "
    "(“with …”, “without …”), edit plan.yaml, or reject it."
)
AUTO = "auto"
"""Name that an approval without a person is recorded under."""


def edit_distance(before: str, after: str) -> float:
    """Levenshtein distance of the texts over the length of the longer one: 0 unchanged, 1 nothing kept."""
    return Levenshtein.normalized_distance(before, after)


class Checkpoint(Record):
    """A point at which the graph waits for a developer."""

    item: str
    """Id of the item, or the suite's name for its plan."""
    stage: Stage
    showing: int = Field(ge=1)
    """1 for the first time that this stage is shown, 2 after the first redo."""
    artifacts: dict[str, str]
    """Artifact shown → digest of its text."""
    findings: tuple[str, ...] = ()
    """What the reviewer should know: why an earlier attempt was not good enough."""

    @property
    def label(self) -> str:
        return f"{self.item}, {self.stage}" + (f", showing {self.showing}" if self.showing > 1 else "")


class CheckpointAnswer(Record):
    """What a reviewer says at a checkpoint."""

    action: Verb
    reviewer: str
    note: str = ""
    """Why; told to the author on a redo."""
    edits: dict[str, str] = {}
    """Artifact → its whole new text, for `edit`."""

    @model_validator(mode="after")
    def _edits_belong_to_edit(self) -> "CheckpointAnswer":
        if (self.action == "edit") != bool(self.edits):
            raise ValueError("`edits` and the action `edit` belong together")
        return self


def check_answer(checkpoint: Checkpoint, answer: CheckpointAnswer) -> None:
    """Raises AuthorError for an answer that could do nothing."""
    if checkpoint.stage == "plan" and answer.action == "redo" and not answer.note.strip():
        raise AuthorError(PLAN_STAYS)


def check_edit(artifact: str, text: str, path: Path) -> None:
    """Raises InvalidFile with every problem of an edited text that is to stand at `path`, beside the other artifacts.

    Raises AuthorError when the artifact may not be edited.
    """
    check_text(artifact, text, path)
    if artifact in EDITABLE:
        record = edited_record(artifact, text, path)
        if isinstance(record, EvaluationPlan):
            _check_weights(record, path)


def check_edits(checkpoint: Checkpoint, answer: CheckpointAnswer, folder: Path) -> None:
    """`check_edit` of every text in an answer about the artifacts in `folder`; StaleReview for one not shown there."""
    for artifact, text in answer.edits.items():
        if artifact not in checkpoint.artifacts:
            raise StaleReview(
                f"{artifact!r} is not shown at {checkpoint.label}; edit one of {', '.join(checkpoint.artifacts)}."
            )
        check_edit(artifact, text, folder / artifact)


def is_editable(artifact: str) -> bool:
    """Whether a reviewer may give it another text."""
    return artifact in EDITABLE or artifact in MODULES or artifact in DESIGNS


def check_text(artifact: str, text: str, path: Path) -> None:
    """Raises InvalidFile with every problem of an edited text by itself, and AuthorError where it may not be edited."""
    if artifact in MODULES:
        problems = module_problems(artifact, text, path.parent.name)
    elif artifact in DESIGNS:
        problems = design_problems(text)
    else:
        edited_record(artifact, text, path)
        return
    if problems:
        raise InvalidFile([Problem(where=str(path), message=one, mend="Mend it.") for one in problems])


def edited_record(artifact: str, text: str, path: Path) -> FileRecord:
    """What an edited text says, whatever lies beside `path`, from which it came; raises as `check_edit` does."""
    if artifact not in EDITABLE:
        raise AuthorError(
            f"{artifact!r} is a result and cannot be edited. Edit one of {', '.join(EDITABLE)}, or redo."
        )
    return parse_record(text, EDITABLE[artifact], path)


def _check_weights(evaluation: EvaluationPlan, path: Path) -> None:
    tasks = {task.id for task in read_record(path.with_name("criteria.yaml"), Criteria).tasks}
    problems = [
        Problem(where=str(path), message=f"weights: task {task!r} {what}.", mend=mend)
        for missing, what, mend in (
            (tasks - set(evaluation.weights), "has no share", "Give it one; criteria.yaml lists it."),
            (set(evaluation.weights) - tasks, "is not in criteria.yaml", "Remove it."),
        )
        for task in sorted(missing)
    ]
    if problems:
        raise InvalidFile(problems)


def decisions(checkpoint: Checkpoint, answer: CheckpointAnswer, folder: Path, at: datetime) -> list[Decision]:
    """The answer as ledger lines, one per artifact; `folder` holds the artifacts as they were shown.

    Raises StaleReview when a text has changed since it was shown, and whatever `check_answer` and `check_edit` raise.
    """
    check_answer(checkpoint, answer)
    texts = shown_texts(checkpoint, folder)
    check_edits(checkpoint, answer, folder)
    return [_decision(checkpoint, answer, artifact, texts[artifact], at) for artifact in checkpoint.artifacts]


def shown_texts(checkpoint: Checkpoint, folder: Path) -> Mapping[str, str]:
    """Artifact → text; raises StaleReview when a file is not what the checkpoint was made for."""
    texts = {artifact: read_text(folder / artifact) for artifact in checkpoint.artifacts}
    for artifact, text in texts.items():
        if text_digest(text) != checkpoint.artifacts[artifact]:
            raise StaleReview(
                f"{folder / artifact} was changed after {checkpoint.label} was parked, so a decision would be about "
                "another text. Put the old text back and submit yours with `--edit FILE`, or answer `--redo NOTE`."
            )
    return texts


def _decision(
    checkpoint: Checkpoint, answer: CheckpointAnswer, artifact: str, before: str, at: datetime
) -> Decision:
    after = answer.edits.get(artifact, before)
    is_edited = after != before
    return Decision(
        item=checkpoint.item,
        stage=checkpoint.stage,
        artifact=artifact,
        action="approve" if answer.action == "edit" and not is_edited else answer.action,
        reviewer=answer.reviewer,
        at=at,
        before_digest=text_digest(before),
        after_digest=text_digest(after),
        edit_distance=edit_distance(before, after),
        characters_before=len(before),
        characters_after=len(after),
        showing=checkpoint.showing,
        note=answer.note,
    )


class Reviewer(Protocol):
    """Answers at checkpoints."""

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        """The answer about the artifacts in `folder`, or None to leave the checkpoint parked."""
        ...


class AutoReviewer:
    """Approves everything, and says that no person did."""

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        del checkpoint, folder
        return CheckpointAnswer(action="approve", reviewer=AUTO)


class DeferringReviewer:
    """Leaves every checkpoint parked for `benchwright review`."""

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        del checkpoint, folder


class PresetReviewer:
    """Gives answers that were decided on the command line, each to one checkpoint, and leaves the others parked."""

    def __init__(self, answers: Sequence[tuple[Checkpoint, CheckpointAnswer]] = ()) -> None:
        self._answers = {_key(checkpoint): (checkpoint, answer) for checkpoint, answer in answers}

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        del folder
        given = self._answers.pop(_key(checkpoint), None)
        return given[1] if given else None

    def check_all_given(self) -> None:
        """Raises StaleReview when an answer met no checkpoint."""
        if self._answers:
            labels = sorted(checkpoint.label for checkpoint, _ in self._answers.values())
            raise StaleReview(f"Nothing waits any more at {', '.join(labels)}; list with `review`.")


class ReviewerOf:
    """Asks a reviewer about some checkpoints, and leaves the others parked."""

    def __init__(self, reviewer: Reviewer, is_asked: Callable[[Checkpoint], bool]) -> None:
        """`is_asked`: whether a checkpoint is one of them."""
        self._reviewer = reviewer
        self._is_asked = is_asked

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        return await self._reviewer.review(checkpoint, folder) if self._is_asked(checkpoint) else None


def _key(checkpoint: Checkpoint) -> str:
    return f"{checkpoint.label} {sorted(checkpoint.artifacts.items())}"


def preset_reviewer(answers: Sequence[tuple[Checkpoint, CheckpointAnswer]]) -> PresetReviewer:
    """A reviewer who gives answers that were decided beforehand."""
    return PresetReviewer(answers)


def asking_about(reviewer: Reviewer, is_asked: Callable[[Checkpoint], bool]) -> Reviewer:
    """A reviewer who is asked at some checkpoints alone; the others stay parked."""
    return ReviewerOf(reviewer, is_asked)
