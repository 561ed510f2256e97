"""A small program as a submission, what is asked of it, and a judge of it: the story of the tests beside."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from agents.judging.commands.judge import CommandJudge
from agents.judging.commands.running import CommandSettings
from agents.sandbox.roster import make_sandbox
from plans.records.criteria import Criteria, EvaluationTask, ExpectedOutcome, Level, TaskMethod
from plans.records.task_kinds import (
    Arrangement,
    Command,
    FileComparison,
    Laid,
    Printed,
    Rubric,
    ShellInteraction,
    UnitTest,
)
from plans.records.verdict import Judgement, JudgeRequest, TaskVerdict

RUBRIC = Rubric(two="all of it", one="a part of it", zero="nothing of it")

TILL = '''
"""A till: it adds up what is typed, and can write a receipt."""

import json
import sys
from pathlib import Path


def total(amounts):
    if any(amount < 0 for amount in amounts):
        raise ValueError("no amount is below zero")
    return sum(amounts)


def main():
    print("Till")
    print("1. Add up")
    print("2. Receipt")
    print("0. Leave")
    amounts = []
    while True:
        choice = input("Choose: ")
        if choice == "1":
            amounts = [float(word) for word in input("Amounts: ").split()]
            print(f"The total is {total(amounts):.2f}")
        elif choice == "2":
            Path("receipt.json").write_text(json.dumps({"amounts": amounts, "total": total(amounts)}))
            print("Receipt written to receipt.json")
        elif choice == "0":
            print("Goodbye")
            return
        else:
            print("Unknown choice, try again")


if __name__ == "__main__":
    main()
'''
TEST_TOTAL = """
import sys

import pytest

sys.path.insert(0, "src")
from main import total


def test_total():
    assert total([1, 2.5]) == 3.5


def test_below_zero():
    with pytest.raises(ValueError):
        total([-1])
"""

KEEPING = """
from pathlib import Path

store = Path("store.txt")
match input():
    case "add":
        store.write_text("one")
        print("stored now")
    case "show":
        print("found:", store.read_text() if store.exists() else "nothing")
"""
"""A program whose second command finds what its first one left."""


def task(
    id: str, how: TaskMethod, *depends_on: str, statement: str = "it holds", title: str = "A task"
) -> EvaluationTask:
    """A task of one outcome."""
    return EvaluationTask(
        id=id,
        title=title,
        level=Level.FUNCTIONALITY,
        weight=1,
        depends_on=depends_on,
        requirements=("R1",),
        outcomes=(ExpectedOutcome(id="outcome", statement=statement),),
        how=how,
    )


def by_tests(
    line: str = "pytest tests/test_total.py", file: str = "tests/test_total.py", limit: float = 30
) -> UnitTest:
    """Tests of the grader's that are run by a command."""
    return UnitTest(kind="unit-test", tests=(file,), act=(Command(line=line),), time_limit=limit)


def shell(
    typed: str | None,
    words: str,
    pattern: str | None = None,
    line: str = "python src/main.py",
    limit: float = 20,
) -> ShellInteraction:
    """What is typed into the program, and what it is to print."""
    return ShellInteraction(
        kind="shell-interaction",
        act=(Command(line=line, input=typed),),
        expected=Printed(words=words, pattern=pattern),
        rubric=RUBRIC,
        time_limit=limit,
    )


def own_tests(line: str) -> UnitTest:
    """Tests that the submission brings itself."""
    return UnitTest(kind="unit-test", tests=(), act=(Command(line=line),), time_limit=30)


def file(
    typed: str,
    product: str,
    reference: str | None,
    rubric: Rubric | None = None,
    demands: Literal["equal", "alike"] = "equal",
) -> FileComparison:
    """What is typed into the program, and the file that it has to write."""
    return FileComparison(
        kind="file-comparison",
        arrange=Arrangement(),
        act=(Command(line="python src/main.py", input=typed),),
        product=product,
        reference=reference,
        demands=demands,
        expected="the amounts and their total",
        rubric=rubric,
    )


def laid(how: UnitTest, *files: str) -> UnitTest:
    """The same with further files of the grader's laid into the copy."""
    return how.model_copy(
        update={"arrange": Arrangement(files=tuple(Laid(file=name, to=name) for name in files))}
    )


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """A folder with these files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    folder.mkdir(exist_ok=True)
    return folder


async def judged(
    folder: Path,
    submission: Mapping[str, str],
    *planned: EvaluationTask,
    grader: Mapping[str, str] | None = None,
    settings: CommandSettings | None = None,
) -> Judgement:
    """The judgement of a submission of these files."""
    request = JudgeRequest(
        item="till",
        submission=write(folder / "submission", submission),
        criteria=Criteria(tasks=planned),
        grader=write(folder / "grader", grader or {}),
    )
    async with CommandJudge(make_sandbox("bubblewrap"), settings or CommandSettings(repeats=1)) as judge:
        return await judge.judge(request)


async def verdict(
    folder: Path,
    submission: Mapping[str, str],
    how: TaskMethod,
    *,
    grader: Mapping[str, str] | None = None,
    settings: CommandSettings | None = None,
    statement: str = "it holds",
) -> TaskVerdict:
    """The verdict of the only task."""
    only = task("only", how, statement=statement)
    return (await judged(folder, submission, only, grader=grader, settings=settings)).of("only")
