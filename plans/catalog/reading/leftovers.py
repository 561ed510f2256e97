"""What is left of a text once all that is served is taken out: every word of weight stands in a listed phrase."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from plans.catalog.reading.commanding import orders
from plans.catalog.reading.phrases import Hit, Token, names_a_kind
from plans.catalog.reading.plain_words import is_plain, plain_words
from plans.catalog.reading.refusing import circumstances

LONGEST = 90
"""Characters of a listed phrase; a longer stretch is listed in several."""
BRIDGE = 2
"""Plain words between two words of weight that stand in one phrase."""
_QUOTED = re.compile(r"\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”")
"""What somebody says in so many words: it is never parted."""
AHEAD = 2
"""Words after one that are read along with it."""


def leftovers(
    text: str,
    read: Sequence[Token],
    hits: Sequence[Hit],
    covered: Mapping[str, str],
    *,
    is_brief: bool = False,
) -> list[str]:
    """Phrases that hold every word of weight which no covered phrase holds, in the text's words and order.

    A clause of which nothing is covered is listed whole. `is_brief`: in so short a text a number is a wish too: "1000
    items".
    """
    settled = _places(text, read, covered)
    settled |= {place for hit in hits for place in range(hit.start, hit.end) if _is_listed_itself(hit)}
    told = circumstances(read, text)
    weighty = {
        place
        for place, token in enumerate(read)
        if place not in settled | told
        and not names_a_kind(place, read)
        and _has_weight(token.word, is_brief=is_brief)
    }
    weighty -= _said_of_what_is_served(read, settled, weighty)
    found: list[str] = []
    for start, end in _clauses(text):
        inside = [place for place, token in enumerate(read) if start <= token.start and token.end <= end]
        if not weighty & set(inside):
            continue
        if not settled & set(inside):
            found += _pieces(text[start:end])
        else:
            for group in _groups(inside, weighty, settled):
                last = _end_of(group, inside, read, settled)
                found += _pieces(text[read[group[0]].start : read[last].end])
    if not is_brief:
        asked = (
            match for match in plain_words().wishing.who.finditer(text) if not _touches(match, read, settled)
        )
        found += [piece for match in asked for piece in _pieces(match.group())]
    return list({phrase.casefold(): phrase for phrase in reversed(found)}.values())[::-1]


def _is_listed_itself(hit: Hit) -> bool:
    """Whether the phrase is listed as such where it is not covered, so that it is no part of another."""
    return hit.meaning.kind in ("unsupported", "feature")


def _places(text: str, read: Sequence[Token], phrases: Collection[str]) -> set[int]:
    """Places of the words that stand within any of the phrases."""
    spans = [
        match.span()
        for phrase in phrases
        for match in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.I)
    ]
    return {
        place
        for place, token in enumerate(read)
        if any(start <= token.start and token.end <= end for start, end in spans)
    }


def _has_weight(word: str, *, is_brief: bool) -> bool:
    if word.isdigit():
        return is_brief
    return not (is_plain(word) or word in plain_words().refusing.all or (is_brief and word in orders()))


def _said_of_what_is_served(
    read: Sequence[Token], settled: Collection[int], weighty: Collection[int]
) -> set[int]:
    """Places of verbs of having and telling before something that is served: a quiz that "counts my score"."""
    return {
        place
        for place in weighty
        if is_plain(read[place].word, of_what_is_served=True)
        and any(after in settled for after in range(place + 1, place + 1 + AHEAD))
    }


def _groups(inside: Sequence[int], weighty: Collection[int], settled: Collection[int]) -> Iterator[list[int]]:
    """Words of weight that stand near each other, with nothing that is served between them."""
    group: list[int] = []
    for place in inside:
        if place not in weighty:
            continue
        gap = range(group[-1] + 1, place) if group else range(0)
        if group and (len(gap) > BRIDGE or any(between in settled for between in gap)):
            yield group
            group = []
        group.append(place)
    if group:
        yield group


def _end_of(
    group: Sequence[int], inside: Sequence[int], read: Sequence[Token], settled: Collection[int]
) -> int:
    """Where a phrase ends: with a verb's particle, "tick them off"; a single word at the noun that it is said of."""
    last = group[-1]
    ahead = [place for place in inside if last < place <= last + AHEAD]
    if particle := next(
        (place for place in ahead if read[place].word in plain_words().spelling.particles), None
    ):
        return particle
    served = next((place for place in ahead if place in settled), None)
    if len(group) > 1 or served is None or served == last + 1 and not _is_head(read[served].word):
        return last
    return served


def _is_head(word: str) -> bool:
    """Whether a served word is the head of what the word before it names: a shopping list, an opening page."""
    return word in plain_words().wishing.heads


def _touches(match: re.Match[str], read: Sequence[Token], settled: Collection[int]) -> bool:
    return any(match.start() <= read[place].start < match.end() for place in settled)


def _clauses(text: str) -> list[tuple[int, int]]:
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    parted = (
        match.span()
        for match in plain_words().wishing.clauses.finditer(text)
        if not any(start < match.start() and match.end() < end for start, end in quoted)
    )
    borders = [0, *(place for span in parted for place in span), len(text)]
    return list(zip(borders[::2], borders[1::2], strict=True))


def _pieces(stretch: str) -> list[str]:
    """The stretch in pieces of at most LONGEST characters, parted between words."""
    pieces: list[str] = []
    for word in stretch.split():
        if pieces and len(pieces[-1]) + 1 + len(word) <= LONGEST:
            pieces[-1] += f" {word}"
        else:
            pieces.append(word[:LONGEST])
    return pieces
