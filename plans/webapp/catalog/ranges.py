"""What a plan leaves to sampling: its parameters' values, met with what the author takes by itself.

An unchanged plan leaves everything: the same random seed then gives the same choices as without a plan.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from plans.catalog import narrowing
from plans.catalog.narrowing import allows, left_of_words, numbers_of, preferred
from plans.records.plan import Plan
from plans.webapp.catalog.domain import CATEGORIES, FACTS
from plans.webapp.catalog.inventing import INVENTED
from plans.webapp.catalog.library import Library
from plans.webapp.catalog.selection import TONES

TASKS = tuple(range(14, 19))
"""Evaluation tasks that a project aims at; the published mean is 15.7."""
MOST_TASKS = 26
"""Evaluation tasks beyond which even asked-for features are left out."""
ITEMS = tuple(range(10, 15))
"""How many sample items, when no feature needs more."""
MOST_ITEMS = 24
"""Sample items that a feature may need at most."""


@dataclass(frozen=True)
class Ranges:
    """What numbers and words may be drawn from. As it stands by default: all that the author takes by itself."""

    tones: tuple[str, ...] = TONES
    tasks: tuple[int, ...] = TASKS
    """Evaluation tasks to aim at."""
    most_tasks: int = MOST_TASKS
    items: tuple[int, ...] = ITEMS
    most_items: int = MOST_ITEMS
    hues: tuple[int, ...] = tuple(range(360))
    """Degrees."""
    invents: frozenset[str] = frozenset(CATEGORIES)
    """Categories in which a domain may be invented for a subject that the catalog does not know."""
    no_facts: frozenset[str] = frozenset()
    """Facts that no app may tell of its things."""


OPEN = Ranges()


def ranges_of(plan: Plan) -> Ranges:
    """What the plan's parameters leave; AuthorError for a parameter that leaves nothing which the author can make.

    A parameter that the plan does not name is not limited.
    """
    tasks, items = numbers_of(plan, "evaluation_tasks"), numbers_of(plan, "sample_items")
    return Ranges(
        tones=left_of_words(plan, "tone", TONES),
        tasks=preferred(TASKS, tasks),
        most_tasks=min(MOST_TASKS, max(tasks, default=MOST_TASKS)),
        items=preferred(ITEMS, items),
        most_items=max(items, default=MOST_ITEMS),
        hues=tuple(sorted({hue % 360 for hue in numbers_of(plan, "accent_hue")})) or OPEN.hues,
        invents=frozenset(
            category
            for category in left_of_words(plan, "category", CATEGORIES)
            if allows(plan, "domain", f"{INVENTED}{category}")
        ),
        no_facts=frozenset(fact for fact in FACTS if not allows(plan, "facts", fact)),
    )


def narrowed(library: Library, plan: Plan) -> Library:
    """The library with the domains, features and choices that the plan leaves; AuthorError when that cannot be."""
    ranges = ranges_of(plan)
    large = [id for id, one in library.features.items() if one.minimum_items > ranges.most_items]
    needed = max(feature.minimum_items for feature in library.base)
    left = narrowing.narrowed(library, plan, large, f", and let `sample_items` allow {needed}")
    # A suite that was planned without a clause has it in none of its items, old or new.
    unknown = {id for id, one in left.features.items() if one.clause and not allows(plan, "features", id)}
    left = replace(left, features={id: one for id, one in left.features.items() if id not in unknown})
    return lacking(left, ranges.no_facts)


def lacking(library: Library, facts: Collection[str]) -> Library:
    """The library whose domains tell none of these facts, as far as they can be without."""
    if not facts:
        return library
    domains = {id: domain.lacking(facts) for id, domain in library.domains.items()}
    return replace(library, domains=domains)
