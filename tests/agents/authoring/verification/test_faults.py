"""Each thing that the gate finds says of which part and element it is."""

from agents.authoring.verification.faults import faults_of, rests_undecided, unfair_tasks, unruled_tasks
from plans.records.evidence import CheckResult, Quotation, ReadFault, ReadingSample
from plans.records.project import IndependentRuling, PartFault, Project
from tests.agents.authoring.verification.notes import SOUND, ReadingJudge, notes_app
from tests.agents.authoring.verification.test_gate import independent, verified


def places(faults: list[PartFault]) -> list[tuple[str, str]]:
    return [(fault.part, fault.element) for fault in faults]


async def test_a_mutant_that_survives_is_named_for_the_mutants() -> None:
    project = notes_app()
    judge = ReadingJudge({**SOUND, "works": ("search box",)})
    assert places(faults_of(await verified(project, judge), project)) == [("mutants", "broken")]


async def test_an_edge_that_nothing_confirms_is_named_by_its_parent_for_the_mutants() -> None:
    project = notes_app()
    judge = ReadingJudge({**SOUND, "works": ("search works",)})
    faults = faults_of(await verified(project, judge), project)
    assert places(faults) == [("mutants", "box")]
    assert "'works' depends on it" in faults[0].message


async def test_what_the_reference_does_not_pass_is_the_references() -> None:
    project = notes_app()
    judge = ReadingJudge({**SOUND, "works": ("never there",)})
    faults = faults_of(await verified(project, judge), project)
    assert faults[0].part == "reference"
    assert ("reference", "works") in places(faults)


async def test_what_is_gained_without_work_is_the_criterias() -> None:
    project = notes_app()
    judge = ReadingJudge({**SOUND, "box": ()})
    faults = faults_of(await verified(project, judge), project)
    assert faults[0].part == "criteria"
    assert ("criteria", "box") in places(faults)


async def test_a_check_is_about_the_part_that_its_name_stands_for_and_one_that_nobody_knows_about_none() -> (
    None
):
    project = notes_app()
    evidence = await verified(project)
    leak = CheckResult(check="leakage", passed=False, findings=("high: gives it away.",))
    strange = CheckResult(check="of somebody else", passed=False, findings=("It is odd.",))
    assert places(faults_of(evidence.model_copy(update={"checks": (leak,)}), project)) == [("query", "")]
    assert faults_of(evidence.model_copy(update={"checks": (leak, strange)}), project) == []
    assert faults_of(evidence.model_copy(update={"checks": (leak,), "is_void": True}), project) == []


async def test_what_a_reader_finds_is_about_what_it_quotes() -> None:
    project = notes_app()
    evidence = await verified(project)
    fault = ReadFault(
        what="It is vague.", mend="Say it.", quotations=(Quotation(artifact="query high", words="notes please"),)
    )  # fmt: skip
    read = CheckResult(
        check="clarity by model", passed=False, findings=("It is vague.",), decided_by="model",
        samples=(ReadingSample(verdict="fails", faults=(fault,)), ReadingSample(verdict="fails", faults=(fault,))),
    )  # fmt: skip
    [found] = faults_of(evidence.model_copy(update={"checks": (read,)}), project)
    assert (found.part, found.element) == ("query", "high")
    assert "notes please" in found.message


async def test_what_readings_do_not_agree_on_is_about_no_part_and_hides_no_fault_of_another_check() -> None:
    project = notes_app()
    evidence = await verified(project)
    unusable, holds = ReadingSample(verdict="unusable"), ReadingSample(verdict="holds")
    undecided = CheckResult(
        check="clarity by model", passed=False, findings=("undecided",), decided_by="model",
        samples=(holds, unusable, unusable),
    )  # fmt: skip
    leak = CheckResult(check="leakage", passed=False, findings=("high: gives it away.",))
    alone = evidence.model_copy(update={"checks": (*evidence.checks, undecided)})
    assert faults_of(alone, project) == []
    assert rests_undecided(alone)
    both = evidence.model_copy(update={"checks": (leak, undecided)})
    assert places(faults_of(both, project)) == [("query", "")]
    assert not rests_undecided(both)
    assert not rests_undecided(evidence)


async def test_a_ruling_against_the_criterion_counts_while_the_task_fails() -> None:
    ruling = IndependentRuling(
        task="works", fault="criterion", quote="notes please", reason="Not asked.", by="model"
    )

    async def found(page: str, *rulings: IndependentRuling) -> tuple[list[PartFault], list[str]]:
        theirs = independent("theirs", page, *rulings)
        by_model = theirs.model_copy(update={"about": theirs.about.model_copy(update={"by": "model"})})
        project: Project = notes_app(independents=(by_model,))
        evidence = await verified(project)
        return list(unfair_tasks(project, evidence)), unruled_tasks(project, evidence)

    lacking = "<p>\nlist of notes\nsearch box\n"
    unfair, unruled = await found(lacking, ruling)
    assert places(unfair) == [("criteria", "works")]
    assert "notes please" in unfair[0].message
    assert unruled == []
    assert await found(lacking) == ([], ["works"])
    assert await found(f"{lacking}search works\n", ruling) == ([], [])
