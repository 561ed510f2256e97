"""`benchwright author` of a family of instances."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

import click
from click.core import ParameterSource

from pipeline.cli.author_family import FAMILY_TAKES, write_family
from pipeline.cli.elsewhere import families_folder
from pipeline.cli.instances import refuse_others
from pipeline.cli.making_instances import MODEL_OPTIONS, InstancesOrder, authored_suite, tell_authored
from pipeline.cli.naming import usual_name
from pipeline.cli.output import open_console
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.reviewers import ReviewMode, reviewer_for
from pipeline.commands import command_line
from pipeline.instances.spec import SuiteOrder, kept_spec
from plans.errors import AuthorError
from plans.items import read_suite
from plans.paths import SuitePaths

WHAT = ("seeds", "family", "n", "settings", "random_seed", "with_model", "review")
WHERE = ("out", "name", "version", "licence", "jobs", "as_json")
AUTHOR_TAKES = (*WHAT, *WHERE, *MODEL_OPTIONS)
"""Options of `author` that mean something for a family of instances."""
USUAL = 100
"""Instances that are made where nobody says how many."""
MOST_JOBS = 8
"""Processes that are started at most where nobody says how many."""


class AuthorInstances(InstancesOrder):
    """The options of `benchwright author` for a family of instances, by name."""

    family: str
    n: int
    settings: dict[str, str]
    out: Path
    review: ReviewMode
    random_seed: int
    name: str | None
    version: str
    licence: str

    @property
    def kept(self) -> SuiteOrder:
        """What of it decides the suite, whenever its plan is decided."""
        return SuiteOrder(
            name=self.suite_name,
            version=self.version,
            family=self.family,
            licence=self.licence,
            random_seed=self.random_seed,
            settings=self.settings,
            n=self.n,
            with_model=self.with_model,
            max_cost=self.max_cost,
            max_tokens=self.max_tokens,
            replay="" if self.replay is None else str(self.replay.resolve()),
        )

    @property
    def suite_name(self) -> str:
        return self.name or usual_name(self.out)


def author_instances(ctx: click.Context, given: Mapping[str, object]) -> int:
    """Make a suite of instances, by the options of `author`; gives the exit code."""
    if given["seeds"] is not None:
        meant = (
            "--family",
            str(given["family"]),
            "--n",
            str(given["n"] or USUAL),
            "--out",
            str(given["out"]),
        )
        raise AuthorError(
            f"{given['seeds']} would be read by nobody: instances of {given['family']} are drawn from the family's "
            f"plan, and not authored from seeds. Leave it out:\n  {command_line('benchwright', 'author', *meant)}"
        )
    taken = (*AUTHOR_TAKES, *FAMILY_TAKES) if families_folder() else AUTHOR_TAKES
    refuse_others(ctx, taken, f"instances of {given['family']} are drawn by a program.")
    if given["author"] == "model" and (code := write_family(given)) is not None:
        return code
    said = {name: given[name] for name in AUTHOR_TAKES if name != "seeds"}
    if given["author"] == "model" and not given["with_model"]:
        # They were for the models that wrote the family; none is asked of its instances.
        said |= dict.fromkeys(MODEL_OPTIONS)
    said["n"] = given["n"] or USUAL
    said["settings"] = _settings(cast("Sequence[str]", given["settings"]))
    if ctx.get_parameter_source("jobs") is ParameterSource.DEFAULT:
        said["jobs"] = min(os.cpu_count() or 1, MOST_JOBS)
    order = AuthorInstances.model_validate(said)
    paths, console = SuitePaths(order.out), open_console(stderr=order.as_json)
    _refuse_another(paths, order)
    reviewer = reviewer_for(order.review, console)
    authored = run_until_stopped(authored_suite(paths, order.kept, order.jobs, reviewer, console))
    return tell_authored(authored, order.out, console, as_json=order.as_json)


def _refuse_another(paths: SuitePaths, order: AuthorInstances) -> None:
    """AuthorError where another suite lies there, before anybody is asked about a plan."""
    kept = kept_spec(paths)
    is_ours = kept is not None and (kept.name, kept.version) == (order.suite_name, order.version)
    if paths.suite.exists() and not is_ours:
        suite = read_suite(paths)
        raise AuthorError(
            f"{paths.root} holds the suite {suite.name} {suite.version}, which would be overwritten. Choose another "
            "folder with --out, delete this one if it was a trial, or add to it with `benchwright grow`."
        )


def _settings(said: Sequence[str]) -> dict[str, str]:
    """What is set, by name; a usage error for what is not written so."""
    found: dict[str, str] = {}
    for one in said:
        name, equals, text = one.partition("=")
        if not name or not equals:
            raise click.UsageError(f"--set {one!r}: write NAME=VALUE, with a parameter of the plan.")
        found[name] = text
    return found
