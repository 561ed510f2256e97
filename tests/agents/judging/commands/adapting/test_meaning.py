"""What names and titles mean, and which surely are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.judging.commands.adapting.meaning import Called, common_things, meaning, paired, stem

THINGS = frozenset({"plant"})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("add", "Create a plant"),
        ("list", "Show all plants"),
        ("list", "view plants"),
        ("show", "View plant"),
        ("export-csv", "Export plants as CSV"),
        ("delete", "rm"),
        ("search", "Find a plant"),
        ("listPlants", "list_plants"),
        ("Quit", "Exit the program"),
    ],
)
def test_these_mean_the_same(one: str, other: str) -> None:
    assert meaning(one, THINGS) == meaning(other, THINGS) != frozenset()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("list", "show"),
        ("show", "Show all plants"),
        ("export-csv", "export-json"),
        ("set", "settings"),
        ("undo", "redo"),
        ("import-csv", "export-csv"),
    ],
)
def test_these_do_not(one: str, other: str) -> None:
    assert meaning(one, THINGS) != meaning(other, THINGS)


def test_what_all_titles_are_about_parts_none_of_them() -> None:
    titles = ("List loans", "Show a loan", "Add a loan", "Export as CSV", "Quit")
    assert common_things(titles) == {"loan"}
    assert [stem(word) for word in ("parties", "boxes", "grass", "gas", "plants")] == [
        "party",
        "box",
        "grass",
        "gas",
        "plant",
    ]


def called(*names: str) -> list[Called]:
    return [Called(name) for name in names]


def test_equal_names_go_before_equal_meanings() -> None:
    pairs = paired(called("list", "show", "add"), called("show", "all", "new", "quit"), THINGS)
    assert pairs == {0: 1, 1: 0, 2: 2}


def test_what_two_could_be_is_neither() -> None:
    """Whoever has both `new` and `create` has to say which of them is meant."""
    assert paired(called("add"), called("new", "create"), THINGS) == {}
    assert paired(called("add", "list"), called("new", "create", "ls"), THINGS) == {1: 2}


def test_how_many_values_it_takes_tells_two_apart() -> None:
    """A `show` that takes nothing, and is said to be of all, lists."""
    asked = [Called("list", "", (0, 0)), Called("show", "", (1, 1))]
    own = [Called("show", "all the plants", (0, 0)), Called("details", "", (1, 1))]
    assert paired(asked, own, THINGS) == {0: 0, 1: 1}
    assert paired(asked, [Called("show", "", (0, 0)), own[1]], THINGS) == {1: 1}


@given(
    st.lists(st.sampled_from(["list", "show", "add", "new", "all", "view", "x"]), unique=True),
    st.lists(st.sampled_from(["list", "show", "add", "new", "all", "view", "x"]), unique=True),
)
def test_nothing_is_taken_twice_and_an_equal_name_never_for_another(asked: list[str], own: list[str]) -> None:
    pairs = paired(called(*asked), called(*own), THINGS)
    assert len(set(pairs.values())) == len(pairs)
    for place, name in enumerate(asked):
        if name in own:
            assert own[pairs[place]] == name
