"""The program runs tasks, the model adapts those that do not pass, and only what the program then observes passes."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.gateway.faults import FailedTry
from agents.gateway.journal import open_journal
from agents.judging.pool import WorkerPool
from agents.judging.ui_model.adapting import AnsweredAction
from agents.judging.ui_model.judge import NO_MORE_SEEN, WalkAnswer, WalkBounds
from agents.judging.wire import ExploreRequest, TaskRequest, WorkerReply
from plans.errors import EndpointFailed, Event, NotInJournal
from plans.records.app_map import BindingKind, Finding
from plans.records.model_call import ModelRequest
from plans.records.verdict import BY_POINTING, Judgement, JudgeRequest, OutcomeCause, Status, World
from tests.agents.gateway.scripted import Says
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task
from tests.agents.judging.ui_model.conftest import Mind, binding, concludes, thinking, tries

pytestmark = pytest.mark.browser

# Nothing that the criteria say is on the button, so that the program does not find it.
KEEP = """<h1>Ferns</h1><ul><li><h2>Fern</h2><button>Zoom</button><button>Glow</button>
<button>Spin</button><button>Blip</button><button onclick="n++;draw()">Mine!</button></li></ul>
<p>Bag <b id=bag>0</b></p><script>let n = 0; function draw(){ bag.textContent = n }</script>"""
BAG = {"role": "text", "name": "Bag"}
COUNTED = expects("counted", kind="reads", read="number", target=BAG, that="it == 1")
ADDED = task("added", clicks("Reserve", role="link"), COUNTED)
FIND = task("find", sees("field", "textbox", "Search"))
FIND["level"] = "presence"
BINDS = tries(("Reserve", 'button "Mine!"'))
# A title is entered in a dialog that another button opens, and a question asks before it is saved.
NOTES = (
    """<h1>Notes</h1><button id=open>Compose</button><ul id=list></ul><dialog id=d><label>Title <input id=t></label>
