"""Instance families at work, the options that name them, their solvers, and what scores answers."""

import os
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import click

from agents.authoring.verification.asking.asker import ModelAsker
from agents.coding.model_access import recorded_endpoints
from agents.families.sandboxed import open_elsewhere
from agents.sandbox.roster import USUAL, make_sandbox
from agents.solving.model import ModelAnswerJudge
from agents.solving.roster import baseline_spec, baselines_of, make_solver, model_solver, solver_spec
from pipeline.cli.folders import wrong_contents
from pipeline.cli.options import ModelOrder, NameOf
from pipeline.cli.wiring.models import models_at_hand, open_models
from pipeline.instances.built_in import open_built_in
from pipeline.solving.planning import Entrant, ModelAccessPlan, Scorers
from plans.contracts.instances import Asker, InstanceFamily
from plans.contracts.models import Model
from plans.errors import AuthorError
from plans.families import FAMILIES, HOME, instance_families, is_family_folder, package_of
from plans.items import read_suite
from plans.paths import RunPaths, SuitePaths
from plans.records.model_settings import ModelRole, ModelSettings
from plans.slugs import did_you_mean

MOST_JOBS = 8
"""Processes that are started at most where nobody says how many."""


Command = TypeVar("Command", bound=Callable[..., Any])


_KEPT = "benchwright.families"


class InstanceFamilyName(click.ParamType[str]):
    """The type of --family: a built-in family of instances, or any name with --families."""

    name = "family"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in FAMILIES:
            raise wrong_contents(
                f"{value} is a family of items, which are made from seeds. Use:",
                "items",
                "author",
                "SEEDS",
                "--family",
                str(value),
            )
        return str(value)


def require_family(ctx: click.Context, name: str | None) -> None:
    """UsageError where no family is named, or one that is not built in and no folder of other families."""
    option = next(one for one in ctx.command.params if one.name == "family")
    if name is None:
        raise click.MissingParameter(ctx=ctx, param=option)
    if families_folder() is None:
        NameOf(instance_families()).convert(name, option, ctx)


def families_option(verb: Command) -> Command:
    """Adds --families. Its value is no argument of the verb, but of the whole command: families_folder has it."""
    return click.option(
        "--families",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        expose_value=False,
        is_eager=True,
        callback=_keep,
        help="Folder of families of your own: DIR/NAME is the family NAME, whose code runs only in a sandbox.",
    )(verb)


def _keep(ctx: click.Context, option: click.Parameter, folder: Path | None) -> None:
    del option
    ctx.meta[_KEPT] = folder


def families_folder() -> Path | None:
    """The folder that the running command names with --families; None where it names none."""
    ctx = click.get_current_context(silent=True)
    return None if ctx is None else cast("Path | None", ctx.meta.get(_KEPT))


def family_folder(paths: SuitePaths) -> Path | None:
    """The folder of a suite's family, where it can be seen; None where it cannot, or there is no suite yet."""
    if not paths.suite.exists():
        return None
    family = read_suite(paths).family
    if family in instance_families():
        return HOME / family
    place = None if (folder := families_folder()) is None else folder / family
    return place if place is not None and is_family_folder(place) else None


def families_words(family: str) -> tuple[str | Path, ...]:
    """The words by which a printed command finds the family; DIR where the running command does not say."""
    return () if family in instance_families() else ("--families", families_folder() or "DIR")


def usual_jobs() -> int:
    """Processes that draw instances where nobody says how many: one for each core, at most MOST_JOBS."""
    return min(os.cpu_count() or 1, MOST_JOBS)


@asynccontextmanager
async def open_family(
    name: str, jobs: int = 1, families: Path | None = None
) -> AsyncGenerator[InstanceFamily]:
    """A family of instances at work: a built-in one in so many processes, one from the folder `families` in one process
    of a sandbox, always.

    AuthorError names the families there are, and refuses one from elsewhere that has the name of a built-in one.
    """
    if families is not None and (families / name).is_dir():
        refuse_built_in_name(name)
        async with open_elsewhere(families / name, make_sandbox(USUAL)) as elsewhere:
            yield elsewhere
        return
    if name not in instance_families():
        raise AuthorError(_unknown(name, families))
    with open_built_in(package_of(name), jobs) as built_in:
        yield built_in


