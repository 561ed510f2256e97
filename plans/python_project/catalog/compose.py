"""From a selection to a whole project: PRD, query, criteria, reference, the grader's files, mutants."""

from collections.abc import Iterator, Sequence

from plans.catalog.making import composed_project
from plans.errors import InvalidFile
from plans.python_project.catalog.criteria import compose_criteria
from plans.python_project.catalog.domain import Domain
from plans.python_project.catalog.echoing import echo_problems
from plans.python_project.catalog.grader import data_text, grader_files
from plans.python_project.catalog.library import Library
from plans.python_project.catalog.mutants import compose_mutants
from plans.python_project.catalog.part import Part, parts_of
from plans.python_project.catalog.prd import compose_prd, requirement_ids
from plans.python_project.catalog.query import compose_query
from plans.python_project.catalog.reference import reference_files
from plans.python_project.catalog.sample import Sample, sample
from plans.python_project.catalog.selection import Selection
from plans.python_project.catalog.vocabulary import value_of
from plans.records.criteria import Criteria
from plans.records.problem import Problem
from plans.records.project import Alternative, Built, Files, LaidOver, PlantedMutant, Project
from plans.records.seed import Recipe
from plans.records.specification import PRD, Query


class Composition:
    """The parts of one project; the same recipe gives the same bytes.

    Each raises InvalidFile with what is wrong in the catalog's templates.
    """

    def __init__(self, library: Library, recipe: Recipe) -> None:
        self._library = library
        self._selection = Selection.of(recipe.parameters)
        self._parts = selected_parts(library, self._selection)
        self._ids = requirement_ids(self._parts)

    def prd(self) -> PRD:
        return compose_prd(self._parts, self._ids)

    def query(self) -> Query:
        return compose_query(self._parts, self._ids, self._selection.random_seed)

    def criteria(self) -> Criteria:
        criteria = compose_criteria(self._parts, self._ids)
        if problems := list(echo_problems(self.prd(), criteria)):
            raise InvalidFile(problems)
        return criteria

    def built(self, canary: str) -> Built:
        """The reference, the same with other data, and the grader's files; programs and tests carry the canary."""
        words = self._parts[0].words
        other_data = Alternative(
            name="other-data", kind="other-data", description="The same program with other sample data."
        )
        return Built(
            reference=reference_files(self._library, self._parts, canary),
            alternatives=(
                LaidOver(
                    alternative=other_data, files={words["data_file"]: data_text(words, words["others"])}
                ),
            ),
            grader=grader_files(self._library, self._parts, canary),
        )

    def mutants(self, reference: Files) -> tuple[PlantedMutant, ...]:
        """Patches against the reference that `built` gave."""
        return compose_mutants(self._parts, reference)


def compose(library: Library, recipe: Recipe, canary: str) -> Project:
    """The whole project of a recipe; raises InvalidFile."""
    return composed_project(Composition(library, recipe), recipe, canary)


def selected_parts(library: Library, selection: Selection) -> list[Part]:
    """The selected features with the words for their templates, over records that give what their tasks rely on.

    Raises InvalidFile where no set of the domain's records gives that.
    """
    domain = library.domains[selection.domain]

    def parts(drawn: Sample) -> list[Part]:
        return parts_of(library, domain, selection, drawn)

    chosen = sample(
        domain, selection.record_count, selection.random_seed, lambda drawn: not [*_lacking(parts(drawn))]
    )
    made = parts(chosen)
    if problems := [_unfit(domain, so) for so in _lacking(made)]:
        raise InvalidFile(problems)
    return made


def _lacking(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        for reliance in part.feature.relies_on:
            if not value_of(reliance.that, part.words, f"{part.where}: relies_on"):
                yield f"{part.feature.id} relies on it that {reliance.so}"


def _unfit(domain: Domain, so: str) -> Problem:
    return Problem(
        where=f"domains/{domain.id}.yaml",
        message=f"no set of its records was found that gives what tasks rely on; {so}.",
        mend="Give it more varied records.",
    )
