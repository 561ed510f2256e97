"""Figures, tables and settings of the README are those of the code that they speak of."""

import re
from pathlib import Path

import pytest

from agents.authoring.verification.matrix import rows
from agents.browser.actions.pointing import MESSAGE_LONGEST
from agents.coding.installed import LISTED_COUNT
from agents.coding.roster import PROGRAMS, make_program
from agents.sandbox.bubblewrap.keeper import PERIOD
from pipeline.cli.cost_estimate import GATE_WORK, Making, amounts, item_tokens, of_authoring
from pipeline.cli.demo import DEMO_SEEDS, SAMPLE
from pipeline.graph.seeds import read_seeds
from pipeline.graph.spec import AuthoringSpec
from pipeline.runner.scoring.intervals import FEWEST_PAIRS
from plans.files import read_record
from plans.model_settings import read_model_settings
from plans.paths import SuitePaths
from plans.python_project.generator import PythonProjectAuthor as ProgramAuthor
from plans.records.evidence import REFERENCE_RUNS, Evidence
from plans.webapp.catalog.domain import CATEGORIES
from plans.webapp.catalog.library import shipped_library
from plans.webapp.catalog.sampling import ranges_of
from plans.webapp.generator import WebAppAuthor
from tests.benchmarks.test_commands import CRITERIA, MOST_SECONDS
from tests.corpus.looks import read_looks
from tests.test_readme import AGENTS_PAGE, PAGES, ROOT, VERDICTS_PAGE, blocks, spelled

FEW_SEEDS = 5
"""Of those shipped: enough of them to show what is usual."""


@pytest.mark.parametrize("block", blocks("toml"))
def test_settings_that_the_readme_shows_are_read(block: str, tmp_path: Path) -> None:
    path = tmp_path / "benchwright.toml"
    path.write_text(block)
    settings = read_model_settings(path, tuple(PROGRAMS))
    assert settings.model_fields_set, "the block sets something"


def rows_of_agents() -> dict[str, tuple[str, str]]:
    """Agent → what it asks by, and what it knows of earlier rounds, as the page's table says."""
    table = AGENTS_PAGE.split("| agent | asks by |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `([a-z-]+)` \| ([a-z, ]+) \| ([a-z ]+) \|", table, flags=re.MULTILINE)
    return {name: (asks, later) for name, asks, later in rows}


def test_the_agents_that_the_readme_names_are_those_that_there_are() -> None:
    assert set(rows_of_agents()) == set(PROGRAMS)


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_an_agent_asks_by_what_the_readme_says(name: str) -> None:
    program = make_program(name)
    asks, later = rows_of_agents()[name]
    assert set(asks.split(", ")) == set(program.protocols)
    assert ("new session" in later) == (not program.keeps)


def test_figures_of_the_readme_are_those_of_the_code() -> None:
    domains, categories = len(shipped_library().domains), spelled(len(CATEGORIES))
    assert f"a catalog of {domains} domains in {categories} categories" in PAGES
    assert f"than fit into {ranges_of(WebAppAuthor().plan()).most_tasks} evaluation tasks" in PAGES
    assert f"a permutation test over at least {spelled(FEWEST_PAIRS)} projects" in PAGES
    assert f"sees at most {LISTED_COUNT} files of the workspace" in AGENTS_PAGE
    assert f"watched {spelled(1000 // PERIOD)} times a second" in AGENTS_PAGE
    assert f"A message over a control is waited for, up to {MESSAGE_LONGEST:g} s" in VERDICTS_PAGE
    assert f"a Python project of {CRITERIA} tasks at most {MOST_SECONDS:g} s" in PAGES


