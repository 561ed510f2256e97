"""Facts about a whole text, which conditions ask about and consequences order."""

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from plans.text.constraints.demands import Bound, ClosingQuestion, NoneOfKind, Present, UnitPlace, Way
from plans.text.constraints.slots import Count, Forms, Named, Several
from plans.text.document import Document, finder, mentions


class BaseFact(Named):
    """Something that is so or is not."""

    TOLD_BY: ClassVar[str] = "fact"

    @abstractmethod
    def holds(self, text: Document) -> bool:
        """Whether it is so."""
        ...

    @abstractmethod
    def demands(self) -> Way:
        """What makes it so."""
        ...

    def denial(self) -> Way | None:
        """What makes it not so; None where no way is known."""
        return None


class TextMentions(BaseFact):
    """One of the words stands somewhere, title and headings included."""

    fact: Literal["text_mentions"] = "text_mentions"
    forms: Forms

    def holds(self, text: Document) -> bool:
        """As whole words, in any capitals."""
        return mentions(text.text, self.forms)

    def demands(self) -> Way:
        """The first of them."""
        return (Present(self.forms[:1]),)

    def denial(self) -> Way | None:
        """None of them."""
        return (NoneOfKind(finder(self.forms)),)


class TextOmits(BaseFact):
    """None of the words stands anywhere."""

    fact: Literal["text_omits"] = "text_omits"
    forms: Forms

    def holds(self, text: Document) -> bool:
        """As whole words, in any capitals."""
        return not mentions(text.text, self.forms)

    def demands(self) -> Way:
        """None of them."""
        return (NoneOfKind(finder(self.forms)),)

    def denial(self) -> Way | None:
        """The first of them."""
        return (Present(self.forms[:1]),)


class LongerThan(BaseFact):
    """More than so many words, headings and lists included."""

    fact: Literal["longer_than"] = "longer_than"
    count: Several

    def holds(self, text: Document) -> bool:
        """So many words are not yet more."""
        return text.word_count > self.count

    def demands(self) -> Way:
        """One more at least."""
        return (Bound("words", low=self.count + 1),)

    def denial(self) -> Way | None:
        """So many at most."""
        return (Bound("words", high=self.count),)


class HasBullets(BaseFact):
    """It has bullet points."""

    fact: Literal["has_bullets"] = "has_bullets"

    def holds(self, text: Document) -> bool:
        """One is enough."""
        return bool(text.bullets)

    def demands(self) -> Way:
        """Two, as one would be no list."""
        return (Bound("bullets", low=2),)

    def denial(self) -> Way | None:
        """None at all."""
        return (Bound("bullets", high=0),)


class HasNumbered(BaseFact):
    """It has a numbered list."""

    fact: Literal["has_numbered"] = "has_numbered"

    def holds(self, text: Document) -> bool:
        """One item is enough."""
        return bool(text.numbered)

    def demands(self) -> Way:
        """Two, as one would be no list."""
        return (Bound("numbered", low=2), Present(("1",)))

    def denial(self) -> Way | None:
        """None at all."""
        return (Bound("numbered", high=0),)


class HasHeadings(BaseFact):
    """It has headings, the title aside."""

    fact: Literal["has_headings"] = "has_headings"

    def holds(self, text: Document) -> bool:
        """One is enough."""
        return bool(text.headings)

    def demands(self) -> Way:
        """One at least."""
        return (Bound("headings", low=1),)

    def denial(self) -> Way | None:
        """None at all."""
        return (Bound("headings", high=0),)


class HasTitle(BaseFact):
    """It has a title."""

    fact: Literal["has_title"] = "has_title"

    def holds(self, text: Document) -> bool:
        """As plans/text/document.py tells a title."""
        return text.title is not None

    def demands(self) -> Way:
        """A title."""
        return (Bound("titles", low=1),)

    def denial(self) -> Way | None:
        """None."""
        return (Bound("titles", high=0),)


class MoreParagraphs(BaseFact):
    """More than so many paragraphs."""

    fact: Literal["more_paragraphs"] = "more_paragraphs"
    count: Several

    def holds(self, text: Document) -> bool:
        """So many are not yet more."""
        return len(text.paragraphs) > self.count

    def demands(self) -> Way:
        """One more at least."""
        return (Bound("paragraphs", low=self.count + 1),)

    def denial(self) -> Way | None:
        """So many at most."""
        return (Bound("paragraphs", high=self.count),)


