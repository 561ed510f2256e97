"""A project: one item of a code-agent family, as a value in memory; on disk it is a folder (paths.ItemPaths)."""

from typing import ClassVar, Literal

from pydantic import Field, model_validator

from plans.records.base import FileRecord, Record
from plans.records.criteria import Criteria
from plans.records.imported import Imported
from plans.records.independent import IndependentImplementation
from plans.records.names import FolderName
from plans.records.plan import ItemParameters
from plans.records.prd import PRD
from plans.records.provenance import Provenance
from plans.records.query import Query
from plans.records.relative_path import RelativePath
from plans.records.seed import ItemSeed

Files = dict[str, str]
"""Relative POSIX path → text content."""

Grader = dict[RelativePath, bytes]
"""Relative POSIX path → content, text or not, of what a judge lays beside a hand-in or holds it against."""


class Mutant(FileRecord):
    """`mutant.yaml`: a reference with one planted defect; the defect itself is `mutant.patch` beside it."""

    SCHEMA: ClassVar[str] = "mutant"

    id: FolderName
    """Unique in the project."""
    description: str
    """The defect, in words."""
    kills: tuple[str, ...] = Field(min_length=1)
    """Tasks that must not pass on it."""
    operator: str = "planted"
    """Kind of defect: planted, removed, off-by-one, no-op, …"""


class PlantedMutant(Record):
    """A mutant with its files."""

    mutant: Mutant
    patch: str
    """Unified diff against the reference, paths relative to its root."""


class Alternative(FileRecord):
    """`alternative.yaml`: another project that must pass too; its files lie over a copy of the reference."""

    SCHEMA: ClassVar[str] = "alternative"

    name: FolderName
    """restyled, other-data."""
    kind: Literal["restyled", "other-data"]
    """restyled: our second rendering of every feature in other markup. other-data: the same app with other sample
    data."""
    description: str


class LaidOver(Record):
    """An alternative with its files."""

    alternative: Alternative
    files: Files
    """Files that replace those of the reference or are added to them."""


class Project(Record):
    """Everything that an item holds."""

    id: FolderName
    seed: ItemSeed
    parameters: ItemParameters
    prd: PRD
    query: Query
    criteria: Criteria
    reference: Files | None
    """None exactly for an imported item, of which nobody published one."""
    mutants: tuple[PlantedMutant, ...]
    alternatives: tuple[LaidOver, ...] = ()
    independents: tuple[IndependentImplementation, ...] = ()
    """Whole implementations by hands that saw neither criteria nor reference."""
    grader: Grader = {}
    """Test files, inputs and expected files: no agent ever sees them."""
    provenance: Provenance | None = None
    """Of which replies of models it was made and weighed; None where no model had a part in it."""

    imported: Imported | None = None
    """Where it was published; None where it was authored here."""

    @model_validator(mode="after")
    def _has_a_reference_or_was_imported(self) -> "Project":
        if (self.reference is None) != (self.imported is not None):
            raise ValueError("an item has a reference exactly where it was not imported")
        if self.imported is not None and (self.mutants or self.alternatives or self.independents):
            raise ValueError(
                "mutants, alternatives and independent implementations stand beside a reference, and an imported item "
                "has none"
            )
        return self

    def without_clause(self) -> "Project":
        """The project without the accessibility clause: it is neither asked for nor tried. Most have one."""
        clause = {task.id for task in self.criteria.clause}
        if not clause:
            return self
        criteria = self.criteria.without_clause()
        tested = {id for task in criteria.tasks for id in task.requirements}
        of_clause = {id for task in self.criteria.clause for id in task.requirements} - tested
        return self.model_copy(
            update={
                "criteria": criteria,
                "prd": self.prd.without(of_clause),
                "mutants": tuple(one for one in self.mutants if clause.isdisjoint(one.mutant.kills)),
            }
        )

    @property
    def is_specified_by_model(self) -> bool:
        """Whether a model said what it is, so that no catalog knows anything of it."""
        return self.provenance is not None and self.provenance.is_of_a_maker
