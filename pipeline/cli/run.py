"""`benchwright run`."""

import math
from pathlib import Path
from typing import get_args

import click
from click.core import ParameterSource

from agents.coding.roster import BUILT_IN, PROGRAMS
from agents.sandbox.roster import USUAL
from agents.users.roster import TEMPLATE
from pipeline.cli.folders import FolderOf, NewFolder
from pipeline.cli.judges import JUDGE_OPTIONS, judge_options
from pipeline.cli.modelling import model_options
from pipeline.cli.output import echo_json, open_console
from pipeline.cli.progress import run_progress, say
from pipeline.cli.run_setup import RunOrder, rejudge, start
from pipeline.cli.stopping import run_until_stopped
from pipeline.commands import command_line
from pipeline.report.summary import print_faults, print_headline
from pipeline.runner.planning import TIME_LIMIT
from plans.errors import EXIT_CODE, RULING, Cause
from plans.records.base import WEEK
from plans.records.feedback import LEAK_POLICY, ROUNDS, LeakPolicy
from plans.records.result import RunResult
from plans.records.run import Interface
from plans.records.specification import Underspecification


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
        "max_cost",
        "max_tokens",
        "replay",
        *JUDGE_OPTIONS,
    }
)
"""Options that mean something where a run is judged again: all others were settled when it was made."""


