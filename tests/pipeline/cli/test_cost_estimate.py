"""What is foreseen of a work is what the works written by hand took, and not a guess."""

from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.authoring.verification.gate import digests_of
from agents.authoring.writing import way_of
from agents.gateway.budget import Account, Purse
from agents.gateway.gateway import Gateway, open_gateway
from agents.gateway.journal import open_journal
from pipeline.cli.cost_estimate import (
    Making,
    WorkAmount,
    amounts,
    estimate_authoring,
    estimates,
    item_tokens,
    of_authoring,
    require_least,
    unverified,
)
from pipeline.cli.verify import Verifying, of_verifying
from pipeline.graph.spec import AuthorName, ReferenceBy
from plans.errors import BudgetError
from plans.files import read_record, write_record
from plans.items import read_project
from plans.paths import ItemPaths, SuitePaths
from plans.records.evidence import CheckResult, Evidence
from plans.records.model_settings import Allowance, ModelRole
from plans.records.plan import Plan
from plans.records.project import Project
from plans.records.usage import Usage
from tests.agents.gateway.model_endpoint import settings_for
from tests.agents.gateway.scripted import Scripted
from tests.pipeline.graph.by_hand import journals_by_hand, lending_journal
from tests.pipeline.graph.studio import author, results, spec

pytestmark = pytest.mark.slow

NEAR = 0.15
"""Share by which a reworded prompt may change what is measured before the file has to be renewed."""


@dataclass(frozen=True)
class Asked:
    """What an order says of models."""

    author: AuthorName = "catalog"
    reference_by: ReferenceBy = "generator"
    independent_by: str = ""
    with_model: bool = False


@asynccontextmanager
async def allowing(tokens: int) -> AsyncGenerator[Gateway]:
    """Models that may use so many tokens in all; nobody is asked."""
    purse = Purse(Account(Allowance(tokens=tokens)))
    async with open_gateway(
        settings_for("http://127.0.0.1:9/v1"),
        lambda _: "key",
        connect=lambda endpoint, key: Scripted([]),
        purse=purse,
    ) as gateway:
        yield gateway


async def used_by_hand(folder: Path) -> dict[ModelRole, Usage]:
    """Role → what it used for the two web apps."""
    return used_in(await journals_by_hand(folder))


def used_in(journals: Iterable[Path]) -> dict[ModelRole, Usage]:
    used: defaultdict[ModelRole, Usage] = defaultdict(Usage)
    for place in journals:
        with open_journal(place, replay=True) as journal:
            for line in journal.usage().lines:
                used[line.role] += line.usage
    return used


async def test_amounts_are_the_means_of_the_items_written_by_hand(tmp_path: Path) -> None:
    """They had been guesses, and three times too high for what reads."""
    used, kept = await used_by_hand(tmp_path), amounts()
    # Of each of the two items: the plan, and what was sampled.
    pieces: list[tuple[str, WorkAmount, ModelRole, int]] = [
        ("plan", kept.plan, "planner", 4),
        ("read_item", kept.read_item, "verifier", 1),
        ("weighed_item", kept.weighed_item, "evaluator", 1),
    ]
    for name, amount, role, count in pieces:
        usage = used[role]
        mean = {"input": usage.tokens.input / count, "output": usage.tokens.output / count}
        told = {"input": amount.input, "output": amount.output}
        assert told == pytest.approx(mean, rel=NEAR), f"{name} in cost_estimate.yaml is another by now"
        assert amount.calls == usage.calls // count, name


@pytest.mark.parametrize("family", ["webapp", "python_project"])
def test_an_item_is_foreseen_within_the_spread_of_every_play(family: str) -> None:
    """What was said was for five tasks, whatever the size: an item of ten took three and a half times as much."""
    kept = amounts()
    for play in kept.made_item[way_of(family)].plays:
        told = item_tokens(family, play.tasks, Asked(author="model"))
        assert play.tokens / kept.spread <= told <= play.tokens * kept.spread, play


async def test_plays_of_replies_that_are_kept_take_what_the_file_says_and_foresees(tmp_path: Path) -> None:
    """Prompts that grow show here, before an author finds that the forecast is wrong."""
    kept = amounts()
    books, meals = await journals_by_hand(tmp_path)
    plays = [
        ("webapp", books, kept.made_item["browser"].plays[0]),
        ("webapp", meals, kept.made_item["browser"].plays[1]),
        ("python_project", await lending_journal(tmp_path), kept.made_item["commands"].plays[0]),
    ]
    for family, journal, play in plays:
        used = used_in([journal])
        took = used["planner"].tokens.total + used["generator"].tokens.total
        assert play.tokens == pytest.approx(took, rel=NEAR), f"{play} in cost_estimate.yaml is another by now"
        whole = of_authoring(Making(family, 1, has_plan=False, tasks=play.tasks), Asked(author="model"))
        told = sum(one.tokens.total for one in whole)
        assert took / kept.spread <= told <= took * kept.spread, play


