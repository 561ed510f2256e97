"""A menu counts by its entries, which programs call as they like; a menu that everybody sees answers nothing."""

import pytest

from agents.judging.commands.prose.wording import by_menu, is_entry, wanted

LOBBY = ["Lobby", "1. New match", "2. Continue match", "3. View history", "4. Analysis", "0. Exit"]


def shown(expected: str, lines: list[str], title: str = "Startup and main menu") -> bool:
    """Whether a menu is shown as it is asked for."""
    found = by_menu(wanted(expected, expected, title), lines)
    return found is not None and found.is_sure and found.points == 2


@pytest.mark.parametrize("line", ["1. Add", "[2] Show", "  3) Leave", "【4】查询", "a: Add", "10. Search"])
def test_entries_begin_with_a_number_or_a_letter(line: str) -> None:
    assert is_entry(line)


@pytest.mark.parametrize("line", ["Add", "12.5 metres", "Prices: 3", "2026-11-01: opened", "--Lao Wang"])
def test_other_lines_are_no_entries(line: str) -> None:
    assert not is_entry(line)


def test_a_start_shows_a_menu_whatever_its_entries_are_called() -> None:
    """Each program calls its functions otherwise, and of all of them this was left open."""
    assert shown("The program starts and displays a clear main menu", LOBBY)
    assert not shown("The program starts and displays a clear main menu", ["Welcome", "1. Add", "Choose:"])


def test_of_entries_that_are_named_half_have_to_be_called_so() -> None:
    named = "All options are shown: 'New match', 'Continue match', 'Settings', 'Quit'"
    assert shown(named, LOBBY)
    assert not shown("All options are shown: 'Add', 'Remove', 'Search', 'Quit'", LOBBY)
    assert not shown(f"{named}, 'Help', 'About'", LOBBY), "there are fewer entries than are wanted"


def test_a_menu_further_down_has_to_be_about_what_is_asked_for() -> None:
    asked = "Query options are displayed"
    queries = ["Records", "1. Query by name", "2. Query by date", "3. Query by place"]
    assert shown(asked, queries, "Records")
    assert not shown(asked, ["1. Add", "2. Delete", "3. Leave"], "Records")


def test_who_prints_a_whole_plan_shows_no_menu() -> None:
    plan = [line for n in range(20) for line in (f"2.{n} Criterion", "1. Start it", "2. Look", "3. See it")]
    assert not shown("The program starts and displays a clear main menu", plan)


def test_where_more_than_a_menu_is_asked_for_it_is_left_open() -> None:
    more = "The menu of the training is entered, and loss, accuracy and duration are displayed"
    assert not shown(more, LOBBY)
    assert not shown("An error is shown, and then the main menu", LOBBY)
