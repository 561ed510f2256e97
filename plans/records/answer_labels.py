"""What people say of answers to instances, and of instances: what checks of either are held against."""

from typing import ClassVar

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.labels import Answer, OutcomeLabel
from plans.records.names import FolderName


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

    said: Answer
    """What whoever verified the instance said of it, before any was refused: refused ones are in no suite."""


class QualityLabels(FileRecord):
    """Instances, labelled by people before they knew what was said of them."""

    SCHEMA: ClassVar[str] = "quality-labels"

    instances: dict[str, dict[str, QualityLabel]] = Field(min_length=1)
    """Instance → quality check, such as clarity → label."""
