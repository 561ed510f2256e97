"""Reader of seeds without a model: explicit fields, and for the rest known phrases in the query, misspelt ones too.

A phrase that may mean several things, and a sentence that says "no" or "not", are left open; a seed whose subject is in
doubt raises SeedRefused. Coverage tells what was taken, by which words, and what was not read.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import JsonValue

from plans.catalog.choosing import library_without
from plans.catalog.contents import (
    CatalogView,
    Domain,
    Feature,
    View,
    enumerated,
    legal_wishes,
    required,
    why_gone,
)
from plans.catalog.matching import (
    Hit,
    MeaningKind,
    PhraseBook,
    PhraseMeaning,
    TextToken,
    negated_sentences,
    tokens,
    unread_phrases,
)
from plans.errors import SeedRefused
from plans.records.seed import DomainReading, Seed, SeedCoverage
from plans.slugs import did_you_mean

D = TypeVar("D", bound=Domain, covariant=True)
OtherD = TypeVar("OtherD", bound=Domain)
ValueCheck = Callable[[Seed, JsonValue], str]
_LEFT_OUT = "left out, as you asked"
_MEND = "name it with `features:` or `without:`"
_MOST_LIKELY = 3
"""Ids that a refusal names as likely."""
_MOST_LISTED = 8
"""Ids up to which a refusal lists all; of more it names the command that does."""
_CHOOSE = "name `domain:` in the seed to choose"


@dataclass(frozen=True, eq=False)
class Vocabulary(Generic[D]):
    """The phrases by which a catalog knows what seeds and notes speak of."""

    library: CatalogView[D, Feature]
    """All that is known, so that what a plan leaves out is recognised."""
    phrases: PhraseBook
    """Those of seeds."""
    notes: PhraseBook
    """Those of reviewers' notes, who read features by their titles, and facts of the things."""
    parameters: Mapping[str, ValueCheck]
    """What a seed may set besides parameters of features → what is wrong with a value of it; empty when nothing is."""
    facts: tuple[str, ...] = ()
    """What a seed may be without besides features."""
    invented: Mapping[str, str] = field(default_factory=dict[str, str])
    """Domain that a seed may name though the catalog has no data of it → its category."""
    contradiction: Callable[[Seed], str] = lambda seed: ""
    """What is wrong with what a seed names together, each of which is known; empty when nothing is."""
    family: str = ""
    """The family whose catalog it is, as `--family` takes it."""
    advice: str = ""
    """A sentence that says what else a seed about none of the domains may name, with a blank behind it."""

    @property
    def listing(self) -> str:
        """The command that lists categories, domains, features and parameters."""
        return f"`benchwright author --catalog{f' --family {self.family}' if self.family else ''}`"


def brand_fault(seed: Seed, value: JsonValue) -> str:
    """What is wrong with a name of the product."""
    return "" if isinstance(value, str) and value.strip() else "it is a text."


def phrase_books(
    library: View, facts: Iterable[tuple[str, PhraseMeaning]] = ()
) -> tuple[PhraseBook, PhraseBook]:
    """The phrases of seeds, and those of notes, in which titles, ids, and `facts` stand besides."""
    features, domains = library.features.items(), library.domains.items()
    known = [
        *_subject_phrases(library),
        *((word, PhraseMeaning("feature", id)) for id, one in features for word in one.keywords),
    ]
    named = [(name, PhraseMeaning("feature", id)) for id, one in features for name in (one.title, id)]
    named += [(name, PhraseMeaning("domain", id)) for id, one in domains for name in (one.item.plural, id)]
    return PhraseBook(known), PhraseBook([*named, *known, *facts])


