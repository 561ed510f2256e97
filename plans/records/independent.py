"""An implementation of an item by a hand that saw the request and neither its criteria nor its reference."""

from typing import ClassVar, Literal

from pydantic import Field

from plans.records.base import FileRecord, Record
from plans.records.names import FolderName

Fault = Literal["app", "criterion", "undecided"]
"""Whose fault it is that a task does not pass: the implementation lacks what was asked for; the criterion asks for more
than was said, or reads it too narrowly; nobody could tell."""


class Ruling(Record):
    """Whose fault it is that one task does not pass on an independent implementation."""

    task: str
    fault: Fault
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
    """Times that it was handed in; from the second on its author had been told what the verifier found missing."""
    rulings: tuple[Ruling, ...] = ()


class IndependentImplementation(Record):
    """An independent implementation with its files."""

    about: Independent
    files: dict[str, str]
    """Relative POSIX path → text content, as handed in."""
