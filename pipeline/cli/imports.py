"""`benchwright import`."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.console import Console

from pipeline.cli.folders import FolderOf, NewFolder
from pipeline.cli.output import echo_json, open_console
from pipeline.cli.progress import bars
from pipeline.cli.published_scores import print_scores
from pipeline.exchange.prdbench.importing import imported_suite
from pipeline.exchange.prdbench.reading import read_dataset
from pipeline.exchange.prdbench.score_cal import score_cal
from pipeline.exchange.prdbench.suite_tasks import suite_tasks
from plans.errors import AuthorError
from plans.files import write_record
from plans.paths import SuitePaths
from plans.plain_text import count_text
from plans.records.published import PublishedTask
from plans.records.published_scores import ImportedSuite


@click.group("import")
def imports() -> None:
    """Make a suite of a benchmark that others published, or read what others report of one.

    \b
    Examples:
      benchwright import prdbench ./PRDBench --out generated/prdbench
      benchwright import prdbench-reports ./their-reports --suite generated/prdbench
    """


@imports.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", type=NewFolder("suite"), default=Path("generated/prdbench"), show_default=True)
@click.option("--commit", help="Of the data, where the checkout does not tell it.")
@click.option(
    "--as-published",
    "is_as_published",
    is_flag=True,
    help="Count as PRDBench's own tool does: criteria that nobody can satisfy are evaluation tasks too.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def prdbench(folder: Path, out: Path, commit: str | None, is_as_published: bool, as_json: bool) -> None:
    """Import the PRDBench tasks in FOLDER, a checkout of the published data: an item for each of them.

    What is wrong with a criterion is kept beside it, in imported.yaml; what nobody can satisfy is no evaluation task,
    unless --as-published. Tasks whose packages OUT/runtime does not lock (it may lie there before), or that need a
    service, are marked, and a run leaves them out: what their tests and commands use counts, and what the PRD demands.
    What it merely names is listed, and a hand-in may do without. Nobody published references: `benchwright verify`
    audits such a suite, and releases nothing of it.

    \b
    Read of each task, in FOLDER or in FOLDER/PRDBench (ID is a number):
      ID/src/PRD.md                             the specification
      ID/evaluation/detailed_test_plan.json     a list of criteria, each with metric (number and
                                                title), description, type (unit_test,
                                                shell_interaction, file_comparison), testcases (each
                                                test_command, test_input), input_files,
                                                expected_output, expected_output_files
      ID/evaluation/metric.json                 a list of rubrics, each with metric and
                                                expected_output (what 2, 1 and 0 points are for)
      ID/evaluation/…                           the tests, inputs and expected files that these name
      aux_data.json                             ID: files under src/ that an agent is given

    \b
    Examples:
      benchwright import prdbench ./PRDBench --out generated/prdbench
      benchwright import prdbench ./PRDBench --out generated/as-published --as-published --json
    """
    with bars(open_console(stderr=True)) as progress:
        bar = progress.add_task("import", total=None)
        summary = imported_suite(
            folder,
            SuitePaths(out),
            commit=commit,
            counting="as_published" if is_as_published else "ours",
            progress=lambda done, planned: progress.update(bar, completed=done, total=planned),
        )
    if as_json:
        echo_json(summary.model_dump(mode="json"))
    else:
        _print(summary, out, open_console())


@imports.command("prdbench-reports")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--suite",
    type=FolderOf("suite"),
    help="Whose tasks were judged; without it the plans are read that lie in FOLDER beside the reports.",
)
@click.option(
    "--round", "round_name", default="1", show_default=True, help="Which reports: reports/roundROUND.jsonl."
)
@click.option(
    "--as-published",
    "is_as_published",
    is_flag=True,
    help="Let criteria that nobody can satisfy count in our number too.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write them there too: JSON, or YAML, by its name.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
def prdbench_reports(
    folder: Path, suite: Path | None, round_name: str, is_as_published: bool, out: Path | None, as_json: bool
) -> None:
    """Read the reports of a judge of PRDBench in FOLDER, and print what its `score_cal` makes of them beside ours.

    A report is FOLDER/TASK/reports/round1.jsonl, in whatever form its judge wrote it. score_cal takes the mean of the
    scores that a report happens to hold, and leaves out projects without one. Ours is over all projects and criteria
    that were planned, and a range where something is undecided: left out, or with another score than 0, 1 and 2. Each
    cause of the difference is told with what it is worth. FOLDER is that of one agent: where it holds several,
    they are named, and each is read by itself.

    \b
    A line of a report is an object with:
      metric          number and title of the criterion, as in its plan
      description     what is tried
      score           2, 1 or 0; left out where it is undecided
      explanation     why

    Without --suite, FOLDER/TASK/evaluation/detailed_test_plan.json says what was planned; `import prdbench --help` has
    its fields.

    \b
    Examples:
      benchwright import prdbench-reports ./their-reports --suite generated/prdbench
      benchwright import prdbench-reports ./PRDBench --round 2 --json
    """
    if suite is None:
        folder, tasks = _beside(folder)
    else:
        tasks = [one.task for one in suite_tasks(SuitePaths(suite))]
    _refuse_without_reports(folder, round_name)
    score = score_cal(folder, round_name, tasks, with_unsatisfiable=is_as_published)
    if out is not None:
        write_record(out, score)
    if as_json:
        echo_json(score.model_dump(mode="json"))
    else:
        print_scores(score, open_console())


def _refuse_without_reports(folder: Path, round_name: str) -> None:
    """Raise AuthorError where no report of the round lies there: no number would be told of anything."""
    wanted = f"*/reports/round{round_name}.jsonl"
    if any(folder.glob(wanted)):
        return
    agents = sorted({place.parents[2].name for place in folder.glob(f"*/{wanted}")})
    why = f"No report lies in {folder} ({folder / wanted}), so there is nothing to read."
    if agents:
        raise AuthorError(f"{why} Name the folder of one agent; there are: {', '.join(agents)}.")
    raise AuthorError(f"{why} Name the folder in which the folders of the tasks lie, or another --round.")


def _beside(folder: Path) -> tuple[Path, Sequence[PublishedTask]]:
    """The folder of the tasks, and those whose plans lie there; AuthorError where there are none."""
    try:
        dataset = read_dataset(folder)
    except AuthorError as error:
        raise AuthorError(f"{error} Or name with --suite whose tasks were judged.") from None
    if not dataset.tasks:
        raise AuthorError("\n".join(map(str, dataset.problems)))
    return dataset.root, dataset.tasks


def _print(summary: ImportedSuite, out: Path, console: Console) -> None:
    counts = summary.counts
    left = "are evaluation tasks all the same" if summary.counting == "as_published" else "are left out"
    lines = [
        *map(str, summary.problems),
        f"{out}: {count_text(summary.items, 'item')} of {count_text(summary.tasks, 'task')}, {summary.version}.",
        f"{count_text(counts.total, 'published criterion', 'published criteria')}: {counts.unit_test:,} unit tests, "
        f"{counts.shell_interaction:,} shell interactions, {counts.file_comparison:,} file comparisons; "
        f"{len(summary.unsatisfiable):,} that nobody can satisfy {left}: "
        f"{count_text(summary.evaluation_tasks, 'evaluation task')}.",
        "Defects: "
        + (", ".join(f"{kind} {count:,}" for kind, count in summary.defects.items()) or "none")
        + (f"; each is told in {out}/items/ID/imported.yaml." if summary.defects else "."),
        *_wanting(summary),
    ]
    for line in lines:
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def _wanting(summary: ImportedSuite) -> Iterator[str]:
    """What items need, or may use, that is not here."""
    if summary.not_runnable:
        yield f"{count_text(len(summary.not_runnable), 'item')} cannot be tried here, and a run leaves them out:"
        yield from (f"  {item} needs {'; '.join(reasons)}" for item, reasons in summary.not_runnable.items())
    if summary.may_be_used:
        items = count_text(len(summary.may_be_used), "item")
        yield f"{items} can be tried without what their PRDs name; hand-ins that use it fail here:"
        yield from (f"  {item} may use {', '.join(named)}" for item, named in summary.may_be_used.items())
