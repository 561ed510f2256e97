"""The words by which a seed or a note is read: those that say nothing about what is wanted, and those that tell."""

import re
from functools import cache
from pathlib import Path
from typing import ClassVar

from plans.catalog.reading.word_lists import (
    CommandingWords,
    DismissingWords,
    ForbiddingWords,
    NamingWords,
    RefusingWords,
    SpellingWords,
    WishingWords,
)
from plans.files import read_record
from plans.records.base import FileRecord


class PlainWords(FileRecord):
    """`plain_words.yaml`."""

    SCHEMA: ClassVar[str] = "plain-words"

    stopwords: frozenset[str]
    """Words that carry no wish of their own."""
    common_plurals: frozenset[str]
    """Plurals that name no subject: things, people, details."""
    subjects: frozenset[str] = frozenset()
    """Plurals that name a subject though other forms of the word mean something else: books, which is not to book."""
    nouns_too: frozenset[str] = frozenset()
    """Words that ask for a feature where they are verbs, and name a thing where they are nouns."""
    things_too: frozenset[str] = frozenset()
    """Plurals that ask for a feature where something else does too, and name things by themselves: vinyl records."""
    before_verbs: frozenset[str] = frozenset()
    """Words behind which one of those is a verb: an app that records."""
    after_nouns: frozenset[str] = frozenset()
    """Words before which one of those is a noun: a book club."""
    of_no_subject: frozenset[str] = frozenset()
    """Words before a shop or library that say how or whose it is, and not what is in it."""
    of_no_refusal: frozenset[str] = frozenset()
    """Phrases, in stems, after a "no" or "without" that tell of a circumstance and refuse no feature."""
    of_no_thing: frozenset[str] = frozenset()
    """Words beside a refused thing that make no other thing of it, and no part: a cart feature, a stupid cart."""
    of_no_domain: frozenset[str] = frozenset()
    """Forms of a verb that name no subject though a noun of its kind does: happens, which is no happening."""
    of_no_wish: frozenset[str] = frozenset()
    """Common words that tell of a mood, a person or a change and, standing alone in a clause, wish for nothing."""
    of_people: frozenset[str] = frozenset()
    """Words for those who use an app, who own it, or who are with them: members, our pupils."""
    of_the_medium: frozenset[str] = frozenset()
    """Words for an app as such, and for what every page is made of: site, button."""
    of_having: frozenset[str] = frozenset()
    """Verbs that add nothing to what is served: a list that shows, a quiz that counts the score."""
    of_several: frozenset[str] = frozenset()
    """Words that ask for a feature in the plural alone: a quiz has questions, and somebody asks me a question."""
    of_kinds: frozenset[str] = frozenset()
    """Words that ask for something, and for nothing before an "of": some sort of list."""
    languages: dict[str, frozenset[str]] = {}
    """Language → little words by which a text in it is known."""
    of_some: frozenset[str] = frozenset()
    """Words that leave a forbidden thing itself alone: who cannot book twice can book."""
    of_doing: frozenset[str] = frozenset()
    """Words that name no subject before an article, where they are verbs: who runs a shop, goes on no run."""
    articles: frozenset[str]
    spelling: SpellingWords
    refusing: RefusingWords
    dismissing: DismissingWords
    forbidding: ForbiddingWords
    commanding: CommandingWords
    wishing: WishingWords
    naming: NamingWords


def is_plain(word: str, *, of_what_is_served: bool = False) -> bool:
    """Whether a word wishes for nothing; `of_what_is_served`: nothing beyond the served thing that it is said of."""
    words = plain_words()
    base = re.sub(r"(?:['’](?:s|re|ll|d|ve|m)|n['’]t)$", "", word)
    kinds = [words.stopwords, words.of_no_wish, words.of_people, words.of_the_medium]
    if of_what_is_served:
        kinds.append(words.of_having)
    return any(one in kind for kind in kinds for one in (word, base))


@cache
def plain_words() -> PlainWords:
    """The words; read once."""
    return read_record(Path(__file__).with_name("plain_words.yaml"), PlainWords)
