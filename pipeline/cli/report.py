"""`benchwright report` and `compare`."""

from functools import partial
from pathlib import Path

import click

from pipeline.cli.folders import FolderOf
from pipeline.cli.output import echo_json, json_option, open_console
from pipeline.cli.reporting import compared_pair, judge_digest_option, page_options, tell_report
from pipeline.report.projects import project_page
from pipeline.report.summary import print_summary
from pipeline.report.versus import print_comparison
from pipeline.runner.reader import RunFolder, judge_called
from pipeline.runner.scoring.agreement import read_labels
from pipeline.runner.scoring.comparison import compare as compare_agents
from plans.errors import AuthorError, JudgesDiffer
from plans.paths import RunPaths
from plans.slugs import did_you_mean


@click.command()
@click.argument("run", type=FolderOf("run"))
@judge_digest_option
@page_options("the points that people gave, in a file point-labels for each submission")
def report(run: Path, out: Path | None, judge: str | None, labels: Path | None, as_json: bool) -> None:
    """Write the report of RUN as one HTML file, and print its numbers, with tokens and cost.

    Of a run that is not finished, what was not reached counts as unresolved. For each judged web app the page shows the
    screens that the judge found, and which elements it took for the targets of the criteria. With --labels it also
    shows how far the judge's points agree with those that people gave.

    \b
    Examples:
      benchwright report runs/mine --out mine.html
      benchwright report runs/mine --labels labels/
    """
    page = project_page(_reader(run, judge), read_labels(labels) if labels is not None else ())
    tell_report(run, page, out, as_json=as_json, tell=partial(print_summary, page.result))


@click.command()
@click.argument("run", type=FolderOf("run"))
@click.argument("other", required=False, type=FolderOf("run"))
@click.option("--agent", "agents", multiple=True, help="Agent to compare; may be given twice.")
@judge_digest_option
@click.option(
    "--across-judges",
    is_flag=True,
    help="Compare runs of different judges all the same; the comparison is marked.",
)
@json_option("the comparison as JSON")
def compare(
    run: Path,
    other: Path | None,
    agents: tuple[str, ...],
    judge: str | None,
    across_judges: bool,
    as_json: bool,
) -> None:
    """Compare two agents of RUN, or an agent of RUN with one of OTHER, project by project.

    With two runs, one --agent names the agent of that name in both, and two name one agent in each; none is needed
    where each run has a single agent. Runs of different judges are refused, because the judges may be the difference;
    --judge chooses one that has judged both.

    \b
    Examples:
      benchwright compare runs/mine --agent mini --agent apprentice-expert
      benchwright compare runs/may runs/june --agent mini
    """
    first = _reader(run, judge)
    second = _reader(other, judge) if other else first
    known = [agent.name for agent in first.spec().play.agents]
    others = [agent.name for agent in second.spec().play.agents] if other else None
    told = f"{first.spec().name!r} has {', '.join(known)}"
    first_agent, second_agent = compared_pair("--agent", agents, known, others, told)
    try:
        comparison = compare_agents(first, first_agent, second, second_agent, across_judges=across_judges)
    except JudgesDiffer:
        raise
    except AuthorError as error:
        raise AuthorError(f"{error}{_meant(first, first_agent) or _meant(second, second_agent)}") from None
    if as_json:
        echo_json(comparison)
    else:
        print_comparison(comparison, open_console())


def _reader(run: Path, judge: str | None) -> RunFolder:
    paths = RunPaths(run)
    return RunFolder(paths, judge_called(paths, judge) if judge is not None else None)


def _meant(run: RunFolder, agent: str) -> str:
    """Which agent of the run may be meant by a name that none has."""
    known = [one.name for one in run.spec().play.agents]
    return "" if agent in known else did_you_mean(agent, known)