@click.command()
@click.argument("suite", type=FolderOf("suite"))
@click.option(
    "--agent",
    "agents",
    multiple=True,
    help=f"{', '.join(BUILT_IN)}; minimal or minimal:MODEL, our own, whose model is asked in "
    "the role coder; "
    f"PROGRAM[@VERSION]:MODEL with one of {', '.join(PROGRAMS)}, which is installed when "
    "first needed and asks the endpoint that benchwright.toml or BENCHWRIGHT_ENDPOINT names; NAME=command:COMMAND "
    "LINE, a program of your own; or NAME=MODULE:CLASS, a Python class with `work`, which runs in benchwright's own "
    "process. May be given several times.",
)
@click.option("--item", "items", multiple=True, help="Run this item alone; may be given several times.")
@click.option(
    "--out",
    type=NewFolder("run"),
    help="Folder: new, empty, or this run's, which then goes on; default: runs/<suite's name>.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 20),
    help=f"Submissions that each agent gets; default: what the items' evaluation.yaml ask for, else {ROUNDS}.",
)
@click.option("--repeats", type=click.IntRange(1, 100), default=1, show_default=True)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="Trials at once.",
)
@click.option(
    "--level",
    type=click.Choice([level.value for level in Underspecification]),
    default=Underspecification.MEDIUM.value,
    show_default=True,
    help="How much the query leaves out.",
)
@click.option(
    "--full-prd",
    is_flag=True,
    help="Hand over the whole PRD, for comparison; in one round, and more --rounds are refused unless --debug follows.",
)
@click.option(
    "--debug",
    "is_debugged",
    is_flag=True,
    help="Later rounds begin with a report of every check that failed, what was expected and what was seen, in place "
    "of the simulated user's words; goes with the leak policy full-report alone.",
)
@click.option(
    "--interface",
    type=click.Choice(get_args(Interface)),
    default="fixed",
    show_default=True,
    help="fixed: agents are told by what their submission will be reached; of web apps, that keyboard and screen "
    "reader are, which is scored. free: they decide, and say it in their README, and the judge adapts what it runs to "
    "that; of web apps, accessibility is neither asked for nor scored, and compare refuses such a run beside another.",
)
@click.option(
    "--leak-policy",
    type=click.Choice([policy.value for policy in LeakPolicy]),
    help="How much the simulated user gives away; default: what the items' evaluation.yaml ask for, else "
    f"{LEAK_POLICY.value}.",
)
@click.option(
    "--time-limit",
    type=Seconds(),
    default=TIME_LIMIT,
    show_default=True,
    help="Seconds that an agent has per round.",
)
@click.option(
    "--sandbox",
    help=f"Where commands and submissions' own servers are executed; default: {USUAL}, and where that cannot be had "
    "they are refused. docker runs them in containers. local-unsafe protects nothing, and every result made with it is "
    "marked.",
)
@click.option(
    "--mount",
    "mounts",
    metavar="PATH",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A file or folder that command agents may read, at the same place, beside the system's programs and the "
    "agent's own file. May be given several times.",
)
@click.option(
    "--pass-env",
    metavar="NAME",
    multiple=True,
    help="A variable of your environment that command agents get, such as a model's key; recorded by name, never by "
    "value. Nothing else of your environment reaches them. May be given several times.",
)
@click.option(
    "--mirror",
    "is_mirrored",
    is_flag=True,
    help="Let command agents and installed ones have packages while they work: pip, uv and npm in the sandbox find the "
    "mirror that benchwright.toml ([mirror]) or BENCHWRIGHT_MIRROR_PYTHON and BENCHWRIGHT_MIRROR_NODE name, and "
    "nothing else. Recorded, and every result made with it is marked. A submission that is judged gets none.",
)
@click.option(
    "--user",
    default=TEMPLATE,
    show_default=True,
    help="Who speaks for the simulated user: template, or model[:PERSONA], the model of the role `user` in "
    "benchwright.toml, as plain (where none is named), terse, chatty, impatient or non-technical, or as noisy or "
    "misleading, which get something wrong on purpose; that is recorded and marked.",
)
@click.option("--random-seed", default=0, show_default=True)
@judge_options
@model_options
@click.option(
    "--rejudge",
    "is_rejudged",
    is_flag=True,
    help="Judge the run's submissions again, by the run's own copy of the criteria; agents are not run. Goes with "
    "--out, --jobs, --sandbox, --json, --judge, --manner and the bounds of models alone.",
)
@click.option("--json", "as_json", is_flag=True, help="Print RESULT.json.")
@click.pass_context
def run(ctx: click.Context, **given: object) -> None:
    """Score code agents on SUITE, over rounds of feedback from a simulated user.

    One number of rounds and one leak policy hold for the whole run. Interrupted runs go on where they were: repeat
    the command.

    A command agent ends with exit code 0 when it is done and with 75 (EX_TEMPFAIL) when its model's endpoint failed:
    the round is then not scored, and the same command takes it up again. Any other code is its own failure, and what
    it left is judged.

    A round in which this machine, a service or the judge failed is never held against the agent, nor is an agent whose
    program could not be started (126 or 127 at once, with nothing changed): it is unresolved and named with its cause,
    and the same command tries it again.

    Exit code 0 when every agent was scored, whatever it earned; where nothing of some trial could be decided, 4 when an
    endpoint or this machine failed, 5 when the judge did, and 8 when its model gave no usable answer; 5 as well when
    oracle is below 100% or nop above 0%.

    --rejudge judges the submissions of a run again with the present judge, beside the old verdicts; feedback is never
    rewritten. It goes by the criteria that the run was made with, kept in its folder, and marks the judgements of items
    whose criteria in SUITE are others by now: to score by those, make a new run. What the present judge has judged
    already stands, and it is said where that is all; what this machine or the judge left undecided is judged again.

    \b
    Examples:
      benchwright run generated/sample --agent oracle --agent nop --rounds 3
      benchwright run generated/sample --agent codex:MODEL --agent claude-code:MODEL --repeats 3
      benchwright run generated/sample --agent minimal:MODEL --max-cost 5
      benchwright run generated/sample --agent codex:MODEL --full-prd --debug --rounds 2
      benchwright run generated/sample --agent codex:MODEL --mirror
      benchwright run generated/sample --agent codex:MODEL --user model:non-technical --max-tokens 500000
      benchwright run generated/sample --agent codex:MODEL --judge hybrid
      benchwright run generated/programs --agent codex:MODEL --full-prd --manner ordered
      benchwright run generated/sample --agent "mine=command:$PWD/tools/my-agent --workdir ." --mount tools
      PYTHONPATH=. benchwright run generated/sample --agent mine=my_agent:MyAgent
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
            f"--rejudge judges every submission of the run as it was made, and would ignore {', '.join(settled)}: make "
            "a new run with it, or do not give it."
        )