def _subject_phrases(library: View) -> Iterator[tuple[str, PhraseMeaning]]:
    lexicon = library.lexicon
    for id, domain in library.domains.items():
        for word in domain.subjects:
            yield word, PhraseMeaning("related" if word in lexicon.generic else "domain", id)
        yield from ((word, PhraseMeaning("related", id)) for word in domain.related)
    yield from ((word, PhraseMeaning("interface", "")) for word in lexicon.interface)
    for one in lexicon.unsupported:
        yield from ((phrase, PhraseMeaning("unsupported", one.reason)) for phrase in one.phrases)


@dataclass(frozen=True, eq=False)
class Offer(Generic[D]):
    """What may be chosen for a seed: what the plan leaves of the catalog, and what reviewers have asked for since."""

    library: CatalogView[D, Feature]
    """Without the domains and features that the plan leaves out."""
    added: tuple[str, ...] = ()
    """Features that are wanted whatever the seed says."""
    dropped: frozenset[str] = frozenset()
    """Features that are not."""
    domain: str | None = None
    """The domain that is wanted, one of the library's."""
    invents: frozenset[str] = frozenset()
    """Categories in which a domain may be invented."""
    left_out: frozenset[str] = frozenset()
    """Facts that are not to be told, whatever the seed says."""
    told: frozenset[str] = frozenset()
    """Facts that are to be told, whatever it leaves out."""


@dataclass(frozen=True)
class Understanding(Generic[D]):
    """A seed in terms of a catalog."""

    coverage: SeedCoverage
    domain: D
    """What it is about: its item is called as the seed calls it, and it tells no facts that the seed leaves out."""
    wanted: tuple[str, ...]
    """Features that it asks for and that its domain can have, in the order in which it names them."""
    refused: frozenset[str]
    """Features that it says it does not want, and that nobody has asked for since."""
    brand: str | None


@dataclass(frozen=True, eq=False)
class SeedWords:
    """A seed's words, and which of them are known."""

    seed: Seed
    tokens: Sequence[TextToken]
    hits: Sequence[Hit]
    own: Mapping[str, tuple[Hit, ...]]
    """Domain → the phrases that stand for it and for nothing else."""
    weak: Mapping[str, tuple[Hit, ...]]
    """Domain → phrases that may mean it: said of much else too, or naming a feature as well."""
    features: tuple[str, ...]
    """Features that are asked for, in order: those that the seed names, else those of phrases that mean one alone."""
    left_open: Mapping[str, str]
    """Phrase for a feature → why it is not taken for a wish, after "“phrase” "."""


def read(seed: Seed, vocabulary: Vocabulary[Domain]) -> SeedWords:
    """The known phrases of a seed."""
    words = tokens(seed.query)
    hits = vocabulary.phrases.find(seed.query)
    own: dict[str, dict[str, Hit]] = defaultdict(dict)
    weak: dict[str, dict[str, Hit]] = defaultdict(dict)
    for hit in hits:
        domains = hit.ids("domain")
        is_sure = (
            all(one.kind == "interface" for one in hit.meanings if one.id != domains[0]) if domains else False
        )
        for id in domains:
            (own if is_sure else weak)[id].setdefault(hit.phrase, hit)
        for id in hit.ids("related"):
            weak[id].setdefault(hit.phrase, hit)
    features, left_open = _wishes(seed, words, hits, vocabulary.library)
    return SeedWords(
        seed,
        words,
        hits,
        {id: tuple(found.values()) for id, found in own.items()},
        {id: tuple(found.values()) for id, found in weak.items()},
        features,
        left_open,
    )


