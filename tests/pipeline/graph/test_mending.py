"""What is wrong with an item is put right at the part that is at fault, by a patch; all else is kept as it was."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from agents.gateway.gateway import open_gateway
from agents.gateway.journal import open_journal
from pipeline.cli.wiring.authors import authoring_context
from pipeline.graph.authoring import author_suite
from pipeline.graph.report import AuthoringReport
from plans.contracts.authoring import Gate, Implement
from plans.contracts.runs import Judge
from plans.families import generator
from plans.items import project_digests, read_files, read_project
from plans.patches import apply_patch
from plans.paths import SuitePaths
from plans.records.base import found_in
from plans.records.evidence import CheckResult, Evidence, IndependentEvidence, MutantEvidence, ReadingSample
from plans.records.plan import Plan
from plans.records.project import (
    Independent,
    IndependentImplementation,
    IndependentRuling,
    MadeArtifact,
    Project,
)
from plans.records.steps import Target
from plans.records.verdict import Judgement, JudgeRequest, Status
from review.checkpoints import AutoReviewer
from tests.agents.authoring.hand import hand_written, reply
from tests.agents.authoring.lending.hand import PARTS as PROGRAM_PARTS
from tests.agents.authoring.lending.hand import lending, project
from tests.agents.authoring.lending.hand import reply as of_programs
from tests.agents.gateway.model_endpoint import KEY, ModelEndpoint, settings_for
from tests.pipeline.graph.scripted import NoProgress
from tests.pipeline.graph.test_author_by_model import (
    PARTS,
    Reading,
    asked_for,
    authored,
    criteria_patch,
    head,
    spec,
    without_canary,
)
from tests.pipeline.graph.test_author_programs import changed_tests, scheme_patch
from tests.pipeline.graph.test_author_programs import spec as programs_spec

Finds = Callable[[Project, int], Mapping[str, Any]]
"""What a gate finds of a project the n-th time that it looks at it; nothing: it is released."""
SEARCH = "search"


class FindingGate:
    """Finds what it is told to."""

    def __init__(self, finds: Finds) -> None:
        self._finds = finds
        self.seen: list[Project] = []

    async def verify(self, project: Project, plan: Plan, known: Evidence | None) -> Evidence:
        digests = project_digests(project, judge="finding")
        if known is not None and known.digests == digests:
            return known
        self.seen.append(project)
        found = dict(self._finds(project, len(self.seen)))
        fields: dict[str, Any] = {"cells": (), "mutants": (), "edges": (), "checks": (), **found}
        released = not any(not check.passed for check in fields["checks"])
        released = released and all(one.killed for one in fields["mutants"])
        fields["reasons"] = () if released else ("it is weak",)
        return Evidence(item=project.id, digests=digests, released=released, **fields)


async def mended(
    folder: Path,
    endpoint: ModelEndpoint,
    gate: Gate,
    judge: Judge | None = None,
    implement: Implement | None = None,
) -> AuthoringReport:
    asked, paths = spec("live"), SuitePaths(folder)
    async with endpoint.serving() as url:
        with open_journal(paths.journal) as journal:
            async with open_gateway(settings_for(url), lambda _: KEY, journal) as gateway:
                begun = authoring_context(
                    asked, paths, generator("webapp"), gate, gateway, judge or Reading(), implement
                )
                return await author_suite(begun, AutoReviewer(), NoProgress(), jobs=1)


def lent(folder: Path) -> Project:
    return read_project(SuitePaths(folder).item("lent"))


def own(project: Project) -> dict[str, str]:
    """Mutants of the model, by id."""
    return {
        one.mutant.id: one.patch for one in project.mutants if not one.mutant.id.startswith("mechanical-")
    }


def prd_patch(**changes: Any) -> dict[str, Any]:
    names = ("title", "overview", "users", "typical_use", "data_requirements", "non_goals")
    lists = ("sections", "requirements", "removed", "new_sections")
    return {"fields": dict.fromkeys(names), **{name: [] for name in lists}, **changes}


async def test_a_prd_is_mended_by_the_one_requirement_that_is_wrong(tmp_path: Path) -> None:
    wrong = reply("WrittenPRD")
    right = wrong["sections"][1]["requirements"][1]
    wrong["sections"][1]["requirements"][1] = {**right, "data": ["SPRING10"]}
    unknown = prd_patch(requirements=[{"id": "R2.9", "requirement": right}])
    patch = prd_patch(requirements=[{"id": "R2.2", "requirement": right}])
    endpoint = hand_written({"WrittenPRD": [wrong], "PRDPatch": [unknown, patch]})
    assert (await authored(tmp_path, endpoint)).is_written

    assert asked_for(endpoint) == [*PARTS[:3], "PRDPatch", "PRDPatch", *PARTS[3:]]
    told = [body["messages"][-1]["content"] for body in endpoint.asked[3:5]]
    assert "- R2.2: the datum 'SPRING10' does not stand in its text" in told[0]
    assert "- R2.2: " in told[0].partition("as they stand now")[2], (
        "the model is told how requirements are called"
    )
    assert "There is no requirement 'R2.9'." in told[1]

    whole = hand_written()
    assert (await authored(tmp_path / "whole", whole)).is_written
    assert lent(tmp_path).prd == lent(tmp_path / "whole").prd


async def test_a_query_is_mended_by_the_one_level_that_is_wrong(tmp_path: Path) -> None:
    wrong = reply("WrittenQuery")
    right = wrong["high"]["text"]
    wrong["high"]["text"] += " Narrowing by typed words would be nice."
    patch = {"levels": [{"level": "high", "text": right, "withholds": None}]}
    endpoint = hand_written({"WrittenQuery": [wrong], "QueryPatch": [patch]})
    assert (await authored(tmp_path, endpoint)).is_written

    assert asked_for(endpoint) == [*PARTS[:4], "QueryPatch", *PARTS[4:]]
    query = lent(tmp_path).query
    assert {level.value: said.text for level, said in query.levels.items()} == {
        level: said["text"] for level, said in reply("WrittenQuery").items()
    }


async def test_what_the_gate_finds_in_the_query_goes_to_the_query_alone(tmp_path: Path) -> None:
    def finds(project: Project, look: int) -> Mapping[str, Any]:
        leak = CheckResult(check="leakage", passed=False, findings=("lent/query.yaml: high: gives it away.",))
        return {"checks": (leak,)} if look == 1 else {}

    said = "Help me with the books that I lent, would you?"
    patch = {"levels": [{"level": "high", "text": said, "withholds": None}]}
    endpoint, gate = hand_written({"QueryPatch": [patch]}), FindingGate(finds)
    report = await mended(tmp_path, endpoint, gate)

    assert [item.result for item in report.items] == ["released"]
    assert asked_for(endpoint) == [*PARTS, "QueryPatch"]
    assert "gives it away" in endpoint.asked[-1]["messages"][1]["content"]
    first, second = gate.seen
    assert second.query.levels != first.query.levels
    assert second.parameters == first.parameters, "nothing is sampled anew"
    same = {"query": first.query, "provenance": first.provenance}
    kept = second.model_copy(update=same)
    assert [name for name in type(first).model_fields if getattr(kept, name) != getattr(first, name)] == []
    assert second.provenance is not None
    uses = {output.artifact: len(output.uses) for output in second.provenance.outputs}
    assert (uses["prd.yaml"], uses["query.yaml"]) == (1, 2)


def undecided() -> CheckResult:
    """A check on which no reading could be gone by."""
    samples = (ReadingSample(verdict="unusable"),) * 3
    return CheckResult(
        check="clarity by model", passed=False, findings=("undecided",), decided_by="model", samples=samples
    )


async def test_an_item_against_which_nothing_is_but_readings_that_differ_is_not_paid_again(
    tmp_path: Path,
) -> None:
    endpoint, gate = hand_written(), FindingGate(lambda project, look: {"checks": (undecided(),)})
    [item] = (await mended(tmp_path, endpoint, gate)).items
    assert item.result == "not released"
    assert str(SuitePaths(tmp_path).checkpoints) in item.reasons[0], "it is told how to go on"
    assert asked_for(endpoint) == PARTS
    assert len(gate.seen) == 1


async def test_readings_that_differ_keep_no_other_fault_from_its_part(tmp_path: Path) -> None:
    def finds(project: Project, look: int) -> Mapping[str, Any]:
        leak = CheckResult(check="leakage", passed=False, findings=("lent/query.yaml: high: gives it away.",))
        return {"checks": (leak, undecided())} if look == 1 else {}

    patch = {"levels": [{"level": "high", "text": "Help me with the books I lent.", "withholds": None}]}
    endpoint = hand_written({"QueryPatch": [patch]})
    [item] = (await mended(tmp_path, endpoint, FindingGate(finds))).items
    assert item.result == "released"
    assert asked_for(endpoint) == [*PARTS, "QueryPatch"]


async def test_a_query_that_does_not_say_what_the_criteria_cannot_do_without_is_mended(
    tmp_path: Path,
) -> None:
    """The criteria were asked for again and again, of the same query, until the item was given up."""
    wrong = reply("WrittenCriteria")
    looked = "remember: {bind: some, read: count, target: {like: entries, containing: heading}}"
    wrong["tasks"][0]["steps"].insert(1, looked)
    said = {
        level: f"{one['text']} Let each title be a heading." for level, one in reply("WrittenQuery").items()
    }
    levels = [{"level": level, "text": text, "withholds": None} for level, text in said.items()]
    endpoint = hand_written(
        {
            "WrittenCriteria": [wrong, wrong],
            "CriteriaPatch": [criteria_patch(), criteria_patch()],
            "QueryPatch": [{"levels": levels}],
        }
    )
    report = await mended(tmp_path, endpoint, FindingGate(lambda project, look: {}))

    assert [item.result for item in report.items] == ["released"], report.items
    patched = ["CriteriaPatch", "CriteriaPatch", "QueryPatch"]
    assert asked_for(endpoint) == [*PARTS[:5], *patched, *PARTS[4:]]
    told = endpoint.asked[7]["messages"][1]["content"]
    assert "'heading', which R1.1 states" in told.partition("What is wrong")[2]
    project = lent(tmp_path)
    assert {level.value: one.text for level, one in project.query.levels.items()} == said
    assert "heading" in [one.containing for one in found_in(project.criteria, Target)]


async def test_a_mutant_that_survives_in_the_gate_is_replaced_alone(tmp_path: Path) -> None:
    survivor = MutantEvidence(mutant="added-last", task="lend", killed=False, how="survived")
    endpoint = hand_written({"PageMutantsPatch": [mutants_patch(mutants=[other_mutant("added-last")])]})
    gate = FindingGate(lambda project, look: {"mutants": (survivor,)} if look == 1 else {})
    judge = Counting()
    report = await mended(tmp_path, endpoint, gate, judge)

    assert [item.result for item in report.items] == ["released"]
    assert asked_for(endpoint) == [*PARTS, "PageMutantsPatch"]
    first, second = map(own, gate.seen)
    assert {id for id in first if first[id] != second[id]} == {"added-last"}
    assert gate.seen[0].criteria == gate.seen[1].criteria
    assert gate.seen[0].reference == gate.seen[1].reference


class Counting(Reading):
    """… and notes which submissions it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[dict[str, str]] = []

    async def judge(self, request: JudgeRequest) -> Judgement:
        self.shown.append(read_files(request.submission))
        return await super().judge(request)


