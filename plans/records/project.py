"""A project as a value in memory, whole or while it is made, and where its parts come from."""

from typing import ClassVar, Generic, Literal, NamedTuple, TypeVar, get_args

from pydantic import Field, model_validator

from plans.records.base import FileRecord, FolderName, Record, RelativePath
from plans.records.criteria import Criteria
from plans.records.model_call import ModelUse
from plans.records.model_settings import ModelRole
from plans.records.plan import ItemParameters
from plans.records.published import Imported
from plans.records.seed import ItemSeed, Recipe
from plans.records.specification import PRD, Query

T = TypeVar("T")

MAKERS: tuple[ModelRole, ...] = ("planner", "generator", "coder")
"""Who says what an item is and makes it; others read or weigh what was made."""
INDEPENDENTS = "independents"
"""The artifact that implementations by other hands are."""


class Output(Record):
    """One artifact."""

    artifact: str
    """Its file or folder, such as `prd.yaml`."""
    uses: tuple[ModelUse, ...]
    """In the order in which they were asked for."""


class Provenance(FileRecord):
    """`provenance.yaml` of an item or a plan that models had a part in; where none had, there is no such file.

    Presence alone says nothing of an item's author: what a catalog made, a model may have weighed.
    """

    SCHEMA: ClassVar[str] = "provenance"

    outputs: tuple[Output, ...] = ()

    def with_output(self, artifact: str, uses: tuple[ModelUse, ...]) -> "Provenance":
        """It with the uses of this artifact in place of those that stood there."""
        others = tuple(output for output in self.outputs if output.artifact != artifact)
        return self.model_copy(update={"outputs": (*others, Output(artifact=artifact, uses=uses))})

    @property
    def uses(self) -> tuple[ModelUse, ...]:
        """All replies, artifact by artifact."""
        return tuple(use for output in self.outputs for use in output.uses)

    @property
    def is_of_a_maker(self) -> bool:
        """Whether a model made any of it, be it the plan or a part of an item; independent implementations are none."""
        parts = (output for output in self.outputs if output.artifact != INDEPENDENTS)
        return any(use.role in MAKERS for part in parts for use in part.uses)


class MadeArtifact(NamedTuple, Generic[T]):
    """What was made, and the replies that it was made of: none, where no model was asked."""

    value: T
    uses: tuple[ModelUse, ...] = ()


FaultOwner = Literal["app", "criterion", "undecided"]
"""Whose fault it is that a task does not pass: the implementation lacks what was asked for; the criterion asks for more
than was said, or reads it too narrowly; nobody could tell."""


class IndependentRuling(Record):
    """Whose fault it is that one task does not pass on an independent implementation."""

    task: str
    fault: FaultOwner
    quote: str = ""
    """Words of the request, the PRD or the criterion that the ruling rests on."""
    reason: str
    by: Literal["model", "person"]


class Independent(FileRecord):
    """`independent.yaml`: who wrote an independent implementation, from what, and what was said of its failures."""

    SCHEMA: ClassVar[str] = "independent"

    name: FolderName
    """Called as its folder."""
    author: str = Field(min_length=1)
    """Model, code agent or person."""
    by: Literal["model", "agent", "person"]
    is_other_author: bool
    """Whether it is another model or person than the one that wrote the criteria and the reference."""
    seen: Literal["low", "prd"]
    """What its author was given besides the rules of submission: the fullest request, or the PRD."""
    seen_digest: str
    """SHA-256 of that text."""
    account: str = ""
    """How it came about."""
    rounds: int = Field(default=1, ge=1)
    """Times that it was submitted; from the second on its author had been told what the verifier found missing."""
    rulings: tuple[IndependentRuling, ...] = ()


class IndependentImplementation(Record):
    """An independent implementation with its files."""

    about: Independent
    files: dict[str, str]
    """Relative POSIX path → text content, as submitted."""


Files = dict[str, str]
"""Relative POSIX path → text content."""

Grader = dict[RelativePath, bytes]
"""Relative POSIX path → content, text or not, of what a judge lays beside a submission or holds it against."""


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


