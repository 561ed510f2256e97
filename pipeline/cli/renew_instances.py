"""`benchwright grow` and `benchwright refresh` of a suite of instances."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

import click
from click.core import ParameterSource

from pipeline.cli.author_instances import MODEL_OPTIONS, InstancesOrder, made_suite
from pipeline.cli.external_families import families_folder
from pipeline.cli.folders import free_place
from pipeline.cli.instances import refuse_others, tell_made
from pipeline.cli.output import open_console
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.instances import open_family
from pipeline.instances.making import Made, grown, next_major, plan_of, refreshed
from pipeline.instances.spec import InstancesSpec
from plans.contracts.instances import InstanceFamily
from plans.errors import AuthorError
from plans.items import read_suite
from plans.paths import SuitePaths

GROW_TAKES = ("suite", "n", "jobs", "with_model", "as_json", *MODEL_OPTIONS)
REFRESH_TAKES = ("suite", "out", "version", "random_seed", "jobs", "with_model", "as_json", *MODEL_OPTIONS)
"""Options of the verbs that mean something for a suite of instances."""


def grow_instances(ctx: click.Context, given: Mapping[str, object]) -> int:
    """Add instances to a suite, by the options of `grow`; gives the exit code."""
    refuse_others(
        ctx, GROW_TAKES, "its instances are drawn by a program, from the suite's own random seed on."
    )
    order = _order(given)
    paths, n = SuitePaths(cast("Path", given["suite"])), cast("int", given["n"])
    return _renewed(paths, paths, order, lambda family: grown(paths, family, n, with_model=order.with_model))


def refresh_instances(ctx: click.Context, given: Mapping[str, object]) -> int:
    """Draw a suite afresh, by the options of `refresh`; gives the exit code."""
    refuse_others(ctx, REFRESH_TAKES, "its instances are drawn by a program, from the plan that it has.")
    order = _order(given)
    old = SuitePaths(cast("Path", given["suite"]))
    version = cast("str | None", given["version"]) or next_major(read_suite(old).version)
    root = old.root.resolve()
    out = cast("Path | None", given["out"]) or free_place(root.with_name(f"{root.name}-{version}"), "suite")
    if out.resolve() == root:
        raise AuthorError(
            f"{out} is the suite itself, and a new version does not replace the old one. Choose another folder with "
            "--out."
        )
    is_said = ctx.get_parameter_source("random_seed") is not ParameterSource.DEFAULT
    seed = cast("int", given["random_seed"]) if is_said else None
    return _renewed(
        old, SuitePaths(out), order, lambda family: refreshed(old, family, version, seed, order.with_model)
    )


def _order(given: Mapping[str, object]) -> InstancesOrder:
    return InstancesOrder.model_validate({name: given[name] for name in InstancesOrder.model_fields})


def _renewed(
    old: SuitePaths,
    new: SuitePaths,
    order: InstancesOrder,
    spec: Callable[[InstanceFamily], InstancesSpec],
) -> int:
    console = open_console(stderr=order.as_json)

    async def made() -> Made:
        async with open_family(read_suite(old).family, order.jobs, families_folder()) as family:
            return await made_suite(new, spec(family), plan_of(old), family, order, console)

    return tell_made(run_until_stopped(made()), new.root, console, as_json=order.as_json)
