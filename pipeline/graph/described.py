"""An item as its files tell of it: what a suite's table, card and changelog say, and by what it is compared."""

from dataclasses import dataclass

from plans.digests import graded_digest, prose_digest
from plans.items import read_project
from plans.paths import ItemPaths, SuitePaths
from plans.records.suite import Lineage, SuiteItem


@dataclass(frozen=True)
class Described:
    """Nothing of it is remembered: whoever edits an item changes what is said of it."""

    line: SuiteItem
    category: str
    domain: str
    tasks: tuple[str, ...]
    """Ids of its evaluation tasks."""
    outcomes: int
    mutants: int


def described(place: ItemPaths, lineage: Lineage | None) -> Described:
    """The item in a folder; raises InvalidFile."""
    project = read_project(place)
    tasks, coverage = project.criteria.tasks, project.seed.coverage
    return Described(
        line=SuiteItem(
            id=project.id,
            graded_digest=graded_digest(project.criteria, project.grader),
            prose_digest=prose_digest(project.prd, project.query, project.criteria),
            lineage=lineage,
        ),
        category=coverage.category,
        domain=coverage.domain,
        tasks=tuple(task.id for task in tasks),
        outcomes=sum(len(task.outcomes) for task in tasks),
        mutants=len(project.mutants),
    )


def place_of(paths: SuitePaths, item: str) -> ItemPaths:
    """Where an item lies: the publish step moves drafts, and may have been killed in between."""
    draft = paths.draft(item)
    return draft if draft.prd.exists() else paths.item(item)
