"""What a text says it does not want: "no comments", "without ratings", "we don't need a cart"."""

import re
from collections.abc import Collection, Mapping, Sequence

from plans.catalog.contents import Feature, Library
from plans.catalog.reading.dismissing import dismisses, is_forbidden
from plans.catalog.reading.forbidding import (
    doubtful,
    is_forbidden_before,
    is_forbidden_behind,
    is_forbidden_to_some,
)
from plans.catalog.reading.phrases import Hit, Token, tokens
from plans.catalog.reading.plain_words import is_plain, plain_words
from plans.catalog.reading.refused_things import is_denied, is_narrowed, is_what_is_refused

NEAR = 3
"""Words before a phrase in which a negation takes it out of the wishes, whatever else the negation may mean."""
REACH = 12
"""Words before a phrase in which a refusal is looked for."""

_THING = 2
"""Words of a thing that is refused and not known."""

_BORDER = re.compile(r"[.!?;:()…•]|\n\s*\n|\s[-–—]\s")


def negated(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether the phrase is named only to say that it is not wanted, or that something is not so."""
    return refused(hit, read, text) or _is_near_negation(hit, read, text)


def refused(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether the text asks for the phrase's thing to be left out; "there is no search yet" does not."""
    return refusal_place(hit, read, text) is not None


def refusal_place(hit: Hit, read: Sequence[Token], text: str) -> int | None:
    """Place of the word that asks for the phrase's thing to be left out, or of its end where that follows it."""
    if plain_words().refusing.not_needed.match(text, read[hit.end - 1].end):
        return hit.end
    if is_forbidden_behind(hit, read, text):
        return hit.end
    if is_forbidden(hit, read, text) or is_forbidden_before(hit, read, text):
        return hit.start - 1
    place = _refusal_before(hit, read, text)
    return place if place is not None and is_what_is_refused(hit, place, read, text) else None


def refused_in_part(hit: Hit, read: Sequence[Token], text: str) -> bool:
    """Whether a refusal is of some such things alone: "no double bookings", "no comments from strangers"."""
    if is_forbidden_before(hit, read, text):
        return is_forbidden_to_some(hit, read, text)
    place = _refusal_before(hit, read, text)
    return place is not None and is_narrowed(hit, place, read)


def refused_features(
    hits: Sequence[Hit], read: Sequence[Token], text: str, accidental: Collection[str] = ()
) -> Mapping[str, str]:
    """Feature → the words that ask for it to be left out.

    `accidental`: phrases, in stems, that tell of a circumstance after a refusal and refuse no feature.
    """
    features = [hit for hit in hits if hit.meaning.kind == "feature"]
    wished = {hit.meaning.id for hit in features if not negated(hit, read, text)}
    words: dict[str, str] = {}
    for hit in features:
        is_of_some = hit.meaning.id in wished and refused_in_part(hit, read, text)
        if hit.phrase not in accidental and not is_of_some and refused(hit, read, text):
            words.setdefault(hit.meaning.id, hit.text)
    return words


def circumstances(read: Sequence[Token], text: str) -> set[int]:
    """Places of the words that tell how something is done, or what is past, and wish for nothing: "without typing"."""
    places: set[int] = set()
    for start, token in enumerate(read):
        following = read[start + 1].word if start + 1 < len(read) else ""
        if dismisses(start, read, text):
            places.add(start)
        if token.word == "without" or (token.word == "no" and following in plain_words().refusing.past):
            for place in range(start + 1, min(len(read), start + 1 + REACH)):
                is_other = read[place].word in plain_words().refusing.turns or read[place].word == "and"
                if is_other or ends_between(text, read[place - 1], read[place]):
                    break
                places.add(place)
    return places


def is_refusal(phrase: str) -> bool:
    """Whether a phrase begins with what refuses a thing: "no ads", "without breakfast"."""
    read = tokens(phrase)
    return len(read) > 1 and read[0].word in plain_words().refusing.bare


def bare_refusals(read: Sequence[Token], text: str, known: Collection[int]) -> list[str]:
    """Things that a "without" takes out and that are at none of the `known` places: "without ads".

    One with an article, or what is done, tells of a circumstance: "without a phone call", "without typing".
    """
    found: list[str] = []
    for start, token in enumerate(read):
        last = start
        while token.word == "without" and last + 1 < min(len(read), start + 1 + _THING):
            after = read[last + 1]
            if last + 1 in known or is_plain(after.word) or after.word.endswith("ing"):
                break
            if text[read[last].end : after.start] != " " or after.word in plain_words().refusing.joins:
                break
            last += 1
        if last > start and last + 1 not in known:
            found.append(text[token.start : read[last].end])
    return found


def remarks_on_refused(
    words: Mapping[str, str], kept: Collection[str], library: Library[Feature]
) -> list[str]:
    """That each refused feature is left out, or why it stays; `kept`: those that a reviewer asks for since."""
    told: list[str] = []
    for id, said in words.items():
        feature = library.features[id]
        if feature.base:
            told.append(f"“{said}” ({feature.title}) stays: every project is built on it.")
        elif id not in kept:
            told.append(f"“{said}” ({feature.title}) is left out, as you asked.")
    return told


def remarks_on_doubtful(
    hits: Sequence[Hit],
    refusals: Sequence[Hit],
    text: str,
    had: Collection[str],
    library: Library[Feature],
    uncovered: Collection[str],
) -> list[str]:
    """That a feature is in although its words stand in a clause that denies something, read as no refusal.

    What is denied in words that are listed as `uncovered` is told by them.
    """
    told: dict[str, str] = {}
    for hit in hits:
        is_had = hit.meaning.kind == "feature" and hit.meaning.id in had
        denial = doubtful(hit, hits, refusals, text) if is_had else ""
        if denial and not any(denial in phrase for phrase in uncovered):
            told.setdefault(
                hit.meaning.id,
                f"“{hit.text}” ({library.features[hit.meaning.id].title}) is in, though “{denial}” stands beside "
                "it: if it was refused, say “no …” or “without …”.",
            )
    return list(told.values())


def _refusal_before(hit: Hit, read: Sequence[Token], text: str) -> int | None:
    """Place of the word that refuses what follows it up to the phrase."""
    if _is_verb_of_refusal(hit, read):
        return None
    is_joined = False
    for place in range(hit.start - 1, max(-1, hit.start - 1 - REACH), -1):
        if ends_between(text, read[place], read[place + 1]):
            return None
        word = read[place].word
        if word == "and":
            if place != hit.start - 1:
                return None
            is_joined = True
        elif dismisses(place, read, text):
            return place
        elif _refuses(read, place):
            return None if is_joined and word == "no" else place
        elif (
            word in plain_words().refusing.turns
            and not _is_part_of_wanting(read, place)
            and (read[place - 1].word, word) not in plain_words().refusing.goes_on
        ):
            return None
    return None


def _is_verb_of_refusal(hit: Hit, read: Sequence[Token]) -> bool:
    """Whether the phrase belongs to the refusal itself: who does not like ratings says nothing about likes."""
    known = plain_words().refusing
    is_verb = hit.words == 1 and read[hit.start].word in known.to_want
    return is_verb and hit.start > 0 and read[hit.start - 1].word in known.denies


def _is_near_negation(hit: Hit, read: Sequence[Token], text: str) -> bool:
    known = plain_words().refusing
    for place in range(hit.start - 1, max(-1, hit.start - 1 - NEAR), -1):
        if ends_between(text, read[place], read[place + 1]):
            return False
        if read[place].word == "but":
            return False
        if read[place].word in known.negations:
            return not is_denied(place, read, text) and read[place + 1].word not in known.restricting
    return False


def ends_between(text: str, before: Token, after: Token) -> bool:
    """Whether a sentence, or a list of refused things, ends between two words."""
    gap = text[before.end : after.start]
    return bool(_BORDER.search(gap)) or (
        "," in gap and not plain_words().refusing.rest_of_list.match(text, before.end + gap.index(",") + 1)
    )


def _refuses(read: Sequence[Token], place: int) -> bool:
    """Whether a refusal stands at `place`."""
    word, before = read[place].word, read[place - 1].word if place else ""
    known = plain_words().refusing
    after = [token.word for token in read[place + 1 : place + 3] if token.word not in known.barely]
    if word == "no":
        is_telling = before in known.describing and not known.demanding & {
            t.word for t in read[max(0, place - 3) : place]
        }
        return not is_telling and not (after and after[0] in known.no_matter)
    if word in known.denies:
        things = plain_words().articles | known.before_a_thing
        return bool(after) and (after[0] in known.to_want or (before == "but" and after[0] in things))
    if word == "without" or (before, word) == ("w", "o"):
        return not _is_by_doing(read, place)
    return word in known.omitting | known.other | known.neither or (before, word) in known.in_two_words


def _is_by_doing(read: Sequence[Token], place: int) -> bool:
    """Whether "without" tells how: "without rating anything", and not "without rating"."""
    after = [token.word for token in read[place + 1 : place + 3]]
    return (
        len(after) > 1
        and after[0].endswith("ing")
        and after[1] not in plain_words().refusing.joins | {"please"}
    )


def _is_part_of_wanting(read: Sequence[Token], place: int) -> bool:
    """Whether a "to" belongs to the refusal: "don't want to have", "no need to have"."""
    known = plain_words().refusing
    return (
        read[place].word == "to"
        and place > 0
        and read[place - 1].word in known.to_want
        and place + 1 < len(read)
        and read[place + 1].word in known.to_have
    )
