"""From a selection to a whole web app: sample data, words of its templates, PRD, query, criteria, reference."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import JsonValue

from plans.catalog.choosing import first_fitting, unfit
from plans.catalog.contents import MutantTemplate, UnitNames, Wish, enumerated
from plans.catalog.making import (
    Composition,
    FeaturePart,
    MutantHome,
    Prose,
    Templates,
    TemplateWords,
    capital,
    marked,
    project_words,
    with_article,
)
from plans.errors import InvalidFile
from plans.records.base import Problem
from plans.records.criteria import EvaluationTask, ExpectedOutcome
from plans.records.expressions import ExpressionError, evaluate
from plans.records.project import Alternative, Built, Files, LaidOver
from plans.records.specification import Requirement, Underspecification
from plans.shorthand import StepReader
from plans.webapp.catalog.domain import SampleItem, WebDomain
from plans.webapp.catalog.library import WebCatalog, WebFeature, WebTask, denied_in, shipped_library
from plans.webapp.catalog.reference import FEATURES, data_script, reference_files, restyled_files, script_body
from plans.webapp.catalog.sampling import WebSelection

_LAST_SEEN = 4
"""Items that any page shows beside the first one."""
_TRIES = 200
"""Sets that are drawn before the last one is taken as it is."""

Fitting = Callable[[Sequence[SampleItem]], bool]
"""Whether items give all that the features of a project rely on."""

CLAUSE = "accessibility"
"""The feature that every item is asked for beside its query."""

_OPENINGS = {
    "plain": (
        "I need {{ purpose }}. It should be called {{ brand }} and is meant for {{ audience }}.",
        "Please build {{ purpose }} called {{ brand }}. It is made for {{ audience }}.",
        "Build me {{ brand }}: {{ purpose }}. It is meant for {{ audience }}.",
    ),
    "chatty": (
        "Hi! I've had this idea for a while: {{ brand }}, {{ purpose }}. It's for {{ audience }}.",
        "Hey, could you make me {{ purpose }}? I'd call it {{ brand }}, and it's for {{ audience }}.",
        "So I keep wishing there were {{ purpose }}. I'm thinking of {{ audience }}. Let's call it {{ brand }}.",
    ),
    "terse": (
        "{{ brand }}: {{ purpose }}. Made for {{ audience }}.",
        "Web app wanted: {{ purpose }}. Name: {{ brand }}.",
        "{{ purpose | capital }}, called {{ brand }}.",
    ),
}
_CLOSINGS = {
    "plain": ("It should be pleasant to look at.", "Please fill it with believable examples.", ""),
    "chatty": (
        "Make it nice to look at, please!",
        "Some example data would be great so it doesn't look empty. Thanks!",
        "Thank you!",
    ),
    "terse": ("Nice and simple.", "", "Sample data included."),
}


def sample_items(domain: WebDomain, count: int, random_seed: int, fits: Fitting = bool) -> list[SampleItem]:
    """`count` items that show what features rely on: the first set drawn that `fits`, where one does.

    The first two are in stock (the first with at least 2), one is sold out and stands among the first five (the
    shortest page), two are the last of their kind; there are at least three groups and every stage, the first of them
    twice.
    """
    draws = (_chosen(domain, count, rng, ()) for rng in _streams(f"{random_seed}:items"))
    return first_fitting(draws, fits)


def other_items(domain: WebDomain, count: int, random_seed: int, fits: Fitting = bool) -> list[SampleItem]:
    """Another set, as different from `sample_items` as the domain allows: other items, other amounts, other people."""
    used = {item.title for item in sample_items(domain, count, random_seed, fits)}
    streams = _streams(f"{random_seed}:other items")
    return first_fitting((_redrawn(_chosen(domain, count, rng, used), rng) for rng in streams), fits)


def _streams(name: str) -> Iterator[random.Random]:
    yield random.Random(name)
    yield from (random.Random(f"{name}:{attempt}") for attempt in range(1, _TRIES))


def _redrawn(chosen: Sequence[SampleItem], rng: random.Random) -> list[SampleItem]:
    """The items with their people and amounts exchanged among them."""
    people = [item.person for item in chosen]
    amounts = [item.amount for item in chosen]
    rng.shuffle(people)
    rng.shuffle(amounts)
    return [
        item.model_copy(update={"person": person, "amount": amount})
        for item, person, amount in zip(chosen, people, amounts, strict=True)
    ]


def _chosen(domain: WebDomain, count: int, rng: random.Random, used: Iterable[str]) -> list[SampleItem]:
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


def _needed(domain: WebDomain, pool: Sequence[SampleItem]) -> list[SampleItem]:
    needed: list[SampleItem] = []

    def take(found: Iterable[SampleItem], number: int) -> None:
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


@dataclass(frozen=True)
class WebPart(FeaturePart[WebTask]):
    """One feature in one web app."""

    feature: WebFeature
    shared: Mapping[str, JsonValue]
    """Targets of the base features, which serve all."""

    def tasks(self) -> list[WebTask]:
        """The tasks that this project has of the feature, with the outcomes that it has of each."""
        return [task.model_copy(update={"outcomes": self._stated(task)}) for task in super().tasks()]

    def _stated(self, task: WebTask) -> dict[str, str]:
        at = f"tasks.{task.id}.outcomes"
        return {id: said for id, said in task.outcomes.items() if self.render(said, f"{at}.{id}")}

    def outcomes(self, template: WebTask, at: str) -> Sequence[ExpectedOutcome]:
        stated = template.outcomes.items()
        return [
            ExpectedOutcome(id=id, statement=self.render(text, f"{at}.outcomes.{id}")) for id, text in stated
        ]

    def how(self, template: WebTask, at: str) -> Mapping[str, Any]:
        """By steps, each written short or in full."""
        targets = {
            name: self._tree(target, f"targets.{name}")
            for name, target in {**self.shared, **self.feature.targets}.items()
        }
        own = {"", *self.feature.targets} if not self.feature.base else {""}
        reader = StepReader(targets, self.place(at), dict.fromkeys(own, self.feature.id))
        steps = self._tree(list(template.steps), f"{at}.steps")
        assert isinstance(steps, list)
        return {"kind": "browser", "steps": [reader.step(step) for step in steps]}

    def _tree(self, value: JsonValue, at: str) -> JsonValue:
        return self.templates.tree(value, self.words, self.place(at))


@cache
def _templates() -> Templates:
    return Templates({"a": _small_with_article})


def _small_with_article(text: object) -> str:
    return with_article(str(text).lower())


def parts_of(library: WebCatalog, selection: WebSelection) -> list[WebPart]:
    """The selected features with the words for their templates."""
    words = words_of(selected_domain(library, selection), selection, library.lexicon.units)
    features = [library.features[id] for id in selection.features]
    shared = {name: target for one in features if one.base for name, target in one.targets.items()}
    return [
        WebPart(one, {**words, "p": selection.parameters.get(one.id, {})}, _templates(), shared)
        for one in features
    ]


def clause(number: int) -> tuple[Requirement, EvaluationTask]:
    """What items that nobody composes are asked for besides: a section of their PRD with this number, and its task,
    which waits for no other: it asks the same of whatever the start page shows.
    """
    part = WebPart(shipped_library().features[CLAUSE], {}, _templates(), {})
    (template,) = part.tasks()
    ids = {f"{CLAUSE}.{leaf.id}": f"R{number}.{place}" for place, leaf in enumerate(part.leaves(), 1)}
    return part.requirement(number, ids), part.task(template, (), ids)


class WebComposition(Composition[WebPart]):
    """The parts of one web app."""

    keeps_written_order = False

    def __init__(self, library: WebCatalog, selection: WebSelection) -> None:
        super().__init__(parts_of(library, selection), selection.random_seed)
        self._library, self._selection = library, selection
        self._domain = selected_domain(library, selection)

    def prose(self) -> Prose:
        words = self.parts[0].words
        return Prose(
            kind="It is a web app that runs entirely in the browser and brings its own sample data.",
            beside="browsing",
            users=(
                f"{capital(words['audience'])}, who come with a goal in mind and little patience.",
                f"People on a phone, who use {words['brand']} with one hand and on a narrow screen.",
            ),
            data_requirements=_data_requirements(words),
            non_goals=(
                "Accounts, login and roles.",
                "A server, a database or any network request: everything happens in the page.",
                "Real payments, e-mails or messages to other people.",
                "Several people at once, or several devices that share their data.",
                "Languages other than English.",
            ),
        )

    def opening_and_closing(self, rng: random.Random) -> tuple[str, str]:
        return rng.choice(_OPENINGS[self._selection.tone]), rng.choice(_CLOSINGS[self._selection.tone])

    def wish(self, part: WebPart, level: Underspecification, rng: random.Random) -> Wish | None:
        """One in the person's tone where there is one; none that asks for the opposite of what another part is for."""
        wishes = [
            wish
            for wish in part.feature.wishes.get(level, ())
            if part.applies(wish.when)
            and not any(denied_in(wish.text, other.feature) for other in self.parts if other is not part)
        ]
        fitting = [wish for wish in wishes if wish.tone == self._selection.tone] or [
            wish for wish in wishes if wish.tone is None
        ]
        if not fitting:
            return wishes[0] if wishes else None
        return random.Random(f"{self.random_seed}:{part.feature.id}:{level.value}").choice(fitting)

    def laid_out(self, sentences: Sequence[str], level: Underspecification) -> str:
        if self._selection.tone == "terse" and level is not Underspecification.HIGH:
            return "\n".join([sentences[0], *(f"- {sentence}" for sentence in sentences[1:])])
        return " ".join(sentences)

    def built(self, canary: str) -> Built:
        library, domain, selection, parts = self._library, self._domain, self._selection, self.parts

        def fits(items: Sequence[SampleItem]) -> bool:
            return not flat_spots(parts, domain, items, page_size(selection))

        items = sample_items(domain, selection.item_count, selection.random_seed, fits)
        others = other_items(domain, selection.item_count, selection.random_seed, fits)
        if flat := flat_spots(parts, domain, items, page_size(selection)):
            raise InvalidFile([unfit(domain, "items", spot) for spot in flat])
        wording = {
            part.render(label): part.render(other)
            for part in parts
            for label, other in part.feature.wording.items()
        }
        return Built(
            reference=reference_files(library, domain, selection, items, parts[0].templates, canary),
            alternatives=(
                _alternative(
                    "restyled",
                    "Our second rendering: other markup, looks and wording; the same features.",
                    restyled_files(library, domain, wording, canary),
                ),
                _alternative(
                    "other-data",
                    "The same app with other sample data.",
                    marked({"js/data.js": data_script(domain, selection, others)}, canary),
                ),
            ),
        )

    def mutant_home(self, part: WebPart, template: MutantTemplate, reference: Files) -> MutantHome:
        if template.file:
            return MutantHome(template.file, reference.get(template.file, ""), template.file)
        return MutantHome(
            FEATURES, script_body(self._library.scripts[part.feature.id]), f"{part.feature.id}/feature.js"
        )


