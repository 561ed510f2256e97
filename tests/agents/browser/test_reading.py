"""Values are read where they stand: in the element, beside its label, under its column's header."""

from typing import Any

import pytest

from agents.browser.grounding.candidates import Presence
from agents.browser.grounding.ground import ground
from agents.browser.grounding.values import NotReadable, Undecidable, read
from agents.browser.snapshot import Snapshot
from plans.records.steps import ReadKind, Target
from plans.records.values import Value
from plans.step_words import Purpose
from tests.agents.browser.conftest import OpenApp

pytestmark = pytest.mark.browser


def value(snapshot: Snapshot, kind: ReadKind, **said: Any) -> Value:
    target = Target.model_validate(said)
    purpose: Purpose = "number" if kind in ("number", "numbers") else "see"
    return read(snapshot, kind, ground(snapshot, target, purpose=purpose), (target.name, *target.synonyms))


@pytest.mark.slow
async def test_a_number_stands_in_or_beside_what_names_it(open_app: OpenApp) -> None:
    page = await open_app(
        html="<p>Total: $1,234.50</p><dl><dt>Tax</dt><dd>12 %</dd></dl><div><b>7</b><span>Open tasks</span></div>"
        "<button aria-label='Cart, 3 items'>🛒</button><label>Guests <input value=4></label><p>Empty</p>"
    )
    snapshot = await page.look()
    assert value(snapshot, "number", role="text", name="Total") == 1234.5
    assert value(snapshot, "number", role="text", name="Tax") == 12
    assert value(snapshot, "number", role="text", name="Open tasks") == 7
    assert value(snapshot, "number", role="button", name="Cart") == 3
    assert value(snapshot, "number", role="textbox", name="Guests") == 4


async def test_a_label_is_read_as_the_value_that_it_names(open_app: OpenApp) -> None:
    page = await open_app(
        html="<ul><li><h3>Fern</h3><dl><dt>Type</dt><dd>Foliage</dd></dl>"
        "<p>Grower: Iris</p></li><li><h3>Ivy</h3></li></ul>"
    )
    snapshot = await page.look()
    first = {"role": "item", "nth": 1}
    assert value(snapshot, "text", role="text", name="Type", within=first) == "Foliage"
    assert value(snapshot, "text", role="text", name="Grower", within=first) == "Iris"


async def test_a_cell_is_known_by_the_header_of_its_column(open_app: OpenApp) -> None:
    page = await open_app(
        html="<table><tr><th>Title</th><th>Cost</th><th>Seats</th></tr><tr><td>Opera</td><td>40</td><td>3</td></tr>"
        "<tr><td>Ballet</td><td>55</td><td>0</td></tr></table>"
    )
    snapshot = await page.look()
    rows = {"role": "item", "name": "show"}
    assert value(snapshot, "count", **rows) == 2
    assert value(snapshot, "numbers", role="text", name="Seats", within=rows) == [3, 0]
    assert value(snapshot, "numbers", role="text", name="Price", within=rows) == [40, 55]


async def test_states_are_read_off_markup_alone(open_app: OpenApp) -> None:
    page = await open_app(
        html="<input type=checkbox checked aria-label=Milk><div class='tab active' onclick=0>News</div>"
        "<button aria-pressed=true>Bold</button><button disabled>Send</button>"
    )
    snapshot = await page.look()
    assert value(snapshot, "state", role="checkbox", name="Milk") == ["checked"]
    assert value(snapshot, "state", role="tab", name="News") == []
    assert value(snapshot, "state", role="button", name="Bold") == ["pressed"]
    assert value(snapshot, "state", role="button", name="Send") == ["disabled"]


async def test_what_is_missing_counts_nothing_and_cannot_be_read(open_app: OpenApp) -> None:
    snapshot = await (await open_app(html="<h1>Nothing</h1>")).look()
    assert value(snapshot, "count", role="item", name="comment") == 0
    assert value(snapshot, "texts", role="item", name="comment") == []
    with pytest.raises(NotReadable):
        value(snapshot, "number", role="text", name="Total")


@pytest.mark.slow
async def test_brightness_follows_the_background_and_not_the_text(open_app: OpenApp) -> None:
    for style, low, high in (
        ("background:#111;color:#fff", 0, 0.2),
        ("", 0.9, 1),
        ("background:oklch(20% .02 250)", 0, 0.3),
    ):
        snapshot = await (await open_app(html=f"<body style='{style}'><h1>Words</h1>")).look()
        light = read(snapshot, "brightness", None)
        assert isinstance(light, float | int)
        assert low <= light <= high, style


