"""A family's code at work: the same in one process and in several, and what it fails of is told."""

from pathlib import Path

import pytest

from pipeline.instances.built_in import PAYS, open_built_in
from plans import digests
from plans.contracts.instances import Answered, Wanted
from plans.errors import AuthorError, InfrastructureError
from plans.records.instance import AnswerMark, Instance
from plans.stratified import sampled, seed_of
from tests.pipeline.instances.families import CHECKS, GENERATOR, METRICS, write_family

WANTED = 3 * PAYS


def wanted(package: str, n: int = WANTED) -> list[Wanted]:
    with open_built_in(package) as family:
        return [Wanted(sampled(family.plan, 0, number), seed_of(0, number, 0)) for number in range(n)]


def instance(**metadata: object) -> Instance:
    return Instance.model_validate(
        {
            "id": "sums-00001",
            "random_seed": 1,
            "prompt": "Add 1 + 2.",
            "parameters": {"terms": 2},
            "metadata": {"sum": 3, "numbers": [1, 2], **metadata},
        }
    )


@pytest.mark.slow
async def test_one_two_and_three_processes_give_the_same_in_the_same_order(home: Path, at_once: None) -> None:
    package = write_family(home)
    drawn = {}
    for jobs in (1, 2, 3):
        with open_built_in(package, jobs) as family:
            drawn[jobs] = list(await family.draw(wanted(package)))
    assert drawn[1] == drawn[2] == drawn[3]
    assert len({one.prompt for one in drawn[1]}) > WANTED / 2


async def test_checks_answers_labels_and_questions_are_the_familys(home: Path) -> None:
    with open_built_in(write_family(home)) as family:
        right, wrong = instance(), instance(sum=4)
        assert family.checks == ("feasibility", "consistency")
        assert await family.check([right, wrong]) == [
            {"feasibility": "", "consistency": ""},
            {"feasibility": "the sum is another", "consistency": ""},
        ]
        scored = await family.evaluate([Answered(right, " 3\n"), Answered(right, "4"), Answered(wrong, "4")])
        assert [one.checks["sum"] for one in scored] == [
            AnswerMark.PASSED,
            AnswerMark.FAILED,
            AnswerMark.PASSED,
        ]
        lenient = await family.evaluate([Answered(right, "4")], "lenient")
        assert lenient[0].checks["sum"] is AnswerMark.PASSED
        assert await family.labels([right]) == [{"terms": "2"}]
        assert await family.questions([right]) == [{"clarity": "Is it clear what is asked?"}]
        with pytest.raises(AuthorError, match="no metrics 'compat'.*Use one of: lenient"):
            await family.evaluate([Answered(right, "3")], "compat")


@pytest.mark.parametrize(
    ("generator", "said"),
    [
        (GENERATOR.replace("return {", "return 1 / 0, {"), r"ZeroDivisionError: .*\(generator.py, line \d+\)"),
        (GENERATOR.replace('"split"', '"spilt"'), "spilt: Extra inputs are not permitted"),
        (GENERATOR.replace('"metadata": {', '"pictures": [b"GIF"], "metadata": {'), "picture 1 is no PNG"),
        (GENERATOR.replace('"sum": sum', '"seen": {1, 2}, "sum": sum'), "metadata.seen"),
    ],
)  # fmt: skip
async def test_a_draw_that_breaks_is_told_with_its_instance(home: Path, generator: str, said: str) -> None:
    package = write_family(home, generator=generator)
    with open_built_in(package) as family, pytest.raises(AuthorError, match=said) as told:
        await family.draw(wanted(package))
    message = str(told.value)
    assert "\n" not in message.strip()
    assert f"random seed {seed_of(0, 0, 0)}" in message
    assert "'terms'" in message


@pytest.mark.slow
async def test_of_several_that_break_the_first_one_is_told_whichever_process_met_it(
    home: Path, at_once: None
) -> None:
    package = write_family(home, generator=GENERATOR.replace("return {", "return 1 / 0, {"))
    with open_built_in(package, 2) as family, pytest.raises(AuthorError, match="ZeroDivisionError") as told:
        await family.draw(wanted(package))
    assert f"random seed {seed_of(0, 0, 0)}" in str(told.value)


async def test_a_check_that_names_others_than_it_promised_is_told(home: Path) -> None:
    package = write_family(home, checks=CHECKS.replace('"consistency": "" if', '"clarity": "" if'))
    with open_built_in(package) as family, pytest.raises(AuthorError, match="instance sums-00001") as told:
        await family.check([instance()])
    assert "speaks of clarity, feasibility, and CHECKS names consistency, feasibility" in str(told.value)


async def test_a_family_that_changes_the_parameters_it_was_handed_is_told(home: Path) -> None:
    """What is drawn again for verification is drawn from the parameters that stand beside the instance."""
    settling = GENERATOR.replace("chance = ", 'parameters["terms"] = max(3, parameters["terms"]); chance = ')
    package = write_family(home, generator=settling)
    with open_built_in(package) as family:
        drawn = await family.draw(wanted(package))
    assert {one.parameters["terms"] for one in drawn} == {3, 4, 5}, "these give the same instances again"
    spoiling = GENERATOR.replace("chance = ", 'parameters["size"] += 1; chance = ')
    package = write_family(home, generator=spoiling)
    asked = wanted(package)
    before = [dict(one.parameters) for one in asked]
    with (
        open_built_in(package) as family,
        pytest.raises(AuthorError, match="others than those asked for, and give"),
    ):
        await family.draw(asked)
    assert [dict(one.parameters) for one in asked] == before


@pytest.mark.slow
async def test_a_worker_that_dies_is_told_and_nothing_hangs(home: Path, at_once: None) -> None:
    dying = METRICS.replace("    said = ", "    import os; os._exit(9)\n    said = ")
    package = write_family(home, metrics=dying)
    with (
        open_built_in(package, 2) as family,
        pytest.raises(InfrastructureError, match="fewer --jobs"),
    ):
        await family.evaluate([Answered(instance(), "3")] * WANTED)


@pytest.mark.parametrize(
    "stray",
    [".DS_Store", ".authoring/family/sums/plan.yaml", "prompts/.ask.jinja.swp", "plan.yaml~", "#plan.yaml#"],
)
def test_what_lies_about_in_the_folder_changes_no_digest(home: Path, stray: str) -> None:
    """A run was once refused when it was taken up after somebody had looked into the folder with an editor, or where a
    family had been moved in with what was left of its making.
    """
    with open_built_in(write_family(home)) as family:
        before = family.digest
        place = home / family.name / stray
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("of no family")
        digests._digest.cache_clear()
        assert family.digest == before


def test_the_digest_follows_a_familys_data_and_no_fixtures(home: Path) -> None:
    package = write_family(home)
    with open_built_in(package) as family:
        before = family.digest
        fixtures = home / package / "fixtures"
        fixtures.mkdir()
        (fixtures / "answers.jsonl").write_text("{}\n")
        assert family.digest == before, "what stands there for tests decides no score"
        (home / package / "words.txt").write_text("apple\n")
        assert family.digest != before
