"""How much developers changed of a family: of what an agent wrote last, to what was approved."""

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from plans.digests import text_digest
from plans.errors import InvalidFile
from plans.files import read_text, write_text
from plans.paths import FamilyPaths
from plans.records.review import Decision, Verb
from review.checkpoints import Checkpoint, check_edit, edit_distance
from review.families import COLUMNS, approve_family, edits_of, notes_of
from review.terminal import show
from tests.agents.families.by_length import CHECKS, written

AT = datetime(2026, 1, 2, tzinfo=UTC)


def decided(
    before: str, after: str, action: Verb, reviewer: str = "ada", artifact: str = "checks.py"
) -> Decision:
    return Decision(
        item="by_length",
        stage="verification",
        artifact=artifact,
        action=action,
        reviewer=reviewer,
        at=AT,
        before_digest=text_digest(before),
        after_digest=text_digest(after),
        edit_distance=edit_distance(before, after),
        characters_before=len(before),
        characters_after=len(after),
        showing=1,
    )


def told(paths: FamilyPaths, *decisions: Decision) -> tuple[float | None, int]:
    write_text(paths.review, "".join(f"{one.model_dump_json()}\n" for one in decisions))
    return next((one.edit_distance, one.characters) for one in edits_of(paths) if one.column == "V code")


@pytest.fixture
def paths(tmp_path: Path) -> FamilyPaths:
    return FamilyPaths(written(tmp_path))


def test_the_columns_are_those_of_the_paper() -> None:
    assert [column for column, _, _ in COLUMNS] == [
        "G plan",
        "G code",
        "V plan",
        "V code",
        "E plan",
        "E code",
    ]


def test_an_approved_text_was_not_changed_and_nobody_looked_at_one_approved_unseen(
    paths: FamilyPaths,
) -> None:
    assert told(paths) == (None, 0)
    assert told(paths, decided("abcd", "abcd", "approve")) == (0, 4)
    assert told(paths, decided("abcd", "abcd", "approve", reviewer="auto")) == (None, 0)


def test_what_was_redone_does_not_count_and_what_was_edited_after_it_does(paths: FamilyPaths) -> None:
    redone = decided("xyz", "xyz", "redo")
    assert told(paths, redone, decided("abcd", "abxd", "edit")) == (0.25, 4)


def test_two_edits_are_one_change_of_what_the_agent_wrote(paths: FamilyPaths) -> None:
    edits = decided("abcd", "abxd", "edit"), decided("abxd", "abcde", "edit")
    assert told(paths, *edits) == (None, 5)
    for text in ("abcd", "abcde"):
        write_text(paths.edit(text_digest(text)), text)
    assert told(paths, *edits) == (0.2, 5)


def test_code_and_plans_in_words_are_shown_and_edits_of_them_looked_at(paths: FamilyPaths) -> None:
    write_text(paths.root / "checks.md", "- **words** are looked for\n")
    texts = {name: text_digest(read_text(paths.root / name)) for name in ("checks.md", "checks.py")}
    checkpoint = Checkpoint(item="by_length", stage="verification", showing=1, artifacts=texts)
    console = Console(record=True, width=100, file=StringIO())
    console.print(show(checkpoint, paths.root))
    shown = console.export_text()
    assert "def check(instance):" in shown
    assert "words are looked for" in shown
    check_edit("checks.py", CHECKS + "\n# edited\n", paths.root / "checks.py")
    with pytest.raises(InvalidFile, match="no function `check`"):
        check_edit("checks.py", "CHECKS = ()\n", paths.root / "checks.py")
    with pytest.raises(InvalidFile, match="is empty"):
        check_edit("checks.md", " ", paths.root / "checks.md")


def test_an_approval_of_all_is_recorded_once_with_who_and_why(paths: FamilyPaths) -> None:
    write_text(paths.design / "checks.md", "- words are looked for\n")
    files = approve_family(paths, "ada", "By hand.", AT)
    assert set(files) == {"checks.md", "checks.py", "generator.py", "metrics.py", "plan.yaml"}
    assert approve_family(paths, "ada", "Again.", AT) == ()
    assert {one.column: one.edit_distance for one in edits_of(paths)} == {
        "G plan": None,
        "G code": 0,
        "V plan": 0,
        "V code": 0,
        "E plan": None,
        "E code": 0,
    }
    assert notes_of([decided("a", "a", "approve").model_copy(update={"note": "Fine."})]) == ["ada: Fine."]
