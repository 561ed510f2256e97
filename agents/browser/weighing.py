"""Documents that are too large to be looked at, as their servers announce them."""

from playwright.async_api import Response

from plans.errors import PageUnresponsive


def refuse_heavy(answer: Response | None, most: int, doing: str) -> None:
    """Raises PageUnresponsive for a document of more than `most` bytes."""
    weight = _weight(answer)
    if weight > most:
        raise PageUnresponsive(
            f"The document is {weight / 1e6:.0f} MB large and was not waited for while {doing}: one of more than "
            f"{most / 1e6:.0f} MB keeps a browser busy for longer than visitors wait. Serve what is large in files "
            "of its own."
        )


def _weight(answer: Response | None) -> int:
    """Bytes of a document as its server announces them; 0 where it does not."""
    said = answer.headers.get("content-length", "") if answer else ""
    return int(said) if said.isdecimal() else 0