async def test_the_second_rendering_of_a_web_app_is_foreseen_as_it_was_measured(tmp_path: Path) -> None:
    """It was asked for and not counted, and small enough for the forecast of a whole item to hide it."""
    used, tasks = Usage(), 0
    for place in await journals_by_hand(tmp_path):
        with open_journal(place, replay=True) as journal:
            used += sum((one.usage for one in journal.usage().lines if one.stage == "restyled"), Usage())
        [item] = place.with_name("suite").glob("items/*")
        tasks += len(read_project(ItemPaths(item)).criteria.without_clause().tasks)
    assert used.calls == 2
    kept = amounts().made_item["browser"].rendering
    mean = {"input": used.tokens.input / tasks, "output": used.tokens.output / tasks}
    assert {"input": kept.input, "output": kept.output} == pytest.approx(mean, rel=NEAR)
    of_programs = amounts().made_item["commands"].rendering
    assert (of_programs.input, of_programs.output) == (0, 0), "there is none of a program"


async def test_of_what_is_added_the_requests_are_foreseen_and_no_plan() -> None:
    """The requests were asked for before anything was said, and then a plan was counted that nobody asks for."""
    whole = of_authoring(Making("python_project", 3, has_plan=False), Asked(author="model"))
    assert [(one.role, one.calls) for one in whole] == [("planner", 4), ("generator", 27)]
    read = Asked(author="model", with_model=True)
    added = of_authoring(Making("webapp", 3, has_plan=True, requests=3), read)
    assert [(one.role, one.calls) for one in added] == [
        ("planner", 6),
        ("generator", 24),
        ("verifier", 72),
        ("evaluator", 3),
    ]
    nothing = of_authoring(Making("webapp", 0, has_plan=False), Asked(author="model"))
    assert {one.calls for one in nothing} == {0}


def test_an_independent_implementation_is_foreseen_beside_and_no_reading_with_it() -> None:
    """Fifteen readings were foreseen where the verifier was only to rule, and one round where there are two."""
    alone = item_tokens("webapp", 10, Asked(author="model"))
    beside = item_tokens("webapp", 10, Asked(author="model", independent_by="minimal")) - alone
    assert 40_000 / amounts().spread <= beside <= 40_000
    of_others = of_authoring(
        Making("webapp", 1, has_plan=True), Asked(independent_by="codex:any", with_model=False)
    )
    assert not [one for one in of_others if one.role == "coder"], "its own model is asked, at its own cost"


async def test_a_forecast_is_refused_where_not_even_its_low_end_is_allowed(tmp_path: Path) -> None:
    told: list[str] = []
    making, asked = Making("webapp", 1, has_plan=True, tasks=10), Asked(author="model")
    tokens = item_tokens("webapp", 10, asked)
    for allowed in (tokens, int(tokens / amounts().spread) + 1):
        async with allowing(allowed) as model:
            estimate_authoring(model, making, asked, told.append)
    assert len(told) == 2
    assert f"{round(tokens, -3):,} tokens" in told[0]
    async with allowing(tokens // 2) as model:
        with pytest.raises(BudgetError):
            estimate_authoring(model, making, asked, told.append)
    assert len(told) == 2


async def test_before_the_plan_only_what_no_item_would_do_with_is_refused() -> None:
    """“tiny ones of some four tasks” was forecast as 16, and refused with a budget that would have done."""
    told: list[str] = []
    making, asked = Making("webapp", 1, has_plan=False), Asked(author="model")
    async with allowing(60_000) as model:
        estimate_authoring(model, making, asked, told.append)
        require_least(model, making._replace(tasks=4), asked)
        with pytest.raises(BudgetError):
            require_least(model, making._replace(tasks=making.usual_tasks), asked)
    few, usual, most = estimates(making, asked)
    assert f"{round(few.tokens, -3):,} tokens" in told[0]
    assert (few.tasks, usual.is_usual, most.tasks) == (3, True, 28)
    assert few.tokens < usual.tokens < most.tokens
    async with allowing(int(few.tokens / amounts().spread) - 1_000) as model:
        with pytest.raises(BudgetError):
            estimate_authoring(model, making, asked, told.append)
    assert estimates(making, Asked()) == ()


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
    assert [(one.role, one.calls) for one in both] == [("verifier", 48)]
    place = paths.item("shop")
    known = read_record(place.evidence, Evidence)
    project, plan = read_project(place), read_record(paths.plan, Plan)
    said = CheckResult(check="clarity by model", passed=True, decided_by="model")
    digests = digests_of(project, plan, "any judge", ())
    write_record(place.evidence, known.model_copy(update={"checks": (said,), "digests": digests}))
    left = of_verifying(Verifying(paths, (), False, 3), Knowing(), is_judged_by_model=False)
    assert [one.calls for one in left] == [24], "what was read of these words stands"
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
