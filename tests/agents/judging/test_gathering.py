"""A list in parts is read whole: page after page, as far as the app leads on, and each entry where it stands."""

import pytest
from pydantic import ValidationError

from agents.judging.programmatic import ProgrammaticJudge
from plans.records.steps import Remember, Target
from plans.records.verdict import JudgeRequest, Status, World
from tests.agents.judging.conftest import MakeApp, criteria, expects, task

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TITLES = {"role": "heading", "within": {"role": "item", "name": "book"}}
NEXT = {"role": "button", "name": "Next page", "synonyms": ["Next"]}
SHELF = (
    "<ul id=l></ul><nav><button id=b>Next</button></nav><script>"
    "const all = ['Atlas', 'Bees', 'Clouds', 'Dunes', 'Elms', 'Ferns', 'Geese'];"
    "const draw = (rows) => { l.innerHTML = rows.map((r) => `<li class=book><h3>${r}</h3><p>A book</p></li>`)"
    ".join('') }; let page = 0; const two = (n) => all.slice(2 * n, 2 * n + 2);"
)
READ_ALL = (
    {"do": "remember", "bind": "titles", "read": "texts", "target": TITLES, "turning": NEXT},
    expects("all", kind="holds", that="len(titles) == 7 and unique(titles) and titles[6] == 'Geese'"),
    expects("last", kind="any_of", options=[
        {"kind": "absent", "target": NEXT},
        {"kind": "reads", "read": "state", "target": NEXT, "that": "'disabled' in it"},
    ]),
)  # fmt: skip


@pytest.mark.parametrize(
    ("app", "all_read", "at_the_end"),
    [
        pytest.param(
            "draw(two(0)); b.onclick = () => { draw(two(++page)); b.disabled = page === 3 };",
            Status.PASSED, Status.PASSED, id="disabled on the last page",
        ),
        pytest.param(
            "draw(two(0)); b.onclick = () => { draw(two(++page)); if (page === 3) b.remove() };",
            Status.PASSED, Status.PASSED, id="gone on the last page",
        ),
        pytest.param(
            "draw(two(0)); b.onclick = () => { page = Math.min(page + 1, 3); draw(two(page)) };",
            Status.PASSED, Status.FAILED, id="dead on the last page",
        ),
        pytest.param(
            "draw(two(0)); b.onclick = () => { page = (page + 1) % 4; draw(two(page)) };",
            Status.PASSED, Status.FAILED, id="round and round",
        ),
        pytest.param(
            "draw(two(0)); b.onclick = () => { page++; draw(all.slice(0, 2 * page + 2)); if (page === 3) b.remove() };",
            Status.PASSED, Status.PASSED, id="more of it at each press",
        ),
        pytest.param(
            "draw(two(0)); b.onclick = () => { page++; document.title = `Page ${page}` };",
            Status.FAILED, Status.FAILED, id="only a number turns",
        ),
    ],
)  # fmt: skip
async def test_a_list_is_read_for_as_long_as_the_app_leads_on(
    judge: ProgrammaticJudge, make_app: MakeApp, app: str, all_read: Status, at_the_end: Status
) -> None:
    shelf = make_app(f"<h1>Shelf</h1>{SHELF}{app}</script>")
    request = JudgeRequest(item="shelf", submission=shelf, criteria=criteria(task("pages", *READ_ALL)))
    (verdict,) = (await judge.judge(request)).tasks
    found = {o.outcome: o.status for o in verdict.outcomes}
    assert found == {"all": all_read, "last": at_the_end}


async def test_a_list_that_nothing_leads_on_from_ends_the_task(
    judge: ProgrammaticJudge, make_app: MakeApp
) -> None:
    shelf = make_app(f"<h1>Shelf</h1>{SHELF}draw(all); b.remove();</script>")
    request = JudgeRequest(item="shelf", submission=shelf, criteria=criteria(task("pages", *READ_ALL)))
    (verdict,) = (await judge.judge(request)).tasks
    assert verdict.status is Status.FAILED
    assert "Next page" in verdict.outcomes[0].reason


