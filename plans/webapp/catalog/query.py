"""The underspecified query: a goal and a few wishes, at three levels of underspecification."""

import random
from collections.abc import Mapping, Sequence

from plans.records.specification import Query, QueryLevel, Underspecification
from plans.webapp.catalog.criteria import Part
from plans.webapp.catalog.feature import Wish
from plans.webapp.catalog.opposites import denied_in
from plans.webapp.catalog.selection import Selection
from plans.webapp.catalog.vocabulary import applies, render

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


def compose_query(parts: Sequence[Part], ids: Mapping[str, str], selection: Selection) -> Query:
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


def _wish(part: Part, level: Underspecification, selection: Selection, others: Sequence[Part]) -> Wish | None:
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
