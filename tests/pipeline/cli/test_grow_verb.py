"""`benchwright grow`, with the catalog author and the static part of the gate."""

import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

os.environ.update(LANGGRAPH_STRICT_MSGPACK="true", LANGSMITH_TRACING="false", LANGCHAIN_TRACING_V2="false")

from pipeline.cli.author import author
from pipeline.cli.renewal import grow, refresh
from pipeline.graph import nodes
from plans.errors import BudgetError
from plans.items import read_suite
from plans.paths import SuitePaths
from plans.records.suite import Suite


class Killed(BaseException):
    """Stands for SIGKILL: nothing of ours catches it."""


@pytest.fixture
def mine(tmp_path: Path) -> SuitePaths:
    seeds = tmp_path / "seeds.txt"
    seeds.write_text("a shop for house plants with a cart and a search")
    paths = SuitePaths(tmp_path / "mine")
    CliRunner().invoke(author, [str(seeds), "--out", str(paths.root), "--gate", "static"])
    return paths


def grown(paths: SuitePaths, n: int, *more: str) -> Suite:
    """The suite after `benchwright grow`."""
    done = CliRunner().invoke(grow, [str(paths.root), "--n", str(n), "--gate", "static", *more])
    assert done.exit_code == 0, done.output
    return read_suite(paths)


def killed_once_written(paths: SuitePaths, n: int, monkeypatch: pytest.MonkeyPatch) -> Suite:
    """The suite as growth wrote it before it was killed."""
    publish = nodes.publish_suite

    def dying(*arguments: object) -> None:
        publish(*arguments)  # pyright: ignore[reportArgumentType]
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(nodes, "publish_suite", dying)
        with pytest.raises(Killed):
            CliRunner().invoke(grow, [str(paths.root), "--n", str(n), "--gate", "static"])
    return read_suite(paths)


@pytest.mark.slow
def test_growth_killed_at_its_very_end_is_finished_and_not_made_twice(
    mine: SuitePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same command again brought as many items once more, as 1.2.0."""
    written = killed_once_written(mine, 2, monkeypatch)
    assert (written.version, len(written.items)) == ("1.1.0", 3)

    assert grown(mine, 2) == written
    assert mine.changelog.read_text().count("## 1.1.0") == 1

    more = grown(mine, 2)
    assert (more.version, len(more.items)) == ("1.2.0", 5), "what has ended is grown further"


@pytest.mark.slow
@pytest.mark.parametrize("other", [("1",), ("2", "--seed", "7"), ("2", "--random-seed", "7")])
def test_another_growth_goes_on_from_one_that_is_written(
    mine: SuitePaths, monkeypatch: pytest.MonkeyPatch, other: tuple[str, ...]
) -> None:
    n, *more = other
    written = killed_once_written(mine, 2, monkeypatch)
    suite = grown(mine, int(n), *more)
    assert (suite.version, len(suite.items)) == ("1.2.0", 3 + int(n))
    assert suite.items[:3] == written.items


@pytest.mark.slow
@pytest.mark.parametrize("verb", [grow, refresh], ids=["grow", "refresh"])
def test_models_read_and_weigh_what_is_added_or_made_afresh_where_that_is_asked(
    verb: click.Command, mine: SuitePaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only `author` and `verify` could ask them; what they would be asked is more than is allowed here."""
    monkeypatch.chdir(mine.root.parent)
    monkeypatch.setenv("BENCHWRIGHT_ENDPOINT", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("BENCHWRIGHT_MODEL", "some-model")
    options = ["--n", "1"] if verb is grow else ["--out", "afresh"]
    bounded = ["--gate", "static", "--with-model", "--max-tokens", "1000"]
    done = CliRunner().invoke(verb, [str(mine.root), *options, *bounded])
    assert isinstance(done.exception, BudgetError)


@pytest.mark.slow
def test_growth_says_of_each_item_why_it_was_chosen(mine: SuitePaths) -> None:
    """Two subjects came, and nobody could tell why these."""
    done = CliRunner().invoke(grow, [str(mine.root), "--n", "2", "--gate", "static"])
    told = [line for line in done.stderr.splitlines() if ", since of " in line]
    categories = [line.split(": ")[1].split(" / ")[0] for line in told]
    assert len(told) == 2
    assert "shopping" not in categories, "the suite has one"
    assert told[0].endswith("since of 1 item 0 are of this category, and 0 of this subject")
    assert "since of 2 items 0 are of this category" in told[1]


@pytest.mark.slow
def test_a_refresh_says_which_subject_each_item_had_and_gets(mine: SuitePaths, tmp_path: Path) -> None:
    out = tmp_path / "afresh"
    done = CliRunner().invoke(refresh, [str(mine.root), "--out", str(out), "--gate", "static"])
    (item,) = read_suite(SuitePaths(out)).items
    told = next(line for line in done.stderr.splitlines() if "→" in line)
    assert told.startswith(f"{item.id}: shopping / houseplants → shopping / ")
    assert not told.endswith("houseplants")
