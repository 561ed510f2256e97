"""`benchwright compare`."""

from pathlib import Path

import click

from pipeline.cli.folders import FolderOf
from pipeline.cli.output import open_console
from pipeline.cli.suggesting import meant
from pipeline.report.versus import print_comparison
from pipeline.runner.reader import RunFolder
from pipeline.runner.scoring.comparison import compare as compare_agents
from plans.errors import AuthorError
from plans.paths import RunPaths
from plans.records.run_spec import RunSpec


@click.command()
@click.argument("run", type=FolderOf("run"))
@click.argument("other", required=False, type=FolderOf("run"))
@click.option("--agent", "agents", multiple=True, help="An agent to compare; once or twice.")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
def compare(run: Path, other: Path | None, agents: tuple[str, ...], as_json: bool) -> None:
    """Compare two agents of RUN, or an agent of RUN with one of OTHER, paired by project.

    In two runs, one --agent names the same agent in both, two name one in each, and none is needed where each run has
    a single agent.

    \b
    Examples:
      benchwright compare runs/mine --agent mini --agent apprentice-expert
      benchwright compare runs/may runs/june --agent mini
    """
    first = RunFolder(RunPaths(run))
    second = RunFolder(RunPaths(other)) if other else first
    first_agent, second_agent = _pair(first.spec(), second.spec() if other else None, agents)
    try:
        comparison = compare_agents(first, first_agent, second, second_agent)
    except AuthorError as error:
        raise AuthorError(f"{error}{_meant(first, first_agent) or _meant(second, second_agent)}") from None
    if as_json:
        click.echo(comparison.model_dump_json(indent=1))
    else:
        print_comparison(comparison, open_console())


def _meant(run: RunFolder, agent: str) -> str:
    """Which agent of the run may be meant by a name that none has."""
    known = [one.name for one in run.spec().play.agents]
    return "" if agent in known else meant(agent, known)


def _pair(first: RunSpec, second: RunSpec | None, agents: tuple[str, ...]) -> tuple[str, str]:
    """The agents that are meant: named, or the only ones there are."""
    if len(agents) == 2 and agents[0] == agents[1] and second is None:
        raise click.UsageError(
            f"{agents[0]!r} was named twice, and nobody differs from himself. Name another agent, or another run."
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