async def test_of_several_numbers_the_one_is_read_that_is_called_so(open_app: OpenApp) -> None:
    page = await open_app(
        html="<h1>Guesthouses by the sea</h1><p>12 places to stay</p>"
        "<ul><li><h2>Mill</h2><p>★ <b>4.3</b> (27 ratings)</p><p>Your rating: 2 of 5</p></li>"
        "<li><h2>Yard</h2><p>★ 3.9 (8 ratings)</p></li></ul>"
    )
    snapshot = await page.look()
    first = {"role": "item", "nth": 1}
    votes = {"role": "text", "name": "Rated by", "synonyms": ("Votes", "Reviews"), "within": first}
    assert value(snapshot, "number", **votes) == 27
    assert value(snapshot, "number", role="text", name="Average rating", synonyms=("★",), within=first) == 4.3
    assert value(snapshot, "number", role="text", name="found", synonyms=("guesthouses",)) == 12


@pytest.mark.parametrize(
    ("html", "number"),
    [
        ("<p>Trees in 2024: 7</p>", 7),
        ("<p>Trees in 2024 <b>7</b></p>", None),
        ("<div><span>Trees in 2024</span> <b>7</b></div>", None),
        ("<p>7 trees in 2024</p>", 7),
        ("<p>Trees 5: 2 by the gate</p>", 5),
        ("<p>Trees of 2024</p>", 2024),
        ("<p>Price (2 trees)</p><p>77</p>", None),
        ("<p>No trees yet (0 trees)</p><p>77</p>", 0),
    ],
)
async def test_a_number_in_a_label_is_not_its_value(open_app: OpenApp, html: str, number: int | None) -> None:
    """The year was read as the number of trees."""
    snapshot = await (await open_app(html=f"<h1>Garden</h1>{html}")).look()
    name = "Price" if "Price" in html else "Trees"
    if number is None:
        with pytest.raises(Undecidable, match="label"):
            value(snapshot, "number", role="text", name=name)
    else:
        assert value(snapshot, "number", role="text", name=name) == number


async def test_a_number_is_not_read_off_words_of_another_meaning(open_app: OpenApp) -> None:
    page = await open_app(html="<main><p>12 places to stay</p><p>Rating 4.3</p></main>")
    snapshot = await page.look()
    for name in ("Votes", "Reviews", "Your stars", "Lowest"):
        assert ground(snapshot, Target(role="text", name=name), purpose="number").found is Presence.MISSING
    assert ground(snapshot, Target(role="text", name="found"), purpose="see").found is Presence.MISSING


STARS = """<ul><li><h2>Mill</h2><div>★ <b>4.3</b> <small>(28 ratings)</small></div>
<div><span>{label}</span><span class=stars>{stars}</span></div></li><li><h2>Yard</h2></li></ul>"""


async def test_money_is_told_from_counts_and_from_what_was_crossed_out(open_app: OpenApp) -> None:
    """The first number was taken, whatever it was: pieces for a total, an old price, a sum for a count."""
    page = await open_app(
        html="<section><p>Price <s>$60.00</s> $48.00</p></section>"
        "<section><p>Cost <span style='text-decoration:line-through'>60</span> 45</p></section>"
        "<section><p>Total for 2 pieces $77.95</p></section><section><p>Subtotal for 3 pieces: 81.50</p></section>"
        "<section><p>Fee 1.200 €</p></section><a href='#'>Cart $48.00 (1)</a><p>Rate: 100 g, $4.80</p>"
    )
    snapshot = await page.look()
    read_off = {
        name: value(snapshot, "number", role="text", name=name)
        for name in ("Price", "Cost", "Total", "Subtotal", "Fee", "Rate")
    }
    assert read_off == {
        "Price": 48,
        "Cost": 45,
        "Total": 77.95,
        "Subtotal": 81.5,
        "Fee": 1200,
        "Rate": 4.8,
    }
    assert value(snapshot, "number", role="link", name="Cart") == 1


async def test_a_number_that_only_screen_readers_are_told_is_not_taken_for_shown(open_app: OpenApp) -> None:
    page = await open_app(html="<a href='#' aria-label='Cart (1)'>Cart</a>")
    with pytest.raises(Undecidable, match="screen readers"):
        value(await page.look(), "number", role="link", name="Cart")


@pytest.mark.parametrize(("said", "stars"), [("★★", 2), ("★★☆☆☆", 2), ("★★★★★", 5), ("★★★", 3)])
async def test_stars_that_are_written_out_are_counted(open_app: OpenApp, said: str, stars: int) -> None:
    """Another number beside them was read where no empty star followed."""
    page = await open_app(
        html=f"<article><h2>Mill</h2><p>1 rating</p><p>You gave <i>{said}</i></p></article>"
    )
    assert value(await page.look(), "number", role="text", name="You gave") == stars
