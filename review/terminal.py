"""The reviewer at the terminal, who sees each artifact and approves, edits, asks for a redo or rejects; modes."""

import asyncio
import os
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Literal

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.markup import escape
from rich.panel import Panel
from rich.rule import Rule
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from agents.authoring.verification.release_status import standing_of
from agents.families.folder import DESIGNS, MODULES
from plans.errors import AuthorError, InvalidFile
from plans.files import read_record, read_text
from plans.items import read_project
from plans.paths import ItemPaths
from plans.plain_text import count_text
from plans.records.criteria import Criteria, Level
from plans.records.evidence import Evidence
from plans.records.feedback import EvaluationPlan
from plans.records.plan import Parameter, Plan
from plans.records.specification import PRD, Query
from plans.records.verdict import Inspection, Status
from plans.scratch import scratch
from plans.settings import read_settings
from review.checkpoints import (
    AutoReviewer,
    Checkpoint,
    CheckpointAnswer,
    DeferringReviewer,
    Reviewer,
    check_answer,
    check_edit,
    edit_distance,
    is_editable,
    shown_texts,
)

EDITORS = ("sensible-editor", "nano", "vi")
"""Tried in this order when the environment names none."""


async def read_line() -> str:
    """The next line of standard input with its line end, or "" at the end of input.

    A person may think for an hour, and browsers must be answered meanwhile; what is piped in is there at once.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline()
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), readable.set)
    try:
        await readable.wait()
        return sys.stdin.readline()
    finally:
        loop.remove_reader(sys.stdin.fileno())


async def edit_text(text: str, suffix: str, editor: str | None) -> str:
    """The text as it is after editing; raises AuthorError when there is no editor or it fails."""
    command = shlex.split(editor or _some_editor())
    with scratch("edit") as folder:
        path = folder / f"artifact{suffix}"
        path.write_text(text, encoding="utf-8")
        try:
            process = await asyncio.create_subprocess_exec(*command, os.fspath(path))
        except OSError as error:
            raise AuthorError(
                f"The editor {command[0]!r} cannot be started: {error.strerror}. Set EDITOR to one that can."
            ) from None
        if await process.wait() != 0:
            raise AuthorError(
                f"The editor {command[0]!r} ended with exit code {process.returncode}; nothing was taken over. "
                "Decide again, or set EDITOR to another editor."
            )
        return read_text(path)


def _some_editor() -> str:
    found = next((name for name in EDITORS if shutil.which(name)), None)
    if found is None:
        raise AuthorError("No editor was found. Set EDITOR to the command that edits a text file.")
    return found


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
    submissions = Counter(cell.submission.split("/")[0] for cell in evidence.cells)
    if submissions:
        yield "Judged: " + ", ".join(f"{kind} {count}×" for kind, count in submissions.items())
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


CHOICES = "[b]a[/]pprove  [b]e[/]dit  [b]r[/]edo  re[b]j[/]ect  [b]s[/]how again  [b]l[/]ater  [b]?[/]"
EDITED_CHOICES = "[b]a[/]pprove with the edits  [b]e[/]dit more  [b]d[/]iscard the edits  [b]?[/]"

HELP = """\
a  approve: take it as it is; the item goes on at once
e  edit: change a text in your editor; it is checked, and you decide again before anything is taken over
r  redo: have it made anew; you are asked what should be otherwise (features and subjects, “with …”, “without …”)
j  reject: drop the item (at the plan: everything); you are asked why
s  show it again
l  later: it stays parked, and `benchwright review` asks again
Every decision is kept with your name, the time and how much you changed (review.jsonl). Ctrl-C loses nothing."""

EDITED_HELP = """\
a  approve with the edits: the texts as you left them are taken over
e  edit more
d  discard the edits: the texts are as they were, and you decide anew"""

WIDEST = 120
"""Columns of the widest frame around an artifact: prose in longer lines is hard to read."""


class TerminalReviewer:
    """Asks the person at the terminal, one checkpoint at a time; the end of input leaves the rest parked."""

    def __init__(
        self,
        console: Console,
        reviewer: str,
        editor: str | None,
        paused: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        """`editor`: command that edits a file. `paused`: silences whatever else writes to the terminal."""
        self._console = console
        self._reviewer = reviewer
        self._editor = editor
        self._paused = paused
        self._width = min(console.width, WIDEST)
        self._turn = asyncio.Lock()
        self._is_over = False

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        """The person's answer, or None for later."""
        async with self._my_turn():
            if self._is_over:
                return None
            self._console.print(Rule(f"[b]{escape(checkpoint.label)}[/]"), width=self._width)
            self._show(checkpoint, folder)
            return await self._ask(checkpoint, folder)

    @asynccontextmanager
    async def _my_turn(self) -> AsyncGenerator[None]:
        async with self._turn:
            with self._paused():
                yield

    async def _ask(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        while True:
            match await self._prompt(CHOICES):
                case "a":
                    return CheckpointAnswer(action="approve", reviewer=self._reviewer)
                case "e":
                    edits = await self._edit(checkpoint, folder)
                    if edits:
                        return CheckpointAnswer(action="edit", reviewer=self._reviewer, edits=edits)
                case "r" | "j" as letter:
                    answer = await self._why("redo" if letter == "r" else "reject")
                    try:
                        check_answer(checkpoint, answer)
                    except AuthorError as error:
                        self._console.print(str(error), style="red", markup=False)
                    else:
                        return answer
                case "s":
                    self._show(checkpoint, folder)
                case "?":
                    self._say(HELP)
                case "l":
                    return None
                case "":
                    if self._is_over:
                        return None
                case other:
                    self._console.print(
                        f"{other!r} is none of the letters; ? explains them.", style="red", markup=False
                    )

    async def _why(self, action: Literal["redo", "reject"]) -> CheckpointAnswer:
        note = await self._line("Why? It is told to the author and kept: ")
        return CheckpointAnswer(action=action, reviewer=self._reviewer, note=note.strip())

    def _show(self, checkpoint: Checkpoint, folder: Path) -> None:
        self._console.print(show(checkpoint, folder), width=self._width)

    def _say(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False)

    async def _edit(self, checkpoint: Checkpoint, folder: Path) -> dict[str, str]:
        """Artifact → edited text, all of them valid; empty when the edits were discarded."""
        before = shown_texts(checkpoint, folder)
        edits: dict[str, str] = {}
        while True:
            artifact = await self._which(checkpoint)
            if artifact is not None:
                text = await self._edit_one(artifact, edits.get(artifact, before[artifact]), folder)
                if text is not None and text != before[artifact]:
                    edits[artifact] = text
                    distance = edit_distance(before[artifact], text)
                    self._console.print(f"{artifact}: edit distance {distance:.3f}", markup=False)
            if not edits:
                return {}
            match await self._after_editing():
                case "a":
                    return edits
                case "e":
                    continue
                case _:
                    return {}

    async def _after_editing(self) -> str:
        while (letter := await self._prompt(EDITED_CHOICES)) == "?":
            self._say(EDITED_HELP)
        return letter

    async def _which(self, checkpoint: Checkpoint) -> str | None:
        names = [artifact for artifact in checkpoint.artifacts if is_editable(artifact)]
        if len(names) == 1:
            return names[0]
        listed = "  ".join(f"[b]{number}[/] {name}" for number, name in enumerate(names, 1))
        reply = await self._prompt(f"Which?  {listed}")
        return names[int(reply) - 1] if reply.isdigit() and 1 <= int(reply) <= len(names) else None

    async def _edit_one(self, artifact: str, text: str, folder: Path) -> str | None:
        """The text after editing, or None when the person gave up mending it."""
        while True:
            try:
                text = await edit_text(text, Path(artifact).suffix, self._editor)
                check_edit(artifact, text, folder / artifact)
            except InvalidFile as error:
                self._console.print(f"{artifact} cannot be used like this:", style="red")
                for problem in error.problems:
                    self._console.print(f"  • {problem}", markup=False, highlight=False)
                if await self._prompt("[b]e[/]dit again  [b]d[/]iscard") != "e":
                    return None
            except AuthorError as error:
                self._console.print(str(error), style="red", markup=False)
                return None
            else:
                return text

    async def _prompt(self, choices: str) -> str:
        return (await self._line(f"{choices}  > ")).strip().lower()[:1]

    async def _line(self, question: str) -> str:
        self._console.print(question, end="", highlight=False)
        line = await read_line()
        if not line:
            self._is_over = True
            self._console.print()
        return line.rstrip("\n")


ReviewMode = Literal["ask", "auto", "defer"]
"""ask: the person at the terminal decides. auto: everything is approved. defer: everything is parked."""


def reviewer_for(
    mode: ReviewMode,
    console: Console,
    paused: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Reviewer:
    """The reviewer of a mode; `paused` silences whatever else writes to the terminal while a person is asked."""
    match mode:
        case "ask":
            settings = read_settings()
            return TerminalReviewer(console, settings.reviewer, settings.editor, paused)
        case "defer":
            return DeferringReviewer()
        case "auto":
            return AutoReviewer()
