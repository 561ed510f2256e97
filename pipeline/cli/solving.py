"""`benchwright run` of a suite of instances: what was asked for, and the run itself."""

from pathlib import Path

from pipeline.cli.elsewhere import families_folder
from pipeline.cli.foreseeing import foresee, of_solving
from pipeline.cli.modelling import ModelOrder
from pipeline.cli.output import echo_error, warn
from pipeline.cli.places import free_place
from pipeline.cli.running import RunOrder
from pipeline.cli.wiring.solving import LineUp, Named, line_up
from pipeline.solving.planning import ScoredChoices, plan_scored_run
from pipeline.solving.reader import AnswerProgress
from pipeline.solving.run import score_suite
from pipeline.solving.suite import InstanceSuite, read_instance_suite
from plans.errors import AuthorError
from plans.items import read_suite
from plans.paths import RunPaths, SuitePaths
from plans.records.scored_run import ScoredResult

JOBS = 8
"""Answers asked for at once where nobody says otherwise."""


class SolvingOrder(ModelOrder):
    """The options of `benchwright run` for a suite of instances, by name."""

    suite: Path
    models: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()
    limit: int | None = None
    metrics: str = ""
    judge_model: str | None = None
    out: Path | None = None
    repeats: int = 1
    jobs: int = JOBS
    as_json: bool = False

    @property
    def folder(self) -> Path:
        """Where the run lies; raises AuthorError where nobody named a place and the usual one is taken."""
        return self.out or free_place(Path("runs") / self.suite.resolve().name, "run")


TAKEN = frozenset(SolvingOrder.model_fields)
"""Options that mean something where a suite of instances is run."""
OF_SOLVERS = TAKEN - frozenset(RunOrder.model_fields)
"""Those of them that mean something there alone."""


def has_instances(suite: Path) -> bool:
    """Whether a suite is one of instances; raises InvalidFile."""
    return bool(read_suite(SuitePaths(suite)).splits)


async def solve(order: SolvingOrder, progress: AnswerProgress) -> ScoredResult:
    """Run, or go on with, what was ordered; raises AuthorError for an unknown solver or family."""
    if not order.models and not order.solvers:
        raise AuthorError(
            "Nobody was named to solve the instances. Name a model with --model, or a solver of ours with --solver, "
            "such as refusing; the family's trivial baselines are scored beside them in any case."
        )
    suite = read_instance_suite(order.suite).first(order.limit)
    paths = RunPaths(order.folder)
    named = Named(order.models, order.solvers, order.judge_model)
    family, families = suite.suite.family, families_folder()
    async with line_up(named, family, order, paths, order.jobs, families) as line:
        warn(line.remarks)
        choices = ScoredChoices(
            name=order.folder.resolve().name,
            repeats=order.repeats,
            limit=order.limit,
            variant=order.metrics,
        )
        spec = plan_scored_run(choices, suite, line.entrants, line.scorers, line.asked)
        if not paths.spec.exists():
            _foresee(order, suite, line)
        return await score_suite(
            spec, suite, line.entrants, line.scorers, paths, jobs=order.jobs, progress=progress
        )


def _foresee(order: SolvingOrder, suite: InstanceSuite, line: LineUp) -> None:
    """Say what models are going to be asked, on the low side; raises BudgetError where it is more than may be used."""
    played = [one.spec.played for one in line.entrants if one.spec.played]
    foresee(line.scorers.model, of_solving(suite.instances, played, order.repeats), echo_error)
