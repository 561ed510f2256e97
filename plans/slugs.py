"""Ids made by program of words that people or models wrote, so that no text chooses a path; and the known id that a
misspelt one may have meant.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable
from itertools import chain, count

from rapidfuzz import fuzz, process, utils

from plans.records.base import is_folder_name

LONGEST_ID = 40
"""Characters of an id that is made of a title, before a number is set behind it."""
_UNPARTED = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
"""Latin letters that Unicode does not part into a plain letter and an accent."""

ALIKE = 70
"""Percent of likeness (rapidfuzz's ratio) from which on a name may have been meant by another."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A sentence with the known name that is most like this one, to be put behind an error; empty where none is."""
    found = process.extractOne(
        name, list(known), scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=ALIKE
    )
    return f" Did you mean {found[0]!r}?" if found else ""


def slug(words: str) -> str:
    """The words in Latin letters and digits, small and without accents, with dashes between them: "Café Müßig's Shop"
    is `cafe-mussigs-shop`. Empty where there are none.
    """
    return "-".join(word for word in re.findall(r"[^\W_]+", _plain_letters(words)) if word.isascii())


def new_id(words: str, taken: Collection[str], longest: int = LONGEST_ID, otherwise: str = "item") -> str:
    """An id of the first whole words that fit, which can be a folder's name anywhere and is none of `taken`; of
    `otherwise` where there are no words.
    """
    stem = ""
    for word in slug(words).split("-"):
        longer = f"{stem}-{word}" if stem else word[:longest]
        if len(longer) > longest:
            break
        stem = longer
    stem = stem or otherwise
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    return next(name for name in names if is_folder_name(name) and name not in taken)


def _plain_letters(text: str) -> str:
    """`text` in small letters without accents; "don't" is one word."""
    parted = unicodedata.normalize("NFKD", text.casefold().translate(_UNPARTED))
    return "".join(letter for letter in parted if not unicodedata.combining(letter) and letter not in "'’")
