"""`benchwright judge`."""

import asyncio
from pathlib import Path

import click
from rich.console import Console

from pipeline.cli.verdicts import print_judgement
from pipeline.cli.wiring import programmatic_judge, sandbox_named
from plans.errors import AuthorError
from plans.files import read_record, write_record
from plans.paths import ItemPaths
from plans.records.criteria import Criteria
from plans.records.verdict import Judgement, Status
from plans.settings import read_settings


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option(
    "--item", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder of the item."
)
@click.option("--task", "tasks", multiple=True, help="Judge this task (and its prerequisites) alone.")
@click.option("--evidence", type=click.Path(file_okay=False, path_type=Path), help="Keep screenshots here.")
@click.option(
    "--sandbox", help="Where a hand-in's own server may run: local-unsafe. Static hand-ins need none."
)
@click.option("--random-seed", default=0, show_default=True, help="Varies generated values.")
@click.option("--json", "as_json", is_flag=True, help="Print the judgement as JSON.")
@click.pass_context
def judge(
    ctx: click.Context,
    folder: Path,
    item: Path,
    tasks: tuple[str, ...],
    evidence: Path | None,
    sandbox: str | None,
    random_seed: int,
    as_json: bool,
) -> None:
    """Judge the hand-in in FOLDER against one item's criteria.

    Exit code 0 when every task passed, 1 when not.

    \b
    Example:
      benchwright judge ~/my-attempt --item generated/sample/items/plant-shop
    """
    criteria = read_record(ItemPaths(item.resolve()).criteria, Criteria)
    if unknown := sorted(set(tasks) - {task.id for task in criteria.tasks}):
        known = ", ".join(task.id for task in criteria.tasks)
        raise AuthorError(f"The item has no task {', '.join(unknown)}. It has: {known}.")
    the_judge = programmatic_judge(read_settings(), sandbox_named(sandbox))
    judgement = asyncio.run(
        the_judge.judge(
            item.resolve().name,
            folder,
            criteria,
            evidence=evidence,
            only=tasks or None,
            random_seed=random_seed,
        )
    )
    if evidence is not None:
        write_record(evidence / "judgement.json", judgement)
    if as_json:
        click.echo(judgement.model_dump_json(indent=1))
    else:
        print_judgement(judgement, criteria, Console())
    ctx.exit(0 if _all_passed(judgement) else 1)


def _all_passed(judgement: Judgement) -> bool:
    return all(task.status is Status.PASSED for task in judgement.tasks)