<button id=keep>Keep it</button></dialog><script>open_.onclick = () => d.showModal()</script>""".replace(
        "open_", "document.getElementById('open')"
    )
    + """<script>keep.onclick = () => { if (!confirm('Sure?')) return; const li = document.createElement('li');
li.textContent = t.value; list.append(li); d.close() }</script>"""
)
NOTED = task(
    "noted",
    {"do": "generate", "bind": "title", "kind": "title"},
    {"do": "fill", "target": {"role": "textbox", "name": "Title"}, "value": "{title}"},
    clicks("Store"),
    expects("listed", kind="visible", target={"role": "text", "name": "{title}"}),
)


async def judged(
    mind: Callable[[ModelRequest], Says],
    folder: Path,
    *tasks: dict[str, Any],
    before: dict[str, Finding] | None = None,
    bounds: WalkBounds | None = None,
) -> Judgement:
    async with thinking(mind, bounds=bounds) as judge:
        return await judge.judge(asking(folder, *tasks).model_copy(update={"before": before or {}}))


def asking(folder: Path, *tasks: dict[str, Any]) -> JudgeRequest:
    return JudgeRequest(item="shop", submission=folder, criteria=criteria(*tasks), world=World.OPEN)


def nobody(request: ModelRequest) -> Says:
    raise AssertionError("a model was asked")


async def test_what_the_program_passes_asks_no_model(make_app: MakeApp) -> None:
    judgement = await judged(nobody, make_app(KEEP.replace("Mine!", "Reserve")), ADDED)
    verdict = judgement.of("added")
    assert verdict.status is Status.PASSED
    assert not verdict.uses
    assert judgement.judge == "hybrid"
    assert judgement.model is not None
    assert judgement.model.model == "some-model"


async def test_a_failure_stands_once_the_model_has_seen_it_too(make_app: MakeApp) -> None:
    dead = make_app(KEEP.replace("Mine!", "Reserve").replace("n++;", ""))
    verdict = (await judged(Mind(concludes("fails")), dead, ADDED)).of("added")
    assert verdict.status is Status.FAILED
    assert NO_MORE_SEEN in verdict.marks
    assert len(verdict.uses) == 1

    never_tried = tries(actions=[{"step": 9, "do": "back"}])
    for doubts in (concludes("cannot tell"), never_tried):
        disputed = (await judged(Mind(doubts), dead, ADDED)).of("added")
        assert disputed.status is Status.UNRESOLVED
        assert disputed.outcomes[0].cause is OutcomeCause.DISPUTED


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ("<p>Open on Mondays</p>", Status.FAILED),
        ("<iframe src='data:text/html,<button>Reserve</button>'></iframe>", Status.UNRESOLVED),
    ],
)
async def test_what_a_model_sees_nowhere_has_failed_only_where_all_of_the_app_was_seen(
    make_app: MakeApp, facts: str, status: Status
) -> None:
    more = "<nav><a href='#facts' onclick='facts.hidden = false'>Facts</a></nav>"
    app = make_app(f"{KEEP}{more}<section id=facts hidden><h2>Good to know</h2>{facts}</section>")
    verdict = (await judged(Mind(concludes("fails")), app, ADDED)).of("added")
    assert verdict.status is status, verdict.reason


async def test_what_the_model_binds_is_tried_by_the_program(make_app: MakeApp) -> None:
    mind = Mind(BINDS)
    judgement = await judged(mind, make_app(KEEP), ADDED)
    verdict = judgement.of("added")
    assert verdict.status is Status.PASSED, verdict.reason
    assert BY_POINTING in verdict.marks
    assert verdict.outcomes[0].decided_by == "program", "it was the program that saw the number rise"
    assert len(mind.prompts) == 1
    assert [one.bound_by for one in judgement.bindings] == ["model"], "the next round begins with it"

    dead = await judged(Mind(BINDS, concludes("fails")), make_app(KEEP.replace("n++;", ""), "dead"), ADDED)
    assert dead.of("added").status is Status.FAILED, "a model that says yes is caught by the program"


async def test_actions_that_the_app_wants_are_done_before_and_instead_of_steps(make_app: MakeApp) -> None:
    """A button opens the form, and the button that saves it asks first."""
    mind = Mind(
        tries(actions=[{"step": 3, "do": "press", "on": "Compose"}]),
        tries(actions=[{"step": 4, "place": "instead", "do": "press and confirm", "on": "Keep it"}]),
    )
    app = make_app(NOTES)
    verdict = (await judged(mind, app, NOTED)).of("noted")
    assert verdict.status is Status.PASSED, verdict.reason
    assert verdict.finding is not None
    assert [(one.step, one.is_instead) for one in verdict.finding.adapted] == [(3, False), (4, True)]

    again = (await judged(nobody, app, NOTED, before={"noted": verdict.finding})).of("noted")
    assert again.status is Status.PASSED, "the next round begins in the adapted way"

    lost = make_app(NOTES.replace("list.append(li);", ""), "lost")
    verdict = (await judged(Mind(*mind.answers, concludes("fails")), lost, NOTED)).of("noted")
    assert verdict.status is Status.FAILED, "the adapted way was gone, and the note is not there"
    assert verdict.outcomes[0].decided_by == "model"


async def test_a_choice_may_be_made_in_free_text_and_is_what_was_entered(make_app: MakeApp) -> None:
    app = make_app("""<h1>Ask</h1><label>What do you need? <input id=w></label><p id=said></p>
