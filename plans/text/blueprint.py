"""All demands of a text put together, and the draft that is written from them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from plans.text.claims import BaseClaim, Quantity, Unit
from plans.text.demands import (
    NO_LIMIT,
    Adjacent,
    Bound,
    ClosingQuestion,
    Demand,
    Each,
    FixedText,
    Growing,
    NoneOfKind,
    Only,
    Ordered,
    Present,
    Rising,
    Together,
)
from plans.text.document import finder, mentions, words

_LISTS: tuple[Quantity, ...] = ("bullets", "numbered")


@dataclass
class Blueprint:
    """What is to be written."""

    low: dict[Quantity, int] = field(default_factory=dict[Quantity, int])
    high: dict[Quantity, int] = field(default_factory=dict[Quantity, int])
    barred: list[re.Pattern[str]] = field(default_factory=list[re.Pattern[str]])
    """What no sentence of our own may hold: what is absent, and what stands in one paragraph alone."""
    present: list[Present] = field(default_factory=list[Present])
    fixed: list[FixedText] = field(default_factory=list[FixedText])
    only: list[Only] = field(default_factory=list[Only])
    march: list[str] = field(default_factory=list[str])
    """Words whose first mentions come in this order."""
    headings: list[str] = field(default_factory=list[str])
    """Headings that come in this order."""
    items: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Kind of list item → what its items mention, in order."""
    each: dict[Unit, list[BaseClaim]] = field(default_factory=dict[Unit, list[BaseClaim]])
    adjacent: list[Adjacent] = field(default_factory=list[Adjacent])
    together: list[Together] = field(default_factory=list[Together])
    rising: list[Rising] = field(default_factory=list[Rising])
    growing: list[Growing] = field(default_factory=list[Growing])
    closes_with_question: bool = False

    def least(self, of: Quantity) -> int:
        """How many there have to be."""
        return self.low.get(of, 0)

    def most(self, of: Quantity) -> int:
        """How many there may be."""
        return self.high.get(of, NO_LIMIT)

    def heading_texts(self) -> list[str]:
        """Headings that are named, in whatever small or capital letters, each once."""
        named = [
            one.options[0] for one in self.present if one.place is not None and one.place.unit == "heading"
        ]
        fixed = [one.text for one in self.fixed if one.slot == "heading"]
        return list({text.casefold(): text for text in (*named, *self.headings, *fixed)}.values())

    def heading_count(self) -> int:
        """How many headings there have to be."""
        return max(self.least("headings"), len(self.heading_texts()))

    def fits(self, text: str) -> bool:
        """Whether a sentence of our own holds nothing that may not stand there."""
        return not any(barred.search(text) for barred in self.barred)


def blueprint(demands: Iterable[Demand]) -> Blueprint | None:
    """The demands together; None where orders go in a circle or a number is to be both above and below another."""
    plan = Blueprint()
    orders: dict[str, list[Sequence[str]]] = {}
    for demand in demands:
        match demand:
            case Bound(of=of, low=low, high=high):
                # One item alone would be no list.
                least = max(low, 2) if low and of in _LISTS else low
                plan.low[of] = max(plan.least(of), least)
                plan.high[of] = min(plan.most(of), high)
            case NoneOfKind(found=found):
                plan.barred.append(found)
            case Present():
                plan.present.append(demand)
            case FixedText():
                plan.fixed.append(demand)
            case Only(forms=forms):
                plan.only.append(demand)
                plan.barred.append(finder(forms))
            case Ordered(texts=texts, of=of):
                orders.setdefault(of, []).append(texts)
            case Each(unit=unit, claim=claim):
                plan.each.setdefault(unit, []).append(claim)
                if claim.called() == "omits":
                    plan.barred.append(finder(claim.asks()["forms"]))
            case Adjacent():
                plan.adjacent.append(demand)
            case Together():
                plan.together.append(demand)
            case Rising():
                plan.rising.append(demand)
            case Growing():
                plan.growing.append(demand)
            case ClosingQuestion():
                plan.closes_with_question = True
    try:
        merged = {of: _merged(lists) for of, lists in orders.items()}
    except CycleError:
        return None
    plan.march, plan.headings = merged.pop("word", []), merged.pop("heading", [])
    plan.items = merged
    return None if any(plan.least(of) > plan.most(of) for of in plan.low) else plan


