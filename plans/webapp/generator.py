"""The catalog author of web apps: what it does in its own way, reading seeds among it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from pydantic import JsonValue

from plans.catalog.author import Author
from plans.catalog.choosing import Covered
from plans.catalog.contents import ItemNoun, enumerated
from plans.catalog.matching import PhraseMeaning
from plans.catalog.notes import NoteTelling, Redo, answers, redone
from plans.catalog.seed_reader import (
    Offer,
    SeedWords,
    Understanding,
    Vocabulary,
    beyond_plan,
    brand_fault,
    phrase_books,
)
from plans.records.plan import Parameter, Plan
from plans.records.seed import Seed
from plans.webapp.catalog.compose import WebComposition, parts_of
from plans.webapp.catalog.domain import FACTS, INVENTED, WebDomain, invented_domain
from plans.webapp.catalog.library import WebCatalog, shipped_library, survey
from plans.webapp.catalog.sampling import (
    WebRanges,
    WebSelection,
    lacking,
    narrowed,
    ranges_of,
    selection_for,
)

_ADVICE = (
    "For any other subject, name `domain: invented-CATEGORY` and `parameters: {item_noun: [kite, kites]}`. "
)
_FACT_WORDS = {"price": "prices", "rating": "ratings"}


@cache
def vocabulary_of(library: WebCatalog) -> Vocabulary[WebDomain]:
    """What seeds and notes may speak of."""
    phrases, notes = phrase_books(library, _fact_names(library))
    signs = library.lexicon.currencies

    def item_noun(seed: Seed, value: JsonValue) -> str:
        return "" if _noun(value) else "it is a pair of singular and plural, as [kite, kites]."

    def currency(seed: Seed, value: JsonValue) -> str:
        return "" if value in signs else f"money is counted in {enumerated(signs, 'or')}."

    return Vocabulary(
        library,
        phrases,
        notes,
        advice=_ADVICE,
        parameters={"brand": brand_fault, "item_noun": item_noun, "currency": currency},
        facts=FACTS,
        invented={f"{INVENTED}{category}": category for category in library.inventing.ways},
        contradiction=lambda seed: _misfit(seed, library),
        family="webapp",
    )


class WebAppAuthor(Author[WebCatalog, WebDomain, WebSelection, WebRanges]):
    """Implements plans.contracts.authoring.Generator for the family `webapp`."""

    family = "webapp"
    product = "app"
    own_parameters = (
        Parameter(
            name="facts",
            description="What apps may tell of their things beside title, kind, person and date.",
            values=FACTS,
        ),
    )
    plan_file = Path(__file__).with_name("plan.yaml")
    keeps_category = True
    shares_parameters = False
    rarity = 1
    ranges_of = staticmethod(ranges_of)
    narrowed = staticmethod(narrowed)
    vocabulary = staticmethod(vocabulary_of)
    selected = staticmethod(selection_for)
    recorded = staticmethod(WebSelection.of)
    parts_of = staticmethod(parts_of)
    shipped = staticmethod(shipped_library)
    survey = staticmethod(survey)
    composed = staticmethod(WebComposition)

    def understand(
        self, seed: Seed, library: WebCatalog, offer: Offer[WebDomain] | None = None
    ) -> Understanding[WebDomain]:
        """With what is told of sample data that are invented, or that do without prices."""
        result = super().understand(seed, library, offer)
        domain, offered = result.domain, offer.library.domains if offer else library.domains
        told: list[str] = []
        if domain.id not in library.domains:
            labels = enumerated([f"“{label.lower()}”" for label in domain.facets.labels])
            told.append(f"The sample data of {domain.item.plural} are invented, and tell of each {labels}.")
            usual = library.inventing.ways[domain.category].amount
        else:
            usual = offered[domain.id].facets.amount
        if "price" in seed.without and domain.facets.amount != usual:
            items, label = domain.item.plural, domain.facets.amount.label.lower()
            told.append(f"Prices are left out, as you asked: of all {items} the {label} is told instead.")
        coverage = result.coverage.model_copy(update={"notes": (*result.coverage.notes, *told)})
        return replace(result, coverage=coverage)

    def subject_of(self, words: SeedWords, library: WebCatalog, offer: Offer[WebDomain]) -> WebDomain:
        """Its item is called as the seed says, and it tells no facts that are left out."""
        found, seed = self._named_domain(words, library, offer), words.seed
        refused = {*seed.without, *offer.dropped}.difference(offer.added)
        facts = refused.intersection(FACTS) | ({"rating"} if "ratings" in refused else set[str]())
        # Out of the whole library: what is left out is told in one order, whatever the plan had left out before.
        left_out = (facts - offer.told) | offer.left_out | {*found.left_out}
        return library.domain(found.id, found.item, left_out).model_copy(update={"item": found.item})

    def _named_domain(self, words: SeedWords, library: WebCatalog, offer: Offer[WebDomain]) -> WebDomain:
        """The domain that the seed is about, with all its facts, or one that is invented for its noun."""
        seed, vocabulary = words.seed, self.vocabulary(library)
        item = _noun(seed.parameters["item_noun"]) if "item_noun" in seed.parameters else None
        if item and offer.domain is None and (invented := vocabulary.invented.get(seed.domain or "")):
            if invented not in offer.invents:
                raise beyond_plan(seed, f"about {item.plural}, for which a domain would be invented")
            return invented_domain(library.inventing, invented, item)
        domain = super().subject_of(words, library, offer)
        return domain.model_copy(update={"item": item}) if item in domain.nouns else domain

    def facts_of(self, library: WebCatalog, domain: WebDomain) -> Iterator[tuple[str, str]]:
        facets, said = domain.facets, library.lexicon.facts
        named = [
            (facets.group.label, said.get("groups", ())),
            (facets.amount.label, said.get(facets.amount.kind, ())),
            (facets.date.label, said.get("date", ())),
            (facets.person.label, ()),
        ]
        named += [(one.label, said.get("stock", ())) for one in (facets.stock,) if one]
        named += [(one.label, said.get("stages", ())) for one in (facets.stages,) if one]
        for label, others in named:
            yield from ((phrase, f"sample data: {label.lower()}") for phrase in (label, *others))
        for choice in (facets.group, facets.stages):
            for value in choice.values if choice else ():
                yield value, f"sample data: {choice.label.lower()} {value}" if choice else ""
        yield from ((phrase, "feature: browsing") for phrase in said.get("base", ()))

    def replanned(
        self, plan: Plan, notes: Sequence[str], library: WebCatalog
    ) -> tuple[Plan, tuple[str, ...]]:
        """With facts, of which a rating comes and goes with the feature."""
        redo = self.read_notes(notes, library)

        def of_prices(fact: str) -> str:
            return "prices are left out" if fact in redo.left_out else "prices are in"

        telling = replace(NoteTelling(library), of_fact=of_prices)
        return redone(plan, redo, telling, facts_of={"ratings": "rating"})

    def answers(
        self, redo: Redo, features: Collection[str], library: WebCatalog, domain: WebDomain
    ) -> Iterator[str]:
        """With what became of prices."""

        def of_prices(fact: str) -> str:
            items, label = domain.item.plural, domain.facets.amount.label.lower()
            if fact in domain.left_out:
                return f"prices are left out, and of all {items} the {label} is told instead"
            if domain.facets.amount.kind == "money":
                return f"prices are in: of all {items} the {label} is told"
            return f"there are no prices of {items}"

        return answers(redo, features, domain, replace(NoteTelling(library), of_fact=of_prices))

    def domain_of(self, library: WebCatalog, selection: WebSelection) -> WebDomain:
        """An invented one too, and without the facts that are left out."""
        return library.domain(selection.domain, selection.item, selection.left_out)

    def following(
        self, selection: WebSelection, values: Mapping[str, JsonValue], seed: Seed, domain: WebDomain
    ) -> WebSelection:
        """With the currency that the seed sets, where the domain tells money in another."""
        sign, amount = seed.parameters.get("currency"), domain.facets.amount
        is_other = isinstance(sign, str) and amount.kind == "money" and sign != amount.unit
        followed = super().following(selection, values, seed, domain)
        return followed.model_copy(update={"currency": str(sign) if is_other else None})

    def as_before(self, library: WebCatalog, selection: WebSelection, before: WebSelection) -> WebSelection:
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

    def rarest_ranges(self, covered: Covered, ranges: WebRanges) -> WebRanges:
        return replace(
            ranges,
            tones=covered.rarest("tone", ranges.tones),
            items=covered.rarest("sample_items", ranges.items),
        )

    def staying(self, ranges: WebRanges, selection: WebSelection) -> WebRanges:
        return replace(ranges, tones=(selection.tone,))

    def lacking_facts(
        self, library: WebCatalog, selection: WebSelection, refused: Collection[str]
    ) -> tuple[WebCatalog, Sequence[str]]:
        """Ratings are a fact and a feature, which are refused in the same words."""
        named = [fact for fact in selection.left_out if not (fact == "rating" and "ratings" in refused)]
        return lacking(library, selection.left_out), [_FACT_WORDS[fact] for fact in named]


def _misfit(seed: Seed, library: WebCatalog) -> str:
    """What is wrong with the noun for the items of the domain that a seed names; empty when nothing is."""
    item, domain = _noun(seed.parameters.get("item_noun")), library.domains.get(seed.domain or "")
    if domain is None:
        if item is None and seed.domain is not None:
            return f"names the domain {seed.domain!r} and no noun for its items. Set `item_noun`, as [kite, kites]."
        if item is not None and seed.domain is None:
            return "sets `item_noun` and names no domain. Name `domain:`, as `invented-shopping`."
        return ""
    known = (domain.item, *domain.nouns)
    if item is None or item in known:
        return ""
    nouns = " or ".join(f"[{one.singular}, {one.plural}]" for one in known)
    return (
        f"sets `item_noun` to [{item.singular}, {item.plural}], and the items of {seed.domain!r} are called {nouns}. "
        "Use one of these, or a domain `invented-…`."
    )


def _noun(value: JsonValue) -> ItemNoun | None:
    """Singular and plural; None where the value is no such pair."""
    match value:
        case [str(singular), str(plural)] if singular.strip() and plural.strip():
            return ItemNoun(singular=singular.strip(), plural=plural.strip())
        case _:
            return None


def _fact_names(library: WebCatalog) -> Iterator[tuple[str, PhraseMeaning]]:
    yield from ((phrase, PhraseMeaning("fact", "price")) for phrase in library.lexicon.facts.get("money", ()))
