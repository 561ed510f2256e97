"""Descriptions that name nothing literally are met by what a program says: by no dictionary, echo or static menu."""

from dataclasses import replace
from pathlib import Path

import pytest

from agents.judging.commands.decisions import PointsDecision
from agents.judging.commands.prose.wording import wanted
from agents.judging.commands.running import ExecutedCommand, Transcript
from agents.judging.commands.searching import Search
from agents.judging.commands.shell_interactions import by_output
from plans.records.task_kinds import ShellInteraction
from tests.agents.judging.commands.programs import shell, task, write

pytestmark = pytest.mark.slow

WORDS = "the average price of all plants and the most expensive plant"


def seen(output: str, typed: str = "3\n", line: str = "python src/main.py") -> Transcript:
    return Transcript(ran=(ExecutedCommand(line=line, input=typed, output=output, status=0),), root=Path())


def decided(
    output: str,
    *controls: str,
    how: ShellInteraction | None = None,
    typed: str = "3\n",
) -> PointsDecision:
    asked = how or shell(typed, WORDS)
    one = task("only", asked)
    return by_output(
        one, asked, seen(output, typed, asked.act[0].line), [seen(text) for text in controls], Search()
    )


HONEST = "1. Add\n2. Prices\nThe average price of all plants is 4.20.\nMost expensive plant: fern\n1. Add\n"
DICTIONARY = " ".join(f"word{n} average price{n} plants expensive most price plant all" for n in range(40))
MENU = "1. Add\n2. Prices\n"


def test_who_says_what_is_described_is_sure_to_pass() -> None:
    found = decided(HONEST, MENU, MENU)
    assert (found.points, found.is_sure) == (2.0, True), found.why


@pytest.mark.parametrize("joint", [" ", " | "])
def test_who_prints_a_dictionary_is_not_sure_to_pass(joint: str) -> None:
    """A program that printed every word of a plan for any number passed most criteria of published tasks."""
    assert not decided(joint.join(DICTIONARY.split()), MENU, MENU).is_sure


def test_who_repeats_what_was_typed_is_not_sure_to_pass() -> None:
    """The words of the description stood in the command line, and a program printed its own arguments."""
    line = "python src/main.py average price plants most expensive plant"
    found = decided(
        "you said: average price plants most expensive plant", how=shell(None, WORDS, line=line), typed=""
    )
    assert not found.is_sure


def test_one_text_that_is_named_decides_among_the_words_of_the_description() -> None:
    """One text alone is printed by chance; with what is said of it beside it, it is no chance."""
    how = shell("3\n", "The receipt is saved as 'till.json', and its size and the number of amounts are told")
    alone, among = "till.json\n", "Receipt saved as till.json\nSize: 40 bytes, number of amounts: 2\n"
    assert not decided(alone, MENU, MENU, how=how).is_sure
    found = decided(among, MENU, MENU, how=how)
    assert (found.points, found.is_sure) == (2.0, True), found.why


def test_each_part_of_a_list_printed_with_its_value_decides() -> None:
    how = shell(
        "3\n", "Successfully finds a way, displaying statistics: path length, explored nodes, search time"
    )
    printed = "BFS has one\nSearch time: 0.1 s\nPath length: 27\nExplored nodes: 41\n"
    found = decided(printed, MENU, MENU, how=how)
    assert (found.points, found.is_sure) == (2.0, True), found.why
    assert not decided(printed, printed, printed, how=how).points, "who prints it to anybody answers nothing"


def test_parts_that_were_typed_show_nothing() -> None:
    how = shell("name email phone\n", "The program lists including name, email, phone of the person")
    printed = "you said\nname\nemail\nphone\n"
    assert not decided(printed, MENU, MENU, how=how, typed="name email phone\n").is_sure


def test_a_text_that_is_missing_in_one_place_but_said_across_lines_is_not_surely_missing() -> None:
    how = shell("3\n", "It prints 'average price of plants'")
    found = decided("average: 3\nprice: 4\nof all plants\n", MENU, MENU, how=how)
    assert (found.points, found.is_sure) == (0.0, False), found.why