class Lenient(Counting):
    """… and lets the last mutant of the search through while its steps are as they were first written."""

    def __init__(self, find: str, changed: str) -> None:
        super().__init__()
        self._find, self._changed = find, changed
        self.stronger: list[dict[str, str]] = []

    async def judge(self, request: JudgeRequest) -> Judgement:
        judgement = await super().judge(request)
        text = "".join(without_canary(one) for one in self.shown[-1].values())
        is_weak = "No book at all" not in str(request.criteria)
        if not is_weak:
            self.stronger.append(self.shown[-1])
        if not is_weak or self._find in text or self._changed not in text:
            return judgement
        tasks = tuple(
            one.model_copy(
                update={
                    "status": Status.PASSED,
                    "outcomes": tuple(o.model_copy(update={"status": Status.PASSED}) for o in one.outcomes),
                }
            )
            if one.task == SEARCH
            else one
            for one in judgement.tasks
        )
        return judgement.model_copy(update={"tasks": tasks})


def mutants_patch(**changes: Any) -> dict[str, Any]:
    return {"mutants": [], "removed": [], "weak": [], "criteria": None, **changes}


def other_mutant(id: str) -> dict[str, Any]:
    """Another defect in the place of one of the same task."""
    mutant = next(one for one in reply("WrittenMutants")["mutants"] if one["id"] == id)
    return {**mutant, "replace": f"/* gone */ {mutant['replace']}"}


