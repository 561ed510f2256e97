"""Seeds of programs are read by what they name and by known phrases alone."""

import pytest

from plans.catalog.seed_reader import Understanding
from plans.errors import SeedRefused
from plans.python_project.catalog.library import ProgramDomain, shipped_library
from plans.python_project.generator import PythonProjectAuthor
from plans.records.seed import Seed


def read(query: str, **named: object) -> Understanding[ProgramDomain]:
    return PythonProjectAuthor().understand(
        Seed.model_validate({"id": "x", "query": query, **named}), shipped_library()
    )


def test_known_phrases_propose_subject_and_features() -> None:
    understood = read("A recipe box in the terminal with a search and an undo")
    assert (understood.domain.id, understood.wanted) == ("recipes", ("search", "undo"))


def test_a_format_alone_does_not_say_whether_it_is_read_or_written() -> None:
    assert "CSV" in read("My recipes as CSV").coverage.uncovered
    assert read("My recipes, exported as CSV").wanted == ("csv-export",)


def test_of_a_sentence_that_says_no_nothing_is_taken() -> None:
    understood = read("My recipes with a search. No undo, please.")
    assert understood.wanted == ("search",)
    assert "undo" in understood.coverage.uncovered
    assert read("Appointments of our practice, planned without conflicts").wanted == ("planner",)


def test_what_no_program_can_have_is_told() -> None:
    assert "web app" in read("My recipes in a web app").coverage.uncovered


def test_a_seed_without_a_subject_is_refused() -> None:
    with pytest.raises(SeedRefused):
        read("A script with a search")


def test_parameters_are_followed() -> None:
    author = PythonProjectAuthor()
    seed = Seed(
        id="x",
        query="My recipes",
        features=("words",),
        without=("undo",),
        parameters={"brand": "Green Ledger", "words.shortest": 5},
    )
    for random_seed in range(4):
        values = author.recipe(seed, author.plan(), random_seed).parameters.values
        assert (values["brand"], values["words.shortest"]) == ("Green Ledger", 5)
        assert "undo" not in str(values["features"])