@pytest.mark.parametrize("literal", ["a/..", "logs/rows.log"])
def test_a_file_that_is_named_and_nowhere_is_surely_missing(literal: str, tmp_path: Path) -> None:
    how = shell("3\n", f"What is wrong stands in '{literal}'")
    one = task("only", how)
    found = by_output(one, how, replace(seen("1 entry read\n"), root=tmp_path), [], Search())
    assert (found.points, found.is_sure) == (0.0, True), found.why


def test_a_file_that_is_named_counts_where_it_is_written_and_is_not_missing_where_it_lies(
    tmp_path: Path,
) -> None:
    """Who wrote the file without a word of it had surely failed."""
    how = shell("3\n", "What is wrong stands in 'logs/rows.log'")
    one = task("only", how)
    write(tmp_path, {"logs/rows.log": "row 3"})
    lying = replace(seen("1 entry read\n"), root=tmp_path)
    assert not by_output(one, how, lying, [], Search()).is_sure
    written = replace(lying, written={"logs/rows.log": 5})
    assert by_output(one, how, written, [], Search()).points == 2


@pytest.mark.parametrize(
    ("expected", "literals"),
    [
        ("For inputs '9', 'a', '$', an error is told", ()),
        ("It prints 'Centroid Longitude: XXX', 'Cluster X' and '{name} saved'", ()),
        ("The '100%' is not printed, and all of 100% are read, 12.5% left", ("100%", "12.5%")),
        ("No 'N/A' stands in the table, and 'Total' does", ("Total",)),
        ("It's the user's name, and 'Bye, then' follows", ("Bye, then",)),
    ],
)
def test_signs_placeholders_and_what_is_denied_are_not_looked_for(
    expected: str, literals: tuple[str, ...]
) -> None:
    """What stood between two quoted letters was looked for, and no program prints XXX."""
    assert wanted(expected, "it holds", "A task").literals == literals


@pytest.mark.parametrize(
    "expected",
    [
        "All tests are run with no failed test cases",
        "The mean squared error is displayed",
        "Data are read without any format errors",
    ],
)
def test_who_speaks_of_errors_that_are_not_to_be_asks_for_no_refusal(expected: str) -> None:
    assert not wanted(expected, "it holds", "A task").refusal


@pytest.mark.parametrize("said", ["You are not authorised to do this.", "No user called ann.", "无效输入"])
def test_refusals_in_other_words_are_refusals(said: str) -> None:
    how = shell("3\n", "An error message is displayed, and 'Permission denied' is told")
    found = decided(said, MENU, MENU, how=how)
    assert not found.is_sure, found.why


def test_who_says_it_in_words_of_its_own_has_not_surely_failed() -> None:
    """One text that was missing was sure, though all of the rest was said."""
    how = shell("3\n", "The user is created, with a message 'User created successfully'")
    assert not decided("A new account was created for the user.\n", MENU, MENU, how=how).is_sure
    assert decided("Nothing\n", MENU, MENU, how=how).is_sure


@pytest.mark.parametrize(
    ("expected", "printed"),
    [
        (
            "The menu shows 'Start New Match', 'Continue Match' and 'View Historical Data'",
            "[1] New game\n[2] Resume\n[3] Past games played here\n[4] Quit\n",
        ),
        ("It should display 'Cache cleared.'", "Local files were forgotten (2 of them)\n"),
    ],
    ids=["menu", "message"],
)
def test_who_calls_things_by_names_of_its_own_has_not_surely_failed(expected: str, printed: str) -> None:
    """Programs that called their functions otherwise than the plan had surely failed, and people gave them all."""
    found = decided(printed, "", "", how=shell("3\n", expected))
    assert (found.points, found.is_sure) == (0.0, False), found.why


def test_a_number_that_is_printed_nowhere_is_surely_missing() -> None:
    found = decided("Rows: 4.50\n", "", "", how=shell("3\n", "The mean is told as 3.25"))
    assert (found.points, found.is_sure) == (0.0, True), found.why


