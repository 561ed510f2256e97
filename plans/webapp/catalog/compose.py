"""From a selection to a whole project: sample data, PRD, query, criteria, reference, alternatives, mutants."""

import random
from collections.abc import Callable, Iterable, Sequence

from plans.catalog.making import composed_project
from plans.errors import InvalidFile
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.problem import Problem
from plans.records.project import Alternative, Built, Files, LaidOver, PlantedMutant, Project
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query, Requirement
from plans.webapp.catalog.criteria import ProjectFeatureWords, compose_criteria, flat_spots, made_task
from plans.webapp.catalog.domain import Domain, Item
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.catalog.prd import compose_prd, compose_query, requirement_ids, requirement_of
from plans.webapp.catalog.reference import compose_mutants, other_data_files, reference_files, restyled_files
from plans.webapp.catalog.vocabulary import Selection, vocabulary

_LAST_SEEN = 4
"""Items that any page shows beside the first one."""
_TRIES = 200
"""Sets that are drawn before the last one is taken as it is."""

Fitting = Callable[[Sequence[Item]], bool]
"""Whether items give all that the features of a project rely on."""


CLAUSE = "accessibility"
"""The feature that every item is asked for beside its query."""


def sample_items(domain: Domain, count: int, random_seed: int, fits: Fitting = bool) -> list[Item]:
    """`count` items that show what features rely on: the first set drawn that `fits`, where one does.

    The first two are in stock (the first with at least 2), one is sold out and stands among the first five (the
    shortest page), two are the last of their kind; there are at least three groups and every stage, the first of them
    twice.
    """

    def drawn(rng: random.Random) -> list[Item]:
        return _chosen(domain, count, rng, ())

    return _first_fitting(drawn, f"{random_seed}:items", fits)


def other_items(domain: Domain, count: int, random_seed: int, fits: Fitting = bool) -> list[Item]:
    """Another set, as different from `sample_items` as the domain allows: other items, other amounts, other people."""
    used = {item.title for item in sample_items(domain, count, random_seed, fits)}

    def drawn(rng: random.Random) -> list[Item]:
        return _redrawn(_chosen(domain, count, rng, used), rng)

    return _first_fitting(drawn, f"{random_seed}:other items", fits)


def _first_fitting(drawn: Callable[[random.Random], list[Item]], stream: str, fits: Fitting) -> list[Item]:
    items = drawn(random.Random(stream))
    for attempt in range(1, _TRIES):
        if fits(items):
            break
        items = drawn(random.Random(f"{stream}:{attempt}"))
    return items


def _redrawn(chosen: Sequence[Item], rng: random.Random) -> list[Item]:
    """The items with their people and amounts exchanged among them."""
    people = [item.person for item in chosen]
    amounts = [item.amount for item in chosen]
    rng.shuffle(people)
    rng.shuffle(amounts)
    return [
        item.model_copy(update={"person": person, "amount": amount})
        for item, person, amount in zip(chosen, people, amounts, strict=True)
    ]


def _chosen(domain: Domain, count: int, rng: random.Random, used: Iterable[str]) -> list[Item]:
    avoided = set(used)
    pool = list(domain.items)
    rng.shuffle(pool)
    pool.sort(key=lambda item: item.title in avoided)
    chosen = _needed(domain, pool)
    chosen += [item for item in pool if item not in chosen][: max(0, count - len(chosen))]
    rng.shuffle(chosen)
    first = next((item for item in chosen if item.stock is None or item.stock >= 2), chosen[0])
    chosen.remove(first)
    second = next((item for item in chosen if item.stock != 0), chosen[0])
    chosen.remove(second)
    sold_out = next((item for item in chosen if item.stock == 0), None)
    if sold_out in chosen[_LAST_SEEN - 1 :]:
        chosen.remove(sold_out)
        chosen.insert(_LAST_SEEN - 2, sold_out)
    return [first, second, *chosen]


def _needed(domain: Domain, pool: Sequence[Item]) -> list[Item]:
    needed: list[Item] = []

    def take(found: Iterable[Item], number: int) -> None:
        for item in found:
            if number and item not in needed:
                needed.append(item)
                number -= 1

    if domain.facets.stock:
        take((item for item in pool if item.stock and item.stock >= 2), 1)
        take((item for item in pool if item.stock == 0), 1)
        take((item for item in pool if item.stock == 1), 2)
    for place, stage in enumerate(domain.facets.stages.values if domain.facets.stages else ()):
        lacking = (1 if place else 2) - sum(item.stage == stage for item in needed)
        take((item for item in pool if item.stage == stage), max(0, lacking))
    for group in domain.facets.group.values[:3]:
        if not any(item.group == group for item in needed):
            take((item for item in pool if item.group == group), 1)
    return needed


