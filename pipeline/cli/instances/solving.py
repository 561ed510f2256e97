"""`benchwright instances run`, `report` and `compare`: models and solvers on a suite of instances."""

from contextlib import AbstractContextManager
from pathlib import Path

import click
from rich.console import Console

from agents.solving.roster import BUILT_IN_SOLVERS, REFUSING
from pipeline.cli.cost_estimate import foresee, of_solving
from pipeline.cli.folders import GROUP, FolderOf, free_place
from pipeline.cli.options import ModelOrder, jobs_option, model_options, repeats_option, run_folder_option
from pipeline.cli.output import echo_error, echo_json, json_option, open_console, warn
from pipeline.cli.progress import PieceDone, pieces_progress, say
from pipeline.cli.reporting import compared_pair, page_options, tell_report
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.instances import (
    NamedSolvers,
    SolverLineUp,
    families_folder,
    families_option,
    line_up,
)
from pipeline.report.instances import instance_page, instance_remarks
from pipeline.report.summary import print_breakdowns, print_scores
from pipeline.report.versus import print_solver_comparison
from pipeline.solving.comparison import compare_solvers, read_all_labels
from pipeline.solving.planning import InstanceSuite, ScoredChoices, plan_scored_run, read_instance_suite
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.run import Answering, AnswerProgress, score_suite
from plans.errors import EXIT_CODE, AuthorError, Cause
from plans.paths import RunPaths
from plans.plain_text import count_text
from plans.records.scored_run import ScoredResult
from plans.shell import command_line

LINES = 20
"""Lines about answers in one run, where no bar can be drawn."""


class SolvingOrder(ModelOrder):
    """The options of `instances run`, by name."""

    suite: Path
    models: tuple[str, ...]
    solvers: tuple[str, ...]
    limit: int | None
    metrics: str
    judge_model: str | None
    out: Path | None
    repeats: int
    jobs: int
    as_json: bool

    @property
    def folder(self) -> Path:
        """Where the run lies; raises AuthorError where nobody named a place and the usual one is taken."""
        return self.out or free_place(Path("runs") / self.suite.resolve().name, "run")


@click.command()
@click.argument("suite", type=FolderOf("suite", "instances"))
@click.option(
    "--model",
    "models",
    metavar="[NAME=]MODEL[@ENDPOINT]",
    multiple=True,
    help="A model to score, at an endpoint of benchwright.toml; may be given several times.",
)
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    help=f"A solver to score: one that the family has of {', '.join((*BUILT_IN_SOLVERS, REFUSING))}, or "
    "NAME=MODULE:CLASS, your Python class, which runs unprotected. May be given several times; the family's trivial "
    "baselines are always scored.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help="Only the first so many instances of each split, to try out a model; the result is marked.",
)
@click.option(
    "--metrics",
    default="",
    help="Another way to score that the family offers, such as compat of calendar: the metric as published.",
)
@click.option(
    "--judge-model",
    metavar="MODEL",
    help="Model that decides (role evaluator) what no program can tell of an answer; without one, rates become ranges.",
)
@run_folder_option
@repeats_option("How often each instance is asked.")
@jobs_option("Answers at once.", 8)
@families_option
@model_options
@json_option("RESULT.json")
@click.pass_context
def run(ctx: click.Context, **given: object) -> None:
    """Score models and solvers on SUITE.

    Each is asked every instance, and the family's metrics score the answers. Repeat the command to continue a run that
    was stopped, or to ask again where an endpoint failed; no answer is paid for twice.

    Exit code 0 when every answer came, whatever it scored, and 4 when an endpoint failed. Guides in .github:
    instances.md (scores), models.md (endpoints, budgets).

    \b
    Examples:
      benchwright instances run generated/calendar --model MODEL --repeats 3 --jobs 16
      benchwright instances run generated/calendar --model MODEL --limit 20 --out runs/tried
      benchwright instances run generated/calendar --solver exact --solver bounded
      benchwright instances run generated/text --model MODEL --judge-model OTHER --max-cost 5
    """
    order = SolvingOrder.model_validate(given)
    with answer_progress(open_console(stderr=True)) as progress:
        result = run_until_stopped(_solved(order, progress))
    console = open_console(stderr=order.as_json)
    if order.as_json:
        echo_json(result)
    else:
        print_scores(result, instance_remarks(result), console)
        more = command_line("benchwright", GROUP, "report", order.folder)
        say(console, f"The run lies in {order.folder}. Every number, and failing examples: {more}")
    if gone := sum(one.failed + one.missing for score in result.solvers for one in score.splits):
        told = (
            f"{count_text(gone, 'answer')} could not be had, because an endpoint failed. Once that is mended, the same "
            "command asks for them again."
        )
        why = ScoredRunFolder(RunPaths(order.folder)).first_failure()
        say(console, told if why is None else f"{told} The first: {why}")
        ctx.exit(EXIT_CODE[Cause.INFRASTRUCTURE])


