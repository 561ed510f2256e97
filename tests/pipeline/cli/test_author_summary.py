"""What is said while items are authored and in the end."""

import io
from pathlib import Path

from rich.console import Console

from agents.authoring.events import (
    AnswerMisshapen,
    AuthoringEvent,
    Implemented,
    Implementing,
    Mending,
    MutantsTried,
    Planned,
    SentBack,
)
from pipeline.cli.author_summary import print_summary
from pipeline.cli.authoring_progress import AuthoringProgress, Watched
from pipeline.cli.progress import NOUN, Bars, bars
from pipeline.graph.nodes import TryRefusal
from pipeline.graph.report import AuthoringReport, ItemReport, ShownFair
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
        heard.refused(TryRefusal("grandma", 1, ("The edge a → b is not confirmed.", "x"), place, "made anew"))
        heard.refused(TryRefusal("grandma", 2, ("The page stays blank.",), None, "given up"))
    assert told.getvalue().splitlines() == [
        f"grandma: try 1 refused: The edge a → b is not confirmed (and 1 more); made anew; all of it: {place}",
        "grandma: try 2 refused: The page stays blank; given up",
    ]


def watched(*, verbose: bool = False) -> Watched:
    return Watched(is_by_model=True, verbose=verbose, tokens=lambda tasks: tasks * 5_700)


def heard(
    *events: AuthoringEvent, verbose: bool = False, is_terminal: bool = False
) -> tuple[list[str], AuthoringProgress]:
    """What is said of events, on a terminal or piped."""
    told = io.StringIO()
    console = Console(file=told, width=200, force_terminal=is_terminal, color_system=None)
    with bars(console) as progress:
        sink = AuthoringProgress(progress, 1, console, watched(verbose=verbose))
        sink.called("please-implement-a", "car-rental")
        sink.begun("item/car-rental", "criteria")
        for event in events:
            sink.hear(event)
    return told.getvalue().splitlines(), sink


WRONG = ("'4' comes from\nnowhere.", "'name' is no option.", "Task 'x' has no outcome.")


def test_steps_and_answers_sent_back_are_lines_where_output_is_piped() -> None:
    said, sink = heard(
        Planned("car-rental", 10),
        SentBack("car-rental", "criteria", 1, 2, WRONG, "a"),
        SentBack("car-rental", "criteria", 1, 2, WRONG, "a"),
        AnswerMisshapen("car-rental", "prd", 1, "b"),
        Mending("car-rental", 1, 4, ("task book is failed: no total.",)),
        *(MutantsTried("car-rental", False, done, 3) for done in range(4)),
        Implementing("car-rental", "minimal:m", 1, 3),
        Implemented("car-rental", 1, 8, 10, ("book",)),
    )
    assert said == [
        "car-rental: made of the seed please-implement-a",
        "car-rental: writing its criteria",
        "car-rental: 10 tasks planned, some 57,000 tokens",
        "car-rental: criteria sent back, 1 of at most 2: '4' comes from nowhere. | 'name' is no option. "
        "(and 1 more; --verbose tells all)",
        "car-rental: PRD: 1 answer sent back, not in the form that was asked for",
        "car-rental: reference does not pass, repair 1 of at most 4: task book is failed: no total.",
        "car-rental: trying 3 mutants",
        "car-rental: 3 mutants tried",
        "car-rental: minimal:m works on it, round 1 of at most 3",
        "car-rental: round 1: 8 of 10 tasks passed; not book",
    ]
    assert sink.sent_back == {"criteria": 1, "prd": 1}, "an answer that is read again is no second one"


def test_every_reason_is_told_where_that_is_asked_for() -> None:
    said, _ = heard(SentBack("car-rental", "criteria", 1, 2, WRONG, "a"), verbose=True)
    assert said[-3:] == [
        "  - '4' comes from nowhere.",
        "  - 'name' is no option.",
        "  - Task 'x' has no outcome.",
    ]


def lines_of(progress: Bars) -> list[str]:
    """What is said of the items at work."""
    return [task.description for task in progress.tasks if not task.fields.get(NOUN)]


