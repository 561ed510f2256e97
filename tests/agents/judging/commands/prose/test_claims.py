"""What a program claims in words of its own counts as people count it, where no more is asked for than the deed."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.judging.commands.decisions import PointsDecision
from agents.judging.commands.responses import garbage_of
from agents.judging.commands.running import ExecutedCommand, Transcript
from agents.judging.commands.searching import Search
from agents.judging.commands.shell_interactions import by_output
from plans.records.task_kinds import ShellInteraction
from tests.agents.judging.commands.programs import shell, task

pytestmark = pytest.mark.slow

MENU = "1. Add a plant\n2. Delete a plant\n0. Leave\nChoose: "
TYPED = "1\nfern\n4.20\n"
GUIDED = "Pre-check passes, and can follow interactive guidance and successfully create a plant"


GARBAGE = "\n".join(map(garbage_of, range(3)))


def decided(
    said: str, expected: str, *, typed: str = TYPED, to_garbage: str = "", written: Sequence[str] = ()
) -> PointsDecision:
    """What is made of a program that says this behind its menu, and something to garbage."""
    how: ShellInteraction = shell(typed, expected)
    inputs = {typed: MENU + said, "": MENU, GARBAGE: MENU + to_garbage}
    whole, *controls = (
        Transcript(
            ran=(ExecutedCommand("python src/main.py", text, output, 0),),
            root=Path(__file__).parent,
            written=dict.fromkeys(written, 9),
        )
        for text, output in inputs.items()
    )
    return by_output(task("only", how, title="Plants"), how, whole, controls, Search())


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Name: Price: Plant 'fern' was created.\n", GUIDED),
        ("New plant saved (id 3).\n", GUIDED),
        ("✔ Plant added: fern (4.20)\n", "Displays successful addition of a plant"),
        ("Really remove it? (y/n): Plant removed.\n", "The plant is deleted"),
        ("Price of fern changed to 4.20\n", "Successfully edits the price of a plant"),
        ("> Written to the folder of plants\n", "Plants are exported, and success is told"),
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
        ("Error: fern is invalid, unknown, not found or out of range\n", "An error: the plant exists"),
        ("Error: file locked for fern\n", "An error is displayed: the plant exists"),
        ("Error: no such menu entry\n", "An error is displayed: a price has two decimal places"),
        ("Error: fern is wrong\n", "Shows an error for a wrong name; a right name is listed with prices"),
    ],
    ids=["done all the same", "every fault", "of something typed", "of something else", "several"],
)
def test_a_refusal_that_shows_too_little_is_left_open(said: str, expected: str) -> None:
    """A warning beside which the wrong record was saved had been taken for its refusal."""
    assert not decided(said, expected).is_sure


def test_a_refusal_of_whatever_is_typed_shows_nothing() -> None:
    said = "Error: the date is wrong\n"
    assert not decided(said, "An error is displayed: the date is wrong", to_garbage=said).is_sure


def test_who_answers_whatever_is_typed_alike_claims_nothing() -> None:
    """Three lines of Python that called each thing typed created passed 11 of 28 criteria: what a program repeats of
    garbage is other garbage each time, and its answers were held to differ.
    """
    claims = "".join(f"'{line}' was created\n" for line in TYPED.split())
    to_garbage = "".join(f"'{line}' was created\n" for line in GARBAGE.split())
    assert not decided(claims, GUIDED, to_garbage=to_garbage).is_sure
    refusals, also = (
        claims.replace("was created", "is invalid"),
        to_garbage.replace("was created", "is invalid"),
    )
    assert not decided(refusals, "An error is displayed: the name is invalid", to_garbage=also).is_sure


@pytest.mark.parametrize(
    "said",
    [
        "Plant created, updated, deleted, exported and imported\n",
        "Plant created\nPlant updated\nPlant deleted\nPlants exported\n",
        "plant, pot, soil, water, light: created\n",
    ],
    ids=["in a line", "in lines", "list"],
)
def test_who_claims_everything_at_once_claims_nothing(said: str) -> None:
    """Lines that listed the words of a specification beside all deeds passed 17 of 28 criteria."""
    assert not decided(said, GUIDED).is_sure


def test_a_file_that_is_named_has_to_be_written() -> None:
    """A program that said "saved" and wrote nothing passed."""
    expected = "Plants are saved successfully, and 'plants.csv' is there"
    said = "Plants saved to plants.csv\n"
    assert not decided(said, expected).is_sure
    assert decided(said, expected, written=["data/plants.csv"]).is_sure
