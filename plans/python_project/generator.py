"""The catalog author of Python projects: what it does in its own way, reading seeds among it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from plans.catalog.author import Author
from plans.catalog.choosing import Covered, narrowed_catalog
from plans.catalog.seed_reader import (
    Vocabulary,
    brand_fault,
    phrase_books,
)
from plans.python_project.catalog.compose import ProgramComposition, selected_parts
from plans.python_project.catalog.library import ProgramCatalog, ProgramDomain, shipped_library, survey
from plans.python_project.catalog.sampling import (
    ProgramRanges,
    ProgramSelection,
    ranges_of,
    selection_for,
    writers,
)
from plans.records.seed import Seed, SeedCoverage


@cache
def vocabulary_of(library: ProgramCatalog) -> Vocabulary[ProgramDomain]:
    """What seeds and notes may speak of."""
    phrases, notes = phrase_books(library)
    return Vocabulary(library, phrases, notes, parameters={"brand": brand_fault}, family="python_project")


class PythonProjectAuthor(Author[ProgramCatalog, ProgramDomain, ProgramSelection, ProgramRanges]):
    """Implements plans.contracts.authoring.Generator for the family `python_project`."""

    family = "python_project"
    product = "program"
    plan_file = Path(__file__).with_name("plan.yaml")
    keeps_category = False
    shares_parameters = True
    rarity = 2
    ranges_of = staticmethod(ranges_of)
    narrowed = staticmethod(narrowed_catalog)
    vocabulary = staticmethod(vocabulary_of)
    selected = staticmethod(selection_for)
    recorded = staticmethod(ProgramSelection.of)
    parts_of = staticmethod(selected_parts)
    shipped = staticmethod(shipped_library)
    survey = staticmethod(survey)
    composed = staticmethod(ProgramComposition)

    def facts_of(self, library: ProgramCatalog, domain: ProgramDomain) -> Iterator[tuple[str, str]]:
        labels = [field.label for field in domain.fields.all]
        nouns = [domain.item.singular, domain.item.plural, *library.lexicon.sample]
        yield from ((label, f"sample data: {label.lower()}") for label in labels)
        yield from ((noun, f"sample data: {noun.lower()}") for noun in nouns)

    def detailed(
        self,
        seed: Seed,
        offered: ProgramCatalog,
        domain: ProgramDomain,
        selection: ProgramSelection,
        coverage: SeedCoverage,
    ) -> tuple[ProgramSelection, SeedCoverage]:
        """With what is told of a project that is large by what is asked for: what it lacks of that."""
        selection, coverage = super().detailed(seed, offered, domain, selection, coverage)
        told = tuple(_left_out(offered, domain, selection))
        return selection, coverage.model_copy(update={"notes": (*coverage.notes, *told)})

    def remarks_on_added(
        self, library: ProgramCatalog, wanted: Sequence[str], had: Sequence[str]
    ) -> list[str]:
        """Of a feature by which a file is written that it was added for that."""
        writer = _drawn_writer(library, wanted, had)
        told = [f"“{library.features[id].title}” was added, so that a file is written." for id in writer]
        return [*told, *super().remarks_on_added(library, (*wanted, *writer), had)]

    def rarest_ranges(self, covered: Covered, ranges: ProgramRanges) -> ProgramRanges:
        return replace(ranges, records=covered.rarest("sample_records", ranges.records))


def _left_out(library: ProgramCatalog, domain: ProgramDomain, selection: ProgramSelection) -> Iterator[str]:
    """What is not in a project because it would be large with it."""
    if not set(writers(library, domain)) & set(selection.features) and writers(library, domain):
        yield "No feature was added by which a file is written: what is asked for makes the project large."
    if keys := selection.left_out_tasks:
        titles = dict.fromkeys(f"“{library.features[key.partition('.')[0]].title}”" for key in keys)
        many = "tasks" if len(keys) > 1 else "task"
        yield (
            f"{len(keys)} default evaluation {many} ({', '.join(titles)}) removed to stay within the usual size: other "
            "tasks cover their requirements."
        )


def _drawn_writer(library: ProgramCatalog, wanted: Sequence[str], had: Sequence[str]) -> list[str]:
    """The feature that is in so that a file is written; none where a wanted one writes some."""
    writers = [id for id in had if id not in library.always and library.features[id].writes_a_file]
    return [] if set(writers) & set(wanted) else writers[:1]
