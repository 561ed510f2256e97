"""`benchwright judge`."""

from pathlib import Path
from typing import get_args

import click

from agents.gateway.journal import MEMORY
from agents.sandbox.roster import USUAL
from agents.sandbox.serving import CommandSite, find_site, needed
from pipeline.cli.bind import written_bindings
from pipeline.cli.criteria import browser_criteria, judgeable_criteria, suite_of
from pipeline.cli.folders import FolderOf
from pipeline.cli.judges import JudgedOrder, judge_options, with_usual_judge
from pipeline.cli.leaving_out import require_runnable
from pipeline.cli.modelling import model_options, models_table
from pipeline.cli.output import echo_error, echo_json, open_console
from pipeline.cli.places import NewFolder
from pipeline.cli.proofs import lack_of_proof
from pipeline.cli.showing import what_to_show
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.suggesting import meant
from pipeline.cli.verdicts import print_judgement, print_part
from pipeline.cli.wiring.judging import asked_judge, explored_app, judge_for, refuse_unfit
from pipeline.cli.wiring.models import open_models
from pipeline.cli.wiring.sandboxes import sandbox_named, with_runtime
from pipeline.runner.judging import judge_folder
from plans.errors import (
    EXIT_CODE,
    AuthorError,
    Event,
    NotServable,
    error_for,
    verdicts_to_rejudge,
)
from plans.families import require_interface
from plans.files import read_record, write_record
from plans.paths import ItemPaths, RunPaths
from plans.plurals import count_text
from plans.records.criteria import Criteria
from plans.records.judging import JudgeRequest
from plans.records.marks import Mark, MarkCode
from plans.records.plan import ItemParameters
from plans.records.run import Interface
from plans.records.specification import PRD
from plans.records.verdict import Judgement, Status, TaskVerdict, World
from plans.settings import read_settings
from plans.untrusted_text import folded

UNSERVED = {Event.NOT_SERVABLE, Event.SERVER_SILENT}
"""Events of a task that failed because no page was there to open."""


class JudgeOrder(JudgedOrder):
    """The options of `benchwright judge`, by name."""

    folder: Path
    item: Path
    tasks: tuple[str, ...] = ()
    """Judged alone, with their prerequisites; none: all."""
    evidence: Path | None = None
    sandbox: str | None = None
    random_seed: int = 0
    interface: Interface = "fixed"
    world: World = World.OPEN
    bindings: Path | None = None
    as_json: bool = False

    @property
    def journal(self) -> Path:
        """Where models' replies are kept: beside the evidence, where that is kept."""
        return MEMORY if self.evidence is None else RunPaths(self.evidence).journal


