"""What is foreseen of a work is what the works written by hand took, and not a guess."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from agents.authoring.verification.digest import digests_of
from agents.gateway.journal import open_journal
from pipeline.cli.foreseeing import Amount, Making, Verifying, amounts, of_authoring, of_verifying, unverified
from plans.files import read_record, write_record
from plans.items import read_project
from plans.paths import SuitePaths
from plans.records.evidence import CheckResult, Evidence
from plans.records.model_role import Role
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.usage import Usage
from tests.pipeline.graph.by_hand import journals_by_hand, lending_journal
from tests.pipeline.graph.studio import author, results, spec

pytestmark = pytest.mark.slow

NEAR = 0.15
"""Share by which a reworded prompt may change what is measured before the file has to be renewed."""


async def used_by_hand(folder: Path) -> dict[Role, Usage]:
    """Role → what it used for the two web apps."""
    return used_in(await journals_by_hand(folder))


def used_in(journals: Iterable[Path]) -> dict[Role, Usage]:
    used: defaultdict[Role, Usage] = defaultdict(Usage)
    for place in journals:
        with open_journal(place, replay=True) as journal:
            for line in journal.usage().lines:
                used[line.role] += line.usage
    return used


async def test_amounts_are_the_means_of_the_items_written_by_hand(tmp_path: Path) -> None:
    """They had been guesses, and three times too high for what reads."""
    used, kept = await used_by_hand(tmp_path), amounts()
    # Of each of the two items: the plan, and what was sampled.
    pieces: list[tuple[str, Amount, Role, int]] = [
        ("plan", kept.plan, "planner", 4),
        ("made_item", kept.made_item["browser"], "generator", 2),
        ("read_item", kept.read_item, "verifier", 1),
        ("weighed_item", kept.weighed_item, "evaluator", 1),
    ]
    for name, amount, role, count in pieces:
        usage = used[role]
        mean = {"input": usage.tokens.input / count, "output": usage.tokens.output / count}
        told = {"input": amount.input, "output": amount.output}
        assert told == pytest.approx(mean, rel=NEAR), f"{name} in foreseeing.yaml is another by now"
        assert amount.calls == usage.calls // count, name


async def test_a_python_project_is_foreseen_by_one_that_was_written_by_hand(tmp_path: Path) -> None:
    """It was foreseen as a web app is, for which no tests are written."""
    usage, kept = used_in([await lending_journal(tmp_path)])["generator"], amounts().made_item["commands"]
    assert kept.calls == usage.calls == 6
    told = {"input": kept.input, "output": kept.output}
    assert told == pytest.approx({"input": usage.tokens.input, "output": usage.tokens.output}, rel=NEAR)


async def test_of_what_is_added_the_requests_are_foreseen_and_no_plan() -> None:
    """The requests were asked for before anything was said, and then a plan was counted that nobody asks for."""
    roles: tuple[Role, ...] = ("planner", "generator")
    whole = of_authoring(Making("python_project", 3, has_plan=False), roles)
    assert [(one.role, one.calls) for one in whole] == [("planner", 4), ("generator", 18)]
    added = of_authoring(Making("webapp", 3, has_plan=True, requests=3), (*roles, "verifier"))
    assert [(one.role, one.calls) for one in added] == [("planner", 6), ("generator", 18), ("verifier", 45)]
    nothing = of_authoring(Making("webapp", 0, has_plan=False), roles)
    assert {one.calls for one in nothing} == {0}


class Knowing:
    """A reader who is content with whatever was read of an item."""

    async def read(self, project: Project) -> Sequence[CheckResult]:
        raise AssertionError("nobody is to be asked")

    def stands(self, found: Sequence[CheckResult]) -> bool:
        return bool(found)


async def test_a_verification_foresees_what_no_evidence_holds(tmp_path: Path) -> None:
    """Nothing was said of it, and no budget refused it before it was half done."""
    queries = {"shop": "a shop for plants", "pots": "a shop for pots"}
    await author(tmp_path, queries)
    paths = SuitePaths(tmp_path)
    both = of_verifying(Verifying(paths, (), False, 3), Knowing(), is_judged_by_model=False)
    assert [(one.role, one.calls) for one in both] == [("verifier", 30)]
    place = paths.item("shop")
    known = read_record(place.evidence, Evidence)
    project, plan = read_project(place), read_record(paths.plan, Plan)
    said = CheckResult(check="clarity by model", passed=True, decided_by="model")
    digests = digests_of(project, plan, "any judge", ())
    write_record(place.evidence, known.model_copy(update={"checks": (said,), "digests": digests}))
    left = of_verifying(Verifying(paths, (), False, 3), Knowing(), is_judged_by_model=False)
    assert [one.calls for one in left] == [15], "what was read of these words stands"
    of_one = of_verifying(Verifying(paths, ("shop",), True, 2), None, is_judged_by_model=True)
    tasks = len(project.criteria.tasks)
    assert [(one.role, one.calls) for one in of_one] == [("verifier", 0), ("ui_judge", 2 * tasks)]


async def test_of_a_suite_that_is_published_nothing_is_foreseen(tmp_path: Path) -> None:
    """Drafts are moved then, and its command, given once more, was refused for a budget that nothing would use."""
    queries = {"shop": "a shop for plants", "weak": "weak until 9", "none": "impossible"}
    asked, paths = spec(queries), SuitePaths(tmp_path)
    assert unverified(asked, paths) == 3
    assert results(await author(tmp_path, queries))["shop"] == "released"
    assert unverified(asked, paths) == 0
