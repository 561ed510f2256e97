"""`benchwright compare`."""

from pathlib import Path

import click

from pipeline.cli.folders import FolderOf
from pipeline.cli.names import did_you_mean
from pipeline.cli.output import echo_json, open_console
from pipeline.report.solvers.versus import print_solver_comparison
from pipeline.report.versus import print_comparison
from pipeline.runner.reader import RunFolder, judge_called
from pipeline.runner.scoring.comparison import compare as compare_agents
from pipeline.solving.comparing import compare_solvers
from pipeline.solving.reader import ScoredRunFolder
from pipeline.solving.run_folder import is_scored_run
from plans.errors import AuthorError, JudgesDiffer
from plans.paths import RunPaths
from plans.records.run import RunSpec


@click.command()
@click.argument("run", type=FolderOf("run"))
@click.argument("other", required=False, type=FolderOf("run"))
@click.option("--agent", "agents", multiple=True, help="An agent, or a solver, to compare; once or twice.")
@click.option(
    "--judge",
    metavar="DIGEST",
    help="Read this judge's judgements of both runs, made by judging again where it did not make the run; the digest's "
    "beginning is enough.",
)
@click.option(
    "--across-judges",
    is_flag=True,
    help="Compare runs whose judges differ, which is refused otherwise, and mark the comparison.",
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
    """Compare two agents of RUN, or an agent of RUN with one of OTHER, paired by project; solvers by instance.

    In two runs, one --agent names the same agent in both, two name one in each, and none is needed where each run has
    a single agent. Two runs whose judges differ in digest, mode or world are refused: a difference between them may be
    that of the judges. --judge compares by one judge that has judged both.

    \b
    Examples:
      benchwright compare runs/mine --agent mini --agent apprentice-expert
      benchwright compare runs/may runs/june --agent mini
    """
    if _of_solvers(run, other):
        if judge is not None or across_judges:
            raise click.UsageError(
                "--judge and --across-judges are about judges of hand-ins, and these runs have answers, which metrics "
                "score. Leave them out."
            )
        _compare_solvers(run, other or run, agents, as_json=as_json)
        return
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


def _of_solvers(run: Path, other: Path | None) -> bool:
    """Whether the runs are of solvers; raises AuthorError where one of them is and the other is not."""
    kinds = [is_scored_run(RunPaths(one)) for one in (run, other) if one is not None]
    if True in kinds and False in kinds:
        raise AuthorError(
            f"One of {run} and {other} is a run of code agents and one of solvers, and nothing in them can be paired. "
            "Name two of a kind."
        )
    return kinds[0]


def _compare_solvers(run: Path, other: Path, agents: tuple[str, ...], *, as_json: bool) -> None:
    """Compare two solvers; without a name, those that are no baseline."""
    first, second = ScoredRunFolder(RunPaths(run)), ScoredRunFolder(RunPaths(other))
    named = [
        [one.name for one in reader.spec().play.solvers if not one.is_baseline] for reader in (first, second)
    ]
    is_one_run = run == other
    pair = agents if len(agents) == 2 else (agents[0], agents[0]) if agents and not is_one_run else ()
    if not agents and is_one_run and len(named[0]) == 2:
        pair = tuple(named[0])
    if not agents and not is_one_run and len(named[0]) == len(named[1]) == 1:
        pair = (named[0][0], named[1][0])
    if len(pair) != 2 or (is_one_run and pair[0] == pair[1]):
        known = ", ".join(one.name for one in first.spec().play.solvers)
        raise click.UsageError(
            f"It is not clear which two solvers to compare: {len(agents)} named. Name them with --agent; run "
            f"{first.spec().name!r} has {known}."
        )
    comparison = compare_solvers(first, pair[0], second, pair[1])
    if as_json:
        echo_json(comparison)
    else:
        print_solver_comparison(comparison, open_console())


def _meant(run: RunFolder, agent: str) -> str:
    """Which agent of the run may be meant by a name that none has."""
    known = [one.name for one in run.spec().play.agents]
    return "" if agent in known else did_you_mean(agent, known)


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
