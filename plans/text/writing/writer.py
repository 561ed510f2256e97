"""A text that keeps to constraints, where one is found."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from plans.text.constraints.base import BaseConstraint
from plans.text.constraints.clashes import clash
from plans.text.constraints.demands import Way
from plans.text.document import Document, document
from plans.text.writing.blueprint import Blueprint, blueprint
from plans.text.writing.composing import composed

TRIES = 24
"""Combinations of ways, and numbers of paragraphs, that are tried."""
MORE_PARAGRAPHS = 4


class Written(NamedTuple):
    """A text, and which constraints it misses, by their places; it is the best of those that were tried."""

    text: str
    missed: tuple[int, ...]


def written(constraints: Sequence[BaseConstraint], about: str) -> Written:
    """A text on a topic for all constraints that a program decides; the same one each time.

    That it misses some is no proof that none exists. Empty, with all missed, where no two ways go together.
    """
    decided = [place for place, constraint in enumerate(constraints) if not constraint.JUDGED]
    best = Written("", tuple(decided))
    for text in islice(_drafts([constraints[place] for place in decided], about), TRIES):
        read = document(text)
        missed = tuple(place for place in decided if not _keeps(constraints[place], read))
        if len(missed) < len(best.missed) or not best.text:
            best = Written(text, missed)
        if not missed:
            break
    return best


def _keeps(constraint: BaseConstraint, text: Document) -> bool:
    return constraint.kept(text).holds


def _drafts(constraints: Sequence[BaseConstraint], about: str) -> Iterator[str]:
    for ways in product(*(constraint.ways() for constraint in constraints)):
        if _clash_within(ways):
            continue
        plan = blueprint(demand for way in ways for demand in way)
        if plan is None:
            continue
        for paragraphs in _paragraph_counts(plan):
            yield composed(plan, about, paragraphs)


def _clash_within(ways: Sequence[Way]) -> bool:
    return any(clash(one, other) for place, one in enumerate(ways) for other in ways[place + 1 :])


def _paragraph_counts(plan: Blueprint) -> range:
    """As few as demands allow, and somewhat more: those that follow headings, and two around lists."""
    has_lists = plan.least("bullets") + plan.least("numbered") + sum(map(len, plan.items.values())) > 0
    headings = plan.heading_count()
    # A first line of its own stands above all headings, in a paragraph of its own.
    headings += headings > 0 and any(one.slot == "first line" for one in plan.fixed)
    least = max(plan.least("paragraphs"), headings, 2 if has_lists else 1)
    preferred = max(least, min(3, plan.most("paragraphs")))
    return range(preferred, min(preferred + MORE_PARAGRAPHS, plan.most("paragraphs")) + 1)
