"""Families of instances as reviewed artifacts: what of one is approved as it stands, and how much was edited."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from agents.families.folder import PARTS, PLAN, family_files
from plans.digests import text_digest
from plans.files import read_lines, read_text, write_text
from plans.paths import FamilyPaths
from plans.records.base import Record
from plans.records.review import Decision, Stage
from review.checkpoints import AUTO, edit_distance

COLUMNS: tuple[tuple[str, Stage, str], ...] = tuple(
    (f"{stage[0].upper()} {what}", stage, artifact)
    for stage, part in PARTS.items()
    for what, artifact in (("plan", part.design), ("code", part.module))
)
"""Column of Table 15, stage, artifact: the plan in words and the code of the Generation, Verification and Evaluation
Agent."""


class Edited(Record):
    """How much developers changed of one artifact (BenchAgents, Appendix H, Table 15)."""

    column: str
    edit_distance: float | None
    """Levenshtein distance of what the agent wrote last and what was approved, over the longer one's length; None where
    no person decided, or the texts between are no longer there."""
    characters: int
    """Of the longer text; 0 where nothing was decided."""


class Approved(NamedTuple):
    """What of a family was approved, by a person or unseen, as it stands."""

    files: tuple[str, ...]
    others: tuple[str, ...]
    """Files of which nobody approved what they hold now."""


def approved_files(paths: FamilyPaths) -> Approved:
    """Which of a family's files were approved with exactly their present content; raises InvalidFile."""
    known = {
        (Path(one.artifact).as_posix(), one.after_digest)
        for one in read_lines(paths.review, Decision)
        if one.action in ("approve", "edit")
    }
    texts = _texts(paths)
    files = tuple(name for name, text in texts.items() if (name, text_digest(text)) in known)
    return Approved(files, tuple(name for name in texts if name not in files))


def approve_family(paths: FamilyPaths, reviewer: str, note: str, at: datetime) -> tuple[str, ...]:
    """Record that a person approves every file that is not approved as it stands; gives their names."""
    texts = _texts(paths)
    open_ = approved_files(paths).others
    kept = read_lines(paths.review, Decision)
    made = [_approval(paths.root.resolve().name, name, texts[name], reviewer, note, at) for name in open_]
    if made:
        write_text(paths.review, "".join(f"{line.model_dump_json()}\n" for line in [*kept, *made]))
    return open_


def edits_of(paths: FamilyPaths) -> list[Edited]:
    """The columns of Table 15 for one family; raises InvalidFile."""
    decisions = read_lines(paths.review, Decision)
    return [
        _edited(column, [one for one in decisions if (one.stage, one.artifact) == (stage, artifact)], paths)
        for column, stage, artifact in COLUMNS
    ]


def notes_of(decisions: Iterable[Decision]) -> list[str]:
    """What people wrote when they approved, each once, with who."""
    told = (f"{one.reviewer}: {one.note}" for one in decisions if one.action == "approve" and one.note)
    return list(dict.fromkeys(told))


def _edited(column: str, decisions: Sequence[Decision], paths: FamilyPaths) -> Edited:
    """An agent's last version is what was shown first after the last redo."""
    last = max((place for place, one in enumerate(decisions) if one.action == "redo"), default=-1)
    chain = [
        one for one in decisions[last + 1 :] if one.reviewer != AUTO and one.action in ("approve", "edit")
    ]
    if not chain:
        return Edited(column=column, edit_distance=None, characters=0)
    longer = max(chain[0].characters_before, chain[-1].characters_after)
    edits = [one for one in chain if one.action == "edit"]
    if len(edits) <= 1:
        distance = edits[0].edit_distance if edits else 0.0
        return Edited(column=column, edit_distance=distance, characters=longer)
    texts = (paths.edit(chain[0].before_digest), paths.edit(chain[-1].after_digest))
    if not all(path.is_file() for path in texts):
        return Edited(column=column, edit_distance=None, characters=longer)
    return Edited(column=column, edit_distance=edit_distance(*map(read_text, texts)), characters=longer)


def _texts(paths: FamilyPaths) -> dict[str, str]:
    """File → text, of the family's code and data, and its plans in words."""
    found = {name: content.decode(errors="backslashreplace") for name, content in family_files(paths.root)}
    if paths.design.is_dir():
        found |= {one.name: read_text(one) for one in sorted(paths.design.glob("*.md"))}
    return found


def _approval(family: str, name: str, text: str, reviewer: str, note: str, at: datetime) -> Decision:
    return Decision(
        item=family,
        stage=_stage(name),
        artifact=name,
        action="approve",
        reviewer=reviewer,
        at=at,
        before_digest=text_digest(text),
        after_digest=text_digest(text),
        edit_distance=0,
        characters_before=len(text),
        characters_after=len(text),
        showing=1,
        note=note,
    )


def _stage(name: str) -> Stage:
    """Of a helper module, and of data, the stage of the code that they are made with first."""
    if name == PLAN:
        return "plan"
    for stage, part in PARTS.items():
        if name in (part.module, part.design):
            return stage
    return "generation"
