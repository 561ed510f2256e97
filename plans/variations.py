"""The record of an item's variations on disk: among its alternatives, so that it goes when they are made anew."""

from pathlib import Path

from plans.files import clear, read_record, write_record
from plans.items import write_files
from plans.paths import ItemPaths
from plans.records.project import KINDS, Lack, LaidOver, Project, Variations


def variations_file(paths: ItemPaths) -> Path:
    """Where it lies."""
    return paths.alternatives / "variations.yaml"


def read_variations(paths: ItemPaths) -> Variations | None:
    """None of an item that a catalog made, or that was made before such a record was kept; raises InvalidFile."""
    place = variations_file(paths)
    return read_record(place, Variations) if place.exists() else None


def write_variations(paths: ItemPaths, alternatives: tuple[LaidOver, ...], variations: Variations) -> None:
    """Write the alternatives with their record, in the place of those that lay there."""
    clear(paths.alternatives)
    for laid_over in alternatives:
        folder = paths.alternative(laid_over.alternative.name)
        write_record(folder / "alternative.yaml", laid_over.alternative)
        write_files(folder / "files", laid_over.files)
    write_record(variations_file(paths), variations)


def lacks(paths: ItemPaths, project: Project) -> tuple[Lack, ...]:
    """Which alternatives an item by a model lacks, and why; raises InvalidFile."""
    made = {one.alternative.kind for one in project.alternatives}
    variations = read_variations(paths)
    known = {lack.kind: lack for lack in variations.lacking} if variations else {}
    return tuple(
        known.get(kind) or Lack(kind=kind, code="not recorded", detail="the item does not say why")
        for kind in KINDS
        if kind not in made
    )
