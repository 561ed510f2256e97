"""Published tasks of PRDBench as they are imported, what was found wrong with them, and the scores of its judge.

PRDBench calls a criterion what is an evaluation task here; these records quote it, and keep its words.
"""

import base64
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from plans.records.base import FileRecord, Problem, Record

CriterionKind = Literal["unit_test", "shell_interaction", "file_comparison"]
InputSource = Literal[
    "none", "redirect", "path", "same_name", "twin", "text", "appended", "in_command", "missing"
]
"""Where the standard input of a command was found: nowhere, as it has none; by `< file` in the command; as the path
that stands there; as the only file of that name elsewhere; as the only other file with the same beginning and id; as
the text itself; as lines behind the command; in the command, by a pipe; or nowhere, though it is to have one."""
DefectKind = Literal["plan", "command", "script", "input", "expected", "rubric"]
"""What of a criterion a problem is about: its entry in the plan, a command line, a script or test that a command runs,
a file that goes in, a file that is compared with or written, or what points are given for."""
Counting = Literal["ours", "as_published"]
"""ours: a criterion that nobody can satisfy is no evaluation task. as_published: it is one like any other, and fails
whatever is submitted."""
DifferenceKind = Literal[
    "dropped_projects", "unread_reports", "foreign_lines", "odd_scores", "left_out", "unsatisfiable"
]
"""Why the two numbers differ: projects without a usable report are left out of the mean; reports count as nothing or
as 0 though some of their lines can be read; lines that belong to no criterion, or repeat one, count; scores other than
0, 1 and 2 count; criteria that a report leaves out do not count; criteria that nobody can satisfy do."""


class StandardInput(Record):
    """What is typed into a command."""

    source: InputSource
    file: str | None = None
    """The file that holds it, from the task's folder."""
    text: str | None = None
    """It, when it is UTF-8; what is not empty ends with one line feed."""
    base64: str | None = None
    """It, when it is not UTF-8."""

    @model_validator(mode="after")
    def _is_said_once(self) -> "StandardInput":
        if self.text is not None and self.base64 is not None:
            raise ValueError("standard input is either text or base64, and not both")
        return self

    @property
    def data(self) -> bytes:
        """The bytes; none where nothing is typed, nothing was found, or the command brings it itself."""
        return base64.b64decode(self.base64) if self.base64 is not None else (self.text or "").encode()


class PublishedStep(Record):
    """One command of a criterion."""

    command: str | None
    """As published, for bash in the task's folder; None where there is none."""
    run: str | None = None
    """What bash is to be given for it: without answers that stand behind it, and with the file in its `<` that was
    found elsewhere; None where there is none."""
    asked_input: str | None = None
    """The standard input as published: a path, or the text itself."""
    input: StandardInput


class PublishedDefect(Record):
    """Something wrong with a criterion as it was published."""

    kind: DefectKind
    message: str
    """What is wrong and what follows, in a sentence."""
    blocks: bool = False
    """Whether nobody can satisfy the criterion because of it."""


class PublishedRubric(Record):
    """What 2, 1 and 0 points are given for, as published in metric.json."""

    metric: str
    """The title there, which may differ a little."""
    points: dict[int, str]
    """Points → what they are given for; empty where the text has no such parts."""
    text: str
    """All of it."""


class PublishedCriterion(Record):
    """One entry of a task's test plan."""

    task: int
    ordinal: int = Field(ge=1)
    """Place in the plan, from 1; ids are not unique everywhere."""
    id: str | None
    """The number at the beginning of its title, such as 2.1.3a; None where there is none."""
    title: str
    """The rest of it."""
    metric: str
    """Both, as published."""
    kind: CriterionKind
    description: str | None
    """Arrange, act and assert, as prose."""
    expected_output: str | None
    steps: tuple[PublishedStep, ...]
    run_files: tuple[str, ...] = ()
    """Scripts and tests of the task's own that its commands run."""
    input_files: tuple[str, ...] = ()
    """As published."""
    expected_files: tuple[str, ...] = ()
    """As published: references, and products that were mistaken for them."""
    reference_files: tuple[str, ...] = ()
    """Files of the task that an output is compared with."""
    products: tuple[str, ...] = ()
    """Files that its commands are to write, from the task's folder; `*` and `?` stand for what is not known. Those that
    are surely meant come first."""
    supposed_products: tuple[str, ...] = ()
    """Those of them that are typed and named nowhere else: they may be anything to the program."""
    rubric: PublishedRubric | None = None
    defects: tuple[PublishedDefect, ...] = ()

    @property
    def key(self) -> str:
        """Task and place, which no two criteria share."""
        return f"{self.task}/{self.ordinal}"

    @property
    def is_satisfiable(self) -> bool:
        """Whether nothing that was found keeps everybody from passing it."""
        return not any(defect.blocks for defect in self.defects)


class Need(Record):
    """A package or service that a task names, beyond Python itself."""

    name: str
    kind: Literal["package", "service", "network"]
    because: str
    """Where it is named."""


