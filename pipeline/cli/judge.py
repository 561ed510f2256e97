"""`benchwright judge`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import get_args

import click
from rich.console import Console
from rich.markup import escape
from rich.tree import Tree

from agents.gateway.journal import MEMORY
from agents.judging.commands.testing.forging import unless_forged_elsewhere
from agents.sandbox.roster import USUAL
from agents.sandbox.serving import CommandSite, find_site, needed
from pipeline.cli.apps import written_bindings
from pipeline.cli.folders import FolderOf, FolderThere, NewFolder
from pipeline.cli.judgeable_items import (
    browser_criteria,
    judgeable_criteria,
    lack_of_proof,
    require_runnable,
    suite_of,
    what_to_show,
)
from pipeline.cli.options import (
    JUDGE_OPTIONS,
    MODEL_OPTIONS,
    JudgedOrder,
    judge_options,
    model_options,
    models_table,
    with_usual_judge,
)
from pipeline.cli.output import SectionedVerb, echo_error, echo_json, open_console
from pipeline.cli.progress import say
from pipeline.cli.stopping import run_until_stopped
from pipeline.cli.wiring.judging import asked_judge, explored_app, judge_for, refuse_unfit
from pipeline.cli.wiring.models import open_models
from pipeline.cli.wiring.playing import sandbox_named, with_runtime
from pipeline.report.words import JUDGE_WORDS
from pipeline.runner.judging import judge_folder
from plans.errors import EXIT_CODE, AuthorError, Cause, Event, NotServable, error_for, verdicts_to_rejudge
from plans.families import require_interface
from plans.files import read_record, write_record
from plans.paths import ItemPaths, RunPaths
from plans.plain_text import count_text, folded
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.marks import Mark, MarkCode
from plans.records.plan import ItemParameters
from plans.records.run import Interface
from plans.records.specification import PRD
from plans.records.verdict import (
    ORDER_DEPENDENT,
    Judgement,
    JudgeRequest,
    OutcomeCause,
    OutcomeVerdict,
    Status,
    TaskVerdict,
    World,
)
from plans.settings import read_settings
from plans.shell import command_line
from plans.slugs import did_you_mean

_HEADING = re.compile(r"^_{3,} (?P<name>\S.*?) _{3,}$", re.M)
"""Begins what pytest says of one test that failed."""
_CLASSES = re.compile(r"^(?:\w+\.)+")
"""In which a test stands, before its name."""
_ASSERTED = re.compile(r"^>[ \t]+(?P<text>.+)$", re.M)
_ERROR = re.compile(r"^E[ \t]+(?P<text>\S.*)$", re.M)
_END = re.compile(r"^={3,} ", re.M)
_SUMMARY = re.compile(r"^(?:FAILED|ERROR) (?P<path>\S+?\.py)(?:::(?P<name>\S+))?(?: - (?P<text>.+))?$", re.M)
"""A line of pytest's in the end; all that is left where the rest was cut out."""
_OF_UNITTEST = re.compile(r"^(?:FAIL|ERROR): (?P<name>\w+) \(.*\)$", re.M)
_RULE = re.compile(r"^[=-]{20,}$", re.M)
_CALLED = re.compile(r"^ {4}(?P<text>self\.(?:assert|fail)\w*\(.*)$", re.M)
_RAISED = re.compile(r"^(?P<text>\w+(?:\.\w+)*(?:Error|Exception|Failure)\b.*)$", re.M)


def failed_tests(transcript: str) -> list[str]:
    """A line for each test that a transcript tells to have failed: its name, its assertion, and what came of that.

    What is tested prints there too, so that the lines are what somebody wrote, and show nothing.
    """
    told: dict[str, str] = {}
    for name, said in (*_by_pytest(transcript), *_by_summary(transcript), *_by_unittest(transcript)):
        told.setdefault(name, said)
    return [f"{name}: {said}" if said else name for name, said in told.items()]


def _by_pytest(transcript: str) -> Iterator[tuple[str, str]]:
    headings = list(_HEADING.finditer(transcript))
    ends = [*(heading.start() for heading in headings[1:]), len(transcript)]
    for heading, end in zip(headings, ends, strict=False):
        part = transcript[heading.end() : end]
        part = part[: over.start()] if (over := _END.search(part)) else part
        yield _CLASSES.sub("", heading["name"]), _joined(_ASSERTED.search(part), _ERROR.search(part))


