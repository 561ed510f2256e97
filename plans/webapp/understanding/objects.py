"""What a wish is about: words that ask for a feature are none where what stands beside them is another thing.

"Remember her best score" asks for no saving of entries, and a route that is "taken down" for no booking.
"""

from collections.abc import Sequence
from functools import cache

from plans.catalog.reading.phrases import Hit, Meaning, Token, tokens
from plans.catalog.reading.plain_words import is_plain, plain_words
from plans.catalog.reading.refusing import ends_between
from plans.webapp.catalog.domain import Misread
from plans.webapp.catalog.library import Library


def with_objects(hits: Sequence[Hit], read: Sequence[Token], text: str, library: Library) -> list[Hit]:
    """The hits, where a feature's word and its object, read together, ask for what the catalog does not have.

    Such a stretch becomes one phrase that cannot be served, with the reason.
    """
    spans = {
        span
        for hit in hits
        for misread in library.lexicon.misread
        for span in _spans(hit, misread, read, text)
    }
    missed = [
        Hit(
            start,
            end,
            text[read[start].start : read[end - 1].end],
            Meaning("unsupported", reason),
            end - start,
            "",
        )
        for start, end, reason in sorted(spans)
    ]
    kept = [hit for hit in hits if not any(one.start < hit.end and hit.start < one.end for one in missed)]
    return sorted([*kept, *missed], key=lambda hit: (hit.start, hit.meaning.kind, hit.meaning.id))


def is_with_particle(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether a verb means something else by the particle behind it: a route that "is taken down"."""
    spelling = plain_words().spelling
    if hit.meaning.kind != "feature" or hit.end >= len(read):
        return False
    last, after = read[hit.end - 1], read[hit.end]
    is_verb = last.word in spelling.with_particles and after.word in spelling.turning_particles
    return is_verb and not ends_between(text, last, after)


def _spans(hit: Hit, misread: Misread, read: Sequence[Token], text: str) -> list[tuple[int, int, str]]:
    """From the word to its object, where both stand in one clause; none where the word is about what it seems."""
    if hit.meaning != Meaning("feature", misread.feature) or hit.phrase not in _stems(misread.words):
        return []
    if misread.after_any and not _stands_before(hit, misread, read, text):
        return []
    if not misread.objects:
        return [(hit.start, hit.end, misread.reason)]
    for place in range(hit.end, min(len(read), hit.end + misread.reach)):
        if ends_between(text, read[place - 1], read[place]) or _is_comma(text, read[place - 1], read[place]):
            return []
        if read[place].stem in _stems(misread.objects):
            return [(hit.start, _end_of_noun(place, read, text), misread.reason)]
    return []


def _end_of_noun(place: int, read: Sequence[Token], text: str) -> int:
    """Behind the object, and behind the noun of which it tells the kind: the filter settings, the wrong answers."""
    after = place + 1
    if after >= len(read) or text[read[place].end : read[after].start] != " " or is_plain(read[after].word):
        return after
    return after + 1 if read[after].word.endswith("s") else after


def _stands_before(hit: Hit, misread: Misread, read: Sequence[Token], text: str) -> bool:
    for place in range(hit.start - 1, max(-1, hit.start - 1 - misread.reach), -1):
        if ends_between(text, read[place], read[place + 1]):
            return False
        if read[place].stem in _stems(misread.after_any):
            return True
    return False


def _is_comma(text: str, before: Token, after: Token) -> bool:
    return "," in text[before.end : after.start]


@cache
def _stems(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(" ".join(token.stem for token in tokens(word)) for word in words)
