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

    @property
    def total(self) -> Usage:
        """All lines together."""
        return sum((line.usage for line in self.lines), Usage())

    def by_role(self) -> dict[Role, Usage]:
        """Role → what it used in all, for the roles that used anything."""
        found: dict[Role, Usage] = {}
        for line in self.lines:
            found[line.role] = found.get(line.role, Usage()) + line.usage
        return found

    def by_stage(self) -> dict[str, Usage]:
        """Stage → what was used there in all."""
        found: dict[str, Usage] = {}
        for line in self.lines:
            found[line.stage] = found.get(line.stage, Usage()) + line.usage
        return found

    def by_project(self) -> dict[str, Usage]:
        """Project → what was used for it in all; empty for what was of no project."""
        found: dict[str, Usage] = {}
        for line in self.lines:
            found[line.project] = found.get(line.project, Usage()) + line.usage
        return found


class ModelUsageFile(FileRecord):
    """`models.json` of a run."""

    SCHEMA: ClassVar[str] = "models"

    usage: ModelUsage