def _by_summary(transcript: str) -> Iterator[tuple[str, str]]:
    for line in _SUMMARY.finditer(transcript):
        yield (line["name"] or line["path"]).rpartition("::")[2], line["text"] or ""


def _by_unittest(transcript: str) -> Iterator[tuple[str, str]]:
    for heading in _OF_UNITTEST.finditer(transcript):
        rest = transcript[heading.end() :].lstrip("\n-=")
        part = rest[: end.start()] if (end := _RULE.search(rest)) else rest
        yield heading["name"], _joined(_CALLED.search(part), _RAISED.search(part))


def _joined(*found: re.Match[str] | None) -> str:
    return "; ".join(one["text"].strip() for one in found if one is not None)


LOOK = {
    Status.PASSED: ("green", "✓"),
    Status.FAILED: ("red", "✗"),
    Status.BLOCKED: ("bright_black", "⊘"),
    Status.UNRESOLVED: ("yellow", "?"),
}
"""Status → colour and sign; never colour alone."""


LONGEST = 240
"""Characters of a reason in the terminal."""
SAME_REASON = "the same reason"
MOST_TESTS = 3
"""Failed tests of a task that are named."""
MOST_ADAPTED = 3
"""Adaptations of a task that are printed."""
NAMES = re.compile(r"(\(or '[^']*'), '[^()]*'\)")
"""The other names that a target was looked for by, where there are several."""
NEAREST = re.compile(r"(nearest: '[^']*' \([\d.]+\))(?:, '[^']*' \([\d.]+\))+")
"""What came nearest to a target, where several did."""


def print_judgement(judgement: Judgement, criteria: Criteria, console: Console) -> None:
    """Every task with its verdict, and under those that did not pass what was looked for and seen."""
    manner = f", {judgement.manner}" if judgement.manner else ""
    name = JUDGE_WORDS.get(judgement.judge, judgement.judge)
    title = f"{judgement.item}, judged by {name}, version {judgement.judge_digest[:8]}{manner}"
    tree = Tree(escape(title))
    for verdict in judgement.tasks:
        _add(tree, verdict, criteria)
    console.print(tree)
    tasks = count_text(len(judgement.tasks), "evaluation task")
    console.print(f"{tasks}: {_counted(judgement.tasks)}; {judgement.seconds:.1f} s.")
    if any(
        brief(one.reason) != folded(one.reason) for verdict in judgement.tasks for one in _explained(verdict)
    ):
        console.print(
            "Reasons are shortened here (…); --json has them whole.", style="bright_black", markup=False
        )
    if dependent := [one.task for one in judgement.tasks if ORDER_DEPENDENT in one.marks]:
        console.print(
            f"Order-dependent, for they come out otherwise after the tasks before them than by themselves: "
            f"{', '.join(dependent)}. What they are by themselves counts.",
            style="yellow",
            markup=False,
        )
    for mark in judgement.marks:
        console.print(f"Marked: {folded(mark.text)}", style="yellow", markup=False)


def print_part(
    verdicts: Mapping[str, TaskVerdict],
    planned: Sequence[EvaluationTask],
    criteria: Criteria,
    console: Console,
) -> None:
    """What was decided of a judgement that was stopped, and which of the planned tasks were not."""
    # As at the end of a judgement: whoever forged one report has passed no other tests either.
    verdicts = unless_forged_elsewhere(planned, verdicts)
    decided = [verdicts[task.id] for task in planned if task.id in verdicts]
    left = [task.id for task in planned if task.id not in verdicts]
    if decided:
        tree = Tree("What was decided before the judgement was stopped:")
        for verdict in decided:
            _add(tree, verdict, criteria)
        console.print(tree)
    tasks = count_text(len(planned), "evaluation task")
    found = f"{len(decided)} of {tasks} decided{f' ({_counted(decided)})' if decided else ''}"
    console.print(f"{found}; not decided: {', '.join(left) or 'none'}.", markup=False, highlight=False)


def _counted(verdicts: Sequence[TaskVerdict]) -> str:
    counts = {status: sum(one.status is status for one in verdicts) for status in Status}
    return ", ".join(f"{count} {status.value}" for status, count in counts.items() if count)


def brief(reason: str) -> str:
    """The reason with one other name of each target, and no longer than can be read at a glance."""
    text = NEAREST.sub(r"\1 …", NAMES.sub(r"\1, …)", folded(reason)))
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"