async def _solved(order: SolvingOrder, progress: AnswerProgress) -> ScoredResult:
    """Run, or go on with, what was ordered; raises AuthorError for an unknown solver or family."""
    if not order.models and not order.solvers:
        raise AuthorError(
            "No model and no solver was named, so there is nothing to score. Name a model with --model, or a solver of "
            "ours with --solver, such as refusing; the family's trivial baselines are scored beside them in any case."
        )
    suite = read_instance_suite(order.suite).first(order.limit)
    paths = RunPaths(order.folder)
    named = NamedSolvers(order.models, order.solvers, order.judge_model)
    async with line_up(named, suite.suite.family, order, paths, order.jobs, families_folder()) as line:
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


def _foresee(order: SolvingOrder, suite: InstanceSuite, line: SolverLineUp) -> None:
    """Say what models are going to be asked, on the low side; raises BudgetError where it is more than may be used."""
    played = [one.spec.played for one in line.entrants if one.spec.played]
    foresee(line.scorers.model, of_solving(suite.instances, played, order.repeats), echo_error)


def answer_progress(console: Console) -> AbstractContextManager[AnswerProgress]:
    """Over all answers, then over what a model decides of them."""

    def shown(now: Answering) -> PieceDone:
        if now.stage == "answers":
            last, noun, all_of_them = (
                f"{now.solver}, repeat {now.repeat}",
                "answer",
                count_text(now.planned, "answer"),
            )
        else:
            last, noun = f"judging {now.solver}", "question"
            all_of_them = count_text(now.planned, "question about answers", "questions about answers")
        line = f"{now.solver}: {now.done:,} of {all_of_them}"
        return PieceDone(now.done, now.planned, last, line, noun, now.stage)

    return pieces_progress(console, "answers", "answer", LINES, shown)


@click.command()
@click.argument("run", type=FolderOf("run", "instances"))
@page_options("what people say, in files answer-labels and quality-labels")
def report(run: Path, out: Path | None, labels: Path | None, as_json: bool) -> None:
    """Write the report of RUN as one HTML file, and print its numbers, with tokens and cost.

    Of a run that is not finished, what was not reached counts as unresolved. With --labels it also shows how far the
    checks agree with people, by check and by constraint group.

    \b
    Examples:
      benchwright instances report runs/models --out models.html
      benchwright instances report runs/models --labels labels/
    """
    found = read_all_labels(labels) if labels is not None else None
    page = instance_page(ScoredRunFolder(RunPaths(run)), found)

    def tell(console: Console) -> None:
        print_scores(page.result, page.remarks, console)
        print_breakdowns(page.result, console)

    tell_report(run, page, out, as_json=as_json, tell=tell)


@click.command()
@click.argument("run", type=FolderOf("run", "instances"))
@click.argument("other", required=False, type=FolderOf("run", "instances"))
@click.option("--solver", "solvers", multiple=True, help="Model or solver to compare; may be given twice.")
@json_option("the comparison as JSON")
def compare(run: Path, other: Path | None, solvers: tuple[str, ...], as_json: bool) -> None:
    """Compare two models or solvers of RUN, or one of RUN with one of OTHER, instance by instance.

    With two runs, one --solver names the one of that name in both, and two name one in each. None is needed where each
    run has a single one, or RUN alone has two, besides baselines.

    \b
    Examples:
      benchwright instances compare runs/models --solver exact --solver bounded
      benchwright instances compare runs/july runs/august
    """
    first, second = ScoredRunFolder(RunPaths(run)), ScoredRunFolder(RunPaths(other or run))
    played = [
        [one.name for one in reader.spec().play.solvers if not one.is_baseline] for reader in (first, second)
    ]
    known = ", ".join(one.name for one in first.spec().play.solvers)
    pair = compared_pair(
        "--solver",
        solvers,
        played[0],
        None if other is None or other == run else played[1],
        f"{first.spec().name!r} has {known}",
    )
    comparison = compare_solvers(first, pair[0], second, pair[1])
    if as_json:
        echo_json(comparison)
    else:
        print_solver_comparison(comparison, open_console())
