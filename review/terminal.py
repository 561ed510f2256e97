"""A reviewer at the terminal: sees each artifact, and approves, edits, asks for a redo or rejects."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.markup import escape
from rich.rule import Rule

from plans.errors import AuthorError, InvalidFile
from review.checkpoints import Answer, Checkpoint, check_answer, check_edit, is_editable, shown_texts
from review.distance import edit_distance
from review.editor import edit_text, read_line
from review.showing import show

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

    async def review(self, checkpoint: Checkpoint, folder: Path) -> Answer | None:
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

    async def _ask(self, checkpoint: Checkpoint, folder: Path) -> Answer | None:
        while True:
            match await self._prompt(CHOICES):
                case "a":
                    return Answer(action="approve", reviewer=self._reviewer)
                case "e":
                    edits = await self._edit(checkpoint, folder)
                    if edits:
                        return Answer(action="edit", reviewer=self._reviewer, edits=edits)
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

    async def _why(self, action: Literal["redo", "reject"]) -> Answer:
        note = await self._line("Why? It is told to the author and kept: ")
        return Answer(action=action, reviewer=self._reviewer, note=note.strip())

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
