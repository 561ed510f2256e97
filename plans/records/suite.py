"""A suite: a versioned set of items of one family, or of instances, and where a refreshed item comes from."""

from typing import ClassVar

from pydantic import Field

from plans.records.base import VERSION, FileRecord, FolderName, Record


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
