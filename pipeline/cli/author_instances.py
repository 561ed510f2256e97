"""`benchwright author` of instance families: made by a program, or written by models first."""

import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, cast

import click
from click.core import ParameterSource
from rich.console import Console

from agents.families.folder import NAME
from pipeline.cli.decisions import parked_table
from pipeline.cli.external_families import families_folder, families_words
from pipeline.cli.instances import making_progress, refuse_others, tell_made
from pipeline.cli.modelling import ModelOrder, models_table
from pipeline.cli.names import usual_name
from pipeline.cli.output import echo_json, open_console, plain_table
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.authors import written_family
from pipeline.cli.wiring.instances import asker_by, open_family, refuse_built_in_name
from pipeline.cli.wiring.models import open_models
from pipeline.cli.wiring.reviewers import ReviewMode, reviewer_for
from pipeline.commands import command_line
from pipeline.graph.families.authoring import FamilyReport
from pipeline.graph.families.spec import FamilySpec, is_begun, read_family_spec
from pipeline.graph.seeds import read_task
from pipeline.instances.making import Made, make_suite
from pipeline.instances.reviewing import Rejected, reviewed_plan
from pipeline.instances.spec import InstancesSpec, SuiteOrder, kept_spec
from plans.contracts.instances import Asker, InstanceFamily
from plans.errors import AuthorError
from plans.families import is_family_folder
from plans.files import read_lines, write_text
from plans.items import read_suite
from plans.paths import FamilyPaths, SuitePaths
from plans.records.model_settings import Role
from plans.records.plan import Plan
from plans.records.review import Decision
from review.checkpoints import Checkpoint
from review.families import Edited, edits_of, notes_of
from review.reviewers import Reviewer

MODEL_OPTIONS = ("max_cost", "max_tokens", "replay")
"""Options that a ModelOrder takes."""


class InstancesOrder(ModelOrder):
    """What every verb that makes instances is told."""

    with_model: bool
    jobs: int
    as_json: bool


class NotMade(NamedTuple):
    """Why there are no instances, though nothing failed."""

    told: str
    exit_code: int


async def authored_suite(
    paths: SuitePaths, order: SuiteOrder, jobs: int, reviewer: Reviewer, console: Console
) -> Made | NotMade:
    """The suite that was asked for, once its plan is decided: whoever asks `reviewer`, and however often."""
    models = ModelOrder(
        max_cost=order.max_cost,
        max_tokens=order.max_tokens,
        replay=Path(order.replay) if order.replay else None,
    )
    async with (
        open_family(order.family, jobs, families_folder()) as family,
        _asking(paths, models, console, with_model=order.with_model) as asker,
    ):
        plan = await reviewed_plan(paths, order, family.plan, reviewer)
        if plan is None:
            return _waiting(paths, order)
        if isinstance(plan, Rejected):
            return NotMade(str(plan), 1)
        return await _made(paths, order.spec(family, plan), plan, family, asker, console)


async def made_suite(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    family: InstanceFamily,
    models: ModelOrder,
    console: Console,
) -> Made:
    """The suite that `spec` asks for, of a plan that was decided before."""
    async with _asking(paths, models, console, with_model=spec.with_model) as asker:
        return await _made(paths, spec, plan, family, asker, console)


def tell_authored(authored: Made | NotMade, folder: Path, console: Console, *, as_json: bool) -> int:
    """Print what came of it, and give the exit code."""
    if isinstance(authored, NotMade):
        say(console, authored.told)
        return authored.exit_code
    return tell_made(authored, folder, console, as_json=as_json)


async def _made(
    paths: SuitePaths,
    spec: InstancesSpec,
    plan: Plan,
    family: InstanceFamily,
    asker: Asker | None,
    console: Console,
) -> Made:
    with making_progress(console) as advance:
        return await make_suite(paths, spec, plan, family, advance=advance, asker=asker)


@asynccontextmanager
async def _asking(
    paths: SuitePaths, models: ModelOrder, console: Console, *, with_model: bool
) -> AsyncGenerator[Asker | None]:
    """Who is asked what no program can tell, and in the end a table on `console` of what models were used for.

    Raises AuthorError where somebody is to be asked and nobody can be, before anything is decided or made.
    """
    roles: tuple[Role, ...] = ("verifier",) if with_model else ()
    if roles:
        # The journal comes before all else, and git passes over it.
        write_text(paths.authoring / ".gitignore", "*\n")
    async with open_models(roles, models, paths.journal) as model:
        yield asker_by(model)
        if model is not None and (usage := model.usage()).lines:
            console.print(models_table(usage))


def _waiting(paths: SuitePaths, order: SuiteOrder) -> NotMade:
    deciding = command_line("benchwright", "review", paths.root, *families_words(order.family))
    return NotMade(f"The plan waits in {paths.plan_draft}. To decide it: {deciding}", 0)


def tell_family(report: FamilyReport, paths: FamilyPaths, console: Console, *, as_json: bool) -> int:
    """Print how far a family has come, and give the exit code: 1 when it is not released and nothing waits."""
    if as_json:
        echo_json(report)
    elif report.status == "ready":
        say(
            console,
            f"The family {report.family} is released in {paths.root}. Its plan and code were reviewed:",
        )
        print_edits(paths, console)
    elif report.parked:
        console.print(parked_of(report.parked, paths))
        say(console, f"Next: {command_line('benchwright', 'review', paths.root)}")
    else:
        say(console, f"The family {report.family} is {report.status}: {'; '.join(report.reasons)}")
    return 0 if report.status == "ready" or report.parked else 1


def parked_of(parked: Sequence[Checkpoint], paths: FamilyPaths) -> object:
    """What waits, with where its texts lie."""
    return parked_table(parked, lambda checkpoint: paths.family_draft)


def print_edits(paths: FamilyPaths, console: Console) -> None:
    """The paper's Table 15 for one family: how much developers changed of what each agent wrote."""
    edits = edits_of(paths)
    table = plain_table("Family", *(one.column for one in edits))
    table.add_row(paths.root.resolve().name, *map(_cell, edits))
    console.print(table)
    say(
        console,
        "G, V, E: Generation, Verification and Evaluation Agent; plan: what its code does, in words. Levenshtein "
        "distance of what it wrote and what was approved, over the longer one's length, and in brackets that length in "
        "characters; – where no person decided.",
    )
    for note in notes_of(read_lines(paths.review, Decision)):
        say(console, note)


def _cell(one: Edited) -> str:
    return "–" if one.edit_distance is None else f"{one.edit_distance:.2f} ({one.characters:,})"


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
