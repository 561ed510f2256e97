"""A model authors a Python project over real HTTP, every reply written by hand; what it makes runs in the sandbox."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from agents.authoring.verification.checks import every_check
from agents.authoring.verification.gate import StaticGate
from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from agents.judging.commands.judge import CommandJudge
from agents.judging.commands.running import CommandSettings
from agents.sandbox.roster import USUAL, make_sandbox
from pipeline.cli.wiring.authors import authoring_context
from pipeline.cli.wiring.gates import open_gate, open_judging
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from pipeline.graph.spec import AuthoringSpec, ReferenceBy, suite_canary
from plans.contracts.models import Model
from plans.families import generator
from plans.items import read_project, read_suite
from plans.paths import SuitePaths
from plans.records.plan import TaskSpecification
from plans.records.seed import Assignment, Seed
from review.checkpoints import AutoReviewer
from tests.agents.authoring.hand import shape_of
from tests.agents.authoring.lending.hand import PARTS, SEED, lending, project, reply
from tests.agents.coding.minimal_driving import Move
from tests.agents.gateway.model_endpoint import KEY, ModelEndpoint, settings_for
from tests.pipeline.graph.scripted import NoProgress

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

KEEPS = "    store.save([*known, loan])\n"


def spec(gate: str = "static", reference_by: ReferenceBy = "generator") -> AuthoringSpec:
    assignments = (Assignment(seed=Seed(id="tools", query=SEED)),)
    return AuthoringSpec(
        name="lending",
        version="1.0.0",
        family="python_project",
        licence="CC-BY-4.0",
        canary=suite_canary("lending", "1.0.0", 0, assignments),
        random_seed=0,
        gate=gate,
        author="model",
        reference_by=reference_by,
        task=TaskSpecification(task="Small programs for the command line, for one person."),
        refinements=0,
        assignments=assignments,
    )


async def author(folder: Path, model: Model, asked: AuthoringSpec) -> AuthoringReport:
    """With the program-decided checks for a gate, and tests that are run but once."""
    gate = StaticGate(every_check(asked.family, asked.canary))
    async with CommandJudge(make_sandbox(USUAL), CommandSettings(repeats=0)) as judge:
        context = authoring_context(asked, SuitePaths(folder), generator(asked.family), gate, model, judge)
        return await author_suite(context, AutoReviewer(), NoProgress(), jobs=1)


async def authored(
    folder: Path, endpoint: ModelEndpoint, reference_by: ReferenceBy = "generator"
) -> AuthoringReport:
    async with endpoint.serving() as url:
        with open_journal(SuitePaths(folder).journal) as journal:
            async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
                return await author(folder, gateway, spec(reference_by=reference_by))


def asked_for(endpoint: ModelEndpoint) -> Sequence[str]:
    return [shape_of(body) for body in endpoint.asked if "response_format" in body]


def told(endpoint: ModelEndpoint, shape: str) -> list[str]:
    """What the model was told last, each time that it was asked for this shape."""
    bodies = [body for body in endpoint.asked if "response_format" in body and shape_of(body) == shape]
    return [body["messages"][-1]["content"] for body in bodies]


def scheme_patch(**changes: Any) -> dict[str, Any]:
    return {"inputs": [], "removed_inputs": [], "heads": [], "tasks": [], "removed": [], **changes}


def changed_tests(**changes: Any) -> dict[str, Any]:
    return {"edits": [], "files": [], "removed": [], "functions": [], **changes}


def writing(files: dict[str, str]) -> list[Move]:
    return [("write_file", {"path": path, "text": text}) for path, text in files.items()]


@pytest.fixture(autouse=True)
def few_mechanical(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is judged on all tasks, by itself and as the gate does it."""
    monkeypatch.setattr("agents.authoring.generation.mutants.TRIED", 2)


async def test_each_part_is_asked_for_once_and_an_endpoint_that_fails_in_between_costs_nothing(
    tmp_path: Path,
) -> None:
    """The checkpoints are lost too, and the journal alone stays: tests and inputs are read from what it answers."""
    for silent_at, left in (("WrittenProject", PARTS[6:]), ("", PARTS[6:])):
        endpoint = lending(silent_at=silent_at)
        report = await authored(tmp_path, endpoint)
        assert asked_for(endpoint) == (PARTS[:7] if silent_at else left)
        for path in SuitePaths(tmp_path).authoring.glob("checkpoints*") if silent_at else ():
            path.unlink()
    assert [(item.result, item.reasons) for item in report.items] == [("unproved", ())]

    paths = SuitePaths(tmp_path)
    made = read_project(paths.item("tools"))
    canary = read_suite(paths).canary
    assert sorted(made.grader) == [
        "expected/export/out-loans.csv",
        "inputs/few/data/loans.json",
        "tests/test_overdue.py",
    ]
    assert canary in made.grader["tests/test_overdue.py"].decode()
    assert canary in made.reference["src/lending/loans.py"]
    assert canary not in made.reference["data/loans.json"]
    assert not paths.item("tools").scheme.exists(), "what was written with the criteria is the draft's"
    assert made.provenance is not None
    uses = {output.artifact: len(output.uses) for output in made.provenance.outputs}
    assert uses["criteria.yaml"] == 2
    assert {"silent-program", "lend-gone"} <= {planted.mutant.id for planted in made.mutants}


