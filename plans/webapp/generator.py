"""The catalog author of web apps: what it does in its own way."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import JsonValue

from plans.catalog.author import Author
from plans.catalog.choosing import Covered
from plans.catalog.contents import feature_parameters
from plans.catalog.notes import Redo, answers, redone
from plans.catalog.seed_reader import Understanding, Vocabulary
from plans.records.plan import ItemParameters, Parameter, Plan
from plans.records.seed import Recipe, Seed
from plans.webapp.catalog.compose import Composition, parts_of
from plans.webapp.catalog.criteria import ProjectFeatureWords
from plans.webapp.catalog.domain import FACTS, Domain
from plans.webapp.catalog.library import Library, shipped_library
from plans.webapp.catalog.sampling import Ranges, lacking, narrowed, ranges_of, selection_for
from plans.webapp.catalog.vocabulary import Selection
from plans.webapp.seed_reader import Offer, understand, vocabulary_of

_FACT_WORDS = {"price": "prices", "rating": "ratings"}


class CatalogAuthor(Author[Library, Domain, Selection, Ranges]):
    """Implements plans.contracts.authoring.Generator for the family `webapp`."""

    family = "webapp"
    plan_file = Path(__file__).with_name("plan.yaml")
    keeps_category = True
    shares_parameters = False
    rarity = 1

    def __init__(self, library: Library | None = None) -> None:
        """`library`: the catalog to author from; left out, the one that is shipped."""
        super().__init__(library or shipped_library())

    def composition(self, recipe: Recipe) -> Composition:
        return Composition(self._library, recipe)

    def parameters_in(self, library: Library) -> tuple[Parameter, ...]:
        categories = {domain.category for domain in library.domains.values()}
        domains = (*library.domains, *(f"invented-{category}" for category in sorted(categories)))
        return (
            Parameter(name="domain", description="What the app is about.", values=domains),
            Parameter(
                name="facts",
                description="What apps may tell of their things beside title, kind, person and date.",
                values=FACTS,
            ),
            Parameter(name="features", description="What the app can do.", values=tuple(library.features)),
            *feature_parameters(library),
        )

    def ranges_of(self, plan: Plan) -> Ranges:
        return ranges_of(plan)

    def narrowed(self, library: Library, plan: Plan) -> Library:
        return narrowed(library, plan)

    def vocabulary(self, library: Library) -> Vocabulary[Domain]:
        return vocabulary_of(library)

    def understand(
        self, seed: Seed, library: Library, offered: Library, ranges: Ranges, redo: Redo
    ) -> Understanding[Domain]:
        asked = redo.domain if redo.domain in offered.domains else None
        left_out = ranges.no_facts | redo.left_out
        offer = Offer(offered, redo.added, redo.dropped, asked, ranges.invents, left_out, redo.told)
        return understand(seed, library, offer)

    def replanned(self, plan: Plan, notes: Sequence[str], library: Library) -> tuple[Plan, tuple[str, ...]]:
        """With facts, of which a rating comes and goes with the feature."""
        redo = self.read_notes(notes, library)

        def of_prices(fact: str) -> str:
            return "prices are left out" if fact in redo.left_out else "prices are in"

        telling = replace(self._telling(library), of_fact=of_prices)
        return redone(plan, redo, telling, facts_of={"ratings": "rating"})

    def answers(
        self, redo: Redo, features: Collection[str], library: Library, domain: Domain
    ) -> Iterator[str]:
        """With what became of prices."""

        def of_prices(fact: str) -> str:
            items, label = domain.item.plural, domain.facets.amount.label.lower()
            if fact in domain.left_out:
                return f"prices are left out, and of all {items} the {label} is told instead"
            if domain.facets.amount.kind == "money":
                return f"prices are in: of all {items} the {label} is told"
            return f"there are no prices of {items}"

        return answers(redo, features, domain, replace(self._telling(library), of_fact=of_prices))

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

    def domain_of(self, library: Library, selection: Selection) -> Domain:
        """An invented one too, and without the facts that are left out."""
        return library.domain(selection.domain, selection.item, selection.left_out)

    def parts_of(self, library: Library, selection: Selection) -> Sequence[ProjectFeatureWords]:
        return parts_of(library, selection)

    def following(
        self, selection: Selection, values: Mapping[str, JsonValue], seed: Seed, domain: Domain
    ) -> Selection:
        """With the currency that the seed sets, where the domain tells money in another."""
        sign, amount = seed.parameters.get("currency"), domain.facets.amount
        is_other = isinstance(sign, str) and amount.kind == "money" and sign != amount.unit
        return selection.following(values, str(sign) if is_other else None)

    def as_before(self, library: Library, selection: Selection, before: Selection) -> Selection:
        """With the name, tone, colour and amount of data that it had, and another subject's own where there is one."""
        if selection.domain != before.domain or selection.item != before.item:
            return selection
        needed = max(library.features[id].minimum_items for id in selection.features)
        return selection.model_copy(
            update={
                "brand": before.brand,
                "tone": before.tone,
                "accent": before.accent,
                "item_count": max(needed, before.item_count),
            }
        )

    def rarest_ranges(self, covered: Covered, ranges: Ranges) -> Ranges:
        return replace(
            ranges,
            tones=covered.rarest("tone", ranges.tones),
            items=covered.rarest("sample_items", ranges.items),
        )

    def staying(self, ranges: Ranges, selection: Selection) -> Ranges:
        return replace(ranges, tones=(selection.tone,))

    def lacking_facts(
        self, library: Library, selection: Selection, refused: Collection[str]
    ) -> tuple[Library, Sequence[str]]:
        """Ratings are a fact and a feature, which are refused in the same words."""
        named = [fact for fact in selection.left_out if not (fact == "rating" and "ratings" in refused)]
        return lacking(library, selection.left_out), [_FACT_WORDS[fact] for fact in named]
