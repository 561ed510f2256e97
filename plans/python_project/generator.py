"""The catalog author of Python projects: what it does in its own way, reading seeds among it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from plans.catalog.author import Author
from plans.catalog.choosing import Covered, narrowed_catalog
from plans.catalog.contents import feature_parameters
from plans.catalog.notes import Redo
from plans.catalog.seed_reader import (
    Offer,
    Understanding,
    Vocabulary,
    brand_fault,
    phrase_books,
    proposed_domain,
    read,
    refuse_misnamed,
    understood,
)
from plans.python_project.catalog.compose import ProgramComposition, selected_parts
from plans.python_project.catalog.library import HERE, ProgramCatalog, ProgramDomain, shipped_library, survey
from plans.python_project.catalog.sampling import (
    ProgramRanges,
    ProgramSelection,
    ranges_of,
    selection_for,
    writers,
)
from plans.records.plan import Parameter
from plans.records.problem import Problem
from plans.records.seed import Seed, SeedCoverage


@cache
def vocabulary_of(library: ProgramCatalog) -> Vocabulary[ProgramDomain]:
    """What seeds and notes may speak of."""
    phrases, notes = phrase_books(library)
    return Vocabulary(library, phrases, notes, parameters={"brand": brand_fault}, family="python_project")


class PythonProjectAuthor(Author[ProgramCatalog, ProgramDomain, ProgramSelection, ProgramRanges]):
    """Implements plans.contracts.authoring.Generator for the family `python_project`."""

    family = "python_project"
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

    def __init__(self, library: ProgramCatalog | None = None) -> None:
        """`library`: the catalog to author from; left out, the one that is shipped."""
        super().__init__(library or shipped_library())

    @classmethod
    def survey(cls) -> tuple[ProgramCatalog, list[Problem]]:
        return survey(HERE)

    def composition_of(self, selection: ProgramSelection) -> ProgramComposition:
        return ProgramComposition(self.library, selection)

    def parameters_in(self, library: ProgramCatalog) -> tuple[Parameter, ...]:
        domains, features = tuple(library.domains), tuple(library.features)
        return (
            Parameter(name="domain", description="What the program is about.", values=domains),
            Parameter(name="features", description="What the program can do.", values=features),
            *feature_parameters(library),
        )

    def understand(
        self, seed: Seed, library: ProgramCatalog, offered: ProgramCatalog, ranges: ProgramRanges, redo: Redo
    ) -> Understanding[ProgramDomain]:
        asked = redo.domain if redo.domain in offered.domains else None
        return understand(seed, library, Offer(offered, redo.added, redo.dropped, asked))

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
            f"{len(keys)} evaluation {many} of what every project has ({', '.join(titles)}) left out: what is asked "
            "for makes the project large, and others try the same requirements."
        )


def _drawn_writer(library: ProgramCatalog, wanted: Sequence[str], had: Sequence[str]) -> list[str]:
    """The feature that is in so that a file is written; none where a wanted one writes some."""
    writers = [id for id in had if id not in library.always and library.features[id].writes_a_file]
    return [] if set(writers) & set(wanted) else writers[:1]


def understand(
    seed: Seed, library: ProgramCatalog, offer: Offer[ProgramDomain] | None = None
) -> Understanding[ProgramDomain]:
    """Domain, features and name of a seed; SeedRefused where its subject is in doubt.

    `library` is all that is known, so that what the plan leaves out is recognised; `offer` is what may be chosen from,
    by default the same.
    """
    offer, vocabulary = offer or Offer(library), vocabulary_of(library)
    refuse_misnamed(seed, vocabulary)
    words = read(seed, vocabulary)
    domain = proposed_domain(words, vocabulary, offer)
    return understood(words, vocabulary, offer, domain, _facts(library, domain))


def _facts(library: ProgramCatalog, domain: ProgramDomain) -> Iterator[tuple[str, str]]:
    """Phrase → what every project tells of its records by it."""
    labels = [field.label for field in domain.fields.all]
    nouns = [domain.item.singular, domain.item.plural, *library.lexicon.sample]
    yield from ((label, f"sample data: {label.lower()}") for label in labels)
    yield from ((noun, f"sample data: {noun.lower()}") for noun in nouns)