def test_only_lists_are_read_over_several_pages() -> None:
    with pytest.raises(ValidationError, match="count"):
        Remember(
            do="remember", bind="n", read="count", target=Target(role="item"), turning=Target(name="Next")
        )


@pytest.mark.parametrize(
    ("nav", "sum_is"),
    [
        pytest.param("b.onclick = () => { page++; show(); b.disabled = page === 2 };", 18, id="all pages"),
        pytest.param("b.onclick = () => { page = (page + 1) % 3; show() };", 18, id="round and round"),
        pytest.param("b.remove();", 7, id="nothing leads on, so one page is all"),
    ],
)
async def test_numbers_of_several_pages_may_be_the_same(
    judge: ProgrammaticJudge, make_app: MakeApp, nav: str, sum_is: int
) -> None:
    page = f"""<ul id=l></ul><nav><button id=b>Next</button></nav><script>let page = 0;
    const all = [3, 4, 4, 3, 3, 1]; const show = () => {{ l.innerHTML = all.slice(2 * page, 2 * page + 2)
    .map((n, k) => `<li class=book><h3>Book ${{page}}${{k}}a</h3><p>Price: $${{n}}</p></li>`).join("") }};
    show(); {nav}</script>"""
    price = {"role": "text", "name": "Price", "within": {"role": "item", "name": "book"}}
    read = {"do": "remember", "bind": "prices", "read": "numbers", "target": price, "turning": NEXT}
    plan = task("sum", read, expects("sum", kind="holds", that=f"sum(prices) == {sum_is}"))
    asked = JudgeRequest(item="app", submission=make_app(page), criteria=criteria(plan))
    (seen,) = (await judge.judge(asked)).tasks
    assert seen.status is Status.PASSED, seen.reason


ADDS = task(
    "adds",
    {"do": "remember", "bind": "before", "read": "count", "target": {"role": "item", "name": "book"}},
    {"do": "click", "target": {"role": "button", "name": "Add book"}},
    expects(
        "more", kind="reads", read="count", target={"role": "item", "name": "book"}, that="it == before + 1"
    ),
)
GROWING = SHELF.replace("</ul>", "</ul><button id=add>Add book</button>", 1)


@pytest.mark.parametrize(
    ("name", "status"),
    [("Load more", Status.UNRESOLVED), ("Show more books", Status.UNRESOLVED), ("Print", None)],
)
async def test_of_a_list_that_goes_on_the_entries_shown_are_no_number_of_all(
    judge: ProgrammaticJudge, make_app: MakeApp, name: str, status: Status | None
) -> None:
    """An eighth book stood on the last page, and its absence from the first one was held against the app."""
    app = make_app(
        GROWING.replace(">Next<", f">{name}<")
        + "draw(two(0)); add.onclick = () => all.push('Hops');</script>"
    )
    request = JudgeRequest(item="shelf", submission=app, criteria=criteria(ADDS), world=World.OPEN)
    (adds,) = (await judge.judge(request)).tasks
    assert adds.status is (status or Status.FAILED), adds.reason


@pytest.mark.parametrize(("size", "status"), [(40, Status.UNRESOLVED), (2, Status.PASSED)])
async def test_of_a_list_that_says_how_long_it_is_what_is_not_shown_is_not_absent(
    judge: ProgrammaticJudge, make_app: MakeApp, size: int, status: Status
) -> None:
    rows = "".join(f"<li class=book aria-setsize={size}><h3>{name}</h3></li>" for name in ("Atlas", "Bees"))
    gone = task("gone", expects("gone", kind="all_of", parts=[
        {"kind": "visible", "target": {"role": "heading", "name": "Atlas"}},
        {"kind": "absent", "target": {"role": "item", "name": "book", "containing": "Clouds"}},
    ]))  # fmt: skip
    app = make_app(f"<h1>Books</h1><ul>{rows}</ul>")
    (verdict,) = (
        await judge.judge(JudgeRequest(item="shelf", submission=app, criteria=criteria(gone)))
    ).tasks
    assert verdict.status is status, verdict.reason
