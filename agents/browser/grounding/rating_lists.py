"""Lists to choose a rating from, where others have stars to press: "rate…", "★ 1", "★★ 2"."""

from collections.abc import Iterator

from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stars import SIGNS, SIZES, star_number
from agents.browser.grounding.stemming import stems
from agents.browser.snapshot import Element, Snapshot


def rating_lists(snapshot: Snapshot, scope: range) -> Iterator[Element]:
    """The native lists of a part of a page that offer one star to the last, and say so."""
    return (e for i in scope if is_rating_list(e := snapshot.elements[i]))


def is_rating_list(element: Element) -> bool:
    """Whether a native list offers one star, two, and so on; numbers alone are amounts where nothing rates."""
    if element.tag != "select" or element.unseen:
        return False
    offered = [(option.text, n) for option in element.options if (n := star_number(option.text)) is not None]
    numbers = [number for _, number in offered]
    if sorted(numbers) != list(range(1, len(numbers) + 1)) or len(numbers) not in SIZES:
        return False
    around = f"{element.name} {element.title} {element.tokens}"
    said = " ".join(option.text for option in element.options)
    return bool(lexicon().rates.says & set(stems(f"{around} {said}"))) or any(sign in said for sign in SIGNS)


def place_of(element: Element, number: int) -> int | None:
    """The place of a number of stars among the options of a list."""
    places = (i for i, option in enumerate(element.options) if star_number(option.text) == number)
    return next(places, None)
