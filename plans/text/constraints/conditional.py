"""What has to be where something else is, and what has to hold for each of several."""

from abc import abstractmethod
from typing import ClassVar, Literal

from plans.text.constraints.base import BaseConstraint, Group, JudgedConstraint, Kept
from plans.text.constraints.claims import Claim
from plans.text.constraints.demands import (
    Bound,
    Demand,
    Each,
    NoneOfKind,
    Present,
    Together,
    Unit,
    UnitPlace,
    Way,
)
from plans.text.constraints.facts import Condition, Consequence
from plans.text.constraints.slots import Forms, Subject, Texts
from plans.text.document import Document, finder, mentions


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
        shown = (Present((one,), place=UnitPlace("paragraph", 0)) for one in self.texts)
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


class Conditional(BaseConstraint):
    """A constraint of the group."""

    GROUP: ClassVar[Group] = "conditional"


class IfThen(Conditional):
    """If something is so, then something else is."""

    kind: Literal["if_then"] = "if_then"
    condition: Condition
    consequence: Consequence

    def kept(self, text: Document) -> Kept:
        """Vacuous where the condition is not met."""
        if not self.condition.holds(text):
            return Kept(True, is_vacuous=True)
        return Kept(self.consequence.holds(text))

    def ways(self) -> tuple[Way, ...]:
        """Both, else not the condition."""
        denial = self.condition.denial()
        both = (*self.condition.demands(), *self.consequence.demands())
        return (both,) if denial is None else (both, denial)


class IfThenElse(Conditional):
    """If something is so, then something else is; otherwise a third."""

    kind: Literal["if_then_else"] = "if_then_else"
    condition: Condition
    consequence: Consequence
    otherwise: Consequence

    def kept(self, text: Document) -> Kept:
        """One of the two always applies."""
        return Kept((self.consequence if self.condition.holds(text) else self.otherwise).holds(text))

    def ways(self) -> tuple[Way, ...]:
        """Condition and consequence, else neither and the third."""
        denial = self.condition.denial()
        both = (*self.condition.demands(), *self.consequence.demands())
        return (both,) if denial is None else (both, (*denial, *self.otherwise.demands()))


class WheneverParagraph(Conditional):
    """A paragraph with any of the one words has one of the others too."""

    kind: Literal["whenever_paragraph"] = "whenever_paragraph"
    trigger: Forms
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """Vacuous where no paragraph has any of the one words."""
        found = [paragraph for paragraph in text.paragraphs if mentions(paragraph, self.trigger)]
        return Kept(all(mentions(paragraph, self.forms) for paragraph in found), is_vacuous=not found)

    def ways(self) -> tuple[Way, ...]:
        """Both together, else none of the one words."""
        shown = Present(self.trigger[:1], place=UnitPlace("paragraph", 1))
        return ((Together(self.trigger, self.forms), shown), (NoneOfKind(finder(self.trigger)),))


class NeverTogether(Conditional):
    """No sentence has both."""

    kind: Literal["never_together"] = "never_together"
    trigger: Forms
    forms: Forms

    def kept(self, text: Document) -> Kept:
        """Vacuous where no sentence has any of the one words."""
        found = [sentence for sentence in text.sentences if mentions(sentence, self.trigger)]
        return Kept(not any(mentions(sentence, self.forms) for sentence in found), is_vacuous=not found)

    def ways(self) -> tuple[Way, ...]:
        """The ones without the others, else none of the ones."""
        return (
            (Present(self.trigger[:1]), NoneOfKind(finder(self.forms))),
            (NoneOfKind(finder(self.trigger)),),
        )


class IfMeant(JudgedConstraint):
    """If the text touches upon something, then it says something."""

    GROUP: ClassVar[Group] = "conditional"
    kind: Literal["if_meant"] = "if_meant"
    subject: Subject
    aim: Subject


CONDITIONAL: tuple[type[BaseConstraint], ...] = (
    IfThen,
    IfThenElse,
    WheneverParagraph,
    NeverTogether,
    IfMeant,
)