def test_a_terminal_shows_one_bar_in_items_and_a_line_for_each_at_work() -> None:
    told = io.StringIO()
    console = Console(file=told, width=120, force_terminal=True, color_system=None)
    with bars(console) as progress:
        sink = AuthoringProgress(progress, 1, console, watched())
        sink.begun("item/car-rental", "mutants")
        sink.hear(SentBack("car-rental", "mutants", 1, 2, WRONG, "a"))
        sink.hear(MutantsTried("car-rental", False, 7, 36))
        (at_work,) = lines_of(progress)
        assert "7 of 36 mutants" in at_work
        sink.left("item/car-rental", "mutants")
        assert lines_of(progress) == []
        sink.gate("car-rental", 3, 49)
        (at_work,) = lines_of(progress)
        assert "3 of 49 submissions" in at_work
        (bar,) = (task for task in progress.tasks if task.fields.get(NOUN))
        assert (bar.fields[NOUN], bar.total) == ("item", 1)
        assert 0 < bar.completed < 1
        sink.gate("car-rental", 49, 49)
        assert bar.completed < 1, "an item that is judged has still to be published"
        sink.ended("item/car-rental", "ready")
        assert (bar.completed, lines_of(progress)) == (1, [])
    assert "car-rental: mutants sent back, 1 of at most 2" in told.getvalue()
    assert "trying" not in told.getvalue()


def test_a_catalog_that_authors_says_nothing_of_steps() -> None:
    told = io.StringIO()
    lines = Console(file=told, width=200)
    with bars(lines) as progress:
        sink = AuthoringProgress(progress, 1, lines)
        sink.begun("item/birds", "criteria")
        sink.hear(Planned("birds", 10))
    assert told.getvalue() == ""


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


def test_tasks_that_are_never_shown_fair_are_named_in_the_end() -> None:
    told = io.StringIO()
    report = AuthoringReport(
        suite="s", version="1.0.0", folder="/a", is_written=True, plan_result="planned",
        items=(ItemReport(item="birds", result="released", never_shown_fair=("colour", "sorted")),),
    )  # fmt: skip
    print_summary(Console(file=told, width=10_000), report)
    assert any("birds" in line and "colour, sorted" in line for line in told.getvalue().splitlines())


def test_an_item_ends_with_what_became_of_it_and_its_minutes() -> None:
    """It was said that it had ended, and neither whether it is shown to be fair nor how long it took."""
    fair = ShownFair(tasks=19, passed=19, implementations=1)
    told = io.StringIO()
    lines = Console(file=told, width=200)
    with bars(lines) as progress:
        ways = watched()._replace(ending=lambda item, status: f"released, {fair.words}")
        sink = AuthoringProgress(progress, 1, lines, ways)
        sink.begun("item/swimming", "prd")
        sink.left("item/swimming", "prd")
        sink.ended("item/swimming", "ready")
    assert told.getvalue().splitlines()[-1] == (
        "swimming: released, shown fair (19 of 19 tasks pass on the independent implementation), 0.1 min; 1 of 1 item"
    )
    assert sink.minutes["swimming"] < 1
    part = fair.model_copy(update={"passed": 18, "implementations": 2})
    assert part.words == (
        "not shown fair as a whole (18 of 19 tasks pass on one of 2 independent implementations)"
    )


def test_the_summary_has_minutes_and_tasks_shown_fair_where_there_are_any() -> None:
    told = io.StringIO()
    fair = ShownFair(tasks=19, passed=19, implementations=1)
    plain = ItemReport(item="birds", result="released", tasks=19, outcomes=19)
    for item in (plain, plain.model_copy(update={"fairness": fair, "minutes": 40.4})):
        report = AuthoringReport(
            suite="s", version="1.0.0", folder="/a", is_written=True, plan_result="planned", items=(item,)
        )
        print_summary(Console(file=told, width=10_000), report)
    without, has = [line.split() for line in told.getvalue().splitlines() if line.startswith("birds")]
    assert without == ["birds", "released", "19", "19"]
    assert has == ["birds", "released", "19", "19", "19", "40"]