class PublishedTask(FileRecord):
    """One published task, with everything that was found wrong with it."""

    SCHEMA: ClassVar[str] = "published-task"

    number: int = Field(ge=0)
    prd: str | None
    """The whole of src/PRD.md; None where it cannot be read."""
    criteria: tuple[PublishedCriterion, ...]
    planned: int = Field(ge=0)
    """Entries of the test plan, those included that no criterion could be made of."""
    must_survive: tuple[str, ...] = ()
    """Data under src/ that the code agent is given, by aux_data.json."""
    shipped_beside: tuple[str, ...] = ()
    """Files that lie neither in src/ nor in evaluation/: data that programs are to find there."""
    stale_products: tuple[str, ...] = ()
    """Files that are shipped though commands are to create them; they have to go before anything is run."""
    needs: tuple[Need, ...] = ()
    problems: tuple[Problem, ...] = ()
    """What is wrong with the task as a whole, or with entries that no criterion could be made of."""


class TypeCounts(Record):
    """Criteria by kind."""

    unit_test: int
    shell_interaction: int
    file_comparison: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.unit_test + self.shell_interaction + self.file_comparison


class Imported(FileRecord):
    """`imported.yaml` of an item that was made of a published task: nobody wrote a reference for it."""

    SCHEMA: ClassVar[str] = "imported"
    VERSION: ClassVar[int] = 3

    schema_version: int = 3
    dataset: str
    """Name of the published benchmark."""
    address: str
    """Where it is published."""
    licence: str
    """Under which it is."""
    version: str
    """Its commit, where whoever imported it said so or it could be found."""
    published: PublishedTask
    """The task as it was published, with what was found wrong with each of its criteria."""
    tasks: dict[str, int] = Field(min_length=1)
    """Evaluation task → ordinal of the criterion that it was made of."""
    counting: Counting = "ours"


class ImportedSuite(Record):
    """The counts of an imported suite."""

    suite: str
    version: str
    """Commit, as far as it is known, and state of the published data."""
    tasks: int
    """Published tasks that could be read."""
    items: int
    """Items that were made of them."""
    counts: TypeCounts
    """Published criteria by kind, the unsatisfiable among them."""
    evaluation_tasks: int
    """Evaluation tasks of all items."""
    unsatisfiable: tuple[str, ...]
    """Criteria that nobody can satisfy, as task/ordinal."""
    counting: Counting
    defects: dict[DefectKind, int]
    """Defect → criteria that have it."""
    not_runnable: dict[str, tuple[str, ...]]
    """Item → why submissions of it cannot be tried here; a run leaves it out."""
    may_be_used: dict[str, tuple[str, ...]]
    """Item that can be tried → what its PRD names and does not demand, and is not there: a submission that
    uses it fails here."""
    problems: tuple[Problem, ...]
    """What could not be read or imported, with its place."""


class ReportLine(Record):
    """One line of a report: what a judge says of one criterion."""

    metric: str | None
    """The criterion's title with its id; None where the line names none."""
    description: str | None = None
    score: float | None
    """Points as far as they are a number, up to a million; None where there is none."""
    explanation: str | None = None
    said: str | None = None
    """What stands for the score where it is none of 0, 1 and 2, as JSON; None where nothing does."""

    @property
    def points(self) -> int | None:
        """0, 1 or 2; None for anything else, of which nobody knows what it means."""
        return int(self.score) if self.score in (0, 1, 2) and self.said is None else None


class PublishedProjectScore(Record):
    """The two numbers of one project."""

    number: int
    published: float | None
    """As score_cal computes it, where 1 is all points; None where it leaves the project out."""
    why: str | None = None
    """Why it leaves it out, or does not count its lines."""
    lines: int = Field(ge=0)
    """Lines with a score that could be read."""
    planned: int = Field(ge=0)
    """Criteria of the plan that count for ours."""
    decided: int = Field(ge=0)
    """Those of them with 0, 1 or 2 points."""
    low: float = Field(ge=0, le=1)
    """Points over all that was planned, what is undecided counted as 0."""
    high: float = Field(ge=0, le=1)
    """The same with it counted as 2."""


class PublishedScoreDifference(Record):
    """One cause of the difference between the two numbers."""

    kind: DifferenceKind
    effect: float
    """What the mean changes by when this is put right, after those before it."""
    count: int = Field(ge=1)
    """Projects, lines or criteria that it concerns."""
    message: str


class PublishedScore(FileRecord):
    """The mean over projects as published, ours beside it, and what lies between them."""

    SCHEMA: ClassVar[str] = "published-score"

    round: str
    published: float | None
    """None where a report holds a number that is none (NaN), or a huge one, which makes all of it such a number."""
    valid: int = Field(ge=0)
    """Projects in that mean."""
    low: float = Field(ge=0, le=1)
    """Ours, over all projects and all criteria that were planned: at least this."""
    high: float = Field(ge=0, le=1)
    """At most this, were all that is undecided passed."""
    differences: tuple[PublishedScoreDifference, ...]
    """Their effects add up to `low` less `published`."""
    projects: tuple[PublishedProjectScore, ...]