def of_search() -> dict[str, Any]:
    """Its last mutant."""
    return [one for one in reply("WrittenMutants")["mutants"] if one["task"] == SEARCH][-1]


def heads(title: str) -> dict[str, Any]:
    return head(SEARCH, title=title)


async def test_a_surviving_mutant_may_show_that_the_criterion_is_weak(tmp_path: Path) -> None:
    mutant = of_search()
    weak = {"mutant": mutant["id"], "task": SEARCH, "why": "Nothing that is found is looked at."}
    other = next(one["id"] for one in reply("WrittenMutants")["mutants"] if one["task"] == "lend")
    strange = mutants_patch(
        weak=[weak], criteria=criteria_patch(heads=[{**heads("x"), "id": "list"}]), removed=[other]
    )
    patch = mutants_patch(weak=[weak], criteria=criteria_patch(heads=[heads("No book at all")]))
    endpoint = hand_written({"PageMutantsPatch": [strange, patch]})
    gate, judge = FindingGate(lambda project, look: {}), Lenient(mutant["find"], mutant["replace"])
    report = await mended(tmp_path, endpoint, gate, judge)

    assert [item.result for item in report.items] == ["released"], report.items
    assert asked_for(endpoint) == [*PARTS, "PageMutantsPatch", "PageMutantsPatch"]
    told = endpoint.asked[-1]["messages"][-1]["content"]
    assert "changes task 'list', which `weak` does not name" in told
    assert "leaves task 'search' as it is" in told

    [project] = gate.seen
    before = {task["id"]: task["title"] for task in reply("WrittenCriteria")["tasks"]}
    titles = {task.id: task.title for task in project.criteria.tasks if task.id in before}
    assert titles == {**before, SEARCH: "No book at all"}
    assert mutant["id"] in own(project), "the telling defect stays"
    assert other in own(project), "nothing of a patch that was refused stays"
    assert project.reference in judge.stronger, "the reference is judged on the stronger criterion"
    tried = {
        id for id, patch in own(project).items() if apply_patch(project.reference, patch) in judge.stronger
    }
    of_tasks = {one["id"]: one["task"] for one in reply("WrittenMutants")["mutants"]}
    near = {
        id for id, task in of_tasks.items() if task in (SEARCH, *project.criteria.task(SEARCH).depends_on)
    }
    assert tried - {"blank-page"} == near, "mutants of the task are tried again, and of what it depends on"


