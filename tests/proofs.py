"""Evidence as the release gate makes it of a sound item, without judging anything."""

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.conclusions import concluded
from agents.authoring.verification.gate import unconcluded
from agents.authoring.verification.matrix import Row, independent_rows, parent_row, rows
from plans.items import project_digests
from plans.records.evidence import Cell, CheckResult, Evidence
from plans.records.project import Files, Project
from plans.records.verdict import Status

CANARY = "benchwright:canary:of-no-suite"


def proof(project: Project, judge: str = "a" * 64, parent: Files | None = None) -> Evidence:
    """Evidence of a whole matrix: what must pass passes, all else fails, and so does the parent's reference."""
    wanted = [
        *rows(project, 3),
        *independent_rows(project),
        *([] if parent is None else [parent_row(project, parent)]),
    ]
    cells = [_cell(row) for row in wanted]
    checks = [CheckResult(check=check.name, passed=True) for check in every_check("webapp", CANARY)]
    return concluded(unconcluded(project, project_digests(project, judge), checks, 3, cells), project)


def _cell(row: Row) -> Cell:
    status = Status.PASSED if row.must == "pass" else Status.FAILED
    judged = [task for task in row.criteria.tasks if task.id in row.judged]
    return Cell(
        submission=row.submission,
        repeat=row.repeat,
        tasks={task.id: {outcome.id: status for outcome in task.outcomes} for task in judged},
        task_status={task.id: status for task in judged},
    )
