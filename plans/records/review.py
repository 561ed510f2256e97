"""Reviews: reviewers' decisions on artifacts, and people's labels of submissions and answers."""

from typing import ClassVar, Literal

from pydantic import AwareDatetime, Field

from plans.records.base import FileRecord, FolderName, Record

Stage = Literal["plan", "inspection", "generation", "verification", "evaluation", "release"]
"""Of these a family of instances that models write has verification and evaluation, and no inspection."""
Verb = Literal["approve", "edit", "redo", "reject"]


class Decision(FileRecord):
    """One line of `review.jsonl`."""

    SCHEMA: ClassVar[str] = "decision"
    VERSION: ClassVar[int] = 2
    schema_version: int = 2

    item: str
    """Id of the item, or the suite's name for its plan."""
    stage: Stage
    artifact: str
    """File that was shown, relative to the item's folder."""
    action: Verb
    reviewer: str
    at: AwareDatetime
    before_digest: str
    """Digest of the artifact's text as it was shown."""
    after_digest: str
    """Digest of the text that was approved; equal to `before_digest` unless edited."""
    edit_distance: float = Field(ge=0, le=1)
    """Levenshtein distance of the two texts over the longer one's length."""
    characters_before: int = Field(ge=0)
    characters_after: int = Field(ge=0)
    showing: int = Field(ge=1)
    """1 for the first time that this artifact was shown, 2 after the first redo."""
    note: str = ""


LabelAnswer = Literal["yes", "no", "unclear"]
"""Whether an outcome holds in a submission; unclear: the specification can honestly be read both ways."""


class OutcomeLabel(Record):
    """Whether one expected outcome holds in one submission."""

    holds: LabelAnswer
    """What counts: what all said, or what was settled where they disagreed."""
    hands: tuple[LabelAnswer, ...] = Field(min_length=1)
    """What each of those who labelled it said before they knew of each other."""
    why: str = ""
    """What was done and seen; of a disagreement, how it was settled."""


class Labels(FileRecord):
    """One submission for one item, labelled by people who operated it before any judge did."""

    SCHEMA: ClassVar[str] = "labels"

    item: str
    """Id of the item."""
    submission: str
    """Name of the submission."""
    tasks: dict[str, dict[str, OutcomeLabel]]
    """Task → outcome → label."""

    def of_task(self, task: str) -> LabelAnswer:
        """Whether a task's outcomes all hold; KeyError when it was not labelled."""
        answers = {label.holds for label in self.tasks[task].values()}
        if "no" in answers:
            return "no"
        return "unclear" if "unclear" in answers else "yes"


Points = Literal[0, 1, 2]


class PointLabel(Record):
    """What one task earned, in people's eyes."""

    points: Points
    """What counts: what all said, or what was settled where they disagreed."""
    hands: tuple[Points, ...] = Field(min_length=1)
    """What each of those who labelled it said before they knew of each other."""
    alternative: Points | None = None
    """Points that somebody careful could defend as well, where the criteria can honestly be read both ways."""
    why: str = ""
    """What was done and seen; of a disagreement, how it was settled."""


class PointLabels(FileRecord):
    """One submission for one item, labelled by people who used it before they knew of any judge's verdicts."""

    SCHEMA: ClassVar[str] = "point-labels"

    item: str
    """Id of the item."""
    submission: str
    """Name of the submission, for people."""
    submission_digest: str
    """Digest of the folder that was labelled, as the rounds of a run and judgements name it: labels of one folder say
    nothing of another."""
    tasks: dict[str, PointLabel] = Field(min_length=1)
    """Task → label; tasks that nobody labelled are left out."""


class LabelledAnswer(Record):
    """One answer, labelled by people before they knew of any verdict."""

    checks: dict[str, OutcomeLabel] = Field(min_length=1)
    """Check → whether it passes, in people's eyes; checks that nobody labelled are left out."""
    digest: str = Field(default="", pattern=r"^([0-9a-f]{8,64})?$")
    """SHA-256 of the answer's text, or its beginning, so that labels of one answer are not taken for those of another;
    empty: what the solver said in the run that is reported."""


class AnswerLabels(FileRecord):
    """What one solver said in one repeat, labelled."""

    SCHEMA: ClassVar[str] = "answer-labels"

    solver: FolderName
    """Its name in the run."""
    repeat: int = Field(default=1, ge=1)
    answers: dict[str, LabelledAnswer] = Field(min_length=1)
    """Instance → labels."""


class QualityLabel(OutcomeLabel):
    """Whether one quality check holds of one instance."""

    said: LabelAnswer
    """What whoever verified the instance said of it, before any was refused: refused ones are in no suite."""


class QualityLabels(FileRecord):
    """Instances, labelled by people before they knew what was said of them."""

    SCHEMA: ClassVar[str] = "quality-labels"

    instances: dict[str, dict[str, QualityLabel]] = Field(min_length=1)
    """Instance → quality check, such as clarity → label."""
