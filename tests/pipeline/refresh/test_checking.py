"""What `check` says of a suite that somebody edited by hand."""

from pathlib import Path

import pytest

from pipeline.refresh.checking import CheckedSuite, check_suite
from pipeline.refresh.verifying import verify_suite
from plans.files import write_record
from plans.paths import SuitePaths
from tests.pipeline.cli.test_run_verb import suite_of
from tests.pipeline.graph.scripted import PLAN
from tests.pipeline.graph.test_proof import JudgingGate
from tests.pipeline.runner.stand_ins import shop


@pytest.fixture
def suite(tmp_path: Path) -> SuitePaths:
    paths = SuitePaths(suite_of(tmp_path, shop(), shop("board", ("cart",))))
    write_record(paths.plan, PLAN)
    return paths


def about(checked: CheckedSuite, path: Path) -> list[str]:
    return [problem.message for problem in checked.problems if problem.where.startswith(str(path))]


@pytest.mark.parametrize("text", ["[]", '{"schema_version": 1, "item": "shop", "cells": NaN}'])
def test_evidence_that_cannot_be_read_is_one_problem_among_all(suite: SuitePaths, text: str) -> None:
    before = check_suite(suite.root)
    suite.item("shop").evidence.write_text(text)
    checked = check_suite(suite.root)
    assert about(checked, suite.item("shop").evidence)
    assert about(checked, suite.item("board").evidence) == about(before, suite.item("board").evidence) != []
    assert about(checked, suite.plan) == about(before, suite.plan)
    assert checked.items == 2


def rewritten(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


async def test_verifying_tells_every_kind_of_edit(suite: SuitePaths) -> None:
    """One version number named two suites: new wording and another plan were taken over without a word."""
    gate = JudgingGate("a" * 64)
    await verify_suite(suite, gate)
    assert not (await verify_suite(suite, gate)).edited.told

    rewritten(suite.item("shop").prd, "There is cart.", "There is a cart.")
    prose = (await verify_suite(suite, gate)).edited
    assert (prose.graded, prose.prose, prose.is_plan) == ((), ("shop",), False)
    rewritten(suite.item("board").criteria, "weight: 2.0", "weight: 2.5")
    graded = (await verify_suite(suite, gate)).edited
    assert (graded.graded, graded.is_plan) == (("board",), False)
    rewritten(suite.plan, "Small apps that somebody needs.", "Small apps that nobody needs.")
    plan = (await verify_suite(suite, gate)).edited
    assert (plan.graded, plan.prose, plan.is_plan) == ((), (), True)
    assert plan.told == "the plan"


def test_a_mend_of_an_edit_names_the_line_to_change(suite: SuitePaths) -> None:
    """No verb gives a suite a new version."""
    rewritten(suite.item("shop").prd, "There is cart.", "There is a cart.")
    rewritten(suite.plan, "Small apps that somebody needs.", "Small apps that nobody needs.")
    moved = [p for p in check_suite(suite.root).problems if "digest" in p.message]
    assert len(moved) >= 2
    for problem in moved:
        assert "`benchwright verify`" in problem.mend
        assert "raise `version:` in suite.yaml" in problem.mend


async def test_a_page_that_says_something_else_than_the_specification_is_named_and_mended(
    suite: SuitePaths,
) -> None:
    page = suite.item("shop").prd_text
    await verify_suite(suite, JudgingGate("a" * 64))
    assert about(check_suite(suite.root), page) == []
    page.write_text(page.read_text().replace("There is cart.", "There is no cart."))
    (message,) = about(check_suite(suite.root), page)
    assert "is not what prd.yaml says; prd.yaml decides" in message
    assert f"{page}:{page.read_text().splitlines().index('There is no cart.') + 1}" in {
        problem.where for problem in check_suite(suite.root).problems
    }
    await verify_suite(suite, JudgingGate("a" * 64))
    assert about(check_suite(suite.root), page) == []
    page.unlink()
    assert about(check_suite(suite.root), page) == ["is missing."]
