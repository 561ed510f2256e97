"""Whether sample data can tell a project from its mutants: what the tasks of its features rely on, as they say it."""

from collections.abc import Mapping, Sequence
from typing import Any

from plans.errors import InvalidFile
from plans.records.expressions import ExpressionError, evaluate
from plans.records.problem import Problem
from plans.webapp.catalog.criteria import Part
from plans.webapp.catalog.domain import Domain, Item
from plans.webapp.catalog.vocabulary import applies, render


def flat_spots(
    parts: Sequence[Part], domain: Domain, items: Sequence[Item], page_size: int | None = None
) -> list[str]:
    """What the features rely on and these items do not give, in words, each after the id of its feature.

    `page_size`: entries that the list shows at once, all where it is None. Raises InvalidFile for an expression of the
    catalog that cannot be computed.
    """
    names = _names(domain, items, page_size)
    return [
        f"{part.feature.id}: {render(reliance.so, part.words, part.where)}"
        for part in parts
        for reliance in part.feature.relies_on
        if applies(reliance.when, part.words, part.where)
        and not _holds(render(reliance.that, part.words, part.where), names, part.where)
    ]


def _names(domain: Domain, items: Sequence[Item], page_size: int | None) -> Mapping[str, Any]:
    """What the expressions may speak of; places count from 0, in the list's own order."""
    places = list(range(len(items)))
    groups = [item.group for item in items]
    kinds = [kind for kind in domain.facets.group.values if kind in groups]
    page = page_size or len(items)
    return {
        "places": places,
        "page": page,
        "groups": groups,
        "kinds": kinds,
        "all_kinds": list(domain.facets.group.values),
        "kinds_in_all": len(domain.facets.group.values),
        "amounts": [item.amount for item in items],
        "amounts_of_second": [item.amount for item in items if [item.group] == kinds[1:2]][:page],
        "titles": [item.title for item in items],
        "stocks": [item.stock or 0 for item in items],
        "by_description": sorted(places, key=lambda place: items[place].description.casefold()),
        "by_first_letter": sorted(places, key=lambda place: items[place].title[:1].casefold()),
        "answers": [question.answer for question in domain.facets.quiz or ()],
    }


def _holds(expression: str, names: Mapping[str, Any], where: str) -> bool:
    try:
        return bool(evaluate(expression, names))
    except ExpressionError as error:
        problem = Problem(where=f"{where}: relies_on", message=f"{error}.", mend="Correct the expression.")
        raise InvalidFile([problem]) from error
