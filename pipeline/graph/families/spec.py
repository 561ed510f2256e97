"""Specification of a family that is being written, kept beside its checkpoints for a later process."""

from typing import ClassVar

from pydantic import Field

from plans.errors import AuthorError, RunMismatch
from plans.families import is_family_folder
from plans.files import read_record, write_record, write_text
from plans.paths import FamilyPaths
from plans.records.base import FileRecord
from plans.records.plan import TaskSpecification


class FamilySpec(FileRecord):
    """`family.json`: every setting that decides what becomes of a family."""

    SCHEMA: ClassVar[str] = "family-authoring"

    family: str
    task: TaskSpecification
    """What it is to measure."""
    mends: int = Field(default=2, ge=0, le=10)
    """How often a model is shown what is wrong with a part that it wrote, before it is given up."""


def begin_family(paths: FamilyPaths, spec: FamilySpec) -> None:
    """Take up `spec` in this folder, anew or where it was left; call it under the folder's lock.

    Raises RunMismatch where another task was begun there, and AuthorError where somebody else's family lies there.
    """
    if not paths.family_spec.exists():
        if is_family_folder(paths.root):
            raise AuthorError(
                f"{paths.root} holds a family that was not begun by a model, and it would be overwritten. Leave --task "
                "and --author out to draw instances of it, or name another family."
            )
        write_text(paths.authoring / ".gitignore", "*\n")
        write_record(paths.family_spec, spec)
        return
    before = read_family_spec(paths)
    if before != spec:
        fields = [name for name in FamilySpec.model_fields if getattr(before, name) != getattr(spec, name)]
        raise RunMismatch(
            f"{paths.root} was begun with another {' and another '.join(fields)}. Repeat the first command to finish "
            "it, name another family, or delete the folder to begin again."
        )


def read_family_spec(paths: FamilyPaths) -> FamilySpec:
    """The spec in a family's folder; raises InvalidFile."""
    return read_record(paths.family_spec, FamilySpec)


def has_draft(paths: FamilyPaths) -> bool:
    """Whether a part of a family that is not released lies there."""
    return is_begun(paths) and not is_family_folder(paths.root) and paths.family_draft.is_dir()


def is_begun(paths: FamilyPaths) -> bool:
    """Whether models write, or wrote, a family there."""
    return paths.family_spec.is_file()