<button onclick="said.textContent = 'You asked for ' + w.value">Send</button>""")
    choice = {
        "do": "select",
        "target": {"role": "combobox", "name": "Order"},
        "position": 1,
        "bind": "chosen",
    }
    told = expects("told", kind="visible", target={"role": "text", "name": "{chosen}"})
    fill = {"step": 2, "place": "instead", "do": "fill", "on": 'textbox "What do', "text": "paper cups"}
    mind = Mind(tries(actions=[fill]))
    verdict = (await judged(mind, app, task("asked", choice, clicks("Send"), told))).of("asked")
    assert verdict.status is Status.PASSED, verdict.reason


REFUSED: dict[str, dict[str, Any]] = {
    "drops the value": {"step": 3, "place": "instead", "do": "press", "on": 'button "Compose'},
    "replaces a step that was not come to": {
        "step": 4,
        "place": "instead",
        "do": "press",
        "on": 'button "Compose',
    },
    "unknown name": {"step": 3, "do": "fill", "on": 'button "Compose', "text": "{unknown}"},
    "no element": {"step": 3, "do": "press", "element": "s1e999"},
    "takes no press": {"step": 3, "do": "press", "on": 'heading "Notes"'},
    "no such step": {"step": 9, "do": "press", "on": 'button "Compose'},
    "a key that is none": {"step": 3, "do": "key", "text": "Foo"},
    "a key that enters text": {"step": 3, "do": "key", "text": "a"},
    "enters before it is observed": {"step": 5, "do": "fill", "on": 'button "Compose', "text": "{title}"},
}


async def test_actions_that_cannot_stand_for_a_step_are_refused_with_the_reason(make_app: MakeApp) -> None:
    mind = Mind(*(tries(actions=[action]) for action in REFUSED.values()), concludes("cannot tell"))
    bounds = WalkBounds(tries=len(REFUSED) + 1)
    verdict = (await judged(mind, make_app(NOTES), NOTED, bounds=bounds)).of("noted")
    assert verdict.status is Status.UNRESOLVED
    assert len(mind.prompts) == len(REFUSED) + 1
    for (name, action), prompt in zip(REFUSED.items(), mind.prompts[1:], strict=True):
        assert f"- step {action['step']}: " in prompt.partition("could not be tried of")[2], name


async def test_a_press_is_replaced_by_nothing_that_merely_points(make_app: MakeApp) -> None:
    point = {"step": 2, "place": "instead", "do": "point", "on": 'button "Mine!"'}
    mind = Mind(tries(actions=[point]), concludes("cannot tell"))
    assert (await judged(mind, make_app(KEEP), ADDED)).of("added").status is Status.UNRESOLVED
    assert "- step 2: " in mind.prompts[1].partition("could not be tried of")[2]


async def test_an_app_that_works_once_does_not_pass_by_one_lucky_try(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, run = make_app(KEEP), WorkerPool.run
    passed: list[bool] = []

    async def breaking(pool: WorkerPool, request: ExploreRequest) -> WorkerReply:
        """From the first pass on the button does nothing."""
        reply = await run(pool, request)
        if reply.verdict is not None and reply.verdict.status is Status.PASSED:
            make_app(KEEP.replace("n++;", ""))
        passed.append(reply.verdict is not None and reply.verdict.status is Status.PASSED)
        return reply

    monkeypatch.setattr(WorkerPool, "run", breaking)
    verdict = (await judged(Mind(BINDS), app, ADDED, bounds=WalkBounds(tries=1))).of("added")
    assert passed.count(True) == 1
    assert passed[-1] is False
    assert verdict.status is Status.UNRESOLVED


async def test_the_model_is_shown_the_page_on_which_a_task_got_stuck(
    make_app: MakeApp, tmp_path: Path
) -> None:
    pictures: list[tuple[str, ...]] = []

    def sees(request: ModelRequest) -> Says:
        pictures.append(request.messages[-1].pictures)
        return Mind(concludes("cannot tell"))(request)

    async with thinking(sees, bounds=WalkBounds(has_pictures=True)) as judge:
        await judge.judge(asking(make_app(KEEP), ADDED).model_copy(update={"evidence": tmp_path / "seen"}))
    assert [len(shown) for shown in pictures] == [0, 1], "none with the questions about the map"
    assert pictures[-1][0].startswith("data:image/jpeg;base64,")


async def test_what_is_merely_to_be_there_is_there_by_the_word_of_the_model(make_app: MakeApp) -> None:
    app = make_app("<h1>Ferns</h1><input aria-label='Rootle about'>")
    verdict = (await judged(Mind(tries(("Search", "Rootle"))), app, FIND)).of("find")
    assert verdict.status is Status.PASSED, verdict.reason
    assert verdict.outcomes[0].decided_by == "model"


async def test_questions_about_a_task_and_about_an_app_are_bounded(make_app: MakeApp) -> None:
    never = tries(("Reserve", 'button "Zoom"'))
    tasks = (ADDED, {**ADDED, "id": "again"}, {**ADDED, "id": "more"})
    mind = Mind(never)
    judgement = await judged(mind, make_app(KEEP), *tasks, bounds=WalkBounds(tries=2, questions=3))
    assert len(mind.prompts) == 3
    assert {verdict.status for verdict in judgement.tasks} == {Status.UNRESOLVED}


async def test_a_model_whose_answers_cannot_be_used_decides_nothing_and_is_asked_anew_next_time(
    make_app: MakeApp, tmp_path: Path
) -> None:
    """The program's fail stood, which the model was to confirm; judged again, the journal gave the same replies."""

    def rambles(request: ModelRequest) -> Says:
        said = Mind(concludes("fails"))(request)
        return "I cannot say." if request.salt.startswith("added") else said

    request = asking(make_app(KEEP), ADDED)
    with open_journal(tmp_path / "journal.sqlite") as journal:
        async with thinking(rambles, journal=journal) as judge:
            verdict = (await judge.judge(request)).of("added")
            assert (verdict.status, verdict.event) == (Status.UNRESOLVED, Event.ANSWER_UNUSABLE)
        async with thinking(Mind(BINDS), journal=journal) as judge:
            again = await judge.judge(request.model_copy(update={"unusable_answers": {"added": 1}}))
    assert again.of("added").status is Status.PASSED


