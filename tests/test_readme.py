"""What the README shows can be done."""

import re
from collections import Counter
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner
from pydantic import TypeAdapter

from agents.coding.command import ENDPOINT_FAILED
from pipeline.cli.verbs import INSTANCE_VERBS, VERBS, benchwright, instances
from plans.errors import EXIT_CODE
from plans.families import instance_families
from plans.files import parse_record
from plans.records.criteria import Criteria
from plans.records.seed import SeedFile
from plans.records.steps import Step
from plans.webapp.catalog.library import shipped_library
from tests.corpus.looks import read_looks
from tests.corpus.material import HALVES, apps
from tests.test_house import FLOORS

ROOT = Path(__file__).resolve().parents[1]
PAGE_FILES = (ROOT / "README.md", *sorted((ROOT / ".github").glob("*.md")))
PAGE = {page.stem: page.read_text() for page in PAGE_FILES}
PAGES = "".join(PAGE.values())
README, AGENTS_PAGE, VERDICTS_PAGE = PAGE["README"], PAGE["agents"], PAGE["verdicts"]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGES, flags=re.DOTALL)


@pytest.mark.parametrize("arguments", [["--no-such-option"], ["generated/mine", "--jobs", "many"]])
def test_a_command_that_is_not_understood_would_be_noticed(arguments: list[str]) -> None:
    """Options were only looked up by name, so that a value that no option takes passed."""
    verb = benchwright.get_command(click.Context(benchwright), "run")
    assert verb is not None
    with pytest.raises(click.UsageError):
        verb.make_context("run", arguments)


def test_every_verb_stands_in_the_readme() -> None:
    """`models` and `demo` were missing from the list that says it names every verb."""
    section = README.partition("\n## Every verb\n")[2].partition("\n## ")[0]
    assert set(VERBS) == set(re.findall(r"^benchwright ([a-z]+)", section, flags=re.MULTILINE))


def test_every_verb_for_instances_stands_in_their_guide() -> None:
    named = set(re.findall(r"^benchwright instances ([a-z]+)", PAGE["instances"], flags=re.MULTILINE))
    assert named == set(INSTANCE_VERBS)


@pytest.mark.parametrize(
    "words", [*((name,) for name in VERBS), *(("instances", name) for name in INSTANCE_VERBS)], ids=" ".join
)
def test_every_verb_has_help_with_an_example(words: tuple[str, ...]) -> None:
    group = instances if len(words) == 2 else benchwright
    verb = group.get_command(click.Context(group), words[-1])
    assert verb is not None
    help_text = verb.get_help(click.Context(verb, info_name=words[-1]))
    assert f"benchwright {' '.join(words)}" in help_text.split("Options:")[0]
    assert "Example" in help_text


def test_the_targets_and_steps_that_the_readme_shows_are_read() -> None:
    """An id that no target has, and a target that no step means, would be refused."""
    shown = [read for block in blocks("yaml") if "steps" in (read := yaml.safe_load(block))]
    assert shown
    for criteria in shown:
        task = {"id": "buy", "how": {"kind": "browser", "steps": criteria["steps"]}}
        [full] = Criteria.from_file({"targets": criteria["targets"], "tasks": [task]})["tasks"]
        TypeAdapter(list[Step]).validate_python(full["how"]["steps"])


def test_the_seeds_that_the_readme_shows_name_what_the_catalog_has() -> None:
    shown = [block for block in blocks("yaml") if "seeds:" in block]
    library = shipped_library()
    for block in shown:
        for seed in parse_record(block, SeedFile, Path("seeds.yaml")).seeds:
            assert seed.domain in library.domains
            assert {*(seed.features or ()), *seed.without} <= set(library.features)
    assert shown


def test_what_the_readme_links_to_is_there() -> None:
    for page in PAGE_FILES:
        targets = re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text())
        assert targets
        assert [target for target in targets if not leads_somewhere(page, target)] == []


def leads_somewhere(page: Path, target: str) -> bool:
    """A file that is there, and in it the heading that is named."""
    name, _, heading = target.partition("#")
    file = page.parent / name if name else page
    return file.exists() and (not heading or heading in headings(file.read_text()))


