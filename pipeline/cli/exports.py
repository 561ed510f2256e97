"""`benchwright export`."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from pipeline.cli.folders import FolderOf, NewFolder
from pipeline.cli.output import echo_json, open_console
from pipeline.cli.published_scores import print_scores
from pipeline.exchange.exporters import export_suite, make_exporter
from pipeline.exchange.prdbench.run_reports import WrittenReports, written_reports
from pipeline.exchange.prdbench.score_cal import score_cal
from pipeline.exchange.prdbench.suite_tasks import suite_tasks
from pipeline.runner.reader import RunFolder, judge_called
from plans.paths import RunPaths, SuitePaths
from plans.plain_text import count_text
from plans.records.published_scores import PublishedScore


class Formats(click.Group):
    """The formats of this program, and any other as the class that writes it, MODULE:CLASS."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        return _own_format(cmd_name) if own is None and ":" in cmd_name else own


@click.group("export", cls=Formats)
def exports() -> None:
    """Write a suite, or the rounds of a run, in the format of another benchmark.

    A format of your own is a class that implements plans.contracts.exchange.Exporter, named MODULE:CLASS.

    \b
    Examples:
      benchwright export prdbench generated/mine --out ./PRDBench
      benchwright export prdbench-reports runs/mine --suite generated/mine --out ./reports
      PYTHONPATH=. benchwright export my_formats:JsonLines generated/mine --out ./mine
    """


@exports.command()
@click.argument("suite", type=FolderOf("suite"))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True)
def prdbench(suite: Path, out: Path) -> None:
    """Write SUITE, of Python projects, as folders in which PRDBench is published: PRD, test plan, rubrics and files.

    An imported item keeps its number; any other has its place in the suite.

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
def prdbench_reports(run: Path, suite: Path, out: Path, judge: str | None, as_json: bool) -> None:
    """Write the rounds of RUN as PRDBench's evaluation leaves its reports, and print its number of each beside ours.

    OUT holds a folder for each agent (with the repeat behind its name, where there are several), and that is what
    `score_cal` takes: AGENT/TASK/reports/round1.jsonl, one criterion a line with metric, description, score and
    explanation. Tasks have the numbers that `export prdbench` gives them. What is undecided is written without a score;
    what was not tried because something before it failed has 0.

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
        _print(counted, open_console())


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


def _print(counted: Sequence[tuple[WrittenReports, Sequence[PublishedScore]]], console: Console) -> None:
    for one, scores in counted:
        lines = [f"{one.folder}: {one.agent}, {count_text(len(one.tasks), 'task')}."]
        if one.missing:
            lines.append(f"No report, as nobody judged it: {'; '.join(one.missing)}.")
        for line in lines:
            console.print(line, markup=False, highlight=False, soft_wrap=True)
        for score in scores:
            print_scores(score, console)
