"""What nobody shall do, and what shall not be: "nobody may delete or edit it", "prices are not to be shown"."""

import re
from collections.abc import Sequence

from plans.catalog.reading.phrases import Hit, Token, tokens
from plans.catalog.reading.plain_words import plain_words

_SENTENCE_ENDS = re.compile(r"[.!?;:()…]\s|\n\s*\n|\s[-–—]\s")
_LISTED = 3
"""Other things that may be refused along with one: "ratings, comments and likes are unwanted"."""


def is_forbidden_behind(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether what stands behind the phrase forbids its thing as a whole: "search must not be there".

    What is forbidden to some, at times or in part is not: "comments are not allowed for guests".
    """
    if _is_circumstance(hit, read, text):
        return False
    return any(
        _is_whole(text, match.end())
        for place in _ends_of_subject(hit, read, text)
        if (match := plain_words().forbidding.behind.match(text, place))
    )


def is_forbidden_before(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether what stands before the phrase forbids to do at all what it says: "nobody may rate or comment"."""
    known = plain_words().forbidding
    sentence = _sentence_before(hit, read, text)
    match = known.before.search(sentence)
    if match is None or _is_circumstance(hit, read, text):
        return False
    if known.complaint.search(match.group()) and hit.phrase.split()[0] in known.complained_of:
        return False
    return not _is_of_some(text, read[hit.end - 1].end)


def is_forbidden_to_some(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether it is forbidden to visitors or for some things alone, so that who wishes for it elsewhere has it."""
    match = plain_words().forbidding.before.search(_sentence_before(hit, read, text))
    return match is not None and not plain_words().forbidding.to_all.search(match.group())


def doubtful(hit: Hit, hits: Sequence[Hit], refusals: Sequence[Hit], text: str) -> str:
    """The word of the phrase's clause that denies something, where nothing else of the clause is refused; or empty.

    A denial that belongs to one of the `hits` says what is wanted: "must not lose my data".
    """
    read = tokens(text)
    start, end = _clause(read[hit.start].start, text), _clause_end(read[hit.end - 1].end, text)
    if any(start <= read[other.start].start < end for other in refusals):
        return ""
    own = [(read[other.start].start, read[other.end - 1].end) for other in hits]
    denials = plain_words().forbidding.denying.finditer(text, start, end)
    return next((one.group() for one in denials if not any(a <= one.start() < b for a, b in own)), "")


def _ends_of_subject(hit: Hit, read: Sequence[Token], text: str) -> list[int]:
    """Where, after the phrase, that may end of which something is said: with its object, or with what is joined."""
    end = read[hit.end - 1].end
    ends = [end]
    if read[hit.end - 1].word.endswith("ing"):
        ends += [place for place in _after_object(end, text) if not _is_of_some(text[:place], end)]
    if _heads_clause(hit, read, text):
        for _ in range(_LISTED):
            if not (match := plain_words().forbidding.joined.match(text, end)):
                break
            end = match.end()
            ends.append(end)
    return ends


def _after_object(end: int, text: str) -> list[int]:
    """Ends of an object of one to three words behind a verb: deleting a film."""
    places: list[int] = []
    for _ in range(3):
        match = plain_words().forbidding.part_of_object.match(text, end)
        if match is None:
            break
        end = match.end()
        places.append(end)
    return places


def _heads_clause(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether nothing but articles and joined things stands before the phrase in its clause."""
    before = text[_clause(read[hit.start].start, text) : read[hit.start].start]
    return plain_words().forbidding.heads.fullmatch(before) is not None


def _is_circumstance(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether the sentence tells how things are now, or the clause when something is so."""
    sentence = _sentence_before(hit, read, text)
    clause = text[_clause(read[hit.start].start, text) : read[hit.start].start]
    from_now = plain_words().dismissing.from_now
    return bool(
        from_now & set(re.findall(r"\w+", sentence.casefold()))
        or plain_words().forbidding.conditions.search(clause)
    )


def _is_whole(text: str, end: int) -> bool:
    """Whether nothing behind a refusal says of what, for whom or when alone it holds."""
    rest = plain_words().forbidding.harmless.sub(" ", text[end : _clause_end(end, text)])
    return not plain_words().forbidding.some.search(rest)


def _is_of_some(text: str, start: int) -> bool:
    words = set(re.findall(r"\w+", text[start : _clause_end(start, text)].casefold()))
    return bool(words & (plain_words().of_some | plain_words().forbidding.partly))


def _sentence_before(hit: Hit, read: Sequence[Token], text: str) -> str:
    before = text[: read[hit.start].start]
    return before[max((match.end() for match in _SENTENCE_ENDS.finditer(before)), default=0) :]


def _clause(place: int, text: str) -> int:
    ends = plain_words().forbidding.clause_ends
    return max((match.end() for match in ends.finditer(text, 0, place)), default=0)


def _clause_end(place: int, text: str) -> int:
    match = plain_words().forbidding.clause_ends.search(text, place)
    return match.start() if match else len(text)
