"""`benchwright import`, `export` and `schemas`: formats of others, and ours for others."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from pipeline.cli.folders import FolderOf, FolderThere, NewFolder
from pipeline.cli.output import echo, echo_json, open_console, plain_table
from pipeline.cli.progress import bars
from pipeline.exchange.exporters import export_suite, make_exporter
from pipeline.exchange.prdbench.exporting import suite_tasks
from pipeline.exchange.prdbench.importing import imported_suite
from pipeline.exchange.prdbench.reading import read_dataset
from pipeline.exchange.prdbench.reports import WrittenReports, score_cal, written_reports
from pipeline.runner.reader import RunFolder, judge_called
from plans.errors import AuthorError
from plans.files import write_record
from plans.paths import RunPaths, SuitePaths
from plans.plain_text import count_text
from plans.records.published import ImportedSuite, PublishedProjectScore, PublishedScore, PublishedTask
from plans.schemas import export_schemas


@click.group("import")
def imports() -> None:
    """Make a suite from a published benchmark, or read published reports on one.

    \b
    Examples:
      benchwright import prdbench ./PRDBench --out generated/prdbench
      benchwright import prdbench-reports ./their-reports --suite generated/prdbench
    """


@imports.command("prdbench")
@click.argument("folder", type=FolderThere())
@click.option(
    "--out",
    type=NewFolder("suite"),
    default=Path("generated/prdbench"),
    show_default=True,
    help="Folder of the suite: new or empty.",
)
@click.option("--commit", help="Commit of the data, where FOLDER is no git checkout.")
@click.option(
    "--as-published",
    "is_as_published",
    is_flag=True,
    help="Count as PRDBench's own tool does: criteria that no submission can satisfy are evaluation tasks too.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def import_prdbench(
    folder: Path, out: Path, commit: str | None, is_as_published: bool, as_json: bool
) -> None:
    """Make an item from each PRDBench task in FOLDER.

    FOLDER is a checkout of the published data, and nothing in it is corrected: what is wrong with a criterion is
    written to imported.yaml of its item. A criterion that no submission can satisfy becomes no evaluation task, unless
    --as-published is given. A task whose tests and commands need a service, or packages that OUT/runtime does not lock,
    is marked, and runs leave it out; what else its PRD names is listed, and a submission that uses it fails here.
    PRDBench published no references, so `benchwright verify` audits such a suite and releases no item of it.

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
        bar = progress.add_bar("import", "task")
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
        _print_imported(summary, out, open_console())


@imports.command("prdbench-reports")
@click.argument("folder", type=FolderThere())
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
def import_reports(
    folder: Path, suite: Path | None, round_name: str, is_as_published: bool, out: Path | None, as_json: bool
) -> None:
    """Score PRDBench reports by its rules and by ours.

    FOLDER belongs to one agent and holds TASK/reports/round1.jsonl, as PRDBench's judge wrote them. PRDBench's
    `score_cal` takes the mean of the scores that a report holds, and leaves out projects without a report. Our number
    counts every planned project and criterion, and is a range where a score is missing or is not 0, 1 or 2. Each cause
    of the difference is printed with how much it accounts for.

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
        _print_scores(score, open_console())


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


def _print_imported(summary: ImportedSuite, out: Path, console: Console) -> None:
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
        yield f"{items} can be tried without what their PRDs name; submissions that use it fail here:"
        yield from (f"  {item} may use {', '.join(named)}" for item, named in summary.may_be_used.items())


class Formats(click.Group):
    """The formats of this program, and any other as the class that writes it, MODULE:CLASS."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        return _own_format(cmd_name) if own is None and ":" in cmd_name else own


@click.group("export", cls=Formats)
def exports() -> None:
    """Write a suite, or the rounds of a run, in another benchmark's format.

    A format of your own is a class that implements plans.contracts.exchange.Exporter, named MODULE:CLASS.

    \b
    Examples:
      benchwright export prdbench generated/mine --out ./PRDBench
      benchwright export prdbench-reports runs/mine --suite generated/mine --out ./reports
      PYTHONPATH=. benchwright export my_formats:JsonLines generated/mine --out ./mine
    """


@exports.command("prdbench")
@click.argument("suite", type=FolderOf("suite"))
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="A new or empty folder."
)
def export_prdbench(suite: Path, out: Path) -> None:
    """Write SUITE in the format of PRDBench's tasks.

    SUITE holds Python projects. An imported item keeps its number; any other item is numbered by its place in SUITE.
    Tests of the latter are written to evaluation/, so each has to stand by itself, and be run by its path.

    \b
    Written for each item:
      ID/src/PRD.md                             the specification
      ID/evaluation/detailed_test_plan.json     the criteria: metric, description, type, testcases
                                                (test_command, test_input), input_files,
                                                expected_output, expected_output_files
      ID/evaluation/metric.json                 their rubrics: metric, description, expected_output
      ID/evaluation/…                           tests, inputs and expected files
      aux_data.json                             ID: files under src/ that an agent is given

    \b
    Example:
      benchwright export prdbench generated/mine --out ./PRDBench
    """
    _export("prdbench", suite, out)


