"""What a reviewer sees of an artifact in the terminal."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.markup import escape
from rich.panel import Panel
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from agents.authoring.verification.standing import standing_of
from agents.families.folder import DESIGNS, MODULES
from plans.files import read_record, read_text
from plans.items import read_project
from plans.paths import ItemPaths
from plans.plurals import count_text
from plans.records.criteria import Criteria, Level
from plans.records.evaluation import EvaluationPlan
from plans.records.evidence import Evidence
from plans.records.inspection import Inspection
from plans.records.plan import Parameter, Plan
from plans.records.prd import PRD
from plans.records.query import Query
from plans.records.verdict import Status
from review.checkpoints import Checkpoint

DESCRIBED = (
    "The parameters decide. The rest tells in words what the family does; an edit of it changes no code."
)
LINES_SHOWN = 12
"""Lines of a program's output that a table shows."""
LEVEL_STYLE = {Level.PRESENCE: "cyan", Level.FUNCTIONALITY: "green", Level.ROBUSTNESS: "magenta"}


def show(checkpoint: Checkpoint, folder: Path) -> RenderableType:
    """Everything that a checkpoint asks about, ready to print."""
    shown = [_SHOW[artifact](folder / artifact) for artifact in checkpoint.artifacts]
    places = Text(
        "\n".join(str(folder / artifact) for artifact in checkpoint.artifacts), style="dim", overflow="fold"
    )
    parts = [*shown, places]
    if not checkpoint.findings:
        return Group(*parts)
    findings = Panel(_bullets(checkpoint.findings), title="Found by the checks", style="yellow")
    return Group(findings, *parts)


def _plan(path: Path) -> RenderableType:
    plan = read_record(path, Plan)
    table = Table("Parameter", "Values", "Provided by", "Meaning", title="What varies", title_justify="left")
    for parameter in plan.parameters:
        row = (parameter.name, _range(parameter), parameter.provided_by, parameter.description)
        table.add_row(*(escape(cell) for cell in row))
    rules = [f"{c.name}: {c.description}" for c in plan.constraints]
    checks = [f"{q.name} ({q.decided_by}): {q.description}" for q in plan.quality_checks]
    metrics = [f"{m.name}: {m.description}" for m in plan.metrics]
    lists = [
        Panel(_bullets(lines), title=title, title_align="left")
        for title, lines in (("What must hold", rules), ("Quality checks", checks), ("Metrics", metrics))
        if lines
    ]
    return Group(Text(plan.task), table, Text(DESCRIBED), *lists)


def _range(parameter: Parameter) -> str:
    if parameter.values is None:
        return f"{parameter.minimum:g} to {parameter.maximum:g}"
    return ", ".join(str(value) for value in parameter.values)


def _prd(path: Path) -> RenderableType:
    page = path.with_name("prd.md")
    text = read_text(page) if page.exists() else read_record(path, PRD).overview
    return Panel(Markdown(text), title="PRD", title_align="left")


def _query(path: Path) -> RenderableType:
    query = read_record(path, Query)
    table = Table(
        "Left out", "Query", "Withholds", title="What the code agent is asked", title_justify="left"
    )
    for level, at in query.levels.items():
        table.add_row(level.value, escape(at.text), ", ".join(at.withholds) or "nothing")
    return table


def _criteria(path: Path) -> RenderableType:
    criteria = read_record(path, Criteria)
    outcomes = sum(len(task.outcomes) for task in criteria.tasks)
    tasks = count_text(len(criteria.tasks), "evaluation task")
    title = f"Criteria: {tasks}, {count_text(outcomes, 'expected outcome')}"
    table = Table(title=title, title_justify="left", show_lines=True, expand=True)
    table.add_column("Task", ratio=3)
    table.add_column("Level, weight", no_wrap=True)
    table.add_column("After", ratio=2)
    table.add_column("Expected outcomes", ratio=5)
    for task in criteria.tasks:
        table.add_row(
            f"[bold]{escape(task.title)}[/]\n[dim]{task.id} · {', '.join(task.requirements)}[/]",
            f"[{LEVEL_STYLE[task.level]}]{task.level}[/], {task.weight:g}",
            "\n".join(task.depends_on) or "-",
            escape("\n".join(f"- {outcome.statement}" for outcome in task.outcomes)),
        )
    return table


