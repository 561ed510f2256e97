"""What is not found has failed in a closed world, and in an open one only where its absence is proved."""

import pytest

from agents.judging.bound import taken_all
from agents.judging.programmatic import ProgrammaticJudge
from plans.records.app_map import BindingKind, WrittenBinding
from plans.records.verdict import JudgeRequest, OutcomeCause, Status, TaskVerdict, World
from plans.step_words import wanted_targets
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task

pytestmark = pytest.mark.browser

SEARCH = task("find", sees("field", "textbox", "Search"))
COUNT = {"role": "text", "name": "Total"}
COUNTED = task(
    "counted",
    clicks("Add"),
    expects("total", kind="reads", read="number", target=COUNT, that="it == 1"),
)
ADDS = "<button onclick='n.textContent = {to}'>{name}</button><p>Total <b id=n>0</b></p>"


async def judged(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str, asked: dict[str, object], world: World
) -> TaskVerdict:
    request = JudgeRequest(item="app", submission=make_app(html), criteria=criteria(asked), world=world)
    judgement = await judge.judge(request)
    assert judgement.world is world
    (verdict,) = judgement.tasks
    return verdict


@pytest.mark.parametrize(
    ("html", "cause"),
    [
        ("<h1>Ferns</h1><p>Forty of them.</p>", OutcomeCause.ABSENT_BY_PROOF),
        ("<h1>Ferns</h1><input placeholder='Name of a fern'>", OutcomeCause.NOT_BOUND),
    ],
    ids=["no field at all", "a field in other words"],
)
async def test_a_field_that_is_not_found_is_absent_only_where_no_field_is_left(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str, cause: OutcomeCause
) -> None:
    verdict = await judged(judge, make_app, html, SEARCH, World.OPEN)
    is_proved = cause is OutcomeCause.ABSENT_BY_PROOF
    assert verdict.status is (Status.FAILED if is_proved else Status.UNRESOLVED), verdict.reason
    assert verdict.outcomes[0].cause is cause
    assert verdict.is_merely_unbound is not is_proved


@pytest.mark.parametrize("world", World)
async def test_a_page_without_any_element_fails(
    judge: ProgrammaticJudge, make_app: MakeApp, world: World
) -> None:
    """Looking for a title on it once ended in an error of ours, so that it was left open."""
    asked = task("titled", sees("title", "heading"))
    verdict = await judged(judge, make_app, "", asked, world)
    assert (verdict.status, verdict.event) == (Status.FAILED, None), verdict.reason


async def test_in_a_closed_world_what_is_not_found_is_missing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    verdict = await judged(judge, make_app, "<h1>Ferns</h1><p>Forty of them.</p>", SEARCH, World.CLOSED)
    assert verdict.status is Status.FAILED
    assert verdict.outcomes[0].cause is OutcomeCause.MISSING


