"""What `refresh` and `grow` are about to make of each item, and why, said before the work begins."""

from collections import Counter
from collections.abc import Iterator

from pipeline.graph.spec import AuthoringSpec
from plans.files import read_record
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.plurals import count_text
from plans.records.seed import Assignment, Coverage, ItemSeed

VALUES_SHOWN = 4
"""Values that are named of those that an item is to have."""


def variants_told(spec: AuthoringSpec) -> Iterator[str]:
    """Of each item that is made afresh, the subject that it had and the one that it gets."""
    for one in spec.assignments:
        if one.recipe is None or one.parent is None:
            yield f"{one.id}: another subject, which a model chose: {one.seed.query[:80]!r}"
        else:
            yield f"{one.id}: {_subject(one.parent.seed.coverage)} → {_subject(one.recipe.seed.coverage)}"


def growth_told(paths: SuitePaths, spec: AuthoringSpec) -> Iterator[str]:
    """Of each item that is added, how few there are of its kind; those that are added before it are counted."""
    mine = {one.id for one in spec.assignments}
    there = [item.id for item in read_suite(paths).items if item.id not in mine]
    read = [read_record(paths.item(item).seed, ItemSeed).coverage for item in there]
    categories, domains = Counter(one.category for one in read), Counter(one.domain for one in read)
    for number, one in enumerate(spec.assignments, len(there)):
        if one.recipe is None:
            yield f"{one.id}: {_settled(one)}, which the fewest items have"
            continue
        coverage = one.recipe.seed.coverage
        category, domain = coverage.category, coverage.domain
        yield (
            f"{one.id}: {_subject(coverage)}, since of {count_text(number, 'item')} {categories[category]} are of this "
            f"category, and {domains[domain]} of this subject"
        )
        categories[category] += 1
        domains[domain] += 1


def _subject(coverage: Coverage) -> str:
    return f"{coverage.category} / {coverage.domain}"


def _settled(one: Assignment) -> str:
    told = [f"{name} {value}" for name, value in one.settled.items()]
    more = ", …" if len(told) > VALUES_SHOWN else ""
    return f"{', '.join(told[:VALUES_SHOWN])}{more}" if told else "what it is about is up to the model"
