"""Exit codes and streams of programs: tried where a task names them, and nowhere else."""

from pathlib import Path

import pytest

from plans.digests import graded_digest
from plans.records.criteria import Criteria
from plans.records.task_kinds import Command, Printed, ShellInteraction, Stream
from plans.records.verdict import Status
from tests.agents.judging.commands.programs import judged, task, verdict
from tests.agents.sandbox.providers import refusal

pytestmark = pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or "")

ADDING = """\
import sys

try:
    print(f"Total: {sum(map(int, sys.argv[1:]))}")
except ValueError as error:
    print(f"Error: {error}", file=sys.stderr)
    sys.exit(2)
"""
ALWAYS_WELL = ADDING.replace("sys.exit(2)", "sys.exit(0)")
TO_STDOUT = ADDING.replace(", file=sys.stderr", "")


def adding(
    exits: int | None = None, stream: Stream | None = None, pattern: str = r"(?s)Error: .*twelve.*Total: 7"
) -> ShellInteraction:
    """What is no number is refused, and what is one is added afterwards."""
    refused = Command(line="python src/main.py 5 twelve", exits=exits, stream=stream)
    added = Command(
        line="python src/main.py 5 2", exits=None if exits is None else 0, stream=stream and "stdout"
    )
    expected = Printed(words="an error that names it, and then the sum", pattern=pattern)
    return ShellInteraction(kind="shell-interaction", act=(refused, added), expected=expected, time_limit=20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "exits", "stream", "status"),
    [
        (ADDING, None, None, Status.PASSED),
        (ALWAYS_WELL, None, None, Status.PASSED),
        (TO_STDOUT, None, None, Status.PASSED),
        (ADDING, 2, "stderr", Status.PASSED),
        (ALWAYS_WELL, 2, "stderr", Status.FAILED),
        (TO_STDOUT, 2, "stderr", Status.FAILED),
        (TO_STDOUT, 2, "both", Status.PASSED),
        (ALWAYS_WELL, None, "stderr", Status.PASSED),
        (ADDING, 1, None, Status.FAILED),
    ],
)
async def test_a_program_that_always_ends_well_or_prints_errors_elsewhere_is_told_from_one_that_does_not(
    tmp_path: Path, program: str, exits: int | None, stream: Stream | None, status: Status
) -> None:
    """One that did both passed 25 of 25 tasks of a project whose requirements stated them in six places."""
    judgement = await judged(tmp_path, {"src/main.py": program}, task("adding", adding(exits, stream)))
    found = judgement.of("adding")
    assert found.status is status, found.reason
    assert found.outcomes[0].points == (2.0 if status is Status.PASSED else 0.0)


@pytest.mark.slow
async def test_a_verdict_says_with_which_code_it_ended_or_that_it_was_printed_on_the_other_stream(
    tmp_path: Path,
) -> None:
    always = await verdict(tmp_path / "always", {"src/main.py": ALWAYS_WELL}, adding(2, "stderr"))
    assert "exit code 0, and not 2" in always.reason
    elsewhere = await verdict(tmp_path / "elsewhere", {"src/main.py": TO_STDOUT}, adding(2, "stderr"))
    assert "on the other stream" in elsewhere.reason
    assert elsewhere.outcomes[0].observation is not None
    assert "Error: " in elsewhere.outcomes[0].observation.saw


def test_a_task_that_names_neither_is_written_and_digested_as_before() -> None:
    """Digests of every suite of programs would have changed, and all evidence been void."""
    command = Command(line="python src/main.py")
    assert command.model_dump(mode="json") == {"line": "python src/main.py", "input": None}
    plain = Criteria(tasks=(task("adding", adding()),))
    exact = Criteria(tasks=(task("adding", adding(2, "stderr")),))
    assert graded_digest(plain, {}) != graded_digest(exact, {})
    assert adding().terms == ()
    assert len(adding(2, "stderr").terms) == 4
