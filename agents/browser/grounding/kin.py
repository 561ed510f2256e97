"""Entries that were seen, known again in a narrower window and in another view; and what says that there are none."""

from collections.abc import Sequence
from dataclasses import replace

from agents.browser.grounding.groups import Group
from agents.browser.grounding.known import ItemShape
from agents.browser.grounding.lexicon import lexicon
from agents.browser.snapshot import Element, Snapshot

_COMPARED = 8
"""Entries that are looked into: some have parts that others lack."""
_READ = 400
"""Entries whose words are read: the one that is alone in another view may be any of them."""
_SHARED = 2
"""Parts in common from which entries in another place may be of a kind that was seen."""
_ALIKE = 0.6
"""Share of all their parts that entries of one kind have in common, wherever they stand."""


def learnt(snapshot: Snapshot, group: Group) -> ItemShape:
    """What entries look like, with what they are made of and what they say."""
    return replace(
        group.shape,
        parts=_parts(snapshot, group.members),
        said=_words(snapshot, group.members),
        width=snapshot.width,
    )


def known_again(
    snapshot: Snapshot, groups: Sequence[Group], known: ItemShape, beside: frozenset[ItemShape]
) -> list[Group]:
    """The groups that are entries of a kind that was seen; `beside` are those that stood beside it and are another."""
    same = [g for g in groups if g.shape == known]
    if same:
        return same
    is_narrow = snapshot.width < known.width
    narrowed = [
        g
        for g in groups
        # A list of those that are marked may leave columns out; the table of something else says other words.
        if g.shape.is_narrowed(known) and (is_narrow or _is_said(snapshot, g, known))
    ]
    if len(narrowed) > 1:
        # The rows of another table may now have as many columns.
        shares = [len(_words(snapshot, g.members) & known.said) for g in narrowed]
        narrowed = [g for g, share in zip(narrowed, shares, strict=True) if share == max(shares)]
    if is_narrow and not narrowed:
        # A table without room for its head is laid out as cards.
        narrowed = [g for g in groups if _says_the_same(snapshot, g, known)]
    return narrowed or [g for g in groups if g.shape not in beside and _is_kin(snapshot, g, known)]


def says_none(snapshot: Snapshot, group: Group, known: ItemShape) -> bool:
    """Whether it is what stands alone where the entries stood: words, and nothing that the entries are made of."""
    if len(group.members) != 1 or group.shape.container != known.container:
        return False
    member = snapshot.elements[group.members[0]]
    inner = [snapshot.elements[i] for i in snapshot.inside(member.index)]
    if member.clickable or any(e.clickable or e.is_field for e in inner):
        return False
    return bool(lexicon().items.none & set(member.tokens.lower().split())) or bool(
        known.parts and not known.parts & _parts(snapshot, group.members)
    )


def _says_the_same(snapshot: Snapshot, group: Group, known: ItemShape) -> bool:
    is_built_so = group.shape.signature == known.signature and len(group.members) > 1
    return is_built_so and _is_said(snapshot, group, known)


def _is_said(snapshot: Snapshot, group: Group, known: ItemShape) -> bool:
    said = _words(snapshot, group.members)
    return len(said & known.said) > _ALIKE * len(said)


def _is_kin(snapshot: Snapshot, group: Group, known: ItemShape) -> bool:
    """Whether entries stand in another container and are made as those were: a list of those that are marked."""
    if (group.shape.signature, group.shape.columns) != (known.signature, known.columns):
        return False
    parts = _parts(snapshot, group.members)
    shared = parts & known.parts
    return len(shared) >= _SHARED and len(shared) >= _ALIKE * len(parts | known.parts)


def _parts(snapshot: Snapshot, members: Sequence[int]) -> frozenset[str]:
    return frozenset(
        _part(snapshot.elements[i]) for m in members[:_COMPARED] for i in snapshot.inside(m) if i != m
    )


def _words(snapshot: Snapshot, members: Sequence[int]) -> frozenset[str]:
    return frozenset(word for m in members[:_READ] for word in snapshot.text(m).split())


def _part(element: Element) -> str:
    """Its tag and what it is first called, but for what numbers it."""
    called = (token for token in element.tokens.split() if not any(map(str.isdigit, token)))
    return f"{element.tag}.{next(called, '')}"
