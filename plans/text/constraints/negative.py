"""What may not be there; it counts even where a text only says that it leaves it out."""

import re
from typing import ClassVar, Literal

from plans.text.constraints.base import BaseConstraint, Group, JudgedConstraint, Kept
from plans.text.constraints.demands import Bound, Demand, NoneOfKind, Way
from plans.text.constraints.slots import Forms, MarkName, Options, Several, Subject
from plans.text.document import Document, finder, mentions
from plans.text.vocabulary_files import wording

_DIGIT = re.compile(r"\d")


class Negative(BaseConstraint):
    """A constraint of the group."""

    GROUP: ClassVar[Group] = "negative"


class NoTerm(Negative):
    """None of the inflections of a word."""

    kind: Literal["no_term"] = "no_term"
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """As whole words; a possessive counts."""
        return Kept(not mentions(text.text, self.forms))

    def ways(self) -> tuple[Way, ...]:
        """None of them."""
        return ((NoneOfKind(finder(self.forms)),),)


class NoneOf(Negative):
    """None of several words."""

    kind: Literal["none_of"] = "none_of"
    options: Options

    def kept(self, text: Document) -> Kept:
        """As whole words; a possessive counts."""
        return Kept(not mentions(text.text, self.options))

    def ways(self) -> tuple[Way, ...]:
        """None of them."""
        return ((NoneOfKind(finder(self.options)),),)


class NoDigits(Negative):
    """No digits; the numbers of a numbered list are some."""

    kind: Literal["no_digits"] = "no_digits"

    def kept(self, text: Document) -> Kept:
        """Anywhere."""
        return Kept(_DIGIT.search(text.text) is None)

    def ways(self) -> tuple[Way, ...]:
        """None."""
        return ((NoneOfKind(_DIGIT), Bound("numbered", high=0)),)


class NoMark(Negative):
    """A punctuation mark does not occur."""

    kind: Literal["no_mark"] = "no_mark"
    mark: MarkName

    def kept(self, text: Document) -> Kept:
        """Anywhere."""
        return Kept(not any(sign in text.text for sign in wording().marks[self.mark].characters))

    def ways(self) -> tuple[Way, ...]:
        """None of its characters."""
        signs = wording().marks[self.mark].characters
        demands: tuple[Demand, ...] = (NoneOfKind(re.compile(f"[{re.escape(signs)}]")),)
        return ((*demands, Bound("questions", high=0)) if "?" in signs else demands,)


class NoFirstPerson(Negative):
    """The writer says neither I nor we."""

    kind: Literal["no_first_person"] = "no_first_person"

    def kept(self, text: Document) -> Kept:
        """In quotations too."""
        return Kept(not mentions(text.text, wording().first_person))

    def ways(self) -> tuple[Way, ...]:
        """None of these words."""
        return ((NoneOfKind(finder(wording().first_person)),),)


class NoBullets(Negative):
    """No bullet points."""

    kind: Literal["no_bullets"] = "no_bullets"

    def kept(self, text: Document) -> Kept:
        """Numbered items are something else."""
        return Kept(not text.bullets)

    def ways(self) -> tuple[Way, ...]:
        """None."""
        return ((Bound("bullets", high=0),),)


class NoNumberedList(Negative):
    """No numbered list."""

    kind: Literal["no_numbered_list"] = "no_numbered_list"

    def kept(self, text: Document) -> Kept:
        """Bullet points are something else."""
        return Kept(not text.numbered)

    def ways(self) -> tuple[Way, ...]:
        """None."""
        return ((Bound("numbered", high=0),),)


class NoHeadings(Negative):
    """No headings; a title is allowed."""

    kind: Literal["no_headings"] = "no_headings"

    def kept(self, text: Document) -> Kept:
        """The title is none."""
        return Kept(not text.headings)

    def ways(self) -> tuple[Way, ...]:
        """None."""
        return ((Bound("headings", high=0),),)


class MostWordsOfText(Negative):
    """At most so many words."""

    kind: Literal["most_words"] = "most_words"
    count: Several

    def kept(self, text: Document) -> Kept:
        """Title, headings and lists count; the limit is allowed."""
        return Kept(text.word_count <= self.count)

    def ways(self) -> tuple[Way, ...]:
        """No more."""
        return ((Bound("words", high=self.count),),)


class MostParagraphs(Negative):
    """At most so many paragraphs."""

    kind: Literal["most_paragraphs"] = "most_paragraphs"
    count: Several

    def kept(self, text: Document) -> Kept:
        """Title, headings and lists are none."""
        return Kept(len(text.paragraphs) <= self.count)

    def ways(self) -> tuple[Way, ...]:
        """No more."""
        return ((Bound("paragraphs", high=self.count),),)


class MostSentencesOfText(Negative):
    """At most so many sentences."""

    kind: Literal["most_sentences"] = "most_sentences"
    count: Several

    def kept(self, text: Document) -> Kept:
        """Those of list items count."""
        return Kept(len(text.sentences) <= self.count)

    def ways(self) -> tuple[Way, ...]:
        """No more."""
        return ((Bound("sentences", high=self.count),),)


class NoHint(JudgedConstraint):
    """Something is not touched upon, not even indirectly."""

    GROUP: ClassVar[Group] = "negative"
    kind: Literal["no_hint"] = "no_hint"
    subject: Subject


class NoTone(JudgedConstraint):
    """A tone is avoided."""

    GROUP: ClassVar[Group] = "negative"
    kind: Literal["no_tone"] = "no_tone"
    subject: Subject


NEGATIVE: tuple[type[BaseConstraint], ...] = (
    NoTerm, NoneOf, NoDigits, NoMark, NoFirstPerson, NoBullets, NoNumberedList, NoHeadings, MostWordsOfText,
    MostParagraphs, MostSentencesOfText, NoHint, NoTone,
)  # fmt: skip
