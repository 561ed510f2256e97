"""Which family `author` takes, where nobody names one and where seeds speak of another."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

os.environ.update(LANGGRAPH_STRICT_MSGPACK="true", LANGSMITH_TRACING="false", LANGCHAIN_TRACING_V2="false")

from pipeline.cli.author import author, taken_unnamed
from pipeline.graph.seeds import read_seeds
from plans.families import FAMILIES, generator
from plans.records.seed import Seed
from tests.test_house import ROOT

SHOP = "a shop for house plants with a cart and a search"
PROGRAM = "I need a small program for the command line that keeps my recipes and searches them."


def call(*arguments: str) -> Result:
    return CliRunner().invoke(author, list(arguments), standalone_mode=False, catch_exceptions=False)


def remarks(*queries: str) -> list[str]:
    return taken_unnamed([Seed(id=f"s{n}", query=query) for n, query in enumerate(queries)])[1]


@pytest.mark.slow
def test_the_family_that_is_taken_is_said_and_who_asks_for_programs_is_warned(tmp_path: Path) -> None:
    """Seeds that spoke of programs silently became web apps."""
    file = tmp_path / "seeds.txt"
    file.write_text(f"{SHOP}\n\n{PROGRAM}")
    told = call(str(file), "--out", str(tmp_path / "mine"), "--gate", "static").stderr
    assert "No --family is named, so web apps are made (--family webapp)" in told
    assert "1 of 2 seeds may mean a Python project" in told
    assert "i-need-a-small-program-for says “program”" in told
    assert "--family python_project" in told


@pytest.mark.slow
def test_who_names_a_family_is_told_nothing_of_others(tmp_path: Path) -> None:
    file = tmp_path / "seeds.txt"
    file.write_text(PROGRAM)
    told = call(str(file), "--out", str(tmp_path / "mine"), "--gate", "static", "--family", "webapp").stderr
    assert "--family" not in told


@pytest.mark.parametrize(
    "query",
    [
        PROGRAM,
        "A console script to track loans of books.",
        "I type into my terminal which plants were watered.",
        "Programs for our ledger of expenses, please.",
        "A little command-line tool for flats.",
    ],
)
def test_words_for_programs_are_noticed(query: str) -> None:
    [remark] = remarks(query)
    assert "--family python_project" in remark


@pytest.mark.parametrize(
    "query",
    [
        SHOP,
        "Our fitness program lists exercises, and people book a place.",
        "The course programme of our town, online.",
        "A web page for our ferries, by terminal building.",
        "A shop for house plants, without a command line.",
    ],
)
def test_other_senses_of_these_words_are_no_reason_to_warn(query: str) -> None:
    assert remarks(query) == []


def test_our_own_seeds_of_web_apps_are_not_taken_for_programs() -> None:
    for place in ("plans/webapp/seeds.yaml", "generated/sample/seeds.yaml"):
        assert taken_unnamed(read_seeds(ROOT / place))[1] == []


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("is_first", [True, False])
def test_the_catalog_that_is_listed_is_that_of_the_family_named(family: str, is_first: bool) -> None:
    """`--catalog` listed all families, whichever was named."""
    named = ["--family", family]
    told = call(*named, "--catalog").stdout if is_first else call("--catalog", *named).stdout
    for other in FAMILIES:
        assert (f"{other}: a seed may name" in told) == (other == family)
    assert all(feature.title in told for feature in generator(family).catalog().features)
