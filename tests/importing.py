"""An item as it is when it was imported: published by others, without a reference."""

from plans.records.project import Project
from plans.records.published import Imported, PublishedCriterion, PublishedTask

PUBLISHED_PRD = "# Shop\n\nSell things,   as it was written.\n"


def without_reference(project: Project) -> Project:
    """The same item, had somebody else published it."""
    tasks = project.criteria.tasks
    criteria = tuple(
        PublishedCriterion(
            task=7, ordinal=number, id=None, title=task.title, metric=task.title, kind="shell_interaction",
            description=None, expected_output=None, steps=(),
        )
        for number, task in enumerate(tasks, 1)
    )  # fmt: skip
    published = PublishedTask(number=7, prd=PUBLISHED_PRD, criteria=criteria, planned=len(criteria))
    imported = Imported(
        dataset="PRDBench", address="somewhere", licence="MIT", version="unknown", published=published,
        tasks={task.id: number for number, task in enumerate(tasks, 1)},
    )  # fmt: skip
    return project.model_copy(
        update={"reference": None, "mutants": (), "alternatives": (), "imported": imported}
    )
