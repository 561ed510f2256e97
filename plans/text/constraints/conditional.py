"""What has to be where something else is; without that it holds vacuously, and it is said so."""

from typing import ClassVar, Literal

from plans.text.constraints.base import BaseConstraint, Group, JudgedConstraint, Kept
from plans.text.constraints.demands import Absent, Place, Present, Together, Way
from plans.text.constraints.facts import Condition, Consequence
from plans.text.constraints.slots import Forms, Subject
from plans.text.document import Document
from plans.text.words import finder, mentions


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
        shown = Present(self.trigger[:1], place=Place("paragraph", 1))
        return ((Together(self.trigger, self.forms), shown), (Absent(finder(self.trigger)),))


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
        return ((Present(self.trigger[:1]), Absent(finder(self.forms))), (Absent(finder(self.trigger)),))


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
