"""The shape of a reading, and what is wrong with one that cannot be gone by."""

from collections.abc import Iterator, Mapping
from typing import Literal

from agents.authoring.verification.reading.definitions import ArtifactName
from agents.authoring.verification.reading.quoting import FEWEST_WORDS, occurs, plain
from plans.records.model_call import Shape


class Quoted(Shape):
    """Words of an artifact."""

    artifact: ArtifactName
    """The artifact that they are from."""
    words: str
    """Copied letter by letter."""


class Fault(Shape):
    """One fault."""

    what: str
    """What is wrong, in one sentence."""
    mend: str
    """What would mend it, in one sentence."""
    quotations: list[Quoted]
    """The words that it is about: one quotation or more."""


class Reading(Shape):
    """What a reader found."""

    faults: list[Fault]
    """Every fault that breaks the property, the gravest first; empty where there is none."""
    evidence: list[Quoted]
    """Where there is no fault: the places where one was likeliest. Else empty."""
    verdict: Literal["holds", "fails"]
    """`fails` where a fault is listed, else `holds`."""


def flaws_of(reading: Reading, artifacts: Mapping[str, str], quotations: int = 1) -> list[str]:
    """Why a reading cannot be gone by, in words that a model can go by; empty where it can. Each fault has to quote so
    many places.
    """
    return [*_contradictions(reading, quotations), *_misquotes(reading, artifacts)]


def _contradictions(reading: Reading, quotations: int) -> Iterator[str]:
    if reading.verdict == "fails" and not reading.faults:
        yield "The verdict is `fails`, and no fault is listed."
    if reading.verdict == "holds" and reading.faults:
        yield "The verdict is `holds`, and faults are listed."
    if reading.verdict == "holds" and not reading.evidence:
        yield "The verdict is `holds`, and nothing is quoted that it goes by."
    for number, fault in enumerate(reading.faults, 1):
        if not fault.quotations:
            yield f"Fault {number} quotes nothing."
        elif len({plain(quoted.words) for quoted in fault.quotations}) < quotations:
            yield f"Fault {number} quotes fewer than {quotations} places."
        if not (fault.what.strip() and fault.mend.strip()):
            yield f"Fault {number} does not say what is wrong, or what would mend it."


def _misquotes(reading: Reading, artifacts: Mapping[str, str]) -> Iterator[str]:
    every = [*reading.evidence, *(quoted for fault in reading.faults for quoted in fault.quotations)]
    for quoted in every:
        if quoted.artifact not in artifacts:
            shown = ", ".join(artifacts)
            yield f"You were not shown {quoted.artifact!r}, but: {shown}."
        elif len(quoted.words.split()) < FEWEST_WORDS:
            yield f"{quoted.words!r} is too short for a quotation."
        elif not occurs(quoted.words, artifacts[quoted.artifact]):
            yield f"{quoted.words!r} does not occur in {quoted.artifact!r}."