async def test_criteria_are_strengthened_a_few_times_and_then_no_more(tmp_path: Path) -> None:
    mutant = of_search()
    weak = {"mutant": mutant["id"], "task": SEARCH, "why": "It is."}
    patches = [
        mutants_patch(weak=[weak], criteria=criteria_patch(heads=[heads(f"Try {number}")]))
        for number in range(9)
    ]
    endpoint = hand_written({"PageMutantsPatch": patches})
    judge = Lenient(mutant["find"], mutant["replace"])
    report = await mended(tmp_path, endpoint, FindingGate(lambda project, look: {}), judge)

    assert [item.result for item in report.items] == ["not released"]
    assert "strengthened as often as may be" in report.items[0].reasons[0]
    assert asked_for(endpoint).count("WrittenCriteria") == 1
    assert asked_for(endpoint).count("PageMutantsPatch") == 2 + 2 * 3, (
        "twice with success, and three tries, twice"
    )


class Forgiving(Reading):
    """A judge of programs, by heart, who lets one mutant through while its task's tests are as first written."""

    def __init__(self, find: str, changed: str) -> None:
        super().__init__(project())
        self._find, self._changed = find, changed

    async def judge(self, request: JudgeRequest) -> Judgement:
        judgement = await super().judge(request)
        text = "".join(read_files(request.submission).values())
        assert request.grader is not None
        file = request.grader / "tests" / "test_overdue.py"
        is_weak = file.exists() and "-2)" not in file.read_text()
        if not is_weak or self._find in text or self._changed not in text:
            return judgement
        passed = judgement.tasks[0].model_copy(
            update={
                "task": "overdue",
                "status": Status.PASSED,
                "outcomes": (judgement.tasks[0].outcomes[0].model_copy(update={"status": Status.PASSED}),),
            }
        )
        tasks = tuple(passed if one.task == "overdue" else one for one in judgement.tasks)
        return judgement.model_copy(update={"tasks": tasks})


