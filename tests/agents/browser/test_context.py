"""What a task knows is kept only where a step of it looks; who merely looks leaves no trace."""

from collections.abc import Mapping
from dataclasses import FrozenInstanceError, fields

import pytest

from agents.browser.grounding.candidates import NOTHING, Presence, Prior
from agents.browser.grounding.ground import Knowledge, ground
from plans.records.steps import Target
from tests.agents.browser.conftest import OpenApp

PAGE = """<h1>Boats</h1><label>Title <input></label><ul id=l>
<li class=boat><h3>Heron</h3><button>Rent</button><li class=boat><h3>Teal</h3><button>Rent</button></ul>"""
BOATS = Target(role="item", name="boat")
TITLE = Target(role="textbox", name="Title")


@pytest.mark.slow
@pytest.mark.browser
async def test_a_look_says_what_it_has_learnt_and_changes_nothing(open_app: OpenApp) -> None:
    snapshot = await (await open_app(html=PAGE)).look()
    known = Prior()
    boats, title = ground(snapshot, BOATS, known, "see"), ground(snapshot, TITLE, known, "see")
    assert known == NOTHING
    assert list(boats.known.lists.kinds) == [("boat",)]
    assert title.known.typed == TITLE


@pytest.mark.browser
async def test_what_was_learnt_serves_the_next_look(open_app: OpenApp) -> None:
    """Without it one entry by itself is no list."""
    page, context = await open_app(html=PAGE), Knowledge()
    context.recognise(await page.look(), BOATS, "see")
    await page.page.evaluate("l.children[0].remove()")
    page.touch()
    assert len(context.recognise(await page.look(), BOATS, "see").matches) == 1
    await page.page.evaluate("l.replaceChildren()")
    page.touch()
    assert context.recognise(await page.look(), BOATS, "see").found is Presence.MISSING


STARS = "".join(
    f"<li class=boat><h3>{name}</h3><button>Rent</button><button>1 star for {name}</button>"
    for name in ("Great Heron", "Little Teal", "Owl")
)


@pytest.mark.browser
async def test_what_every_entry_has_is_meant_in_the_one_that_was_pressed_in(open_app: OpenApp) -> None:
    """The star of the entry with the shortest name was given, whichever entry the task was about."""
    snapshot = await (await open_app(html=f"<ul>{STARS}</ul>")).look()
    teal = BOATS.model_copy(update={"nth": 2})
    star = ground(snapshot, Target(role="button", name="1 star"), Prior(entry=teal))
    assert snapshot.elements[star.index].name == "1 star for Little Teal"


@pytest.mark.browser
async def test_nothing_that_is_learnt_aside_reaches_the_task(open_app: OpenApp) -> None:
    """Each of those who merely looked once shielded the task by hand, and shared what the others did not."""
    snapshot, context = await (await open_app(html=PAGE)).look(), Knowledge()
    aside = context.aside()
    aside.recognise(snapshot, BOATS, "see")
    aside.recognise(snapshot, TITLE)
    assert context == Knowledge()
    assert aside.known.lists.kinds


def test_no_memory_of_a_task_can_be_changed_in_place() -> None:
    """A copy would share it."""
    context = Knowledge()
    for field in fields(context):
        memory = getattr(context, field.name)
        if memory is None or isinstance(memory, Mapping):
            continue
        name = fields(memory)[0].name
        with pytest.raises(FrozenInstanceError):
            setattr(memory, name, getattr(memory, name))
