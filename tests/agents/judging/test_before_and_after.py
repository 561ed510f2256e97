"""What a task makes true has to come about by doing it: nothing that stands there from the start is taken for it."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import JudgeRequest, OutcomeVerdict, Status
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOP = """<h1>Tea shop</h1><label>Tea <input id=tea></label><button id=add>Add tea</button>
<p>Teas: <b id=count>0</b></p><ul id=list></ul>"""
WORKS = """<script>add.onclick = () => {
  list.insertAdjacentHTML('beforeend', `<li>${tea.value}</li>`);
  count.textContent = list.children.length;
}</script>"""
TEAS = {"role": "text", "name": "Teas"}
ADDING = task(
    "adds",
    {"do": "remember", "bind": "before", "read": "number", "target": TEAS},
    {"do": "generate", "bind": "title", "kind": "title"},
    {"do": "fill", "target": {"role": "textbox", "name": "Tea"}, "value": "{title}"},
    clicks("Add tea"),
    sees("listed", "text", "{title}"),
    expects("one-more", kind="reads", read="number", target=TEAS, that="it == before + 1"),
    expects("changed", kind="changed", since="before"),
)


async def outcomes(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str, seed: int = 0
) -> dict[str, OutcomeVerdict]:
    request = JudgeRequest(
        item="shop", submission=make_app(html), criteria=criteria(ADDING), random_seed=seed
    )
    return {outcome.outcome: outcome for outcome in (await judge.judge(request)).of("adds").outcomes}


async def test_what_is_typed_differs_from_run_to_run_and_not_within_one(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    runs = [await outcomes(judge, make_app, SHOP + WORKS, seed) for seed in (1, 2, 1)]
    assert all(found["listed"].status is Status.PASSED for found in runs)
    first, other, again = (found["listed"].reason for found in runs)
    assert first == again
    assert first != other, "an app that knows the values by heart could do without working"


async def test_values_known_by_heart_are_of_no_use_in_the_next_run(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """The page lists what was typed in one run, and does nothing: another run types something else."""
    said = (await outcomes(judge, make_app, SHOP + WORKS, 1))["listed"].reason
    title = said.split("'")[1]
    static = SHOP.replace(">0<", ">1<").replace("id=list>", f"id=list><li>{title}</li>")
    found = await outcomes(judge, make_app, static, 2)
    assert found["listed"].status is Status.FAILED, found["listed"].reason


@pytest.mark.parametrize("claimed", ["0", "1", "2"])
async def test_a_total_that_stands_there_from_the_start_is_no_change(
    judge: ProgrammaticJudge, make_app: MakeApp, claimed: str
) -> None:
    found = await outcomes(judge, make_app, SHOP.replace(">0<", f">{claimed}<"))
    assert found["one-more"].status is Status.FAILED, found["one-more"].reason
    assert found["changed"].status is Status.FAILED, found["changed"].reason


async def test_a_message_that_stands_there_from_the_start_is_none(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    told = task("told", clicks("Save"), expects("told", kind="notice", words=["saved"]))
    app = "<h1>Notes</h1><button id=save>Save</button><p role=status id=said>SAID</p>"
    works = app.replace("SAID", "") + "<script>save.onclick = () => said.textContent = 'Saved'</script>"
    verdicts = [
        (await judge.judge(JudgeRequest(item="notes", submission=make_app(html), criteria=criteria(told))))
        .of("told")
        .status
        for html in (works, app.replace("SAID", "Saved"))
    ]
    assert verdicts == [Status.PASSED, Status.FAILED]
