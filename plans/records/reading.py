"""What a model found when it read an item for one check of the release gate."""

from typing import Literal

from plans.records.base import Record
from plans.records.model_use import ModelUse


class Quotation(Record):
    """Words that stand in an artifact."""

    artifact: str
    """The artifact, such as `prd` or `query high`."""
    words: str


class ReadFault(Record):
    """A fault that a reading found."""

    what: str
    """What is wrong."""
    mend: str
    """What would mend it."""
    quotations: tuple[Quotation, ...]
    """The words that it is about; each was looked up in the artifact."""


class ReadClause(Record):
    """A clause of a requirement, as a reading took it apart."""

    requirement: str
    words: str
    """Looked up in the requirement's text."""
    tried_by: tuple[str, ...] = ()
    """Outcomes that try it, each looked up in a task that names the requirement; empty: none does."""


class Untested(Record):
    """A clause of a requirement that no outcome tries, as most readings find."""

    requirement: str
    words: str
    """As they stand in its text."""


class Sample(Record):
    """One reading; several of a check are made apart from each other."""

    verdict: Literal["holds", "fails", "unusable"]
    """unusable: it gave no verdict that could be gone by, and does not count."""
    evidence: tuple[Quotation, ...] = ()
    """What a verdict of `holds` goes by; each was looked up in the artifact."""
    faults: tuple[ReadFault, ...] = ()
    """What a verdict of `fails` goes by."""
    clauses: tuple[ReadClause, ...] = ()
    """Of a check by clause, what the requirements say part by part."""
    uses: tuple[ModelUse, ...] = ()
    """Every reply that it took."""
    flaws: tuple[str, ...] = ()
    """Why it was sent back, and in the end not used."""
