"""A suite of instances is held against what it says: every problem of every file is listed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.instances.built_in import open_built_in
from pipeline.instances.checking import CheckedInstances, check_instances, verify_instances
from plans.files import read_record, write_record
from plans.paths import SuitePaths
from plans.records.plan import Plan
from plans.records.suite import Suite
from tests.pipeline.instances.families import GENERATOR, PICTURED, write_family
from tests.pipeline.instances.suites import made


@pytest.fixture
async def suite(home: Path, tmp_path: Path) -> tuple[str, SuitePaths]:
    """A family with pictures, and a sound suite of it."""
    package = write_family(home, generator=PICTURED)
    with open_built_in(package) as family:
        await made(package, tmp_path / "sums", 30, family_digest=family.digest)
    return package, SuitePaths(tmp_path / "sums")


async def checked(suite: tuple[str, SuitePaths]) -> CheckedInstances:
    with open_built_in(suite[0]) as family:
        return await check_instances(suite[1], family)


async def verified(suite: tuple[str, SuitePaths]) -> CheckedInstances:
    with open_built_in(suite[0]) as family:
        return await verify_instances(suite[1], family)


def said(found: CheckedInstances) -> str:
    return "\n".join(f"{problem.severity} {problem}" for problem in found.problems)


def edit_line(paths: SuitePaths, number: int, change: Callable[[dict[str, object]], object]) -> None:
    file = paths.split("odd")
    lines = file.read_text().splitlines()
    line = json.loads(lines[number])
    change(line)
    lines[number] = json.dumps(line)
    file.write_text("".join(f"{line}\n" for line in lines))


async def test_what_was_just_made_is_sound(suite: tuple[str, SuitePaths]) -> None:
    found = await checked(suite)
    assert found.problems == ()
    assert sum(found.instances.values()) == 30
    again = await verified(suite)
    assert (again.problems, again.drawn_again) == ((), 30)


async def test_an_edited_instance_is_found_by_its_file_its_checks_and_its_draw(
    suite: tuple[str, SuitePaths],
) -> None:
    edit_line(suite[1], 0, lambda line: line["metadata"].update(sum=-1))  # type: ignore[attr-defined]
    found = said(await verified(suite))
    assert "was edited" in found
    assert "feasibility: the sum is another" in found
    assert "is another when it is drawn again: metadata" in found


async def test_every_problem_is_listed_at_once(suite: tuple[str, SuitePaths]) -> None:
    paths = suite[1]
    edit_line(paths, 0, lambda line: line.update(parameters={"terms": 9, "shape": "plain", "size": 20}))
    edit_line(
        paths,
        1,
        lambda line: line.update(id=json.loads(paths.split("odd").read_text().splitlines()[2])["id"]),
    )
    first, *_ = sorted(paths.media.iterdir())
    first.write_bytes(b"another")
    (paths.media / "stray.png").write_bytes(b"")
    (paths.instances / "more.jsonl").write_text("")
    paths.card.write_text("A card.\n")
    plan = read_record(paths.plan, Plan)
    write_record(paths.plan, plan.model_copy(update={"task": "Another."}))
    paths.coverage.unlink()
    found = said(await checked(suite))
    for problem in (
        "terms = 9 is outside of the plan, which takes 2, 3, 4, 5",
        "its id stands in odd too",
        "is another picture than its name says",
        "is a picture that no prompt shows",
        "is no split that suite.yaml names",
        "does not hold the canary",
        "is not the plan that suite.yaml names",
        "coverage.json: is missing",
    ):
        assert problem in found


async def test_missing_pictures_and_files_are_told(suite: tuple[str, SuitePaths]) -> None:
    paths = suite[1]
    shown = json.loads(paths.split("odd").read_text().splitlines()[0])["media"][0]
    paths.picture(shown).unlink()
    paths.split("even").unlink()
    found = said(await checked(suite))
    assert "is missing, and a prompt shows it" in found
    assert "even.jsonl: is missing" in found
    assert "counts other instances than lie here" in found
    assert "that no prompt shows" not in found, "those of the missing file are shown"


async def test_two_alike_are_told(suite: tuple[str, SuitePaths]) -> None:
    paths = suite[1]
    lines = paths.split("odd").read_text().splitlines()
    paths.split("odd").write_text(
        "\n".join([*lines, lines[0].replace(json.loads(lines[0])["id"], "sums-99999")])
    )
    found = said(await checked(suite))
    assert f"has the prompt and pictures of {json.loads(lines[0])['id']}" in found
    assert "instances, and suite.yaml says" in found


async def test_other_code_than_the_suite_was_made_by_is_a_warning_until_it_draws_otherwise(
    suite: tuple[str, SuitePaths], home: Path
) -> None:
    other = write_family(home, generator=PICTURED.replace('f"Add {joined}."', 'f"Please add {joined}."'))
    found = await checked((other, suite[1]))
    assert found.errors == 0
    assert "was made by other code of the family" in said(found)
    again = await verified((other, suite[1]))
    assert again.errors == 30
    assert "is another when it is drawn again: prompt" in said(again)


async def test_an_instance_that_went_to_another_split_is_told(home: Path, tmp_path: Path) -> None:
    package = write_family(home)
    await made(package, tmp_path / "sums", 12)
    paths = SuitePaths(tmp_path / "sums")
    suite = read_record(paths.suite, Suite)
    paths.split("odd").rename(paths.split("uneven"))
    splits = tuple(
        split.model_copy(update={"name": "uneven"}) if split.name == "odd" else split
        for split in suite.splits
    )
    write_record(paths.suite, suite.model_copy(update={"splits": splits}))
    assert "is another when it is drawn again: split" in said(await verified((package, paths)))


async def test_what_a_refreshed_suite_shares_with_its_parent_is_told(home: Path, tmp_path: Path) -> None:
    package = write_family(home)
    await made(package, tmp_path / "sums", 10)
    await made(package, tmp_path / "copy", 10)
    with open_built_in(package) as family:
        found = await verify_instances(SuitePaths(tmp_path / "copy"), family, SuitePaths(tmp_path / "sums"))
    assert said(found).count("which it was to replace") == 10


async def test_a_change_that_python_calls_equal_is_a_change(home: Path, tmp_path: Path) -> None:
    package = write_family(home)
    await made(package, tmp_path / "sums", 8)
    other = write_family(
        home, generator=GENERATOR.replace('"sum": sum(numbers)', '"sum": float(sum(numbers))')
    )
    found = await verified((other, SuitePaths(tmp_path / "sums")))
    assert "is another when it is drawn again: metadata" in said(found)
