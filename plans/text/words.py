"""Words of a text, and whether quoted words stand in it.

A quoted word is found as a whole word, in any capitals; a possessive ('s) behind it does not matter, and neither does
the kind of blank between the words of a phrase. Nothing else is taken for the same word: the inflections that count are
listed.
"""

import re
from collections.abc import Collection
from functools import lru_cache

from plans.errors import AuthorError

_WORD = re.compile(r"[^\W_]+(?:['.,:-](?=[^\W_])[^\W_]+)*")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3}|_{1,3})(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_PLAIN = str.maketrans({"‘": "'", "’": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', " ": " ", "‑": "-"})


def plain(text: str) -> str:
    """The text with straight quotation marks, ordinary blanks and line ends, and without marks of emphasis."""
    text = text.translate(_PLAIN).replace("\r\n", "\n").replace("\r", "\n")
    return _EMPHASIS.sub(r"\2", text) if "*" in text or "_" in text else text


def words(text: str) -> list[str]:
    """Words as they are counted: `sea-salt`, `it's`, `3.5` and `14:30` are one each, and a mark alone is none."""
    return _WORD.findall(text)


def finder(forms: Collection[str]) -> re.Pattern[str]:
    """Finds any of the words or phrases; AuthorError where there is none, since that would find everything."""
    return _finder(tuple(forms), re.IGNORECASE)


def exact_finder(phrase: str) -> re.Pattern[str]:
    """Finds a phrase that is quoted as exact: its capitals count, and it ends where a word ends."""
    return _finder((phrase,), re.NOFLAG)


def mentions(text: str, forms: Collection[str]) -> bool:
    """Whether any of the words or phrases stands in the text."""
    return finder(forms).search(text) is not None


def first_mention(text: str, form: str) -> int | None:
    """Where a word or phrase first stands."""
    found = finder((form,)).search(text)
    return None if found is None else found.start()


@lru_cache(maxsize=8192)
def _finder(forms: tuple[str, ...], flags: int) -> re.Pattern[str]:
    if not forms or not all(form.strip() for form in forms):
        raise AuthorError(
            f"A constraint names no word in {forms!r}, so that any text would do. Name the words."
        )
    options = "|".join(r"\s+".join(map(re.escape, form.split())) for form in forms)
    return re.compile(rf"(?<!\w)(?:{options})(?!\w)", flags)
