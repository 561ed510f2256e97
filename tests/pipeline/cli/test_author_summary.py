"""What is said while items are authored and in the end."""

import io
from pathlib import Path

from rich.console import Console

from pipeline.cli.author_summary import print_summary
from pipeline.cli.authoring_progress import AuthoringProgress
from pipeline.cli.progress import bars
from pipeline.graph.driver import Refusal
from pipeline.graph.report import AuthoringReport, ItemReport
from plans.errors import Cause

FULL = (
    "/a/{}/prd.yaml could not be written: No space left on device. The disk is full: free some space and run the same "
    "command again; finished work is kept."
)


def last_line(*reasons: str) -> str:
    items = tuple(
        ItemReport(item=f"item-{number}", result="failed", reasons=(reason,), cause=Cause.INFRASTRUCTURE)
        for number, reason in enumerate(reasons)
    )
    report = AuthoringReport(
        suite="s", version="1.0.0", folder="/a", is_written=False, plan_result="planned", items=items
    )
    told = io.StringIO()
    print_summary(Console(file=told, width=10_000), report)
    return told.getvalue().strip().splitlines()[-1]


def test_one_cause_of_all_failures_is_said_in_the_last_line() -> None:
    """After a full disk it said that something broke, and to give the same command again: which broke again."""
    said = last_line(FULL.format("one"), FULL.format("two"))
    assert said.startswith(
        "2 items of 2 could not be finished: The disk is full: free some space and run the same"
    )
    assert "/a/one" not in said
    assert "No space left" not in said
    assert last_line(FULL.format("one")).startswith("1 item of 1 could not be finished: /a/one/prd.yaml")


def test_failures_of_several_causes_are_told_as_before() -> None:
    said = last_line(FULL.format("one"), "The browser died.")
    assert said.startswith("Something broke on the way (2 items of 2)")


def test_a_refused_try_is_one_line_where_output_is_piped() -> None:
    """It was only seen that an item was judged once more, and not why."""
    told = io.StringIO()
    lines = Console(file=told, width=10_000)
    with bars(lines) as progress:
        heard = AuthoringProgress(progress, 1, lines)
        place = Path("mine/.authoring/refused/grandma/evidence-1.json")
        heard.refused(Refusal("grandma", 1, ("The edge a → b is not confirmed.", "x"), place, "made anew"))
        heard.refused(Refusal("grandma", 2, ("The page stays blank.",), None, "given up"))
    assert told.getvalue().splitlines() == [
        f"grandma: try 1 refused: The edge a → b is not confirmed (and 1 more); made anew; all of it: {place}",
        "grandma: try 2 refused: The page stays blank; given up",
    ]


def test_a_word_that_became_a_field_of_another_name_is_told() -> None:
    """A seed's “date” became “recorded”, and nothing said so."""
    covered = {
        "date": "sample data: recorded",
        "prices": "sample data: price per night",
        "add": "feature: adding",
    }
    report = AuthoringReport(
        suite="s", version="1.0.0", folder="/a", is_written=True, plan_result="planned",
        items=(ItemReport(item="birds", result="unproved", covered=covered),),
    )  # fmt: skip
    told = io.StringIO()
    print_summary(Console(file=told, width=10_000), report)
    (line,) = [line for line in told.getvalue().splitlines() if "sample data" in line]
    assert "“date”" in line
    assert "“recorded”" in line
