"""Verdicts at the terminal."""

import re
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from pipeline.cli.judge import SAME_REASON, brief, judge, print_judgement
from pipeline.cli.output import open_console
from plans.digests import graded_digest
from plans.errors import EXIT_CODE, Cause
from plans.records.marks import Mark, MarkCode
from plans.records.verdict import Judgement, Observation, OutcomeCause, Status, TaskVerdict
from tests.pipeline.cli.test_bad_input import suite_of
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


def test_a_reason_that_outcomes_of_a_task_share_is_printed_once() -> None:
    criteria = shop(features=("cart",)).criteria
    task = next(task for task in criteria.tasks if len(task.outcomes) > 1)
    failed = verdict(task, Status.FAILED)
    outcomes = tuple(one.model_copy(update={"reason": "no button 'Reserve'"}) for one in failed.outcomes)
    out = StringIO()
    print_judgement(
        judgement_of(failed.model_copy(update={"outcomes": outcomes})), criteria, Console(file=out, width=200)
    )
    assert out.getvalue().count("no button 'Reserve'") == 1
    assert out.getvalue().count(SAME_REASON) == len(outcomes) - 1


@pytest.mark.parametrize(
    ("found", "code"),
    [
        ((Status.PASSED, Status.PASSED), 0),
        ((Status.PASSED, Status.UNRESOLVED), EXIT_CODE[Cause.JUDGE]),
        ((Status.UNRESOLVED, Status.BLOCKED), EXIT_CODE[Cause.JUDGE]),
        ((Status.FAILED, Status.UNRESOLVED), 1),
    ],
)
def test_only_a_failed_task_ends_the_command_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: tuple[Status, Status], code: int
) -> None:
    """Thirteen tasks passed and four were unresolved, and that ended as where one failed."""
    made = shop(features=("cart",))
    item = suite_of(tmp_path / "suite", made).item("shop").root
    tasks = zip(made.criteria.tasks, found, strict=False)

    async def judged(*_: object) -> Judgement:
        return judgement_of(*(unbound(verdict(task, status)) for task, status in tasks))

    monkeypatch.setattr("pipeline.cli.judge._judged", judged)
    done = CliRunner().invoke(judge, [str(tmp_path), "--item", str(item)])
    assert done.exit_code == code, done.output
    proposed = "benchwright bind" in done.output and "--judge hybrid" in done.output
    assert proposed is (Status.UNRESOLVED in found)


def judgement_of(*tasks: TaskVerdict) -> Judgement:
    return Judgement(
        item="shop",
        graded_digest="a" * 64,
        submission_digest="a" * 64,
        judge="programmatic",
        judge_digest="a" * 64,
        tasks=tasks,
    )


def unbound(task: TaskVerdict) -> TaskVerdict:
    """Of an unresolved one, that its targets were not found."""
    if task.status is not Status.UNRESOLVED:
        return task
    open_ones = (one.model_copy(update={"cause": OutcomeCause.NOT_BOUND}) for one in task.outcomes)
    return task.model_copy(update={"outcomes": tuple(open_ones)})


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
