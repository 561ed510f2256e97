"""What is composed holds before the judge: references pass, defects are noticed, who does nothing passes nothing."""

from pathlib import Path

import pytest

from plans.patches import apply_patch
from plans.prd_text import prd_text
from plans.python_project.catalog.compose import plan_text
from plans.python_project.catalog.library import ProgramCatalog
from plans.python_project.trivial import TrivialPrograms
from plans.records.project import Files, Project
from plans.records.task_kinds import FileComparison, ShellInteraction
from plans.records.verdict import ORDER_DEPENDENT, Status
from tests.agents.sandbox.providers import refusal
from tests.plans.python_project.composing import composed
from tests.plans.python_project.holding import FEATURES, IN_ORDER_TOO, Held, first_of_each_kind

pytestmark = [
    pytest.mark.skipif(refusal("bubblewrap") is not None, reason=refusal("bubblewrap") or ""),
    pytest.mark.slow,
]

WHOLE = [
    ("houseplants", ("records", "search", "undo"), 1),
    ("expenses", ("records", "statistics", "csv-export"), 2),
    ("parcels", ("routes", "words", "json-exchange"), 3),
    ("appointments", ("planner", "settings", "filter"), 4),
    ("contacts", ("encoding", "batch", "csv-import"), 5),
    ("tournament", ("simulation", "report", "records"), 6),
]
"""Every feature of the catalog, in half of its domains."""


@pytest.fixture(scope="module")
def small(library: ProgramCatalog) -> Project:
    return composed(library, "houseplants", ("search",), 3)


@pytest.fixture
def held(small: Project, tmp_path: Path) -> Held:
    return Held(small, tmp_path)


async def test_a_reference_passes_in_each_way_by_a_program(library: ProgramCatalog, tmp_path: Path) -> None:
    project = composed(library, "houseplants", FEATURES)
    judgement = await Held(project, tmp_path).judged(project.reference, first_of_each_kind(project))
    assert len(judgement.tasks) == 3
    assert {(v.status, v.outcomes[0].decided_by) for v in judgement.tasks} == {(Status.PASSED, "program")}


async def test_wording_that_the_prd_leaves_open_is_free(small: Project, held: Held) -> None:
    """Prompts on lines of their own, numbers in brackets, errors that say more, and remarks between."""
    assert await held.not_passed(reworded(small), shell(small)) == []


async def test_the_tests_are_laid_over_what_the_submission_has(small: Project, held: Held) -> None:
    """A submission may bring tests of its own under the same name; they are no proof of anything."""
    own = {"tests/test_search.py": "def test_names_and_notes_are_searched():\n    assert False\n"}
    assert await held.not_passed({**small.reference, **own}, {"search-unit"}) == []


async def test_defects_are_noticed_by_their_own_tasks(small: Project, held: Held) -> None:
    noticed = [planted for planted in small.mutants if planted.mutant.id.startswith("search")]
    assert noticed
    for planted in noticed:
        broken = apply_patch(small.reference, planted.patch)
        assert await held.not_failed(broken, planted.mutant.kills) == [], planted.mutant.id


async def test_a_program_that_only_says_error_passes_nothing(small: Project, held: Held) -> None:
    """Whatever is asked of it is wrong: robustness alone earns nothing."""
    naysayer = 'import sys\nprint("Error:", *sys.argv[1:], sys.stdin.read())\nprint("Goodbye.")\n'
    assert await held.not_failed({"src/main.py": naysayer}, shell(small)) == []


async def test_an_empty_project_and_one_that_prints_the_plan_pass_nothing(small: Project, held: Held) -> None:
    assert await held.not_failed(TrivialPrograms().empty()) == []
    assert await held.not_failed(parrot(small)) == []


async def test_no_submission_without_work_gains_a_pass(library: ProgramCatalog, tmp_path: Path) -> None:
    project = composed(library, "expenses", FEATURES)
    held = Held(project, tmp_path)
    for name, files in TrivialPrograms().attacks(project.criteria).items():
        found = await held.verdicts(files)
        assert [(id, v.reason) for id, v in found.items() if v.status is Status.PASSED] == [], name