def _wishes(
    seed: Seed, words: Sequence[TextToken], hits: Sequence[Hit], library: View
) -> tuple[tuple[str, ...], dict[str, str]]:
    """Features that are asked for, and phrases that are left open, each with why."""
    asking = [hit for hit in hits if hit.ids("feature") and not hit.ids("unsupported")]
    negated = negated_sentences(words, hits)
    sure = {hit: hit.ids("feature")[0] for hit in asking if len(hit.ids("feature")) == 1}
    sure = {hit: id for hit, id in sure.items() if words[hit.start].sentence not in negated}
    named = seed.features if seed.features is not None else tuple(dict.fromkeys(sure.values()))
    left_open: dict[str, str] = {}
    for hit in asking:
        ids = hit.ids("feature")
        if {*ids} & {*named, *seed.without, *library.fixed}:
            continue
        titles = enumerated([f"“{library.features[id].title}”" for id in ids], "or")
        if seed.features is not None:
            left_open[hit.text] = f"may ask for {titles}, which `features:` does not name"
        elif words[hit.start].sentence in negated:
            left_open[hit.text] = (
                f"stands in a sentence that says “no” or “not”, of which nothing is taken: {_MEND}"
            )
        else:
            left_open[hit.text] = f"may mean {titles}: {_MEND}"
    return named, left_open


def proposed_domain(words: SeedWords, vocabulary: Vocabulary[OtherD], offer: Offer[OtherD]) -> OtherD:
    """The domain that the seed names, or the one of which it speaks most; raises SeedRefused where that is in doubt."""
    seed, known = words.seed, vocabulary.library.domains
    if offer.domain is not None:
        return offer.library.domains[offer.domain]
    id = seed.domain or _spoken_of(words, vocabulary)
    if id not in offer.library.domains:
        raise beyond_plan(seed, f"about {known[id].item.plural} (domain {id!r})")
    return offer.library.domains[id]


def _spoken_of(words: SeedWords, vocabulary: Vocabulary[Domain]) -> str:
    domains = vocabulary.library.domains
    ids = [id for id, one in domains.items() if words.seed.category in (None, one.category)]

    def weight(id: str) -> tuple[int, int]:
        own, weak = words.own.get(id, ()), words.weak.get(id, ())
        return sum(hit.words for hit in own), sum(hit.words for hit in weak)

    best = max(map(weight, ids))
    most = [id for id in ids if weight(id) == best]
    if best == (0, 0):
        near = vocabulary.phrases.related_ids(words.seed.query, ("domain", "related"))
        likely = {id: _quoted(said) for id, said in near.items() if id in ids}
        reason = "no word of it names a subject that the catalog knows"
        raise _in_doubt(words.seed, reason, likely, vocabulary)
    if len(most) > 1 or (best[0] == 0 and sum(weight(id) > (0, 0) for id in ids) > 1):
        rivals = [id for id in ids if weight(id)[0] == best[0] and weight(id) > (0, 0)]
        rivals.sort(key=weight, reverse=True)
        likely = {id: _quoted(_said(words, id)) for id in rivals}
        raise _in_doubt(words.seed, "it may be about several subjects", likely, vocabulary)
    return most[0]


def _in_doubt(
    seed: Seed, reason: str, likely: Mapping[str, str], vocabulary: Vocabulary[Domain]
) -> SeedRefused:
    """`likely`: domains that it may be about, each with the words that speak of it; the first are named."""
    named = [f"{id} ({said})" for id, said in likely.items()][:_MOST_LIKELY]
    perhaps = f", perhaps {enumerated(named, 'or')}" if named else ""
    return SeedRefused(
        f"Seed {seed.id!r} is refused: {reason}. Name one with `domain:`{perhaps}; {vocabulary.listing} lists all of "
        f"them. {vocabulary.advice}Or have a model read the seed (`--author model`)."
    )


def _said(words: SeedWords, id: str) -> tuple[str, ...]:
    """The seed's words that speak of a domain."""
    hits = sorted((*words.own.get(id, ()), *words.weak.get(id, ())), key=lambda hit: hit.start)
    return tuple(dict.fromkeys(hit.text for hit in hits))


def _quoted(phrases: Iterable[str]) -> str:
    return ", ".join(f"“{phrase}”" for phrase in phrases)


