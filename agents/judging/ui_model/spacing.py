"""Words of a page as they are compared."""


def spaced(text: str) -> str:
    """The words with one blank wherever there is white space."""
    return " ".join(text.split())