async def test_the_contrary_counts_where_all_is_called_by_its_name(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    verdict = await judged(judge, make_app, ADDS.format(to=7, name="Add"), COUNTED, World.OPEN)
    assert verdict.status is Status.FAILED, verdict.reason
    assert verdict.outcomes[0].cause is OutcomeCause.CONTRARY_OBSERVED
    assert {one.target: one.bound_to for one in verdict.bindings}["button 'Add'"] == "Add"


async def test_an_empty_page_fails_by_proof(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    for asked in (SEARCH, COUNTED):
        verdict = await judged(judge, make_app, "", asked, World.OPEN)
        assert verdict.status is Status.FAILED, verdict.reason
        assert verdict.outcomes[0].cause is OutcomeCause.ABSENT_BY_PROOF


async def test_what_builds_on_an_unbound_task_is_tried_all_the_same(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    html = ADDS.format(to=1, name="Add") + "<input placeholder='Name of a fern'>"
    plan = criteria(SEARCH, {**COUNTED, "depends_on": ("find",)})
    request = JudgeRequest(item="app", submission=make_app(html), criteria=plan, world=World.OPEN)
    judgement = await judge.judge(request)
    assert [one.status for one in judgement.tasks] == [Status.UNRESOLVED, Status.PASSED]


SAVE = {"role": "button", "name": "Save rating"}
RATES = "<h1>Rate</h1><p>Total <b id=n>0</b></p><button onclick='n.textContent = 1'>Zap</button>"


async def bound_to_tag(
    judge: ProgrammaticJudge, request: JudgeRequest, target: str, tag: str, kind: BindingKind
) -> JudgeRequest:
    """The request, in which a person says that a target is the first element with a tag, or that it is absent."""
    atlas = await judge.explored(request)
    index = next(each.index for each in atlas.screens[0].snapshot.elements if each.tag == tag)
    said = WrittenBinding(target=target, kind=kind, element=f"s1e{index}")
    good, _ = taken_all([said], wanted_targets(request.criteria), atlas, "person")
    return request.model_copy(update={"bindings": tuple(good.values())})


async def test_a_click_left_out_for_a_name_that_the_app_lacks_fails_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """The button was not pressed, as it is called otherwise, and what it would have counted then failed."""
    click = {**clicks("Save rating"), "unless": {"kind": "absent", "target": SAVE}}
    counted = expects("total", kind="reads", read="number", target=COUNT, that="it == 1")
    asked = task("rated", sees("title", "heading", "Rate"), click, counted)
    request = JudgeRequest(item="app", submission=make_app(RATES), criteria=criteria(asked), world=World.OPEN)
    (verdict,) = (await judge.judge(request)).tasks
    assert verdict.status is Status.UNRESOLVED, verdict.reason
    request = await bound_to_tag(judge, request, "button 'Save rating'", "button", BindingKind.ELEMENT)
    (verdict,) = (await judge.judge(request)).tasks
    assert verdict.status is Status.PASSED, verdict.reason


async def test_what_is_bound_and_there_is_not_absent(judge: ProgrammaticJudge, make_app: MakeApp) -> None:
    asked = task(
        "closed",
        sees("title", "heading", "Rate"),
        clicks("Save rating"),
        expects("gone", kind="absent", target=SAVE),
    )
    request = JudgeRequest(item="app", submission=make_app(RATES), criteria=criteria(asked), world=World.OPEN)
    request = await bound_to_tag(judge, request, "button 'Save rating'", "button", BindingKind.ELEMENT)
    (verdict,) = (await judge.judge(request)).tasks
    assert verdict.status is Status.FAILED, verdict.reason
    assert verdict.outcomes[1].cause is OutcomeCause.CONTRARY_OBSERVED


@pytest.mark.parametrize(
    ("name", "status"),
    [("Zap", Status.UNRESOLVED), ("Save rating", Status.PASSED)],
    ids=["never seen", "seen"],
)
async def test_the_absence_of_what_the_app_never_showed_passes_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp, name: str, status: Status
) -> None:
    """A page that lacks a name passed "it is gone", whatever it calls the thing."""
    html = f"<h1>Rate</h1><a href='#' onclick=\"b.remove()\">Done</a><button id=b>{name}</button>"
    asked = task(
        "closed",
        sees("title", "heading", "Rate"),
        clicks("Done", "link"),
        expects("gone", kind="absent", target=SAVE),
    )
    verdict = await judged(judge, make_app, html, asked, World.OPEN)
    assert verdict.status is status, verdict.reason


@pytest.mark.parametrize(
    ("more", "status"),
    [("", Status.FAILED), ("<button onclick='f.hidden = false'>Checkout</button>", Status.UNRESOLVED)],
    ids=["explored whole", "a control that nobody pressed"],
)
async def test_a_person_proves_absence_only_where_nothing_is_left_to_press(
    judge: ProgrammaticJudge, make_app: MakeApp, more: str, status: Status
) -> None:
    """A map counted as whole, though controls that buy or send are never pressed."""
    html = f"<h1>Ferns</h1><p>Forty of them.</p><div id=f hidden><input aria-label=Search></div>{more}"
    request = JudgeRequest(item="app", submission=make_app(html), criteria=criteria(SEARCH), world=World.OPEN)
    request = await bound_to_tag(judge, request, "textbox 'Search'", "h1", BindingKind.ABSENT)
    (verdict,) = (await judge.judge(request)).tasks
    assert verdict.status is status, verdict.reason