def understood(
    words: SeedWords,
    vocabulary: Vocabulary[Domain],
    offer: Offer[Domain],
    domain: OtherD,
    facts: Iterable[tuple[str, str]],
) -> Understanding[OtherD]:
    """The features that a project about the domain gets, and what becomes of the seed's words.

    `facts`: phrase → what every project about the domain has by it, as coverage tells it.
    """
    seed, library = words.seed, vocabulary.library
    refused = frozenset(id for id in seed.without if id in library.features).difference(offer.added)
    wanted = [id for id in dict.fromkeys([*offer.added, *words.features]) if id not in refused]
    left = library_without(offer.library, offer.dropped | refused)
    legal, illegal = legal_wishes(left, domain, [id for id in wanted if id in left.features])
    gone = [id for id in wanted if id not in left.features and id not in offer.dropped]
    lacking = {**{id: why_gone(id, offer.library, left) for id in gone}, **illegal}
    covered = _covered(words, library, domain, {*legal, *library.fixed}, refused)
    lost = [hit for hit in words.hits if hit.text not in covered and hit.ids("feature")]
    lost += [hit for hit in words.hits if hit.ids("unsupported")]
    taken = [hit for hit in words.hits if hit in lost or hit.text in covered or hit.ids("interface")]
    held = {place for hit in taken for place in range(hit.start, hit.end)}
    brand = str(seed.parameters.get("brand", ""))
    told = [(brand, "name of the product"), *facts]
    book = PhraseBook((phrase, PhraseMeaning("fact", by)) for phrase, by in told)
    known = [hit for hit in book.find(seed.query) if not held & {*range(hit.start, hit.end)}]
    covered |= {hit.text: hit.meanings[0].id for hit in known if hit.text not in covered}
    unread = unread_phrases(seed.query, words.tokens, [*taken, *known])
    return Understanding(
        SeedCoverage(
            scores=_scores(words, library),
            category=domain.category,
            domain=domain.id,
            reading=_reading(words, library, domain, offer),
            covered=covered,
            uncovered=tuple(dict.fromkeys([*(hit.text for hit in lost), *unread])),
            notes=tuple(dict.fromkeys(_remarks(words, library, lacking, covered))),
        ),
        domain,
        tuple(legal),
        refused,
        brand or None,
    )


def _covered(
    words: SeedWords,
    library: View,
    domain: Domain,
    had: Collection[str],
    refused: Collection[str],
) -> dict[str, str]:
    """Phrase, or what the seed names outright → the feature or subject that serves it."""
    seed = words.seed
    covered: dict[str, str] = {}
    for hit in words.hits:
        if hit.ids("unsupported"):
            continue
        asked = [
            id for id in hit.ids("feature") if id in had and (id in words.features or id in library.fixed)
        ]
        if asked and hit.text not in words.left_open:
            covered[hit.text] = served_by(library, asked[0])
        elif {*hit.ids("feature")} & {*refused}:
            covered[hit.text] = _LEFT_OUT
        elif domain.id in (*hit.ids("domain"), *hit.ids("related")):
            covered.setdefault(hit.text, f"subject: {domain.item.plural}")
    covered |= {f"features: {id}": served_by(library, id) for id in seed.features or () if id in had}
    return covered | {f"without: {id}": _LEFT_OUT for id in seed.without if id not in had}


def _remarks(
    words: SeedWords, library: View, lacking: Mapping[str, str], covered: Collection[str]
) -> Iterator[str]:
    """What a reviewer should know about how the seed was taken."""
    for hit in words.hits:
        yield from (f"“{hit.text}” is left out: {reason}." for reason in hit.ids("unsupported"))
    for phrase, why in words.left_open.items():
        if phrase not in covered:
            yield f"“{phrase}” was not read: it {why}."
    for id, reason in lacking.items():
        asked = _quoted(dict.fromkeys(hit.text for hit in words.hits if id in hit.ids("feature")))
        title = library.features[id].title
        yield f"{f'{asked} ({title})' if asked else f'“{title}”'} is left out: {reason}."


def _scores(words: SeedWords, library: View) -> dict[str, float]:
    """Category → share of the words for subjects that speak of one of its domains, of 100."""
    return {
        category: _share(words, [one.id for one in library.of_category(category)])
        for category in library.categories
    }


