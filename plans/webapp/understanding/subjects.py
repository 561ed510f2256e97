"""What a seed is about: how much its words say of each domain and category, and whether that is enough."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from plans.catalog.reading.phrases import Hit, Meaning, PhraseBook, Token, stem, tokens
from plans.catalog.reading.plain_words import is_plain
from plans.catalog.reading.worth import OWN, RELATED, longer, score
from plans.records.seed import Reading
from plans.webapp.catalog.domain import CATEGORIES, Domain
from plans.webapp.catalog.library import Library

BROAD = 1.0
"""Worth of a category's word."""
GENERIC = 0.25
"""Share of its worth that a word keeps which is said of much else too."""
MOST_BROAD = 1.5
"""Worth of a category's broad words together: however many, they say less than one keyword of a domain."""
KNOWN = 1.9
"""Worth from which a domain counts as meant, so that no other subject is looked for: one keyword of its own."""
THIN = 50.0
"""Score (0 to 100) below which a domain is a thin match. Measured on 50 instructions of WebGen-Bench."""
NEAR = 0.8
"""Share of the best domain's worth from which another one could be meant as well."""
LONG = 30
"""Words of a seed beyond which a subject that is named once, in one word, may be named by the way."""
SHORT = 12
"""Words of a seed up to which one word says enough."""
CHOOSE = "name `domain:` in the seed to choose"


@dataclass(frozen=True)
class Subjects:
    """What the words of a seed say."""

    worth: Mapping[str, float]
    """Domain → worth of the words that speak of it; those of which none does are left out."""
    broad: Mapping[str, float]
    """Category → worth of its broad words."""
    words: Mapping[str, tuple[str, ...]]
    """Domain → the words, as the seed has them."""
    mentions: Mapping[str, int]
    """Domain → how often it is spoken of."""
    length: int
    """Words of the seed."""
    only_related: frozenset[str]
    """Domains of which nothing speaks but words for subjects beside them, and such as are said of much else too."""

    def of(self, domain: str) -> float:
        return self.worth.get(domain, 0.0)

    def best(self, library: Library, category: str) -> float:
        """Worth of the category's domain that is spoken of most."""
        return max((self.of(domain.id) for domain in library.of_category(category)), default=0.0)

    def is_all_that_speaks(self, domain: Domain) -> bool:
        """Whether one word, in a text of some length, is all that speaks of the domain and of its category."""
        is_once = self.mentions[domain.id] == 1 and self.length > SHORT
        return is_once and not self.broad.get(domain.category)

    def scores(self, library: Library) -> dict[str, float]:
        """Category → score, 0 to 100."""
        return {c: score(self.broad.get(c, 0.0) + self.best(library, c)) for c in CATEGORIES}


def weigh(hits: Sequence[Hit], length: int, library: Library, book: PhraseBook) -> Subjects:
    """What the hits say of domains and categories, in a text of `length` words.

    Each phrase counts once, longer ones more, common ones less.
    """
    worth: dict[str, float] = defaultdict(float)
    broad: dict[str, float] = defaultdict(float)
    words: dict[str, list[str]] = defaultdict(list)
    own: set[str] = set()
    counted: set[tuple[str, str]] = set()
    for hit in hits:
        phrase = hit.phrase
        if (hit.meaning.id, phrase) in counted or hit.meaning.kind not in ("domain", "related", "category"):
            continue
        counted.add((hit.meaning.id, phrase))
        times = longer(hit.words)
        if hit.meaning.kind == "category":
            broad[hit.meaning.id] += BROAD * times / _sharing_categories(book, phrase)
            continue
        words[hit.meaning.id].append(hit.text)
        worth[hit.meaning.id] += times * _weight(hit.meaning, phrase, library, book)
        if hit.meaning.kind == "domain" and phrase not in _generic(library):
            own.add(hit.meaning.id)
    return Subjects(
        worth=dict(worth),
        broad={category: min(MOST_BROAD, said) for category, said in broad.items()},
        words={id: tuple(dict.fromkeys(said)) for id, said in words.items()},
        mentions=Counter(hit.meaning.id for hit in hits if hit.meaning.kind in ("domain", "related")),
        length=length,
        only_related=frozenset(set(worth) - own),
    )