def selected_domain(library: WebCatalog, selection: WebSelection) -> WebDomain:
    """What the project is about, as it was selected."""
    domain = library.domain(selection.domain, selection.item, selection.left_out)
    return domain.priced_in(selection.currency)


def page_size(selection: WebSelection) -> int | None:
    """Entries that the list shows at once; None where it shows all."""
    size = selection.parameters.get("paging", {}).get("page_size")
    return size if isinstance(size, int) else None


def _alternative(kind: str, description: str, files: Files) -> LaidOver:
    record = Alternative.model_validate({"name": kind, "kind": kind, "description": description})
    return LaidOver(alternative=record, files=files)


def words_of(domain: WebDomain, selection: WebSelection, units: Mapping[str, UnitNames]) -> dict[str, Any]:
    """The names that a template may use, without the parameters `p` of a feature.

    Raises InvalidFile when the domain's amount has a unit that `units` has no names for.
    """
    facets = domain.facets
    unit = _unit_names(domain, units)
    low, high = facets.amount.minimum, facets.amount.maximum
    return {
        **project_words(domain, selection, selection.item),
        "category": domain.category,
        "group": facets.group.label,
        "groups": list(facets.group.values),
        "amount": facets.amount.label,
        "an_amount": _one(facets.amount.label.lower()),
        "negative_amount": _negative(facets.amount.label.lower()),
        "amount_was": "were" if _is_plural(facets.amount.label) else "was",
        "amount_is": "are" if _is_plural(facets.amount.label) else "is",
        "amount_kind": facets.amount.kind,
        "sums": facets.amount.sums,
        "unit": facets.amount.unit,
        "unit_word": unit.word,
        "unit_short": unit.short,
        "amount_in_unit": _in_unit(facets.amount.label.lower(), unit.word),
        "amount_low": max(1, int(low) + 1),
        "amount_high": max(2, int(high)),
        "decimals": facets.amount.decimals,
        "date": facets.date.label,
        "person": facets.person.label,
        "stock": facets.stock.label if facets.stock else "",
        "stage": facets.stages.label if facets.stages else "",
        "stages": list(facets.stages.values) if facets.stages else [],
        "rating": facets.rating.label if facets.rating else "",
        "facets": facets,
        "item_count": selection.item_count,
        "item_count_floor": 4 if "paging" in selection.features else 6,
    }


