"""What a seed calls its product."""

from plans.catalog.reading.plain_words import plain_words

LENGTH = 40
"""Characters of the longest name."""


def brand_in(text: str) -> str | None:
    """The product's name where the text says what it is called."""
    match = plain_words().naming.called.search(text)
    if not match:
        return None
    name = plain_words().naming.loose_ends.sub("", match.group(1).strip(" \"“”'‘’.,"))
    return name if 2 < len(name) <= LENGTH else None


def naming_in(text: str) -> str | None:
    """The words by which the text says what the product is called, the name itself at their end."""
    match, name = plain_words().naming.called.search(text), brand_in(text)
    if match is None or name is None:
        return None
    return text[match.start() : text.index(name, match.start()) + len(name)]
