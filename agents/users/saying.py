"""The words of a simulated user as a model is asked for them, and what is wrong with those that it gave."""

from collections.abc import Iterator, Sequence

from agents.users.failures import flat
from agents.users.leaks import Secrets, leaks_in, telling_stems
from agents.users.personas import Persona
from agents.users.telling import Complaint, Telling
from plans.plurals import count_text
from plans.records.model_shape import Shape

MOST_AROUND = 60
"""Words of an opening, of a closing and of an aside."""
LEEWAY = 2
"""Times the words that were asked for from which a complaint is too long: models count badly."""


class SaidComplaint(Shape):
    """One complaint."""

    number: int
    """The number that it was handed with."""
    text: str
    """What the user says of it, one paragraph of plain text."""


class SaidMessage(Shape):
    """What the user writes."""

    opening: str
    """How the message begins."""
    complaints: list[SaidComplaint]
    """One for each that was handed over."""
    asides: list[str]
    """One for each other subject that was handed over; empty where there was none."""
    closing: str
    """How the message ends; may be empty."""


def faults_of(said: SaidMessage, told: Telling, persona: Persona, secrets: Secrets) -> list[str]:
    """What keeps the words from being said, each in words that a model can go by; empty when nothing does."""
    found = [*_around(said, told), *_numbering(said, told)]
    by_number = {one.number: one.text for one in said.complaints}
    for number, complaint in enumerate(told.complaints, 1):
        if number in by_number:
            wrong = _complaint_faults(by_number[number], complaint, persona, told)
            found += [f"Complaint {number} {fault}." for fault in wrong]
    for place, text in _parts(said):
        found += [f"{place}: {leak}." for leak in leaks_in(text, secrets)]
    return found


def message_of(said: SaidMessage, points: Sequence[str], places: Sequence[int], *, closing: str = "") -> str:
    """The whole message: one paragraph for a single thing, else a line for each. `points` stand in for the complaints,
    and the asides before those at `places`; `closing` is said before the model's own.
    """
    lines = list(points)
    for place, aside in sorted(zip(places, said.asides, strict=True), reverse=True):
        lines.insert(place, flat(aside))
    opening, ending = flat(said.opening), f"{closing} {flat(said.closing)}".strip()
    if len(lines) == 1:
        return f"{opening} {lines[0]} {ending}".strip()
    return "\n".join([opening, "", *(f"- {line}" for line in lines), *(["", ending] if ending else [])])


def _parts(said: SaidMessage) -> Iterator[tuple[str, str]]:
    yield "The opening", said.opening
    yield from ((f"Complaint {one.number}", one.text) for one in said.complaints)
    yield from ((f"Aside {place}", text) for place, text in enumerate(said.asides, 1))
    yield "The closing", said.closing


def _around(said: SaidMessage, told: Telling) -> Iterator[str]:
    if not said.opening.strip():
        yield "The opening is empty."
    if len(said.asides) != len(told.asides) or not all(text.strip() for text in said.asides):
        asked = count_text(len(told.asides), "aside")
        yield f"There are {len(said.asides)} asides, of which none may be empty, and {asked} were asked for."
    for place, text in _parts(said):
        if not place.startswith("Complaint") and len(text.split()) > MOST_AROUND:
            yield f"{place} has {len(text.split())} words, and at most {MOST_AROUND} are read."


def _numbering(said: SaidMessage, told: Telling) -> Iterator[str]:
    numbers = [one.number for one in said.complaints]
    asked = range(1, len(told.complaints) + 1)
    if missing := [str(number) for number in asked if number not in numbers]:
        yield f"Complaints that are not there: {', '.join(missing)}."
    if foreign := sorted({number for number in numbers if number not in asked}):
        yield f"Complaints that you were not handed: {', '.join(map(str, foreign))}."
    if twice := sorted({number for number in numbers if numbers.count(number) > 1}):
        yield f"Complaints that are there more than once: {', '.join(map(str, twice))}."


def _complaint_faults(text: str, complaint: Complaint, persona: Persona, told: Telling) -> Iterator[str]:
    if not text.strip():
        yield "is empty"
        return
    most = LEEWAY * persona.most_words + len(complaint.wanted.split())
    if len(text.split()) > most:
        yield f"has {len(text.split())} words; say it in at most {persona.most_words}"
    said = telling_stems(text)
    about = telling_stems(f"{complaint.failure.topic} {complaint.failure.wish}")
    if about and not told.is_closed and not about & said:
        yield f"does not say that it is about {complaint.failure.topic!r}"
    cause = telling_stems(complaint.cause)
    if cause and not cause & said:
        yield f"does not put it down to {complaint.cause!r}"
    for datum in complaint.data:
        if flat(datum).casefold() not in flat(text).casefold():
            yield f"does not say {datum!r} word for word"