def reading_of(domain: Domain, subjects: Subjects, library: Library) -> Reading:
    """Why a domain of the catalog was taken, and whether that is thin."""
    words, worth = subjects.words.get(domain.id, ()), subjects.of(domain.id)
    thin = ""
    if not words:
        thin = f"no word of it speaks of {domain.item.plural}; {CHOOSE}"
    elif score(worth) < THIN:
        thin = f"only {_quoted(words)} matched; {CHOOSE}"
    elif worth <= OWN and subjects.mentions[domain.id] == 1 and subjects.length > LONG:
        thin = f"{_quoted(words)} stands there but once, in {subjects.length} words; {CHOOSE}"
    elif worth <= OWN and subjects.is_all_that_speaks(domain):
        thin = f"{_quoted(words)} alone speaks of it, and nothing else of a {domain.category} app; {CHOOSE}"
    elif domain.id in subjects.only_related:
        thin = f"{_quoted(words)} is a subject beside it, and nothing nearer is in the catalog; {CHOOSE}"
    elif rivals := _rivals(domain, subjects, library):
        thin = f"it could as well be about {' or '.join(rivals)}; {CHOOSE}"
    return Reading(words=words, score=score(worth), thin=thin)


def compound_of(hits: Sequence[Hit], read: Sequence[Token], text: str, domain: str) -> str:
    """Why a reading is thin whose only word is part of a name that is not known: the kitchen of a bike kitchen."""
    if name := compound_name(hits, read, text, domain):
        return f"“{name.part}” is but part of “{name.whole}”, which is not known; {CHOOSE}"
    return ""


class Compound(NamedTuple):
    """A word for a domain within a name of two words."""

    part: str
    whole: str
    is_modifier: bool
    """Whether the other word says what it is: a cake tin, and not a bike kitchen."""


def compound_name(hits: Sequence[Hit], read: Sequence[Token], text: str, domain: str) -> Compound | None:
    """The unknown name of which the only word for the domain is a part; None where it stands by itself."""
    said = [hit for hit in hits if hit.meaning.kind in ("domain", "related") and hit.meaning.id == domain]
    if len(said) != 1 or said[0].words > 1:
        return None
    (hit,) = said
    known = {place for other in hits for place in range(other.start, other.end)}
    beside = [hit.start - 1, *([] if hit.text.endswith("s") else [hit.end])]
    for place in beside:
        if not 0 <= place < len(read) or place in known or is_plain(read[place].word):
            continue
        first, last = min(place, hit.start), max(place, hit.end - 1)
        if text[read[first].end : read[last].start] in (" ", "-"):
            return Compound(hit.text, text[read[first].start : read[last].end], place == hit.end)
    return None


def _rivals(domain: Domain, subjects: Subjects, library: Library) -> list[str]:
    worth = subjects.of(domain.id)
    return [
        f"{library.domains[id].item.plural} (domain {id!r}, by {_quoted(subjects.words[id])})"
        for id, other in subjects.worth.items()
        if id != domain.id and id in library.domains and other >= max(NEAR * worth, KNOWN)
    ]


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _weight(meaning: Meaning, phrase: str, library: Library, book: PhraseBook) -> float:
    """Worth of a phrase for a domain, by how many other things in the catalog it stands for."""
    category = library.domains[meaning.id].category
    others = sum(
        other.kind in ("domain", "feature", "interface", "related")
        or (other.kind == "category" and other.id != category)
        for other in book.meanings(phrase)
        if (other.kind, other.id) != (meaning.kind, meaning.id)
    )
    share = GENERIC if phrase in _generic(library) else 1.0
    return (OWN if meaning.kind == "domain" else RELATED) * share / (1 + others)


def _sharing_categories(book: PhraseBook, phrase: str) -> int:
    return max(1, sum(meaning.kind == "category" for meaning in book.meanings(phrase)))


@cache
def _generic(library: Library) -> frozenset[str]:
    return frozenset(_plain(word) for word in library.lexicon.generic)


def _plain(phrase: str) -> str:
    return " ".join(stem(token.word) for token in tokens(phrase))
