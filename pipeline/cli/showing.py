"""An item's reference, or what differs from it, as a folder that can be served."""

from collections.abc import Collection, Generator
from contextlib import contextmanager
from pathlib import Path

from plans.errors import AuthorError
from plans.items import read_project, write_files
from plans.patches import apply_patch
from plans.paths import ItemPaths
from plans.records.project import Files, Project
from plans.references import reference_of
from plans.scratch import scratch


@contextmanager
def what_to_show(item: Path, *, mutant: str | None, alternative: str | None) -> Generator[Path]:
    """A temporary folder with the files to serve; AuthorError names what there is when a name is unknown."""
    project = read_project(ItemPaths(item.resolve()))
    with scratch("show") as folder:
        write_files(folder, _files(project, mutant, alternative))
        yield folder


def _files(project: Project, mutant: str | None, alternative: str | None) -> Files:
    reference = reference_of(project, "there is nothing to show of it but prd.md and query.yaml beside it")
    if mutant is not None:
        patches = {planted.mutant.id: planted.patch for planted in project.mutants}
        if mutant not in patches:
            raise _unknown(project, "mutant", mutant, patches)
        return apply_patch(reference, patches[mutant])
    if alternative is not None:
        overlays = {laid_over.alternative.name: laid_over.files for laid_over in project.alternatives}
        if alternative not in overlays:
            raise _unknown(project, "alternative", alternative, overlays)
        return {**reference, **overlays[alternative]}
    return reference


def _unknown(project: Project, kind: str, name: str, known: Collection[str]) -> AuthorError:
    there = f"Name one of {', '.join(known)}" if known else f"It has none at all: leave out --{kind}"
    return AuthorError(f"{project.id} has no {kind} {name!r}, so there is nothing to show. {there}.")
