"""`benchwright report` and `compare`."""

from pathlib import Path

import click

from pipeline.cli.folders import FolderOf, NewPage
from pipeline.cli.output import echo_json, open_console
from pipeline.report.page import write_report
from pipeline.report.projects import ProjectPage, project_page
from pipeline.report.summary import print_summary
from pipeline.report.versus import print_agreement, print_comparison
from pipeline.runner.reader import RunFolder, judge_called
from pipeline.runner.scoring.agreement import read_labels
from pipeline.runner.scoring.comparison import compare as compare_agents
from plans.errors import AuthorError, JudgesDiffer
from plans.paths import RunPaths
from plans.records.run import RunSpec
from plans.slugs import did_you_mean


@click.command()
@click.argument("run", type=FolderOf("run"))
@click.option(
    "--out",
    type=NewPage(),
    help="Write there, not RUN/report.html; of files that are there only our reports are replaced.",
)
@click.option(
    "--judge",
    metavar="DIGEST",
    help="Judge whose judgements are reported, by the beginning of its digest; see `run --rejudge`.",
)
@click.option(
    "--labels",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Folder with the points that people gave, in a file point-labels for each submission.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON; the page is written too.")
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
    place = write_report(page, out or RunPaths(run).report)
    if as_json:
        echo_json(_agreement_beside(page))
        return
    console = open_console()
    print_summary(page.result, console)
    if page.agreed is not None:
        print_agreement(page.agreed, console)
    console.print(f"Report: {place}", markup=False, highlight=False, soft_wrap=True)


def _agreement_beside(page: ProjectPage) -> object:
    """The result; with labels, the agreement beside it."""
    if page.agreed is None:
        return page.result
    return {**page.result.model_dump(mode="json"), "agreement": page.agreed.table.model_dump(mode="json")}


@click.command()
@click.argument("run", type=FolderOf("run"))
@click.argument("other", required=False, type=FolderOf("run"))
@click.option("--agent", "agents", multiple=True, help="Agent to compare; may be given twice.")
@click.option(
    "--judge",
    metavar="DIGEST",
    help="Judge by whose judgements the runs are compared, by the beginning of its digest; see `run --rejudge`.",
)
@click.option(
    "--across-judges",
    is_flag=True,
    help="Compare runs of different judges all the same; the comparison is marked.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
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
    first_agent, second_agent = _pair(first.spec(), second.spec() if other else None, agents)
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


def _pair(first: RunSpec, second: RunSpec | None, agents: tuple[str, ...]) -> tuple[str, str]:
    """The agents that are meant: named, or the only ones there are."""
    if len(agents) == 2 and agents[0] == agents[1] and second is None:
        raise click.UsageError(
            f"{agents[0]!r} was named twice, and an agent cannot be compared with itself in one run. Name another "
            "agent, or another run."
        )
    if len(agents) == 2:
        return agents[0], agents[1]
    if len(agents) == 1 and second is not None:
        return agents[0], agents[0]
    known = [agent.name for agent in first.play.agents]
    if not agents and second is not None and len(known) == len(second.play.agents) == 1:
        return known[0], second.play.agents[0].name
    if not agents and second is None and len(known) == 2:
        return known[0], known[1]
    raise click.UsageError(
        f"It is not clear which two agents to compare: {len(agents)} named. Name them with --agent; run "
        f"{first.name!r} has {', '.join(known)}."
    )
