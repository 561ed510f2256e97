"""In which order things come; equal ones may come in any order."""

import re
from itertools import pairwise
from typing import ClassVar, Literal

from plans.text.constraints.base import BaseConstraint, Group, JudgedConstraint, Kept
from plans.text.constraints.demands import (
    Alphabetical,
    Bound,
    Growing,
    Ordered,
    OrderedHeadings,
    OrderedItems,
    Present,
    Rising,
    Way,
)
from plans.text.constraints.positive import heading_text
from plans.text.constraints.slots import Several, Text, Texts
from plans.text.document import Document, first_mention, mentions, words
from plans.text.vocabulary_files import wording


class Sequencing(BaseConstraint):
    """A constraint of the group."""

    GROUP: ClassVar[Group] = "sequencing"


class TermsInOrder(Sequencing):
    """All words stand there, and first mentions come in this order."""

    kind: Literal["terms_in_order"] = "terms_in_order"
    texts: Texts

    def kept(self, text: Document) -> Kept:
        """Title and headings count."""
        places = [first_mention(text.text, one) for one in self.texts]
        return Kept(None not in places and places == sorted(place for place in places if place is not None))

    def ways(self) -> tuple[Way, ...]:
        """In this order."""
        return ((Ordered(self.texts),),)


class NotBefore(Sequencing):
    """The one word is first mentioned after the other, if at all."""

    kind: Literal["not_before"] = "not_before"
    later: Text
    earlier: Text

    def kept(self, text: Document) -> Kept:
        """Where the later one does not stand at all, it holds vacuously."""
        later, earlier = first_mention(text.text, self.later), first_mention(text.text, self.earlier)
        if later is None:
            return Kept(True, is_vacuous=True)
        return Kept(earlier is not None and earlier < later)

    def ways(self) -> tuple[Way, ...]:
        """Both, in order."""
        return ((Ordered((self.earlier, self.later)),),)


class HeadingsInOrder(Sequencing):
    """These headings are there, in this order."""

    kind: Literal["headings_in_order"] = "headings_in_order"
    texts: Texts

    def kept(self, text: Document) -> Kept:
        """Others may stand between them."""
        left = iter(map(heading_text, text.headings))
        return Kept(all(one.casefold() in left for one in self.texts))

    def ways(self) -> tuple[Way, ...]:
        """These headings."""
        return ((Bound("headings", low=len(self.texts)), OrderedHeadings(self.texts)),)


class BulletsInOrder(Sequencing):
    """Bullet points mention these, in this order."""

    kind: Literal["bullets_in_order"] = "bullets_in_order"
    texts: Texts

    def kept(self, text: Document) -> Kept:
        """Each in a bullet point of its own; others may stand between them."""
        return Kept(_in_items(self.texts, text.bullets))

    def ways(self) -> tuple[Way, ...]:
        """Such bullet points."""
        return ((Bound("bullets", low=len(self.texts)), OrderedItems("bullet", self.texts)),)


class StepsInOrder(Sequencing):
    """Numbered items mention these, in this order."""

    kind: Literal["steps_in_order"] = "steps_in_order"
    texts: Texts

    def kept(self, text: Document) -> Kept:
        """Each in an item of its own; others may stand between them."""
        return Kept(_in_items(self.texts, text.numbered))

    def ways(self) -> tuple[Way, ...]:
        """Such items."""
        demands = (
            Bound("numbered", low=len(self.texts)),
            Present(("1",)),
            OrderedItems("numbered item", self.texts),
        )
        return (demands,)


class StepsCounted(Sequencing):
    """Numbered items are numbered from 1 on, without a gap."""

    kind: Literal["steps_counted"] = "steps_counted"
    count: Several

    def kept(self, text: Document) -> Kept:
        """So many at least, in one list."""
        is_counted = text.numbers == tuple(range(1, len(text.numbers) + 1))
        return Kept(is_counted and len(text.numbers) >= self.count)

    def ways(self) -> tuple[Way, ...]:
        """So many, counted."""
        return ((Bound("numbered", low=self.count), Present(("1",))),)


