"""A program judges first; a model is asked where it did not find something, and what it points out is remembered."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.gateway.faults import Fault
from agents.gateway.journal import open_journal
from agents.gateway.scripted import Says
from plans.errors import EndpointFailed, Event, NotInJournal
from plans.records.findings import Finding
from plans.records.judging import JudgeRequest
from plans.records.model_call import ModelRequest
from plans.records.verdict import BY_POINTING, Judgement, Status
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, sees, task
from tests.agents.judging.ui_model.conftest import Mind, claims, ends, on, shows, thinking

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Nothing that the criteria say is on the button, so that a program does not find it.
KEEP = """<h1>Ferns</h1><ul><li><h2>Fern</h2><button>Zoom</button><button>Glow</button>
<button>Spin</button><button>Blip</button><button onclick="n++;draw()">Mine!</button></li></ul>
<p>Bag <b id=bag>0</b></p><script>let n = 0; function draw(){ bag.textContent = n }</script>"""
BAG = {"role": "text", "name": "Bag"}
ADDED = task(
    "added",
    clicks("Reserve", role="link"),
    expects("counted", kind="reads", read="number", target=BAG, that="it == 1"),
)
FIND = task("find", sees("field", "textbox", "Search"))
FIND["level"] = "presence"
POINTS = Mind(
    on("click", "Mine!"), ends(claims("counted", shows("1", 'text "1"', "appeared")), points={"T1": "Mine!"})
)


async def judged(
    mind: Callable[[ModelRequest], Says],
    folder: Path,
    *tasks: dict[str, Any],
    before: dict[str, Finding] | None = None,
) -> Judgement:
    async with thinking(mind, "hybrid") as judge:
        request = JudgeRequest(item="shop", hand_in=folder, criteria=criteria(*tasks), before=before or {})
        return await judge.judge(request)


def nobody(request: ModelRequest) -> Says:
    raise AssertionError("a model was asked")


async def test_what_a_program_passes_asks_no_model(make_app: MakeApp) -> None:
    judgement = await judged(nobody, make_app(KEEP.replace("Mine!", "Reserve")), ADDED)
    verdict = judgement.of("added")
    assert verdict.status is Status.PASSED
    assert not verdict.uses
    assert judgement.judge == "hybrid"
    assert judgement.model is not None
    assert judgement.model.model == "some-model"


async def test_what_was_found_and_does_not_work_asks_no_model(make_app: MakeApp) -> None:
    dead = KEEP.replace("Mine!", "Reserve").replace("n++;", "")
    assert (await judged(nobody, make_app(dead), ADDED)).of("added").status is Status.FAILED


async def test_what_a_model_points_out_is_tried_by_the_program_and_remembered(make_app: MakeApp) -> None:
    app = make_app(KEEP)
    verdict = (await judged(POINTS, app, ADDED)).of("added")
    assert verdict.status is Status.PASSED, verdict.reason
    assert BY_POINTING in verdict.marks
    assert verdict.outcomes[0].decided_by == "program", "it was the program that saw the number rise"
    assert verdict.finding is not None
    assert len(verdict.uses) == 2
    again = (await judged(nobody, app, ADDED, before={"added": verdict.finding})).of("added")
    assert again.status is Status.PASSED, again.reason
    assert BY_POINTING in again.marks
    assert again.finding is not None, "and it is remembered for the round after"


async def test_what_is_merely_to_be_there_is_there_by_the_model_s_word(make_app: MakeApp) -> None:
    app = make_app("<h1>Ferns</h1><input aria-label='Rootle about'>")
    mind = Mind(ends(claims("field", shows("Rootle about", how="stands")), points={"T1": "Rootle about"}))
    verdict = (await judged(mind, app, FIND)).of("find")
    assert verdict.status is Status.PASSED, verdict.reason
    assert verdict.outcomes[0].decided_by == "model"
    assert verdict.finding is not None
    again = (await judged(nobody, app, FIND, before={"find": verdict.finding})).of("find")
    assert again.status is Status.PASSED, again.reason
    assert again.outcomes[0].decided_by == "model"


async def test_a_pointing_at_what_does_nothing_gains_nothing(make_app: MakeApp) -> None:
    """A model that says yes to everything is caught by the program that tries it."""
    mind = Mind(on("click", "Zoom"), ends(claims("counted", shows("0", 'text "0"')), points={"T1": "Zoom"}))
    verdict = (await judged(mind, make_app(KEEP.replace("n++;", "")), ADDED)).of("added")
    assert verdict.status is not Status.PASSED
    assert verdict.uses


async def test_a_model_whose_answers_cannot_be_used_decides_nothing_and_is_asked_anew_next_time(
    make_app: MakeApp, tmp_path: Path
) -> None:
    """The program's fail stood, which the model was to confirm; judged again, the journal gave the same replies."""

    def rambles(request: ModelRequest) -> Says:
        return "I cannot say."

    app = make_app(KEEP)
    with open_journal(tmp_path / "journal.sqlite") as journal:
        async with thinking(rambles, "hybrid", journal=journal) as judge:
            request = JudgeRequest(item="shop", hand_in=app, criteria=criteria(ADDED))
            verdict = (await judge.judge(request)).of("added")
            assert (verdict.status, verdict.event) == (Status.UNRESOLVED, Event.ANSWER_UNUSABLE)
        async with thinking(POINTS, "hybrid", journal=journal) as judge:
            again = await judge.judge(request.model_copy(update={"unusable_answers": {"added": 1}}))
    assert again.of("added").status is Status.PASSED


async def test_an_endpoint_that_fails_ends_the_judgement_and_is_taken_up_again_at_no_second_cost(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app, asked = make_app(KEEP), 0

    def fails_at_the_second(request: ModelRequest) -> Says:
        nonlocal asked
        asked += 1
        return POINTS(request) if asked == 1 else Fault("too large", "more than an answer may have")

    request = JudgeRequest(item="shop", hand_in=app, criteria=criteria(ADDED))
    place = tmp_path / "journal.sqlite"
    with open_journal(place) as journal, pytest.raises(EndpointFailed):
        async with thinking(fails_at_the_second, "hybrid", journal=journal) as judge:
            await judge.judge(request)
    before = len(POINTS.prompts)
    with open_journal(place) as journal:
        async with thinking(POINTS, "hybrid", journal=journal) as judge:
            first = await judge.judge(request)
    assert len(POINTS.prompts) == before + 1, "the first move had been paid for"
    with open_journal(place, replay=True) as journal:
        async with thinking(nobody, "hybrid", journal=journal) as judge:
            second = await judge.judge(request)
            with pytest.raises(NotInJournal):
                await judge.judge(request.model_copy(update={"item": "shop", "criteria": criteria(FIND)}))
    untimed = [
        one.model_copy(update={"seconds": 0.0}) for judgement in (first, second) for one in judgement.tasks
    ]
    assert untimed[0] == untimed[1]
