"""`benchwright author --author model` of a family of instances that is not there yet: models write it first."""

from collections.abc import Mapping
from pathlib import Path

from agents.families.folder import NAME
from pipeline.cli.elsewhere import families_folder
from pipeline.cli.family_report import tell_family
from pipeline.cli.modelling import ModelOrder
from pipeline.cli.output import open_console
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.families import written_family
from pipeline.cli.wiring.instances import refuse_built_in_name
from pipeline.cli.wiring.reviewers import ReviewMode, reviewer_for
from pipeline.graph.families.spec import FamilySpec, is_begun, read_family_spec
from pipeline.graph.seeds import read_task
from plans.errors import AuthorError
from plans.instance_families import is_family_folder
from plans.paths import FamilyPaths

FAMILY_TAKES = ("author", "task", "refinements")
"""Options of `author` that say how a family is written."""


class FamilyOrder(ModelOrder):
    """Those options by name, with the others that mean something for it."""

    family: str
    task: Path | None
    refinements: int
    review: ReviewMode
    as_json: bool


def write_family(given: Mapping[str, object]) -> int | None:
    """Have models write the family, by the options of `author`; None when it is released, so that instances can be
    drawn, else the exit code.
    """
    order = FamilyOrder.model_validate({name: given[name] for name in FamilyOrder.model_fields})
    paths = FamilyPaths(_place(order.family))
    console = open_console(stderr=True)
    spec = _spec(order, paths)
    if is_family_folder(paths.root) and is_begun(paths) and read_family_spec(paths) == spec:
        return None
    reviewer = reviewer_for(order.review, console)
    report = run_until_stopped(written_family(paths, spec, order, reviewer, console))
    code = tell_family(report, paths, console, as_json=order.as_json and report.status != "ready")
    return None if report.status == "ready" else code


def _place(family: str) -> Path:
    """Where the family is to lie."""
    folder = families_folder()
    if folder is None:
        raise AuthorError(
            f"The family {family!r} is there, and nothing of it is left for a model to write. Leave --author out; a "
            "family of your own is written into a folder that you name with --families DIR."
        )
    refuse_built_in_name(family)
    if not NAME.fullmatch(family):
        raise AuthorError(
            f"{family!r} is no name for a family: its folder is a package of Python. Use small letters, digits and "
            "underscores, a letter first."
        )
    return folder / family


def _spec(order: FamilyOrder, paths: FamilyPaths) -> FamilySpec:
    if order.task is None and is_begun(paths):
        return read_family_spec(paths)
    if order.task is None:
        raise AuthorError(
            "--task is missing: a file that says what the family is to measure, in plain words, or a YAML file with "
            "`task` and example `pairs`. Without it nobody knows what to write."
        )
    return FamilySpec(family=order.family, task=read_task(order.task), mends=order.refinements)
