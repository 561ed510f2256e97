"""Personas and phrases of simulated users, as files that a person can edit."""

from functools import cache
from pathlib import Path
from typing import ClassVar, Literal

from jinja2 import Environment, StrictUndefined
from pydantic import Field, model_validator

from plans.digests import text_digest
from plans.errors import AuthorError
from plans.files import parse_record, read_text
from plans.records.base import FileRecord, Record
from plans.records.feedback import PersonaFaults

ComplaintKind = Literal["presence", "functionality", "halfway", "robustness", "unfound"]
"""What failed: a task's level; halfway when some of the outcomes hold of a task that is not of robustness. unfound: it
did not fail, but what it is about was not found, which may be there in another form."""
FOLDER = Path(__file__).with_name("personas")
DEFAULT = "plain"


class Persona(FileRecord):
    """`personas/<name>.yaml`."""

    SCHEMA: ClassVar[str] = "persona"

    summary: str
    """Who it is, in half a sentence."""
    voice: str
    """Who it is and how it writes, as the model reads it: `You …`."""
    most_words: int = Field(ge=5, le=200)
    """Of one complaint."""
    faults: PersonaFaults = PersonaFaults()
    causes: tuple[str, ...] = ()
    """What a wrong cause is drawn from: nothing that a requirement could be about."""
    topics: tuple[str, ...] = ()
    """What asides are about."""

    @model_validator(mode="after")
    def _can_be_drawn(self) -> "Persona":
        if self.faults.wrong_cause and not self.causes:
            raise ValueError("`wrong_cause` needs `causes` to draw from")
        if self.faults.asides > len(self.topics):
            raise ValueError(f"{self.faults.asides} `asides` need as many `topics`")
        return self


def persona_names() -> list[str]:
    """The personas there are."""
    return sorted(file.stem for file in FOLDER.glob("*.yaml"))


@cache
def read_persona(name: str) -> Persona:
    """A persona; raises AuthorError, which names those there are, and InvalidFile."""
    if name not in persona_names():
        raise AuthorError(
            f"There is no persona {name!r}, so nobody could speak as it. Use one of: {', '.join(persona_names())}."
        )
    return parse_record(read_text(FOLDER / f"{name}.yaml"), Persona, FOLDER / f"{name}.yaml")


def persona_digest(name: str) -> str:
    """Digest of the persona's file, for the run's record."""
    return text_digest(read_text(FOLDER / f"{name}.yaml"))


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
    complaint: dict[ComplaintKind, tuple[str, ...]]


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
