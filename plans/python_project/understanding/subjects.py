"""What a seed is about: how much its words say of each domain, and whether that is enough."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plans.catalog.reading.phrases import Hit
from plans.catalog.reading.worth import OWN, RELATED, longer, score
from plans.python_project.catalog.domain import CATEGORIES, Domain
from plans.python_project.catalog.library import Library
from plans.records.seed import Reading

THIN = 50.0
"""Score (0 to 100) below which a domain is a thin match: a word of its own scores more, one beside it less."""
NEAR = 0.8
"""Share of the best domain's worth from which another one could be meant as well."""
CHOOSE = "name `domain:` in the seed to choose"


@dataclass(frozen=True)
class Subjects:
    """What the words of a seed say."""

    worth: Mapping[str, float]
    """Domain → worth of the words that speak of it; those of which none does are left out."""
    words: Mapping[str, tuple[str, ...]]
    """Domain → the words, as the seed has them."""

    def of(self, domain: str) -> float:
        return self.worth.get(domain, 0.0)

    def scores(self, library: Library) -> dict[str, float]:
        """Category → score of its domain that is spoken of most, 0 to 100."""
        return {
            category: score(
                max(
                    (
                        self.of(domain.id)
                        for domain in library.domains.values()
                        if domain.category == category
                    ),
                    default=0.0,
                )
            )
            for category in CATEGORIES
        }


def weigh(hits: Sequence[Hit], library: Library) -> Subjects:
    """What the hits say of domains: each phrase counts once, longer ones more."""
    worth: dict[str, float] = defaultdict(float)
    words: dict[str, list[str]] = defaultdict(list)
    counted: set[tuple[str, str]] = set()
    for hit in hits:
        if hit.meaning.kind not in ("domain", "related") or (hit.meaning.id, hit.phrase) in counted:
            continue
        counted.add((hit.meaning.id, hit.phrase))
        worth[hit.meaning.id] += (OWN if hit.meaning.kind == "domain" else RELATED) * longer(hit.words)
        words[hit.meaning.id].append(hit.text)
    known = {id: said for id, said in worth.items() if id in library.domains}
    return Subjects(known, {id: tuple(dict.fromkeys(words[id])) for id in known})


def reading_of(domain: Domain, subjects: Subjects, library: Library) -> Reading:
    """Why a seed is taken to be about the domain, and what speaks against it."""
    own, said = subjects.of(domain.id), subjects.words.get(domain.id, ())
    rivals = [
        other.item.plural
        for other in library.domains.values()
        if other.id != domain.id and own and subjects.of(other.id) >= NEAR * own
    ]
    thin = ""
    if rivals:
        thin = f"it could as well be about {' or '.join(rivals)}; {CHOOSE}"
    elif score(own) < THIN:
        told = ", ".join(f"“{word}”" for word in said)
        thin = (
            f"only {told} points at {domain.item.plural}; {CHOOSE}"
            if said
            else f"no word of it names a subject, and {domain.item.plural} were drawn; {CHOOSE}"
        )
    return Reading(words=said, score=score(own), thin=thin)
