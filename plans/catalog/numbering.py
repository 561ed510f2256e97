"""Ids of a project's requirements."""

from collections.abc import Iterable


def requirement_ids(leaves: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """`feature.leaf` → its id in the PRD: features are numbered in their order, leaves within them.

    `leaves`: each feature with the leaf requirements that the project has of it.
    """
    return {
        f"{feature}.{leaf}": f"R{number}.{place}"
        for number, (feature, own) in enumerate(leaves, 1)
        for place, leaf in enumerate(own, 1)
    }
