"""Controls in an app's own words, or without any, are known by what they do where nothing else is what was missed."""

import pytest

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.verdict import Status
from tests.agents.judging.conftest import MakeApp, sees, task
from tests.agents.judging.test_detours import judged

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NEXT = {"role": "button", "name": "Next page", "synonyms": ["Next"]}
TALK = {"role": "button", "name": "Comments", "within": {"role": "item", "name": "boat", "nth": 1}}
WRITER = {"role": "textbox", "name": "Your name"}
WORDS = {"role": "textbox", "name": "Comment"}
TURNING = """<h1>Boats</h1><ul id=l></ul><nav><button id=p>Page 1</button>{control}<button>Print</button></nav><script>
    const boats = ["Heron", "Teal", "Plover", "Gull"];
    const draw = (from) => {{ l.innerHTML = boats.slice(from, from + 2).map((b) => `<li>${{b}}</li>`).join(""); }};
    draw(0); n.onclick = () => {{ {deed} }};</script>"""


@pytest.mark.parametrize(
    "control",
    ["<button id=n>Onwards</button>", "<button id=n><svg><path d='M1 1h2v2z'/></svg></button>"],
    ids=["own words", "no words"],
)
async def test_what_nothing_explains_is_tried_as_what_was_not_found(
    judge: ProgrammaticJudge, make_app: MakeApp, control: str
) -> None:
    """A list was turned by "Further", and all of its paging stayed open."""
    html = TURNING.format(control=control, deed="draw(2)")
    asked = task("turned", {"do": "click", "target": NEXT}, sees("other", "text", "Plover"))
    (verdict,) = (await judged(judge, make_app, html, asked)).tasks
    assert verdict.status is Status.PASSED, verdict.reason
    assert "is taken to be the button" in verdict.reason


async def test_what_nothing_explains_and_does_nothing_of_it_earns_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    html = TURNING.format(control="<button id=n>Onwards</button>", deed="n.textContent = 'Turned'")
    asked = task("turned", {"do": "click", "target": NEXT}, sees("other", "text", "Plover"))
    (verdict,) = (await judged(judge, make_app, html, asked)).tasks
    assert verdict.status is not Status.PASSED, verdict.reason


async def test_one_missing_thing_after_the_other_is_tried(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    """A "chat 1" was said to be explained by the "1 star" beside it, and its fields ask "who are you?"."""
    html = """<h1>Boats</h1><ul id=l></ul><script>
        const said = {Heron: 1, Teal: 0, Plover: 2};
        for (const [name, count] of Object.entries(said)) {
          l.insertAdjacentHTML("beforeend",
            `<li><h3>${name}</h3><span style="cursor:pointer">chat ${count}</span></li>`);
          const row = l.lastChild;
          row.querySelector("span").onclick = () => { row.insertAdjacentHTML("beforeend",
            "<div><input placeholder='who are you?'><input placeholder='what goes?'><button>Send</button></div>");
            const [who, what] = row.querySelectorAll("input");
            row.querySelector("button").onclick = () => {
              row.insertAdjacentHTML("beforeend", `<p>${who.value}: ${what.value}</p>`); }; }; }</script>"""
    asked = task(
        "talked",
        {"do": "click", "target": TALK},
        {"do": "fill", "target": WRITER, "value": "Ada"},
        {"do": "fill", "target": WORDS, "value": "A fine keel"},
        {"do": "click", "target": {"role": "button", "name": "Post comment"}},
        sees("words", "text", "Ada: A fine keel"),
        sees("stars", "item", "boat"),
    )
    (verdict,) = (await judged(judge, make_app, html, asked)).tasks
    assert verdict.status is Status.PASSED, verdict.reason
