"""What is said of a list is held of all of it: of every page where there are pages, and of the amounts it shows."""

from pathlib import Path

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.items import write_files
from plans.records.base import found_in
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.expressions import evaluate
from plans.records.plan import ItemParameters
from plans.records.project import Files, Project
from plans.records.seed import ItemSeed, Recipe, Seed, SeedCoverage
from plans.records.steps import Click, Draw, Expect, Holds, Open, Reads, Remember
from plans.records.verdict import JudgeRequest, Status
from plans.settings import read_settings
from plans.webapp.catalog.library import WebCatalog
from plans.webapp.catalog.sampling import selection_for
from tests.plans.webapp.composing import compose

SAVES = "app.items.change(item.id, changes);"
COPIES = f"""{SAVES}
    app.store.commit("Kept a copy", (state) => state.items.push({{ ...item, id: `${{item.id}}-copy` }}));"""
"""The entry as it was is put at the end of the list, and so on its last page."""


def project(library: WebCatalog, *features: str) -> Project:
    domain = library.domains["recipes"]
    selection = selection_for(library, domain, features, 1)
    coverage = SeedCoverage(scores={}, category=domain.category, domain=domain.id)
    values = selection.values(domain.category)
    parameters = ItemParameters(family="webapp", random_seed=1, values=values, complexity=1)
    seed = ItemSeed(seed=Seed(id="cook", query="my recipes"), coverage=coverage)
    return compose(library, Recipe(id="cook", seed=seed, parameters=parameters), "canary")


def task(made: Project, id: str) -> EvaluationTask:
    return next(one for one in made.criteria.tasks if one.id == id)


def over_pages(found: EvaluationTask) -> list[str]:
    """Names that are bound to what stands on all the pages of the list."""
    return [step.bind for step in found.steps if isinstance(step, Remember) and step.turning is not None]


def alone(found: EvaluationTask) -> Criteria:
    """Criteria of this task and no other."""
    return Criteria(tasks=(found.model_copy(update={"depends_on": ()}),))


def test_an_edit_is_counted_over_all_pages(library: WebCatalog) -> None:
    """An old entry that was kept on another page went unseen: the first page held as many as before."""
    saving = task(project(library, "edit", "paging"), "edit-save")
    assert over_pages(saving) == ["listed", "now"]
    counted = " and ".join(one.that for one in found_in(saving.steps, Holds))
    replaced = {"title": "Dal", "listed": ["Soup", "Dal", "Stew"], "now": ["Soup", "Pie", "Stew"]}
    assert evaluate(counted, replaced)
    assert not evaluate(counted, {**replaced, "now": ["Soup", "Pie", "Stew", "Rice"]}), "one more"
    assert not evaluate(counted, {**replaced, "now": ["Soup", "Pie", "Dal"]}), "the old title, elsewhere"


def test_the_list_is_read_before_the_edit_and_begun_anew(library: WebCatalog) -> None:
    """On the last page, to which reading them all leads, there may be no two entries to draw."""
    steps = task(project(library, "edit", "paging"), "edit-save").steps
    kinds = [type(step) for step in steps]
    assert kinds[:4] == [Open, Remember, Open, Draw]
    last = steps[-2]
    assert isinstance(last, Remember)
    assert last.turning is not None
    assert max(n for n, step in enumerate(steps) if isinstance(step, Click)) < len(steps) - 2


def test_where_there_are_no_pages_none_is_turned(library: WebCatalog) -> None:
    """That what was saved is kept, a form shows that is opened once more."""
    made = project(library, "edit")
    assert over_pages(task(made, "edit-save")) == []
    again, seen = task(made, "edit-form").steps[-2:]
    assert isinstance(again, Click)
    assert isinstance(seen, Expect)
    assert isinstance(seen.that, Reads)
    assert (seen.that.read, seen.that.that) == ("value", "same(it, other)")


def test_a_view_tells_an_amount_that_the_list_shows(library: WebCatalog) -> None:
    """Another number of the entry, read there and in its view alike, passed for its amount."""
    telling = task(project(library, "browse", "detail"), "detail-facts")
    opened = next(n for n, step in enumerate(telling.steps) if isinstance(step, Click))
    read = {s.bind: s for s in telling.steps[:opened] if isinstance(s, Remember)}
    assert read["amounts"].read == "numbers"
    assert read["amounts"].target is not None
    (seen,) = (step for step in telling.steps if isinstance(step, Expect) and step.outcome == "amount")
    shown = " and ".join(one.that for one in found_in(seen, Reads))
    assert evaluate(shown, {"it": 35.0, "amount": 35.0, "amounts": [20.0, 35.0]})
    assert not evaluate(shown, {"it": 2026.0, "amount": 2026.0, "amounts": [20.0, 35.0]})
    assert not evaluate(shown, {"it": 20.0, "amount": 35.0, "amounts": [20.0, 35.0]})


def with_copies(files: Files) -> Files:
    """The app, but an entry that is edited also stays as it was, behind all others."""
    assert sum(text.count(SAVES) for text in files.values()) == 1
    return {path: text.replace(SAVES, COPIES) for path, text in files.items()}


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("keeps_copies", [False, True])
async def test_an_app_that_keeps_what_was_edited_on_the_last_page_has_not_replaced_it(
    library: WebCatalog, tmp_path: Path, keeps_copies: bool
) -> None:
    made = project(library, "edit", "paging")
    submission = tmp_path / "app"
    write_files(submission, with_copies(made.reference) if keeps_copies else made.reference)
    request = JudgeRequest(item="cook", submission=submission, criteria=alone(task(made, "edit-save")))
    async with ProgrammaticJudge(read_settings().chromium, workers=1) as judge:
        found = (await judge.judge(request)).of("edit-save")
    statuses = {outcome.outcome: outcome.status for outcome in found.outcomes}
    wanted = dict.fromkeys(statuses, Status.PASSED)
    if keeps_copies:
        wanted["replaced"] = Status.FAILED
    assert statuses == wanted, found.reason
