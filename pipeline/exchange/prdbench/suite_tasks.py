"""The items of a suite as published tasks: as they were published, or as they would be."""

from collections.abc import Sequence
from typing import NamedTuple

from pipeline.exchange.exporters import export_suite
from pipeline.exchange.prdbench.exporting import PRDBenchExporter
from pipeline.exchange.prdbench.reading import read_dataset
from plans.items import read_project, read_suite
from plans.paths import SuitePaths
from plans.records.project import Project
from plans.records.published import PublishedCriterion, PublishedTask
from plans.records.suite import SuiteItem
from plans.scratch import scratch


class SuiteTask(NamedTuple):
    """An item with the task that it was published as, or is exported as."""

    item: SuiteItem
    task: PublishedTask
    criteria: dict[str, PublishedCriterion]
    """Evaluation task → its criterion."""


def suite_tasks(paths: SuitePaths) -> Sequence[SuiteTask]:
    """Every item of a suite; raises InvalidFile, and AuthorError where it cannot be exported."""
    with scratch("export") as folder:
        # Whoever judges our tasks by PRDBench's tools has them as they are exported, and reports name these titles.
        numbers = export_suite(PRDBenchExporter(), paths, folder / "tasks")
        tasks = {task.number: task for task in read_dataset(folder / "tasks").tasks}
    by_item = {item: tasks[int(number)] for item, number in numbers.items()}
    return [
        _told(item, read_project(paths.item(item.id)), by_item[item.id]) for item in read_suite(paths).items
    ]


def _told(item: SuiteItem, project: Project, exported: PublishedTask) -> SuiteTask:
    """What was published counts where there is that: an export keeps no entry that could not be read."""
    task = exported if project.imported is None else project.imported.published
    by_ordinal = {one.ordinal: one for one in task.criteria}
    tasks = (
        project.imported.tasks
        if project.imported is not None
        else {one.id: place for place, one in enumerate(project.criteria.tasks, 1)}
    )
    return SuiteTask(item, task, {id: by_ordinal[ordinal] for id, ordinal in tasks.items()})