def test_what_is_printed_whatever_is_typed_may_answer_the_arguments() -> None:
    """A program that was told by its arguments had surely answered nothing, as the same came of empty input."""
    plain, told = "python src/main.py", "python src/main.py report plants.csv"
    for line, is_sure in ((plain, True), (told, False)):
        how = shell("3\n", WORDS, line=line)
        found = decided("Everything is in order.\n", *["Everything is in order.\n"] * 2, how=how)
        assert (found.points, found.is_sure) == (0.0, is_sure), found.why


def test_who_repeats_the_expectation_shows_nothing() -> None:
    """A program that prints the plan passed all that is about its start."""
    words = "The program starts successfully and shows its help with the name 'Financing System' and four commands"
    how = shell(None, words)
    one = task("only", how, title="Program Startup")
    parrot, honest = f"{words}\n", "Financing System\nCommands: rate, list, name, help\n"
    assert not by_output(one, how, seen(parrot, ""), [], Search()).is_sure
    assert by_output(one, how, seen(honest, ""), [], Search()).points == 2


def test_what_a_program_does_before_anything_is_typed_is_no_sure_failure() -> None:
    """Whoever did its work at the start answered nothing to what was typed."""
    how = shell("3\n", WORDS)
    found = decided(HONEST, HONEST, HONEST, how=how)
    assert (found.points, found.is_sure) == (0.0, False), found.why
    assert decided(MENU, MENU, MENU, how=how).is_sure


def test_a_number_that_bounds_others_is_not_looked_for() -> None:
    asked = wanted(
        "Accuracy of at least 90.5% with an error of 0.01, and the mean is 3.25", "it holds", "A task"
    )
    assert asked.literals == ("3.25",)


def test_what_only_the_statement_names_is_not_surely_missing() -> None:
    """A statement names what is laid and typed as well, and who did not print that had surely failed."""
    how = shell("3\n", "The prices are right")
    one = task("only", how, statement="Lay a list with 'fern' at 3.25; see that 'average price' is told")
    found = by_output(one, how, seen("All well: 4\n"), [], Search())
    assert (found.points, found.is_sure) == (0.0, False), found.why


def test_a_menu_that_everybody_sees_is_no_answer_because_it_is_spoken_of() -> None:
    """Controls were left out wherever the words 'main menu' stood in what was expected."""
    how = shell("1\nfern\n", "After the search the plants found are listed, and then the main menu")
    menu = "Plants found after the search are listed in the main menu\n1. Search\n"
    found = decided(menu, menu, menu, how=how, typed="1\nfern\n")
    assert found.points == 0


LABELLED = "Completion Rate (%) | Average Duration\n65.00 | 5.00\n"


@pytest.mark.parametrize(
    ("words", "is_sure"),
    [
        ("A table with 'Completion Rate' and 'Average Duration'", True),
        ("'Completion Rate' and 'Average Duration' matching the expected calculation values", False),
        ("'Completion Rate' and 'Average Duration' are correctly calculated", False),
        ("The values of 'Completion Rate' and 'Average Duration' are correct", False),
        ("'Completion Rate' of 65.00 and 'Average Duration' of 5.00, matching the expected values", True),
        ("'Completion Rate' of 80.00 and 'Average Duration' of 5.00, matching the expected values", False),
    ],
)
def test_labels_show_nothing_of_values_that_have_to_be_right(words: str, *, is_sure: bool) -> None:
    """Wrong figures beneath three headings passed: that the headings were printed was all that was looked at."""
    found = decided(LABELLED, MENU, MENU, how=shell("3\n", words))
    assert found.is_sure == is_sure, found.why


def test_a_menu_that_was_asked_for_by_another_name_than_start_is_not_surely_missing() -> None:
    """A right program failed the criterion "Menu", and was told that it did not print what it printed."""
    menu = "1. Load\n2. Mean\n3. Export\n0. Exit\n> Bye\n"
    how = shell("0\n", 'The menu shows "Load", "Mean", "Export" and "Exit"')
    found = decided(menu, menu.replace("Bye\n", ""), menu, how=how, typed="0\n")
    assert not found.is_sure, found.why
    assert "not printed" not in found.why
    assert decided("Hello\n> Bye\n", "Hello\n> ", "Hello\n> ", how=how, typed="0\n").is_sure