def _inspection(path: Path) -> RenderableType:
    inspection = read_record(path, Inspection)
    passed = len(inspection.tasks) - len(inspection.open)
    title = f"On the scaffold: {passed} of {count_text(len(inspection.tasks), 'task')} passed"
    table = Table(title=title, title_justify="left", show_lines=True, expand=True)
    table.add_column("Task, commands", ratio=3)
    table.add_column("Expected", ratio=3)
    table.add_column("What came out", ratio=4)
    # Those that a person has to mend stand first.
    for one in (*inspection.open, *(one for one in inspection.tasks if one.status is Status.PASSED)):
        told = "passed" if one.status is Status.PASSED else f"{one.status.value}: {one.reason}"
        table.add_row(
            f"[bold]{escape(one.task)}[/]\n[dim]{escape(chr(10).join(one.commands))}[/]",
            escape(one.expected),
            escape(f"{_brief(one.came_out)}\n→ {told}"),
        )
    return table


def _brief(text: str) -> str:
    """The first and the last lines of a long output; the file has it all."""
    lines = text.strip().splitlines()
    if len(lines) <= LINES_SHOWN:
        return "\n".join(lines)
    half = LINES_SHOWN // 2
    return "\n".join([*lines[:half], f"… {len(lines) - 2 * half} more lines …", *lines[-half:]])


def _evaluation(path: Path) -> RenderableType:
    evaluation = read_record(path, EvaluationPlan)
    heaviest = sorted(evaluation.weights.items(), key=lambda entry: -entry[1])[:5]
    shares = ", ".join(f"{task} {share:.1%}" for task, share in heaviest)
    withheld = ", ".join(f"{level.value} {len(tasks)}" for level, tasks in evaluation.withheld.items())
    lines = [
        f"Feedback: policy {evaluation.leak_policy}, {count_text(evaluation.rounds, 'round')}",
        f"Tasks that a query withholds, of {len(evaluation.weights)}: {withheld}",
        f"Heaviest tasks: {shares}",
        *_of_models(evaluation),
    ]
    return Panel(_bullets(lines), title="Evaluation", title_align="left")


def _of_models(evaluation: EvaluationPlan) -> Iterator[str]:
    """What models say of it, which is for the reviewer to decide."""
    hardest = sorted(evaluation.difficulty.items(), key=lambda entry: -entry[1])[:5]
    if hardest:
        yield "Rated hardest, of 5: " + ", ".join(f"{task} {rated}" for task, rated in hardest)
    if evaluation.advice:
        yield f"A model advises the policy {evaluation.advice}"
    if evaluation.by_model:
        yield f"Decided by a model, as no program can: {', '.join(evaluation.by_model)}"
    yield from (f"Doubted check: {outcome}: {why}" for outcome, why in evaluation.doubts.items())
    if evaluation.unweighed:
        yield f"Not weighed by a model: {evaluation.unweighed[-1]}"


def _evidence(path: Path) -> RenderableType:
    place = ItemPaths(path.parent)
    made = read_record(path, Evidence)
    # A suite's packages stay the same while it is authored, and a draft's evidence is of that very work.
    evidence = standing_of(place, read_project(place), runtime=made.digests.runtime) or made
    return Panel(_bullets(list(_evidence_lines(evidence))), title="Evidence", title_align="left")


def _evidence_lines(evidence: Evidence) -> Iterator[str]:
    yield "Proved: may be released." if evidence.released else "Not proved:"
    yield from evidence.reasons
    hand_ins = Counter(cell.hand_in.split("/")[0] for cell in evidence.cells)
    if hand_ins:
        yield "Judged: " + ", ".join(f"{kind} {count}×" for kind, count in hand_ins.items())
        killed = sum(mutant.killed for mutant in evidence.mutants)
        yield f"Mutants killed: {killed} of {len(evidence.mutants)}"
        confirmed = sum(edge.confirmed for edge in evidence.edges)
        yield f"Edges confirmed: {confirmed} of {len(evidence.edges)}"
    else:
        yield "Nothing was judged."
    passed = sum(check.passed for check in evidence.checks)
    yield f"Checks passed: {passed} of {len(evidence.checks)}"


def _code(path: Path) -> RenderableType:
    code = Syntax(read_text(path), "python", line_numbers=True, word_wrap=True, background_color="default")
    return Panel(code, title=path.name, title_align="left")


def _words(path: Path) -> RenderableType:
    return Panel(Markdown(read_text(path)), title=f"{path.name}, the plan in words", title_align="left")


def _bullets(lines: list[str] | tuple[str, ...]) -> Text:
    return Text("\n".join(f"• {line}" for line in lines))


_SHOW = {
    "plan.yaml": _plan,
    "prd.yaml": _prd,
    "query.yaml": _query,
    "criteria.yaml": _criteria,
    "inspection.json": _inspection,
    "evaluation.yaml": _evaluation,
    "evidence.json": _evidence,
    **dict.fromkeys(MODULES, _code),
    **dict.fromkeys(DESIGNS, _words),
}
