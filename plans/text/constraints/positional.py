"""Where something has to be."""

from typing import ClassVar, Literal

from plans.text.constraints.base import BaseConstraint, Group, JudgedConstraint, Kept, place
from plans.text.constraints.claims import Begins
from plans.text.constraints.demands import (
    Adjacent,
    Bound,
    ClosingQuestion,
    FixedText,
    Only,
    Present,
    Unit,
    UnitPlace,
    Way,
)
from plans.text.constraints.positive import heading_text
from plans.text.constraints.slots import Forms, Ordinal, Subject, Text
from plans.text.document import Document, finder, mentions


class Positional(BaseConstraint):
    """A constraint of the group."""

    GROUP: ClassVar[Group] = "positional"


class InParagraph(Positional):
    """A paragraph mentions one of the words."""

    kind: Literal["in_paragraph"] = "in_paragraph"
    place: Ordinal
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """Title, headings and list items are no paragraphs."""
        return Kept(_mentioned(text.paragraphs, self.place, self.forms))

    def ways(self) -> tuple[Way, ...]:
        """There, the first of them."""
        return ((*_enough(self.place), _present("paragraph", self.place, self.forms)),)


class InSentence(Positional):
    """A sentence mentions one of the words."""

    kind: Literal["in_sentence"] = "in_sentence"
    place: Ordinal
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """Title and headings hold no sentences, list items do."""
        return Kept(_mentioned(text.sentences, self.place, self.forms))

    def ways(self) -> tuple[Way, ...]:
        """There, the first of them."""
        return ((_present("sentence", self.place, self.forms),),)


class InSection(Positional):
    """The section beneath a heading mentions one of the words."""

    kind: Literal["in_section"] = "in_section"
    place: Ordinal
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """The heading itself does not count."""
        return Kept(_mentioned([section.text for section in text.sections], self.place, self.forms))

    def ways(self) -> tuple[Way, ...]:
        """There, the first of them."""
        return ((Bound("headings", low=max(self.place, 1)), _present("section", self.place, self.forms)),)


class InItem(Positional):
    """A numbered item mentions one of the words."""

    kind: Literal["in_item"] = "in_item"
    place: Ordinal
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """Counted by their order, whatever their numbers are."""
        return Kept(_mentioned(text.numbered, self.place, self.forms))

    def ways(self) -> tuple[Way, ...]:
        """There, the first of them."""
        least = Bound("numbered", low=max(self.place, 2))
        return ((least, Present(("1",)), _present("numbered item", self.place, self.forms)),)


class ParagraphBegins(Positional):
    """A paragraph begins with a word or phrase."""

    kind: Literal["paragraph_begins"] = "paragraph_begins"
    place: Ordinal
    text: Text

    def kept(self, text: Document) -> Kept:
        """In any capitals."""
        index = place(self.place, len(text.paragraphs))
        return Kept(index is not None and Begins(text=self.text).holds(text.paragraphs[index]))

    def ways(self) -> tuple[Way, ...]:
        """There."""
        return ((*_enough(self.place), FixedText("start of paragraph", self.place, self.text)),)


class FirstLine(Positional):
    """The first line reads so."""

    kind: Literal["first_line"] = "first_line"
    text: Text

    def kept(self, text: Document) -> Kept:
        """A title would be the first line; a subject line is none."""
        return Kept(text.lines[:1] == (self.text,))

    def ways(self) -> tuple[Way, ...]:
        """That line."""
        return ((Bound("titles", high=0), FixedText("first line", 1, self.text)),)


class LastLine(Positional):
    """The last line reads so."""

    kind: Literal["last_line"] = "last_line"
    text: Text

    def kept(self, text: Document) -> Kept:
        """Exactly, capitals and marks included."""
        return Kept(text.lines[-1:] == (self.text,))

    def ways(self) -> tuple[Way, ...]:
        """That line."""
        return ((FixedText("last line", -1, self.text),),)


class OnlyIn(Positional):
    """The words stand in one paragraph and nowhere else."""

    kind: Literal["only_in"] = "only_in"
    place: Ordinal
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """In title, headings and lists neither."""
        index = place(self.place, len(text.paragraphs))
        if index is None:
            return Kept(False)
        found = finder(self.forms)
        inside = len(found.findall(text.paragraphs[index]))
        return Kept(0 < inside == len(found.findall(text.text)))

    def ways(self) -> tuple[Way, ...]:
        """There alone."""
        return ((*_enough(self.place), Only(self.forms, self.place)),)


class HeadingAt(Positional):
    """A heading at a place reads so."""

    kind: Literal["heading_at"] = "heading_at"
    place: Ordinal
    text: Text

    def kept(self, text: Document) -> Kept:
        """In any capitals; the title is no heading."""
        index = place(self.place, len(text.headings))
        return Kept(index is not None and heading_text(text.headings[index]) == self.text.casefold())

    def ways(self) -> tuple[Way, ...]:
        """There."""
        return ((Bound("headings", low=max(self.place, 1)), FixedText("heading", self.place, self.text)),)


class JustBefore(Positional):
    """A sentence with the one word is followed at once by a sentence with the other."""

    kind: Literal["just_before"] = "just_before"
    first: Text
    second: Text

    def kept(self, text: Document) -> Kept:
        """Somewhere; elsewhere they may stand otherwise."""
        pairs = zip(text.sentences, text.sentences[1:], strict=False)
        return Kept(any(mentions(one, (self.first,)) and mentions(two, (self.second,)) for one, two in pairs))

    def ways(self) -> tuple[Way, ...]:
        """Two such sentences."""
        return ((Adjacent(self.first, self.second),),)


class ClosesWithQuestion(Positional):
    """The last sentence is a question."""

    kind: Literal["closing_question"] = "closing_question"

    def kept(self, text: Document) -> Kept:
        """Of all sentences, list items included."""
        return Kept(bool(text.sentences) and text.sentences[-1].rstrip("\"')] ").endswith("?"))

    def ways(self) -> tuple[Way, ...]:
        """A question at the end."""
        return ((ClosingQuestion(),),)


class IntroductionTells(JudgedConstraint):
    """The introduction says something."""

    GROUP: ClassVar[Group] = "positional"
    kind: Literal["introduction_tells"] = "introduction_tells"
    subject: Subject


class EndsWithCall(JudgedConstraint):
    """The text ends by asking its reader to do something."""

    GROUP: ClassVar[Group] = "positional"
    kind: Literal["ends_with_call"] = "ends_with_call"
    subject: Subject


def _mentioned(pieces: tuple[str, ...] | list[str], number: int, forms: tuple[str, ...]) -> bool:
    index = place(number, len(pieces))
    return index is not None and mentions(pieces[index], forms)


def _present(unit: Unit, number: int, forms: tuple[str, ...]) -> Present:
    return Present(forms[:1], place=UnitPlace(unit, number))


def _enough(number: int) -> Way:
    return (Bound("paragraphs", low=max(number, 1)),)


POSITIONAL: tuple[type[BaseConstraint], ...] = (
    InParagraph, InSentence, InSection, InItem, ParagraphBegins, FirstLine, LastLine, OnlyIn, HeadingAt, JustBefore,
    ClosesWithQuestion, IntroductionTells, EndsWithCall,
)  # fmt: skip