async def test_a_weak_test_of_a_program_is_patched_by_its_function(tmp_path: Path) -> None:
    mutant = next(one for one in of_programs("WrittenMutants")["mutants"] if one["task"] == "overdue")
    weak = {"mutant": mutant["id"], "task": "overdue", "why": "One value alone is tried."}
    name = "test_negative_days_are_refused"
    code = f'def {name}():\n    with pytest.raises(ValueError):\n        overdue(LOANS, "2026-05-31", -2)\n'
    tests = changed_tests(functions=[{"path": "tests/test_overdue.py", "name": name, "code": code}])
    patch = mutants_patch(weak=[weak], criteria={**scheme_patch(), "tests": tests})
    endpoint, asked = lending({"ProgramMutantsPatch": [patch]}), programs_spec("live")
    paths, gate = SuitePaths(tmp_path), FindingGate(lambda project, look: {})
    async with endpoint.serving() as url, open_gateway(settings_for(url), lambda _: KEY) as gateway:
        judge = Forgiving(mutant["find"], mutant["replace"])
        begun = authoring_context(asked, paths, generator(asked.family), gate, gateway, judge)
        report = await author_suite(begun, AutoReviewer(), NoProgress(), jobs=1)

    assert [item.result for item in report.items] == ["released"], report.items
    assert asked_for(endpoint) == [*PROGRAM_PARTS, "ProgramMutantsPatch"]
    [made] = gate.seen
    text = made.grader["tests/test_overdue.py"].decode()
    assert code in text
    assert "test_only_older_loans_are_overdue" in text
    assert text.count("benchwright-canary") == 1
    assert mutant["id"] in {one.mutant.id for one in made.mutants}


def implementation(*rulings: IndependentRuling) -> IndependentImplementation:
    about = Independent(
        name="by-agent", author="minimal:other", by="model", is_other_author=True, seen="low", seen_digest="0" * 64,
        rulings=rulings,
    )  # fmt: skip
    return IndependentImplementation(about=about, files={"index.html": "<h1>theirs</h1>"})


@pytest.mark.parametrize("is_fair_then", [True, False])
async def test_a_criterion_that_is_ruled_unfair_is_put_right_with_all_that_depends_on_it(
    tmp_path: Path, is_fair_then: bool
) -> None:
    unfair = IndependentRuling(
        task=SEARCH,
        fault="criterion",
        quote="words that stand there",
        reason="Nobody asked for it.",
        by="model",
    )
    asked: list[list[IndependentRuling]] = []

    async def implement(project: Project) -> MadeArtifact[IndependentImplementation]:
        rulings = [ruling for one in project.independents for ruling in one.about.rulings]
        asked.append(rulings)
        return MadeArtifact(
            implementation(unfair if len(asked) == 1 else unfair.model_copy(update={"fault": "app"}))
        )

    def finds(project: Project, look: int) -> Mapping[str, Any]:
        is_passed = is_fair_then and any("No book at all" in task.title for task in project.criteria.tasks)
        independents = [
            IndependentEvidence(
                name=one.about.name,
                passed=(),
                not_passed={} if is_passed else {SEARCH: Status.FAILED},
                faults={ruling.task: ruling.fault for ruling in one.about.rulings},
            )
            for one in project.independents
        ]
        return {"independents": tuple(independents)}

    endpoint = hand_written({"CriteriaPatch": [criteria_patch(heads=[heads("No book at all")])]})
    gate = FindingGate(finds)
    report = await mended(tmp_path, endpoint, gate, implement=implement)

    assert [item.result for item in report.items] == ["released"]
    assert asked_for(endpoint) == [*PARTS, "CriteriaPatch"]
    told = endpoint.asked[-1]["messages"][1]["content"]
    assert "task search: is unfair" in told
    assert "Nobody asked for it." in told
    assert "words that stand there" in told
    before, after = gate.seen[1], lent(tmp_path)
    changed = [a.id for a, b in zip(after.criteria.tasks, before.criteria.tasks, strict=True) if a != b]
    assert changed == [SEARCH]
    assert (after.reference, own(after)) == (before.reference, own(before))
    assert asked == [[]] * (1 if is_fair_then else 2), "it is ruled on once more only where it still fails"
    assert len(after.independents) == 1


async def test_a_kill_while_a_part_is_put_right_asks_nothing_twice(tmp_path: Path) -> None:
    """The endpoint turns the patch down at first; the same command goes on from there."""
    survivor = MutantEvidence(mutant="added-last", task="lend", killed=False, how="survived")

    def finds(project: Project, look: int) -> Mapping[str, Any]:
        return {"mutants": (survivor,)} if "/* gone */" not in str(own(project)) else {}

    first = hand_written(silent_at="PageMutantsPatch")
    report = await mended(tmp_path, first, FindingGate(finds))
    assert [item.result for item in report.items] == ["failed"]
    renewed = hand_written({"PageMutantsPatch": [mutants_patch(mutants=[other_mutant("added-last")])]})
    report = await mended(tmp_path, renewed, FindingGate(finds))
    assert [item.result for item in report.items] == ["released"]
    assert asked_for(renewed) == ["PageMutantsPatch"]