async def test_a_careless_model_is_told_and_mends_what_it_wrote(tmp_path: Path) -> None:
    scheme, tests, files, mutants = (
        reply(shape) for shape in ("WrittenScheme", "WrittenTestFiles", "WrittenProject", "WrittenMutants")
    )
    # Whoever repeats the criteria has printed it; and the table is expected in an order that nobody asked for.
    lend = next(task for task in scheme["tasks"] if task["id"] == "lend")
    chatty = {**lend, "shell": {**lend["shell"], "shown": ["(?i)lent"]}}
    export = next(task for task in scheme["tasks"] if task["id"] == "export")
    rows = export["file"]["expected"].splitlines(keepends=True)
    unsorted = {**export, "file": {**export["file"], "expected": "".join([rows[0], *reversed(rows[1:])])}}
    wrong = {**scheme, "tasks": [unsorted if task is export else task for task in scheme["tasks"]]}
    vain = {**wrong, "tasks": [chatty if task is lend else task for task in wrong["tasks"]]}
    tests["files"][0]["content"] = tests["files"][0]["content"].replace(
        "from lending.loans", "from lending.core"
    )
    edit = {"path": "tests/test_overdue.py", "find": "from lending.core", "replace": "from lending.loans"}
    forgetful = next(file for file in files["files"] if file["path"] == "src/lending/console.py")
    assert KEEPS in forgetful["content"]
    forgetful["content"] = forgetful["content"].replace(KEEPS, "")
    right = mutants["mutants"][3]
    mutants["mutants"][3] = {**right, "replace": '["day"])  < limit'}

    way = {name: export[name] for name in ("id", "lays", "shell", "file", "tests")}
    repair = {
        "cause": "A loan is not kept, and the rows were expected in a wrong order.",
        "edits": [
            {
                "path": "src/lending/console.py",
                "find": "    print(f\"Lent: {loan['id']}\")",
                "replace": f"{KEEPS}    print(f\"Lent: {{loan['id']}}\")",
            }
        ],
        "files": [],
        "corrections": {
            "tasks": [{"why": "Rows stand by rising id.", **way}],
            "inputs": [],
            "test_files": [],
        },
    }
    endpoint = lending(
        {
            "WrittenScheme": [vain],
            "SchemePatch": [scheme_patch(tasks=[lend])],
            "WrittenTestFiles": [tests],
            "UnitTestsPatch": [changed_tests(edits=[edit])],
            "WrittenProject": [files],
            "ProgramRepair": [repair],
            "WrittenMutants": [mutants],
            "ProgramMutantsPatch": [{"mutants": [right], "removed": [], "weak": [], "criteria": None}],
        }
    )
    report = await authored(tmp_path, endpoint)
    assert [(item.result, item.reasons) for item in report.items] == [("unproved", ())]

    assert "task lend, outcome met, is earned by a submission" in told(endpoint, "SchemePatch")[0]
    assert "imports 'lending.core.overdue'" in told(endpoint, "UnitTestsPatch")[0]
    once = ("WrittenScheme", "WrittenTestFiles", "WrittenMutants", "SchemePatch", "UnitTestsPatch")
    assert all(asked_for(endpoint).count(shape) == 1 for shape in once), "the rest of each stands"
    [failures] = told(endpoint, "ProgramRepair")
    assert "- task lend, outcome met" in failures
    assert "- task export, outcome met" in failures
    assert "task overdue, outcome" not in failures
    assert (
        "Mutant 'limit-counts': task 'overdue', which has to fail on it"
        in told(endpoint, "ProgramMutantsPatch")[0]
    )
    made = read_project(SuitePaths(tmp_path).item("tools"))
    assert (
        made.grader["tests/test_overdue.py"]
        .decode()
        .endswith(reply("WrittenTestFiles")["files"][0]["content"])
    )
    assert made.grader["expected/export/out-loans.csv"].decode() == export["file"]["expected"]


async def test_a_code_agent_writes_the_scaffold_and_puts_a_wrong_test_right(tmp_path: Path) -> None:
    tests = reply("WrittenTestFiles")
    right = tests["files"][0]["content"]
    tests["files"][0]["content"] = right.replace("28)] == [2, 1, 3]", "28)] == [1, 2, 3]")
    assert tests != reply("WrittenTestFiles")
    corrections: Any = {
        "tasks": [],
        "inputs": [],
        "test_files": [{"path": "tests/test_overdue.py", "content": right}],
    }
    mend: Move = ("write_file", {"path": "corrected_tasks.json", "text": json.dumps(corrections)})
    tried = {"try.py": "print('tried')", "tests/test_mine.py": "def test_mine():\n    assert True\n"}
    endpoint = lending({"WrittenTestFiles": [tests]}, turns=[writing({**project(), **tried}), [mend]])
    report = await authored(tmp_path, endpoint, reference_by="minimal")
    assert [(item.result, item.reasons) for item in report.items] == [("unproved", ())]

    said = [body["messages"] for body in endpoint.asked if "response_format" not in body]
    first, second = (messages[-1]["content"] for messages in said if messages[-1]["role"] == "user")
    assert "### tests/test_overdue.py" in first
    assert "`corrected_tasks.json`" in second
    assert "- task overdue, outcome met" in second
    made = read_project(SuitePaths(tmp_path).item("tools"))
    assert sorted(made.reference) == sorted(project())
    assert right.splitlines()[-1] in made.grader["tests/test_overdue.py"].decode()
    assert "== [2, 1, 3]" in made.grader["tests/test_overdue.py"].decode()


async def test_the_live_gate_releases_it(tmp_path: Path) -> None:
    asked, paths = spec("live"), SuitePaths(tmp_path)
    async with (
        lending().serving() as url,
        open_gateway(settings_for(url), lambda _: KEY) as gateway,
        open_judging(asked, paths) as judging,
        open_gate(asked, paths, judging=judging) as gate,
    ):
        assert judging is not None
        context = authoring_context(asked, paths, generator(asked.family), gate, gateway, judging.judge)
        report = await author_suite(context, AutoReviewer(), NoProgress(), jobs=1)
    assert [(item.result, item.reasons) for item in report.items] == [("released", ())]
