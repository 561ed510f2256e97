"""All demands of a text, put together: how many of each part, what stands where, what stands nowhere."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

from plans.text.constraints.claims import BaseClaim, Omits
from plans.text.constraints.demands import (
    NO_LIMIT,
    Absent,
    Adjacent,
    Alphabetical,
    Bound,
    ClosingQuestion,
    Demand,
    Each,
    Fixed,
    Growing,
    Only,
    Ordered,
    OrderedHeadings,
    OrderedItems,
    Present,
    Quantity,
    Rising,
    Together,
    Unit,
)
from plans.text.words import finder


@dataclass
class Blueprint:
    """What is to be written."""

    low: dict[Quantity, int] = field(default_factory=dict[Quantity, int])
    high: dict[Quantity, int] = field(default_factory=dict[Quantity, int])
    barred: list[re.Pattern[str]] = field(default_factory=list[re.Pattern[str]])
    """What no sentence of our own may hold: what is absent, and what stands in one paragraph alone."""
    present: list[Present] = field(default_factory=list[Present])
    fixed: list[Fixed] = field(default_factory=list[Fixed])
    only: list[Only] = field(default_factory=list[Only])
    march: list[str] = field(default_factory=list[str])
    """Words whose first mentions come in this order."""
    headings: list[str] = field(default_factory=list[str])
    """Headings that come in this order."""
    items: dict[Unit, list[str]] = field(default_factory=dict[Unit, list[str]])
    """Kind of list item → what its items mention, in order."""
    each: dict[Unit, list[BaseClaim]] = field(default_factory=dict[Unit, list[BaseClaim]])
    adjacent: list[Adjacent] = field(default_factory=list[Adjacent])
    together: list[Together] = field(default_factory=list[Together])
    rising: list[Rising] = field(default_factory=list[Rising])
    growing: list[Growing] = field(default_factory=list[Growing])
    is_alphabetical: bool = False
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
    orders: list[Sequence[str]] = []
    headings: list[Sequence[str]] = []
    items: dict[Unit, list[Sequence[str]]] = {}
    for demand in demands:
        match demand:
            case Bound(of=of, low=low, high=high):
                plan.low[of] = max(plan.least(of), low)
                plan.high[of] = min(plan.most(of), high)
            case Absent(found=found):
                plan.barred.append(found)
            case Present():
                plan.present.append(demand)
            case Fixed():
                plan.fixed.append(demand)
            case Only(forms=forms):
                plan.only.append(demand)
                plan.barred.append(finder(forms))
            case Ordered(texts=texts):
                orders.append(texts)
            case OrderedHeadings(texts=texts):
                headings.append(texts)
            case OrderedItems(unit=unit, texts=texts):
                items.setdefault(unit, []).append(texts)
            case Each(unit=unit, claim=claim):
                plan.each.setdefault(unit, []).append(claim)
                if isinstance(claim, Omits):
                    plan.barred.append(finder(claim.forms))
            case Adjacent():
                plan.adjacent.append(demand)
            case Together():
                plan.together.append(demand)
            case Rising():
                plan.rising.append(demand)
            case Growing():
                plan.growing.append(demand)
            case Alphabetical():
                plan.is_alphabetical = True
            case ClosingQuestion():
                plan.closes_with_question = True
    try:
        plan.march = _merged(orders)
        plan.headings = _merged(headings)
        plan.items = {unit: _merged(lists) for unit, lists in items.items()}
    except CycleError:
        return None
    return None if any(plan.least(of) > plan.most(of) for of in plan.low) else plan


def _merged(orders: Sequence[Sequence[str]]) -> list[str]:
    """One order that keeps to all; raises CycleError where there is none."""
    before: dict[str, list[str]] = {}
    for order in orders:
        for place, text in enumerate(order):
            before.setdefault(text, []).extend(order[max(0, place - 1) : place])
    return list(TopologicalSorter(before).static_order())
