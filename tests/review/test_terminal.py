"""A person at the terminal: keys are typed in, the editor is a real program."""

import io
import os
import stat
from pathlib import Path

import pytest
from rich.console import Console

from review.checkpoints import CheckpointAnswer
from review.terminal import TerminalReviewer
from tests.review.desk import parked


async def decide(
    folder: Path, typed: str, monkeypatch: pytest.MonkeyPatch, editor: str | None = None
) -> tuple[CheckpointAnswer | None, str]:
    """What the reviewer answers to these keys, and what the terminal showed."""
    paths, waiting = parked(folder)
    screen = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    reviewer = TerminalReviewer(Console(file=screen, width=110), "ada", editor)
    return await reviewer.review(waiting, paths.draft("shop").root), screen.getvalue()


def editor_that(folder: Path, *lines: str) -> str:
    """A program that changes the file it is given by these lines of shell, one per call."""
    script = folder / "editor"
    counter = folder / "calls"
    cases = "\n".join(f"{number}) {line} ;;" for number, line in enumerate(lines, 1))
    script.write_text(f'#!/bin/sh\necho >> "{counter}"\ncase $(wc -l < "{counter}") in\n{cases}\nesac\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return os.fspath(script)


async def test_shows_prd_query_and_criteria(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, screen = await decide(tmp_path, "a\n", monkeypatch)

    assert answer == CheckpointAnswer(action="approve", reviewer="ada")
    for seen in ("In blue.", "a shop for plants, with a heading", "R1.1, R1.2", "The colour can be seen."):
        assert seen in screen, seen


async def test_redo_carries_its_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, _ = await decide(tmp_path, "x\nr\nmake it red\n", monkeypatch)

    assert answer == CheckpointAnswer(action="redo", reviewer="ada", note="make it red")


async def test_a_question_mark_explains_the_letters_and_decides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, screen = await decide(tmp_path, "?\nx\nl\n", monkeypatch)

    assert answer is None
    assert "r  redo: have it made anew" in screen
    assert "'x' is none of the letters; ? explains them." in screen
    for letter in "aerjsl":
        assert f"{letter}  " in screen.split("show again", 1)[1]


async def test_a_question_mark_after_an_edit_keeps_the_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = editor_that(tmp_path, "sed -i 's/It has a heading/It has a large heading/' \"$1\"")
    answer, screen = await decide(tmp_path, "e\n1\n?\na\n", monkeypatch, editor)

    assert answer is not None
    assert answer.action == "edit"
    assert "d  discard the edits" in screen


async def test_end_of_input_leaves_it_parked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, _ = await decide(tmp_path, "", monkeypatch)

    assert answer is None


async def test_edit_in_the_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = editor_that(tmp_path, "sed -i 's/It has a heading/It has a large heading/' \"$1\"")
    answer, screen = await decide(tmp_path, "e\n1\na\n", monkeypatch, editor)

    assert answer is not None
    assert answer.action == "edit"
    assert "It has a large heading." in answer.edits["prd.yaml"]
    assert "edit distance 0.0" in screen


async def test_mistakes_are_shown_and_can_be_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = editor_that(
        tmp_path,
        "sed -i 's/^title:/titel:/; s/id: R1.2/id: two/' \"$1\"",
        "sed -i 's/^titel:/title:/; s/id: two/id: R1.3/' \"$1\"",
    )
    answer, screen = await decide(tmp_path, "e\n1\ne\na\n", monkeypatch, editor)

    assert "titel" in screen
    assert "two" in screen
    assert answer is not None
    assert "id: R1.3" in answer.edits["prd.yaml"]


async def test_given_up_edit_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = editor_that(tmp_path, 'echo "overview: [" > "$1"')
    answer, _ = await decide(tmp_path, "e\n1\nd\na\n", monkeypatch, editor)

    assert answer == CheckpointAnswer(action="approve", reviewer="ada")


async def test_editor_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, screen = await decide(tmp_path, "e\n1\nl\n", monkeypatch, "/nowhere/editor")

    assert "'/nowhere/editor' cannot be started" in screen
    assert answer is None
