"""The bars of a chart, known by what is drawn: boxes that begin on one line and are as long as their values say.

Charts are often drawn without anything around a bar and its words: the label and the value of a bar are then the words
that stand in its strip.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from agents.browser.grounding.contract import Candidate
from agents.browser.grounding.items import find_items
from agents.browser.grounding.known import Lists
from agents.browser.grounding.lexicon import lexicon, stems
from agents.browser.grounding.submits import PLACED
from agents.browser.snapshot import Box, Element, Snapshot

_FEWEST = 3
"""Bars from which a chart compares anything."""
_SLACK = 2
"""CSS pixels by which what is drawn alike may differ."""
_SEVERAL = 2
"""Candidates from which those are left out that show no chart."""
_LONG = 60
"""Letters of what is said of a chart that nothing names."""
_PICTURES = frozenset({"canvas", "image", "figure"})
_LISTED = frozenset({"row", "listitem", "article"})
_OUTER = ("body", "html", "main")


def means_bars(names: Sequence[str]) -> bool:
    """Whether the bars of a chart are looked for."""
    return any(set(stems(name)) & lexicon().items.bars for name in names)


def with_bars(
    snapshot: Snapshot, names: Sequence[str], scope: range, members: tuple[int, ...]
) -> tuple[int, ...]:
    """What repeats, or the bars that are drawn, where bars are looked for and do not stand each in one that repeats.

    One of another thickness is not among those drawn alike, and stands in one that repeats all the same.
    """
    bars = drawn_bars(snapshot, scope) if means_bars(names) else ()
    around = [next((member for member in members if snapshot.holds(member, bar)), None) for bar in bars]
    is_each = None not in around and len(set(around)) == len(bars)
    return members if is_each or not bars else bars


def with_drawn(
    snapshot: Snapshot, found: list[Candidate], lists: Lists, scope: range, least: float
) -> list[Candidate]:
    """Candidates for a chart that have something drawn in them, where one has; where nothing is called like it, what
    holds the bars that are drawn on the page, each with its words. So too where only their head is called like it.

    Bars that were seen before are drawn, too, when all of them have come to be of one length.
    """
    fitting = [c for c in found if c.score >= least]
    if not fitting:
        home = home_of_bars(snapshot, scope)
        return found if home is None else [*found, Candidate(home, PLACED, snapshot.text(home)[:_LONG])]
    empty = [c for c in fitting if not _has_drawing(snapshot, c.index, lists)]
    if len(empty) == len(fitting):
        return _beneath_their_head(snapshot, found, fitting, scope)
    return found if len(fitting) < _SEVERAL else [c for c in found if c not in empty]


def _beneath_their_head(
    snapshot: Snapshot, found: list[Candidate], fitting: list[Candidate], scope: range
) -> list[Candidate]:
    """The candidates, with what holds the bars for a head of theirs that names more or less than just them."""
    home = home_of_bars(snapshot, scope)
    if home is None:
        return found
    heads = [c for c in fitting if _is_head_of(snapshot, c.index, home)]
    if not heads:
        return found
    best = max(heads, key=lambda c: c.score)
    return [*(c for c in found if c not in heads), Candidate(home, best.score, best.said)]


def _is_head_of(snapshot: Snapshot, head: int, home: int) -> bool:
    """Whether it stands before what holds the bars, with buttons beside its words, or with a list in the same part."""
    element = snapshot.elements[head]
    if head >= home or element.parent < 0 or element.clickable:
        return False
    outer = snapshot.elements[element.parent]
    if not snapshot.holds(outer.index, home):
        return False
    if any(snapshot.elements[i].role in ("button", "tab") for i in snapshot.inside(head)):
        return outer.tag not in _OUTER
    others = (i for i in snapshot.inside(outer.index) if not snapshot.holds(home, i))
    is_heading = element.role == "heading"
    return is_heading and sum(snapshot.elements[i].role in _LISTED for i in others) >= _FEWEST


def _has_drawing(snapshot: Snapshot, index: int, lists: Lists) -> bool:
    scope = snapshot.within(index)
    if any(
        e.role in _PICTURES and not _is_icon(snapshot, e) for e in map(snapshot.elements.__getitem__, scope)
    ):
        return True
    seen = (kind for kind in lists.kinds if means_bars(kind))
    return bool(drawn_bars(snapshot, scope)) or any(
        find_items(snapshot, k, lists, scope).members for k in seen
    )


def _is_icon(snapshot: Snapshot, picture: Element) -> bool:
    """Whether it is drawn on something to press."""
    around = (snapshot.elements[i] for i in snapshot.ancestors(picture.index))
    return any(e.role in ("button", "link", "tab", "combobox") for e in around)


def home_of_bars(snapshot: Snapshot, scope: range) -> int | None:
    """The smallest container of all the bars that has words for each; None where no chart is drawn."""
    bars = drawn_bars(snapshot, scope)
    for index in snapshot.ancestors(bars[0]) if bars else ():
        if snapshot.elements[index].tag in _OUTER:
            return None
        if all(snapshot.holds(index, bar) for bar in bars):
            words = _words_in_strips(snapshot, bars, snapshot.elements[index])
            if all(any(map(str.isalpha, "".join(said))) for said in words):
                return index
    return None


def drawn_bars(snapshot: Snapshot, scope: range) -> tuple[int, ...]:
    """Indices of the bars of a chart in reading order; empty where nothing is drawn so."""
    drawn: dict[str, list[Element]] = defaultdict(list)
    for index in scope:
        element = snapshot.elements[index]
        if element.is_shown and element.end == index + 1 and not _says_more_than_a_value(snapshot, element):
            drawn[element.tag].append(element)
    charts = [
        bars
        for elements in drawn.values()
        for is_across in (True, False)
        for bars in _on_one_line(elements, is_across)
        if len(bars) >= _FEWEST and _are_bars(bars, is_across)
    ]
    best = max(charts, key=len, default=list[Element]())
    return tuple(bar.index for bar in best)


def words_of_bars(snapshot: Snapshot, bars: Sequence[int]) -> list[list[str]]:
    """Of each bar the words in its strip, in reading order, out of the smallest container that has a label for each."""
    found: list[list[str]] = [[] for _ in bars]
    for index in snapshot.ancestors(bars[0]):
        if not all(snapshot.holds(index, bar) for bar in bars):
            continue
        words = _words_in_strips(snapshot, bars, snapshot.elements[index])
        if all(any(map(str.isalpha, "".join(said))) for said in words):
            return words
        found = found if any(found) else words
    return found


def _words_in_strips(snapshot: Snapshot, bars: Sequence[int], chart: Element) -> list[list[str]]:
    boxes = [snapshot.elements[index].box for index in bars]
    is_across = _is_across(boxes)
    middles = [_middle(box, is_across) for box in boxes]
    reach = min((abs(b - a) for a, b in pairwise(sorted(middles))), default=0.0) / 2
    found: list[list[str]] = [[] for _ in bars]
    for piece in snapshot.pieces[chart.first_text : chart.last_text]:
        if piece.hidden or piece.owner < 0:
            continue
        at = _middle(snapshot.elements[piece.owner].box, is_across)
        nearest = min(range(len(bars)), key=lambda place: abs(middles[place] - at))
        if abs(middles[nearest] - at) <= reach:
            found[nearest].append(piece.words)
    return found


def _says_more_than_a_value(snapshot: Snapshot, element: Element) -> bool:
    return any(map(str.isalpha, snapshot.text(element.index)))


def _on_one_line(elements: Sequence[Element], is_across: bool) -> list[list[Element]]:
    """Elements by where they begin and how thick they are, as far as whole pixels tell."""
    lines: list[tuple[float, float, list[Element]]] = []
    for element in elements:
        box = element.box
        begins, thick = (box.x, box.height) if is_across else (box.bottom, box.width)
        for start, width, bars in lines:
            if abs(begins - start) <= _SLACK and abs(thick - width) <= _SLACK:
                bars.append(element)
                break
        else:
            lines.append((begins, thick, [element]))
    return [bars for _, _, bars in lines]


def _are_bars(bars: list[Element], is_across: bool) -> bool:
    """Whether they stand apart from each other along one line, and are not all of one length, as their tracks are."""
    lengths = [bar.box.width if is_across else bar.box.height for bar in bars]
    thick = [bar.box.height if is_across else bar.box.width for bar in bars]
    middles = sorted(_middle(bar.box, is_across) for bar in bars)
    apart = all(b - a >= max(thick) for a, b in pairwise(middles))
    return apart and max(lengths) - min(lengths) > _SLACK and min(thick) > _SLACK


def _is_across(boxes: Sequence[Box]) -> bool:
    """Whether bars lie from left to right, one beneath the other."""
    return len({round(box.x / _SLACK) for box in boxes}) <= 1


def _middle(box: Box, is_across: bool) -> float:
    return box.y + box.height / 2 if is_across else box.x + box.width / 2
