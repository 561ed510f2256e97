"""Groups of stars: four to six alike side by side, that show a rating or take one."""

from collections.abc import Iterator
from dataclasses import dataclass

from agents.browser.grounding.lexicon import lexicon
from agents.browser.grounding.stemming import split_words, stems
from agents.browser.snapshot import Element, Snapshot
from plans.records.values import number_in

SIZES = range(4, 7)
_FULL, _HOLLOW = "★⭐🌟", "☆✩"
SIGNS = _FULL + _HOLLOW
_STATES = frozenset({"checked", "pressed", "selected", "current"})


@dataclass(frozen=True, slots=True)
class StarGroup:
    """Stars side by side."""

    container: Element
    stars: tuple[Element, ...]

    @property
    def takes_rating(self) -> bool:
        """Whether its stars can be pressed."""
        return all(star.clickable for star in self.stars)

    @property
    def is_named(self) -> bool:
        """Whether its stars say which they are."""
        return any(star_number(star.name) is not None for star in self.stars)

    def holds(self, index: int) -> bool:
        """Whether an element is its container, one of its stars, or inside of one."""
        return index == self.container.index or any(star.index <= index < star.end for star in self.stars)

    def rates(self, label: Element) -> bool:
        """Whether it is the value of a label: behind it in its line, or behind words for a rating."""
        if self.stars[0].index < label.end:
            return False
        box = self.container.box if self.container.box.area else self.stars[0].box
        is_beside = label.box.y < box.bottom and box.y < label.box.bottom
        return is_beside or bool(lexicon().rates.says & set(stems(label.name)))


def star_groups(snapshot: Snapshot, scope: range) -> Iterator[StarGroup]:
    """Groups whose stars all stand in a part of the page, in reading order."""
    for index in scope:
        children = [snapshot.elements[i] for i in snapshot.children.get(index, [])]
        alike = [e for e in children if (e.is_shown or e.role == "radio") and _is_star(snapshot, e)]
        # Of hidden radio buttons and their labels, the radio buttons are operated.
        stars = tuple([e for e in alike if e.role == "radio"] or _radios_in(snapshot, alike) or alike)
        if len(stars) in SIZES and _are_stars(snapshot, snapshot.elements[index], stars):
            yield StarGroup(snapshot.elements[index], stars)


def filled(snapshot: Snapshot, group: StarGroup) -> int | None:
    """How many of its stars are filled; None where their texts, states and classes do not tell."""
    if group.container.source == "aria" and (given := lexicon().rates.given.search(group.container.name)):
        said = number_in(given[0]) or 0.0
        return int(said) if said == int(said) and said <= len(group.stars) else None
    for marks in (_by_state(snapshot, group), _by_sign(snapshot, group), _by_class(snapshot, group)):
        if marks is not None:
            return marks
    return None


def star_number(name: str) -> int | None:
    """Which star a name means: 2 for "2 stars", "★★ 2 stars", "Rate 2" and "two"; None: none in particular."""
    found = lexicon().rates.star.match(name.strip(" ★☆⭐"))
    return None if found is None else lexicon().rates.numbers.get(found[1].casefold()) or int(found[1])


def means_rating(name: str) -> bool:
    """Whether a name means the giving of a rating rather than one star of it."""
    return bool(lexicon().rates.gives & set(stems(name))) and star_number(name) is None


def _radios_in(snapshot: Snapshot, labels: list[Element]) -> list[Element]:
    """The radio buttons that stand one in each label; none where one of them has none."""
    found = [
        next((i for i in snapshot.inside(e.index) if snapshot.elements[i].role == "radio"), None)
        for e in labels
    ]
    return [snapshot.elements[i] for i in found if i is not None] if None not in found else []


def _is_star(snapshot: Snapshot, element: Element) -> bool:
    text = snapshot.text(element.index)
    if text:
        return text in _FULL or text in _HOLLOW or star_number(element.name or text) is not None
    return star_number(element.name) is not None or "star" in _code(snapshot, element)


def _are_stars(snapshot: Snapshot, container: Element, stars: tuple[Element, ...]) -> bool:
    """Numbers alone are pages or amounts, unless something calls them a rating."""
    if any(star_number(star.name) is None or "star" in stems(star.name) for star in stars):
        return True
    if all(star.role == "radio" for star in stars):
        # One of several numbers in a row is chosen, as neither pages nor amounts are.
        return [star_number(star.name) for star in stars] == list(range(1, len(stars) + 1))
    around = f"{container.tokens} {container.name} {' '.join(star.tokens for star in stars)}"
    return bool(lexicon().rates.says & set(stems(around)))


def _by_state(snapshot: Snapshot, group: StarGroup) -> int | None:
    """One chosen of several, or all up to the one that was pressed."""
    own = [snapshot.elements[i] for star in group.stars for i in snapshot.within(star.index)]
    radios = [e for e in own if e.role == "radio"]
    if len(radios) == len(group.stars):
        chosen = [place for place, radio in enumerate(radios, 1) if "checked" in radio.states]
        return chosen[0] if len(chosen) == 1 else 0 if not chosen else None
    marked = [bool(_STATES & star.states) for star in group.stars]
    if sum(marked) == 1:
        return marked.index(True) + 1
    return _prefix(marked)


def _by_sign(snapshot: Snapshot, group: StarGroup) -> int | None:
    signs = [snapshot.text(star.index) for star in group.stars]
    if not all(signs) or not any(sign in _HOLLOW for sign in signs):
        return None
    full = [sign in _FULL for sign in signs]
    return 0 if not any(full) else _prefix(full)


def _by_class(snapshot: Snapshot, group: StarGroup) -> int | None:
    on, off = _marks()
    codes = [_code(snapshot, star) for star in group.stars]
    common = frozenset[str].intersection(*codes)
    told = _prefix([bool(on & (code - common)) for code in codes])
    if told is not None:
        return told
    if any(off & (code - common) for code in codes):
        return _prefix([not off & (code - common) for code in codes])
    if on & common:
        return len(codes)
    return 0 if off & common else None


def _marks() -> tuple[frozenset[str], frozenset[str]]:
    """Classes of stars that are filled, and of those that are not."""
    rates, states = lexicon().rates, lexicon().states
    return rates.full.union(states.chosen, states.pressed), rates.hollow.union(states.off)


def _prefix(marked: list[bool]) -> int | None:
    """How many are marked, when those are the first ones; None when none is."""
    count = sum(marked)
    return count if count and all(marked[:count]) else None


def _code(snapshot: Snapshot, element: Element) -> frozenset[str]:
    inner = (snapshot.elements[i] for i in snapshot.within(element.index))
    return frozenset(word for e in inner for word in split_words(f"{e.tokens} {e.icon}".replace("-", " ")))
