"""Where an outcome counts, lists, orders or compares, a program reckons it; the model only says where things stand."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.gateway.scripted import Says
from agents.judging.ui_model.moves import Claim, Move, Proof, Reading
from agents.judging.ui_model.readings import needs_of
from agents.judging.walk_bounds import WalkBounds
from plans.files import read_record
from plans.records.criteria import Criteria, EvaluationTask
from plans.records.judging import JudgeRequest
from plans.records.model_call import ModelRequest
from plans.records.verdict import Judgement, Status, TaskVerdict
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task
from tests.agents.judging.ui_model.conftest import (
    Mind,
    Says1,
    claims,
    look_of,
    move,
    on,
    page_of,
    shows,
    sign,
    thinking,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SAMPLE = Path(__file__).resolve().parents[4] / "generated" / "sample" / "items"
ROW = {"role": "item", "name": "plant"}
PRICE = {"role": "text", "name": "Price", "within": ROW}
TITLE = {"role": "heading", "within": ROW}
BAG = {"role": "text", "name": "Bag"}
BEFORE = {"do": "remember", "bind": "before", "read": "count", "target": ROW}
LISTED = task(
    "listed",
    BEFORE,
    {"do": "remember", "bind": "titles", "read": "texts", "target": TITLE},
    expects("several", kind="holds", that="before >= 3 and len(titles) == before and unique(titles)"),
)
GROWN = task(
    "grown",
    BEFORE,
    clicks("Add a plant"),
    expects("more", kind="reads", read="count", target=ROW, that="it == before + 1"),
)
SORTED = task(
    "sorted",
    {"do": "remember", "bind": "unsorted", "read": "numbers", "target": PRICE},
    clicks("Sort by price"),
    expects("order", kind="reads", read="numbers", target=PRICE, that="ascending(it) and len(it) >= 3"),
    expects("order", kind="changed", since="unsorted"),
)
BOUGHT = task(
    "bought",
    {"do": "draw", "bind": "some", "among": ROW},
    {
        "do": "remember",
        "bind": "price",
        "read": "number",
        "target": {**PRICE, "within": {**ROW, "drawn": "some"}},
    },
    {"do": "remember", "bind": "owed", "read": "number", "target": BAG},
    clicks("Buy", within={**ROW, "drawn": "some"}),
    expects("adds", kind="reads", read="number", target=BAG, that="close(it, owed + price)"),
)

SHOP = """<h1>Moss</h1><p>In the bag: <b id=bag>0</b></p><button id=sort>Cheapest first</button>
<button id=add>One more</button><button id=help>Help</button><div id=shelf></div><script>
let owed = 0, rows = [['Fern', 12.5], ['Ivy', 7], ['Moss', 20]];
function draw(){ bag.textContent = owed; shelf.innerHTML = '';
  for (const [name, price] of rows) { const card = document.createElement('article');
    card.innerHTML = `<h2>${name}</h2><span>€${price.toFixed(2)}</span><ul><li>green</li><li>alive</li></ul>`;
    const buy = document.createElement('button'); buy.textContent = 'Take home';
    buy.onclick = () => { owed += price; draw() }; card.append(buy); shelf.append(card) } }
sort.onclick = () => { rows.sort((a, b) => a[1] - b[1]); draw() };
add.onclick = () => { rows.push(['Palm', 31]); draw() };
draw()</script>"""
COUNTER = """<h1>Moss</h1><p id=said>3 items</p><button>Add a plant</button><button>Buy</button>
<button>Sort by price</button><script>let n = 3;
addEventListener('click', () => { n++; said.textContent = n + ' items' })</script>"""
"""An app that has nothing but a number, which rises by one with each press."""


def at(look: int, reading: str, words: str) -> Callable[[dict[int, str]], Reading]:
    return lambda pages: Reading(reading=reading, look=look, element=sign(pages[look], words))


class Guide:
    """A model that remembers each look's page, and at its end says where the readings stand."""

    def __init__(
        self,
        *moves: Move | Says1,
        outcome: str,
        readings: tuple[Callable[[dict[int, str]], Reading], ...],
    ) -> None:
        self.pages: dict[int, str] = {}
        self.mind = Mind(*moves, self._ends)
        self._outcome, self._readings = outcome, readings

    def __call__(self, request: ModelRequest) -> Says:
        prompt = request.messages[-1].text
        self.pages[look_of(prompt)] = prompt
        return self.mind(request)

    def _ends(self, prompt: str) -> Move:
        readings = [reading(self.pages) for reading in self._readings]
        return move("finish", claims=[claims(self._outcome)(prompt)], readings=readings)


