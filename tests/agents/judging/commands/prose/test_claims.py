"""What a program claims in words of its own counts as people count it, where no more is asked for than the deed."""

from pathlib import Path

import pytest

from agents.judging.commands.decisions import Decision
from agents.judging.commands.shell import by_output
from agents.judging.commands.transcripts import Ran, Transcript
from plans.records.how.shell_interaction import ShellInteraction
from tests.agents.judging.commands.programs import shell, task

MENU = "1. Add a plant\n2. Delete a plant\n0. Leave\nChoose: "
TYPED = "1\nfern\n4.20\n"
GUIDED = "Pre-check passes, and can follow interactive guidance and successfully create a plant"


def decided(
    said: str, expected: str, *, typed: str = TYPED, to_garbage: str = "", title: str = "Plants"
) -> Decision:
    """What is made of a program that says this behind its menu, and something to garbage."""
    how: ShellInteraction = shell(typed, expected)
    outputs = (MENU + said, MENU, MENU + to_garbage)
    whole, *controls = (
        Transcript(ran=(Ran("python src/main.py", typed, output, 0),), root=Path()) for output in outputs
    )
    return by_output(task("only", how, title=title), how, whole, controls)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Name: Price: Plant 'fern' was created.\n", GUIDED),
        ("New plant saved (id 3).\n", GUIDED),
        ("✔ Plant added: fern (4.20)\n", "Displays successful addition of a plant"),
        ("Really remove it? (y/n): Plant removed.\n", "The plant is deleted"),
        ("Price of fern changed to 4.20\n", "Successfully edits the price of a plant"),
        ("> Written to data/plants.csv\n", "Plants are exported, and success is told"),
    ],
    ids=["by name", "saved", "after a colon", "behind a question", "changed", "written"],
)
def test_who_says_that_it_is_done_has_done_it(said: str, expected: str) -> None:
    """Of a program that told of each deed in words of its own not one of 28 criteria was decided."""
    found = decided(said, expected)
    assert (found.points, found.is_sure) == (2.0, True), found.why


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Name: Price: Name of the plant to be created: fern\n", GUIDED),
        ("Name: Plant created fern\nError: the file could not be written\n", GUIDED),
        ("Plant fern was not created\n", GUIDED),
        ("4. Plant created\n", GUIDED),
        ("Plants:\nfern 4.20\n", GUIDED),
        ("New plant saved\n", "Successfully edits the price of a plant"),
        ("Plant created\n", "The plant is created; the list shows its price, its place and its age"),
        ("Plant fern added\n", "Plants are added successfully, and the correct total of values is told"),
        ("--- Plant creation ---\n", GUIDED),
        ("Plant creation cancelled\n", GUIDED),
        ("Nothing was added to the plants\n", GUIDED),
        ("0 plants added\n", GUIDED),
        ("fern was never created\n", GUIDED),
        ("Welcome to the plant shop\n", "A user of the plants logs in successfully"),
        ("New plant saved\n", "The plant is created, and 'Stock: 17' is shown"),
        ("Plant fern added\n", "A plant is added with pot size, soil, fertiliser and watering interval"),
    ],
    ids=["prompt", "fault", "denied", "entry", "shown", "other deed", "several", "figures"]
    + ["heading", "cancelled", "nothing", "none", "never", "welcome", "number", "more"],
)
def test_what_claims_nothing_or_too_little_is_left_open(said: str, expected: str) -> None:
    assert not decided(said, expected).is_sure


def test_who_says_so_to_anybody_claims_nothing() -> None:
    claim = "Plant created successfully\n"
    assert not decided(claim, GUIDED, to_garbage=claim).points


def test_what_only_repeats_what_was_typed_claims_nothing() -> None:
    said = "You typed: plant created\n"
    assert not decided(said, GUIDED, typed="1\nplant created\n").is_sure


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Wrong date! Use YYYYMMDD.\n", "An error says 'Dates have the format YYYYMMDD', nothing is saved"),
        ("Error: fern exists already.\n", "An error is displayed: the plant exists"),
        ("✘ 错误：价格必须在0.1-10之间\n", "The program displays a Chinese error prompt"),
    ],
    ids=["format", "typed", "chinese"],
)
def test_who_refuses_and_says_what_has_refused_it(said: str, expected: str) -> None:
    found = decided(said, expected)
    assert (found.points, found.is_sure) == (2.0, True), found.why


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Warning: fern is here already, plant saved all the same\n", "An error: the plant exists"),
        ("Error: file locked for fern\n", "An error is displayed: the plant exists"),
        ("Error: no such menu entry\n", "An error is displayed: a price has two decimal places"),
        ("Error: fern is wrong\n", "Shows an error for a wrong name; a right name is listed with prices"),
    ],
    ids=["done all the same", "of something typed", "of something else", "several"],
)
def test_a_refusal_that_shows_too_little_is_left_open(said: str, expected: str) -> None:
    """A warning beside which the wrong record was saved had been taken for its refusal."""
    assert not decided(said, expected).is_sure


def test_a_refusal_of_whatever_is_typed_shows_nothing() -> None:
    said = "Error: the date is wrong\n"
    assert not decided(said, "An error is displayed: the date is wrong", to_garbage=said).is_sure
