"""What a target means is searched for: where its item leads, and among what fits nearly as well; never by luck."""

import pytest

from agents.browser.grounding.contract import Look
from agents.judging.attempt import Attempt
from agents.judging.programmatic import ProgrammaticJudge
from agents.judging.searching import other_meanings
from plans.records.judging import JudgeRequest
from plans.records.targets import Target
from plans.records.verdict import Judgement, Status
from tests.agents.judging.conftest import MakeApp, clicks, criteria, expects, task

NURSERY = """<p>Basket: <b id=n>0</b></p><div id=list></div><div id=one hidden></div><script>
const plants = ["Fern", "Ivy", "Moss"];
let basket = 0;
const show = (place) => { list.hidden = place !== null; one.hidden = place === null;
  if (place === null) return;
  one.innerHTML = `<button id=out>Back</button><h2>${plants[place]}</h2><button id=take>Add to basket</button>`;
  take.onclick = () => { TAKE };
  out.onclick = () => show(null); };
const card = (name, place) => `<div class=card data-n=${place}><h3>${name}</h3><p>green</p></div>`;
list.innerHTML = plants.map(card).join("");
for (const one of list.children) { one.style.cursor = "pointer"; one.onclick = () => show(Number(one.dataset.n)); }
</script>"""
TAKES = "n.textContent = ++basket"

FILMS = """<form><input placeholder="Search members"></form><form><input placeholder="Search all films" id=q></form>
<ul id=list></ul><script>
const films = ["Alien", "Brazil", "Casablanca", "Dune"];
const line = (film) => `<li><h3>${film}</h3></li>`;
const draw = () => { list.innerHTML = films.filter((film) => WANTED).map(line).join(""); };
q.oninput = draw; draw();
</script>"""
FILTERS = "film.toLowerCase().includes(q.value.toLowerCase())"


@pytest.mark.browser
async def test_a_button_that_stands_only_where_a_card_leads_is_found_there_and_the_list_again(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    seen = await _judged(judge, make_app, NURSERY.replace("TAKE", TAKES), _two_plants())
    assert seen.of("basket").status is Status.PASSED, seen.of("basket").reason


@pytest.mark.browser
async def test_a_button_that_does_nothing_there_is_found_and_fails(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    seen = await _judged(judge, make_app, NURSERY.replace("TAKE", ""), _two_plants())
    assert seen.of("basket").status is Status.FAILED


@pytest.mark.browser
async def test_of_two_fields_the_one_counts_with_which_the_list_is_narrowed(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    seen = await _judged(judge, make_app, FILMS.replace("WANTED", FILTERS), _narrowing())
    assert seen.of("search").status is Status.PASSED
    assert "found by search" in seen.of("search").marks


@pytest.mark.browser
async def test_where_neither_field_narrows_the_list_the_search_finds_nothing(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    seen = await _judged(judge, make_app, FILMS.replace("WANTED", "true"), _narrowing())
    assert seen.of("search").status is not Status.PASSED
    assert seen.of("search").attempts > 2, "the other field was tried too"


def test_what_was_looked_for_last_is_doubted_first_and_each_target_once_before_any_twice() -> None:
    first, last = Target(name="first"), Target(name="last")
    looks = {name: Look("b", "", "", (name,)) for name in ("a", "b", "c")}
    doubts = {first: (looks["a"],), Target(name="sure"): (), last: (looks["b"], looks["c"])}

    meanings = list(other_meanings(Attempt(doubts=doubts), most=3))

    assert meanings == [{last: looks["b"]}, {first: looks["a"]}, {last: looks["c"]}]
    assert len(list(other_meanings(Attempt(doubts=doubts), most=1))) == 1


async def _judged(
    judge: ProgrammaticJudge, make_app: MakeApp, html: str, plan: dict[str, object]
) -> Judgement:
    return await judge.judge(JudgeRequest(item="app", hand_in=make_app(html), criteria=criteria(plan)))


def _two_plants() -> dict[str, object]:
    return task(
        "basket",
        clicks("Add to basket", within={"role": "item", "name": "plant", "nth": 1}),
        clicks("Add to basket", within={"role": "item", "name": "plant", "nth": 2}),
        expects(
            "two", kind="reads", read="number", target={"role": "text", "name": "Basket"}, that="it == 2"
        ),
    )


def _narrowing() -> dict[str, object]:
    films = {"role": "item", "name": "film"}
    return task(
        "search",
        expects("all", kind="reads", read="count", target=films, that="it == 4"),
        {"do": "fill", "value": "braz", "target": {"role": "textbox", "name": "Search"}},
        expects("one", kind="reads", read="count", target=films, that="it == 1"),
    )