def _unit_names(domain: WebDomain, units: Mapping[str, UnitNames]) -> UnitNames:
    unit = domain.facets.amount.unit
    if unit in units:
        return units[unit]
    problem = Problem(
        where="lexicon.yaml",
        message=f"`units` has no names for {unit!r}, the unit of the domain {domain.id!r}, so no query can name it.",
        mend="Add them.",
    )
    raise InvalidFile([problem])


def _in_unit(label: str, word: str) -> str:
    """`price in dollars`; `points` alone where the label is the unit."""
    return label if label == word else f"{label} in {word}"


def _one(label: str) -> str:
    """`a price`, and of what is counted `a number of points`."""
    return f"a number of {label}" if _is_plural(label) else with_article(label)


def _negative(label: str) -> str:
    """`a negative price`, and of what is counted `a negative number of points`."""
    return f"a negative number of {label}" if _is_plural(label) else f"a negative {label}"


def _is_plural(label: str) -> bool:
    return label.endswith("s") and not label.endswith("ss")


def _data_requirements(words: TemplateWords) -> tuple[str, ...]:
    item, items = words["item"], words["items"]
    return (
        f"At least {words['item_count_floor']} believable {items}, each with a title of its own; no title is part of "
        "another. The same ones are there at every first visit, in the same order.",
        *_facet_rules(words),
        f"A sentence or two that describe the {item}, in English and without filler text.",
    )