def _merged(orders: Sequence[Sequence[str]]) -> list[str]:
    """One order that keeps to all; raises CycleError where there is none."""
    before: dict[str, list[str]] = {}
    for order in orders:
        for place, text in enumerate(order):
            before.setdefault(text, []).extend(order[max(0, place - 1) : place])
    return list(TopologicalSorter(before).static_order())


@dataclass
class Paragraph:
    """Sentences in order; what is added goes before the tail."""

    body: list[str] = field(default_factory=list[str])
    tail: list[str] = field(default_factory=list[str])
    first_line: str = ""
    """A line of its own above the sentences."""
    last_line: str = ""
    """A line of its own beneath them."""

    def text(self) -> str:
        """As it stands in the answer."""
        lines = (self.first_line, " ".join([*self.body, *self.tail]), self.last_line)
        return "\n".join(line for line in lines if line)

    def count(self) -> int:
        """Words."""
        return len(words(self.text()))

    def sentence_count(self) -> int:
        """Sentences, lines of their own among them."""
        return len(self.body) + len(self.tail) + bool(self.first_line) + bool(self.last_line)

    def mentions(self, *forms: str) -> bool:
        """Whether any of the words stands in it."""
        return mentions(self.text(), forms)

    def change(self, place: int, sentence: str) -> None:
        """Put another sentence in a place, counted over body and tail."""
        if place < len(self.body):
            self.body[place] = sentence
        else:
            self.tail[place - len(self.body)] = sentence


@dataclass
class TextDraft:
    """A text: title, headings before the first paragraphs, lists before the last one."""

    paragraphs: list[Paragraph]
    opening: int = 0
    """Paragraphs before the first heading."""
    title: str = ""
    headings: list[str] = field(default_factory=list[str])
    bullets: list[str] = field(default_factory=list[str])
    numbered: list[str] = field(default_factory=list[str])

    def text(self) -> str:
        """The whole answer, in Markdown."""
        blocks: list[str] = [f"# {self.title}"] if self.title else []
        for place, paragraph in enumerate(self.paragraphs):
            if 0 <= place - self.opening < len(self.headings):
                blocks.append(f"## {self.headings[place - self.opening]}")
            if place == len(self.paragraphs) - 1:
                blocks += self._lists()
            blocks.append(paragraph.text())
        return "\n\n".join(block for block in blocks if block) + "\n"

    def paragraph(self, number: int) -> Paragraph:
        """A paragraph by its place, from 1 on; -1 is the last."""
        return self.paragraphs[number - 1 if number > 0 else -1]

    def section(self, number: int) -> Paragraph:
        """The first paragraph of the section beneath that heading, from 1 on; -1 is the last heading."""
        index = number - 1 if number > 0 else len(self.headings) - 1
        return self.paragraphs[self.opening + index]

    def all_sentences(self) -> list[tuple[Paragraph, int]]:
        """Of each sentence that a word can be added to, where it stands; -1 for a line that stays as it is."""
        found: list[tuple[Paragraph, int]] = []
        for paragraph in self.paragraphs:
            found += [(paragraph, -1)] if paragraph.first_line else []
            found += [(paragraph, place) for place in range(len(paragraph.body) + len(paragraph.tail))]
            found += [(paragraph, -1)] if paragraph.last_line else []
        return found

    def _lists(self) -> list[str]:
        bullets = "\n".join(f"- {item}" for item in self.bullets)
        numbered = "\n".join(f"{number}. {item}" for number, item in enumerate(self.numbered, 1))
        return [bullets, numbered]
