"""What programs say of themselves: commands, options, menus."""

from hypothesis import given
from hypothesis import strategies as st

from agents.judging.commands.adapting.exploring import (
    Flag,
    MenuEntry,
    OwnCommand,
    Translation,
    commands_in,
    menu_in,
    options_in,
    with_usage,
)

BY_ARGPARSE = """usage: plants.py [-h] [--db FILE] {all,new} ...

Keep an eye on the plants.

positional arguments:
  {all,new}
    all        show all plants
    new        add a plant

options:
  -h, --help   show this help message and exit
  --db FILE    another data file
"""
NEW = """usage: plants.py new [-h] --name NAME [--note NOTE]
                     price [count] [tag ...]

positional arguments:
  price
"""
BY_HAND = """Plants, a register.

Commands:
  ls                    List plants
  get ID                Show a plant
  edit ID FIELD VALUE - Change a plant
  help                  This page
"""


def test_commands_of_argparse_are_those_in_braces_with_what_is_said_of_them() -> None:
    assert commands_in(BY_ARGPARSE) == [
        OwnCommand("all", "show all plants"),
        OwnCommand("new", "add a plant"),
    ]
    assert options_in(BY_ARGPARSE) == (Flag("--db", takes_value=True),)


def test_a_usage_line_tells_what_a_command_takes() -> None:
    new = with_usage(OwnCommand("new", "add a plant"), NEW)
    assert new.values == ("price",)
    assert Flag("--name", takes_value=True, is_needed=True) in new.flags
    assert Flag("--note", takes_value=True) in new.flags
    takes = new.called.takes
    assert takes is not None
    assert takes[0] == 2
    assert takes[1] > 50
    assert with_usage(OwnCommand("old"), NEW) == OwnCommand("old")


def test_commands_of_a_page_written_by_hand() -> None:
    found = {one.name: one for one in commands_in(BY_HAND)}
    assert found["ls"] == OwnCommand("ls", "List plants")
    assert found["get"].values == ("id",)
    assert found["edit"] == OwnCommand("edit", "Change a plant", ("id", "field", "value"))


MENU = (MenuEntry("a", "Create plant"), MenuEntry("l", "View all plants"), MenuEntry("x", "Exit"))
PRINTED = "*** PLANTS ***\n[a] Create plant\n[l] View all plants\n[x] Exit\nWhat now?: "
ASKED = (
    MenuEntry("1", "List plants"),
    MenuEntry("2", "Add a plant"),
    MenuEntry("3", "Search plants"),
    MenuEntry("0", "Quit"),
)
TRANSLATION = Translation(MENU, ASKED, {MENU[0]: ASKED[1], MENU[1]: ASKED[0], MENU[2]: ASKED[3]})


def test_a_menu_is_a_run_of_choices_with_titles() -> None:
    assert menu_in(PRINTED) == MENU
    assert menu_in("│ 1) List │\n\n│ 2) Quit │\n") == (MenuEntry("1", "List"), MenuEntry("2", "Quit"))
    assert menu_in("2 | Moon Cactus | 65.00\n3 | Aloe | 8.60\n") == ()
    assert menu_in("1. a single entry\n") == ()


def test_a_menu_is_read_as_the_criteria_have_it_and_what_is_missing_stays_missing() -> None:
    assert TRANSLATION.applied(PRINTED) == (
        "*** PLANTS ***\n1. List plants\n2. Add a plant\n0. Quit\nWhat now?: "
    )


def test_a_menu_after_a_prompt_is_read_too() -> None:
    """What is typed into a pipe is not seen, and so the menu comes on the line of the prompt."""
    said = "What now?: [a] Create plant\n[l] View all plants\n[x] Exit\nWhat now?: "
    assert TRANSLATION.applied(said) == "What now?:\n1. List plants\n2. Add a plant\n0. Quit\nWhat now?: "


@given(
    st.lists(st.sampled_from(["Added: 15", "2 | Aloe | 9.75", "", "[q] no entry", "Count: 7"]), max_size=8)
)
def test_whatever_is_no_menu_is_read_as_it_stands(rows: list[str]) -> None:
    output = "\n".join(rows)
    assert TRANSLATION.applied(output) == output
