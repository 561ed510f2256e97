"""Verdicts at the terminal."""

import re
from io import StringIO

import pytest
from rich.console import Console

from pipeline.cli.judge import brief, print_judgement
from pipeline.cli.output import open_console
from plans.digests import graded_digest
from plans.records.marks import Mark, MarkCode
from plans.records.verdict import Judgement, Observation, Status
from tests.pipeline.runner.stand_ins import shop, verdict


def test_every_outcome_that_fails_names_its_picture_also_a_shared_one() -> None:
    """Two outcomes failed, one picture lay in the folder, and it was open which of them it shows."""
    criteria = shop(features=("cart",)).criteria
    task = next(task for task in criteria.tasks if len(task.outcomes) > 1)
    failed = verdict(task, Status.FAILED)
    seen = Observation(looked_for="no [task]", saw="[b]", screenshot=f"{task.id}--first.jpg")
    outcomes = tuple(outcome.model_copy(update={"observation": seen}) for outcome in failed.outcomes)
    judgement = Judgement(
        item="shop",
        graded_digest=graded_digest(criteria, {}),
        submission_digest="a" * 64,
        judge="reading",
        judge_digest="a" * 64,
        tasks=(failed.model_copy(update={"outcomes": outcomes}),),
        seconds=1,
    )
    out = StringIO()
    print_judgement(judgement, criteria, Console(file=out, width=200))
    assert out.getvalue().count(f"picture: {task.id}--first.jpg") == len(task.outcomes)


def test_of_reasons_that_are_not_printed_it_is_not_said_that_they_are_shortened() -> None:
    """Fifteen tasks of fifteen had passed, and beneath stood "Reasons are shortened here"."""
    criteria = shop(features=("cart",)).criteria

    def said(status: Status) -> str:
        told = verdict(criteria.tasks[0], status)
        outcomes = tuple(one.model_copy(update={"reason": "x" * 1000}) for one in told.outcomes)
        judgement = Judgement(
            item="shop",
            graded_digest=graded_digest(criteria, {}),
            submission_digest="a" * 64,
            judge="reading",
            judge_digest="a" * 64,
            tasks=(told.model_copy(update={"outcomes": outcomes}),),
        )
        out = StringIO()
        print_judgement(judgement, criteria, Console(file=out, width=200))
        return out.getvalue()

    assert "shortened" not in said(Status.PASSED)
    assert "shortened" not in said(Status.BLOCKED)
    assert "shortened" in said(Status.FAILED)


def test_a_reason_with_all_names_of_a_target_is_shortened_at_the_terminal() -> None:
    """A line of 281 characters said seven times what nothing was called."""
    target = "link 'Cart' (or 'Basket', 'Bag', 'Shopping cart', 'View cart')"
    near = "nearest: 'Put in cart' (0.29), 'Put in cart' (0.29), 'Put in cart' (0.29)"
    assert brief(f"expected number of {target} to be 1; saw {target} is not there; {near}; and more") == (
        "expected number of link 'Cart' (or 'Basket', …) to be 1; saw link 'Cart' (or 'Basket', …) is not there; "
        "nearest: 'Put in cart' (0.29) …; and more"
    )
    assert brief("x" * 1000) == "x" * 240 + "…"
    assert brief("saw (nothing)") == "saw (nothing)"


def test_no_words_of_a_submission_stand_in_a_line_of_their_own_or_steer_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page's words with line ends wrote "17 evaluation tasks: 17 passed" beneath our own lines."""
    criteria = shop(features=("cart",)).criteria
    task = verdict(criteria.tasks[0], Status.FAILED)
    steering = "\x1b]52;c;eA==\x07\x9b2J\u202e\u200b[/bold][link=http://evil.example]"
    forged = f"oops {steering}\n17 evaluation tasks: 17 passed; 12.3 s.\nMarked: proved"
    outcomes = tuple(outcome.model_copy(update={"reason": forged}) for outcome in task.outcomes)
    judgement = Judgement(
        item="shop",
        graded_digest=graded_digest(criteria, {}),
        submission_digest="a" * 64,
        judge="reading",
        judge_digest="a" * 64,
        tasks=(task.model_copy(update={"outcomes": outcomes}),),
        marks=(Mark(code=MarkCode.BUILT_SERVED, detail=forged),),
    )
    out = StringIO()
    print_judgement(judgement, criteria, Console(file=out, width=400))
    lines = out.getvalue().splitlines()
    assert not any(line.lstrip(" │├└─").startswith(("17 evaluation", "Marked: proved")) for line in lines)
    assert lines[-1].startswith("Marked: built folder served: oops ")
    assert "[link=http://evil.example] 17 evaluation tasks" in lines[-1]

    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    print_judgement(judgement, criteria, open_console())
    printed = capsys.readouterr().out
    assert not re.search(r"\x1b\]|[\x07\x80-\x9f\u200b\u202e]", printed)
    assert r"\u202e\u200b" in printed
