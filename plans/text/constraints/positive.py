"""What has to be there."""

import re
from typing import ClassVar, Literal

from plans.text.constraints.base import BaseConstraint, Group, JudgedConstraint, Kept
from plans.text.constraints.demands import Bound, Present, UnitPlace, Way
from plans.text.constraints.slots import Forms, Options, PatternName, Several, Subject, Text
from plans.text.document import Document, exact_finder, finder, mentions, words
from plans.text.vocabulary_files import frames, wording

_QUOTATION = re.compile(r'"([^"\n]+)"')


class Positive(BaseConstraint):
    """A constraint of the group."""

    GROUP: ClassVar[Group] = "positive"


class Term(Positive):
    """One of the words stands somewhere."""

    kind: Literal["term"] = "term"
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """Title, headings and lists count."""
        return Kept(mentions(text.text, self.forms))

    def ways(self) -> tuple[Way, ...]:
        """The first of them."""
        return ((Present(self.forms[:1]),),)


class TermTimes(Positive):
    """The words stand there so often, all together."""

    kind: Literal["term_times"] = "term_times"
    forms: Forms
    count: Several

    def kept(self, text: Document) -> Kept:
        """Title, headings and lists count."""
        return Kept(len(finder(self.forms).findall(text.text)) >= self.count)

    def ways(self) -> tuple[Way, ...]:
        """The first of them, again and again."""
        return ((Present(self.forms[:1], times=self.count),),)


class Phrase(Positive):
    """A phrase stands there exactly, capitals included."""

    kind: Literal["phrase"] = "phrase"
    text: Text

    def kept(self, text: Document) -> Kept:
        """Wherever it stands."""
        return Kept(exact_finder(self.text).search(text.text) is not None)

    def ways(self) -> tuple[Way, ...]:
        """The phrase."""
        return ((Present((self.text,)),),)


class SomeOf(Positive):
    """So many different ones of the words stand there."""

    kind: Literal["some_of"] = "some_of"
    count: Several
    options: Options

    def kept(self, text: Document) -> Kept:
        """Each is counted once."""
        return Kept(sum(mentions(text.text, (option,)) for option in self.options) >= self.count)

    def ways(self) -> tuple[Way, ...]:
        """Any of them."""
        return ((Present(self.options, count=self.count),),)


class WrittenPattern(Positive):
    """Something written in a given way, such as a price."""

    kind: Literal["written"] = "written"
    pattern: PatternName

    def kept(self, text: Document) -> Kept:
        """Wherever it stands."""
        return Kept(re.search(wording().patterns[self.pattern].expression, text.text) is not None)

    def ways(self) -> tuple[Way, ...]:
        """An example."""
        return ((Present((wording().patterns[self.pattern].example,)),),)


class NumberedItems(Positive):
    """A numbered list of exactly so many items."""

    kind: Literal["numbered_items"] = "numbered_items"
    count: Several

    def kept(self, text: Document) -> Kept:
        """All numbered items of the text are counted."""
        return Kept(len(text.numbered) == self.count)

    def ways(self) -> tuple[Way, ...]:
        """So many, and the digits before them."""
        return ((Bound("numbered", self.count, self.count), Present(("1",))),)


class BulletPoints(Positive):
    """At least so many bullet points."""

    kind: Literal["bullet_points"] = "bullet_points"
    count: Several

    def kept(self, text: Document) -> Kept:
        """All bullet points of the text are counted."""
        return Kept(len(text.bullets) >= self.count)

    def ways(self) -> tuple[Way, ...]:
        """So many."""
        return ((Bound("bullets", low=self.count),),)


class Heading(Positive):
    """A heading that reads so."""

    kind: Literal["heading"] = "heading"
    text: Text

    def kept(self, text: Document) -> Kept:
        """In any capitals, numbers before it let be."""
        return Kept(self.text.casefold() in map(heading_text, text.headings))

    def ways(self) -> tuple[Way, ...]:
        """That heading."""
        return ((Bound("headings", low=1), Present((self.text,), place=UnitPlace("heading", 0))),)


class Title(Positive):
    """A title with one of the words in it."""

    kind: Literal["title"] = "title"
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """As whole words, in any capitals."""
        return Kept(text.title is not None and mentions(text.title, self.forms))

    def ways(self) -> tuple[Way, ...]:
        """The first of them."""
        return ((Bound("titles", low=1), Present(self.forms[:1], place=UnitPlace("title", 1))),)


class LeastWordsOfText(Positive):
    """At least so many words."""

    kind: Literal["least_words"] = "least_words"
    count: Several

    def kept(self, text: Document) -> Kept:
        """Title, headings and lists count; the limit is enough."""
        return Kept(text.word_count >= self.count)

    def ways(self) -> tuple[Way, ...]:
        """So many."""
        return ((Bound("words", low=self.count),),)


class LeastParagraphs(Positive):
    """At least so many paragraphs."""

    kind: Literal["least_paragraphs"] = "least_paragraphs"
    count: Several

    def kept(self, text: Document) -> Kept:
        """Title, headings and lists are none."""
        return Kept(len(text.paragraphs) >= self.count)

    def ways(self) -> tuple[Way, ...]:
        """So many."""
        return ((Bound("paragraphs", low=self.count),),)


class AtLeastQuestions(Positive):
    """At least so many questions."""

    kind: Literal["questions"] = "questions"
    count: Several

    def kept(self, text: Document) -> Kept:
        """Sentences that end in a question mark."""
        asked = [sentence for sentence in text.sentences if sentence.rstrip("\"')]* ").endswith("?")]
        return Kept(len(asked) >= self.count)

    def ways(self) -> tuple[Way, ...]:
        """So many."""
        return ((Bound("questions", low=self.count),),)


class QuotedSpeech(Positive):
    """Words of somebody in quotation marks."""

    kind: Literal["quotation"] = "quotation"
    count: Several

    def kept(self, text: Document) -> Kept:
        """On one line, and of at least so many words."""
        return Kept(any(len(words(found)) >= self.count for found in _QUOTATION.findall(text.text)))

    def ways(self) -> tuple[Way, ...]:
        """Any that we know."""
        fitting = tuple(f'"{one}"' for one in frames().quotations if len(words(one)) >= self.count)
        return ((Present(fitting, count=1),),)


class Discuss(JudgedConstraint):
    """The text discusses something."""

    GROUP: ClassVar[Group] = "positive"
    kind: Literal["discuss"] = "discuss"
    subject: Subject


class Compare(JudgedConstraint):
    """The text compares two things."""

    GROUP: ClassVar[Group] = "positive"
    kind: Literal["compare"] = "compare"
    first: Text
    second: Text


def heading_text(heading: str) -> str:
    """A heading as it is compared: without a number before it, in small letters."""
    return re.sub(r"\A\s*\d+[.)]\s*", "", heading).rstrip(":.").strip().casefold()


POSITIVE: tuple[type[BaseConstraint], ...] = (
    Term, TermTimes, Phrase, SomeOf, WrittenPattern, NumberedItems, BulletPoints, Heading, Title, LeastWordsOfText,
    LeastParagraphs, AtLeastQuestions, QuotedSpeech, Discuss, Compare,
)  # fmt: skip