@pytest.mark.parametrize(
    ("domain", "features", "random_seed"),
    [*WHOLE[:3], *(pytest.param(*one, marks=pytest.mark.long) for one in WHOLE[3:])],
)
async def test_whole_projects_hold(
    library: ProgramCatalog, tmp_path: Path, domain: str, features: tuple[str, ...], random_seed: int
) -> None:
    project = composed(library, domain, features, random_seed)
    held = Held(project, tmp_path)
    in_order = await Held(project, tmp_path / "in order", IN_ORDER_TOO).verdicts(project.reference)
    assert [(id, v.reason) for id, v in in_order.items() if v.status is not Status.PASSED] == []
    assert [id for id, v in in_order.items() if ORDER_DEPENDENT in v.marks] == []
    (other,) = project.alternatives
    assert await held.not_passed({**project.reference, **other.files}) == []
    assert await held.not_passed(reworded(project)) == []
    assert await held.not_failed(parrot(project)) == []
    survivors, unconfirmed = await hunted(project, held)
    assert survivors == []
    assert unconfirmed == set()


def test_every_feature_is_among_the_whole_projects(library: ProgramCatalog):
    tried = {id for _, features, _ in WHOLE for id in features}
    assert tried == {id for id, feature in library.features.items() if not feature.base}


def shell(project: Project) -> set[str]:
    """Ids of the tasks that are tried in a shell."""
    return {task.id for task in project.criteria.tasks if isinstance(task.how, ShellInteraction)}


async def hunted(project: Project, held: Held) -> tuple[list[str], set[tuple[str, str]]]:
    """Mutants that no task notices which has to, and edges of the DAG that no mutant of the task above confirms by
    making the one beneath fail too.
    """
    edges = {(above, task.id) for task in project.criteria.tasks for above in task.depends_on}
    survivors: list[str] = []
    for planted in project.mutants:
        broken = apply_patch(project.reference, planted.patch)
        kills = set(planted.mutant.kills)
        open_edges = {(above, id) for above, id in edges if above in kills}
        found = await held.verdicts(broken, kills | {id for _, id in open_edges})
        survivors += [planted.mutant.id for id in kills if found[id].status is not Status.FAILED]
        edges -= {(above, id) for above, id in open_edges if found[id].status is Status.FAILED}
    return survivors, edges


def reworded(project: Project) -> Files:
    """The reference, whose menu speaks otherwise."""
    (console,) = (path for path in project.reference if path.endswith("console.py"))
    text = project.reference[console]
    for usual, other in (
        ('input(f"{prompt}: ")', 'input(f"Please enter: {prompt}\\n> ")'),
        ('print(f"{number}. {action.title}")', 'print(f"  [{number}] {action.title}")'),
        ('print("0. Quit")', 'print("  [0] Quit the program")'),
        ('print(f"Error: {error}")', 'print(f"Error: sorry, {error}! Nothing was done.")'),
        ("is no entry of the menu", "cannot be chosen"),
        (
            "        app.attempt(action.name, values)",
            '        app.attempt(action.name, values)\n        print("---")',
        ),
    ):
        assert text.count(usual) == 1, usual
        text = text.replace(usual, other)
    return {**project.reference, console: text}


def parrot(project: Project) -> Files:
    """A program that prints all that anybody may read of the plan, and writes it to every product."""
    words = [
        task.how.expected.words for task in project.criteria.tasks if isinstance(task.how, ShellInteraction)
    ]
    plan = "\n".join((*words, plan_text(project.prd, project.criteria), prd_text(project.prd, "canary")))
    products = [task.how.product for task in project.criteria.tasks if isinstance(task.how, FileComparison)]
    return {
        "src/main.py": (
            "import pathlib\n"
            f"plan = {plan!r}\n"
            "print(plan)\n"
            f"for product in map(pathlib.Path, {products!r}):\n"
            "    product.parent.mkdir(parents=True, exist_ok=True)\n"
            "    product.write_text(plan, encoding='utf-8')\n"
        )
    }