class YearsRising(Sequencing):
    """So many years are named, and none comes after a later one."""

    kind: Literal["years_rising"] = "years_rising"
    count: Several

    def kept(self, text: Document) -> Kept:
        """Different ones are counted; one may come again."""
        years = [int(year) for year in re.findall(wording().patterns["year"].expression, text.text)]
        return Kept(len(set(years)) >= self.count and years == sorted(years))

    def ways(self) -> tuple[Way, ...]:
        """Years in a row."""
        return ((Rising("year", self.count),),)


class TimesRising(Sequencing):
    """So many clock times are named, and none comes after a later one."""

    kind: Literal["times_rising"] = "times_rising"
    count: Several

    def kept(self, text: Document) -> Kept:
        """Different ones are counted; one may come again."""
        times = [time.zfill(5) for time in re.findall(wording().patterns["time"].expression, text.text)]
        return Kept(len(set(times)) >= self.count and times == sorted(times))

    def ways(self) -> tuple[Way, ...]:
        """Times in a row."""
        return ((Rising("time", self.count),),)


class BulletsAlphabetical(Sequencing):
    """Bullet points stand in alphabetical order."""

    kind: Literal["bullets_alphabetical"] = "bullets_alphabetical"
    count: Several

    def kept(self, text: Document) -> Kept:
        """So many at least, compared by their letters in any capitals."""
        letters = [[word.casefold() for word in words(bullet)] for bullet in text.bullets]
        return Kept(len(letters) >= self.count and letters == sorted(letters))

    def ways(self) -> tuple[Way, ...]:
        """Sorted."""
        return ((Bound("bullets", low=self.count), Alphabetical()),)


class ParagraphsGrow(Sequencing):
    """Each paragraph is at least as long as the one before."""

    kind: Literal["paragraphs_grow"] = "paragraphs_grow"
    count: Several

    def kept(self, text: Document) -> Kept:
        """In words; so many paragraphs at least."""
        return Kept(len(text.paragraphs) >= self.count and all(a <= b for a, b in pairwise(_lengths(text))))

    def ways(self) -> tuple[Way, ...]:
        """Ever longer."""
        return ((Bound("paragraphs", low=self.count), Growing(is_rising=True)),)


class ParagraphsShrink(Sequencing):
    """Each paragraph is at most as long as the one before."""

    kind: Literal["paragraphs_shrink"] = "paragraphs_shrink"
    count: Several

    def kept(self, text: Document) -> Kept:
        """In words; so many paragraphs at least."""
        return Kept(len(text.paragraphs) >= self.count and all(a >= b for a, b in pairwise(_lengths(text))))

    def ways(self) -> tuple[Way, ...]:
        """Ever shorter."""
        return ((Bound("paragraphs", low=self.count), Growing(is_rising=False)),)


class ActionsInOrder(JudgedConstraint):
    """Actions are described in an order, in prose."""

    GROUP: ClassVar[Group] = "sequencing"
    kind: Literal["actions_in_order"] = "actions_in_order"
    texts: Texts


def _in_items(texts: tuple[str, ...], items: tuple[str, ...]) -> bool:
    left = iter(items)
    return all(any(mentions(item, (text,)) for item in left) for text in texts)


def _lengths(text: Document) -> list[int]:
    return [len(words(paragraph)) for paragraph in text.paragraphs]


SEQUENCING: tuple[type[BaseConstraint], ...] = (
    TermsInOrder, NotBefore, HeadingsInOrder, BulletsInOrder, StepsInOrder, StepsCounted, YearsRising, TimesRising,
    BulletsAlphabetical, ParagraphsGrow, ParagraphsShrink, ActionsInOrder,
)  # fmt: skip
