"""What has to hold for each of several; there have to be some, as the sentences say."""

from abc import abstractmethod
from typing import ClassVar, Literal

from plans.text.constraints.base import BaseConstraint, Group, JudgedConstraint, Kept
from plans.text.constraints.claims import Claim
from plans.text.constraints.demands import Bound, Demand, Each, Place, Present, Together, Unit, Way
from plans.text.constraints.slots import Forms, Subject, Texts
from plans.text.document import Document
from plans.text.words import mentions


class Iterative(BaseConstraint):
    """A constraint of the group."""

    GROUP: ClassVar[Group] = "iterative"


class EachUnit(Iterative):
    """A claim holds for every unit of a kind."""

    UNIT: ClassVar[Unit]
    claim: Claim

    @abstractmethod
    def pieces(self, text: Document) -> tuple[str, ...]:
        """The units."""
        ...

    def kept(self, text: Document) -> Kept:
        """Without any unit it is not kept: the sentence asks for some."""
        pieces = self.pieces(text)
        return Kept(bool(pieces) and all(map(self.claim.holds, pieces)))

    def ways(self) -> tuple[Way, ...]:
        """Some, and all of them so."""
        return ((*_SOME[self.UNIT], Each(self.UNIT, self.claim)),)


class EachParagraph(EachUnit):
    """For every paragraph."""

    UNIT: ClassVar[Unit] = "paragraph"
    kind: Literal["each_paragraph"] = "each_paragraph"

    def pieces(self, text: Document) -> tuple[str, ...]:
        """Title, headings and list items are none."""
        return text.paragraphs


class EachSentence(EachUnit):
    """For every sentence."""

    UNIT: ClassVar[Unit] = "sentence"
    kind: Literal["each_sentence"] = "each_sentence"

    def pieces(self, text: Document) -> tuple[str, ...]:
        """Those of list items too."""
        return text.sentences


class EachSection(EachUnit):
    """For the text beneath every heading."""

    UNIT: ClassVar[Unit] = "section"
    kind: Literal["each_section"] = "each_section"

    def pieces(self, text: Document) -> tuple[str, ...]:
        """Without the headings."""
        return tuple(section.text for section in text.sections)


class EachBullet(EachUnit):
    """For every bullet point."""

    UNIT: ClassVar[Unit] = "bullet"
    kind: Literal["each_bullet"] = "each_bullet"

    def pieces(self, text: Document) -> tuple[str, ...]:
        """Without their marks."""
        return text.bullets


class EachStep(EachUnit):
    """For every numbered item."""

    UNIT: ClassVar[Unit] = "numbered item"
    kind: Literal["each_step"] = "each_step"

    def pieces(self, text: Document) -> tuple[str, ...]:
        """Without their numbers."""
        return text.numbered


class EachHeading(EachUnit):
    """For every heading."""

    UNIT: ClassVar[Unit] = "heading"
    kind: Literal["each_heading"] = "each_heading"

    def pieces(self, text: Document) -> tuple[str, ...]:
        """The title is none."""
        return text.headings


class EachNamed(Iterative):
    """For each of the named ones, some paragraph mentions it together with one of the words."""

    kind: Literal["each_named"] = "each_named"
    texts: Texts
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """One paragraph may do for several."""
        return Kept(
            all(
                any(
                    mentions(paragraph, (one,)) and mentions(paragraph, self.forms)
                    for paragraph in text.paragraphs
                )
                for one in self.texts
            )
        )

    def ways(self) -> tuple[Way, ...]:
        """Each in a paragraph, and the word in every such paragraph."""
        shown = (Present((one,), place=Place("paragraph", 0)) for one in self.texts)
        return ((*shown, Together(self.texts, self.forms)),)


class EachTold(JudgedConstraint):
    """For each of the named ones, the text says something."""

    GROUP: ClassVar[Group] = "iterative"
    kind: Literal["each_told"] = "each_told"
    texts: Texts
    subject: Subject


_SOME: dict[Unit, tuple[Demand, ...]] = {
    "paragraph": (Bound("paragraphs", low=2),),
    "sentence": (Bound("paragraphs", low=1),),
    "section": (Bound("headings", low=2),),
    "bullet": (Bound("bullets", low=2),),
    "numbered item": (Bound("numbered", low=2), Present(("1",))),
    "heading": (Bound("headings", low=2),),
}
ITERATIVE: tuple[type[BaseConstraint], ...] = (
    EachParagraph, EachSentence, EachSection, EachBullet, EachStep, EachHeading, EachNamed, EachTold,
)  # fmt: skip