class HeadingsAtLeast(BaseFact):
    """At least so many headings, the title aside."""

    fact: Literal["headings_at_least"] = "headings_at_least"
    count: Several

    def holds(self, text: Document) -> bool:
        """So many are enough."""
        return len(text.headings) >= self.count

    def demands(self) -> Way:
        """So many."""
        return (Bound("headings", low=self.count),)


class BulletsAtMost(BaseFact):
    """At most so many bullet points."""

    fact: Literal["bullets_at_most"] = "bullets_at_most"
    count: Several

    def holds(self, text: Document) -> bool:
        """So many are allowed."""
        return len(text.bullets) <= self.count

    def demands(self) -> Way:
        """No more."""
        return (Bound("bullets", high=self.count),)


class TitleMentions(BaseFact):
    """There is a title, and one of the words stands in it."""

    fact: Literal["title_mentions"] = "title_mentions"
    forms: Forms

    def holds(self, text: Document) -> bool:
        """As whole words, in any capitals."""
        return text.title is not None and mentions(text.title, self.forms)

    def demands(self) -> Way:
        """The first of them."""
        return (Bound("titles", low=1), Present(self.forms[:1], place=UnitPlace("title", 1)))


class ParagraphMentions(BaseFact):
    """One of the words stands in the first paragraph."""

    fact: Literal["opening_mentions"] = "opening_mentions"
    forms: Forms

    def holds(self, text: Document) -> bool:
        """As whole words, in any capitals."""
        return bool(text.paragraphs) and mentions(text.paragraphs[0], self.forms)

    def demands(self) -> Way:
        """The first of them."""
        return (Bound("paragraphs", low=1), Present(self.forms[:1], place=UnitPlace("paragraph", 1)))


class LastParagraphMentions(BaseFact):
    """One of the words stands in the last paragraph."""

    fact: Literal["last_paragraph_mentions"] = "last_paragraph_mentions"
    forms: Forms

    def holds(self, text: Document) -> bool:
        """As whole words, in any capitals."""
        return bool(text.paragraphs) and mentions(text.paragraphs[-1], self.forms)

    def demands(self) -> Way:
        """The first of them."""
        return (Bound("paragraphs", low=1), Present(self.forms[:1], place=UnitPlace("paragraph", -1)))


class ClosesWithQuestion(BaseFact):
    """The last sentence is a question."""

    fact: Literal["closes_with_question"] = "closes_with_question"

    def holds(self, text: Document) -> bool:
        """Of all sentences, list items included."""
        return bool(text.sentences) and text.sentences[-1].rstrip("\"')] ").endswith("?")

    def demands(self) -> Way:
        """A question mark at the end."""
        return (ClosingQuestion(),)


class BulletsAtLeast(BaseFact):
    """At least so many bullet points."""

    fact: Literal["bullets_at_least"] = "bullets_at_least"
    count: Count

    def holds(self, text: Document) -> bool:
        """So many are enough."""
        return len(text.bullets) >= self.count

    def demands(self) -> Way:
        """So many."""
        return (Bound("bullets", low=self.count),)


Condition = Annotated[
    TextMentions
    | TextOmits
    | LongerThan
    | HasBullets
    | HasNumbered
    | HasHeadings
    | HasTitle
    | MoreParagraphs,
    Field(discriminator="fact"),
]
Consequence = Annotated[
    TextMentions | TextOmits | HeadingsAtLeast | BulletsAtMost | BulletsAtLeast | TitleMentions | ParagraphMentions
    | LastParagraphMentions | ClosesWithQuestion,
    Field(discriminator="fact"),
]  # fmt: skip
CONDITIONS: tuple[type[BaseFact], ...] = (
    TextMentions, TextOmits, LongerThan, HasBullets, HasNumbered, HasHeadings, HasTitle, MoreParagraphs,
)  # fmt: skip
CONSEQUENCES: tuple[type[BaseFact], ...] = (
    TextMentions, TextOmits, HeadingsAtLeast, BulletsAtMost, BulletsAtLeast, TitleMentions, ParagraphMentions,
    LastParagraphMentions, ClosesWithQuestion,
)  # fmt: skip