def _add(tree: Tree, verdict: TaskVerdict, criteria: Criteria) -> None:
    colour, sign = LOOK[verdict.status]
    task = criteria.task(verdict.task)
    why = f" [bright_black]({escape(brief(verdict.reason))})[/]" if verdict.status is Status.BLOCKED else ""
    branch = tree.add(f"[{colour}]{sign} {verdict.status.value}[/] {verdict.task}: {escape(task.title)}{why}")
    if ORDER_DEPENDENT in verdict.marks:
        branch.add(f"[yellow]{escape(brief(f'{ORDER_DEPENDENT}: {verdict.reason}'))}[/]")
    if not _is_opened(verdict):
        return
    for one in verdict.adaptations[:MOST_ADAPTED]:
        branch.add(
            f"[bright_black]{escape(brief(f'{one.asked!r} was tried as {one.given!r}, by {one.by}'))}[/]"
        )
    statements = {outcome.id: outcome.statement for outcome in task.outcomes}
    told: set[str] = set()
    for outcome in verdict.outcomes:
        branch.add(_line(outcome, statements[outcome.outcome], told))
    if task.how.runs_tests:
        for line in _failed_tests(verdict)[:MOST_TESTS]:
            branch.add(f"[bright_black]{escape(line)}[/]")


def _is_opened(verdict: TaskVerdict) -> bool:
    """Whether outcomes are listed under the task."""
    return verdict.status not in (Status.PASSED, Status.BLOCKED)


def _failed_tests(verdict: TaskVerdict) -> list[str]:
    """Tests that failed, as what was printed names them; outcomes of one task all have the same transcript."""
    seen = next((one.observation for one in verdict.outcomes if one.observation is not None), None)
    return [brief(f"printed of {line}") for line in failed_tests(seen.saw)] if seen is not None else []


def _explained(verdict: TaskVerdict) -> list[OutcomeVerdict]:
    """The outcomes whose reasons are printed."""
    return [one for one in verdict.outcomes if _is_opened(verdict) and one.status is not Status.PASSED]


def _line(outcome: OutcomeVerdict, statement: str, told: set[str]) -> str:
    """An outcome; of one that does not hold also why, and the picture, which several on the same look share.

    `told`: the reasons that stand above it in its task, which are not told again.
    """
    colour, sign = LOOK[outcome.status]
    lines = [f"[{colour}]{sign}[/] {escape(statement)}"]
    if outcome.status is not Status.PASSED:
        reason = brief(outcome.reason)
        lines.append(f"  [bright_black]{SAME_REASON if reason in told else escape(reason)}[/]")
        told.add(reason)
        if outcome.observation is not None and outcome.observation.screenshot is not None:
            lines.append(f"  [bright_black]picture: {escape(folded(outcome.observation.screenshot))}[/]")
    return "\n".join(lines)


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


