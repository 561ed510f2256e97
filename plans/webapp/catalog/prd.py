"""The PRD of a project, out of its features' requirements."""

from collections.abc import Mapping, Sequence

from plans.records.prd import PRD, Requirement
from plans.webapp.catalog.criteria import Part
from plans.webapp.catalog.vocabulary import Vocabulary, applies, capital, render


def requirement_ids(parts: Sequence[Part]) -> dict[str, str]:
    """`feature.leaf` → its id in the PRD: features are numbered in their order, leaves within them."""
    return {
        f"{part.feature.id}.{leaf.id}": f"R{number}.{place}"
        for number, part in enumerate(parts, 1)
        for place, leaf in enumerate(
            (leaf for leaf in part.feature.requirements.leaves if applies(leaf.when, part.words, part.where)),
            1,
        )
    }


def compose_prd(parts: Sequence[Part], ids: Mapping[str, str]) -> PRD:
    """The clarified specification."""
    words = parts[0].words
    titles = [part.feature.title.lower() for part in parts if not part.feature.base]
    told = f" Beside browsing it offers {_enumerated(titles)}." if titles else ""
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
        requirements=tuple(_requirement(part, number, ids) for number, part in enumerate(parts, 1)),
        data_requirements=_data_requirements(words),
        non_goals=(
            "Accounts, login and roles.",
            "A server, a database or any network request: everything happens in the page.",
            "Real payments, e-mails or messages to other people.",
            "Several people at once, or several devices that share their data.",
            "Languages other than English.",
        ),
    )


def _requirement(part: Part, number: int, ids: Mapping[str, str]) -> Requirement:
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
    facets = words["facets"]
    told = [
        f"{words['group']}: what kind of {words['item']} it is; several kinds occur.",
        f"{words['amount']}: a number, shown with its unit ({words['unit']}); the numbers differ.",
        f"{words['person']}: a name.",
        f"{words['date']}: a date.",
    ]
    if facets.stock:
        told.append(f"{words['stock']}: a whole number; the first {words['item']} listed has at least 2.")
    if facets.stages:
        told.append(f"{words['stage']}: one of three, in this order; each occurs.")
    if facets.rating:
        told.append(f"{words['rating']}: 0 to 5.")
    return (
        f"At least {words['item_count_floor']} believable {words['items']}, each with a title of its own.",
        *told,
        f"A sentence or two that describe the {words['item']}.",
    )


def _enumerated(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
