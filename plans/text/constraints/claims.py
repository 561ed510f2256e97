"""What can be said of a piece of text: of a paragraph, a section, a sentence, a list item, a heading."""

import re
from abc import abstractmethod
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from plans.text.constraints.slots import Forms, MarkName, Named, Several, Text
from plans.text.document import finder, mentions, sentences, words
from plans.text.vocabulary_files import wording


class BaseClaim(Named):
    """Something that holds for a piece of text or does not."""

    TOLD_BY: ClassVar[str] = "claim"

    @property
    def needs(self) -> tuple[str, ...]:
        """What has to stand in the piece for certain."""
        return ()

    @abstractmethod
    def holds(self, piece: str) -> bool:
        """Whether it is so."""
        ...

    def excludes(self, other: "BaseClaim") -> bool:
        """Whether no piece is known for which both hold; asked of one of the two alone."""
        return False


class Mentions(BaseClaim):
    """One of the words stands there."""

    claim: Literal["mentions"] = "mentions"
    forms: Forms

    @property
    def needs(self) -> tuple[str, ...]:
        """The first of the words."""
        return self.forms[:1]

    def holds(self, piece: str) -> bool:
        """As whole words, in any capitals."""
        return mentions(piece, self.forms)

    def excludes(self, other: BaseClaim) -> bool:
        """A word cannot be there and be left out."""
        return isinstance(other, Omits) and mentions(self.forms[0], other.forms)


class Omits(BaseClaim):
    """None of the words stands there."""

    claim: Literal["omits"] = "omits"
    forms: Forms

    def holds(self, piece: str) -> bool:
        """As whole words, in any capitals."""
        return not mentions(piece, self.forms)

    def excludes(self, other: BaseClaim) -> bool:
        """A word cannot be there and be left out."""
        return any(mentions(text, self.forms) for text in other.needs)


class MostWords(BaseClaim):
    """At most so many words."""

    claim: Literal["most_words"] = "most_words"
    count: Several

    def holds(self, piece: str) -> bool:
        """The limit itself is allowed."""
        return len(words(piece)) <= self.count

    def excludes(self, other: BaseClaim) -> bool:
        """Some twenty words are left for what else has to be in it."""
        return isinstance(other, LeastWords) and other.count + 20 > self.count


class LeastWords(BaseClaim):
    """At least so many words."""

    claim: Literal["least_words"] = "least_words"
    count: Several

    def holds(self, piece: str) -> bool:
        """The limit itself is enough."""
        return len(words(piece)) >= self.count

    def excludes(self, other: BaseClaim) -> bool:
        """As MostWords says."""
        return (isinstance(other, MostWords) and other.excludes(self)) or (
            isinstance(other, MostSentences) and self.count > 8 * other.count
        )


class MostSentences(BaseClaim):
    """At most so many sentences."""

    claim: Literal["most_sentences"] = "most_sentences"
    count: Several

    def holds(self, piece: str) -> bool:
        """The limit itself is allowed."""
        return len(sentences(piece)) <= self.count

    def excludes(self, other: BaseClaim) -> bool:
        """As LeastWords says, with room for what else has to be in it."""
        return isinstance(other, LeastWords) and other.excludes(self)


class Begins(BaseClaim):
    """It begins with a word or phrase."""

    claim: Literal["begins"] = "begins"
    text: Text

    @property
    def needs(self) -> tuple[str, ...]:
        """That text."""
        return (self.text,)

    def holds(self, piece: str) -> bool:
        """In any capitals, a quotation mark or bracket before it let be."""
        return finder((self.text,)).match(piece.lstrip("\"'( ")) is not None

    def excludes(self, other: BaseClaim) -> bool:
        """Two beginnings, unless the same."""
        return isinstance(other, Begins) and other.text.casefold() != self.text.casefold()


class Ends(BaseClaim):
    """It ends with a punctuation mark."""

    claim: Literal["ends"] = "ends"
    mark: MarkName

    @property
    def needs(self) -> tuple[str, ...]:
        """The mark."""
        return (wording().marks[self.mark].characters[0],)

    def holds(self, piece: str) -> bool:
        """A quotation mark or bracket behind it let be."""
        return piece.rstrip("\"')] \n").endswith(tuple(wording().marks[self.mark].characters))

    def excludes(self, other: BaseClaim) -> bool:
        """Two endings, unless the same."""
        return isinstance(other, Ends) and other.mark != self.mark


class HasNumber(BaseClaim):
    """A number stands there in digits."""

    claim: Literal["has_number"] = "has_number"
    _DIGIT: ClassVar[re.Pattern[str]] = re.compile(r"\d")

    @property
    def needs(self) -> tuple[str, ...]:
        """Any number."""
        return ("3",)

    def holds(self, piece: str) -> bool:
        """The number of a numbered item is no part of the item."""
        return self._DIGIT.search(piece) is not None


Claim = Annotated[
    Mentions | Omits | MostWords | LeastWords | MostSentences | Begins | Ends | HasNumber,
    Field(discriminator="claim"),
]
CLAIMS: tuple[type[BaseClaim], ...] = (
    Mentions, Omits, MostWords, LeastWords, MostSentences, Begins, Ends, HasNumber,
)  # fmt: skip
