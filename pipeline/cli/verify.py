"""`benchwright verify`."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
from rich.text import Text

from agents.authoring.verification.gate import Progress
from agents.authoring.verification.matrix import of_alternative
from agents.authoring.verification.standing import is_refused
from pipeline.cli.folders import FolderOf
from pipeline.cli.output import open_console, plain_table
from pipeline.cli.progress import gate_progress
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring import judge_for, release_gate, sandbox_named, with_parents, with_runtime
from pipeline.refresh.parents import variants_of
from pipeline.refresh.verifying import Verified, verify_suite
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.base import Record
from plans.records.evidence import REFERENCE_RUNS, Evidence
from plans.records.verdict import Status
from plans.settings import read_settings


class VerifyOrder(Record):
    """The options of `benchwright verify`, by name."""

    suite: Path
    items: tuple[str, ...] = ()
    """Verified alone; none: all."""
    anew: bool = False
    """Whether evidence that still holds is made again."""
    repeats: int = REFERENCE_RUNS
    """Runs of each reference."""
    parents: Path | None = None
    """The suite that variants were made from."""
    as_json: bool = False


@click.command()
@click.argument("suite", type=FolderOf("suite"))
@click.option("--item", "items", multiple=True, help="Verify this item alone; may be given several times.")
@click.option("--anew", is_flag=True, help="Judge again even where the evidence still holds.")
@click.option(
    "--repeats",
    type=click.IntRange(1, 100),
    default=REFERENCE_RUNS,
    show_default=True,
    help="Runs of each reference.",
)
@click.option(
    "--parents",
    type=FolderOf("suite"),
    help="The suite that SUITE's variants were made from, whose references are handed in for them.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the conclusions as JSON.")
@click.pass_context
def verify(ctx: click.Context, **given: object) -> None:
    """Run the release gate of SUITE again: after an edit, or on a suite that was pulled.

    Every reference, alternative, mutant and attack is judged in a real browser, with the packages that the suite locks.
    Items whose evidence was made for exactly these files, packages and this judge are kept, unless --anew. A refreshed
    suite's items are released only when the references that they were made from fail on them, so --parents is needed
    where that has to be shown anew. Exit code 1 when an item may not be released.

    \b
    Example:
      benchwright verify generated/sample --item plant-shop
    """
    order = VerifyOrder.model_validate(given)
    with gate_progress(open_console(stderr=True)) as progress:
        verified = run_until_stopped(_verify(order, progress))
    if order.as_json:
        click.echo(json.dumps({id: _summary(e) for id, e in verified.evidence.items()}, indent=1))
    else:
        print_verified(verified)
    ctx.exit(0 if all(evidence.released for evidence in verified.evidence.values()) else 1)


async def _verify(order: VerifyOrder, progress: Progress) -> Verified:
    paths = SuitePaths(order.suite)
    suite = read_suite(paths)
    variants = variants_of(suite, None if order.parents is None else SuitePaths(order.parents))
    sandbox = await with_runtime(sandbox_named(None), paths.runtime)
    async with judge_for(suite.family, read_settings(), sandbox) as judge:
        gate = release_gate(
            judge,
            suite.family,
            suite.canary,
            repeats=order.repeats,
            progress=progress,
            runtime=sandbox.runtime,
        )
        gate = with_parents(gate, judge, variants)
        return await verify_suite(paths, gate, only=order.items, anew=order.anew)


def _summary(evidence: Evidence) -> dict[str, object]:
    return {
        "released": evidence.released,
        "reasons": list(evidence.reasons),
        "mutants": len(evidence.mutants),
        "killed": sum(mutant.killed for mutant in evidence.mutants),
        "edges": len(evidence.edges),
        "confirmed": sum(edge.confirmed for edge in evidence.edges),
        "alternative": evidence.alternative,
        "alternatives": list(_alternatives(evidence)),
    }


def _alternatives(evidence: Evidence) -> Iterator[str]:
    """The names of the alternatives that passed every task."""
    before = of_alternative("")
    for cell in evidence.cells:
        if cell.hand_in.startswith(before) and set(cell.task_status.values()) == {Status.PASSED}:
            yield cell.hand_in.removeprefix(before)


def print_verified(verified: Verified) -> None:
    """Print a line for each item, why those are not released that are not, and what was edited."""
    console = open_console()
    table = plain_table("Item", "Released", "Mutants killed", "Edges confirmed", "Alternatives", "Evidence")
    for id, evidence in verified.evidence.items():
        summary = _summary(evidence)
        table.add_row(
            Text(id),
            "[green]yes[/]" if evidence.released else "[red]no[/]",
            f"{summary['killed']} of {summary['mutants']}",
            f"{summary['confirmed']} of {summary['edges']}",
            ", ".join(_alternatives(evidence)) or "none",
            "still holds" if id in verified.kept else "made anew",
        )
    console.print(table)
    for id, evidence in verified.evidence.items():
        for reason in evidence.reasons:
            console.print(f"{id}: {reason}", style="red", markup=False)
    if refused := [id for id, evidence in verified.evidence.items() if is_refused(evidence)]:
        console.print(
            f"Refused: {', '.join(refused)}. A reason speaks of what lies in items/ID (criteria.yaml, reference, "
            "mutants): mend it there and run this again. An item that was authored without a hand's edit is better "
            "authored anew from its seed, with another --seed and --out, which draws other data and features. Until "
            "then, a run marks its numbers.",
            markup=False,
        )
    if verified.edited.told:
        console.print(
            f"Edited since suite.yaml was written: {verified.edited.told}. Numbers of before and after would go by one "
            f"name: raise `version:` in suite.yaml (it says {verified.suite.version}) before you publish any, unless "
            "that was done with the edit.",
            markup=False,
        )