@click.command()
@click.argument("folder", required=False, type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("--item", required=True, type=FolderOf("item"), help="Folder of the item.")
@click.option(
    "--alternative",
    help="Judge this alternative of the item (restyled, other-data), laid over its reference, in place of FOLDER.",
)
@click.option("--task", "tasks", multiple=True, help="Judge this task (and its prerequisites) alone.")
@click.option("--evidence", type=NewFolder(), help="Keep screenshots here.")
@click.option(
    "--sandbox",
    help=f"Where a hand-in's own server runs; default: {USUAL}. Static hand-ins need none. docker runs it in a "
    "container. local-unsafe protects nothing, and the judgement is marked.",
)
@click.option("--random-seed", default=0, show_default=True, help="Varies generated values.")
@click.option(
    "--interface",
    type=click.Choice(get_args(Interface)),
    default="fixed",
    show_default=True,
    help="free: the hand-in decided by itself how it is reached, and what is run is adapted to that. Of a web app: "
    "it is not tried for keyboard and screen reader.",
)
@click.option(
    "--world",
    type=click.Choice([world.value for world in World]),
    help="What it means that something of a web app is not found. open: it may be there in another form, so it has "
    "failed only where its absence is proved, and is unresolved otherwise. closed: it is missing. Default: open for "
    "FOLDER, closed for --alternative, which was made beside the criteria.",
)
@click.option(
    "--bindings",
    type=click.Path(dir_okay=False, path_type=Path),
    help="What targets are in a web app, said by hand: the file of `benchwright bind`.",
)
@judge_options
@model_options
@click.option("--json", "as_json", is_flag=True, help="Print the judgement as JSON.")
@click.pass_context
def judge(
    ctx: click.Context, folder: Path | None, alternative: str | None, world: str | None, **given: object
) -> None:
    """Judge the hand-in in FOLDER, or with --alternative one of the item's own, against one item's criteria.

    A copy is judged, made as a run archives hand-ins: links are not followed, and FOLDER is left as it is. Exit code 0
    when every task passed, 1 when not, 7 when there is no page to open: no browser was started, root tasks count as
    failed and the rest as blocked. Where none failed and some could not be judged: 4 for this machine's fault, 5 for
    the judge's, 8 for that of its model's answers. The judgement is marked where nothing proves the item: `benchwright
    verify` on its suite does. Where it is stopped, what was decided is printed, and what was not is named.

    With --judge model or hybrid, the model of the role `ui_judge` proposes bindings and actions, and only what the
    program then observes passes; what pages say is quoted, and decides nothing. A call that fails ends the verb: give
    the same command again, and with --evidence nothing is paid for twice.

    \b
    Examples:
      benchwright judge ~/my-attempt --item generated/sample/items/plant-shop
      benchwright judge ~/my-attempt --item generated/sample/items/plant-shop --judge hybrid --evidence seen
      benchwright judge --alternative restyled --item generated/sample/items/plant-shop
    """
    chosen = world or (World.OPEN if alternative is None else World.CLOSED)
    order = JudgeOrder.model_validate({**given, "folder": folder or Path(), "world": chosen})
    if (folder is None) == (alternative is None):
        raise click.UsageError(
            "One hand-in is judged: name its FOLDER, or an alternative of the item by --alternative."
        )
    if alternative is not None:
        laid_out = ctx.with_resource(what_to_show(order.item, mutant=None, alternative=alternative))
        order = order.model_copy(update={"folder": laid_out})
    is_for_browsers = world is not None or order.bindings is not None
    criteria = (browser_criteria if is_for_browsers else judgeable_criteria)(ItemPaths(order.item))
    if order.interface == "free":
        if of_clause := sorted({task.id for task in criteria.clause} & set(order.tasks)):
            raise AuthorError(
                f"--interface free leaves out what tries the accessibility clause, so {', '.join(of_clause)} cannot be "
                "judged. Leave out --interface free, or the task."
            )
        criteria = criteria.without_clause()
    if unknown := sorted(set(order.tasks) - {task.id for task in criteria.tasks}):
        known = [task.id for task in criteria.tasks]
        told = dict.fromkeys(meant(one, known) for one in unknown)
        raise AuthorError(
            f"The item has no task {', '.join(map(repr, unknown))}, so there is nothing to judge by. "
            f"Name some of: {', '.join(known)}.{''.join(told)}"
        )
    reached: dict[str, TaskVerdict] = {}
    try:
        judgement = _marked(run_until_stopped(_judged(order, criteria, reached)), order.item)
    except KeyboardInterrupt:
        planned = criteria.with_prerequisites(frozenset(order.tasks) or None)
        print_part(reached, planned, criteria, open_console(stderr=order.as_json))
        raise
    if order.evidence is not None:
        write_record(order.evidence / "judgement.json", judgement)
    unusable = _unusable(judgement)
    if order.as_json:
        echo_json(judgement)
    elif unusable is None:
        print_judgement(judgement, criteria, open_console())
    if unusable is not None:
        raise NotServable(unusable)
    _refuse_rejudging(judgement)
    ctx.exit(0 if _all_passed(judgement) else 1)


async def _judged(order: JudgeOrder, criteria: Criteria, reached: dict[str, TaskVerdict]) -> Judgement:
    """The judgement; each verdict stands in `reached` as soon as it is there."""
    request = JudgeRequest(
        item=order.item.resolve().name,
        hand_in=order.folder,
        criteria=criteria,
        grader=ItemPaths(order.item).grader,
        evidence=order.evidence,
        only=frozenset(order.tasks) or None,
        random_seed=order.random_seed,
        interface=order.interface,
        world=order.world,
        prd=read_record(ItemPaths(order.item).prd, PRD) if order.interface == "free" else None,
    )
    sandbox = sandbox_named(order.sandbox)
    suite = suite_of(order.item)
    require_runnable(suite, ItemPaths(order.item))
    if suite is not None:
        sandbox = await with_runtime(sandbox, suite.runtime)
    elif names := _packages(order.folder):
        echo_error(
            f"The hand-in needs {folded(', '.join(names[:5]))}, and no folder above {order.item} has a suite.yaml, so "
            "there is no runtime environment. Judge by the item in its suite if that locks packages."
        )
    if order.bindings is not None:
        atlas = await explored_app(read_settings(), sandbox, order.folder, criteria)
        bindings = written_bindings(order.bindings, order.item, criteria, atlas)
        request = request.model_copy(update={"bindings": bindings})
    family = read_record(ItemPaths(order.item).parameters, ItemParameters).family
    require_interface(family, order.interface)
    refuse_unfit(family, order)
    order = with_usual_judge(order, family)
    async with (
        open_models(order.judging_roles, order, order.journal) as model,
        judge_for(
            family,
            read_settings(),
            sandbox,
            asked_judge(order, model),
            lambda one: reached.update({one.task: one}),
        ) as judge,
    ):
        judgement = await judge_folder(judge, request)
        if model is not None:
            open_console(stderr=True).print(models_table(model.usage()))
        return judgement


def _marked(judgement: Judgement, item: Path) -> Judgement:
    """The same, with a mark where nothing shows that the criteria it went by tell good from bad."""
    lack = lack_of_proof(ItemPaths(item), suite_of(item))
    if not lack:
        return judgement
    mark = Mark(
        code=MarkCode.UNPROVED,
        detail=f"nothing shows that the criteria of this item tell good from bad: {lack}",
    )
    return judgement.model_copy(update={"marks": (*judgement.marks, mark)})


def _packages(hand_in: Path) -> list[str]:
    """What a hand-in that serves itself needs; nothing where there is nothing to serve, as the judgement will tell."""
    try:
        site = find_site(hand_in)
    except NotServable:
        return []
    return needed(hand_in) if isinstance(site, CommandSite) else []


def _unusable(judgement: Judgement) -> str | None:
    """Why the hand-in showed no page at all, for which every root task failed; None when it could be judged."""
    tried = [task for task in judgement.tasks if task.status is not Status.BLOCKED]
    is_unserved = all(task.status is Status.FAILED and task.event in UNSERVED for task in tried)
    if not tried or not (is_unserved or judgement.has(MarkCode.NOTHING_SERVABLE)):
        return None
    marks = [mark.text for mark in judgement.marks if mark.code is not MarkCode.NOTHING_SERVABLE]
    return folded(tried[0].reason + (f" Marked: {'; '.join(marks)}." if marks else ""))


def _refuse_rejudging(judgement: Judgement) -> None:
    """Raise the error that left tasks undecided, unless a task failed, which answers whether all pass."""
    open_ones = verdicts_to_rejudge(judgement)
    if not open_ones or any(task.status is Status.FAILED for task in judgement.tasks):
        return
    first = next((task for task in open_ones if task.attempts), open_ones[0])
    told = (
        f"{len(open_ones)} of {count_text(len(judgement.tasks), 'task')} could not be judged, which is not the "
        f"submission's doing: {folded(first.reason)} Give the same command again."
    )
    errors = sorted(
        (error_for(task.event) for task in open_ones if task.event), key=lambda one: EXIT_CODE[one.cause]
    )
    raise errors[0](told)


def _all_passed(judgement: Judgement) -> bool:
    return all(task.status is Status.PASSED for task in judgement.tasks)