async def test_an_endpoint_that_fails_ends_the_judgement_and_is_taken_up_again_at_no_second_cost(
    make_app: MakeApp, tmp_path: Path
) -> None:
    asked: list[str] = []

    def fails_at_the_second(request: ModelRequest) -> Says:
        asked.append(request.salt)
        if len(asked) > 1:
            return FailedTry("too large", "more than an answer may have")
        return Mind(BINDS)(request)

    request = asking(make_app(KEEP), ADDED)
    place = tmp_path / "journal.sqlite"
    with open_journal(place) as journal, pytest.raises(EndpointFailed):
        async with thinking(fails_at_the_second, journal=journal) as judge:
            await judge.judge(request)
    calls: list[str] = []

    def counting(request: ModelRequest) -> Says:
        calls.append(request.salt)
        return Mind(BINDS)(request)

    with open_journal(place) as journal:
        async with thinking(counting, journal=journal) as judge:
            first = await judge.judge(request)
    assert asked[0] not in calls, "the bindings of the map had been paid for"
    with open_journal(place, replay=True) as journal:
        async with thinking(nobody, journal=journal) as judge:
            second = await judge.judge(request)
            with pytest.raises(NotInJournal):
                await judge.judge(request.model_copy(update={"criteria": criteria(FIND)}))
    untimed = [
        one.model_copy(update={"seconds": 0.0}) for judgement in (first, second) for one in judgement.tasks
    ]
    assert untimed[0] == untimed[1]