def headings(page: str) -> set[str]:
    """The anchors by which a page's headings are found."""
    lines = re.findall(r"^#+ (.+)$", page, flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def test_the_seed_of_the_readme_is_shipped() -> None:
    quoted = re.search(r"^> (.+)$", README, flags=re.MULTILINE)
    assert quoted
    shipped = yaml.safe_load((ROOT / "plans" / "webapp" / "seeds.yaml").read_text())
    assert quoted.group(1) in [" ".join(seed["query"].split()) for seed in shipped["seeds"]]


READ = re.findall(r"```yaml seeds\n(.*?)```\n\n```text\n(.*?)```", PAGE["first-suite"], flags=re.DOTALL)
"""Seeds that the guide shows, each with what it says that they are read as."""


@pytest.mark.parametrize(("seeds", "told"), READ, ids=["wrong", "right"])
def test_the_seeds_of_the_guide_are_read_as_it_says(seeds: str, told: str, tmp_path: Path) -> None:
    """Nowhere was a reading shown that goes wrong, nor what to do then."""
    file = tmp_path / "seeds.yaml"
    file.write_text(seeds)
    verb = benchwright.get_command(click.Context(benchwright), "author")
    assert verb is not None
    arguments = [str(file), "--gate", "static", "--out", str(tmp_path / "trial")]
    printed = CliRunner().invoke(verb, arguments, catch_exceptions=False).stdout
    said = [line.strip() for line in printed.splitlines()]
    missing = [line for line in told.splitlines() if line not in said]
    assert not missing, printed


def test_how_far_the_judge_is_said_to_agree_is_what_the_last_look_showed() -> None:
    """Whatever the figure: a look that is worse than what the README says is said there too."""
    last = [look for look in read_looks() if not look.only][-1]
    share, accuracy, f1, kappa = (
        last.tasks.decided_share,
        last.tasks.accuracy,
        last.tasks.f1,
        last.tasks.kappa,
    )
    assert None not in (share, accuracy, f1, kappa)
    for page in (README, VERDICTS_PAGE):
        assert f"{share:.1%}" in page
        assert f"{accuracy:.1%}" in page
    assert f"F1 {100 * (f1 or 0):.1f}, κ {kappa:.2f}" in VERDICTS_PAGE


TO_TWENTY = (
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def spelled(number: int) -> str:
    """A number in the words of a sentence; in figures from a hundred on."""
    if number < 20:
        return TO_TWENTY[number]
    tens, rest = divmod(number, 10)
    if tens > 9:
        return str(number)
    return TENS[tens - 2] + (f"-{TO_TWENTY[rest]}" if rest else "")


def test_the_corpus_is_said_to_be_as_large_as_it_is() -> None:
    """It had grown by twenty apps of four projects, and the README went on to count sixty of twelve."""
    projects = {half: {app.project for app in apps(half)} for half in HALVES}
    tuned, aside = spelled(len(projects["tuned"])), spelled(len(projects["aside"]))
    every = spelled(sum(map(len, projects.values())))
    assert f"{spelled(len(list(apps()))).capitalize()} apps of {every} projects were written" in VERDICTS_PAGE
    assert f"On the {aside} projects that are set aside" in VERDICTS_PAGE
    page = (ROOT / "tests" / "corpus" / "README.md").read_text()
    assert f"\n{every.capitalize()} projects." in page
    assert f"\n**{tuned.capitalize()} may be tuned on.**" in page
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (\d+) \| \d+ \|$", page, flags=re.MULTILINE))
    labelled = Counter[str]()
    for app in apps():
        labelled[app.project] += sum(map(len, app.labels().tasks.values()))
    assert {project: int(outcomes) for project, outcomes in rows.items()} == labelled


@pytest.mark.parametrize(
    ("number", "words"), [(4, "four"), (16, "sixteen"), (80, "eighty"), (95, "ninety-five"), (100, "100")]
)
def test_numbers_are_spelled_as_in_a_sentence(number: int, words: str) -> None:
    assert spelled(number) == words


def rooms_of(page: str) -> dict[str, str]:
    """Room → what the page's table says is there."""
    return dict(re.findall(r"^\| `([a-z]+)/` \| (.+) \|$", page, flags=re.MULTILINE))


FAMILIES = {folder.parent.name for folder in (ROOT / "plans").glob("*/catalog")} | {*instance_families()}
TOLD = {
    **{name: name for name in ("browser", "contracts", "gateway", "graph", "judging", "records", "refresh")},
    **{name: name for name in ("report", "runner", "sandbox", "exchange", "console")},
    "authoring": "work: authoring",
    "catalog": "what the catalogs of all families share",
    "cli": "command line",
    "coding": "code agents",
    "families": "families from elsewhere",
    "instances": "making suites of instances",
    "solving": "solvers",
    "users": "simulated users",
}
"""Folder of a floor, there or once planned → the words for it in the tables of the rooms."""


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_the_rooms_that_are_named_are_there(page: str) -> None:
    """CONTRIBUTING named an exchange, solvers and a console, of which there was none."""
    rooms = rooms_of((ROOT / page).read_text())
    assert set(rooms) == {*FLOORS, "generated"} | ({"tests"} if page == "CONTRIBUTING.md" else set[str]())
    for room in FLOORS:
        there = {folder.parent.name for folder in (ROOT / room).glob("*/__init__.py")} - FAMILIES
        assert there <= set(TOLD), f"say in TOLD how a page speaks of {sorted(there - set(TOLD))}"
        told = {name for name, words in TOLD.items() if words in rooms[room]}
        assert told == there, room


def test_what_contributing_calls_planned_is_not_there_yet() -> None:
    line = next(line for line in CONTRIBUTING.splitlines() if line.startswith("Planned, and not there yet:"))
    named = re.findall(r"`([a-z]+/[a-z]+)`", line)
    assert named
    assert [name for name in named if list(ROOT.glob(f"{name}*"))] == []


def test_every_exit_code_is_told() -> None:
    """7, of a submission that cannot be used, stood nowhere."""
    told = benchwright.help or ""
    codes = re.search(r"exit codes are (.+?)\.\n", PAGE["commands"])
    assert codes
    for code in (0, 1, 2, *EXIT_CODE.values(), 130):
        assert re.search(rf"\b{code} [a-z]", codes.group(1)), code
        assert re.search(rf"\b{code} [a-z]", told.split("Exit codes:")[1]), code


def test_how_a_command_agent_tells_of_an_outage_is_told() -> None:
    """Which exit code keeps an outage from being scored stood in the adapter's source alone."""
    verb = benchwright.get_command(click.Context(benchwright), "run")
    assert verb is not None
    for text in (AGENTS_PAGE, verb.help or ""):
        assert f"{ENDPOINT_FAILED} (" in text
        assert "EX_TEMPFAIL" in text