def refuse_built_in_name(name: str) -> None:
    """AuthorError for a name under which nobody could tell whose code made a suite."""
    if name in (*FAMILIES, *instance_families()):
        raise AuthorError(
            f"{name!r} is a family of ours, and one from elsewhere of the same name would be taken for it. Call its "
            "folder, and `family` in its plan.yaml, otherwise."
        )


def _unknown(name: str, families: Path | None) -> str:
    ours = instance_families()
    if families is None:
        return (
            f"There is no family of instances {name!r}. Use one of: {', '.join(ours)}; one from elsewhere is found "
            f"with --families DIR, in which its folder lies.{did_you_mean(name, ours)}"
        )
    there = sorted(one.name for one in families.glob("*") if is_family_folder(one))
    return (
        f"There is no family of instances {name!r}: neither among ours ({', '.join(ours)}) nor in {families} "
        f"({', '.join(there) or 'none'}).{did_you_mean(name, (*ours, *there))}"
    )


def asker_by(model: Model | None) -> Asker | None:
    """Who is asked of instances what no program can tell; nobody without a model."""
    return None if model is None else ModelAsker(model)


class NamedSolvers(NamedTuple):
    """Who is to solve and to judge, as the command line says it."""

    models: Sequence[str]
    solvers: Sequence[str]
    judge_model: str | None

    @property
    def roles(self) -> tuple[ModelRole, ...]:
        """Roles that models play."""
        played: dict[ModelRole, bool] = {
            "solver": bool(self.models),
            "evaluator": self.judge_model is not None,
        }
        return tuple(role for role, is_played in played.items() if is_played)


class SolverLineUp(NamedTuple):
    """All that a run of solvers is made of, but its suite."""

    entrants: tuple[Entrant, ...]
    scorers: Scorers
    asked: ModelAccessPlan
    remarks: tuple[str, ...]
    """What a person should know before it begins."""


@asynccontextmanager
async def line_up(
    named: NamedSolvers,
    family: str,
    order: ModelOrder,
    paths: RunPaths,
    jobs: int,
    families: Path | None = None,
) -> AsyncGenerator[SolverLineUp]:
    """The solvers with the family's baselines, and what scores them, as long as they are used; raises AuthorError."""
    models = models_at_hand(paths, order) if named.roles else None
    async with (
        open_family(family, families=families) as at_work,
        open_models(named.roles, order, paths.journal, models) as model,
    ):
        entrants = _entrants(named, family, models.settings if models else ModelSettings(), model)
        judge = (
            ModelAnswerJudge(model, named.judge_model) if model and named.judge_model is not None else None
        )
        played = [one.spec.played for one in entrants if one.spec.played]
        asked = [(one.endpoint, one.model) for one in (*played, *([judge.player] if judge else []))]
        settings = models.settings if models else ModelSettings()
        yield SolverLineUp(
            entrants,
            Scorers(at_work, judge, model),
            ModelAccessPlan(
                endpoints=recorded_endpoints(asked, settings),
                budget=settings.budget if models else None,
                is_replay=order.replay is not None,
            ),
            (
                *_own_kind([one.model for one in played], judge),
                *_held_up(settings, [one for one, _ in asked], jobs),
            ),
        )


def _entrants(
    named: NamedSolvers, family: str, settings: ModelSettings, model: Model | None
) -> tuple[Entrant, ...]:
    """Models, then solvers that were named, then the baselines, which are there in any case."""
    found: list[Entrant] = []
    endpoints = tuple(one.name for one in settings.endpoints)
    if model is not None:
        found += [Entrant(*model_solver(text, model, endpoints)) for text in named.models]
    baselines = baselines_of(family)
    specs = [solver_spec(text, family) for text in dict.fromkeys(named.solvers) if text not in baselines]
    specs += [baseline_spec(name) for name in baselines]
    return (*found, *(Entrant(spec, make_solver(spec, family)) for spec in specs))


def _own_kind(models: Sequence[str], judge: ModelAnswerJudge | None) -> list[str]:
    if judge is None or judge.player.model not in models:
        return []
    return [
        f"Model {judge.player.model!r} is scored, and decides what no program can tell of answers: it would judge its "
        "own kind. Name another with --judge-model."
    ]


def _held_up(settings: ModelSettings, asked: Sequence[str], jobs: int) -> list[str]:
    return [
        f"Endpoint {one.name!r} takes {one.at_once} calls at once, and --jobs {jobs} asks for more. Raise its "
        "`at_once` in benchwright.toml, if it bears that."
        for one in settings.endpoints
        if one.name in asked and one.at_once < jobs
    ]