async def test_no_question_depends_on_which_task_was_faster(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Replayed on another machine, a question asked for what another task had bound meanwhile was in no journal."""
    run, slow = WorkerPool.run, ["again"]

    async def slowly(pool: WorkerPool, request: ExploreRequest) -> WorkerReply:
        reply = await run(pool, request)
        if isinstance(request, TaskRequest) and request.task.id in slow:
            await asyncio.sleep(2)
        return reply

    monkeypatch.setattr(WorkerPool, "run", slowly)
    request = asking(make_app(KEEP), ADDED, {**ADDED, "id": "again"})
    place, told = tmp_path / "journal.sqlite", list[list[str]]()
    for delayed, answers in (("again", Mind(BINDS)), ("added", nobody)):
        slow[:] = [delayed]
        with open_journal(place, replay=bool(told)) as journal:
            async with thinking(answers, journal=journal, workers=2) as judge:
                judgement = await judge.judge(request)
        told.append([verdict.reason for verdict in judgement.tasks])
        assert {verdict.status for verdict in judgement.tasks} == {Status.PASSED}
    assert told[0] == told[1]


async def test_a_key_on_an_element_that_is_not_there_is_refused_and_ends_nothing(make_app: MakeApp) -> None:
    """The wrong sign of one answer ended the judgement of all tasks."""

    def presses_nothing(prompt: str) -> WalkAnswer:
        key = AnsweredAction(step=3, place="before", do="key", element="s1e99", onto=None, text="Enter")
        return WalkAnswer(reason="as seen", conclusion="try", outcomes=[], bindings=[], actions=[key])

    verdict = (await judged(Mind(presses_nothing), make_app(NOTES), NOTED)).of("noted")
    assert verdict.status is Status.UNRESOLVED


async def test_words_that_stood_there_from_the_start_are_no_message_whatever_a_model_says(
    make_app: MakeApp,
) -> None:
    """A heading was bound as the message that nothing is left, and was taken to come and to go."""
    app = make_app("<h1>Ferns</h1><label>Search <input type=search></label><p>Two ferns</p>")
    none = {"role": "text", "name": "No ferns match", "synonyms": ["nothing found"]}
    told = task(
        "told",
        {"do": "fill", "target": {"role": "textbox", "name": "Search"}, "value": "zzz"},
        expects("said", kind="visible", target=none),
    )
    mind = Mind(tries(("No ferns match", 'heading "Ferns"')), concludes("cannot tell"))
    verdict = (await judged(mind, app, told)).of("told")
    assert verdict.status is Status.UNRESOLVED
    assert len(mind.prompts) == 2, "the binding was refused, and the task asked about again"


TWO_BAGS = """<h1>Ferns</h1><ul><li><h2>Fern</h2><button>Zoom</button><button onclick="n++;draw()">Mine!</button>
<button onclick="m++;draw()">Yours!</button></li></ul><p>Bag <b id=bag>0</b></p><p>Box <b id=box>0</b></p>
<script>let n = 0, m = 0; function draw(){ bag.textContent = n; box.textContent = m }</script>"""
BOXED = task(
    "boxed",
    clicks("Reserve", role="link"),
    expects("boxed", kind="reads", read="number", target={"role": "text", "name": "Box"}, that="it == 1"),
    needs=("added",),
)


async def test_a_binding_of_one_task_does_not_replace_one_that_another_has_passed_with(
    make_app: MakeApp,
) -> None:
    mind = Mind(BINDS, tries(("Reserve", 'button "Yours!"')))
    last = {**ADDED, "id": "last", "depends_on": ("boxed",)}
    judgement = await judged(mind, make_app(TWO_BAGS), ADDED, BOXED, last)
    assert [verdict.status for verdict in judgement.tasks] == [Status.PASSED] * 3
    assert len(mind.prompts) == 2, "the last task goes by what the first had passed with"
    assert [one.bound_to for one in judgement.bindings] == ["Mine!"]


async def test_a_doubt_takes_a_wrong_binding_back(make_app: MakeApp) -> None:
    def doubts(prompt: str) -> WalkAnswer:
        (id,) = re.findall(r"^- `([^`]*Reserve[^`]*)`: ", prompt, re.MULTILINE)
        taken_back = [binding(id, BindingKind.UNSURE)]
        return WalkAnswer(reason="as seen", conclusion="try", outcomes=[], bindings=taken_back, actions=[])

    mind = Mind(tries(("Reserve", 'button "Zoom"')), doubts, concludes("cannot tell"))
    await judged(mind, make_app(KEEP), ADDED)
    assert '"Zoom", says a model' in mind.prompts[1]
    assert '"Zoom"' not in mind.prompts[2].partition("Things that the steps name")[2].partition("#")[0]
    assert "uses: `" in mind.prompts[2]


async def test_outcomes_that_differ_are_concluded_apart(make_app: MakeApp) -> None:
    zoom = clicks("Zoom")
    other = {**COUNTED, "outcome": "other"}
    mind = Mind(concludes("fails", other="cannot tell"))
    verdict = (await judged(mind, make_app(KEEP), task("zoomed", zoom, COUNTED, other))).of("zoomed")
    assert verdict.status is Status.FAILED
    assert [one.status for one in verdict.outcomes] == [Status.FAILED, Status.UNRESOLVED]


LISTED = (
    "<h1>Ferns</h1><nav><a href='#facts' onclick=\"facts.hidden = false\">Facts</a></nav><ul>"
    + "".join(f"<li><h2>Fern of {name}</h2><button>Keep</button></li>" for name in "ABCDEFGHI")
    + "</ul><section id=facts hidden><h2>Good to know</h2><p>Open on Mondays</p></section><p>Bag <b>0</b></p>"
)
DRAWN: dict[str, Any] = {"do": "draw", "bind": "some", "among": {"role": "item", "name": "fern"}}


async def test_what_a_question_shows_is_what_the_task_needs(make_app: MakeApp) -> None:
    """The entry that was drawn; of other screens only where something was not found more than how to come there."""
    app, mind = make_app(LISTED), Mind(concludes("cannot tell"))
    kept = clicks("Keep", within={"role": "item", "name": "fern", "drawn": "some"})
    await judged(mind, app, task("kept", DRAWN, kept, COUNTED))
    (prompt,) = mind.prompts
    place = re.search(r"came of it: \{some\} = \"(\d+)\"", prompt)
    assert place is not None
    assert 2 < int(place[1]) < 9, "in the part of the list that is left out"
    assert f"Fern of {'ABCDEFGHI'[int(place[1]) - 1]}" in prompt.partition("# The page")[2]
    assert 'after pressing "link fact"' in prompt
    assert "Mondays" not in prompt

    mind = Mind(concludes("cannot tell"))
    await judged(mind, app, task("told", sees("field", "textbox", "Search")))
    assert "Mondays" in mind.prompts[0]
