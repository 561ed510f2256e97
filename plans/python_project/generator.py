"""The catalog author of Python projects: what it does in its own way."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import JsonValue

from plans.catalog.author import Author
from plans.catalog.choosing import Covered, narrowed_catalog
from plans.catalog.contents import feature_parameters
from plans.catalog.notes import Redo
from plans.catalog.seed_reader import Offer, Understanding, Vocabulary
from plans.python_project.catalog.compose import Composition, selected_parts
from plans.python_project.catalog.domain import Domain
from plans.python_project.catalog.library import Library, shipped_library
from plans.python_project.catalog.part import FeaturePart
from plans.python_project.catalog.sampling import Ranges, ranges_of, selection_for, writers
from plans.python_project.catalog.selection import Selection
from plans.python_project.seed_reader import understand, vocabulary_of
from plans.records.plan import ItemParameters, Parameter, Plan
from plans.records.seed import Recipe, Seed, SeedCoverage


class CatalogAuthor(Author[Library, Domain, Selection, Ranges]):
    """Implements plans.contracts.authoring.Generator for the family `python_project`."""

    family = "python_project"
    plan_file = Path(__file__).with_name("plan.yaml")
    keeps_category = False
    shares_parameters = True
    rarity = 2

    def __init__(self, library: Library | None = None) -> None:
        """`library`: the catalog to author from; left out, the one that is shipped."""
        super().__init__(library or shipped_library())

    def composition(self, recipe: Recipe) -> Composition:
        return Composition(self._library, recipe)

    def parameters_in(self, library: Library) -> tuple[Parameter, ...]:
        domains, features = tuple(library.domains), tuple(library.features)
        return (
            Parameter(name="domain", description="What the program is about.", values=domains),
            Parameter(name="features", description="What the program can do.", values=features),
            *feature_parameters(library),
        )

    def ranges_of(self, plan: Plan) -> Ranges:
        return ranges_of(plan)

    def narrowed(self, library: Library, plan: Plan) -> Library:
        return narrowed_catalog(library, plan)

    def vocabulary(self, library: Library) -> Vocabulary[Domain]:
        return vocabulary_of(library)

    def understand(
        self, seed: Seed, library: Library, offered: Library, ranges: Ranges, redo: Redo
    ) -> Understanding[Domain]:
        asked = redo.domain if redo.domain in offered.domains else None
        return understand(seed, library, Offer(offered, redo.added, redo.dropped, asked))

    def selected(
        self,
        library: Library,
        domain: Domain,
        wanted: Sequence[str],
        random_seed: int,
        *,
        tasks: int,
        ranges: Ranges,
        brand: str | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> Selection:
        return selection_for(
            library, domain, wanted, random_seed, tasks=tasks, brand=brand, weights=weights, ranges=ranges
        )

    def recorded(self, parameters: ItemParameters) -> Selection:
        return Selection.of(parameters)

    def domains_of(self, library: Library) -> Mapping[str, Domain]:
        return library.domains

    def parts_of(self, library: Library, selection: Selection) -> Sequence[FeaturePart]:
        return selected_parts(library, selection)

    def detailed(
        self, seed: Seed, offered: Library, domain: Domain, selection: Selection, coverage: SeedCoverage
    ) -> tuple[Selection, SeedCoverage]:
        """With what is told of a project that is large by what is asked for: what it lacks of that."""
        selection, coverage = super().detailed(seed, offered, domain, selection, coverage)
        told = tuple(_left_out(offered, domain, selection))
        return selection, coverage.model_copy(update={"notes": (*coverage.notes, *told)})

    def following(
        self, selection: Selection, values: Mapping[str, JsonValue], seed: Seed, domain: Domain
    ) -> Selection:
        parameters = {
            id: {name: values.get(f"{id}.{name}", value) for name, value in chosen.items()}
            for id, chosen in selection.parameters.items()
        }
        return selection.model_copy(update={"parameters": parameters})

    def remarks_on_added(self, library: Library, wanted: Sequence[str], had: Sequence[str]) -> list[str]:
        """Of a feature by which a file is written that it was added for that."""
        writer = _drawn_writer(library, wanted, had)
        told = [f"“{library.features[id].title}” was added, so that a file is written." for id in writer]
        return [*told, *super().remarks_on_added(library, (*wanted, *writer), had)]

    def rarest_ranges(self, covered: Covered, ranges: Ranges) -> Ranges:
        return replace(ranges, records=covered.rarest("sample_records", ranges.records))


def _left_out(library: Library, domain: Domain, selection: Selection) -> Iterator[str]:
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


def _drawn_writer(library: Library, wanted: Sequence[str], had: Sequence[str]) -> list[str]:
    """The feature that is in so that a file is written; none where a wanted one writes some."""
    writers = [id for id in had if id not in library.always and library.features[id].writes_a_file]
    return [] if set(writers) & set(wanted) else writers[:1]