@exports.command("prdbench-reports")
@click.argument("run", type=FolderOf("run"))
@click.option("--suite", type=FolderOf("suite"), required=True, help="The suite that was played.")
@click.option("--out", type=NewFolder(), required=True, help="A new or empty folder.")
@click.option(
    "--judge",
    metavar="DIGEST",
    help="Write this judge's judgements, made by judging again; the digest's beginning is enough.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
def export_reports(run: Path, suite: Path, out: Path, judge: str | None, as_json: bool) -> None:
    """Write the rounds of RUN as PRDBench reports.

    PRDBench's score and ours are printed. OUT gets a folder for each agent (and repeat), which `score_cal` reads:
    AGENT/TASK/reports/round1.jsonl, one criterion a line with metric, description, score and explanation. Tasks have
    the numbers that `export prdbench` gives them. An undecided criterion has no score; one that was not tried because
    an earlier one failed has 0.

    \b
    Example:
      benchwright export prdbench-reports runs/mine --suite generated/mine --out ./reports
    """
    paths = RunPaths(run)
    reader = RunFolder(paths, judge_called(paths, judge) if judge is not None else None)
    written = written_reports(reader, suite_tasks(SuitePaths(suite)), out)
    counted = [(one, _scores(one)) for one in written]
    if as_json:
        told = [
            {
                "agent": one.agent,
                "repeat": one.repeat,
                "folder": str(one.folder),
                "rounds": [score.model_dump(mode="json") for score in scores],
            }
            for one, scores in counted
        ]
        echo_json(told)
    else:
        _print_exported(counted, open_console())


def _own_format(place: str) -> click.Command:
    @click.command(place, help="Write SUITE by this class.")
    @click.argument("suite", type=FolderOf("suite"))
    @click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True)
    def own(suite: Path, out: Path) -> None:
        _export(place, suite, out)

    return own


def _export(name: str, suite: Path, out: Path) -> None:
    written = export_suite(make_exporter(name), SuitePaths(suite), out)
    lines = (f"{place}: {item}" for item, place in written.items())
    for line in (*lines, f"{out}: {count_text(len(written), 'task')}."):
        open_console().print(line, markup=False, highlight=False, soft_wrap=True)


def _scores(one: WrittenReports) -> list[PublishedScore]:
    return [score_cal(one.folder, str(number), one.tasks) for number in range(1, one.rounds + 1)]


def _print_exported(
    counted: Sequence[tuple[WrittenReports, Sequence[PublishedScore]]], console: Console
) -> None:
    for one, scores in counted:
        lines = [f"{one.folder}: {one.agent}, {count_text(len(one.tasks), 'task')}."]
        if one.missing:
            lines.append(f"No report, as nobody judged it: {'; '.join(one.missing)}.")
        for line in lines:
            console.print(line, markup=False, highlight=False, soft_wrap=True)
        for score in scores:
            _print_scores(score, console)


def _print_scores(score: PublishedScore, console: Console) -> None:
    """Print both numbers, what lies between them step by step, and both numbers of each project."""
    for line in _numbers(score):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    table = plain_table("Task", "score_cal", "Ours", "Decided", "Remark")
    for one in score.projects:
        table.add_row(str(one.number), *(Text(cell) for cell in _cells(one)))
    console.print(table)


def _numbers(score: PublishedScore) -> Iterator[str]:
    projects = len(score.projects)
    yield (
        f"Round {score.round}: score_cal {_share(score.published)}, the mean of {score.valid} of "
        f"{count_text(projects, 'project')}; ours {_range(score.low, score.high)}, over all of them and all criteria "
        "that were planned."
    )
    if score.published is None:
        yield "  A report holds a number that is none, or a huge one: so theirs is none, and cannot be explained."
    elif not score.differences:
        yield (
            "  They differ in nothing but what is undecided."
            if score.low < score.high
            else "  They are the same."
        )
    else:
        least = "the least of ours" if score.low < score.high else "ours"
        yield f"  What leads from {_share(score.published)} to {least}, {_share(score.low)}, one after the other:"
        yield from (f"  {one.effect:+.3f}  {one.message}" for one in score.differences if one.effect)


def _cells(one: PublishedProjectScore) -> tuple[str, ...]:
    return (
        "left out" if one.published is None else _share(one.published),
        _range(one.low, one.high),
        f"{one.decided} of {one.planned}",
        one.why or "",
    )


def _share(value: float | None) -> str:
    return "none" if value is None else f"{value:.3f}"


def _range(low: float, high: float) -> str:
    return _share(low) if _share(low) == _share(high) else f"{_share(low)} to {_share(high)}"


@click.command()
@click.argument("folder", type=NewFolder("schemas"))
def schemas(folder: Path) -> None:
    """Write the JSON Schema of every record file, and of benchwright.toml, into FOLDER.

    \b
    Example:
      benchwright schemas /tmp/schemas
    """
    for path in export_schemas(folder):
        echo(path)