def test_submissions_of_a_gate_are_as_many_as_the_readme_says() -> None:
    """It said at most 45, and mutants were added since."""
    usual, few, most = map(
        int, re.findall(r"some (\d+) submissions are judged for each \((\d+) to (\d+), by", PAGES)[0]
    )
    judged = [len(read_record(SuitePaths(SAMPLE).item(id).evidence, Evidence).cells) for id in DEMO_SEEDS]
    assert few <= min(judged) <= max(judged) <= most
    assert abs(sum(judged) / len(judged) - usual) < 3
    assert usual == GATE_WORK["browser"].submissions, "what is said before the work begins went on as it was"


def test_submissions_and_time_of_a_gate_of_programs_are_as_the_readme_says() -> None:
    """Only those of web apps stood there, and programs take twice as long."""
    low, high, usual, few, most = re.findall(
        r"\| the same of Python projects \| (\w+) to (\w+) minutes an item \(.*?\), since some (\d+) submissions are "
        r"judged for each \((\d+) to (\d+)\)",
        PAGES,
    )[0]
    author = ProgramAuthor()
    seeds = read_seeds(ROOT / "plans" / "python_project" / "seeds.yaml")[:FEW_SEEDS]
    projects = [author.project(author.recipe(seed, author.plan(), 0), "canary") for seed in seeds]
    judged = [sum(1 for _ in rows(project, REFERENCE_RUNS)) for project in projects]
    work = GATE_WORK["commands"]
    assert int(few) <= min(judged) <= max(judged) <= int(most)
    assert abs(sum(judged) / len(judged) - int(usual)) < 3
    assert (int(usual), (low, high)) == (work.submissions, tuple(map(spelled, work.minutes)))


def test_what_the_judge_reached_on_what_it_may_be_tuned_on_is_what_its_floor_was_set_by() -> None:
    """The README's figure was held by nobody, and the floor beside it went on."""
    floor = " ".join((ROOT / "tests" / "corpus" / "FLOOR.yaml").read_text().replace("#", " ").split())
    tasks, decided, right, unearned = re.findall(
        r"(\d+) tasks, ([\d.]+)% decided, ([\d.]+)% of these rightly, (\d+) unearned passes", floor
    )[0]
    assert f"it decides {decided}% of {tasks} tasks and {right}% of these rightly" in VERDICTS_PAGE
    assert f"passes {unearned} that were not earned" in VERDICTS_PAGE
    assert f"{right}%" in PAGES


def test_earlier_looks_are_told_as_they_were() -> None:
    """Latest first, whatever they showed."""
    *earlier, _ = [look.tasks.accuracy for look in read_looks() if not look.only]
    shown = [f"{accuracy:.1%}" for accuracy in reversed(earlier) if accuracy is not None]
    assert f"had shown {', '.join(shown[:-1])} and {shown[-1]}" in VERDICTS_PAGE


def test_what_making_an_item_takes_is_told_as_it_is_foreseen() -> None:
    """The README said 17,000 tokens, and an item of ten tasks took 71,213."""
    page, taken = (ROOT / ".github" / "models.md").read_text(), amounts()
    asked = AuthoringSpec.model_construct(
        author="model", reference_by="generator", independent_by="", with_model=False
    )
    beside = asked.model_copy(update={"independent_by": "minimal"})
    named = {"browser": ("web", "webapp"), "commands": ("Python", "python_project")}
    for way, sized in taken.made_item.items():
        word, family = named[way]
        for play in sized.plays:
            whole = of_authoring(Making(family, 1, has_plan=False, tasks=play.tasks), asked)
            told = round(sum(one.tokens.total for one in whole), -3)
            row = rf"\| {word}, {play.tasks} tasks[^|]* \| {play.tokens:,}[^|]* \| {told:,} \|"
            assert re.search(row, page), (word, play.tasks, told)
        each = sized.times("generator", items=1, tasks=1).tokens.total
        assert f"{each:,}" in PAGES
        assert f"{sized.usual_tasks} of a {word} " in page
        more = item_tokens(family, 10, beside) - item_tokens(family, 10, asked)
        assert f"{more:,} for a {word} " in page
    assert f"a factor of {taken.spread} " in PAGES