def _facet_rules(words: TemplateWords) -> Iterator[str]:
    facets, item, items = words["facets"], words["item"], words["items"]
    yield (
        f"{words['group']}: what kind of {item} it is, such as {enumerated(words['groups'][:3], 'or')}. "
        f"Each {item} has one, and at least three kinds occur."
    )
    yield (
        f"{words['amount']}: a number with its unit ({words['unit']}), as a rule between "
        f"{facets.amount.minimum:,.15g} and {facets.amount.maximum:,.15g}, never negative. The numbers differ."
    )
    yield f"{words['person']}: a name; several {items} may share it."
    yield f"{words['date']}: a date with day, month and year."
    if facets.stock:
        sold_out = ", and at least one has 0" if "cart" in words["features"] else ""
        yield (
            f"{words['stock']}: a whole number from 0 up; the first {item} listed has at least 2, "
            f"the second at least 1{sold_out}."
        )
    if facets.stages:
        yield f"{words['stage']}: one of {enumerated(words['stages'])}, in this order; each occurs."
    if facets.rating:
        yield f"{words['rating']}: 0 to 5 with one decimal, as others have rated the {item} so far."


def flat_spots(
    parts: Sequence[WebPart], domain: WebDomain, items: Sequence[SampleItem], page_size: int | None = None
) -> list[str]:
    """What the features rely on and these items do not give, in words, each after the id of its feature.

    `page_size`: entries that the list shows at once, all where it is None. Raises InvalidFile for an expression of the
    catalog that cannot be computed.
    """
    names = _names(domain, items, page_size)
    return [
        f"{part.feature.id}: {part.render(reliance.so)}"
        for part in parts
        for reliance in part.feature.relies_on
        if part.applies(reliance.when) and not _holds(part.render(reliance.that), names, part.place())
    ]


def _names(domain: WebDomain, items: Sequence[SampleItem], page_size: int | None) -> Mapping[str, Any]:
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