@click.command(cls=SectionedVerb, sections={"Judge": JUDGE_OPTIONS, "Models": MODEL_OPTIONS})
@click.argument("folder", required=False, type=FolderThere())
@click.option("--item", required=True, type=FolderOf("item"), help="Folder of the item.")
@click.option(
    "--alternative",
    help="Judge this alternative of the item (restyled, other-data) instead of FOLDER.",
)
@click.option(
    "--task", "tasks", multiple=True, help="Only this task and its prerequisites; may be given several times."
)
@click.option("--evidence", type=NewFolder(), help="Folder to keep screenshots and replies of models in.")
@click.option(
    "--sandbox",
    help=f"Where a submission's server runs: {USUAL} (the default), docker, or local-unsafe, which protects nothing.",
)
@click.option("--random-seed", default=0, show_default=True, help="Seed of made-up values.")
@click.option(
    "--interface",
    type=click.Choice(get_args(Interface)),
    default="fixed",
    show_default=True,
    help="free: the submission decides how it is reached, and web apps are not tried for accessibility.",
)
@click.option(
    "--world",
    type=click.Choice([world.value for world in World]),
    help="What a missing element of a web app means. closed: failed. open: failed only where its absence is proved, "
    "else unresolved. Default: open, and closed for --alternative.",
)
@click.option(
    "--bindings",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File of `benchwright bind` that names what a judge did not find.",
)
@judge_options
@model_options
@click.option("--json", "as_json", is_flag=True, help="Print the judgement as JSON.")
@click.pass_context
def judge(
    ctx: click.Context, folder: Path | None, alternative: str | None, world: str | None, **given: object
) -> None:
    """Judge the submission in FOLDER by the criteria of one item.

    A copy is judged, and FOLDER stays as it is; links in it are not followed. A command that was stopped prints what it
    had decided by then. The judgement is marked where the item has no evidence (`benchwright verify`).

    Exit code 0 when every task passed, 1 when one failed, 7 when there is no page to open. Where none failed and some
    are unresolved: 4 because of this machine, 5 because the judge could not decide, 8 because of its model.

    With --judge hybrid or model, a model (role `ui_judge`) says what to look at and do, and only what the program then
    observes passes. With --evidence, the same command does not pay twice for a reply. Guides in .github: models.md (the
    judge), verdicts.md (how far to trust it), python-projects.md (--manner, --interface).

    \b
    Examples:
      benchwright judge ~/my-attempt --item generated/sample/items/plant-shop
      benchwright judge ~/my-attempt --item generated/sample/items/plant-shop --judge hybrid --evidence seen
      benchwright judge --alternative restyled --item generated/sample/items/plant-shop
    """
    chosen = world or (World.OPEN if alternative is None else World.CLOSED)
    order = JudgeOrder.model_validate({**given, "folder": folder or Path(), "world": chosen})
    if (folder is None) == (alternative is None):
        raise click.UsageError("Give either FOLDER or --alternative.")
    if alternative is not None:
        laid_out = ctx.with_resource(what_to_show(order.item, mutant=None, alternative=alternative))
        order = order.model_copy(update={"folder": laid_out})
    is_for_browsers = world is not None or order.bindings is not None
    criteria = (browser_criteria if is_for_browsers else judgeable_criteria)(ItemPaths(order.item))
    if order.interface == "free":
        if of_clause := sorted({task.id for task in criteria.clause} & set(order.tasks)):
            raise AuthorError(
                f"--interface free leaves out accessibility, which {', '.join(of_clause)} tests. Remove --interface "
                "free, or the task."
            )
        criteria = criteria.without_clause()
    if unknown := sorted(set(order.tasks) - {task.id for task in criteria.tasks}):
        known = [task.id for task in criteria.tasks]
        told = dict.fromkeys(did_you_mean(one, known) for one in unknown)
        raise AuthorError(
            f"The item has no task {', '.join(map(repr, unknown))}. It has: {', '.join(known)}.{''.join(told)}"
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
    if remedy := _remedy(judgement, order, alternative):
        say(open_console(stderr=order.as_json), remedy)
    ctx.exit(_exit_code(judgement))


async def _judged(order: JudgeOrder, criteria: Criteria, reached: dict[str, TaskVerdict]) -> Judgement:
    """The judgement; each verdict stands in `reached` as soon as it is there."""
    request = JudgeRequest(
        item=order.item.resolve().name,
        submission=order.folder,
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
            f"The submission needs {folded(', '.join(names[:5]))}, and no folder above {order.item} has a suite.yaml, "
            "so there is no runtime environment. Judge by the item in its suite if that locks packages."
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


def _packages(submission: Path) -> list[str]:
    """What a submission that serves itself needs; nothing where there is nothing to serve, as the judgement
    will tell.
    """
    try:
        site = find_site(submission)
    except NotServable:
        return []
    return needed(submission) if isinstance(site, CommandSite) else []


def _unusable(judgement: Judgement) -> str | None:
    """Why the submission showed no page at all, for which every root task failed; None when it could be judged."""
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


def _remedy(judgement: Judgement, order: JudgeOrder, alternative: str | None) -> str:
    """The commands that decide tasks whose targets were not found; empty where there are none."""
    unbound = [
        task.task
        for task in judgement.tasks
        if any(one.cause is OutcomeCause.NOT_BOUND for one in task.outcomes)
    ]
    if not unbound:
        return ""
    place = ("--alternative", alternative) if alternative else (order.folder,)
    file = ("--file", order.bindings) if order.bindings else ()
    tried = [] if alternative else [command_line("benchwright", "bind", *place, "--item", order.item, *file)]
    if judgement.judge not in ("hybrid", "model"):
        tried.append(
            command_line("benchwright", "judge", *place, "--item", order.item, "--judge", "hybrid")
            + " (needs a model)"
        )
    if not tried:
        return ""
    tasks = count_text(len(unbound), "task")
    return f"A target was not found in {tasks} ({', '.join(unbound)}). Try: {' or '.join(tried)}"


def _exit_code(judgement: Judgement) -> int:
    """0: every task passed; 1: one failed; else the judge could not decide."""
    found = {task.status for task in judgement.tasks}
    if Status.FAILED in found:
        return 1
    return EXIT_CODE[Cause.JUDGE] if found - {Status.PASSED} else 0