def greedy(request: ModelRequest) -> Says:
    """The worst model there is: it presses twice, says yes to all, and points at whatever shows a number."""
    prompt = request.messages[-1].text
    step = int(re.findall(r"^Move (\d+) of", prompt, re.MULTILINE)[-1])
    buttons = re.findall(r"^\s*(e\d+) button", page_of(prompt), re.MULTILINE)
    if step <= _PRESSES:
        return move("click", buttons[step % len(buttons)])
    look, said = look_of(prompt), re.findall(r'^\s*(e\d+) \w+ "(\d+ items)"', page_of(prompt), re.MULTILINE)
    number = int(said[0][1].split()[0])
    asked = re.findall(r"^- (R\d+) \(step (\d+)\)", prompt, re.MULTILINE)
    steps = sorted({int(at) for _, at in asked})
    # What is read later in the criteria is pointed at in a later look, so that the order is right.
    looks = {at: min(look, place) for place, at in enumerate(steps)}
    readings = [Reading(reading=name, look=looks[int(at)], element=said[0][0]) for name, at in asked]
    changed = Proof(
        shows="changed",
        look=look,
        element=said[0][0],
        quote=said[0][1],
        before=look - 1,
        was=f"{number - 1} items",
    )
    told = prompt.partition("Outcomes to decide:")[2].partition("How a program")[0]
    claimed = [
        Claim(outcome=id, holds="yes", why="I saw it", proofs=[changed])
        for id in re.findall(r"^- `([^`]+)`", told, re.MULTILINE)
    ]
    return move("finish", claims=claimed, readings=readings)


_PRESSES = 4


async def judged(mind: Callable[[ModelRequest], Says], folder: Path, asked: Criteria) -> Judgement:
    bounds = WalkBounds(steps=8, refusals=1, attempts=1)
    async with thinking(mind, bounds=bounds) as judge:
        return await judge.judge(JudgeRequest(item="shop", hand_in=folder, criteria=asked))


async def of(guide: Guide, folder: Path, asked: dict[str, object]) -> TaskVerdict:
    return (await judged(guide, folder, criteria(asked))).tasks[0]


async def test_a_counter_of_presses_earns_nothing_of_what_counts(make_app: MakeApp) -> None:
    """A page with "3 items", one more with each press, and no items earned 11 of 16 tasks of an app that it was not."""
    shipped = read_record(SAMPLE / "plant-shop" / "criteria.yaml", Criteria).tasks
    ours = criteria(LISTED, GROWN, SORTED, BOUGHT).tasks
    counting = [alone(one) for one in (*ours, *shipped) if needs_of(one)]
    assert len(counting) > 15, "the shipped item has tasks that count"
    judgement = await judged(greedy, make_app(COUNTER), Criteria(tasks=tuple(counting)))
    assert [one.task for one in judgement.tasks if one.status is Status.PASSED] == []
    gained = {
        f"{one.task}/{outcome.outcome}": outcome.reason
        for one in judgement.tasks
        for outcome in one.outcomes
        if outcome.status is Status.FAILED
    }
    assert gained == {}, (
        "what cannot be read is unresolved, and nothing that a model claims to hold is failed"
    )


def alone(one: EvaluationTask) -> EvaluationTask:
    return one.model_copy(update={"depends_on": ()})


HONEST: dict[str, tuple[dict[str, object], Callable[[], Guide]]] = {
    "a count and its titles": (
        LISTED,
        lambda: Guide(outcome="several", readings=(at(0, "R1", "Fern"), at(0, "R2", "Fern"))),
    ),
    "one more": (
        GROWN,
        lambda: Guide(
            on("click", "Help"),
            on("click", "One more"),
            outcome="more",
            readings=(at(1, "R1", "Fern"), at(2, "R2", "Palm")),
        ),
    ),
    "an order": (
        SORTED,
        lambda: Guide(
            on("click", "Cheapest first"),
            outcome="order",
            readings=(at(0, "R1", "12.50"), at(1, "R2", "12.50"), at(1, "R3", "20.00")),
        ),
    ),
    "a sum": (
        BOUGHT,
        lambda: Guide(
            on("click", "Help"),
            on("click", "Take home"),
            outcome="adds",
            readings=(at(1, "R1", "12.50"), at(1, "R2", 'text "0"'), at(2, "R3", 'text "12.5"')),
        ),
    ),
}


