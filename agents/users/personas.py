"""Personas: who speaks when a model words what a simulated user says, as files that a person can edit and add to."""

from functools import cache
from pathlib import Path
from typing import ClassVar

from pydantic import Field, model_validator

from plans.digests import text_digest
from plans.errors import AuthorError
from plans.files import parse_record, read_text
from plans.records.base import FileRecord
from plans.records.persona import PersonaFaults

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
