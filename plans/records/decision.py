"""What a developer decided at a checkpoint."""

from typing import ClassVar, Literal

from pydantic import AwareDatetime, Field

from plans.records.base import FileRecord

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
