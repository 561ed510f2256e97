"""Where an item comes from that was published elsewhere, and how far it can be relied on."""

from collections import Counter
from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord
from plans.records.published import DefectKind, PublishedCriterion, PublishedTask

Counting = Literal["ours", "as_published"]
"""ours: a criterion that nobody can satisfy is no evaluation task. as_published: it is one like any other, and fails
whatever is handed in."""


class Imported(FileRecord):
    """`imported.yaml` of an item that was made of a published task: nobody wrote a reference for it."""

    SCHEMA: ClassVar[str] = "imported"
    VERSION: ClassVar[int] = 2

    schema_version: int = 2
    dataset: str
    """Name of the published benchmark."""
    address: str
    """Where it is published."""
    licence: str
    """Under which it is."""
    version: str
    """Its commit, where whoever imported it said so or it could be found; and what the data themselves tell."""
    published: PublishedTask
    """The task as it was published, with what was found wrong with each of its criteria."""
    tasks: dict[str, int] = Field(min_length=1)
    """Evaluation task → ordinal of the criterion that it was made of."""
    counting: Counting = "ours"

    @property
    def unsatisfiable(self) -> tuple[PublishedCriterion, ...]:
        """The criteria that nobody can satisfy."""
        return tuple(one for one in self.published.criteria if not one.is_satisfiable)

    @property
    def left_out(self) -> tuple[PublishedCriterion, ...]:
        """The criteria of which no evaluation task was made; published counting has them all."""
        made = set(self.tasks.values())
        return tuple(one for one in self.published.criteria if one.ordinal not in made)

    @property
    def defects(self) -> dict[DefectKind, int]:
        """Defect → criteria that have it, the commonest first."""
        found: Counter[DefectKind] = Counter()
        for criterion in self.published.criteria:
            found.update({defect.kind for defect in criterion.defects})
        return dict(found.most_common())