VariationKind = Literal["restyled", "other-data"]
KINDS: tuple[VariationKind, ...] = ("restyled", "other-data")
Rewriting = Literal["names", "prices", "decimals", "currency", "dates", "entries"]
"""What a program changes of an app's sample data and of how it is shown: the names of entries; amounts; whether whole
amounts have decimals; whether the sign of the currency stands before or behind; how dates are written; how many entries
there are."""


class Lack(Record):
    """Why there is no such alternative."""

    kind: VariationKind
    code: Literal[
        "nothing found", "breaks the app", "over budget", "given up", "not applicable", "not recorded"
    ]
    """nothing found: a program found no data that it could rewrite. breaks the app: whatever was rewritten left a page
    that raises errors or none at all. over budget: the budget of models had no room for it. given up: a model's
    answers could not be used. not applicable: the family's reference brings no sample data that is shown, or no page.
    not recorded: nothing beside the item says.
    """
    detail: str


class SeenFailing(Record):
    """An outcome that an alternative did not pass when it was tried, and what was seen in its place."""

    kind: VariationKind
    task: str
    outcome: str
    looked_for: str = ""
    saw: str = ""
    said: str = ""
    """Why its author takes the task for met as it is."""

    def __str__(self) -> str:
        said = f" Its author says: {self.said}" if self.said else ""
        looked_for = f" Looked for: {self.looked_for}." if self.looked_for else ""
        return f"alternative/{self.kind}: {self.task}/{self.outcome} did not hold.{looked_for} Seen: {self.saw}.{said}"


class Variations(FileRecord):
    """`variations.yaml`, among the alternatives of an item that a model made; a catalog's renderer makes them all."""

    SCHEMA: ClassVar[str] = "variations"

    rewritten: tuple[Rewriting, ...] = ()
    """What other-data changes."""
    dropped: tuple[Rewriting, ...] = ()
    """What was tried beside, and broke the app."""
    lacking: tuple[Lack, ...] = ()
    failing: tuple[SeenFailing, ...] = ()


class Varied(Record):
    """The alternatives that were made, and what is said of them."""

    alternatives: tuple[LaidOver, ...]
    variations: Variations


class Scheme(Record):
    """How a project is tried and judged."""

    criteria: Criteria
    grader: Grader = {}
    """Test files, inputs and expected files that were written with the criteria; none where they come with what is
    built.
    """


class Specified(Record):
    """What is said of a project before anything of it is built."""

    recipe: Recipe
    prd: PRD
    query: Query
    criteria: Criteria
    grader: Grader = {}
    """The scheme's, as they were first written: what building showed of them is in Built."""

    @property
    def scheme(self) -> Scheme:
        """How it is tried and judged."""
        return Scheme(criteria=self.criteria, grader=self.grader)


class Built(Record):
    """A project that passes, with all that goes with it."""

    reference: Files
    alternatives: tuple[LaidOver, ...] = ()
    grader: Grader = {}
    """Test files, inputs and expected files: no agent ever sees them."""
    criteria: Criteria | None = None
    """The criteria as they had to be corrected, which building showed; None where they stand as they are."""


ProjectPart = Literal["prd", "query", "criteria", "reference", "mutants"]
PARTS: tuple[ProjectPart, ...] = get_args(ProjectPart)
"""In the order in which they are made, each from those before it."""


class PartFault(Record):
    """What is wrong with one part of an item, for the step that made it."""

    part: ProjectPart
    element: str = ""
    """Id of a requirement, a level, a task, a mutant or an edge; empty where it is about the part as a whole."""
    message: str
    """With the evidence, in words for who made the part."""

    def __str__(self) -> str:
        return f"{self.element}: {self.message}" if self.element else self.message


class PlantedBefore(Record):
    """Mutants that were planted before, and what they were tried on then."""

    scheme: Scheme
    reference: Files
    mutants: tuple[PlantedMutant, ...]


class Planting(Record):
    """What came of planting defects."""

    mutants: tuple[PlantedMutant, ...]
    weak: tuple[PartFault, ...] = ()
    """Tasks whose criteria are weak, as a defect shows that they do not notice; the mutants are those so far then."""
    scheme: Scheme | None = None
    """The criteria as they are to be instead; None where they stand."""