def _share(words: SeedWords, domains: Collection[str]) -> float:
    said = {hit.start: hit for found in (words.own, words.weak) for hits in found.values() for hit in hits}
    those = {hit.start for found in (words.own, words.weak) for id in domains for hit in found.get(id, ())}
    every = sum(hit.words for hit in said.values())
    return round(100 * sum(said[start].words for start in those) / every, 1) if every else 0.0


def _reading(words: SeedWords, library: View, domain: Domain, offer: Offer[Domain]) -> DomainReading:
    """Why this domain, and what speaks against it."""
    said, thin = _said(words, domain.id), ""
    if words.seed.domain is not None or offer.domain is not None:
        return DomainReading(words=said, score=100)
    if rivals := [id for id in words.own if id != domain.id and id in library.domains]:
        others = enumerated(
            [f"{library.domains[id].item.plural} ({_quoted(_said(words, id))})" for id in rivals]
        )
        thin = f"it speaks of {others} too; {_CHOOSE}"
    elif domain.id not in words.own:
        thin = f"only {_quoted(said)}, said of much else too, points at {domain.item.plural}; {_CHOOSE}"
    return DomainReading(words=said, score=_share(words, [domain.id]), thin=thin)


def followed(seed: Seed, offered: View, had: Collection[str]) -> tuple[dict[str, JsonValue], list[str]]:
    """The `feature.parameter` values that the seed names and a project with these features can have, and remarks on
    the others.
    """
    values: dict[str, JsonValue] = {}
    told: list[str] = []
    for name, value in seed.parameters.items():
        id, dot, own = name.partition(".")
        if not dot:
            continue
        if id not in had:
            told.append(f"`{name}` is not followed: the project has no {id!r}.")
        elif value not in (left := offered.features[id].parameters[own].choices()):
            told.append(f"`{name}: {value}` is not followed: the plan leaves {enumerated(list(left), 'or')}.")
        else:
            values[name] = value
    return values, told


def without_features(coverage: SeedCoverage, left_out: Mapping[str, str], library: View) -> SeedCoverage:
    """The coverage of a project that lacks features which the seed asks for, each left out for a reason."""
    lost = {
        phrase: id
        for phrase, by in coverage.covered.items()
        for id in left_out
        if by == served_by(library, id)
    }
    told: list[str] = []
    for id, reason in left_out.items():
        if said := [phrase for phrase, other in lost.items() if other == id]:
            told.append(f"{_quoted(said)} ({library.features[id].title}) is left out: {reason}.")
    return coverage.model_copy(
        update={
            "covered": {phrase: by for phrase, by in coverage.covered.items() if phrase not in lost},
            "uncovered": (*lost, *coverage.uncovered),
            "notes": (*coverage.notes, *told),
        }
    )


def remarks_on_added(wanted: Collection[str], had: Sequence[str], library: View) -> Iterator[str]:
    """Which of the features that a project has nobody asked for, and why it has them."""
    extra = [id for id in had if id not in wanted and not library.features[id].base]
    needed = {id: [by for by in wanted if by in had and id in required(library, by)] for id in extra}
    for id, by in needed.items():
        if by:
            titles = ", ".join(f"“{library.features[one].title}”" for one in by)
            yield f"“{library.features[id].title}” was added: {titles} needs it."
    if drawn := [f"“{library.features[id].title}”" for id, by in needed.items() if not by]:
        were = "were" if len(drawn) > 1 else "was"
        yield f"{enumerated(drawn)} {were} added, which nobody asked for, so that the project has its usual size."


def served_by(library: View, id: str) -> str:
    """How it is told that a feature serves a phrase."""
    title = library.features[id].title
    return f"feature: {title[:1].lower()}{title[1:]}"


