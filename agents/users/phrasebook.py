"""The words of a simulated user, as a file that a person can edit."""

from functools import cache
from pathlib import Path
from typing import ClassVar

from jinja2 import Environment, StrictUndefined

from agents.users.failures import Kind
from plans.digests import text_digest
from plans.files import parse_record, read_text
from plans.records.base import FileRecord, Record

_JINJA = Environment(undefined=StrictUndefined, autoescape=False)


class Opening(Record):
    """How a message begins."""

    first: tuple[str, ...]
    later: tuple[str, ...]


class LeadIn(Record):
    """What stands before the complaints."""

    one: str
    several: str


class Phrasebook(FileRecord):
    """`<persona>.yaml`: every phrase is a Jinja template; where there are several, one is drawn."""

    SCHEMA: ClassVar[str] = "phrasebook"

    opening: Opening
    nothing_opens: str
    satisfied: str
    unsure: str
    lead_in: LeadIn
    more: str
    wanted: str
    report: str
    about: str
    """What stands around a complaint that does not name the part of the product."""
    complaint: dict[Kind, tuple[str, ...]]


def phrasebook_file(persona: str) -> Path:
    """The file that holds a persona's words."""
    return Path(__file__).with_name(f"{persona}.yaml")


def read_phrasebook(persona: str) -> Phrasebook:
    """The words of a persona; raises InvalidFile when there is no such persona."""
    file = phrasebook_file(persona)
    return parse_record(read_text(file), Phrasebook, file)


def phrasebook_digest(persona: str) -> str:
    """Digest of the persona's file, for the run's record."""
    return text_digest(read_text(phrasebook_file(persona)))


@cache
def _template(text: str):
    return _JINJA.from_string(text)


def phrase(text: str, /, **words: str) -> str:
    """One phrase with its words filled in; a word that it needs and does not get is an error."""
    return _template(text).render(**words)
