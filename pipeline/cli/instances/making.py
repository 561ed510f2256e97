"""`benchwright instances author`, `grow` and `refresh`."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import click
from click.core import ParameterSource
from rich.console import Console
from rich.markup import escape

from pipeline.cli.folders import FolderOf
from pipeline.cli.instances.drawing import asking, authored_suite, made_suite, tell_authored, tell_made
from pipeline.cli.instances.writing import MENDS, FamilyOrder, write_family
from pipeline.cli.options import ModelOrder, model_options
from pipeline.cli.output import echo_json, open_console, plain_table, shortened
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.suite_options import (
    Command,
    new_suite_options,
    new_version_folder,
    new_version_options,
    seed_option,
    usual_name,
)
from pipeline.cli.wiring.instances import (
    MOST_JOBS,
    InstanceFamilyName,
    families_folder,
    families_option,
    open_family,
    require_family,
    usual_jobs,
)
from pipeline.instances.making import MadeSuite, grown, next_major, plan_of, refreshed
from pipeline.instances.spec import InstancesSpec, SuiteOrder, kept_spec
from plans.contracts.instances import InstanceFamily
from plans.errors import AuthorError
from plans.families import family_code, instance_families
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.base import Record
from plans.records.plan import Parameter, Plan
from review.terminal import ReviewMode, reviewer_for

USUAL = 100
"""Instances that are made where nobody says how many."""
MOST = 1_000_000
"""Instances that one command makes at most."""
WRITES_FAMILY = ("task", "refinements")
"""Options that only --author model reads."""


class InstancesOrder(ModelOrder):
    """What every verb that makes instances is told."""

    with_model: bool
    jobs: int | None
    as_json: bool

    @property
    def processes(self) -> int:
        """Processes that draw."""
        return self.jobs or usual_jobs()


def making_options(verb: Command) -> Command:
    """Adds --jobs, --with-model, --families, the bounds of models and --json, which an InstancesOrder takes."""
    for option in (
        click.option("--json", "as_json", is_flag=True, is_eager=True, help="Print what was made as JSON."),
        model_options,
        families_option,
        click.option(
            "--with-model",
            is_flag=True,
            help="Ask a model (role `verifier`) what no program can tell of an instance; one that fails is drawn "
            "again.",
        ),
        click.option(
            "--jobs",
            type=click.IntRange(1, 64),
            metavar="N",
            help=f"Processes at once; default: one per core, at most {MOST_JOBS}.",
        ),
    ):
        verb = option(verb)
    return verb


class OfferedPlans(Record):
    """What `instances author --catalog --json` prints."""

    plans: dict[str, Plan]
    """Family → its plan, with the parameters that it varies."""


def print_plans(ctx: click.Context, option: click.Parameter, is_wanted: bool) -> None:
    """The callback of --catalog: prints the plan of the family that is named, or of all, and nothing is made."""
    if not is_wanted or ctx.resilient_parsing:
        return
    # --family and --json are eager, so that they are known here wherever they stand in the command line.
    families = (named,) if (named := ctx.params.get("family")) else instance_families()
    plans = {family: family_code(family).plan for family in families}
    if ctx.params["as_json"]:
        echo_json(OfferedPlans(plans=plans))
    else:
        for plan in plans.values():
            _print_plan(plan, open_console())
    ctx.exit()


def _print_plan(plan: Plan, console: Console) -> None:
    """What a family of instances is about, and the parameters that it varies."""
    console.print(
        f"[bold]{escape(plan.family)}[/]: {escape(plan.task)} Instances are drawn by a program: --n says how many, and "
        "--set NAME=VALUE holds a parameter still.",
        highlight=False,
    )
    parameters = plain_table("Parameter", "What it is", "Values")
    for one in plan.parameters:
        parameters.add_row(escape(one.name), escape(one.description), escape(_values(one)))
    console.print(parameters)
    console.print()


def _values(parameter: Parameter) -> str:
    if parameter.values is None:
        return f"{parameter.minimum:g} to {parameter.maximum:g}"
    return shortened(parameter.values)


class AuthorInstances(InstancesOrder):
    """The options of `instances author` that decide the suite, by name."""

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


@click.command("author")
@click.option(
    "--family",
    type=InstanceFamilyName(),
    is_eager=True,
    help=f"What is made: {', '.join(instance_families())}, or with --families a family of your own.  [required]",
)
@click.option(
    "--n", type=click.IntRange(1, MOST), default=USUAL, show_default=True, help="Instances to draw."
)
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="Fix a parameter of the plan; may be given several times.",
)
@new_suite_options
@click.option(
    "--review",
    type=click.Choice(get_args(ReviewMode)),
    default="auto",
    show_default=True,
    help="Ask you about the plan here, approve it (auto), or wait for `benchwright instances review` (defer).",
)
@click.option(
    "--author",
    type=click.Choice(["model"]),
    help="Have models (roles planner, generator, verifier, evaluator) write the family DIR/NAME first.",
)
@click.option(
    "--task",
    type=click.Path(path_type=Path),
    help="With --author model: a file that says in plain words what the family measures, or YAML with `task` and "
    "example `pairs` of query and specification.",
)
@click.option(
    "--refinements",
    type=click.IntRange(0, 10),
    default=MENDS,
    show_default=True,
    help="With --author model: how often a part that does not work is corrected.",
)
@making_options
@click.option(
    "--catalog",
    is_flag=True,
    expose_value=False,
    callback=print_plans,
    help="Only list the parameters of the plan of --family, or of every built-in family.",
)
@click.pass_context
def author(ctx: click.Context, **given: Any) -> None:
    """Make a suite of instances from a family's plan.

    A program draws --n instances, evenly over the parameters of the plan, and keeps those that pass every check and
    differ from the others; coverage.html shows what they cover. Repeat the command to continue work that was stopped.

    A family of your own lies in DIR/NAME with --families DIR. Where it is not there, --author model has models write it
    from --task: its plan, then for each part a plan in words and the code, each for review as --review says.

    Exit code 0 when all is made or waits for a review, 1 when there are fewer than --n instances, 8 when models could
    not write a part of the family. Guide: .github/instances.md.

    \b
    Examples:
      benchwright instances author --catalog --family calendar
      benchwright instances author --family calendar --n 2000 --out generated/calendar
      benchwright instances author --family words --families mine --out generated/words
      benchwright instances author --family words --families mine --author model --task task.md --out generated/words
    """
    require_family(ctx, given["family"])
    said = {name: given[name] for name in AuthorInstances.model_fields}
    said["settings"] = _settings(given["settings"])
    console = open_console(stderr=given["as_json"])
    if given["author"] is None:
        _refuse_unread(ctx)
    else:
        family = FamilyOrder.model_validate({name: given[name] for name in FamilyOrder.model_fields})
        if (code := write_family(family, open_console(stderr=True))) is not None:
            ctx.exit(code)
        if not given["with_model"]:
            # They were for the models that wrote the family; none is asked of its instances.
            said |= dict.fromkeys(ModelOrder.model_fields)
    order = AuthorInstances.model_validate(said)
    paths = SuitePaths(order.out)
    _refuse_another(paths, order)
    reviewer = reviewer_for(order.review, console)
    authored = run_until_stopped(authored_suite(paths, order.kept, order.processes, reviewer, console))
    ctx.exit(tell_authored(authored, order.out, console, as_json=order.as_json))


def _refuse_unread(ctx: click.Context) -> None:
    """UsageError for options that only models read which write a family."""
    given = [
        f"--{name}" for name in WRITES_FAMILY if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
    ]
    if given:
        raise click.UsageError(
            f"{' and '.join(given)} needs --author model, which has models write the family."
        )


def _refuse_another(paths: SuitePaths, order: AuthorInstances) -> None:
    """AuthorError where another suite lies there, before anybody is asked about a plan."""
    kept = kept_spec(paths)
    is_ours = kept is not None and (kept.name, kept.version) == (order.suite_name, order.version)
    if paths.suite.exists() and not is_ours:
        suite = read_suite(paths)
        raise AuthorError(
            f"{paths.root} holds the suite {suite.name} {suite.version}, which would be overwritten. Choose another "
            "folder with --out, delete this one if it was a trial, or add to it with `benchwright instances grow`."
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


@click.command()
@click.argument("suite", type=FolderOf("suite", "instances"))
@click.option("--n", type=click.IntRange(1, MOST), default=10, show_default=True, help="Instances to add.")
@making_options
@click.pass_context
def grow(ctx: click.Context, suite: Path, n: int, **given: object) -> None:
    """Add instances to SUITE.

    They are drawn by the suite's own random seed: the suite becomes the one that `author` would have made with so many
    instances. Its minor version rises. Repeat the command to continue a growth that was stopped.

    \b
    Example:
      benchwright instances grow generated/calendar --n 500
    """
    order, paths = _order(given), SuitePaths(suite)
    ctx.exit(
        _renewed(paths, paths, order, lambda family: grown(paths, family, n, with_model=order.with_model))
    )


@click.command()
@click.argument("suite", type=FolderOf("suite", "instances"))
@new_version_options
@seed_option("Random seed of the new version; default: the one after that of SUITE.", None)
@making_options
@click.pass_context
def refresh(
    ctx: click.Context,
    suite: Path,
    out: Path | None,
    version: str | None,
    random_seed: int | None,
    **given: object,
) -> None:
    """Write a new version of SUITE, with as many instances, drawn by another random seed.

    Use it when a suite has leaked into training data: the new version shares no instance with SUITE.

    \b
    Example:
      benchwright instances refresh generated/calendar --out generated/calendar-2
    """
    order, old = _order(given), SuitePaths(suite)
    raised = version or next_major(read_suite(old).version)
    ctx.exit(
        _renewed(
            old,
            SuitePaths(new_version_folder(suite, raised, out)),
            order,
            lambda family: refreshed(old, family, raised, random_seed, order.with_model),
        )
    )


def _order(given: Mapping[str, object]) -> InstancesOrder:
    return InstancesOrder.model_validate(given)


def _renewed(
    old: SuitePaths,
    new: SuitePaths,
    order: InstancesOrder,
    spec: Callable[[InstanceFamily], InstancesSpec],
) -> int:
    """Make what `spec` asks for, of a plan that was decided before; gives the exit code."""
    console = open_console(stderr=order.as_json)

    async def made() -> MadeSuite:
        async with open_family(read_suite(old).family, order.processes, families_folder()) as family:
            wanted = spec(family)
            async with asking(new, order, console, with_model=wanted.with_model) as asker:
                return await made_suite(new, wanted, plan_of(old), family, asker, console)

    return tell_made(run_until_stopped(made()), new.root, console, as_json=order.as_json)