@pytest.mark.parametrize("name", HONEST)
async def test_an_app_that_does_it_passes_where_the_model_points_at_the_right_places(
    make_app: MakeApp, name: str
) -> None:
    asked, guide = HONEST[name]
    verdict = await of(guide(), make_app(SHOP), asked)
    assert verdict.status is Status.PASSED, verdict.reason
    assert "in look" in verdict.outcomes[0].reason


QUIET = """<h1>Moss</h1><p>In the bag: <b id=bag>nothing yet</b></p><button id=buy>Take home</button>
<button>Help</button><script>let n = 0; buy.onclick = () => { n++; bag.textContent = n }</script>"""
OWED = {"do": "remember", "bind": "owed", "read": "number", "target": BAG}


@pytest.mark.parametrize("otherwise", [{"otherwise": 0}, {}], ids=["means none", "says nothing"])
async def test_what_shows_no_number_reads_as_the_criteria_mean_it(
    make_app: MakeApp, otherwise: dict[str, float]
) -> None:
    """What they say of it was passed over, so that no app that says nothing at none could be decided."""
    asked = task(
        "filled",
        {**OWED, **otherwise},
        clicks("Buy"),
        expects("more", kind="reads", read="number", target=BAG, that="it > owed"),
    )
    guide = Guide(
        on("click", "Take home"),
        on("click", "Help"),
        outcome="more",
        readings=(at(0, "R1", 'text "nothing yet"'), at(1, "R2", 'text "1"')),
    )
    verdict = await of(guide, make_app(QUIET), asked)
    assert verdict.status is (Status.PASSED if otherwise else Status.UNRESOLVED), verdict.reason


MISLED: dict[str, tuple[dict[str, object], Callable[[], Guide], str]] = {
    "without a place": (
        LISTED,
        lambda: Guide(outcome="several", readings=(at(0, "R1", "Fern"),)),
        "where it stands",
    ),
    "at what is no list": (
        LISTED,
        lambda: Guide(outcome="several", readings=(at(0, "R1", 'heading "Moss"'), at(0, "R2", "Fern"))),
        "stands in no list",
    ),
    "at what repeats within an entry": (
        LISTED,
        lambda: Guide(outcome="several", readings=(at(0, "R1", "green"), at(0, "R2", "Fern"))),
        "it is not so that",
    ),
    "at one look for before and after": (
        GROWN,
        lambda: Guide(
            on("click", "One more"), outcome="more", readings=(at(1, "R1", "Fern"), at(1, "R2", "Fern"))
        ),
        "it is not so that",
    ),
    "without the press of anything else": (
        GROWN,
        lambda: Guide(
            on("click", "One more"), outcome="more", readings=(at(0, "R1", "Fern"), at(1, "R2", "Fern"))
        ),
        "would not at any press",
    ),
    "at another entry's price": (
        BOUGHT,
        lambda: Guide(
            on("click", "Help"),
            on("click", "Take home"),
            outcome="adds",
            readings=(at(1, "R1", "20.00"), at(1, "R2", 'text "0"'), at(2, "R3", 'text "12.5"')),
        ),
        "it is not so that",
    ),
    "before anything was done": (
        SORTED,
        lambda: Guide(
            on("click", "Cheapest first"),
            outcome="order",
            readings=(at(1, "R1", "12.50"), at(1, "R2", "12.50"), at(0, "R3", "20.00")),
        ),
        "wrong order",
    ),
}


@pytest.mark.parametrize("name", MISLED)
async def test_what_does_not_stand_where_the_model_points_is_unresolved(make_app: MakeApp, name: str) -> None:
    asked, guide, why = MISLED[name]
    verdict = await of(guide(), make_app(SHOP), asked)
    assert verdict.status is Status.UNRESOLVED, verdict.reason
    assert why in verdict.reason


async def test_quotations_show_nothing_of_what_is_to_be_counted(make_app: MakeApp) -> None:
    """They were all that was asked for: any number on the page could be the one that was meant."""

    def quotes(prompt: str) -> Move:
        return move("finish", claims=[claims("more", shows("Palm"))(prompt)])

    mind = Mind(on("click", "One more"), quotes)
    verdict = (await judged(mind, make_app(SHOP), criteria(GROWN))).tasks[0]
    assert verdict.status is Status.UNRESOLVED
    assert "does not say where it stands" in verdict.reason
