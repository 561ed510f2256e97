"""Entries with a class each for what kind of entry they are belong to one list."""

import pytest

from tests.agents.browser.conftest import OpenApp
from tests.agents.browser.test_choosing import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TREES = (
    ("Oak", "leaf"),
    ("Fir", "cone"),
    ("Ash", "leaf"),
    ("Elm", "leaf"),
    ("Yew", "cone"),
    ("Fig", "fruit"),
)


def grove(classes: str, *extra: str) -> str:
    """Cards with the classes of `classes`, in which # stands for the kind."""
    cards = (
        f'<div class="{classes.replace("#", kind)}"><b>{title}</b> <span>{kind}</span> <i>9 m</i></div>'
        for title, kind in TREES
    )
    button = "<button onclick='[...l.children].slice(2).forEach(e => e.remove())'>Only two</button>"
    return f"<h1>Trees</h1>{button}<div id=l>{''.join(cards)}{''.join(extra)}</div>"


@pytest.mark.parametrize("classes", ["card c-#", "kind-# card"])
async def test_all_kinds_of_an_entry_are_counted(open_app: OpenApp, classes: str) -> None:
    """Those of the kind that took most of the page were taken for the whole list."""
    visitor = Visitor(await open_app(html=grove(classes)))
    assert await visitor.reads("count", role="item", name="tree") == len(TREES)
    # A filter leaves one of a kind, and one of another.
    await visitor.does("click", target={"role": "button", "name": "Only two"})
    assert await visitor.reads("count", role="item", name="tree") == 2


async def test_what_is_made_otherwise_is_no_entry(open_app: OpenApp) -> None:
    extra = '<div class="card ad"><p>Buy a spade</p></div><div class="card ad"><p>Buy a rake</p></div>'
    visitor = Visitor(await open_app(html=grove("card c-#", extra)))
    assert await visitor.reads("count", role="item", name="tree") == len(TREES)
