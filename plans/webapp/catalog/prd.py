"""The PRD, and the underspecified query at three levels."""

import random
from collections.abc import Iterator, Mapping, Sequence

from plans.catalog.contents import enumerated, numbered_requirements
from plans.records.specification import PRD, Query, QueryLevel, Requirement, Underspecification
from plans.webapp.catalog.criteria import ProjectFeatureWords
from plans.webapp.catalog.feature import Wish, denied_in
from plans.webapp.catalog.vocabulary import Selection, Vocabulary, applies, capital, render

LEVELS = (Underspecification.LOW, Underspecification.MEDIUM, Underspecification.HIGH)
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


def requirement_ids(parts: Sequence[ProjectFeatureWords]) -> dict[str, str]:
    """`feature.leaf` → its id in the PRD: features are numbered in their order, leaves within them."""
    return numbered_requirements(
        (
            part.feature.id,
            [
                leaf.id
                for leaf in part.feature.requirements.leaves
                if applies(leaf.when, part.words, part.where)
            ],
        )
        for part in parts
    )


def compose_prd(parts: Sequence[ProjectFeatureWords], ids: Mapping[str, str]) -> PRD:
    """The clarified specification."""
    words = parts[0].words
    titles = [_in_list(part.feature.title.lower()) for part in parts if not part.feature.base]
    told = f" Beside browsing it offers {enumerated(titles)}." if titles else ""
    return PRD(
        title=words["brand"],
        overview=(
            f"{words['brand']} is {words['purpose']}, made for {words['audience']}. It is a web app that runs entirely "
            f"in the browser and brings its own sample data.{told}"
        ),
        users=(
            f"{capital(words['audience'])}, who come with a goal in mind and little patience.",
            f"People on a phone, who use {words['brand']} with one hand and on a narrow screen.",
        ),
        typical_use=tuple(_stories(parts)),
        requirements=tuple(requirement_of(part, number, ids) for number, part in enumerate(parts, 1)),
        data_requirements=_data_requirements(words),
        non_goals=(
            "Accounts, login and roles.",
            "A server, a database or any network request: everything happens in the page.",
            "Real payments, e-mails or messages to other people.",
            "Several people at once, or several devices that share their data.",
            "Languages other than English.",
        ),
    )


def _in_list(title: str) -> str:
    """A title as one of several, marked where it holds an "and" itself."""
    return f"“{title}”" if " and " in title else title


def _stories(parts: Sequence[ProjectFeatureWords]) -> Iterator[str]:
    for part in parts:
        if part.feature.story:
            yield render(part.feature.story, part.words, f"{part.where}: story")


def requirement_of(part: ProjectFeatureWords, number: int, ids: Mapping[str, str]) -> Requirement:
    """The section of one feature."""
    feature, words = part.feature, part.words
    template = feature.requirements
    children = tuple(
        Requirement(
            id=ids[f"{feature.id}.{leaf.id}"],
            title=render(leaf.title, words, f"{part.where}: requirements.{leaf.id}.title"),
            text=render(leaf.text, words, f"{part.where}: requirements.{leaf.id}.text"),
            data=tuple(
                render(datum, words, f"{part.where}: requirements.{leaf.id}.data") for datum in leaf.data
            ),
        )
        for leaf in template.leaves
        if f"{feature.id}.{leaf.id}" in ids
    )
    return Requirement(
        id=f"R{number}",
        title=render(template.title, words, f"{part.where}: requirements.title"),
        text=render(template.text, words, f"{part.where}: requirements.text"),
        children=children,
    )


def _data_requirements(words: Vocabulary) -> tuple[str, ...]:
    item, items = words["item"], words["items"]
    return (
        f"At least {words['item_count_floor']} believable {items}, each with a title of its own; no title is part of "
        "another. The same ones are there at every first visit, in the same order.",
        *_facet_rules(words),
        f"A sentence or two that describe the {item}, in English and without filler text.",
    )


def _facet_rules(words: Vocabulary) -> Iterator[str]:
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


def compose_query(
    parts: Sequence[ProjectFeatureWords], ids: Mapping[str, str], selection: Selection
) -> Query:
    """The query at all three levels; each withholds what its sentences do not give away.

    What every project is told beside its query (a feature's `clause`) is withheld by none.
    """
    levels: dict[Underspecification, QueryLevel] = {}
    for level in LEVELS:
        rng = random.Random(f"{selection.random_seed}:query")
        opening = rng.choice(_OPENINGS[selection.tone])
        closing = rng.choice(_CLOSINGS[selection.tone])
        sentences: list[str] = [render(opening, parts[0].words, "query opening")]
        gives = {ids[key] for part in parts if part.feature.clause for key in part.leaf_keys() if key in ids}
        for part in parts:
            wish = _wish(part, level, selection, [other for other in parts if other is not part])
            if wish is None:
                continue
            sentences.append(render(wish.text, part.words, f"{part.where}: wishes.{level.value}"))
            gives |= {ids[key] for leaf in wish.gives if (key := f"{part.feature.id}.{leaf}") in ids}
        text = _laid_out([*sentences, closing], selection.tone, level)
        withheld = sorted(set(ids.values()) - gives, key=_numbers)
        levels[level] = QueryLevel(text=text, withholds=tuple(withheld))
    return Query(levels=levels)


def _wish(
    part: ProjectFeatureWords,
    level: Underspecification,
    selection: Selection,
    others: Sequence[ProjectFeatureWords],
) -> Wish | None:
    """One of the feature's sentences for the level: one in the person's tone where there is one.

    None of its sentences is taken that asks for the opposite of what the `others` are for.
    """
    wishes = [
        wish
        for wish in part.feature.wishes.get(level, ())
        if applies(wish.when, part.words, part.where)
        and not any(denied_in(wish.text, other.feature) for other in others)
    ]
    fitting = [wish for wish in wishes if wish.tone == selection.tone] or [
        wish for wish in wishes if wish.tone is None
    ]
    if not fitting:
        return wishes[0] if wishes else None
    return random.Random(f"{selection.random_seed}:{part.feature.id}:{level.value}").choice(fitting)


def _laid_out(sentences: Sequence[str], tone: str, level: Underspecification) -> str:
    told = [sentence.strip() for sentence in sentences if sentence.strip()]
    if tone == "terse" and level is not Underspecification.HIGH:
        return "\n".join([told[0], *(f"- {sentence}" for sentence in told[1:])])
    return " ".join(told)


def _numbers(id: str) -> list[int]:
    return [int(part) for part in id.removeprefix("R").split(".")]
