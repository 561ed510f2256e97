"""`benchwright run`."""

import math
from pathlib import Path
from typing import get_args

import click
from click.core import ParameterSource

from agents.coding.roster import BUILT_IN, PROGRAMS
from agents.sandbox.roster import USUAL
from agents.users.roster import TEMPLATE
from pipeline.cli.folders import FolderOf
from pipeline.cli.options import (
    JUDGE_OPTIONS,
    MODEL_OPTIONS,
    jobs_option,
    judge_options,
    model_options,
    repeats_option,
    run_folder_option,
)
from pipeline.cli.output import SectionedVerb, echo_json, json_option, open_console
from pipeline.cli.progress import run_progress, say
from pipeline.cli.run_setup import RunOrder, rejudge, start
from pipeline.cli.stopping import run_until_stopped
from pipeline.report.summary import print_faults, print_headline
from pipeline.runner.planning import TIME_LIMIT
from plans.errors import EXIT_CODE, RULING, Cause
from plans.records.base import WEEK
from plans.records.feedback import LEAK_POLICY, ROUNDS, LeakPolicy
from plans.records.result import RunResult
from plans.records.run import Interface
from plans.records.specification import Underspecification
from plans.shell import command_line


class Seconds(click.FloatRange):
    """More than nothing and at most a week; `nan` is in no range and yet passes every comparison with one."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, WEEK, min_open=True)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


WITH_REJUDGE = frozenset(
    {
        "suite",
        "out",
        "jobs",
        "sandbox",
        "is_rejudged",
        "as_json",
        *MODEL_OPTIONS,
        *JUDGE_OPTIONS,
    }
)
"""Options that mean something where a run is judged again: all others were settled when it was made."""


@click.command(
    cls=SectionedVerb,
    sections={
        "What agents are told": ("level", "full_prd", "is_debugged", "interface", "user", "leak_policy"),
        "Judge": JUDGE_OPTIONS,
        "Models": MODEL_OPTIONS,
        "Sandbox and packages": ("sandbox", "mounts", "pass_env", "is_mirrored"),
        "Judging again": ("is_rejudged",),
    },
)
@click.argument("suite", type=FolderOf("suite"))
@click.option(
    "--agent",
    "agents",
    metavar="AGENT",
    multiple=True,
    help=f"{', '.join(BUILT_IN)}: baselines. minimal[:MODEL]: our own agent. PROGRAM[@VERSION]:MODEL with "
    f"{', '.join(PROGRAMS)}: installed when first used. NAME=command:COMMAND LINE: your program. NAME=MODULE:CLASS: "
    "your Python class, which runs unprotected. Repeat it for several agents.",
)
@click.option(
    "--item", "items", metavar="ID", multiple=True, help="Run only this item; may be given several times."
)
@run_folder_option
@click.option(
    "--rounds",
    metavar="N",
    type=click.IntRange(1, 20),
    help=f"Submissions per trial. Default: what the items ask for, else {ROUNDS}.",
)
@repeats_option("Trials of each agent on each item.")
@jobs_option("Trials at once.", 2)
@click.option(
    "--time-limit",
    type=Seconds(),
    default=TIME_LIMIT,
    show_default=True,
    help="Time that an agent has per round.",
)
@click.option(
    "--random-seed",
    metavar="N",
    type=int,
    default=0,
    show_default=True,
    help="Seed of everything that the run draws at random.",
)
@json_option("RESULT.json")
@click.option(
    "--level",
    type=click.Choice([level.value for level in Underspecification]),
    help="Give agents the request that leaves out so much. Default: medium for web apps; Python projects get the whole "
    "specification, which their criteria follow.",
)
@click.option(
    "--full-prd",
    is_flag=True,
    help="Give agents the whole specification; the default for Python projects.",
)
@click.option(
    "--debug",
    "is_debugged",
    is_flag=True,
    help="Begin later rounds with a report of every failed check instead of the simulated user's words.",
)
@click.option(
    "--interface",
    type=click.Choice(get_args(Interface)),
    default="fixed",
    show_default=True,
    help="fixed tells agents how their submission is reached. free lets them decide; web apps are then neither asked "
    "nor scored for accessibility.",
)
@click.option(
    "--user",
    default=TEMPLATE,
    show_default=True,
    help="Who speaks as the simulated user: template, or model[:PERSONA] with plain, terse, chatty, impatient, "
    "non-technical, noisy or misleading.",
)
@click.option(
    "--leak-policy",
    metavar="POLICY",
    type=click.Choice([policy.value for policy in LeakPolicy]),
    help=f"How much the simulated user reveals: {', '.join(policy.value for policy in LeakPolicy)}. Default: what the "
    f"items ask for, else {LEAK_POLICY.value}.",
)
@judge_options
@model_options
@click.option(
    "--sandbox",
    help=f"Where agents' commands and submissions' servers run: {USUAL} (the default), docker, inspect:KIND, or "
    "local-unsafe, which protects nothing.",
)
@click.option(
    "--mount",
    "mounts",
    metavar="PATH",
    multiple=True,
    type=click.Path(path_type=Path),
    help="File or folder that command agents may read; may be given several times.",
)
@click.option(
    "--pass-env",
    metavar="NAME",
    multiple=True,
    help="Environment variable that command agents get; may be given several times.",
)
@click.option(
    "--mirror",
    "is_mirrored",
    is_flag=True,
    help="Let agents install packages from the mirror that benchwright.toml names.",
)
@click.option(
    "--rejudge",
    "is_rejudged",
    is_flag=True,
    help="Judge the submissions of the run in --out again, by its own copy of the criteria; agents do not work. Goes "
    "with --jobs, --sandbox, --json and the options of judge and models alone.",
)
@click.pass_context
def run(ctx: click.Context, **given: object) -> None:
    """Score code agents on SUITE, over rounds of feedback from a simulated user.

    Repeat the command to continue a run that was stopped. A fault of this machine, a service or the judge never counts
    against an agent: the round is unresolved, and the same command tries it again. A command agent exits with 0 when
    it is done, and with 75 (EX_TEMPFAIL) when its model's endpoint failed.

    Exit code 0 when every agent was scored, whatever it earned. Where nothing of a trial could be decided: 4 because of
    this machine or an endpoint, 5 because of the judge, 8 because of its model. Also 5 when oracle is below 100% or nop
    above 0%.

    Guides in .github: agents.md (agents, sandboxes, packages), commands.md (rounds, faults, judging again), models.md
    (judge, simulated user, budgets), python-projects.md (--manner, --interface).

    \b
    Examples:
      benchwright run generated/sample --agent oracle --agent nop --rounds 3
      benchwright run generated/sample --agent codex:MODEL --agent claude-code:MODEL --repeats 3
      benchwright run generated/sample --agent minimal:MODEL --max-cost 5
      benchwright run generated/sample --agent codex:MODEL --full-prd --debug --rounds 2
      benchwright run generated/sample --agent "mine=command:$PWD/tools/my-agent --workdir ." --mount tools
      benchwright run generated/sample --out runs/mine --rejudge
    """
    order = RunOrder.model_validate(given)
    if order.is_rejudged:
        _refuse_settled(ctx)
    with run_progress(open_console(stderr=True)) as progress:
        result = run_until_stopped(rejudge(order, progress) if order.is_rejudged else start(order, progress))
    console = open_console(stderr=order.as_json)
    if order.as_json:
        echo_json(result)
        print_faults(result, console)
    else:
        print_headline(result, console)
        more = command_line("benchwright", "report", order.folder)
        say(console, f"The run lies in {order.folder}. Intervals, rounds and every verdict: {more}")
    ctx.exit(_exit_code(result, is_rejudged=order.is_rejudged))


def _exit_code(result: RunResult, *, is_rejudged: bool) -> int:
    """0 where every trial could be judged, at least in part, and the baseline agents have the scores they must have."""
    # A round that has to be played again is no matter of judging again.
    faults = [one for one in result.faults if one.is_judged or not is_rejudged]
    lost = {EXIT_CODE[RULING[one.event].cause] for one in faults if one.is_trial_lost}
    if result.baseline_failures:
        lost.add(EXIT_CODE[Cause.JUDGE])
    return min(lost, default=0)


def _refuse_settled(ctx: click.Context) -> None:
    """UsageError for options that judging again would ignore."""
    settled = [
        parameter.opts[0]
        for parameter in ctx.command.params
        if parameter.name
        and parameter.name not in WITH_REJUDGE
        and ctx.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    ]
    if settled:
        raise click.UsageError(
            f"--rejudge judges the submissions that the run has, and {', '.join(settled)} would have no effect. Remove "
            "them, or make a new run."
        )
