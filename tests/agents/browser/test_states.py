"""The one of several entries where one is, however an app marks it."""

import pytest

from agents.browser.grounding.ground import ground
from agents.browser.reading import read
from plans.records.targets import Target
from tests.agents.browser.conftest import OpenApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ENTRY = Target(role="item", name="show")


CASES: list[tuple[str, list[list[str]]]] = [
    ('<li class="show k1">|<li class="show k2 lit">|<li class="show k3">', [[], ["selected"], []]),
    ("<li data-active=false>|<li data-active=true>|<li data-active=false>", [[], ["selected"], []]),
    ("<li>|<li><p tabindex=-1 autofocus>Here</p>|<li>", [[], ["focused"], []]),
    # Kinds that only one entry has are no marks, nor is one of two.
    ('<li class="show play">|<li class="show dance">|<li class="show film">', [[], [], []]),
    ('<li class="show">|<li class="show sold">', [[], []]),
]


@pytest.mark.parametrize(
    ("entries", "states"),
    CASES,
    ids=["one class more", "data", "focus inside", "kinds", "two"],
)
async def test_where_one_is_in_a_list(open_app: OpenApp, entries: str, states: list[list[str]]) -> None:
    names = ("Fado night", "Macbeth", "Choir evening")
    shows = "".join(
        f"{entry}<h3>{name}</h3> 9 €</li>" for entry, name in zip(entries.split("|"), names, strict=False)
    )
    page = await open_app(html=f"<ul class=shows>{shows}</ul>")
    snapshot = await page.look()
    targets = [ENTRY.model_copy(update={"nth": place + 1}) for place in range(len(states))]
    assert [read(snapshot, "state", ground(snapshot, target, purpose="see")) for target in targets] == states


async def test_an_entry_with_a_class_more_is_one_of_the_list_and_its_head_is_none(open_app: OpenApp) -> None:
    """The entry where one is was counted out, and the second was taken for the first."""
    rows = "".join(
        f'<div class="row {more}"><b>{name}</b> <i>{price}</i></div>'
        for more, name, price in (
            ("head", "Show", "Price"), ("kb-cursor", "Fado night", "9 €"), ("", "Macbeth", "7 €"), ("", "Choir", "8 €"),
        )
    )  # fmt: skip
    snapshot = await (await open_app(html=f"<div class=shows>{rows}</div>")).look()
    found = ground(snapshot, ENTRY, purpose="see")
    assert [snapshot.text(index).split()[0] for index in found.matches] == ["Fado", "Macbeth", "Choir"]
    first = ground(snapshot, ENTRY.model_copy(update={"nth": 1}), purpose="see")
    assert read(snapshot, "state", first) == ["selected"]
