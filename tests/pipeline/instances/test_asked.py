"""What no program can tell of an instance is asked of a model where one plays; else it is told as not asked."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from pipeline.instances import making
from pipeline.instances.built_in import open_built_in
from pipeline.instances.making import grown
from pipeline.instances.sampling import checked_settings
from plans.files import read_lines
from plans.paths import SuitePaths
from plans.records.instance import AskedInstance, Instance, QuestionReading
from tests.pipeline.instances.families import CHECKS, GENERATOR, PLAN, write_family
from tests.pipeline.instances.suites import files_of, made


class Picky:
    """A reader who finds prompts with a 7 unclear, and cannot decide about those with an 8."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def ask(
        self, instances: Sequence[Instance], questions: Sequence[Mapping[str, str]]
    ) -> Sequence[Mapping[str, QuestionReading]]:
        self.asked += [one.prompt for one in instances]
        return [
            {check: self._reading(one.prompt) for check in asked}
            for one, asked in zip(instances, questions, strict=True)
        ]

    @staticmethod
    def _reading(prompt: str) -> QuestionReading:
        if "7" in prompt:
            return QuestionReading(holds=False, said_no=2, reasons=("It has a seven.",))
        return QuestionReading(holds=None if "8" in prompt else True, reasons=("It has what it has.",))


async def test_what_a_model_refuses_or_cannot_decide_is_drawn_again(home: Path, tmp_path: Path) -> None:
    odd = CHECKS.replace('"feasibility": ""', '"feasibility": "it is odd" if sum(numbers) % 2 else ""')
    reader = Picky()
    result = await made(write_family(home, checks=odd), tmp_path / "sums", 30, asker=reader, with_model=True)
    coverage = result.coverage
    clarity = next(check for check in coverage.checks if check.check == "clarity")
    assert clarity.decided_by == "model"
    assert clarity.put_to == {"even": len(reader.asked)}, "programs come first, as they cost nothing"
    unclear = sum("7" in prompt for prompt in reader.asked)
    undecided = sum("8" in prompt and "7" not in prompt for prompt in reader.asked)
    assert unclear > 5
    assert clarity.undecided == {"even": undecided}
    assert clarity.passed == {"even": len(reader.asked) - unclear - undecided}
    assert coverage.unasked == ()
    kept = read_lines(SuitePaths(tmp_path / "sums").asked, AskedInstance)
    assert len(kept) == 30
    assert all(one.readings["clarity"].reasons == ("It has what it has.",) for one in kept)


async def test_without_a_model_nothing_is_asked_and_that_is_told(home: Path, tmp_path: Path) -> None:
    result = await made(write_family(home), tmp_path / "sums", 4)
    assert result.coverage.unasked == ("clarity",)
    assert not SuitePaths(tmp_path / "sums").asked.exists()
    assert "No model was asked of clarity" in SuitePaths(tmp_path / "sums").coverage_page.read_text()
    assert "| clarity | model | not asked |" in SuitePaths(tmp_path / "sums").card.read_text()


async def test_what_the_developer_provides_is_the_familys_choice_until_it_is_set(
    home: Path, tmp_path: Path
) -> None:
    plan = PLAN.replace("values: [plain, words]", "values: [plain, words]\n  provided_by: developer")
    choosing = GENERATOR.replace(
        "    numbers =",
        '    parameters.setdefault("shape", chance.choice(["plain", "words"]))\n    numbers =',
    )
    package = write_family(home, plan=plan, generator=choosing)
    with open_built_in(package) as family:
        usual, asked = (
            checked_settings(family.plan, said) for said in ({}, {"shape": "words", "terms": "3"})
        )
    assert (usual, asked) == ({}, {"shape": "words", "terms": 3})
    chosen = await made(package, tmp_path / "chosen", 40, settings=usual)
    shape = next(one for one in chosen.coverage.parameters if one.name == "shape")
    assert all(sum(part.instances.values()) > 8 for part in shape.strata)
    assert "not sampled but chosen by the family" in (tmp_path / "chosen" / "coverage.html").read_text()
    result = await made(package, tmp_path / "sums", 8, settings=asked)
    shape = next(one for one in result.coverage.parameters if one.name == "shape")
    assert [sum(part.instances.values()) for part in shape.strata] == [0, 8]
    assert shape.uncovered == ()


@pytest.mark.slow
async def test_a_growth_killed_at_any_step_of_publishing_is_finished_when_asked_for_again(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Coverage had been added up twice, had what was there before not been kept aside."""
    package = write_family(home)

    async def grow(folder: Path) -> None:
        with open_built_in(package) as family:
            spec = grown(SuitePaths(folder), family, 6, with_model=False)
            await making.make_suite(
                SuitePaths(folder), spec, family.plan, family, advance=lambda there, wanted: None
            )

    with open_built_in(package) as family:
        digest = family.digest
    await made(package, tmp_path / "whole" / "sums", 10, family_digest=digest)
    await grow(tmp_path / "whole" / "sums")
    whole = files_of(tmp_path / "whole")

    class Killed(BaseException):
        pass

    from plans import files

    write, left = files.write_bytes, 0

    def writing(path: Path, data: bytes, *, is_synced: bool = False) -> None:
        nonlocal left
        if not left:
            raise Killed
        left -= 1
        write(path, data, is_synced=is_synced)

    stops = 0
    for stop in range(40):
        folder = tmp_path / f"stopped-{stop}"
        await made(package, folder / "sums", 10, family_digest=digest)
        with monkeypatch.context() as patched:
            left = stop
            patched.setattr("plans.files.write_bytes", writing)
            try:
                await grow(folder / "sums")
            except Killed:
                stops += 1
            else:
                break
        await grow(folder / "sums")
        assert files_of(folder) == whole
    assert stops > 8
