"""Names in a seed: what the product is called, and what kind of thing it is about."""

import re
from collections.abc import Callable

from plans.webapp.catalog.domain import ItemNoun
from plans.webapp.understanding.plain_words import plain_words

_CALLED = re.compile(
    r"(?:called|named|name(?:d)? it|call it|name is|name:|titled)\s+[\"“'‘]?"
    r"((?:[A-Z][\w'’]*|&|and|of|the|\d+)(?:\s+(?:[A-Z][\w'’]*|&|and|of|the|\d+)){0,4})"
)
_CUE = re.compile(
    r"\b(?:sell(?:s|ing)?|see|find|adopt|train|buy(?:ing)?|rent(?:s|ing|al of)?|track(?:s|ing)?|"
    r"keep track of|manag(?:e|ing)|collect(?:s|ing)?|organi[sz](?:e|ing)|brows(?:e|ing)|shar(?:e|ing)|"
    r"list(?:s|ing)? (?:of|all)|compar(?:e|ing)|review(?:s|ing)?|catalog(?:ue)? of|collection of|shop for|"
    r"store for|app for|website for|site for|about|my|our|all the|different|handmade|vintage|used|custom)\s+"
    r"((?:[a-z]+\s+){0,2}?)([a-z]{3,}s)\b",
    re.I,
)
BRAND_LENGTH = 40


def brand_in(text: str) -> str | None:
    """The product's name where the text says what it is called."""
    match = _CALLED.search(text)
    if not match:
        return None
    name = re.sub(r"(?:\s+(?:and|of|the|&|I))+$", "", match.group(1).strip(" \"“”'‘’.,"))
    return name if 2 < len(name) <= BRAND_LENGTH else None


def subject_in(text: str, is_known: Callable[[str], bool]) -> ItemNoun | None:
    """The plural noun that the text is about, where a word such as "sell" or "my" points at one that nobody knows."""
    telling_nothing = plain_words().common_plurals | plain_words().stopwords
    for match in _CUE.finditer(text):
        noun = match.group(2).casefold()
        if noun in telling_nothing or is_known(noun) or noun.endswith(("ss", "us", "is", "ings")):
            continue
        return ItemNoun(singular=singular(noun), plural=noun)
    return None


def singular(plural: str) -> str:
    """`candles` as `candle`, `batteries` as `battery`, `watches` as `watch`."""
    if plural.endswith("ies") and len(plural) > 4:
        return plural[:-3] + "y"
    if plural.endswith(("ches", "shes", "sses", "xes", "zes")):
        return plural[:-2]
    return plural[:-1]
