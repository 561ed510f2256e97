"""From a selection to a whole project: PRD, query, criteria, reference, alternatives, mutants."""

from collections.abc import Sequence

from plans.catalog.making import composed_project
from plans.errors import InvalidFile
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.problem import Problem
from plans.records.project import Alternative, Built, Files, LaidOver, PlantedMutant, Project
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query, Requirement
from plans.webapp.catalog.criteria import Part, compose_criteria, made_task
from plans.webapp.catalog.domain import Domain, Item
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.catalog.mutants import compose_mutants
from plans.webapp.catalog.prd import compose_prd, requirement_ids, requirement_of
from plans.webapp.catalog.query import compose_query
from plans.webapp.catalog.reference import other_data_files, reference_files, restyled_files
from plans.webapp.catalog.sample import other_items, sample_items
from plans.webapp.catalog.selection import Selection
from plans.webapp.catalog.telling import flat_spots
from plans.webapp.catalog.vocabulary import vocabulary

CLAUSE = "accessibility"
"""The feature that every item is asked for beside its query."""


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
    part = Part(library.features[CLAUSE], {})
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


def parts_of(library: Library, selection: Selection) -> list[Part]:
    """The selected features with the words for their templates."""
    domain = selected_domain(library, selection)
    words = vocabulary(domain, selection, library.lexicon.units)
    return [
        Part(library.features[id], {**words, "p": selection.parameters.get(id, {})})
        for id in selection.features
    ]


def _alternative(kind: str, description: str, files: Files) -> LaidOver:
    record = Alternative.model_validate({"name": kind, "kind": kind, "description": description})
    return LaidOver(alternative=record, files=files)
