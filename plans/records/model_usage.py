"""What models were used for, added up as reports show it."""

from typing import ClassVar

from plans.records.base import FileRecord, Record
from plans.records.model_role import Role
from plans.records.usage import Usage


class UsageLine(Record):
    """What one role used in one stage of the work on one project, in one round."""

    role: Role
    stage: str = ""
    project: str = ""
    round: int | None = None
    usage: Usage


class ModelUsage(Record):
    """All that was used, a line for every role, stage, project and round."""

    lines: tuple[UsageLine, ...] = ()
    is_replay: bool = False
    """Whether nobody was asked: these replies came from the journal of earlier work, which paid for them."""

    @property
    def total(self) -> Usage:
        """All lines together."""
        return sum((line.usage for line in self.lines), Usage())


class ModelUsageFile(FileRecord):
    """`models.json`, beside the journal of a run or of a suite that is being authored."""

    SCHEMA: ClassVar[str] = "models"
    IS_SYNCED: ClassVar[bool] = True

    usage: ModelUsage
