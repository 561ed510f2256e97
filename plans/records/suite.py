"""A suite: a versioned set of items of one family, with where imported items come from."""

from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import VERSION, FileRecord, FolderName, Record
from plans.records.published import PublishedTask

Counting = Literal["ours", "as_published"]
"""ours: a criterion that nobody can satisfy is no evaluation task. as_published: it is one like any other, and fails
whatever is submitted."""


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


class Lineage(Record):
    """Where a refreshed item comes from."""

    parent: str
    """Id of the parent item."""
    parent_suite: str
    """Name and version of the suite that holds it."""
    changed: tuple[str, ...]
    """What was changed, in words: domain, names, data, wording, feature order."""
    unlike: str = ""
    """How much it asks and how much its parent, where that is not of like complexity; empty where it is."""
    reference_digest: str = ""
    """Of the parent's reference when the variant was made; empty in suites that were refreshed before it was kept."""


class SuiteItem(Record):
    """One line of the suite's table."""

    id: FolderName
    graded_digest: str
    """What decides a verdict: criteria without wording, parameters of judging."""
    prose_digest: str
    """Wording: PRD, query, titles and statements."""
    lineage: Lineage | None = None


class SuiteSplit(Record):
    """One file of instances."""

    name: FolderName
    """`instances/<name>.jsonl`."""
    instances: int = Field(ge=1)
    digest: str
    """SHA-256 of the file; media are named in it by their own."""


class Suite(FileRecord):
    """`suite.yaml`."""

    SCHEMA: ClassVar[str] = "suite"

    name: FolderName
    family: str
    version: str = Field(pattern=VERSION)
    plan_digest: str
    canary: str
    """Unique string of this release, in every file that an agent sees."""
    licence: str
    items: tuple[SuiteItem, ...] = ()
    """Released items; one that was authored with the static gate is unproved, and has no evidence that releases it."""
    splits: tuple[SuiteSplit, ...] = ()
    """Of a family whose items are prompts: its files of instances, in place of `items`."""
    family_digest: str = ""
    """Of such a family: digest of the code and plan that drew, checked and score the instances."""
    parent: str = ""
    """Of such a family: name and version of the suite that it was refreshed from, of which no instance comes again."""
