"""The reference of a project, for those who cannot do without one."""

from plans.errors import NoReference
from plans.records.project import Files, Project


def reference_of(project: Project, wanted: str) -> Files:
    """The reference; NoReference, which says what was `wanted` of it, where the item was imported without one."""
    if project.reference is None:
        raise NoReference(
            f"{project.id!r} was imported as it was published, without a reference, so {wanted}. Take an item that was "
            "authored here, or do without."
        )
    return project.reference
