"""A model says once what the criteria's targets are in an app, and a program proves what comes of it."""

import re
from pathlib import Path

import pytest

from agents.judging.ui_model.binder import AnsweredBinding, BindAnswer
from plans.records.app_map import AppMap, BindingKind
from plans.records.model_call import ModelRequest
from plans.records.verdict import Judgement, JudgeRequest, OutcomeCause, Status, World
from tests.agents.gateway.scripted import Says
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task
from tests.agents.judging.ui_model.conftest import binding, concludes, is_walk, thinking

pytestmark = pytest.mark.browser

# Neither the button nor the place of the number says what the criteria call them.
CRATE = """<h1>Crate &amp; Co</h1><ul>{items}</ul><p id=c>Crate: 0 pieces · £0.00</p><script>
let n = 0;
for (const b of document.querySelectorAll("b")) b.onclick = () => {{ n += {step};
  c.textContent = `Crate: ${{n}} pieces · £${{n * 2}}.00` }};</script>"""
ITEMS = "".join(
    f"<li><h2>{name}</h2><span>£2.00</span> <b style='cursor:pointer'>Into the crate</b></li>"
    for name in ("Leek", "Kale", "Bean")
)
ADDED = task(
    "added",
    {"do": "draw", "bind": "some", "among": {"role": "item", "name": "product"}},
    clicks("Reserve", within={"role": "item", "name": "product", "drawn": "some"}),
    expects(
        "counted", kind="reads", read="number", target={"role": "link", "name": "Basket"}, that="it == 1"
    ),
)


class BindingMind:
    """A model that binds by what stands on a line of the map; what it does not know it is unsure of."""

    def __init__(self, **lines: tuple[BindingKind, str, str | None, str | None]) -> None:
        self.lines = lines
        self.prompts: list[str] = []

    def __call__(self, request: ModelRequest) -> Says:
        prompt = request.messages[-1].text
        if is_walk(prompt):
            return concludes("cannot tell")(prompt)
        self.prompts.append(prompt)
        ids = re.findall(r"^- `([^`]+)`: .* Used where:", prompt, re.MULTILINE)
        return BindAnswer(bindings=[self._answer(id, prompt) for id in ids])

    def _answer(self, id: str, prompt: str) -> AnsweredBinding:
        kind, words, after, before = next(
            (known for name, known in self.lines.items() if name in id.casefold()),
            (BindingKind.UNSURE, "", None, None),
        )
        found = re.search(rf"\[(s\d+e\d+)\][^\n]*{re.escape(words)}", prompt) if words else None
        return binding(id, kind, found[1] if found else None, after, before)


KNOWS = {
    "reserve": (BindingKind.ELEMENT, 'b "Into the crate"', None, None),
    "basket": (BindingKind.PART, "0 pieces", "Crate: ", " pieces"),
    "product": (BindingKind.ENTRIES, 'listitem "Leek', None, None),
}


async def judged(mind: BindingMind, folder: Path, **more: object) -> Judgement:
    async with thinking(mind, "hybrid") as judge:
        request = JudgeRequest(
            item="crate", submission=folder, criteria=criteria(ADDED), world=World.OPEN
        ).model_copy(update=more)
        return await judge.judge(request)


async def test_what_a_model_binds_is_operated_and_read_by_the_program(
    make_app: MakeApp, tmp_path: Path
) -> None:
    mind = BindingMind(**KNOWS)
    app = make_app(CRATE.format(items=ITEMS, step=1))
    judgement = await judged(mind, app, evidence=tmp_path / "evidence")
    (verdict,) = judgement.tasks
    assert verdict.status is Status.PASSED, verdict.reason
    assert verdict.outcomes[0].decided_by == "program"
    assert len(mind.prompts) == 1, "one question for the whole app"
    assert judgement.uses
    told = AppMap.model_validate_json((tmp_path / "evidence" / "map.json").read_text())
    assert any("Into the crate" in line for line in told.screens[0].lines)

    again = await judged(BindingMind(), app, bindings=judgement.bindings)
    assert again.tasks[0].status is Status.PASSED, "the next round begins with what was bound"
    assert not again.uses


async def test_what_a_model_binds_and_does_otherwise_does_not_pass(make_app: MakeApp) -> None:
    mind = BindingMind(**KNOWS, **{"item": (BindingKind.ENTRIES, "(first of 3 alike)", None, None)})
    (verdict,) = (await judged(mind, make_app(CRATE.format(items=ITEMS, step=2)))).tasks
    assert verdict.outcomes[0].cause is OutcomeCause.DISPUTED, "the model could not tell that it fails"


async def test_a_binding_that_cannot_hold_is_asked_again_with_the_reason(make_app: MakeApp) -> None:
    mind = BindingMind(**{**KNOWS, "basket": (BindingKind.PART, "0 pieces", "Basket: ", None)})
    judgement = await judged(mind, make_app(CRATE.format(items=ITEMS, step=1)))
    assert judgement.tasks[0].status is not Status.PASSED
    assert len(mind.prompts) >= 2
    assert "Basket: " in mind.prompts[1].partition("# Your last answer")[2]


RATED = task(
    "rated",
    {"do": "draw", "bind": "some", "among": {"role": "item", "name": "product"}},
    clicks("Rate", within={"role": "item", "name": "product", "drawn": "some"}),
    clicks("1 star"),
    expects(
        "given",
        kind="reads",
        read="text",
        target={"role": "item", "name": "product", "drawn": "some"},
        that="contains(it, 'thanks')",
    ),
)
STARS = """<h1>Crate</h1><ul>{items}</ul><script>
for (const star of document.querySelectorAll("i"))
  star.onclick = () => {{ star.parentNode.append(" thanks") }};</script>"""


async def test_what_every_entry_has_is_meant_in_the_entry_that_was_pressed_in(make_app: MakeApp) -> None:
    """The stars of the first entry were pressed, whichever was to be rated."""
    rows = "".join(
        f"<li><h2>{name}</h2><i style='cursor:pointer'>grand</i></li>" for name in ("Leek", "Kale", "Bean")
    )
    mind = BindingMind(
        **{
            "rate": (BindingKind.NO_STEP, "", None, None),
            "1 star": (BindingKind.ELEMENT, 'i "grand"', None, None),
        }
    )
    folder = make_app(STARS.format(items=rows))
    async with thinking(mind, "hybrid") as judge:
        for seed in (1, 2, 3):
            request = JudgeRequest(
                item="crate", submission=folder, criteria=criteria(RATED), world=World.OPEN, random_seed=seed
            )
            (verdict,) = (await judge.judge(request)).tasks
            assert verdict.status is Status.PASSED, verdict.reason


async def test_what_a_person_bound_counts_before_what_goes_by_the_name(make_app: MakeApp) -> None:
    """A button of the very name does nothing here, and a person has said which one is meant."""
    named = ITEMS.replace("</li>", "<button>Reserve</button></li>")
    app = make_app(CRATE.format(items=named, step=1))
    assert (await judged(BindingMind(), app)).tasks[0].status is not Status.PASSED

    bound = await judged(BindingMind(**KNOWS), make_app(CRATE.format(items=ITEMS, step=1), "unnamed"))
    by_hand = tuple(one.model_copy(update={"bound_by": "person"}) for one in bound.bindings)
    mind = BindingMind()
    judgement = await judged(mind, app, bindings=by_hand)
    assert judgement.tasks[0].status is Status.PASSED, judgement.tasks[0].reason
    assert {one.bound_by for one in judgement.bindings} == {"person"}
    assert not mind.prompts, "nobody was asked"
