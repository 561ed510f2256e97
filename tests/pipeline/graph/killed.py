"""An author in a process of its own, which a test kills."""

import asyncio
import json
import os
import re
import signal
import sys
from collections import Counter
from pathlib import Path, PurePath

from pipeline.graph.authoring import author_suite
from review.checkpoints import Checkpoint, CheckpointAnswer
from tests.pipeline.graph.scripted import NoProgress, ScriptedGate
from tests.pipeline.graph.studio import context

QUERIES = {
    "shop": "a shop for plants",
    "weak": "weak until 2",
    "no": "an impossible thing",
    "hopeless": "weak until 9",
    "quiz": "a quiz about stars",
}
WATCHED = frozenset({"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir"})
"""Audit events at which the process may die: every file that is opened, renamed, made or removed."""
TEMPORARY = re.compile(r"(?<=[a-z])\.[a-z0-9_]{8}$")
"""What a file's temporary name has behind its own."""


class Editor:
    """Approves, but edits the shop's PRD, so that edits are killed too."""

    async def review(self, checkpoint: Checkpoint, folder: Path) -> CheckpointAnswer | None:
        if checkpoint.item != "shop" or checkpoint.stage != "generation":
            return CheckpointAnswer(action="approve", reviewer="ada")
        text = (folder / "prd.yaml").read_text().replace("It has a heading.", "It has a large heading.")
        return CheckpointAnswer(action="edit", reviewer="ada", edits={"prd.yaml": text})


def author_until(folder: Path, log: Path, death: str | None, seen: Path | None = None) -> None:
    """Author QUERIES in `folder`, dying by SIGKILL just before the file event `death`; `seen` gets all of them.

    An event is named by what is done, the file's name and how many times that has been seen: `open prd.yaml 2`.
    """
    counted: Counter[str] = Counter()

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event not in WATCHED or not str(arguments[0]).startswith(f"{folder}/"):
            return
        name = PurePath(str(arguments[1] if event == "os.rename" else arguments[0])).name
        label = f"{event} {TEMPORARY.sub('', name)}"
        counted[label] += 1
        if f"{label} {counted[label]}" == death:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    work = context(folder, QUERIES, ScriptedGate(log))
    asyncio.run(author_suite(work, Editor(), NoProgress(), jobs=2))
    if seen is not None:
        seen.write_text(json.dumps(counted))