class Composition:
    """The parts of one project; the same recipe gives the same bytes.

    Each raises InvalidFile with what is wrong in the catalog's templates.
    """

    def __init__(self, library: Library, recipe: Recipe) -> None:
        self._library = library
        self._selection = Selection.of(recipe.parameters)
        self._domain = selected_domain(library, self._selection)
        self._parts = parts_of(library, self._selection)
        self._ids = requirement_ids(self._parts)

    def prd(self) -> PRD:
        return compose_prd(self._parts, self._ids)

    def query(self) -> Query:
        return compose_query(self._parts, self._ids, self._selection)

    def criteria(self) -> Criteria:
        return compose_criteria(self._parts, self._ids)

    def built(self, canary: str) -> Built:
        """The reference and its alternatives, whose files carry the canary."""
        library, domain, selection, parts = self._library, self._domain, self._selection, self._parts

        def fits(items: Sequence[Item]) -> bool:
            return not flat_spots(parts, domain, items, page_size(selection))

        items = sample_items(domain, selection.item_count, selection.random_seed, fits)
        others = other_items(domain, selection.item_count, selection.random_seed, fits)
        if flat := flat_spots(parts, domain, items, page_size(selection)):
            raise InvalidFile([_unfit(domain, spot) for spot in flat])
        return Built(
            reference=reference_files(library, domain, selection, items, canary),
            alternatives=(
                _alternative(
                    "restyled",
                    "Our second rendering: other markup, looks and wording; the same features.",
                    restyled_files(library, domain, parts, canary),
                ),
                _alternative(
                    "other-data",
                    "The same app with other sample data.",
                    other_data_files(domain, selection, others, canary),
                ),
            ),
        )

    def mutants(self, reference: Files) -> tuple[PlantedMutant, ...]:
        """Patches against the reference that `built` gave."""
        return compose_mutants(self._library, self._parts, reference)


def compose(library: Library, recipe: Recipe, canary: str) -> Project:
    """The whole project of a recipe; raises InvalidFile."""
    return composed_project(Composition(library, recipe), recipe, canary)


def clause(number: int) -> tuple[Requirement, EvaluationTask]:
    """What items that nobody composes are asked for besides: a section of their PRD with this number, and its task,
    which waits for no other: it asks the same of whatever the start page shows.
    """
    library = shipped_library()
    part = ProjectFeatureWords(library.features[CLAUSE], {})
    (template,) = part.tasks()
    ids = {key: f"R{number}.{place}" for place, key in enumerate(part.leaf_keys(), 1)}
    return (
        requirement_of(part, number, ids),
        made_task(part, template, {}, f"{part.where}: tasks.{template.id}", (), ids),
    )


def selected_domain(library: Library, selection: Selection) -> Domain:
    """What the project is about, as it was selected."""
    domain = library.domain(selection.domain, selection.item, selection.left_out)
    return domain.priced_in(selection.currency)


def page_size(selection: Selection) -> int | None:
    """Entries that the list shows at once; None where it shows all."""
    size = selection.parameters.get("paging", {}).get("page_size")
    return size if isinstance(size, int) else None


def _unfit(domain: Domain, spot: str) -> Problem:
    return Problem(
        where=f"domains/{domain.id}.yaml",
        message=f"no set of its items was found that gives what tasks rely on; {spot}.",
        mend="Give it more varied items.",
    )


def parts_of(library: Library, selection: Selection) -> list[ProjectFeatureWords]:
    """The selected features with the words for their templates."""
    domain = selected_domain(library, selection)
    words = vocabulary(domain, selection, library.lexicon.units)
    return [
        ProjectFeatureWords(library.features[id], {**words, "p": selection.parameters.get(id, {})})
        for id in selection.features
    ]


def _alternative(kind: str, description: str, files: Files) -> LaidOver:
    record = Alternative.model_validate({"name": kind, "kind": kind, "description": description})
    return LaidOver(alternative=record, files=files)