def misnamed(seed: Seed, vocabulary: Vocabulary[Domain]) -> str:
    """What is wrong with what a seed names outright, after "Seed 'x'"; empty when nothing is."""
    return next(_faults(seed, vocabulary), "") or vocabulary.contradiction(seed)


def refuse_misnamed(seed: Seed, vocabulary: Vocabulary[Domain]) -> None:
    """SeedRefused where a seed names what is not there, or what contradicts itself."""
    if wrong := misnamed(seed, vocabulary):
        raise SeedRefused(f"Seed {seed.id!r} {wrong}")


def beyond_plan(seed: Seed, reason: str) -> SeedRefused:
    """That a seed is, for a reason that reads after "it is", what the plan leaves out."""
    return SeedRefused(
        f"Seed {seed.id!r} is refused: it is {reason}, and the plan leaves that out. Widen `domain` or `category` in "
        "the plan, or drop the seed."
    )


def _faults(seed: Seed, vocabulary: Vocabulary[Domain]) -> Iterator[str]:
    library = vocabulary.library
    if seed.category not in (None, *library.categories):
        yield _unknown("category", seed.category, library.categories, vocabulary)
    categories = {id: one.category for id, one in library.domains.items()} | dict(vocabulary.invented)
    if seed.domain not in (None, *categories):
        yield _unknown("domain", seed.domain, categories, vocabulary)
    elif seed.domain and seed.category not in (None, categories[seed.domain]):
        yield (
            f"asks for the category {seed.category!r} and for the domain {seed.domain!r}, which is of the category "
            f"{categories[seed.domain]!r}. Leave out one of the two."
        )
    for id in seed.features or ():
        if id not in library.features:
            yield _unknown("feature", id, library.features, vocabulary)
    optional = [id for id in (*library.features, *vocabulary.facts) if id not in library.fixed]
    for id in seed.without:
        if id not in optional:
            yield _unknown("feature", id, optional, vocabulary, "asks to be without")
        if id in (seed.features or ()):
            yield f"names {id!r} both in `features:` and in `without:`. Leave out one of the two."
    for name, value in seed.parameters.items():
        yield from _parameter_faults(seed, name, value, vocabulary)


def _parameter_faults(
    seed: Seed, name: str, value: JsonValue, vocabulary: Vocabulary[Domain]
) -> Iterator[str]:
    features = vocabulary.library.features
    known = {
        f"{id}.{own}": one for id, feature in features.items() for own, one in feature.parameters.items()
    }
    if name in known:
        if value not in (choices := known[name].choices()):
            yield f"sets `{name}` to {value!r}, which it cannot be. Use {enumerated(list(choices), 'or')}."
    elif name in vocabulary.parameters:
        if wrong := vocabulary.parameters[name](seed, value):
            yield f"sets `{name}` to {value!r}: {wrong}"
    else:
        yield _unknown("parameter", name, [*vocabulary.parameters, *known], vocabulary, "sets")


def _unknown(
    kind: str,
    name: str | None,
    known: Collection[str],
    vocabulary: Vocabulary[Domain],
    asks: str = "asks for",
) -> str:
    wrong = f"{asks} the {kind} {name!r}, which is unknown.{_meant(kind, name or '', known, vocabulary)}"
    if len(known) <= _MOST_LISTED:
        return f"{wrong} Use one of: {', '.join(known)}."
    return f"{wrong} {vocabulary.listing} lists all of them."


def _meant(kind: str, name: str, known: Collection[str], vocabulary: Vocabulary[Domain]) -> str:
    """The known id that seeds mean by this name, else the one that is spelt most like it."""
    by_kind: dict[str, tuple[MeaningKind, ...]] = {"domain": ("domain", "related"), "feature": ("feature",)}
    hits = vocabulary.phrases.find(name.replace("_", " ")) if kind in by_kind else []
    said = [id for one in by_kind.get(kind, ()) for hit in hits for id in hit.ids(one) if id in known]
    return f" Did you mean {said[0]!r}?" if said else did_you_mean(name, known)
